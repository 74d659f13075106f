"""Which of the Crusaders' fleets goes where: hosts are made up anew from every position.

Each open goal is given the nearest fleets whose troops suffice for it, the soonest goal first; whoever is
left over fetches stranded troops or gathers where new points come. A fleet that has moved is nearer to its
goal than before, so the next look at the map finds it in the same host.
"""

from typing import NamedTuple

from engine.high_crusade.names import FLEET
from engine.high_crusade.squire.chart import FAR, moves_to
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.state import Unit

ENOUGH = 16
"""Points with which even the strongest garrison is besieged."""

GUARD = 2
"""Points that stay in a capital we hold when the host goes on."""

EDGE = 2
"""Points a host should have above the walls of its goal, to besiege it, or above defenders in the open."""

SHYNESS = 2
"""Points by which besiegers may be weaker than the besieged: hunger works for them."""

FOOTHOLD = 4
"""Points ashore at a goal from which a host stays there and is not called away."""

LIFT = 4
"""Points without ships, and room in ships without troops, from which it is worth while to fetch them."""

RESERVE = 4
"""Points from which troops without a goal of their own follow a host."""

PATIENCE = 3
"""Turns before the end from which nobody waits for anybody."""


SEA = 2
"""Points by which the ships of a host may be weaker than the enemy's ships at its goal."""


class Host(NamedTuple):
    """The fleets with one goal."""

    goal: str
    fleets: tuple[Unit, ...]
    need: int
    """Ground points it should have ashore at its goal."""


def goals(eyes: Eyes) -> dict[str, int]:
    """What is to be taken or relieved, and the ground points that takes."""
    wanted = {}
    for capital in eyes.pack.capitals:
        foes = eyes.ashore(eyes.foe, capital)
        if not eyes.ours(capital):
            walls = eyes.walls(eyes.pack.planets[capital].hexes[0])
            wanted[capital] = max(walls + EDGE, min(foes - SHYNESS, ENOUGH)) if foes else 1
        elif foes:
            wanted[capital] = foes + EDGE
    return wanted


def guard(eyes: Eyes, at: int) -> int:
    """Ground points that have to stay in a hex."""
    planet = eyes.pack.planets[eyes.planet(at)]
    held = planet.capital and at == planet.hexes[0] and at in eyes.view.castles
    # In the first turn nobody can reach Thraxian's walls before its first new points do.
    return GUARD if held and eyes.view.turn > 1 else 0


def troops(eyes: Eyes, planet: str) -> int:
    """Ground points on a planet that could go with a host."""
    return sum(
        max(0, eyes.strength(eyes.seat, at, fleets=False) - guard(eyes, at))
        for at in eyes.pack.planets[planet].hexes
    )


def loads(eyes: Eyes) -> dict[str, int]:
    """The ground points that go with each fleet: the strongest ships fill first."""
    left: dict[str, int] = {}
    carried = {}
    for fleet in sorted(_fleets(eyes), key=lambda unit: (-unit.strength, unit.name)):
        planet = eyes.planet(fleet.hex)
        have = left.setdefault(planet, troops(eyes, planet))
        carried[fleet.name] = min(fleet.strength, have)
        left[planet] -= carried[fleet.name]
    return carried


def _fleets(eyes: Eyes) -> list[Unit]:
    return [unit for unit in eyes.units[eyes.seat] if unit.kind == FLEET]


def hosts(eyes: Eyes) -> list[Host]:
    """All hosts: those that are at their goals, then the one that will be at its goal first, and so on."""
    carried = loads(eyes)
    wanted = goals(eyes)
    if not wanted:
        return []  # everything is ours: nobody leaves his post
    found = [_landed(eyes, goal, need) for goal, need in wanted.items() if _engaged(eyes, goal)]
    busy = {unit.name for host in found for unit in host.fleets}
    free = [unit for unit in _fleets(eyes) if carried[unit.name] and unit.name not in busy]
    idle = [unit for unit in _fleets(eyes) if not carried[unit.name] and unit.name not in busy]
    lacking = {host.goal: host.need - troops(eyes, host.goal) for host in found}
    short_of = {goal: max(0, lacking.get(goal, need)) for goal, need in wanted.items()}
    open_goals = {goal: need for goal, need in short_of.items() if need}
    while free and open_goals:
        offers = [_muster(eyes, goal, need, free, carried) for goal, need in open_goals.items()]
        good = [offer for offer in offers if offer is not None]
        if not good:
            break
        _, host = min(good, key=lambda offer: (offer[0], offer[1].goal))
        found = _merged(found, host._replace(need=wanted[host.goal]))
        del open_goals[host.goal]
        free = [fleet for fleet in free if fleet not in host.fleets]
    if not found and eyes.view.turn > eyes.view.turns - PATIENCE:  # now or never
        goal = min(wanted, key=lambda name: (wanted[name], name))
        return [Host(goal, tuple(_fleets(eyes)), wanted[goal])]
    spare = [unit for unit in free if carried[unit.name] >= RESERVE]
    errands = _fetching(eyes, idle, carried)
    sent = {unit.name for host in errands for unit in host.fleets}
    idle = [unit for unit in idle if unit.name not in sent]
    found = _reserved(eyes, _escorted(eyes, found, idle), spare) + errands
    busy = {unit.name for host in found for unit in host.fleets}
    left = [unit for unit in free + idle if unit.name not in busy]
    found += _fetching(eyes, left, carried)
    busy = {unit.name for host in found for unit in host.fleets}
    left = [unit for unit in left if unit.name not in busy]
    return found + _rallying(eyes, left)


def _escorted(eyes: Eyes, found: list[Host], idle: list[Unit]) -> list[Host]:
    """The hosts with the empty ships that are where their ships are, or a move behind them."""
    for unit in idle:
        ways = {host.goal: _gap(eyes, unit, host) for host in found}
        goal = min(ways, key=lambda name: (ways[name], name), default="")
        if goal and ways[goal] <= 1:
            found = _merged(found, Host(goal, (unit,), 0))
    return found


def _reserved(eyes: Eyes, found: list[Host], spare: list[Unit]) -> list[Host]:
    """The hosts with those whom no goal of their own is left for: they follow the nearest."""
    for unit in spare:
        if found:
            nearest = min(found, key=lambda host: (_moves(eyes, unit, host.goal), host.goal))
            found = _merged(found, Host(nearest.goal, (unit,), 0))
    return found


def _gap(eyes: Eyes, unit: Unit, host: Host) -> int:
    """Moves between a fleet and the nearest fleet of a host."""
    return min((_moves(eyes, unit, eyes.planet(other.hex)) for other in host.fleets), default=FAR)


def _rallying(eyes: Eyes, left: list[Unit]) -> list[Host]:
    """Those who are too weak for anything gather in the capital where new points come to them."""
    held = [capital for capital in eyes.pack.capitals if eyes.ours(capital)]
    if not held or not left:
        return []
    main = max(left, key=lambda unit: (unit.strength, unit.name))

    def use(capital: str) -> tuple[int, int, str]:
        return _moves(eyes, main, capital), -eyes.afloat(eyes.seat, capital) - troops(eyes, capital), capital

    return [Host(min(held, key=use), tuple(left), 0)]


def _fetching(eyes: Eyes, fleets: list[Unit], carried: dict[str, int]) -> list[Host]:
    """Ships that nobody needs and that have room go for troops that have no ships."""
    empty = [unit for unit in fleets if unit.strength - carried[unit.name] >= LIFT]
    stranded = {}
    for planet in {eyes.planet(unit.hex) for unit in eyes.units[eyes.seat] if unit.kind != FLEET}:
        left = troops(eyes, planet) - eyes.afloat(eyes.seat, planet)
        if left >= LIFT and not eyes.ashore(eyes.foe, planet):
            stranded[planet] = left
    if not empty or not stranded:
        return []
    trips: dict[str, tuple[Unit, ...]] = {}
    for unit in empty:
        planet = min(stranded, key=lambda name: (_moves(eyes, unit, name), -stranded[name], name))
        trips[planet] = (*trips.get(planet, ()), unit)
    return [Host(planet, units, 0) for planet, units in trips.items()]


def _engaged(eyes: Eyes, goal: str) -> bool:
    """Whether a host has landed at a goal and can hope to take it."""
    ours = troops(eyes, goal)
    return ours >= FOOTHOLD and 2 * ours >= eyes.ashore(eyes.foe, goal)


def _landed(eyes: Eyes, goal: str, need: int) -> Host:
    return Host(goal, tuple(unit for unit in _fleets(eyes) if eyes.planet(unit.hex) == goal), need)


def _merged(found: list[Host], more: Host) -> list[Host]:
    """A host added to those there are, with the one that has its goal already if there is one."""
    if all(host.goal != more.goal for host in found):
        return [*found, more]
    return [
        host._replace(fleets=host.fleets + more.fleets) if host.goal == more.goal else host for host in found
    ]


def _muster(
    eyes: Eyes, goal: str, need: int, free: list[Unit], carried: dict[str, int]
) -> tuple[int, Host] | None:
    """The nearest fleets that suffice for a goal, and what it costs to use them there."""
    ready = sorted(free, key=lambda unit: (_moves(eyes, unit, goal), -carried[unit.name], unit.name))
    ships = eyes.afloat(eyes.foe, goal) - eyes.afloat(eyes.seat, goal) - SEA
    taken: list[Unit] = []

    def enough() -> bool:
        there = sum(carried[unit.name] for unit in taken) >= need
        return there and sum(unit.strength for unit in taken) >= ships

    while ready and not enough():
        taken.append(ready.pop(0))
    if not taken or not enough():
        return None
    return _cost(eyes, goal, need, taken), Host(goal, tuple(taken), need)


def _cost(eyes: Eyes, goal: str, need: int, taken: list[Unit]) -> int:
    """How dear a goal is: the way there counts most, then what waits there."""
    away = max(_moves(eyes, unit, goal) for unit in taken)
    foes = eyes.ashore(eyes.foe, goal) + eyes.afloat(eyes.foe, goal)
    return 4 * away + need + foes // 2


def _moves(eyes: Eyes, unit: Unit, planet: str) -> int:
    return moves_to(eyes.pack, unit.hex, planet)


def ready(eyes: Eyes, host: Host, carried: dict[str, int]) -> bool:
    """Whether enough of a host is at its goal, or one move from it, to go in."""
    if eyes.view.turn > eyes.view.turns - PATIENCE:
        return True
    close = [unit for unit in host.fleets if _moves(eyes, unit, host.goal) == 1]
    force = troops(eyes, host.goal) + sum(carried[unit.name] for unit in close)
    coming = any(carried[unit.name] for unit in host.fleets if _moves(eyes, unit, host.goal) > 1)
    walls = eyes.walls(eyes.pack.planets[host.goal].hexes[0])
    return force >= host.need or (not coming and force >= walls + EDGE)
