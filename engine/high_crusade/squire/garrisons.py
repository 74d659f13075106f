"""Who stays and who goes aboard: armies leave points as garrisons and take garrisons in.

In one phase an army only gives or only takes, so points cannot go round in circles.
"""

from engine.high_crusade.names import ARMY, FACTION, GARRISON, garrison_name, short
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.forces import GUARD, guard
from engine.high_crusade.squire.hosts import Host
from engine.high_crusade.state import Unit
from engine.kernel.orders import Order
from engine.kernel.players import Options
from engine.kernel.saying import say

STRANDED = 3
"""An army below this strength that no ship is near to becomes a garrison."""


def _drop(eyes: Eyes, options: Options, army: Unit, points: int) -> Order | None:
    called = short(eyes.seat, army.name)
    return None if called in eyes.took else say(options, "drop", points=points, army=called)


def _take(eyes: Eyes, options: Options, army: Unit, points: int) -> Order | None:
    called = short(eyes.seat, army.name)
    return None if called in eyes.gave else say(options, "take", points=points, army=called)


def _armies(eyes: Eyes, at: int) -> list[Unit]:
    """Armies in a hex that have not moved, the strongest first."""
    there = [unit for unit in eyes.at(eyes.seat, at) if unit.kind == ARMY]
    fresh = [unit for unit in there if unit.name not in eyes.view.moved]
    return sorted(fresh, key=lambda unit: (-unit.strength, unit.name))


def leave_guard(eyes: Eyes, options: Options) -> Order | None:
    """A capital we hold keeps a small garrison."""
    for capital in eyes.pack.capitals:
        at = eyes.pack.planets[capital].hexes[0]
        held = sum(unit.strength for unit in eyes.at(eyes.seat, at) if unit.kind == GARRISON)
        short_of = guard(eyes, at) - held
        for army in _armies(eyes, at):
            if army.strength > GUARD and short_of > 0:
                order = _drop(eyes, options, army, short_of)
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


def take_in(eyes: Eyes, options: Options, plan: list[Host]) -> Order | None:
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
                order = _take(eyes, options, army, wanted)
                if order is not None:
                    return order
    return None


def trim(eyes: Eyes, options: Options, plan: list[Host]) -> Order | None:
    """An army that no fleet can carry leaves behind what does not fit."""
    for fleets in _leaving(eyes, plan).values():
        for army, fleet in _fits(eyes, fleets):
            # There are not markers for every number, so it may have to be more than that.
            for over in range(max(1, army.strength - fleet.strength), army.strength):
                if army.strength <= fleet.strength:
                    break
                order = _drop(eyes, options, army, over)
                if order is not None:
                    return order
    return None


def tidy(eyes: Eyes, options: Options, plan: list[Host]) -> Order | None:
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
        order = _take(eyes, options, army, spare) if spare > 0 else None
        if order is not None:
            return order
    if not there:
        return None
    small = there[-1]
    room = sum(most - unit.strength for unit in there[:-1])
    ships = eyes.afloat(eyes.seat, eyes.planet(at))
    own = [unit for unit in eyes.units[eyes.seat] if unit.faction == faction and unit.kind != GARRISON]
    short_of = len(own) >= len(eyes.pack.letters[faction]) - 1
    stranded = small.strength < STRANDED * (1 + short_of) and not ships and not there[1:]
    if room >= small.strength or stranded:
        return _drop(eyes, options, small, small.strength)
    return None


def _garrison(eyes: Eyes, at: int) -> str:
    return garrison_name(FACTION[eyes.seat], eyes.pack.place_of[at])
