"""Which of the Crusaders' fleets goes where: hosts are made up anew from every position.

Each open goal is given the nearest fleets whose troops suffice for it, the soonest goal first; whoever is
left over fetches stranded troops or gathers where new points come. A fleet that has moved is nearer to its
goal than before, so the next look at the map finds it in the same host.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.high_crusade.names import FLEET
from engine.high_crusade.squire.chart import FAR, moves_to
from engine.high_crusade.squire.court import boats
from engine.high_crusade.squire.embassy import embassy
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.forces import fleets, loads, troops
from engine.high_crusade.squire.goals import EDGE, Goal, goals, lacking
from engine.high_crusade.state import Leader, Unit

FOOTHOLD = 4
"""Points ashore at a goal from which a host stays there and is not called away."""

LIFT = 3
"""Points without ships that it is worth while to fetch."""

BERTHS = 2
"""Room in ships from which they are sent to fetch anybody."""

RESERVE = 3
"""Points from which troops without a goal of their own follow a host."""

COMPANY = 4
"""Points from which recruits leave the capital they were raised in; fewer wait for more."""

PATIENCE = 3
"""Turns before the end from which nobody waits for anybody."""

PLENTY = 1.5
"""How many times the men it needs a host has when it can spare some of them."""

SHORT_CUT = 3
"""What taking the imperial capital saves, for each other capital that would still be wanted."""


class Host(NamedTuple):
    """The fleets with one goal."""

    goal: str
    fleets: tuple[Unit, ...]
    need: int
    """Ground points it should have ashore at its goal."""


def late(eyes: Eyes) -> bool:
    """Whether it is now or never."""
    return eyes.view.turn > eyes.view.turns - PATIENCE


def hosts(eyes: Eyes) -> list[Host]:
    """All hosts: those that are at their goals, then the one that will be at its goal first, and so on."""
    wanted = goals(eyes)
    if not wanted:
        return []  # everything is ours: nobody leaves his post
    carried = loads(eyes)
    found = [_landed(eyes, goal, carried) for goal in wanted.values() if _engaged(eyes, goal)]
    sent = embassy(eyes)
    busy = _busy(found) | ({sent.fleet.name} if sent is not None else set())
    busy |= {unit.name for unit in boats(eyes)}
    ferries = _ferries(eyes, carried, busy)
    waiting = _recruiting(eyes, carried, busy | {unit.name for unit in ferries})
    errands = _fetching(eyes, [unit for host in waiting for unit in host.fleets], carried)
    recruits = _without(waiting, errands)
    busy |= _busy(errands) | _busy(recruits) | {unit.name for unit in ferries}
    free = [unit for unit in fleets(eyes) if carried[unit.name] and unit.name not in busy]
    found, free = _sent(eyes, found, free, carried)
    if not found and late(eyes):
        goal = min(wanted.values(), key=lambda goal: (goal.men, goal.planet))
        return [Host(goal.planet, tuple(fleets(eyes)), goal.men)]
    idle = [unit for unit in fleets(eyes) if not carried[unit.name] and unit.name not in busy]
    errands += _fetching(eyes, idle, carried)
    idle = [unit for unit in idle if unit.name not in _busy(errands)]
    found = _reserved(eyes, _escorted(eyes, found, idle, 1), free, carried)
    found = _escorted(eyes, found, ferries, FAR) + errands
    left = [unit for unit in free + idle + ferries if unit.name not in _busy(found)]
    found += _fetching(eyes, left, carried)
    return found + recruits + _rallying(eyes, [unit for unit in left if unit.name not in _busy(found)])


def _busy(found: list[Host]) -> set[str]:
    return {unit.name for host in found for unit in host.fleets}


def _without(waiting: list[Host], others: list[Host]) -> list[Host]:
    """Hosts without the ships that others have."""
    taken = _busy(others)
    return [it._replace(fleets=tuple(unit for unit in it.fleets if unit.name not in taken)) for it in waiting]


def _recruiting(eyes: Eyes, carried: dict[str, int], busy: set[str]) -> list[Host]:
    """Those who wait in a capital of ours for more of them, where new points come to them."""
    if late(eyes) or eyes.view.turn == 1:
        return []
    found = []
    for capital in eyes.pack.capitals:
        walls = eyes.pack.planets[capital].hexes[0]
        there = [unit for unit in fleets(eyes) if eyes.planet(unit.hex) == capital and unit.name not in busy]
        few = sum(carried[unit.name] for unit in there) < COMPANY
        if there and few and eyes.ours(capital) and walls not in eyes.view.sieges:
            found.append(Host(capital, tuple(there), 0))
    return found


def _sent(
    eyes: Eyes, found: list[Host], free: list[Unit], carried: dict[str, int]
) -> tuple[list[Host], list[Unit]]:
    """The hosts with those sent to what is still open, and whoever is left."""
    wanted = goals(eyes)
    open_goals = dict(wanted)
    for host in found:
        goal = wanted[host.goal]
        if goal.men <= troops(eyes, host.goal):
            del open_goals[host.goal]
        else:
            open_goals[host.goal] = goal._replace(men=goal.men - troops(eyes, host.goal))
    while free and open_goals:
        offers = [_muster(eyes, goal, free, carried) for goal in open_goals.values()]
        good = [offer for offer in offers if offer is not None]
        if not good:
            break
        _, host = min(good, key=lambda offer: (offer[0], offer[1].goal))
        found = _merged(found, host._replace(need=wanted[host.goal].men))
        del open_goals[host.goal]
        free = [fleet for fleet in free if fleet not in host.fleets]
    return found, free


def _planets(eyes: Eyes, pieces: Sequence[Unit | Leader]) -> list[str]:
    """The planets these are on, in an order that is the same in every process."""
    return sorted({eyes.planet(piece.hex) for piece in pieces})


def _ferries(eyes: Eyes, carried: dict[str, int], busy: set[str]) -> list[Unit]:
    """The ships of leaders who have nobody to lead: the smallest on their planet."""
    found = []
    for planet in _planets(eyes, [it for it in eyes.leaders[eyes.seat] if eyes.rating([it])]):
        there = [unit for unit in fleets(eyes) if eyes.planet(unit.hex) == planet]
        free = [unit for unit in there if unit.name not in busy]
        if free and sum(carried[unit.name] for unit in there) < COMPANY and planet not in goals(eyes):
            found.append(min(free, key=lambda unit: (unit.strength, unit.name)))
    return found


def _escorted(eyes: Eyes, found: list[Host], idle: list[Unit], most: int) -> list[Host]:
    """The hosts with the empty ships that are no more than so many moves behind them."""
    for unit in idle:
        ways = {host.goal: _gap(eyes, unit, host) for host in found}
        goal = min(ways, key=lambda name: (ways[name], name), default="")
        if goal and ways[goal] <= most and ways[goal] < FAR:
            found = _merged(found, Host(goal, (unit,), 0))
    return found


def _reserved(eyes: Eyes, found: list[Host], spare: list[Unit], carried: dict[str, int]) -> list[Host]:
    """The hosts with those whom no goal of their own is left for: they follow the nearest."""
    for unit in spare:
        if found and carried[unit.name] >= RESERVE:
            nearest = min(found, key=lambda host: (_moves(eyes, unit, host.goal), host.goal))
            found = _merged(found, Host(nearest.goal, (unit,), 0))
    return found


def _gap(eyes: Eyes, unit: Unit, host: Host) -> int:
    """Moves between a fleet and the nearest of a host, who may be ashore without any ships."""
    where = {eyes.planet(other.hex) for other in host.fleets}
    if troops(eyes, host.goal) >= FOOTHOLD:
        where.add(host.goal)
    return min((_moves(eyes, unit, planet) for planet in where), default=FAR)


def _rallying(eyes: Eyes, left: list[Unit]) -> list[Host]:
    """Those who are too weak for anything gather in the capital where new points come to them."""
    held = [capital for capital in eyes.pack.capitals if eyes.ours(capital)]
    if not held or not left:
        return []
    main = max(left, key=lambda unit: (unit.strength, unit.name))

    def use(capital: str) -> tuple[int, int, str]:
        return _moves(eyes, main, capital), -eyes.afloat(eyes.seat, capital) - troops(eyes, capital), capital

    return [Host(min(held, key=use), tuple(left), 0)]


def _fetching(eyes: Eyes, ships: list[Unit], carried: dict[str, int]) -> list[Host]:
    """Ships that nobody needs go for troops and leaders who have none, the roomiest first."""
    rooms = {unit: unit.strength - carried[unit.name] for unit in ships}
    stranded = {}
    for planet in _planets(eyes, [it for it in eyes.units[eyes.seat] if it.kind != FLEET]):
        here = [unit for unit in fleets(eyes) if eyes.planet(unit.hex) == planet]
        left = troops(eyes, planet) - sum(carried[unit.name] for unit in here)
        if left >= LIFT and not eyes.ashore(eyes.foe, planet):
            stranded[planet] = left
    for planet in _planets(eyes, [it for it in eyes.leaders[eyes.seat] if eyes.rating([it])]):
        alone = not eyes.afloat(eyes.seat, planet) and planet not in goals(eyes)
        if alone and not eyes.ashore(eyes.foe, planet):
            stranded.setdefault(planet, LIFT)
    trips: dict[str, tuple[Unit, ...]] = {}
    for unit in sorted(rooms, key=lambda unit: (-rooms[unit], unit.name)):
        ways = {planet: _moves(eyes, unit, planet) for planet in stranded if eyes.planet(unit.hex) != planet}
        planet = min(ways, key=lambda name: (ways[name], -stranded[name], name), default="")
        if rooms[unit] < BERTHS or not planet or ways[planet] >= FAR:
            continue
        trips[planet] = (*trips.get(planet, ()), unit)
        stranded[planet] -= rooms[unit]
        if stranded[planet] < LIFT:
            del stranded[planet]
    return [Host(planet, units, 0) for planet, units in trips.items()]


def _engaged(eyes: Eyes, goal: Goal) -> bool:
    """Whether a host has landed at a goal and can hope to take it."""
    ours = troops(eyes, goal.planet)
    if eyes.afloat(eyes.seat, goal.planet) < goal.ships:
        return False
    return ours >= FOOTHOLD and 2 * ours >= eyes.ashore(eyes.foe, goal.planet)


def _landed(eyes: Eyes, goal: Goal, carried: dict[str, int]) -> Host:
    """A host at its goal: as many ships as it needs there; whoever is left is free to go on."""
    there = [unit for unit in fleets(eyes) if eyes.planet(unit.hex) == goal.planet]
    there.sort(key=lambda unit: (carried[unit.name], -unit.strength, unit.name))
    left = troops(eyes, goal.planet)
    ships = sum(unit.strength for unit in there)
    kept = list(there)
    for unit in reversed(there):
        spared = left - carried[unit.name] >= PLENTY * goal.men and ships - unit.strength >= goal.ships
        if spared and carried[unit.name] >= RESERVE:
            kept.remove(unit)
            left, ships = left - carried[unit.name], ships - unit.strength
    return Host(goal.planet, tuple(kept), goal.men)


def _merged(found: list[Host], more: Host) -> list[Host]:
    """A host added to those there are, with the one that has its goal already if there is one."""
    if all(host.goal != more.goal for host in found):
        return [*found, more]
    return [
        host._replace(fleets=host.fleets + more.fleets) if host.goal == more.goal else host for host in found
    ]


def _muster(eyes: Eyes, goal: Goal, free: list[Unit], carried: dict[str, int]) -> tuple[int, Host] | None:
    """The nearest fleets that suffice for a goal, and what it costs to use them there."""
    ready = sorted(free, key=lambda unit: (_moves(eyes, unit, goal.planet), -carried[unit.name], unit.name))
    taken: list[Unit] = []

    def enough() -> bool:
        there = sum(carried[unit.name] for unit in taken) >= goal.men
        return there and sum(unit.strength for unit in taken) >= goal.ships

    while ready and not enough():
        taken.append(ready.pop(0))
    if not taken or not enough():
        return None
    return _cost(eyes, goal, taken), Host(goal.planet, tuple(taken), goal.men)


def _cost(eyes: Eyes, goal: Goal, taken: list[Unit]) -> int:
    """How dear a goal is: the way there counts most, then what waits there."""
    away = max(_moves(eyes, unit, goal.planet) for unit in taken)
    foes = eyes.ashore(eyes.foe, goal.planet) + eyes.afloat(eyes.foe, goal.planet)
    cost = 4 * away + goal.men + foes // 2
    if goal.planet == eyes.pack.imperial_capital and eyes.pack.scenarios[eyes.view.scenario].imperial_wins:
        cost -= SHORT_CUT * max(0, lacking(eyes) - 1)
    return cost


def _moves(eyes: Eyes, unit: Unit, planet: str) -> int:
    return moves_to(eyes, unit.hex, planet)


def ready(eyes: Eyes, host: Host, carried: dict[str, int]) -> bool:
    """Whether enough of a host is at its goal, or one move from it, to go in."""
    if late(eyes):
        return True
    close = [unit for unit in host.fleets if _moves(eyes, unit, host.goal) == 1]
    force = troops(eyes, host.goal) + sum(carried[unit.name] for unit in close)
    coming = any(carried[unit.name] for unit in host.fleets if _moves(eyes, unit, host.goal) > 1)
    walls = eyes.walls(eyes.pack.planets[host.goal].hexes[0])
    return force >= host.need or (not coming and force >= walls + EDGE)
