"""Ground results of the Crusader table (rule 12.2)."""

from collections.abc import Sequence

import pytest

from engine.high_crusade.battle_events import BattleRolled
from engine.high_crusade.pieces import LeaderDied, LeaderWounded
from tests.support.board import found, one
from tests.support.war import War, crusader_dice


def armies(strength: int = 8) -> War:
    """Crusader army C against Wersgorix army A, equally strong, on Cindle."""
    board = War()
    board.unit("Crusader army C", "Cindle 2", strength)
    board.unit("Wersgorix army A", "Cindle 3", strength)
    return board


def fought(board: War, result: str, *extra: int, pieces: str = "army C", column: str = "0") -> BattleRolled:
    """What a result brings with these further dice."""
    board.begin("crusader_combat")
    dice = [*crusader_dice(result, column), *extra]
    rolled = one(board.attack("crusader", "Cindle 3", pieces, "ground", dice), BattleRolled)
    assert rolled.result == result
    return rolled


@pytest.mark.parametrize(
    ("result", "extra", "expected"),
    [
        pytest.param("A", (), (0, 4), marks=pytest.mark.rule("12.2.1", "12.2.11")),
        pytest.param("B", (3, 2, 5), (7, 0), marks=pytest.mark.rule("12.2.2")),
        pytest.param("B", (4, 2, 5), (0, 7), marks=pytest.mark.rule("12.2.2")),
        pytest.param("C", (), (2, 0), marks=pytest.mark.rule("12.2.3", "12.2.11")),
        pytest.param("D", (), (0, 0), marks=pytest.mark.rule("12.2.4")),
        pytest.param("E", (5,), (0, 5), marks=pytest.mark.rule("12.2.5")),
        pytest.param("F", (5,), (5, 0), marks=pytest.mark.rule("12.2.6")),
        pytest.param("G", (), (0, 2), marks=pytest.mark.rule("12.2.7", "12.2.11")),
        pytest.param("H", (4,), (0, 7), marks=pytest.mark.rule("12.2.8")),
        pytest.param("I", (3, 6), (6, 0), marks=pytest.mark.rule("12.2.9")),
        pytest.param("I", (4, 6), (0, 6), marks=pytest.mark.rule("12.2.9")),
        pytest.param("J", (2,), (3, 2), marks=pytest.mark.rule("12.2.10")),
    ],
)
def test_losses(result: str, extra: Sequence[int], expected: tuple[int, int]) -> None:
    """Attacker's and defender's losses by each result and its further dice."""
    board = armies()
    rolled = fought(board, result, *extra)
    assert rolled.extra == tuple(extra)
    assert (rolled.attacker_loses, rolled.defender_loses) == expected
    lost = 8 - board.strength("Crusader army C"), 8 - board.strength("Wersgorix army A")
    assert lost == expected


@pytest.mark.rule("12.2.11")
def test_so_many_for_every_so_many() -> None:
    """All attacking units count, fractions are dropped, the fort's value is no point defending."""
    board = War()
    board.unit("Crusader army C", "Eskar 2", 6)
    board.unit("Crusader garrison", "Eskar 3", 5)
    board.unit("Wersgorix army A", "Eskar 1", 7)
    board.begin("crusader_combat")
    board.attack("crusader", "Eskar 1", "army C, garrison at Eskar 3", "ground")
    board.give("wersgorix", "inside")
    rolled = one(board.give("crusader", "storm", dice=crusader_dice("C", "-2 to -1")), BattleRolled)
    assert (rolled.walls, rolled.attacker_loses) == (4, 2)
    board = armies(5)
    board.unit("Crusader army D", "Cindle 2", 2)
    board.unit("Wersgorix garrison", "Cindle 3", 2)
    assert fought(board, "A", pieces="army C, army D").defender_loses == 3


def wedge(strength: int = 8, *, wounded: bool = False, die: int = 4) -> War:
    """The wedge is driven at Drusk (2) and Tabrun (0)."""
    board = armies(strength)
    board.leader("Tabrun", "Cindle 3")
    board.leader("Drusk", "Cindle 3", wounded=wounded)
    fought(board, "J", die, column="-2 to -1" if wounded else "-4 to -3")
    return board


@pytest.mark.rule("12.2.10", "12.2.12")
@pytest.mark.parametrize(("die", "wounds"), [(3, 0), (4, 1)])
def test_the_wedge_wounds_the_best_leader(die: int, wounds: int) -> None:
    """When the defender's die is above 3 the leader whose rating counted is wounded, last of all."""
    board = wedge(die=die)
    assert not board.state.leaders["Drusk"].wounded
    events = board.give("wersgorix", "save 1 with Tabrun", dice=[6])
    assert [event.leader for event in found(events, LeaderWounded)] == ["Drusk"][:wounds]
    assert board.strength("Wersgorix army A") == 8 - die + 1


@pytest.mark.rule("12.2.12")
def test_the_wedge_kills_the_wounded() -> None:
    """If he was wounded already, or is by his own attempt to save, he dies."""
    board = wedge(wounded=True)
    assert one(board.give("wersgorix", "accept"), LeaderDied).leader == "Drusk"
    board = wedge()
    events = board.give("wersgorix", "save 1 with Drusk", dice=[1])
    assert one(events, LeaderWounded).leader == "Drusk"
    assert one(events, LeaderDied).leader == "Drusk"


@pytest.mark.rule("12.2.12")
def test_the_comparison_is_before_limits() -> None:
    """A 4 wounds even where the defenders have fewer points than that to lose."""
    board = armies(2)
    board.unit("Wersgorix fleet B", "Cindle 3", 1)
    board.leader("Tabrun", "Cindle 3")
    fought(board, "J", 4)
    events = board.give("wersgorix", "accept")
    assert board.strength("Wersgorix army A") == 0
    assert one(events, LeaderWounded).leader == "Tabrun"


@pytest.mark.rule("12.2.10", "12.2.12")
def test_leaders_behind_the_wedge_live() -> None:
    """The attacker's leaders survive the loss of their force; a save they try is at their risk."""
    board = armies(2)
    board.leader("Sir Owain", "Cindle 2")
    board.leader("Red John", "Cindle 2")
    fought(board, "J", 1, pieces="army C, Owain", column="+3 to +4")
    events = board.give("crusader", "save 1 with Owain", dice=[2])
    assert board.strength("Crusader army C") == 0
    assert not found(events, LeaderDied)
    assert board.state.leaders["Sir Owain"].wounded
    assert board.where("Sir Owain") == board.where("Red John") == "Cindle 2"


@pytest.mark.rule("12.2.4", "7.3.29")
def test_a_truce() -> None:
    """Nothing happens, no point is gained."""
    board = armies()
    fought(board, "D")
    assert (board.state.equipment, board.state.iq) == (board.pack.setup.equipment, board.pack.setup.iq)
