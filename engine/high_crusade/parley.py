"""Winning the Independent Races and parting them from the Crusaders (rules 4.6, 4.10 and 9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.alliances import NEUTRAL, PERMANENT, break_alliance, breakable, homes, make_alliance
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import OrdersEnded
from engine.high_crusade.lookups import own_leader
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import ALLIANCE, ALLIES, CRUSADER, DISRUPTION, PARVUS, ROGER, WERSGORIX, listed
from engine.high_crusade.registry import applies, judges, offering, phase, tells
from engine.high_crusade.state import Leader, State
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Ally(Order):
    """Let a leader on a home planet try to win an Independent Race."""

    VERB: ClassVar[str] = "ally"
    GIST: ClassVar[str] = "try to win an Independent Race as an ally"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("race", "race"), Slot("leader", "leader", "with"))
    race: str
    leader: str


@dataclass(frozen=True, slots=True)
class Receive(Order):
    """Treat with the ambassador of a neutral race."""

    VERB: ClassVar[str] = "receive"
    GIST: ClassVar[str] = "treat with the ambassador of a neutral race"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("race", "race"),)
    race: str


@dataclass(frozen=True, slots=True)
class Disrupt(Order):
    """Let a Wersgorix leader on a home planet try to break an alliance."""

    VERB: ClassVar[str] = "disrupt"
    GIST: ClassVar[str] = "try to break an alliance of the Crusaders"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("race", "race"), Slot("leader", "leader", "with"))
    race: str
    leader: str


@dataclass(frozen=True, slots=True)
class AllianceRolled(Event):
    """An alliance is sought, or another one put to the test."""

    race: str
    leader: str
    """Empty when an ambassador came and Sir Roger could not receive him."""
    breaking: bool
    rolled: tuple[int, ...]
    rating: int
    helped: int
    against: int
    needed: int
    success: bool


@applies(AllianceRolled)
def _rolled(state: State, event: AllianceRolled) -> None:
    pass


@tells(AllianceRolled)
def _tell_rolled(event: AllianceRolled, viewer: Viewer) -> str | None:
    total = event.rolled[0] + event.rating + event.helped - event.against
    parts = [f"{event.rolled[0]} on the die"]
    if event.rating:
        parts.append(f"{event.rating} for {event.leader}")
    if event.helped:
        parts.append(f"{event.helped} for {PARVUS}")
    if event.against:
        parts.append(f"{event.against} off for the other side's leader")
    who = event.leader or "A mere envoy"
    what = (
        f"tries to part the {event.race} from the Crusaders"
        if event.breaking
        else f"treats with the {event.race}"
    )
    end = "that is enough" if event.success else "that is not enough"
    return f"{who} {what}: {listed(parts)} make {total} of {event.needed}; {end}."


def _leaders_on(state: State, seat: Seat, planet: str) -> list[Leader]:
    return [leader for at in state.pack.planets[planet].hexes for leader in state.leaders_of(seat, at)]


def _best(state: State, leaders: list[Leader]) -> int:
    return max((state.political_rating(leader) for leader in leaders), default=0)


def _negotiators(state: State, race: str) -> list[Leader]:
    """Crusader-side leaders who can win this race (rules 9.1.2, 9.1.4 and 9.1.8)."""
    return [
        leader
        for home in homes(state.pack, race)
        for leader in _leaders_on(state, CRUSADER, home)
        if leader.name != PARVUS
    ]


def _disrupters(state: State, race: str) -> list[Leader]:
    """Leaders in Wersgorix service who can break this alliance (rules 9.2.1 and 9.2.6)."""
    return [
        leader
        for home in homes(state.pack, race)
        for leader in _leaders_on(state, WERSGORIX, home)
        if leader.name != state.traitor
    ]


@remembered
def _winnable(state: State) -> list[str]:
    return [race for race in ALLIES if state.alliances[race] == NEUTRAL and _negotiators(state, race)]


def _receivable(state: State) -> list[str]:
    return [race for race in ALLIES if state.alliances[race] == NEUTRAL] if state.ambassador else []


@remembered
def _disruptable(state: State) -> list[str]:
    return [race for race in breakable(state) if _disrupters(state, race)]


def _try(draft: Draft, race: str, leader: str, rating: int, helped: int, against: int) -> None:
    rolled = draft.roll(1)
    needed = draft.state.pack.alliances[race].range
    success = rolled[0] + rating + helped - against >= needed
    draft.emit(AllianceRolled(race, leader, False, rolled, rating, helped, against, needed, success))
    draft.emit(OrdersEnded(CRUSADER, ALLIANCE))
    if success:
        make_alliance(draft, race, f"{leader or 'the ambassador'} has won them over")


@judges(Ally, when=lambda state, seat: bool(_winnable(state)))
def _ally(draft: Draft, seat: Seat, order: Ally) -> None:
    """Rules 4.6.1, 9.1.1 to 9.1.4, 9.1.8 and 9.1.9."""
    state = draft.state
    race = order.race
    if state.alliances[race] != NEUTRAL:
        raise refuse("9.1.1", f"The {race} are your allies already.")
    leader = own_leader(state, seat, order.leader)
    if leader.name == PARVUS:
        raise refuse("9.1.4", f"{PARVUS} interprets, but cannot form an alliance himself.")
    planet = state.pack.planet_of[leader.hex]
    if planet not in homes(state.pack, race):
        at_home = listed(homes(state.pack, race))
        raise refuse("9.1.2", f"{leader.name} is on {planet}; the {race} live on {at_home}.")
    parvus = [known for known in _leaders_on(state, CRUSADER, planet) if known.name == PARVUS]
    against = _best(state, _leaders_on(state, WERSGORIX, planet))
    _try(draft, race, leader.name, state.political_rating(leader), _best(state, parvus), against)


@judges(Receive, when=lambda state, seat: bool(_receivable(state)))
def _receive(draft: Draft, seat: Seat, order: Receive) -> None:
    """Rules 11.1.10 and 11.1.31: Sir Roger receives the ambassador, wherever he is."""
    state = draft.state
    if not state.ambassador:
        raise refuse("11.1.10", "No ambassador has come this turn.")
    if state.alliances[order.race] != NEUTRAL:
        raise refuse("9.1.1", f"The {order.race} are your allies already.")
    roger = next((leader for leader in state.own_leaders(CRUSADER) if leader.name == ROGER), None)
    if roger is None:
        _try(draft, order.race, "", 0, 0, 0)
        return
    parvus = [leader for leader in state.leaders_of(CRUSADER, roger.hex) if leader.name == PARVUS]
    _try(draft, order.race, ROGER, state.political_rating(roger), _best(state, parvus), 0)


phase(
    ALLIANCE,
    verbs=(Ally.VERB, Receive.VERB, "done"),
    prompt="Try to win one Independent Race, or say done.",
    idle=lambda state: not _winnable(state) and not _receivable(state),
    rule="4.6.1",
)


@judges(Disrupt, when=lambda state, seat: bool(_disruptable(state)))
def _disrupt(draft: Draft, seat: Seat, order: Disrupt) -> None:
    """Rules 4.10.1, 9.2.1, 9.2.2, 9.2.6 and 9.2.9."""
    state = draft.state
    race = order.race
    if state.alliances[race] == NEUTRAL:
        raise refuse("9.2.1", f"The {race} are no allies of the Crusaders.")
    if state.alliances[race] == PERMANENT:
        raise refuse("9.2.9", f"The {race} are allied to the Crusaders for good.")
    leader = own_leader(state, seat, order.leader)
    if leader.name == state.traitor:
        raise refuse("9.2.6", f"{leader.name} is only a traitor; the {race} do not listen to him.")
    planet = state.pack.planet_of[leader.hex]
    if planet not in homes(state.pack, race):
        at_home = listed(homes(state.pack, race))
        raise refuse("9.2.1", f"{leader.name} is on {planet}; the {race} live on {at_home}.")
    rating = state.political_rating(leader)
    against = _best(state, _leaders_on(state, CRUSADER, planet))
    needed = state.pack.alliances[race].range
    rolled = draft.roll(1)
    success = rolled[0] + rating - against >= needed
    draft.emit(AllianceRolled(race, leader.name, True, rolled, rating, 0, against, needed, success))
    draft.emit(OrdersEnded(WERSGORIX, DISRUPTION))
    if success:
        break_alliance(draft, race, f"{leader.name} has talked them out of it")


phase(
    DISRUPTION,
    verbs=(Disrupt.VERB, "done"),
    prompt="Try to break one alliance of the Crusaders, or say done.",
    idle=lambda state: not _disruptable(state),
    rule="4.10.1",
)


@offering(Ally, "race")
def _offer_ally(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return _winnable(state)


@offering(Ally, "leader")
def _offer_negotiator(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return [leader.name for leader in _negotiators(state, filled["race"])]


@offering(Receive, "race")
def _offer_receive(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return _receivable(state)


@offering(Disrupt, "race")
def _offer_disrupt(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return _disruptable(state)


@offering(Disrupt, "leader")
def _offer_disrupter(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return [leader.name for leader in _disrupters(state, filled["race"])]
