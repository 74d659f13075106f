"""The strength of a converted race (rules 8.3.6, 8.3.9, 8.3.10, 8.3.13 and 8.3.15): where it goes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, ask_of, refuse
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.lookups import own_unit
from engine.high_crusade.names import ARMY, CRUSADER, FLEET, listed, points, short
from engine.high_crusade.pieces import free_letters, gain, place_leader, raise_garrison, raise_unit
from engine.high_crusade.placing import letter_for
from engine.high_crusade.registry import applies, judges, offering, question, tells
from engine.high_crusade.state import Leader, State, Unit
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Enlist(Order):
    """Say which army takes the fighters of a fief."""

    VERB: ClassVar[str] = "enlist"
    GIST: ClassVar[str] = "say which army takes the fighters of a fief"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("army", "unit", "in"),)
    army: str


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


@tells(FiefPaid)
def _tell_paid(event: FiefPaid, viewer: Viewer) -> str | None:
    if event.waiting:
        wait = "waits" if event.waiting == 1 else "wait"
        return f"{points(event.waiting)} {wait} on {event.planet} for the lord of the fief."
    return f"{event.planet} gives the Church no soldiers." if event.lost else None


@tells(WaitingCollected)
def _tell_collected(event: WaitingCollected, viewer: Viewer) -> str | None:
    return f"{event.leader} calls up the {points(event.points)} that waited on {event.planet}."


@tells(CupDrawn)
def _tell_drawn(event: CupDrawn, viewer: Viewer) -> str | None:
    return f"The strength cup gives {event.strength} for the fleet and the army of {event.planet}."


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


def join(draft: Draft, planet: str, leader: str, count: int) -> None:
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


def raise_thralls(draft: Draft, planet: str, at: int) -> bool:
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


question(
    "fief_army",
    (Enlist.VERB,),
    lambda state, asked: f"Say which army takes the {points(asked.about[2])} from {asked.about[0]}.",
    lambda state, asked: Enlist(short(CRUSADER, _roomy(state, state.leaders[asked.about[1]].hex)[0].name)),
    "8.3.13",
)


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


@offering(Enlist, "army")
def _offer_army(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    asked = ask_of(state, seat)
    return (
        []
        if asked is None
        else [short(seat, unit.name) for unit in _roomy(state, state.leaders[asked.about[1]].hex)]
    )
