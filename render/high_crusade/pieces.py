"""Pieces and markers on the map, and the trays beside planets in which crowded hexes are spread out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, hypot, sin
from typing import Final

from PIL import Image

from engine.high_crusade.names import CRUSADER, WERSGORIX
from engine.high_crusade.view import SeenThrall, View
from engine.kernel.seats import Seat
from render.canvas import Box, Canvas, Pen, Point, arrow_head, bow, heading, sprite, star_points
from render.colour import RGB, mix
from render.counters import Livery, counter, plate, split_counter
from render.fonts import SANS, SANS_BOLD, SANS_ITALIC, SANS_MEDIUM, SERIF_BOLD, fitted, width
from render.glyphs import badge, draw_glyph, glyph
from render.high_crusade.changes import Move
from render.high_crusade.ground import Sheet, write_name
from render.high_crusade.look import (
    CREAM,
    CRIMSON,
    FROZEN,
    KINDS,
    LIVERIES,
    ORDER,
    Geometry,
    Leader,
    Unit,
    brief,
    letter_of,
)
from render.placing import Room, around, grown, overlap
from render.theme import Theme

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
    (14, 0.62),
)
"""How trays are tried: so many counters wide, so large."""


def seat_of(view: View, unit: Unit) -> Seat | None:
    """Who commands a unit, as everybody can see; None while it is frozen."""
    if unit.faction == "Wersgorix" or unit.name in view.turned:
        return WERSGORIX
    if unit.faction in ("Crusader", "Thrall") or view.alliances.get(unit.faction, "neutral") != "neutral":
        return CRUSADER
    return None


def livery_of(view: View, unit: Unit) -> Livery:
    """The look of a unit's counter."""
    return FROZEN if seat_of(view, unit) is None else LIVERIES[unit.faction]


def ratings(view: View, leader: Leader) -> tuple[int, int]:
    """Combat and political rating, wounds counted."""
    card = view.pack.leaders[leader.name]
    if leader.wounded:
        return card.wounded_combat, card.wounded_political
    return card.combat, card.political


@dataclass(frozen=True, slots=True)
class Stack:
    """What one hex holds, in the order in which it is shown."""

    hex: int
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]


def _unit_key(unit: Unit) -> tuple[int, int, str]:
    return ORDER[unit.faction], KINDS[unit.kind], unit.name


def stacks(view: View) -> dict[int, Stack]:
    """What stands where, by hex."""
    units: dict[int, list[Unit]] = {}
    leaders: dict[int, list[Leader]] = {}
    for unit in view.units.values():
        units.setdefault(unit.hex, []).append(unit)
    for leader in view.leaders.values():
        if leader.hex:
            leaders.setdefault(leader.hex, []).append(leader)
    return {
        at: Stack(
            at,
            tuple(sorted(units.get(at, ()), key=_unit_key)),
            tuple(sorted(leaders.get(at, ()), key=lambda it: (ORDER[it.faction], it.name))),
        )
        for at in sorted(units.keys() | leaders.keys())
    }


# -- the row of boxes under a planet's name ------------------------------------------------------------------


def terrain_box(label: str, wide: float, high: float, theme: Theme) -> Image.Image:
    """The ground modifier: A for the attacker, D for the defender."""
    w, h = round(wide), round(high)

    def paint(pen: Pen) -> None:
        pen.polygon(
            [(w / 2, 0), (w, h * 0.22), (w, h * 0.78), (w / 2, h), (0, h * 0.78), (0, h * 0.22)],
            fill=mix(theme.land, theme.coast, 0.75),
        )
        pen.polygon(
            [(w / 2, 2), (w - 2, h * 0.25), (w - 2, h * 0.75), (w / 2, h - 2), (2, h * 0.75), (2, h * 0.25)],
            fill=theme.land,
        )
        pen.text((w / 2, h / 2), label if label != "-" else "–", SANS_BOLD, h * 0.46, theme.coast)

    return sprite(("terrain", label, w, h, theme.name), w, h, paint)


def thrall_box(seen: SeenThrall | None, wide: float, high: float, theme: Theme) -> Image.Image:
    """The box of a Thrall Race: empty, face down, or its face; a private face carries a lock."""
    w, h = round(wide), round(high)
    key = (
        "thrall",
        None if seen is None else (seen.face, seen.converted, seen.heresy, seen.private),
        w,
        h,
        theme.name,
    )

    def paint(pen: Pen) -> None:
        if seen is None:
            ink = theme.faint
            pen.box((0, 0, w, h), fill=(*theme.card, 170), radius=3)
            corners = [(1.0, 1.0), (w - 1.0, 1.0), (w - 1.0, h - 1.0), (1.0, h - 1.0), (1.0, 1.0)]
            pen.dashes(corners, ink, 1.2, 4, 3)
            pen.text((w / 2, h / 2), "empty", SANS_ITALIC, h * 0.40, ink)
            return
        face = seen.face
        fill = CREAM if seen.converted else rgb_thrall(theme)
        ink = rgb_thrall_ink()
        line = 2.0 if seen.converted else 1.4
        edge = CRIMSON if seen.converted else rgb_thrall_edge()
        pen.box((0, 0, w, h), fill=edge, radius=4)
        pen.box((line, line, w - line, h - line), fill=fill, radius=3)
        if seen.private:
            pen.dashes(
                [(3.5, 3.5), (w - 3.5, 3.5), (w - 3.5, h - 3.5), (3.5, h - 3.5), (3.5, 3.5)], ink, 0.9, 3, 2.4
            )
        if face is None:
            sign = h * 0.56
            pen.text((w / 2, h * 0.5), "?", SERIF_BOLD, h * 0.86, ink)
            for x in (w * 0.16, w * 0.84):
                pen.circle((x, h / 2), sign * 0.1, fill=ink)
        else:
            top = h * 0.33
            pen.circle((h * 0.36, top), h * 0.26, fill=ink)
            pen.text((h * 0.36, top), str(face.conversion), SANS_BOLD, h * 0.42, fill)
            pen.text((w * 0.5, top), face.attitude, SANS_BOLD, h * 0.48, ink)
            strength = f"{face.strength}{'*' if face.asterisk else ''}"
            pen.text((w - h * 0.38, top), strength, SANS_BOLD, h * 0.48, ink)
            name, size = fitted(face.name, SANS_MEDIUM, h * 0.36, w - 8, 6)
            pen.text((w / 2, h * 0.78), name, SANS_MEDIUM, size, ink)
        if seen.heresy:
            for x in range(-h, w, 7):
                pen.line([(x, h - 2), (x + h, 2)], (*theme.shade, 70), 1.2)
            side = h * 0.62
            pen.circle((w - side / 2, side / 2), side / 2, fill=rgb_heresy())
            draw_glyph(
                pen, "heresy", (w - side * 0.82, side * 0.18), side * 0.64, (255, 255, 255), rgb_heresy()
            )
        elif seen.converted and face is None:
            draw_glyph(pen, "cross", (w * 0.06, h * 0.2), h * 0.6, CRIMSON, fill)
        if seen.private:
            side = h * 0.42
            pen.circle((side * 0.45, h - side * 0.45), side * 0.62, fill=edge)
            draw_glyph(
                pen, "lock", (side * 0.45 - side * 0.36, h - side * 0.86), side * 0.72, (255, 255, 255), edge
            )

    return sprite(key, w, h, paint)


def rgb_thrall(theme: Theme) -> RGB:
    """The back of a Thrall Race piece."""
    return LIVERIES["Thrall"].fill


def rgb_thrall_ink() -> RGB:
    """What is written on it."""
    return LIVERIES["Thrall"].ink


def rgb_thrall_edge() -> RGB:
    """Its border."""
    return LIVERIES["Thrall"].band


def rgb_heresy() -> RGB:
    """The colour of heresy."""
    return (58, 16, 78)


def alert_box(on: bool, fresh: bool, wide: float, high: float, theme: Theme) -> Image.Image:
    """Whether a planet is alerted: a warning triangle, or its empty outline."""
    w, h = round(wide), round(high)
    side = min(w, h) * 0.86

    def paint(pen: Pen) -> None:
        x, y = (w - side) / 2, (h - side) / 2
        if on and fresh:
            pen.box((0, 0, w, h), fill=(255, 224, 130), radius=4)
            draw_glyph(pen, "alert", (x + 1, y + 1), side - 2, (150, 20, 0), (255, 255, 255))
        elif on:
            draw_glyph(pen, "alert", (x, y), side, theme.alarm, theme.card)
        else:
            points = [
                (w / 2, y + side * 0.1),
                (x + side * 0.94, y + side * 0.9),
                (x + side * 0.06, y + side * 0.9),
            ]
            pen.polygon(points, line=(*theme.faint, 130), width=1.2)

    return sprite(("alert", on, fresh, w, h, theme.name), w, h, paint)


def satellite_box(on: bool, wide: float, high: float, theme: Theme) -> Image.Image:
    """The Alert Satellite of a zone, calling or silent."""
    w, h = round(wide), round(high)
    side = min(w, h) * 0.92

    def paint(pen: Pen) -> None:
        x, y = (w - side) / 2, (h - side) / 2
        if on:
            pen.circle((w / 2, h / 2), side * 0.52, fill=(*theme.alarm, 70))
            draw_glyph(pen, "signal", (x, y), side, theme.alarm, theme.card)
        else:
            draw_glyph(pen, "satellite", (x, y), side, theme.faint, theme.card)

    return sprite(("satellite", on, w, h, theme.name), w, h, paint)


def is_alerted(view: View, planet: str) -> bool:
    """Whether a planet is alerted, by a marker of its own or by its zone's satellite."""
    return planet in view.alerted or view.pack.zone_of[planet] in view.satellites


def draw_plates(canvas: Canvas, view: View, sheet: Sheet, theme: Theme, fresh: set[str]) -> None:
    """The boxes under every planet's name; a fresh alarm is ringed."""
    for name, slots in sheet.plates.items():
        planet = view.pack.planets[name]
        x0, y0, x1, y1 = slots.terrain
        canvas.put(terrain_box(planet.terrain_label, x1 - x0, y1 - y0, theme), x0, y0)
        if slots.thrall is not None:
            x0, y0, x1, y1 = slots.thrall
            canvas.put(thrall_box(view.thralls.get(name), x1 - x0, y1 - y0, theme), x0, y0)
        if slots.home is not None and planet.home_of:
            x0, y0, x1, y1 = slots.home
            side = min(x1 - x0, y1 - y0) * 0.94
            state = view.alliances.get(planet.home_of, "neutral")
            livery = FROZEN if state == "neutral" else LIVERIES[planet.home_of]
            canvas.centre(_home(planet.home_of, state, side, livery), (x0 + x1) / 2, (y0 + y1) / 2)
        x0, y0, x1, y1 = slots.alert
        canvas.put(alert_box(is_alerted(view, name), name in fresh, x1 - x0, y1 - y0, theme), x0, y0)
        if slots.satellite is not None:
            x0, y0, x1, y1 = slots.satellite
            canvas.put(satellite_box(planet.zone in view.satellites, x1 - x0, y1 - y0, theme), x0, y0)


def _home(race: str, state: str, side: float, livery: Livery) -> Image.Image:
    s = round(side)

    def paint(pen: Pen) -> None:
        pen.circle((s / 2, s / 2), s / 2, fill=livery.edge)
        pen.circle((s / 2, s / 2), s / 2 - 1.5, fill=livery.fill)
        if state == "permanent":
            pen.circle((s / 2, s / 2), s / 2 - 3.5, line=livery.ink, width=1.2)
        pen.text((s / 2, s / 2), race[0], SERIF_BOLD, s * 0.62, livery.ink)

    return sprite(("home", race, state, s, livery), s, s, paint)


# -- in the hexes --------------------------------------------------------------------------------------------


def draw_storms(canvas: Canvas, view: View, geometry: Geometry, theme: Theme) -> None:
    """Each ionic storm with the hexes it reaches."""
    ink = mix(theme.calm, (255, 255, 255), 0.35) if theme.dark else mix(theme.calm, (20, 40, 90), 0.4)
    for storm in sorted(set(view.storms)):
        if not view.pack.grid.in_bounds(storm):
            continue
        area = sorted(view.pack.grid.within(storm, 1))
        box = around([geometry.box(at) for at in area])

        def paint(pen: Pen, off: Point, area: list[int] = area, storm: int = storm) -> None:
            for at in area:
                pen.polygon(_shifted(geometry.corners(at), off), fill=66)
            for at in area:
                corners = _shifted(geometry.corners(at), off)
                for direction in range(6):
                    to = view.pack.grid.step(at, direction)
                    if to is None or to not in area:
                        pen.dashes([corners[direction - 1], corners[direction]], 235, 2, 6, 4)
            x, y = geometry.at(storm)
            side = geometry.side * 1.5
            draw_glyph(pen, "storm", (x - off[0] - side / 2, y - off[1] - side / 2), side, 210, 66)

        canvas.ink(grown(box, 3), ink, paint)


def markers_at(view: View, at: int) -> list[tuple[str, RGB, RGB]]:
    """Signs of the markers in a hex with ink and ground."""
    signs: list[tuple[str, RGB, RGB]] = []
    if at in view.castles:
        signs.append(("castle", CRIMSON, CREAM))
    if at in view.churches:
        signs.append((view.churches[at], CRIMSON, CREAM))
    if at in view.destroyed:
        signs.append(("ruin", (20, 20, 20), (240, 200, 60)))
    if at in view.sieges:
        signs.append(("siege", (255, 255, 255), (150, 40, 10)))
    if at in view.inside:
        signs.append(("wall", (255, 255, 255), (70, 60, 50)))
    if view.grail is not None and view.grail.hex == at:
        signs.append(("grail", (92, 62, 0), (255, 219, 110) if view.grail.true else (233, 229, 214)))
    return signs


def draw_walls(canvas: Canvas, view: View, geometry: Geometry, theme: Theme) -> None:
    """Forts in Crusader hands, forts destroyed, and sieges."""
    for at in sorted(view.castles | view.destroyed | view.sieges.keys()):
        value = view.pack.fort_at.get(at, 0)
        if value and at in view.destroyed:
            canvas.centre(_walls("ruin", value >= 6, geometry.side, theme), *geometry.at(at))
        elif value and at in view.castles:
            canvas.centre(_walls("castle", value >= 6, geometry.side, theme), *geometry.at(at))
        if at in view.sieges:
            canvas.centre(_walls("siege", False, geometry.side, theme), *geometry.at(at))


def _hexagon(middle: Point, side: float) -> list[Point]:
    x, y = middle
    h = side * 3**0.5 / 2
    half = side / 2
    return [
        (x + half, y - h),
        (x + side, y),
        (x + half, y + h),
        (x - half, y + h),
        (x - side, y),
        (x - half, y - h),
    ]


def _walls(kind: str, fortress: bool, s: float, theme: Theme) -> Image.Image:
    """What is drawn over the printed walls of a hex."""
    side = round(s * 2.5)
    middle = (side / 2, side / 2)
    rings = [_hexagon(middle, s * share) for share in ((0.90, 0.76) if fortress else (0.90,))]

    def paint(pen: Pen) -> None:
        if kind == "ruin":
            land = mix(theme.land, theme.coast, 0.16)
            for ring in rings:
                pen.polygon(ring, line=land, width=3)
            pen.dashes([*rings[0], rings[0][0]], theme.coast, 1.2, 2, 4)
            for tower in rings[0]:
                pen.circle(tower, s * 0.14, fill=land)
        elif kind == "castle":
            for ring in rings:
                pen.polygon(ring, line=CRIMSON, width=max(1.6, s * 0.075))
            r = s * 0.14
            for x, y in rings[0]:
                pen.box((x - r, y - r, x + r, y + r), fill=CRIMSON)
                pen.circle((x, y), r * 0.45, fill=CREAM)
        elif kind == "siege":
            ring = _hexagon(middle, s * 1.08)
            pen.dashes([*ring, ring[0]], theme.alarm, max(2.2, s * 0.1), 7, 4)
        else:
            ring = _hexagon(middle, s * 1.03)
            pen.polygon(ring, line=theme.shade, width=s * 0.17)
            pen.polygon(ring, line=(255, 224, 130), width=s * 0.10)

    return sprite(("walls", kind, fortress, s, theme.name), side, side, paint)


def _shifted(points: Iterable[Point], off: Point) -> list[Point]:
    return [(x - off[0], y - off[1]) for x, y in points]


def draw_markers(canvas: Canvas, view: View, geometry: Geometry, theme: Theme) -> None:
    """Castles, churches and the rest along the upper edge of their hexes."""
    hexes = set(view.castles) | set(view.churches) | set(view.destroyed) | set(view.sieges) | set(view.inside)
    if view.grail is not None and view.grail.hex:
        hexes.add(view.grail.hex)
    s = geometry.side
    for at in sorted(hexes):
        if not view.pack.grid.in_bounds(at):
            continue
        signs = markers_at(view, at)
        x, y = geometry.at(at)
        side = min(0.58 * s, 1.24 * s / max(1, len(signs)))
        wide = side * len(signs)
        left = x - wide / 2 + 0.04 * s
        if len(signs) > 1:
            left = max(left, x - 0.42 * s)
        for k, (sign, ink, ground) in enumerate(signs):
            canvas.put(badge(sign, side, ink, ground, ink), left + k * side, y - 0.60 * s - side / 2)


def group_sprite(
    view: View, units: list[Unit], leaders: list[Leader], wide: float, high: float
) -> Image.Image:
    """One counter for everything a side has in a hex."""
    fleets = sum(unit.strength for unit in units if unit.kind == "fleet")
    ground = sum(unit.strength for unit in units if unit.kind != "fleet")
    if not units:
        first = leaders[0]
        words = brief(first.name).replace("Sir ", "").replace("Br. ", "")
        label = words[:2] if len(leaders) == 1 else str(len(leaders))
        return counter(LIVERIES[first.faction], wide, high, sign="leader", letter="", figure=label)
    top = max(units, key=lambda it: (it.strength, -ORDER[it.faction]))
    livery = livery_of(view, top)
    if len(units) == 1:
        image = counter(
            livery,
            wide,
            high,
            sign=top.kind,
            letter=letter_of(top.name, top.faction, top.kind),
            figure=str(top.strength),
        )
    elif fleets and ground:
        image = split_counter(
            livery,
            wide,
            high,
            upper=("fleet", str(fleets)),
            lower=("army", str(ground)),
            depth=len(units) - 1,
        )
    else:
        sign = "fleet" if fleets else "army" if any(unit.kind == "army" for unit in units) else "garrison"
        image = counter(
            livery, wide, high, sign=sign, letter="", figure=str(fleets or ground), depth=len(units) - 1
        )
    return image


def _groups(view: View, stack: Stack) -> list[tuple[list[Unit], list[Leader]]]:
    """A stack by who commands it."""
    found: dict[str, tuple[list[Unit], list[Leader]]] = {}
    for unit in stack.units:
        found.setdefault(str(seat_of(view, unit)), ([], []))[0].append(unit)
    for leader in stack.leaders:
        seat = leader_side(view, leader)
        found.setdefault(str(seat), ([], []))[1].append(leader)
    return [found[seat] for seat in sorted(found)]


def leader_side(view: View, leader: Leader) -> Seat | None:
    """With whom a leader stands; a prisoner with his captor."""
    if leader.captor:
        return Seat(leader.captor)
    own = WERSGORIX if leader.faction == "Wersgorix" else CRUSADER
    if leader.faction in view.alliances and view.alliances[leader.faction] == "neutral":
        return None
    if leader.defected:
        return CRUSADER if own == WERSGORIX else WERSGORIX
    return own


def _curve(a: Point, b: Point, move: Move, sheet: Sheet, view: View) -> list[Point]:
    """A line from hex to hex that covers as few labels and other worlds as it can."""
    s = sheet.geometry.side
    far = hypot(b[0] - a[0], b[1] - a[1])
    ends = {view.pack.planet_of.get(move.start), view.pack.planet_of.get(move.to)}
    span = grown((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])), far * 0.2)
    labels = [slots.box for slots in sheet.plates.values() if overlap(slots.box, span)]
    worlds = [box for name, box in sheet.planets.items() if name not in ends and overlap(box, span)]
    field = sheet.geometry.field
    steps = max(10, int(far / s * 2))
    best: tuple[float, list[Point]] | None = None
    for bend in (0.16, -0.16, 0.08, -0.08, 0.26, -0.26, 0.38, -0.38) if far > s * 3 else (0.22, -0.22):
        curve = bow(a, b, bend, steps)
        cost = abs(bend) * 4
        for x, y in curve[:: max(1, steps // 12)]:
            for box in labels:
                if box[0] < x < box[2] and box[1] < y < box[3]:
                    cost += 3
            for box in worlds:
                if box[0] < x < box[2] and box[1] < y < box[3]:
                    cost += 1
            if not (field[0] < x < field[2] and field[1] < y < field[3]):
                cost += 4
        if best is None or cost < best[0]:
            best = (cost, curve)
        if cost < 1:
            break
    assert best is not None
    return best[1]


def _arrow(
    canvas: Canvas, box: Box, curve: list[Point], tip: Point, wide: float, head: float, case: float, ink: RGB
) -> None:
    """An arrow along a line, larger by its casing."""
    angle = heading(curve)

    def paint(pen: Pen, off: Point) -> None:
        line = _shifted(curve, off)
        point = (tip[0] - off[0] + case * 1.6 * cos(angle), tip[1] - off[1] + case * 1.6 * sin(angle))
        pen.line(line, 255, wide + 2 * case)
        pen.polygon(arrow_head(point, angle, head + 2.6 * case, head * 0.52 + 2 * case), fill=255)
        pen.circle(line[0], wide * 0.9 + case, fill=255)

    canvas.ink(box, ink, paint)


def draw_moves(canvas: Canvas, moves: list[Move], view: View, sheet: Sheet, theme: Theme) -> list[Box]:
    """Arrows for what moved; the places they pass, so that trays can keep off."""
    geometry = sheet.geometry
    passed: list[Box] = []
    s = geometry.side
    for move in moves:
        livery = LIVERIES[move.faction]
        a, b = geometry.at(move.start), geometry.at(move.to)
        far = hypot(b[0] - a[0], b[1] - a[1])
        curve = _curve(a, b, move, sheet, view)
        stop = max(2, len(curve) - max(1, int(len(curve) * min(0.45, 0.72 * s / max(far, 1)))))
        curve = curve[:stop]
        angle = heading(curve)
        tip = (curve[-1][0] + s * 0.28 * cos(angle), curve[-1][1] + s * 0.28 * sin(angle))
        wide = s * (0.14 + 0.03 * min(4, len(move.pieces)))
        box = grown(around([(x, y, x, y) for x, y in [*curve, tip]]), s)
        head = s * 0.62 if far > s * 2.4 else s * 0.46
        _arrow(canvas, box, curve, tip, wide, head, s * 0.07, livery.edge)
        _arrow(canvas, box, curve, tip, wide, head, 0, livery.fill)
        passed += [(x - s * 0.35, y - s * 0.35, x + s * 0.35, y + s * 0.35) for x, y in [*curve, tip]]
    for name, slots in sheet.plates.items():
        box = slots.box
        if any(overlap(box, spot) for spot in passed):
            write_name(canvas, view.pack.planets[name], slots, view.pack, theme, geometry.u)
    return passed


def draw_bursts(
    canvas: Canvas, battles: set[int], marked: set[int], geometry: Geometry, theme: Theme
) -> None:
    """A burst behind the counters where there was a battle, a ring where something changed hands."""
    s = geometry.side
    for at in sorted(battles):
        x, y = geometry.at(at)
        side = round(s * 2.5)

        def paint(pen: Pen, side: int = side) -> None:
            middle = (side / 2, side / 2)
            pen.polygon(star_points(middle, side / 2, side * 0.35, 12), fill=theme.shade)
            pen.polygon(star_points(middle, side / 2 - 2, side * 0.33, 12), fill=theme.alarm)
            pen.polygon(star_points(middle, side * 0.40, side * 0.28, 12), fill=(255, 224, 130))

        canvas.centre(sprite(("burst", side, theme.name), side, side, paint), x, y)
    for at in sorted(marked - battles):
        canvas.centre(_walls("ring", False, s, theme), *geometry.at(at))


def draw_stacks(
    canvas: Canvas, view: View, found: dict[int, Stack], geometry: Geometry, theme: Theme
) -> None:
    """A counter in every hex where somebody stands; a star says that a leader is there."""
    s = geometry.side
    for at, stack in found.items():
        if not view.pack.grid.in_bounds(at):
            continue
        x, y = geometry.at(at)
        groups = _groups(view, stack)
        count = len(groups)
        wide = (1.42, 0.72, 0.50)[min(count, 3) - 1] * s
        high = (1.0, 0.96, 0.8)[min(count, 3) - 1] * s
        for k, (units, leaders) in enumerate(groups):
            image = group_sprite(view, units, leaders, wide, high)
            cx = x + (k - (count - 1) / 2) * (wide + s * 0.05)
            cy = y + s * 0.24
            canvas.put(image, cx - wide / 2, cy - high / 2)
            if leaders and units and count == 1:
                captive = all(leader.captor for leader in leaders)
                medal = badge(
                    "chain" if captive else "star", s * 0.44, (60, 40, 0), (255, 214, 92), (60, 40, 0)
                )
                canvas.centre(medal, cx + wide / 2 - s * 0.13, cy - high / 2 + s * 0.04)


def draw_totals(
    canvas: Canvas,
    view: View,
    found: dict[int, Stack],
    geometry: Geometry,
    theme: Theme,
    news: dict[str, list[tuple[str, str]]],
) -> None:
    """What each side has on a planet in all, large enough for a narrow picture."""
    s = geometry.side
    for planet in view.pack.planets.values():
        boxes = around([geometry.box(at) for at in planet.hexes])
        x, y = (boxes[0] + boxes[2]) / 2, (boxes[1] + boxes[3]) / 2
        sides: dict[str, tuple[list[Unit], list[Leader]]] = {}
        signs: list[tuple[str, RGB, RGB]] = []
        for at in planet.hexes:
            signs += [sign for sign in markers_at(view, at) if sign not in signs]
            stack = found.get(at)
            if stack is None:
                continue
            for unit in stack.units:
                sides.setdefault(str(seat_of(view, unit)), ([], []))[0].append(unit)
            for leader in stack.leaders:
                sides.setdefault(str(leader_side(view, leader)), ([], []))[1].append(leader)
        fresh = [(sign, theme.card, theme.gold) for sign, _ in news.get(planet.name, ())]
        signs += [sign for place_, sign in enumerate(fresh) if sign not in fresh[:place_]]
        pills = [_total(view, *sides[side], s) for side in sorted(sides)]
        side = s * 0.98
        high = sum(pill.height + 3 for pill in pills) + (side if signs else 0)
        top = y - high / 2
        for k, (sign, ink, ground) in enumerate(signs[:5]):
            left = x - side * min(5, len(signs)) / 2
            canvas.put(badge(sign, side, ink, ground, ink), left + k * side, top)
        top += side if signs else 0
        for pill in pills:
            left = min(max(x - pill.width / 2, geometry.map[0] + 3), geometry.map[2] - pill.width - 3)
            canvas.put(pill, left, top)
            top += pill.height + 3


def _total(view: View, units: list[Unit], leaders: list[Leader], s: float) -> Image.Image:
    """One side's fleets, ground forces and leaders on a planet."""
    factions = sorted({unit.faction for unit in units} | {leader.faction for leader in leaders if not units})
    frozen = bool(units) and all(seat_of(view, unit) is None for unit in units)
    if frozen:
        livery = FROZEN
    else:
        main = [name for name in ("Crusader", "Wersgorix") if name in factions]
        livery = LIVERIES[(main or factions)[0]]
    fleets = sum(unit.strength for unit in units if unit.kind == "fleet")
    ground = sum(unit.strength for unit in units if unit.kind != "fleet")
    parts = [(sign, str(n)) for sign, n in (("fleet", fleets), ("army", ground)) if n]
    if leaders:
        parts.append(("star", "" if len(leaders) == 1 else str(len(leaders))))
    h = round(s * 1.32)
    size = h * 0.80
    widths = [h * 0.62 + width(figure, SANS_BOLD, size) + h * 0.14 for _, figure in parts]
    w = round(sum(widths) + h * 0.26)

    def paint(pen: Pen) -> None:
        plate(pen, livery, (0, 0, w, h), livery.fill, max(1.4, h / 16), livery.edge)
        x = h * 0.2
        for (sign, figure), wide in zip(parts, widths, strict=True):
            draw_glyph(pen, sign, (x, h * 0.24), h * 0.54, livery.ink, livery.fill)
            pen.text((x + h * 0.62, h * 0.51), figure, SANS_BOLD, size, livery.ink, anchor="lm")
            x += wide

    return sprite(("total", livery, tuple(parts), h), w, h, paint)


# -- trays ---------------------------------------------------------------------------------------------------


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


def _items(
    view: View,
    planet: str,
    found: dict[int, Stack],
    scale: float,
    theme: Theme,
    news: dict[str, list[tuple[str, str]]],
) -> list[Item]:
    items: list[Item] = []
    for sign, words in news.get(planet, ()):
        wide = width(words, SANS_BOLD, LINE * 0.8 * scale) + LINE * 1.5 * scale
        items.append(Item(None, wide, LINE * 1.12 * scale, words=words, sign=sign, breaks=True, news=True))
    for number, at in enumerate(view.pack.planets[planet].hexes, 1):
        stack = found.get(at)
        if stack is None or (len(stack.units) == 1 and not stack.leaders):
            continue
        first = True
        for unit in stack.units:
            image = counter(
                livery_of(view, unit),
                COUNTER[0] * scale,
                COUNTER[1] * scale,
                sign=unit.kind,
                letter=letter_of(unit.name, unit.faction, unit.kind),
                figure=str(unit.strength),
            )
            items.append(
                Item(image, image.width, image.height, breaks=first, number=str(number) if first else "")
            )
            first = False
        for leader in stack.leaders:
            image = leader_chip(view, leader, scale, theme)
            items.append(
                Item(image, image.width, image.height, breaks=first, number=str(number) if first else "")
            )
            first = False
    for sign, words in notes(view, planet):
        size = LINE * 0.78 * scale
        wide = width(words, SANS, size) + LINE * 1.25 * scale
        items.append(Item(None, wide, LINE * scale, words=words, sign=sign, breaks=True))
    return items


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


def _flow(
    items: list[Item], room: float, scale: float
) -> tuple[float, float, list[tuple[float, float, Item]]]:
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


def lay_trays(
    view: View,
    found: dict[int, Stack],
    sheet: Sheet,
    theme: Theme,
    news: dict[str, list[tuple[str, str]]],
    avoid: list[Box],
) -> list[Tray]:
    """A tray for every planet that needs one, none over another nor over the map's signs."""
    u = sheet.geometry.u
    room = sheet.room.copy()
    for storm in sorted(set(view.storms)):
        if view.pack.grid.in_bounds(storm):
            room.block(grown(sheet.geometry.box(storm), -sheet.geometry.side * 0.2))
    for at in found:
        if at not in view.pack.planet_of and view.pack.grid.in_bounds(at):
            room.block(sheet.geometry.box(at))
    needed = []
    for planet in view.pack.planets:
        items = _items(view, planet, found, u, theme, news)
        if items:
            needed.append((-sum(item.width for item in items), planet))
    strict = room.copy()
    for box in (*sheet.names, *avoid):
        strict.block(box)
    trays = []
    for _, planet in sorted(needed):
        near = around([sheet.planets[planet], sheet.plates[planet].box])
        tray = _lay(view, planet, found, near, (strict, room), sheet, theme, news)
        strict.block(grown(tray.box, 4 * u))
        room.block(grown(tray.box, 4 * u))
        trays.append(tray)
    return trays


def _lay(
    view: View,
    planet: str,
    found: dict[int, Stack],
    near: Box,
    rooms: tuple[Room, Room],
    sheet: Sheet,
    theme: Theme,
    news: dict[str, list[tuple[str, str]]],
) -> Tray:
    """A place for a planet's tray: near rather than far, large rather than small, off the names of zones."""
    geometry = sheet.geometry
    u = geometry.u
    strict, loose = rooms
    flows: dict[tuple[int, float, bool], tuple[float, float, list[tuple[float, float, Item]]]] = {}
    tries = (
        (strict, 2.5, 1.0, False),
        (loose, 2.5, 0.8, False),
        (strict, 6, 0.8, True),
        (loose, 6, 0.7, True),
        (loose, 9, 0.8, True),
        (loose, 60, 0.6, True),
    )
    for room, reach, least, named in tries:
        for columns, shrink in SHAPES:
            if shrink < least:
                continue
            scale = u * shrink
            key = (columns, shrink, named)
            if key not in flows:
                items = _items(view, planet, found, scale, theme, news)
                if named:
                    size = LINE * 0.8 * scale
                    items.insert(
                        0,
                        Item(
                            None,
                            width(planet, SERIF_BOLD, size),
                            LINE * 0.9 * scale,
                            words=planet,
                            breaks=True,
                        ),
                    )
                flows[key] = _flow(items, columns * (COUNTER[0] + GAP) * scale, scale)
            wide, high, placed = flows[key]
            box = room.find(wide, high, near, geometry.side * reach)
            if box is not None:
                line = None if named else tie(box, planet, view, sheet)
                if line is not None and _crosses(line, planet, sheet):
                    continue
                return Tray(planet, box, tuple(placed), scale)
    wide, high, placed = flows[SHAPES[-1][0], SHAPES[-1][1], True]
    left, top = min(near[0], geometry.field[2] - wide), min(near[3], geometry.field[3] - high)
    return Tray(planet, (left, top, left + wide, top + high), tuple(placed), u * SHAPES[-1][1])


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
            pen.line(_shifted((a, b), off), 255, 2)
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
