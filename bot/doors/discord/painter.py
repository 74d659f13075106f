"""Pictures: drawn off the loop, so that no answer waits for one. What cannot be drawn is left out."""

import asyncio
import io
from collections.abc import Sequence
from typing import Final

import discord
import structlog

from bot.desk.reply import Picture
from bot.doors.discord import limits
from bot.drawing import Drawing
from render.kinds import Drawn

SIZES: Final = {"": "feed", "small": "phone", "medium": "feed", "large": "full"}
"""What people call the sizes of a map, and what the artist calls them."""
THEME: Final = "dark"
WORKERS: Final = 2
"""Processes that draw: a long animation holds up nobody's map."""
SPARE: Final = 512 * 1024
"""Bytes that an animation stays below what Discord takes."""

_log = structlog.get_logger(__name__)


class Painter:
    """Turns the descriptions of pictures into files with alt text. One for the whole process: its pool of
    drawing processes is the only one."""

    def __init__(self, *, enabled: bool = True) -> None:
        self.enabled = enabled
        self._drawing: Drawing | None = None

    async def file(self, picture: Picture) -> discord.File | None:
        """The picture, or None when it cannot be drawn: the words beside it must do then."""
        if not self.enabled:
            return None
        try:
            drawn = await self._draw(picture)
        except Exception as error:
            # Its kind alone: what it says may name something that only one player knows.
            _log.info("a picture was not drawn", kind=picture.kind, reason=type(error).__name__)
            return None
        if drawn is None or len(drawn.data) > limits.FILE_BYTES:
            return None
        return discord.File(io.BytesIO(drawn.data), drawn.name, description=drawn.alt[: limits.ALT_TEXT])

    async def files(self, pictures: Sequence[Picture]) -> list[discord.File]:
        """Those that can be drawn."""
        made = await asyncio.gather(*map(self.file, pictures))
        return [one for one in made if one is not None]

    async def _draw(self, picture: Picture) -> Drawn | None:
        if self._drawing is None:
            self._drawing = Drawing(WORKERS)
        draw, key, view, theme = self._drawing, picture.key, picture.view, picture.theme or THEME
        match picture.kind:
            case "poster":
                return await draw.poster(key, view, theme=theme, result=picture.caption)
            case "replay":
                return await draw.replay(key, view, theme=theme, limit=limits.FILE_BYTES - SPARE)
            case "card":
                return await draw.card(key, view, picture.caption, theme=theme)
            case "happened":
                cards = await draw.cards(key, view, theme=theme, events=picture.events)
                return cards[-1] if cards else None
            case "closeup":
                if picture.since is None:
                    return None
                return await draw.closeup(key, view, theme=theme, since=picture.since, events=picture.events)
        size = SIZES.get(picture.size, "feed")
        return await draw.board(key, view, theme=theme, size=size, since=picture.since, events=picture.events)

    async def close(self) -> None:
        """Let go of the process that draws."""
        if self._drawing is not None:
            await self._drawing.close()
            self._drawing = None
