"""The panel, clicked through for every kind of decision and of order there is."""

import random
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from bot import games, players
from engine.high_crusade.registry import questions
from engine.kernel.players import SeatOptions
from engine.kernel.record import Record
from engine.kernel.seats import Seat, viewer_of
from tests.loopback.giving import by_panel
from tests.loopback.people import House, house

KEY = "high_crusade"


class Plan(NamedTuple):
    """A game between computers, and how many orders of it are looked at."""

    scenario: str
    players: tuple[str, str]
    seed: int
    orders: int


LONG: Final = (
    Plan("campaign", ("random", "squire"), 4, 620),
    Plan("basic", ("squire", "random"), 3, 620),
)
"""Two long games, which bring up most of it."""
RARE: Final = (
    Plan("campaign", ("squire", "squire"), 1, 836),
    Plan("campaign", ("squire", "squire"), 2, 611),
    Plan("campaign", ("raider", "raider"), 1, 1110),
    Plan("campaign", ("raider", "raider"), 2, 660),
    Plan("campaign", ("squire", "random"), 1, 711),
    Plan("campaign", ("squire", "random"), 18, 316),
    Plan("campaign", ("random", "random"), 2, 243),
    Plan("campaign", ("random", "random"), 3, 252),
    Plan("campaign", ("random", "random"), 4, 601),
    Plan("campaign", ("random", "random"), 17, 321),
)
"""Games that between them bring up the rest: fallout, a voyage to Earth, an ally who leaves ... When a squire
has learned to play differently, look for others: `farspeaker sim` tells the verbs of a game."""


class Moment(NamedTuple):
    """A position in which a seat is asked something for the first time, or gives a new kind of order."""

    state: Any
    seat: Seat
    kind: str
    verb: str
    line: str


def moments(plan: Plan) -> dict[tuple[str, str], Moment]:
    """The first position of each kind of decision, by seat and kind, and of each kind of order, by verb."""
    rules = games.game(KEY)
    record = Record.create(rules, bytes([plan.seed]) * 32, {"scenario": plan.scenario})
    chance = random.Random(plan.seed)
    sitting = {
        seat: players.player(KEY, name, seat, chance)
        for seat, name in zip(rules.seats, plan.players, strict=True)
    }
    found: dict[tuple[str, str], Moment] = {}
    for _ in range(plan.orders):
        if rules.outcome(record.state) is not None:
            break  # the order that ended it was clicked in the test of a whole game
        asked = rules.pending(record.state)[0]
        seat, options = asked.seat, SeatOptions(rules, record.state, asked.seat)
        line = sitting[seat].choose(rules.view(record.state, viewer_of(seat)), asked, options).text()
        read = rules.grammar(seat).verb(line)
        assert read is not None
        moment = Moment(record.state, seat, asked.kind, read[0], line)
        record.submit(seat, line)
        if rules.outcome(record.state) is None:
            found.setdefault((seat, asked.kind), moment)
            found.setdefault(("", read[0]), moment)
    return found


def rarities(usual: Collection[tuple[str, str]]) -> dict[tuple[str, str], Moment]:
    """What the long games do not bring up."""
    found: dict[tuple[str, str], Moment] = {}
    for plan in RARE:
        for name, moment in moments(plan).items():
            if name not in usual:
                found.setdefault(name, moment)
    return found


async def at_once(here: House, game: str, moment: Moment) -> None:
    """Put the game into this position, as if it had been played there."""
    live = await here.desk.referee.readable(game)
    assert live.record is not None
    live.record._state = moment.state


async def click(path: Path, scenario: str, wanted: Mapping[Any, Moment]) -> None:
    """Give the order of each moment by the panel alone."""
    async with house(path) as here:
        game = await here.begin(scenario=scenario)
        assert here.bot is not None
        await here.bot.door.outbox.close()  # the log is not that of these positions: nothing is told of them
        for moment in {id(moment): moment for moment in wanted.values()}.values():
            who = here.alice if moment.seat == "crusader" else here.bob
            await at_once(here, game, moment)
            seen = await by_panel(who, moment.line)
            assert "Done" in seen.text or "over" in seen.text, (moment.line, seen.text)


@pytest.mark.parametrize("plan", LONG)
async def test_every_decision_and_order_of_a_long_game_can_be_clicked(tmp_path: Path, plan: Plan) -> None:
    await click(tmp_path, plan.scenario, moments(plan))


async def test_so_can_what_is_rare_and_nothing_is_left_out(tmp_path: Path) -> None:
    """With these, every question the game can ask and every verb of it has been clicked."""
    usual = {name for plan in LONG for name in moments(plan)}
    rare = rarities(usual)
    seen = {*usual, *rare}
    rules = games.game(KEY)
    assert set(questions) <= {kind for seat, kind in seen if seat}
    assert {verb for one in rules.seats for verb in rules.grammar(one).orders} == {
        verb for seat, verb in seen if not seat
    }
    await click(tmp_path, "campaign", rare)
