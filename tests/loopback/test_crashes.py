"""Stopped in the middle of every post, as by a power cut: the thread reads as if nothing had been."""

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from tests.loopback.people import House, house, text_of
from tests.loopback.retelling import BATTLES, Retelling
from tests.loopback.server import Hold


def said(here: House, before: Collection[int]) -> list[str]:
    """What everybody can read but the card, top to bottom, without the pings of what went before."""
    texts = [(number, text_of(one)) for number, one in here.thread.messages.items()]
    return [
        text
        for number, text in texts
        if "Seed of the dice (" not in text and not (number in before and text.startswith("<@"))
    ]


def either(*holds: Hold) -> Callable[[], bool]:
    return lambda: any(hold.reached.is_set() for hold in holds)


async def until(what: Callable[[], bool], within: float = 1.5) -> None:
    """Until something is so, or nothing comes of it."""
    end = asyncio.get_running_loop().time() + within
    while not what() and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("after", [False, True], ids=["before it arrives", "before its answer"])
async def test_a_battle_reads_the_same_with_a_crash_in_every_post(
    tmp_path: Path, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.gathering.new_name", lambda: "abcdef")
    told = Retelling(BATTLES)
    steps = list(told.film.steps())
    first = next(one.seq for one in steps if one.view.battle is not None)
    last = first + 7
    (tmp_path / "calm").mkdir()
    async with house(tmp_path / "calm", referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, first - 1)
        before = set(here.thread.messages)
        for number in range(first, last + 1):
            await told.skip(here, number)
        calm = said(here, before)
    (tmp_path / "storm").mkdir()
    crashes = 0
    async with house(tmp_path / "storm", referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, first - 1)
        before = set(here.thread.messages)
        for number in range(first, last + 1):
            part = f"channels/{here.thread.id}/messages"
            holds = [here.discord.hold(method, part, after=after) for method in ("POST", "PATCH")]
            entry = told.film.entries[number]
            answer = await here.desk.referee.submit(told.game, entry.by, entry.said()["line"])
            assert answer.ok
            await until(either(*holds))
            if either(*holds)():
                crashes += 1
                for hold in holds:
                    hold.lost = not after
                await here.stop_bot()
                for hold in holds:
                    here.discord.holds.remove(hold)
                    hold.go.set()
                await here.start_bot()
            await here.quiet()
        assert said(here, before) == calm
    assert crashes >= 4
