"""Placing strength points (rules 4.1.3 to 4.1.8, 4.1.14 and 4.1.15): reinforcements of every kind.

Other chapters call `points_come`; the player then places everything in one go, with as many orders as he
likes, or leaves it to the referee with `placed`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, ask_of, refuse
from engine.high_crusade.entry import (
    UNCOLLECTED_MOST,
    bankable,
    banks,
    letter_for,
    limit,
    mannable,
    may_man,
    owed_to,
    placeable,
    raisable,
    reinforceable,
    room,
    sites,
    takers,
)
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.garrisons import most_addable
from engine.high_crusade.lookups import land, own_unit
from engine.high_crusade.names import (
    ARMY,
    FACTION,
    FLEET,
    GARRISON,
    SEATS,
    listed,
    other,
    points,
    short,
)
from engine.high_crusade.pieces import free_letters, gain, raise_garrison, raise_unit
from engine.high_crusade.placing_events import PointsBanked, PointsCame, PointsLost, PointsPlaced
from engine.high_crusade.registry import judges, offering, question
from engine.high_crusade.state import Ask, State
from engine.kernel.game import END
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat

CAUSE = "reinforcements"


@dataclass(frozen=True, slots=True)
class Reinforce(Order):
    """Add points to a fleet or army."""

    VERB: ClassVar[str] = "reinforce"
    GIST: ClassVar[str] = "add new points to a fleet or army"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("unit", "unit"), Slot("points", "number", "with"))
    unit: str
    points: int


@dataclass(frozen=True, slots=True)
class Raise(Order):
    """Make a new fleet or army of new points."""

    VERB: ClassVar[str] = "raise"
    GIST: ClassVar[str] = "make a new fleet or army of new points"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("arm", "arm"),
        Slot("points", "number"),
        Slot("place", "place", "at"),
        Slot("letter", "letter", "as", optional=True),
    )
    arm: str
    points: int
    place: str
    letter: str | None = None


@dataclass(frozen=True, slots=True)
class Man(Order):
    """Make a garrison of new points, or add to one."""

    VERB: ClassVar[str] = "man"
    GIST: ClassVar[str] = "put new points into a garrison"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("place", "place"), Slot("points", "number", "with"))
    place: str
    points: int


@dataclass(frozen=True, slots=True)
class Bank(Order):
    """Note new fleet points as uncollected."""

    VERB: ClassVar[str] = "bank"
    GIST: ClassVar[str] = "keep fleet points that no fleet can take as uncollected"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("points", "number"),
        Slot("faction", "faction", "for", optional=True),
    )
    points: int
    faction: str | None = None


@dataclass(frozen=True, slots=True)
class Placed(Order):
    """Leave the rest to the referee."""

    VERB: ClassVar[str] = "placed"
    GIST: ClassVar[str] = "that is all; the referee places what is left"


# -- asking --------------------------------------------------------------------------------------------------


def points_come(draft: Draft, owed: Mapping[str, int], cause: str, only: str = "") -> None:
    """Give points to factions, and ask the players who command them to place them."""
    owed = {faction: count for faction, count in owed.items() if count > 0}
    if not owed:
        return
    draft.emit(PointsCame(tuple(owed), tuple(owed.values()), cause))
    for seat in SEATS:
        if owed_to(draft.state, seat):
            ask(draft, "placing", seat, only)
            if ask_of(draft.state, seat) == draft.state.asks[-1]:
                _go_on(draft, seat)


def _go_on(draft: Draft, seat: Seat) -> None:
    """End the question when nothing is left that could be placed."""
    left = owed_to(draft.state, seat)
    if left and placeable(draft.state, seat):
        return
    for faction, count in left.items():
        draft.emit(PointsLost(faction, count))
    answered(draft, seat)


def _prompt(state: State, asked: Ask) -> str:
    shares = [f"{faction} {points(count)}" for faction, count in owed_to(state, asked.seat).items()]
    where = f" on {asked.about[0]}" if asked.about[0] else ""
    return f"Place your new points{where}: {listed(shares)}."


question(
    "placing",
    (Reinforce.VERB, Raise.VERB, Man.VERB, Bank.VERB, Placed.VERB),
    _prompt,
    lambda state, asked: Placed(),
    "4.1.5",
)


def _check_owed(state: State, faction: str, wanted: int) -> None:
    owed = state.owed.get(faction, 0)
    if not 1 <= wanted <= owed:
        raise refuse("4.1.3", f"{faction} has {points(owed)} to place; {wanted} cannot be placed.")


def _faction_at(state: State, seat: Seat, at: int, place: str) -> str:
    """Whose points enter in a hex."""
    only = limit(state, seat)
    for faction in owed_to(state, seat):
        if at in sites(state, seat, faction, only):
            return faction
    raise refuse("4.1.14", f"No points of yours can enter at {place} now.")


@judges(Reinforce, when=lambda state, seat: bool(reinforceable(state, seat)))
def _reinforce(draft: Draft, seat: Seat, order: Reinforce) -> None:
    """Rules 4.1.5, 4.1.7 and 4.1.8: points join a unit of their own faction."""
    state = draft.state
    unit = own_unit(state, seat, order.unit)
    if unit.kind == GARRISON:
        raise refuse("4.1.5", f"{unit.name} is a garrison; “man” puts points into one.")
    _check_owed(state, unit.faction, order.points)
    if unit.hex not in sites(state, seat, unit.faction, limit(state, seat)):
        raise refuse(
            "4.1.4", f"{unit.name} is at {state.pack.place_of[unit.hex]}, where no points can enter."
        )
    if order.points > room(state, unit):
        raise refuse(
            "2.1.2", f"{unit.name} has {unit.strength}; with {order.points} more it would be over 10."
        )
    gain(draft, unit.name, order.points, CAUSE)
    draft.emit(PointsPlaced(unit.faction, order.points))
    _go_on(draft, seat)


@judges(Raise, when=lambda state, seat: any(True for _ in raisable(state, seat)))
def _raise(draft: Draft, seat: Seat, order: Raise) -> None:
    """Rules 4.1.5 and 2.2.1: a new unit, if a counter is free."""
    state = draft.state
    at = land(state, order.place)
    faction = _faction_at(state, seat, at, order.place)
    _check_owed(state, faction, order.points)
    if order.points > state.pack.setup.max_unit_strength:
        raise refuse("2.1.2", f"No {order.arm} has more than {state.pack.setup.max_unit_strength} points.")
    letters = free_letters(state, faction, order.arm)
    if not letters:
        raise refuse("2.2.1", f"{faction} has no counter left for another {order.arm}.")
    if order.letter is not None and order.letter not in letters:
        raise refuse("2.2.1", f"The letter {order.letter} is not free; free are {', '.join(letters)}.")
    raise_unit(
        draft,
        faction,
        order.arm,
        order.letter or letter_for(state, faction, order.arm),
        at,
        order.points,
        CAUSE,
    )
    draft.emit(PointsPlaced(faction, order.points))
    _go_on(draft, seat)


@judges(Man, when=lambda state, seat: bool(mannable(state, seat, limit(state, seat))))
def _man(draft: Draft, seat: Seat, order: Man) -> None:
    """Rules 4.1.5, 4.1.7 and 2.2.2: a garrison, within the markers."""
    state = draft.state
    at = land(state, order.place)
    faction = _faction_at(state, seat, at, order.place)
    _check_owed(state, faction, order.points)
    if not may_man(state, seat, faction, limit(state, seat)):
        raise refuse(
            "4.1.7", f"An army of {faction} can take these points, so they do not become a garrison."
        )
    most = most_addable(state, faction, at, order.points)
    if most < order.points:
        raise refuse(
            "2.2.2", f"There are no garrison markers for that at {order.place}; {most} can be added."
        )
    raise_garrison(draft, faction, at, order.points, CAUSE)
    draft.emit(PointsPlaced(faction, order.points))
    _go_on(draft, seat)


@judges(Bank, when=lambda state, seat: bool(banks(state, seat)))
def _bank(draft: Draft, seat: Seat, order: Bank) -> None:
    """Rules 4.1.6 and 4.1.15."""
    state = draft.state
    faction = order.faction or FACTION[seat]
    if state.seat_of_faction(faction) != seat:
        raise refuse("4.1.6", f"{faction} is not yours.")
    _check_owed(state, faction, order.points)
    most = bankable(state, seat, faction, limit(state, seat))
    if order.points > most:
        why = (
            "a fleet can take them or be made"
            if free_letters(state, faction, FLEET) or takers(state, seat, faction, FLEET, limit(state, seat))
            else f"no more than {UNCOLLECTED_MOST} can wait"
        )
        raise refuse("4.1.15", f"{faction} can leave {points(most)} uncollected now: {why}.")
    _note(draft, faction, order.points)
    _go_on(draft, seat)


def _note(draft: Draft, faction: str, count: int) -> None:
    draft.emit(PointsBanked(faction, count, draft.state.uncollected.get(faction, 0) + count))


@judges(Placed)
def _placed(draft: Draft, seat: Seat, order: Placed) -> None:
    """Rule 4.1.14: the referee places what is left; what finds no place is lost."""
    only = limit(draft.state, seat)
    for faction, count in owed_to(draft.state, seat).items():
        halves = _halves(draft.state, faction, count)
        for kind, share in halves:
            _join(draft, seat, faction, kind, share, only)
        for fill in (_join, _make):
            for kind, _ in halves:
                fill(draft, seat, faction, kind, draft.state.owed.get(faction, 0), only)
        if left := draft.state.owed.get(faction, 0):
            draft.emit(PointsLost(faction, left))
    answered(draft, seat)


def _halves(state: State, faction: str, count: int) -> tuple[tuple[str, int], ...]:
    """The points for each arm: the arm that is weaker on the whole map gets the greater half."""
    totals = {ARMY: 0, FLEET: 0, GARRISON: 0}
    for unit in state.units.values():
        if unit.faction == faction:
            totals[unit.kind] += unit.strength
    first, second = (ARMY, FLEET) if totals[ARMY] + totals[GARRISON] <= totals[FLEET] else (FLEET, ARMY)
    return (first, (count + 1) // 2), (second, count // 2)


def _join(draft: Draft, seat: Seat, faction: str, kind: str, count: int, only: str) -> None:
    """Add points to units with room, those nearest to the enemy first."""
    order = _by_danger(draft.state, seat, sites(draft.state, seat, faction, only))
    able = takers(draft.state, seat, faction, kind, only)
    for unit in sorted(able, key=lambda unit: order.index(unit.hex)):
        if share := min(count, room(draft.state, unit)):
            gain(draft, unit.name, share, CAUSE)
            draft.emit(PointsPlaced(faction, share))
            count -= share


def _make(draft: Draft, seat: Seat, faction: str, kind: str, count: int, only: str) -> None:
    """Make a new unit; failing that, army points become a garrison, fleet points wait uncollected."""
    order = _by_danger(draft.state, seat, sites(draft.state, seat, faction, only))
    while count and order and free_letters(draft.state, faction, kind):
        share = min(count, draft.state.pack.setup.max_unit_strength)
        raise_unit(draft, faction, kind, letter_for(draft.state, faction, kind), order[0], share, CAUSE)
        draft.emit(PointsPlaced(faction, share))
        count -= share
    if kind == FLEET:
        if share := min(count, bankable(draft.state, seat, faction, only)):
            _note(draft, faction, share)
        return
    for at in order:
        if count and (share := most_addable(draft.state, faction, at, count)):
            raise_garrison(draft, faction, at, share, CAUSE)
            draft.emit(PointsPlaced(faction, share))
            count -= share


def _by_danger(state: State, seat: Seat, hexes: list[int]) -> list[int]:
    enemies = state.index.held[other(seat)]
    distance = state.pack.grid.distance
    return sorted(hexes, key=lambda at: min((distance(at, enemy) for enemy in enemies), default=0))


# -- offers --------------------------------------------------------------------------------------------------


@offering(Reinforce, "unit")
def _offer_unit(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [short(seat, unit.name) for unit in reinforceable(state, seat)]


@offering(Reinforce, "points")
def _offer_points(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    unit = own_unit(state, seat, filled["unit"])
    return list(range(1, min(state.owed[unit.faction], room(state, unit)) + 1))


@offering(Raise, "arm")
def _offer_arm(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return sorted({kind for kind, _, _ in raisable(state, seat)})


@offering(Raise, "points")
def _offer_size(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    most = max(most for kind, _, most in raisable(state, seat) if kind == filled["arm"])
    return list(range(1, most + 1))


@offering(Raise, "place")
def _offer_site(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    only = limit(state, seat)
    return [
        state.pack.place_of[at]
        for kind, faction, most in raisable(state, seat)
        if kind == filled["arm"] and filled["points"] <= most
        for at in sites(state, seat, faction, only)
    ]


@offering(Raise, "letter")
def _offer_letter(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    faction = _faction_at(state, seat, land(state, filled["place"]), filled["place"])
    return [END, *free_letters(state, faction, filled["arm"])]


@offering(Man, "place")
def _offer_walls(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [state.pack.place_of[at] for at in mannable(state, seat, limit(state, seat))]


@offering(Man, "points")
def _offer_men(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return mannable(state, seat, limit(state, seat))[land(state, filled["place"])][1]


@offering(Bank, "points")
def _offer_bank(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return list(range(1, max(banks(state, seat).values()) + 1))


@offering(Bank, "faction")
def _offer_banker(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    able = [faction for faction, most in banks(state, seat).items() if most >= filled["points"]]
    return [END, *able] if FACTION[seat] in able else able


__all__ = [
    "CAUSE",
    "Bank",
    "Man",
    "Placed",
    "PointsBanked",
    "PointsCame",
    "PointsLost",
    "PointsPlaced",
    "Raise",
    "Reinforce",
    "letter_for",
    "points_come",
]
