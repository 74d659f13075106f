"""How the Crusaders' ships sail: host by host, troops and leaders aboard, and the embassy on its own."""

from typing import NamedTuple

from engine.high_crusade.names import ARMY, GARRISON, PARVUS, full, short
from engine.high_crusade.squire.chart import moves_of, moves_to
from engine.high_crusade.squire.court import in_session
from engine.high_crusade.squire.embassy import Embassy, embassy
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.forces import guard, loads
from engine.high_crusade.squire.hosts import Host, ready
from engine.high_crusade.state import Unit
from engine.kernel.game import END
from engine.kernel.orders import Order
from engine.kernel.players import Line, Options
from engine.kernel.saying import say


def sail(eyes: Eyes, options: Options, plan: list[Host]) -> Order | None:
    """One fleet of one host makes its move."""
    if "move" not in options.verbs:
        return None
    offered = set(options.begin("move").offers())
    carried = loads(eyes)
    for host in plan:
        trip = _Trip(host, plan, carried, ready(eyes, host, carried))
        for fleet in sorted(host.fleets, key=lambda unit: _turn(eyes, unit, carried)):
            if short(eyes.seat, fleet.name) in offered and fleet.name not in eyes.view.flown:
                order = _sail_fleet(eyes, options, fleet, trip)
                if order is not None:
                    return order
    return None


def send_embassy(eyes: Eyes, options: Options) -> Order | None:
    """The embassy goes on to the next home world, by the safest shores."""
    sent = embassy(eyes)
    if sent is None or sent.fleet.name in eyes.view.flown or "move" not in options.verbs:
        return None
    called = short(eyes.seat, sent.fleet.name)
    line = options.begin("move")
    if called not in line.offers():
        return None
    line.take(called)
    shores = [eyes.pack.hex_of[place] for place in line.offers()]
    best = min(shores, key=lambda at: _peril(eyes, at, sent), default=sent.fleet.hex)
    if _peril(eyes, best, sent)[0] >= _peril(eyes, sent.fleet.hex, sent)[0]:
        return None
    return say(options, "move", piece=called, to=eyes.pack.place_of[best], cargo=list(sent.leaders))


def _peril(eyes: Eyes, at: int, sent: Embassy) -> tuple[int, int, int]:
    """How far a shore is from where an embassy goes, and who could catch it there."""
    threat = _danger(eyes, at) + eyes.ashore(eyes.foe, eyes.planet(at))
    return moves_of(eyes, sent.fleet.name, at, sent.goal), threat, at


class _Trip(NamedTuple):
    """A host on its way."""

    host: Host
    plan: list[Host]
    carried: dict[str, int]
    go_in: bool
    """Whether it is strong enough to land at its goal."""


def _turn(eyes: Eyes, fleet: Unit, carried: dict[str, int]) -> tuple[bool, int, int, str]:
    """Who sails first: those with troops, the slowest first, so that nobody runs ahead of the host."""
    return not carried[fleet.name], eyes.pack.fleet_range(fleet.name), -fleet.strength, fleet.name


def _sail_fleet(eyes: Eyes, options: Options, fleet: Unit, trip: _Trip) -> Order | None:
    host = trip.host
    line = options.begin("move")
    line.take(short(eyes.seat, fleet.name))
    mates = {
        unit.hex for unit in host.fleets if unit.name in eyes.view.flown or eyes.planet(unit.hex) == host.goal
    }
    shores = _shores(eyes, fleet, trip, [eyes.pack.hex_of[place] for place in line.offers()], mates)
    best = min(
        shores, key=lambda at: (_wish(eyes, host, at), at not in mates, _danger(eyes, at), at), default=0
    )
    if not best or _wish(eyes, host, best) >= _wish(eyes, host, fleet.hex):
        return None
    line.take(eyes.pack.place_of[best])
    leaders = _company(eyes, fleet, host, trip.plan)
    while line.slot is not None:
        line.take(_cargo(eyes, line, leaders))
    aboard = sum(_strength(eyes, name) for name in line.filled.get("cargo", ()))
    leaves = eyes.planet(best) != eyes.planet(fleet.hex)
    if leaves and 2 * aboard < trip.carried[fleet.name]:
        return None  # the troops that belong to these ships have moved already
    return line.built()


def _shores(eyes: Eyes, fleet: Unit, trip: _Trip, offered: list[int], mates: set[int]) -> list[int]:
    """Where a fleet may land for the good of its host."""
    host = trip.host
    if not trip.go_in:
        offered = [at for at in offered if eyes.planet(at) != host.goal]
    if not trip.carried[fleet.name]:  # an escort goes where others are, or where nobody shoots
        return [at for at in offered if at in mates or not _danger(eyes, at)]
    alone = all(eyes.planet(unit.hex) != eyes.planet(fleet.hex) for unit in host.fleets if unit != fleet)
    span = eyes.pack.default_range
    return offered if alone else [at for at in offered if eyes.pack.grid.distance(at, fleet.hex) <= span]


def _wish(eyes: Eyes, host: Host, at: int) -> int:
    """How far a hex is from where a host wants to be: beside the walls of its goal."""
    walls = eyes.pack.planets[host.goal].hexes[0]
    if eyes.planet(at) == host.goal and walls in eyes.view.castles:
        return eyes.pack.grid.distance(at, walls)  # where new points come to it
    if eyes.planet(at) == host.goal:
        return min(2, eyes.pack.grid.distance(at, walls)) if at != walls else 1
    return 2 + moves_to(eyes, at, host.goal)


def _danger(eyes: Eyes, at: int) -> int:
    """What would shoot at a fleet in this hex: enemy ships on the planet, and a manned fort."""
    planet = eyes.planet(at)
    walls = eyes.pack.planets[planet].hexes[0]
    manned = eyes.walls(walls) if eyes.strength(eyes.foe, walls, fleets=False) else 0
    return eyes.afloat(eyes.foe, planet) + manned


def _company(eyes: Eyes, fleet: Unit, host: Host, plan: list[Host]) -> list[str]:
    """The leaders who should go with a fleet: all of them, or a share if other hosts leave this planet."""
    if in_session(eyes):
        return []
    planet = eyes.planet(fleet.hex)
    sent = embassy(eyes)
    envoys = sent.leaders if sent is not None else ()
    here = [leader for leader in eyes.leaders[eyes.seat] if eyes.planet(leader.hex) == planet]
    here = [leader for leader in here if leader.name not in envoys]
    here.sort(key=lambda leader: (leader.name == PARVUS, -eyes.rating([leader]), leader.name))
    others = [it for it in plan if it != host and any(eyes.planet(unit.hex) == planet for unit in it.fleets)]
    names = [leader.name for leader in here]
    if not others:
        return names
    mates = {unit.hex for unit in host.fleets if unit.name in eyes.view.flown}
    if any(leader.hex in mates for leader in eyes.leaders[eyes.seat]):
        return []
    fighters = [name for name in names if name != PARVUS]
    share = fighters[:: len(others) + 1]
    return [*share, PARVUS] if len(fighters) > 1 and PARVUS in names else share


def _cargo(eyes: Eyes, line: Line, leaders: list[str]) -> str | None:
    """Leaders first, then the strongest army, then a garrison that guards nothing."""
    offers: list[str] = [name for name in line.offers() if name is not END]
    wanted = [name for name in offers if name in leaders]
    if wanted:
        return wanted[0]
    armies = [name for name in offers if _kind(eyes, name) == ARMY]
    best = max(armies, key=lambda name: _strength(eyes, name), default=END)
    if best is not END:
        return best
    idle = [name for name in offers if _kind(eyes, name) == GARRISON and _free(eyes, name)]
    return max(idle, key=lambda name: _strength(eyes, name), default=END)


def _free(eyes: Eyes, name: str) -> bool:
    """Whether a garrison guards nothing."""
    return not guard(eyes, eyes.view.units[full(eyes.seat, name)].hex)


def _strength(eyes: Eyes, name: str) -> int:
    unit = eyes.view.units.get(full(eyes.seat, name))
    return unit.strength if unit is not None else 0


def _kind(eyes: Eyes, name: str) -> str:
    unit = eyes.view.units.get(full(eyes.seat, name))
    return unit.kind if unit is not None else ""
