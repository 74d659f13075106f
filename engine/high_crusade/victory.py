"""The end of the turn and of the game (rules 4.11, 5 and 10)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.high_crusade.draft import Draft
from engine.high_crusade.flow import StepTaken, TurnBegan
from engine.high_crusade.names import CRUSADER, RECORD, SETUP, WERSGORIX
from engine.high_crusade.registry import applies, phase, settles, tells
from engine.high_crusade.state import State
from engine.kernel.game import Event, Outcome
from engine.kernel.seats import Seat, Viewer

_COUNTED = frozenset({"Crusader", "Thrall"})


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A game turn ends, and with it what lasts one turn (rule 4.11.2)."""

    turn: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """Somebody has won. Everything hidden is open from now on."""

    REVEALS: ClassVar[bool] = True

    kind: str
    winner: str
    reason: str


@applies(TurnEnded)
def _turn_ended(state: State, event: TurnEnded) -> None:
    state.fervor = False
    state.ambassador = False
    state.initiative = False
    state.empire_earth = False
    state.granting = frozenset()
    state.granted = frozenset()
    state.engaged = frozenset()
    state.alerts_left = 0
    state.alertable = frozenset()
    state.alert_forced = False


@applies(GameEnded)
def _game_ended(state: State, event: GameEnded) -> None:
    state.result = Outcome(event.kind, Seat(event.winner), event.reason)
    state.asks = ()


@tells(GameEnded)
def _tell_ended(event: GameEnded, viewer: Viewer) -> str | None:
    side = "The Crusaders win" if event.winner == CRUSADER else "The Wersgorix win"
    return f"{side}: {event.reason}"


# -- elimination ---------------------------------------------------------------------------------------


def eliminated(state: State) -> bool:
    """Whether nothing keeps the Crusade alive (rules 5.1.1 and 5.1.5)."""
    for leader in state.leaders.values():
        if leader.faction == "Crusader" and not (leader.dead or leader.captor or leader.defected):
            return False
    return not any(unit.faction in _COUNTED for unit in state.units.values())


@settles
def check_elimination(draft: Draft) -> bool:
    """Rule 5.1.4: elimination ends the game at once."""
    state = draft.state
    if state.phase == SETUP or state.result is not None or not eliminated(state):
        return False
    draft.emit(
        GameEnded("wersgorix_elimination", WERSGORIX, "no Crusader unit and no Crusader leader is left.")
    )
    return True


# -- the conditions of the scenarios -------------------------------------------------------------------


def has_king(state: State) -> bool:
    """Whether there is a King who is nobody's captive (rule 5.1.9)."""
    king = state.king()
    if not king:
        return False
    leader = state.leaders[king]
    return not (leader.dead or leader.captor or leader.defected)


def converted(state: State) -> int:
    """Races that count for the Crusaders (rule 5.1.8)."""
    return sum(thrall.converted and not thrall.heresy for thrall in state.thralls.values())


def verdict(state: State) -> tuple[str, Seat, str]:
    """Kind, winner and reason, if the scenario ended now (rules 10.1 and 10.2)."""
    pack = state.pack
    scenario = state.scenario_card()
    held = [capital for capital in pack.capitals if state.capital_holder(capital) == CRUSADER]
    if scenario.imperial_wins and pack.imperial_capital in held:
        return "crusader_imperial", CRUSADER, f"{pack.imperial_capital} itself has fallen."
    if not scenario.capitals_with_imperial:
        held = [capital for capital in held if capital != pack.imperial_capital]
    if len(held) >= scenario.capitals_needed:
        return (
            "crusader_capitals",
            CRUSADER,
            f"they hold {len(held)} capitals, {scenario.capitals_needed} are needed.",
        )
    races = converted(state)
    enough = races >= scenario.thralls_needed
    if enough and (has_king(state) or not scenario.king_needed):
        return "crusader_thralls", CRUSADER, f"{races} Thrall Races are converted under a King."
    lacking = " but there is no King" if enough else f"; {scenario.thralls_needed} were needed"
    won = "1 Thrall Race is" if races == 1 else f"{races or 'no'} Thrall Races are"
    return (
        "wersgorix_time",
        WERSGORIX,
        f"after {scenario.turns} turns the Crusaders hold {len(held)} of the "
        f"{scenario.capitals_needed} capitals they needed; {won} converted{lacking}.",
    )


def _run(draft: Draft) -> bool:
    """Rule 4.11: the turn ends; after the last one the scenario is decided."""
    state = draft.state
    if state.step == 0:
        draft.emit(StepTaken(1))
        draft.emit(TurnEnded(state.turn))
        return True
    if state.step == 1:
        draft.emit(StepTaken(2))
        if state.turn >= state.scenario_card().turns:
            draft.emit(GameEnded(*verdict(state)))
        else:
            draft.emit(TurnBegan(state.turn + 1))
        return True
    return False


phase(RECORD, run=_run, rule="4.11.1")
