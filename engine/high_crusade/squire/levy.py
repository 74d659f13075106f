"""Where the squire puts the Crusaders' new points: where a host can use them, as troops or ships, whichever
it lacks."""

from collections.abc import Sequence

from engine.high_crusade.names import ARMY, FACTION, FLEET, full
from engine.high_crusade.squire.chart import moves_to
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.forces import GUARD, troops
from engine.high_crusade.squire.goals import goals
from engine.kernel.orders import Order
from engine.kernel.players import Line, Options
from engine.kernel.saying import Pick, say

MOST_FLEETS = 5
"""Fleets after which counters are kept for armies, without which no garrison goes aboard."""


def place(eyes: Eyes, options: Options) -> Order | None:
    """Walls first, then the force that needs it most; what finds no place is left to the referee."""
    return _man(eyes, options) or _enter(eyes, options) or say(options, "placed")


def _man(eyes: Eyes, options: Options) -> Order | None:
    """Capitals with too few men on the walls come first."""
    for capital in filter(eyes.ours, eyes.pack.capitals):
        at = eyes.pack.planets[capital].hexes[0]
        if eyes.strength(eyes.seat, at, fleets=False) < GUARD:
            walls = eyes.pack.place_of[at]
            order = say(options, "man", place=walls, points=1)
            order = order or say(options, "raise", arm=ARMY, points=1, place=walls)
            if order is not None:
                return order
    return None


def _enter(eyes: Eyes, options: Options) -> Order | None:
    """One point where it is of most use: in a unit that is there, or in a new one."""
    choices = [*_joining(eyes, options), *_raising(eyes, options)]
    return max(choices, key=lambda choice: choice[0], default=((), None))[1]


MANY = 5
"""Men without ships from which new points are ships."""

Use = tuple[bool, int, int, bool, str]
"""How useful a new point would be: it makes up a balanced force, of this size, near the front, ..."""


def _joining(eyes: Eyes, options: Options) -> list[tuple[Use, Order]]:
    """Points that join a unit."""
    if "reinforce" not in options.verbs:
        return []
    found = []
    for called in options.begin("reinforce").offers():
        unit = eyes.view.units[full(eyes.seat, called)]
        order = say(options, "reinforce", unit=called, points=_share(eyes, unit.hex, unit.kind))
        if order is not None:
            found.append((_use(eyes, unit.hex, unit.kind, new=False, name=called), order))
    return found


def _raising(eyes: Eyes, options: Options) -> list[tuple[Use, Order]]:
    """Points that make a new unit."""
    if "raise" not in options.verbs:
        return []
    found = []
    fleets = sum(unit.kind == FLEET and unit.faction == FACTION[eyes.seat] for unit in eyes.units[eyes.seat])
    for arm in options.begin("raise").offers():
        line = options.begin("raise")
        line.take(arm)
        line.take(1)
        for place_ in line.offers():
            own = not eyes.pack.planets[eyes.planet(eyes.pack.hex_of[place_])].home_of
            if arm == FLEET and own and fleets >= MOST_FLEETS:
                continue
            at = eyes.pack.hex_of[place_]
            order = say(options, "raise", arm=arm, points=_share(eyes, at, arm), place=place_)
            if order is not None:
                found.append((_use(eyes, at, arm, new=True, name=place_), order))
    return found


def _stranded(eyes: Eyes) -> int:
    """Men for whom there are no ships anywhere."""
    planets = {eyes.planet(unit.hex) for unit in eyes.units[eyes.seat]}
    return sum(troops(eyes, planet) - eyes.afloat(eyes.seat, planet) for planet in planets)


def _share(eyes: Eyes, at: int, arm: str) -> Pick:
    """As many points as a force lacks in this arm, and half of what is then left."""
    planet = eyes.planet(at)
    ships, men = eyes.afloat(eyes.seat, planet), troops(eyes, planet)
    gap = max(0, men - ships if arm == FLEET else ships - men)

    def pick(offers: Sequence[int], line: Line) -> int:
        most = gap + (max(0, max(offers) - gap) + 1) // 2
        return max((count for count in offers if count <= most), default=min(offers))

    return pick


def _use(eyes: Eyes, at: int, arm: str, *, new: bool, name: str) -> Use:
    planet = eyes.planet(at)
    ships, men = eyes.afloat(eyes.seat, planet), troops(eyes, planet)
    led = any(unit.kind == ARMY for it in eyes.pack.planets[planet].hexes for unit in eyes.at(eyes.seat, it))
    # Men without an army to lead them aboard are of no use to the ships that are there.
    wanted = ARMY if men < ships or (ships and not led) else FLEET
    if _stranded(eyes) > MANY and ships < men + MANY:
        wanted = FLEET
    near = min((moves_to(eyes, at, goal) for goal in goals(eyes)), default=0)
    return arm == wanted, ships + men, -near, not new, name
