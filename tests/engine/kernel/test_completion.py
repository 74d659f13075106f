"""Completion: slot by slot, from half a line, and after a refusal."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.completion import Walk, complete, nearest, read
from engine.kernel.dice import ScriptedDice
from engine.kernel.errors import UnknownWords
from tests.support.refusals import refusal_of
from tests.support.tiny_game import GOODS, LEFT, RIGHT, Bid, Boast, State, TinyGame

GAME = TinyGame()
STATE = State(hands={LEFT: (2, 5, 7), RIGHT: (1, 3, 9)})


def lines(line: str, limit: int = 25) -> list[str]:
    return [way.line for way in complete(GAME, STATE, LEFT, line, limit)]


def test_a_walk_offers_one_slot_after_the_other() -> None:
    walk = Walk(GAME, STATE, LEFT, "boast")
    assert not walk.may_end()
    assert list(walk.offers()) == list(GOODS)
    walk.take("salt")
    assert walk.may_end()
    assert walk.line() == "boast of salt"
    assert "salt" not in walk.offers()
    walk.take("gold")
    walk.take(None)
    assert walk.slot == Boast.SLOTS[1]
    walk.take("right")
    assert walk.offers() == ()
    assert walk.built() == Boast(("salt", "gold"), "right")
    assert walk.line() == walk.built().text()
    with pytest.raises(ValueError, match="whole"):
        walk.take("left")


def test_random_walks_are_legal_orders() -> None:
    chance = random.Random(1)
    for verb in ("bid", "boast"):
        for _ in range(50):
            order = Walk(GAME, STATE, LEFT, verb).finish(chance.choice)
            assert order is not None
            assert GAME.grammar(LEFT).parse(order.text()) == order
            GAME.decide(STATE, LEFT, order, ScriptedDice())


def test_an_empty_line_offers_the_verbs() -> None:
    assert lines("") == ["bid", "boast"]
    assert lines("bo") == ["boast", "bid"]
    assert lines("", limit=1) == ["bid"]
    assert (
        complete(GAME, GAME.fold(STATE, GAME.decide(STATE, LEFT, Bid(2), ScriptedDice()).events), LEFT, "")
        == ()
    )


def test_a_verb_offers_its_first_slot() -> None:
    assert lines("bid") == ["bid 2", "bid 5", "bid 7"]
    assert lines("bid 7") == ["bid 7"]
    assert lines("bid 7 xyzzy") == ["bid 7"]
    assert lines("bid 3")[0] in ("bid 2", "bid 5", "bid 7")
    assert all(way.done for way in complete(GAME, STATE, LEFT, "bid"))


def test_lists_and_optional_parts() -> None:
    assert lines("boast of s")[:2] == ["boast of salt", "boast of silver and tin"]
    assert lines("boast of salt") == [
        "boast of salt",
        "boast of salt, gold",
        "boast of salt, the Queen's ring",
        "boast of salt, silver and tin",
        "boast of salt to left",
        "boast of salt to right",
    ]
    for joint in (", ", " and ", ", and "):
        assert lines(f"boast of salt{joint}the")[0] == "boast of salt, the Queen's ring"
    assert lines("boast of salt to r")[0] == "boast of salt to right"
    assert lines("boast of salt t")[:2] == ["boast of salt, the Queen's ring", "boast of salt to left"]
    assert lines("boast salt, gold to right") == ["boast of salt, gold to right"]
    assert lines("boast of the queen’s ri")[0] == "boast of the Queen's ring"


noise = st.lists(
    st.sampled_from(["bid", "boast", "of", "to", "and", ",", "2", "9", *GOODS, "left"]) | st.text(max_size=6),
    max_size=8,
).map(" ".join)


@given(noise)
def test_what_is_offered_and_done_is_legal(line: str) -> None:
    for way in complete(GAME, STATE, LEFT, line):
        assert way.line.startswith(("bid", "boast"))
        if way.done:
            order = GAME.grammar(LEFT).parse(way.line)
            assert order.text() == way.line
            GAME.decide(STATE, LEFT, order, ScriptedDice())


@given(noise)
def test_reading_noise_names_what_is_legal(line: str) -> None:
    refusal = refusal_of(lambda: read(GAME, STATE, LEFT, line))
    assert refusal is None or 1 <= len(refusal.nearest) <= 3


def test_a_very_long_line_still_gets_hints() -> None:
    with pytest.raises(UnknownWords) as refused:
        read(GAME, STATE, LEFT, "bid " + "9" * 10_000)
    assert refused.value.nearest == ("bid 2", "bid 5", "bid 7")


def test_the_nearest_legal_orders() -> None:
    assert nearest(GAME, STATE, LEFT, Bid(3)) == ("bid 2", "bid 5", "bid 7")
    twice = nearest(GAME, STATE, LEFT, Boast(("salt", "salt")))
    assert sorted(twice) == [f"boast of salt, {good}" for good in sorted(GOODS) if good != "salt"]
    assert nearest(GAME, STATE, LEFT, None) == ("bid 2", "boast of gold")
    assert nearest(GAME, STATE, LEFT, None, limit=1) == ("bid 2",)


def test_an_order_that_was_refused_is_never_its_own_remedy() -> None:
    assert nearest(GAME, STATE, LEFT, Bid(2)) == ("boast of gold",)
