"""Orders: one line in, one order out, and back."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.kernel.errors import IllegalOrder, IncompleteOrder, UnknownWords
from engine.kernel.orders import (
    LONGEST_LINE,
    Grammar,
    Order,
    Slot,
    number,
    phrases,
    read_share,
    share,
    tidy,
)
from tests.support.refusals import refusal_of

PLACES = ("Ganth", "Ganth 1", "Ganth 12", "Ashenk'goli", "P'thing'gung", "Weißenburg", "Port and Bay")
UNITS = ("fleet A", "fleet B", "army C", "Sir Roger", "to the hilt")


@dataclass(frozen=True, slots=True)
class Move(Order):
    VERB: ClassVar[str] = "move"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("unit", "unit"),
        Slot("to", "place", "to"),
        Slot("carrying", "unit", "carrying", many=True, optional=True),
        Slot("by", "place", "by", optional=True),
    )
    unit: str
    to: str
    carrying: tuple[str, ...] = ()
    by: str | None = None


@dataclass(frozen=True, slots=True)
class MoveOn(Order):
    VERB: ClassVar[str] = "move on"


@dataclass(frozen=True, slots=True)
class Lose(Order):
    VERB: ClassVar[str] = "lose"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("losses", "loss", many=True), Slot("at", "place", "at"))
    losses: tuple[str, ...]
    at: str


@dataclass(frozen=True, slots=True)
class Scout(Order):
    VERB: ClassVar[str] = "scout"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("unit", "unit", optional=True),
        Slot("times", "number", "for", optional=True),
    )
    unit: str | None = None
    times: int | None = None


UNIT = phrases({**{unit: unit for unit in UNITS}, "flagship": "fleet A"})
GRAMMAR = Grammar(
    (Move, MoveOn, Lose, Scout),
    {"unit": UNIT, "place": phrases(PLACES), "loss": share(UNIT), "number": number},
    {"unit": UNITS, "place": PLACES},
)

places, units = st.sampled_from(PLACES), st.sampled_from(UNITS)
losses = st.tuples(st.integers(0, 999), units).map(lambda pair: f"{pair[0]} from {pair[1]}")
orders: st.SearchStrategy[Order] = (
    st.builds(Move, units, places, st.lists(units, max_size=4).map(tuple), st.none() | places)
    | st.just(MoveOn())
    | st.builds(Lose, st.lists(losses, min_size=1, max_size=4).map(tuple), places)
    | st.builds(Scout, st.none() | units, st.none() | st.integers(0, 999))
)


@given(orders)
def test_an_order_reads_back_as_itself(order: Order) -> None:
    line = order.text()
    assert line == str(order) == tidy(line)
    assert GRAMMAR.parse(line) == order
    assert GRAMMAR.parse(line.upper().replace("SS", "ß")) == order


@given(orders, st.sampled_from(["  ", "\t", "\u00a0", "\u200b", "\n"]))
def test_blanks_of_any_kind_are_blanks(order: Order, blank: str) -> None:
    assert GRAMMAR.parse(blank + order.text().replace(" ", blank) + blank) == order


@pytest.mark.parametrize(
    "line",
    [
        "move fleet A to Ganth carrying army C, Sir Roger",
        "move fleet A to Ganth carrying army C and Sir Roger",
        "move fleet A to Ganth carrying army C, and Sir Roger",
        "Move Fleet a To gANTH  Carrying army c ,sir roger,",
        "move flagship, to Ganth, carrying army C, Sir Roger",
        "move fleet A Ganth carrying army C,, Sir Roger",
    ],
)
def test_people_write_lists_in_their_own_ways(line: str) -> None:
    assert GRAMMAR.parse(line) == Move("fleet A", "Ganth", ("army C", "Sir Roger"))


def test_the_longest_name_wins_and_names_may_hold_little_words() -> None:
    assert GRAMMAR.parse("move army C to Ganth 12") == Move("army C", "Ganth 12")
    assert GRAMMAR.parse("move to the hilt to Port and Bay carrying to the hilt and army C by Ganth") == Move(
        "to the hilt", "Port and Bay", ("to the hilt", "army C"), "Ganth"
    )
    assert GRAMMAR.parse("move on") == MoveOn()


@pytest.mark.parametrize("apostrophe", ["'", "\u2019", "\u2018", "`", "\uff07"])
def test_every_apostrophe_will_do(apostrophe: str) -> None:
    name = f"p{apostrophe}thing{apostrophe}gung"
    assert GRAMMAR.parse(f"move army C to {name}") == Move("army C", "P'thing'gung")


def test_shares_of_things() -> None:
    order = GRAMMAR.parse("lose 2 from army C and 1 flagship at Ganth")
    assert order == Lose(("2 from army C", "1 from fleet A"), "Ganth")
    assert read_share("2 from army C") == (2, "army C")


def test_optional_slots_without_a_word() -> None:
    assert GRAMMAR.parse("scout") == Scout()
    assert GRAMMAR.parse("scout army C") == Scout("army C")
    assert GRAMMAR.parse("scout for 3") == Scout(None, 3)


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        ("", UnknownWords, "empty line"),
        (" ,, \u200b", UnknownWords, "empty line"),
        ("mvoe fleet A", UnknownWords, "“move”"),
        ("moved", UnknownWords, "“move”"),
        ("xyzzy", UnknownWords, "No order begins with"),
        ("move", IncompleteOrder, "still needs: unit"),
        ("move fleet A", IncompleteOrder, "still needs: place"),
        ("move fleet A to", IncompleteOrder, "still needs: place"),
        ("move fleet A to Ganth carrying", IncompleteOrder, "still needs: unit"),
        ("move fleet A to Ganth carrying army C and", IncompleteOrder, "still needs: unit"),
        ("move fleet A to Gant", UnknownWords, "Did you mean “Ganth”"),
        ("move fleet A to Ganth 2", UnknownWords, "not “2” after it"),
        ("move fleet A to Ganth carrying army C, army Q", UnknownWords, "“army Q” is no unit"),
        ("move fleet A to Straße", UnknownWords, "“Straße” is no place"),
        ("lose 1000 from army C at Ganth", UnknownWords, "is no loss for"),
        ("lose one from army C at Ganth", UnknownWords, "is no loss for"),
        ("move on now", UnknownWords, "not “now” after it"),
    ],
)
def test_a_refusal_says_what_is_wrong(line: str, error: type[IllegalOrder], says: str) -> None:
    with pytest.raises(error) as refused:
        GRAMMAR.parse(line)
    assert says in refused.value.reason
    assert refused.value.rule == ""


def test_a_line_of_ten_thousand_characters_is_refused_unread() -> None:
    for line in ("x" * 10_000, "move fleet A, " * 1000, "\u200b" * 10_000, "\ufdfa" * 10_000):
        with pytest.raises(UnknownWords, match=f"never needs {LONGEST_LINE}"):
            GRAMMAR.parse(line)


words = st.sampled_from(
    [
        "move",
        "on",
        "lose",
        "scout",
        "to",
        "carrying",
        "and",
        ",",
        "by",
        "for",
        "at",
        "from",
        "2",
        *UNITS,
        *PLACES,
    ]
)
noise = st.lists(words | st.text(max_size=8), max_size=12).map(" ".join) | st.text(
    st.characters(exclude_categories=()), max_size=80
)


@given(noise)
@example("İ" * 20)
@example("move ﬀ to ǰ\u0345")
@example("\ud800\udfff move")
@example("move " + "ﷺ" * 500)
@example("move fleet A to \u202eGanth")
@example("lose ² from army C at Ganth")
def test_whatever_is_said_it_is_an_order_or_an_illegal_order(line: str) -> None:
    refusal = refusal_of(lambda: GRAMMAR.parse(line))
    if refusal is None:
        order = GRAMMAR.parse(line)
        assert GRAMMAR.parse(order.text()) == order
    else:
        assert 0 < len(str(refusal)) < 1000


@given(noise)
def test_tidying_twice_is_tidying_once(line: str) -> None:
    once = tidy(line)
    assert tidy(once) == once
    once.encode()


@given(orders, st.integers(0, 200))
def test_half_an_order_never_raises_anything_else(order: Order, at: int) -> None:
    refusal = refusal_of(lambda: GRAMMAR.parse(order.text()[:at]))
    assert refusal is None or refusal.reason
