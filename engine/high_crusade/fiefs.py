"""Fiefs (rules 4.3.1 and 8.3): who is lord of a converted race, and where its strength goes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, ask_of, refuse
from engine.high_crusade.fief_limits import crusader_leaders, fief_limit, fiefs_of, has_room
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.lookups import own_unit, planet_named
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import ARMY, CRUSADER, FIEFS, FLEET, PARVUS, ROGER, listed, points, short
from engine.high_crusade.pieces import free_letters, gain, place_leader, raise_garrison, raise_unit
from engine.high_crusade.placing import letter_for
from engine.high_crusade.registry import applies, judges, offering, question, settles, tells
from engine.high_crusade.state import Ask, Leader, State, Unit
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
class Enlist(Order):
    """Say which army takes the fighters of a fief."""

    VERB: ClassVar[str] = "enlist"
    GIST: ClassVar[str] = "say which army takes the fighters of a fief"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("army", "unit", "in"),)
    army: str


@dataclass(frozen=True, slots=True)
class FiefAssigned(Event):
    """A leader is lord of a planet."""

    planet: str
    leader: str


@dataclass(frozen=True, slots=True)
class FiefPaid(Event):
    """A race gives its strength, once and for all: so many points wait under the Fief Marker."""

    planet: str
    waiting: int
    lost: int


@dataclass(frozen=True, slots=True)
class WaitingCollected(Event):
    """The points under a Fief Marker join their lord."""

    planet: str
    leader: str
    points: int


@dataclass(frozen=True, slots=True)
class CupDrawn(Event):
    """A marker is drawn from the strength cup and is out of the game."""

    planet: str
    place: int
    strength: int


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


@applies(FiefPaid)
def _paid(state: State, event: FiefPaid) -> None:
    thrall = state.thralls[event.planet]
    state.put_thrall(event.planet, thrall._replace(paid=True, waiting=thrall.waiting + event.waiting))


@applies(WaitingCollected)
def _collected(state: State, event: WaitingCollected) -> None:
    state.put_thrall(event.planet, state.thralls[event.planet]._replace(waiting=0))


@applies(CupDrawn)
def _drawn(state: State, event: CupDrawn) -> None:
    state.cup = state.cup[: event.place] + state.cup[event.place + 1 :]


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


@tells(FiefPaid)
def _tell_paid(event: FiefPaid, viewer: Viewer) -> str | None:
    if event.waiting:
        return f"{points(event.waiting)} wait on {event.planet} for the lord of the fief."
    return f"{event.planet} gives the Church no soldiers." if event.lost else None


@tells(WaitingCollected)
def _tell_collected(event: WaitingCollected, viewer: Viewer) -> str | None:
    return f"{event.leader} calls up the {points(event.points)} that waited on {event.planet}."


@tells(CupDrawn)
def _tell_drawn(event: CupDrawn, viewer: Viewer) -> str | None:
    return f"The strength cup gives {event.strength} for the fleet and the army of {event.planet}."


@tells(LordLost)
def _tell_lord_lost(event: LordLost, viewer: Viewer) -> str | None:
    return (
        f"{listed(event.planets)} {'has' if len(event.planets) == 1 else 'have'} no lord any more."
        if event.planets
        else None
    )


# -- who may be lord -----------------------------------------------------------------------------------


@remembered
def _receivers(state: State) -> list[str]:
    """Leaders who may receive one more fief (rule 8.3.16)."""
    return [leader.name for leader in crusader_leaders(state) if has_room(state, leader.name)]


def _heirs(state: State, planet: str, converter: str) -> list[str]:
    """Who may be lord of a race just converted (rules 8.3.3 to 8.3.5 and 8.4.6)."""
    holder = state.thralls[planet].fief
    if holder:
        return [holder, *(name for name in _receivers(state) if name != holder)]
    king = state.king()
    free_choice = converter == king or (converter == ROGER and not king)
    if not free_choice:
        return [converter]
    others = [name for name in _receivers(state) if name != converter]
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
        leader.name
        for leader in state.leaders.values()
        if (leader.dead or leader.defected) and leader.faction == "Crusader"
    ]
    acted = False
    for name in gone:
        held = fiefs_of(draft.state, name)
        if held or name in draft.state.titles:
            draft.emit(LordLost(name, tuple(held)))
            acted = True
    return acted


# -- the strength of a race ----------------------------------------------------------------------------


def _besieged(state: State, at: int) -> bool:
    besieger = state.sieges.get(at)
    return besieger is not None and besieger != CRUSADER


def _roomy(state: State, at: int) -> list[Unit]:
    """Crusader armies in a hex that can take points (rule 8.3.13)."""
    most = state.pack.setup.max_unit_strength
    return [
        unit
        for unit in state.units_of(CRUSADER, at)
        if unit.kind == ARMY and unit.faction == "Crusader" and unit.strength < most
    ]


def _fill(draft: Draft, leader: str, count: int, army: str, cause: str) -> None:
    """Points to an army, what does not fit to a new one, or else to a garrison (rule 8.3.13)."""
    most = draft.state.pack.setup.max_unit_strength
    if army:
        share = min(count, most - draft.state.units[army].strength)
        gain(draft, army, share, cause)
        count -= share
    at = draft.state.leaders[leader].hex
    while count and free_letters(draft.state, "Crusader", ARMY):
        share = min(count, most)
        raise_unit(draft, "Crusader", ARMY, letter_for(draft.state, "Crusader", ARMY), at, share, cause)
        count -= share
    if count:
        raise_garrison(draft, "Crusader", at, count, cause)


def _join(draft: Draft, planet: str, leader: str, count: int) -> None:
    """Points join the army of a leader, or ask which one."""
    armies = _roomy(draft.state, draft.state.leaders[leader].hex)
    if len(armies) > 1:
        ask(draft, "fief_army", CRUSADER, planet, leader, count)
    else:
        _fill(draft, leader, count, armies[0].name if armies else "", f"the fighters of {planet}")


def present(state: State, leader: Leader, planet: str) -> bool:
    """Whether a lord can take in the fighters of his fief: free, on the planet, not besieged."""
    return (
        bool(leader.hex)
        and state.pack.planet_of[leader.hex] == planet
        and state.seat_of_leader(leader) == CRUSADER
        and not _besieged(state, leader.hex)
    )


def invest(draft: Draft, planet: str, leader: str, converter: str) -> None:
    """Make a leader lord of a planet; the first time its strength comes (rules 8.3.6 to 8.3.10)."""
    draft.emit(FiefAssigned(planet, leader))
    state = draft.state
    if planet == state.pack.crusader_home or state.thralls[planet].paid:
        return
    face = state.face(planet)
    barren = face.asterisk and not _raise_thralls(draft, planet, state.leaders[converter].hex)
    strength = 0 if barren else face.strength
    here = present(draft.state, draft.state.leaders[leader], planet)
    if leader == PARVUS:
        draft.emit(FiefPaid(planet, 0, strength))
    elif here:
        draft.emit(FiefPaid(planet, 0, 0))
        if strength:
            _join(draft, planet, leader, strength)
    else:
        draft.emit(FiefPaid(planet, strength, 0))


def _raise_thralls(draft: Draft, planet: str, at: int) -> bool:
    """Fleet, army and leader of an asterisked race; False when no counter is free (rule 8.3.15)."""
    state = draft.state
    kinds = [kind for kind in (FLEET, ARMY) if free_letters(state, "Thrall", kind)]
    if not kinds or not state.cup:
        return False
    place = draft.dice.draw(len(state.cup))
    strength = state.cup[place]
    draft.emit(CupDrawn(planet, place, strength))
    for kind in kinds:
        raise_unit(
            draft,
            "Thrall",
            kind,
            free_letters(draft.state, "Thrall", kind)[0],
            at,
            strength,
            f"from {planet}",
        )
    leader = next(
        (
            name
            for name, card in state.pack.leaders.items()
            if card.faction == "Thrall" and name not in state.leaders
        ),
        "",
    )
    if leader:
        place_leader(draft, leader, at)
    return True


# -- assigning -----------------------------------------------------------------------------------------


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
            _join(draft, planet, thrall.fief, thrall.waiting)
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
question(
    "fief_army",
    (Enlist.VERB,),
    lambda state, asked: f"Say which army takes the {points(asked.about[2])} from {asked.about[0]}.",
    lambda state, asked: Enlist(short(CRUSADER, _roomy(state, state.leaders[asked.about[1]].hex)[0].name)),
    "8.3.13",
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


@judges(Enlist)
def _enlist(draft: Draft, seat: Seat, order: Enlist) -> None:
    """Rule 8.3.13."""
    state = draft.state
    asked = ask_of(state, seat)
    assert asked is not None
    planet, leader, count = asked.about
    army = own_unit(state, seat, order.army)
    armies = [unit.name for unit in _roomy(state, state.leaders[leader].hex)]
    if army.name not in armies:
        raise refuse(
            "8.3.13", f"{army.name} is no Crusader army with {leader} that has room; {listed(armies)} are."
        )
    answered(draft, seat)
    _fill(draft, leader, count, army.name, f"the fighters of {planet}")


@offering(Assign, "planet")
def _offer_planet(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    asked = ask_of(state, seat)
    return vacant(state) if asked is None else [asked.about[0]]


@offering(Assign, "leader")
def _offer_leader(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    asked = ask_of(state, seat)
    return _receivers(state) if asked is None else _choices(state, asked)


@offering(Enlist, "army")
def _offer_army(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    asked = ask_of(state, seat)
    return (
        []
        if asked is None
        else [short(seat, unit.name) for unit in _roomy(state, state.leaders[asked.about[1]].hex)]
    )


__all__ = ["FIEFS", "Assign", "FiefAssigned", "assign_new", "claims", "invest", "vacant"]
