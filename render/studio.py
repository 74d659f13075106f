"""What every artist does alike: themes and sizes by name, finished pictures, films, words that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from PIL import Image

from render.encode import LIMIT, animation, png
from render.kinds import Drawn, NoPicture
from render.theme import THEMES, Theme

ALT_LIMIT: Final = 1000
"""Discord takes descriptions of at most 1,024 characters."""
MOST_FRAMES: Final = 150
FRAME, LAST = 900, 4000
"""Milliseconds that a frame, and the last one, is shown."""
FORMS: Final = ("webp", "png", "gif")

T = TypeVar("T")


def chosen_theme(name: str) -> Theme:
    """The theme of that name. Raises `NoPicture`."""
    return _chosen(THEMES, name, "theme")


def chosen_size(sizes: Mapping[str, T], name: str) -> T:
    """The size of that name. Raises `NoPicture`."""
    return _chosen(sizes, name, "size")


def _chosen(known: Mapping[str, T], name: str, what: str) -> T:
    found = known.get(name)
    if found is None:
        raise NoPicture(f"There is no {what} {name!r}; there are {', '.join(known)}.")
    return found


def finished(name: str, image: Image.Image, few: Image.Image, alt: str) -> Drawn:
    """A picture in the colours of a palette, with its description."""
    return Drawn(name, png(image, few), image.width, image.height, alt[:ALT_LIMIT])


def slug(name: str) -> str:
    """A name as part of a file name."""
    return "".join(sign if sign.isalnum() else "-" for sign in name.lower())


# -- films ---------------------------------------------------------------------------------------------------

Shoot = Callable[[T | None, T], Image.Image]
"""Draws a View with what changed since the one before."""


def film(
    views: Sequence[T], shoot: Shoot[T], few: Callable[[T], Image.Image], *, form: str, limit: int
) -> tuple[str, bytes, tuple[int, int], list[T]]:
    """An animation of at most so many bytes: its file name, the bytes, their size, and the Views shown.

    `few` is the palette of a View. Raises `NoPicture`.
    """
    if not views:
        raise NoPicture("There is nothing to replay.")
    if form not in FORMS:
        raise NoPicture(f"There is no animation {form!r}; there are webp, png and gif.")
    limit = limit or LIMIT - 512 * 1024
    chosen = thinned(list(views), MOST_FRAMES)
    data = b""
    size = (0, 0)
    for quality in (72, 45, 25, 25, 25, 25, 25):
        frames = _frames(chosen, shoot, few)
        size = frames[0].size
        data = animation(frames, [FRAME] * (len(chosen) - 1) + [LAST], form, quality)
        if len(data) <= limit or len(chosen) < 3:
            break
        if form != "webp" or quality <= 25:
            chosen = thinned(chosen, max(2, int(len(chosen) * 0.85 * limit / len(data))))
    return f"replay.{form if form != 'png' else 'apng'}", data, size, chosen


def _frames(views: Sequence[T], shoot: Shoot[T], few: Callable[[T], Image.Image]) -> list[Image.Image]:
    """The frames in few colours each: a whole game is held in memory."""
    frames = []
    before: T | None = None
    for view in views:
        frames.append(shoot(before, view).quantize(palette=few(view), dither=Image.Dither.NONE))
        before = view
    return frames


def thinned(views: list[T], most: int) -> list[T]:
    """At most so many, evenly; the first and the last stay."""
    if len(views) <= most:
        return views
    if most < 2:
        return views[-1:]
    return [views[round(k * (len(views) - 1) / (most - 1))] for k in range(most)]


# -- words ---------------------------------------------------------------------------------------------------


def within(sentences: Iterable[str], limit: int = ALT_LIMIT) -> str:
    """As many whole sentences as fit; "And more." stands for the others."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}" if text else sentence
        if len(longer) > limit - 12:
            return f"{text} And more."
        text = longer
    return text


def caption_line(head: str, sentences: Iterable[str], limit: int) -> str:
    """One line for under a picture: what it shows, and as many sentences about it as fit."""
    line = head
    for place, part in enumerate(sentences):
        longer = f"{line}{': ' if place == 0 else '; '}{part[0].upper()}{part[1:].rstrip('.!')}"
        if len(longer) > limit:
            return f"{line}; and more." if place else f"{line}: much has happened."
        line = longer
    return f"{line}."
