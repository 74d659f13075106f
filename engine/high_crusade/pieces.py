"""What can happen to pieces and tracks, whatever the reason (rule 2): the facts all chapters share.

`cause` is always a few words that complete "because of ..." in a report, public, never about anything hidden.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.high_crusade.draft import Draft
from engine.high_crusade.names import (
    ARMY,
    CRUSADER,
    FACTION,
    FLEET,
    GARRISON,
    garrison_name,
    points,
    unit_name,
)
from engine.high_crusade.pack import Pack
from engine.high_crusade.registry import applies, tells
from engine.high_crusade.state import Leader, State, Unit
from engine.kernel.game import Event
from engine.kernel.seats import Seat, Viewer

SET_UP: Final = "set-up"
"""Why units come that were there from the beginning."""


@dataclass(frozen=True, slots=True)
class UnitRaised(Event):
    """A new unit stands on the map."""

    unit: str
    faction: str
    kind: str
    hex: int
    place: str
    strength: int
    cause: str


@dataclass(frozen=True, slots=True)
class StrengthGained(Event):
    """A unit becomes stronger."""

    unit: str
    points: int
    now: int
    cause: str


@dataclass(frozen=True, slots=True)
class StrengthLost(Event):
    """A unit becomes weaker; at 0 it is gone."""

    unit: str
    points: int
    left: int
    cause: str


@dataclass(frozen=True, slots=True)
class EquipmentChanged(Event):
    """The Equipment track moves."""

    by: int
    now: int
    cause: str


@dataclass(frozen=True, slots=True)
class IqChanged(Event):
    """The I.Q. track moves."""

    by: int
    now: int
    cause: str


@dataclass(frozen=True, slots=True)
class LeaderPlaced(Event):
    """A leader comes into play."""

    leader: str
    faction: str
    hex: int
    place: str


@dataclass(frozen=True, slots=True)
class LeaderWounded(Event):
    """A leader is turned to his wounded side."""

    leader: str
    cause: str


@dataclass(frozen=True, slots=True)
class LeaderDied(Event):
    """A leader is removed from play for good."""

    leader: str
    cause: str


@dataclass(frozen=True, slots=True)
class LeaderCaptured(Event):
    """A leader becomes a prisoner."""

    leader: str
    captor: str
    hex: int
    cause: str


@dataclass(frozen=True, slots=True)
class LeaderFreed(Event):
    """A prisoner is nobody's prisoner any more and serves his own side again."""

    leader: str
    cause: str


@dataclass(frozen=True, slots=True)
class LeaderRedeemed(Event):
    """A defector falls into the hands of his first side and serves it again (rule 6.4.8)."""

    leader: str
    hex: int
    cause: str


@applies(LeaderRedeemed)
def _leader_redeemed(state: State, event: LeaderRedeemed) -> None:
    state.put_leader(state.leaders[event.leader]._replace(hex=event.hex, defected=False, captor=""))
    if event.leader == state.traitor:
        state.traitor = ""


@tells(LeaderRedeemed)
def _tell_redeemed(event: LeaderRedeemed, viewer: Viewer) -> str | None:
    return f"{event.leader} is taken and serves his first lords again: {event.cause}."


@applies(UnitRaised)
def _unit_raised(state: State, event: UnitRaised) -> None:
    if event.kind == GARRISON:
        state.add_garrison(event.faction, event.hex, event.strength)
    else:
        state.put(Unit(event.unit, event.faction, event.kind, event.hex, event.strength))


@applies(StrengthGained)
def _strength_gained(state: State, event: StrengthGained) -> None:
    state.put(state.units[event.unit]._replace(strength=event.now))


@applies(StrengthLost)
def _strength_lost(state: State, event: StrengthLost) -> None:
    state.put(state.units[event.unit]._replace(strength=event.left))


@applies(EquipmentChanged)
def _equipment_changed(state: State, event: EquipmentChanged) -> None:
    state.equipment = event.now


@applies(IqChanged)
def _iq_changed(state: State, event: IqChanged) -> None:
    state.iq = event.now


@applies(LeaderPlaced)
def _leader_placed(state: State, event: LeaderPlaced) -> None:
    known = state.leaders.get(event.leader)
    state.put_leader(
        Leader(event.leader, event.faction, event.hex)
        if known is None
        else known._replace(hex=event.hex, captor="")
    )


@applies(LeaderWounded)
def _leader_wounded(state: State, event: LeaderWounded) -> None:
    state.put_leader(state.leaders[event.leader]._replace(wounded=True))


@applies(LeaderDied)
def _leader_died(state: State, event: LeaderDied) -> None:
    state.put_leader(state.leaders[event.leader]._replace(hex=0, dead=True, captor=""))
    if event.leader in state.titles:
        state.titles = {name: titles for name, titles in state.titles.items() if name != event.leader}
    if event.leader == state.traitor:
        state.traitor = ""


@applies(LeaderCaptured)
def _leader_captured(state: State, event: LeaderCaptured) -> None:
    state.put_leader(state.leaders[event.leader]._replace(captor=event.captor, hex=event.hex, defected=False))


@applies(LeaderFreed)
def _leader_freed(state: State, event: LeaderFreed) -> None:
    state.put_leader(state.leaders[event.leader]._replace(captor=""))
    if state.battle is not None:
        state.battle = state.battle._replace(freed=(*state.battle.freed, event.leader))


@tells(UnitRaised)
def _tell_raised(event: UnitRaised, viewer: Viewer) -> str | None:
    name = f"{event.faction} garrison" if event.kind == GARRISON else event.unit
    why = "" if event.cause == SET_UP else f": {event.cause}"
    return f"{name} ({event.strength}) takes up its place at {event.place}{why}."


@tells(StrengthGained)
def _tell_gained(event: StrengthGained, viewer: Viewer) -> str | None:
    return f"{event.unit} gains {points(event.points)} and stands at {event.now}: {event.cause}."


@tells(StrengthLost)
def _tell_lost(event: StrengthLost, viewer: Viewer) -> str | None:
    if not event.left:
        last = "point" if event.points == 1 else points(event.points)
        return f"{event.unit} loses its last {last} and is gone: {event.cause}."
    return f"{event.unit} loses {points(event.points)} and stands at {event.left}: {event.cause}."


def _track(name: str, by: int, now: int, cause: str) -> str:
    change = f"{'gain' if by > 0 else 'lose'} {points(abs(by))}"
    side = "The Crusaders" if name == "Equipment" else "The Wersgorix"
    return f"{side} {change} of {name} and have {now}: {cause}."


@tells(EquipmentChanged)
def _tell_equipment(event: EquipmentChanged, viewer: Viewer) -> str | None:
    return _track("Equipment", event.by, event.now, event.cause)


@tells(IqChanged)
def _tell_iq(event: IqChanged, viewer: Viewer) -> str | None:
    return _track("I.Q.", event.by, event.now, event.cause)


@tells(LeaderPlaced)
def _tell_placed(event: LeaderPlaced, viewer: Viewer) -> str | None:
    return f"{event.leader} is at {event.place}."


@tells(LeaderWounded)
def _tell_wounded(event: LeaderWounded, viewer: Viewer) -> str | None:
    return f"{event.leader} is wounded: {event.cause}."


@tells(LeaderDied)
def _tell_died(event: LeaderDied, viewer: Viewer) -> str | None:
    return f"{event.leader} is dead: {event.cause}."


@tells(LeaderCaptured)
def _tell_captured(event: LeaderCaptured, viewer: Viewer) -> str | None:
    side = "the Crusaders" if event.captor == CRUSADER else "the Wersgorix"
    return f"{event.leader} is taken prisoner by {side}: {event.cause}."


@tells(LeaderFreed)
def _tell_freed(event: LeaderFreed, viewer: Viewer) -> str | None:
    return f"{event.leader} is free again: {event.cause}."


# -- what chapters do to pieces ------------------------------------------------------------------------------


def lose(draft: Draft, unit: str, count: int, cause: str) -> int:
    """Take points from a unit, at most what it has; how many it lost."""
    strength = draft.state.units[unit].strength
    count = min(count, strength)
    if count > 0:
        draft.emit(StrengthLost(unit, count, strength - count, cause))
    return count


def gain(draft: Draft, unit: str, count: int, cause: str) -> None:
    """Give points to a unit."""
    draft.emit(StrengthGained(unit, count, draft.state.units[unit].strength + count, cause))


def raise_unit(draft: Draft, faction: str, kind: str, letter: str, at: int, count: int, cause: str) -> str:
    """Put a new fleet or army on the map; its name."""
    name = unit_name(faction, kind, letter)
    draft.emit(UnitRaised(name, faction, kind, at, draft.state.pack.place_of[at], count, cause))
    return name


def raise_garrison(draft: Draft, faction: str, at: int, count: int, cause: str) -> str:
    """Put a garrison on the map, or add to the one that is there; its name."""
    place = draft.state.pack.place_of[at]
    name = garrison_name(faction, place)
    draft.emit(UnitRaised(name, faction, GARRISON, at, place, count, cause))
    return name


def change_equipment(draft: Draft, by: int, cause: str) -> None:
    """Move the Equipment track, never off its ends."""
    now = max(0, min(draft.state.pack.equipment.maximum, draft.state.equipment + by))
    if now != draft.state.equipment:
        draft.emit(EquipmentChanged(now - draft.state.equipment, now, cause))


def change_iq(draft: Draft, by: int, cause: str) -> None:
    """Move the I.Q. track, never off its ends."""
    now = max(0, min(draft.state.pack.iq.maximum, draft.state.iq + by))
    if now != draft.state.iq:
        draft.emit(IqChanged(now - draft.state.iq, now, cause))


def earn(draft: Draft, seat: Seat, cause: str) -> None:
    """The point for a feat of arms: Equipment for the Crusaders, I.Q. for the Wersgorix (rule 7.3)."""
    if seat == CRUSADER:
        change_equipment(draft, 1, cause)
    else:
        change_iq(draft, 1, cause)


def wound(draft: Draft, leader: str, cause: str) -> None:
    """Wound a leader; one who is wounded already dies (rules 7.3 and 11.1.1)."""
    if draft.state.leaders[leader].wounded:
        draft.emit(LeaderDied(leader, cause))
    else:
        draft.emit(LeaderWounded(leader, cause))


def take_prisoner(draft: Draft, leader: Leader, captor: Seat, at: int, cause: str) -> None:
    """Capture a leader; a defector or a traitor comes back to the side he left (rule 6.4.8)."""
    first = FACTION[CRUSADER] if leader.faction != "Wersgorix" else leader.faction
    if first == FACTION[captor]:
        draft.emit(LeaderRedeemed(leader.name, at, cause))
    else:
        draft.emit(LeaderCaptured(leader.name, captor, at, cause))


def place_leader(draft: Draft, leader: str, at: int) -> None:
    """Bring a leader into play."""
    state = draft.state
    draft.emit(LeaderPlaced(leader, state.pack.leaders[leader].faction, at, state.pack.place_of[at]))


def free_letters(state: State, faction: str, kind: str) -> list[str]:
    """Letters with which a faction can raise a new fleet or army.

    A Crusader or Wersgorix letter is one counter, a fleet on one side and an army on the other (rule 2.1).
    """
    units = state.units
    return [letter for letter, names in _counters(state.pack, faction, kind) if names.isdisjoint(units)]


@lru_cache(maxsize=64)
def _counters(pack: Pack, faction: str, kind: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Every letter of a faction with the names of units on the map that would keep it from being used."""
    kinds = (FLEET, ARMY) if faction in FACTION.values() else (kind,)
    return tuple(
        (letter, frozenset(unit_name(faction, side, letter) for side in kinds))
        for letter in pack.letters.get(faction, "AB")
    )
