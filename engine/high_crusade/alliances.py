"""Alliances with the Independent Races (rule 9): made, broken, forced by the Empire; what an ally brings."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from engine.high_crusade.alert import alert_zone
from engine.high_crusade.draft import Draft, ask_of, refuse
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.lookups import land
from engine.high_crusade.names import ALLIES, CRUSADER
from engine.high_crusade.pack import Pack
from engine.high_crusade.pieces import place_leader
from engine.high_crusade.placing import points_come
from engine.high_crusade.registry import applies, judges, offering, question, settles, tells
from engine.high_crusade.state import Ask, State
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

NEUTRAL, ALLIED, PERMANENT = "neutral", "allied", "permanent"


@dataclass(frozen=True, slots=True)
class Station(Order):
    """Say where the leader of a new ally joins his people."""

    VERB: ClassVar[str] = "station"
    GIST: ClassVar[str] = "say where the leader of a new ally joins"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("place", "place", "at"),)
    place: str


@dataclass(frozen=True, slots=True)
class AllianceMade(Event):
    """An Independent Race is an ally of the Crusaders."""

    race: str
    permanent: bool
    cause: str


@dataclass(frozen=True, slots=True)
class AllianceBroken(Event):
    """An ally is neutral again; its pieces stand still."""

    race: str
    cause: str


@dataclass(frozen=True, slots=True)
class AllyMustered(Event):
    """A new ally counts its first strength points."""

    race: str
    rolled: tuple[int, ...]


@applies(AllianceMade)
def _made(state: State, event: AllianceMade) -> None:
    new = state.alliances[event.race] == NEUTRAL
    state.alliances = {**state.alliances, event.race: PERMANENT if event.permanent else ALLIED}
    state.joined = state.joined | {event.race}
    if new:
        state.new_allies = (*state.new_allies, event.race)


@applies(AllianceBroken)
def _broken(state: State, event: AllianceBroken) -> None:
    state.alliances = {**state.alliances, event.race: NEUTRAL}


@applies(AllyMustered)
def _mustered(state: State, event: AllyMustered) -> None:
    state.new_allies = tuple(race for race in state.new_allies if race != event.race)


@tells(AllianceMade)
def _tell_made(event: AllianceMade, viewer: Viewer) -> str | None:
    lasting = " for good" if event.permanent else ""
    return f"The {event.race} are allied to the Crusaders{lasting}: {event.cause}."


@tells(AllianceBroken)
def _tell_broken(event: AllianceBroken, viewer: Viewer) -> str | None:
    return f"The {event.race} leave the alliance and are neutral: {event.cause}."


@tells(AllyMustered)
def _tell_mustered(event: AllyMustered, viewer: Viewer) -> str | None:
    return f"The {event.race} bring {event.rolled[0]} strength points."


def homes(pack: Pack, race: str) -> tuple[str, ...]:
    """The home planets of a race."""
    return pack.alliances[race].homes


def make_alliance(draft: Draft, race: str, cause: str, permanent: bool = False) -> None:
    """Make a race an ally, which alerts its zone (rule 6.6.5); its first points are placed soon."""
    draft.emit(AllianceMade(race, permanent, cause))
    pack = draft.state.pack
    for zone in dict.fromkeys(pack.zone_of[home] for home in homes(pack, race)):
        alert_zone(draft, zone, f"the {race} have joined the Crusaders")


def attacked_by_wersgorix(draft: Draft, race: str) -> bool:
    """The Wersgorix attack a race or its home: it is allied for good (rules 9.1.5 and 9.1.11)."""
    if draft.state.alliances[race] == PERMANENT:
        return False
    make_alliance(draft, race, "the Wersgorix have attacked them", permanent=True)
    return True


def break_alliance(draft: Draft, race: str, cause: str) -> None:
    """An ally becomes neutral (rules 9.2.3 and 9.2.5)."""
    draft.emit(AllianceBroken(race, cause))


def breakable(state: State) -> list[str]:
    """Allies that can be lost (rule 9.2.9)."""
    return [race for race in ALLIES if state.alliances[race] == ALLIED]


@lru_cache(maxsize=64)
def _leader_of(pack: Pack, race: str) -> str:
    return next((name for name, card in pack.leaders.items() if card.faction == race), "")


def _hexes(state: State, race: str) -> list[int]:
    """Where the leader of a race can join his people."""
    return sorted({unit.hex for unit in state.units.values() if unit.faction == race})


@settles
def _welcome(draft: Draft) -> bool:
    """Rules 9.1.6, 9.1.10 and 9.1.11: first points of a new ally, after any battle; then its leader."""
    state = draft.state
    if not state.joined or state.battle is not None or state.asks:
        return False
    if state.new_allies:
        race = state.new_allies[0]
        rolled = draft.roll(1)
        draft.emit(AllyMustered(race, rolled))
        points_come(draft, {race: rolled[0]}, "the new alliance")
        return True
    for race in ALLIES:
        name = _leader_of(state.pack, race)
        if state.alliances[race] == NEUTRAL or not name or name in state.leaders:
            continue
        hexes = _hexes(state, race)
        if len(hexes) == 1:
            place_leader(draft, name, hexes[0])
            return True
        if hexes:
            ask(draft, "ally_leader", CRUSADER, race)
            return True
    return False


question(
    "ally_leader",
    (Station.VERB,),
    lambda state, asked: f"Say with which of its pieces the leader of the {asked.about[0]} joins.",
    lambda state, asked: Station(state.pack.place_of[_hexes(state, asked.about[0])[0]]),
    "9.1.6",
)


@judges(Station)
def _station(draft: Draft, seat: Seat, order: Station) -> None:
    """Rule 9.1.6."""
    state = draft.state
    race = _asked(state, seat).about[0]
    at = land(state, order.place)
    if at not in _hexes(state, race):
        raise refuse("9.1.6", f"There is no piece of the {race} at {order.place}.")
    answered(draft, seat)
    place_leader(draft, _leader_of(state.pack, race), at)


def _asked(state: State, seat: Seat) -> Ask:
    asked = ask_of(state, seat)
    if asked is None:
        raise LookupError(f"nothing was asked of {seat}")
    return asked


@offering(Station, "place")
def _offer_station(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return [state.pack.place_of[at] for at in _hexes(state, _asked(state, seat).about[0])]
