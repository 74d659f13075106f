"""Fleets that lose their way (fleet result 1, rules 12.1.1 and 12.1.12)."""

from dataclasses import dataclass

from engine.high_crusade.draft import Draft
from engine.high_crusade.names import listed
from engine.high_crusade.placement import set_piece
from engine.high_crusade.reach import closed_to
from engine.high_crusade.registry import applies, tells
from engine.high_crusade.state import Battle, State
from engine.kernel.game import Event
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class FleetStrayed(Event):
    """A fleet ends up on a planet it did not look for, with those who were aboard."""

    unit: str
    start: int
    to: int
    place: str
    leaders: tuple[str, ...]


@applies(FleetStrayed)
def _strayed(state: State, event: FleetStrayed) -> None:
    for name in (event.unit, *event.leaders):
        set_piece(state, name, event.to)


@tells(FleetStrayed)
def _tell_strayed(event: FleetStrayed, viewer: Viewer) -> str | None:
    aboard = f" with {listed(event.leaders)}" if event.leaders else ""
    return f"{event.unit}{aboard} drifts to {event.place}."


def _landfall(state: State, seat: Seat, start: int, direction: int) -> int:
    """Where a fleet that flies this way ends up, or 0 when it stays."""
    pack = state.pack
    home = pack.planet_of[start]
    closed = closed_to(state, seat)
    if state.stormy(start):
        return 0
    at = pack.grid.step(start, direction)
    while at is not None and not state.stormy(at):
        if pack.planet_of.get(at, home) != home and not pack.grid.bits[at] & closed:
            return at
        at = pack.grid.step(at, direction)
    return 0


def stray(draft: Draft, battle: Battle, die: int) -> None:
    """Let every attacking fleet drift from its own hex."""
    direction = draft.state.pack.storms.direction(die)
    for name in battle.units:
        state = draft.state
        fleet = state.units[name]
        to = _landfall(state, battle.seat, fleet.hex, direction)
        if not to:
            continue
        along = [leader for leader in battle.leaders if state.leaders[leader].hex == fleet.hex]
        if len(state.units_of(battle.seat, fleet.hex)) == 1:  # its prisoners have no other guard
            along += [leader.name for leader in state.leaders_at(fleet.hex) if leader.captor == battle.seat]
        draft.emit(FleetStrayed(name, fleet.hex, to, state.pack.place_of[to], tuple(along)))
