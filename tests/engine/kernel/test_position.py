"""Positions, drafts and what every game of theirs gets: on a game of counting."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from engine.kernel.draft import Draft
from engine.kernel.folding import FoldingGame
from engine.kernel.freezer import Freezer
from engine.kernel.game import Event, Outcome
from engine.kernel.position import Position
from engine.kernel.seats import Seat

PACK = SimpleNamespace(hash="counting-1")


@dataclass(frozen=True, slots=True)
class Counted(Event):
    seat: str
    more: int


@dataclass(frozen=True, slots=True)
class Won(Event):
    seat: str


class Count(Position):
    DERIVED = frozenset({"pack", "sum"})

    def __init__(self, pack: Any = PACK) -> None:
        self.pack = pack
        self.counts: dict[str, int] = {}
        self.result = None
        self.sum = 0


def _counted(state: Count, event: Counted) -> None:
    state.counts = {**state.counts, event.seat: state.counts.get(event.seat, 0) + event.more}
    state.sum = sum(state.counts.values())


def _won(state: Count, event: Won) -> None:
    state.result = Outcome("counted out", Seat(event.seat), "Enough.")


Count.APPLIERS = {Counted: _counted, Won: _won}


class Counting(FoldingGame[Count]):
    title = "Counting"
    pack = PACK
    FREEZER = Freezer(())

    def bare(self, facts: Mapping[str, Any]) -> Count:
        return Count()


def test_facts_change_a_copy() -> None:
    start = Count()
    after = start.after([Counted("left", 2), Counted("right", 3), Counted("left", 1)])
    assert after.facts() == {"counts": {"left": 3, "right": 3}, "result": None}
    assert start.counts == {}
    assert after != start
    assert after == after.copy()
    assert after.copy().counts is after.counts


def test_what_is_derived_is_not_compared_but_the_pack_is() -> None:
    one, other = Count(), Count()
    other.sum = 7
    assert one == other
    assert one != Count(SimpleNamespace(hash="other"))
    assert one != "a position"


def test_a_draft_notes_what_happens_and_leaves_the_position() -> None:
    start = Count()
    draft = Draft(start)
    draft.emit(Counted("left", 4))
    assert draft.state.counts == {"left": 4}
    draft.emit(Won("left"))
    judged = draft.judged()
    assert judged.events == (Counted("left", 4), Won("left"))
    assert judged.after == start.after(judged.events)
    assert start.result is None


def test_a_game_folds_and_keeps_positions() -> None:
    game = Counting()
    events = (Counted("left", 4), Won("left"))
    state = game.fold(Count(), events)
    assert game.evolve(game.evolve(Count(), events[0]), events[1]) == state
    assert game.outcome(state) == Outcome("counted out", Seat("left"), "Enough.")
    assert game.outcome(Count()) is None
    assert game.content == "counting-1"
    thawed = game.thaw(game.freeze(state))
    assert thawed == state
    assert thawed.result == state.result
    assert game.freeze(thawed) == game.freeze(state)


@pytest.mark.parametrize(
    ("text", "says"),
    [("3", "not a position of Counting"), ('["d"]', "another version of Counting"), ("{", "Expecting")],
)
def test_what_is_no_position_is_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Counting().thaw(text)
