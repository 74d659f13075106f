"""The pieces: a sign for each kind of unit and treasure, on a body that shows owner and facing.

A Pawn is a wedge whose coloured beak points where it faces; a Noble is round and faces nowhere. Signs stand
upright whatever the facing; only the bow, which is itself an arrow, turns with its Archer.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, radians, sin
from typing import Final

from engine.crusade.names import DIRECTION
from render.canvas import Drawer, Ink, Point, star_points
from render.crusade.look import Coat
from render.glyphs import GLYPHS, Brush

Sign = Callable[[Brush], None]


def turned(points: list[Point], facing: str) -> list[Point]:
    """Points of a shape that faces north, about its middle 0, 0, turned to another facing."""
    angle = DIRECTION[facing] * pi / 4
    c, s = cos(angle), sin(angle)
    return [(x * c - y * s, x * s + y * c) for x, y in points]


# -- signs ---------------------------------------------------------------------------------------------------


def _bow(facing: str) -> Sign:
    wood = [(0.46 * cos(radians(a)), 0.30 + 0.52 * sin(radians(a))) for a in range(-172, -7, 6)]
    lines = [
        (wood, 0.13),
        ([wood[0], (0.0, 0.34), wood[-1]], 0.06),
        ([(0.0, 0.46), (0.0, -0.36)], 0.09),
    ]
    head = [(0.0, -0.54), (0.17, -0.27), (-0.17, -0.27)]
    feathers = [[(-0.12, 0.54), (0.0, 0.42), (0.12, 0.54)]]

    def draw(b: Brush) -> None:
        for points, width in (*lines, *((it, 0.08) for it in feathers)):
            b.stroke(*_moved(turned(list(points), facing)), width=width)
        b.shape(*_moved(turned(head, facing)))

    return draw


def _moved(points: list[Point]) -> list[Point]:
    return [(x + 0.5, y + 0.5) for x, y in points]


def _spark(b: Brush) -> None:
    for x, y, outer, inner in ((0.42, 0.56, 0.46, 0.13), (0.83, 0.2, 0.21, 0.06)):
        b.shape(*star_points((x, y), outer, inner, 4))


def _mask(b: Brush) -> None:
    b.shape(
        (0.0, 0.22), (0.26, 0.2), (0.5, 0.3), (0.74, 0.2), (1.0, 0.22), (1.0, 0.5), (0.88, 0.72),
        (0.7, 0.78), (0.58, 0.68), (0.5, 0.56), (0.42, 0.68), (0.3, 0.78), (0.12, 0.72), (0.0, 0.5),
    )  # fmt: skip
    for side in (-1, 1):
        b.shape(
            *(
                (0.5 + side * x, y)
                for x, y in ((0.12, 0.5), (0.22, 0.38), (0.36, 0.4), (0.4, 0.5), (0.24, 0.58))
            ),
            ink=b.ground,
        )


def _axe(b: Brush) -> None:
    b.stroke((0.5, 0.02), (0.5, 1.0), width=0.11)
    for side in (-1, 1):
        b.shape(
            *(
                (0.5 + side * x, y)
                for x, y in (
                    (0.0, 0.22), (0.14, 0.22), (0.34, 0.04), (0.46, 0.18), (0.5, 0.36), (0.46, 0.54),
                    (0.34, 0.68), (0.14, 0.5), (0.0, 0.5),
                )
            )
        )  # fmt: skip


def _mitre(b: Brush) -> None:
    b.shape(
        (0.5, 0.0), (0.64, 0.1), (0.78, 0.27), (0.86, 0.48), (0.84, 0.72), (0.16, 0.72), (0.14, 0.48),
        (0.22, 0.27), (0.36, 0.1),
    )  # fmt: skip
    b.shape((0.14, 0.8), (0.86, 0.8), (0.86, 0.98), (0.14, 0.98))
    b.stroke((0.5, 0.18), (0.5, 0.6), width=0.1, ink=b.ground)
    b.stroke((0.33, 0.34), (0.67, 0.34), width=0.1, ink=b.ground)


def _horse(b: Brush) -> None:
    b.shape(
        (0.2, 1.0), (0.26, 0.82), (0.46, 0.62), (0.47, 0.54), (0.33, 0.6), (0.24, 0.71), (0.13, 0.73),
        (0.04, 0.62), (0.13, 0.44), (0.24, 0.26), (0.35, 0.15), (0.33, 0.0), (0.46, 0.08), (0.55, 0.02),
        (0.57, 0.11), (0.78, 0.24), (0.91, 0.46), (0.95, 0.72), (0.94, 1.0),
    )  # fmt: skip
    b.disc(0.36, 0.34, 0.055, b.ground)
    b.stroke((0.62, 0.22), (0.77, 0.44), (0.8, 0.74), width=0.05, ink=b.ground)


def _shield(b: Brush) -> None:
    b.shape(
        (0.1, 0.04), (0.9, 0.04), (0.9, 0.48), (0.83, 0.66), (0.7, 0.83), (0.5, 1.0), (0.3, 0.83),
        (0.17, 0.66), (0.1, 0.48),
    )  # fmt: skip
    b.stroke((0.5, 0.15), (0.5, 0.85), width=0.13, ink=b.ground)
    b.stroke((0.2, 0.4), (0.8, 0.4), width=0.13, ink=b.ground)


def _sack(b: Brush) -> None:
    b.shape(
        (0.34, 0.26), (0.26, 0.08), (0.4, 0.12), (0.5, 0.04), (0.6, 0.12), (0.74, 0.08), (0.66, 0.26),
        (0.84, 0.46), (0.94, 0.7), (0.9, 0.9), (0.76, 0.98), (0.24, 0.98), (0.1, 0.9),
        (0.06, 0.7), (0.16, 0.46),
    )  # fmt: skip
    b.stroke((0.3, 0.29), (0.7, 0.29), width=0.07, ink=b.ground)
    b.stroke((0.34, 0.68), (0.66, 0.68), width=0.08, ink=b.ground)
    b.stroke((0.5, 0.52), (0.5, 0.84), width=0.08, ink=b.ground)


SIGNS: Final[dict[str, Sign]] = {
    "archer": _bow("north"), "caster": _spark, "rogue": _mask, "warrior": _axe, "bishop": _mitre,
    "commander": GLYPHS["banner"], "knight": _horse, "paladin": _shield, "supply": _sack,
    "relic": GLYPHS["grail"],
}  # fmt: skip
BOWS: Final = {facing: _bow(facing) for facing in DIRECTION}


def draw_sign(
    pen: Drawer, kind: str, centre: Point, size: float, ink: Ink, ground: Ink, facing: str = ""
) -> None:
    """The sign of a kind around a middle."""
    sign = BOWS[facing] if kind == "archer" and facing else SIGNS[kind]
    sign(Brush(pen, (centre[0] - size / 2, centre[1] - size / 2), size, ink, ground))


# -- bodies --------------------------------------------------------------------------------------------------

WEDGE: Final[list[Point]] = [(0.0, -0.47), (0.39, -0.15), (0.36, 0.43), (-0.36, 0.43), (-0.39, -0.15)]
BEAK: Final[list[Point]] = [(0.0, -0.47), (0.39, -0.15), (-0.39, -0.15)]
BACK: Final = 0.13
"""How far behind its middle a Pawn's sign stands."""


def _placed(points: list[Point], centre: Point, side: float) -> list[Point]:
    return [(centre[0] + x * side, centre[1] + y * side) for x, y in points]


def draw_unit(pen: Drawer, centre: Point, side: float, coat: Coat, kind: str, facing: str) -> None:
    """A unit in the middle of a square of this side. Without a facing it is a Noble."""
    x, y = centre
    if not facing:
        pen.circle(centre, side * 0.43, fill=coat.edge)
        pen.circle(centre, side * 0.395, fill=coat.body)
        pen.circle(centre, side * 0.365, line=coat.accent, width=side * 0.045)
        draw_sign(pen, kind, centre, side * 0.47, coat.sign, coat.body)
        return
    body = _placed(turned(WEDGE, facing), centre, side)
    pen.polygon(body, fill=coat.body)
    pen.polygon(_placed(turned(BEAK, facing), centre, side), fill=coat.accent)
    pen.polygon(body, line=coat.edge, width=side * 0.045)
    back = turned([(0.0, BACK)], facing)[0]
    middle = (x + back[0] * side, y + back[1] * side)
    draw_sign(pen, kind, middle, side * 0.48, coat.sign, coat.body, facing)


PLATES: Final[dict[str, list[Point]]] = {
    "supply": [(-0.36, -0.36), (0.36, -0.36), (0.36, 0.36), (-0.36, 0.36)],
    "relic": [(0.0, -0.46), (0.46, 0.0), (0.0, 0.46), (-0.46, 0.0)],
}
"""Supplies lie on squares, Relics on lozenges."""


def draw_treasure(pen: Drawer, centre: Point, side: float, coat: Coat, kind: str) -> None:
    """A treasure in the middle of a square of this side."""
    plate = _placed(PLATES[kind], centre, side)
    pen.polygon(plate, fill=coat.body, line=coat.accent, width=side * 0.06)
    size = 0.5 if kind == "supply" else 0.4
    draw_sign(pen, kind, centre, side * size, coat.sign, coat.body)


TREASURE_SHARE: Final = 0.72
"""A treasure on an empty square is this much smaller than a unit."""
CORNER_SHARE: Final = 0.34
"""A treasure under a unit shows in the square's lower right corner, so large."""


def corner_of(centre: Point, side: float, right: int, down: int, share: float = CORNER_SHARE) -> Point:
    """The middle of a small sign in a corner of a square."""
    off = side * (0.5 - share * 0.46)
    return centre[0] + right * off, centre[1] + down * off


def draw_grip(pen: Drawer, centre: Point, side: float, fill: Ink, ink: Ink) -> None:
    """The chain of telekinesis, in the upper left corner of a square."""
    size = side * 0.3
    x, y = corner_of(centre, side, -1, -1, 0.3)
    pen.circle((x, y), size / 2, fill=ink)
    pen.circle((x, y), size / 2 - max(1.0, size * 0.06), fill=fill)
    GLYPHS["chain"](Brush(pen, (x - size * 0.3, y - size * 0.3), size * 0.6, ink, fill))
