"""The Discord door: from interaction to first answer, beside an empty command in the same bot and run.

The real discord.py over the loopback server, in one process: what is measured includes both ends.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.doors.discord.limits import FIRST_ANSWER
from tests.loopback.people import House, house
from tests.loopback.server import Exchange

SECONDS = 4.0


def run() -> None:
    asyncio.run(_run())


async def _run() -> None:
    print("discord: milliseconds from interaction to first answer (acknowledgement), p50 / p99")
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder)) as here:
            _add_empty(here)
            await here.begin()
            for rate in (20, 100):
                empty = await _measure(here, "empty", {}, rate)
                for name, options in (("help", {}), ("dossier", {}), ("order", {"line": "nonsense"})):
                    took = await _measure(here, name, options, rate)
                    ratio = statistics.median(took) / statistics.median(empty)
                    print(
                        f"  {rate:>3}/s  {name:<8} {_words(took)}   empty {_words(empty)}"
                        f"   p50 ratio {ratio:.2f} (aim: at most 2)"
                    )
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder), pictures=True) as here:
            await here.begin()
            await _map(here, "first")
            await _map(here, "warm")


def _add_empty(here: House) -> None:
    assert here.bot is not None

    @app_commands.command(name="empty", description="nothing")
    async def empty(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True)

    here.bot.tree.add_command(empty)
    here.discord.commands.append({"name": "empty", "description": "nothing", "options": []})


async def _measure(here: House, command: str, options: dict[str, Any], rate: int) -> list[float]:
    """So many a second for a few seconds, whether they are answered in time or not."""
    data = here.alice._command(command, options)
    asked: list[Exchange] = []
    began = time.perf_counter()
    for number in range(int(rate * SECONDS)):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        asked.append(await here.discord.interact(here.alice.id, here.thread, 2, data))
    for _ in range(600):  # one that came too late is never acknowledged: it counts as the whole three seconds
        if all(one.first is not None or time.perf_counter() - one.at > FIRST_ANSWER + 1 for one in asked):
            break
        await asyncio.sleep(0.05)
    for one in asked:
        if one.first is not None and command != "empty":
            await asyncio.wait_for(one.done.wait(), 120)
    return [one.first_after * 1000 if one.first is not None else FIRST_ANSWER * 1000 for one in asked]


async def _map(here: House, word: str) -> None:
    """From an order that ends a phase to the posted map."""
    for _ in range(30):
        who, _ = await here.asked()
        files = sum(len(one.get("files") or ()) for one in here.thread.sent)
        began = time.perf_counter()
        seen = await who.runs("panel")
        seen = await who.presses(seen, "Default")
        if "Give it" in seen.buttons:
            await who.presses(seen, "Give it")
        await here.quiet()
        if sum(len(one.get("files") or ()) for one in here.thread.sent) > files:
            print(f"  from order to posted map ({word}): {(time.perf_counter() - began) * 1000:.0f} ms")
            return


def _words(took: list[float]) -> str:
    cuts = statistics.quantiles(took, n=100)
    return f"{statistics.median(took):6.1f} / {cuts[98]:6.1f}"
