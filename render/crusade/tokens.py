"""Pieces and marks as small pictures, drawn once and kept."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from render.canvas import Pen, sprite
from render.colour import RGB
from render.crusade.look import COATS, GRIP, GRIP_INK
from render.crusade.signs import draw_grip, draw_treasure, draw_unit


def unit_token(kind: str, seat: str, facing: str, side: float) -> Image.Image:
    """A unit for a square of this side."""
    s = round(side)
    return sprite(
        ("crusade unit", kind, seat, facing, s), s, s,
        lambda pen: draw_unit(pen, (s / 2, s / 2), s, COATS[seat], kind, facing),
    )  # fmt: skip


def faded(picture: Image.Image, share: float) -> Image.Image:
    """The same, partly to be seen through."""
    ghost = picture.copy()
    ghost.putalpha(picture.getchannel("A").point(lambda value: round(value * share)))
    return ghost


def treasure_token(kind: str, owner: str, side: float) -> Image.Image:
    """A treasure for a square of this side."""
    s = round(side)
    return sprite(
        ("crusade treasure", kind, owner, s), s, s,
        lambda pen: draw_treasure(pen, (s / 2, s / 2), s, COATS[owner], kind),
    )  # fmt: skip


def grip_token(side: float) -> Image.Image:
    """The chain of telekinesis for a square of this side, in its corner."""
    s = round(side)
    return sprite(("crusade grip", s), s, s, lambda pen: draw_grip(pen, (s / 2, s / 2), s, GRIP, GRIP_INK))


def frame_token(side: float, ink: RGB, dashed: bool = False) -> Image.Image:
    """A frame inside a square around what stands there; dashed for what is reached from afar."""
    s = round(side)

    def paint(pen: Pen) -> None:
        line = s * 0.075
        low, high = line / 2, s - line / 2
        corners = [(low, low), (high, low), (high, high), (low, high), (low, low)]
        if dashed:
            pen.line(corners, (255, 255, 255), line)
            pen.dashes(corners, ink, line, s * 0.14, s * 0.095)
        else:
            pen.line(corners, ink, line)
            pen.line([(low, high), (low, low), (high, low)], ink, line)

    return sprite(("crusade frame", s, ink, dashed), s, s, paint)


def dot_token(side: float, ink: RGB, share: float, hollow: bool = False) -> Image.Image:
    """A dot in the middle of an open square."""
    s = round(side)

    def paint(pen: Pen) -> None:
        middle = (s / 2, s / 2)
        pen.circle(middle, s * (share + 0.025), fill=(255, 255, 255))
        pen.circle(middle, s * share, fill=ink)
        if hollow:
            pen.circle(middle, s * share * 0.5, fill=(255, 255, 255))

    return sprite(("crusade dot", s, ink, share, hollow), s, s, paint)


def _badge(name: str, side: float, ink: RGB, fill: RGB, paint: Callable[[Pen, int], None]) -> Image.Image:
    s = round(side)

    def whole(pen: Pen) -> None:
        pen.circle((s / 2, s / 2), s / 2, fill=ink)
        pen.circle((s / 2, s / 2), s * 0.44, fill=fill)
        paint(pen, s)

    return sprite((name, s, ink, fill), s, s, whole)


def turn_token(side: float, ink: RGB, fill: RGB) -> Image.Image:
    """A badge with a bent arrow: it has turned."""

    def paint(pen: Pen, s: int) -> None:
        pen.arc((s / 2, s / 2), s * 0.32, 150, 400, ink, s * 0.12)
        pen.polygon([(s * 0.84, s * 0.56), (s * 0.54, s * 0.58), (s * 0.74, s * 0.84)], fill=ink)

    return _badge("crusade turn", side, ink, fill, paint)


def plus_token(side: float, ink: RGB, fill: RGB) -> Image.Image:
    """A badge with a plus: it has come to the board."""

    def paint(pen: Pen, s: int) -> None:
        pen.line([(s * 0.24, s * 0.5), (s * 0.76, s * 0.5)], ink, s * 0.15)
        pen.line([(s * 0.5, s * 0.24), (s * 0.5, s * 0.76)], ink, s * 0.15)

    return _badge("crusade plus", side, ink, fill, paint)


def slash_token(side: float, ink: RGB) -> Image.Image:
    """A stroke through something that is gone."""
    s = round(side)

    def paint(pen: Pen) -> None:
        ends = [(s * 0.12, s * 0.88), (s * 0.88, s * 0.12)]
        pen.line(ends, (255, 255, 255), s * 0.17)
        pen.line(ends, ink, s * 0.11)

    return sprite(("crusade slash", s, ink), s, s, paint)
