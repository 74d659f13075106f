"""Treachery (rules 11.1.9, 11.1.16, 11.1.17, 11.1.25 to 11.1.30): a leader serves the Empire for a turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.grail import MOVEMENT_VERBS as GRAIL_VERBS
from engine.high_crusade.names import (
    ALLIES,
    CRUSADER,
    DISRUPTION,
    FLEET,
    PARVUS,
    RECORD,
    ROGER,
    WERSGORIX,
    WERSGORIX_MOVEMENT,
    listed,
)
from engine.high_crusade.pieces import LeaderCaptured, lose
from engine.high_crusade.registry import applies, judges, offering, question, settles, tells
from engine.high_crusade.siege import enter_fort
from engine.high_crusade.state import Ask, Leader, State
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

MOVEMENT_VERBS = GRAIL_VERBS
"""Verbs of the movement phases that random events bring."""


@dataclass(frozen=True, slots=True)
class Betray(Order):
    """Say which leader turns traitor (rule 11.1.9)."""

    VERB: ClassVar[str] = "betray"
    GIST: ClassVar[str] = "say which of your leaders turns traitor"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("leader", "leader", "by"),)
    leader: str


@dataclass(frozen=True, slots=True)
class TraitorNamed(Event):
    """A leader will serve the Empire this turn."""

    leader: str


@dataclass(frozen=True, slots=True)
class TreasonBegan(Event):
    """The traitor acts for the Wersgorix from now on."""

    leader: str


@dataclass(frozen=True, slots=True)
class CommandDisputed(Event):
    """A loyal leader disputes the traitor's command in a hex."""

    leader: str
    loyal: str
    hex: int
    place: str
    rolled: int
    rating: int
    won: bool


@dataclass(frozen=True, slots=True)
class CommandTaken(Event):
    """The traitor commands the units of a hex; `fort` when he has opened a fort with them."""

    leader: str
    units: tuple[str, ...]
    hex: int
    place: str
    fort: bool


@dataclass(frozen=True, slots=True)
class FortBetrayed(Event):
    """Wersgorix troops that a traitor let in hold the fort for good."""

    hex: int
    place: str


@dataclass(frozen=True, slots=True)
class TreasonEnded(Event):
    """The traitor and his units serve the Crusaders again."""

    leader: str
    units: tuple[str, ...]


@applies(TraitorNamed)
def _named(state: State, event: TraitorNamed) -> None:
    state.traitor = event.leader


@applies(TreasonBegan)
def _began(state: State, event: TreasonBegan) -> None:
    state.treason = True


@applies(CommandDisputed)
def _disputed(state: State, event: CommandDisputed) -> None:
    state.disputed = state.disputed | {event.hex}


@applies(CommandTaken)
def _commands(state: State, event: CommandTaken) -> None:
    state.turned = state.turned | frozenset(event.units)
    if event.fort:
        state.opened = state.opened | {event.hex}
        state.sieges = {at: seat for at, seat in state.sieges.items() if at != event.hex}
        state.inside = state.inside - {event.hex}


@applies(FortBetrayed)
def _betrayed(state: State, event: FortBetrayed) -> None:
    state.castles = state.castles - {event.hex}
    state.opened = state.opened - {event.hex}


@applies(TreasonEnded)
def _ended(state: State, event: TreasonEnded) -> None:
    state.traitor = ""
    state.treason = False
    state.turned = frozenset()
    state.opened = frozenset()
    state.disputed = frozenset()


@tells(TraitorNamed)
def _tell_named(event: TraitorNamed, viewer: Viewer) -> str | None:
    return f"{event.leader} turns traitor: this turn he is the Empire's man."


@tells(TreasonBegan)
def _tell_began(event: TreasonBegan, viewer: Viewer) -> str | None:
    return f"{event.leader} acts for the Wersgorix until the turn ends."


@tells(CommandDisputed)
def _tell_disputed(event: CommandDisputed, viewer: Viewer) -> str | None:
    won = "the traitor wins" if event.won else "the loyal leader keeps the command"
    return (
        f"{event.loyal} disputes {event.leader}'s command at {event.place}: "
        f"rolled {event.rolled} against a rating of {event.rating}, {won}."
    )


@tells(CommandTaken)
def _tell_commands(event: CommandTaken, viewer: Viewer) -> str | None:
    gates = " The gates stand open to the Wersgorix." if event.fort else ""
    units = [unit.removesuffix(f" at {event.place}") for unit in event.units]
    return f"{event.leader} takes command of {listed(units)} at {event.place}.{gates}"


@tells(FortBetrayed)
def _tell_betrayed(event: FortBetrayed, viewer: Viewer) -> str | None:
    return f"The fort at {event.place} is betrayed: it belongs to the Wersgorix."


@tells(TreasonEnded)
def _tell_ended(event: TreasonEnded, viewer: Viewer) -> str | None:
    who = listed([name for name in (event.leader, *event.units) if name])
    return (
        f"The treachery is over; {who} serve the Crusaders again."
        if event.units
        else (f"The treachery is over; {event.leader} serves the Crusaders again." if event.leader else None)
    )


# -- choosing the traitor ------------------------------------------------------------------------------------


def possible_traitors(state: State) -> list[str]:
    """Rule 11.1.25: free Crusader leaders but the two exempt, and the leaders of races allied now."""
    return [
        leader.name
        for leader in state.own_leaders(CRUSADER)
        if not leader.defected
        and (
            leader.faction in ALLIES or (leader.faction == "Crusader" and leader.name not in (ROGER, PARVUS))
        )
    ]


def treachery(draft: Draft) -> bool:
    """Rule 11.1.9: the Treachery event; whether anything comes of it."""
    possible = possible_traitors(draft.state)
    if not possible:
        return False
    if len(possible) == 1:
        draft.emit(TraitorNamed(possible[0]))
    else:
        ask(draft, "treachery", CRUSADER)
    return True


def _harm(state: State, name: str) -> tuple[int, int, int]:
    """How much a traitor could do: the least harmful is taken for silence."""
    leader = state.leaders[name]
    commanded = sum(unit.strength for unit in state.units_of(CRUSADER, leader.hex))
    alone = len(state.leaders_of(CRUSADER, leader.hex)) < 2
    return (commanded if alone else 0, state.political_rating(leader), state.combat_rating(leader))


def _default(state: State, asked: Ask) -> Order:
    return Betray(min(possible_traitors(state), key=lambda name: _harm(state, name)))


question(
    "treachery",
    (Betray.VERB,),
    lambda state, asked: "One of your leaders turns traitor for this turn. Which one?",
    _default,
    "11.1.9",
)


@judges(Betray)
def _betray(draft: Draft, seat: Seat, order: Betray) -> None:
    """Rules 11.1.9 and 11.1.25."""
    if order.leader not in possible_traitors(draft.state):
        raise refuse("11.1.25", f"{order.leader} cannot turn traitor.")
    answered(draft, seat)
    draft.emit(TraitorNamed(order.leader))


@offering(Betray, "leader")
def _offer_traitor(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return possible_traitors(state)


# -- what he does --------------------------------------------------------------------------------------------


def may_join(state: State, leader: str, to: int) -> bool:
    """Rule 11.1.27: the traitor alone may enter a hex of Crusader-side combat units."""
    return state.treason and leader == state.traitor and bool(state.units_of(CRUSADER, to))


@settles
def _settle_treason(draft: Draft) -> bool:
    """Rules 11.1.16, 11.1.17 and 11.1.26 to 11.1.30: what the traitor brings about, phase by phase."""
    state = draft.state
    if not (state.traitor or state.treason or state.turned or state.opened):
        return False
    phase = state.phase
    if phase == WERSGORIX_MOVEMENT:
        if not state.step or not state.traitor:
            return False
        if not state.treason:
            if state.leaders[state.traitor].captor:
                return False
            draft.emit(TreasonBegan(state.traitor))
            return True
        return _take_command(draft)
    if phase == DISRUPTION:
        return _betray_forts(draft)
    if phase == RECORD:
        _end(draft)
        return True
    return False


def _take_command(draft: Draft) -> bool:
    """Rules 11.1.16 and 11.1.27: the units in the traitor's hex, after a dispute where a loyal leader is."""
    state = draft.state
    traitor = state.leaders[state.traitor]
    at = traitor.hex
    units = state.units_of(CRUSADER, at)
    if not units or traitor.captor or at in state.disputed:
        return False
    place = state.pack.place_of[at]
    loyal = state.leaders_of(CRUSADER, at)
    if loyal:
        rating, die = state.political_rating(traitor), draft.die()
        first = max(loyal, key=state.political_rating)
        draft.emit(CommandDisputed(traitor.name, first.name, at, place, die, rating, die < rating))
        if die >= rating:
            return True
    manned = any(unit.kind != FLEET for unit in units)
    fort = manned and at in state.castles and bool(state.fort(at))
    draft.emit(CommandTaken(traitor.name, tuple(unit.name for unit in units), at, place, fort))
    return True


def _betray_forts(draft: Draft) -> bool:
    """Rules 11.1.17 and 11.1.29: what happens at the end of the Wersgorix combat phase."""
    did = False
    for at in sorted(draft.state.opened):
        state = draft.state
        units = state.units_at(at)
        if not any(unit.faction == "Wersgorix" and unit.kind != FLEET for unit in units):
            continue
        did = True
        place = state.pack.place_of[at]
        for leader in _leaders_to_capture(state, at):
            draft.emit(LeaderCaptured(leader.name, WERSGORIX, at, f"the fort at {place} was betrayed"))
        for unit in units:
            if unit.name in state.turned:
                lose(draft, unit.name, unit.strength, f"the fort at {place} was betrayed")
        draft.emit(FortBetrayed(at, place))
    return did


def _leaders_to_capture(state: State, at: int) -> list[Leader]:
    return [
        leader
        for leader in state.leaders_at(at)
        if leader.name == state.traitor or state.seat_of_leader(leader) == CRUSADER
    ]


def _end(draft: Draft) -> None:
    """Rules 11.1.28 and 11.1.30: they are the Crusaders' again, and so is a fort only they are in."""
    state = draft.state
    traitor = state.leaders.get(state.traitor)
    units = tuple(sorted(name for name in state.turned if name in state.units))
    draft.emit(TreasonEnded(state.traitor if traitor and traitor.hex and not traitor.captor else "", units))
    for at in sorted({state.units[name].hex for name in units if state.units[name].kind != FLEET}):
        enter_fort(draft, CRUSADER, at)
    if traitor is None or not traitor.hex or traitor.captor:
        return
    after = draft.state
    if after.units_of(WERSGORIX, traitor.hex) and not after.units_of(CRUSADER, traitor.hex):
        draft.emit(LeaderCaptured(traitor.name, WERSGORIX, traitor.hex, "he is alone among those he served"))
