"""Reinforcement and Random Events Phase (rule 4.1): heresies, reinforcements, events, defections, storms."""

from dataclasses import dataclass

from engine.high_crusade import placing, random_events, storms
from engine.high_crusade.draft import Draft
from engine.high_crusade.events_crusader import HeresyBrokeOut, nearest_faithful
from engine.high_crusade.flow import StepTaken, ask
from engine.high_crusade.names import ALLIES, CRUSADER, REINFORCEMENT, SEATS, WERSGORIX, listed, seat_name
from engine.high_crusade.registry import applies, phase, tells
from engine.high_crusade.state import State
from engine.kernel.game import Event
from engine.kernel.seats import Seat, Viewer

SPREADS_UP_TO = 2
DEFECTS_ON = 6


@dataclass(frozen=True, slots=True)
class HeresyChecked(Event):
    """One die for each heresy; those of `spreading` spread."""

    planets: tuple[str, ...]
    rolled: tuple[int, ...]
    spreading: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeresyStayed(Event):
    """A heresy that would spread finds no faithful planet."""

    origin: str


@dataclass(frozen=True, slots=True)
class AlliesRolled(Event):
    """One die for each ally: the points he sends."""

    races: tuple[str, ...]
    rolled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DefectionRolled(Event):
    """A die for a prisoner: does he change sides?"""

    leader: str
    captor: str
    rolled: int
    defects: bool


@applies(HeresyChecked)
def _checked(state: State, event: HeresyChecked) -> None:
    state.heresies = event.spreading


@applies(HeresyStayed)
def _stayed(state: State, event: HeresyStayed) -> None:
    state.heresies = state.heresies[1:]


@applies(AlliesRolled)
def _allies_rolled(state: State, event: AlliesRolled) -> None:
    """The points are a fact of their own."""


@applies(DefectionRolled)
def _defection(state: State, event: DefectionRolled) -> None:
    if not event.defects:
        return
    leader = state.leaders[event.leader]
    away = state.seat_of_faction(leader.faction) != event.captor
    state.put_leader(leader._replace(captor="", defected=away))


@tells(HeresyChecked)
def _tell_checked(event: HeresyChecked, viewer: Viewer) -> str | None:
    dice = listed([f"{die} for {planet}" for planet, die in zip(event.planets, event.rolled, strict=True)])
    end = f"it spreads from {listed(event.spreading)}" if event.spreading else "it does not spread"
    return f"Heresy (rolled {dice}): {end}."


@tells(HeresyStayed)
def _tell_stayed(event: HeresyStayed, viewer: Viewer) -> str | None:
    return f"The heresy of {event.origin} finds no faithful planet to spread to."


@tells(AlliesRolled)
def _tell_allies(event: AlliesRolled, viewer: Viewer) -> str | None:
    dice = [f"the {race} {die}" for race, die in zip(event.races, event.rolled, strict=True)]
    return f"The allies roll for their troops: {listed(dice)}."


@tells(DefectionRolled)
def _tell_defection(event: DefectionRolled, viewer: Viewer) -> str | None:
    if event.defects:
        side = seat_name(Seat(event.captor))
        return f"{event.leader} changes sides and serves {side} (rolled {event.rolled})."
    return (
        f"{event.leader}, a prisoner of {seat_name(Seat(event.captor))}, stays loyal (rolled {event.rolled})."
    )


# -- the steps -----------------------------------------------------------------------------------------------


def _check_heresies(draft: Draft) -> None:
    """Rules 4.1.2 and 4.1.13: one die for each marker on the map."""
    planets = tuple(planet for planet, thrall in draft.state.thralls.items() if thrall.heresy)
    if planets:
        rolled = draft.roll(len(planets))
        spreading = [planet for planet, die in zip(planets, rolled, strict=True) if die <= SPREADS_UP_TO]
        draft.emit(HeresyChecked(planets, rolled, tuple(spreading)))


def _spread(draft: Draft) -> None:
    """Rule 4.1.2: the first heresy that spreads does so; between planets equally near the enemy chooses."""
    origin = draft.state.heresies[0]
    possible = nearest_faithful(draft.state, origin)
    if not possible:
        draft.emit(HeresyStayed(origin))
    elif len(possible) == 1:
        draft.emit(HeresyBrokeOut(possible[0], origin))
    else:
        ask(draft, "heresy", WERSGORIX, origin)


def _reinforce(draft: Draft) -> None:
    """Rules 4.1.3 and 4.1.7: a point for each capital, a die for each ally, placed in one go."""
    state = draft.state
    holders = [state.capital_holder(capital) for capital in state.pack.capitals]
    owed = {"Crusader": holders.count(CRUSADER), "Wersgorix": holders.count(WERSGORIX)}
    races = tuple(race for race in ALLIES if state.alliances[race] != "neutral")
    if races:
        rolled = draft.roll(len(races))
        draft.emit(AlliesRolled(races, rolled))
        owed.update(zip(races, rolled, strict=True))
    placing.points_come(draft, owed, "this turn's reinforcements")


def _defections(draft: Draft) -> None:
    """Rule 4.1.10: one die for each prisoner."""
    for seat in SEATS:
        for leader in list(draft.state.leaders.values()):
            if leader.captor == seat and leader.hex:
                die = draft.die()
                draft.emit(DefectionRolled(leader.name, seat, die, die == DEFECTS_ON))


_STEPS = (_check_heresies, _reinforce, random_events.roll_events, _defections, storms.drift_all)
"""Rule 4.1.12, in this order; heresies that spread come between the first and the second."""


def _run(draft: Draft) -> bool:
    if draft.state.heresies:
        _spread(draft)
        return True
    step = draft.state.step
    if step == len(_STEPS):
        return False
    draft.emit(StepTaken(step + 1))
    _STEPS[step](draft)
    return True


phase(REINFORCEMENT, run=_run, rule="4.1.1")
