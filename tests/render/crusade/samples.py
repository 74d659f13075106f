"""Positions of Crusade to draw: a placement, a lively middle game, every mark at once, and a whole game."""

from collections.abc import Callable
from functools import cache
from typing import Any

from engine.crusade.names import FACINGS, KINDS, PAWNS, SEATS, SQUARES
from engine.crusade.state import State
from engine.crusade.view import View
from engine.kernel.codec import event_from_plain
from engine.kernel.game import Event
from engine.kernel.seats import SPECTATOR, Viewer
from tests.support.crusade import BLACK, WHITE, crusade, judged, placing, play, position
from tests.support.golden_logs import entries_of

MIDDLE = (
    "white archer C3", "white archer E4", "white caster D3", "white rogue F3", "white rogue G2 east",
    "white warrior B4", "white bishop E1", "white commander D1", "white knight G1", "white paladin C1",
    "black archer C6", "black caster F6", "black rogue E6", "black warrior D5", "black warrior B6 west",
    "black bishop D8", "black commander E8", "black knight F5", "black paladin H6",
)  # fmt: skip
LOST = (
    ("white", "archer"),
    ("white", "warrior"),
    ("black", "rogue"),
    ("black", "rogue"),
    ("black", "paladin"),
)


def middle(mover: str = "white", **changes: Any) -> State:
    """A lively middle game; White has taken a Supply."""
    state = position(*MIDDLE, mover=mover, lost=LOST, **changes)
    state.treasures = {at: it for at, it in state.treasures.items() if at != "G6"}
    state.taken = (("white", "supply", "G6"),)
    state.units = ("archer", "archer", "caster", "rogue", "rogue", "warrior", "bishop", "commander", "knight")
    state.removed = ()
    state.quiet = 7
    return state


def crowded() -> State:
    """As much as there can be: full rows, every kind lost, two recruits due, a draw offered."""
    units = [
        " ".join((seat, kind, square, facing if kind in PAWNS else "")).strip()
        for seat, squares in (("white", SQUARES[:24]), ("black", SQUARES[40:]))
        for kind, square, facing in zip(KINDS * 3, squares, FACINGS * 6, strict=True)
    ]
    state = position(*units, lost=tuple((seat, kind) for seat in SEATS for kind in KINDS for _ in range(2)))
    gone = {"B6": "white", "C8": "white", "B3": "black", "G3": "black", "C1": "black"}
    state.taken = tuple((seat, state.treasures[at].kind, at) for at, seat in gone.items())
    state.treasures = {at: it for at, it in state.treasures.items() if at not in gone}
    state.due, state.offer, state.passes = ("pawn", "noble"), "black", {"white": 1, "black": 2}
    state.removed, state.quiet = ("knight", "archer"), 88
    return state


def armies() -> State:
    """Both sides placing, neither ready."""
    state = placing(("archer", "archer", "caster", "rogue", "warrior", "knight", "bishop"), 1, 1)
    state.removed = ("paladin",)
    state.setup_dice, state.pawn_dice, state.noble_dice = (20, 3), (1, 1, 2, 3, 4, 5, 6, 6), (3, 1, 5, 4)
    state.placed = {
        "white": {"D3": "archer", "E3": "archer", "C2": "caster", "D1": "knight"},
        "black": {"D6": "warrior", "E7": "rogue", "E8": "bishop"},
    }
    return state


TURNS: dict[str, tuple[Callable[[], State], str]] = {
    "capture": (middle, "move E4 to F5 facing west"),
    "knight": (lambda: middle("black"), "move F5 to G3"),
    "shot": (lambda: play(middle("black"), "move C6 to C5"), "shoot from C3 at C5"),
    "spell": (middle, "move D3 to D4 casting on D5 to C5"),
    "command": (middle, "command D1 to D2 turning C3 facing east then D3 to D4 aside C4, C3 facing south"),
    "swap": (middle, "swap F3 with E4 facing east"),
    "plunder": (lambda: position("white bishop D6", *MIDDLE[:-1], mover="white", lost=LOST), "move D6 to F8"),
    "counter": (lambda: position("white bishop F3", "white archer A2", *MIDDLE[10:]), "move F3 to D5"),
}
"""Turns by what they show: the position, and the order that is drawn."""


@cache
def turn(name: str) -> tuple[View, View, tuple[Event, ...]]:
    """Before, after, and what happened."""
    make, line = TURNS[name]
    state = make()
    done = judged(state, line)
    return view(state), view(done.after), done.events


@cache
def revealed() -> tuple[View, View, tuple[Event, ...]]:
    """Both armies come onto the board."""
    state = judged(armies(), "muster", WHITE).after
    done = judged(state, "muster", BLACK)
    return view(state), view(done.after), done.events


def view(state: State, viewer: str = SPECTATOR) -> View:
    """The position as a viewer sees it."""
    return crusade().view(state, Viewer(viewer))


@cache
def course(ending: str = "units") -> tuple[View, ...]:
    """A whole golden game as onlookers saw it, a View a turn."""
    game = crusade()
    kinds = dict(game.events)
    found: list[View] = []
    state = game.start({})
    for entry in entries_of("crusade", ending):
        state = game.fold(state, tuple(event_from_plain(kinds, plain) for plain in entry.events()))
        seen = view(state)
        if found and (seen.turn, seen.phase, seen.ending) == (
            found[-1].turn,
            found[-1].phase,
            found[-1].ending,
        ):
            found[-1] = seen
        else:
            found.append(seen)
    return tuple(found)
