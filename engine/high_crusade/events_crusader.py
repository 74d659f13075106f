"""The ten random events of the Crusaders (rules 11.1.1 to 11.1.10) and what they ask for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade import grail, placing, storms, treachery
from engine.high_crusade.alliances import break_alliance, breakable
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.names import ALLIES, CRUSADER, FLEET, WERSGORIX
from engine.high_crusade.pieces import wound
from engine.high_crusade.registry import applies, judges, offering, question, tells
from engine.high_crusade.state import Ask, State
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

EARTH = "earth"
"""What the voyage to Earth is called among the events that happen once only."""

SICK_LIST = ("Sir Roger", "Sir Owain", "Sir Brian", "Brother Parvus", "Red John")
"""Who falls ill on 1 to 5, by the beginning of his name; a 6 is rolled again."""


@dataclass(frozen=True, slots=True)
class Forsake(Order):
    """Say which ally leaves the alliance (rule 11.1.4)."""

    VERB: ClassVar[str] = "forsake"
    GIST: ClassVar[str] = "say which ally becomes neutral"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("race", "race"),)
    race: str


@dataclass(frozen=True, slots=True)
class Corrupt(Order):
    """Say which Converted race becomes heretical (rules 4.1.2 and 11.1.8)."""

    VERB: ClassVar[str] = "corrupt"
    GIST: ClassVar[str] = "say which Converted race falls into heresy"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("planet", "planet"),)
    planet: str


@dataclass(frozen=True, slots=True)
class IllnessRolled(Event):
    """The dice name the leader who falls ill; `struck` unless he is out of reach."""

    rolled: tuple[int, ...]
    leader: str
    struck: bool


@dataclass(frozen=True, slots=True)
class EarthHeardOf(Event):
    """A leader must leave for Earth in this turn's movement."""


@dataclass(frozen=True, slots=True)
class FervorKindled(Event):
    """Crusading Fervor this turn."""


@dataclass(frozen=True, slots=True)
class AmbassadorCame(Event):
    """An ambassador this turn."""


@dataclass(frozen=True, slots=True)
class HeresyBrokeOut(Event):
    """A Converted race has fallen into heresy; `origin` is the planet it spread from, or ""."""

    planet: str
    origin: str


@applies(IllnessRolled)
def _ill(state: State, event: IllnessRolled) -> None:
    """The wound is a fact of its own."""


@applies(EarthHeardOf)
def _heard(state: State, event: EarthHeardOf) -> None:
    state.earth_due = True
    state.past_events = state.past_events | {EARTH}


@applies(FervorKindled)
def _kindled(state: State, event: FervorKindled) -> None:
    state.fervor = True


@applies(AmbassadorCame)
def _came(state: State, event: AmbassadorCame) -> None:
    state.ambassador = True


@applies(HeresyBrokeOut)
def _broke_out(state: State, event: HeresyBrokeOut) -> None:
    state.put_thrall(event.planet, state.thralls[event.planet]._replace(heresy=True))
    if event.origin and event.origin in state.heresies:
        left = list(state.heresies)
        left.remove(event.origin)
        state.heresies = tuple(left)


@tells(IllnessRolled)
def _tell_ill(event: IllnessRolled, viewer: Viewer) -> str | None:
    dice = ", ".join(map(str, event.rolled))
    end = "falls ill" if event.struck else "is out of reach of the illness"
    return f"{event.leader} {end} (rolled {dice})."


@tells(EarthHeardOf)
def _tell_heard(event: EarthHeardOf, viewer: Viewer) -> str | None:
    return "The Crusaders know roughly where Earth is: one of their leaders must leave for it this turn."


@tells(FervorKindled)
def _tell_kindled(event: FervorKindled, viewer: Viewer) -> str | None:
    return "Crusading Fervor: every attack in this turn's Crusader combat shifts one column to the right."


@tells(AmbassadorCame)
def _tell_came(event: AmbassadorCame, viewer: Viewer) -> str | None:
    return "An ambassador has come to Sir Roger's camp and can be heard in the Alliance Phase."


@tells(HeresyBrokeOut)
def _tell_broke_out(event: HeresyBrokeOut, viewer: Viewer) -> str | None:
    if event.origin:
        return f"The heresy of {event.origin} spreads to {event.planet}."
    return f"Heresy breaks out on {event.planet}."


# -- the events that need no answer --------------------------------------------------------------------------


def _leader_falls_ill(draft: Draft) -> bool:
    """Rules 11.1.1 and 11.1.18."""
    state = draft.state
    rolled = [draft.die()]
    while rolled[-1] == 6:
        rolled.append(draft.die())
    start = SICK_LIST[rolled[-1] - 1]
    name = next((known for known in state.pack.leaders if known.startswith(start)), start)
    leader = state.leaders.get(name)
    struck = leader is not None and bool(leader.hex) and not leader.defected
    draft.emit(IllnessRolled(tuple(rolled), name, struck))
    if struck:
        wound(draft, name, "illness")
    return True


def _earth(draft: Draft) -> bool:
    """Rule 11.1.2: once a game."""
    if EARTH in draft.state.past_events:
        return False
    draft.emit(EarthHeardOf())
    return True


def _reinforcements(draft: Draft) -> bool:
    """Rule 11.1.3."""
    placing.points_come(draft, {"Crusader": draft.die()}, "captured ships, converts and mercenaries")
    return True


def _fervor(draft: Draft) -> bool:
    """Rule 11.1.6."""
    draft.emit(FervorKindled())
    return True


def _storm(draft: Draft) -> bool:
    """Rule 11.1.7."""
    storms.enter_storm(draft)
    return True


def _ambassador(draft: Draft) -> bool:
    """Rule 11.1.10: nothing when all three are allied."""
    if all(draft.state.alliances[race] != "neutral" for race in ALLIES):
        return False
    draft.emit(AmbassadorCame())
    return True


# -- Ally Becomes Neutral ------------------------------------------------------------------------------------


_CAUSE = "they have had enough of the war"


def _ally_leaves(draft: Draft) -> bool:
    """Rules 11.1.4 and 9.2.9."""
    possible = breakable(draft.state)
    if len(possible) > 1:
        ask(draft, "ally_leaves", CRUSADER)
    elif possible:
        break_alliance(draft, possible[0], _CAUSE)
    return bool(possible)


def _least_ally(state: State, asked: Ask) -> Order:
    """The ally with the fewest points on the map."""
    strength = dict.fromkeys(breakable(state), 0)
    for unit in state.units.values():
        if unit.faction in strength:
            strength[unit.faction] += unit.strength
    return Forsake(min(strength, key=lambda race: strength[race]))


question(
    "ally_leaves",
    (Forsake.VERB,),
    lambda state, asked: "One of your allies leaves the alliance. Which one?",
    _least_ally,
    "11.1.4",
)


@judges(Forsake)
def _forsake(draft: Draft, seat: Seat, order: Forsake) -> None:
    """Rules 11.1.4 and 9.2.9."""
    if order.race not in breakable(draft.state):
        permanent = draft.state.alliances[order.race] == "permanent"
        why = "are allied for good" if permanent else "are no allies of yours"
        raise refuse("9.2.9" if permanent else "11.1.4", f"The {order.race} {why}.")
    answered(draft, seat)
    break_alliance(draft, order.race, _CAUSE)


@offering(Forsake, "race")
def _offer_ally(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return breakable(state)


# -- Heresy --------------------------------------------------------------------------------------------------


def faithful(state: State) -> list[str]:
    """Rule 11.1.24: planets with a Converted race that is not heretical."""
    return [planet for planet, thrall in state.thralls.items() if thrall.converted and not thrall.heresy]


def nearest_faithful(state: State, origin: str) -> list[str]:
    """Rule 4.1.13: where the heresy of a planet can spread to."""
    possible = faithful(state)
    distance = state.pack.planet_distance
    least = min((distance(origin, planet) for planet in possible), default=0)
    return [planet for planet in possible if distance(origin, planet) == least]


def _heresy(draft: Draft) -> bool:
    """Rules 11.1.8 and 11.1.24."""
    possible = faithful(draft.state)
    if len(possible) > 1:
        ask(draft, "heresy", WERSGORIX, "")
    elif possible:
        draft.emit(HeresyBrokeOut(possible[0], ""))
    return bool(possible)


def _open_to_heresy(state: State, origin: str) -> list[str]:
    return nearest_faithful(state, origin) if origin else faithful(state)


def _heresy_prompt(state: State, asked: Ask) -> str:
    if asked.about[0]:
        return f"The heresy of {asked.about[0]} spreads. To which of the planets equally near?"
    return "Heresy breaks out among the Converted races. On which planet?"


def _heresy_default(state: State, asked: Ask) -> Order:
    """Where the Crusaders are weakest and no cathedral stands ready to be built."""

    def guards(planet: str) -> int:
        hexes = state.pack.planets[planet].hexes
        return sum(
            unit.strength for at in hexes for unit in state.units_of(CRUSADER, at) if unit.kind != FLEET
        )

    return Corrupt(min(_open_to_heresy(state, asked.about[0]), key=guards))


question("heresy", (Corrupt.VERB,), _heresy_prompt, _heresy_default, "11.1.8")


def _asked_origin(state: State, seat: Seat) -> str:
    return next((str(asked.about[0]) for asked in state.asks if asked.seat == seat), "")


@judges(Corrupt)
def _corrupt(draft: Draft, seat: Seat, order: Corrupt) -> None:
    """Rules 4.1.2, 4.1.13, 11.1.8 and 11.1.24."""
    state = draft.state
    origin = _asked_origin(state, seat)
    if order.planet not in faithful(state):
        raise refuse(
            "11.1.24", f"There is no Converted race on {order.planet} that is not heretical already."
        )
    if order.planet not in _open_to_heresy(state, origin):
        raise refuse("4.1.2", f"{order.planet} is not among the planets nearest to {origin}.")
    answered(draft, seat)
    draft.emit(HeresyBrokeOut(order.planet, origin))


@offering(Corrupt, "planet")
def _offer_corrupt(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return _open_to_heresy(state, _asked_origin(state, seat))


EVENTS: dict[str, Callable[[Draft], bool]] = {
    "leader_falls_ill": _leader_falls_ill,
    "earth": _earth,
    "reinforcements": _reinforcements,
    "ally_becomes_neutral": _ally_leaves,
    "grail": grail.rumour,
    "crusading_fervor": _fervor,
    "ionic_storm": _storm,
    "heresy": _heresy,
    "treachery": treachery.treachery,
    "ambassador": _ambassador,
}
"""What each event does; False when it is No Event."""
