"""Resolving a combat (rule 7.3)."""

from collections.abc import Sequence

import pytest

from engine.high_crusade.battle_events import BattleEnded, BattleJoined, BattleRolled
from engine.high_crusade.combat import AttackLapsed
from engine.high_crusade.pieces import (
    EquipmentChanged,
    IqChanged,
    LeaderCaptured,
    LeaderDied,
    LeaderWounded,
    StrengthLost,
)
from engine.high_crusade.saving import SaveTried
from engine.high_crusade.state import Grail
from tests.support.board import found, one
from tests.support.war import War, crusader_dice, imperial_dice


def field(own: int = 4, foe: int = 4, place: str = "Cindle", **fields: object) -> War:
    """Crusader army C and Wersgorix army A face to face on a planet (Cindle: no terrain modifier)."""
    board = War().set(**fields)
    board.unit("Crusader army C", f"{place} 2", own)
    board.unit("Wersgorix army A", f"{place} 3", foe)
    return board


def fight(
    board: War, dice: Sequence[int] = (), place: str = "Cindle", pieces: str = "army C"
) -> BattleRolled:
    """The Crusaders attack."""
    board.begin("crusader_combat")
    return one(board.attack("crusader", f"{place} 3", pieces, "ground", dice), BattleRolled)


def strike(
    board: War, dice: Sequence[int] = (), place: str = "Cindle", pieces: str = "army A"
) -> BattleRolled:
    """The Wersgorix attack."""
    board.begin("wersgorix_combat")
    return one(board.attack("wersgorix", f"{place} 2", pieces, "ground", dice), BattleRolled)


# -- announcing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("7.3.1", "7.3.22")
def test_announce_first_then_resolve() -> None:
    """All attacks on a planet are announced before one is resolved there; then in any order."""
    board = field()
    board.unit("Crusader fleet B", "Cindle 2", 4)
    board.unit("Wersgorix fleet B", "Cindle 3", 4)
    board.unit("Crusader army D", "Cindle 2", 4)
    board.unit("Wersgorix army D", "Cindle 1", 4)
    board.begin("crusader_combat")
    board.refused("crusader", "resolve Cindle 3 by ground")
    board.give("crusader", "attack Cindle 3 with army C")
    board.give("crusader", "attack Cindle 3 with fleet B")
    board.refused("crusader", "resolve Cindle 1 by ground", "7.3.1")
    board.give("crusader", "resolve Cindle 3 by fleet", dice=crusader_dice(2))
    board.refused("crusader", "attack Cindle 1 with army D", "7.3.22")
    board.give("crusader", "resolve Cindle 3 by ground", dice=crusader_dice("D"))
    board.give("crusader", "attack Quill 2 with army I")


@pytest.mark.rule("7.3.22")
def test_ending_the_phase_resolves_the_rest() -> None:
    """What is announced is resolved in the order it was announced."""
    board = field()
    board.unit("Crusader fleet B", "Cindle 2", 4)
    board.unit("Wersgorix fleet B", "Cindle 3", 4)
    board.begin("crusader_combat")
    board.give("crusader", "attack Cindle 3 with fleet B")
    board.give("crusader", "attack Cindle 3 with army C")
    events = board.give("crusader", "done", dice=[*crusader_dice(2), *crusader_dice("D")])
    assert [event.kind for event in found(events, BattleJoined)] == ["fleet", "ground"]


@pytest.mark.rule("7.3.22")
def test_an_attack_without_a_target_lapses() -> None:
    """If nobody is left to attack, the attack comes to nothing and no die is thrown."""
    board = War()
    board.unit("Crusader army C", "Cindle 2", 4)
    board.unit("Crusader fleet B", "Cindle 2", 4)
    board.leader("Vorgash", "Cindle 3")
    board.unit("Wersgorix fleet B", "Cindle 1", 2)
    board.leader("Drusk", "Cindle 1")
    board.begin("crusader_combat")
    board.give("crusader", "attack Cindle 3 with army C")
    board.give("crusader", "attack Cindle 1 with fleet B")
    board.give("crusader", "resolve Cindle 3 by capture")
    board.unit("Wersgorix fleet B", "Cindle 1", 0)
    board.state.leaders = {name: leader for name, leader in board.state.leaders.items() if name != "Drusk"}
    events = board.give("crusader", "resolve Cindle 1 by fleet")
    assert one(events, AttackLapsed).place == "Cindle 1"


@pytest.mark.rule("7.3.22")
def test_an_attack_without_attackers_lapses() -> None:
    """If none of the attacking units is left, nothing happens; otherwise those that are left attack."""
    board = field()
    board.unit("Crusader army D", "Cindle 1", 4)
    board.begin("crusader_combat")
    board.give("crusader", "attack Cindle 3 with army C, army D")
    board.unit("Crusader army D", "Cindle 1", 0)
    rolled = one(board.give("crusader", "resolve Cindle 3 by ground", dice=crusader_dice("D")), BattleRolled)
    assert rolled.attack == 4
    board = field()
    board.begin("crusader_combat")
    board.give("crusader", "attack Cindle 3 with army C")
    board.unit("Crusader army C", "Cindle 2", 0)
    assert one(board.give("crusader", "resolve Cindle 3 by ground"), AttackLapsed).place == "Cindle 3"


# -- the column ----------------------------------------------------------------------------------------------


@pytest.mark.rule("7.3.2", "7.3.4")
@pytest.mark.parametrize(
    ("own", "foe", "column"), [(4, 4, "0"), (6, 4, "+1 to +2"), (2, 9, "-7 to -5"), (10, 1, "+8 to +11")]
)
def test_the_difference_gives_the_column(own: int, foe: int, column: str) -> None:
    """Attacker's total minus defender's total."""
    board = field(own, foe)
    rolled = fight(board, crusader_dice("C" if own < foe else "A", column))
    assert (rolled.attack, rolled.defend, rolled.column, rolled.net) == (own, foe, column, 0)


@pytest.mark.rule("7.3.5", "7.3.20")
@pytest.mark.parametrize(
    ("allied", "crusader"),
    [({"Jair army A": 5}, False), ({"Jair army A": 2, "Ashenk'goli army A": 3}, False)],
)
def test_allies_in_the_majority(allied: dict[str, int], crusader: bool) -> None:
    """Allies are added together; with more points than the Crusaders they use the Wersgorix table."""
    board = field(4, 9).ally("Jair", "Ashenk'goli")
    for name, strength in allied.items():
        board.unit(name, "Cindle 2", strength)
    rolled = fight(board, imperial_dice(0, 4), pieces=", ".join(["army C", *allied]))
    assert bool(rolled.result) == crusader


@pytest.mark.rule("7.3.5", "7.3.20")
def test_even_or_thrall_forces_use_the_crusader_table() -> None:
    """Equal strengths read the Crusader table, and Thralls count as Crusaders."""
    board = field(4, 8).ally("Jair")
    board.unit("Jair army A", "Cindle 2", 4)
    assert fight(board, crusader_dice("D"), pieces="army C, Jair army A").result == "D"
    board = field(1, 6).ally("Jair")
    board.unit("Jair army A", "Cindle 2", 3)
    board.unit("Thrall army A", "Cindle 2", 2)
    assert fight(board, crusader_dice("D"), pieces="army C, Jair army A, Thrall army A").result == "D"
    board = field(1, 4)
    board.unit("Thrall army A", "Cindle 2", 4)
    assert fight(board, crusader_dice("D"), pieces="Thrall army A").result == "D"


@pytest.mark.rule("7.3.5")
def test_the_wersgorix_use_their_own_table() -> None:
    """So do allies that attack alone."""
    assert strike(field(), imperial_dice(1, 2)).result == ""
    board = field(4, 4).ally("Jair")
    board.unit("Jair army A", "Cindle 2", 4)
    assert fight(board, imperial_dice(1, 2), pieces="Jair army A").result == ""


@pytest.mark.rule("7.3.6", "7.3.7", "7.3.21")
def test_leaders_and_tracks_shift() -> None:
    """One leader a side, the best; Equipment for the Crusaders, I.Q. for the Wersgorix."""
    board = field(equipment=8, iq=4)
    for name, place in (("Sir Owain", 2), ("Red John", 2), ("Drusk", 3), ("Tabrun", 3)):
        board.leader(name, f"Cindle {place}")
    rolled = fight(board, crusader_dice("D", "+1 to +2"), pieces="army C, Red John, Owain")
    assert dict(rolled.attacker_shifts) == {"Sir Owain": 2, "Equipment": 2}
    assert dict(rolled.defender_shifts) == {"Drusk": 2, "I.Q.": 1}
    assert (rolled.net, rolled.column) == (1, "+1 to +2")


@pytest.mark.rule("7.3.6", "7.3.7")
@pytest.mark.parametrize(("place", "net"), [("Borrum", 1), ("Eskar", -1)])
def test_terrain_shifts(place: str, net: int) -> None:
    """Terrain marked A helps the attacker, terrain marked D the defender, on the ground only."""
    board = field(place=place)
    board.unit("Crusader fleet B", f"{place} 2", 4)
    board.unit("Wersgorix fleet B", f"{place} 3", 4)
    board.begin("crusader_combat")
    board.give("crusader", f"attack {place} 3 with army C")
    board.give("crusader", f"attack {place} 3 with fleet B")
    column = "+1 to +2" if net > 0 else "-2 to -1"
    rolled = one(
        board.give("crusader", f"resolve {place} 3 by ground", crusader_dice("D", column)), BattleRolled
    )
    assert rolled.net == net
    rolled = one(board.give("crusader", f"resolve {place} 3 by fleet", crusader_dice(2)), BattleRolled)
    assert rolled.net == 0


@pytest.mark.rule("7.3.6", "7.3.7", "7.3.21", "7.3.27", "11.1.23")
@pytest.mark.parametrize("fervor", [False, True])
def test_parvus_and_fervor(fervor: bool) -> None:
    """Parvus gives 1 besides a leader; with Fervor in effect he gives none and every attack 1."""
    board = field(fervor=fervor)
    board.leader("Brother Parvus", "Cindle 2")
    board.leader("Red John", "Cindle 2")
    rolled = fight(board, (*crusader_dice("J", "+3 to +4"), 1), pieces="army C, Parvus, Red John")
    extra = {"Crusading Fervor": 1} if fervor else {"Brother Parvus": 1}
    assert dict(rolled.attacker_shifts) == {"Red John": 1, **extra}
    board = field(fervor=fervor)
    board.leader("Brother Parvus", "Cindle 2")
    rolled = strike(board, imperial_dice(1, 1, "0" if fervor else "-2 to -1"))
    assert dict(rolled.defender_shifts) == ({} if fervor else {"Brother Parvus": 1})


@pytest.mark.rule("7.3.27", "11.1.15", "11.1.21")
def test_the_true_grail_shifts_in_attack_and_defence() -> None:
    """For the force that has it, also among allies, on either table; an untested one does nothing."""
    for true in (True, False):
        board = field().ally("Jair")
        board.unit("Jair army A", "Cindle 2", 4)
        board.set(grail=Grail(board.hex("Cindle 2"), "Jair army A", true))
        column = "+1 to +2" if true else "0"
        rolled = fight(board, imperial_dice(1, 2, column), pieces="Jair army A")
        assert dict(rolled.attacker_shifts) == ({"the True Grail": 1} if true else {})
    board = field()
    board.set(grail=Grail(board.hex("Cindle 2"), "Crusader army C", True))
    assert strike(board, imperial_dice(1, 1, "-2 to -1")).defender_shifts == (("the True Grail", 1),)
    board = field()
    board.unit("Crusader army D", "Cindle 2", 4)
    board.set(grail=Grail(board.hex("Cindle 2"), "Crusader army D", True))
    assert fight(board, crusader_dice("D")).attacker_shifts == ()


@pytest.mark.rule("7.3.8", "7.3.18")
def test_at_most_three_columns() -> None:
    """The rest after subtracting, never more than three, and never off the table."""
    board = field(equipment=12)
    board.leader("Sir Roger", "Cindle 2")
    rolled = fight(board, crusader_dice("A", "+5 to +7"), pieces="army C, Roger")
    assert (sum(shift for _, shift in rolled.attacker_shifts), rolled.net) == (6, 3)
    assert rolled.column == "+5 to +7"
    board = field(10, 1, equipment=12)
    rolled = fight(board, crusader_dice("A", "+12 or more"))
    assert (rolled.net, rolled.column) == (3, "+12 or more")
    board = field(1, 10, iq=12)
    rolled = fight(board, crusader_dice("C", "-8 or less"))
    assert (rolled.net, rolled.column) == (-3, "-8 or less")


@pytest.mark.rule("7.3.21")
def test_only_named_leaders_attack() -> None:
    """A leader who is not named gives nothing; one who stands elsewhere cannot be named."""
    board = field()
    board.leader("Sir Roger", "Cindle 2")
    board.leader("Sir Owain", "Cindle 1")
    board.begin("crusader_combat")
    board.refused("crusader", "attack Cindle 3 with army C, Owain", "7.3.21")
    rolled = one(board.attack("crusader", "Cindle 3", "army C", "ground", crusader_dice("D")), BattleRolled)
    assert rolled.attacker_shifts == ()


@pytest.mark.rule("7.3.21", "2.3.2")
def test_a_wounded_leader_counts_less() -> None:
    """His lower rating counts."""
    board = field()
    board.leader("Drusk", "Cindle 3", wounded=True)
    assert fight(board, crusader_dice("D", "-2 to -1")).defender_shifts == (("Drusk", 1),)


@pytest.mark.rule("7.3.9")
def test_two_dice_and_the_table() -> None:
    """Row and column give the result: losses on the Wersgorix table."""
    board = field()
    rolled = strike(board, imperial_dice(1, 2))
    assert (rolled.rolled, rolled.attacker_loses, rolled.defender_loses) == (imperial_dice(1, 2), 1, 2)
    assert (board.strength("Wersgorix army A"), board.strength("Crusader army C")) == (3, 2)


# -- saving --------------------------------------------------------------------------------------------------


def hurt(wounded: bool = False) -> War:
    """The Crusaders on Cindle have to lose 3 of 4 points; Sir Owain is with them."""
    board = field()
    board.leader("Sir Owain", "Cindle 2", wounded=wounded)
    board.begin("wersgorix_combat")
    column = "-2 to -1" if wounded else "-4 to -3"
    board.attack("wersgorix", "Cindle 2", "army A", "ground", imperial_dice(0, 3, column))
    return board


@pytest.mark.rule("7.3.10", "7.3.11", "7.3.24")
@pytest.mark.parametrize(
    ("count", "die", "saved"), [(1, 2, False), (1, 3, True), (2, 4, False), (2, 5, True)]
)
def test_a_leader_risks_himself(count: int, die: int, saved: bool) -> None:
    """More than double the points named saves them; otherwise he is wounded."""
    board = hurt()
    assert board.waits() == [("crusader", "save")]
    events = board.give("crusader", f"save {count} with Owain", dice=[die])
    assert one(events, SaveTried).saved == saved
    assert board.strength("Crusader army C") == (1 + count if saved else 1)
    assert board.state.leaders["Sir Owain"].wounded != saved


@pytest.mark.rule("7.3.11")
def test_a_wounded_leader_who_fails_dies() -> None:
    """Whoever was wounded already is killed."""
    board = hurt(wounded=True)
    events = board.give("crusader", "save 1 with Owain", dice=[1])
    assert one(events, LeaderDied).leader == "Sir Owain"
    assert board.strength("Crusader army C") == 1


@pytest.mark.rule("7.3.10", "7.3.24")
def test_limits_of_the_save() -> None:
    """One attempt, 1 or 2 points, no more than was lost, by a leader with the force; or none."""
    board = hurt()
    board.leader("Sir Roger", "Cindle 1")
    board.refused("crusader", "save 3 with Owain", "7.3.24")
    board.refused("crusader", "save 0 with Owain", "7.3.24")
    board.refused("crusader", "save 1 with Roger", "7.3.24")
    assert board.values("crusader", "save") == [1, 2]
    board.give("crusader", "accept")
    assert board.strength("Crusader army C") == 1
    assert board.waits() == [("wersgorix", "wersgorix_combat")]


@pytest.mark.rule("7.3.24", "7.3.10")
def test_both_sides_may_try() -> None:
    """Each side that lost points is asked, and answers for itself; attackers only with a leader named."""
    board = field()
    board.leader("Sir Owain", "Cindle 2")
    board.leader("Red John", "Cindle 2")
    board.leader("Drusk", "Cindle 3")
    board.begin("crusader_combat")
    dice = [*crusader_dice("J"), 2]
    board.attack("crusader", "Cindle 3", "army C, Owain", "ground", dice)
    assert set(board.waits()) == {("crusader", "save"), ("wersgorix", "save")}
    board.refused("crusader", "save 1 with Red John", "7.3.24")
    board.give("wersgorix", "save 2 with Drusk", dice=[6])
    board.give("crusader", "save 1 with Owain", dice=[6])
    assert (board.strength("Crusader army C"), board.strength("Wersgorix army A")) == (2, 4)


# -- destroyed forces ----------------------------------------------------------------------------------------


def doomed(**others: str) -> War:
    """Crusaders of 2 on Cindle about to lose everything, with Sir Owain and Red John."""
    board = field(2, 2)
    board.leader("Sir Owain", "Cindle 2")
    board.leader("Red John", "Cindle 2")
    for name, place in others.items():
        board.unit(f"Crusader {name.replace('_', ' ')}", place, 1)
    board.begin("wersgorix_combat")
    board.attack("wersgorix", "Cindle 2", "army A", "ground", imperial_dice(0, 3, "-4 to -3"))
    return board


@pytest.mark.rule("7.3.12", "7.3.23", "7.3.19")
def test_leaders_die_with_their_force() -> None:
    """When nothing is left of a force all its leaders in the hex are killed; losses stop at what it has."""
    board = doomed()
    events = board.give("crusader", "accept")
    assert one(events, StrengthLost).points == 2
    assert {event.leader for event in found(events, LeaderDied)} == {"Sir Owain", "Red John"}


@pytest.mark.rule("7.3.12", "7.3.24")
def test_one_point_saved_saves_the_leaders() -> None:
    """Losses are cut to what the force has, so 1 point saved leaves 1."""
    board = doomed()
    events = board.give("crusader", "save 1 with Owain", dice=[3])
    assert not found(events, LeaderDied)
    assert board.strength("Crusader army C") == 1


@pytest.mark.rule("7.3.12")
def test_a_failed_attempt_kills() -> None:
    """An attempt that fails to save the last point kills him, and all who are there."""
    board = doomed()
    events = board.give("crusader", "save 1 with Owain", dice=[2])
    assert {event.leader for event in found(events, LeaderDied)} == {"Sir Owain", "Red John"}


@pytest.mark.rule("7.3.23")
def test_another_unit_keeps_the_leaders_alive() -> None:
    """With a friendly fleet in the hex nobody dies; a failed attempt only wounds."""
    board = doomed(fleet_B="Cindle 2")
    events = board.give("crusader", "save 1 with Owain", dice=[2])
    assert not found(events, LeaderDied)
    assert one(events, LeaderWounded).leader == "Sir Owain"


@pytest.mark.rule("7.3.23")
def test_leaders_of_a_destroyed_attack() -> None:
    """All leaders in the attackers' hexes die, named or not; elsewhere nobody does."""
    board = field(2, 2)
    board.unit("Crusader army D", "Cindle 1", 1)
    board.leader("Sir Owain", "Cindle 2")
    board.leader("Red John", "Cindle 1")
    board.unit("Crusader garrison", "Cindle 1", 1)
    board.begin("crusader_combat")
    dice = [*crusader_dice("B", "+1 to +2"), 1, 6, 6]
    board.attack("crusader", "Cindle 3", "army C, army D", "ground", dice)
    assert board.strength("Crusader army C") == board.strength("Crusader army D") == 0
    assert [event.leader for event in found(board.events, LeaderDied)] == ["Sir Owain"]
    assert board.where("Red John") == "Cindle 1"


@pytest.mark.rule("7.3.13")
def test_no_advance_after_combat() -> None:
    """The victor stays where he is when there is no fort to take."""
    board = field(4, 4)
    board.begin("crusader_combat")
    board.attack("crusader", "Cindle 3", "army C", "ground", [*crusader_dice("E"), 6])
    assert board.strength("Wersgorix army A") == 0
    assert board.where("Crusader army C") == "Cindle 2"
    assert board.waits() == [("crusader", "crusader_combat")]


# -- points --------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.3.14", "7.3.25")
def test_a_point_for_a_clean_victory() -> None:
    """A player who hurt the enemy and was not hurt gains 1, in attack and in defence."""
    board = field()
    fight(board, [*crusader_dice("E"), 1])
    assert one(board.events, EquipmentChanged).by == 1
    board = field()
    fight(board, [*crusader_dice("F"), 1])
    assert one(board.events, IqChanged).by == 1
    board = field()
    strike(board, imperial_dice(0, 3))
    assert one(board.events, IqChanged).by == 1
    board = field()
    strike(board, imperial_dice(3, 0))
    assert one(board.events, EquipmentChanged).by == 1


@pytest.mark.rule("7.3.14", "7.3.25", "7.3.29")
@pytest.mark.parametrize("dice", [crusader_dice("D"), (*crusader_dice("J"), 3)])
def test_no_point_otherwise(dice: tuple[int, ...]) -> None:
    """Nobody gains when both lost or neither did."""
    board = field()
    fight(board, dice)
    assert not found(board.events, EquipmentChanged)
    assert not found(board.events, IqChanged)


@pytest.mark.rule("7.3.23", "7.3.25")
def test_a_saved_loss_was_not_suffered() -> None:
    """A side that saved all its losses lost nothing."""
    board = field()
    board.leader("Drusk", "Cindle 3")
    fight(board, [*crusader_dice("E", "-4 to -3"), 1])
    events = board.give("wersgorix", "save 1 with Drusk", dice=[3])
    ended = one(events, BattleEnded)
    assert (ended.attacker_lost, ended.defender_lost) == (0, 0)
    assert not found(events, EquipmentChanged)


@pytest.mark.rule("7.3.15", "7.3.25", "7.4.27")
def test_a_point_for_a_stormed_fort() -> None:
    """Storming an occupied fort earns 1, besides the one for a clean victory."""
    board = War().set(equipment=0)
    board.unit("Crusader army C", "Eskar 2", 7)
    board.unit("Wersgorix garrison", "Eskar 1", 2)
    board.begin("crusader_combat")
    board.attack("crusader", "Eskar 1", "army C", "ground")
    board.give("wersgorix", "inside")
    events = board.give("crusader", "storm", dice=[*crusader_dice("E"), 6])
    assert [event.by for event in found(events, EquipmentChanged)] == [1, 1]
    assert board.state.equipment == 2


@pytest.mark.rule("7.3.26")
def test_ends_of_the_tracks() -> None:
    """Totals stay between 0 and the end of the track; beyond its last step the last modifier holds."""
    top = War().pack.equipment.maximum
    board = field(equipment=top)
    fight(board, [*crusader_dice("A", "+5 to +7")])
    assert board.state.equipment == top
    assert dict(one(board.events, BattleRolled).attacker_shifts)["Equipment"] == 3
    track = board.pack.iq
    assert track.modifier(track.maximum) == 3
    assert track.modifier(0) == 0


@pytest.mark.rule("7.3.16")
def test_captured_leaders_live() -> None:
    """A captive stays on the map; there is no order to kill him."""
    board = War()
    board.unit("Crusader army C", "Cindle 2", 2)
    board.leader("Drusk", "Cindle 3", wounded=True)
    board.begin("crusader_combat")
    board.attack("crusader", "Cindle 3", "army C", "capture")
    drusk = board.state.leaders["Drusk"]
    assert (drusk.captor, drusk.dead, drusk.wounded) == ("crusader", False, True)
    assert board.verbs("crusader") == ("attack", "nuke", "done")


@pytest.mark.rule("7.3.17", "7.3.28")
@pytest.mark.parametrize("unit", ["army C", "fleet B", "garrison at Eskar 2"])
def test_leaders_alone_are_captured(unit: str) -> None:
    """Any unit in reach takes every free leader of the hex, in a fort or not, as its attack, for no point."""
    board = War()
    board.unit(f"Crusader {unit}", "Eskar 2", 2)
    board.leader("Drusk", "Eskar 1")
    board.leader("Tabrun", "Eskar 1")
    board.begin("crusader_combat")
    events = board.attack("crusader", "Eskar 1", unit, "capture")
    assert {event.leader for event in found(events, LeaderCaptured)} == {"Drusk", "Tabrun"}
    assert {board.where("Drusk"), board.where("Tabrun")} == {"Eskar 2"}
    assert not found(events, EquipmentChanged)
    assert f"Crusader {unit}" in board.state.fought


@pytest.mark.rule("7.3.28")
def test_captives_join_the_first_unit_named() -> None:
    """The captor says with whom they go by naming that unit first."""
    board = War()
    board.unit("Crusader army C", "Cindle 1", 2)
    board.unit("Crusader army D", "Cindle 2", 2)
    board.leader("Drusk", "Cindle 3")
    board.begin("crusader_combat")
    board.attack("crusader", "Cindle 3", "army D, army C", "capture")
    assert board.where("Drusk") == "Cindle 2"


@pytest.mark.rule("7.3.17")
def test_a_leader_with_a_unit_is_not_alone() -> None:
    """A fleet in the hex is company enough: an army cannot take him."""
    board = War()
    board.unit("Crusader army C", "Cindle 1", 2)
    board.leader("Drusk", "Cindle 3")
    board.unit("Wersgorix fleet A", "Cindle 3", 1)
    board.begin("crusader_combat")
    board.refused("crusader", "attack Cindle 3 with army C", "7.2.2")


@pytest.mark.rule("7.3.19")
def test_the_owner_shares_out_his_losses() -> None:
    """He says which of his units in the combat bear how much, exactly as much as was lost."""
    board = field(4, 6)
    board.unit("Crusader garrison", "Cindle 2", 2)
    board.begin("wersgorix_combat")
    board.attack("wersgorix", "Cindle 2", "army A", "ground", imperial_dice(0, 3))
    assert board.waits() == [("crusader", "losses")]
    board.refused("crusader", "lose 2 from army C", "7.3.19")
    board.refused("crusader", "lose 3 from garrison at Cindle 2", "7.3.19")
    board.refused("crusader", "lose 3 from army I", "7.3.19")
    board.refused("crusader", "lose 1 from army C, 2 from army C", "7.3.19")
    board.give("crusader", "lose 1 from army C, 2 from garrison at Cindle 2")
    assert board.strength("Crusader army C") == 3
    assert "Crusader garrison at Cindle 2" not in board.state.units


@pytest.mark.rule("7.3.29")
def test_an_attack_without_a_battle_is_used_up() -> None:
    """After a truce neither the attackers attack nor the defenders are attacked again."""
    board = field()
    fight(board, crusader_dice("D"))
    assert "Crusader army C" in board.state.fought
    assert "Wersgorix army A" in board.state.struck
    board.refused("crusader", "nuke Cindle 3 with army C", "7.5.8")
