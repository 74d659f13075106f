"""Rules 11.1.5, 11.1.15, 11.1.21 and 11.1.32: the Grail, from the rumour to the shift in combat."""

import pytest

from engine.high_crusade.battle_events import BattleRolled
from engine.high_crusade.grail import GrailTested
from engine.high_crusade.random_events import EventVoid
from engine.high_crusade.state import Grail
from tests.support.board import Board, found, one

GRAIL = [5, 6, 3, 4]
"""Event dice: the Grail for the Crusaders, nothing for the Wersgorix."""


def ready() -> Board:
    board = Board(turn=2)
    board.set(castles=["Thraxian 1"])
    board.unit("Crusader army B", "Thraxian 1", 5)
    board.unit("Wersgorix army A", "Wersgorix 1", 5)
    return board


def rumour(board: Board) -> None:
    board.phase("reinforcement")
    board.give("wersgorix", "placed")
    board.give("crusader", "placed", dice=GRAIL)


def lying(place: str, *, true: bool = False, carrier: str = "") -> Board:
    """The Grail lies in a place, or is carried there."""
    board = ready()
    board.set(grail=Grail(board.hex(place), carrier, true), past_events=frozenset({"grail"}))
    return board


@pytest.mark.rule("11.1.5", "11.1.32")
def test_the_wersgorix_player_places_the_grail() -> None:
    """On a land hex of a planet without pieces of either player; frozen pieces do not count."""
    board = ready()
    board.unit("Jair army A", "Jair 1", 3)
    board.unit("Wersgorix fleet B", "Quill 2", 1)
    rumour(board)
    assert board.waits() == [("wersgorix", "grail")]
    offered = board.values("wersgorix", "hide")
    assert "Jair 1" in offered
    assert not {"Thraxian 3", "Wersgorix 2", "Quill 1"} & set(offered)
    board.refused("wersgorix", "hide at Thraxian 3", "11.1.5")
    board.refused("wersgorix", "hide at Quill 1", "11.1.5")
    board.give("wersgorix", "hide at Zethra 2")
    assert board.state.grail == Grail(board.hex("Zethra 2"))


@pytest.mark.rule("11.1.32")
def test_when_every_planet_is_occupied() -> None:
    """A planet without Crusader-controlled pieces will do."""
    board = ready()
    for name in board.pack.planets:
        if name not in ("Thraxian", "Borrum"):
            board.unit("Wersgorix garrison", name, 1)
    board.unit("Crusader garrison", "Borrum 1", 1)
    rumour(board)
    assert "Ganth 3" in board.values("wersgorix", "hide")
    board.refused("wersgorix", "hide at Borrum 2", "11.1.5")
    board.give("wersgorix", "hide at Ganth 3")


@pytest.mark.rule("11.1.5")
def test_the_grail_comes_once() -> None:
    """Once it has been placed, found or not, it is No Event."""
    board = ready()
    board.set(past_events=frozenset({"grail"}))
    rumour(board)
    assert one(board.events, EventVoid).event == "grail"
    assert board.state.grail is None


def reaching(die: int) -> Board:
    """A Crusader leader moves into the hex of the Grail with an army there."""
    board = lying("Borrum 2")
    board.leader("Sir Owain", "Borrum 1")
    board.unit("Crusader army C", "Borrum 2", 2)
    board.unit("Crusader fleet D", "Borrum 2", 4)
    board.phase("crusader_movement")
    board.give("crusader", "move Sir Owain to Borrum 2", dice=[die])
    return board


@pytest.mark.rule("11.1.5", "11.1.21", "11.1.32")
@pytest.mark.parametrize("die", [1, 2, 3, 6])
def test_a_leader_who_reaches_it_rolls(die: int) -> None:
    """On 1 or 2 it is the True Grail and goes with the strongest unit beside him; otherwise it is gone."""
    board = reaching(die)
    assert one(board.events, GrailTested).true is (die <= 2)
    if die <= 2:
        assert board.state.grail == Grail(board.hex("Borrum 2"), "Crusader fleet D", True)
    else:
        assert board.state.grail is None


@pytest.mark.rule("11.1.5", "11.1.32")
def test_nobody_else_tests_the_grail() -> None:
    """An ally's leader, a captive and a Wersgorix leader roll nothing."""
    board = lying("Borrum 2")
    board.ally("Jair")
    board.leader("Elissir", "Borrum 2")
    board.leader("Sir Owain", "Borrum 2", captor="wersgorix")
    board.unit("Wersgorix army C", "Borrum 2", 1)
    board.phase("crusader_movement")
    assert board.state.grail == Grail(board.hex("Borrum 2"))


@pytest.mark.rule("11.1.15", "11.1.21")
def test_any_army_or_fleet_takes_and_carries_it() -> None:
    """By order in its movement; it moves with the unit. A garrison cannot, nor a unit elsewhere."""
    board = lying("Borrum 2")
    board.unit("Crusader fleet A", "Borrum 2", 4)
    board.unit("Crusader garrison", "Borrum 2", 1)
    board.phase("crusader_movement")
    board.refused("crusader", "bear with army B", "11.1.15")
    board.refused("crusader", "bear with garrison at Borrum 2", "11.1.15")
    assert board.values("crusader", "bear") == ["fleet A"]
    board.give("crusader", "bear with fleet A")
    board.give("crusader", "move fleet A to Cindle 1")
    assert board.state.grail == Grail(board.hex("Cindle 1"), "Crusader fleet A")


@pytest.mark.rule("11.1.15")
def test_the_wersgorix_carry_it_too() -> None:
    """Any army or fleet may."""
    board = lying("Wersgorix 1")
    board.phase("wersgorix_movement")
    board.give("wersgorix", "bear with army A")
    assert board.state.grail is not None
    assert board.state.grail.carrier == "Wersgorix army A"


@pytest.mark.rule("11.1.21")
def test_it_is_not_taken_beside_enemies() -> None:
    """Nor from a unit of the other side."""
    board = lying("Borrum 2")
    board.unit("Crusader army C", "Borrum 2", 4)
    board.unit("Wersgorix army B", "Borrum 2", 4)
    board.phase("crusader_movement")
    assert "bear" not in board.verbs("crusader")
    board.refused("crusader", "bear with army C", "11.1.21")


@pytest.mark.rule("11.1.15", "11.1.32")
def test_a_unit_hands_it_to_another() -> None:
    """Both must end the turn in one hex: neither moves any more."""
    board = lying("Borrum 2", true=True, carrier="Crusader army C")
    board.unit("Crusader army C", "Borrum 2", 4)
    board.unit("Crusader fleet A", "Borrum 2", 4)
    board.phase("crusader_movement")
    board.refused("crusader", "bear with army C", "11.1.15")
    board.give("crusader", "bear with fleet A")
    assert board.state.grail == Grail(board.hex("Borrum 2"), "Crusader fleet A", True)
    board.refused("crusader", "move fleet A to Cindle 1")
    board.refused("crusader", "move army C to Borrum 1")


def net_shift(grail: Grail | None) -> int:
    """The net column shift of a Crusader attack on one army, by a force that holds this Grail."""
    board = ready()
    board.unit("Crusader army C", "Borrum 2", 4)
    board.unit("Wersgorix army D", "Borrum 1", 4)
    board.set(grail=grail, equipment=0, iq=0)
    board.phase("crusader_combat")
    board.give("crusader", "attack Borrum 1 with army C")
    board.give(
        "crusader", "resolve Borrum 1 by ground", dice=[1, 3] if grail is None or not grail.true else [1, 2]
    )
    return one(board.events, BattleRolled).net


@pytest.mark.rule("11.1.15", "11.1.21", "11.1.32")
def test_the_true_grail_gives_one_column() -> None:
    """With its holder in the combat; an untested one gives nothing, nor one that is elsewhere."""
    at = Board().hex("Borrum 2")
    plain = net_shift(None)
    assert net_shift(Grail(at, "Crusader army C", True)) == plain + 1
    assert net_shift(Grail(at, "Crusader army C", False)) == plain
    assert net_shift(Grail(at, "", False)) == plain


def destroyed(*, friend: bool) -> Board:
    """The Wersgorix destroy the army that holds the True Grail."""
    board = lying("Borrum 1", true=True, carrier="Crusader army C")
    board.unit("Crusader army C", "Borrum 1", 1)
    if friend:
        board.unit("Crusader fleet D", "Borrum 1", 1)
    board.unit("Wersgorix army D", "Borrum 2", 10)
    board.phase("wersgorix_combat")
    board.give("wersgorix", "attack Borrum 1 with army D")
    board.give("wersgorix", "resolve Borrum 1 by ground", dice=[6, 6])
    assert "Crusader army C" not in board.state.units
    return board


@pytest.mark.rule("11.1.15", "11.1.21")
def test_the_victor_captures_it() -> None:
    """It is never destroyed: a surviving unit of the victor has it, unless a friendly unit is in the hex."""
    board = destroyed(friend=False)
    assert board.state.grail == Grail(board.hex("Borrum 2"), "Wersgorix army D", True)
    board = destroyed(friend=True)
    assert board.state.grail == Grail(board.hex("Borrum 1"), "Crusader fleet D", True)


@pytest.mark.rule("11.1.21", "9.2.7")
def test_a_holder_lost_otherwise_leaves_it_in_the_hex() -> None:
    """An ally that freezes holds it no more."""
    board = lying("Borrum 1", true=True, carrier="Jair army A")
    board.ally("Jair")
    board.unit("Jair army A", "Borrum 1", 3)
    board.leader("Elissir", "Borrum 1")
    board.phase("reinforcement", dice=[1])
    board.give("wersgorix", "placed")
    board.give("crusader", "placed", dice=[6, 6, 3, 4])
    assert board.state.alliances["Jair"] == "neutral"
    assert board.state.grail == Grail(board.hex("Borrum 1"), "", True)
    assert not found(board.events, GrailTested)
