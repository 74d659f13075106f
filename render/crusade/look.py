"""How Crusade looks: the coats of the two sides, the board's colours, and the sizes of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.crusade.names import FILES
from render.canvas import Box, Ink, Point
from render.colour import RGB, mix, rgb
from render.theme import Theme


@dataclass(frozen=True, slots=True)
class Coat:
    """The colours of one side's pieces. The two differ in lightness, so no eye takes one for the other."""

    body: Ink
    edge: Ink
    sign: Ink
    accent: Ink
    """The beak of a Pawn, the ring of a Noble."""


PAINT: Final[dict[str, dict[str, RGB]]] = {
    "white": {
        "body": rgb("#fbf3dd"),
        "edge": rgb("#33261a"),
        "sign": rgb("#2b2118"),
        "accent": rgb("#b0182f"),
    },
    "black": {
        "body": rgb("#1c1e28"),
        "edge": rgb("#f0e6cc"),
        "sign": rgb("#f6ecd2"),
        "accent": rgb("#f2b632"),
    },
}

COATS: Final = {seat: Coat(**paint) for seat, paint in PAINT.items()}
NAMED: Final = {seat: Coat(*(f"{seat}-{part}" for part in paint)) for seat, paint in PAINT.items()}
"""The same for an SVG, where colours are names."""

GRIP: Final = rgb("#7b3fc4")
GRIP_INK: Final = rgb("#ffffff")
"""Telekinesis."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The colours of the board."""

    light: RGB
    dark: RGB
    frame: RGB
    frame_ink: RGB
    touched: RGB
    """Mixed into squares that the last turn was about."""
    step: RGB
    hit: RGB
    """Marks of where a selected unit can go, and what it can capture."""


GROUNDS: Final = {
    "dark": Ground(
        light=rgb("#8b97b0"), dark=rgb("#6b7893"), frame=rgb("#1d2438"), frame_ink=rgb("#d9d2c0"),
        touched=rgb("#e8c15a"), step=rgb("#05232e"), hit=rgb("#a81a08"),
    ),
    "light": Ground(
        light=rgb("#e3d3ac"), dark=rgb("#c2ab7c"), frame=rgb("#5d4a2c"), frame_ink=rgb("#fbf3dd"),
        touched=rgb("#e0a020"), step=rgb("#0b4a4f"), hit=rgb("#b3260f"),
    ),
}  # fmt: skip


DIMMED: Final = 0.42
"""How dark the rows are that a player may not place on."""


def square_colour(theme: Theme, square: str, touched: bool = False) -> RGB:
    """The colour of a square."""
    ground = GROUNDS[theme.name]
    plain = ground.dark if (FILES.index(square[0]) + int(square[1])) % 2 else ground.light
    return mix(plain, ground.touched, 0.5) if touched else plain


@dataclass(frozen=True, slots=True)
class Size:
    """A way to lay a picture out."""

    name: str
    side: int
    """Side of a square in pixels."""
    frame: int
    """Width of the frame with the coordinates."""
    panel: str
    """Where the panel lies: "right", "below" or "strips" (a line above and below the board)."""
    panel_width: int = 0
    strip: int = 0
    caption: int = 0
    k: float = 1.0
    """Scale of the panel's lettering."""

    @property
    def board(self) -> int:
        """Side of the whole board with its frame."""
        return 8 * self.side + 2 * self.frame


SIZES: Final = {
    size.name: size
    for size in (
        Size("full", 112, 40, "right", panel_width=420, caption=52),
        Size("feed", 88, 32, "right", panel_width=332, caption=54, k=1.2),
        Size("phone", 84, 26, "below", caption=54, k=1.2),
        Size("frame", 66, 24, "strips", strip=54, caption=40),
    )
}
"""`full` to be opened, `feed` for a width of 550, `phone` in portrait, `frame` for replays."""


class Geometry:
    """Where the squares lie in a picture. Row 8 is on top, whoever looks: north is north for both."""

    def __init__(self, left: float, top: float, side: float) -> None:
        self.left, self.top, self.side = left, top, side

    def corner(self, square: str) -> Point:
        """The upper left corner of a square."""
        return (
            self.left + FILES.index(square[0]) * self.side,
            self.top + (8 - int(square[1])) * self.side,
        )

    def at(self, square: str) -> Point:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + self.side / 2, y + self.side / 2

    def box(self, square: str) -> Box:
        """The box of a square."""
        x, y = self.corner(square)
        return x, y, x + self.side, y + self.side
