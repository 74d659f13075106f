"""Movement (rules 4.4, 4.8 and 6): fleets in legs, one land hex for everything else, garrisons, transport."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade import alert, fiefs, random_events, treachery, wounds
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.events_wersgorix import MOVEMENT_VERBS as EMPIRE_VERBS
from engine.high_crusade.flow import Done, StepTaken, ask
from engine.high_crusade.garrisons import addable
from engine.high_crusade.lookups import is_leader, land, own_unit
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import (
    ARMY,
    CRUSADER,
    CRUSADER_MOVEMENT,
    FLEET,
    WERSGORIX,
    WERSGORIX_MOVEMENT,
    full,
    garrison_name,
    listed,
    other,
    points,
    short,
)
from engine.high_crusade.placement import set_piece
from engine.high_crusade.reach import closed_to, confined_to, destinations, firing_forts, land_neighbours
from engine.high_crusade.registry import applies, interrupts, judges, offering, phase, tells
from engine.high_crusade.siege import enter_fort
from engine.high_crusade.state import Leader, Leg, State, Unit
from engine.kernel.game import END, Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

# -- orders --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move(Order):
    """Move a fleet (with what it carries), an army, a garrison or a leader."""

    VERB: ClassVar[str] = "move"
    GIST: ClassVar[str] = "move a piece; a fleet may carry others"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("piece", "piece"),
        Slot("to", "place", "to"),
        Slot("cargo", "piece", "carrying", many=True, optional=True),
    )
    piece: str
    to: str
    cargo: tuple[str, ...] = ()


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


# -- events --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LegOrdered(Event):
    """A fleet is about to leave a planet whose fort may fire."""

    unit: str
    to: int
    cargo: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LegAbandoned(Event):
    """A leg does not take place: the fleet is lost or has no room for its cargo any more."""

    unit: str
    place: str


@dataclass(frozen=True, slots=True)
class FleetMoved(Event):
    """A fleet flies a leg with its cargo."""

    unit: str
    start: int
    to: int
    flown: int
    place: str
    cargo: tuple[str, ...]
    """Pieces carried, by the name they had before."""


@dataclass(frozen=True, slots=True)
class LandMoved(Event):
    """A piece moves one land hex."""

    piece: str
    start: int
    to: int
    place: str


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


@applies(LegOrdered)
def _leg_ordered(state: State, event: LegOrdered) -> None:
    state.leg = Leg(event.unit, event.to, event.cargo)


@applies(LegAbandoned)
def _leg_abandoned(state: State, event: LegAbandoned) -> None:
    state.leg = None


@applies(FleetMoved)
def _fleet_moved(state: State, event: FleetMoved) -> None:
    state.leg = None
    if event.unit not in state.origins:
        state.origins = {**state.origins, event.unit: event.start}
    left_behind = {
        name for name, fleet in state.aboard.items() if fleet == event.unit and name not in event.cargo
    }
    aboard = {name: fleet for name, fleet in state.aboard.items() if fleet != event.unit}
    set_piece(state, event.unit, event.to)
    carried = set()
    for name in event.cargo:
        aboard.pop(name, None)
        now = set_piece(state, name, event.to)
        aboard[now] = event.unit
        carried.add(now)
    state.aboard = aboard
    if left_behind:
        state.moved = state.moved | left_behind
    state.flown = {**state.flown, event.unit: state.flown.get(event.unit, 0) + event.flown}
    state.engaged = state.engaged | carried | {event.unit}


@applies(LandMoved)
def _land_moved(state: State, event: LandMoved) -> None:
    now = set_piece(state, event.piece, event.to)
    state.moved = state.moved | {now}
    state.engaged = state.engaged | {now}


def _exchange_ends_movement(state: State, army: str, garrison: str) -> None:
    """Rule 6.3.8: when either has moved or been carried, both count as moved."""
    if {army, garrison} & state.moved or army in state.aboard or garrison in state.aboard:
        state.moved = state.moved | {army, garrison}
        state.aboard = {name: fleet for name, fleet in state.aboard.items() if name not in (army, garrison)}


@applies(PointsDropped)
def _points_dropped(state: State, event: PointsDropped) -> None:
    army = state.units[event.army]
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


@applies(Collected)
def _collected(state: State, event: Collected) -> None:
    fleet = state.units[event.fleet]
    state.put(fleet._replace(strength=event.now))
    state.uncollected = {**state.uncollected, event.faction: state.uncollected[event.faction] - event.points}
    state.moved = state.moved | {event.fleet}


@tells(FleetMoved)
def _tell_fleet(event: FleetMoved, viewer: Viewer) -> str | None:
    cargo = f" carrying {listed(event.cargo)}" if event.cargo else ""
    hexes = "1 hex" if event.flown == 1 else f"{event.flown} hexes"
    return f"{event.unit} flies {hexes} to {event.place}{cargo}."


@tells(LegAbandoned)
def _tell_abandoned(event: LegAbandoned, viewer: Viewer) -> str | None:
    return f"{event.unit} does not fly to {event.place} after all."


@tells(LandMoved)
def _tell_land(event: LandMoved, viewer: Viewer) -> str | None:
    return f"{event.piece} moves to {event.place}."


@tells(PointsDropped)
def _tell_dropped(event: PointsDropped, viewer: Viewer) -> str | None:
    return f"{event.army} leaves {points(event.points)} as a garrison at {event.place}."


@tells(PointsTaken)
def _tell_taken(event: PointsTaken, viewer: Viewer) -> str | None:
    return f"{event.army} takes in {points(event.points)} of the garrison at {event.place}."


@tells(Collected)
def _tell_collected(event: Collected, viewer: Viewer) -> str | None:
    return f"{event.fleet} collects {points(event.points)} and stands at {event.now}."


# -- what can move -------------------------------------------------------------------------------------------


def under_siege(state: State, seat: Seat, at: int) -> bool:
    """Whether ground pieces and leaders of this seat in a hex are besieged (rule 7.4.7)."""
    besieger = state.sieges.get(at)
    return besieger is not None and besieger != seat


def _fresh(state: State, name: str) -> bool:
    """Whether a piece has neither moved nor been carried this turn."""
    return name not in state.moved and name not in state.aboard


def _movable_leaders(state: State, seat: Seat) -> list[Leader]:
    """Own leaders and one's prisoners."""
    index = state.index
    return [*index.free[seat], *(leader for leader in index.prisoners if leader.captor == seat)]


def _may_enter(state: State, seat: Seat, to: int, leader: str = "") -> bool:
    """Whether a ground piece or a leader may move on foot into a hex (rules 6.3.2, 6.3.5, 6.3.9, 6.4.1)."""
    if seat == WERSGORIX and (to in state.opened or (leader and treachery.may_join(state, leader, to))):
        return True
    if not state.holds(other(seat), to):
        return True
    if state.sieges.get(to) != seat:
        return False
    return not leader or any(unit.kind != FLEET for unit in state.units_of(seat, to))


def _guarded(state: State, seat: Seat, at: int) -> bool:
    """Whether a prisoner would have a guard in a hex (rule 6.4.4)."""
    return bool(state.units_of(seat, at))


def _steps(state: State, seat: Seat, piece: Unit | Leader) -> Sequence[int]:
    """The land hexes a piece can move to on foot (rule 6.3.4)."""
    at = piece.hex
    if not _fresh(state, piece.name) or under_siege(state, seat, at):
        return ()
    beside = land_neighbours(state.pack)[at]
    captive = isinstance(piece, Leader) and piece.captor == seat
    if not captive and state.index.held[other(seat)].isdisjoint(beside):
        return beside
    leader = piece.name if isinstance(piece, Leader) else ""
    return [
        to
        for to in beside
        if _may_enter(state, seat, to, leader) and (not captive or _guarded(state, seat, to))
    ]


def _targets(state: State, seat: Seat, piece: Unit | Leader) -> Sequence[int] | Mapping[int, int]:
    if isinstance(piece, Unit) and piece.kind == FLEET:
        return destinations(state, seat, piece)
    return _steps(state, seat, piece)


def _can_move(state: State, seat: Seat) -> bool:
    return any(_targets(state, seat, unit) for unit in state.own_units(seat)) or any(
        _steps(state, seat, leader) for leader in _movable_leaders(state, seat)
    )


@remembered
def _movable(state: State, seat: Seat) -> list[Unit | Leader]:
    """The pieces that can be moved anywhere."""
    found: list[Unit | Leader] = [unit for unit in state.own_units(seat) if _targets(state, seat, unit)]
    found += [leader for leader in _movable_leaders(state, seat) if _steps(state, seat, leader)]
    return found


def _piece(state: State, seat: Seat, name: str) -> Unit | Leader:
    """The piece an order names, if this seat may move it."""
    if is_leader(state, name):
        leader = state.leaders.get(name)
        if leader is None or not leader.hex:
            raise refuse("6.4.1", f"{name} is not on the map.")
        if leader.captor != seat and state.seat_of_leader(leader) != seat:
            raise refuse("6.1.1", f"{name} is not yours to move.")
        return leader
    return own_unit(state, seat, name)


def loadable(state: State, seat: Seat, fleet: Unit, taken: Sequence[str] = ()) -> list[Unit | Leader]:
    """What this fleet can still take aboard, given what it has taken (rule 6.5)."""
    pack = state.pack
    room = fleet.strength - sum(state.units[name].strength for name in taken if name in state.units)
    found: list[Unit | Leader] = []
    index = state.index
    for at in (fleet.hex, *pack.grid.neighbours[fleet.hex]):
        if at not in pack.planet_of or under_siege(state, seat, at):
            continue
        for unit in index.units.get(at, ()):
            if (
                unit.kind != FLEET
                and unit.strength <= room
                and unit.name not in taken
                and state.seat_of(unit) == seat
                and unit.name not in state.moved
                and state.aboard.get(unit.name, fleet.name) == fleet.name
            ):
                found.append(unit)
        for leader in index.leaders.get(at, ()):
            if (
                leader.name not in taken
                and (leader.captor == seat or state.seat_of_leader(leader) == seat)
                and leader.name not in state.moved
                and state.aboard.get(leader.name, fleet.name) == fleet.name
            ):
                found.append(leader)
    return found


# -- judging -------------------------------------------------------------------------------------------------


@judges(Move, when=_can_move)
def _move(draft: Draft, seat: Seat, order: Move) -> None:
    """Rules 6.2 to 6.5."""
    state = draft.state
    piece = _piece(state, seat, order.piece)
    to = land(state, order.to)
    if to == piece.hex:
        raise refuse("6.2.4", f"{piece.name} is at {order.to} already.")
    if isinstance(piece, Unit) and piece.kind == FLEET:
        _move_fleet(draft, seat, piece, to, tuple(full_piece(state, seat, name) for name in order.cargo))
        return
    if order.cargo:
        raise refuse("6.5.1", f"Only a fleet carries other pieces; {piece.name} is none.")
    _check_step(state, seat, piece, to)
    draft.emit(LandMoved(piece.name, piece.hex, to, state.pack.place_of[to]))
    if isinstance(piece, Unit):
        enter_fort(draft, seat, to)


def full_piece(state: State, seat: Seat, name: str) -> str:
    """The full name of a unit or leader."""
    return name if is_leader(state, name) else full(seat, name)


def _check_step(state: State, seat: Seat, piece: Unit | Leader, to: int) -> None:
    pack = state.pack
    place = pack.place_of[to]
    if piece.name in state.aboard or piece.name in state.moved:
        raise refuse("6.5.3", f"{piece.name} has moved this turn.")
    if under_siege(state, seat, piece.hex):
        raise refuse("7.4.7", f"{piece.name} is besieged at {pack.place_of[piece.hex]} and cannot move.")
    if pack.planet_of[to] != pack.planet_of[piece.hex]:
        raise refuse("6.1.2", f"{piece.name} reaches {place} only aboard a fleet.")
    if to not in pack.grid.neighbours[piece.hex]:
        raise refuse(
            "6.3.4", f"{place} is not next to {pack.place_of[piece.hex]}; on land a piece moves one hex."
        )
    if to not in _steps(state, seat, piece):
        if isinstance(piece, Leader) and piece.captor == seat and _may_enter(state, seat, to, piece.name):
            raise refuse("6.4.4", f"{piece.name} would be without a guard at {place}.")
        raise refuse("6.3.2", f"The enemy is at {place}; only a siege of yours lets {piece.name} in.")


def _move_fleet(draft: Draft, seat: Seat, fleet: Unit, to: int, cargo: tuple[str, ...]) -> None:
    state = draft.state
    reached = destinations(state, seat, fleet)
    if to not in reached:
        raise refuse(*_why_not(state, seat, fleet, to))
    _check_cargo(state, seat, fleet, cargo)
    fort = firing_forts(state, fleet, to)
    if fort:
        draft.emit(LegOrdered(fleet.name, to, cargo))
        ask(draft, "fort_fire", other(seat), fort, fleet.name)
    else:
        _fly(draft, seat, fleet, to, reached[to], cargo)


def _fly(draft: Draft, seat: Seat, fleet: Unit, to: int, cost: int, cargo: tuple[str, ...]) -> None:
    place = draft.state.pack.place_of[to]
    draft.emit(FleetMoved(fleet.name, fleet.hex, to, cost, place, cargo))
    if any(name not in draft.state.leaders for name in cargo):
        enter_fort(draft, seat, to)


def _why_not(state: State, seat: Seat, fleet: Unit, to: int) -> tuple[str, str]:
    """The rule and the reason why a fleet cannot go there."""
    pack = state.pack
    place = pack.place_of[to]
    if fleet.name in state.moved:
        return "6.2.1", f"{fleet.name} moves no more this turn."
    if state.stormy(fleet.hex):
        return "11.1.7", f"{fleet.name} is held fast by an ionic storm."
    span = pack.fleet_range(fleet.name)
    left = span - state.flown.get(fleet.name, 0)
    distance = pack.grid.distance(fleet.hex, to)
    if distance > left:
        have = f"has {left} of its {span} hexes left" if left < span else f"flies {span} hexes a turn"
        return "6.2.1", f"{place} is {distance} hexes away; {fleet.name} {have}."
    if state.stormy(to):
        return "11.1.7", f"An ionic storm closes {place}."
    if pack.grid.bits[to] & closed_to(state, seat):
        return "6.2.3", f"{place} is closed: an enemy piece or an enemy fort is there."
    home = confined_to(state, fleet) if fleet.faction == "Wersgorix" else ""
    if home and pack.zone_of[pack.planet_of[to]] != home:
        return (
            "6.6.10",
            f"{fleet.name} stands on a planet that is not alerted and may not leave the {home} zone.",
        )
    return "6.2.3", f"Every way to {place} within {left} hexes is closed by enemies or storms."


def _check_cargo(state: State, seat: Seat, fleet: Unit, cargo: tuple[str, ...]) -> None:
    taken: list[str] = []
    for name in cargo:
        if name in taken:
            raise refuse("6.5.5", f"{name} is named twice.")
        if not any(piece.name == name for piece in loadable(state, seat, fleet, taken)):
            raise refuse(*_why_not_aboard(state, seat, fleet, name, taken))
        taken.append(name)


def _why_not_aboard(state: State, seat: Seat, fleet: Unit, name: str, taken: list[str]) -> tuple[str, str]:
    piece: Unit | Leader | None = state.units.get(name) or state.leaders.get(name)
    if piece is None or not piece.hex:
        return "6.5.2", f"There is no {name} on the map."
    if isinstance(piece, Unit) and piece.kind == FLEET:
        return "6.5.1", f"{name} is a fleet; a fleet is not carried."
    mine = (
        state.seat_of(piece) == seat
        if isinstance(piece, Unit)
        else seat in (piece.captor, state.seat_of_leader(piece))
    )
    if not mine:
        return "6.5.2", f"{name} is not yours to carry."
    if state.pack.grid.distance(piece.hex, fleet.hex) > 1:
        where = state.pack.place_of[piece.hex]
        return "6.5.2", f"{name} is at {where}, not with {fleet.name} or in a land hex next to it."
    if under_siege(state, seat, piece.hex):
        return "6.5.9", f"{name} is besieged and cannot be loaded."
    if name in state.moved or state.aboard.get(name, fleet.name) != fleet.name:
        return "6.5.2", f"{name} has moved this turn and cannot be loaded."
    room = fleet.strength - sum(
        state.units[other_name].strength for other_name in taken if other_name in state.units
    )
    need = piece.strength if isinstance(piece, Unit) else 0
    return "6.5.1", f"{fleet.name} has room for {points(max(0, room))}; {name} needs {need}."


# -- fort fire (rules 6.2.7 and 7.4.2) -----------------------------------------------------------------------


def _resume_leg(draft: Draft) -> bool:
    """Rule 6.2.7: after the fire the leg goes on if it still can."""
    state = draft.state
    leg = state.leg
    if leg is None:
        return False
    fleet = state.units.get(leg.unit)
    seat = None if fleet is None else state.seat_of(fleet)
    if fleet is not None and seat is not None:
        reached = destinations(state, seat, fleet)
        weight = sum(state.units[name].strength for name in leg.cargo if name in state.units)
        there = all(
            name in state.units or state.leaders[name].hex for name in leg.cargo if _known(state, name)
        )
        whole = all(_known(state, name) for name in leg.cargo)
        if leg.to in reached and weight <= fleet.strength and there and whole:
            _fly(draft, seat, fleet, leg.to, reached[leg.to], leg.cargo)
            return True
    draft.emit(LegAbandoned(leg.unit, state.pack.place_of[leg.to]))
    return True


def _known(state: State, name: str) -> bool:
    return name in state.units or name in state.leaders


# -- garrisons and uncollected points ------------------------------------------------------------------------


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
    if not waiting or fleet.name in state.moved or state.besieged(fleet.hex):
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
    """Rule 4.1: uncollected points join a fleet in an own, unbesieged capital."""
    fleet = own_unit(draft.state, seat, order.fleet)
    if fleet.kind != FLEET:
        raise refuse("4.1.5", f"{fleet.name} is no fleet; only fleets collect points.")
    most = _collectable(draft.state, fleet)
    if not 1 <= order.points <= most:
        raise refuse("4.1.5", f"{fleet.name} can collect {points(most)} where it is.")
    draft.emit(Collected(fleet.name, fleet.faction, order.points, fleet.strength + order.points))


# -- offers --------------------------------------------------------------------------------------------------


@offering(Move, "piece")
def _offer_piece(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [short(seat, piece.name) for piece in _movable(state, seat)]


@offering(Move, "to")
def _offer_to(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    piece = _piece(state, seat, filled["piece"])
    place_of = state.pack.place_of
    return [place_of[at] for at in _targets(state, seat, piece)]


@offering(Move, "cargo")
def _offer_cargo(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    piece = _piece(state, seat, filled["piece"])
    if not isinstance(piece, Unit) or piece.kind != FLEET:
        return (END,)
    taken = [full_piece(state, seat, name) for name in filled.get("cargo", ())]
    return [END, *(short(seat, found.name) for found in loadable(state, seat, piece, taken))]


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


# -- the phases ----------------------------------------------------------------------------------------------


def _run_crusader(draft: Draft) -> bool:
    """Rule 4.4: recovery and what Earth asks for, then the player's moves."""
    step = draft.state.step
    if step == 0:
        draft.emit(StepTaken(1))
        wounds.recover(draft, CRUSADER)
        return True
    if step == 1:
        draft.emit(StepTaken(2))
        random_events.movement_dues(draft)
        return True
    return draft.state.done and fiefs.claims(draft)


def _run_wersgorix(draft: Draft) -> bool:
    """Rule 4.8: automatic alerts and recovery, then the player's moves."""
    if draft.state.step == 0:
        draft.emit(StepTaken(1))
        alert.automatic_alerts(draft)
        wounds.recover(draft, WERSGORIX)
        return True
    return False


_VERBS = (Move.VERB, Drop.VERB, Take.VERB, Collect.VERB)

interrupts.append(_resume_leg)
phase(
    CRUSADER_MOVEMENT,
    verbs=(*_VERBS, *treachery.MOVEMENT_VERBS.get(CRUSADER, ()), Done.VERB),
    prompt="Move your fleets, armies, garrisons and leaders.",
    run=_run_crusader,
    rule="4.4.1",
)
phase(
    WERSGORIX_MOVEMENT,
    verbs=(
        *_VERBS,
        *treachery.MOVEMENT_VERBS.get(WERSGORIX, ()),
        *EMPIRE_VERBS.get(WERSGORIX, ()),
        Done.VERB,
    ),
    prompt="Move your fleets, armies, garrisons and leaders.",
    run=_run_wersgorix,
    rule="4.8.1",
)

__all__ = ["FleetMoved", "LandMoved", "Move", "full_piece", "loadable", "under_siege"]
