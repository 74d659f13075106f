"""Announcing attacks (rules 7.1, 7.2 and 7.3.1): who may attack what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.battle import foes_at
from engine.high_crusade.battle_events import fort_key, race_key
from engine.high_crusade.building import has_cathedral
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.lookups import is_leader, land, own_leader, own_unit, planet_named
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import (
    CRUSADER,
    FLEET,
    WERSGORIX,
    full,
    listed,
    other,
    seat_name,
    short,
)
from engine.high_crusade.reach import land_neighbours
from engine.high_crusade.registry import applies, judges, offering, tells
from engine.high_crusade.state import Attack as Announced
from engine.high_crusade.state import Leader, State, Unit
from engine.high_crusade.transport import under_siege
from engine.kernel.game import END, Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

# -- orders and events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attack(Order):
    """Announce an attack on the enemies in a hex."""

    VERB: ClassVar[str] = "attack"
    GIST: ClassVar[str] = "announce an attack on a hex"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("target", "place"), Slot("pieces", "piece", "with", many=True))
    target: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bombard(Order):
    """Announce the attack of a fort on an enemy fleet on its planet."""

    VERB: ClassVar[str] = "bombard"
    GIST: ClassVar[str] = "let your fort attack a fleet on its planet"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("fleet", "unit"),)
    fleet: str


@dataclass(frozen=True, slots=True)
class Purge(Order):
    """Announce an attack on a heretical Thrall Race."""

    VERB: ClassVar[str] = "purge"
    GIST: ClassVar[str] = "attack a heretical Thrall Race"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("planet", "planet"), Slot("pieces", "piece", "with", many=True))
    planet: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AttackAnnounced(Event):
    """An attack is announced (rule 7.3.1)."""

    seat: str
    kind: str
    hex: int
    place: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]


@applies(AttackAnnounced)
def _announced(state: State, event: AttackAnnounced) -> None:
    state.attacks = (*state.attacks, Announced(event.kind, event.hex, event.units, event.leaders))


@tells(AttackAnnounced)
def _tell_announced(event: AttackAnnounced, viewer: Viewer) -> str | None:
    side = f"T{seat_name(Seat(event.seat))[1:]}"
    if event.kind == "fort":
        return f"{side} announce: the fort fires at {event.units[0]} at {event.place}."
    return f"{side} announce an attack on {event.place} with {listed((*event.units, *event.leaders))}."


# -- who may attack ------------------------------------------------------------------------------------------


def _committed(state: State) -> set[str]:
    """Pieces that attack in an announced attack."""
    return {
        name for attack in state.attacks if attack.kind != "fort" for name in (*attack.units, *attack.leaders)
    }


def targeted(state: State) -> set[str]:
    """Fleets a fort is going to attack."""
    return {attack.units[0] for attack in state.attacks if attack.kind == "fort"}


def _ready(state: State, seat: Seat) -> list[Unit]:
    """Own units that may still attack this phase (rule 7.1.4)."""
    busy = _committed(state)
    fought = state.fought
    return [unit for unit in state.own_units(seat) if unit.name not in fought and unit.name not in busy]


def _prey(state: State, seat: Seat, at: int) -> tuple[bool, bool, bool]:
    """What can be attacked in a hex: its fleets, its ground units, its lone leaders (rules 7.1.4, 7.1.6)."""
    planned = {attack.kind for attack in state.attacks if attack.hex == at}
    busy = state.struck | targeted(state)
    fleets = foes_at(state, seat, at, fleets=True)
    ground = foes_at(state, seat, at, fleets=False)
    may_fleet = bool(fleets) and "fleet" not in planned and not any(unit.name in busy for unit in fleets)
    may_ground = bool(ground) and "ground" not in planned and not any(unit.name in busy for unit in ground)
    alone = not fleets and not ground and "capture" not in planned and bool(state.leaders_of(other(seat), at))
    return may_fleet, may_ground, alone


def _kind(unit: Unit, prey: tuple[bool, bool, bool]) -> str:
    """What kind of attack a unit would make on such a hex, or ""."""
    if prey[2]:
        return "capture"
    if unit.kind == FLEET:
        return "fleet" if prey[0] else ""
    return "ground" if prey[1] else ""


@remembered
def in_contact(state: State, seat: Seat) -> set[str]:
    """Planets on which this seat could attack anything at all."""
    pack = state.pack
    held = state.index.held
    own = {pack.planet_of[at] for at in held[seat]}
    foes = {pack.planet_of[at] for at in held[other(seat)]}
    if seat == WERSGORIX:  # the frozen can be attacked too
        foes |= {pack.planet_of[unit.hex] for unit in state.index.own[None]}
    return (own & foes) - state.closed


@remembered
def _attacks(state: State, seat: Seat) -> dict[int, dict[str, list[Unit]]]:
    """Every attack that can be announced: by hex and kind, the units that could make it."""
    planets = in_contact(state, seat)
    if not planets:
        return {}
    pack = state.pack
    beside = land_neighbours(pack)
    prey: dict[int, tuple[bool, bool, bool]] = {}
    found: dict[int, dict[str, list[Unit]]] = {}
    for unit in _ready(state, seat):
        if pack.planet_of[unit.hex] not in planets:
            continue
        for at in (unit.hex, *beside[unit.hex]):
            if at not in prey:
                prey[at] = _prey(state, seat, at)
            kind = _kind(unit, prey[at])
            if kind:
                found.setdefault(at, {}).setdefault(kind, []).append(unit)
    return found


def _leaders_for(state: State, seat: Seat, units: Sequence[Unit]) -> list[Leader]:
    """Leaders who may be named in an attack of these units (rule 7.3.21).

    Leaders under siege are inside with the troops and not with a fleet in the hex (rule 7.4.21).
    """
    busy = _committed(state) | state.fought
    return [
        leader
        for at in dict.fromkeys(
            unit.hex for unit in units if unit.kind != FLEET or not under_siege(state, seat, unit.hex)
        )
        for leader in state.leaders_of(seat, at)
        if leader.name not in busy
    ]


@judges(Attack, when=lambda state, seat: bool(_attacks(state, seat)))
def _attack(draft: Draft, seat: Seat, order: Attack) -> None:
    """Rules 7.1 to 7.3.2."""
    state = draft.state
    at = land(state, order.target)
    units, leaders = _split(state, seat, order.pieces)
    if not units:
        raise refuse("7.1.3", "An attack needs at least one fleet, army or garrison.")
    possible = _attacks(state, seat).get(at, {})
    kinds = {unit.kind == FLEET for unit in units}
    if len(kinds) > 1:
        raise refuse("7.3.2", "Fleets and ground units never attack together; announce two attacks.")
    kind = next((kind for kind, able_units in possible.items() if units[0] in able_units), "")
    for unit in units:
        if not kind or unit not in possible[kind]:
            raise refuse(*_why_not(state, seat, unit, at))
    for leader in leaders:
        if leader not in _leaders_for(state, seat, units):
            raise refuse("7.3.21", f"{leader.name} is with none of these units or has attacked this phase.")
    _announce(draft, seat, kind, at, units, leaders)


def _announce(
    draft: Draft, seat: Seat, kind: str, at: int, units: Sequence[Unit], leaders: Sequence[Leader]
) -> None:
    place = draft.state.pack.place_of[at]
    names = tuple(unit.name for unit in units)
    draft.emit(AttackAnnounced(seat, kind, at, place, names, tuple(leader.name for leader in leaders)))


def _split(state: State, seat: Seat, pieces: Sequence[str]) -> tuple[list[Unit], list[Leader]]:
    """The units and the leaders among the pieces an order names."""
    if len(set(pieces)) != len(pieces):
        raise refuse("7.1.4", "A piece is named twice.")
    units = [own_unit(state, seat, name) for name in pieces if not is_leader(state, name)]
    leaders = [own_leader(state, seat, name) for name in pieces if is_leader(state, name)]
    return units, leaders


def _why_not(state: State, seat: Seat, unit: Unit, at: int) -> tuple[str, str]:
    """The rule and the reason why a unit cannot attack a hex."""
    pack = state.pack
    place, planet = pack.place_of[at], pack.planet_of[at]
    if unit.name in state.fought or unit.name in _committed(state):
        return "7.1.4", f"{unit.name} attacks once a phase and has been used."
    if planet in state.closed:
        return (
            "7.3.22",
            f"An attack on {planet} has been resolved; no more can be announced there this phase.",
        )
    if pack.grid.distance(unit.hex, at) > 1:
        return "7.1.3", f"{unit.name} is at {pack.place_of[unit.hex]}, not at or next to {place}."
    fleets = foes_at(state, seat, at, fleets=True)
    ground = foes_at(state, seat, at, fleets=False)
    if not fleets and not ground:
        if state.leaders_of(other(seat), at):
            return "7.1.4", f"The leaders at {place} are going to be taken already."
        return "7.1.1", f"There is no enemy at {place}."
    if unit.kind == FLEET and not fleets:
        return "7.2.1", f"{unit.name} is a fleet and there are only ground units at {place}."
    if unit.kind != FLEET and not ground:
        return "7.2.2", f"{unit.name} cannot attack fleets, and there is nothing else at {place}."
    return "7.1.4", f"The enemies at {place} are attacked once a phase, and have been or are going to be."


# -- forts and heretics --------------------------------------------------------------------------------------


@remembered
def _bombardable(state: State, seat: Seat) -> dict[str, int]:
    """Enemy fleets a fort can attack, and the fort (rules 7.1.5 and 7.1.7)."""
    found: dict[str, int] = {}
    pack = state.pack
    for planet in sorted(in_contact(state, seat)):
        fort = pack.planets[planet].hexes[0]
        if (
            not state.fort(fort)
            or state.besieged(fort)
            or state.fort_holder(fort) != seat
            or not state.occupied(seat, fort)
            or fort_key(fort) in state.fought
            or any(attack.kind == "fort" and pack.planet_of[attack.hex] == planet for attack in state.attacks)
        ):
            continue
        for at in pack.planets[planet].hexes:
            if any(attack.kind == "fleet" and attack.hex == at for attack in state.attacks):
                continue
            for unit in state.fleets_of(other(seat), at):
                if unit.name not in state.struck:
                    found[unit.name] = fort
    return found


@judges(Bombard, when=lambda state, seat: bool(_bombardable(state, seat)))
def _bombard(draft: Draft, seat: Seat, order: Bombard) -> None:
    """Rule 7.1.7: one attack of an occupied fort on one fleet on its planet."""
    state = draft.state
    name = full(seat, order.fleet)
    targets = _bombardable(state, seat)
    if name not in targets:
        raise refuse("7.1.7", f"None of your forts can attack {name} now.")
    at = state.units[name].hex
    draft.emit(AttackAnnounced(seat, "fort", at, state.pack.place_of[at], (name,), ()))


@remembered
def _purgeable(state: State, seat: Seat) -> list[str]:
    """Planets of heretics that can be attacked (rule 7.2.4)."""
    if seat != CRUSADER:
        return []
    return [
        planet
        for planet, thrall in state.thralls.items()
        if thrall.heresy
        and race_key(planet) not in state.struck
        and planet not in state.closed
        and not any(
            attack.kind == "heresy" and attack.hex == _race_hex(state, planet) for attack in state.attacks
        )
        and has_cathedral(state, planet)
        and _purgers(state, seat, planet)
    ]


def _race_hex(state: State, planet: str) -> int:
    return state.pack.planets[planet].hexes[0]


def _purgers(state: State, seat: Seat, planet: str) -> list[Unit]:
    hexes = state.pack.planets[planet].hexes
    return [unit for unit in _ready(state, seat) if unit.kind != FLEET and unit.hex in hexes]


@judges(Purge, when=lambda state, seat: bool(_purgeable(state, seat)))
def _purge(draft: Draft, seat: Seat, order: Purge) -> None:
    """Rules 7.2.3 and 7.2.4."""
    state = draft.state
    planet = planet_named(state, order.planet)
    if planet not in _purgeable(state, seat):
        raise refuse("7.2.4", f"There are no heretics on {planet} that can be attacked now.")
    units, leaders = _split(state, seat, order.pieces)
    if not units:
        raise refuse("7.2.4", "An attack on heretics needs an army or a garrison.")
    possible = _purgers(state, seat, planet)
    for unit in units:
        if unit not in possible:
            raise refuse("7.2.4", f"{unit.name} is no free army or garrison on {planet}.")
    for leader in leaders:
        if leader not in _leaders_for(state, seat, units):
            raise refuse("7.3.21", f"{leader.name} is with none of these units or has attacked this phase.")
    _announce(draft, seat, "heresy", _race_hex(state, planet), units, leaders)


# -- offers --------------------------------------------------------------------------------------------------


@offering(Attack, "target")
def _offer_target(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [state.pack.place_of[at] for at in _attacks(state, seat)]


@offering(Attack, "pieces")
def _offer_pieces(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    possible = _attacks(state, seat)[state.pack.hex_of[filled["target"]]]
    taken = filled.get("pieces", ())
    if not taken:
        return [short(seat, unit.name) for units in possible.values() for unit in units]
    first = state.units[full(seat, taken[0])]
    fit = next(
        [unit for unit in units if (unit.kind == FLEET) == (first.kind == FLEET)]
        for units in possible.values()
        if first in units
    )
    return [END, *_more(state, seat, fit, taken)]


def _more(state: State, seat: Seat, fit: Sequence[Unit], taken: Sequence[str]) -> list[str]:
    """Units that fit and leaders who stand with those taken."""
    units = [called for unit in fit if (called := short(seat, unit.name)) not in taken]
    chosen = [unit for unit in fit if short(seat, unit.name) in taken]
    leaders = [leader.name for leader in _leaders_for(state, seat, chosen) if leader.name not in taken]
    return [*units, *leaders]


@offering(Bombard, "fleet")
def _offer_bombard(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [short(seat, name) for name in _bombardable(state, seat)]


@offering(Purge, "planet")
def _offer_purge(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return _purgeable(state, seat)


@offering(Purge, "pieces")
def _offer_purgers(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    fit = _purgers(state, seat, filled["planet"])
    taken = filled.get("pieces", ())
    if not taken:
        return [short(seat, unit.name) for unit in fit]
    return [END, *_more(state, seat, fit, taken)]


VERBS = (Attack.VERB, Bombard.VERB)
"""Orders of both combat phases."""
