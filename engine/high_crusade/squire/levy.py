"""Where the squire puts the Crusaders' new points: where a host can use them, as troops or ships, whichever
it lacks."""

from engine.high_crusade.names import ARMY, FACTION, FLEET, short
from engine.high_crusade.squire.chart import moves_to
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.hosts import GUARD, goals, troops
from engine.high_crusade.squire.saying import say
from engine.high_crusade.state import Unit
from engine.kernel.orders import Order
from engine.kernel.players import Options


def place(eyes: Eyes, options: Options) -> Order | None:
    """The best capital first; what finds no place there goes to the next, and the referee does the rest."""
    if eyes.view.owed.get(FACTION[eyes.seat]):
        order = _man(eyes, options)
        if order is not None:
            return order
        for capital in _sites(eyes):
            arms = _wanted(eyes, capital)
            order = next((it for arm in arms if (it := _enter(eyes, options, capital, arm))), None)
            if order is not None:
                return order
    return say(options, "placed")


def _man(eyes: Eyes, options: Options) -> Order | None:
    """Capitals with too few men on the walls come first."""
    for capital in filter(eyes.ours, eyes.pack.capitals):
        at = eyes.pack.planets[capital].hexes[0]
        if eyes.strength(eyes.seat, at, fleets=False) < GUARD:
            order = say(options, "man", place=eyes.pack.place_of[at], points=1)
            if order is not None:
                return order
    return None


def _sites(eyes: Eyes) -> list[str]:
    """Capitals we hold: where the strongest host is, then where the front is near."""
    open_goals = goals(eyes)

    def use(capital: str) -> tuple[int, int, str]:
        at = eyes.pack.planets[capital].hexes[0]
        near = min((moves_to(eyes.pack, at, goal) for goal in open_goals), default=0)
        return -eyes.afloat(eyes.seat, capital) - troops(eyes, capital), near, capital

    return sorted(filter(eyes.ours, eyes.pack.capitals), key=use)


def _wanted(eyes: Eyes, capital: str) -> tuple[str, ...]:
    """What the force in a capital has too little of; troops are useless without ships."""
    ships, men = eyes.afloat(eyes.seat, capital), troops(eyes, capital)
    return (ARMY,) if men < ships else (FLEET,)


def _enter(eyes: Eyes, options: Options, capital: str, arm: str) -> Order | None:
    """New points of one arm in one capital: in a unit that is there, or as a new one."""
    at = eyes.pack.planets[capital].hexes[0]
    units = [unit for unit in eyes.at(eyes.seat, at) if _takes(eyes, unit, arm)]
    for unit in sorted(units, key=lambda unit: (-unit.strength, unit.name)):
        order = say(options, "reinforce", unit=short(eyes.seat, unit.name), points=1)
        if order is not None:
            return order
    return say(options, "raise", arm=arm, points=1, place=eyes.pack.place_of[at])


def _takes(eyes: Eyes, unit: Unit, arm: str) -> bool:
    return unit.kind == arm and unit.faction == FACTION[eyes.seat]
