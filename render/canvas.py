"""Drawing: a picture to paste on, and small pictures drawn large, made smooth, and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, floor, hypot, pi, sin
from typing import Final, Protocol

from PIL import Image, ImageDraw

from render.colour import RGB
from render.fonts import font

SMOOTH: Final = 4
"""How much larger small pictures are drawn before they are made smooth."""
KEPT_SPRITES: Final = 6000

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Paint = Callable[["Pen"], None]
RGBA = tuple[int, int, int, int]
Ink = RGB | RGBA | int | str
"""A colour, a share of 255 on a mask, or for an SVG the name of a colour."""

_sprites: OrderedDict[Hashable, Image.Image] = OrderedDict()


class Drawer(Protocol):
    """Whatever shapes can be drawn with: pixels or SVG."""

    def polygon(
        self, points: Sequence[Point], fill: Ink | None = None, line: Ink | None = None, width: float = 1
    ) -> None: ...
    def line(self, points: Sequence[Point], ink: Ink, width: float = 1) -> None: ...
    def circle(
        self, centre: Point, radius: float, fill: Ink | None = None, line: Ink | None = None, width: float = 1
    ) -> None: ...
    def arc(
        self, centre: Point, radius: float, start: float, end: float, ink: Ink, width: float = 1
    ) -> None: ...


class Pen:
    """Draws in plain pixels on a picture that is `scale` times as large."""

    def __init__(self, image: Image.Image, scale: float) -> None:
        self.image = image
        self.scale = scale
        self.draw = ImageDraw.Draw(image)

    def _points(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def polygon(
        self, points: Sequence[Point], fill: Ink | None = None, line: Ink | None = None, width: float = 1
    ) -> None:
        """A filled or outlined polygon."""
        placed = self._points(points)
        if fill is not None:
            self.draw.polygon(placed, fill=fill)
        if line is not None:
            around = [*placed, placed[0], placed[1]]
            self.draw.line(around, fill=line, width=max(1, round(width * self.scale)), joint="curve")

    def line(self, points: Sequence[Point], ink: Ink, width: float = 1) -> None:
        """A line through points."""
        self.draw.line(self._points(points), fill=ink, width=max(1, round(width * self.scale)), joint="curve")

    def dashes(self, points: Sequence[Point], ink: Ink, width: float, dash: float, gap: float) -> None:
        """A dashed line through points."""
        for (x0, y0), (x1, y1) in pairwise(points):
            length = hypot(x1 - x0, y1 - y0)
            at = 0.0
            while at < length:
                end = min(length, at + dash)
                a, b = at / length, end / length
                self.line(
                    [
                        (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a),
                        (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b),
                    ],
                    ink,
                    width,
                )
                at = end + gap

    def circle(
        self, centre: Point, radius: float, fill: Ink | None = None, line: Ink | None = None, width: float = 1
    ) -> None:
        """A circle."""
        x, y = centre[0] * self.scale, centre[1] * self.scale
        r = radius * self.scale
        self.draw.ellipse(
            (x - r, y - r, x + r, y + r), fill=fill, outline=line, width=max(1, round(width * self.scale))
        )

    def arc(self, centre: Point, radius: float, start: float, end: float, ink: Ink, width: float = 1) -> None:
        """Part of a circle, in degrees clockwise from the right."""
        x, y, r = centre[0] * self.scale, centre[1] * self.scale, radius * self.scale
        self.draw.arc(
            (x - r, y - r, x + r, y + r), start, end, fill=ink, width=max(1, round(width * self.scale))
        )

    def box(
        self,
        box: Box,
        fill: Ink | None = None,
        line: Ink | None = None,
        width: float = 1,
        radius: float = 0,
    ) -> None:
        """A rectangle, with round corners if it has a radius."""
        placed = [edge * self.scale for edge in box]
        placed[2] -= 1
        placed[3] -= 1
        self.draw.rounded_rectangle(
            placed,
            radius * self.scale,
            fill=fill,
            outline=line,
            width=0 if line is None else max(1, round(width * self.scale)),
        )

    def text(self, at: Point, text: str, face: str, size: float, ink: Ink, anchor: str = "mm") -> None:
        """A line of text."""
        self.draw.text(
            (at[0] * self.scale, at[1] * self.scale),
            text,
            fill=ink,
            font=font(face, size * self.scale),
            anchor=anchor,
        )


def smooth(width: int, height: int, paint: Paint, scale: int = SMOOTH) -> Image.Image:
    """A small picture with transparency, drawn large and made smooth."""
    large = Image.new("RGBA", (width * scale, height * scale), (0, 0, 0, 0))
    paint(Pen(large, scale))
    return large.reduce(scale)


def sprite(key: Hashable, width: float, height: float, paint: Paint, scale: int = SMOOTH) -> Image.Image:
    """The same, drawn once and kept under its key."""
    found = _sprites.get(key)
    if found is None:
        found = smooth(max(1, round(width)), max(1, round(height)), paint, scale)
        _sprites[key] = found
        if len(_sprites) > KEPT_SPRITES:
            _sprites.popitem(last=False)
    return found


@lru_cache(maxsize=8192)
def stamp(text: str, face: str, size: float, anchor: str) -> tuple[Image.Image, int, int]:
    """A line of text as a mask, and where its corner lies from its anchor."""
    used = font(face, size)
    x0, y0, x1, y1 = used.getbbox(text, anchor=anchor)
    left, top = floor(x0) - 1, floor(y0) - 1
    mask = Image.new("L", (ceil(x1) - left + 1, ceil(y1) - top + 1), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=used, anchor=anchor)
    return mask, left, top


class Canvas:
    """The picture itself. A dry one only measures."""

    def __init__(self, image: Image.Image, dry: bool = False) -> None:
        self.image = image
        self.dry = dry
        self.draw = ImageDraw.Draw(image)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.image.size

    def put(self, picture: Image.Image, x: float, y: float) -> None:
        """A small picture with its upper left corner here."""
        if not self.dry:
            self.image.paste(picture, (round(x), round(y)), picture)

    def centre(self, picture: Image.Image, x: float, y: float) -> None:
        """A small picture with its middle here."""
        self.put(picture, x - picture.width / 2, y - picture.height / 2)

    def text(self, at: Point, text: str, face: str, size: float, ink: RGB, anchor: str = "lm") -> None:
        """A line of text."""
        if self.dry or not text:
            return
        mask, dx, dy = stamp(text, face, size, anchor)
        self.image.paste(ink, (round(at[0]) + dx, round(at[1]) + dy), mask)

    def fine_text(
        self, at: Point, text: str, face: str, size: float, ink: RGB, anchor: str = "lm", stroke: float = 0
    ) -> None:
        """Text between pixels, for spaced letters; a stroke makes it fat."""
        self.draw.text(at, text, fill=ink, font=font(face, size), anchor=anchor, stroke_width=round(stroke))

    def ink(self, box: Box, ink: RGB, paint: Callable[[Pen, Point], None], scale: int = 3) -> None:
        """Draw smoothly in one ink inside a box; `paint` draws shares of 255 and subtracts the corner."""
        x0, y0 = int(max(0, box[0])), int(max(0, box[1]))
        x1 = int(min(self.image.width, box[2] + 1))
        y1 = int(min(self.image.height, box[3] + 1))
        if x1 <= x0 or y1 <= y0:
            return
        large = Image.new("L", ((x1 - x0) * scale, (y1 - y0) * scale), 0)
        paint(Pen(large, scale), (x0, y0))
        self.image.paste(ink, (x0, y0), large.reduce(scale))


def shifted(points: Iterable[Point], off: Point) -> list[Point]:
    """Points as seen from another corner."""
    return [(x - off[0], y - off[1]) for x, y in points]


def arrow_head(tip: Point, towards: float, length: float, spread: float) -> list[Point]:
    """The triangle at the end of an arrow that flies in a direction (radians)."""
    back = (tip[0] - length * cos(towards), tip[1] - length * sin(towards))
    side = (spread * sin(towards), -spread * cos(towards))
    return [tip, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])]


def bow(start: Point, end: Point, bend: float, steps: int = 18) -> list[Point]:
    """Points of a curve from start to end that swings out to the left by a share of its length."""
    (x0, y0), (x1, y1) = start, end
    mx, my = (x0 + x1) / 2 + (y1 - y0) * bend, (y0 + y1) / 2 - (x1 - x0) * bend
    curve = []
    for step in range(steps + 1):
        t = step / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        curve.append((a * x0 + b * mx + c * x1, a * y0 + b * my + c * y1))
    return curve


def heading(points: Sequence[Point]) -> float:
    """The direction in which a line of points ends."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    return atan2(y1 - y0, x1 - x0)


def star_points(centre: Point, outer: float, inner: float, spikes: int, turn: float = -pi / 2) -> list[Point]:
    """The corners of a star."""
    return [
        (
            centre[0] + (inner if k % 2 else outer) * cos(turn + k * pi / spikes),
            centre[1] + (inner if k % 2 else outer) * sin(turn + k * pi / spikes),
        )
        for k in range(2 * spikes)
    ]
