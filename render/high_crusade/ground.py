"""The map sheet: everything that is printed and never changes. Drawn once for a pack, a theme and a size."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from math import hypot, sqrt
from random import Random
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.high_crusade.pack import Pack, Planet
from engine.kernel.hexgrid import split
from render.canvas import Box, Canvas, Pen, Point
from render.colour import RGB, mix
from render.fonts import SANS_BOLD, SANS_MEDIUM, SERIF_BOLD, SERIF_ITALIC, font, width
from render.high_crusade.look import Geometry, Size, zone_colours
from render.placing import Room, around, grown
from render.theme import Theme

KEPT: Final = 12
SMOOTH: Final = 2


@dataclass(frozen=True, slots=True)
class Plate:
    """A planet's label: its name, and below it a row of boxes for terrain, Thrall Race and alarms."""

    planet: str
    box: Box
    name_at: Point
    name_size: float
    terrain: Box
    thrall: Box | None
    alert: Box
    satellite: Box | None
    home: Box | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The printed map with what one must know to put pieces on it."""

    image: Image.Image
    geometry: Geometry
    plates: dict[str, Plate]
    planets: dict[str, Box]
    """Box around each planet's hexes."""
    room: Room
    """What is free beside planets and their plates."""
    names: tuple[Box, ...]
    """Where the names of the zones stand: better left free."""


_sheets: OrderedDict[tuple[str, str, str], Sheet] = OrderedDict()


def sheet(pack: Pack, theme: Theme, size: Size) -> Sheet:
    """The map sheet, drawn when it is first asked for."""
    key = (pack.hash, theme.name, size.name)
    found = _sheets.get(key)
    if found is None:
        found = _sheets[key] = _draw(pack, theme, size)
        if len(_sheets) > KEPT:
            _sheets.popitem(last=False)
    return found


def _draw(pack: Pack, theme: Theme, size: Size) -> Sheet:
    geometry = Geometry(pack, size)
    wide, high = round(geometry.map[2]), round(geometry.map[3])
    plates, planets, room = lay_out(pack, geometry, size)
    image = Image.new("RGB", (wide, high), theme.paper)
    _territories(image, pack, geometry, theme)
    _stars(image, geometry, theme)
    _grid(image, pack, geometry, theme)
    _borders(image, pack, geometry, theme)
    _worlds(image, pack, geometry, theme)
    canvas = Canvas(image)
    names = _zone_names(image, pack, geometry, theme, room)
    _frame(canvas, pack, geometry, theme, size, room)
    _label_ties(image, pack, geometry, theme, plates)
    for plate in plates.values():
        write_name(canvas, pack.planets[plate.planet], plate, pack, theme, geometry.u)
    return Sheet(image, geometry, plates, planets, room, names)


# -- where everything goes ---------------------------------------------------------------------------------


def lay_out(pack: Pack, geometry: Geometry, size: Size) -> tuple[dict[str, Plate], dict[str, Box], Room]:
    """The plates, the boxes around the planets, and the room that is left."""
    room = Room(grown(geometry.field, geometry.margin * 0.35))
    boxes = {}
    for planet in pack.planets.values():
        for at in planet.hexes:
            room.block(grown(geometry.box(at), -geometry.side * 0.06))
        boxes[planet.name] = around([geometry.box(at) for at in planet.hexes])
    plates = {}
    # The most hemmed in first: those at the edge of the map.
    middle = ((geometry.field[0] + geometry.field[2]) / 2, (geometry.field[1] + geometry.field[3]) / 2)
    order = sorted(
        pack.planets.values(),
        key=lambda it: (
            -max(
                abs((boxes[it.name][0] + boxes[it.name][2]) / 2 - middle[0]) / middle[0],
                abs((boxes[it.name][1] + boxes[it.name][3]) / 2 - middle[1]) / middle[1],
            ),
            it.name,
        ),
    )
    for planet in order:
        plate = _plan(planet, geometry, size)
        near = grown(boxes[planet.name], -geometry.side * 0.06)
        found = room.find(plate[0], plate[1], near, geometry.side * 5)
        if found is None:
            found = (near[0], near[3], near[0] + plate[0], near[3] + plate[1])
        room.block(grown(found, geometry.u * 6))
        plates[planet.name] = _plate_at(planet, found, geometry, size)
    return dict(sorted(plates.items())), boxes, room


def _name_size(planet: Planet, geometry: Geometry) -> float:
    return (28 if planet.capital else 25) * geometry.u


def shown_name(planet: Planet) -> str:
    """A planet's name as it is printed: capitals in capitals."""
    return planet.name.upper() if planet.capital else planet.name


def _name_face(planet: Planet) -> str:
    return SERIF_BOLD


def _slots(planet: Planet, u: float, size: Size) -> list[tuple[str, float]]:
    slots = [("terrain", 30 * u)]
    if planet.thrall_box:
        slots.append(("thrall", (76 if size.trays else 62) * u))
    if planet.home_of:
        slots.append(("home", 30 * u))
    slots.append(("alert", 28 * u))
    if planet.capital:
        slots.append(("satellite", 32 * u))
    return slots


def _plan(planet: Planet, geometry: Geometry, size: Size) -> tuple[float, float]:
    u = geometry.u
    slots = _slots(planet, u, size)
    row = sum(wide for _, wide in slots) + 4 * u * (len(slots) - 1)
    name = _name_width(planet, geometry)
    return max(row, name) + 6 * u, _name_size(planet, geometry) * 0.98 + 34 * u + 4 * u


def _spacing(planet: Planet, u: float) -> float:
    return 1.6 * u if planet.capital else 0.6 * u


def _name_width(planet: Planet, geometry: Geometry) -> float:
    text = shown_name(planet)
    size = _name_size(planet, geometry) * (0.84 if planet.capital else 1)
    return width(text, _name_face(planet), size) + _spacing(planet, geometry.u) * len(text)


def _plate_at(planet: Planet, box: Box, geometry: Geometry, size: Size) -> Plate:
    u = geometry.u
    slots = _slots(planet, u, size)
    row = sum(wide for _, wide in slots) + 4 * u * (len(slots) - 1)
    middle = (box[0] + box[2]) / 2
    x, y = middle - row / 2, box[3] - 36 * u
    places: dict[str, Box] = {}
    for name, wide in slots:
        places[name] = (x, y, x + wide, y + 34 * u)
        x += wide + 4 * u
    name_size = _name_size(planet, geometry)
    return Plate(
        planet.name,
        box,
        (middle, box[1] + name_size * 0.46),
        name_size * (0.84 if planet.capital else 1),
        places["terrain"],
        places.get("thrall"),
        places["alert"],
        places.get("satellite"),
        places.get("home"),
    )


def _label_ties(
    image: Image.Image, pack: Pack, geometry: Geometry, theme: Theme, plates: dict[str, Plate]
) -> None:
    """A fine line to the planet from every label that does not touch it."""
    lines = []
    for plate in plates.values():
        x0, y0, x1, y1 = plate.box
        spots = [geometry.at(at) for at in pack.planets[plate.planet].hexes]
        x, y = min(
            spots, key=lambda p: (hypot(max(x0 - p[0], 0, p[0] - x1), max(y0 - p[1], 0, p[1] - y1)), p)
        )
        start = (min(max(x, x0), x1), min(max(y, y0), y1))
        far = hypot(x - start[0], y - start[1])
        edge = geometry.side * 0.8
        if far > edge + geometry.side * 0.4:
            share = (far - edge) / far
            lines.append((start, (start[0] + (x - start[0]) * share, start[1] + (y - start[1]) * share)))
    _strokes(image, lines, theme.faint, 1.2)


# -- the sheet ---------------------------------------------------------------------------------------------


def _stars(image: Image.Image, geometry: Geometry, theme: Theme) -> None:
    """A scatter of stars, the same on every sheet."""
    chance = Random(1345)
    draw = ImageDraw.Draw(image)
    wide, high = image.size
    count = int(wide * high / 4200)
    for _ in range(count):
        x, y = chance.uniform(0, wide), chance.uniform(0, high)
        bright = chance.random() ** 2.2
        ground = image.getpixel((int(x), int(y)))
        assert isinstance(ground, tuple)
        under = (int(ground[0]), int(ground[1]), int(ground[2]))
        tone = mix(under, theme.ink if theme.dark else theme.shade, 0.12 + 0.5 * bright)
        if bright > 0.86:
            r = 1.6 if theme.dark else 2.0
            draw.line([(x - 2 * r, y), (x + 2 * r, y)], fill=mix(under, tone, 0.45))
            draw.line([(x, y - 2 * r), (x, y + 2 * r)], fill=mix(under, tone, 0.45))
            draw.ellipse((x - r / 2, y - r / 2, x + r / 2, y + r / 2), fill=tone)
        else:
            draw.point((x, y), fill=tone)


def _mask(size: tuple[int, int], polygons: list[list[Point]]) -> Image.Image:
    large = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH), 0)
    pen = Pen(large.convert("L"), SMOOTH)
    for polygon in polygons:
        pen.draw.polygon([(x * SMOOTH, y * SMOOTH) for x, y in polygon], fill=255)
    return pen.image.reduce(SMOOTH)


def _territories(image: Image.Image, pack: Pack, geometry: Geometry, theme: Theme) -> None:
    """Each zone in its colour, deeper towards its border."""
    for zone in pack.zones.values():
        hexes = [at for at, name in pack.territory.items() if name == zone.name]
        box = around([geometry.box(at) for at in hexes])
        x0, y0 = int(box[0]) - 2, int(box[1]) - 2
        area = (int(box[2]) + 3 - x0, int(box[3]) + 3 - y0)
        mask = _mask(area, [[(x - x0, y - y0) for x, y in geometry.corners(at, 1.01)] for at in hexes])
        soft = mask.filter(ImageFilter.GaussianBlur(geometry.side * 0.85))
        inner = soft.point([min(255, max(0, round((value - 128) * 2.4))) for value in range(256)])
        middle, rim, _ = zone_colours(zone.colour, theme)
        tint = Image.composite(
            Image.new("RGB", area, middle), Image.new("RGB", area, mix(middle, rim, 0.62)), inner
        )
        cover = mask.point([round(value * 0.93) for value in range(256)])
        image.paste(tint, (x0, y0), cover)


def _strokes(
    image: Image.Image, lines: list[tuple[Point, Point]], ink: RGB, wide: float, share: float = 1
) -> None:
    """Many short lines at once, smoothly."""
    if not lines:
        return
    xs = [x for line in lines for x, _ in line]
    ys = [y for line in lines for _, y in line]
    left, top = max(0, int(min(xs) - wide) - 1), max(0, int(min(ys) - wide) - 1)
    right = min(image.width, int(max(xs) + wide) + 2)
    bottom = min(image.height, int(max(ys) + wide) + 2)
    mask = Image.new("L", ((right - left) * SMOOTH, (bottom - top) * SMOOTH), 0)
    draw = ImageDraw.Draw(mask)
    thick = max(1, round(wide * SMOOTH))
    r = thick / 2 - 0.5
    for line in lines:
        ends = [((x - left) * SMOOTH, (y - top) * SMOOTH) for x, y in line]
        draw.line(ends, fill=255, width=thick)
        if thick > 3:
            for x, y in ends:
                draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
    small = mask.reduce(SMOOTH)
    if share < 1:
        small = small.point([round(value * share) for value in range(256)])
    image.paste(ink, (left, top), small)


def _sides(geometry: Geometry, at: int, share: float = 1.0) -> list[tuple[Point, Point]]:
    """The six sides of a hex; the one that faces direction i joins corner i-1 to corner i."""
    corners = geometry.corners(at, share)
    return [(corners[i - 1], corners[i]) for i in range(6)]


def _grid(image: Image.Image, pack: Pack, geometry: Geometry, theme: Theme) -> None:
    lines = []
    for at in pack.grid.hexes:
        sides = _sides(geometry, at)
        for direction in range(6):
            to = pack.grid.step(at, direction)
            if to is None or at < to:
                lines.append(sides[direction])
    _strokes(image, lines, theme.ink if theme.dark else theme.shade, 0.5, 0.20 if theme.dark else 0.34)


def _borders(image: Image.Image, pack: Pack, geometry: Geometry, theme: Theme) -> None:
    for zone in pack.zones.values():
        _, rim, _ = zone_colours(zone.colour, theme)
        lines = []
        for at, name in pack.territory.items():
            if name != zone.name:
                continue
            outer = _sides(geometry, at)
            for direction in range(6):
                to = pack.grid.step(at, direction)
                if to is None or pack.territory.get(to) == zone.name:
                    continue
                lines.append(_inward(outer[direction], geometry.at(at), 0.045))
        strong = mix(rim, (255, 255, 255), 0.18) if theme.dark else mix(rim, theme.ink, 0.18)
        _strokes(image, lines, strong, max(1.5, geometry.side * 0.085), 0.9)


def _inward(side: tuple[Point, Point], middle: Point, share: float) -> tuple[Point, Point]:
    """The side of a hex, moved a little towards the middle without becoming shorter."""
    (x0, y0), (x1, y1) = side
    dx, dy = (middle[0] - (x0 + x1) / 2) * share, (middle[1] - (y0 + y1) / 2) * share
    return (x0 + dx, y0 + dy), (x1 + dx, y1 + dy)


def _worlds(image: Image.Image, pack: Pack, geometry: Geometry, theme: Theme) -> None:
    size = image.size
    hexes = [geometry.corners(at, 1.0) for planet in pack.planets.values() for at in planet.hexes]
    land = _mask(size, hexes)
    halo = land.filter(ImageFilter.GaussianBlur(geometry.side * 0.42))
    halo = halo.point([min(255, round(value * (1.25 if theme.dark else 0.9))) for value in range(256)])
    image.paste(mix(theme.paper, theme.land, 0.55) if theme.dark else theme.card, (0, 0), halo)
    # The worlds themselves: lighter inside, darker to the coast, tinted by their zone.
    inner = land.filter(ImageFilter.GaussianBlur(geometry.side * 0.36))
    depth = inner.point([min(255, max(0, round((value - 120) * 2.1))) for value in range(256)])
    light, dark = Image.new("RGB", size), Image.new("RGB", size)
    for zone in pack.zones.values():
        base = zone_colours(zone.colour, theme)[1]
        bright = mix(theme.land, base, 0.10)
        deep = mix(mix(theme.land, theme.coast, 0.30), base, 0.22)
        for name in zone.planets:
            for at in pack.planets[name].hexes:
                corners = geometry.corners(at, 1.06)
                ImageDraw.Draw(light).polygon(corners, fill=bright)
                ImageDraw.Draw(dark).polygon(corners, fill=deep)
    image.paste(Image.composite(light, dark, depth), (0, 0), land)
    _relief(image, pack, geometry, theme, land)
    inside, coast = [], []
    for planet in pack.planets.values():
        own = set(planet.hexes)
        for at in planet.hexes:
            for direction, side in enumerate(_sides(geometry, at)):
                to = pack.grid.step(at, direction)
                if to not in own:
                    coast.append(side)
                elif to is not None and at < to:
                    inside.append(side)
    _strokes(image, inside, theme.coast, 0.9, 0.45)
    _strokes(image, coast, theme.coast, max(1.6, geometry.side * 0.075))
    _forts(image, pack, geometry, theme)
    canvas = Canvas(image)
    for planet in pack.planets.values():
        for number, at in enumerate(planet.hexes, 1):
            x, y = geometry.at(at)
            canvas.text(
                (x - geometry.side * 0.58, y - geometry.side * 0.56),
                str(number),
                SANS_MEDIUM,
                max(8, geometry.side * 0.36),
                mix(theme.coast, theme.land, 0.12),
                anchor="mm",
            )


def _relief(image: Image.Image, pack: Pack, geometry: Geometry, theme: Theme, land: Image.Image) -> None:
    """Hills where the defender is favoured, furrows where the attacker is."""
    marks = Image.new("L", (image.width * SMOOTH, image.height * SMOOTH), 0)
    pen = Pen(marks, SMOOTH)
    s = geometry.side
    chance = Random(1066)
    for planet in pack.planets.values():
        for at in planet.hexes:
            x, y = geometry.at(at)
            if planet.terrain < 0:
                count = 2 - planet.terrain
                for _ in range(count):
                    px, py = x + chance.uniform(-0.55, 0.55) * s, y + chance.uniform(-0.35, 0.6) * s
                    r = s * (0.12 + 0.04 * -planet.terrain)
                    pen.draw.line(
                        [
                            ((px - r) * SMOOTH, (py + r * 0.6) * SMOOTH),
                            (px * SMOOTH, (py - r * 0.7) * SMOOTH),
                            ((px + r) * SMOOTH, (py + r * 0.6) * SMOOTH),
                        ],
                        fill=255,
                        width=round(1.1 * SMOOTH),
                    )
            elif planet.terrain > 0:
                tilt = chance.uniform(-0.3, 0.3)
                for row in range(4):
                    py = y + (row - 1.2) * s * 0.2
                    pen.draw.line(
                        [
                            ((x - s * 0.4) * SMOOTH, (py - tilt * s * 0.3) * SMOOTH),
                            ((x + s * 0.4) * SMOOTH, (py + tilt * s * 0.3) * SMOOTH),
                        ],
                        fill=255,
                        width=round(0.8 * SMOOTH),
                    )
    small = ImageChops.multiply(marks.reduce(SMOOTH), land)
    image.paste(theme.coast, (0, 0), small.point([round(value * 0.26) for value in range(256)]))


def fort_lines(geometry: Geometry, at: int, fortress: bool) -> tuple[list[tuple[Point, Point]], list[Point]]:
    """The walls of a fort along the edge of its hex, and where its towers stand."""
    walls = _sides(geometry, at, 0.90)
    if fortress:
        walls = [*walls, *_sides(geometry, at, 0.76)]
    return walls, geometry.corners(at, 0.90)


def _forts(image: Image.Image, pack: Pack, geometry: Geometry, theme: Theme) -> None:
    lines: list[tuple[Point, Point]] = []
    towers: list[Point] = []
    for at, value in pack.fort_at.items():
        walls, corners = fort_lines(geometry, at, value >= 6)
        lines += walls
        towers += corners
    _strokes(image, lines, theme.coast, max(1.0, geometry.side * 0.05))
    r = geometry.side * 0.115
    large = Image.new("L", (image.width * SMOOTH, image.height * SMOOTH), 0)
    pen = Pen(large, SMOOTH)
    for x, y in towers:
        pen.draw.rectangle([(x - r) * SMOOTH, (y - r) * SMOOTH, (x + r) * SMOOTH, (y + r) * SMOOTH], fill=255)
    image.paste(theme.coast, (0, 0), large.reduce(SMOOTH))


def _zone_names(
    image: Image.Image, pack: Pack, geometry: Geometry, theme: Theme, room: Room
) -> tuple[Box, ...]:
    """Each zone's name in large letters where its territory is empty; where they stand."""
    canvas = Canvas(image)
    placed: list[Box] = []
    for name, (box, lines, letter) in zone_name_places(pack, geometry, room).items():
        middle, _, ink = zone_colours(pack.zones[name].colour, theme)
        placed.append(box)
        tone = mix(middle, ink, 0.75)
        spacing = letter * 0.22
        for number, line in enumerate(lines):
            x = (box[0] + box[2]) / 2 - _spaced(line, letter) / 2
            y = box[1] + letter * (0.45 + 0.95 * number)
            for sign in line:
                canvas.fine_text((x, y), sign, SERIF_ITALIC, letter, tone, anchor="lm")
                x += width(sign, SERIF_ITALIC, letter) + spacing
    return tuple(placed)


def zone_name_places(pack: Pack, geometry: Geometry, room: Room) -> dict[str, tuple[Box, list[str], float]]:
    """Where the name of each zone stands, its lines, and how large its letters are."""
    found = {}
    for zone in pack.zones.values():
        hexes = [at for at, name in pack.territory.items() if name == zone.name]
        place = _name_place(zone.name.upper(), hexes, geometry, pack, room)
        if place is not None:
            found[zone.name] = place
    return found


def _spaced(line: str, letter: float) -> float:
    return sum(width(sign, SERIF_ITALIC, letter) + letter * 0.22 for sign in line) - letter * 0.22


def _name_place(
    name: str, hexes: list[int], geometry: Geometry, pack: Pack, room: Room
) -> tuple[Box, list[str], float] | None:
    """Where a zone's name fits in its own land, in one line or two, as large as may be."""
    own = set(hexes)
    cx = sum(geometry.at(at)[0] for at in hexes) / len(hexes)
    cy = sum(geometry.at(at)[1] for at in hexes) / len(hexes)
    shapes = [[name.replace("-", " · ")]]
    if "-" in name:
        shapes.append([name.split("-", 1)[0], name.split("-", 1)[1]])
    half = geometry.side * 0.5
    for points in (30, 26, 22, 19, 16, 13):
        letter = points * geometry.u
        best: tuple[float, Box, list[str]] | None = None
        for lines in shapes:
            wide = max(_spaced(line, letter) for line in lines)
            high = letter * 0.95 * len(lines)
            for at in sorted(hexes):
                for dx, dy in ((0.0, 0.0), (half, half), (-half, half)):
                    x, y = geometry.at(at)
                    x, y = x + dx, y + dy
                    box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
                    cost = abs(x - cx) + abs(y - cy) * 1.5
                    if best is not None and cost >= best[0]:
                        continue
                    if _is_free(room, box) and _inside(box, own, geometry, pack):
                        best = (cost, box, lines)
        if best is not None:
            return best[1], best[2], letter
    return None


def _inside(box: Box, own: set[int], geometry: Geometry, pack: Pack) -> bool:
    """Whether a box lies within these hexes, nearly."""
    x0, y0, x1, y1 = box
    s = geometry.side
    steps = max(2, int((x1 - x0) / s))
    for k in range(steps + 1):
        x = x0 + (x1 - x0) * k / steps
        for y in (y0, y1):
            if hex_at(geometry, pack, x, y) not in own:
                return False
    return True


def hex_at(geometry: Geometry, pack: Pack, x: float, y: float) -> int:
    """The hex at a point of the picture, roughly; 0 off the map."""
    s = geometry.side
    col = round((x - geometry.left - s) / (1.5 * s)) + 1
    best, found = 1e9, 0
    for c in (col - 1, col, col + 1):
        half = 0.5 if c % 2 == 0 else 0.0
        row = round((y - geometry.top) / (s * sqrt(3)) + 0.5 - half)
        at = c * 100 + row
        if not pack.grid.in_bounds(at):
            continue
        px, py = geometry.at(at)
        far = (px - x) ** 2 + (py - y) ** 2
        if far < best:
            best, found = far, at
    return found if best <= s * s else 0


def _is_free(room: Room, box: Box) -> bool:
    from render.placing import CELL

    x0, y0 = int((box[0] - room.area[0]) / CELL), int((box[1] - room.area[1]) / CELL)
    x1, y1 = int((box[2] - room.area[0]) / CELL) + 1, int((box[3] - room.area[1]) / CELL) + 1
    if x0 < 0 or y0 < 0 or x1 > room.cols or y1 > room.rows:
        return False
    mask = ((1 << (x1 - x0)) - 1) << x0
    return not any(row & mask for row in room.taken[y0:y1])


def _frame(canvas: Canvas, pack: Pack, geometry: Geometry, theme: Theme, size: Size, room: Room) -> None:
    """A ruled frame, with the numbers of columns and rows along it."""
    x0, y0, x1, y1 = geometry.map
    m = geometry.margin
    draw = canvas.draw
    inset = m * 0.16
    draw.rectangle([x0, y0, x1 - 1, y1 - 1], outline=theme.edge, width=max(1, round(m / 16)))
    if not size.trays:
        return
    draw.rectangle([x0 + inset, y0 + inset, x1 - 1 - inset, y1 - 1 - inset], outline=theme.gold, width=1)
    points = max(8.0, geometry.side * 0.42)
    for col in range(1, pack.grid.cols + 1):
        at = col * 100 + 1
        x, _ = geometry.at(at)
        text = f"{col:02d}"
        ink = theme.ink if col % 5 == 0 or col == 1 else theme.faint
        face = SANS_BOLD if col % 5 == 0 else SANS_MEDIUM
        canvas.text((x, y0 + m * 0.55), text, face, points, ink, anchor="mm")
        canvas.text((x, y1 - m * 0.55), text, face, points, ink, anchor="mm")
    for row in range(1, pack.grid.rows + 1):
        _, y = geometry.at(100 + row)
        _, yr = geometry.at(pack.grid.cols * 100 + row)
        text = f"{row:02d}"
        ink = theme.ink if row % 5 == 0 or row == 1 else theme.faint
        face = SANS_BOLD if row % 5 == 0 else SANS_MEDIUM
        canvas.text((x0 + m * 0.55, y), text, face, points, ink, anchor="mm")
        canvas.text((x1 - m * 0.55, yr), text, face, points, ink, anchor="mm")
    _numbers(canvas, pack, geometry, theme, room)


def _numbers(canvas: Canvas, pack: Pack, geometry: Geometry, theme: Theme, room: Room) -> None:
    """A few hexes carry their whole number, as on any map of the kind."""
    land = set(pack.planet_of)
    for at in pack.grid.hexes:
        col, row = split(at)
        edge = (row in (1, pack.grid.rows) and col % 5 == 0) or (col in (1, pack.grid.cols) and row % 5 == 0)
        if not edge or at in land:
            continue
        x, y = geometry.at(at)
        if not _is_free(room, (x - geometry.side * 0.3, y - geometry.side * 0.8, x + geometry.side * 0.3, y)):
            continue
        ground = (
            zone_colours(pack.zones[pack.territory[at]].colour, theme)[0]
            if at in pack.territory
            else theme.paper
        )
        canvas.text(
            (x, y - geometry.side * 0.62),
            pack.grid.name(at),
            SANS_MEDIUM,
            max(8, geometry.side * 0.30),
            mix(ground, theme.ink, 0.55),
            anchor="mm",
        )


def write_name(canvas: Canvas, planet: Planet, plate: Plate, pack: Pack, theme: Theme, u: float) -> None:
    """A planet's name on its plate."""
    text = shown_name(planet)
    face = _name_face(planet)
    spacing = _spacing(planet, u)
    wide = width(text, face, plate.name_size) + spacing * len(text)
    x, y = plate.name_at[0] - wide / 2 + spacing / 2, plate.name_at[1]
    zone = pack.zones[planet.zone]
    ground = zone_colours(zone.colour, theme)[0]
    halo = mix(ground, theme.paper, 0.35)
    ink = theme.gold if planet.capital else theme.ink
    # The halo of all letters first, so that none covers its neighbour.
    for pass_ in (0, 1):
        px = x
        for sign in text:
            if pass_ == 0:
                canvas.fine_text((px, y), sign, face, plate.name_size, halo, "lm", stroke=max(1, 2.6 * u))
            else:
                canvas.fine_text((px, y), sign, face, plate.name_size, ink, "lm")
            px += font(face, plate.name_size).getlength(sign) + spacing
