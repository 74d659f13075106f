"""Conversion of Thrall Races (rules 4.2, 8.1 and 8.2).

First buildings under way are completed, then the Crusader player is shown the races his leaders visit, then
he announces attempts (and begins buildings), and all attempts are rolled when he is done.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.building import Build, advance_works, can_build, church_at, has_castle, has_cathedral
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.fief_limits import crusader_leaders, crusaders_on, fief_limit, fiefs_of, has_room
from engine.high_crusade.flow import StepTaken
from engine.high_crusade.lookups import own_leader, planet_named
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import CONVERSION, CRUSADER, PARVUS, WERSGORIX, points
from engine.high_crusade.pack import Face
from engine.high_crusade.pieces import change_equipment
from engine.high_crusade.registry import applies, judges, offering, phase, tells
from engine.high_crusade.state import Attempt, Leader, State
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import END, Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

ATTITUDE = {"A": "Agrarian", "S": "Spiritual", "W": "Warlike"}


@dataclass(frozen=True, slots=True)
class Convert(Order):
    """Announce that a leader will try to convert the race of his planet."""

    VERB: ClassVar[str] = "convert"
    GIST: ClassVar[str] = "announce an attempt to convert a Thrall Race"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("planet", "planet"),
        Slot("leader", "leader", "with"),
        Slot("extra", "number", "adding", optional=True),
    )
    planet: str
    leader: str
    extra: int | None = None
    """Equipment Points spent on the die, besides the price."""


@dataclass(frozen=True, slots=True)
class FaceShown(Event):
    """The Crusader player is shown the face of a race his leader visits (rule 2.4.5)."""

    REVEALS: ClassVar[bool] = True
    SEALED: ClassVar[bool] = True

    planet: str
    race: str
    conversion: int
    attitude: str
    strength: int
    asterisk: bool


@dataclass(frozen=True, slots=True)
class AttemptAnnounced(Event):
    """A conversion will be tried."""

    planet: str
    leader: str
    extra: int


@dataclass(frozen=True, slots=True)
class ConversionRolled(Event):
    """A conversion is tried. Die, modifiers and outcome are public, the face is not (rule 8.2.9)."""

    planet: str
    leader: str
    rolled: tuple[int, ...]
    wersgorix: int
    heresy: int
    cathedral: int
    extra: int
    friends: int
    total: int
    success: bool


@dataclass(frozen=True, slots=True)
class RaceConverted(Event):
    """A race joins the Crusaders; everybody sees its face."""

    REVEALS: ClassVar[bool] = True

    planet: str
    leader: str
    """Who converted it; "" when it rebelled by itself."""
    race: str
    conversion: int
    attitude: str
    strength: int
    asterisk: bool


@applies(FaceShown)
def _face_shown(state: State, event: FaceShown) -> None:
    state.put_thrall(event.planet, state.thralls[event.planet]._replace(known=True))


@applies(AttemptAnnounced)
def _announced(state: State, event: AttemptAnnounced) -> None:
    state.attempts = (*state.attempts, Attempt(event.planet, event.leader, event.extra))
    state.put_thrall(event.planet, state.thralls[event.planet]._replace(tried=True))


@applies(ConversionRolled)
def _conversion_rolled(state: State, event: ConversionRolled) -> None:
    state.attempts = tuple(attempt for attempt in state.attempts if attempt.planet != event.planet)


@applies(RaceConverted)
def _race_converted(state: State, event: RaceConverted) -> None:
    thrall = state.thralls[event.planet]
    state.put_thrall(event.planet, thrall._replace(converted=True, known=True, shown=True, tried=True))
    if event.leader:
        state.new_fiefs = (*state.new_fiefs, (event.planet, event.leader))


def _described(event: FaceShown | RaceConverted) -> str:
    star = ", with a fleet and an army" if event.asterisk else ""
    return (
        f"the {event.race}, {ATTITUDE[event.attitude]}, conversion number {event.conversion}, "
        f"strength {event.strength}{star}"
    )


@tells(FaceShown)
def _tell_shown(event: FaceShown, viewer: Viewer) -> str | None:
    if viewer != Viewer(CRUSADER):
        return f"The Crusaders look at the Thrall Race of {event.planet}."
    return f"On {event.planet} live {_described(event)}."


@tells(AttemptAnnounced)
def _tell_announced(event: AttemptAnnounced, viewer: Viewer) -> str | None:
    extra = f", with {points(event.extra)} of Equipment on top" if event.extra else ""
    return f"{event.leader} will try to convert the race of {event.planet}{extra}."


@tells(ConversionRolled)
def _tell_rolled(event: ConversionRolled, viewer: Viewer) -> str | None:
    changes = (
        (event.wersgorix, "Wersgorix on the planet"),
        (event.heresy, "heresy"),
        (-event.cathedral, "the cathedral"),
        (-event.extra, "gifts"),
        (-event.friends, "three alliances"),
    )
    parts = "".join(f", {by:+d} for {why}" for by, why in changes if by)
    end = "The race is converted." if event.success else "The race is not moved."
    total = f", {event.total} in all" if parts else ""
    return f"{event.leader} preaches on {event.planet}: {event.rolled[0]} on the die{parts}{total}. {end}"


@tells(RaceConverted)
def _tell_converted(event: RaceConverted, viewer: Viewer) -> str | None:
    return f"{event.planet} joins the Crusade: {_described(event)}."


# -- what speaks against an attempt --------------------------------------------------------------------


def price(face: Face) -> int:
    """What a race costs, whatever comes of it (rule 8.2.7)."""
    return 2 if face.attitude == "W" else 1


def _free_equipment(state: State) -> int:
    """Equipment Points not yet spoken for (rule 8.2.10)."""
    return state.equipment - sum(price(state.face(made.planet)) + made.extra for made in state.attempts)


def _place_objection(state: State, planet: str) -> IllegalOrder | None:
    """What speaks against any attempt on a planet. Only for the Crusader player: it knows the face."""
    thrall = state.thralls.get(planet)
    if thrall is None:
        return refuse("4.2.1", f"There is no Thrall Race on {planet}.")
    if thrall.converted:
        return refuse("8.2.10", f"The race of {planet} is converted already.")
    if any(made.planet == planet for made in state.attempts):
        return refuse("8.1.2", f"An attempt on {planet} is announced already.")
    if not thrall.known:
        return refuse("8.1.2", f"You have no Crusader leader on {planet}.")
    face = state.face(planet)
    if face.attitude == "S" and not church_at(state, planet):
        return refuse("8.1.8", f"The race of {planet} is Spiritual, and no church stands there.")
    if face.attitude == "W" and not has_castle(state, planet):
        return refuse("8.1.9", f"The race of {planet} is Warlike, and no castle stands there.")
    if price(face) > _free_equipment(state):
        return refuse(
            "8.1.6",
            f"An attempt on {planet} costs {points(price(face))} of Equipment; "
            f"you have {_free_equipment(state)} to spend.",
        )
    return None


def _leader_objection(state: State, planet: str, leader: Leader) -> IllegalOrder | None:
    """What speaks against this leader (rules 8.1.1 to 8.1.5, 8.1.19 and 8.1.20)."""
    name = leader.name
    if leader.faction != "Crusader":
        return refuse("8.1.1", f"{name} is no Crusader leader and converts nobody.")
    if state.pack.planet_of[leader.hex] != planet:
        return refuse("8.1.2", f"{name} is at {state.pack.place_of[leader.hex]}, not on {planet}.")
    if name == PARVUS and state.face(planet).attitude != "S":
        return refuse("8.1.3", f"{PARVUS} converts only Spiritual races; the one of {planet} is not.")
    if state.holds(WERSGORIX, leader.hex) or state.fort_holder(leader.hex) == WERSGORIX:
        return refuse("8.1.4", f"The Wersgorix are at {state.pack.place_of[leader.hex]}, where {name} is.")
    if not has_room(state, name) and state.thralls[planet].fief != name:
        limit = fief_limit(state, name)
        if not limit:
            return refuse("8.1.20", f"{name} has no title that lets him hold fiefs.")
        return refuse("8.1.5", f"{name} holds {len(fiefs_of(state, name))} fiefs and may hold {limit}.")
    return None


@remembered
def _converters(state: State, planet: str) -> list[str]:
    if _place_objection(state, planet) is not None:
        return []
    return [
        leader.name
        for leader in crusaders_on(state, planet)
        if _leader_objection(state, planet, leader) is None
    ]


@remembered
def _visited(state: State) -> list[str]:
    """Planets with a race that is not converted and a Crusader leader."""
    planets = state.pack.planet_of
    here = dict.fromkeys(planets[leader.hex] for leader in crusader_leaders(state))
    return [planet for planet in here if planet in state.thralls and not state.thralls[planet].converted]


def _able(state: State, seat: Seat) -> bool:
    return any(_converters(state, planet) for planet in _visited(state))


@judges(Convert, when=_able)
def _convert(draft: Draft, seat: Seat, order: Convert) -> None:
    """Rules 8.1.1 to 8.1.9, 8.2.1, 8.2.9 and 8.2.10."""
    state = draft.state
    planet = planet_named(state, order.planet)
    leader = own_leader(state, seat, order.leader)
    if (
        planet in state.thralls
        and not state.thralls[planet].converted
        and state.pack.planet_of[leader.hex] != planet
    ):
        raise refuse("8.1.2", f"{leader.name} is at {state.pack.place_of[leader.hex]}, not on {planet}.")
    objection = _place_objection(state, planet) or _leader_objection(state, planet, leader)
    if objection is not None:
        raise objection
    extra = order.extra or 0
    left = _free_equipment(state) - price(state.face(planet))
    if extra > left:
        raise refuse(
            "8.2.10", f"After the price of the race you have {left} Equipment Points to add, not {extra}."
        )
    draft.emit(AttemptAnnounced(planet, leader.name, extra))


@offering(Convert, "planet")
def _offer_planet(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return [planet for planet in _visited(state) if _converters(state, planet)]


@offering(Convert, "leader")
def _offer_leader(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
    return _converters(state, filled["planet"])


@offering(Convert, "extra")
def _offer_extra(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[int | None]:
    left = _free_equipment(state) - price(state.face(filled["planet"]))
    return [END, *range(1, left + 1)]


# -- rolling -------------------------------------------------------------------------------------------


def _roll(draft: Draft, attempt: Attempt) -> None:
    """Rules 8.2.2 to 8.2.8."""
    state = draft.state
    planet = attempt.planet
    face = state.face(planet)
    wersgorix = 2 if state.on_planet(WERSGORIX, planet) else 0
    heresy = 1 if any(thrall.heresy for thrall in state.thralls.values()) else 0
    cathedral = 1 if face.attitude != "S" and has_cathedral(state, planet) else 0
    friends = 2 if all(status != "neutral" for status in state.alliances.values()) else 0
    rolled = draft.roll(1)
    total = rolled[0] + wersgorix + heresy - cathedral - attempt.extra - friends
    success = total <= face.conversion
    draft.emit(
        ConversionRolled(
            planet,
            attempt.leader,
            rolled,
            wersgorix,
            heresy,
            cathedral,
            attempt.extra,
            friends,
            total,
            success,
        )
    )
    change_equipment(draft, -price(face) - attempt.extra, f"the attempt on {planet}")
    if success:
        convert_race(draft, planet, attempt.leader)


def convert_race(draft: Draft, planet: str, leader: str = "") -> None:
    """Turn a race to its converted side, for all to see; without a leader when it rebelled (rule 11.2.3)."""
    face = draft.state.face(planet)
    draft.emit(
        RaceConverted(planet, leader, face.name, face.conversion, face.attitude, face.strength, face.asterisk)
    )


def _run(draft: Draft) -> bool:
    """Rule 4.2.3."""
    state = draft.state
    if state.step == 0:
        draft.emit(StepTaken(1))
        advance_works(draft)
        return True
    if state.step == 1:
        draft.emit(StepTaken(2))
        for planet in _visited(state):
            if not state.thralls[planet].known:
                face = state.face(planet)
                draft.emit(
                    FaceShown(planet, face.name, face.conversion, face.attitude, face.strength, face.asterisk)
                )
        return True
    if state.done and state.attempts:
        _roll(draft, state.attempts[0])
        return True
    return False


phase(
    CONVERSION,
    verbs=(Convert.VERB, Build.VERB, "done"),
    prompt="Announce your attempts to convert, begin buildings, then say done: all attempts are rolled.",
    run=_run,
    idle=lambda state: not _visited(state) and not can_build(state),
    rule="4.2.1",
)
