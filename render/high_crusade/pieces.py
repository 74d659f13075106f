"""Pieces and markers on the map."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, sin

from PIL import Image

from engine.high_crusade.names import CRUSADER, WERSGORIX
from engine.high_crusade.view import SeenThrall, View
from engine.kernel.seats import Seat
from render.canvas import Box, Canvas, Pen, Point, arrow_head, bow, heading, shifted, sprite, star_points
from render.colour import RGB, mix
from render.counters import Livery, counter, plate, split_counter
from render.fonts import SANS_BOLD, SANS_ITALIC, SANS_MEDIUM, SERIF_BOLD, fitted, width
from render.glyphs import badge, draw_glyph
from render.high_crusade.changes import Move
from render.high_crusade.facts import seat_of
from render.high_crusade.ground import Sheet, write_name
from render.high_crusade.look import (
    CREAM,
    CRIMSON,
    FROZEN,
    HERESY,
    KINDS,
    LIVERIES,
    ORDER,
    THRALL_BACK,
    THRALL_EDGE,
    THRALL_INK,
    Geometry,
    Leader,
    Unit,
    brief,
    letter_of,
)
from render.placing import around, grown, overlap
from render.theme import Theme


def livery_of(view: View, unit: Unit) -> Livery:
    """The look of a unit's counter."""
    return FROZEN if seat_of(view, unit) is None else LIVERIES[unit.faction]


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
        fill = CREAM if seen.converted else THRALL_BACK
        ink = THRALL_INK
        line = 2.0 if seen.converted else 1.4
        edge = CRIMSON if seen.converted else THRALL_EDGE
        pen.box((0, 0, w, h), fill=edge, radius=4)
        pen.box((line, line, w - line, h - line), fill=fill, radius=3)
        if seen.heresy:
            for start in range(-h, w, 7):
                pen.line([(start, h - 2), (start + h, 2)], mix(fill, HERESY, 0.2), 1.2)
        if seen.private:
            pen.dashes([(1, 1), (w - 1, 1), (w - 1, h - 1), (1, h - 1), (1, 1)], CREAM, 1.6, 4, 4)
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
            lock = h * 0.34 if seen.private else 0
            name, size = fitted(face.name, SANS_MEDIUM, h * 0.36, w - 8 - lock)
            pen.text((w / 2 + lock / 2, h * 0.78), name, SANS_MEDIUM, size, ink)
        if seen.heresy:
            side = h * 0.62
            pen.circle((w - side / 2, side / 2), side / 2, fill=HERESY)
            draw_glyph(pen, "heresy", (w - side * 0.82, side * 0.18), side * 0.64, (255, 255, 255), HERESY)
        elif seen.converted and face is None:
            draw_glyph(pen, "cross", (w * 0.06, h * 0.2), h * 0.6, CRIMSON, fill)
        if seen.private:
            side = h * 0.42
            pen.circle((side * 0.45, h - side * 0.45), side * 0.62, fill=edge)
            draw_glyph(
                pen, "lock", (side * 0.45 - side * 0.36, h - side * 0.86), side * 0.72, (255, 255, 255), edge
            )

    return sprite(key, w, h, paint)


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


def draw_storms(canvas: Canvas, view: View, sheet: Sheet, theme: Theme) -> None:
    """Each ionic storm with the hexes it reaches."""
    geometry = sheet.geometry
    ink = mix(theme.calm, (255, 255, 255), 0.35) if theme.dark else mix(theme.calm, (20, 40, 90), 0.4)
    for storm in sorted(set(view.storms)):
        if not view.pack.grid.in_bounds(storm):
            continue
        area = sorted(view.pack.grid.within(storm, 1))
        box = around([geometry.box(at) for at in area])

        def paint(pen: Pen, off: Point, area: list[int] = area, storm: int = storm) -> None:
            for at in area:
                pen.polygon(shifted(geometry.corners(at), off), fill=66)
            for at in area:
                corners = shifted(geometry.corners(at), off)
                for direction in range(6):
                    to = view.pack.grid.step(at, direction)
                    if to is None or to not in area:
                        pen.dashes([corners[direction - 1], corners[direction]], 235, 2, 6, 4)
            x, y = geometry.at(storm)
            side = geometry.side * 1.5
            draw_glyph(pen, "storm", (x - off[0] - side / 2, y - off[1] - side / 2), side, 210, 66)

        canvas.ink(grown(box, 3), ink, paint)
        for name, slots in sheet.plates.items():
            if overlap(slots.box, box):
                write_name(canvas, view.pack.planets[name], slots, view.pack, theme, geometry.u)


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


def groups(view: View, stack: Stack) -> list[tuple[list[Unit], list[Leader]]]:
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
        line = shifted(curve, off)
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
        sides = groups(view, stack)
        count = len(sides)
        wide = (1.42, 0.72, 0.50)[min(count, 3) - 1] * s
        high = (1.0, 0.96, 0.8)[min(count, 3) - 1] * s
        for k, (units, leaders) in enumerate(sides):
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
