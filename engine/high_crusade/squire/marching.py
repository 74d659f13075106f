"""How the squire moves the Crusaders: hosts go from capital to capital and leave a guard in each."""

from engine.high_crusade.names import ARMY, FLEET, full
from engine.high_crusade.squire.chart import FAR
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.garrisons import leave_guard, take_in, tidy, trim
from engine.high_crusade.squire.hosts import Host, hosts
from engine.high_crusade.squire.sailing import sail, send_embassy
from engine.high_crusade.state import Unit
from engine.kernel.orders import Order
from engine.kernel.players import Options
from engine.kernel.saying import say


def move(eyes: Eyes, options: Options) -> Order | None:
    """Occupy, leave guards, fit armies to ships, sail, and close up to the walls."""
    plan = hosts(eyes)
    return (
        _occupy(eyes, options)
        or leave_guard(eyes, options)
        or take_in(eyes, options, plan)
        or trim(eyes, options, plan)
        or send_embassy(eyes, options)
        or sail(eyes, options, plan)
        or _walk(eyes, options, plan)
        or tidy(eyes, options, plan)
        or say(options, "done")
    )


def _walkers(eyes: Eyes, options: Options) -> list[tuple[str, Unit]]:
    """Armies that can still walk, with what we call them."""
    if "move" not in options.verbs:
        return []
    offered = [(name, eyes.view.units.get(full(eyes.seat, name))) for name in options.begin("move").offers()]
    return [(name, unit) for name, unit in offered if unit is not None and unit.kind == ARMY]


def _occupy(eyes: Eyes, options: Options) -> Order | None:
    """A capital that nobody mans is taken by walking in, or kept."""
    for called, army in _walkers(eyes, options):
        planet = eyes.planet(army.hex)
        walls = eyes.pack.planets[planet].hexes[0]
        manned = eyes.strength(eyes.seat, walls, fleets=False) > 0
        if army.hex == walls or not eyes.pack.planets[planet].capital or manned:
            continue
        order = say(options, "move", piece=called, to=eyes.pack.place_of[walls])
        if order is not None and not eyes.at(eyes.foe, walls):
            return order
    return None


def _walk(eyes: Eyes, options: Options, plan: list[Host]) -> Order | None:
    """Armies on a goal's planet close up to its walls, others to the ships they wait for."""
    goals = {host.goal for host in plan}
    for called, army in _walkers(eyes, options):
        planet = eyes.planet(army.hex)
        wanted = [eyes.pack.planets[planet].hexes[0]] if planet in goals else _ships(eyes, planet)
        here = _span(eyes, army.hex, wanted)
        near = 0 if any(at in eyes.view.castles for at in wanted) else 1  # new points come to the walls
        if here <= near:
            continue
        line = options.begin("move")
        line.take(called)
        shores = [eyes.pack.hex_of[place] for place in line.offers()]
        best = min(shores, key=lambda at: (_span(eyes, at, wanted), at), default=army.hex)
        if _span(eyes, best, wanted) < here:
            return say(options, "move", piece=called, to=eyes.pack.place_of[best])
    return None


def _ships(eyes: Eyes, planet: str) -> list[int]:
    hexes = eyes.pack.planets[planet].hexes
    return [unit.hex for at in hexes for unit in eyes.at(eyes.seat, at) if unit.kind == FLEET]


def _span(eyes: Eyes, at: int, wanted: list[int]) -> int:
    """The distance to the nearest of the hexes one wants to be beside; 0 if there is none."""
    return min((eyes.pack.grid.distance(at, to) for to in wanted), default=0 if not wanted else FAR)
