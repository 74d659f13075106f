"""Movement (rules 4.4, 4.8 and 6): fleets in legs, one land hex for everything else, garrisons, transport."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade import alert, exchange, fiefs, random_events, treachery, wounds
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.events_wersgorix import MOVEMENT_VERBS as EMPIRE_VERBS
from engine.high_crusade.exchange import Collected, PointsDropped, PointsTaken
from engine.high_crusade.flow import Done, StepTaken, ask
from engine.high_crusade.lookups import is_leader, land, own_unit
from engine.high_crusade.names import (
    CRUSADER,
    CRUSADER_MOVEMENT,
    FLEET,
    WERSGORIX,
    WERSGORIX_MOVEMENT,
    listed,
    other,
    short,
)
from engine.high_crusade.placement import set_piece
from engine.high_crusade.reach import (
    can_fly,
    closed_to,
    confined_to,
    destinations,
    firing_fort,
    land_neighbours,
)
from engine.high_crusade.registry import applies, interrupts, judges, offering, phase, tells
from engine.high_crusade.siege import enter_fort
from engine.high_crusade.state import Leader, Leg, State, Unit
from engine.high_crusade.transport import check_cargo, full_piece, loadable, under_siege
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
        if aboard.setdefault(now, event.unit) != event.unit:  # it has met points another fleet brought
            left_behind.add(now)
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


# -- what can move -------------------------------------------------------------------------------------------


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


def _mobile(state: State, seat: Seat, unit: Unit) -> bool:
    return can_fly(state, seat, unit) if unit.kind == FLEET else bool(_steps(state, seat, unit))


def _can_move(state: State, seat: Seat) -> bool:
    return any(_mobile(state, seat, unit) for unit in state.own_units(seat)) or any(
        _steps(state, seat, leader) for leader in _movable_leaders(state, seat)
    )


def _movable(state: State, seat: Seat) -> list[Unit | Leader]:
    """The pieces that can be moved anywhere."""
    found: list[Unit | Leader] = [unit for unit in state.own_units(seat) if _mobile(state, seat, unit)]
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


def _check_step(state: State, seat: Seat, piece: Unit | Leader, to: int) -> None:
    pack = state.pack
    place = pack.place_of[to]
    if piece.name in state.aboard:
        raise refuse("6.5.3", f"{piece.name} was carried this turn and moves no further.")
    if piece.name in state.moved:
        raise refuse("6.3.4", f"{piece.name} has moved this turn.")
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
        if isinstance(piece, Leader):
            raise refuse("6.4.1", f"The enemy is at {place}; only with besiegers of yours may he be there.")
        if not state.ground_of(other(seat), to):
            raise refuse("6.3.9", f"An enemy fleet or leader is at {place}; {piece.name} may not enter.")
        rule = "6.3.5" if state.fort_holder(to) == other(seat) else "6.3.2"
        raise refuse(rule, f"The enemy is at {place}; only a siege of yours lets {piece.name} in.")


def _move_fleet(draft: Draft, seat: Seat, fleet: Unit, to: int, cargo: tuple[str, ...]) -> None:
    state = draft.state
    reached = destinations(state, seat, fleet)
    if to not in reached:
        raise refuse(*_why_not(state, seat, fleet, to))
    check_cargo(state, seat, fleet, cargo)
    fort = firing_fort(state, fleet, to, reached[to])
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
        return "11.1.12", f"{fleet.name} is held fast by an ionic storm."
    span = pack.fleet_range(fleet.name)
    left = span - state.flown.get(fleet.name, 0)
    distance = pack.grid.distance(fleet.hex, to)
    if distance > left:
        have = f"has {left} of its {span} hexes left" if left < span else f"flies {span} hexes a turn"
        return "6.2.1", f"{place} is {distance} hexes away; {fleet.name} {have}."
    if state.stormy(to):
        return "11.1.12", f"An ionic storm closes {place}."
    if pack.grid.bits[to] & closed_to(state, seat):
        return "6.2.3", f"{place} is closed: an enemy piece or an enemy fort is there."
    home = confined_to(state, fleet) if fleet.faction == "Wersgorix" else ""
    if home and pack.zone_of[pack.planet_of[to]] != home:
        return (
            "6.6.10",
            f"{fleet.name} stands on a planet that is not alerted and may not leave the {home} zone.",
        )
    return "6.2.3", f"Every way to {place} within {left} hexes is closed by enemies or storms."


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
        if leg.to in reached and weight <= fleet.strength:
            left = tuple(name for name in leg.cargo if _still_there(state, seat, name))
            _fly(draft, seat, fleet, leg.to, reached[leg.to], left)
            return True
    draft.emit(LegAbandoned(leg.unit, state.pack.place_of[leg.to]))
    return True


def _still_there(state: State, seat: Seat, name: str) -> bool:
    """Whether a piece that was to go aboard still can: a leader may have died under the fire."""
    leader = state.leaders.get(name)
    if leader is None:
        return name in state.units
    return bool(leader.hex) and seat in (leader.captor, state.seat_of_leader(leader))


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


# -- the phases ----------------------------------------------------------------------------------------------


def _run_crusader(draft: Draft) -> bool:
    """Rules 4.4.1 to 4.4.4: what Earth asks for, recovery, the player's moves, and what waits for lords."""
    step = draft.state.step
    if step == 0:
        draft.emit(StepTaken(1))
        random_events.movement_dues(draft)
        return True
    if step == 1:
        draft.emit(StepTaken(2))
        wounds.recover(draft, CRUSADER)
        return True
    return draft.state.done and fiefs.claims(draft)


def _run_wersgorix(draft: Draft) -> bool:
    """Rule 4.8.3: automatic alerts and recovery, then the player's moves."""
    if draft.state.step == 0:
        draft.emit(StepTaken(1))
        alert.automatic_alerts(draft)
        wounds.recover(draft, WERSGORIX)
        return True
    return False


_VERBS = (Move.VERB, *exchange.VERBS)

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

__all__ = [
    "Collected",
    "FleetMoved",
    "LandMoved",
    "Move",
    "PointsDropped",
    "PointsTaken",
    "full_piece",
    "loadable",
    "under_siege",
]
