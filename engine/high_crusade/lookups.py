"""What the words in an order stand for, or a refusal that says why they stand for nothing."""

from engine.high_crusade.draft import refuse
from engine.high_crusade.names import FLEET, full, short
from engine.high_crusade.state import Leader, State, Unit
from engine.kernel.seats import Seat


def own_unit(state: State, seat: Seat, name: str) -> Unit:
    """A unit this seat commands, by the name it uses."""
    known = full(seat, name)
    unit = state.units.get(known)
    if unit is None:
        raise refuse("2.1.1", f"There is no {known} on the map.")
    if state.seat_of(unit) != seat:
        raise refuse("6.1.1", f"{known} is not yours to command now.")
    return unit


def own_fleet(state: State, seat: Seat, name: str) -> Unit:
    """A fleet this seat commands."""
    unit = own_unit(state, seat, name)
    if unit.kind != FLEET:
        raise refuse("6.2.1", f"{unit.name} is not a fleet.")
    return unit


def own_leader(state: State, seat: Seat, name: str) -> Leader:
    """A leader this seat commands who is on the map."""
    leader = state.leaders.get(name)
    if leader is None or not leader.hex:
        raise refuse("2.3.1", f"{name} is not on the map.")
    if state.seat_of_leader(leader) != seat:
        why = "is a prisoner" if leader.captor else "is not yours to command now"
        raise refuse("6.1.1", f"{name} {why}.")
    return leader


def land(state: State, place: str) -> int:
    """The land hex of this name."""
    at = state.pack.hex_of.get(place)
    if at is None:
        raise refuse("6.2.2", f"There is no land hex called {place}.")
    return at


def planet_named(state: State, name: str) -> str:
    """The planet of this name."""
    if name not in state.pack.planets:
        raise refuse("6.2.2", f"There is no planet called {name}.")
    return name


def is_leader(state: State, name: str) -> bool:
    """Whether a name in an order is a leader's."""
    return name in state.pack.leaders


def calls(seat: Seat, units: "list[Unit] | tuple[Unit, ...]") -> list[str]:
    """What a seat calls these units in its orders."""
    return [short(seat, unit.name) for unit in units]
