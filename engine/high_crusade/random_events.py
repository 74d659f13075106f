"""Random events (rules 4.1.9 and 11): the two rolls of a turn, and what they ask for in later phases."""

from dataclasses import dataclass

from engine.high_crusade import events_crusader, events_wersgorix, voyage
from engine.high_crusade.draft import Draft
from engine.high_crusade.names import CRUSADER, SEATS
from engine.high_crusade.pack import NO_EVENT
from engine.high_crusade.registry import applies, tells
from engine.high_crusade.state import State
from engine.kernel.game import Event
from engine.kernel.seats import Viewer

TITLES = {
    NO_EVENT: "No Event",
    "leader_falls_ill": "Leader Falls Ill",
    "earth": "Earth",
    "reinforcements": "Reinforcements",
    "ally_becomes_neutral": "Ally Becomes Neutral",
    "grail": "Grail",
    "crusading_fervor": "Crusading Fervor",
    "ionic_storm": "Ionic Storm",
    "heresy": "Heresy",
    "treachery": "Treachery",
    "ambassador": "Ambassador",
    "withdrawal": "Withdrawal",
    "rebellion": "Rebellion",
    "lies": "Lies",
    "initiative": "Initiative",
}


@dataclass(frozen=True, slots=True)
class EventRolled(Event):
    """A player has rolled his random event."""

    seat: str
    rolled: tuple[int, ...]
    event: str


@dataclass(frozen=True, slots=True)
class EventVoid(Event):
    """The event has nothing to act on: it counts as No Event."""

    seat: str
    event: str


@applies(EventRolled)
def _rolled(state: State, event: EventRolled) -> None:
    """What it does are facts of their own."""


@applies(EventVoid)
def _void(state: State, event: EventVoid) -> None:
    """Nothing happens."""


@tells(EventRolled)
def _tell_rolled(event: EventRolled, viewer: Viewer) -> str | None:
    side = "Crusader" if event.seat == CRUSADER else "Wersgorix"
    return f"{side} event: {TITLES[event.event]} (rolled {event.rolled[0]} and {event.rolled[1]})."


@tells(EventVoid)
def _tell_void(event: EventVoid, viewer: Viewer) -> str | None:
    return f"{TITLES[event.event]} has nothing to act on: No Event."


def roll_events(draft: Draft) -> None:
    """Rules 4.1.9 and 4.1.12: both players roll; the Crusaders' event acts first.

    Both are rolled before anything is asked, so that questions to the two players are open at the same time.
    """
    pack = draft.state.pack
    tables = (
        (pack.crusader_events, events_crusader.EVENTS),
        (pack.wersgorix_events, events_wersgorix.EVENTS),
    )
    due = []
    for seat, (table, effects) in zip(SEATS, tables, strict=True):
        rolled = draft.roll(2)
        event = table[sum(rolled)]
        draft.emit(EventRolled(seat, rolled, event))
        if event != NO_EVENT:
            due.append((seat, event, effects[event]))
    for seat, event, effect in due:
        if not effect(draft):
            draft.emit(EventVoid(seat, event))


def movement_dues(draft: Draft) -> bool:
    """Rules 11.1.2 and 11.1.14: what Earth asks for at the start of the Crusader Movement Phase."""
    return voyage.dues(draft)
