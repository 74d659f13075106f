"""What simulated games have broken once, each as small as it can be."""

import pytest

from engine.high_crusade.draft import Draft
from engine.high_crusade.flow import advance, begin
from engine.high_crusade.nuclear import FortDestroyed
from engine.high_crusade.pieces import LeaderCaptured, LeaderDied, LeaderRedeemed, take_prisoner
from engine.high_crusade.siege import FortTaken
from engine.kernel.dice import ScriptedDice
from engine.kernel.seats import Seat, Viewer
from tests.support.board import Board, one


def fort_with_race(board: Board) -> str:
    """A planet with a fort and a Thrall box that is no capital."""
    return next(
        planet.name
        for planet in board.pack.planets.values()
        if planet.fort == "fort" and planet.thrall_box and not planet.capital
    )


@pytest.mark.rule("7.4.18")
def test_fighters_of_a_fief_who_gather_in_an_empty_fort_hold_it() -> None:
    """Troops that come to be within empty walls hold them, also when they did not walk in."""
    board = Board()
    planet = fort_with_race(board)
    face = board.race(planet, "A")
    board.leader("Sir Owain", f"{planet} 1")
    board.thrall(planet, face.id, converted=True, paid=False)
    board.set(new_fiefs=((planet, "Sir Owain"),))
    events = board.phase("fiefs")
    assert one(events, FortTaken).seat == "crusader"
    assert board.hex(f"{planet} 1") in board.state.castles


@pytest.mark.rule("8.3.2")
def test_a_leader_is_given_no_fief_that_takes_the_room_of_his_own_conversion() -> None:
    """Sir Roger may give his race to anybody with room; a Knight who has converted one himself has none."""
    board = Board()
    planets = [planet.name for planet in board.pack.planets.values() if planet.thrall_box][:2]
    for planet, leader in zip(planets, ("Sir Roger", "Sir Owain"), strict=True):
        board.leader(leader, f"{planet} 2")
        board.race(planet, "A", converted=True, paid=False)
    board.leader("Sir Brian Fitz-William", f"{planets[0]} 2")
    board.set(new_fiefs=((planets[0], "Sir Roger"), (planets[1], "Sir Owain")))
    board.phase("fiefs")
    assert board.values("crusader", "assign", planet=planets[0]) == ["Sir Roger", "Sir Brian Fitz-William"]
    board.refused("crusader", f"assign {planets[0]} to Sir Owain")


def traitorous(board: Board) -> None:
    board.leader("Red John", "Ganth 2")
    board.set(traitor="Red John")


@pytest.mark.rule("11.1.30")
def test_treason_does_not_outlive_a_traitor_who_dies() -> None:
    """When the turn ends nothing of it is left, so that the next traitor waits for his time again."""
    board = Board()
    board.unit("Wersgorix army A", "Ganth 4", 3)
    traitorous(board)
    board.phase("wersgorix_movement")
    assert board.state.treason
    draft = Draft(board.state, ScriptedDice())
    draft.emit(LeaderDied("Red John", "a test"))
    draft = Draft(draft.state, ScriptedDice([6] * 60))
    begin(draft, "record")
    advance(draft)
    assert not draft.state.treason


@pytest.mark.rule("11.1.28")
def test_a_garrison_that_follows_the_traitor_follows_him_wherever_it_goes() -> None:
    """It is another piece where it arrives, and what an army drops is another piece too."""
    board = Board()
    board.unit("Crusader garrison", "Ganth 2", 2)
    board.unit("Crusader army A", "Ganth 2", 3)
    traitorous(board)
    board.phase("wersgorix_movement")
    assert board.state.turned == {"Crusader garrison at Ganth 2", "Crusader army A"}
    board.give("wersgorix", "move Crusader garrison at Ganth 2 to Ganth 3")
    assert board.state.turned == {"Crusader garrison at Ganth 3", "Crusader army A"}
    board.give("wersgorix", "drop 1 from Crusader army A")
    assert "Crusader garrison at Ganth 2" in board.state.turned
    board.give("wersgorix", "take 1 with Crusader army A")
    assert board.state.turned == {"Crusader garrison at Ganth 3", "Crusader army A"}


@pytest.mark.rule("6.4.8")
def test_a_traitor_taken_by_his_own_side_serves_it_again() -> None:
    """Nobody is a prisoner of his own side."""
    board = Board()
    traitorous(board)
    board.unit("Crusader army A", "Ganth 4", 3)
    board.phase("wersgorix_movement")
    draft = Draft(board.state, ScriptedDice())
    take_prisoner(draft, draft.state.leaders["Red John"], Seat("crusader"), board.hex("Ganth 4"), "a test")
    assert one(draft.events, LeaderRedeemed).leader == "Red John"
    assert not [event for event in draft.events if isinstance(event, LeaderCaptured)]
    assert draft.state.seat_of_leader(draft.state.leaders["Red John"]) == "crusader"


@pytest.mark.rule("7.5.10")
def test_a_siege_ends_with_its_fort() -> None:
    """At once: nobody besieges a hole in the ground."""
    board = Board()
    planet = fort_with_race(board)
    at = board.hex(f"{planet} 1")
    board.set(sieges={at: Seat("crusader")}, inside=frozenset({at}))
    draft = Draft(board.state, ScriptedDice())
    draft.emit(FortDestroyed(at, f"{planet} 1"))
    assert not draft.state.sieges
    assert not draft.state.inside


@pytest.mark.rule("2.4.4")
def test_a_redealt_position_remembers_nothing_of_the_other() -> None:
    """What was worked out about one deal is not taken for true of another."""
    board = Board()
    planets = [planet.name for planet in board.pack.planets.values() if planet.thrall_box]
    for planet, face in zip(planets, board.pack.faces, strict=False):
        board.thrall(planet, face)
    board.phase("crusader_movement")
    board.state.memo["worked out"] = True
    board.game.view(board.state, Viewer("wersgorix"))
    other = board.game.redeal(board.state, Viewer("crusader"), ScriptedDice([1] * 20))
    assert not other.memo
    assert board.game.view(other, Viewer("wersgorix")) != board.game.view(board.state, Viewer("wersgorix"))
