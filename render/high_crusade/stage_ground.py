"""The printed map as SVG: zones, stars, worlds, forts, names."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from engine.high_crusade.pack import Pack, Planet
from render.canvas import Point
from render.counters import outline as cut_corners
from render.glyphs import GLYPHS
from render.high_crusade.ground import Plate, fort_lines, lay_out, shown_name, zone_name_places
from render.high_crusade.look import SIZES, Geometry
from render.high_crusade.places import place_id
from render.svg import el, figure, outline, path, points, symbol, text

BODIES: Final = ((1.42, 1.0), (0.72, 0.96), (0.50, 0.8))
"""Width and height of a counter, in sides of a hex: alone in its hex, one of two, one of three."""
BAND: Final = 0.36
"""The coloured band's share of a counter."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Where everything lies."""

    pack: Pack
    geometry: Geometry
    plates: dict[str, Plate]
    svg: str


_charts: dict[str, Chart] = {}


def chart(pack: Pack) -> Chart:
    """The printed map of an edition, drawn once."""
    found = _charts.get(pack.hash)
    if found is None:
        found = _charts[pack.hash] = _draw(pack)
    return found


def _draw(pack: Pack) -> Chart:
    geometry = Geometry(pack, SIZES["full"])
    plates, _, room = lay_out(pack, geometry, SIZES["full"])
    names = []
    for box, lines, letter in zone_name_places(pack, geometry, room).values():
        for number, line in enumerate(lines):
            y = box[1] + letter * (0.75 + 0.95 * number)
            names.append(text(line, (box[0] + box[2]) / 2, y, font_size=letter, class_="zonename"))
    parts = (
        _defs(pack, geometry),
        _zones(pack, geometry),
        el("path", d=_stars(geometry), class_="stars"),
        el("use", href="#field", class_="hexes"),
        *names,
        _worlds(pack, geometry),
        *(_plate(pack.planets[name], plate) for name, plate in plates.items()),
    )
    return Chart(pack, geometry, plates, el("g", *parts, class_="hc"))


# -- what is used again --------------------------------------------------------------------------------------


def _defs(pack: Pack, geometry: Geometry) -> str:
    s = geometry.side
    high = s * sqrt(3)
    # One tile of the honeycomb, two columns wide: a hex, and the side that leads to the next one.
    corners = [(0.0, 0.5), (0.5, 0.0), (1.5, 0.0), (2.0, 0.5), (1.5, 1.0), (0.5, 1.0)]
    honey = path([(x * s, y * high) for x, y in corners])
    honey += path([(s * 2, high / 2), (s * 3, high / 2)], closed=False)
    x, y = geometry.at(101)
    grid = el(
        "pattern", el("path", d=honey, class_="line"), id="honey", patternUnits="userSpaceOnUse",
        x=x - s, y=y - high / 2, width=f"{s * 3:.3f}", height=f"{high:.3f}",
    )  # fmt: skip
    field = el("path", id="field", d=outline(geometry.corners(at) for at in pack.grid.hexes))
    zones = "".join(
        el("path", id=f"zone{number}", d=outline(geometry.corners(at) for at in hexes))
        + el("clipPath", el("use", href=f"#zone{number}"), id=f"clip{number}")
        for number, hexes in enumerate(_territories(pack))
    )
    signs = "".join(symbol(name) for name in GLYPHS)
    return el("defs", grid, field, zones, signs, _bodies(s))


def _territories(pack: Pack) -> list[list[int]]:
    return [[at for at, name in pack.territory.items() if name == zone] for zone in pack.zones]


def _bodies(s: float) -> str:
    """The counters without what is written on them: by shape of the corners and by size."""
    made = []
    for size, (wide, high) in enumerate(BODIES):
        w, h = wide * s, high * s
        band = w * BAND
        for corners in ("square", "cut", "round"):
            if corners == "cut":
                body = el("polygon", points=points(cut_corners(0, 0, w, h, h * 0.24)), class_="hc-body")
                edge = el("polygon", points=points(cut_corners(0, 0, w, h, h * 0.24)), class_="hc-edge")
                cut = h * 0.24
                corner = [(band, 0), (band, h), (cut, h), (0, h - cut), (0, cut), (cut, 0)]
                strip = el("polygon", points=points(corner), class_="hc-band")
            else:
                r = h * (0.34 if corners == "round" else 0.08)
                body = el("rect", width=w, height=h, rx=r, class_="hc-body")
                edge = el("rect", width=w, height=h, rx=r, class_="hc-edge")
                left = f"M{figure(band)},0V{figure(h)}H{figure(r)}Q0,{figure(h)} 0,{figure(h - r)}"
                strip = el("path", d=f"{left}V{figure(r)}Q0,0 {figure(r)},0Z", class_="hc-band")
            made.append(el("g", body, strip, edge, id=f"c{size}{corners}"))
            made.append(el("g", body, edge, id=f"p{size}{corners}"))
    return "".join(made)


# -- space ---------------------------------------------------------------------------------------------------


def _zones(pack: Pack, geometry: Geometry) -> str:
    parts = [el("use", href="#field", class_="deep")]
    for number, zone in enumerate(pack.zones.values()):
        layers = [
            el("use", href=f"#zone{number}", class_=layer) for layer in ("tint", "rim wide", "rim", "border")
        ]
        clip = f"url(#clip{number})"
        parts.append(el("g", *layers, class_="zone", color=zone.colour, clip_path=clip))
    return "".join(parts)


def _stars(geometry: Geometry) -> str:
    """A scatter of stars, the same on every map."""
    chance = Random(1345)
    x0, y0, x1, y1 = geometry.field
    spots = ((chance.uniform(x0, x1), chance.uniform(y0, y1)) for _ in range(260))
    return "".join(f"M{x:.0f},{y:.0f}h0" for x, y in spots)


# -- worlds --------------------------------------------------------------------------------------------------


def _worlds(pack: Pack, geometry: Geometry) -> str:
    s = geometry.side
    coasts = [outline(geometry.corners(at) for at in planet.hexes) for planet in pack.planets.values()]
    lands, numbers = [], []
    for planet in pack.planets.values():
        for number, at in enumerate(planet.hexes, 1):
            lands.append(
                el("polygon", points=points(geometry.corners(at)), class_="land", data_place=place_id(at))
            )
            x, y = geometry.at(at)
            numbers.append(text(str(number), x - s * 0.58, y - s * 0.44, class_="number"))
    walls, towers = [], []
    for at, value in pack.fort_at.items():
        sides, corners = fort_lines(geometry, at, value >= 6)
        walls += [path(side, closed=False) for side in sides]
        towers += [f"M{figure(x)},{figure(y)}h0" for x, y in corners]
    coast = "".join(coasts)
    return "".join(
        (
            el("defs", el("path", id="coasts", d=coast)),
            el("use", href="#coasts", class_="halo far"),
            el("use", href="#coasts", class_="halo"),
            el("g", *lands),
            el("path", d=_relief(pack, geometry), class_="relief"),
            el("use", href="#coasts", class_="coast"),
            el("path", d="".join(walls), class_="wall"),
            el("path", d="".join(towers), class_="tower"),
            *numbers,
        )
    )


def _relief(pack: Pack, geometry: Geometry) -> str:
    """Hills where the defender is favoured, furrows where the attacker is."""
    s = geometry.side
    chance = Random(1066)
    marks: list[list[Point]] = []
    for planet in pack.planets.values():
        for at in planet.hexes:
            x, y = geometry.at(at)
            for _ in range(2 - planet.terrain if planet.terrain < 0 else 0):
                px, py = x + chance.uniform(-0.5, 0.5) * s, y + chance.uniform(-0.35, 0.55) * s
                r = s * (0.12 - 0.04 * planet.terrain)
                marks.append([(px - r, py + r * 0.6), (px, py - r * 0.7), (px + r, py + r * 0.6)])
            for row in range(4 if planet.terrain > 0 else 0):
                py = y + (row - 1.2) * s * 0.2
                marks.append([(x - s * 0.4, py - s * 0.05), (x + s * 0.4, py + s * 0.05)])
    return "".join(path(mark, closed=False) for mark in marks)


def _plate(planet: Planet, plate: Plate) -> str:
    """A planet's name, and the box that says whom its ground favours."""
    x0, y0, x1, y1 = plate.terrain
    x, w, h = (x0 + x1) / 2, x1 - x0, y1 - y0
    hexagon = [
        (x, y0),
        (x1, y0 + h * 0.22),
        (x1, y1 - h * 0.22),
        (x, y1),
        (x0, y1 - h * 0.22),
        (x0, y0 + h * 0.22),
    ]
    label = planet.terrain_label if planet.terrain_label != "-" else "–"
    kind = "name capital" if planet.capital else "name"
    return "".join(
        (
            text(
                shown_name(planet), plate.name_at[0], plate.name_at[1] + plate.name_size * 0.32,
                font_size=plate.name_size, class_=kind,
            ),
            el("polygon", points=points(hexagon), class_="terrain"),
            text(label, x, y0 + h * 0.66, font_size=w * 0.52, class_="terrainname"),
        )
    )  # fmt: skip
