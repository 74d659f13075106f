"""Crusade as a board to click on."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Final

from engine.crusade.names import FILES, HOME_ROWS, SQUARES
from engine.crusade.view import View
from render.crusade.facts import secret
from render.crusade.look import DIMMED, GRIP, GRIP_INK, GROUNDS, NAMED, PAINT, Geometry, square_colour
from render.crusade.signs import (
    CORNER_SHARE,
    TREASURE_SHARE,
    corner_of,
    draw_grip,
    draw_treasure,
    draw_unit,
)
from render.crusade.words import square_words
from render.kinds import Place
from render.svg import Plotter, el, inks, text
from render.theme import THEMES, Theme

CELL: Final = 100
FRAME: Final = 40
WHOLE: Final = 8 * CELL + 2 * FRAME
_GEOMETRY: Final = Geometry(FRAME, FRAME, CELL)


def _colours(theme: Theme) -> str:
    ground = GROUNDS[theme.name]
    named = {f"{seat}-{part}": colour for seat, paint in PAINT.items() for part, colour in paint.items()}
    named |= {
        "light": square_colour(theme, "A2"),
        "dark": square_colour(theme, "A1"),
        "frame": ground.frame,
        "line": theme.gold,
        "letters": ground.frame_ink,
        "touched": ground.touched,
        "shade": theme.shade,
        "grip": GRIP,
        "grip-ink": GRIP_INK,
    }
    return inks(theme.name, named)


CSS: Final = "".join(
    (
        *map(_colours, THEMES.values()),
        f".crusade .touched{{opacity:.5}}.crusade .shade{{opacity:{DIMMED}}}",
        ".crusade .touched,.crusade .shade{pointer-events:none}",
        ".crusade text{font-family:Condensed,sans-serif;font-weight:700;text-anchor:middle;"
        "pointer-events:none}",
    )
)


def _cell(square: str, class_: str, **attributes: object) -> str:
    x, y = _GEOMETRY.corner(square)
    return el("rect", x=x, y=y, width=CELL, height=CELL, class_=class_, **attributes)


@cache
def _ground() -> str:
    parts = [
        el("rect", x=0, y=0, width=WHOLE, height=WHOLE, class_="f-frame"),
        el(
            "rect", x=FRAME - 2, y=FRAME - 2, width=8 * CELL + 4, height=8 * CELL + 4, class_="l-line",
            stroke_width=4,
        ),
    ]  # fmt: skip
    for square in SQUARES:
        tone = "f-dark" if (FILES.index(square[0]) + int(square[1])) % 2 else "f-light"
        parts.append(_cell(square, tone, data_place=square))
    for place in range(8):
        middle = FRAME + (place + 0.5) * CELL
        for edge in (FRAME / 2, WHOLE - FRAME / 2):
            parts.append(text(FILES[place], middle, edge + 8, class_="f-letters", font_size=23))
            parts.append(text(str(8 - place), edge, middle + 8, class_="f-letters", font_size=23))
    return el("g", *parts, class_="crusade")


@cache
def _edition() -> str:
    return sha256(_ground().encode()).hexdigest()[:16]


@cache
def _unit(square: str, seat: str, kind: str, facing: str) -> str:
    plotter = Plotter()
    draw_unit(plotter, _GEOMETRY.at(square), CELL, NAMED[seat], kind, facing)
    return el("g", *plotter.shapes, data_place=square)


@cache
def _treasure(square: str, owner: str, kind: str, covered: bool) -> str:
    plotter = Plotter()
    middle = _GEOMETRY.at(square)
    if covered:
        middle = corner_of(middle, CELL, 1, 1)
    share = CORNER_SHARE if covered else TREASURE_SHARE
    draw_treasure(plotter, middle, CELL * share, NAMED[owner], kind)
    return el("g", *plotter.shapes, data_place=square)


@cache
def _grip(square: str) -> str:
    plotter = Plotter()
    draw_grip(plotter, _GEOMETRY.at(square), CELL, "grip", "grip-ink")
    return el("g", *plotter.shapes, data_place=square)


class CrusadeStage:
    """The board as SVG."""

    css = CSS

    def size(self, view: View) -> tuple[int, int]:
        """Width and height of the drawings."""
        return WHOLE, WHOLE

    def edition(self, view: View) -> str:
        """One board for all games."""
        return _edition()

    def ground(self, view: View) -> str:
        """The empty board with its coordinates."""
        return _ground()

    def pieces(self, view: View) -> str:
        """Units, treasures, grips, and the squares that the last turn was about."""
        parts = [_cell(square, "f-touched touched") for square in view.touched]
        if secret(view):
            own = {square for row in HOME_ROWS[view.viewer] for square in row}
            parts += [_cell(square, "f-shade shade") for square in SQUARES if square not in own]
        standing = {unit.square for unit in view.units}
        under = [it for it in view.treasures if it.square not in standing]
        parts += [_treasure(it.square, it.owner, it.kind, False) for it in under]
        parts += [_unit(it.square, it.seat, it.kind, it.facing) for it in view.units]
        over = [it for it in view.treasures if it.square in standing]
        parts += [_treasure(it.square, it.owner, it.kind, True) for it in over]
        parts += [_grip(it.square) for it in view.units if it.gripped]
        return el("g", *parts, class_="crusade")

    def places(self, view: View) -> tuple[Place, ...]:
        """The 64 squares, row by row from the top."""
        found = []
        for row in range(8, 0, -1):
            for file in FILES:
                square = f"{file}{row}"
                found.append(Place(square, square, f"Row {row}", tuple(square_words(view, square))))
        return tuple(found)

    def names_at(self, view: View, place: str, seat: str) -> list[str]:
        """The square: orders call units by it, too."""
        return [place] if place in SQUARES else []


STAGE: Final = CrusadeStage()
