"""The invariants would notice: each position or fact here is wrong in one way."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.crusade.events import (
    Captured,
    DrawOffered,
    Ended,
    Gripped,
    Moved,
    Placed,
    Readied,
    Recruited,
    Swapped,
    TreasureTaken,
    Turned,
    TurnEnded,
)
from engine.crusade.invariants import Invariants
from engine.crusade.names import Piece
from engine.crusade.state import State
from engine.kernel.game import Event, Outcome
from engine.kernel.soundness import Unsound
from tests.support.crusade import judged, placing, position

UNITS = ("white archer B2", "white knight E1", "black caster B5", "black rogue E6")


def standing(**changes: Any) -> State:
    return position(*UNITS, units=("archer", "knight"), setup_dice=(1, 1), **changes)


def after(state: State, event: Event) -> State:
    return state.after((event,))


def test_what_happens_by_the_rules_is_sound() -> None:
    watch, state = Invariants(), standing()
    for line in ("move B2 to B3 facing east", "pass", "offer draw", "move E1 to F3", "pass"):
        done = judged(state, line)
        for event in done.events:
            watch.step(state, event, after(state, event))
            state = after(state, event)
        watch.rest(state)


BROKEN_STEPS: list[tuple[Event, Callable[[State], object], str]] = [
    (Turned("white", "archer", "B2", "east"), lambda it: it.board.pop("E6"), "changed the armies"),
    (Turned("white", "archer", "B2", "up"), lambda it: None, "faces"),
    (Moved("white", "archer", "B2", "B3"), lambda it: _put(it, "E1", facing="north"), "faces"),
    (Moved("white", "archer", "B2", "B3"), lambda it: _put(it, "B3", facing="east"), "turned a unit"),
    (Moved("white", "archer", "B2", "B5"), lambda it: None, "changed the armies"),
    (Moved("white", "archer", "B2", "B3"), lambda it: setattr(it, "turn", 11), "left the turn at"),
    (Moved("white", "archer", "B2", "B3"), lambda it: it.treasures.pop("B6"), "moved a treasure"),
    (Moved("white", "archer", "B2", "B3"), lambda it: setattr(it, "offer", "black"), "offered"),
    (Moved("white", "archer", "B2", "B3"), lambda it: setattr(it, "due", ("pawn",)), "to be recruited"),
    (Moved("white", "archer", "B2", "B3"), lambda it: setattr(it, "removed", ("archer",)), "removed"),
    (Captured("white", "knight", "E1", "archer", "B2"), lambda it: None, "own side"),
    (Captured("black", "rogue", "E6", "archer", "B2"), lambda it: setattr(it, "lost", ()), "not noted"),
    (TurnEnded("black", False), lambda it: None, "ended the turn of"),
    (TurnEnded("white", False), lambda it: setattr(it, "quiet", 0), "quiet turns"),
    (TurnEnded("white", False), lambda it: setattr(it, "passes", {"white": 1, "black": 0}), "passes"),
    (DrawOffered("black", False), lambda it: None, "out of turn"),
    (Gripped("black", "caster", "B5", 14), lambda it: None, "in turn 10"),
    (Placed("white", "archer", "B2"), lambda it: None, "in the turns"),
    (Readied("white"), lambda it: setattr(it, "result", Outcome("units", None, "")), "end of the game"),
]


def _put(state: State, square: str, **changes: str) -> None:
    piece = state.board.get(square, Piece("white", "knight"))
    state.board = {**state.board, square: piece._replace(**changes)}


@pytest.mark.parametrize(("event", "spoil", "says"), BROKEN_STEPS)
def test_a_broken_step_is_noticed(event: Event, spoil: Callable[[State], object], says: str) -> None:
    before = standing()
    new = after(before, event)
    new.board, new.treasures = dict(new.board), dict(new.treasures)
    spoil(new)
    with pytest.raises(Unsound, match=says):
        Invariants().step(before, event, new)


def test_recruits_stand_in_their_rows_and_face_forward() -> None:
    before = standing(due=("pawn",))
    for square, says in (("D1", "stands on D1"), ("D4", "stands on D4")):
        event = Recruited("white", "rogue", square)
        with pytest.raises(Unsound, match=says):
            Invariants().step(before, event, after(before, event))
    turned = after(before, Recruited("white", "rogue", "D2"))
    _put(turned, "D2", facing="west")
    with pytest.raises(Unsound, match="face forward"):
        Invariants().step(before, Recruited("white", "rogue", "D2"), turned)


def test_a_treasure_is_taken_by_who_stands_on_it() -> None:
    for words, says in (("black knight B6", "from afar"), ("white knight B3", "own treasure")):
        before = position("white archer A2", "black archer A7", words, setup_dice=(1, 1))
        event = TreasureTaken("white", "supply", words.split()[2])
        with pytest.raises(Unsound, match=says):
            Invariants().step(before, event, after(before, event))


def test_nobody_has_more_than_the_stock() -> None:
    crowd = [f"white archer {file}2" for file in "ACDE"]
    before = position(*crowd, "black rogue E6", setup_dice=(1, 1), due=("pawn",))
    event = Recruited("white", "archer", "H2")
    with pytest.raises(Unsound, match="5 units of kind archer"):
        Invariants().step(before, event, after(before, event))


def test_a_held_unit_does_not_move_by_itself() -> None:
    held = standing(gripped={"B2": 10})
    watch = Invariants()
    move = Moved("white", "archer", "B2", "B3")
    watch.step(held, move, after(held, move))
    with pytest.raises(Unsound, match="held by telekinesis"):
        watch.rest(after(held, move))
    rogues = position("white rogue D4", "white archer D5", "black rogue A8", gripped={"D5": 10})
    swap = Swapped("white", "archer", "D4", "D5")
    with pytest.raises(Unsound, match="held unit was swapped"):
        Invariants().step(rogues, swap, after(rogues, swap))


@pytest.mark.parametrize(
    ("square", "kind", "says"),
    [("A4", "archer", "first three rows"), ("B3", "archer", "on a treasure"), ("A2", "caster", "removed")],
)
def test_a_broken_placement_is_noticed(square: str, kind: str, says: str) -> None:
    before = placing(["archer", "knight"])
    before.removed = ("caster",)
    event = Placed("white", kind, square)
    with pytest.raises(Unsound, match=says):
        Invariants().step(before, event, after(before, event))
    ready = Readied("white")
    with pytest.raises(Unsound, match="too soon"):
        Invariants().step(before, ready, after(before, ready))


ENDINGS: list[tuple[State, str]] = [
    (standing(board={"B2": Piece("white", "archer", "north")}, lost=(("black", "rogue"),) * 3), "units"),
    (standing(board={}, lost=(("black", "rogue"),) * 4), "destruction"),
    (standing(treasures={"B3": position().treasures["B3"]}), "treasures"),
    (standing(gripped={"B2": 9}), "grip"),
    (standing(lost=(("black", "rogue"),)), "5 units for 4"),
    (standing(result=Outcome("units", None, "")), "units for nothing"),
    (standing(result=Outcome("agreed", None, "")), "nobody offered"),
    (standing(result=Outcome("forfeit", None, "")), "nobody won"),
]


@pytest.mark.parametrize(("state", "says"), ENDINGS)
def test_a_game_ends_when_a_rule_says_so_and_not_else(state: State, says: str) -> None:
    with pytest.raises(Unsound, match=says):
        Invariants().rest(state)


def test_nothing_happens_after_the_end() -> None:
    over = after(standing(), Ended("forfeit", "black", "White gives up."))
    event = TurnEnded("white", True)
    with pytest.raises(Unsound, match="after the end"):
        Invariants().step(over, event, after(over, event))
