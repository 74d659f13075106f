"""Movement of armies and garrisons (rule 6.3)."""

import pytest

from engine.high_crusade.exchange import PointsDropped, PointsTaken
from engine.high_crusade.siege import CastleRazed, FortTaken
from engine.high_crusade.state import Grail
from tests.support.board import found, one
from tests.support.war import War


def landed(phase: str = "crusader_movement") -> War:
    """An army of 5 and a garrison of 3 on Cindle."""
    board = War()
    board.unit("Crusader army C", "Cindle 1", 5)
    board.unit("Crusader garrison", "Cindle 1", 3)
    return board.begin(phase)


@pytest.mark.rule("6.3.1", "6.3.4", "6.4.3")
@pytest.mark.parametrize("piece", ["army C", "garrison at Cindle 1"])
def test_one_land_hex_a_turn(piece: str) -> None:
    """An army or garrison moves one hex of its planet, without any leader, and then no more."""
    board = landed()
    assert set(board.values("crusader", "move", piece=piece)) == {"Cindle 2", "Cindle 3"}
    board.give("crusader", f"move {piece} to Cindle 2")
    now = piece.replace("Cindle 1", "Cindle 2")
    assert board.where(f"Crusader {now}") == "Cindle 2"
    board.refused("crusader", f"move {now} to Cindle 3", "6.3.4")


@pytest.mark.rule("6.3.4")
def test_only_to_an_adjacent_hex() -> None:
    """Two hexes of a planet that do not touch are a turn and a half apart."""
    board = War()
    board.unit("Crusader army C", "Borrum 2", 5)
    board.leader("Sir Owain", "Borrum 2")
    board.begin("crusader_movement")
    board.refused("crusader", "move army C to Borrum 4", "6.3.4")
    board.refused("crusader", "move Sir Owain to Borrum 4", "6.3.4")
    board.refused("crusader", "move army C to Borrum 1 carrying Sir Owain", "6.5.1")


@pytest.mark.rule("6.3.2", "6.3.9")
@pytest.mark.parametrize(
    ("enemy", "rule"), [("army A", "6.3.2"), ("garrison", "6.3.2"), ("fleet A", "6.3.9"), ("", "6.3.9")]
)
def test_enemy_hexes_are_closed(enemy: str, rule: str) -> None:
    """No hex with enemy units, not even with a fleet or with leaders alone, is entered on foot."""
    board = War()
    board.unit("Crusader army C", "Cindle 1", 5)
    if enemy:
        board.unit(f"Wersgorix {enemy}", "Cindle 2", 1)
    else:
        board.leader("Drusk", "Cindle 2")
    board.begin("crusader_movement")
    board.refused("crusader", "move army C to Cindle 2", rule)
    assert board.values("crusader", "move", piece="army C") == ["Cindle 3"]


@pytest.mark.rule("6.3.2", "6.3.5", "7.4.6")
def test_a_siege_is_joined_not_begun_by_moving() -> None:
    """Into an enemy fort one moves only when one's own side besieges it already."""
    board = War()
    board.unit("Wersgorix garrison", "Eskar 1", 3)
    board.unit("Crusader army C", "Eskar 2", 5)
    board.begin("crusader_movement")
    board.refused("crusader", "move army C to Eskar 1", "6.3.5")
    board = War().set(sieges={"Eskar 1": "crusader"}, inside={"Eskar 1"})
    board.unit("Wersgorix garrison", "Eskar 1", 3)
    board.unit("Crusader army B", "Eskar 1", 4)
    board.unit("Crusader army C", "Eskar 2", 5)
    board.begin("crusader_movement")
    board.give("crusader", "move army C to Eskar 1")
    assert board.state.sieges == {board.hex("Eskar 1"): "crusader"}
    assert not found(board.events, FortTaken)


@pytest.mark.rule("6.3.3", "6.3.6")
def test_dropping_and_picking_up() -> None:
    """Points go from the army to a garrison and back, at no cost in movement."""
    board = landed()
    board.give("crusader", "drop 2 from army C")
    assert one(board.events, PointsDropped).points == 2
    assert (board.strength("Crusader army C"), board.strength("Crusader garrison at Cindle 1")) == (3, 5)
    board.give("crusader", "take 5 with army C")
    assert one(board.events, PointsTaken).points == 5
    assert board.strength("Crusader army C") == 8
    assert "Crusader garrison at Cindle 1" not in board.state.units
    board.give("crusader", "move army C to Cindle 2")
    board.give("crusader", "drop 3 from army C")
    assert board.strength("Crusader garrison at Cindle 2") == 3


@pytest.mark.rule("6.3.3", "6.3.6", "2.2.2")
def test_limits_of_the_exchange() -> None:
    """No more than the army has, no more than the garrison has, never above 10."""
    board = landed()
    board.refused("crusader", "drop 6 from army C", "6.3.3")
    board.refused("crusader", "take 4 with army C", "6.3.6")
    board = War()
    board.unit("Crusader army C", "Cindle 1", 9)
    board.unit("Crusader garrison", "Cindle 1", 3)
    board.begin("crusader_movement")
    board.refused("crusader", "take 2 with army C", "6.3.6")
    board.give("crusader", "take 1 with army C")
    assert board.strength("Crusader army C") == 10


@pytest.mark.rule("6.3.6")
def test_factions_do_not_mix() -> None:
    """An army takes nothing from a garrison of another faction, and drops one of its own."""
    board = War().ally("Jair")
    board.unit("Crusader army C", "Cindle 1", 5)
    board.unit("Jair garrison", "Cindle 1", 3)
    board.unit("Thrall army A", "Cindle 1", 3)
    board.begin("crusader_movement")
    board.refused("crusader", "take 1 with army C", "6.3.6")
    board.refused("crusader", "take 1 with Thrall army A", "6.3.6")
    board.give("crusader", "drop 1 from Thrall army A")
    assert board.strength("Thrall garrison at Cindle 1") == 1


@pytest.mark.rule("6.3.6")
def test_the_last_point_dropped() -> None:
    """The army leaves the map and its letter is free."""
    board = landed()
    board.give("crusader", "drop 5 from army C")
    assert "Crusader army C" not in board.state.units
    assert board.strength("Crusader garrison at Cindle 1") == 8


@pytest.mark.rule("6.3.7")
def test_garrisons_that_meet_become_one() -> None:
    """A garrison moves whole and merges with the one it meets."""
    board = landed()
    board.unit("Crusader garrison", "Cindle 2", 2)
    board.give("crusader", "move garrison at Cindle 2 to Cindle 1")
    assert board.strength("Crusader garrison at Cindle 1") == 5
    assert "Crusader garrison at Cindle 2" not in board.state.units
    board.refused("crusader", "move garrison at Cindle 1 to Cindle 3", "6.3.4")


@pytest.mark.rule("6.3.7", "6.5.3")
def test_points_of_two_fleets_meet() -> None:
    """A garrison that merges with one another fleet brought moves no further."""
    board = War()
    board.unit("Crusader fleet B", "Thraxian 5", 5)
    board.unit("Crusader fleet C", "Thraxian 4", 5)
    board.unit("Crusader garrison", "Thraxian 5", 2)
    board.begin("crusader_movement")
    board.unit("Crusader garrison", "Thraxian 4", 2)
    board.give("crusader", "move fleet B to Cindle 2 carrying garrison at Thraxian 5")
    board.give("crusader", "move fleet C to Cindle 2 carrying garrison at Thraxian 4")
    assert board.strength("Crusader garrison at Cindle 2") == 4
    for fleet in "BC":
        board.refused("crusader", f"move fleet {fleet} to Cindle 1 carrying garrison at Cindle 2", "6.5.2")


@pytest.mark.rule("6.3.8")
def test_exchange_does_not_renew_movement() -> None:
    """When one of the two has moved both have."""
    board = landed()
    board.unit("Crusader garrison", "Cindle 2", 2)
    board.give("crusader", "move army C to Cindle 2")
    board.give("crusader", "drop 1 from army C")
    board.refused("crusader", "move garrison at Cindle 2 to Cindle 3", "6.3.4")
    board = landed()
    board.unit("Crusader garrison", "Cindle 2", 2)
    board.give("crusader", "move garrison at Cindle 2 to Cindle 1")
    board.give("crusader", "take 1 with army C")
    board.refused("crusader", "move army C to Cindle 3", "6.3.4")


@pytest.mark.rule("6.3.8", "6.5.3")
def test_an_exchange_on_board_unloads() -> None:
    """An army that exchanges points at a stop flies no further."""
    board = War()
    board.unit("Crusader fleet B", "Thraxian 5", 5)
    board.unit("Crusader army C", "Thraxian 5", 5)
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Cindle 2 carrying army C")
    board.give("crusader", "drop 2 from army C")
    board.refused("crusader", "move fleet B to Cindle 1 carrying army C", "6.5.2")
    board.refused("crusader", "move garrison at Cindle 2 to Cindle 1", "6.3.4")


@pytest.mark.rule("6.3.8")
def test_a_new_garrison_where_one_was_taken_up() -> None:
    """A garrison that has moved and is taken up whole leaves no mark on the next one made there."""
    board = landed()
    board.unit("Crusader army D", "Cindle 2", 2)
    board.unit("Crusader army E", "Cindle 2", 2)
    board.give("crusader", "move garrison at Cindle 1 to Cindle 2")
    board.give("crusader", "take 3 with army D")
    board.give("crusader", "drop 1 from army E")
    board.give("crusader", "move army E to Cindle 3")


@pytest.mark.rule("6.3.9", "7.4.13", "7.4.14", "7.4.18")
@pytest.mark.parametrize("piece", ["army C", "garrison at Eskar 2"])
def test_an_empty_fort_is_entered_and_captured(piece: str) -> None:
    """A Crusader army or garrison that enters an empty fort puts a castle marker on it, for no point."""
    board = War()
    board.unit(f"Crusader {piece}", "Eskar 2", 1)
    board.begin("crusader_movement")
    events = board.give("crusader", f"move {piece} to Eskar 1")
    assert one(events, FortTaken).how == "entered"
    assert board.hex("Eskar 1") in board.state.castles
    assert board.state.equipment == board.pack.setup.equipment


@pytest.mark.rule("6.3.9", "7.4.14", "7.4.18")
def test_the_empire_enters_an_empty_castle() -> None:
    """A Wersgorix army that enters an empty fort with a castle marker removes the marker."""
    board = War().set(castles={"Eskar 1"})
    board.unit("Wersgorix army C", "Eskar 2", 1)
    board.begin("wersgorix_movement")
    assert one(board.give("wersgorix", "move army C to Eskar 1"), FortTaken).seat == "wersgorix"
    assert not board.state.castles
    assert board.state.iq == board.pack.setup.iq


@pytest.mark.rule("7.4.18")
def test_a_fleet_or_leader_captures_nothing() -> None:
    """Fleets and leaders do not man walls; an army they bring does."""
    board = War()
    board.unit("Crusader fleet B", "Eskar 2", 2)
    board.unit("Crusader army C", "Eskar 2", 2)
    board.leader("Sir Owain", "Eskar 2")
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Eskar 1 carrying Sir Owain")
    assert not board.state.castles
    board = War()
    board.unit("Crusader fleet B", "Eskar 2", 2)
    board.unit("Crusader army C", "Eskar 2", 2)
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Eskar 1 carrying army C")
    assert board.state.castles == {board.hex("Eskar 1")}


@pytest.mark.rule("7.4.19")
def test_a_castle_without_a_fort() -> None:
    """It is torn down when a Wersgorix army enters its hex; the converted race stays converted."""
    board = War().set(castles={"Cindle 1"})
    board.race("Cindle", "W", converted=True, fief="Sir Owain")
    board.unit("Wersgorix army C", "Cindle 2", 1)
    board.unit("Wersgorix fleet D", "Cindle 2", 1)
    board.begin("wersgorix_movement")
    board.give("wersgorix", "move fleet D to Cindle 1")
    assert board.state.castles
    assert one(board.give("wersgorix", "move army C to Cindle 1"), CastleRazed).place == "Cindle 1"
    assert not board.state.castles
    assert board.state.thralls["Cindle"].converted


@pytest.mark.rule("11.1.21")
def test_the_grail_goes_with_its_bearer() -> None:
    """On foot, by fleet, and aboard with the army that carries it."""
    board = War()
    board.unit("Crusader fleet B", "Thraxian 5", 3)
    board.unit("Crusader army C", "Thraxian 5", 3)
    board.set(grail=Grail(board.hex("Thraxian 5"), "Crusader army C", True))
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Cindle 2 carrying army C")
    assert board.state.grail == Grail(board.hex("Cindle 2"), "Crusader army C", True)
