"""The card of a game: one message in its thread that always says how things stand.

It is edited only when it would say something else than it says. An edit shows in every client, so one that
changed nothing would still tell the others that something happened which they may not know of.
"""

import asyncio
import hashlib
import json
from dataclasses import dataclass
from typing import Final

import discord
import structlog

from bot.desk.desk import Desk
from bot.desk.reply import Reply
from bot.doors.discord.posting import Posting, channel_of
from bot.errors import UserError
from engine.kernel.seats import SPECTATOR

DELAY: Final = 1.0
"""Seconds in which changes of a card are gathered into one."""

_log = structlog.get_logger(__name__)


class Cards:
    """Keeps the cards right."""

    def __init__(self, desk: Desk, posting: Posting) -> None:
        self._desk = desk
        self._store = desk.referee.store
        self._posting = posting
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._dirty: set[tuple[str, int]] = set()
        self.delay = DELAY

    def touch(self, game: str, channel: int) -> None:
        """The card may be out of date; soon it will not be."""
        self._dirty.add((game, channel))
        if (game, channel) not in self._tasks:
            task = asyncio.create_task(self._later(game, channel), name=f"card {game}")
            self._tasks[game, channel] = task

    async def touch_all(self, game: str) -> None:
        """The same wherever the game has a card."""
        for address, viewer in (await self._desk.referee.info(game)).listeners:
            channel = channel_of(address)
            if viewer == SPECTATOR and channel is not None:
                self.touch(game, channel)

    async def settled(self) -> None:
        """Wait until every card is up to date."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stop; cards are brought up to date with the next change."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _later(self, game: str, channel: int) -> None:
        try:
            while (game, channel) in self._dirty:
                await asyncio.sleep(self.delay)
                self._dirty.discard((game, channel))
                await self.update(game, channel)
        except (discord.HTTPException, UserError) as error:
            _log.info("a card was not brought up to date", game=game, reason=str(error))
        except Exception:
            _log.exception("a card stumbled", game=game)
        finally:
            self._tasks.pop((game, channel), None)

    async def update(self, game: str, channel: int) -> None:
        """Post the card, or bring it up to date in place."""
        key = f"card:{game}:{channel}"
        kept = _read(await self._store.note(key))
        reply = await self._desk.card(game, dict(kept.since))
        says = _digest(reply)
        if kept.message and kept.says == says:
            return
        message = kept.message
        if not message or not await self._posting.edit(channel, message, reply):
            message = await self._posting.send(channel, reply, f"card{game}{str(message)[-6:]}")
        lines = (line for block in reply.blocks for line in block.lines)
        since = tuple((line.text, line.at) for line in lines if line.at is not None)
        await self._store.keep_note(key, json.dumps([message, says, since], ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class _Kept:
    """Which message the card is, what it says, and since when it says what it says with a time."""

    message: int = 0
    says: str = ""
    since: tuple[tuple[str, float], ...] = ()


def _read(noted: str | None) -> _Kept:
    """A card that an older version noted by its number alone says something old."""
    plain = json.loads(noted or "0")
    if isinstance(plain, int):
        return _Kept(plain)
    message, says, since = plain
    return _Kept(message, says, tuple((text, at) for text, at in since))


def _digest(reply: Reply) -> str:
    return hashlib.sha256(repr((reply.blocks, reply.actions)).encode()).hexdigest()
