"""Churches, cathedrals and castles (rules 8.1.10 to 8.1.18)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.lookups import is_leader, land, own_leader, own_unit
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import CRUSADER, PARVUS, short
from engine.high_crusade.registry import applies, judges, offering, settles, tells
from engine.high_crusade.state import State, Work
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

CHURCH, CATHEDRAL, CASTLE = "church", "cathedral", "castle"
KINDS = (CHURCH, CATHEDRAL, CASTLE)


@dataclass(frozen=True, slots=True)
class Build(Order):
    """Begin a church, cathedral or castle."""

    VERB: ClassVar[str] = "build"
    GIST: ClassVar[str] = "begin a church, cathedral or castle"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("building", "building"),
        Slot("place", "place", "at"),
        Slot("builder", "piece", "with"),
    )
    building: str
    place: str
    builder: str


@dataclass(frozen=True, slots=True)
class WorkBegun(Event):
    """Something is being built."""

    planet: str
    kind: str
    builder: str
    hex: int
    place: str
    turns: int


@dataclass(frozen=True, slots=True)
class WorkWentOn(Event):
    """A turn of work is done, and more is to do."""

    planet: str
    kind: str
    builder: str


@dataclass(frozen=True, slots=True)
class WorkStopped(Event):
    """Work is interrupted and lost (rule 8.1.14)."""

    planet: str
    kind: str
    builder: str


@dataclass(frozen=True, slots=True)
class WorkDone(Event):
    """A church, cathedral or castle stands."""

    planet: str
    kind: str
    builder: str
    hex: int
    place: str


@dataclass(frozen=True, slots=True)
class HeresyEnded(Event):
    """The Heresy Marker of a planet comes off (rule 11.1.13)."""

    planet: str
    cause: str


def _without(state: State, planet: str, kind: str) -> tuple[Work, ...]:
    return tuple(work for work in state.works if (work.planet, work.kind) != (planet, kind))


@applies(WorkBegun)
def _begun(state: State, event: WorkBegun) -> None:
    work = Work(event.planet, event.kind, event.builder, event.hex, event.turns)
    state.works = (*state.works, work)


@applies(WorkWentOn)
def _went_on(state: State, event: WorkWentOn) -> None:
    state.works = tuple(
        work._replace(turns=work.turns - 1)
        if (work.planet, work.kind) == (event.planet, event.kind)
        else work
        for work in state.works
    )


@applies(WorkStopped)
def _stopped(state: State, event: WorkStopped) -> None:
    state.works = _without(state, event.planet, event.kind)


@applies(WorkDone)
def _work_done(state: State, event: WorkDone) -> None:
    state.works = _without(state, event.planet, event.kind)
    if event.kind == CASTLE:
        state.castles = state.castles | {event.hex}
    else:
        state.churches = {**state.churches, event.hex: event.kind}


@applies(HeresyEnded)
def _heresy_ended(state: State, event: HeresyEnded) -> None:
    state.put_thrall(event.planet, state.thralls[event.planet]._replace(heresy=False))


@tells(WorkBegun)
def _tell_begun(event: WorkBegun, viewer: Viewer) -> str | None:
    turns = "a whole turn" if event.turns == 1 else f"{event.turns} whole turns"
    return f"{event.builder} begins a {event.kind} at {event.place}; it takes {turns}."


@tells(WorkWentOn)
def _tell_went_on(event: WorkWentOn, viewer: Viewer) -> str | None:
    return f"The {event.kind} on {event.planet} is half built."


@tells(WorkStopped)
def _tell_stopped(event: WorkStopped, viewer: Viewer) -> str | None:
    return f"The work on the {event.kind} on {event.planet} has been interrupted and is lost."


@tells(WorkDone)
def _tell_done(event: WorkDone, viewer: Viewer) -> str | None:
    return f"A {event.kind} stands at {event.place}."


@tells(HeresyEnded)
def _tell_heresy(event: HeresyEnded, viewer: Viewer) -> str | None:
    return f"The heresy on {event.planet} is over: {event.cause}."


# -- asking --------------------------------------------------------------------------------------------


def church_at(state: State, planet: str) -> int:
    """The hex of the church or cathedral on a planet, 0 when there is none."""
    return next((at for at in state.pack.planets[planet].hexes if at in state.churches), 0)


def has_cathedral(state: State, planet: str) -> bool:
    """Whether a cathedral stands on a planet."""
    return state.churches.get(church_at(state, planet)) == CATHEDRAL


def has_castle(state: State, planet: str) -> bool:
    """Whether a castle or a captured fort stands on a planet."""
    return any(at in state.castles for at in state.pack.planets[planet].hexes)


def _rising(state: State, planet: str, castle: bool) -> bool:
    return any(work.planet == planet and (work.kind == CASTLE) == castle for work in state.works)


def _obstacle(state: State, planet: str, kind: str) -> IllegalOrder | None:
    """What speaks against such a building anywhere on a planet."""
    limits = state.pack.limits
    if kind == CASTLE:
        if _rising(state, planet, True):
            return refuse("8.1.15", f"A castle is being built on {planet} already.")
        if any(at in state.castles and not state.fort(at) for at in state.pack.planets[planet].hexes):
            return refuse("8.1.15", f"A castle stands on {planet} already.")
        if len(state.castles) + sum(work.kind == CASTLE for work in state.works) >= limits.castles:
            return refuse("8.1.17", f"All {limits.castles} castle markers are in use.")
        return None
    standing = church_at(state, planet)
    if standing and (kind == CHURCH or state.churches[standing] == CATHEDRAL):
        return refuse("8.1.15", f"A {state.churches[standing]} stands on {planet} already.")
    if _rising(state, planet, False):
        return refuse("8.1.15", f"A church or cathedral is being built on {planet} already.")
    rising = sum(work.kind != CASTLE and not church_at(state, work.planet) for work in state.works)
    if not standing and len(state.churches) + rising >= limits.churches:
        return refuse("8.1.17", f"All {limits.churches} church markers are in use.")
    return None


def _sites(state: State, planet: str, kind: str) -> tuple[int, ...]:
    """Hexes of a planet where such a building can go."""
    hexes = state.pack.planets[planet].hexes
    if kind == CASTLE:
        return tuple(at for at in hexes if not state.fort(at))
    standing = church_at(state, planet)
    return (standing,) if standing else hexes


@remembered
def _builders(state: State, kind: str) -> list[tuple[str, str]]:
    """Pieces that can build this, each with its planet (rules 8.1.10, 8.1.12 and 8.1.13)."""
    busy = {work.builder for work in state.works}
    planets = state.pack.planet_of
    free = [(unit.name, planets[unit.hex]) for unit in state.own_units(CRUSADER) if unit.name not in busy]
    parvus = state.leaders.get(PARVUS)
    if (
        kind != CASTLE
        and parvus
        and PARVUS not in busy
        and parvus.hex
        and state.seat_of_leader(parvus) == CRUSADER
    ):
        free.append((PARVUS, planets[parvus.hex]))
    return free


@remembered
def _planets(state: State, kind: str) -> list[str]:
    """Planets where this can be begun now."""
    return [
        planet
        for planet in dict.fromkeys(planet for _, planet in _builders(state, kind))
        if _obstacle(state, planet, kind) is None and _sites(state, planet, kind)
    ]


def can_build(state: State, seat: Seat = CRUSADER) -> bool:
    """Whether anything can be begun."""
    return any(_planets(state, kind) for kind in KINDS)


# -- building ------------------------------------------------------------------------------------------


@judges(Build, when=can_build)
def _build(draft: Draft, seat: Seat, order: Build) -> None:
    """Rules 8.1.10 to 8.1.13 and 8.1.15 to 8.1.17."""
    state = draft.state
    kind = order.building
    at = land(state, order.place)
    planet = state.pack.planet_of[at]
    if is_leader(state, order.builder):
        leader = own_leader(state, seat, order.builder)
        if leader.name != PARVUS:
            raise refuse("8.1.10", f"Of the leaders only {PARVUS} builds; {leader.name} needs troops for it.")
        if kind == CASTLE:
            raise refuse("8.1.12", f"{PARVUS} cannot build a castle.")
        name, stands = leader.name, leader.hex
    else:
        unit = own_unit(state, seat, order.builder)
        name, stands = unit.name, unit.hex
    if state.pack.planet_of[stands] != planet:
        raise refuse("8.1.10", f"{name} is at {state.pack.place_of[stands]}, not on {planet}.")
    if any(work.builder == name for work in state.works):
        raise refuse("8.1.13", f"{name} is building something already.")
    obstacle = _obstacle(state, planet, kind)
    if obstacle is not None:
        raise obstacle
    if at not in _sites(state, planet, kind):
        if kind == CASTLE:
            raise refuse("8.1.15", f"There is a fort at {order.place}; a castle needs a hex without one.")
        raise refuse(
            "8.1.16", f"The church on {planet} stands at {state.pack.place_of[church_at(state, planet)]}."
        )
    turns = 2 if kind == CATHEDRAL and not church_at(state, planet) else 1
    draft.emit(WorkBegun(planet, kind, name, at, order.place, turns))


@offering(Build, "building")
def _offer_building(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return [kind for kind in KINDS if _planets(state, kind)]


@offering(Build, "place")
def _offer_place(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    kind = filled["building"]
    places = state.pack.place_of
    return [places[at] for planet in _planets(state, kind) for at in _sites(state, planet, kind)]


@offering(Build, "builder")
def _offer_builder(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    planet = state.pack.planet_of[state.pack.hex_of[filled["place"]]]
    return [short(seat, name) for name, stands in _builders(state, filled["building"]) if stands == planet]


def _works_on(state: State, work: Work) -> bool:
    """Whether the builder is still at it (rule 8.1.14)."""
    if work.builder in state.engaged:
        return False
    if work.builder == PARVUS:
        parvus = state.leaders[PARVUS]
        return bool(parvus.hex) and state.seat_of_leader(parvus) == CRUSADER
    unit = state.units.get(work.builder)
    return unit is not None and state.seat_of(unit) == CRUSADER


@settles
def _interrupt(draft: Draft) -> bool:
    """Rule 8.1.14: work is lost as soon as the builder does something else."""
    state = draft.state
    stopped = [work for work in state.works if not _works_on(state, work)] if state.works else []
    for work in stopped:
        draft.emit(WorkStopped(work.planet, work.kind, work.builder))
    return bool(stopped)


def advance_works(draft: Draft) -> None:
    """A whole turn of work is done (rules 8.1.10, 8.1.11 and 8.1.15)."""
    for work in draft.state.works:
        if work.turns > 1:
            draft.emit(WorkWentOn(work.planet, work.kind, work.builder))
            continue
        at = _final_site(draft.state, work)
        if not at:
            draft.emit(WorkStopped(work.planet, work.kind, work.builder))
            continue
        draft.emit(WorkDone(work.planet, work.kind, work.builder, at, draft.state.pack.place_of[at]))
        thrall = draft.state.thralls.get(work.planet)
        if work.kind == CATHEDRAL and thrall is not None and thrall.heresy:
            draft.emit(HeresyEnded(work.planet, "the people gather in the new cathedral"))


def _final_site(state: State, work: Work) -> int:
    """Where the marker goes: the hex named if a Crusader-side piece is in it, otherwise to the builder."""
    sites = _sites(state, work.planet, work.kind)
    if work.kind != CASTLE and church_at(state, work.planet):
        return work.hex
    if work.hex in sites and state.holds(CRUSADER, work.hex):
        return work.hex
    piece = state.leaders[PARVUS] if work.builder == PARVUS else state.units[work.builder]
    if piece.hex in sites:
        return piece.hex
    return next((at for at in sites if state.holds(CRUSADER, at)), 0)
