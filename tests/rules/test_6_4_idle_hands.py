"""What captives, defectors and leaders under siege may not do, chapter by chapter (rules 6.4 and 7.4)."""

from typing import Any

import pytest

from engine.high_crusade.levies import WaitingCollected
from tests.support.board import Board, found

ROGER, OWAIN, PARVUS = "Sir Roger", "Sir Owain", "Brother Parvus"

NOT_HIS_OWN = pytest.mark.parametrize("fate", [{"captor": "wersgorix"}, {"defected": True, "title": ""}])


def fallen(board: Board, name: str, place: str, fate: dict[str, Any]) -> None:
    """Somebody whom this fate met, among the Wersgorix."""
    board.leader(name, place, **fate)
    board.unit("Wersgorix army A", place, 2)


def court(fate: dict[str, Any]) -> Board:
    """Sir Roger and Sir Owain, whom this fate met, on Thraxian with its cathedral."""
    board = Board().set(churches={"Thraxian 1": "cathedral"})
    board.leader(ROGER, "Thraxian 1", title="Duke")
    fallen(board, OWAIN, "Thraxian 3", fate)
    board.unit("Crusader army A", "Thraxian 1", 5)
    board.race("Zethra", "A", converted=True)
    return board


@pytest.mark.rule("6.4.6", "6.4.8")
@NOT_HIS_OWN
def test_he_receives_nothing(fate: dict[str, Any]) -> None:
    """No title and no fief is given to a captive or to a defector."""
    board = court(fate)
    board.phase("fiefs")
    assert OWAIN not in board.values("crusader", "baron")
    board.refused("crusader", "baron Sir Owain by Sir Roger")
    board.refused("crusader", "assign Zethra to Sir Owain")


@pytest.mark.rule("6.4.6", "6.4.8")
@NOT_HIS_OWN
def test_he_grants_nothing(fate: dict[str, Any]) -> None:
    """Nor does he give any, though his rank would do."""
    board = Board().set(churches={"Thraxian 1": "church"})
    fallen(board, ROGER, "Thraxian 3", fate)
    board.leader("Red John", "Thraxian 1")
    board.leader(OWAIN, "Thraxian 2")
    board.unit("Crusader army A", "Thraxian 2", 5)
    board.race("Zethra", "A", converted=True)
    board.phase("fiefs")
    board.refused("crusader", "knight Red John by Sir Roger")


@pytest.mark.rule("6.4.6", "6.4.8")
@NOT_HIS_OWN
def test_he_converts_nobody(fate: dict[str, Any]) -> None:
    """A captive preaches to nobody, and a defector serves those who do not."""
    board = Board()
    board.race("Cindle", "A")
    fallen(board, PARVUS, "Cindle 1", fate)
    board.race("Borrum", "A")
    board.leader(OWAIN, "Borrum 1")
    board.phase("conversion")
    assert board.values("crusader", "convert", planet="Borrum") == [OWAIN]
    board.refused("crusader", "convert Cindle with Brother Parvus")


@pytest.mark.rule("6.4.6", "6.4.8")
@NOT_HIS_OWN
def test_he_negotiates_nothing(fate: dict[str, Any]) -> None:
    """With nobody else on a home planet there is no alliance to be asked for."""
    board = Board()
    fallen(board, ROGER, "Jair 1", fate)
    board.leader(OWAIN, "P'thing'gung 1")
    board.phase("alliance")
    board.refused("crusader", "ally Jair with Sir Roger")


@pytest.mark.rule("6.4.6", "6.4.8")
@pytest.mark.parametrize("fate", [{"captor": "crusader"}, {"defected": True}])
def test_he_reconquers_nothing(fate: dict[str, Any]) -> None:
    """A Wersgorix leader in Crusader hands, or in their service, wins no race back."""
    board = Board()
    board.race("Cindle", "A", converted=True, fief=OWAIN)
    board.leader("Vorgash", "Cindle 2", **fate)
    board.unit("Crusader army A", "Cindle 2", 1)
    board.race("Borrum", "A", converted=True, fief=OWAIN)
    board.leader("Drusk", "Borrum 1")
    board.leader(OWAIN, "Thraxian 1")
    board.phase("wersgorix_combat")
    board.refused("wersgorix", "reconquer Cindle with Vorgash")
    assert board.values("wersgorix", "reconquer") == ["Borrum"]


@pytest.mark.rule("6.4.6")
def test_a_captive_keeps_what_he_has() -> None:
    """Titles and fiefs stay his while he waits."""
    board = Board()
    board.race("Cindle", "A", converted=True, fief=OWAIN)
    board.leader(OWAIN, "Quill 1", captor="wersgorix")
    board.unit("Wersgorix army A", "Quill 1", 2)
    board.leader(ROGER, "Thraxian 1")
    board.phase("fiefs")
    assert board.state.thralls["Cindle"].fief == OWAIN
    assert board.state.titles[OWAIN] == ("Knight", "")


def besieged(*leaders: str) -> Board:
    """Leaders shut up with army C in the castle of Eskar, which has a cathedral."""
    board = Board().set(
        sieges={"Eskar 1": "wersgorix"},
        inside={"Eskar 1"},
        castles={"Eskar 1"},
        churches={"Eskar 1": "cathedral"},
    )
    board.unit("Wersgorix army A", "Eskar 1", 6)
    board.unit("Crusader army C", "Eskar 1", 3)
    for name in leaders:
        board.leader(name, "Eskar 1")
    return board


@pytest.mark.rule("7.4.30")
def test_titles_are_given_under_siege() -> None:
    """The walls keep nobody from kneeling."""
    board = besieged(ROGER, "Red John")
    board.race("Zethra", "A", converted=True)
    board.phase("fiefs")
    board.give("crusader", "knight Red John by Sir Roger")
    assert board.state.titles["Red John"] == ("Knight", "")


@pytest.mark.rule("7.4.30", "8.1.4")
def test_no_race_is_converted_from_within_a_siege() -> None:
    """Nobody preaches over the walls; another on the planet does."""
    board = besieged(PARVUS)
    board.race("Eskar", "A")
    board.leader(OWAIN, "Eskar 3")
    board.phase("conversion")
    board.refused("crusader", "convert Eskar with Brother Parvus")
    assert board.values("crusader", "convert", planet="Eskar") == [OWAIN]


@pytest.mark.rule("7.4.30")
@pytest.mark.parametrize("besieger", ["wersgorix", ""])
def test_points_of_a_fief_do_not_reach_the_besieged(besieger: str) -> None:
    """The fighters of his planet wait outside until the siege of their lord is raised."""
    board = besieged(OWAIN)
    board.race("Eskar", "A", converted=True, fief=OWAIN, waiting=2)
    if not besieger:
        board.state.remove("Wersgorix army A")
        board.set(sieges={}, inside=set())
    board.phase("crusader_movement")
    board.give("crusader", "done")
    assert bool(found(board.events, WaitingCollected)) is not bool(besieger)
    assert board.strength("Crusader army C") == (3 if besieger else 5)
