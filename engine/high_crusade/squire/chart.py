"""The squire's chart: how many moves it is from a land hex to a planet, past what is closed now."""

from functools import lru_cache

from engine.high_crusade.pack import Pack
from engine.high_crusade.squire.eyes import Eyes

FAR = 99


@lru_cache(maxsize=8)
def _near(pack: Pack, span: int) -> dict[int, list[int]]:
    """The land hexes in range of each land hex."""
    shores = list(pack.planet_of)
    return {at: [to for to in shores if pack.grid.distance(at, to) <= span] for at in shores}


@lru_cache(maxsize=512)
def _chart(pack: Pack, span: int, planet: str, closed: frozenset[int]) -> dict[int, int]:
    """Moves to a planet from every land hex, for a fleet of this range that cannot land in closed hexes."""
    near = _near(pack, span)
    moves = dict.fromkeys(pack.planets[planet].hexes, 0)
    edge = [at for at in moves if at not in closed]
    steps = 0
    while edge:
        steps += 1
        reached = {to for at in edge for to in near[at] if to not in moves}
        moves.update(dict.fromkeys(reached, steps))
        edge = [at for at in reached if at not in closed]  # ships may leave a closed hex, not arrive there
    return moves


def moves_to(eyes: Eyes, at: int, planet: str) -> int:
    """Moves of a fleet of the usual range from a land hex to a planet."""
    return _chart(eyes.pack, eyes.pack.default_range, planet, eyes.closed).get(at, FAR)


def moves_of(eyes: Eyes, fleet: str, at: int, planet: str) -> int:
    """Moves of this fleet from a land hex to a planet."""
    return _chart(eyes.pack, eyes.pack.fleet_range(fleet), planet, eyes.closed).get(at, FAR)
