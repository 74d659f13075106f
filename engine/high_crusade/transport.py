"""What a fleet can take aboard (rule 6.5)."""

from collections.abc import Sequence

from engine.high_crusade.draft import refuse
from engine.high_crusade.lookups import is_leader
from engine.high_crusade.names import FLEET, full, points
from engine.high_crusade.state import Leader, State, Unit
from engine.kernel.seats import Seat


def under_siege(state: State, seat: Seat, at: int) -> bool:
    """Whether ground pieces and leaders of this seat in a hex are besieged (rule 7.4.7)."""
    besieger = state.sieges.get(at)
    return besieger is not None and besieger != seat


def full_piece(state: State, seat: Seat, name: str) -> str:
    """The full name of a unit or leader."""
    return name if is_leader(state, name) else full(seat, name)


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


def check_cargo(state: State, seat: Seat, fleet: Unit, cargo: tuple[str, ...]) -> None:
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
