"""Bad input: whatever is thrown at the game, it answers with an `IllegalOrder` and changes nothing.

Unknown words, the wrong seat, the wrong phase, half an order, ten thousand characters, odd Unicode, legal
lines with a few words changed, and orders as objects with fields of the wrong kind or of another game.
"""

import dataclasses
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot import sim
from bot.games import game as any_game
from engine.high_crusade.names import CRUSADER, SEATS, WERSGORIX
from engine.high_crusade.registry import orders
from engine.high_crusade.state import State
from engine.kernel.completion import Walk, complete, nearest, read
from engine.kernel.errors import (
    GameOver,
    IllegalOrder,
    IncompleteOrder,
    NotNow,
    NotYourDecision,
    UnknownWords,
)
from engine.kernel.orders import LONGEST_LINE, Order, Slot
from engine.kernel.record import Record
from engine.kernel.seats import Seat
from engine.kernel.soundness import ChanceDice
from tests.support.board import game
from tests.support.melee import Brawl
from tests.support.refusals import refusal_of

HARD = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
SEAT = st.sampled_from(SEATS)


@lru_cache(maxsize=1)
def positions() -> tuple[State, ...]:
    """Positions of every phase and of many questions."""
    found: dict[tuple[Any, ...], State] = {}

    def keep(match: sim.Match) -> None:
        state: State = match.state
        key = (state.phase, tuple((ask.kind, ask.seat) for ask in state.asks), state.result is None)
        found.setdefault(key, state)

    for number in range(4):
        (plan,) = sim.plans("high_crusade", [("scenario", "basic")], "raider", 1, seed=2, first=number)
        sim.play(plan, checked=False, on_order=keep)
    for seed in range(30):
        brawl = Brawl(20_000 + seed)
        brawl.play(15)
        ask = tuple((it.kind, it.seat) for it in brawl.state.asks)
        found.setdefault((brawl.state.phase, ask, brawl.state.result is None), brawl.state)
    return tuple(found.values())


@lru_cache(maxsize=1)
def frozen() -> tuple[str, ...]:
    return tuple(game().freeze(state) for state in positions())


@lru_cache(maxsize=1)
def lines() -> tuple[str, ...]:
    """Legal lines of all these positions."""
    rng = Random(8)
    found = []
    for state in positions():
        for seat in SEATS:
            for verb in game().verbs(state, seat):
                order = Walk(game(), state, seat, verb).finish(rng.choice)
                if order is not None:
                    found.append(order.text())
    return tuple(dict.fromkeys(found))


def throw(place: int, seat: Seat, line: str) -> IllegalOrder | None:
    """Say a line in a position; what came of it, if it was refused. Anything else is raised."""
    state = positions()[place]
    rules = game()
    refusal = None
    order: Order | None = None
    try:
        order = read(rules, state, seat, line)
        rules.decide(state, seat, order, ChanceDice(Random(1)))
    except IllegalOrder as error:
        refusal = error
    check(place, seat, refusal, order)
    complete(rules, state, seat, line)
    assert rules.freeze(state) == frozen()[place], "the position was changed"
    return refusal


def check(place: int, seat: Seat, refusal: IllegalOrder | None, order: Order | None) -> None:
    if refusal is None:
        return
    assert len(refusal.reason) > 15, refusal
    assert len(refusal.reason) < 700, refusal
    assert refusal.reason[0].isupper() or not refusal.reason[0].isalpha(), refusal
    assert refusal.reason.rstrip("”").endswith((".", "?", "…")), refusal
    if order is not None:
        for near in nearest(game(), positions()[place], seat, order):
            assert game().grammar(seat).parse(near).text() == near


place_of = st.deferred(lambda: st.integers(0, len(positions()) - 1))
legal = st.deferred(lambda: st.sampled_from(lines()))


@HARD
@given(place_of, SEAT, st.text(max_size=200))
def test_any_text(place: int, seat: Seat, line: str) -> None:
    """Whatever characters there are."""
    throw(place, seat, line)


@HARD
@given(place_of, SEAT, legal)
def test_lines_of_other_positions(place: int, seat: Seat, line: str) -> None:
    """Wrong phase, wrong seat, wrong pieces; some of them happen to be legal."""
    throw(place, seat, line)


@HARD
@given(place_of, SEAT, legal, st.data())
def test_half_orders(place: int, seat: Seat, line: str, data: st.DataObject) -> None:
    """A line cut off anywhere."""
    throw(place, seat, line[: data.draw(st.integers(0, len(line)))])


WORDS = (
    *("move", "to", "carrying", "with", "from", "and", ",", "at", "Ganth", "Ganth 1", "army", "fleet A", "’"),
    *("garrison", "0", "00", "999", "-1", "1", "10", "2 from army A", "Sir Roger", "nobody", "P'thing'gung"),
)
ODD = ("\u202e", "\u0000", "\ud800", "İ", "ß", "ﬁ", "é", "\u200b", "𝔸", "٣", "²", "\n", "\t", "“", "`")


@HARD
@given(place_of, SEAT, legal, st.data())
def test_mutated_lines(place: int, seat: Seat, line: str, data: st.DataObject) -> None:
    """Words dropped, doubled, swapped and put in; odd characters in between; all in capitals."""
    words = line.split(" ")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(words)))
        what = data.draw(st.sampled_from(("drop", "double", "word", "odd", "upper", "number")))
        if what == "word":
            words.insert(at, data.draw(st.sampled_from(WORDS)))
        elif words and at < len(words):
            changed = {
                "drop": [],
                "double": [words[at]] * 2,
                "odd": [words[at] + data.draw(st.sampled_from(ODD))],
                "upper": [words[at].upper()],
                "number": [str(data.draw(st.integers(0, 10**6)))],
            }[what]
            words[at : at + 1] = changed
    throw(place, seat, " ".join(words))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    "stuff", ["x", "move ", "army A, ", "é" * 3, "\u0301", "attack Ganth 1 with " * 2, "'", "1 "]
)
def test_ten_thousand_characters(seat: Seat, stuff: str) -> None:
    """Refused unread, at once, everywhere."""
    line = (stuff * 10_000)[:10_000]
    for place in range(len(positions())):
        refusal = throw(place, seat, line)
        assert refusal is not None
        assert str(LONGEST_LINE) in refusal.reason


@pytest.mark.parametrize("line", ["", " ", ",", ", ,", "\u200b", "\n\n", "'"])
def test_nothing_is_no_order(line: str) -> None:
    """Empty lines in all their forms."""
    assert isinstance(throw(0, CRUSADER, line), UnknownWords)


def test_a_seat_that_is_not_asked_is_told_so() -> None:
    """The wrong seat, and a seat that there is not."""
    rules = game()
    for state in positions():
        waiting = {decision.seat for decision in rules.pending(state)}
        for seat in set(SEATS) - waiting:
            with pytest.raises(GameOver if state.result else NotYourDecision):
                rules.decide(state, seat, rules.grammar(seat).parse("done"), ChanceDice(Random(1)))
        for seat in (Seat("spectator"), Seat(""), Seat("Crusader")):
            order = rules.grammar(CRUSADER).parse("done")
            with pytest.raises(IllegalOrder):
                rules.decide(state, seat, order, ChanceDice(Random(1)))
            with pytest.raises(IllegalOrder):
                read(rules, state, seat, "done")


def test_the_wrong_phase_is_named() -> None:
    """An order of another phase says when it can be given."""
    state = next(it for it in positions() if it.phase == "conversion" and not it.asks)
    with pytest.raises(NotNow, match="Movement"):
        game().decide(
            state, CRUSADER, game().grammar(CRUSADER).parse("move fleet A to Ganth"), ChanceDice(Random(1))
        )


def test_half_an_order_says_what_is_missing() -> None:
    """And how it is written."""
    with pytest.raises(IncompleteOrder, match=r"still needs: place\. It is written: move PIECE to PLACE"):
        game().grammar(CRUSADER).parse("move fleet A")


# -- structures ----------------------------------------------------------------------------------------------

ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**9),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(
        ("Ganth", "Ganth 1", "army A", "Sir Roger", "2 from army A", "A", "Jair", "ground", "-1 from army A")
    ),
    st.lists(st.text(max_size=5), max_size=3),
    st.lists(st.sampled_from(("army A", "Sir Roger", "1 from army A", "fleet B")), max_size=3).map(tuple),
    st.tuples(st.integers(), st.none()),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.binary(max_size=4),
)


@settings(HARD, max_examples=500)
@given(place_of, SEAT, st.data())
def test_orders_with_fields_of_any_kind(place: int, seat: Seat, data: st.DataObject) -> None:
    """Orders as objects, as a door could hand them over by mistake."""
    state = positions()[place]
    known = game().grammar(seat).orders
    verbs = game().verbs(state, seat) or tuple(known)
    kind = known[data.draw(st.sampled_from(verbs))]
    values: dict[str, Any] = {}
    walk = Walk(game(), state, seat, kind.VERB)
    whole: bool = data.draw(st.booleans())
    if game().verbs(state, seat) and whole:
        order = walk.finish(data.draw(st.randoms(use_true_random=False)).choice)
        assert order is not None
        values = {slot.name: getattr(order, slot.name) for slot in kind.SLOTS}
        spoilt = data.draw(st.lists(st.sampled_from([slot.name for slot in kind.SLOTS] or [""]), max_size=2))
        values |= {name: data.draw(ANYTHING) for name in spoilt if name}
    else:
        values = {slot.name: data.draw(ANYTHING) for slot in kind.SLOTS}
    hand_over(place, seat, kind(**values))


def hand_over(place: int, seat: Seat, order: Any) -> IllegalOrder | None:
    state = positions()[place]
    refusal = refusal_of(lambda: game().decide(state, seat, order, ChanceDice(Random(1))))
    assert refusal is None or len(refusal.reason) > 15
    assert game().freeze(state) == frozen()[place]
    return refusal


WRONG: tuple[Any, ...] = (
    *("", "nobody", "Ganth", "Ganth 1", "army A", "fleet Z", "Sir Roger", "sir roger", "A", "Jair", "ground"),
    *("2 from army A", "x from army A", "-1 from army A", "0 from army A", "3 from Ganth", "Crusader army A"),
    *("garrison at Ganth 9", "Wersgorix fleet K", -1, 0, 1, 10**9),
)


@pytest.mark.parametrize("chunk", range(4))
def test_every_slot_of_every_order_with_every_wrong_value(chunk: int) -> None:
    """One slot of an otherwise legal order is put wrong, in every position, for every verb."""
    for place in range(chunk, len(positions()), 4):
        for seat in SEATS:
            for verb in game().verbs(positions()[place], seat):
                _spoil(place, seat, verb)


def _spoil(place: int, seat: Seat, verb: str) -> None:
    state = positions()[place]
    legal_order = Walk(game(), state, seat, verb).finish(Random(1).choice)
    assert legal_order is not None
    for slot in legal_order.SLOTS:
        for wrong in WRONG:
            for value in ((wrong,), (wrong, wrong)) if slot.many else (wrong,):
                order = dataclasses.replace(legal_order, **{slot.name: value})
                refusal_of(lambda order=order: game().decide(state, seat, order, ChanceDice(Random(1))))  # type: ignore[misc]
    assert game().freeze(state) == frozen()[place]


@dataclasses.dataclass(frozen=True, slots=True)
class Cheat(Order):
    """An order of no game."""

    VERB: ClassVar[str] = "done"


@dataclasses.dataclass(frozen=True, slots=True)
class Steal(Order):
    """Another one, with a slot that no game has."""

    VERB: ClassVar[str] = "move"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("what", "nothing"),)
    what: str = "all"


def test_orders_of_other_games_are_none_of_this_one() -> None:
    """Nor are things that are no orders."""
    other = any_game("crusade")
    foreign: list[Any] = []
    for kind in other.grammar(other.seats[0]).orders.values():
        if kind not in orders:
            foreign.append(kind(**{slot.name: "A" for slot in kind.SLOTS}))
    for order in (*foreign, Cheat(), Steal(), None, "done", 3, object(), {}):
        for place in range(0, len(positions()), 7):
            for seat in SEATS:
                assert hand_over(place, seat, order) is not None


@HARD
@given(SEAT, st.one_of(legal, st.text(max_size=60)))
def test_a_record_takes_bad_input_no_worse(seat: Seat, line: str) -> None:
    """Through the whole kernel: a refused line leaves no trace in the log, and names legal orders."""
    record = _record()
    count, head = record.count, record.head
    try:
        record.propose(seat, line)
    except IllegalOrder as refusal:
        for near in refusal.nearest:
            read(record.game, record.state, seat, near)
    assert (record.count, record.head) == (count, head)


@lru_cache(maxsize=1)
def _record() -> Record[State]:
    record: Record[State] = Record.create(game(), b"bad input")
    for _ in range(6):
        decision = game().pending(record.state)[0]
        record.submit(decision.seat, decision.default)
    return record


def test_there_are_positions_of_every_kind() -> None:
    """Otherwise the tests above would prove little."""
    assert len(positions()) > 30
    assert {state.phase for state in positions()} >= {
        "setup",
        "conversion",
        "fiefs",
        "crusader_movement",
        "alert",
    }
    assert any(state.result for state in positions())
    assert any(ask.seat == WERSGORIX for state in positions() for ask in state.asks)
