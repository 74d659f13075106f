"""Forts, fortresses and sieges (rule 7.4): who takes one, how a siege begins and ends."""

from dataclasses import dataclass

from engine.high_crusade.draft import Draft
from engine.high_crusade.names import CRUSADER, FLEET, WERSGORIX, listed, other, seat_name
from engine.high_crusade.pieces import LeaderFreed, earn, lose, take_prisoner
from engine.high_crusade.placement import march
from engine.high_crusade.registry import applies, settles, tells
from engine.high_crusade.state import State
from engine.kernel.game import Event
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class FortTaken(Event):
    """A fort or fortress changes hands (rule 7.4.14)."""

    hex: int
    place: str
    seat: str
    how: str
    """"storm", "siege", "entered" or "abandoned"."""


@dataclass(frozen=True, slots=True)
class CastleRazed(Event):
    """A castle where no fort stands is torn down (rule 7.4.19)."""

    hex: int
    place: str


@dataclass(frozen=True, slots=True)
class SiegeLaid(Event):
    """The attackers move in around a fort (rule 7.4.6)."""

    hex: int
    place: str
    seat: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SiegeLifted(Event):
    """A siege is over and the fort has held (rule 7.4.8)."""

    hex: int
    place: str
    cause: str


@dataclass(frozen=True, slots=True)
class SiegeRolled(Event):
    """Whether a besieged fort falls (rule 7.4.11)."""

    hex: int
    place: str
    seat: str
    """The besieged seat."""
    rolled: int
    falls: bool


def _end_siege(state: State, at: int) -> None:
    state.sieges = {hexed: seat for hexed, seat in state.sieges.items() if hexed != at}
    state.inside = state.inside - {at}


@applies(FortTaken)
def _fort_taken(state: State, event: FortTaken) -> None:
    if event.seat == CRUSADER:
        state.castles = state.castles | {event.hex}
    else:
        state.castles = state.castles - {event.hex}
    _end_siege(state, event.hex)


@applies(CastleRazed)
def _castle_razed(state: State, event: CastleRazed) -> None:
    state.castles = state.castles - {event.hex}


@applies(SiegeLaid)
def _siege_laid(state: State, event: SiegeLaid) -> None:
    march(state, (*event.units, *event.leaders), event.hex)
    state.sieges = {**state.sieges, event.hex: Seat(event.seat)}
    state.inside = state.inside | {event.hex}


@applies(SiegeLifted)
def _siege_lifted(state: State, event: SiegeLifted) -> None:
    _end_siege(state, event.hex)


@applies(SiegeRolled)
def _siege_rolled(state: State, event: SiegeRolled) -> None:
    """The fall itself is told by what follows."""


@tells(FortTaken)
def _tell_taken(event: FortTaken, viewer: Viewer) -> str | None:
    side = seat_name(Seat(event.seat))
    if event.how == "entered":
        return f"The walls of {event.place} stood empty: {side} hold them now."
    return f"{event.place} falls to {side}."


@tells(CastleRazed)
def _tell_razed(event: CastleRazed, viewer: Viewer) -> str | None:
    return f"The castle at {event.place} is torn down."


@tells(SiegeLaid)
def _tell_laid(event: SiegeLaid, viewer: Viewer) -> str | None:
    verbs = "closes in and lays" if len(event.units) == 1 else "close in and lay"
    return f"{listed(event.units)} {verbs} siege to {event.place}."


@tells(SiegeLifted)
def _tell_lifted(event: SiegeLifted, viewer: Viewer) -> str | None:
    return f"The siege of {event.place} is over: {event.cause}."


@tells(SiegeRolled)
def _tell_rolled(event: SiegeRolled, viewer: Viewer) -> str | None:
    if event.falls:
        return f"Hunger and despair (die {event.rolled}): {event.place} cannot hold out."
    return f"The besieged at {event.place} hold out (die {event.rolled})."


# -- taking a fort -------------------------------------------------------------------------------------------


def take_fort(draft: Draft, seat: Seat, at: int, how: str) -> None:
    """Hand a fort to a seat, unless it has it already."""
    state = draft.state
    place = state.pack.place_of[at]
    if (seat == CRUSADER and at not in state.castles) or (
        seat == WERSGORIX and (at in state.castles or how in ("storm", "siege"))
    ):
        draft.emit(FortTaken(at, place, seat, how))
        for leader in draft.state.leaders_at(at):  # captives held in it go free (rule 7.4.29)
            if leader.captor == other(seat):
                draft.emit(LeaderFreed(leader.name, f"{place} is taken"))
    elif at in state.sieges:
        draft.emit(SiegeLifted(at, place, "the fort is taken"))


def enter_fort(draft: Draft, seat: Seat, at: int) -> None:
    """Rules 7.4.18 and 7.4.19: what a ground unit does to walls it finds empty when it enters their hex."""
    state = draft.state
    if at in state.opened or any(unit.kind != FLEET for unit in state.units_of(other(seat), at)):
        return
    if state.fort(at):
        if (seat == CRUSADER) != (at in state.castles):
            take_fort(draft, seat, at, "entered")
    elif seat == WERSGORIX and at in state.castles:
        draft.emit(CastleRazed(at, state.pack.place_of[at]))


def wards(state: State, seat: Seat, movers: tuple[str, ...], to: int) -> tuple[str, ...]:
    """Rule 6.4.5: captives whose last guards move into a hex go along."""
    found: list[str] = []
    for at in dict.fromkeys(state.units[name].hex for name in movers):
        if at != to and all(unit.name in movers for unit in state.units_of(seat, at)):
            found += [leader.name for leader in state.leaders_at(at) if leader.captor == seat]
    return tuple(found)


def fall_checks(draft: Draft, seat: Seat) -> None:
    """Rule 7.4.11: at the end of a player's combat phase each of his besieged forts may fall."""
    for at in sorted(at for at, besieger in draft.state.sieges.items() if besieger != seat):
        place = draft.state.pack.place_of[at]
        rolled = draft.die()
        falls = rolled <= (1 if seat == CRUSADER else 3)
        draft.emit(SiegeRolled(at, place, seat, rolled, falls))
        if falls:
            _fall(draft, seat, at)


def _fall(draft: Draft, seat: Seat, at: int) -> None:
    """Rule 7.4.12: what a fort that falls by siege costs."""
    state = draft.state
    place = state.pack.place_of[at]
    cause = f"{place} fell by siege"
    victor = other(seat)
    for unit in state.ground_of(seat, at):
        lose(draft, unit.name, unit.strength, cause)
    for leader in draft.state.leaders_of(seat, at):
        take_prisoner(draft, leader, victor, at, cause)
    take_fort(draft, victor, at, "siege")
    earn(draft, victor, cause)


# -- what follows at once ------------------------------------------------------------------------------------


@settles
def free_prisoners(draft: Draft) -> bool:
    """Rules 6.4.4 and 6.4.7: a prisoner without a guard is free."""
    state = draft.state
    freed = False
    for leader in state.index.prisoners:
        if not state.units_of(Seat(leader.captor), leader.hex):
            draft.emit(LeaderFreed(leader.name, "no guard is left with him"))
            freed = True
    return freed


@settles
def lift_sieges(draft: Draft) -> bool:
    """Rules 7.4.8, 7.4.25 and 7.4.31: a siege that has become too weak ends."""
    state = draft.state
    if not state.sieges or state.battle is not None:
        return False
    for at, seat in state.sieges.items():
        place = state.pack.place_of[at]
        besiegers = state.ground_of(seat, at)
        if sum(unit.strength for unit in besiegers) < state.fort(at):
            draft.emit(SiegeLifted(at, place, "the besiegers have become too weak or have left"))
            return True
    return False


@settles
def hold_walls(draft: Draft) -> bool:
    """Rules 7.4.18, 7.4.26, 7.4.29 and 7.4.31: troops alone within walls hold them, and who is left there."""
    state = draft.state
    if state.battle is not None:
        return False
    held, castles = state.index.held, state.castles
    for at in sorted((state.pack.fort_at.keys() & held[CRUSADER]) - castles | castles & held[WERSGORIX]):
        if at in state.opened or not state.fort(at):
            continue
        seat = WERSGORIX if at in castles else CRUSADER
        foe = other(seat)
        loyal = [unit for unit in state.ground_of(seat, at) if unit.name not in state.turned]
        if not loyal or state.ground_of(foe, at):
            continue
        lost = state.leaders_of(foe, at) if at in state.sieges or not state.units_of(foe, at) else []
        take_fort(draft, seat, at, "abandoned" if at in state.sieges else "entered")
        for leader in lost:
            take_prisoner(draft, leader, seat, at, f"{state.pack.place_of[at]} was lost")
        return True
    return False
