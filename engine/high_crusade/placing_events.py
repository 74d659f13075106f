"""Strength points that come, are placed, wait or are lost (rule 4.1): the facts."""

from dataclasses import dataclass

from engine.high_crusade.names import listed, points
from engine.high_crusade.registry import applies, tells
from engine.high_crusade.state import State
from engine.kernel.game import Event
from engine.kernel.seats import Viewer


@dataclass(frozen=True, slots=True)
class PointsCame(Event):
    """Strength points are to be placed: so many for each of these factions."""

    factions: tuple[str, ...]
    points: tuple[int, ...]
    cause: str


@dataclass(frozen=True, slots=True)
class PointsPlaced(Event):
    """Points that were to be placed are."""

    faction: str
    points: int


@dataclass(frozen=True, slots=True)
class PointsBanked(Event):
    """Fleet points that no fleet could take wait to be collected."""

    faction: str
    points: int
    now: int


@dataclass(frozen=True, slots=True)
class PointsLost(Event):
    """Points that found no place are lost."""

    faction: str
    points: int


@applies(PointsCame)
def _came(state: State, event: PointsCame) -> None:
    owed = dict(state.owed)
    for faction, count in zip(event.factions, event.points, strict=True):
        owed[faction] = owed.get(faction, 0) + count
    state.owed = {faction: count for faction, count in owed.items() if count}


def _paid(state: State, faction: str, count: int) -> None:
    owed = dict(state.owed)
    owed[faction] -= count
    state.owed = {name: left for name, left in owed.items() if left}


@applies(PointsPlaced)
def _placed_some(state: State, event: PointsPlaced) -> None:
    _paid(state, event.faction, event.points)


@applies(PointsBanked)
def _banked(state: State, event: PointsBanked) -> None:
    _paid(state, event.faction, event.points)
    state.uncollected = {**state.uncollected, event.faction: event.now}


@applies(PointsLost)
def _lost(state: State, event: PointsLost) -> None:
    _paid(state, event.faction, event.points)


@tells(PointsCame)
def _tell_came(event: PointsCame, viewer: Viewer) -> str | None:
    shares = [f"{faction} {count}" for faction, count in zip(event.factions, event.points, strict=True)]
    return f"Points to place, {event.cause}: {listed(shares)}."


@tells(PointsBanked)
def _tell_banked(event: PointsBanked, viewer: Viewer) -> str | None:
    wait = "waits" if event.points == 1 else "wait"
    return f"{event.faction}: {points(event.points)} {wait} for a fleet to come by; {event.now} in all."


@tells(PointsLost)
def _tell_lost(event: PointsLost, viewer: Viewer) -> str | None:
    lost = "finds no place and is lost" if event.points == 1 else "find no place and are lost"
    return f"{event.faction}: {points(event.points)} {lost}."
