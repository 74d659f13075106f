"""The squire as the Empire: hold the capitals, wake the zones, and strike back where the enemy is weak."""

from engine.high_crusade.names import (
    ALERT,
    DISRUPTION,
    FLEET,
    WERSGORIX_COMBAT,
    WERSGORIX_MOVEMENT,
    full,
    short,
)
from engine.high_crusade.squire.battles import Idea, fight, provokes
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.quarters import place, wanted
from engine.high_crusade.state import Unit
from engine.kernel.game import END
from engine.kernel.orders import Order
from engine.kernel.players import Options
from engine.kernel.saying import say

GUARD = 3
"""Ground points a capital keeps when its army goes to war."""


def _threat(eyes: Eyes, planet: str) -> int:
    """How near, and how strong, the enemy is."""
    nearest = min(
        (
            eyes.pack.hex_planet_distance(unit.hex, planet)
            for unit in eyes.units[eyes.foe]
            if unit.strength >= GUARD
        ),
        default=99,
    )
    return -nearest


def alert(eyes: Eyes, options: Options) -> Order | None:
    """Wake the planets next to the enemy, capitals first."""
    return say(
        options,
        "alert",
        planet=lambda offers, line: max(
            offers, key=lambda name: (eyes.pack.planets[name].capital, _threat(eyes, name), name)
        ),
    ) or say(options, "done")


def move(eyes: Eyes, options: Options) -> Order | None:
    """Man the walls, then send what can be spared against the enemy nearest to a capital."""
    return _man_walls(eyes, options) or _strike(eyes, options) or say(options, "done")


def _man_walls(eyes: Eyes, options: Options) -> Order | None:
    """Ground units beside an own capital's walls step onto them when the walls want men."""
    if "move" not in options.verbs:
        return None
    for called in options.begin("move").offers():
        unit = eyes.view.units.get(full(eyes.seat, called))
        if unit is None or unit.kind == FLEET:
            continue
        planet = eyes.planet(unit.hex)
        if not eyes.pack.planets[planet].capital:
            continue
        walls = eyes.pack.planets[planet].hexes[0]
        if unit.hex != walls and eyes.strength(eyes.seat, walls, fleets=False) < 2 * GUARD:
            order = say(options, "move", piece=called, to=eyes.pack.place_of[walls])
            if order is not None:
                return order
    return None


def _targets(eyes: Eyes) -> list[str]:
    """Planets the enemy is on, the most urgent first: lost capitals, then worlds near a capital of ours."""
    planets = {eyes.planet(unit.hex) for unit in eyes.units[eyes.foe]}
    planets = {name for name in planets if not provokes(eyes, name)}
    lost = {name for name in eyes.pack.capitals if not eyes.ours(name)}

    def urgency(planet: str) -> tuple[int, int, int, str]:
        near = min(eyes.pack.planet_distance(planet, name) for name in eyes.pack.capitals if name != planet)
        return (
            planet not in lost,
            eyes.ashore(eyes.foe, planet) + eyes.afloat(eyes.foe, planet),
            near,
            planet,
        )

    return sorted(planets | lost, key=urgency)


def _strike(eyes: Eyes, options: Options) -> Order | None:
    if "move" not in options.verbs:
        return None
    offered = set(options.begin("move").offers())
    fleets = [
        unit
        for unit in eyes.units[eyes.seat]
        if unit.kind == FLEET and short(eyes.seat, unit.name) in offered and unit.name not in eyes.view.flown
    ]
    for fleet in sorted(fleets, key=lambda unit: (-unit.strength, unit.name)):
        order = _strike_with(eyes, options, fleet)
        if order is not None:
            return order
    return None


def _strike_with(eyes: Eyes, options: Options, fleet: Unit) -> Order | None:
    line = options.begin("move")
    line.take(short(eyes.seat, fleet.name))
    reach = [eyes.pack.hex_of[place] for place in line.offers()]
    here = eyes.planet(fleet.hex)
    for planet in _targets(eyes):
        if planet == here:
            return None
        landings = [at for at in reach if eyes.planet(at) == planet]
        ours = eyes.afloat(eyes.seat, planet) + fleet.strength
        if not landings or ours <= eyes.afloat(eyes.foe, planet):
            continue
        walls = eyes.pack.planets[planet].hexes[0]
        best = min(landings, key=lambda at: (eyes.pack.grid.distance(at, walls), at))
        line.take(eyes.pack.place_of[best])
        while line.slot is not None:
            line.take(_cargo(eyes, fleet, list(line.offers()), list(line.filled.get("cargo", ()))))
        return line.built()
    return None


def _cargo(eyes: Eyes, fleet: Unit, offers: list[str | None], taken: list[str]) -> str | None:
    """An army that can be spared, and a leader to lead it."""
    loaded = sum(eyes.view.units[full(eyes.seat, name)].strength for name in taken if _is_unit(eyes, name))
    guard = eyes.strength(eyes.seat, fleet.hex, fleets=False) - loaded
    for name in offers:
        if name is END or "garrison" in name:
            continue
        if not _is_unit(eyes, name):
            if taken and all(_is_unit(eyes, other) for other in taken):
                return name
            continue
        planet = eyes.planet(fleet.hex)
        stays = guard - eyes.view.units[full(eyes.seat, name)].strength
        if not eyes.pack.planets[planet].capital or stays >= max(GUARD, wanted(eyes, planet)):
            return name
    return END


def _is_unit(eyes: Eyes, name: str) -> bool:
    return full(eyes.seat, name) in eyes.view.units


def war(eyes: Eyes, options: Options) -> Order | None:
    """Take back what was converted where that is likely, then fight."""
    if "reconquer" in options.verbs:
        for planet in options.begin("reconquer").offers():
            face = eyes.view.thralls[planet].face
            resists = eyes.ashore(eyes.foe, planet) + eyes.afloat(eyes.foe, planet)
            if face is not None and face.strength + resists + 3 * face.asterisk <= 1:
                return say(options, "reconquer", planet=planet)
    return fight(eyes, options)


def disrupt(eyes: Eyes, options: Options) -> Order | None:
    """An attempt costs nothing."""
    return say(options, "disrupt") or say(options, "done")


IDEAS: dict[str, Idea] = {
    "placing": place,
    ALERT: alert,
    WERSGORIX_MOVEMENT: move,
    WERSGORIX_COMBAT: war,
    DISRUPTION: disrupt,
}
