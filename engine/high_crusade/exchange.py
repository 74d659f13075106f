"""Strength that changes units in a movement phase (rules 4.1.6, 6.3.3, 6.3.6 and 6.3.8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.garrisons import addable
from engine.high_crusade.lookups import own_unit
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import ARMY, FLEET, garrison_name, listed, points, short
from engine.high_crusade.registry import applies, judges, offering, tells
from engine.high_crusade.state import State, Unit
from engine.high_crusade.transport import under_siege
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Drop(Order):
    """Leave points of an army behind as a garrison."""

    VERB: ClassVar[str] = "drop"
    GIST: ClassVar[str] = "leave points of an army as a garrison"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("points", "number"), Slot("army", "unit", "from"))
    points: int
    army: str


@dataclass(frozen=True, slots=True)
class Take(Order):
    """Let an army take in points of a garrison in its hex."""

    VERB: ClassVar[str] = "take"
    GIST: ClassVar[str] = "let an army take in garrison points"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("points", "number"), Slot("army", "unit", "with"))
    points: int
    army: str


@dataclass(frozen=True, slots=True)
class Collect(Order):
    """Let a fleet in an own capital take in uncollected points."""

    VERB: ClassVar[str] = "collect"
    GIST: ClassVar[str] = "let a fleet in your capital take in uncollected points"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("points", "number"), Slot("fleet", "unit", "with"))
    points: int
    fleet: str


@dataclass(frozen=True, slots=True)
class PointsDropped(Event):
    """An army leaves points behind as a garrison."""

    army: str
    points: int
    place: str


@dataclass(frozen=True, slots=True)
class PointsTaken(Event):
    """An army takes in points of a garrison."""

    army: str
    points: int
    place: str


@dataclass(frozen=True, slots=True)
class Collected(Event):
    """A fleet takes in uncollected points."""

    fleet: str
    faction: str
    points: int
    now: int


def _exchange_ends_movement(state: State, army: str, garrison: str) -> None:
    """Rule 6.3.8: when either has moved or been carried, both count as moved."""
    if {army, garrison} & state.moved or army in state.aboard or garrison in state.aboard:
        state.moved = state.moved | {army, garrison}
        state.aboard = {name: fleet for name, fleet in state.aboard.items() if name not in (army, garrison)}


@applies(PointsDropped)
def _points_dropped(state: State, event: PointsDropped) -> None:
    army = state.units[event.army]
    if event.army in state.turned:  # what they leave behind follows the traitor too (rule 11.1.28)
        state.turned = state.turned | {garrison_name(army.faction, event.place)}
    state.put(army._replace(strength=army.strength - event.points))
    state.add_garrison(army.faction, army.hex, event.points)
    _exchange_ends_movement(state, event.army, garrison_name(army.faction, event.place))


@applies(PointsTaken)
def _points_taken(state: State, event: PointsTaken) -> None:
    army = state.units[event.army]
    name = garrison_name(army.faction, event.place)
    garrison = state.units[name]
    state.put(army._replace(strength=army.strength + event.points))
    state.put(garrison._replace(strength=garrison.strength - event.points))
    _exchange_ends_movement(state, event.army, name)
    if name not in state.units:  # a garrison made here later is another one
        state.moved = state.moved - {name}


@applies(Collected)
def _collected(state: State, event: Collected) -> None:
    fleet = state.units[event.fleet]
    state.put(fleet._replace(strength=event.now))
    state.uncollected = {**state.uncollected, event.faction: state.uncollected[event.faction] - event.points}
    state.moved = state.moved | {event.fleet}


@tells(PointsDropped)
def _tell_dropped(event: PointsDropped, viewer: Viewer) -> str | None:
    return f"{event.army} leaves {points(event.points)} as a garrison at {event.place}."


@tells(PointsTaken)
def _tell_taken(event: PointsTaken, viewer: Viewer) -> str | None:
    return f"{event.army} takes in {points(event.points)} of the garrison at {event.place}."


@tells(Collected)
def _tell_collected(event: Collected, viewer: Viewer) -> str | None:
    return f"{event.fleet} collects {points(event.points)} and stands at {event.now}."


@remembered
def _exchangers(state: State, seat: Seat) -> list[Unit]:
    """Own armies that may exchange points with a garrison: not under siege (rule 7.4.7)."""
    armies = [unit for unit in state.own_units(seat) if unit.kind == ARMY]
    return [army for army in armies if not under_siege(state, seat, army.hex)] if state.sieges else armies


@remembered
def _drops(state: State, army: Unit) -> list[int]:
    """The numbers of points this army can drop: not every number can be shown with the markers left."""
    return addable(state, army.faction, army.hex, army.strength)


def _takable(state: State, army: Unit) -> int:
    garrison = state.garrison(army.faction, army.hex)
    limit = state.pack.setup.max_unit_strength - army.strength
    return 0 if garrison is None else max(0, min(limit, garrison.strength))


@judges(Drop, when=lambda state, seat: any(_drops(state, army) for army in _exchangers(state, seat)))
def _drop(draft: Draft, seat: Seat, order: Drop) -> None:
    """Rules 6.3.3 and 6.3.6: an army leaves a garrison."""
    army = _exchanger(draft.state, seat, order.army)
    if not 1 <= order.points <= army.strength:
        raise refuse("6.3.3", f"{army.name} has {points(army.strength)}; it can drop 1 to {army.strength}.")
    able = _drops(draft.state, army)
    if order.points not in able:
        could = listed([str(number) for number in able])
        raise refuse("2.2.2", f"The garrison markers left cannot show that; {could} could be dropped here.")
    draft.emit(PointsDropped(army.name, order.points, draft.state.pack.place_of[army.hex]))


@judges(Take, when=lambda state, seat: any(_takable(state, army) for army in _exchangers(state, seat)))
def _take(draft: Draft, seat: Seat, order: Take) -> None:
    """Rules 6.3.3 and 6.3.6: an army takes in a garrison of its faction."""
    army = _exchanger(draft.state, seat, order.army)
    most = _takable(draft.state, army)
    if not 1 <= order.points <= most:
        where = draft.state.pack.place_of[army.hex]
        raise refuse(
            "6.3.6", f"{army.name} can take in {points(most)} of its own faction's garrison at {where}."
        )
    draft.emit(PointsTaken(army.name, order.points, draft.state.pack.place_of[army.hex]))


def _exchanger(state: State, seat: Seat, name: str) -> Unit:
    army = own_unit(state, seat, name)
    if army.kind != ARMY:
        raise refuse("6.3.3", f"{army.name} is no army; only armies pick up and drop garrisons.")
    if under_siege(state, seat, army.hex):
        raise refuse("7.4.7", f"{army.name} is besieged.")
    return army


def _collectable(state: State, fleet: Unit) -> int:
    """How many uncollected points a fleet could take in where it is."""
    waiting = state.uncollected.get(fleet.faction, 0)
    if not waiting or fleet.name in state.moved or fleet.name in state.turned or state.besieged(fleet.hex):
        return 0
    planet = state.pack.planets[state.pack.planet_of[fleet.hex]]
    if fleet.faction in ("Crusader", "Wersgorix"):
        home = planet.capital and state.capital_holder(planet.name) == state.seat_of(fleet)
        home = home and not state.besieged(planet.hexes[0])
    else:
        home = planet.home_of == fleet.faction
    return min(waiting, state.pack.setup.max_unit_strength - fleet.strength) if home else 0


def _collectors(state: State, seat: Seat) -> list[Unit]:
    if not any(state.uncollected.values()):
        return []
    return [unit for unit in state.own_units(seat) if unit.kind == FLEET and _collectable(state, unit)]


@judges(Collect, when=lambda state, seat: bool(_collectors(state, seat)))
def _collect(draft: Draft, seat: Seat, order: Collect) -> None:
    """Rules 4.1.6 and 4.1.15: uncollected points join a fleet in an own, unbesieged capital."""
    fleet = own_unit(draft.state, seat, order.fleet)
    if fleet.kind != FLEET:
        raise refuse("4.1.6", f"{fleet.name} is no fleet; only fleets collect points.")
    most = _collectable(draft.state, fleet)
    if not 1 <= order.points <= most:
        raise refuse("4.1.6", f"{fleet.name} can collect {points(most)} where it is.")
    draft.emit(Collected(fleet.name, fleet.faction, order.points, fleet.strength + order.points))


@offering(Drop, "points")
def _offer_drop(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return sorted({number for army in _exchangers(state, seat) for number in _drops(state, army)})


@offering(Drop, "army")
def _offer_dropping(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    wanted = filled["points"]
    return [short(seat, army.name) for army in _exchangers(state, seat) if wanted in _drops(state, army)]


@offering(Take, "points")
def _offer_take(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return range(1, max(_takable(state, army) for army in _exchangers(state, seat)) + 1)


@offering(Take, "army")
def _offer_taking(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    armies = _exchangers(state, seat)
    return [short(seat, army.name) for army in armies if _takable(state, army) >= filled["points"]]


@offering(Collect, "points")
def _offer_collect(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return range(1, max(_collectable(state, fleet) for fleet in _collectors(state, seat)) + 1)


@offering(Collect, "fleet")
def _offer_collector(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    fleets = _collectors(state, seat)
    return [short(seat, fleet.name) for fleet in fleets if _collectable(state, fleet) >= filled["points"]]


VERBS = (Drop.VERB, Take.VERB, Collect.VERB)
"""Orders of both movement phases."""
