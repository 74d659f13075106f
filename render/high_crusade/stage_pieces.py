"""What lies on the map as SVG: the boxes below the names, storms, markers, counters."""

from __future__ import annotations

from engine.high_crusade.view import SeenThrall, View
from render.canvas import Box
from render.high_crusade.facts import seat_of
from render.high_crusade.ground import Plate
from render.high_crusade.look import LIVERIES, ORDER, Leader, Unit, brief, letter_of
from render.high_crusade.pieces import groups, is_alerted, stacks
from render.high_crusade.places import place_id
from render.high_crusade.stage_ground import BAND, BODIES, Chart
from render.svg import el, outline, points, sign, text


def draw(view: View, chart: Chart) -> str:
    """Everything that can change."""
    parts = [_plate(view, name, plate) for name, plate in chart.plates.items()]
    parts += [_storm(view, chart, at) for at in sorted(set(view.storms)) if view.pack.grid.in_bounds(at)]
    parts += _walls(view, chart)
    parts += _counters(view, chart)
    parts += _markers(view, chart)
    return el("g", *parts, class_="hc")


def faction_class(faction: str) -> str:
    """The class of a faction's counters."""
    return "f-" + "".join(filter(str.isalpha, faction)).lower()


# -- the boxes below a planet's name -------------------------------------------------------------------------


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _plate(view: View, name: str, plate: Plate) -> str:
    planet = view.pack.planets[name]
    parts = []
    if plate.thrall is not None:
        parts.append(_thrall(view.thralls.get(name), plate.thrall))
    if plate.home is not None and planet.home_of:
        state = view.alliances.get(planet.home_of, "neutral")
        livery = "frozen" if state == "neutral" else faction_class(planet.home_of)
        x, y = _middle(plate.home)
        parts.append(el("circle", cx=x, cy=y, r=14, class_=f"home {livery} {state}"))
        parts.append(text(planet.home_of[0], x, y + 7, class_=f"homename {livery}"))
    x, y = _middle(plate.alert)
    parts.append(sign("alert", x, y, 24, class_="alert" if is_alerted(view, name) else "calm"))
    if plate.satellite is not None:
        x, y = _middle(plate.satellite)
        calls = planet.zone in view.satellites
        parts.append(sign("signal" if calls else "satellite", x, y, 28, class_="alert" if calls else "calm"))
    return "".join(parts)


def _thrall(seen: SeenThrall | None, box: Box) -> str:
    """The box of a Thrall Race: empty, face down, or its face; a private face carries a lock."""
    x0, y0, x1, y1 = box
    x, w, h = (x0 + x1) / 2, x1 - x0, y1 - y0
    if seen is None:
        frame = el("rect", x=x0, y=y0, width=w, height=h, rx=4, class_="race none")
        return frame + text("empty", x, y0 + h * 0.64, class_="racename none")
    kind = "converted" if seen.converted else "wild"
    parts = [el("rect", x=x0, y=y0, width=w, height=h, rx=4, class_=f"race {kind}")]
    if seen.private:
        parts.append(el("rect", x=x0, y=y0, width=w, height=h, rx=4, class_="race private"))
    if seen.face is None:
        parts.append(text("?", x, y0 + h * 0.78, class_="unknown"))
    else:
        face, top = seen.face, y0 + h * 0.48
        parts += [
            el("circle", cx=x0 + h * 0.36, cy=y0 + h * 0.33, r=h * 0.26, class_="rate"),
            text(str(face.conversion), x0 + h * 0.36, top, class_="ratefigure"),
            text(face.attitude, x, top, class_="facefigure"),
            text(f"{face.strength}{'*' if face.asterisk else ''}", x1 - h * 0.4, top, class_="facefigure"),
            text(face.name, x, y0 + h * 0.88, class_="racename"),
        ]
    if seen.heresy:
        parts.append(sign("heresy", x1 - h * 0.3, y0 + h * 0.3, h * 0.6, class_="heresy"))
    elif seen.converted and seen.face is None:
        parts.append(sign("cross", x0 + h * 0.36, y0 + h * 0.5, h * 0.6, class_="faith"))
    if seen.private:
        parts.append(sign("lock", x0 + h * 0.18, y1 - h * 0.16, h * 0.36, class_="lock"))
    return "".join(parts)


# -- in the hexes --------------------------------------------------------------------------------------------


def _storm(view: View, chart: Chart, at: int) -> str:
    geometry = chart.geometry
    x, y = geometry.at(at)
    area = outline(geometry.corners(near) for near in sorted(view.pack.grid.within(at, 1)))
    spot = {} if at in view.pack.planet_of else {"data_place": place_id(at)}
    return "".join(
        (
            el("path", d=area, class_="storm"),
            el("polygon", points=points(geometry.corners(at)), class_="eye", **spot),
            sign("storm", x, y, geometry.side * 1.5, class_="stormsign"),
        )
    )


def _hexagon(chart: Chart, at: int, share: float, kind: str) -> str:
    return el("polygon", points=points(chart.geometry.corners(at, share)), class_=kind)


def _walls(view: View, chart: Chart) -> list[str]:
    """Forts in Crusader hands or destroyed, sieges, and where there is or will be a battle."""
    parts = []
    for at in sorted(view.castles | view.destroyed | view.sieges.keys()):
        value = view.pack.fort_at.get(at, 0)
        if value and at in view.destroyed:
            parts.append(_hexagon(chart, at, 0.9, "ruin"))
        elif value and at in view.castles:
            parts += [
                _hexagon(chart, at, share, "castle") for share in ((0.9, 0.76) if value >= 6 else (0.9,))
            ]
        if at in view.sieges:
            parts.append(_hexagon(chart, at, 1.06, "siege"))
    for at in dict.fromkeys(attack.hex for attack in view.attacks):
        parts.append(_hexagon(chart, at, 1.06, "attack"))
    if view.battle is not None:
        x, y = chart.geometry.at(view.battle.hex)
        parts.append(sign("battle", x, y, chart.geometry.side * 2.9, class_="battle"))
    return parts


def _markers(view: View, chart: Chart) -> list[str]:
    """Castles, churches and the rest along the upper edge of their hexes."""
    s = chart.geometry.side
    parts = []
    hexes = view.castles | view.churches.keys() | view.destroyed | view.sieges.keys() | view.inside
    if view.grail is not None and view.grail.hex:
        hexes |= {view.grail.hex}
    for at in sorted(hexes):
        signs = [
            (name, kind)
            for name, kind, there in (
                ("castle", "faith", at in view.castles),
                (view.churches.get(at, ""), "faith", at in view.churches),
                ("ruin", "rubble", at in view.destroyed),
                ("siege", "besieged", at in view.sieges),
                ("wall", "within", at in view.inside),
                ("grail", "grail", view.grail is not None and view.grail.hex == at),
            )
            if there
        ]
        x, y = chart.geometry.at(at)
        side = min(0.62 * s, 1.3 * s / len(signs))
        left = x - side * (len(signs) - 1) / 2
        for place, (name, kind) in enumerate(signs):
            cx, cy = left + place * side, y - 0.62 * s
            parts.append(el("circle", cx=cx, cy=cy, r=side / 2, class_=f"badge {kind}"))
            parts.append(sign(name, cx, cy, side * 0.64, class_=f"medal {kind}"))
    return parts


# -- counters ------------------------------------------------------------------------------------------------


def _counters(view: View, chart: Chart) -> list[str]:
    """A counter for everything a side has in a hex; a star says that a leader is there."""
    s = chart.geometry.side
    parts = []
    for at, stack in stacks(view).items():
        if not view.pack.grid.in_bounds(at):
            continue
        x, y = chart.geometry.at(at)
        sides = groups(view, stack)
        size = min(len(sides), 3) - 1
        w, h = BODIES[size][0] * s, BODIES[size][1] * s
        counters = []
        for place, (units, leaders) in enumerate(sides):
            left = x + (place - (len(sides) - 1) / 2) * (w + s * 0.05) - w / 2
            counters.append(_counter(view, units, leaders, size, left, y + s * 0.22 - h / 2, w, h))
        parts.append(el("g", *counters, data_place=place_id(at)))
    return parts


def _counter(
    view: View, units: list[Unit], leaders: list[Leader], size: int, x: float, y: float, w: float, h: float
) -> str:
    if units:
        top = max(units, key=lambda it: (it.strength, -ORDER[it.faction]))
        faction, frozen = top.faction, seat_of(view, top) is None
        fleets = sum(unit.strength for unit in units if unit.kind == "fleet")
        ground = sum(unit.strength for unit in units if unit.kind != "fleet")
    else:
        faction, frozen, fleets, ground = leaders[0].faction, False, 0, 0
    corners = "round" if frozen else LIVERIES[faction].corners
    split = bool(fleets and ground)
    depth = min(max(len(units) - 1, 0), 2)
    body = f"#{'p' if split else 'c'}{size}{corners}"
    inside = [el("use", href=body, x=below * 2, y=below * 2) for below in range(depth, 0, -1)]
    inside.append(el("use", href=body))
    if split:
        for row, (name, figure) in enumerate((("fleet", fleets), ("army", ground))):
            cy = h * (0.28 if row == 0 else 0.72)
            inside.append(sign(name, w * 0.25, cy, min(h * 0.36, w * 0.4), class_="arm"))
            inside.append(_figure(str(figure), w * 0.66, cy, h * 0.47, w * 0.56))
    else:
        band = w * BAND
        if not units:
            words = brief(leaders[0].name).replace("Sir ", "").replace("Br. ", "")
            label, name, letter = words[:2] if len(leaders) == 1 else str(len(leaders)), "leader", ""
        else:
            label = str(fleets or ground)
            name = "fleet" if fleets else "army" if any(it.kind == "army" for it in units) else "garrison"
            letter = letter_of(top.name, top.faction, top.kind) if len(units) == 1 else ""
        if letter:
            inside.append(text(letter, band / 2, h * 0.42, font_size=h * 0.42, class_="letter"))
            inside.append(sign(name, band / 2, h * 0.7, min(h * 0.38, band * 0.8), class_="onband"))
        else:
            inside.append(sign(name, band / 2, h / 2, min(h * 0.56, band * 0.86), class_="onband"))
        inside.append(_figure(label, (band + w) / 2, h / 2, h * 0.76, (w - band) * 0.94))
    if leaders and units:
        captive = all(leader.captor for leader in leaders)
        inside.append(el("circle", cx=w - 3, cy=2, r=6.5 if size == 0 else 5, class_="badge rank"))
        inside.append(
            sign("chain" if captive else "star", w - 3, 2, 9 if size == 0 else 7, class_="medal rank")
        )
    look = "frozen" if frozen else faction_class(faction)
    return el("g", *inside, class_=f"counter {look}", transform=f"translate({x:.1f} {y:.1f})")


def _figure(label: str, x: float, y: float, size: float, room: float) -> str:
    """A figure as large as fits: its digits are about half as wide as high."""
    fitting = min(size, room / (0.52 * len(label)))
    return text(label, x, y + fitting * 0.36, font_size=fitting, class_="figure")
