"""The Crusaders' embassy: a small ship takes a good talker and the interpreter to the Independent Races.

An ally sends a die of points every turn, more than two capitals do; so the way pays, the earlier the better.
"""

from typing import NamedTuple

from engine.high_crusade.names import PARVUS, ROGER
from engine.high_crusade.squire.chart import moves_of
from engine.high_crusade.squire.court import in_session
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.forces import fleets
from engine.high_crusade.state import Leader, Unit

SMALL = 3
"""Ships that can be spared for an embassy."""

USELESS = 3
"""Turns before the end from which a new ally comes too late."""


class Embassy(NamedTuple):
    """A ship, whom it carries, and where to."""

    fleet: Unit
    leaders: tuple[str, ...]
    goal: str


def embassy(eyes: Eyes) -> Embassy | None:
    """The embassy that is under way or could set out now."""
    if eyes.view.turn > eyes.view.turns - USELESS or in_session(eyes):
        return None
    homes = _homes(eyes)
    envoy = _envoy(eyes)
    if envoy is None or not homes:
        return None
    planet = eyes.planet(envoy.hex)
    ships = [unit for unit in fleets(eyes) if eyes.planet(unit.hex) == planet and unit.strength <= SMALL]
    if not ships:
        return None
    fleet = min(ships, key=lambda unit: (unit.strength, unit.name))
    with_him = [leader.name for leader in eyes.leaders[eyes.seat] if eyes.planet(leader.hex) == planet]
    interpreter = (PARVUS,) if PARVUS in with_him else ()
    goal = min(homes, key=lambda name: (moves_of(eyes, fleet.name, fleet.hex, name), name))
    return Embassy(fleet, (envoy.name, *interpreter), goal)


def _homes(eyes: Eyes) -> list[str]:
    """Home worlds of races that are nobody's friends yet."""
    return [
        planet.name
        for planet in eyes.pack.planets.values()
        if planet.home_of and eyes.view.alliances[planet.home_of] == "neutral"
    ]


def _envoy(eyes: Eyes) -> Leader | None:
    """The best talker after Sir Roger, who is needed in the field."""
    free = [
        leader
        for leader in eyes.leaders[eyes.seat]
        if leader.faction == "Crusader" and leader.name not in (ROGER, PARVUS)
    ]
    return max(free, key=lambda leader: (eyes.talk(leader), leader.name), default=None)
