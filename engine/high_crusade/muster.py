"""The forces of the set-up (rules 3.1.3, 3.1.4, 3.1.8 and 3.2.1): how points become units, and where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.entry import letter_for
from engine.high_crusade.flow import answered
from engine.high_crusade.lookups import land
from engine.high_crusade.names import ARMY, CRUSADER, FACTION, FLEET, WERSGORIX, listed, points
from engine.high_crusade.pieces import SET_UP, free_letters, raise_unit
from engine.high_crusade.registry import applies, judges, offering
from engine.high_crusade.state import Ask, State
from engine.kernel.game import END, Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Deploy(Order):
    """Set up a fleet or an army (rules 3.1.3, 3.1.4 and 3.2.1)."""

    VERB: ClassVar[str] = "deploy"
    GIST: ClassVar[str] = "set up a fleet or an army"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("arm", "arm"),
        Slot("points", "number"),
        Slot("zone", "zone", "in", optional=True),
        Slot("place", "place", "at", optional=True),
        Slot("letter", "letter", "as", optional=True),
    )
    arm: str
    points: int
    zone: str | None = None
    place: str | None = None
    letter: str | None = None


@dataclass(frozen=True, slots=True)
class Muster(Order):
    """Set up everything that is left in the plainest way and end the set-up."""

    VERB: ClassVar[str] = "muster"
    GIST: ClassVar[str] = "set up the rest in the plainest way and be done"


@dataclass(frozen=True, slots=True)
class MusterBegan(Event):
    """These army and fleet points are to be set up, by zone."""

    zones: tuple[str, ...]
    armies: tuple[int, ...]
    fleets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MusterWent(Event):
    """Points of a zone are set up."""

    zone: str
    arm: str
    points: int


@applies(MusterBegan)
def _began(state: State, event: MusterBegan) -> None:
    state.muster = {
        zone: (army, fleet) for zone, army, fleet in zip(event.zones, event.armies, event.fleets, strict=True)
    }


@applies(MusterWent)
def _went(state: State, event: MusterWent) -> None:
    army, fleet = state.muster[event.zone]
    left = (army - event.points, fleet) if event.arm == ARMY else (army, fleet - event.points)
    state.muster = {zone: left if zone == event.zone else due for zone, due in state.muster.items()}
    if not any(left):
        state.muster = {zone: due for zone, due in state.muster.items() if zone != event.zone}


# -- where forces stand --------------------------------------------------------------------------------------


def _letters_for(state: State, strength: int) -> int:
    """Counters that so many points need."""
    return -(-strength // state.pack.setup.max_unit_strength)


def _spare_letters(state: State, seat: Seat) -> int:
    """Counters left over when everything still to be set up takes as few as it can."""
    needed = sum(_letters_for(state, due) for both in state.muster.values() for due in both)
    return len(free_letters(state, FACTION[seat], ARMY)) - needed


def _left(state: State, zone: str, arm: str) -> int:
    army, fleet = state.muster.get(zone, (0, 0))
    return army if arm == ARMY else fleet


def _sizes(state: State, seat: Seat, zone: str, arm: str) -> list[int]:
    """Strengths the next unit of a zone can have: counters must still suffice for the rest (rule 3.1.8)."""
    left = _left(state, zone, arm)
    spare = _spare_letters(state, seat)
    most = min(left, state.pack.setup.max_unit_strength)
    needed = _letters_for(state, left)
    return [size for size in range(1, most + 1) if 1 + _letters_for(state, left - size) - needed <= spare]


def muster_sites(state: State, seat: Seat, zone: str) -> list[int]:
    """The hexes where units of a zone can be set up (rules 3.1.3, 3.1.4, 3.1.8 and 3.2.6)."""
    pack = state.pack
    home = pack.planets[pack.crusader_home]
    if seat == CRUSADER:
        return list(home.hexes)
    if zone != home.zone:
        return [pack.planets[pack.zones[zone].capital].hexes[0]]
    hexes = [at for name in pack.zones[zone].planets if name != home.name for at in pack.planets[name].hexes]
    taken = next((at for at in hexes if state.holds(WERSGORIX, at)), None)
    return hexes if taken is None else [taken]


def _plain_site(state: State, seat: Seat, zone: str) -> int:
    """Where a unit stands when nobody says: in a fort if there is one, as far from the enemy as can be."""
    pack = state.pack
    sites = muster_sites(state, seat, zone)
    if seat == CRUSADER or len(sites) == 1:
        return sites[0]
    return max(sites, key=lambda at: (at in pack.fort_at, pack.hex_planet_distance(at, pack.crusader_home)))


def _zone(state: State, seat: Seat, order: Deploy) -> str:
    """The zone an order means."""
    pack = state.pack
    home = pack.planets[pack.crusader_home].zone
    if seat == CRUSADER:
        if order.zone not in (None, home):
            raise refuse("3.2.1", f"Your forces set up on {pack.crusader_home}.")
        return home
    if order.zone is not None:
        return order.zone
    if order.place is None:
        raise refuse("3.1.3", "Name the zone behind “in”.")
    return pack.zone_of[pack.planet_of[land(state, order.place)]]


@judges(Deploy, when=lambda state, seat: bool(state.muster))
def _deploy(draft: Draft, seat: Seat, order: Deploy) -> None:
    """Rules 3.1.3, 3.1.4, 3.1.8, 3.2.1 and 3.2.6."""
    state = draft.state
    zone = _zone(state, seat, order)
    rule = "3.2.1" if seat == CRUSADER else "3.1.3"
    left = _left(state, zone, order.arm)
    if not 1 <= order.points <= left:
        raise refuse(rule, f"{points(left)} of {order.arm} are left to set up there, not {order.points}.")
    most = state.pack.setup.max_unit_strength
    if order.points > most:
        raise refuse("2.1.2", f"No {order.arm} has more than {most} points.")
    if order.points not in _sizes(state, seat, zone, order.arm):
        raise refuse(
            "2.2.1", "The counters would not suffice for what is still to be set up; make larger units."
        )
    at = _plain_site(state, seat, zone) if order.place is None else land(state, order.place)
    if at not in muster_sites(state, seat, zone):
        where = listed([state.pack.place_of[site] for site in muster_sites(state, seat, zone)])
        own = (
            "3.2.1" if seat == CRUSADER else "3.1.4" if len(muster_sites(state, seat, zone)) > 1 else "3.1.8"
        )
        raise refuse(own, f"That force sets up at {where}, not at {order.place}.")
    letters = free_letters(state, FACTION[seat], order.arm)
    if order.letter is not None and order.letter not in letters:
        raise refuse("2.2.1", f"The letter {order.letter} is not free; free are {', '.join(letters)}.")
    _set_up(draft, seat, zone, order.arm, order.points, at, order.letter or "")
    if seat == WERSGORIX and not draft.state.muster:
        answered(draft, seat)


def _set_up(draft: Draft, seat: Seat, zone: str, arm: str, count: int, at: int, letter: str = "") -> None:
    faction = FACTION[seat]
    raise_unit(draft, faction, arm, letter or letter_for(draft.state, faction, arm), at, count, SET_UP)
    draft.emit(MusterWent(zone, arm, count))


@judges(Muster)
def _muster(draft: Draft, seat: Seat, order: Muster) -> None:
    """Rules 3.1.3, 3.1.4 and 3.2.1: what is left, in as few units as can be."""
    most = draft.state.pack.setup.max_unit_strength
    for arm in (FLEET, ARMY) if seat == CRUSADER else (ARMY, FLEET):
        for zone in draft.state.muster:
            while left := _left(draft.state, zone, arm):
                _set_up(draft, seat, zone, arm, min(left, most), _plain_site(draft.state, seat, zone))
    answered(draft, seat)


@offering(Deploy, "arm")
def _offer_arm(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [arm for arm in (ARMY, FLEET) if any(_left(state, zone, arm) for zone in state.muster)]


@offering(Deploy, "points")
def _offer_points(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return sorted({size for zone in state.muster for size in _sizes(state, seat, zone, filled["arm"])})


@offering(Deploy, "zone")
def _offer_zone(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    if seat == CRUSADER:
        return (END,)
    return [zone for zone in state.muster if filled["points"] in _sizes(state, seat, zone, filled["arm"])]


@offering(Deploy, "place")
def _offer_place(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    sites = muster_sites(state, seat, filled.get("zone", ""))
    return [END, *(state.pack.place_of[at] for at in sites if len(sites) > 1)]


@offering(Deploy, "letter")
def _offer_letter(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [END, *free_letters(state, FACTION[seat], filled["arm"])]


def muster_prompt(state: State, asked: Ask) -> str:
    if asked.seat == CRUSADER:
        army, fleet = state.muster.get(state.pack.zone_of[state.pack.crusader_home], (0, 0))
        return (
            f"Set up on {state.pack.crusader_home}: {points(army)} of armies and {points(fleet)} of fleets "
            "are still to come."
        )
    zones = [f"{zone} (army {army}, fleet {fleet})" for zone, (army, fleet) in state.muster.items()]
    return f"Set up your forces. Still to come: {listed(zones)}."
