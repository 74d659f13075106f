"""Those who took a fort may occupy it (rules 7.4.15 and 7.4.28)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.battle import (
    battle_on,
    place_asked,
)
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import answered
from engine.high_crusade.lookups import is_leader
from engine.high_crusade.names import full, listed, short
from engine.high_crusade.placement import march
from engine.high_crusade.registry import applies, judges, offering, question, tells
from engine.high_crusade.shifts import attackers, attacking_leaders
from engine.high_crusade.siege import wards
from engine.high_crusade.state import State
from engine.kernel.game import END, Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Advance(Order):
    """Occupy the fort that was just taken."""

    VERB: ClassVar[str] = "advance"
    GIST: ClassVar[str] = "occupy the fort you have taken"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("pieces", "piece", "with", many=True),)
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stay(Order):
    """Leave the fort that was just taken empty."""

    VERB: ClassVar[str] = "stay"
    GIST: ClassVar[str] = "stay where you are"


@dataclass(frozen=True, slots=True)
class Advanced(Event):
    """Units occupy a fort they have taken."""

    hex: int
    place: str
    pieces: tuple[str, ...]


@applies(Advanced)
def _advanced(state: State, event: Advanced) -> None:
    march(state, event.pieces, event.hex)


@tells(Advanced)
def _tell_advanced(event: Advanced, viewer: Viewer) -> str | None:
    verb = "occupies" if len(event.pieces) == 1 else "occupy"
    return f"{listed(event.pieces)} {verb} {event.place}."


def _advancers(state: State) -> list[str]:
    """Who took part in the attack and is not in the hex yet (rule 7.4.28)."""
    battle = battle_on(state)
    units = [unit.name for unit in attackers(state, battle) if unit.hex != battle.hex]
    leaders = [leader.name for leader in attacking_leaders(state, battle) if leader.hex != battle.hex]
    return [*units, *leaders]


question(
    "advance",
    (Advance.VERB, Stay.VERB),
    lambda state, asked: f"{place_asked(state, asked)} is yours. Who occupies it?",
    lambda state, asked: Advance(tuple(short(asked.seat, name) for name in _advancers(state))),
    "7.4.28",
)


@judges(Advance)
def _advance(draft: Draft, seat: Seat, order: Advance) -> None:
    """Rules 7.4.15 and 7.4.28."""
    state = draft.state
    battle = battle_on(state)
    able = _advancers(state)
    names = tuple(name if is_leader(state, name) else full(seat, name) for name in order.pieces)
    for name in names:
        if name not in able:
            raise refuse("7.4.28", f"{name} took no part in that attack; {listed(able)} did.")
    if len(set(names)) != len(names):
        raise refuse("7.4.28", "A piece is named twice.")
    units = tuple(name for name in names if not is_leader(state, name))
    if not units and not state.ground_of(seat, battle.hex):
        raise refuse("7.4.28", "Leaders occupy the fort only with a unit of the attack.")
    answered(draft, seat)
    along = wards(state, seat, units, battle.hex)
    draft.emit(Advanced(battle.hex, state.pack.place_of[battle.hex], (*names, *along)))


@judges(Stay)
def _stay(draft: Draft, seat: Seat, order: Stay) -> None:
    """Rule 7.4.28: the advance is free."""
    answered(draft, seat)


@offering(Advance, "pieces")
def _offer_advance(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    taken = filled.get("pieces", ())
    left = [called for name in _advancers(state) if (called := short(seat, name)) not in taken]
    if taken:
        return [END, *left]
    if state.ground_of(seat, battle_on(state).hex):
        return left
    return [called for called in left if not is_leader(state, called)]
