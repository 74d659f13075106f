"""Running the Discord door: from the configuration to the last goodbye."""

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import discord
import structlog

from bot.config import Config, WrongConfig
from bot.desk.desk import Desk
from bot.doors.discord.client import FarspeakerBot
from bot.errors import UserError
from bot.links import table_address, table_key, watch_link
from bot.live import GameInfo
from bot.referee import Referee
from bot.store.store import Store

PULSE: Final = 15.0
"""Seconds between two signs of life."""
FRESH: Final = 60.0
"""Seconds for which a sign of life counts."""
HEALTH_FILE: Final = "health"

_log = structlog.get_logger(__name__)


async def run(config: Config, **options: Any) -> None:
    """Serve until told to stop. Raises `UserError` for what whoever starts it can mend."""
    config.data.mkdir(parents=True, exist_ok=True)
    if config.pack is not None:
        _use_pack(config.pack)
    async with await Store.open(config.database) as store:
        desk = Desk(Referee(store), _watching(store.file.parent if store.file is not None else config.data))
        bot = FarspeakerBot(desk, owner_id=config.owner, **options)
        loop = asyncio.get_running_loop()
        stopping = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, stopping.set)
        pulse = asyncio.create_task(_pulse(bot, store, config.data / HEALTH_FILE))
        serving = asyncio.create_task(_serve(bot, config.token))
        waiting = asyncio.create_task(stopping.wait())
        try:
            await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                serving.result()
        finally:
            pulse.cancel()
            waiting.cancel()
            if not bot.is_closed():
                await bot.close()
            serving.cancel()
            await asyncio.gather(pulse, waiting, serving, return_exceptions=True)
            (config.data / HEALTH_FILE).unlink(missing_ok=True)
            _log.info("farspeaker has stopped")


async def _serve(bot: FarspeakerBot, token: str) -> None:
    try:
        await bot.start(token)
    except discord.LoginFailure:
        raise WrongConfig(
            "DISCORD_TOKEN is refused by Discord: make a new one in the portal and put it in."
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise UserError(
            "Discord asks for privileged intents, which Farspeaker does not use; please report this."
        ) from None


async def _pulse(bot: FarspeakerBot, store: Store, file: Path) -> None:
    """Write the sign of life as long as Discord and the database both answer."""
    while True:
        with contextlib.suppress(Exception):
            if bot.is_ready() and not bot.is_closed() and await store.healthy():
                file.write_text(str(int(time.time())), encoding="ascii")
        await asyncio.sleep(PULSE if file.exists() else 1.0)


def healthy(data: Path, now: float | None = None) -> bool:
    """Whether the last sign of life is fresh."""
    try:
        told = float((data / HEALTH_FILE).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return False
    return (time.time() if now is None else now) - told < FRESH


def _watching(folder: Path) -> Callable[[GameInfo], str]:
    """Where onlookers can watch a game in a browser, if a web table beside this door has an address."""
    base = table_address()
    if not base:
        return lambda info: ""
    key = table_key(folder)
    return lambda info: watch_link(base, key, info)


def _use_pack(path: Path) -> None:
    from bot import games, packs
    from engine.kernel.figures import PackError

    key = games.whose(path)
    try:
        game = packs.game_in(path, games.box(key))
    except PackError as error:
        raise WrongConfig(f"FARSPEAKER_PACK cannot be played: {error}") from None
    games.register(key, lambda: game)
