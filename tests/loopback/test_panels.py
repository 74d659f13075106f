"""The panel, clicked through for every kind of decision and of order that two long games bring up."""

import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot import games, players
from engine.kernel.players import SeatOptions
from engine.kernel.record import Record
from engine.kernel.seats import Seat, viewer_of
from tests.loopback.giving import by_panel
from tests.loopback.people import House, house

KEY = "high_crusade"
PLANS = [("campaign", ("random", "squire"), 4), ("basic", ("squire", "random"), 3)]
LONGEST = 620


class Moment(NamedTuple):
    """A position in which a seat is asked something for the first time, or gives a new kind of order."""

    state: Any
    seat: Seat
    kind: str
    verb: str
    line: str


def moments(scenario: str, names: tuple[str, ...], seed: int) -> list[Moment]:
    """The first position of each kind of decision and of order in a game between computers."""
    rules = games.game(KEY)
    record = Record.create(rules, bytes([seed]) * 32, {"scenario": scenario})
    chance = random.Random(seed)
    sitting = {
        seat: players.player(KEY, name, seat, chance) for seat, name in zip(rules.seats, names, strict=True)
    }
    found: dict[tuple[str, str], Moment] = {}
    for _ in range(LONGEST):
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
    return list(found.values())


async def at_once(here: House, game: str, moment: Moment) -> None:
    """Put the game into this position, as if it had been played there."""
    live = await here.desk.referee.readable(game)
    assert live.record is not None
    live.record._state = moment.state


@pytest.mark.parametrize(("scenario", "names", "seed"), PLANS)
async def test_every_decision_and_order_of_a_long_game_can_be_clicked(
    tmp_path: Path, scenario: str, names: tuple[str, ...], seed: int
) -> None:
    async with house(tmp_path) as here:
        game = await here.begin(scenario=scenario)
        assert here.bot is not None
        await here.bot.door.outbox.close()  # the log is not that of these positions: nothing is told of them
        kinds, verbs = set(), set()
        for moment in moments(scenario, names, seed):
            who = here.alice if moment.seat == "crusader" else here.bob
            await at_once(here, game, moment)
            seen = await by_panel(who, moment.line)
            assert "Done" in seen.text or "over" in seen.text, (moment.line, seen.text)
            kinds.add((moment.seat, moment.kind))
            verbs.add(moment.verb)
    assert len(kinds) >= 20, kinds
    assert len(verbs) >= 30, verbs
