"""The voyage to Earth (rules 11.1.2, 11.1.14, 11.1.19 and 11.1.20): who goes, who returns, what it costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.lookups import own_fleet, own_leader
from engine.high_crusade.names import CRUSADER, FLEET, PARVUS, WERSGORIX, short
from engine.high_crusade.pieces import lose, place_leader
from engine.high_crusade.registry import applies, judges, offering, question, tells
from engine.high_crusade.state import Ask, Leader, State, Unit
from engine.kernel.game import END, Event
from engine.kernel.orders import Order, Slot, read_share
from engine.kernel.seats import Seat, Viewer

BACK_FROM = 5
"""Lowest die on which the leader returns."""

_TOLL = "the way to Earth"


@dataclass(frozen=True, slots=True)
class Sail(Order):
    """Send a leader to Earth, with fleet points."""

    VERB: ClassVar[str] = "sail"
    GIST: ClassVar[str] = "say who leaves for Earth, with how many fleet points"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("leader", "leader"),
        Slot("ships", "loss", "with", optional=True),
    )
    leader: str
    ships: str | None = None


@dataclass(frozen=True, slots=True)
class Recall(Order):
    """Roll for the return of the leader who went to Earth."""

    VERB: ClassVar[str] = "recall"
    GIST: ClassVar[str] = "roll for the leader's return from Earth"


@dataclass(frozen=True, slots=True)
class Await(Order):
    """Do not roll for his return this turn."""

    VERB: ClassVar[str] = "await"
    GIST: ClassVar[str] = "let the leader stay on Earth for now"


@dataclass(frozen=True, slots=True)
class Pay(Order):
    """Say which fleet loses the point that the way to Earth costs."""

    VERB: ClassVar[str] = "pay"
    GIST: ClassVar[str] = "say which fleet pays for the way to Earth"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("fleet", "unit", "with"),)
    fleet: str


@dataclass(frozen=True, slots=True)
class LeftForEarth(Event):
    """A leader leaves for Earth; "" when there is nobody who could."""

    leader: str


@dataclass(frozen=True, slots=True)
class ReturnRolled(Event):
    """The roll for the leader's return."""

    leader: str
    rolled: int
    back: bool


@applies(LeftForEarth)
def _left(state: State, event: LeftForEarth) -> None:
    state.earth_due = False
    if event.leader:
        state.earth_leader = event.leader
        state.put_leader(state.leaders[event.leader]._replace(hex=0))


@applies(ReturnRolled)
def _return_rolled(state: State, event: ReturnRolled) -> None:
    if event.back:
        state.earth_leader = ""
        state.earth_toll = True


@tells(LeftForEarth)
def _tell_left(event: LeftForEarth, viewer: Viewer) -> str | None:
    return (
        f"{event.leader} leaves for Earth."
        if event.leader
        else "There is no leader who could leave for Earth."
    )


@tells(ReturnRolled)
def _tell_returned(event: ReturnRolled, viewer: Viewer) -> str | None:
    end = "is back from Earth" if event.back else "is still on Earth"
    return f"{event.leader} {end} (rolled {event.rolled})."


def _fleets(state: State) -> list[Unit]:
    return [unit for unit in state.own_units(CRUSADER) if unit.kind == FLEET]


def _travellers(state: State) -> list[Leader]:
    """Rule 11.1.19: free Crusader leaders, only those with a fleet in their hex if there is one."""
    free = [leader for leader in state.own_leaders(CRUSADER) if leader.faction == "Crusader"]
    return [leader for leader in free if state.fleets_of(CRUSADER, leader.hex)] or free


def _ships_for(state: State, leader: Leader) -> list[Unit]:
    """The fleets whose points he can take along: those in his hex, or else any."""
    return state.fleets_of(CRUSADER, leader.hex) or _fleets(state)


def _landing(state: State) -> int:
    """Rule 11.1.20: the first hex of Thraxian without Wersgorix pieces, or 0."""
    hexes = state.pack.planets[state.pack.crusader_home].hexes
    return next((at for at in hexes if not state.holds(WERSGORIX, at)), 0)


def dues(draft: Draft) -> bool:
    """What is due at the start of the Crusader Movement Phase; whether anything is."""
    state = draft.state
    count = len(draft.events)
    if state.earth_toll and (fleets := _fleets(state)):
        if len(fleets) == 1:
            lose(draft, fleets[0].name, 1, _TOLL)
        else:
            ask(draft, "earth_toll", CRUSADER)
    if state.earth_leader and _landing(state):
        ask(draft, "earth_return", CRUSADER)
    if state.earth_due:
        if _travellers(state):
            ask(draft, "earth", CRUSADER)
        else:
            draft.emit(LeftForEarth(""))
    return len(draft.events) > count


# -- leaving -------------------------------------------------------------------------------------------------


def _default(state: State, asked: Ask) -> Order:
    """The leader who is worth least, with one point of the strongest fleet."""

    def worth(leader: Leader) -> tuple[int, int]:
        rank = 1 if leader.name == PARVUS or leader.name in state.titles else 0
        return rank, state.combat_rating(leader) + state.political_rating(leader)

    leader = min(_travellers(state), key=worth)
    ships = _ships_for(state, leader)
    if not ships:
        return Sail(leader.name)
    return Sail(leader.name, f"1 from {short(CRUSADER, max(ships, key=lambda unit: unit.strength).name)}")


question(
    "earth",
    (Sail.VERB,),
    lambda state, asked: (
        "One of your leaders must leave for Earth with at least one fleet point. Who, and with what?"
    ),
    _default,
    "11.1.2",
)


@judges(Sail)
def _sail(draft: Draft, seat: Seat, order: Sail) -> None:
    """Rules 11.1.2 and 11.1.19."""
    state = draft.state
    leader = own_leader(state, seat, order.leader)
    if leader.faction != "Crusader":
        raise refuse("11.1.2", f"{leader.name} is no Crusader leader.")
    if leader not in _travellers(state):
        raise refuse(
            "11.1.19", f"There is no fleet with {leader.name}; a leader who stands with one must go."
        )
    ships = _ships_for(state, leader)
    if order.ships is None:
        if ships:
            raise refuse(
                "11.1.2", f"At least one fleet point goes with {leader.name}: name it behind “with”."
            )
    else:
        count, name = read_share(order.ships)
        fleet = own_fleet(state, seat, name)
        if fleet not in ships:
            raise refuse("11.1.19", f"{fleet.name} is not with {leader.name}.")
        if not 1 <= count <= fleet.strength:
            raise refuse("11.1.2", f"{fleet.name} has {fleet.strength} points; {count} cannot go.")
    answered(draft, seat)
    draft.emit(LeftForEarth(leader.name))
    if order.ships is not None:
        lose(draft, fleet.name, count, "they leave for Earth")


@offering(Sail, "leader")
def _offer_leader(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [leader.name for leader in _travellers(state)]


@offering(Sail, "ships")
def _offer_ships(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    ships = _ships_for(state, state.leaders[filled["leader"]])
    shares = [
        f"{count} from {short(seat, unit.name)}" for unit in ships for count in range(1, unit.strength + 1)
    ]
    return shares or (END,)


# -- coming back ---------------------------------------------------------------------------------------------

question(
    "earth_return",
    (Recall.VERB, Await.VERB),
    lambda state, asked: f"{state.earth_leader} is on Earth. Do you roll for his return?",
    lambda state, asked: Recall(),
    "11.1.14",
)


@judges(Recall)
def _recall(draft: Draft, seat: Seat, order: Recall) -> None:
    """Rules 11.1.14 and 11.1.20."""
    answered(draft, seat)
    leader = draft.state.earth_leader
    die = draft.die()
    draft.emit(ReturnRolled(leader, die, die >= BACK_FROM))
    if die >= BACK_FROM:
        place_leader(draft, leader, _landing(draft.state))


@judges(Await)
def _await(draft: Draft, seat: Seat, order: Await) -> None:
    """Rule 11.1.20: whether to roll is the player's choice."""
    answered(draft, seat)


# -- what it costs -------------------------------------------------------------------------------------------

question(
    "earth_toll",
    (Pay.VERB,),
    lambda state, asked: "The way to Earth costs you one fleet point this turn. Which fleet loses it?",
    lambda state, asked: Pay(short(CRUSADER, max(_fleets(state), key=lambda unit: unit.strength).name)),
    "11.1.14",
)


@judges(Pay)
def _pay(draft: Draft, seat: Seat, order: Pay) -> None:
    """Rules 11.1.14 and 11.1.20."""
    fleet = own_fleet(draft.state, seat, order.fleet)
    answered(draft, seat)
    lose(draft, fleet.name, 1, _TOLL)


@offering(Pay, "fleet")
def _offer_pay(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [short(seat, unit.name) for unit in _fleets(state)]
