"""Cards and posters: a frame with lines that fit into it, cells for figures, and lines over time."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from PIL import Image

from render.canvas import Canvas, Pen, Point, shifted, smooth
from render.colour import RGB, mix
from render.fonts import (
    SANS,
    SANS_BOLD,
    SANS_MEDIUM,
    SERIF_BOLD,
    SERIF_ITALIC,
    clipped,
    fitted,
    width,
    wrapped,
)
from render.glyphs import glyph
from render.theme import Theme

STRIP_WIDTH: Final = 1080


class Sheet:
    """A card being drawn."""

    def __init__(self, wide: int, high: int, theme: Theme, accent: RGB) -> None:
        self.theme = theme
        self.wide, self.high = wide, high
        self.image = Image.new("RGB", (wide, high), theme.paper)
        self.canvas = Canvas(self.image)

        def paint(pen: Pen) -> None:
            pen.box((6, 6, wide - 6, high - 6), fill=accent, radius=16)
            pen.box((10, 10, wide - 10, high - 10), fill=theme.card, radius=13)
            pen.box((15, 15, wide - 15, high - 15), line=theme.gold, width=1, radius=10)

        self.canvas.put(smooth(wide, high, paint, 3), 0, 0)

    def text(
        self, x: float, y: float, words: str, face: str, size: float, ink: RGB | None = None,
        anchor: str = "lm", room: float | None = None,
    ) -> float:  # fmt: skip
        """A line that fits; how wide it is."""
        if room is not None:
            words, size = fitted(words, face, size, room)
        self.canvas.text((x, y), words, face, size, ink or self.theme.ink, anchor)
        return width(words, face, size)

    def lines(
        self, x: float, y: float, words: str, face: str, size: float, room: float, most: int = 9
    ) -> float:
        """Wrapped text; where it ends."""
        for line in clipped(words, face, size, room, most):
            self.canvas.text((x, y), line, face, size, self.theme.ink, "lm")
            y += size * 1.28
        return y

    def cell(self, x: float, y: float, wide: float, high: float, radius: float = 8) -> None:
        """A ground for a figure."""
        self.canvas.draw.rounded_rectangle([x, y, x + wide, y + high], radius, fill=self.theme.inset)


def strip(
    title: str, under: str, told: Sequence[str], figures: Sequence[tuple[str, int, int]], theme: Theme
) -> Image.Image:
    """What happened, in one strip: sentences, and figures with what they were before."""
    lines: list[tuple[str, bool]] = []
    for sentence in told:
        sentence = sentence[0].upper() + sentence[1:] + ("" if sentence.endswith((".", "!")) else ".")
        for number, line in enumerate(wrapped(sentence, SANS, 20, 600)):
            lines.append((line, number == 0))
    sheet = Sheet(STRIP_WIDTH, max(264, 136 + 26 * len(lines)), theme, theme.gold)
    sheet.text(36, 54, title, SANS_BOLD, 42, room=620)
    sheet.text(36, 84, under, SERIF_ITALIC, 20, theme.faint, room=620)
    y = 116.0
    for line, first in lines:
        if first:
            sheet.canvas.put(glyph("star", 13, theme.gold, theme.card), 38, y - 7)
        sheet.text(60, y, line, SANS, 20)
        y += 26
    for place, (words, now, was) in enumerate(figures):
        x = 690 + (place % 2) * 184
        top = 34 + (place // 2) * 52
        sheet.cell(x, top, 174, 46, 6)
        sheet.text(x + 10, top + 14, words, SANS, 15, theme.faint, room=154)
        wide = sheet.text(x + 10, top + 33, str(now), SANS_BOLD, 22)
        if now != was:
            sheet.text(x + 18 + wide, top + 33, f"{now - was:+d}", SANS_MEDIUM, 17, theme.gold)
    return sheet.image


def facts_grid(sheet: Sheet, x: float, y: float, facts: Sequence[tuple[str, str]]) -> None:
    """Named figures on a poster, three in a row."""
    theme = sheet.theme
    for place, (name, figure) in enumerate(facts):
        left = x + (place % 3) * 352
        top = y + (place // 3) * 112
        sheet.cell(left, top, 336, 98, 10)
        sheet.text(left + 168, top + 28, name, SERIF_ITALIC, 24, theme.faint, "mm", room=316)
        sheet.text(left + 168, top + 66, figure, SANS_BOLD, 34, anchor="mm", room=316)


def _ticks(turns: Sequence[int]) -> Sequence[int]:
    """The turns that are written below a graph: every one, or round ones."""
    every = max(1, ceil(len(turns) / 16))
    if every < 3:
        return turns[::every]
    step = next((it for it in (5, 10, 20, 25, 50, 100, 250) if it >= every), 1000)
    return [turn for turn in turns if turn % step == 0]


def _corners(points: list[Point]) -> list[Point]:
    """A line without the points at which it goes on level."""
    inner = (b for a, b, c in zip(points, points[1:], points[2:], strict=False) if not a[1] == b[1] == c[1])
    return [points[0], *inner, *points[1:][-1:]]


def graph(
    sheet: Sheet,
    box: tuple[int, int, int, int],
    title: str,
    turns: Sequence[int],
    series: dict[str, list[int]],
    inks: dict[str, RGB],
    marks: bool = True,
) -> None:
    """Lines over the turns, each named at its end and told apart by its dashes, and by marks where wanted."""
    x0, y0, x1, y1 = box
    theme = sheet.theme
    sheet.text(x0, y0 + 8, title, SERIF_BOLD, 30, theme.gold)
    top, left, right, floor = y0 + 44, x0 + 44, x1 - 190, y1 - 34
    most = max(5, max((max(values) for values in series.values()), default=5))
    step = max(1, ceil(most / 5 / 5) * 5) if most > 12 else 2
    most = ceil(most / step) * step
    span = max(1, turns[-1] - turns[0])

    def at(turn: int, value: float) -> Point:
        return left + (right - left) * (turn - turns[0]) / span, floor - (floor - top) * value / most

    for value in range(0, most + 1, step):
        _, y = at(turns[0], value)
        sheet.canvas.draw.line([(left, y), (right, y)], fill=mix(theme.card, theme.edge, 0.45), width=1)
        sheet.text(left - 10, y, str(value), SANS, 17, theme.faint, "rm")
    for turn in _ticks(turns):
        x, _ = at(turn, 0)
        sheet.text(x, floor + 18, str(turn), SANS, 17, theme.faint, "mm")
    ends: list[tuple[float, str]] = []
    for place, (name, values) in enumerate(series.items()):
        points = [at(turn, value) for turn, value in zip(turns, values, strict=True)]

        if not marks:  # a dash would begin anew at every point
            points = _corners(points)

        def paint(pen: Pen, off: Point, points: list[Point] = points, place: int = place) -> None:
            moved = shifted(points, off)
            if len(moved) > 1:
                if place % 2:
                    pen.dashes(moved, 255, 3.4, 12, 5)
                else:
                    pen.line(moved, 255, 3.6)
            for x, y in moved if marks else ():
                if place % 3 == 0:
                    pen.circle((x, y), 5.5, fill=255)
                elif place % 3 == 1:
                    pen.box((x - 5, y - 5, x + 5, y + 5), fill=255)
                else:
                    pen.polygon([(x, y - 7), (x + 6, y + 5), (x - 6, y + 5)], fill=255)

        sheet.canvas.ink((left - 12, top - 12, right + 12, floor + 12), inks[name], paint)
        ends.append((points[-1][1], name))
    taken: float = -1e9
    for y, name in sorted(ends):
        y = max(y, taken + 24)
        taken = y
        values = series[name]
        sheet.text(right + 14, y, f"{name} {values[-1]}", SANS_BOLD, 19, inks[name], room=x1 - right - 14)
