"""Who holds how many fiefs, and how many he may (rules 8.3.2, 8.3.11, 8.5.2 and 8.5.3)."""

from engine.high_crusade.names import CRUSADER, PARVUS
from engine.high_crusade.state import Leader, State


def crusader_leaders(state: State) -> list[Leader]:
    """Crusader leaders who are alive, free, loyal and on the map: no allies, Thralls or defectors."""
    return [
        leader
        for leader in state.leaders.values()
        if leader.faction == "Crusader" and leader.hex and state.seat_of_leader(leader) == CRUSADER
    ]


def crusaders_on(state: State, planet: str) -> list[Leader]:
    """Such leaders on a planet."""
    planets = state.pack.planet_of
    return [leader for leader in crusader_leaders(state) if planets[leader.hex] == planet]


def fiefs_of(state: State, leader: str) -> list[str]:
    """Planets that bear a leader's Fief Marker, reconquered ones and Thraxian included."""
    held = [planet for planet, thrall in state.thralls.items() if thrall.fief == leader]
    return [state.pack.crusader_home, *held] if state.home_fief == leader else held


def fief_limit(state: State, leader: str) -> int | None:
    """How many fiefs he may hold; None for any number."""
    if leader == PARVUS:
        return None
    title = state.titles.get(leader, ("", ""))[0]
    return state.pack.limits.fief_limits[title] if title else 0


def has_room(state: State, leader: str, kept: int = 0) -> bool:
    """Whether he may hold one more, with room kept for so many."""
    limit = fief_limit(state, leader)
    return limit is None or len(fiefs_of(state, leader)) + kept < limit
