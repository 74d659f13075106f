"""Garrison markers (rule 2.2.2): what a side's ten markers can show on the map."""

from collections.abc import Iterable
from functools import lru_cache

from engine.high_crusade.memory import remembered
from engine.high_crusade.names import CRUSADER
from engine.high_crusade.state import State
from engine.kernel.seats import Seat

Markers = tuple[int, ...]
"""Marker values, largest first."""


@lru_cache(maxsize=1024)
def _sums(markers: Markers) -> int:
    """The strengths these markers can show: bit n is set where some of them add up to n."""
    shown = 1
    for value in markers:
        shown |= shown << value
    return shown


@lru_cache(maxsize=4096)
def _without(markers: Markers, wanted: int) -> frozenset[Markers]:
    """The markers left over after each way of showing one strength."""
    if wanted == 0:
        return frozenset((markers,))
    if not markers or not _sums(markers) >> wanted & 1:
        return frozenset()
    first, rest = markers[0], markers[1:]
    left = {tuple(sorted((first, *others), reverse=True)) for others in _without(rest, wanted)}
    if first <= wanted:
        left |= _without(rest, wanted - first)
    return frozenset(left)


@lru_cache(maxsize=8192)
def _left(markers: Markers, strengths: tuple[int, ...]) -> frozenset[Markers]:
    """What may be left of the markers once all these strengths are shown; empty when they cannot be."""
    if not strengths:
        return frozenset((markers,))
    return frozenset(
        less for some in _left(markers, strengths[:-1]) for less in _without(some, strengths[-1])
    )


def composable(strengths: Iterable[int], markers: Markers) -> bool:
    """Whether all these garrisons can be shown at once."""
    return bool(_left(markers, tuple(sorted(strengths))))


@lru_cache(maxsize=8192)
def _showable(markers: Markers, strengths: tuple[int, ...]) -> int:
    """The strengths one more garrison could have beside these: bit n is set where n can be shown."""
    shown = 0
    for left in _left(markers, strengths):
        shown |= _sums(left)
    return shown


def addable(state: State, faction: str, at: int, most: int) -> list[int]:
    """The numbers, up to `most`, of points a player may choose to add to a garrison in a hex."""
    others = _strengths(state, state.seat_of_faction(faction) or CRUSADER)
    here = state.garrison(faction, at)
    present = here.strength if here else 0
    if present:
        place = others.index(present)
        others = others[:place] + others[place + 1 :]
    shown = _showable(state.pack.limits.garrisons, others) >> present
    return [added for added in range(1, most + 1) if shown >> added & 1]


@remembered
def _strengths(state: State, seat: Seat) -> tuple[int, ...]:
    """The strengths of all garrisons shown with the markers of a side, least first."""
    return tuple(
        sorted(
            unit.strength
            for unit in state.index.garrisons
            if (state.seat_of_faction(unit.faction) or CRUSADER) == seat
        )
    )


def most_addable(state: State, faction: str, at: int, wanted: int) -> int:
    """The most of `wanted` points a player may choose to add to a garrison in a hex."""
    return max(addable(state, faction, at, wanted), default=0)
