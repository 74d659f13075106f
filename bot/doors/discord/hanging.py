"""Pictures follow the words: each message that is owed one gets it by an edit, as soon as it is drawn.

Words are never held up by a drawing, however slow the house is, and what is said keeps its order without
waiting for anything. What a message is owed is noted before the words count as delivered, and taken off when
the picture hangs. After a crash it is drawn and hung again, and since an edit replaces what was there, twice
is the same as once.
"""

import asyncio
import json
from dataclasses import asdict, dataclass
from typing import Final

import discord
import structlog
from sqlmodel import col, select

from bot.clock import Clock
from bot.desk.reply import Picture
from bot.doors.discord.painter import Painter
from bot.doors.discord.posting import Posting
from bot.doors.discord.scenes import scenes
from bot.errors import UserError
from bot.news import News, course, news
from bot.referee import Referee
from bot.store.tables import Note
from engine.kernel.game import Event
from engine.kernel.seats import Viewer
from render import scribe

REPORT, EPISODE, RESULT, FACES = "report", "episode", "result", "faces"
"""What a message can be owed: the map; the card of what it tells; poster and replay; cards of faces."""

AT_ONCE: Final = 2
"""Messages whose pictures are in the making at a time."""
TRIES: Final = 5
PAUSE: Final = 5.0
"""Seconds before the second try; each further one takes twice as long."""

_KEY: Final = "picture:"
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Owed:
    """What a message is owed: something of what happened in a game after one entry and up to another."""

    what: str
    game: str
    after: int
    to: int
    place: int = 0
    """Which of the scenes that the first entry begins it is about, where that matters."""
    viewer: str = ""
    names: tuple[str, ...] = ()


class Hanging:
    """Draws what messages are owed, and hangs it."""

    def __init__(self, referee: Referee, painter: Painter, posting: Posting) -> None:
        self._referee = referee
        self._store = referee.store
        self._clock: Clock = referee.clock
        self._painter = painter
        self._posting = posting
        self._room = asyncio.Semaphore(AT_ONCE)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def owe(self, channel: int, message: int, owed: Owed) -> None:
        """From now on this message is owed a picture."""
        if not self._painter.enabled:
            return
        key = f"{_KEY}{channel}:{message}"
        await self._store.keep_note(key, json.dumps(asdict(owed)))
        self._begin(key, owed)

    async def resume(self) -> None:
        """After a start: what was owed is owed still."""
        wanted = select(Note).where(col(Note.key).startswith(_KEY, autoescape=True))
        for note in await self._store.read(lambda session: session.exec(wanted).all()):
            plain = json.loads(note.value)
            self._begin(note.key, Owed(**{**plain, "names": tuple(plain["names"])}))

    async def settled(self) -> None:
        """Wait until every picture hangs."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stop; the rest is hung after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, key: str, owed: Owed) -> None:
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._settle(key, owed), name=key)

    async def _settle(self, key: str, owed: Owed) -> None:
        channel, message = (int(part) for part in key.removeprefix(_KEY).split(":"))
        wait = PAUSE
        try:
            for left in reversed(range(TRIES)):
                try:
                    async with self._room:
                        files = await self._files(owed)
                        if files:
                            await self._posting.hang(channel, message, files)
                    break
                except discord.HTTPException as error:
                    _log.info("a picture could not be hung", code=error.code, status=error.status)
                    if error.status < 500 or not left:
                        break
                    await self._clock.sleep(wait)
                    wait *= 2
            await self._store.keep_note(key, None)
        except UserError as error:
            _log.info("a picture is owed no more", game=owed.game, reason=str(error))
            await self._store.keep_note(key, None)
        except Exception:
            _log.exception("a picture stumbled", game=owed.game)
        finally:
            self._tasks.pop(key, None)

    async def _files(self, owed: Owed) -> list[discord.File]:
        """The pictures; all that cannot be drawn is left out."""
        info = await self._referee.info(owed.game)
        if owed.what == RESULT:
            views = await course(self._referee, owed.game)
            ending = await self._referee.ending(owed.game)
            wanted = [Picture("poster", info.key, views, "", ending), Picture("replay", info.key, views, "")]
        elif owed.what == FACES:
            position = await self._referee.position(owed.game, Viewer(owed.viewer), at=owed.to)
            wanted = [Picture("card", info.key, position.view, "", name) for name in owed.names]
        else:
            seen = await news(self._referee, owed.game, owed.after, owed.to)
            kinds: tuple[str, ...] = ("map", "closeup")
            events = seen.events
            if owed.what == EPISODE:
                kinds, events = ("happened",), _of_scene(info.key, seen, owed.place)
            wanted = [
                Picture(kind, info.key, seen.view, "", since=seen.since, events=events) for kind in kinds
            ]
        return await self._painter.files(wanted)


def _of_scene(key: str, seen: News, place: int) -> tuple[Event, ...]:
    """What happened in one scene."""
    words = scribe(key)
    now = "" if seen.since is None else words.episode(seen.since)
    found = scenes(words, now, ((event, "") for event in seen.events))
    return tuple(found[place].events) if place < len(found) else ()
