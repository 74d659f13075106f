"""Panels: a column of blocks of text and signs, as large as its room allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from PIL import Image

from render.canvas import Box, Canvas, sprite
from render.colour import RGB
from render.fonts import SANS, SERIF_BOLD, fitted, width
from render.theme import Theme

V = TypeVar("V")

PAD: Final = 18
"""Pixels around the one column of a panel."""
LARGEST: Final = 1.08
"""A panel's lettering grows to this much where there is room."""


@dataclass(slots=True)
class Column(Generic[V]):
    """Where a block is drawn."""

    canvas: Canvas
    view: V
    theme: Theme
    x: float
    width: float
    k: float
    """Scale of lettering."""

    def text(
        self, x: float, y: float, text: str, face: str, size: float, ink: RGB | None = None,
        anchor: str = "lm", room: float | None = None,
    ) -> float:  # fmt: skip
        """A line at column coordinates, made to fit; how wide it came out."""
        points = size * self.k
        if room is not None:
            text, points = fitted(text, face, points, room)
        self.canvas.text((self.x + x, y), text, face, points, ink or self.theme.ink, anchor)
        return width(text, face, points)

    def heading(self, y: float, text: str) -> float:
        """A heading with a rule; where the block goes on."""
        k = self.k
        wide = self.text(0, y + 10 * k, text.upper(), SERIF_BOLD, 17, self.theme.gold)
        self.canvas.draw.line(
            [(self.x + wide + 8 * k, y + 11 * k), (self.x + self.width, y + 11 * k)],
            fill=self.theme.edge,
            width=1,
        )
        return y + 24 * k


Block = Callable[[Column[V], float], float]
"""Draws itself at a height and says where it ends."""


def pill(wide: float, high: float, fill: RGB) -> Image.Image:
    """A plate with round ends, to write on."""
    w, h = round(wide), round(high)
    return sprite(("pill", w, h, fill), w, h, lambda pen: pen.box((0, 0, w, h), fill=fill, radius=h / 2))


def backing(canvas: Canvas, theme: Theme, box: Box) -> None:
    """The card a panel lies on."""
    x0, y0, x1, y1 = box
    canvas.draw.rectangle([x0, y0, x1 - 1, y1 - 1], fill=theme.card, outline=theme.edge, width=2)


def measure(view: Any, theme: Theme, wide: float, k: float, blocks: Sequence[Block[Any]]) -> float:
    """How high these blocks are one below the other."""
    column = Column(Canvas(Image.new("RGB", (1, 1)), dry=True), view, theme, 0, wide, k)
    y = 0.0
    for block in blocks:
        y = block(column, y)
    return y


def draw_column(
    canvas: Canvas,
    view: Any,
    theme: Theme,
    box: Box,
    blocks: Sequence[Block[Any]],
    extra: Sequence[Block[Any]] = (),
    largest: float = LARGEST,
) -> None:
    """Blocks in one column, as large as they fit; without the extra ones where room is short."""
    backing(canvas, theme, box)
    x0, y0, x1, y1 = box
    wide, high = x1 - x0 - 2 * PAD, y1 - y0 - 2 * PAD
    shown = (*blocks, *extra)
    need = measure(view, theme, wide, 1.0, shown)
    if extra and need > high * 1.12:
        shown = tuple(blocks)
        need = measure(view, theme, wide, 1.0, shown)
    scale = min(largest, high / need)
    while scale > 0.5:
        need = measure(view, theme, wide, scale, shown)
        if need <= high:
            break
        scale -= 0.02
    spare = min(14.0, (high - need) / max(1, len(shown) - 1))
    column = Column(canvas, view, theme, x0 + PAD, wide, scale)
    y: float = y0 + PAD
    for block in shown:
        y = block(column, y) + spare


def draw_columns(
    canvas: Canvas, view: Any, theme: Theme, box: Box, k: float, columns: Sequence[Sequence[Block[Any]]]
) -> None:
    """Blocks in columns side by side, for a picture in portrait."""
    backing(canvas, theme, box)
    x0, y0, x1, _ = box
    pad = 20 * k
    wide = (x1 - x0 - pad) / len(columns) - pad
    for place, blocks in enumerate(columns):
        column = Column(canvas, view, theme, x0 + pad + place * (wide + pad), wide, k)
        y = y0 + pad
        for block in blocks:
            y = block(column, y)


def columns_height(
    view: Any, theme: Theme, wide: float, k: float, columns: Sequence[Sequence[Block[Any]]]
) -> float:
    """How high such columns are."""
    pad = 20 * k
    each = (wide - pad) / len(columns) - pad
    return max(measure(view, theme, each, k, blocks) for blocks in columns) + 2 * pad


def caption_bar(canvas: Canvas, words: str, theme: Theme, box: Box) -> None:
    """A line of words under a picture."""
    x0, y0, x1, y1 = box
    canvas.draw.rectangle([x0, y0, x1 - 1, y1 - 1], fill=theme.inset, outline=theme.edge, width=1)
    if words:
        high = y1 - y0
        text, size = fitted(words, SANS, high * 0.5, x1 - x0 - high)
        canvas.text((x0 + high / 2, (y0 + y1) / 2), text, SANS, size, theme.ink)
