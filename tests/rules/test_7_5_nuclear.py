"""Nuclear attack (rule 7.5)."""

import pytest

from engine.high_crusade.alert import PlanetsAlerted
from engine.high_crusade.nuclear import FortDestroyed, NuclearRolled
from engine.high_crusade.pieces import EquipmentChanged, LeaderDied
from engine.high_crusade.siege import FortTaken
from tests.support.board import found, one
from tests.support.war import War, crusader_dice


def bomb(place: str = "Cindle", foe: int = 9, equipment: int = 3, **fields: object) -> War:
    """Crusader army C next to Wersgorix army A; Eskar 1 has a fort, Cindle none."""
    board = War().set(equipment=equipment, **fields)
    board.unit("Crusader army C", f"{place} 2", 2)
    board.unit("Wersgorix army A", f"{place} 1", foe)
    return board


@pytest.mark.rule("7.5.1", "7.5.8")
def test_once_a_turn_by_one_unit() -> None:
    """In his combat phase the Crusader player names one army or garrison; it is resolved at once."""
    board = bomb()
    board.unit("Crusader garrison", "Cindle 3", 1)
    board.unit("Wersgorix army D", "Cindle 3", 2)
    board.begin("crusader_combat")
    board.give("crusader", "nuke Cindle 1 with army C", dice=[4])
    board.refused("crusader", "nuke Cindle 3 with garrison at Cindle 3", "7.5.1")
    board = bomb().begin("wersgorix_combat")
    board.refused("wersgorix", "nuke Cindle 2 with army A")


@pytest.mark.rule("7.5.2", "7.5.8")
def test_instead_of_a_normal_attack() -> None:
    """Neither the unit that makes it nor the units it strikes are in another attack."""
    board = bomb()
    board.unit("Crusader army D", "Cindle 2", 2)
    board.unit("Wersgorix army D", "Cindle 3", 2)
    board.begin("crusader_combat")
    board.give("crusader", "nuke Cindle 1 with army C", dice=[4])
    board.refused("crusader", "attack Cindle 3 with army C", "7.1.4")
    board.refused("crusader", "attack Cindle 1 with army D", "7.1.4")
    board.give("crusader", "attack Cindle 3 with army D")
    board = bomb()
    board.unit("Crusader army D", "Cindle 2", 2)
    board.begin("crusader_combat")
    board.give("crusader", "attack Cindle 1 with army C")
    board.refused("crusader", "nuke Cindle 1 with army D", "7.5.8")
    board.refused("crusader", "nuke Cindle 1 with army C", "7.5.8")


@pytest.mark.rule("7.5.3", "7.5.4", "7.5.5")
@pytest.mark.parametrize(("die", "success"), [(3, True), (4, False)])
def test_success_and_price(die: int, success: bool) -> None:
    """Not above the Equipment total it succeeds: two dice of losses. It costs 1 point and earns none."""
    board = bomb().begin("crusader_combat")
    events = board.give("crusader", "nuke Cindle 1 with army C", dice=[die, 2, 4] if success else [die])
    assert one(events, NuclearRolled).success == success
    assert board.strength("Wersgorix army A") == (3 if success else 9)
    assert [event.by for event in found(events, EquipmentChanged)] == [-1]
    assert board.state.equipment == 2


@pytest.mark.rule("7.5.6", "7.5.10")
def test_troops_or_fort() -> None:
    """In a fort hex the Wersgorix player sees the dice, then keeps the fort or the troops."""
    board = bomb("Eskar").begin("crusader_combat")
    board.give("crusader", "nuke Eskar 1 with army C", dice=[1, 2, 4])
    assert board.waits() == [("wersgorix", "fallout")]
    events = board.give("wersgorix", "sacrifice")
    assert one(events, FortDestroyed).place == "Eskar 1"
    assert board.strength("Wersgorix army A") == 9
    assert board.state.fort(board.hex("Eskar 1")) == 0
    board = bomb("Eskar")
    board.unit("Wersgorix garrison", "Eskar 1", 3)
    board.begin("crusader_combat")
    board.give("crusader", "nuke Eskar 1 with army C", dice=[1, 2, 4])
    board.give("wersgorix", "endure")
    assert board.waits() == [("wersgorix", "losses")]
    board.give("wersgorix", "lose 4 from army A, 2 from garrison at Eskar 1")
    assert board.strength("Wersgorix army A") == 5
    assert board.strength("Wersgorix garrison at Eskar 1") == 1
    assert board.state.fort(board.hex("Eskar 1")) == 4


@pytest.mark.rule("7.5.7", "7.5.8")
def test_fortresses_are_safe() -> None:
    """A hex with a fortress is no target; another hex of the same planet is."""
    board = War()
    board.unit("Crusader army C", "Ganth 2", 2)
    board.unit("Wersgorix army A", "Ganth 1", 2)
    board.unit("Wersgorix army B", "Ganth 3", 2)
    board.begin("crusader_combat")
    board.refused("crusader", "nuke Ganth 1 with army C", "7.5.8")
    assert "Ganth 1" not in board.values("crusader", "nuke")
    events = board.give("crusader", "nuke Ganth 3 with army C", dice=[6])
    assert one(events, PlanetsAlerted).planets


@pytest.mark.rule("7.5.8")
def test_targets_and_attackers() -> None:
    """Ground troops in reach, at least 1 Equipment Point, any army or garrison he commands."""
    board = bomb(equipment=0).begin("crusader_combat")
    board.refused("crusader", "nuke Cindle 1 with army C", "7.5.8")
    board = bomb(equipment=1).begin("crusader_combat")
    board.give("crusader", "nuke Cindle 1 with army C", dice=[1, 1, 1])
    assert board.state.equipment == 0
    board = War().ally("Jair")
    board.unit("Jair army A", "Borrum 2", 1)
    board.unit("Crusader fleet B", "Borrum 3", 1)
    board.unit("Wersgorix army A", "Borrum 1", 4)
    board.unit("Wersgorix army B", "Borrum 4", 4)
    board.unit("Wersgorix fleet C", "Borrum 3", 4)
    board.begin("crusader_combat")
    board.refused("crusader", "nuke Borrum 4 with Jair army A", "7.5.8")
    board.refused("crusader", "nuke Borrum 3 with Jair army A", "7.5.8")
    board.refused("crusader", "nuke Borrum 1 with fleet B", "7.5.8")
    board.give("crusader", "nuke Borrum 1 with Jair army A", dice=[3, 1, 1])
    assert board.strength("Wersgorix army A") == 2


@pytest.mark.rule("7.5.9")
def test_leaders_save_and_die() -> None:
    """A leader may try to save points, and dies with a force wholly destroyed."""
    board = bomb(foe=3)
    board.leader("Drusk", "Cindle 1")
    board.begin("crusader_combat")
    board.give("crusader", "nuke Cindle 1 with army C", dice=[1, 6, 6])
    assert board.waits() == [("wersgorix", "save")]
    board.give("wersgorix", "save 1 with Drusk", dice=[3])
    assert board.strength("Wersgorix army A") == 1
    board = bomb(foe=3)
    board.leader("Drusk", "Cindle 1")
    board.begin("crusader_combat")
    board.give("crusader", "nuke Cindle 1 with army C", dice=[1, 6, 6])
    assert one(board.give("wersgorix", "accept"), LeaderDied).leader == "Drusk"
    assert board.state.equipment == 2


@pytest.mark.rule("7.5.10")
def test_the_last_troops_die_in_a_standing_fort() -> None:
    """The attacking unit captures it and may advance, without a point."""
    board = bomb("Eskar", foe=3).begin("crusader_combat")
    board.give("crusader", "nuke Eskar 1 with army C", dice=[1, 6, 6])
    events = board.give("wersgorix", "endure")
    assert one(events, FortTaken).seat == "crusader"
    assert board.waits() == [("crusader", "advance")]
    board.give("crusader", "advance with army C")
    assert board.where("Crusader army C") == "Eskar 1"
    assert board.state.equipment == 2


@pytest.mark.rule("7.5.10", "7.4.26", "7.4.16")
def test_a_siege_of_a_destroyed_fort_ends() -> None:
    """The fort is off the map for good; besiegers and besieged share the hex."""
    board = War().set(sieges={"Eskar 1": "crusader"}, inside={"Eskar 1"})
    board.unit("Crusader army C", "Eskar 1", 5)
    board.unit("Wersgorix army A", "Eskar 1", 5)
    board.begin("crusader_combat")
    board.give("crusader", "nuke Eskar 1 with army C", dice=[1, 6, 6])
    board.give("wersgorix", "sacrifice")
    assert not board.state.sieges
    assert not board.state.inside
    assert board.hex("Eskar 1") in board.state.destroyed
    assert board.strength("Wersgorix army A") == board.strength("Crusader army C") == 5


@pytest.mark.rule("7.5.2")
def test_a_nuclear_attack_leaves_the_planet_open() -> None:
    """It is no resolved attack of the planet: others may still be announced there."""
    board = bomb()
    board.unit("Crusader fleet B", "Cindle 2", 4)
    board.unit("Wersgorix fleet B", "Cindle 1", 4)
    board.begin("crusader_combat")
    board.give("crusader", "nuke Cindle 1 with army C", dice=[4])
    board.attack("crusader", "Cindle 1", "fleet B", "fleet", crusader_dice(2))
