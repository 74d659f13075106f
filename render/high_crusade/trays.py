"""Trays beside planets in which crowded hexes are spread out, each piece to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Final

from PIL import Image

from engine.high_crusade.view import View
from render.canvas import Box, Canvas, Pen, Point, shifted, sprite
from render.counters import counter
from render.fonts import SANS, SANS_BOLD, SANS_MEDIUM, SERIF_BOLD, width
from render.glyphs import draw_glyph, glyph
from render.high_crusade.facts import ratings
from render.high_crusade.ground import Sheet
from render.high_crusade.look import LIVERIES, Leader, brief, letter_of
from render.high_crusade.pieces import Stack, livery_of
from render.placing import Room, around, grown
from render.theme import Theme

News = dict[str, list[tuple[str, str]]]
"""Sign and words by planet."""
Flow = tuple[float, float, list[tuple[float, float, "Item"]]]
"""Width, height, and where each item goes."""

COUNTER: Final = (40.0, 28.0)
"""Size of a counter in a tray at lettering 1."""
CHIP: Final = 25.0
GAP: Final = 4.0
PAD: Final = 6.0
LINE: Final = 19.0
"""Height of a line of words in a tray."""
SHAPES: Final = (
    (5, 1.0),
    (7, 1.0),
    (4, 1.0),
    (9, 1.0),
    (3, 1.0),
    (8, 0.84),
    (10, 0.84),
    (12, 0.72),
    (8, 0.62),
    (14, 0.62),
    (20, 0.62),
)
"""How trays are tried: so many counters wide, so large."""
TRIES: Final = (
    (True, 2.5, 1.0),
    (False, 2.5, 0.8),
    (True, 6, 0.8),
    (False, 6, 0.7),
    (False, 9, 0.8),
    (False, 60, 0.6),
)
"""Where a place is looked for: off the names of zones or not, so many hexes away, no smaller than this."""
NEAR: Final = 2.5
"""A tray further away than this carries its planet's name."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something in a tray."""

    image: Image.Image | None
    width: float
    height: float
    words: str = ""
    sign: str = ""
    breaks: bool = False
    """Whether a new row begins with it."""
    number: str = ""
    news: bool = False


@dataclass(frozen=True, slots=True)
class Tray:
    """A planet's tray in its place."""

    planet: str
    box: Box
    items: tuple[tuple[float, float, Item], ...]
    scale: float


def leader_chip(view: View, leader: Leader, scale: float, theme: Theme) -> Image.Image:
    """A leader's name with his ratings, title and misfortunes."""
    livery = LIVERIES[leader.faction]
    combat, political = ratings(view, leader)
    titles = view.titles.get(leader.name, ("", ""))
    signs: list[str] = []
    if titles[0] == "King":
        signs.append("crown")
    if titles[1]:
        signs.append("mitre")
    if leader.wounded:
        signs.append("wound")
    if leader.captor:
        signs.append("chain")
    h = round(CHIP * scale)
    name = brief(leader.name)
    size = h * 0.62
    figure = f"{combat}·{political}"
    sign_side = h * 0.58
    name_wide = width(name, SANS_MEDIUM, size)
    figure_wide = width(figure, SANS_BOLD, size)
    w = round(h * 0.95 + name_wide + h * 0.25 + len(signs) * (sign_side + h * 0.12) + figure_wide + h * 0.4)
    key = ("chip", leader.faction, name, figure, tuple(signs), h, theme.name, bool(leader.defected))

    def paint(pen: Pen) -> None:
        pen.box((0, 0, w, h), fill=livery.edge, radius=h * 0.5)
        pen.box((1.3, 1.3, w - 1.3, h - 1.3), fill=livery.fill, radius=h * 0.48)
        pen.circle((h / 2, h / 2), h / 2, fill=livery.band)
        draw_glyph(pen, "star", (h * 0.2, h * 0.17), h * 0.6, livery.band_ink, livery.band)
        x = h * 1.08
        pen.text((x, h * 0.51), name, SANS_MEDIUM, size, livery.ink, anchor="lm")
        x += name_wide + h * 0.22
        for sign in signs:
            draw_glyph(pen, sign, (x, (h - sign_side) / 2), sign_side, livery.ink, livery.fill)
            x += sign_side + h * 0.12
        pen.text((w - h * 0.36, h * 0.51), figure, SANS_BOLD, size, livery.ink, anchor="rm")
        if leader.defected:
            pen.line([(h, h - 3), (w - h * 0.3, h - 3)], livery.ink, 1.2)

    return sprite(key, w, h, paint)


def notes(view: View, planet: str) -> list[tuple[str, str]]:
    """Lines of a planet's tray: sign and words."""
    lines = []
    seen = view.thralls.get(planet)
    fief = seen.fief if seen is not None else view.home_fief if planet == view.pack.crusader_home else ""
    if fief:
        waits = f", {seen.waiting} waiting" if seen is not None and seen.waiting else ""
        lines.append(("banner", f"Fief of {brief(fief)}{waits}"))
    for work in sorted(view.works):
        if work.planet == planet:
            left = "1 turn" if work.turns == 1 else f"{work.turns} turns"
            lines.append(("hourglass", f"{work.kind.capitalize()}, {left} to go"))
    return lines


def _flow(items: list[Item], room: float, scale: float) -> Flow:
    """Lay items out in rows: width, height, and where each goes."""
    gap, pad = GAP * scale, PAD * scale
    gutter = 16 * scale if any(item.number for item in items) else 0
    placed: list[tuple[float, float, Item]] = []
    x, y, row, widest = pad + gutter, pad, 0.0, 0.0
    for item in items:
        indent = pad if item.words else pad + gutter
        if placed and (item.breaks or x + item.width > pad + gutter + room):
            y += row + gap
            x, row = indent, 0.0
        elif not placed:
            x = indent
        placed.append((x, y, item))
        x += item.width + gap
        widest = max(widest, x - gap)
        row = max(row, item.height)
    return widest + pad, y + row + pad, placed


class Placer:
    """Finds places for the trays of one picture."""

    def __init__(self, view: View, found: dict[int, Stack], sheet: Sheet, theme: Theme, news: News) -> None:
        self.view, self.found, self.sheet, self.theme, self.news = view, found, sheet, theme, news
        self.u = sheet.geometry.u
        self.loose = sheet.room.copy()
        grid = view.pack.grid
        for storm in sorted(set(view.storms)):
            if grid.in_bounds(storm):
                self.loose.block(grown(sheet.geometry.box(storm), -sheet.geometry.side * 0.2))
        for at in found:
            if at not in view.pack.planet_of and grid.in_bounds(at):
                self.loose.block(sheet.geometry.box(at))
        self.strict = self.loose.copy()
        for storm in view.storms:
            self.keep_off([sheet.geometry.box(at) for at in grid.within(storm, 1)] if storm in grid else [])

    def keep_off(self, boxes: list[Box]) -> None:
        """Places better left free."""
        for box in boxes:
            self.strict.block(box)

    def items(self, planet: str, scale: float, only: int | None = None) -> list[Item]:
        """What a planet's tray holds: news, pieces, notes; or the pieces of one of its hexes alone."""
        items: list[Item] = []
        for sign, words in self.news.get(planet, ()) if only in (None, 0) else ():
            wide = width(words, SANS_BOLD, LINE * 0.8 * scale) + LINE * 1.5 * scale
            items.append(
                Item(None, wide, LINE * 1.12 * scale, words=words, sign=sign, breaks=True, news=True)
            )
        for number, at in enumerate(self.view.pack.planets[planet].hexes, 1):
            stack = self.found.get(at)
            if stack is None or (len(stack.units) == 1 and not stack.leaders) or only not in (None, number):
                continue
            for place, image in enumerate(self._images(stack, scale)):
                first = place == 0
                items.append(
                    Item(image, image.width, image.height, breaks=first, number=str(number) if first else "")
                )
        for sign, words in notes(self.view, planet) if only in (None, 0) else ():
            wide = width(words, SANS, LINE * 0.78 * scale) + LINE * 1.25 * scale
            items.append(Item(None, wide, LINE * scale, words=words, sign=sign, breaks=True))
        return items

    def _images(self, stack: Stack, scale: float) -> Iterator[Image.Image]:
        for unit in stack.units:
            yield counter(
                livery_of(self.view, unit),
                COUNTER[0] * scale,
                COUNTER[1] * scale,
                sign=unit.kind,
                letter=letter_of(unit.name, unit.faction, unit.kind),
                figure=str(unit.strength),
            )
        for leader in stack.leaders:
            yield leader_chip(self.view, leader, scale, self.theme)

    def lay(self, planet: str) -> list[Tray]:
        """A planet's tray; where there is no room for it, a tray for each of its hexes."""
        tray = self._lay(planet, None)
        if tray is not None:
            return [tray]
        trays = []
        for only in range(len(self.view.pack.planets[planet].hexes) + 1):
            if self.items(planet, self.u, only):
                tray = self._lay(planet, only)
                if tray is not None:
                    trays.append(tray)
        return trays

    def _lay(self, planet: str, only: int | None) -> Tray | None:
        """A place: near rather than far, large rather than small, off the names of zones."""
        sheet = self.sheet
        near = around([sheet.planets[planet], sheet.plates[planet].box])
        flows: dict[tuple[int, float, bool], Flow] = {}
        for strict, reach, least in TRIES:
            room: Room = self.strict if strict else self.loose
            named = reach > NEAR
            for columns, shrink in SHAPES:
                if shrink < least:
                    continue
                scale = self.u * shrink
                key = (columns, shrink, named)
                if key not in flows:
                    flows[key] = self._flow(planet, only, columns, scale, named)
                wide, high, placed = flows[key]
                box = room.find(wide, high, near, sheet.geometry.side * reach)
                if box is None:
                    continue
                line = None if named else tie(box, planet, self.view, sheet)
                if line is not None and _crosses(line, planet, sheet):
                    continue
                self.strict.block(grown(box, 4 * self.u))
                self.loose.block(grown(box, 4 * self.u))
                return Tray(planet, box, tuple(placed), scale)
        return None

    def _flow(self, planet: str, only: int | None, columns: int, scale: float, named: bool) -> Flow:
        items = self.items(planet, scale, only)
        if named:
            wide = width(planet, SERIF_BOLD, LINE * 0.8 * scale)
            items.insert(0, Item(None, wide, LINE * 0.9 * scale, words=planet, breaks=True))
        return _flow(items, columns * (COUNTER[0] + GAP) * scale, scale)


def lay_trays(
    view: View, found: dict[int, Stack], sheet: Sheet, theme: Theme, news: News, avoid: list[Box]
) -> list[Tray]:
    """A tray for every planet that needs one, none over another nor over the map's signs."""
    placer = Placer(view, found, sheet, theme, news)
    placer.keep_off([*sheet.names, *avoid])
    needed = []
    for planet in view.pack.planets:
        items = placer.items(planet, placer.u)
        if items:
            needed.append((-sum(item.width for item in items), planet))
    return [tray for _, planet in sorted(needed) for tray in placer.lay(planet)]


def tie(box: Box, planet: str, view: View, sheet: Sheet) -> tuple[Point, Point] | None:
    """The line from a tray to its planet or the planet's label; None when they touch."""
    geometry = sheet.geometry
    x0, y0, x1, y1 = box
    target = min(
        (geometry.at(at) for at in view.pack.planets[planet].hexes),
        key=lambda p: (hypot(max(x0 - p[0], 0, p[0] - x1), max(y0 - p[1], 0, p[1] - y1)), p),
    )
    start = (min(max(target[0], x0), x1), min(max(target[1], y0), y1))
    far = hypot(target[0] - start[0], target[1] - start[1])
    edge = geometry.side * 0.92
    label = sheet.plates[planet].box
    aside = hypot(max(x0 - label[2], 0, label[0] - x1), max(y0 - label[3], 0, label[1] - y1))
    if aside < far - edge:  # the tray is nearer to the planet's label: tie it to that
        start = (_between(x0, x1, label[0], label[2]), _between(y0, y1, label[1], label[3]))
        target = (min(max(start[0], label[0]), label[2]), min(max(start[1], label[1]), label[3]))
        far, edge = hypot(target[0] - start[0], target[1] - start[1]), 0
    if far <= edge + 2:
        return None
    share = (far - edge) / far
    return start, (start[0] + (target[0] - start[0]) * share, start[1] + (target[1] - start[1]) * share)


def _between(a0: float, a1: float, b0: float, b1: float) -> float:
    """A coordinate of span a that faces span b: the middle of what they share, or a's nearer end."""
    if a0 < b1 and b0 < a1:
        return (max(a0, b0) + min(a1, b1)) / 2
    return a0 if a0 >= b1 else a1


def _crosses(line: tuple[Point, Point], planet: str, sheet: Sheet) -> bool:
    """Whether a tie would run over another planet or its label."""
    (x0, y0), (x1, y1) = line
    spots = [(x0 + (x1 - x0) * k / 12, y0 + (y1 - y0) * k / 12) for k in range(13)]
    for name, slots in sheet.plates.items():
        if name == planet:
            continue
        for box in (slots.box, grown(sheet.planets[name], -sheet.geometry.side * 0.3)):
            if any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in spots):
                return True
    return False


def draw_trays(canvas: Canvas, trays: list[Tray], view: View, sheet: Sheet, theme: Theme) -> None:
    """The trays, each tied to its planet."""
    for tray in trays:
        line = tie(tray.box, tray.planet, view, sheet)
        if line is None or _crosses(line, tray.planet, sheet):
            continue
        start, end = line
        box = grown(around([(*start, *start), (*end, *end)]), 5)

        def paint(pen: Pen, off: Point, a: Point = start, b: Point = end) -> None:
            pen.line(shifted((a, b), off), 255, 2)
            pen.circle((b[0] - off[0], b[1] - off[1]), 3, fill=255)

        canvas.ink(box, theme.edge, paint)
    for tray in trays:
        x0, y0, x1, y1 = tray.box
        w, h = round(x1 - x0), round(y1 - y0)
        canvas.put(_tray_ground(w, h, theme), round(x0) - 2, round(y0) - 2)
        for x, y, item in tray.items:
            px, py = round(x0 + x), round(y0 + y)
            if item.number:
                canvas.text(
                    (round(x0) + (PAD + 6) * tray.scale, py + item.height / 2),
                    item.number,
                    SANS_BOLD,
                    max(8, 14 * tray.scale),
                    theme.faint,
                    anchor="mm",
                )
            if item.image is not None:
                canvas.put(item.image, px, py)
            elif item.news:
                high = round(item.height)
                wide = round(item.width)
                ribbon = sprite(
                    ("ribbon", wide, high, theme.name),
                    wide,
                    high,
                    lambda pen, w=wide, h=high: pen.box((0, 0, w, h), fill=theme.gold, radius=h * 0.3),  # type: ignore[misc]
                )
                canvas.put(ribbon, px, py)
                side = LINE * 0.84 * tray.scale
                canvas.put(
                    glyph(item.sign, side, theme.card, theme.gold),
                    px + 4 * tray.scale,
                    py + (high - side) / 2,
                )
                size = max(8, LINE * 0.8 * tray.scale)
                canvas.text(
                    (px + LINE * 1.25 * tray.scale, py + high / 2), item.words, SANS_BOLD, size, theme.card
                )
            elif not item.sign:
                size = max(8, LINE * 0.8 * tray.scale)
                canvas.text((px, py + item.height / 2), item.words, SERIF_BOLD, size, theme.gold)
            else:
                size = max(8, LINE * 0.78 * tray.scale)
                side = LINE * 0.8 * tray.scale
                canvas.put(glyph(item.sign, side, theme.gold, theme.card), px, py + (item.height - side) / 2)
                canvas.text(
                    (px + LINE * 1.1 * tray.scale, py + item.height / 2), item.words, SANS, size, theme.ink
                )


def _tray_ground(w: int, h: int, theme: Theme) -> Image.Image:
    def paint(pen: Pen) -> None:
        pen.box((1, 2, w + 4, h + 4), fill=(*theme.shade, 90), radius=6)
        pen.box((1, 1, w + 3, h + 3), fill=theme.edge, radius=6)
        pen.box((2.2, 2.2, w + 1.8, h + 1.8), fill=theme.card, radius=5)

    return sprite(("tray", w, h, theme.name), w + 4, h + 4, paint, 3)
