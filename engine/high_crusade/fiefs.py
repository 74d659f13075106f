"""Fiefs (rules 4.3.1 and 8.3): who is lord of a converted race."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, ask_of, refuse
from engine.high_crusade.fief_limits import crusader_leaders, fief_limit, fiefs_of, has_room
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.levies import FiefPaid, WaitingCollected, join, present, raise_thralls
from engine.high_crusade.lookups import planet_named
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import CRUSADER, FIEFS, PARVUS, ROGER, listed
from engine.high_crusade.registry import applies, judges, offering, question, settles, tells
from engine.high_crusade.state import Ask, State
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Assign(Order):
    """Make a leader lord of a converted race."""

    VERB: ClassVar[str] = "assign"
    GIST: ClassVar[str] = "make a leader lord of a converted planet"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("planet", "planet"), Slot("leader", "leader", "to"))
    planet: str
    leader: str


@dataclass(frozen=True, slots=True)
class FiefAssigned(Event):
    """A leader is lord of a planet."""

    planet: str
    leader: str


@dataclass(frozen=True, slots=True)
class LordLost(Event):
    """A dead or defected leader holds nothing any more (rules 6.4.8, 8.3.17 and 8.5.16)."""

    leader: str
    planets: tuple[str, ...]


@applies(FiefAssigned)
def _assigned(state: State, event: FiefAssigned) -> None:
    state.new_fiefs = tuple(entry for entry in state.new_fiefs if entry[0] != event.planet)
    if event.planet == state.pack.crusader_home:
        state.home_fief = event.leader
    else:
        state.put_thrall(event.planet, state.thralls[event.planet]._replace(fief=event.leader))


@applies(LordLost)
def _lord_lost(state: State, event: LordLost) -> None:
    for planet, thrall in state.thralls.items():
        if thrall.fief == event.leader:
            state.put_thrall(planet, thrall._replace(fief=""))
    if state.home_fief == event.leader:
        state.home_fief = ""
    if event.leader in state.titles:
        state.titles = {name: titles for name, titles in state.titles.items() if name != event.leader}


@tells(FiefAssigned)
def _tell_assigned(event: FiefAssigned, viewer: Viewer) -> str | None:
    return f"{event.planet} is a fief of {'the Church' if event.leader == PARVUS else event.leader}."


@tells(LordLost)
def _tell_lord_lost(event: LordLost, viewer: Viewer) -> str | None:
    return (
        f"{listed(event.planets)} {'has' if len(event.planets) == 1 else 'have'} no lord any more."
        if event.planets
        else None
    )


@remembered
def _receivers(state: State, planet: str = "") -> list[str]:
    """Leaders who may receive one more fief (rule 8.3.16); room is kept for what they have converted."""
    return [
        leader.name
        for leader in crusader_leaders(state)
        if has_room(state, leader.name, _due(state, leader.name, planet))
    ]


def _due(state: State, leader: str, planet: str) -> int:
    """Races besides this one that a leader has converted and that have still to be assigned."""
    return sum(
        converter == leader and due != planet and state.thralls[due].fief != leader
        for due, converter in state.new_fiefs
    )


def _heirs(state: State, planet: str, converter: str) -> list[str]:
    """Who may be lord of a race just converted (rules 8.3.3 to 8.3.5 and 8.4.6)."""
    holder = state.thralls[planet].fief
    if holder:
        return [holder, *(name for name in _receivers(state, planet) if name != holder)]
    king = state.king()
    free_choice = converter == king or (converter == ROGER and not king)
    if not free_choice:
        return [converter]
    others = [name for name in _receivers(state, planet) if name != converter]
    return [converter, *others]


@remembered
def vacant(state: State) -> list[str]:
    """Fiefs whose lord is gone, which may be given again (rule 8.3.17)."""
    if not _receivers(state):
        return []
    due = {planet for planet, _ in state.new_fiefs}
    planets = [
        planet
        for planet, thrall in state.thralls.items()
        if thrall.converted and thrall.paid and not thrall.fief and planet not in due
    ]
    home = state.pack.crusader_home
    if not state.home_fief and state.capital_holder(home) == CRUSADER:
        planets.append(home)
    return planets


def claimants(state: State, planet: str) -> list[str]:
    """Leaders on a rebel planet who can make it their fief (rule 11.2.8)."""
    hexes = state.pack.planets[planet].hexes
    return [
        leader.name
        for leader in crusader_leaders(state)
        if leader.hex in hexes and leader.name != PARVUS and has_room(state, leader.name)
    ]


@settles
def _lose_lords(draft: Draft) -> bool:
    """Rules 6.4.8, 8.3.17 and 8.5.16: what dead and defected leaders held is without a holder."""
    state = draft.state
    gone = [
        name
        for name, leader in state.leaders.items()
        if (leader.dead or leader.defected) and leader.faction == "Crusader"
    ]
    acted = False
    for name in gone:
        held = fiefs_of(draft.state, name)
        if held or name in draft.state.titles:
            draft.emit(LordLost(name, tuple(held)))
            acted = True
    return acted


def invest(draft: Draft, planet: str, leader: str, converter: str) -> None:
    """Make a leader lord of a planet; the first time its strength comes (rules 8.3.6 to 8.3.10)."""
    draft.emit(FiefAssigned(planet, leader))
    state = draft.state
    if planet == state.pack.crusader_home or state.thralls[planet].paid:
        return
    face = state.face(planet)
    barren = face.asterisk and not raise_thralls(draft, planet, state.leaders[converter].hex)
    strength = 0 if barren else face.strength
    here = present(draft.state, draft.state.leaders[leader], planet)
    if leader == PARVUS:
        draft.emit(FiefPaid(planet, 0, strength))
    elif here:
        draft.emit(FiefPaid(planet, 0, 0))
        if strength:
            join(draft, planet, leader, strength)
    else:
        draft.emit(FiefPaid(planet, strength, 0))


def assign_new(draft: Draft) -> bool:
    """Assign the next race just converted, or ask whose it is to be (rule 8.3.1)."""
    if not draft.state.new_fiefs:
        return False
    planet, converter = draft.state.new_fiefs[0]
    heirs = _heirs(draft.state, planet, converter)
    if len(heirs) == 1:
        invest(draft, planet, heirs[0], converter)
    else:
        ask(draft, "fief", CRUSADER, planet, converter)
    return True


def claims(draft: Draft) -> bool:
    """As a Crusader movement phase ends, waiting points are collected, rebel planets claimed (4.4.4)."""
    state = draft.state
    for planet, thrall in state.thralls.items():
        if not thrall.converted:
            continue
        if thrall.waiting and thrall.fief and present(state, state.leaders[thrall.fief], planet):
            draft.emit(WaitingCollected(planet, thrall.fief, thrall.waiting))
            join(draft, planet, thrall.fief, thrall.waiting)
            return True
        if not thrall.fief and not thrall.paid:
            lords = claimants(state, planet)
            if len(lords) == 1:
                invest(draft, planet, lords[0], lords[0])
                return True
            if lords:
                ask(draft, "claim", CRUSADER, planet)
                return True
    return False


def _choices(state: State, asked: Ask) -> list[str]:
    """The lords among whom a question asks to choose, the most natural first."""
    if asked.kind == "claim":
        return claimants(state, asked.about[0])
    return _heirs(state, asked.about[0], asked.about[1])


def _default(state: State, asked: Ask) -> Order:
    return Assign(asked.about[0], _choices(state, asked)[0])


question(
    "fief",
    (Assign.VERB,),
    lambda state, asked: f"Say who is to be lord of {asked.about[0]}.",
    _default,
    "8.3.1",
)


question(
    "claim",
    (Assign.VERB,),
    lambda state, asked: f"Several of your leaders are on {asked.about[0]}; say whose fief it is to be.",
    _default,
    "11.2.8",
)


@judges(Assign, when=lambda state, seat: ask_of(state, seat) is not None or bool(vacant(state)))
def _assign(draft: Draft, seat: Seat, order: Assign) -> None:
    """Rules 8.3.1 to 8.3.8, 8.3.16 and 8.3.17."""
    state = draft.state
    planet = planet_named(state, order.planet)
    asked = ask_of(state, seat)
    if asked is not None:
        if planet != asked.about[0]:
            raise refuse("8.3.1", f"You are asked about {asked.about[0]}, not about {planet}.")
        choices = _choices(state, asked)
        if order.leader not in choices:
            raise _unfit(state, order.leader, choices)
        answered(draft, seat)
        converter = order.leader if asked.kind == "claim" else asked.about[1]
        invest(draft, planet, order.leader, converter)
        return
    if planet not in vacant(state):
        raise refuse("8.3.17", f"{planet} is no converted planet without a lord.")
    receivers = _receivers(state)
    if order.leader not in receivers:
        raise _unfit(state, order.leader, receivers)
    invest(draft, planet, order.leader, order.leader)


def _unfit(state: State, leader: str, choices: list[str]) -> Exception:
    card = state.pack.leaders[leader]
    if card.faction != "Crusader":
        return refuse("8.3.8", f"{leader} is no Crusader leader and holds no fiefs.")
    known = state.leaders.get(leader)
    if known is None or not known.hex or state.seat_of_leader(known) != CRUSADER:
        return refuse("8.3.16", f"{leader} is not there to receive a fief.")
    if not has_room(state, leader):
        held, limit = len(fiefs_of(state, leader)), fief_limit(state, leader)
        return refuse("8.3.2", f"{leader} holds {held} fiefs and may hold {limit}.")
    return refuse("8.3.16", f"{leader} cannot be lord of it; possible: {listed(choices)}.")


@offering(Assign, "planet")
def _offer_planet(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    asked = ask_of(state, seat)
    return vacant(state) if asked is None else [asked.about[0]]


@offering(Assign, "leader")
def _offer_leader(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    asked = ask_of(state, seat)
    return _receivers(state) if asked is None else _choices(state, asked)


__all__ = ["FIEFS", "Assign", "FiefAssigned", "assign_new", "claims", "invest", "vacant"]
