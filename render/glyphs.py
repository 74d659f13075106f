"""Signs, drawn by us. Each fills a square of side 1 whose upper left corner is at 0, 0."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from PIL import Image

from render.canvas import Drawer, Ink, Pen, Point, sprite, star_points


class Brush:
    """A pen in the units of a sign."""

    def __init__(self, pen: Drawer, at: Point, size: float, ink: Ink, ground: Ink) -> None:
        self.pen, self.at, self.size, self.ink, self.ground = pen, at, size, ink, ground

    def _to(self, x: float, y: float) -> Point:
        return self.at[0] + x * self.size, self.at[1] + y * self.size

    def shape(self, *points: Point, ink: Ink | None = None) -> None:
        """A filled shape."""
        self.pen.polygon([self._to(x, y) for x, y in points], fill=ink or self.ink)

    def stroke(self, *points: Point, width: float = 0.1, ink: Ink | None = None) -> None:
        """A line."""
        self.pen.line([self._to(x, y) for x, y in points], ink or self.ink, width * self.size)

    def disc(self, x: float, y: float, radius: float, ink: Ink | None = None) -> None:
        """A filled circle."""
        self.pen.circle(self._to(x, y), radius * self.size, fill=ink or self.ink)

    def ring(self, x: float, y: float, radius: float, width: float = 0.1, ink: Ink | None = None) -> None:
        """A circle."""
        self.pen.circle(self._to(x, y), radius * self.size, line=ink or self.ink, width=width * self.size)

    def arc(self, x: float, y: float, radius: float, start: float, end: float, width: float = 0.1) -> None:
        """Part of a circle."""
        self.pen.arc(self._to(x, y), radius * self.size, start, end, self.ink, width * self.size)


def _fleet(b: Brush) -> None:
    b.shape(
        (0.5, 0.02),
        (0.68, 0.42),
        (0.98, 0.86),
        (0.62, 0.78),
        (0.5, 0.96),
        (0.38, 0.78),
        (0.02, 0.86),
        (0.32, 0.42),
    )


def _army(b: Brush) -> None:
    b.stroke((0.06, 0.18), (0.94, 0.18), (0.94, 0.82), (0.06, 0.82), (0.06, 0.12), width=0.11)
    b.stroke((0.08, 0.2), (0.92, 0.8), width=0.1)
    b.stroke((0.08, 0.8), (0.92, 0.2), width=0.1)


def _garrison(b: Brush) -> None:
    b.shape(
        (0.1, 0.95), (0.1, 0.15), (0.28, 0.15), (0.28, 0.32), (0.41, 0.32), (0.41, 0.15), (0.59, 0.15),
        (0.59, 0.32), (0.72, 0.32), (0.72, 0.15), (0.9, 0.15), (0.9, 0.95),
    )  # fmt: skip
    b.shape((0.4, 0.95), (0.4, 0.66), (0.5, 0.56), (0.6, 0.66), (0.6, 0.95), ink=b.ground)


def _leader(b: Brush) -> None:
    b.shape(
        (0.5, 0.0),
        (0.88, 0.1),
        (0.88, 0.52),
        (0.72, 0.82),
        (0.5, 1.0),
        (0.28, 0.82),
        (0.12, 0.52),
        (0.12, 0.1),
    )
    b.shape(*star_points((0.5, 0.44), 0.3, 0.12, 5), ink=b.ground)


def _castle(b: Brush) -> None:
    b.shape(
        (0.04, 1.0), (0.04, 0.3), (0.14, 0.3), (0.14, 0.42), (0.24, 0.42), (0.24, 0.3), (0.34, 0.3),
        (0.34, 0.5), (0.34, 0.08), (0.45, 0.08), (0.45, 0.2), (0.55, 0.2), (0.55, 0.08), (0.66, 0.08),
        (0.66, 0.5), (0.66, 0.3), (0.76, 0.3), (0.76, 0.42), (0.86, 0.42), (0.86, 0.3),
        (0.96, 0.3), (0.96, 1.0),
    )  # fmt: skip
    b.shape((0.4, 1.0), (0.4, 0.74), (0.5, 0.62), (0.6, 0.74), (0.6, 1.0), ink=b.ground)


def _church(b: Brush) -> None:
    b.stroke((0.5, 0.0), (0.5, 0.34), width=0.1)
    b.stroke((0.36, 0.12), (0.64, 0.12), width=0.1)
    b.shape((0.5, 0.26), (0.82, 0.54), (0.82, 1.0), (0.18, 1.0), (0.18, 0.54))
    b.shape((0.4, 1.0), (0.4, 0.76), (0.5, 0.66), (0.6, 0.76), (0.6, 1.0), ink=b.ground)


def _cathedral(b: Brush) -> None:
    for x in (0.2, 0.8):
        b.shape((x, 0.1), (x + 0.17, 0.42), (x + 0.17, 1.0), (x - 0.17, 1.0), (x - 0.17, 0.42))
    b.stroke((0.5, 0.0), (0.5, 0.4), width=0.1)
    b.stroke((0.37, 0.13), (0.63, 0.13), width=0.1)
    b.shape((0.5, 0.3), (0.72, 0.52), (0.72, 1.0), (0.28, 1.0), (0.28, 0.52))
    b.disc(0.5, 0.6, 0.11, b.ground)


def _cross(b: Brush) -> None:
    b.shape((0.4, 0.04), (0.6, 0.04), (0.6, 0.32), (0.9, 0.32), (0.9, 0.5), (0.6, 0.5), (0.6, 0.96),
            (0.4, 0.96), (0.4, 0.5), (0.1, 0.5), (0.1, 0.32), (0.4, 0.32))  # fmt: skip


def _heresy(b: Brush) -> None:
    b.shape((0.4, 0.96), (0.6, 0.96), (0.6, 0.68), (0.9, 0.68), (0.9, 0.5), (0.6, 0.5), (0.6, 0.04),
            (0.4, 0.04), (0.4, 0.5), (0.1, 0.5), (0.1, 0.68), (0.4, 0.68))  # fmt: skip
    b.stroke((0.02, 0.9), (0.98, 0.1), width=0.16, ink=b.ground)
    b.stroke((0.02, 0.9), (0.98, 0.1), width=0.08)


def _grail(b: Brush) -> None:
    b.shape((0.14, 0.04), (0.86, 0.04), (0.8, 0.36), (0.62, 0.54), (0.56, 0.58), (0.56, 0.8), (0.76, 0.9),
            (0.76, 1.0), (0.24, 1.0), (0.24, 0.9), (0.44, 0.8), (0.44, 0.58), (0.38, 0.54),
            (0.2, 0.36))  # fmt: skip
    b.stroke((0.5, 0.13), (0.5, 0.42), width=0.08, ink=b.ground)
    b.stroke((0.38, 0.23), (0.62, 0.23), width=0.08, ink=b.ground)


def _alert(b: Brush) -> None:
    b.shape((0.5, 0.02), (1.0, 0.92), (0.0, 0.92))
    b.stroke((0.5, 0.34), (0.5, 0.64), width=0.13, ink=b.ground)
    b.disc(0.5, 0.78, 0.075, b.ground)


def _satellite(b: Brush) -> None:
    b.shape((0.38, 0.36), (0.64, 0.36), (0.64, 0.64), (0.38, 0.64))
    b.shape((0.0, 0.4), (0.3, 0.4), (0.3, 0.6), (0.0, 0.6))
    b.shape((0.7, 0.4), (1.0, 0.4), (1.0, 0.6), (0.7, 0.6))
    b.stroke((0.28, 0.5), (0.72, 0.5), width=0.06)
    b.stroke((0.51, 0.64), (0.51, 0.78), width=0.08)
    b.arc(0.51, 0.66, 0.26, 35, 145, 0.08)


def _signal(b: Brush) -> None:
    _satellite(b)
    for radius in (0.3, 0.46):
        b.arc(0.5, 0.34, radius, 215, 325, 0.09)


def _storm(b: Brush) -> None:
    for turn in range(3):
        curve = []
        for step in range(14):
            t = step / 13
            angle = turn * 2 * pi / 3 + t * 3.6
            curve.append((0.5 + (0.06 + 0.42 * t) * cos(angle), 0.5 + (0.06 + 0.42 * t) * sin(angle)))
        b.stroke(*curve, width=0.09)
    b.disc(0.5, 0.5, 0.1)


def _crown(b: Brush) -> None:
    b.shape((0.04, 0.22), (0.28, 0.5), (0.5, 0.12), (0.72, 0.5), (0.96, 0.22), (0.88, 0.86), (0.12, 0.86))
    b.stroke((0.16, 0.72), (0.84, 0.72), width=0.07, ink=b.ground)


def _mitre(b: Brush) -> None:
    b.shape((0.5, 0.02), (0.84, 0.42), (0.78, 0.96), (0.22, 0.96), (0.16, 0.42))
    b.stroke((0.5, 0.24), (0.5, 0.72), width=0.08, ink=b.ground)
    b.stroke((0.36, 0.42), (0.64, 0.42), width=0.08, ink=b.ground)


def _wound(b: Brush) -> None:
    b.shape((0.5, 0.02), (0.78, 0.5), (0.22, 0.5))
    b.disc(0.5, 0.64, 0.31)


def _chain(b: Brush) -> None:
    b.ring(0.32, 0.34, 0.28, 0.13)
    b.ring(0.68, 0.68, 0.28, 0.13)


def _lock(b: Brush) -> None:
    b.shape((0.14, 0.46), (0.86, 0.46), (0.86, 0.98), (0.14, 0.98))
    b.arc(0.5, 0.46, 0.3, 180, 360, 0.13)
    b.disc(0.5, 0.7, 0.1, b.ground)


def _battle(b: Brush) -> None:
    b.shape(*star_points((0.5, 0.5), 0.5, 0.27, 9))
    for x0, x1 in ((0.28, 0.72), (0.72, 0.28)):
        b.stroke((x0, 0.27), (x1, 0.73), width=0.1, ink=b.ground)


def _gone(b: Brush) -> None:
    b.stroke((0.14, 0.14), (0.86, 0.86), width=0.2)
    b.stroke((0.86, 0.14), (0.14, 0.86), width=0.2)


def _ruin(b: Brush) -> None:
    b.disc(0.5, 0.5, 0.12)
    for turn in (-90, 30, 150):
        a0, a1 = (turn - 30) * pi / 180, (turn + 30) * pi / 180
        b.shape(
            (0.5 + 0.2 * cos(a0), 0.5 + 0.2 * sin(a0)),
            (0.5 + 0.5 * cos(a0), 0.5 + 0.5 * sin(a0)),
            (0.5 + 0.52 * cos((a0 + a1) / 2), 0.5 + 0.52 * sin((a0 + a1) / 2)),
            (0.5 + 0.5 * cos(a1), 0.5 + 0.5 * sin(a1)),
            (0.5 + 0.2 * cos(a1), 0.5 + 0.2 * sin(a1)),
        )


def _banner(b: Brush) -> None:
    b.stroke((0.16, 0.0), (0.16, 1.0), width=0.11)
    b.shape((0.16, 0.06), (0.96, 0.06), (0.76, 0.31), (0.96, 0.56), (0.16, 0.56))


def _hourglass(b: Brush) -> None:
    b.shape((0.14, 0.02), (0.86, 0.02), (0.5, 0.5), (0.86, 0.98), (0.14, 0.98), (0.5, 0.5))


def _siege(b: Brush) -> None:
    b.stroke((0.08, 0.92), (0.92, 0.92), width=0.1)
    b.stroke((0.2, 0.92), (0.5, 0.3), (0.8, 0.92), width=0.1)
    b.stroke((0.14, 0.14), (0.9, 0.5), width=0.11)
    b.disc(0.12, 0.12, 0.12)


def _wall(b: Brush) -> None:
    for row, y in enumerate((0.1, 0.4, 0.7)):
        for x in (0.0, 0.5) if row % 2 else (-0.25, 0.25, 0.75):
            x0, x1 = max(0.0, x + 0.03), min(1.0, x + 0.47)
            b.shape((x0, y), (x1, y), (x1, y + 0.24), (x0, y + 0.24))


def _star(b: Brush) -> None:
    b.shape(*star_points((0.5, 0.53), 0.52, 0.21, 5))


def _check(b: Brush) -> None:
    b.stroke((0.08, 0.55), (0.38, 0.86), (0.94, 0.16), width=0.17)


GLYPHS: Final[dict[str, Callable[[Brush], None]]] = {
    "fleet": _fleet, "army": _army, "garrison": _garrison, "leader": _leader, "castle": _castle,
    "church": _church, "cathedral": _cathedral, "cross": _cross, "heresy": _heresy, "grail": _grail,
    "alert": _alert, "satellite": _satellite, "signal": _signal, "storm": _storm, "crown": _crown,
    "mitre": _mitre, "wound": _wound, "chain": _chain, "lock": _lock, "battle": _battle, "gone": _gone,
    "ruin": _ruin, "banner": _banner, "hourglass": _hourglass, "siege": _siege, "wall": _wall,
    "star": _star, "check": _check,
}  # fmt: skip


def draw_glyph(pen: Drawer, name: str, at: Point, size: float, ink: Ink, ground: Ink) -> None:
    """Draw a sign with its upper left corner here; `ground` is what shows through it."""
    GLYPHS[name](Brush(pen, at, size, ink, ground))


def glyph(name: str, size: float, ink: Ink, ground: Ink) -> Image.Image:
    """A sign as a small picture."""
    side = max(1, round(size))
    return sprite(
        ("glyph", name, side, ink, ground),
        side,
        side,
        lambda pen: draw_glyph(pen, name, (0, 0), side, ink, ground),
    )


def badge(name: str, size: float, ink: Ink, fill: Ink, edge: Ink) -> Image.Image:
    """A sign on a round medal."""
    side = max(4, round(size))

    def paint(pen: Pen) -> None:
        pen.circle((side / 2, side / 2), side / 2, fill=edge)
        pen.circle((side / 2, side / 2), side / 2 - max(1, side / 16), fill=fill)
        inner = side * 0.62
        draw_glyph(pen, name, ((side - inner) / 2, (side - inner) / 2), inner, ink, fill)

    return sprite(("badge", name, side, ink, fill, edge), side, side, paint)
