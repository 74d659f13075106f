"""Reconquest (rules 4.9.2 and 8.4)."""

import pytest

from engine.high_crusade.reconquest import RaceReconquered, ReconquestRolled
from engine.kernel.seats import Viewer
from tests.support.board import Board, found, one


def ruled(attitude: str = "A", asterisk: bool = False, leader: str = "Vorgash", **fields: object) -> Board:
    """A Wersgorix leader on Cindle, whose race is converted, in the Wersgorix combat phase."""
    board = Board().set(iq=4)
    board.race("Cindle", attitude, asterisk, converted=True, fief="Sir Owain", **fields)
    board.leader(leader, "Cindle 2")
    board.leader("Sir Owain", "Thraxian 1")
    return board


def fought(board: Board) -> Board:
    """The same, in the Wersgorix combat phase."""
    board.phase("wersgorix_combat")
    return board


@pytest.mark.rule("4.9.2")
@pytest.mark.rule("8.4.1")
def test_a_leader_on_the_planet_may_try() -> None:
    """In the Wersgorix combat phase, and only there, with a leader on the planet."""
    board = fought(ruled())
    board.leader("Drusk", "Borrum 1")
    board.refused("wersgorix", "reconquer Cindle with Drusk", "8.4.1")
    assert board.values("wersgorix", "reconquer", planet="Cindle") == ["Vorgash"]
    board.give("wersgorix", "reconquer Cindle with Vorgash", dice=[6])


@pytest.mark.rule("8.4.1")
def test_only_converted_races() -> None:
    """What the Empire holds needs no reconquest."""
    board = ruled()
    board.race("Borrum", "A")
    board.leader("Drusk", "Borrum 1")
    fought(board)
    board.refused("wersgorix", "reconquer Borrum with Drusk", "8.4.1")


@pytest.mark.rule("8.4.2")
@pytest.mark.rule("8.4.8")
@pytest.mark.rule("2.4.3")
@pytest.mark.parametrize(
    ("attitude", "asterisk", "more"), [("A", False, 0), ("W", False, 1), ("A", True, 3), ("W", True, 4)]
)
def test_what_is_added(attitude: str, asterisk: bool, more: int) -> None:
    """The race's strength, all Crusader-side points on the planet, 1 if Warlike, 3 for an asterisk."""
    board = ruled(attitude, asterisk, waiting=3)
    board.ally("Jair").leader("Elissir", "Jair 1")
    board.unit("Crusader fleet A", "Cindle 1", 2)
    board.unit("Jair army A", "Cindle 3", 1)
    board.unit("Ashenk'goli army A", "Cindle 3", 5)
    board.unit("Wersgorix army A", "Cindle 2", 5)
    fought(board)
    face = board.state.face("Cindle")
    roll = one(board.give("wersgorix", "reconquer Cindle with Vorgash", dice=[1]), ReconquestRolled)
    assert roll.added == face.strength + 2 + 1 + more


@pytest.mark.rule("8.4.2")
@pytest.mark.rule("8.4.7")
def test_iq_is_spent_either_way() -> None:
    """Each point takes 1 off the die and is gone; he cannot spend what he has not."""
    board = fought(ruled())
    board.refused("wersgorix", "reconquer Cindle with Vorgash spending 5", "8.4.7")
    roll = one(
        board.give("wersgorix", "reconquer Cindle with Vorgash spending 2", dice=[6]), ReconquestRolled
    )
    assert roll.spent == 2
    assert board.state.iq == 2


@pytest.mark.rule("8.4.3")
def test_not_above_the_political_rating_succeeds() -> None:
    """Equal is enough; one more is too much."""
    for over in (0, 1):
        board = ruled()
        rating = board.pack.leaders["Vorgash"].political
        fought(board)
        die = rating - board.state.face("Cindle").strength + over
        board.give("wersgorix", "reconquer Cindle with Vorgash", dice=[die])
        assert board.state.thralls["Cindle"].converted == bool(over)
        assert len(found(board.events, RaceReconquered)) == 1 - over


@pytest.mark.rule("8.4.3")
@pytest.mark.rule("8.4.6")
@pytest.mark.rule("8.4.9")
def test_what_a_reconquest_leaves() -> None:
    """The race is face down, its fief marker and buildings stay, heresy ends, the dossier keeps the face."""
    board = ruled(heresy=True, waiting=2).set(churches={"Cindle 1": "church"}, castles={"Cindle 1"})
    board.unit("Thrall army A", "Thraxian 1", 3)
    fought(board)
    face = board.state.face("Cindle")
    board.give("wersgorix", "reconquer Cindle with Vorgash spending 4", dice=[1])
    thrall = board.state.thralls["Cindle"]
    assert (thrall.converted, thrall.heresy, thrall.fief, thrall.waiting) == (False, False, "Sir Owain", 2)
    assert board.state.churches
    assert board.state.castles
    assert board.strength("Thrall army A") == 3
    assert board.game.view(board.state, Viewer("spectator")).thralls["Cindle"].face is None
    assert board.game.view(board.state, Viewer("crusader")).thralls["Cindle"].face == face


@pytest.mark.rule("8.4.6")
@pytest.mark.rule("8.1.5")
def test_a_reconquered_fief_counts_against_the_limit() -> None:
    """The marker of a reconquered race keeps a Knight full."""
    board = Board()
    board.race("Cindle", "A", fief="Sir Owain", paid=True)
    board.race("Borrum", "A")
    board.leader("Sir Owain", "Borrum 1")
    board.phase("conversion")
    board.refused("crusader", "convert Borrum with Sir Owain", "8.1.5")


@pytest.mark.rule("8.4.4")
@pytest.mark.rule("8.4.5")
def test_again_and_again() -> None:
    """Converted, reconquered, converted: strength comes only the first time."""
    board = Board().set(equipment=9, iq=9)
    board.race("Cindle", "A")
    board.leader("Sir Owain", "Cindle 1")
    board.unit("Crusader army A", "Cindle 1", 1)
    board.phase("conversion")
    board.give("crusader", "convert Cindle with Sir Owain")
    board.give("crusader", "done", dice=[1])
    full = board.strength("Crusader army A")
    assert full > 1
    board.leader("Vorgash", "Cindle 2")
    board.phase("wersgorix_combat")
    board.give("wersgorix", "reconquer Cindle with Vorgash spending 9", dice=[1])
    one(board.events, RaceReconquered)
    board.phase("conversion")
    board.give("crusader", "convert Cindle with Sir Owain")
    board.give("crusader", "done", dice=[1])
    assert board.state.thralls["Cindle"].converted
    assert board.strength("Crusader army A") == full


@pytest.mark.rule("8.4.7")
def test_one_attempt_a_planet() -> None:
    """A second leader does not get a second try."""
    board = ruled()
    board.leader("Drusk", "Cindle 3")
    board.race("Borrum", "A", converted=True)
    board.leader("Hesmar", "Borrum 1")
    fought(board)
    board.give("wersgorix", "reconquer Cindle with Vorgash", dice=[6])
    board.refused("wersgorix", "reconquer Cindle with Drusk", "8.4.7")
    assert board.values("wersgorix", "reconquer") == ["Borrum"]


@pytest.mark.rule("8.4.7")
def test_defectors_may_and_traitors_may_not() -> None:
    """A defector serves the Empire in every respect; a traitor's word counts for nothing."""
    board = ruled()
    board.leader("Red John", "Cindle 3", defected=True)
    board.leader("Sir Brian Fitz-William", "Cindle 1")
    board.set(traitor="Sir Brian Fitz-William", treason=True)
    fought(board)
    assert set(board.values("wersgorix", "reconquer", planet="Cindle")) == {"Vorgash", "Red John"}
    board.refused("wersgorix", "reconquer Cindle with Sir Brian Fitz-William", "8.4.7")
    board.give("wersgorix", "reconquer Cindle with Red John", dice=[6])
