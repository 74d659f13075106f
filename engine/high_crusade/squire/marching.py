"""How the squire moves the Crusaders: hosts go from capital to capital and leave a guard in each."""

from typing import NamedTuple

from engine.high_crusade.names import ARMY, FACTION, FLEET, GARRISON, PARVUS, full, garrison_name, short
from engine.high_crusade.squire.chart import FAR, moves_to
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.hosts import GUARD, Host, guard, hosts, loads, ready
from engine.high_crusade.state import Unit
from engine.kernel.game import END
from engine.kernel.orders import Order
from engine.kernel.players import Line, Options
from engine.kernel.saying import say

STRANDED = 3
"""An army below this strength that no ship is near to becomes a garrison."""


def move(eyes: Eyes, options: Options) -> Order | None:
    """Occupy, leave guards, fit armies to ships, sail, and close up to the walls."""
    plan = hosts(eyes)
    return (
        _occupy(eyes, options)
        or _leave_guard(eyes, options)
        or _take_in(eyes, options, plan)
        or _trim(eyes, options, plan)
        or _sail(eyes, options, plan)
        or _walk(eyes, options, plan)
        or _tidy(eyes, options, plan)
        or say(options, "done")
    )


# -- garrisons -----------------------------------------------------------------------------------------------


def _armies(eyes: Eyes, at: int) -> list[Unit]:
    """Armies in a hex that have not moved, the strongest first."""
    there = [unit for unit in eyes.at(eyes.seat, at) if unit.kind == ARMY]
    fresh = [unit for unit in there if unit.name not in eyes.view.moved]
    return sorted(fresh, key=lambda unit: (-unit.strength, unit.name))


def _leave_guard(eyes: Eyes, options: Options) -> Order | None:
    """A capital we hold keeps a small garrison."""
    for capital in eyes.pack.capitals:
        at = eyes.pack.planets[capital].hexes[0]
        held = sum(unit.strength for unit in eyes.at(eyes.seat, at) if unit.kind == GARRISON)
        short_of = guard(eyes, at) - held
        for army in _armies(eyes, at):
            if army.strength > GUARD and short_of > 0:
                order = say(options, "drop", points=short_of, army=short(eyes.seat, army.name))
                if order is not None:
                    return order
    return None


def _leaving(eyes: Eyes, plan: list[Host]) -> dict[str, list[Unit]]:
    """The fleets that are about to leave each planet, the strongest first."""
    going: dict[str, list[Unit]] = {}
    for host in plan:
        for fleet in host.fleets:
            planet = eyes.planet(fleet.hex)
            if planet != host.goal and fleet.name not in eyes.view.flown:
                going.setdefault(planet, []).append(fleet)
    for fleets in going.values():
        fleets.sort(key=lambda unit: (-unit.strength, unit.name))
    return going


def _fits(eyes: Eyes, fleets: list[Unit]) -> list[tuple[Unit, Unit]]:
    """Armies with the ships they will go in, the strongest in the strongest."""
    near = {hex_ for fleet in fleets for hex_ in (fleet.hex, *eyes.pack.grid.neighbours[fleet.hex])}
    armies = [army for at in near if at in eyes.pack.planet_of for army in _armies(eyes, at)]
    armies.sort(key=lambda unit: (-unit.strength, unit.name))
    return list(zip(armies, fleets, strict=False))


def _take_in(eyes: Eyes, options: Options, plan: list[Host]) -> Order | None:
    """Men who guard nothing march with the host."""
    for fleets in _leaving(eyes, plan).values():
        for army, fleet in _fits(eyes, fleets):
            spare = sum(
                unit.strength
                for unit in eyes.at(eyes.seat, army.hex)
                if unit.kind == GARRISON and unit.faction == army.faction
            )
            wanted = min(spare - guard(eyes, army.hex), fleet.strength - army.strength)
            if wanted > 0:
                order = say(options, "take", points=wanted, army=short(eyes.seat, army.name))
                if order is not None:
                    return order
    return None


def _trim(eyes: Eyes, options: Options, plan: list[Host]) -> Order | None:
    """An army that no fleet can carry leaves behind what does not fit."""
    for fleets in _leaving(eyes, plan).values():
        for army, fleet in _fits(eyes, fleets):
            # There are not markers for every number, so it may have to be more than that.
            for over in range(max(1, army.strength - fleet.strength), army.strength):
                if army.strength <= fleet.strength:
                    break
                order = say(options, "drop", points=over, army=short(eyes.seat, army.name))
                if order is not None:
                    return order
    return None


def _tidy(eyes: Eyes, options: Options, plan: list[Host]) -> Order | None:
    """At the end of the phase small armies become part of others: there are few counters."""
    going = _leaving(eyes, plan)
    armies = [unit for unit in eyes.units[eyes.seat] if unit.kind == ARMY]
    hexes = sorted({unit.hex for unit in armies if eyes.planet(unit.hex) not in going})
    return next((order for at in hexes if (order := _merge(eyes, options, at)) is not None), None)


def _merge(eyes: Eyes, options: Options, at: int) -> Order | None:
    """Garrisons that guard nothing join the strongest army of a hex, and so does the weakest army."""
    faction = FACTION[eyes.seat]
    there = [unit for unit in eyes.at(eyes.seat, at) if unit.faction == faction and unit.kind == ARMY]
    there.sort(key=lambda unit: (-unit.strength, unit.name))
    most = eyes.pack.setup.max_unit_strength
    garrison = sum(unit.strength for unit in eyes.at(eyes.seat, at) if unit.name == _garrison(eyes, at))
    for army in there:
        spare = min(garrison - guard(eyes, at), most - army.strength)
        if spare > 0:
            return say(options, "take", points=spare, army=short(eyes.seat, army.name))
    if not there:
        return None
    small = there[-1]
    room = sum(most - unit.strength for unit in there[:-1])
    stranded = small.strength < STRANDED and not _ships(eyes, eyes.planet(at)) and not there[1:]
    if room >= small.strength or stranded:
        return say(options, "drop", points=small.strength, army=short(eyes.seat, small.name))
    return None


def _garrison(eyes: Eyes, at: int) -> str:
    return garrison_name(FACTION[eyes.seat], eyes.pack.place_of[at])


# -- ships ---------------------------------------------------------------------------------------------------


def _sail(eyes: Eyes, options: Options, plan: list[Host]) -> Order | None:
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
    return 2 + moves_to(eyes.pack, at, host.goal)


def _danger(eyes: Eyes, at: int) -> int:
    """What would shoot at a fleet in this hex: enemy ships on the planet, and a manned fort."""
    planet = eyes.planet(at)
    walls = eyes.pack.planets[planet].hexes[0]
    manned = eyes.walls(walls) if eyes.strength(eyes.foe, walls, fleets=False) else 0
    return eyes.afloat(eyes.foe, planet) + manned


def _company(eyes: Eyes, fleet: Unit, host: Host, plan: list[Host]) -> list[str]:
    """The leaders who should go with a fleet: all of them, or a share if other hosts leave this planet."""
    planet = eyes.planet(fleet.hex)
    here = [leader for leader in eyes.leaders[eyes.seat] if eyes.planet(leader.hex) == planet]
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
    """Leaders first, then the strongest army; garrisons stay."""
    offers: list[str] = [name for name in line.offers() if name is not END]
    wanted = [name for name in offers if name in leaders]
    if wanted:
        return wanted[0]
    armies = [name for name in offers if _kind(eyes, name) == ARMY]
    return max(armies, key=lambda name: eyes.view.units[full(eyes.seat, name)].strength, default=END)


def _strength(eyes: Eyes, name: str) -> int:
    unit = eyes.view.units.get(full(eyes.seat, name))
    return unit.strength if unit is not None else 0


def _kind(eyes: Eyes, name: str) -> str:
    unit = eyes.view.units.get(full(eyes.seat, name))
    return unit.kind if unit is not None else ""


# -- feet ----------------------------------------------------------------------------------------------------


def _walkers(eyes: Eyes, options: Options) -> list[tuple[str, Unit]]:
    """Armies that can still walk, with what we call them."""
    if "move" not in options.verbs:
        return []
    called = [name for name in options.begin("move").offers() if _kind(eyes, name) == ARMY]
    return [(name, eyes.view.units[full(eyes.seat, name)]) for name in called]


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
        if here <= 1:
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
