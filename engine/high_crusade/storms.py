"""Ionic storms (rules 4.1.11 and 11.1.7): where they enter, how they drift, when they leave the map."""

from dataclasses import dataclass

from engine.high_crusade.draft import Draft
from engine.high_crusade.registry import applies, tells
from engine.high_crusade.state import State
from engine.kernel.game import Event
from engine.kernel.hexgrid import DIRECTIONS
from engine.kernel.hexgrid import name as hex_name
from engine.kernel.seats import Viewer

_TOWARDS = dict(
    zip(DIRECTIONS, ("north", "north-east", "south-east", "south", "south-west", "north-west"), strict=True)
)


@dataclass(frozen=True, slots=True)
class StormArose(Event):
    """A storm appears in a hex. `rolled` is the entry die, if one was thrown."""

    hex: int
    rolled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StormMoved(Event):
    """A storm drifts; `to` is 0 when it leaves the map and is gone."""

    hex: int
    to: int
    direction: str
    rolled: tuple[int, int]
    """The dice for direction and distance."""


@applies(StormArose)
def _storm_arose(state: State, event: StormArose) -> None:
    state.storms = (*state.storms, event.hex)


@applies(StormMoved)
def _storm_moved(state: State, event: StormMoved) -> None:
    storms = list(state.storms)
    place = storms.index(event.hex)
    if event.to:
        storms[place] = event.to
    else:
        del storms[place]
    state.storms = tuple(storms)


@tells(StormArose)
def _tell_arose(event: StormArose, viewer: Viewer) -> str | None:
    die = f" (rolled {event.rolled[0]})" if event.rolled else ""
    return f"An ionic storm appears in hex {hex_name(event.hex)}{die}."


@tells(StormMoved)
def _tell_moved(event: StormMoved, viewer: Viewer) -> str | None:
    dice = f"(rolled {event.rolled[0]} and {event.rolled[1]})"
    way = _TOWARDS[event.direction]
    if not event.to:
        return f"The ionic storm of hex {hex_name(event.hex)} drifts {way} {dice}, off the map, and is gone."
    return f"The ionic storm of hex {hex_name(event.hex)} drifts {way} to hex {hex_name(event.to)} {dice}."


def place_storm(draft: Draft, at: int) -> None:
    """Put a storm into a hex (fleet result 9, rule 12.1.9)."""
    draft.emit(StormArose(at, ()))


def enter_storm(draft: Draft) -> None:
    """Rule 11.1.7: a storm enters by one die and drifts at once."""
    die = draft.die()
    at = draft.state.pack.storms.entry(die)
    draft.emit(StormArose(at, (die,)))
    drift(draft, at)


def drift(draft: Draft, at: int) -> None:
    """Rule 4.1.11: one die for the direction, one for the distance; off the map it is gone."""
    rolled = (draft.die(), draft.die())
    pack = draft.state.pack
    direction = pack.storms.direction(rolled[0])
    to = at
    for _ in range(rolled[1]):
        to = pack.grid.step(to, direction) or 0
        if not to:
            break
    draft.emit(StormMoved(at, to, DIRECTIONS[direction], rolled))


def drift_all(draft: Draft) -> bool:
    """Rules 4.1.11 and 4.1.16: every storm on the map drifts; whether there was one."""
    storms = draft.state.storms
    for at in storms:
        drift(draft, at)
    return bool(storms)
