"""What is written to the log is of use to whoever runs the referee, and to nobody else."""

from random import Random

import pytest
import structlog

from bot import players
from bot.company import DOOR, Company
from bot.logs import where
from bot.referee import Referee
from engine.kernel.players import Player
from engine.kernel.seats import Seat

SECRET = "the Sunweavers live on Cindle"


def test_where_it_went_wrong_is_told_and_not_what_it_said() -> None:
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        told = where(error)
    assert told.endswith("KeyError")
    assert "test_logs.py" in told
    assert SECRET not in told


async def test_a_computer_that_stumbles_tells_no_secret(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gives the proposed answer, and the log names the place."""

    class Clumsy:
        def choose(self, *_: object) -> None:
            raise KeyError(SECRET)

    def clumsy(key: str, name: str, seat: Seat, rng: Random) -> Player:
        return Clumsy()  # type: ignore[return-value]

    monkeypatch.setattr(players, "player", clumsy)
    game = await begun(referee)
    with structlog.testing.capture_logs() as written:
        assert await Company(referee).act(game)
    (line,) = [one for one in written if one["event"] == "a computer player stumbled"]
    assert "KeyError" in line["trace"]
    assert SECRET not in str(written)


async def begun(referee: Referee) -> str:
    """A game that a computer plays against itself."""
    made = await referee.create("high_crusade")
    for seat in referee.rules("high_crusade").seats:
        player = await referee.player(DOOR, "squire", "The computer")
        assert (await referee.join(made.game, seat, player.id)).ok
    if (await referee.info(made.game)).stage != "playing":
        assert (await referee.begin(made.game)).ok
    return made.game
