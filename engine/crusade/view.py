"""What may be known of a game of Crusade.

Only the placement is hidden: until both armies stand, a player sees his own units and nobody else's, and
onlookers see none. What a view shows is written down here field by field; everything else stays hidden.
"""

from dataclasses import dataclass

from engine.crusade import setup
from engine.crusade.names import ORDINAL, SEATS, fresh
from engine.crusade.state import PLACEMENT, State
from engine.kernel.seats import Viewer


@dataclass(frozen=True, slots=True)
class UnitView:
    """A unit on the board. `facing` is "" for a Noble; `gripped` when telekinesis keeps it from moving."""

    square: str
    seat: str
    kind: str
    facing: str
    gripped: bool


@dataclass(frozen=True, slots=True)
class TreasureView:
    """A treasure on the board."""

    square: str
    owner: str
    kind: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """What the dice gave each player: units by kind, and units of choice by rank."""

    setup_dice: tuple[int, ...]
    pawn_dice: tuple[int, ...]
    noble_dice: tuple[int, ...]
    removed: tuple[str, ...]
    units: tuple[str, ...]
    free_pawns: int
    free_nobles: int


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may know."""

    viewer: str
    phase: str
    layout: str
    dealt: Dealt
    turn: int
    mover: str
    units: tuple[UnitView, ...]
    treasures: tuple[TreasureView, ...]
    taken: tuple[tuple[str, str, str], ...]
    lost: tuple[tuple[str, str], ...]
    due: tuple[str, ...]
    offer: str
    passes: dict[str, int]
    quiet: int
    quiet_limit: int
    """So many turns without a capture or a recruit end the game."""
    touched: tuple[str, ...]
    ready: tuple[str, ...]
    to_place: dict[str, int]
    """While armies are placed: how many more of each kind the viewer can place, his choices counted in."""
    ending: str
    winner: str | None
    reason: str


def view(state: State, viewer: Viewer) -> View:
    """All that this viewer may know."""
    placing = state.phase == PLACEMENT and viewer in state.placed
    if placing:
        placed = state.placed[viewer]
        units = [(square, fresh(viewer, kind)) for square, kind in placed.items()]
    else:
        units = list(state.board.items())
    units.sort(key=lambda unit: ORDINAL[unit[0]])
    result = state.result
    return View(
        viewer=viewer,
        phase=state.phase,
        layout=state.layout,
        dealt=Dealt(
            state.setup_dice,
            state.pawn_dice,
            state.noble_dice,
            state.removed,
            state.units,
            state.free.get("pawn", 0),
            state.free.get("noble", 0),
        ),
        turn=state.turn,
        mover=state.mover,
        units=tuple(
            UnitView(square, piece.seat, piece.kind, piece.facing, not state.may_move(square))
            for square, piece in units
        ),
        treasures=tuple(
            TreasureView(square, treasure.owner, treasure.kind)
            for square, treasure in sorted(state.treasures.items(), key=lambda it: ORDINAL[it[0]])
        ),
        taken=state.taken,
        lost=state.lost,
        due=state.due,
        offer=state.offer,
        passes={seat: state.passes[seat] for seat in SEATS},
        quiet=state.quiet,
        quiet_limit=state.pack.quiet_turns,
        touched=state.touched,
        ready=state.ready,
        to_place=setup.unplaced(state, viewer) if placing else {},
        ending=result.kind if result else "",
        winner=result.winner if result else None,
        reason=result.reason if result else "",
    )
