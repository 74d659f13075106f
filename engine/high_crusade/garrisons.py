"""Garrison markers (rule 2.2.2): what a side's ten markers can show on the map."""

from functools import lru_cache

from engine.high_crusade.names import CRUSADER, GARRISON
from engine.high_crusade.state import State


@lru_cache(maxsize=4096)
def composable(strengths: tuple[int, ...], markers: tuple[int, ...]) -> bool:
    """Whether every strength can be laid out with markers of its own. Both tuples: largest first."""
    if not strengths:
        return True
    wanted, rest = strengths[0], strengths[1:]
    return any(composable(rest, left) for left in _layings(wanted, markers))


def _layings(wanted: int, markers: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The markers left over after each way of showing one strength."""
    if wanted == 0:
        return {markers}
    left: set[tuple[int, ...]] = set()
    tried = 0
    for place, value in enumerate(markers):
        if value > wanted or value == tried:
            continue
        tried = value
        # Later markers only: the order in which markers are laid makes no difference.
        for rest in _layings(wanted - value, markers[place + 1 :]):
            left.add(tuple(sorted(markers[:place] + rest, reverse=True)))
    return left


def addable(state: State, faction: str, at: int, most: int) -> list[int]:
    """The numbers, up to `most`, of points a player may choose to add to a garrison in a hex."""
    seat = state.seat_of_faction(faction) or CRUSADER
    place = state.garrison(faction, at)
    present = place.strength if place else 0
    others = [
        unit.strength
        for unit in state.units.values()
        if unit.kind == GARRISON
        and (state.seat_of_faction(unit.faction) or CRUSADER) == seat
        and not (unit.faction == faction and unit.hex == at)
    ]
    markers = tuple(sorted(state.pack.limits.garrisons, reverse=True))
    return [
        added
        for added in range(1, most + 1)
        if composable(tuple(sorted([*others, present + added], reverse=True)), markers)
    ]


def most_addable(state: State, faction: str, at: int, wanted: int) -> int:
    """The most of `wanted` points a player may choose to add to a garrison in a hex."""
    return max(addable(state, faction, at, wanted), default=0)
