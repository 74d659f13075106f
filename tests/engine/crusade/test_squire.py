"""The squire of Crusade: he plays well, at once, by the rules, and by nothing but his own View."""

import random
from collections import Counter
from itertools import islice

import pytest

from bot import sim
from engine.crusade.names import OTHER, SEATS
from engine.crusade.squire import Squire
from engine.crusade.squire.field import Field, field_of
from engine.crusade.squire.moves import added, ways_on
from engine.crusade.squire.ways import NEVER, turns_to
from engine.crusade.squire.worth import covered, danger, gains, worth
from engine.crusade.state import PLACEMENT, State
from engine.kernel.dice import CommittedDice, ScriptedDice
from engine.kernel.game import Outcome
from engine.kernel.orders import Order
from engine.kernel.players import SeatOptions
from engine.kernel.record import Record
from engine.kernel.seats import Seat, viewer_of
from tests.support.crusade import (
    WHITE,
    crusade,
    piece,
    placing,
    play,
    position,
    positions,
    random_game,
    random_order,
)


def outcomes(who: str, count: int) -> list[tuple[Outcome, State]]:
    """How so many games between these players end."""
    found: list[tuple[Outcome, State]] = []

    def keep(match: sim.Match) -> None:
        if match.state.result is not None:
            found.append((match.state.result, match.state))

    for plan in sim.plans("crusade", (), who, count, seed=7):
        sim.play(plan, checked=False, on_order=keep)
    return found


def chosen(state: State, seat: Seat, chance: int = 1) -> Order:
    """What the squire does in this position."""
    game = crusade()
    asked = next(it for it in game.pending(state) if it.seat == seat)
    squire = Squire(seat, random.Random(chance))
    return squire.choose(game.view(state, viewer_of(seat)), asked, SeatOptions(game, state, seat))


@pytest.mark.parametrize(("who", "winner"), [("squire:random", "white"), ("random:squire", "black")])
def test_he_beats_chance_on_either_side(who: str, winner: str) -> None:
    report = sim.run(sim.plans("crusade", (), who, 10, seed=7), checked=False)
    assert report.tally.winners[winner] >= 9


def test_two_of_them_come_to_an_end() -> None:
    for outcome, state in outcomes("squire", 3):
        assert outcome.winner is not None
        assert state.turn < 200


def test_he_answers_whatever_he_is_asked() -> None:
    """Every kind of decision, in random positions, with an order that is accepted."""
    asked: Counter[str] = Counter()
    for number in range(3):
        chance = random.Random(number)
        record = Record.create(crusade(), b"squire %d" % number)
        while not record.over and record.count < 120:
            decision = chance.choice(crusade().pending(record.state))
            order = chosen(record.state, decision.seat, number)
            crusade().decide(record.state, decision.seat, order, ScriptedDice())
            asked[decision.kind] += 1
            record.submit(decision.seat, random_order(record, chance, decision.seat))
    assert set(asked) == {"placement", "turn", "recruit"}


def test_he_declines_a_draw_by_playing_on() -> None:
    offered = play(position("white rogue A2", "black rogue H7"), "offer draw", "pass")
    assert chosen(offered, Seat("black")).VERB == "move"


def test_he_passes_when_he_can_do_nothing() -> None:
    stuck = position("white bishop A1", "white commander B2", "black rogue H7", gripped={"A1": 10, "B2": 10})
    assert chosen(stuck, WHITE).text() == "pass"


def test_he_takes_what_wins() -> None:
    treasures = {at: it for at, it in position().treasures.items() if it.owner == "white" or at == "B6"}
    last = position("white rogue B5", "white knight D4", "black paladin E6", treasures=treasures)
    assert play(last, chosen(last, WHITE).text()).result is not None
    unit = position("white archer D4", "white knight A1", "black rogue D6")
    assert play(unit, chosen(unit, WHITE).text()).result is not None


def test_he_minds_what_hangs() -> None:
    safe = position("white paladin D3", "white warrior E2", "black knight E6", "black rogue H7")
    assert danger(field_of(crusade().view(safe, viewer_of(WHITE))), WHITE) == 0
    hanging = position("white paladin D4", "white warrior H1", "black knight E6", "black rogue H7")
    field = field_of(crusade().view(hanging, viewer_of(WHITE)))
    assert danger(field, WHITE) > 4
    assert worth(field, WHITE) > 0
    assert "E2" in covered(position("white warrior D1", "white bishop F1").board, "white")
    assert (5.0, "E6", "D4") in list(gains(field, OTHER[WHITE]))


@pytest.mark.parametrize(
    ("words", "target", "turns"),
    [
        ("white archer B2", "B4", 2),
        ("white archer B2", "C3", 1),
        ("white archer B2", "B1", 3),
        ("white rogue B2", "B4", 1),
        ("white rogue B2", "A1", 1),
        ("white bishop A1", "H8", 2),
        ("white bishop A1", "A2", NEVER),
        ("white knight A1", "C2", 1),
        ("white paladin A1", "A5", 2),
        ("white commander A1", "C3", 2),
    ],
)
def test_how_far_it_is(words: str, target: str, turns: int) -> None:
    square, unit = piece(words)
    assert turns_to(unit, square, target) == turns


@pytest.mark.parametrize("number", range(6))
def test_what_he_thinks_of_is_legal_and_comes_out_as_he_thinks(number: int) -> None:
    """Every order he considers is accepted, and leads to the board and the treasures he expects."""
    game = crusade()
    chance = random.Random(number)
    known = positions(random_game(300 + number))
    turns = [state for state in known if not state.due and state.result is None and state.board]
    for state in chance.sample(turns, 8):
        seat = state.mover
        field = field_of(game.view(state, viewer_of(seat)))
        ways = list(ways_on(field, seat))
        assert len({order for order, _ in ways}) == len(ways)
        more = [it for way in chance.sample(ways, min(len(ways), 12)) for it in added(field, seat, way)]
        for order, expected in [*chance.sample(ways, min(len(ways), 60)), *islice(more, 60)]:
            after = game.decide(state, seat, order, ScriptedDice()).after
            assert (after.board, after.treasures) == (expected.board, expected.treasures), order.text()
            assert game.grammar(seat).parse(order.text()) == order


def test_his_placement_rests_on_his_own_view() -> None:
    """The other side's hidden army changes nothing of what he does."""
    changed = 0
    for number in range(8):
        chance = random.Random(number)
        record = Record.create(crusade(), b"hidden %d" % number)
        while record.state.phase == PLACEMENT:
            for seat in SEATS:
                other = crusade().redeal(record.state, viewer_of(seat), CommittedDice(b"%d" % number))
                changed += other.placed != record.state.placed
                if seat not in record.state.ready:
                    assert chosen(record.state, seat) == chosen(other, seat)
            seat = chance.choice(crusade().pending(record.state)).seat
            record.submit(seat, random_order(record, chance, seat))
    assert changed > 20


def test_his_array_is_not_always_the_same() -> None:
    state = placing(["archer", "rogue", "knight"], free_pawns=1, free_nobles=1)
    lines = {chosen(state, WHITE, chance).text() for chance in range(10)}
    assert len(lines) > 2


def test_a_field_is_what_the_view_shows() -> None:
    state = position("white caster D4", "black archer D6", "black rogue H7")
    state = play(state, "cast from D4 on D6 to D5")
    field = field_of(crusade().view(state, viewer_of(Seat("black"))))
    assert field == Field(state.board, state.treasures, frozenset({"D5"}))
    assert not field.may_move("D5")
