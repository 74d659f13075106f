"""Movement of leaders and captives (rule 6.4)."""

import pytest

from engine.high_crusade.movement import LandMoved
from engine.high_crusade.pieces import LeaderCaptured, LeaderDied, LeaderFreed, LeaderRedeemed
from engine.high_crusade.shifts import odds
from engine.high_crusade.siege import SiegeLaid
from engine.high_crusade.state import Battle
from engine.kernel.seats import Seat
from tests.support.board import Board, found, one
from tests.support.war import War, crusader_dice, imperial_dice


@pytest.mark.rule("6.4.1", "6.3.4")
def test_a_leader_walks_one_hex() -> None:
    """From one land hex to the next, alone, once a turn."""
    board = War()
    board.leader("Sir Owain", "Cindle 1")
    board.begin("crusader_movement")
    assert one(board.give("crusader", "move Owain to Cindle 2"), LandMoved).place == "Cindle 2"
    board.refused("crusader", "move Owain to Cindle 3", "6.3.4")


@pytest.mark.rule("6.4.1")
@pytest.mark.parametrize("siege", [False, True])
def test_among_enemies_only_with_besiegers(siege: bool) -> None:
    """He enters an enemy hex only to be with a unit of his side that besieges a fort there."""
    board = War()
    board.unit("Wersgorix garrison", "Eskar 1", 3)
    board.leader("Sir Owain", "Eskar 2")
    if siege:
        board.set(sieges={"Eskar 1": "crusader"}, inside={"Eskar 1"})
        board.unit("Crusader army C", "Eskar 1", 5)
    board.begin("crusader_movement")
    if siege:
        board.give("crusader", "move Owain to Eskar 1")
    else:
        board.refused("crusader", "move Owain to Eskar 1", "6.4.1")


@pytest.mark.rule("6.4.2", "6.5.1")
def test_any_number_of_leaders_aboard() -> None:
    """A leader crosses space aboard a fleet, and takes no room."""
    board = War()
    board.unit("Crusader fleet B", "Thraxian 5", 1)
    board.unit("Crusader army C", "Thraxian 5", 1)
    names = ("Sir Owain", "Sir Roger", "Red John", "Brother Parvus")
    for name in names:
        board.leader(name, "Thraxian 5")
    board.begin("crusader_movement")
    board.refused("crusader", "move Owain to Cindle 2", "6.1.2")
    board.give("crusader", f"move fleet B to Cindle 2 carrying army C, {', '.join(names)}")
    assert {board.where(name) for name in names} == {"Cindle 2"}


@pytest.mark.rule("6.4.3")
def test_units_need_no_leader() -> None:
    """Fleets, armies and garrisons move without any."""
    board = War()
    board.unit("Crusader fleet B", "Cindle 1", 1)
    board.unit("Crusader army C", "Cindle 1", 1)
    board.unit("Crusader garrison", "Cindle 1", 1)
    board.begin("crusader_movement")
    for piece in ("fleet B", "army C", "garrison at Cindle 1"):
        board.give("crusader", f"move {piece} to Cindle 2")


def captive() -> War:
    """Drusk, a captive of the Crusader army and fleet on Cindle 1."""
    board = War()
    board.leader("Drusk", "Cindle 1", captor="crusader")
    board.unit("Crusader army C", "Cindle 1", 2)
    board.unit("Crusader fleet B", "Cindle 1", 2)
    return board


@pytest.mark.rule("6.4.4", "6.4.6")
def test_the_captor_moves_him_to_a_guard() -> None:
    """On foot only into a hex with a guard; by fleet anywhere; his own side does not move him."""
    board = captive()
    board.unit("Crusader garrison", "Cindle 3", 1)
    board.begin("crusader_movement")
    board.refused("crusader", "move Drusk to Cindle 2", "6.4.4")
    assert board.values("crusader", "move", piece="Drusk") == ["Cindle 3"]
    board.give("crusader", "move Drusk to Cindle 3")
    assert board.state.leaders["Drusk"].captor == "crusader"
    board = captive().begin("crusader_movement")
    board.give("crusader", "move fleet B to Borrum 1 carrying Drusk")
    assert board.where("Drusk") == "Borrum 1"
    assert not found(board.events, LeaderFreed)
    board = captive().begin("wersgorix_movement")
    board.refused("wersgorix", "move Drusk to Cindle 2", "6.1.1")


@pytest.mark.rule("6.4.4", "6.4.5")
def test_left_alone_he_escapes() -> None:
    """The moment no strength point is with him he is his own side's leader again, where he stands."""
    board = captive().begin("crusader_movement")
    board.give("crusader", "move army C to Cindle 2")
    assert board.state.leaders["Drusk"].captor == "crusader"
    events = board.give("crusader", "move fleet B to Cindle 3")
    assert one(events, LeaderFreed).leader == "Drusk"
    assert board.state.leaders["Drusk"].captor == ""
    assert board.where("Drusk") == "Cindle 1"
    board.refused("crusader", "move army C to Cindle 1")


@pytest.mark.rule("6.4.5")
def test_a_garrison_will_do_as_a_guard() -> None:
    """A garrison point guards a captive."""
    board = captive().begin("crusader_movement")
    board.give("crusader", "drop 2 from army C")
    board.give("crusader", "move fleet B to Cindle 2")
    assert board.state.leaders["Drusk"].captor == "crusader"


@pytest.mark.rule("6.4.5", "7.4.23")
def test_captives_follow_their_last_guards_into_a_siege() -> None:
    """When the last guards of a captive move in to besiege a fort he goes along."""
    board = War()
    board.leader("Drusk", "Eskar 2", captor="crusader")
    board.leader("Krelig", "Eskar 3", captor="crusader")
    board.unit("Crusader army C", "Eskar 2", 5)
    board.unit("Crusader garrison", "Eskar 3", 2)
    board.unit("Crusader army D", "Eskar 3", 2)
    board.unit("Wersgorix garrison", "Eskar 1", 5)
    board.begin("crusader_combat")
    board.attack("crusader", "Eskar 1", "army C, army D", "ground")
    board.give("wersgorix", "inside")
    laid = one(board.give("crusader", "besiege"), SiegeLaid)
    assert laid.leaders == ("Drusk",)
    assert board.where("Drusk") == "Eskar 1"
    assert board.where("Krelig") == "Eskar 3"
    assert board.state.leaders["Drusk"].captor == board.state.leaders["Krelig"].captor == "crusader"


@pytest.mark.rule("6.4.6")
def test_a_captive_does_nothing() -> None:
    """He gives no rating, is not named in attacks, saves nothing, and keeps his wounds."""
    board = War()
    board.leader("Drusk", "Cindle 1", captor="crusader", wounded=True)
    board.unit("Crusader army C", "Cindle 1", 4)
    board.unit("Wersgorix army A", "Cindle 2", 4)
    board.begin("crusader_combat")
    board.refused("crusader", "attack Cindle 2 with army C, Drusk", "6.1.1")
    board.attack("crusader", "Cindle 2", "army C", "ground", crusader_dice("C"))
    assert board.strength("Crusader army C") == 3
    assert board.state.leaders["Drusk"].wounded


@pytest.mark.rule("6.4.7")
def test_freed_when_the_captors_are_destroyed() -> None:
    """He does not die with them, and stays in the hex if his own side's attack freed him."""
    board = War()
    board.leader("Sir Owain", "Cindle 1", captor="wersgorix")
    board.leader("Drusk", "Cindle 1")
    board.unit("Wersgorix army A", "Cindle 1", 2)
    board.unit("Crusader army C", "Cindle 2", 2)
    board.begin("crusader_combat")
    board.attack("crusader", "Cindle 1", "army C", "ground", [*crusader_dice("E", "-4 to -3"), 5])
    events = board.give("wersgorix", "accept")
    assert one(events, LeaderFreed).leader == "Sir Owain"
    assert [event.leader for event in found(events, LeaderDied)] == ["Drusk"]
    assert board.where("Sir Owain") == "Cindle 1"
    assert board.state.leaders["Sir Owain"].captor == ""


@pytest.mark.rule("6.4.7", "7.3.17")
def test_captured_again() -> None:
    """A leader who got free can be taken again like anyone else."""
    board = captive().begin("crusader_movement")
    board.give("crusader", "move army C to Cindle 2")
    board.give("crusader", "move fleet B to Cindle 3")
    board.begin("crusader_combat")
    events = board.attack("crusader", "Cindle 1", "army C", "capture")
    assert one(events, LeaderCaptured).leader == "Drusk"
    assert board.where("Drusk") == "Cindle 2"


@pytest.mark.rule("6.4.7", "9.2.5")
def test_frozen_guards_guard_nobody() -> None:
    """When his captors freeze the captive is free."""
    board = War()
    board.leader("Drusk", "Cindle 1", captor="crusader")
    board.unit("Jair army A", "Cindle 1", 2)
    board.unit("Crusader army C", "Borrum 1", 2)
    board.begin("wersgorix_movement")
    assert board.state.leaders["Drusk"].captor == ""
    board.give("wersgorix", "move Drusk to Cindle 2")


@pytest.mark.rule("6.4.8")
def test_a_defector_taken_by_his_first_side() -> None:
    """He is at once its own leader again, no captive."""
    board = War()
    board.leader("Sir Owain", "Cindle 1", defected=True, title="")
    board.unit("Crusader army C", "Cindle 2", 2)
    board.begin("crusader_combat")
    events = board.attack("crusader", "Cindle 1", "army C", "capture")
    assert one(events, LeaderRedeemed).leader == "Sir Owain"
    owain = board.state.leaders["Sir Owain"]
    assert (owain.defected, owain.captor) == (False, "")
    assert "Sir Owain" not in board.state.titles


@pytest.mark.rule("6.4.8")
def test_a_defector_serves_his_new_side() -> None:
    """He moves and fights for it."""
    board = War().set(satellites=frozenset({"Thraxian"}))
    board.leader("Sir Owain", "Cindle 1", defected=True, title="")
    board.unit("Wersgorix army A", "Cindle 1", 4)
    board.unit("Crusader army C", "Cindle 2", 4)
    board.begin("wersgorix_combat")
    board.attack("wersgorix", "Cindle 2", "army A, Owain", "ground", imperial_dice(0, 3, "+3 to +4"))
    assert board.strength("Crusader army C") == 1


@pytest.mark.rule("6.4.7")
def test_a_captive_does_not_die_with_either_side() -> None:
    """When his captors and the last of his own side destroy each other around him he walks free."""
    board = Board()
    board.unit("Wersgorix army A", "Eskar 2", 1)
    board.unit("Crusader army B", "Eskar 2", 1)
    board.leader("Red John", "Eskar 2", captor="wersgorix")
    board.leader("Sir Owain", "Eskar 2")
    table = board.pack.wersgorix_table
    board.phase("wersgorix_combat")
    board.give("wersgorix", "attack Eskar 2 with army A")
    battle = Battle(Seat("wersgorix"), "ground", board.hex("Eskar 2"), ("Wersgorix army A",), (), (), "roll")
    column = odds(board.state, battle._replace(targets=("Crusader army B",))).column
    both = next(total for total in range(2, 13) if min(table.cell(column, total)) >= 1)
    first = max(1, both - 6)
    board.give("wersgorix", "resolve Eskar 2 by ground", dice=[first, both - first])
    board.give("crusader", "accept")
    assert not board.state.units_at(board.hex("Eskar 2"))
    assert board.state.leaders["Sir Owain"].dead
    assert not board.state.leaders["Red John"].dead
    assert not board.state.leaders["Red John"].captor
