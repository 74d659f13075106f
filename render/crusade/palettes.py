"""The colours of a picture, chosen once for a theme."""

from __future__ import annotations

from functools import cache

from PIL import Image

from render.colour import RGB, mix
from render.crusade.board import ground
from render.crusade.look import DIMMED, GRIP, GROUNDS, PAINT, SIZES, square_colour
from render.encode import palette
from render.theme import theme_of


@cache
def colours(name: str) -> Image.Image:
    """The palette of every picture in this theme."""
    theme, board = theme_of(name), GROUNDS[name]
    squares = [square_colour(theme, square, lit) for square in ("A1", "A2") for lit in (False, True)]
    squares += [mix(square, theme.shade, DIMMED) for square in squares[::2]]
    white = (255, 255, 255)
    sides = [paint[part] for paint in PAINT.values() for part in paint]
    exact: list[RGB] = [
        theme.paper, theme.card, theme.inset, theme.ink, theme.faint, theme.edge, theme.gold, theme.alarm,
        theme.calm, board.frame, board.frame_ink, board.touched, board.step, board.hit, GRIP, white,
        *squares, *sides,
    ]  # fmt: skip
    pairs: list[tuple[RGB, RGB]] = [
        (theme.card, theme.ink), (theme.card, theme.gold), (theme.card, theme.faint),
        (theme.inset, theme.ink), (board.frame, board.frame_ink), (theme.paper, theme.gold), (GRIP, white),
    ]  # fmt: skip
    for paint in PAINT.values():
        pairs += [
            (paint["body"], paint["sign"]),
            (paint["body"], paint["accent"]),
            (paint["accent"], paint["edge"]),
        ]
        pairs += [(square, paint["edge"]) for square in squares[:4]]
        pairs += [(square, paint["accent"]) for square in squares[:4:2]]
    pairs += [(square, ink) for square in squares[:4] for ink in (board.hit, board.step)]
    size = SIZES["frame"]
    return palette([ground(theme, size.side, size.frame)], exact, pairs)
