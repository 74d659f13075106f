"""The whole picture of a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PIL import Image

from engine.high_crusade.view import View
from engine.kernel.game import Event
from render.canvas import Box, Canvas
from render.column import caption_bar, columns_height, draw_column, draw_columns
from render.high_crusade.changes import Changes, caption, changes
from render.high_crusade.ground import Sheet, sheet
from render.high_crusade.look import SIZES, Size
from render.high_crusade.panel import COLUMN, TWO, draw_strip, legend
from render.high_crusade.pieces import (
    draw_bursts,
    draw_markers,
    draw_moves,
    draw_plates,
    draw_stacks,
    draw_storms,
    draw_totals,
    draw_walls,
    stacks,
)
from render.high_crusade.trays import Tray, draw_trays, lay_trays
from render.theme import Theme, theme_of


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and where its parts lie, for crops and for tests."""

    image: Image.Image
    map: Box
    sheet: Sheet
    trays: tuple[Tray, ...]


def draw(view: View, theme: Theme, size: Size, new: Changes | None = None, words: str = "") -> Picture:
    """The map with panel and caption. `new` marks what has changed; `words` go in place of the caption."""
    new = new or Changes()
    ground = sheet(view.pack, theme, size)
    wide, high = ground.image.size
    line = round(46 * max(0.8, size.lettering)) if size.panel != "strip" else round(size.strip * 0.6)
    width = wide + (size.panel_width if size.panel == "right" else 0)
    below = ceil(columns_height(view, theme, wide, 1.18, TWO)) if size.panel == "below" else 0
    image = Image.new("RGB", (width, high + line + below), theme.card)
    image.paste(ground.image, (0, 0))
    canvas = Canvas(image)
    found = stacks(view)
    draw_storms(canvas, view, ground, theme)
    draw_walls(canvas, view, ground.geometry, theme)
    draw_bursts(canvas, new.battles, new.marked, ground.geometry, theme)
    home = view.pack.planet_of
    moves = [it for it in new.moves if size.trays or home.get(it.start) != home.get(it.to)]
    passed = draw_moves(canvas, moves, view, ground, theme)
    draw_plates(canvas, view, ground, theme, new.alerted)
    trays: list[Tray] = []
    if size.trays:
        trays = lay_trays(view, found, ground, theme, new.news, passed)
        draw_trays(canvas, trays, view, ground, theme)
        draw_stacks(canvas, view, found, ground.geometry, theme)
        draw_markers(canvas, view, ground.geometry, theme)
    else:
        draw_totals(canvas, view, found, ground.geometry, theme, new.news)
    if size.panel == "right":
        draw_column(canvas, view, theme, (wide, 0, width, high + line), COLUMN, (legend,))
    elif size.panel == "below":
        draw_columns(canvas, view, theme, (0, high + line, width, high + line + below), 1.18, TWO)
    else:
        draw_strip(canvas, view, theme, (0, 0, width, size.strip))
    caption_bar(
        canvas, words or caption(view, new, round(wide / (line * 0.2))), theme, (0, high, wide, high + line)
    )
    return Picture(image, ground.geometry.map, ground, tuple(trays))


def board(
    view: View,
    *,
    theme: str,
    size: str,
    since: View | None = None,
    events: Sequence[Event] = (),
    words: str = "",
) -> Picture:
    """The same by names, with what is new since another View. Raises KeyError for unknown names."""
    return draw(view, theme_of(theme), SIZES[size], changes(since, view, events), words)
