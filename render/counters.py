"""Counters in the tradition of the genre: colour of the side, sign of the arm, letter, strength."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from render.canvas import Pen, Point, sprite
from render.colour import RGB
from render.fonts import SANS_BOLD, fitted
from render.glyphs import draw_glyph


@dataclass(frozen=True, slots=True)
class Livery:
    """How the counters of one side look. The shape of the corners tells it apart without colours."""

    fill: RGB
    ink: RGB
    band: RGB
    band_ink: RGB
    edge: RGB
    corners: str
    """"square", "cut" or "round"."""


def outline(x0: float, y0: float, x1: float, y1: float, cut: float) -> list[Point]:
    """A rectangle with cut corners."""
    return [
        (x0 + cut, y0),
        (x1 - cut, y0),
        (x1, y0 + cut),
        (x1, y1 - cut),
        (x1 - cut, y1),
        (x0 + cut, y1),
        (x0, y1 - cut),
        (x0, y0 + cut),
    ]


def plate(
    pen: Pen, livery: Livery, box: tuple[float, float, float, float], fill: RGB, line: float, edge: RGB
) -> None:
    """The body of a counter."""
    x0, y0, x1, y1 = box
    high = y1 - y0
    if livery.corners == "cut":
        cut = high * 0.24
        pen.polygon(outline(x0, y0, x1, y1, cut), fill=edge)
        pen.polygon(outline(x0 + line, y0 + line, x1 - line, y1 - line, cut * 0.9), fill=fill)
    else:
        radius = high * (0.34 if livery.corners == "round" else 0.08)
        pen.box(box, fill=edge, radius=radius)
        pen.box((x0 + line, y0 + line, x1 - line, y1 - line), fill=fill, radius=max(0, radius - line))


def counter(
    livery: Livery,
    width: float,
    height: float,
    *,
    sign: str,
    letter: str,
    figure: str,
    depth: int = 0,
) -> Image.Image:
    """A counter. `depth` shows how many more lie below it."""
    w, h = round(width), round(height)
    step = max(1, round(h / 12))
    depth = min(depth, 3)

    def paint(pen: Pen) -> None:
        line = max(1.0, h / 22)
        for below in range(depth, 0, -1):
            off = below * step
            plate(pen, livery, (off, off, w + off, h + off), livery.band, line, livery.edge)
        plate(pen, livery, (0, 0, w, h), livery.fill, line, livery.edge)
        band = w * 0.36
        inset = line + (h * 0.12 if livery.corners == "cut" else 0)
        if livery.corners == "square":
            pen.box((line, line, band, h - line), fill=livery.band)
        else:
            pen.polygon(
                [
                    (line + inset, line),
                    (band, line),
                    (band, h - line),
                    (line + inset, h - line),
                    (line, h - line - inset),
                    (line, line + inset),
                ],
                fill=livery.band,
            )
        middle = (band + line) / 2
        if letter:
            text, size = fitted(letter, SANS_BOLD, h * 0.46, band - 2 * line, 5)
            pen.text((middle, h * 0.28), text, SANS_BOLD, size, livery.band_ink)
            glyph_size = h * 0.40
            draw_glyph(
                pen, sign, (middle - glyph_size / 2, h * 0.52), glyph_size, livery.band_ink, livery.band
            )
        else:
            glyph_size = min(h * 0.56, band - line)
            draw_glyph(
                pen,
                sign,
                (middle - glyph_size / 2, (h - glyph_size) / 2),
                glyph_size,
                livery.band_ink,
                livery.band,
            )
        text, size = fitted(figure, SANS_BOLD, h * 0.80, w - band - 2 * line, 5)
        pen.text(((band + w - line) / 2, h * 0.51), text, SANS_BOLD, size, livery.ink)

    key = ("counter", livery, w, h, sign, letter, figure, depth)
    return sprite(key, w + depth * step, h + depth * step, paint)


def split_counter(
    livery: Livery,
    width: float,
    height: float,
    *,
    upper: tuple[str, str],
    lower: tuple[str, str],
    depth: int = 0,
) -> Image.Image:
    """A counter of two lines, each a sign and a figure: what a mixed stack is worth in all."""
    w, h = round(width), round(height)
    step = max(1, round(h / 12))
    depth = min(depth, 3)

    def paint(pen: Pen) -> None:
        line = max(1.0, h / 22)
        for below in range(depth, 0, -1):
            off = below * step
            plate(pen, livery, (off, off, w + off, h + off), livery.band, line, livery.edge)
        plate(pen, livery, (0, 0, w, h), livery.fill, line, livery.edge)
        for row, (sign, figure) in enumerate((upper, lower)):
            y = h * (0.29 if row == 0 else 0.72)
            size = h * 0.36
            draw_glyph(pen, sign, (w * 0.27 - size / 2, y - size / 2), size, livery.ink, livery.fill)
            text, points = fitted(figure, SANS_BOLD, h * 0.47, w * 0.5, 5)
            pen.text((w * 0.67, y), text, SANS_BOLD, points, livery.ink)

    key = ("split", livery, w, h, upper, lower, depth)
    return sprite(key, w + depth * step, h + depth * step, paint)
