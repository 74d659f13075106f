"""The whole picture of a position."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, hypot

from PIL import Image

from engine.crusade.names import FILES, FORWARD, HOME_ROWS, NOBLES, OTHER, SQUARES
from engine.crusade.view import View
from render.canvas import Canvas, Pen, Point, arrow_head, heading, shifted
from render.colour import RGB, mix
from render.column import caption_bar, columns_height, draw_column, draw_columns
from render.crusade.changes import BEAM, GRIP, SHOT, SWAP, Changes, Way, caption
from render.crusade.facts import secret
from render.crusade.look import DIMMED, GROUNDS, PAINT, Geometry, Size, square_colour
from render.crusade.look import GRIP as VIOLET
from render.crusade.panel import BELOW, BRIEF, COLUMN, Scene, draw_strips, legend
from render.crusade.reach import Reach
from render.crusade.signs import CORNER_SHARE, TREASURE_SHARE, corner_of
from render.crusade.tokens import (
    dot_token,
    faded,
    frame_token,
    grip_token,
    plus_token,
    slash_token,
    treasure_token,
    turn_token,
    unit_token,
)
from render.fonts import SANS_BOLD
from render.glyphs import glyph
from render.theme import Theme


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and where its board lies."""

    image: Image.Image
    geometry: Geometry


_grounds: dict[tuple[str, int, int], Image.Image] = {}


def ground(theme: Theme, side: int, frame: int) -> Image.Image:
    """The empty board in its frame, drawn once."""
    key = (theme.name, side, frame)
    found = _grounds.get(key)
    if found is None:
        found = _grounds[key] = _ground(theme, side, frame)
    return found


def _ground(theme: Theme, side: int, frame: int) -> Image.Image:
    colours = GROUNDS[theme.name]
    whole = 8 * side + 2 * frame
    image = Image.new("RGB", (whole, whole), colours.frame)
    canvas = Canvas(image)
    geometry = Geometry(frame, frame, side)
    line = max(2, frame // 12)
    inner = frame - 1
    canvas.draw.rectangle(
        [inner - line, inner - line, whole - inner + line - 1, whole - inner + line - 1],
        outline=theme.gold,
        width=line,
    )
    for square in SQUARES:
        x0, y0, x1, y1 = geometry.box(square)
        canvas.draw.rectangle([x0, y0, x1 - 1, y1 - 1], fill=square_colour(theme, square))
    letters = frame * 0.56
    for place in range(8):
        middle = frame + (place + 0.5) * side
        for edge in (frame * 0.46, whole - frame * 0.46):
            canvas.text((middle, edge), FILES[place], SANS_BOLD, letters, colours.frame_ink, "mm")
            canvas.text((edge, middle), str(8 - place), SANS_BOLD, letters, colours.frame_ink, "mm")
    return image


def draw(
    view: View,
    theme: Theme,
    size: Size,
    new: Changes | None = None,
    reach: Reach | None = None,
) -> Picture:
    """The board with panel and caption. `new` marks what has changed, `reach` what a unit can do."""
    new = new or Changes()
    scene = Scene(view, new, reach)
    board, line = size.board, size.caption
    top = size.strip
    width = board + size.panel_width
    below = 0
    if size.panel == "below":
        below = ceil(columns_height(scene, theme, width, size.k, BELOW))
    high = board + line + 2 * size.strip + below
    image = Image.new("RGB", (width, high), theme.card)
    image.paste(ground(theme, size.side, size.frame), (0, top))
    canvas = Canvas(image)
    geometry = Geometry(size.frame, top + size.frame, size.side)
    draw_position(canvas, scene, theme, geometry)
    if size.panel == "right":
        box = (board, 0, width, board + line)
        if size.name == "full":
            draw_column(canvas, scene, theme, box, COLUMN, (legend,))
        else:
            draw_column(canvas, scene, theme, box, BRIEF, largest=size.k)
    elif size.panel == "below":
        draw_columns(canvas, scene, theme, (0, board + line, width, high), size.k, BELOW)
    else:
        draw_strips(canvas, scene, theme, width, size.strip, top + board)
    where = (0, top + board + size.strip, board, top + board + size.strip + line)
    caption_bar(canvas, caption(view, new, round(board / (line * 0.157))), theme, where)
    return Picture(image, geometry)


def draw_position(canvas: Canvas, scene: Scene, theme: Theme, geometry: Geometry) -> None:
    """What lies on the board, with the marks of what happened or of what can."""
    view, new, reach = scene.view, scene.new, scene.reach
    lit = set(view.touched) if not view.ending or new else set()
    for way in new.ways:
        lit.update(way.squares)
    if reach is not None:
        lit = {reach.square}
    for square in sorted(lit):
        _fill(canvas, geometry, square, square_colour(theme, square, touched=True))
    if secret(view):
        _dim(canvas, view, theme, geometry)
    side = geometry.side
    standing = {unit.square for unit in view.units}
    for treasure in view.treasures:
        if treasure.square not in standing:
            token = treasure_token(treasure.kind, treasure.owner, side * TREASURE_SHARE)
            canvas.centre(token, *geometry.at(treasure.square))
    if reach is None:
        for way in new.ways:
            _way(canvas, way, geometry, standing)
        _ghosts(canvas, new, theme, geometry, standing)
    else:
        draw_reach(canvas, reach, theme, geometry)
    for unit in view.units:
        canvas.centre(unit_token(unit.kind, unit.seat, unit.facing, side), *geometry.at(unit.square))
    if reach is None:
        _badges(canvas, new, theme, geometry, standing)
    else:
        draw_warnings(canvas, reach, theme, geometry)
    for treasure in view.treasures:
        if treasure.square in standing:
            at = corner_of(geometry.at(treasure.square), side, 1, 1)
            canvas.centre(treasure_token(treasure.kind, treasure.owner, side * CORNER_SHARE), *at)
    for unit in view.units:
        if unit.gripped:
            canvas.centre(grip_token(side), *geometry.at(unit.square))


def _fill(canvas: Canvas, geometry: Geometry, square: str, colour: RGB) -> None:
    x0, y0, x1, y1 = geometry.box(square)
    canvas.draw.rectangle([x0, y0, x1 - 1, y1 - 1], fill=colour)


def _dim(canvas: Canvas, view: View, theme: Theme, geometry: Geometry) -> None:
    """While an army is placed in secret, the rows it may not stand on are darker."""
    own = {square for row in HOME_ROWS[view.viewer] for square in row}
    for square in SQUARES:
        if square not in own:
            _fill(canvas, geometry, square, mix(square_colour(theme, square), theme.shade, DIMMED))


# -- what happened -------------------------------------------------------------------------------------------


def _inks(way: Way) -> tuple[RGB, RGB]:
    """Ink and casing of a way: the colours of who went, violet for telekinesis."""
    if way.how in (GRIP, BEAM):
        return VIOLET, (255, 255, 255)
    paint = PAINT[way.seat]
    return paint["accent"], paint["body"]


def _way(canvas: Canvas, way: Way, geometry: Geometry, standing: set[str]) -> None:
    """An arrow along the squares of a way, short of the unit at its end."""
    points = [geometry.at(square) for square in way.squares]
    if len(points) < 2:
        return
    side = geometry.side
    end_gap = 0.40 if way.squares[-1] in standing else 0.12
    start_gap = 0.36 if way.squares[0] in standing else 0.0
    points[-1] = _short_of(points[-2], points[-1], side * end_gap)
    points[0] = _short_of(points[1], points[0], side * start_gap)
    thick = side * 0.085
    head = side * 0.24
    both = way.how == SWAP
    dashed = way.how in (SHOT, BEAM)
    box = (
        min(x for x, _ in points) - side,
        min(y for _, y in points) - side,
        max(x for x, _ in points) + side,
        max(y for _, y in points) + side,
    )

    def paint(pen: Pen, off: Point, grow: float) -> None:
        line = shifted(points, off)
        tips = [(line[-1], heading(line))]
        if both:
            tips.append((line[0], heading(line[::-1])))
        shaft = list(line)
        shaft[-1] = _short_of(shaft[-2], shaft[-1], head * 0.6)
        if both:
            shaft[0] = _short_of(shaft[1], shaft[0], head * 0.6)
        if dashed and not grow:
            pen.dashes(shaft, 255, thick, side * 0.13, side * 0.09)
        else:
            pen.line(shaft, 255, thick + 2 * grow)
        for x, y in (shaft[0], *shaft[1:-1]):
            pen.circle((x, y), thick / 2 + grow, fill=255)
        for tip, towards in tips:
            pen.polygon(arrow_head(tip, towards, head, head * 0.62), fill=255)
            if grow:
                pen.polygon(arrow_head(tip, towards, head, head * 0.62), line=255, width=2 * grow)

    ink, casing = _inks(way)
    canvas.ink(box, casing, lambda pen, off: paint(pen, off, side * 0.028))
    canvas.ink(box, ink, lambda pen, off: paint(pen, off, 0.0))


def _short_of(start: Point, end: Point, gap: float) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1])
    share = max(0.0, 1 - gap / length) if length else 0.0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _ghosts(canvas: Canvas, new: Changes, theme: Theme, geometry: Geometry, standing: set[str]) -> None:
    """Units that fell where nobody stands now: pale, and crossed out."""
    side = geometry.side
    for square, seat, kind in new.fallen:
        if square not in standing:
            x, y = geometry.at(square)
            facing = "" if kind in NOBLES else FORWARD[seat]
            canvas.centre(faded(unit_token(kind, seat, facing, side * 0.8), 0.5), x, y)
            canvas.centre(slash_token(side * 0.8, GROUNDS[theme.name].hit), x, y)


def _badges(canvas: Canvas, new: Changes, theme: Theme, geometry: Geometry, standing: set[str]) -> None:
    """Small signs in the corners: what was captured here, who turned, who is new."""
    side = geometry.side
    share = 0.46
    for square, seat, kind in new.fallen:
        if square in standing:
            at = corner_of(geometry.at(square), side, 1, -1, share)
            facing = "" if kind in NOBLES else FORWARD[seat]
            canvas.centre(unit_token(kind, seat, facing, side * share), *at)
            canvas.centre(slash_token(side * share, GROUNDS[theme.name].hit), *at)
    for square in sorted({*new.turned, *new.recruited} & standing):
        make = plus_token if square in new.recruited else turn_token
        at = corner_of(geometry.at(square), side, *_free_corner(new, square), 0.3)
        canvas.centre(make(side * 0.3, (30, 30, 30), GROUNDS[theme.name].touched), *at)
    for square, seat, kind in new.plundered:
        at = corner_of(geometry.at(square), side, 1, 1, CORNER_SHARE)
        canvas.centre(treasure_token(kind, OTHER[seat], side * CORNER_SHARE), *at)
        canvas.centre(slash_token(side * CORNER_SHARE, GROUNDS[theme.name].hit), *at)


def _free_corner(new: Changes, square: str) -> tuple[int, int]:
    """The corner for a badge: lower left, unless an arrow comes in from there."""
    for way in new.ways:
        if way.squares[-1] == square and len(way.squares) > 1:
            start = way.squares[-2]
            if start[0] < square[0] and start[1] < square[1]:
                return -1, -1
    return -1, 1


# -- what can happen -----------------------------------------------------------------------------------------


def draw_reach(canvas: Canvas, reach: Reach, theme: Theme, geometry: Geometry) -> None:
    """Dots where a unit can go, frames around what it can act on. Units are drawn over it."""
    side = geometry.side
    colours = GROUNDS[theme.name]
    frames = (
        (reach.commands, colours.touched, False),
        (reach.swaps, colours.step, False),
        (reach.grips, VIOLET, True),
        (reach.shots, colours.hit, True),
        (reach.captures, colours.hit, False),
    )
    for squares, ink, dashed in frames:
        for square in squares:
            _fill(canvas, geometry, square, mix(square_colour(theme, square), ink, 0.35))
            canvas.centre(frame_token(side, ink, dashed), *geometry.at(square))
    for square in reach.steps:
        canvas.centre(dot_token(side, colours.step, 0.15), *geometry.at(square))
    for square in reach.asides:
        canvas.centre(dot_token(side, colours.step, 0.12, hollow=True), *geometry.at(square))


def draw_warnings(canvas: Canvas, reach: Reach, theme: Theme, geometry: Geometry) -> None:
    """A sign on each unit whose capture costs the captor's life."""
    side = geometry.side
    for square in reach.deadly:
        at = corner_of(geometry.at(square), side, 1, -1, 0.34)
        canvas.centre(glyph("alert", side * 0.34, GROUNDS[theme.name].hit, (255, 255, 255)), *at)
