"""A phase picture at full size beside encoding its pixels alone, and beside an SVG of the same position.

Processor time of this process, the best of several turns, all in one run; the cold start is a process of its
own.
"""

import subprocess
import sys
from collections.abc import Callable
from random import Random
from time import perf_counter, process_time
from typing import Any
from xml.sax.saxutils import escape

from rich.console import Console
from rich.table import Table

from engine.high_crusade.view import View
from render.canvas import bow
from render.colour import RGB, hexcode
from render.encode import png
from render.high_crusade.artist import HighCrusadeArtist
from render.high_crusade.board import Picture
from render.high_crusade.changes import changes
from render.high_crusade.facts import leader_rows, musters, phase_words, turn_words, whereabouts
from render.high_crusade.look import LIVERIES, letter_of, zone_colours
from render.high_crusade.palettes import colours
from render.high_crusade.pieces import livery_of, stacks
from render.theme import DARK
from tests.support.positions import BEFORE, SAMPLES, sample_view

TURNS = 7
SHIP = (
    (0.5, 0.02),
    (0.68, 0.42),
    (0.98, 0.86),
    (0.62, 0.78),
    (0.5, 0.96),
    (0.38, 0.78),
    (0.02, 0.86),
    (0.32, 0.42),
)
COLD = """
import time
start = time.perf_counter()
from tests.support.positions import sample_view
from render import artist
view = sample_view("midgame")
ready = time.perf_counter()
artist("high_crusade").board(view, theme="dark", size="full")
print(time.perf_counter() - ready, time.perf_counter() - start, time.process_time())
"""


def best(work: Callable[[], Any], turns: int = TURNS) -> float:
    """Seconds of processor time, the best of several turns."""
    found = float("inf")
    for _ in range(turns):
        start = process_time()
        work()
        found = min(found, process_time() - start)
    return found


def svg(view: View, picture: Picture, since: View | None) -> str:
    """The position as an SVG: everything that is in the picture but soft edges, which cairosvg cannot do."""
    geometry, pack = picture.sheet.geometry, view.pack
    wide, high = picture.image.size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">',
        f'<rect width="{wide}" height="{high}" fill="{hexcode(DARK.paper)}"/>',
    ]

    def polygon(at: int, fill: str, line: RGB, width: float, share: float = 1.0) -> None:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in geometry.corners(at, share))
        parts.append(
            f'<polygon points="{points}" fill="{fill}" stroke="{hexcode(line)}" stroke-width="{width}"/>'
        )

    def text(x: float, y: float, words: str, size: float, ink: RGB, anchor: str = "middle") -> None:
        parts.append(
            f'<text x="{x:.1f}" y="{y + size * 0.35:.1f}" font-size="{size:.1f}" fill="{hexcode(ink)}" '
            f'text-anchor="{anchor}" font-family="Roboto Condensed, sans-serif">{escape(words)}</text>'
        )

    def counter(x: float, y: float, w: float, h: float, faction: str, letter: str, figure: str) -> None:
        livery = LIVERIES[faction]
        parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="3" '
            f'fill="{hexcode(livery.fill)}" stroke="{hexcode(livery.edge)}"/>'
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w * 0.36:.1f}" height="{h:.1f}" '
            f'fill="{hexcode(livery.band)}"/>'
        )
        sign(x + w * 0.06, y + h * 0.52, h * 0.42, livery.band_ink)
        text(x + w * 0.18, y + h * 0.3, letter, h * 0.45, livery.band_ink)
        text(x + w * 0.68, y + h * 0.5, figure, h * 0.8, livery.ink)

    def sign(x: float, y: float, side: float, ink: RGB) -> None:
        points = " ".join(f"{x + px * side:.1f},{y + py * side:.1f}" for px, py in SHIP)
        parts.append(f'<polygon points="{points}" fill="{hexcode(ink)}"/>')

    def line(points: list[tuple[float, float]], ink: RGB, width: float, share: float = 1) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{hexcode(ink)}" stroke-width="{width:.1f}" '
            f'opacity="{share}"/>'
        )

    for at in pack.grid.hexes:
        zone = pack.territory.get(at)
        fill = hexcode(zone_colours(pack.zones[zone].colour, DARK)[0]) if zone else "none"
        polygon(at, fill, DARK.grid, 0.5)
    chance = Random(1)
    for _ in range(wide * high // 4200):
        x, y = chance.uniform(0, wide), chance.uniform(0, high)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="0.7" fill="{hexcode(DARK.faint)}"/>')
    for at, name in pack.territory.items():
        corners = geometry.corners(at)
        for direction in range(6):
            to = pack.grid.step(at, direction)
            if to is not None and pack.territory.get(to) != name:
                rim = zone_colours(pack.zones[name].colour, DARK)[1]
                line([corners[direction - 1], corners[direction]], rim, 2.5)
                line([corners[direction - 1], corners[direction]], rim, 20, 0.2)
    for planet in pack.planets.values():
        for at in planet.hexes:
            for width, share in ((16, 0.1), (11, 0.15), (6, 0.2)):
                line([*geometry.corners(at), geometry.corners(at)[0]], DARK.land, width, share)
        for number, at in enumerate(planet.hexes, 1):
            polygon(at, hexcode(DARK.land), DARK.coast, 2)
            x, y = geometry.at(at)
            text(x - 17, y - 16, str(number), 10, DARK.coast)
            for k in range(3):
                line([(x - 8, y + k * 7), (x, y - 6 + k * 7), (x + 8, y + k * 7)], DARK.coast, 1.1, 0.3)
            if at in pack.fort_at:
                polygon(at, "none", DARK.coast, 2, 0.9)
                for tx, ty in geometry.corners(at, 0.9):
                    parts.append(f'<rect x="{tx - 3:.1f}" y="{ty - 3:.1f}" width="6" height="6"/>')
    for col in range(1, pack.grid.cols + 1):
        for y in (15.0, high - 60.0):
            text(geometry.at(col * 100 + 1)[0], y, f"{col:02d}", 12, DARK.faint)
    for row in range(1, pack.grid.rows + 1):
        for x in (15.0, picture.sheet.image.width - 15.0):
            text(x, geometry.at(100 + row)[1], f"{row:02d}", 12, DARK.faint)
    for where, title in zip(picture.sheet.names, pack.zones, strict=False):
        text((where[0] + where[2]) / 2, (where[1] + where[3]) / 2, title.upper(), 28, DARK.faint)
    for move in changes(since, view).moves:
        line(bow(geometry.at(move.start), geometry.at(move.to), 0.16), DARK.ink, 7)
    for name, plate in picture.sheet.plates.items():
        text(*plate.name_at, name, plate.name_size, DARK.ink)
        for box in (plate.terrain, plate.alert, plate.thrall, plate.satellite):
            if box is not None:
                parts.append(
                    f'<rect x="{box[0]:.1f}" y="{box[1]:.1f}" width="{box[2] - box[0]:.1f}" '
                    f'height="{box[3] - box[1]:.1f}" rx="4" fill="{hexcode(DARK.land)}"/>'
                )
                text((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, "D1", 15, DARK.coast)
    for tray in picture.trays:
        x0, y0, x1, y1 = tray.box
        parts.append(
            f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" rx="5" '
            f'fill="{hexcode(DARK.card)}" stroke="{hexcode(DARK.edge)}"/>'
        )
        for x, y, item in tray.items:
            if item.words:
                text(x0 + x + 20, y0 + y + 10, item.words, 14, DARK.ink, "start")
            else:
                counter(x0 + x, y0 + y, item.width, item.height, "Crusader", "A", "10")
    for at, stack in stacks(view).items():
        x, y = geometry.at(at)
        for unit in stack.units[:1]:
            assert livery_of(view, unit)
            letter = letter_of(unit.name, unit.faction, unit.kind)
            counter(x - 20, y - 8, 41, 29, unit.faction, letter, str(unit.strength))
    left = picture.sheet.image.width + 18
    parts.append(f'<rect x="{left - 18}" width="420" height="{high}" fill="{hexcode(DARK.card)}"/>')
    lines = ["The High Crusade", turn_words(view), phase_words(view)]
    lines += [f"{row.faction} {row.fleets} {row.armies} {row.garrisons} {row.total}" for row in musters(view)]
    lines += [f"{leader.name} {whereabouts(view, leader)}" for leader in leader_rows(view)]
    lines += [f"{k}" for k in range(80)]
    for place, words in enumerate(lines):
        parts.append(
            f'<rect x="{left + (place % 3) * 130}" y="{18 + place // 3 * 28}" width="110" height="20"/>'
        )
        text(left + (place % 3) * 130, 30 + place // 3 * 28, words, 16, DARK.ink, "start")
    parts.append("</svg>")
    return "\n".join(parts)


def run() -> None:
    """Measure and print."""
    import cairosvg

    console = Console()
    table = Table(title="Pictures of The High Crusade, full size", title_justify="left")
    for column in (
        "position",
        "picture",
        "encoding alone",
        "ratio (aim 3)",
        "KB (aim 500)",
        "SVG",
        "SVG ratio (aim 5)",
    ):
        table.add_column(column, justify="left" if column == "position" else "right")
    who = HighCrusadeArtist()
    for name in SAMPLES:
        view = sample_view(name)
        since = sample_view(BEFORE[name]) if name in BEFORE else None
        picture = who.picture(view, theme="dark", size="full", since=since)
        drawn = who.board(view, theme="dark", size="full", since=since)
        whole = best(lambda view=view, since=since: who.board(view, theme="dark", size="full", since=since))  # type: ignore[misc]
        few = colours(view.pack, DARK)
        alone = best(lambda image=picture.image, few=few: png(image, few))  # type: ignore[misc]
        source = svg(view, picture, since).encode()
        other = best(lambda source=source: cairosvg.svg2png(bytestring=source), 3)  # type: ignore[misc]
        table.add_row(
            name,
            f"{whole * 1000:.0f} ms",
            f"{alone * 1000:.0f} ms",
            f"{whole / alone:.2f}",
            f"{len(drawn.data) / 1024:.0f}",
            f"{other * 1000:.0f} ms",
            f"{other / whole:.1f}",
        )
    console.print(table)
    start = perf_counter()
    done = subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, check=True)
    first, inside, processor = map(float, done.stdout.split())
    console.print(
        f"cold start: a process draws its first picture {inside:.2f} s after it began to import "
        f"({first:.2f} s of it the picture, {perf_counter() - start:.2f} s with the interpreter; "
        f"{processor:.2f} s of processor time)"
    )


if __name__ == "__main__":
    run()
