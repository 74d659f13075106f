"""The Holy Grail (rules 11.1.5, 11.1.15 and 11.1.21): a rumour until a Crusader leader has reached it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.lookups import land, own_unit
from engine.high_crusade.names import ARMY, CRUSADER, GARRISON, WERSGORIX, other, short
from engine.high_crusade.registry import applies, judges, offering, question, settles, tells
from engine.high_crusade.state import Ask, Grail, State, Unit
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

EVENT = "grail"
"""What the event is called among those that happen once only."""

TRUE_UP_TO = 2
"""Highest die on which the Grail is real."""


@dataclass(frozen=True, slots=True)
class Hide(Order):
    """Say where the Grail is rumoured to lie (rule 11.1.5)."""

    VERB: ClassVar[str] = "hide"
    GIST: ClassVar[str] = "say where the Grail is rumoured to be"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("place", "place", "at"),)
    place: str


@dataclass(frozen=True, slots=True)
class Bear(Order):
    """Let a fleet or an army carry the Grail (rule 11.1.15)."""

    VERB: ClassVar[str] = "bear"
    GIST: ClassVar[str] = "let a fleet or an army carry the Grail"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("unit", "unit", "with"),)
    unit: str


@dataclass(frozen=True, slots=True)
class GrailPlaced(Event):
    """The Grail piece lies on the map."""

    hex: int
    place: str


@dataclass(frozen=True, slots=True)
class GrailTested(Event):
    """A Crusader leader has reached the Grail."""

    leader: str
    place: str
    rolled: int
    true: bool


@dataclass(frozen=True, slots=True)
class GrailTaken(Event):
    """A unit carries the Grail now; `giver` is the unit that had it, or ""."""

    unit: str
    hex: int
    giver: str
    captured: bool
    handed: bool
    """Whether one unit handed it to another, so that both have finished moving."""


@dataclass(frozen=True, slots=True)
class GrailLeft(Event):
    """Nobody carries the Grail any more; it lies where it is."""

    unit: str
    place: str


@applies(GrailPlaced)
def _placed(state: State, event: GrailPlaced) -> None:
    state.grail = Grail(event.hex)
    state.past_events = state.past_events | {EVENT}


@applies(GrailTested)
def _tested(state: State, event: GrailTested) -> None:
    assert state.grail is not None
    state.grail = state.grail._replace(true=True) if event.true else None


@applies(GrailTaken)
def _taken(state: State, event: GrailTaken) -> None:
    assert state.grail is not None
    state.grail = state.grail._replace(hex=event.hex, carrier=event.unit)
    if event.handed:
        state.moved = state.moved | {event.unit, event.giver}


@applies(GrailLeft)
def _left(state: State, event: GrailLeft) -> None:
    assert state.grail is not None
    state.grail = state.grail._replace(carrier="")


@tells(GrailPlaced)
def _tell_placed(event: GrailPlaced, viewer: Viewer) -> str | None:
    return f"There are rumours of the Holy Grail at {event.place}."


@tells(GrailTested)
def _tell_tested(event: GrailTested, viewer: Viewer) -> str | None:
    if event.true:
        return f"{event.leader} has found the True Grail at {event.place} (rolled {event.rolled})!"
    return f"{event.leader} finds that the Grail at {event.place} was but a rumour (rolled {event.rolled})."


@tells(GrailTaken)
def _tell_taken(event: GrailTaken, viewer: Viewer) -> str | None:
    if event.captured:
        return f"{event.unit} captures the Grail."
    return (
        f"{event.giver} hands the Grail to {event.unit}."
        if event.giver
        else f"{event.unit} carries the Grail."
    )


@tells(GrailLeft)
def _tell_left(event: GrailLeft, viewer: Viewer) -> str | None:
    return f"{event.unit} has the Grail no more; it lies at {event.place}."


# -- placing it ----------------------------------------------------------------------------------------------


def hiding_places(state: State) -> list[int]:
    """Rules 11.1.5 and 11.1.32: the land hexes of planets without a piece that either player commands.

    If there are none, of planets without a Crusader-controlled piece; failing that, of any planet.
    """
    crusader, wersgorix = state.index.held[CRUSADER], state.index.held[WERSGORIX]
    planets = [planet.hexes for planet in state.pack.planets.values()]
    free = [hexes for hexes in planets if crusader.isdisjoint(hexes)]
    empty = [hexes for hexes in free if wersgorix.isdisjoint(hexes)]
    return [at for hexes in empty or free or planets for at in hexes]


def rumour(draft: Draft) -> bool:
    """Rule 11.1.5: the Grail event; whether anything comes of it."""
    if EVENT in draft.state.past_events:
        return False
    ask(draft, "grail", WERSGORIX)
    return True


def _default(state: State, asked: Ask) -> Order:
    """As far from the Crusaders' home as it can be."""
    pack = state.pack
    far = max(hiding_places(state), key=lambda at: pack.hex_planet_distance(at, pack.crusader_home))
    return Hide(pack.place_of[far])


question(
    "grail",
    (Hide.VERB,),
    lambda state, asked: (
        "The Crusaders have heard of the Holy Grail. On which planet without pieces does it lie?"
    ),
    _default,
    "11.1.5",
)


@judges(Hide)
def _hide(draft: Draft, seat: Seat, order: Hide) -> None:
    """Rule 11.1.5: on a planet that neither player has pieces on."""
    at = land(draft.state, order.place)
    if at not in hiding_places(draft.state):
        planet = draft.state.pack.planet_of[at]
        raise refuse("11.1.5", f"There are pieces on {planet}; the Grail lies on a planet without any.")
    answered(draft, seat)
    draft.emit(GrailPlaced(at, order.place))


@offering(Hide, "place")
def _offer_hide(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [state.pack.place_of[at] for at in hiding_places(state)]


# -- carrying it ---------------------------------------------------------------------------------------------


def carried_along(state: State, unit: str, to: int) -> None:
    """The Grail moves with the unit that carries it. Only for appliers of events that move a unit."""
    grail = state.grail
    if grail is not None and grail.carrier == unit:
        state.grail = grail._replace(hex=to)


def grail_shift(state: State, units: Iterable[Unit]) -> bool:
    """Whether the True Grail is with this force and the Crusader player commands the unit that has it."""
    grail = state.grail
    if grail is None or not grail.true or not grail.carrier:
        return False
    return any(unit.name == grail.carrier and state.seat_of(unit) == CRUSADER for unit in units)


def _bearers(state: State, seat: Seat) -> list[Unit]:
    """The units of a seat that could take the Grail up, or take it over from one of their own."""
    grail = state.grail
    if grail is None or state.holds(other(seat), grail.hex):
        return []
    if grail.carrier and state.seat_of(state.units[grail.carrier]) != seat:
        return []
    return [
        unit
        for unit in state.units_of(seat, grail.hex)
        if unit.kind != GARRISON and unit.name != grail.carrier
    ]


@judges(Bear, when=lambda state, seat: state.grail is not None and bool(_bearers(state, seat)))
def _bear(draft: Draft, seat: Seat, order: Bear) -> None:
    """Rules 11.1.15 and 11.1.21."""
    state = draft.state
    unit = own_unit(state, seat, order.unit)
    grail = state.grail
    if grail is None:
        raise refuse("11.1.15", "The Grail is not on the map.")
    if unit.kind == GARRISON:
        raise refuse("11.1.15", f"{unit.name} cannot carry the Grail; an army or a fleet can.")
    if unit.hex != grail.hex:
        raise refuse(
            "11.1.15", f"{unit.name} is not where the Grail is, at {state.pack.place_of[grail.hex]}."
        )
    if unit.name == grail.carrier:
        raise refuse("11.1.15", f"{unit.name} carries the Grail already.")
    if unit not in _bearers(state, seat):
        raise refuse(
            "11.1.21", f"With enemies at {state.pack.place_of[grail.hex]} the Grail cannot be taken."
        )
    draft.emit(GrailTaken(unit.name, grail.hex, grail.carrier, False, bool(grail.carrier)))


@offering(Bear, "unit")
def _offer_bear(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [short(seat, unit.name) for unit in _bearers(state, seat)]


def _strongest(units: Iterable[Unit]) -> Unit | None:
    """The army or fleet that gets the Grail: the strongest, an army before a fleet."""
    able = [unit for unit in units if unit.kind != GARRISON]
    return max(able, key=lambda unit: (unit.strength, unit.kind == ARMY), default=None)


@settles
def _settle_grail(draft: Draft) -> bool:
    """Rules 11.1.5 and 11.1.21: who has lost the Grail, and who has reached it."""
    state = draft.state
    grail = state.grail
    if grail is None:
        return False
    holder = state.units.get(grail.carrier) if grail.carrier else None
    if grail.carrier and (holder is None or state.seat_of(holder) is None):
        _lose(draft, grail)
        return True
    if grail.true or (holder is not None and state.seat_of(holder) != CRUSADER):
        return False
    for leader in state.leaders_of(CRUSADER, grail.hex):
        if leader.faction == "Crusader":
            die = draft.die()
            draft.emit(GrailTested(leader.name, state.pack.place_of[grail.hex], die, die <= TRUE_UP_TO))
            _take_up(draft)
            return True
    return False


def _lose(draft: Draft, grail: Grail) -> None:
    """Rule 11.1.21: the holder is lost or frozen; who has the Grail now?"""
    state = draft.state
    imperial = grail.carrier in state.turned or grail.carrier.startswith("Wersgorix ")
    side = WERSGORIX if imperial else CRUSADER
    friend = _strongest(state.units_of(side, grail.hex))
    if friend is not None:
        draft.emit(GrailTaken(friend.name, grail.hex, "", False, False))
        return
    victor = None
    battle = state.battle
    if battle is not None and grail.carrier not in state.units:
        in_force = grail.carrier in battle.units
        foes = battle.targets if in_force else battle.units if grail.carrier in battle.targets else ()
        victor = _strongest(state.units[name] for name in foes if name in state.units)
    if victor is not None:
        draft.emit(GrailTaken(victor.name, victor.hex, "", True, False))
    else:
        draft.emit(GrailLeft(grail.carrier, state.pack.place_of[grail.hex]))


def _take_up(draft: Draft) -> None:
    """Rule 11.1.21: a Grail found true goes to a friendly army or fleet beside the finder."""
    state = draft.state
    if state.grail is not None and not state.grail.carrier:
        best = _strongest(_bearers(state, CRUSADER))
        if best is not None:
            draft.emit(GrailTaken(best.name, best.hex, "", False, False))


MOVEMENT_VERBS: dict[Seat, tuple[str, ...]] = {CRUSADER: (Bear.VERB,), WERSGORIX: (Bear.VERB,)}
