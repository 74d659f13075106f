"""The fonts, read once, and text that fits where it has to go."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from typing import Final

from PIL import ImageFont

SERIF, SERIF_BOLD, SERIF_ITALIC = "serif", "serif bold", "serif italic"
SANS, SANS_MEDIUM, SANS_BOLD, SANS_ITALIC = "sans", "sans medium", "sans bold", "sans italic"

FILES: Final = {
    SERIF: "EBGaramond12-Regular.otf",
    SERIF_BOLD: "EBGaramond12-Bold.otf",
    SERIF_ITALIC: "EBGaramond12-Italic.otf",
    SANS: "RobotoCondensed-Regular.ttf",
    SANS_MEDIUM: "RobotoCondensed-Medium.ttf",
    SANS_BOLD: "RobotoCondensed-Bold.ttf",
    SANS_ITALIC: "RobotoCondensed-Italic.ttf",
}
ELLIPSIS: Final = "…"
SMALLEST: Final = 8
"""No text is ever smaller, in pixels."""

Font = ImageFont.FreeTypeFont


@cache
def _bytes(face: str) -> bytes:
    return resources.files("data.fonts").joinpath(FILES[face]).read_bytes()


@lru_cache(maxsize=512)
def font(face: str, size: float) -> Font:
    """A face at a size in pixels. The plain layout engine: the same everywhere, and quick."""
    return ImageFont.truetype(
        BytesIO(_bytes(face)), max(1.0, round(size * 4) / 4), layout_engine=ImageFont.Layout.BASIC
    )


@lru_cache(maxsize=16384)
def width(text: str, face: str, size: float) -> float:
    """How wide a line of text is."""
    return font(face, size).getlength(text)


@lru_cache(maxsize=4096)
def fitted(text: str, face: str, size: float, room: float, smallest: float = 0) -> tuple[str, float]:
    """The text and the size at which it fits: smaller first, and only then shortened with an ellipsis."""
    least = max(SMALLEST, smallest or size * 0.7)
    while size > least and width(text, face, size) > room:
        size = max(least, size - 0.5)
    if width(text, face, size) <= room:
        return text, size
    while text and width(text + ELLIPSIS, face, size) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS, size


@lru_cache(maxsize=1024)
def wrapped(text: str, face: str, size: float, room: float) -> tuple[str, ...]:
    """The text in lines no wider than this. A word that is too long for a line is broken."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        while width(word, face, size) > room and len(word) > 1:
            keep = len(word) - 1
            while keep > 1 and width(word[:keep], face, size) > room:
                keep -= 1
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:keep])
            word = word[keep:]
        longer = f"{line} {word}" if line else word
        if line and width(longer, face, size) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    if line:
        lines.append(line)
    return tuple(lines)


def clipped(text: str, face: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """The same in so many lines at most; the last ends with an ellipsis when there would be more."""
    lines = wrapped(text, face, size, room)
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while last and width(f"{last} {ELLIPSIS}", face, size) > room:
        last = last.rpartition(" ")[0] or last[:-1]
    return (*lines[: most - 1], f"{last} {ELLIPSIS}")
