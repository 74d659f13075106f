"""Forts that fire at departing fleets (rules 6.2.7, 7.4.2 and 7.4.3)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.high_crusade.battle import join_battle
from engine.high_crusade.draft import Draft
from engine.high_crusade.flow import answered
from engine.high_crusade.registry import applies, judges, question, tells
from engine.high_crusade.state import Ask, State
from engine.kernel.game import Event
from engine.kernel.orders import Order
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Fire(Order):
    """Let the fort fire at the fleet that is leaving."""

    VERB: ClassVar[str] = "fire"
    GIST: ClassVar[str] = "fire at the departing fleet"


@dataclass(frozen=True, slots=True)
class Hold(Order):
    """Let the fleet leave without a shot."""

    VERB: ClassVar[str] = "hold"
    GIST: ClassVar[str] = "hold your fire"


@dataclass(frozen=True, slots=True)
class FireHeld(Event):
    """A fort lets a fleet go."""

    hex: int
    unit: str
    place: str


@applies(FireHeld)
def _fire_held(state: State, event: FireHeld) -> None:
    state.fired = state.fired | {(event.hex, event.unit)}


@tells(FireHeld)
def _tell_held(event: FireHeld, viewer: Viewer) -> str | None:
    return f"The fort at {event.place} holds its fire; {event.unit} may leave."


def _prompt(state: State, asked: Ask) -> str:
    at, unit = asked.about
    planet, place = state.pack.planet_of[at], state.pack.place_of[at]
    return f"{unit} is about to leave {planet}. Does your fort at {place} fire?"


question("fort_fire", (Fire.VERB, Hold.VERB), _prompt, lambda state, asked: Fire(), "7.4.2")


@judges(Fire)
def _fire(draft: Draft, seat: Seat, order: Fire) -> None:
    """Rule 7.4.3: the fort attacks the departing fleet."""
    at, unit = answered(draft, seat).about
    join_battle(draft, seat, "fort_fire", draft.state.units[unit].hex, targets=(unit,), source=at)


@judges(Hold)
def _hold(draft: Draft, seat: Seat, order: Hold) -> None:
    """Rule 7.4.2: a fort may fire, it need not."""
    at, unit = answered(draft, seat).about
    draft.emit(FireHeld(at, unit, draft.state.pack.place_of[at]))
