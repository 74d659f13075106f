"""The orders of Crusade as text: they read back, and bad ones are refused and nothing else."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.crusade.names import FACINGS, KINDS, SQUARES
from engine.crusade.orders import GRAMMAR, Cast, Command, Move, Place, Rotate, Shoot, read_clause
from engine.kernel.completion import complete, nearest, read
from engine.kernel.dice import ScriptedDice
from engine.kernel.errors import IllegalOrder, UnknownWords
from engine.kernel.orders import Order
from tests.support.crusade import WHITE, crusade, placing, position, random_game
from tests.support.refusals import refusal_of

squares, facings = st.sampled_from(SQUARES), st.sampled_from(FACINGS)
spells = st.builds("{} to {}".format, squares, squares) | st.builds("{} facing {}".format, squares, facings)
deeds = (
    spells
    | st.builds("{} to {} aside {}".format, squares, squares, squares)
    | st.builds("{} to {} aside {} facing {}".format, squares, squares, squares, facings)
)
followers = spells | st.builds("{} to {} facing {}".format, squares, squares, facings)


def few(items: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(items, max_size=3).map(tuple)


orders: st.SearchStrategy[Order] = (
    st.builds(
        Move, squares, squares, st.none() | squares, st.none() | facings, st.none() | spells, few(followers)
    )
    | st.builds(Rotate, squares, facings, st.none() | spells, few(followers))
    | st.builds(Cast, squares, spells, few(followers))
    | st.builds(Shoot, squares, squares)
    | st.builds(
        Command,
        squares,
        st.none() | squares,
        st.none() | st.builds("{} facing {}".format, squares, facings),
        few(deeds),
        few(followers),
    )
    | st.builds(Place, st.sampled_from(KINDS), st.lists(squares, min_size=1, max_size=5).map(tuple))
)

STATE = position(
    *("white archer B2", "white caster D3", "white rogue C3", "white commander D2", "white knight E1"),
    *("black warrior D5", "black archer B4", "black rogue E6", "black bishop D8"),
)


@given(orders)
def test_every_order_reads_back(order: Order) -> None:
    assert GRAMMAR.parse(order.text()) == order
    assert GRAMMAR.parse(order.text().lower()) == order


@given(orders)
def test_every_order_is_legal_or_refused_with_a_rule_and_legal_hints(order: Order) -> None:
    refusal = refusal_of(lambda: crusade().decide(STATE, WHITE, order, ScriptedDice()))
    if refusal is not None:
        assert refusal.rule
        assert refusal.reason.endswith(".")
        for line in nearest(crusade(), STATE, WHITE, order):
            crusade().decide(STATE, WHITE, GRAMMAR.parse(line), ScriptedDice())


words = st.sampled_from(
    ["move", "command", "to", "then", "B2", "D3", "facing", "east", "casting on", "followed by", ","]
)


@given(st.lists(words | st.text(max_size=5), max_size=10).map(" ".join))
def test_noise_is_an_order_or_refused(line: str) -> None:
    for state in (STATE, placing(["archer", "knight"], 1, 1)):
        refusal_of(partial(read, crusade(), state, WHITE, line))
        for way in complete(crusade(), state, WHITE, line):
            if way.done:
                crusade().decide(state, WHITE, GRAMMAR.parse(way.line), ScriptedDice())


@pytest.mark.parametrize(
    "order",
    [
        Order(),
        Move("B2", 5),  # type: ignore[arg-type]
        Move(("B2",), "B3"),  # type: ignore[arg-type]
        Move("B2", "B3", followers="C3"),  # type: ignore[arg-type]
        Move("B2", "B3", followers=(3,)),  # type: ignore[arg-type]
        Move("Z9", "B3"),
        Rotate("B2", "up"),
    ],
)
def test_orders_no_line_could_say_are_refused(order: Any) -> None:
    before = STATE.facts()
    with pytest.raises(IllegalOrder):
        crusade().decide(STATE, WHITE, order, ScriptedDice())
    assert STATE.facts() == before


def test_shorthand() -> None:
    assert GRAMMAR.parse("MOVE b2 b3 facing e") == Move("B2", "B3", None, "east")
    assert GRAMMAR.parse("place archers at b2 and c2") == Place("archer", ("B2", "C2"))
    assert read_clause("C3 to D4 facing east") == {"": "C3", "to": "D4", "facing": "east"}
    with pytest.raises(UnknownWords):
        GRAMMAR.parse("command D2 then C3")


def test_games_are_the_same_for_the_same_seed() -> None:
    assert random_game(3).head == random_game(3).head
    assert random_game(3).head != random_game(4).head


def test_options_and_seats_the_game_does_not_have() -> None:
    with pytest.raises(ValueError, match="no option"):
        crusade().start({"board": "round"})
    with pytest.raises(IllegalOrder):
        crusade().grammar(crusade().title)  # type: ignore[arg-type]
    for text in ("", "[]", "3", "null", '["d"]', "{"):
        with pytest.raises(ValueError, match=r"not a (frozen value|position)|another version|Expecting"):
            crusade().thaw(text)
