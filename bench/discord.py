"""The Discord door: from interaction to first answer, beside an empty command in the same bot and run.

The bot is a process of its own, as it is in life; this one is Discord, and sends the interactions. What is
measured is what Discord would see: from the interaction on the gateway to the acknowledgement at its door.
The empty command and the others take turns, second by second: a busy machine is as busy for both.
"""

import asyncio
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.doors.discord.limits import FIRST_ANSWER
from tests.loopback.people import Answer, House, Member
from tests.loopback.server import Exchange

ROUNDS = 4
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("help", {}),
    ("dossier", {}),
    ("panel", {}),
    ("board", {}),
    ("order", {"line": "nonsense"}),
)


def run() -> None:
    """Measure and print."""
    asyncio.run(_run())


async def _run() -> None:
    print("discord: milliseconds from interaction to first answer (acknowledgement), p50 / p99")
    async with _served() as here:
        for rate in (20, 100):
            for name, options in COMMANDS:
                await _compare(here, name, options, rate)
        await _rush(here)
        for word in ("first", "second", "third"):
            await _map(here, word)


@asynccontextmanager
async def _served() -> AsyncIterator[House]:
    """A server with the bot on it, in a process of its own, and a game under way."""
    with tempfile.TemporaryDirectory() as folder:
        here = House(Path(folder))
        await here.discord.start()
        bot = subprocess.Popen([sys.executable, "-m", "bench._discord_bot", str(here.discord.port), folder])
        try:
            await here.until(lambda: bool(here.discord.sockets) and bool(here.discord.commands))
            await here.alice.runs("game new", where=here.discord.lobby, side="crusader")
            await here.bob.runs("game join")
            await here.until(lambda: bool(here.discord.pings[here.bob.id]))
            yield here
        finally:
            bot.terminate()
            await asyncio.to_thread(bot.wait)
            await here.discord.stop()


async def _compare(here: House, name: str, options: dict[str, Any], rate: int) -> None:
    """A command beside the empty one, in turns."""
    empty: list[float] = []
    took: list[float] = []
    for _ in range(ROUNDS):
        empty += await _measure(here, here.bob, "empty", {}, rate)
        took += await _measure(here, here.bob, name, options, rate)
    ratio = statistics.median(took) / statistics.median(empty)
    print(
        f"  {rate:>3}/s  {name:<8} {_words(took)}   empty {_words(empty)}"
        f"   p50 ratio {ratio:.2f} (aim: at most 2)"
    )


async def _measure(here: House, who: Member, command: str, options: dict[str, Any], rate: int) -> list[float]:
    """So many within a second, whether they are answered in time or not; then wait for all of them."""
    data = who._command(command, options)
    asked: list[Exchange] = []
    began = time.perf_counter()
    for number in range(rate):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        asked.append(await here.discord.interact(who.id, here.thread, 2, data))
    for one in asked:
        with contextlib.suppress(TimeoutError):  # one that came too late is never answered
            answered = one.acknowledged if command == "empty" else one.done
            await asyncio.wait_for(answered.wait(), 30)
    return [one.first_after * 1000 if one.first is not None else FIRST_ANSWER * 1000 for one in asked]


async def _rush(here: House) -> None:
    """An empty command while a hundred a second of the dearest are asked for: who waits for whom?"""
    board, empty = here.carol._command("board", {}), here.bob._command("empty", {})
    alone = await _measure(here, here.bob, "empty", {}, 20)
    asked: list[Exchange] = []
    others: list[Exchange] = []
    for number in range(200):
        others.append(await here.discord.interact(here.carol.id, here.thread, 2, board))
        if number % 5 == 0:
            asked.append(await here.discord.interact(here.bob.id, here.thread, 2, empty))
        await asyncio.sleep(0.01)
    for one in others:
        await asyncio.wait_for(one.done.wait(), 120)
    took = [one.first_after * 1000 for one in asked if one.first is not None]
    print(f"  empty beside 100/s of board  {_words(took)}   alone {_words(alone)}")


async def _map(here: House, word: str) -> None:
    """From an order that ends a phase to the posted map."""
    for _ in range(30):
        who = await _asked(here)
        began, heard = time.perf_counter(), len(here.discord.heard)
        await _default(who)
        while True:
            if any(one.what == "hang" for one in here.discord.heard[heard:]):
                print(f"  from order to posted map ({word}): {(time.perf_counter() - began) * 1000:.0f} ms")
                return
            if time.perf_counter() - began > 4:
                break  # that order ended no phase
            await asyncio.sleep(0.005)


async def _asked(here: House) -> Member:
    """Whoever can give an order now."""
    while True:
        for who in (here.alice, here.bob):
            if (await who.runs("panel")).menus:
                return who
        await asyncio.sleep(0.05)


async def _default(who: Member) -> Answer:
    seen = await who.presses(await who.runs("panel"), "Default")
    return await who.presses(seen, "Give it") if "Give it" in seen.buttons else seen


def _words(took: list[float]) -> str:
    cuts = statistics.quantiles(took, n=100)
    return f"{statistics.median(took):6.1f} / {cuts[98]:6.1f}"
