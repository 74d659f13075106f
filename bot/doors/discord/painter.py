"""Pictures: drawn off the loop, so that no answer waits for one. What cannot be drawn is left out."""

import io
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

_log = structlog.get_logger(__name__)


class Painter:
    """Turns the descriptions of pictures into files with alt text."""

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
            _log.info("a picture was not drawn", kind=picture.kind, reason=repr(error)[:200])
            return None
        if len(drawn.data) > limits.FILE_BYTES:
            return None
        return discord.File(io.BytesIO(drawn.data), drawn.name, description=drawn.alt[: limits.ALT_TEXT])

    async def _draw(self, picture: Picture) -> Drawn:
        if self._drawing is None:
            self._drawing = Drawing()
        theme = picture.theme or THEME
        match picture.kind:
            case "poster":
                return await self._drawing.poster(picture.key, picture.view, theme=theme)
            case "replay":
                room = limits.FILE_BYTES - 512 * 1024
                return await self._drawing.replay(picture.key, picture.view, theme=theme, limit=room)
            case "card":
                return await self._drawing.card(picture.key, picture.view, picture.caption, theme=theme)
        size = SIZES.get(picture.size, "feed")
        return await self._drawing.board(picture.key, picture.view, theme=theme, size=size)

    async def close(self) -> None:
        """Let go of the process that draws."""
        if self._drawing is not None:
            await self._drawing.close()
            self._drawing = None
