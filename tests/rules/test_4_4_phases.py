"""The movement and combat phases of a turn (rules 4.4, 4.5, 4.8 and 4.9)."""

import pytest

from engine.high_crusade.alert import PlanetsAlerted
from engine.high_crusade.battle_events import BattleEnded
from engine.high_crusade.flow import PhasePassed
from engine.high_crusade.siege import SiegeRolled
from engine.high_crusade.treachery import CommandTaken, TreasonBegan
from engine.high_crusade.wounds import RecoveryRolled
from tests.support.board import found, one
from tests.support.war import War, imperial_dice


@pytest.mark.rule("4.8.3", "4.8.1", "6.6.4", "11.1.27")
def test_the_wersgorix_movement_phase_begins() -> None:
    """First alerts by contact, then wounded leaders, then a traitor takes command."""
    board = War().ally("Jair").set(traitor="Elissir")
    board.unit("Jair army A", "Cindle 1", 2)
    board.leader("Elissir", "Cindle 1")
    board.leader("Drusk", "Borrum 1", wounded=True)
    board.unit("Crusader army C", "Thraxian 1", 2)
    board.begin("wersgorix_movement", dice=[5, 5])
    kinds = [
        type(event)
        for event in board.events
        if isinstance(event, PlanetsAlerted | RecoveryRolled | TreasonBegan | CommandTaken)
    ]
    assert kinds == [PlanetsAlerted, RecoveryRolled, TreasonBegan, CommandTaken]
    assert not board.state.leaders["Drusk"].wounded
    board.give("wersgorix", "move Jair army A to Cindle 2")


@pytest.mark.rule("4.5.1", "7.1.2")
def test_a_combat_phase_without_enemies_passes() -> None:
    """Where nobody can attack anybody the phase passes by itself."""
    board = War()
    board.unit("Crusader army C", "Cindle 1", 2)
    board.unit("Wersgorix army A", "Borrum 1", 2)
    board.phase("crusader_combat")
    assert found(board.events, PhasePassed)[0].phase == "crusader_combat"


@pytest.mark.rule("4.5.2", "4.9.1", "7.4.11")
def test_sieges_come_after_the_attacks() -> None:
    """The besieged fort rolls when the attacks of the phase are over."""
    board = War().set(sieges={"Eskar 1": "crusader"}, inside={"Eskar 1"})
    board.unit("Crusader army C", "Eskar 1", 6)
    board.unit("Wersgorix army A", "Eskar 1", 6)
    board.begin("wersgorix_combat")
    board.give("wersgorix", "attack Eskar 1 with army A")
    events = board.give("wersgorix", "done", dice=[*imperial_dice(1, 1, "-2 to -1"), 5])
    rolled, fought = one(events, SiegeRolled), one(events, BattleEnded)
    assert rolled.rolled == 5
    assert events.index(rolled) > events.index(fought)
    assert board.state.phase != "wersgorix_combat"
