"""Reconquest of converted Thrall Races (rule 8.4), in the Wersgorix combat phase."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.lookups import own_leader, planet_named
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import CRUSADER, WERSGORIX
from engine.high_crusade.pieces import change_iq
from engine.high_crusade.registry import applies, judges, offering, tells
from engine.high_crusade.state import Leader, State
from engine.kernel.game import END, Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

ASTERISK = 3
"""What a race with a fleet and an army adds to the die."""


@dataclass(frozen=True, slots=True)
class Reconquer(Order):
    """Try to bring a converted race back under the Empire."""

    VERB: ClassVar[str] = "reconquer"
    GIST: ClassVar[str] = "try to win a converted race back"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("planet", "planet"),
        Slot("leader", "leader", "with"),
        Slot("spend", "number", "spending", optional=True),
    )
    planet: str
    leader: str
    spend: int | None = None


COMBAT_VERBS = (Reconquer.VERB,)
"""What this chapter adds to the Wersgorix combat phase."""


@dataclass(frozen=True, slots=True)
class ReconquestRolled(Event):
    """A reconquest is tried."""

    planet: str
    leader: str
    rolled: tuple[int, ...]
    added: int
    spent: int
    rating: int
    success: bool


@dataclass(frozen=True, slots=True)
class RaceReconquered(Event):
    """A race serves the Empire again; its piece is turned face down."""

    planet: str


@applies(ReconquestRolled)
def _rolled(state: State, event: ReconquestRolled) -> None:
    state.reconquered = state.reconquered | {event.planet}


@applies(RaceReconquered)
def _reconquered(state: State, event: RaceReconquered) -> None:
    thrall = state.thralls[event.planet]
    state.put_thrall(
        event.planet, thrall._replace(converted=False, heresy=False, shown=False, known=True, tried=True)
    )


@tells(ReconquestRolled)
def _tell_rolled(event: ReconquestRolled, viewer: Viewer) -> str | None:
    total = event.rolled[0] + event.added - event.spent
    end = "and wins the race back" if event.success else "and fails"
    spent = f", less {event.spent} I.Q." if event.spent else ""
    return (
        f"{event.leader} tries to reconquer {event.planet}: {event.rolled[0]} on the die and {event.added} "
        f"against him{spent} make {total}, his rating is {event.rating}, {end}."
    )


@tells(RaceReconquered)
def _tell_reconquered(event: RaceReconquered, viewer: Viewer) -> str | None:
    return f"The race of {event.planet} serves the Wersgorix again."


def _candidates(state: State, planet: str) -> list[Leader]:
    """Leaders who may try (rule 8.4.7)."""
    return [
        leader
        for at in state.pack.planets[planet].hexes
        for leader in state.leaders_of(WERSGORIX, at)
        if leader.name != state.traitor
    ]


@remembered
def _planets(state: State) -> list[str]:
    return [
        planet
        for planet, thrall in state.thralls.items()
        if thrall.converted and planet not in state.reconquered and _candidates(state, planet)
    ]


def resistance(state: State, planet: str) -> int:
    """What is added to the die (rules 8.4.2 and 8.4.8)."""
    face = state.face(planet)
    present = sum(
        unit.strength for at in state.pack.planets[planet].hexes for unit in state.units_of(CRUSADER, at)
    )
    return face.strength + present + (face.attitude == "W") + (ASTERISK if face.asterisk else 0)


@judges(Reconquer, when=lambda state, seat: bool(_planets(state)))
def _reconquer(draft: Draft, seat: Seat, order: Reconquer) -> None:
    """Rules 8.4.1 to 8.4.8."""
    state = draft.state
    planet = planet_named(state, order.planet)
    thrall = state.thralls.get(planet)
    if thrall is None or not thrall.converted:
        raise refuse("8.4.1", f"There is no converted Thrall Race on {planet}.")
    leader = own_leader(state, seat, order.leader)
    if leader.name == state.traitor:
        raise refuse("8.4.7", f"{leader.name} is only a traitor; no race will follow him.")
    if state.pack.planet_of[leader.hex] != planet:
        raise refuse("8.4.1", f"{leader.name} is at {state.pack.place_of[leader.hex]}, not on {planet}.")
    if planet in state.reconquered:
        raise refuse("8.4.7", f"Reconquest of {planet} has been tried this turn.")
    spend = order.spend or 0
    if spend > state.iq:
        raise refuse("8.4.7", f"You have {state.iq} I.Q. points, not {spend}.")
    added = resistance(state, planet)
    rating = state.political_rating(leader)
    rolled = draft.roll(1)
    success = rolled[0] + added - spend <= rating
    draft.emit(ReconquestRolled(planet, leader.name, rolled, added, spend, rating, success))
    change_iq(draft, -spend, f"spent on {planet}")
    if success:
        draft.emit(RaceReconquered(planet))


@offering(Reconquer, "planet")
def _offer_planet(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return _planets(state)


@offering(Reconquer, "leader")
def _offer_leader(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return [leader.name for leader in _candidates(state, filled["planet"])]


@offering(Reconquer, "spend")
def _offer_spend(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[int | None]:
    return [END, *range(1, state.iq + 1)]
