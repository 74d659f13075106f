"""What holds in every position of Crusade, whatever happened: for simulations and tests.

After every event: what the event may have changed and nothing else, and that every unit and treasure that
came or went was accounted for. After every order: what only holds once everything has followed.
"""

from collections import Counter
from typing import Final

from engine.crusade.events import (
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
    Swapped,
    TreasureTaken,
    Turned,
    TurnEnded,
)
from engine.crusade.names import (
    FACINGS,
    FORWARD,
    HOME_ROWS,
    KINDS,
    NOBLE,
    OF_RANK,
    OTHER,
    PAWN,
    RANK,
    RECRUIT,
    SEATS,
    STEP,
    Piece,
)
from engine.crusade.setup import army_size, is_complete
from engine.crusade.state import PLACEMENT, TURNS, State
from engine.crusade.turn import recruit_squares, recruits
from engine.kernel.game import Event
from engine.kernel.soundness import claim

TREASURES: Final = 4
"""So many of each player lie on the board at the start."""

_STIRRING: Final = (Captured, Countered, TreasureTaken, Recruited)
_ON_BOARD: Final = (Captured, Countered, Moved, Swapped, Turned, Recruited, Revealed)


def _army(state: State) -> Counter[tuple[str, str]]:
    """How many of each kind each seat has on the board."""
    return Counter((piece.seat, piece.kind) for piece in state.board.values())


def _facings(state: State) -> Counter[str]:
    """How many units face each way."""
    return Counter(piece.facing for piece in state.board.values())


class Invariants:
    """Watches one game. What it counts itself is compared with what the position says."""

    def __init__(self) -> None:
        self._stirred = False
        self._quiet = 0
        self._passes = dict.fromkeys(SEATS, 0)
        self._recruited = 0
        self._pushed = ""

    # -- after every event -------------------------------------------------------------------------------

    def step(self, before: State, event: Event, after: State) -> None:
        """Raise `Unsound` unless the event changed what it may, and so that it could."""
        claim(before.result is None, f"{event} after the end of the game")
        self._untouched(before, event, after)
        if after.board is not before.board:
            self._pieces(before, after)
            self._accounts(before, event, after)
        self._treasures(before, event, after)
        self._grips(before, event, after)
        if isinstance(event, Placed | Lifted | Readied | Revealed):
            self._placement(event, after)
        if isinstance(event, _STIRRING):
            self._stirred = True
        self._recruited += isinstance(event, Recruited)
        self._clock(before, event, after)

    def _untouched(self, before: State, event: Event, after: State) -> None:
        """Only some events change the board, the treasures, whose turn it is and whether the game is over."""
        name = type(event).__name__
        changed = after.board != before.board
        claim(not changed or isinstance(event, _ON_BOARD), f"{name} changed the board")
        claim(
            after.turn == before.turn + isinstance(event, TurnEnded), f"{name} left the turn at {after.turn}"
        )
        claim((after.result is not None) == isinstance(event, Ended), f"{name} and the end of the game")
        claim(
            after.placed == before.placed or isinstance(event, Placed | Lifted | Revealed),
            f"{name} changed what is placed",
        )
        due = Counter(after.due)
        if isinstance(event, TreasureTaken):
            claim(due == Counter((*before.due, RECRUIT[event.kind])), "a treasure did not pay for a unit")
        elif isinstance(event, Recruited | RecruitLost):
            rank = RANK[event.kind] if isinstance(event, Recruited) else event.rank
            claim(due + Counter((rank,)) == Counter(before.due), f"{name} did not settle one {rank}")
        elif not isinstance(event, Ended):
            claim(after.due == before.due, f"{name} changed what is to be recruited")

    def _pieces(self, before: State, after: State) -> None:
        """Rules 1.2.1 and 4.1.1, for every unit that is new or has changed."""
        for square, piece in after.board.items():
            if before.board.get(square) is piece:
                continue
            claim(square in STEP, f"a unit stands on {square}, off the board")
            claim(piece.seat in SEATS and piece.kind in KINDS, f"{piece} on {square} is no unit")
            faces = (*FACINGS,) if RANK[piece.kind] == PAWN else ("",)
            claim(piece.facing in faces, f"{piece} on {square} faces {piece.facing!r}")
        for (seat, kind), count in _army(after).items():
            claim(kind not in after.removed, f"{seat} has a {kind}, which was removed")
            claim(count <= after.pack.stock(kind), f"{seat} has {count} units of kind {kind}")

    def _accounts(self, before: State, event: Event, after: State) -> None:
        """Units come by the reveal and by recruiting, and go by captures."""
        had, has = _army(before), _army(after)
        match event:
            case Revealed():
                for seat in SEATS:
                    for rank in OF_RANK:
                        count = sum(has[seat, kind] for kind in OF_RANK[rank])
                        claim(count == army_size(after, rank), f"{seat} begins with {count} units: {rank}")
            case Captured() | Countered():
                gone = Counter({(event.seat, event.kind): 1})
                claim(had == has + gone, f"{event} took something else away")
                claim(after.lost == (*before.lost, (event.seat, event.kind)), f"{event} is not noted")
                claim(event.seat != before.mover or isinstance(event, Countered), "a unit took its own side")
            case Recruited():
                new = Counter({(event.seat, event.kind): 1})
                claim(has == had + new and event.seat == before.mover, f"{event} brought something else")
                fresh = Piece(event.seat, event.kind, FORWARD[event.seat] if RANK[event.kind] == PAWN else "")
                claim(after.board[event.square] == fresh, "a recruit does not face forward")
                rows = HOME_ROWS[event.seat][0 if RANK[event.kind] == NOBLE else 1 :]
                claim(any(event.square in row for row in rows), f"a recruit stands on {event.square}")
            case _:
                claim(had == has, f"{type(event).__name__} changed the armies")
        if not isinstance(event, Turned | Revealed | Recruited):
            facings = [
                Counter(filter(None, (it.facing for it in its.board.values()))) for its in (before, after)
            ]
            claim(facings[1] <= facings[0], f"{type(event).__name__} turned a unit")

    def _treasures(self, before: State, event: Event, after: State) -> None:
        """Rules 6.1 and 7.1.1: eight in all, and each is taken by the other side's unit that stands on it."""
        if isinstance(event, TreasureTaken):
            treasure, unit = before.treasures[event.square], after.board[event.square]
            claim(treasure.kind == event.kind, f"a {treasure.kind} was taken for a {event.kind}")
            claim(treasure.owner == OTHER[event.seat], f"{event.seat} took its own treasure")
            claim(unit.seat == event.seat == before.mover, f"{event.seat} took {event.square} from afar")
        elif before.setup_dice:
            claim(
                after.treasures == before.treasures and after.taken == before.taken,
                f"{type(event).__name__} moved a treasure",
            )
        if after.setup_dice:
            for seat in SEATS:
                left = sum(treasure.owner == seat for treasure in after.treasures.values())
                lost = sum(taker != seat for taker, _, _ in after.taken)
                claim(left + lost == TREASURES, f"{seat} had {left + lost} treasures")

    def _grips(self, before: State, event: Event, after: State) -> None:
        """Rules 4.4.2 and 4.4.5: only telekinesis moves what telekinesis holds."""
        claim(after.gripped.keys() <= after.board.keys(), "telekinesis holds an empty square")
        if isinstance(event, Moved) and not before.may_move(event.start):
            self._pushed = event.end
        elif isinstance(event, Swapped):
            claim(before.may_move(event.rogue) and before.may_move(event.other), "a held unit was swapped")
        elif isinstance(event, Gripped):
            own = event.seat == before.mover
            claim(event.until == before.turn + (2 if own else 1), f"{event} in turn {before.turn}")
            if self._pushed == event.square:
                self._pushed = ""

    def _placement(self, event: Event, after: State) -> None:
        """Section 2.5."""
        if isinstance(event, Revealed):
            claim(set(after.ready) == set(SEATS), "armies were shown before both were ready")
            claim(not any(after.placed.values()), "the placement was kept")
            return
        claim(after.phase == PLACEMENT and not after.board, f"{type(event).__name__} in the {after.phase}")
        for seat in SEATS:
            placed = after.placed[seat]
            claim(
                set(placed) <= {square for row in HOME_ROWS[seat] for square in row},
                f"{seat} placed a unit outside the first three rows",
            )
            claim(not placed.keys() & after.treasures.keys(), f"{seat} placed a unit on a treasure")
            for kind, count in Counter(placed.values()).items():
                claim(kind not in after.removed, f"{seat} placed a {kind}, which was removed")
                claim(count <= after.pack.stock(kind), f"{seat} placed {count} units of kind {kind}")
            for rank in OF_RANK:
                count = sum(RANK[kind] == rank for kind in placed.values())
                claim(count <= army_size(after, rank), f"{seat} placed {count} units: {rank}")
            claim(seat not in after.ready or is_complete(after, seat), f"{seat} is ready too soon")

    def _clock(self, before: State, event: Event, after: State) -> None:
        """Rules 3.1.1, 3.2 and 7.2.3: whose turn it is, passes, offers and quiet turns."""
        if isinstance(event, TurnEnded):
            seat = before.mover
            claim(event.seat == seat and after.mover == OTHER[seat], f"{event.seat} ended the turn of {seat}")
            claim(not before.due, f"{seat} has still to recruit")
            claim(not (event.passed and self._stirred), f"{seat} passed and captured")
            self._quiet = 0 if self._stirred else self._quiet + 1
            self._passes[seat] = self._passes[seat] + 1 if event.passed else 0
            self._stirred = False
            kept = before.offer if before.offer == seat else ""
            claim(after.offer == kept, f"the offer of {before.offer or 'nobody'} became {after.offer!r}")
            claim(
                (self._passes[seat] < after.pack.passes_to_offer) or after.offer == seat,
                f"{seat} passed {self._passes[seat]} times and offered nothing",
            )
        elif isinstance(event, DrawOffered):
            claim(event.seat == before.mover == after.offer, f"{event.seat} offered a draw out of turn")
        else:
            claim(after.offer == before.offer, f"{type(event).__name__} changed what is offered")
        claim(after.quiet == self._quiet, f"{after.quiet} quiet turns for {self._quiet}")
        claim(after.passes == self._passes, f"the passes are {after.passes}, not {self._passes}")

    # -- after every order -------------------------------------------------------------------------------

    def rest(self, state: State) -> None:
        """Raise `Unsound` unless the game ended exactly when a rule says so."""
        claim(not self._pushed, f"the unit held by telekinesis moved to {self._pushed}")
        if state.phase != TURNS:
            claim(state.result is None or state.result.kind == "forfeit", "the game ended before it began")
            return
        started = len(SEATS) * sum(army_size(state, rank) for rank in OF_RANK)
        counted = len(state.board) + len(state.lost)
        claim(counted == started + self._recruited, f"{counted} units for {started} and {self._recruited}")
        claim(all(until >= state.turn for until in state.gripped.values()), "a grip outlasted its time")
        for rank in state.due:
            can = recruits(state, state.mover, rank) and recruit_squares(state, state.mover, rank)
            claim(bool(can), f"{state.mover} is to recruit a {rank} and cannot")
        self._ending(state)

    def _ending(self, state: State) -> None:
        alive = {piece.seat for piece in state.board.values()}
        owners = {treasure.owner for treasure in state.treasures.values()}
        due = ""
        winner = None
        if len(owners) == 1:
            due, (winner,) = "treasures", owners
        elif not alive:
            due = "destruction"
        elif len(alive) == 1:
            due, (winner,) = "units", alive
        elif self._quiet >= state.pack.quiet_turns:
            due = "quiet"
        result = state.result
        if result is None:
            claim(not due, f"the game should have ended: {due}")
        elif result.kind == "forfeit":
            claim(result.winner in SEATS, "nobody won by a forfeit")
        elif result.kind == "agreed":
            claim(state.offer == OTHER[state.mover] and result.winner is None, "nobody offered that draw")
        else:
            claim((result.kind, result.winner) == (due, winner), f"{result.kind} for {due or 'nothing'}")
