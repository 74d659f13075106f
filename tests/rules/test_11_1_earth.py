"""Rules 11.1.2, 11.1.14, 11.1.19 and 11.1.20: the voyage to Earth."""

import pytest

from engine.high_crusade.random_events import EventVoid
from engine.high_crusade.voyage import LeftForEarth
from tests.support.board import Board, one

EARTH = [1, 1, 3, 4]
"""Event dice: Earth for the Crusaders, nothing for the Wersgorix."""


def ready() -> Board:
    board = Board(turn=2)
    board.set(castles=["Thraxian 1"])
    board.unit("Crusader fleet A", "Thraxian 1", 5)
    board.leader("Sir Roger", "Thraxian 1")
    board.leader("Red John", "Thraxian 1")
    board.unit("Wersgorix army A", "Wersgorix 1", 5)
    return board


@pytest.mark.rule("11.1.2", "11.1.19")
def test_a_leader_must_leave_with_fleet_points() -> None:
    """In this turn's movement phase, before anything else: the phase cannot end without it."""
    board = ready()
    board.ally("Jair")
    board.leader("Elissir", "Thraxian 1")
    board.phase("reinforcement", dice=[1])
    board.give("wersgorix", "placed")
    board.give("crusader", "placed", dice=EARTH)
    assert board.state.earth_due
    while board.state.phase != "crusader_movement":
        board.give("crusader", "done")
    assert board.waits() == [("crusader", "earth")]
    assert board.verbs("crusader") == ("sail",)
    strength = board.strength("Crusader fleet A")
    board.refused("crusader", "sail Elissir with 1 from fleet A", "11.1.2")
    board.refused("crusader", "sail Red John", "11.1.2")
    board.refused("crusader", f"sail Red John with {strength + 1} from fleet A", "11.1.2")
    board.give("crusader", "sail Red John with 2 from fleet A")
    assert board.strength("Crusader fleet A") == strength - 2
    assert board.where("Red John") == ""
    assert not board.state.leaders["Red John"].dead
    assert board.state.earth_leader == "Red John"
    assert board.waits() == [("crusader", "crusader_movement")]


@pytest.mark.rule("11.1.2")
def test_the_voyage_is_made_once() -> None:
    """A second roll is No Event."""
    board = ready()
    board.set(past_events=frozenset({"earth"}))
    board.phase("reinforcement")
    board.give("wersgorix", "placed")
    events = board.give("crusader", "placed", dice=EARTH)
    assert one(events, EventVoid).event == "earth"
    assert not board.state.earth_due


@pytest.mark.rule("11.1.19")
def test_a_leader_who_stands_with_a_fleet_goes_first() -> None:
    """He and the points are from one hex if any free leader stands with a fleet."""
    board = ready()
    board.leader("Sir Owain", "Thraxian 2", wounded=True)
    board.unit("Crusader fleet C", "Borrum 1", 3)
    board.set(earth_due=True)
    board.phase("crusader_movement")
    assert board.values("crusader", "sail") == ["Sir Roger", "Red John"]
    board.refused("crusader", "sail Sir Owain with 1 from fleet A", "11.1.19")
    board.refused("crusader", "sail Sir Roger with 1 from fleet C", "11.1.19")
    board.give("crusader", "sail Sir Roger with 5 from fleet A", dice=[3, 3])  # then the wounded (4.4.4)
    assert "Crusader fleet A" not in board.state.units
    assert board.state.titles["Sir Roger"][0] == "Baron"


@pytest.mark.rule("11.1.19")
def test_without_a_fleet_beside_a_leader() -> None:
    """The points come from anywhere; without any fleet the leader goes alone."""
    board = ready()
    board.unit("Crusader fleet A", "Borrum 1", 3)
    board.set(earth_due=True)
    board.phase("crusader_movement")
    board.give("crusader", "sail Sir Roger with 1 from fleet A")
    assert board.strength("Crusader fleet A") == 2

    board = ready()
    board.state.units = {}
    board.set(earth_due=True)
    board.phase("crusader_movement")
    board.give("crusader", "sail Red John")
    assert board.state.earth_leader == "Red John"


@pytest.mark.rule("11.1.19")
def test_without_a_free_leader_nothing_happens() -> None:
    """Captives do not travel."""
    board = ready()
    board.unit("Wersgorix army B", "Ganth 1", 1)
    for name in ("Sir Roger", "Red John"):
        board.leader(name, "Ganth 1", captor="wersgorix")
    board.set(earth_due=True)
    events = board.phase("crusader_movement")
    assert one(events, LeftForEarth).leader == ""
    assert not board.state.earth_due
    assert board.state.earth_leader == ""


def away() -> Board:
    board = ready()
    board.state.put_leader(board.state.leaders["Red John"]._replace(hex=0))
    board.set(earth_leader="Red John", past_events=frozenset({"earth"}))
    return board


@pytest.mark.rule("11.1.14", "11.1.20")
@pytest.mark.parametrize(("die", "back"), [(4, False), (5, True), (6, True)])
def test_he_returns_on_5_or_6(die: int, back: bool) -> None:
    """At Thraxian, without strength points; the drain begins the turn after."""
    board = away()
    board.phase("crusader_movement")
    assert board.waits() == [("crusader", "earth_return")]
    board.give("crusader", "recall", dice=[die])
    assert board.where("Red John") == ("Thraxian 1" if back else "")
    assert board.state.earth_leader == ("" if back else "Red John")
    assert board.state.earth_toll is back
    assert board.strength("Crusader fleet A") == 5


@pytest.mark.rule("11.1.20")
def test_whether_to_roll_is_the_players_choice() -> None:
    """He may let him stay on Earth, and so save the drain."""
    board = away()
    board.phase("crusader_movement")
    board.give("crusader", "await")
    assert board.state.earth_leader == "Red John"
    assert board.waits() == [("crusader", "crusader_movement")]


@pytest.mark.rule("11.1.20")
def test_he_lands_where_no_enemy_is() -> None:
    """In another hex of Thraxian; if there is none he cannot return yet."""
    board = away()
    board.unit("Wersgorix garrison", "Thraxian 1", 1)
    board.phase("crusader_movement")
    board.give("crusader", "recall", dice=[6])
    assert board.where("Red John") == "Thraxian 2"
    board = away()
    for at in board.pack.planets["Thraxian"].hexes:
        board.unit("Wersgorix garrison", at, 1)
    board.phase("crusader_movement")
    assert board.waits() == [("crusader", "crusader_movement")]


@pytest.mark.rule("11.1.14", "11.1.20")
def test_the_way_to_earth_costs_a_fleet_point_a_turn() -> None:
    """The player picks any fleet he commands; without one he loses nothing."""
    board = ready()
    board.set(earth_toll=True)
    board.phase("crusader_movement")
    assert board.strength("Crusader fleet A") == 4

    board = ready()
    board.ally("Jair")
    board.leader("Elissir", "Thraxian 1")
    board.unit("Jair fleet A", "Borrum 1", 2)
    board.set(earth_toll=True)
    board.phase("crusader_movement")
    assert board.waits() == [("crusader", "earth_toll")]
    board.refused("crusader", "pay with Wersgorix army A")
    board.give("crusader", "pay with Jair fleet A")
    assert (board.strength("Crusader fleet A"), board.strength("Jair fleet A")) == (5, 1)

    board = ready()
    board.state.units = {}
    board.set(earth_toll=True)
    board.phase("crusader_movement")
    assert board.waits() == [("crusader", "crusader_movement")]
