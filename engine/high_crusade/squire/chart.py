"""The squire's chart: how many moves it is from a land hex to a planet."""

from functools import lru_cache

from engine.high_crusade.pack import Pack

FAR = 99


@lru_cache(maxsize=8)
def _chart(pack: Pack, span: int) -> dict[str, dict[int, int]]:
    """Moves to every planet from every land hex, for a fleet of this range."""
    shores = list(pack.planet_of)
    near = {at: [to for to in shores if pack.grid.distance(at, to) <= span] for at in shores}
    chart = {}
    for name, planet in pack.planets.items():
        moves = dict.fromkeys(planet.hexes, 0)
        edge = list(planet.hexes)
        while edge:
            edge = [to for at in edge for to in near[at] if _first(moves, to, moves[at] + 1)]
        chart[name] = moves
    return chart


def _first(moves: dict[int, int], at: int, count: int) -> bool:
    """Note how far a hex is, unless that is known; whether it was new."""
    if at in moves:
        return False
    moves[at] = count
    return True


def moves_to(pack: Pack, at: int, planet: str) -> int:
    """Moves of a fleet of the usual range from a land hex to a planet."""
    return _chart(pack, pack.default_range)[planet].get(at, FAR)


def moves_of(pack: Pack, fleet: str, at: int, planet: str) -> int:
    """Moves of this fleet from a land hex to a planet."""
    return _chart(pack, pack.fleet_range(fleet))[planet].get(at, FAR)
