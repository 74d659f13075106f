"""The same position in words: a description for each picture, a board for screen readers and terminals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.high_crusade.names import listed
from engine.high_crusade.view import SeenThrall, View
from engine.kernel.game import Event
from render.high_crusade.changes import changes
from render.high_crusade.facts import (
    SEAT_NAME,
    conditions,
    converted,
    counted_capitals,
    held_capitals,
    king,
    leader_rows,
    musters,
    phase_words,
    place,
    ratings,
    seat_of,
    title_words,
    turn_words,
    whereabouts,
    winner_words,
)
from render.high_crusade.look import ATTITUDE, Leader, Unit, letter_of
from render.high_crusade.pieces import Stack, is_alerted, stacks
from render.studio import ALT_LIMIT, within

ARMS: Final = ("fleet", "ground")


def alt_text(
    view: View, since: View | None = None, events: Sequence[Event] = (), limit: int = ALT_LIMIT
) -> str:
    """A description: where the game stands, what is new, who has how much, then who stands where."""
    scenario = view.pack.scenarios[view.scenario]
    held = set(held_capitals(view))
    counted = [capital for capital in counted_capitals(view) if capital in held]
    said = [f"Map of The High Crusade, {turn_words(view).lower()}, {phase_words(view)}."]
    if view.viewer != "spectator" and view.result is None:
        said.append(f"As the {SEAT_NAME[view.viewer]} player sees it.")
    if view.result is not None:
        said.append(winner_words(view))
    elif view.waiting:
        said.append(f"Waiting for {' and '.join(SEAT_NAME[one.seat] for one in view.waiting)}.")
    news = changes(since, view, events).sentences()
    if news:
        said.append(f"New: {'; '.join(news[:8])}.")
    said.append(
        f"Capitals held {len(counted)} of {scenario.capitals_needed}, races converted "
        f"{len(converted(view))} of {scenario.thralls_needed}, {'a King' if king(view) else 'no King'}. "
        f"Equipment {view.equipment}, I.Q. {view.iq}."
    )
    strength = [f"{row.faction} {row.total}" for row in musters(view) if row.total]
    said.append(f"Strength: {', '.join(strength)}." if strength else "Nobody is on the map.")
    for planet, words in _by_planet(view):
        said.append(f"{planet}: {words}.")
    return within(said, limit)


def _by_planet(view: View) -> list[tuple[str, str]]:
    found = stacks(view)
    rows = []
    for planet in view.pack.planets.values():
        sides: dict[str, list[int]] = {}
        for at in planet.hexes:
            for unit in found[at].units if at in found else ():
                side = sides.setdefault(_side(view, unit), [0, 0])
                side[0 if unit.kind == "fleet" else 1] += unit.strength
        if sides:
            words = [
                f"{side} {' and '.join(f'{n} {arm}' for n, arm in zip(counts, ARMS, strict=True) if n)}"
                for side, counts in sorted(sides.items())
            ]
            rows.append((sum(map(sum, sides.values())), planet.name, ", ".join(words)))
    return [(name, words) for _, name, words in sorted(rows, key=lambda row: (-row[0], row[1]))]


def _side(view: View, unit: Unit) -> str:
    seat = seat_of(view, unit)
    return "frozen" if seat is None else SEAT_NAME[seat]


def thrall_words(seen: SeenThrall | None) -> str:
    """A Thrall box in words."""
    if seen is None:
        return "no Thrall Race"
    face = seen.face
    if face is None:
        words = "Thrall Race face down"
    else:
        star = ", sends units" if face.asterisk else ""
        words = (
            f"{face.name} ({ATTITUDE[face.attitude]}, converts on {face.conversion} or less, "
            f"strength {face.strength}{star})"
        )
    if seen.private:
        words += ", not public"
    if seen.converted:
        words += ", converted"
    if seen.heresy:
        words += ", heretical"
    if seen.fief:
        words += f", fief of {seen.fief}"
    if seen.waiting:
        words += f", {seen.waiting} points waiting"
    return words


def unit_words(unit: Unit) -> str:
    """A unit in words: "Crusader fleet A (5)"."""
    if unit.kind == "garrison":
        return f"{unit.faction} garrison ({unit.strength})"
    return f"{unit.name} ({unit.strength})"


def leader_words(view: View, leader: Leader) -> str:
    """A leader with ratings and misfortunes."""
    combat, political = ratings(view, leader)
    extra = [word for word, so in (("wounded", leader.wounded), ("captive", bool(leader.captor))) if so]
    return f"{leader.name} {combat}·{political}{f' ({listed(extra)})' if extra else ''}"


def _hex_signs(view: View, at: int) -> list[str]:
    signs = []
    value = view.pack.fort_at.get(at, 0)
    if value:
        kind = "fortress" if value >= 6 else "fort"
        if at in view.destroyed:
            signs.append(f"{kind} destroyed")
        elif at in view.castles:
            signs.append(f"{kind} {value}, Crusader")
        else:
            signs.append(f"{kind} {value}")
    elif at in view.castles:
        signs.append("castle")
    if at in view.churches:
        signs.append(view.churches[at])
    if at in view.sieges:
        signs.append(f"besieged by the {SEAT_NAME[view.sieges[at]]}")
    if at in view.inside:
        signs.append("defenders inside")
    if view.grail is not None and view.grail.hex == at:
        signs.append("the True Grail" if view.grail.true else "the Grail")
    return signs


def text_board(view: View) -> str:
    """The whole position as plain text."""
    scenario = view.pack.scenarios[view.scenario]
    lines = [
        f"THE HIGH CRUSADE: {scenario.title}",
        f"{turn_words(view)}, {phase_words(view)}"
        + (f", as the {SEAT_NAME[view.viewer]} player sees it" if view.viewer != "spectator" else ""),
    ]
    if view.result is not None:
        lines.append(winner_words(view))
    lines += [f"Waiting for {SEAT_NAME[one.seat]}: {one.prompt}" for one in view.waiting]
    counted = [capital for capital in counted_capitals(view) if capital in set(held_capitals(view))]
    lines += [
        f"Equipment {view.equipment} (shift {view.pack.equipment.modifier(view.equipment):+d}), "
        f"I.Q. {view.iq} (shift {view.pack.iq.modifier(view.iq):+d})",
        f"Capitals {len(counted)} of {scenario.capitals_needed}, Thrall Races {len(converted(view))} of "
        f"{scenario.thralls_needed}, King: {king(view) or 'none'}",
        "",
        "STRENGTH",
    ]
    for row in musters(view):
        due = f", {row.uncollected} to collect" if row.uncollected else ""
        frozen = " (frozen)" if row.frozen else ""
        lines.append(
            f"  {row.faction}{frozen}: {row.total} (fleets {row.fleets}, armies {row.armies}, "
            f"garrisons {row.garrisons}{due})"
        )
    lines += ["", "LEADERS"]
    for leader in leader_rows(view):
        title = title_words(view, leader.name)
        lines.append(
            f"  {leader_words(view, leader)}{f', {title}' if title else ''}: {whereabouts(view, leader)}"
        )
    lines += ["", "AFFAIRS"]
    lines += [f"  {race}: {state}" for race, state in sorted(view.alliances.items())]
    lines += [f"  {words}" for words in conditions(view)]
    lines.append(f"  Strength cup: {', '.join(map(str, sorted(view.cup))) or 'empty'}")
    for storm in sorted(set(view.storms)):
        lines.append(f"  Ionic storm at {place(view, storm)} and the hexes around it")
    found = stacks(view)
    for zone in view.pack.zones.values():
        lines += [
            "",
            f"{zone.name.upper()} ZONE (satellite {'on' if zone.name in view.satellites else 'off'})",
        ]
        for name in zone.planets:
            lines += _planet_lines(view, name, found)
    return "\n".join(lines) + "\n"


def _planet_lines(view: View, name: str, found: dict[int, Stack]) -> list[str]:
    planet = view.pack.planets[name]
    head = [f"terrain {planet.terrain_label}"]
    if planet.thrall_box:
        head.append(thrall_words(view.thralls.get(name)))
    if planet.home_of:
        head.append(f"home of the {planet.home_of}")
    if name == view.pack.crusader_home and view.home_fief:
        head.append(f"fief of {view.home_fief}")
    if is_alerted(view, name):
        head.append("alerted")
    head += [
        f"{work.kind} being built by {work.builder}, {work.turns} turn{'s' if work.turns != 1 else ''} to go"
        for work in sorted(view.works)
        if work.planet == name
    ]
    lines = [f"  {name}{' (capital)' if planet.capital else ''}: {'; '.join(head)}"]
    for number, at in enumerate(planet.hexes, 1):
        parts = _hex_signs(view, at)
        stack = found.get(at)
        if stack is not None:
            parts += [unit_words(unit) for unit in stack.units]
            parts += [leader_words(view, leader) for leader in stack.leaders]
        if parts:
            lines.append(f"    {name} {number} ({at:04d}): {', '.join(parts)}")
    return lines


__all__ = ["alt_text", "leader_words", "letter_of", "text_board", "thrall_words", "unit_words"]
