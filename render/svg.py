"""SVG as text: elements with everything escaped, short figures, our signs as symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from math import cos, pi, sin
from typing import Final

from render.canvas import Ink, Point
from render.colour import RGB, hexcode
from render.glyphs import draw_glyph

_INK, _GROUND = 1, 2
_SIGN: Final = 100.0
"""Side of a sign's own square."""

SIGN_CSS: Final = (
    ".ink{fill:currentColor}.gap{fill:var(--gap,none)}"
    ".inkline{fill:none;stroke:currentColor}.gapline{fill:none;stroke:var(--gap,none)}"
    ".inkline,.gapline{stroke-linejoin:round}"
)
"""Signs are drawn in `color`; what shows through them is `--gap`."""


def figure(value: float) -> str:
    """A number with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def points(corners: Iterable[Point]) -> str:
    """Corners as `points` has them."""
    return " ".join(f"{figure(x)},{figure(y)}" for x, y in corners)


def path(corners: Sequence[Point], closed: bool = True) -> str:
    """A line through points as `d` has it."""
    first, *rest = (f"{figure(x)},{figure(y)}" for x, y in corners)
    return f"M{first}L{' '.join(rest)}{'Z' if closed else ''}"


def el(name: str, *inside: str, **attributes: object) -> str:
    """An element around finished markup. `class_` loses its underscore, others become dashes; None is left
    out, and numbers are kept short."""
    said = []
    for key, value in attributes.items():
        if value is not None:
            shown = figure(value) if isinstance(value, float) else str(value)
            said.append(f' {key.rstrip("_").replace("_", "-")}="{escape(shown, quote=True)}"')
    body = "".join(inside)
    return f"<{name}{''.join(said)}>{body}</{name}>" if body else f"<{name}{''.join(said)}/>"


def text(words: str, x: float, y: float, **attributes: object) -> str:
    """Words at a place."""
    return el("text", escape(words), x=float(x), y=float(y), **attributes)


# -- signs ---------------------------------------------------------------------------------------------------


def _fill(ink: Ink | None) -> str:
    if isinstance(ink, str):
        return f"f-{ink}"
    return "ink" if ink == _INK else "gap"


def _stroke(ink: Ink) -> str:
    return f"l-{ink}" if isinstance(ink, str) else f"{_fill(ink)}line"


class Plotter:
    """Takes what a pen is told to draw and keeps it as SVG. An ink that is a name becomes a class: `f-NAME`
    to fill with, `l-NAME` for lines (see `inks`)."""

    def __init__(self) -> None:
        self.shapes: list[str] = []

    def polygon(
        self, points: Sequence[Point], fill: Ink | None = None, line: Ink | None = None, width: float = 1
    ) -> None:
        """A filled or outlined polygon."""
        if fill is not None:
            self.shapes.append(el("path", d=path(points), class_=_fill(fill)))
        if line is not None:
            self.shapes.append(el("path", d=path(points), class_=_stroke(line), stroke_width=width))

    def line(self, points: Sequence[Point], ink: Ink, width: float = 1) -> None:
        """A line through points."""
        self.shapes.append(
            el("path", d=path(points, closed=False), class_=_stroke(ink), stroke_width=float(width))
        )

    def circle(
        self, centre: Point, radius: float, fill: Ink | None = None, line: Ink | None = None, width: float = 1
    ) -> None:
        """A circle; its line lies inside its radius, as it does in pixels."""
        x, y = centre
        if fill is not None:
            self.shapes.append(el("circle", cx=x, cy=y, r=radius, class_=_fill(fill)))
        if line is not None:
            inner = radius - width / 2
            self.shapes.append(el("circle", cx=x, cy=y, r=inner, class_=_stroke(line), stroke_width=width))

    def arc(self, centre: Point, radius: float, start: float, end: float, ink: Ink, width: float = 1) -> None:
        """Part of a circle, in degrees clockwise from the right."""
        r = radius - width / 2
        (x0, y0), (x1, y1) = (
            (centre[0] + r * cos(turn * pi / 180), centre[1] + r * sin(turn * pi / 180))
            for turn in (start, end)
        )
        large = int(end - start > 180)
        d = f"M{figure(x0)},{figure(y0)}A{figure(r)},{figure(r)} 0 {large} 1 {figure(x1)},{figure(y1)}"
        self.shapes.append(el("path", d=d, class_=_stroke(ink), stroke_width=width))


def inks(theme: str, colours: Mapping[str, RGB]) -> str:
    """A style sheet that says what the names of colours are in a theme."""
    scope = f'[data-theme="{theme}"]'
    return "".join(
        f"{scope} .f-{name}{{fill:{hexcode(colour)}}}"
        f"{scope} .l-{name}{{fill:none;stroke:{hexcode(colour)};stroke-linejoin:round}}"
        for name, colour in colours.items()
    )


@cache
def symbol(name: str) -> str:
    """A sign (see `render.glyphs`) to be used by `sign`; it has to stand once in the drawing."""
    plotter = Plotter()
    draw_glyph(plotter, name, (0, 0), _SIGN, _INK, _GROUND)
    return el("symbol", *plotter.shapes, id=f"sign-{name}", viewBox=f"0 0 {figure(_SIGN)} {figure(_SIGN)}")


def sign(name: str, x: float, y: float, size: float, **attributes: object) -> str:
    """A sign with its middle here."""
    half = size / 2
    return el(
        "use", href=f"#sign-{name}", x=x - half, y=y - half, width=float(size), height=float(size),
        **attributes,
    )  # fmt: skip


# -- outlines ------------------------------------------------------------------------------------------------


def outline(shapes: Iterable[Sequence[Point]]) -> str:
    """The outline of cells that lie side by side, as `d` has it: every side that only one of them has."""
    sides: dict[tuple[Point, Point], None] = {}
    for shape in shapes:
        placed = [(round(x, 1), round(y, 1)) for x, y in shape]
        for start, end in zip(placed, [*placed[1:], placed[0]], strict=True):
            if (end, start) in sides:
                del sides[end, start]
            else:
                sides[start, end] = None
    following = dict(sides)
    loops = []
    while following:
        (start, end), _ = next(iter(following.items()))
        del following[start, end]
        loop = [start]
        while end != start:
            loop.append(end)
            end = next(after for before, after in following if before == end)
            del following[loop[-1], end]
        loops.append(path(loop))
    return "".join(loops)
