"""The whole position of a game of Crusade, and what events change. Never leaves the engine: see `view`."""

from typing import TypeAlias

from engine.crusade.events import (
    ArmyRolled,
    Captured,
    Countered,
    DrawOffered,
    Ended,
    Gripped,
    Lifted,
    Moved,
    Placed,
    Readied,
    Recruited,
    RecruitLost,
    Revealed,
    SetupRolled,
    Swapped,
    TreasureTaken,
    Turned,
    TurnEnded,
)
from engine.crusade.names import OTHER, RANK, RECRUIT, SEATS, Piece, Treasure, fresh
from engine.crusade.pack import Pack
from engine.kernel import draft
from engine.kernel.game import Outcome
from engine.kernel.position import Position
from engine.kernel.seats import Seat

SETUP, PLACEMENT, TURNS = "setup", "placement", "turns"
"""The phases of a game."""


class State(Position):
    """A position. Squares are text ("B3"), seats and kinds too."""

    pack: Pack

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.phase = SETUP
        self.layout = pack.layouts[0].name
        self.setup_dice: tuple[int, ...] = ()
        self.pawn_dice: tuple[int, ...] = ()
        self.noble_dice: tuple[int, ...] = ()
        self.removed: tuple[str, ...] = ()
        self.units: tuple[str, ...] = ()
        """The units each player was dealt."""
        self.free: dict[str, int] = {}
        """How many units of each rank each player chooses himself."""
        self.placed: dict[str, dict[str, str]] = {seat: {} for seat in SEATS}
        """Before the game: the kinds on the squares, by seat. Hidden from the other side."""
        self.ready: tuple[str, ...] = ()
        self.board: dict[str, Piece] = {}
        self.treasures: dict[str, Treasure] = {}
        self.taken: tuple[tuple[str, str, str], ...] = ()
        """Treasures captured: by whom, of which kind, where."""
        self.lost: tuple[tuple[str, str], ...] = ()
        """Units captured: whose, of which kind."""
        self.gripped: dict[str, int] = {}
        """Squares of units that may not move, up to and with the turn named."""
        self.due: tuple[str, ...] = ()
        """The ranks of the units the player to move has still to recruit."""
        self.turn = 0
        """Turns finished; White moves when it is even."""
        self.quiet = 0
        """Turns since anything was captured or recruited."""
        self.stirred = False
        """Whether something was captured or recruited in this turn."""
        self.passes: dict[str, int] = dict.fromkeys(SEATS, 0)
        """How many turns in a row each seat has passed."""
        self.offer = ""
        """The seat whose offer of a draw stands."""
        self.touched: tuple[str, ...] = ()
        """The squares touched in this turn, and in the last one until this one is acted in."""
        self.fresh_turn = True
        self.result: Outcome | None = None

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""
        return SEATS[self.turn % 2]

    # -- questions ---------------------------------------------------------------------------------------

    def own(self, seat: str) -> list[str]:
        """The squares of a seat's units, from A1 on."""
        return sorted((at for at, piece in self.board.items() if piece.seat == seat), key=_by_row)

    def may_move(self, square: str) -> bool:
        """Whether no telekinesis holds the unit there."""
        return self.gripped.get(square, -1) < self.turn

    def touch(self, *squares: str) -> None:
        """Remember which squares this turn is about."""
        before = () if self.fresh_turn else self.touched
        self.touched = (*before, *(square for square in squares if square not in before))
        self.fresh_turn = False


def _by_row(square: str) -> str:
    return square[1] + square[0]


# -- what events change --------------------------------------------------------------------------------------


def _setup_rolled(state: State, event: SetupRolled) -> None:
    state.setup_dice, state.layout, state.removed = event.dice, event.layout, event.removed
    state.treasures = state.pack.layout(event.layout).treasures()


def _army_rolled(state: State, event: ArmyRolled) -> None:
    state.pawn_dice, state.noble_dice, state.units = event.pawn_dice, event.noble_dice, event.units
    state.free = {"pawn": event.free_pawns, "noble": event.free_nobles}
    state.phase = PLACEMENT


def _placed(state: State, event: Placed) -> None:
    state.placed = {**state.placed, event.seat: {**state.placed[event.seat], event.square: event.kind}}


def _lifted(state: State, event: Lifted) -> None:
    left = {square: kind for square, kind in state.placed[event.seat].items() if square != event.square}
    state.placed = {**state.placed, event.seat: left}


def _readied(state: State, event: Readied) -> None:
    state.ready = tuple(seat for seat in SEATS if seat in state.ready or seat == event.seat)


def _revealed(state: State, event: Revealed) -> None:
    state.board = {
        square: fresh(seat, kind)
        for seat, units in zip(SEATS, (event.white, event.black), strict=True)
        for kind, square in units
    }
    state.placed = {seat: {} for seat in SEATS}
    state.phase = TURNS


def _moved(state: State, event: Moved) -> None:
    board = dict(state.board)
    board[event.end] = board.pop(event.start)
    state.board = board
    if event.start in state.gripped:
        gripped = dict(state.gripped)
        gripped[event.end] = gripped.pop(event.start)
        state.gripped = gripped
    state.touch(event.start, event.end)


def _removed(state: State, event: Captured | Countered) -> None:
    board = dict(state.board)
    gone = board.pop(event.square)
    state.board = board
    if event.square in state.gripped:
        state.gripped = {square: turn for square, turn in state.gripped.items() if square != event.square}
    state.lost = (*state.lost, (gone.seat, gone.kind))
    state.stirred = True
    state.touch(*((event.by, event.square) if isinstance(event, Captured) else (event.square,)))


def _turned(state: State, event: Turned) -> None:
    state.board = {**state.board, event.square: state.board[event.square]._replace(facing=event.facing)}
    state.touch(event.square)


def _swapped(state: State, event: Swapped) -> None:
    board = dict(state.board)
    board[event.rogue], board[event.other] = board[event.other], board[event.rogue]
    state.board = board
    state.touch(event.rogue, event.other)


def _gripped(state: State, event: Gripped) -> None:
    state.gripped = {**state.gripped, event.square: event.until}
    state.touch(event.square)


def _treasure_taken(state: State, event: TreasureTaken) -> None:
    state.treasures = {at: treasure for at, treasure in state.treasures.items() if at != event.square}
    state.taken = (*state.taken, (event.seat, event.kind, event.square))
    state.due = (*state.due, RECRUIT[event.kind])
    state.stirred = True
    state.touch(event.square)


def _recruited(state: State, event: Recruited) -> None:
    state.board = {**state.board, event.square: fresh(event.seat, event.kind)}
    state.due = _without_first(state.due, RANK[event.kind])
    state.stirred = True
    state.touch(event.square)


def _recruit_lost(state: State, event: RecruitLost) -> None:
    state.due = _without_first(state.due, event.rank)


def _without_first(ranks: tuple[str, ...], rank: str) -> tuple[str, ...]:
    at = ranks.index(rank)
    return ranks[:at] + ranks[at + 1 :]


def _draw_offered(state: State, event: DrawOffered) -> None:
    state.offer = event.seat


def _turn_ended(state: State, event: TurnEnded) -> None:
    state.passes = {**state.passes, event.seat: state.passes[event.seat] + 1 if event.passed else 0}
    if state.offer == OTHER[event.seat]:
        state.offer = ""
    if state.fresh_turn:
        state.touched = ()
    state.fresh_turn = True
    state.quiet = 0 if state.stirred else state.quiet + 1
    state.stirred = False
    state.turn += 1
    if state.gripped:
        state.gripped = {square: until for square, until in state.gripped.items() if until >= state.turn}


def _ended(state: State, event: Ended) -> None:
    winner = None if event.winner is None else Seat(event.winner)
    state.result = Outcome(event.kind, winner, event.reason)
    state.due = ()


State.APPLIERS = {
    SetupRolled: _setup_rolled,
    ArmyRolled: _army_rolled,
    Placed: _placed,
    Lifted: _lifted,
    Readied: _readied,
    Revealed: _revealed,
    Moved: _moved,
    Captured: _removed,
    Countered: _removed,
    Turned: _turned,
    Swapped: _swapped,
    Gripped: _gripped,
    TreasureTaken: _treasure_taken,
    Recruited: _recruited,
    RecruitLost: _recruit_lost,
    DrawOffered: _draw_offered,
    TurnEnded: _turn_ended,
    Ended: _ended,
}


Draft: TypeAlias = draft.Draft[State]
"""An order being carried out on a copy of a position."""
