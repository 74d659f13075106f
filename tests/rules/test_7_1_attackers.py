"""Who can attack whom (rules 4.5.1, 4.9.1, 7.1 and 7.2)."""

import pytest

from engine.high_crusade.alert import PlanetsAlerted
from engine.high_crusade.alliances import AllianceMade
from engine.high_crusade.announcing import AttackAnnounced
from engine.high_crusade.battle_events import BattleEnded, BattleJoined, BattleRolled
from engine.high_crusade.building import HeresyEnded
from engine.high_crusade.pieces import EquipmentChanged
from tests.support.board import found, one
from tests.support.war import War, crusader_dice, imperial_dice


def front() -> War:
    """Fleets and armies of both sides face to face on Cindle."""
    board = War()
    board.unit("Crusader army C", "Cindle 1", 4)
    board.unit("Crusader fleet B", "Cindle 1", 4)
    board.unit("Wersgorix army A", "Cindle 2", 4)
    board.unit("Wersgorix fleet B", "Cindle 2", 4)
    return board


@pytest.mark.rule("7.1.1", "4.5.1", "4.9.1")
@pytest.mark.parametrize(("seat", "other"), [("crusader", "wersgorix"), ("wersgorix", "crusader")])
def test_only_in_the_own_phase(seat: str, other: str) -> None:
    """Each player attacks in his own combat phase and makes as many attacks as he wants."""
    board = front().begin(f"{seat}_combat")
    places = {"crusader": "Cindle 2", "wersgorix": "Cindle 1"}
    mine = {"crusader": "C", "wersgorix": "A"}
    board.refused(other, f"attack {places[other]} with army {mine[other]}")
    board.give(seat, f"attack {places[seat]} with army {mine[seat]}")
    board.give(seat, f"attack {places[seat]} with fleet B")
    board = front().begin(f"{seat}_movement")
    board.refused(seat, f"attack {places[seat]} with army {mine[seat]}")


@pytest.mark.rule("7.1.1")
def test_there_must_be_an_enemy() -> None:
    """An empty hex is not attacked."""
    board = front().begin("crusader_combat")
    board.refused("crusader", "attack Cindle 3 with army C", "7.1.1")


@pytest.mark.rule("7.1.2")
def test_nobody_must_attack() -> None:
    """The phase ends without an attack if its player likes."""
    board = front().begin("crusader_combat")
    board.give("crusader", "done")
    assert not found(board.events, BattleJoined)
    assert board.strength("Wersgorix army A") == 4


@pytest.mark.rule("7.1.3")
def test_near_enough() -> None:
    """The attacker stands in the defender's hex or next to it."""
    board = War()
    board.unit("Crusader army C", "Borrum 2", 4)
    board.unit("Crusader army D", "Borrum 3", 4)
    board.unit("Wersgorix army A", "Borrum 4", 4)
    board.begin("crusader_combat")
    board.refused("crusader", "attack Borrum 4 with army C", "7.1.3")
    board.refused("crusader", "attack Borrum 4 with army D, army C", "7.1.3")
    board.give("crusader", "attack Borrum 4 with army D")
    board.leader("Sir Owain", "Borrum 3")
    board.refused("crusader", "attack Quill 2 with Owain", "7.1.3")


@pytest.mark.rule("7.1.3")
def test_from_the_same_hex() -> None:
    """Enemies who share a hex may fight."""
    board = War().ally("Jair")
    board.unit("Jair army A", "Cindle 1", 2)
    board.unit("Wersgorix army A", "Cindle 1", 2)
    board.begin("wersgorix_combat")
    board.give("wersgorix", "attack Cindle 1 with army A")


@pytest.mark.rule("7.1.4")
def test_once_each() -> None:
    """A piece attacks once and is attacked once in a phase."""
    board = front()
    board.unit("Crusader army D", "Cindle 3", 4)
    board.leader("Sir Owain", "Cindle 1")
    board.leader("Red John", "Cindle 3")
    board.unit("Wersgorix army D", "Cindle 3", 1)
    board.begin("crusader_combat")
    board.give("crusader", "attack Cindle 2 with army C, Owain")
    board.refused("crusader", "attack Cindle 3 with army C", "7.1.4")
    board.refused("crusader", "attack Cindle 2 with army D", "7.1.4")
    board.refused("crusader", "attack Cindle 2 with fleet B, Owain", "7.3.21")
    board.refused("crusader", "attack Cindle 3 with army D, army D", "7.1.4")
    board.give("crusader", "attack Cindle 3 with army D, Red John")


@pytest.mark.rule("7.1.5", "7.1.7", "7.4.3")
def test_a_fort_attacks_a_fleet() -> None:
    """Once a phase an occupied fort attacks one enemy fleet anywhere on its planet, at no risk."""
    board = War().set(castles={"Eskar 1"})
    board.unit("Crusader garrison", "Eskar 1", 1)
    board.unit("Wersgorix fleet A", "Eskar 2", 4)
    board.unit("Wersgorix fleet B", "Eskar 2", 4)
    board.unit("Wersgorix fleet C", "Eskar 3", 4)
    board.unit("Crusader fleet B", "Eskar 1", 4)
    board.begin("crusader_combat")
    announced = one(board.give("crusader", "bombard Wersgorix fleet A"), AttackAnnounced)
    assert (announced.kind, announced.units) == ("fort", ("Wersgorix fleet A",))
    board.refused("crusader", "bombard Wersgorix fleet C", "7.1.7")
    board.refused("crusader", "attack Eskar 2 with fleet B", "7.1.4")
    board.give("crusader", "attack Eskar 3 with fleet B")
    events = board.give("crusader", "resolve Eskar 2 by fort", dice=imperial_dice(1, 2))
    rolled = one(events, BattleRolled)
    assert (rolled.attack, rolled.defend, rolled.attacker_loses) == (4, 4, 0)
    assert board.strength("Wersgorix fleet A") == 2
    assert board.strength("Wersgorix fleet B") == 4
    assert board.strength("Crusader garrison at Eskar 1") == 1
    assert one(events, EquipmentChanged).by == 1


@pytest.mark.rule("7.1.7")
def test_no_fort_attack_where_fleets_attack() -> None:
    """The fleets of a hex that a fleet attack strikes are not bombarded too."""
    board = War().set(castles={"Eskar 1"})
    board.unit("Crusader garrison", "Eskar 1", 1)
    board.unit("Wersgorix fleet A", "Eskar 2", 4)
    board.unit("Crusader fleet B", "Eskar 1", 4)
    board.begin("crusader_combat")
    board.give("crusader", "attack Eskar 2 with fleet B")
    board.refused("crusader", "bombard Wersgorix fleet A", "7.1.7")


@pytest.mark.rule("7.1.5", "7.1.7", "7.4.4")
@pytest.mark.parametrize("case", ["empty", "besieged", "frozen"])
def test_a_fort_that_cannot_attack(case: str) -> None:
    """It needs troops of its side and no siege."""
    board = War().set(castles={"Eskar 1"})
    board.unit("Wersgorix fleet A", "Eskar 2", 4)
    if case == "besieged":
        board.set(sieges={"Eskar 1": "wersgorix"}, inside={"Eskar 1"})
        board.unit("Crusader garrison", "Eskar 1", 1)
        board.unit("Wersgorix army B", "Eskar 1", 5)
    elif case == "frozen":
        board.unit("Jair army A", "Eskar 1", 3)
    board.begin("crusader_combat")
    board.refused("crusader", "bombard Wersgorix fleet A", "7.1.7")


@pytest.mark.rule("7.1.7", "7.4.4")
def test_a_fortress_attacks_with_six() -> None:
    """A fortress is worth 6; the Wersgorix have theirs attack in their own phase."""
    board = War()
    board.unit("Wersgorix garrison", "Ganth 1", 1)
    board.unit("Crusader fleet B", "Ganth 4", 6)
    board.begin("wersgorix_combat")
    board.give("wersgorix", "bombard Crusader fleet B")
    rolled = one(board.give("wersgorix", "resolve Ganth 4 by fort", dice=imperial_dice(0, 4)), BattleRolled)
    assert rolled.attack == 6
    assert board.strength("Crusader fleet B") == 2


@pytest.mark.rule("7.1.6", "7.3.2")
def test_one_hex_together_from_several() -> None:
    """Units from several hexes attack one hex: all its fleets, or all its armies and garrisons."""
    board = War()
    board.unit("Crusader army C", "Cindle 1", 4)
    board.unit("Crusader army D", "Cindle 3", 3)
    board.unit("Crusader garrison", "Cindle 3", 1)
    board.unit("Wersgorix army A", "Cindle 2", 5)
    board.unit("Wersgorix garrison", "Cindle 2", 3)
    board.unit("Wersgorix fleet B", "Cindle 2", 9)
    board.begin("crusader_combat")
    board.attack("crusader", "Cindle 2", "army C, army D, garrison at Cindle 3", "ground", crusader_dice("D"))
    rolled = one(board.events, BattleRolled)
    assert (rolled.attack, rolled.defend) == (8, 8)
    joined = one(board.events, BattleJoined)
    assert set(joined.targets) == {"Wersgorix army A", "Wersgorix garrison at Cindle 2"}


@pytest.mark.rule("7.2.1", "7.2.2", "7.3.2")
def test_fleets_and_ground_never_mix() -> None:
    """Fleets attack fleets, armies and garrisons attack armies and garrisons, never together."""
    board = War()
    board.unit("Crusader army C", "Cindle 1", 4)
    board.unit("Crusader garrison", "Cindle 1", 4)
    board.unit("Crusader fleet B", "Cindle 1", 4)
    board.unit("Wersgorix army A", "Cindle 2", 5)
    board.unit("Wersgorix fleet B", "Cindle 3", 5)
    board.begin("crusader_combat")
    board.refused("crusader", "attack Cindle 2 with fleet B", "7.2.1")
    board.refused("crusader", "attack Cindle 3 with army C", "7.2.2")
    board.refused("crusader", "attack Cindle 3 with garrison at Cindle 1", "7.2.2")
    board.refused("crusader", "attack Cindle 2 with army C, fleet B", "7.3.2")
    board.give("crusader", "attack Cindle 2 with army C")
    board.give("crusader", "attack Cindle 3 with fleet B")


def heresy(**fields: object) -> War:
    """A heretical race of strength 2 on Cindle, with a cathedral, and a Crusader army of 2."""
    board = War().set(churches={"Cindle 3": "cathedral"})
    board.thrall("Cindle", "brannish", converted=True, fief="Sir Owain", **{"heresy": True, **fields})
    board.unit("Crusader army C", "Cindle 2", 2)
    return board


@pytest.mark.rule("7.2.3", "7.2.4")
def test_only_heretics_are_attacked() -> None:
    """A race that is not converted, or not heretical, or without a cathedral, cannot be attacked."""
    board = heresy(heresy=False).begin("crusader_combat")
    board.refused("crusader", "purge Cindle with army C", "7.2.4")
    board = heresy().set(churches={"Cindle 3": "church"}).begin("crusader_combat")
    board.refused("crusader", "purge Cindle with army C", "7.2.4")
    board = War()
    board.race("Cindle", "A")
    board.unit("Crusader army C", "Cindle 2", 2)
    board.begin("crusader_combat")
    board.refused("crusader", "purge Cindle with army C", "7.2.4")
    board.refused("crusader", "attack Cindle 1 with army C", "7.1.1")
    board = heresy()
    board.unit("Wersgorix army A", "Cindle 1", 2)
    board.begin("wersgorix_combat")
    board.refused("wersgorix", "purge Cindle with army A")


@pytest.mark.rule("7.2.4", "7.2.5", "11.1.13", "12.1.11")
def test_an_attack_on_heretics() -> None:
    """The race defends with its strength; a loss ends the heresy, its strength stays, no point is gained."""
    board = heresy().set(iq=12)
    board.begin("crusader_combat")
    board.give("crusader", "purge Cindle with army C")
    board.refused("crusader", "purge Cindle with army C", "7.2.4")
    events = board.give("crusader", "resolve Cindle 1 by heresy", dice=[*crusader_dice("E"), 1])
    rolled = one(events, BattleRolled)
    assert (rolled.attack, rolled.defend, rolled.defender_shifts) == (2, 2, ())
    assert one(events, HeresyEnded).planet == "Cindle"
    assert not board.state.thralls["Cindle"].heresy
    assert board.state.face("Cindle").strength == 2
    assert board.state.equipment == board.pack.setup.equipment
    assert not found(events, EquipmentChanged)


@pytest.mark.rule("7.2.5")
def test_losses_against_heretics_are_real() -> None:
    """The attackers lose what the result says, and the Wersgorix gain nothing by it."""
    board = heresy().begin("crusader_combat")
    board.give("crusader", "purge Cindle with army C")
    board.give("crusader", "resolve Cindle 1 by heresy", dice=[*crusader_dice("F"), 1])
    assert board.strength("Crusader army C") == 1
    assert board.state.thralls["Cindle"].heresy
    assert board.state.iq == board.pack.setup.iq
    assert one(board.events, BattleEnded).defender_lost == 0


@pytest.mark.rule("7.2.4", "7.1.6", "7.3.1", "11.1.13")
def test_heretics_and_troops_in_one_hex() -> None:
    """An attack on the race and one on Wersgorix troops on its planet are two attacks."""
    board = heresy()
    board.unit("Crusader army D", "Cindle 2", 2)
    board.unit("Wersgorix army A", "Cindle 1", 2)
    board.begin("crusader_combat")
    board.give("crusader", "attack Cindle 1 with army D")
    board.refused("crusader", "purge Cindle with army D", "7.2.4")
    board.give("crusader", "purge Cindle with army C")
    board.give("crusader", "resolve Cindle 1 by ground", dice=crusader_dice("D"))
    assert board.state.thralls["Cindle"].heresy
    events = board.give("crusader", "resolve Cindle 1 by heresy", dice=[*crusader_dice("E"), 2])
    assert one(events, HeresyEnded).planet == "Cindle"
    assert board.strength("Wersgorix army A") == 2


@pytest.mark.rule("11.1.13")
def test_a_wersgorix_attack_ends_the_heresy() -> None:
    """When the Wersgorix attack forces on the planet the faithful unite, before the combat."""
    board = heresy()
    board.unit("Wersgorix army A", "Cindle 1", 2)
    board.begin("wersgorix_combat")
    events = board.attack("wersgorix", "Cindle 2", "army A", "ground", imperial_dice(1, 1))
    assert events.index(one(events, HeresyEnded)) < events.index(one(events, BattleJoined))


@pytest.mark.rule("7.2.4")
def test_terrain_counts_against_heretics() -> None:
    """Terrain does, a fort does not; fleets take no part; units of any hex of the planet do."""
    board = War().set(churches={"Eskar 3": "cathedral"}, castles={"Eskar 1"})
    board.thrall("Eskar", "brannish", converted=True, fief="Sir Owain", heresy=True)
    board.unit("Crusader army C", "Eskar 2", 1)
    board.unit("Crusader garrison", "Eskar 3", 1)
    board.unit("Crusader fleet B", "Eskar 3", 1)
    board.begin("crusader_combat")
    board.refused("crusader", "purge Eskar with army C, fleet B", "7.2.4")
    board.give("crusader", "purge Eskar with army C, garrison at Eskar 3")
    rolled = one(
        board.give("crusader", "resolve Eskar 1 by heresy", dice=crusader_dice("D", "-2 to -1")), BattleRolled
    )
    assert rolled.walls == 0
    assert rolled.defender_shifts == (("terrain D1", 1),)


@pytest.mark.rule("7.2.6", "9.2.5")
def test_the_frozen_are_the_empires_prey_only() -> None:
    """Crusaders never attack frozen pieces; the Wersgorix may, and make an ally for good."""
    board = War()
    board.unit("Jair army A", "Cindle 2", 4)
    board.unit("Crusader army C", "Cindle 1", 4)
    board.begin("crusader_combat")
    board.refused("crusader", "attack Cindle 2 with army C", "7.1.1")
    board = War()
    board.unit("Jair army A", "Cindle 2", 4)
    board.unit("Wersgorix army A", "Cindle 1", 4)
    board.begin("wersgorix_combat")
    board.give("wersgorix", "attack Cindle 2 with army A")
    events = board.give("wersgorix", "resolve Cindle 2 by ground", dice=[*imperial_dice(1, 2), 3])
    assert one(events, AllianceMade).race == "Jair"
    assert board.state.alliances["Jair"] == "permanent"
    assert board.strength("Jair army A") == 2


@pytest.mark.rule("7.2.6")
def test_allies_and_crusaders_defend_together() -> None:
    """All units in the hex that the Crusader player commands, and the frozen, meet a Wersgorix attack."""
    board = War().ally("Jair")
    board.unit("Jair army A", "Cindle 2", 2)
    board.unit("Crusader army C", "Cindle 2", 2)
    board.unit("Thrall army A", "Cindle 2", 2)
    board.unit("Ashenk'goli army A", "Cindle 2", 2)
    board.unit("Wersgorix army A", "Cindle 1", 8)
    board.begin("wersgorix_combat")
    board.attack("wersgorix", "Cindle 2", "army A", "ground", imperial_dice(0, 4))
    assert one(board.events, BattleRolled).defend == 8


@pytest.mark.rule("6.6.13", "6.6.6")
def test_an_attack_on_a_capital_alerts_its_zone() -> None:
    """Any Crusader attack on a hex of the capital planet does, before a die is thrown."""
    board = War()
    board.unit("Crusader army C", "Ganth 2", 2)
    board.unit("Wersgorix army A", "Ganth 3", 2)
    board.begin("crusader_combat")
    board.attack("crusader", "Ganth 3", "army C", "ground", crusader_dice("D", "+1 to +2"))
    assert set(one(board.events, PlanetsAlerted).planets) == set(board.pack.zones["Orange"].planets)
