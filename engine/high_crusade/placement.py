"""Putting a piece into another hex: for the appliers of all events that move something."""

from engine.high_crusade.grail import carried_along
from engine.high_crusade.names import GARRISON, garrison_name
from engine.high_crusade.state import State


def set_piece(state: State, name: str, to: int) -> str:
    """Put a piece into another hex; the name it has there. For appliers only."""
    leader = state.leaders.get(name)
    if leader is not None:
        state.put_leader(leader._replace(hex=to))
        return name
    unit = state.units[name]
    carried_along(state, name, to)
    if unit.kind != GARRISON:
        state.put(unit._replace(hex=to))
        return name
    turned = name in state.turned
    state.remove(name)
    state.add_garrison(unit.faction, to, unit.strength)
    now = garrison_name(unit.faction, state.pack.place_of[to])
    if turned:  # it follows the traitor wherever it goes (rule 11.1.28)
        state.turned = state.turned | {now}
    return now


def march(state: State, names: tuple[str, ...], to: int) -> None:
    """Let pieces that have attacked move in. For appliers only.

    A garrison gets a new name by it, and has attacked all the same.
    """
    now = {set_piece(state, name, to) for name in names}
    state.fought = state.fought | now
    state.engaged = state.engaged | now
