"""What only one player may know: by direct message, in a private thread, or behind the button."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import games
from tests.loopback.people import House, house, text_of
from tests.support.tiny_game import TinyGame


@pytest.fixture(autouse=True)
def _tiny() -> Iterator[None]:
    games.register("tiny", TinyGame)
    yield
    games._others.pop("tiny", None)
    games._built.pop("tiny", None)


async def begun(here: House) -> str:
    """Alice sits on the left, Bob on the right."""
    await here.alice.runs("game new", where=here.discord.lobby, game="tiny", side="left")
    await here.quiet()
    await here.bob.presses(here.card(), "Play Right", where=here.thread)
    await here.quiet()
    return await here.game()


async def bid(here: House) -> str:
    """Alice bids in secret; the line that only she may read."""
    choices = await here.alice.types("order", "line", "bid ")
    answer = await here.alice.runs("order", line=f"{choices[0]}!")
    assert "Done" in answer.text, answer.text
    await here.quiet()
    return f"You {choices[0]}."


def everything_public(here: House) -> str:
    return "\n".join(text_of(one) for one in (*here.thread.sent, *here.discord.lobby.sent))


async def test_a_secret_goes_by_direct_message_and_nowhere_else(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await begun(here)
        secret = await bid(here)
        assert any(secret in one for one in here.alice.letters())
        assert not any(secret in one for one in here.bob.letters())
        assert secret not in everything_public(here)
        assert "left has bid" in everything_public(here)


async def test_with_closed_messages_it_goes_into_a_private_thread(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.discord.closed_dms.add(here.alice.id)
        await begun(here)
        secret = await bid(here)
        (private,) = [one for one in here.discord.threads() if one.kind == 12]
        assert private.members == {here.alice.id}
        assert any(secret in text_of(one) for one in private.messages.values())
        assert secret not in everything_public(here)


async def test_failing_that_it_waits_behind_the_button_that_everybody_has(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.discord.closed_dms.add(here.alice.id)
        here.discord.no_private_threads = True
        await begun(here)
        secret = await bid(here)
        assert secret not in everything_public(here)
        seen = await here.alice.presses(here.card(), "What I know", where=here.thread)
        assert seen.private
        assert secret in seen.text
        other = await here.bob.presses(here.card(), "What I know", where=here.thread)
        assert secret not in other.text
        assert secret not in (await here.carol.presses(here.card(), "What I know", where=here.thread)).text


async def test_messages_and_pings_as_one_likes_them(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.alice.runs("settings", where=here.discord.lobby, setting="messages", value="off")
        await here.alice.runs("settings", where=here.discord.lobby, setting="pings", value="off")
        await begun(here)
        await bid(here)
        assert here.alice.letters() == []
        assert not here.discord.pings.get(here.alice.id)
        assert len(here.discord.pings[here.bob.id]) == 1


async def test_by_direct_message_the_ping_says_which_game_and_why(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.alice.runs("settings", where=here.discord.lobby, setting="pings", value="dm")
        game = await begun(here)
        assert any("It is your turn" in one and game in one for one in here.alice.letters())
        assert not here.discord.pings.get(here.alice.id)
        await asyncio.sleep(0)


async def test_a_substitute_hears_and_who_left_hears_no_more(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await begun(here)
        await here.alice.runs("game substitute", member=here.carol)
        await here.quiet()
        await here.carol.presses(here.card(), "Play Left", where=here.thread)
        await here.quiet()
        before = len(here.alice.letters())
        choices = await here.carol.types("order", "line", "bid ")
        await here.carol.runs("order", line=f"{choices[0]}!")
        await here.quiet()
        assert len(here.alice.letters()) == before
        assert any(f"You {choices[0]}" in one for one in here.carol.letters())
