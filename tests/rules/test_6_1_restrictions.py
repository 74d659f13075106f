"""Movement: restrictions (rules 4.4.2, 4.8.2 and 6.1)."""

import pytest

from engine.high_crusade.movement import FleetMoved, LandMoved
from tests.support.board import one
from tests.support.war import War


def both() -> War:
    """A fleet and an army of either side on two planets of the Thraxian zone."""
    board = War()
    board.unit("Crusader fleet B", "Thraxian 5", 3)
    board.unit("Crusader army C", "Thraxian 5", 3)
    board.unit("Wersgorix fleet A", "Borrum 1", 3)
    board.unit("Wersgorix army B", "Borrum 1", 3)
    return board


@pytest.mark.rule("6.1.1", "4.4.2", "4.8.2")
@pytest.mark.parametrize(
    ("phase", "mover", "line", "other", "his"),
    [
        (
            "crusader_movement",
            "crusader",
            "move fleet B to Cindle 1",
            "wersgorix",
            "move fleet A to Cindle 1",
        ),
        ("wersgorix_movement", "wersgorix", "move army B to Borrum 2", "crusader", "move army C to Thraxian"),
    ],
)
def test_only_the_mover_moves(phase: str, mover: str, line: str, other: str, his: str) -> None:
    """In a movement phase its player moves his pieces and the other player none."""
    board = both().begin(phase)
    assert board.waits() == [(mover, phase)]
    board.refused(other, his)
    board.give(mover, line)
    board.refused(mover, his)


@pytest.mark.rule("6.1.1")
def test_nobody_moves_in_another_phase() -> None:
    """In a combat phase nobody moves."""
    board = both().begin("crusader_combat")
    board.refused("crusader", "move army C to Thraxian 1")


@pytest.mark.rule("6.1.1")
def test_as_many_as_one_likes() -> None:
    """All, some or none of the pieces move."""
    board = both().begin("crusader_movement")
    board.give("crusader", "move fleet B to Cindle 1")
    board.give("crusader", "move army C to Thraxian 1")
    board.give("crusader", "done")
    assert board.state.phase != "crusader_movement"
    board = both().begin("crusader_movement")
    board.give("crusader", "done")
    assert board.where("Crusader fleet B") == "Thraxian 5"


@pytest.mark.rule("6.1.1")
def test_not_the_enemys_pieces() -> None:
    """A player moves what he commands: not the enemy, not a race without an alliance."""
    board = both()
    board.unit("Jair army A", "Thraxian 4", 2)
    board.leader("Vorgash", "Borrum 1")
    board.begin("crusader_movement")
    board.refused("crusader", "move Wersgorix fleet A to Borrum 2", "6.1.1")
    board.refused("crusader", "move Jair army A to Thraxian 3", "6.1.1")
    board.refused("crusader", "move Vorgash to Borrum 2", "6.1.1")
    board.refused("crusader", "move Sir Owain to Borrum 2", "6.4.1")


@pytest.mark.rule("6.1.2", "6.4.2", "6.5.1")
def test_space_is_crossed_by_fleet() -> None:
    """Armies, garrisons and leaders go to another planet only aboard."""
    board = both()
    board.unit("Crusader garrison", "Thraxian 5", 2)
    board.leader("Sir Owain", "Thraxian 5")
    board.begin("crusader_movement")
    for piece in ("army C", "garrison at Thraxian 5", "Sir Owain"):
        board.refused("crusader", f"move {piece} to Cindle 2", "6.1.2")
        assert all(place.startswith("Thraxian") for place in board.values("crusader", "move", piece=piece))
    board.give("crusader", "move fleet B to Cindle 2 carrying army C, Sir Owain")
    assert board.where("Crusader army C") == board.where("Sir Owain") == "Cindle 2"


@pytest.mark.rule("6.1.3")
def test_a_sleeping_zone_ties_its_pieces() -> None:
    """Without an alert a Wersgorix fleet lands only in its own zone; with one it may leave."""
    board = War()
    board.unit("Wersgorix fleet A", "Verrin 1", 3)
    board.begin("wersgorix_movement")
    board.refused("wersgorix", "move fleet A to Sillow 1", "6.6.10")
    board.give("wersgorix", "move fleet A to Haddon 4")
    board = War().set(alerted=frozenset({"Verrin"}))
    board.unit("Wersgorix fleet A", "Verrin 1", 3)
    board.begin("wersgorix_movement")
    board.give("wersgorix", "move fleet A to Sillow 1")
    board = War().set(satellites=frozenset({"Green"}))
    board.unit("Wersgorix fleet A", "Verrin 1", 3)
    board.begin("wersgorix_movement")
    board.give("wersgorix", "move fleet A to Sillow 1")


@pytest.mark.rule("6.1.4", "6.2.3")
@pytest.mark.parametrize("blocker", ["fleet", "army", "garrison", "leader"])
def test_enemy_pieces_block(blocker: str) -> None:
    """Fleets, armies, garrisons and free leaders alone close a hex."""
    board = both()
    if blocker == "leader":
        board.leader("Vorgash", "Cindle 1")
    else:
        board.unit({"garrison": "Wersgorix garrison"}.get(blocker, f"Wersgorix {blocker} C"), "Cindle 1", 1)
    board.begin("crusader_movement")
    board.refused("crusader", "move fleet B to Cindle 1", "6.2.3")


@pytest.mark.rule("6.1.4", "9.2.5", "6.4.6")
def test_what_blocks_nobody() -> None:
    """Captives, Thrall Races, waiting points, churches, frozen pieces block neither fleets nor armies."""
    board = both().set(churches={"Cindle 1": "church"})
    board.race("Cindle", "A", converted=True, fief="Sir Owain", waiting=2)
    board.unit("Jair army A", "Cindle 1", 2)
    board.unit("Jair fleet A", "Borrum 2", 2)
    board.leader("Elissir", "Borrum 2")
    board.leader("Sir Brian Fitz-William", "Borrum 3", captor="wersgorix")
    board.unit("Wersgorix garrison", "Borrum 3", 1)
    board.begin("wersgorix_movement")
    board.give("wersgorix", "move army B to Borrum 2")
    assert board.where("Wersgorix army B") == "Borrum 2"
    board.give("wersgorix", "move fleet A to Cindle 1")
    assert one(board.events, FleetMoved).place == "Cindle 1"


@pytest.mark.rule("6.1.4")
def test_a_captive_does_not_close_a_hex() -> None:
    """A Crusader leader whom the Wersgorix hold is no Crusader piece."""
    board = War()
    board.leader("Sir Owain", "Borrum 1", captor="wersgorix")
    board.unit("Wersgorix army B", "Borrum 1", 3)
    board.unit("Wersgorix army C", "Borrum 2", 3)
    board.begin("wersgorix_movement")
    board.give("wersgorix", "move army C to Borrum 1")


@pytest.mark.rule("6.1.5")
def test_friends_share_a_hex() -> None:
    """Any number of pieces of one side, allies and Thralls too, stand in one hex."""
    board = War().ally("Jair")
    board.unit("Crusader fleet B", "Cindle 1", 1)
    board.unit("Jair army A", "Cindle 1", 1)
    board.unit("Thrall army A", "Cindle 2", 1)
    board.unit("Crusader garrison", "Cindle 2", 1)
    board.leader("Sir Owain", "Cindle 2")
    board.begin("crusader_movement")
    for piece in ("Thrall army A", "garrison at Cindle 2", "Sir Owain"):
        board.give("crusader", f"move {piece} to Cindle 1")
    at = board.hex("Cindle 1")
    assert len(board.state.units_of("crusader", at)) == 4  # type: ignore[arg-type]


@pytest.mark.rule("6.1.5", "9.2.5")
def test_pieces_that_find_themselves_together() -> None:
    """After a renewed alliance enemies may share a hex: they leave by the usual rules or attack."""
    board = War().ally("Jair")
    board.unit("Jair army A", "Cindle 1", 2)
    board.unit("Wersgorix army B", "Cindle 1", 2)
    board.begin("crusader_movement")
    board.unit("Crusader army A", "Cindle 2", 2)
    board.refused("crusader", "move army A to Cindle 1", "6.3.2")
    board.give("crusader", "move Jair army A to Cindle 3")
    assert one(board.events, LandMoved).place == "Cindle 3"
    board = War().ally("Jair")
    board.unit("Jair army A", "Cindle 1", 2)
    board.unit("Wersgorix army B", "Cindle 1", 2)
    board.begin("crusader_combat")
    board.give("crusader", "attack Cindle 1 with Jair army A")
