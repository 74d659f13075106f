"""Leaders and their wounds (rules 2.3, 4.4.1, 4.4.3 and 4.8.1)."""

import pytest

from engine.high_crusade.draft import Draft
from engine.high_crusade.pieces import LeaderDied, LeaderWounded, wound
from engine.high_crusade.wounds import RecoveryRolled
from engine.kernel.dice import ScriptedDice
from tests.support.board import Board, found, one, pack


@pytest.mark.rule("2.3.1")
@pytest.mark.rule("2.3.2")
def test_every_leader_has_ratings_and_lower_ones_when_wounded() -> None:
    """The wounded side is never better and the position uses it."""
    board = Board()
    for card in pack().leaders.values():
        board.leader(card.name, "Thraxian 1")
        healthy = board.state.leaders[card.name]
        hurt = healthy._replace(wounded=True)
        assert board.state.combat_rating(healthy) == card.combat >= board.state.combat_rating(hurt)
        assert board.state.political_rating(healthy) == card.political >= board.state.political_rating(hurt)
        assert board.state.combat_rating(hurt) == card.wounded_combat


@pytest.mark.rule("2.3.2")
def test_a_second_wound_kills() -> None:
    """The first turns him to his wounded side."""
    board = Board()
    board.leader("Sir Roger", "Thraxian 1")
    draft = Draft(board.state, ScriptedDice())
    wound(draft, "Sir Roger", "a test")
    assert found(draft.events, LeaderWounded)
    assert draft.state.leaders["Sir Roger"].wounded
    wound(draft, "Sir Roger", "a test")
    assert found(draft.events, LeaderDied)
    assert draft.state.leaders["Sir Roger"].dead


@pytest.mark.rule("2.3.3")
@pytest.mark.rule("2.3.4")
def test_who_there_is() -> None:
    """Five Crusaders, seven Wersgorix, two for the Thralls and one for each ally."""
    factions = [card.faction for card in pack().leaders.values()]
    counts = {faction: factions.count(faction) for faction in set(factions)}
    assert counts == {
        "Crusader": 5,
        "Wersgorix": 7,
        "Thrall": 2,
        "Jair": 1,
        "P'thing'gung": 1,
        "Ashenk'goli": 1,
    }


@pytest.mark.rule("4.4.1")
@pytest.mark.rule("4.8.1")
@pytest.mark.parametrize(
    ("phase", "leader"), [("crusader_movement", "Sir Owain"), ("wersgorix_movement", "Vorgash")]
)
@pytest.mark.parametrize(
    ("dice", "dead", "wounded"),
    [((1, 1), True, True), ((1, 2), False, True), ((4, 4), False, True), ((4, 5), False, False)],
)
def test_recovery(phase: str, leader: str, dice: tuple[int, int], dead: bool, wounded: bool) -> None:
    """On 2 he dies, on 9 or more he recovers, otherwise he stays wounded."""
    board = Board()
    board.leader(leader, "Quill 1", wounded=True)
    board.leader("Sir Roger", "Thraxian 1")
    events = board.phase(phase, dice=dice)
    assert one(events, RecoveryRolled).rolled == dice
    after = board.state.leaders[leader]
    assert (after.dead, after.wounded) == (dead, wounded)


@pytest.mark.rule("4.4.3")
def test_who_rolls_in_the_crusader_phase() -> None:
    """Allied, frozen and Thrall leaders, Wersgorix defectors and Crusader captives; not the one at Earth."""
    board = Board().ally("Jair")
    for name in ("Elissir", "Shakk'ulan", "Thrall leader A", "Sir Owain", "Sir Roger"):
        board.leader(name, "Thraxian 1", wounded=True)
    board.leader("Drusk", "Thraxian 1", wounded=True, defected=True)
    board.leader("Red John", "Quill 1", wounded=True, captor="wersgorix")
    board.unit("Wersgorix army A", "Quill 1", 1)
    board.leader("Sir Brian Fitz-William", "Quill 2", wounded=True, defected=True)
    board.leader("Hesmar", "Thraxian 1", wounded=True, captor="crusader")
    board.unit("Crusader army B", "Thraxian 1", 1)
    board.leader("Vorgash", "Quill 1", wounded=True)
    board.state.put_leader(board.state.leaders["Sir Roger"]._replace(hex=0))
    expected = {"Elissir", "Shakk'ulan", "Thrall leader A", "Sir Owain", "Drusk", "Red John"}
    events = board.phase("crusader_movement", dice=[3, 3] * len(expected))
    assert {event.leader for event in found(events, RecoveryRolled)} == expected
    others = {"Sir Brian Fitz-William", "Hesmar", "Vorgash"}
    events = board.phase("wersgorix_movement", dice=[3, 3] * len(others))
    assert {event.leader for event in found(events, RecoveryRolled)} == others


@pytest.mark.rule("2.3.5")
def test_the_dead_stay_dead() -> None:
    """A dead Thrall leader is not placed again; the other one comes."""
    board = Board()
    board.leader("Thrall leader A", "Thraxian 1")
    board.state.put_leader(board.state.leaders["Thrall leader A"]._replace(hex=0, dead=True))
    board.race("Cindle", "A", asterisk=True, converted=True, paid=False)
    board.leader("Sir Owain", "Cindle 1")
    board.set(new_fiefs=(("Cindle", "Sir Owain"),))
    board.phase("fiefs", dice=[1])
    assert board.where("Thrall leader B") == "Cindle 1"
    assert board.state.leaders["Thrall leader A"].dead
