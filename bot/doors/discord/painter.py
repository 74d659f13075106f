"""Pictures: drawn in another process, so that no answer waits for one. What cannot be drawn is left out."""

import asyncio
import io
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any, Final

import discord
import structlog

from bot.desk.reply import Picture
from bot.doors.discord import limits

_ARTISTS: Final = {"high_crusade": ("render.high_crusade.artist", "HighCrusadeArtist")}
_SIZES: Final = {"": "feed", "small": "phone", "medium": "feed", "large": "full"}

_log = structlog.get_logger(__name__)


def _draw(
    key: str, kind: str, view: Any, size: str, theme: str, caption: str
) -> tuple[str, bytes, str] | None:
    """Draw one picture; in the other process."""
    module, name = _ARTISTS[key]
    artist: Any = getattr(import_module(module), name)()
    look = theme if theme in artist.themes else artist.themes[0]
    if kind == "poster":
        drawn = artist.poster(view, theme=look)
    elif kind == "replay":
        drawn = artist.replay(view, theme=look, limit=limits.FILE_BYTES - 512 * 1024)
    elif kind == "card":
        drawn = artist.card(view, caption, theme=look)
    else:
        drawn = artist.board(view, theme=look, size=_SIZES.get(size, "feed"))
    return drawn.name, drawn.data, drawn.alt


class Painter:
    """One process that draws."""

    def __init__(self, *, enabled: bool = True) -> None:
        self.enabled = enabled
        self._pool: ProcessPoolExecutor | None = None

    async def file(self, picture: Picture) -> discord.File | None:
        """The picture as a file with its alt text, or None when it cannot be drawn."""
        if not self.enabled or picture.key not in _ARTISTS:
            return None
        if self._pool is None:
            import multiprocessing

            self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        job = (picture.key, picture.kind, picture.view, picture.size, picture.theme, picture.caption)
        try:
            made = await asyncio.get_running_loop().run_in_executor(self._pool, _draw, *job)
        except Exception as error:
            _log.warning("a picture could not be drawn", kind=picture.kind, reason=repr(error)[:200])
            return None
        if made is None or len(made[1]) > limits.FILE_BYTES:
            return None
        name, data, alt = made
        return discord.File(io.BytesIO(data), name, description=alt[: limits.ALT_TEXT])

    def close(self) -> None:
        """End the other process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
