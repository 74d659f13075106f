"""What the Crusaders can take along: who stays on the walls, who goes aboard, and in which ships."""

from engine.high_crusade.names import ARMY, FLEET, GARRISON
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.state import Unit

GUARD = 2
"""Points that stay in a capital we hold when the host goes on."""


def guard(eyes: Eyes, at: int) -> int:
    """Ground points that have to stay in a hex."""
    planet = eyes.pack.planets[eyes.planet(at)]
    held = planet.capital and at == planet.hexes[0] and at in eyes.view.castles
    # In the first turn nobody can reach Thraxian's walls before its first new points do.
    return GUARD if held and eyes.view.turn > 1 else 0


def fleets(eyes: Eyes) -> list[Unit]:
    """All ships we command."""
    return [unit for unit in eyes.units[eyes.seat] if unit.kind == FLEET]


def _led(eyes: Eyes, at: int) -> int:
    """Ground points of a hex that an army can take along, garrisons that guard nothing included."""
    there = [unit for unit in eyes.at(eyes.seat, at) if unit.kind != FLEET]
    if all(unit.kind == GARRISON for unit in there):
        return 0
    return max(0, sum(unit.strength for unit in there) - guard(eyes, at))


def _lone(eyes: Eyes, at: int) -> int:
    """The points of a garrison without an army; it goes aboard whole, if it guards nothing."""
    there = [unit for unit in eyes.at(eyes.seat, at) if unit.kind != FLEET]
    if guard(eyes, at) or any(unit.kind == ARMY for unit in there):
        return 0
    points = sum(unit.strength for unit in there)
    return points if points <= eyes.pack.setup.max_unit_strength else 0  # more than the largest fleet holds


def troops(eyes: Eyes, planet: str) -> int:
    """Ground points on a planet that could go with a host."""
    return sum(_led(eyes, at) + _lone(eyes, at) for at in eyes.pack.planets[planet].hexes)


def loads(eyes: Eyes) -> dict[str, int]:
    """The ground points that go with each fleet: the strongest ships fill first."""
    with_army: dict[str, int] = {}
    whole: dict[str, list[int]] = {}
    carried = {}
    for fleet in sorted(fleets(eyes), key=lambda unit: (-unit.strength, unit.name)):
        planet = eyes.planet(fleet.hex)
        hexes = eyes.pack.planets[planet].hexes
        left = with_army.setdefault(planet, sum(_led(eyes, at) for at in hexes))
        alone = whole.setdefault(planet, sorted((_lone(eyes, at) for at in hexes), reverse=True))
        load = min(fleet.strength, left)
        with_army[planet] -= load
        for points in list(alone):
            if load + points <= fleet.strength:
                load += points
                alone.remove(points)
        carried[fleet.name] = load
    return carried
