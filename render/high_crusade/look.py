"""How The High Crusade looks: liveries, short names, and the sizes of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final, Protocol

from engine.high_crusade.pack import Pack
from engine.kernel.hexgrid import centre
from render.canvas import Box, Point
from render.colour import RGB, mix, rgb
from render.counters import Livery
from render.theme import Theme

CREAM, CRIMSON, INDIGO = rgb("#fbf3dd"), rgb("#a3162b"), rgb("#252b5c")

LIVERIES: Final[dict[str, Livery]] = {
    "Crusader": Livery(CREAM, rgb("#7d0f20"), CRIMSON, rgb("#ffffff"), rgb("#5c0a17"), "square"),
    "Wersgorix": Livery(INDIGO, rgb("#ffffff"), rgb("#8fa2ef"), rgb("#11152f"), rgb("#c3cdfb"), "cut"),
    "Thrall": Livery(rgb("#ab42a0"), rgb("#ffffff"), rgb("#4d1348"), rgb("#ffffff"), rgb("#2b0d1e"), "round"),
    "Jair": Livery(rgb("#54a4ef"), rgb("#04182b"), rgb("#0d3f66"), rgb("#ffffff"), rgb("#06263a"), "round"),
    "P'thing'gung": Livery(
        rgb("#dd9933"), rgb("#2a1902"), rgb("#6a4206"), rgb("#ffffff"), rgb("#332003"), "round"
    ),
    "Ashenk'goli": Livery(
        rgb("#21663d"), rgb("#ffffff"), rgb("#0b2f1a"), rgb("#ffffff"), rgb("#03160f"), "round"
    ),
}
"""By faction. The two main sides differ in lightness and in shape, the others in their prefix too."""

FROZEN: Final = Livery(
    rgb("#c3c3c3"), rgb("#222222"), rgb("#5a5a5a"), rgb("#ffffff"), rgb("#222222"), "round"
)
"""Units of an Independent Race without an alliance."""

THRALL_BACK, THRALL_INK, THRALL_EDGE = rgb("#cbaecb"), rgb("#2b0d1e"), rgb("#5b2150")
"""A Thrall Race piece that is not converted."""
HERESY = rgb("#3a104e")

PREFIX: Final = {
    "Crusader": "",
    "Wersgorix": "",
    "Thrall": "T",
    "Jair": "J",
    "P'thing'gung": "P",
    "Ashenk'goli": "A",
}
"""What stands before a unit's letter on its counter."""

ORDER: Final = {"Crusader": 0, "Thrall": 1, "Jair": 2, "P'thing'gung": 3, "Ashenk'goli": 4, "Wersgorix": 5}
KINDS: Final = {"fleet": 0, "army": 1, "garrison": 2}

ATTITUDE: Final = {"A": "agrarian", "S": "spiritual", "W": "warlike"}


@dataclass(frozen=True, slots=True)
class Size:
    """A way to lay a picture out."""

    name: str
    side: float
    """Side of a hex in pixels."""
    lettering: float
    """Size of labels, 1 being that of the full picture."""
    panel: str
    """Where the side panel lies: "right", "below" or "strip" (a line on top)."""
    panel_width: int = 0
    trays: bool = True
    """Whether every piece is shown; else what each planet holds in all."""
    strip: int = 0
    """Height of a strip above the map."""


SIZES: Final = {
    size.name: size
    for size in (
        Size("full", 29.0, 1.0, "right", 420),
        Size("feed", 21.0, 0.94, "strip", trays=False, strip=96),
        Size("phone", 20.2, 0.76, "below"),
        Size("frame", 17.0, 0.72, "strip", trays=False, strip=76),
    )
}
"""`full` to be opened, `feed` for a width of 550, `phone` in portrait, `frame` for replays."""


class Unit(Protocol):
    """A unit as a View shows it."""

    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def hex(self) -> int: ...
    @property
    def strength(self) -> int: ...


class Leader(Protocol):
    """A leader as a View shows him."""

    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...
    @property
    def hex(self) -> int: ...
    @property
    def wounded(self) -> bool: ...
    @property
    def captor(self) -> str: ...
    @property
    def defected(self) -> bool: ...
    @property
    def dead(self) -> bool: ...


class Geometry:
    """Where the hexes of a map lie in a picture."""

    def __init__(self, pack: Pack, size: Size) -> None:
        top = size.strip
        self.side = size.side
        self.u = size.lettering
        self.margin = round(size.side * 0.95) if size.trays else round(size.side * 0.45)
        self.left = float(self.margin)
        self.top = float(top + self.margin)
        wide, high = pack.grid.size
        self.map: Box = (
            0.0,
            float(top),
            float(round(wide * self.side) + 2 * self.margin),
            float(round(top + high * self.side) + 2 * self.margin),
        )
        self.field: Box = (
            self.left,
            self.top,
            self.left + wide * self.side,
            self.top + high * self.side,
        )

    def at(self, hex_: int) -> Point:
        """The middle of a hex."""
        x, y = centre(hex_)
        return self.left + x * self.side, self.top + y * self.side

    def corners(self, hex_: int, share: float = 1.0) -> list[Point]:
        """The corners of a hex, or of a smaller one inside it."""
        x, y = self.at(hex_)
        r, h = self.side * share, self.side * share * sqrt(3) / 2
        return [
            (x + r / 2, y - h),
            (x + r, y),
            (x + r / 2, y + h),
            (x - r / 2, y + h),
            (x - r, y),
            (x - r / 2, y - h),
        ]

    def box(self, hex_: int) -> Box:
        """The box around a hex."""
        x, y = self.at(hex_)
        h = self.side * sqrt(3) / 2
        return x - self.side, y - h, x + self.side, y + h


@lru_cache(maxsize=256)
def brief(leader: str) -> str:
    """A leader's name where room is scarce."""
    names = {
        "Sir Brian Fitz-William": "Sir Brian",
        "Brother Parvus": "Br. Parvus",
        "Thrall leader A": "Thrall ldr A",
        "Thrall leader B": "Thrall ldr B",
    }
    return names.get(leader, leader)


def letter_of(unit: str, faction: str, kind: str) -> str:
    """What is written on a unit's counter beside its strength."""
    if kind == "garrison":
        return PREFIX[faction]
    return PREFIX[faction] + unit.rsplit(" ", 1)[-1]


def zone_colours(colour: str, theme: Theme) -> tuple[RGB, RGB, RGB]:
    """A territory's colour in its middle, at its rim, and for its name."""
    base = rgb(colour)
    bright = mix(base, (255, 255, 255), 0.28) if theme.dark else base
    return (
        mix(theme.paper, base, theme.territory),
        mix(theme.paper, bright, theme.rim),
        mix(bright, theme.ink, 0.25) if theme.dark else mix(base, theme.ink, 0.35),
    )
