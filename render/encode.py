"""From pixels to bytes: few colours, chosen once for a theme, so that encoding is quick and files small."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Final

from PIL import Image

from render.colour import RGB, mix

COLOURS: Final = 256
LEVEL: Final = 4
"""How hard zlib tries."""
LIMIT: Final = 10 * 1024 * 1024
"""Discord takes no larger file."""


def palette(
    ground: Iterable[Image.Image], exact: Sequence[RGB], pairs: Iterable[tuple[RGB, RGB]]
) -> Image.Image:
    """A palette for pictures on these grounds: some colours exactly, ways between pairs, the rest as fits."""
    wanted: list[RGB] = list(dict.fromkeys(exact))
    for a, b in pairs:
        for share in (0.33, 0.66):
            between = mix(a, b, share)
            if between not in wanted:
                wanted.append(between)
    wanted = wanted[: COLOURS - 96]
    pictures = list(ground)
    strip = Image.new("RGB", (max(it.width for it in pictures), sum(it.height for it in pictures)))
    y = 0
    for picture in pictures:
        strip.paste(picture, (0, y))
        y += picture.height
    rest = strip.quantize(COLOURS - len(wanted), method=Image.Quantize.MEDIANCUT)
    found = rest.getpalette() or []
    flat = [part for colour in wanted for part in colour] + found[: 3 * (COLOURS - len(wanted))]
    flat += flat[:3] * (COLOURS - len(flat) // 3)
    made = Image.new("P", (1, 1))
    made.putpalette(flat[: 3 * COLOURS])
    return made


def png(image: Image.Image, colours: Image.Image | None = None) -> bytes:
    """A PNG of few colours; without a palette it gets one of its own."""
    if colours is None:
        few = image.convert("RGB").quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    else:
        few = image.quantize(palette=colours, dither=Image.Dither.NONE)
    out = BytesIO()
    few.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


def animation(frames: Sequence[Image.Image], millis: Sequence[int], form: str, quality: int = 70) -> bytes:
    """Frames as an animation: "webp", "png" (APNG) or "gif"."""
    out = BytesIO()
    first, *rest = frames
    if form == "webp":
        first.save(
            out, "WEBP", save_all=True, append_images=rest, duration=list(millis), loop=0,
            quality=quality, method=2, allow_mixed=False, minimize_size=False,
        )  # fmt: skip
    elif form == "png":
        first.save(
            out, "PNG", save_all=True, append_images=rest, duration=list(millis), loop=0, compress_level=LEVEL
        )
    elif form == "gif":
        first.save(
            out, "GIF", save_all=True, append_images=rest, duration=list(millis), loop=0, optimize=False
        )
    else:
        raise ValueError(f"there is no animation called {form!r}; there are webp, png and gif")
    return out.getvalue()
