"""The Discord door on PostgreSQL: what it notes, owes and takes back, and a restart in between."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loopback.giving import WAYS
from tests.loopback.people import House, house, text_of
from tests.loopback.squires import Squires
from tests.loopback.witness import Witness
from tests.support.postgres import PostgresServer


@pytest.fixture
def database() -> Iterator[str]:
    server = PostgresServer()
    try:
        yield server.database()
    finally:
        server.stop()


async def on(here: House, game: str, orders: int) -> None:
    """Some orders, each in another way, with everybody's eyes on it."""
    squires, witness = Squires(here, game, 7), Witness(here, game)
    await witness.look()
    for number in range(orders):
        turn = await squires.next()
        assert turn is not None
        answer = await WAYS[number % len(WAYS)](turn.who, turn.line)
        assert "Done" in answer.text or "Given" in answer.text, answer.text
        await witness.look()
    await witness.ask()


async def test_a_game_is_played_and_goes_on_after_a_restart(tmp_path: Path, database: str) -> None:
    async with house(tmp_path, database=database) as here:
        game = await here.begin(scenario="basic")
        await here.alice.runs("settings", setting="size", value="large")
        await on(here, game, 12)
        posted = len(here.thread.messages)
        panel = await (await here.asked_anyway()).runs("panel")
        await here.restart_bot()
        await here.quiet()
        assert len(here.thread.messages) == posted, "nothing is posted twice"
        seen = await (await here.asked_anyway()).presses(panel, "Help")
        assert seen.text
        assert "size: large" in (await here.alice.runs("settings")).text
        assert "holds" in (await here.carol.runs("game verify")).text
        who = await here.asked_anyway()
        turn = await Squires(here, game, 7).next()
        assert turn is not None
        done = await WAYS[0](who, turn.line)
        await who.presses(done, "Take back")
        await here.bob.presses(await here.bob.runs("game resign"), "Yes")
        await here.quiet()
        assert "over" in text_of(here.card())
