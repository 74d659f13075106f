"""The bot of the Discord benchmark: the real one with one command more, which does nothing."""

import asyncio
import signal
import sys
from pathlib import Path
from typing import Any

import discord
import yarl
from discord import app_commands

from bot.desk.desk import Desk
from bot.doors.discord.client import FarspeakerBot
from bot.referee import Referee
from bot.store.store import Store


@app_commands.command(name="empty", description="Nothing")
async def empty(interaction: discord.Interaction[Any]) -> None:
    """Acknowledged, and no more."""
    await interaction.response.defer(ephemeral=True)


async def serve(port: int, folder: Path) -> None:
    """Serve until told to stop."""
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway/")
    async with await Store.open(f"sqlite:///{folder}/games.sqlite3") as store:
        bot = FarspeakerBot(Desk(Referee(store)), guild_ready_timeout=0.05)
        bot.tree.add_command(empty)
        stopping = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
        serving = asyncio.create_task(bot.start("a.b.c"))
        await stopping.wait()
        await bot.close()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2])))
