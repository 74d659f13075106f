"""Forts, fortresses and sieges (rules 4.5.2, 4.9.1 and 7.4)."""

from collections.abc import Sequence

import pytest

from engine.high_crusade.advancing import Advanced
from engine.high_crusade.alliances import break_alliance
from engine.high_crusade.battle_events import BattleRolled, WallsChosen
from engine.high_crusade.draft import Draft
from engine.high_crusade.pieces import (
    EquipmentChanged,
    IqChanged,
    LeaderCaptured,
    LeaderDied,
    LeaderFreed,
    StrengthLost,
)
from engine.high_crusade.siege import FortTaken, SiegeLaid, SiegeLifted, SiegeRolled
from engine.kernel.dice import ScriptedDice
from engine.kernel.seats import Seat
from tests.support.board import found, one
from tests.support.war import War, crusader_dice, imperial_dice

ESKAR = "Eskar 1"


def fort(own: int = 7, foe: int = 2, **fields: object) -> War:
    """Crusader army C beside the fort of Eskar (4, terrain D1), which a Wersgorix army holds."""
    board = War().set(**fields)
    board.unit("Crusader army C", "Eskar 2", own)
    board.unit("Wersgorix army A", ESKAR, foe)
    return board


def siege(besiegers: int = 6, besieged: int = 3, **fields: object) -> War:
    """Crusader army C besieges Wersgorix army A in the fort of Eskar."""
    board = War().set(sieges={ESKAR: "crusader"}, inside={ESKAR}, **fields)
    board.unit("Crusader army C", ESKAR, besiegers)
    board.unit("Wersgorix army A", ESKAR, besieged)
    return board


def castle(besiegers: int = 6, besieged: int = 3, **fields: object) -> War:
    """Wersgorix army A besieges Crusader army C in the fort of Eskar."""
    board = War().set(sieges={ESKAR: "wersgorix"}, inside={ESKAR}, castles={ESKAR}, **fields)
    board.unit("Wersgorix army A", ESKAR, besiegers)
    board.unit("Crusader army C", ESKAR, besieged)
    return board


def assault(board: War, pieces: str = "army C", walls: str = "inside") -> War:
    """Attack the fort; its defenders choose."""
    board.begin("crusader_combat")
    board.attack("crusader", ESKAR, pieces, "ground")
    board.give("wersgorix", walls)
    return board


def besieged(board: War) -> bool:
    """Whether the fort of Eskar is under siege."""
    return board.hex(ESKAR) in board.state.sieges


# -- control -------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4.1", "7.4.18")
def test_who_controls_a_fort() -> None:
    """A castle marker makes it the Crusaders', a Wersgorix army or garrison theirs; otherwise nobody's."""
    board = War()
    at = board.hex(ESKAR)
    assert board.state.fort_holder(at) is None
    board.unit("Wersgorix fleet B", ESKAR, 1)
    board.leader("Drusk", ESKAR)
    assert board.state.fort_holder(at) is None
    board.unit("Wersgorix garrison", ESKAR, 1)
    assert board.state.fort_holder(at) == "wersgorix"
    board.set(castles={ESKAR})
    assert board.state.fort_holder(at) == "crusader"
    assert board.state.fort_holder(board.hex("Cindle 1")) is None


@pytest.mark.rule("7.4.4")
def test_fort_values() -> None:
    """A fort is worth 4, a fortress 6."""
    board = War()
    assert board.state.fort(board.hex("Eskar 1")) == 4
    assert board.state.fort(board.hex("Ganth 1")) == 6
    assert board.state.fort(board.hex("Cindle 1")) == 0


# -- inside and outside --------------------------------------------------------------------------------------


@pytest.mark.rule("7.3.3", "7.4.5", "7.4.22", "7.4.20")
def test_inside_the_walls_count() -> None:
    """The defender chooses when the attack is resolved; inside, the fort's value is added."""
    board = fort(6, 2)
    board.unit("Wersgorix garrison", ESKAR, 1)
    board.begin("crusader_combat")
    board.give("crusader", f"attack {ESKAR} with army C")
    assert board.waits() == [("crusader", "crusader_combat")]
    board.give("crusader", f"resolve {ESKAR} by ground")
    assert board.waits() == [("wersgorix", "walls")]
    events = board.give("wersgorix", "inside")
    assert one(events, WallsChosen).inside
    assert board.hex(ESKAR) in board.state.inside
    rolled = one(board.give("crusader", "storm", dice=crusader_dice("D", "-4 to -3")), BattleRolled)
    assert (rolled.attack, rolled.defend, rolled.walls) == (6, 3, 4)
    board.give("crusader", "done")
    assert board.hex(ESKAR) not in board.state.inside


@pytest.mark.rule("7.3.3", "7.4.5")
def test_outside_they_do_not() -> None:
    """Outside, the fort has no effect, and there is nothing to besiege."""
    board = fort(4, 4).begin("crusader_combat")
    board.attack("crusader", ESKAR, "army C", "ground")
    rolled = one(board.give("wersgorix", "outside", dice=crusader_dice("D", "-2 to -1")), BattleRolled)
    assert rolled.walls == 0
    assert board.hex(ESKAR) not in board.state.inside


@pytest.mark.rule("7.4.5", "7.4.18", "7.4.19")
def test_no_choice_without_a_fort_of_ones_own() -> None:
    """A castle where no fort stands, or a fort that is not one's own, gives no choice."""
    board = War().set(castles={"Cindle 1"})
    board.unit("Crusader army C", "Cindle 1", 4)
    board.unit("Wersgorix army A", "Cindle 2", 4)
    board.begin("wersgorix_combat")
    rolled = one(board.attack("wersgorix", "Cindle 1", "army A", "ground", imperial_dice(1, 2)), BattleRolled)
    assert rolled.walls == 0


@pytest.mark.rule("7.4.22")
def test_allies_are_inside_too() -> None:
    """All armies and garrisons of the defender in the hex are inside or outside alike."""
    board = War().set(castles={ESKAR}).ally("Jair")
    board.unit("Crusader garrison", ESKAR, 1)
    board.unit("Jair army A", ESKAR, 2)
    board.unit("Wersgorix army A", "Eskar 2", 7)
    board.begin("wersgorix_combat")
    board.attack("wersgorix", ESKAR, "army A", "ground")
    board.give("crusader", "inside")
    rolled = one(board.give("wersgorix", "storm", dice=imperial_dice(1, 1, "-2 to -1")), BattleRolled)
    assert (rolled.defend, rolled.walls) == (3, 4)


# -- sieges --------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4.6", "7.4.23", "7.3.3")
def test_laying_siege() -> None:
    """Instead of attacking, all attacking units and named leaders move in; the attack is used up."""
    board = fort(3, 9)
    board.unit("Crusader garrison", "Eskar 3", 2)
    board.leader("Sir Owain", "Eskar 2")
    board.leader("Red John", "Eskar 2")
    assault(board, "army C, garrison at Eskar 3, Owain")
    laid = one(board.give("crusader", "besiege"), SiegeLaid)
    assert laid.leaders == ("Sir Owain",)
    assert board.where("Crusader army C") == board.where("Sir Owain") == ESKAR
    assert board.strength("Crusader garrison at Eskar 1") == 2
    assert board.where("Red John") == "Eskar 2"
    assert board.state.sieges == {board.hex(ESKAR): "crusader"}
    assert board.hex(ESKAR) in board.state.inside
    assert "Wersgorix army A" in board.state.struck
    board.refused("crusader", f"nuke {ESKAR} with garrison at {ESKAR}", "7.5.8")
    assert not found(board.events, FortTaken)


@pytest.mark.rule("7.4.23")
def test_too_weak_to_besiege() -> None:
    """Less strength than the fort's value cannot besiege: the walls are stormed at once."""
    board = fort(3, 2).begin("crusader_combat")
    board.attack("crusader", ESKAR, "army C", "ground")
    events = board.give("wersgorix", "inside", dice=crusader_dice("C", "-7 to -5"))
    assert one(events, BattleRolled).walls == 4


@pytest.mark.rule("7.4.7", "7.4.21", "6.5.9")
def test_the_besieged_cannot_move() -> None:
    """Armies, garrisons and leaders under siege stay and exchange nothing; a fleet in the hex may leave."""
    board = castle()
    board.unit("Crusader garrison", ESKAR, 2)
    board.unit("Crusader fleet B", ESKAR, 3)
    board.leader("Sir Owain", ESKAR)
    board.begin("crusader_movement")
    for piece in ("army C", f"garrison at {ESKAR}", "Owain"):
        board.refused("crusader", f"move {piece} to Eskar 2", "7.4.7")
    board.refused("crusader", "drop 1 from army C", "7.4.7")
    board.refused("crusader", "take 1 with army C", "7.4.7")
    board.refused("crusader", "move fleet B to Borrum 1 carrying Owain", "6.5.9")
    board.give("crusader", "move fleet B to Borrum 1")


@pytest.mark.rule("7.4.21")
def test_fleets_at_a_besieged_fort_fight_without_its_leaders() -> None:
    """They may be attacked by fleets; the leaders are inside with the troops and neither help nor die."""
    board = castle()
    board.unit("Crusader fleet B", ESKAR, 3)
    board.unit("Wersgorix fleet B", "Eskar 2", 3)
    board.leader("Sir Roger", ESKAR)
    board.begin("wersgorix_combat")
    events = board.attack("wersgorix", ESKAR, "fleet B", "fleet", imperial_dice(0, 4))
    assert one(events, BattleRolled).defender_shifts == ()
    assert board.strength("Crusader fleet B") == 0
    assert board.where("Sir Roger") == ESKAR
    board = castle()
    board.unit("Crusader fleet B", ESKAR, 3)
    board.unit("Wersgorix fleet B", "Eskar 2", 3)
    board.leader("Sir Roger", ESKAR)
    board.begin("crusader_combat")
    board.refused("crusader", "attack Eskar 2 with fleet B, Roger", "7.3.21")
    board.give("crusader", f"attack {ESKAR} with army C, Roger")


@pytest.mark.rule("7.4.8", "7.4.25")
@pytest.mark.parametrize("how", ["leave", "weaken"])
def test_a_siege_ends_when_besiegers_go(how: str) -> None:
    """When they leave, or are fewer than the fort's value, the besieged are free at once."""
    board = siege()
    board.begin("crusader_movement")
    if how == "leave":
        board.give("crusader", "move army C to Eskar 2")
    else:
        board.give("crusader", "drop 3 from army C")
        assert besieged(board)
        board.give("crusader", "move army C to Eskar 2")
    assert one(board.events, SiegeLifted).place == ESKAR
    assert not besieged(board)
    assert board.hex(ESKAR) not in board.state.inside


@pytest.mark.rule("7.4.9", "7.4.24")
def test_a_sortie() -> None:
    """The besieged attack without the fort's value, and the besiegers do not use the fort either."""
    board = siege(6, 6)
    board.begin("wersgorix_combat")
    events = board.attack("wersgorix", ESKAR, "army A", "ground", imperial_dice(0, 3, "-2 to -1"))
    rolled = one(events, BattleRolled)
    assert (rolled.attack, rolled.defend, rolled.walls) == (6, 6, 0)
    assert board.strength("Crusader army C") == 3
    assert one(events, SiegeLifted).place == ESKAR


@pytest.mark.rule("7.4.24")
def test_relief_from_outside() -> None:
    """Besieged and friends next to the hex attack together; friends do not enter it."""
    board = siege(6, 3)
    board.unit("Wersgorix army B", "Eskar 2", 3)
    board.begin("wersgorix_movement")
    board.refused("wersgorix", f"move army B to {ESKAR}")
    board = siege(6, 3)
    board.unit("Wersgorix army B", "Eskar 2", 3)
    board.begin("wersgorix_combat")
    board.attack("wersgorix", ESKAR, "army A, army B", "ground", imperial_dice(4, 0, "-2 to -1"))
    rolled = one(board.events, BattleRolled)
    assert (rolled.attack, rolled.defend, rolled.walls) == (6, 6, 0)
    board.give("wersgorix", "lose 3 from army A, 1 from army B")
    assert one(board.events, FortTaken).how == "abandoned"
    assert board.state.equipment == board.pack.setup.equipment + 1


@pytest.mark.rule("7.4.10", "7.4.22", "7.4.27")
def test_storming() -> None:
    """The besieger attacks with the fort's value added to the defence; the besieged are always inside."""
    board = siege(8, 3)
    board.begin("crusader_combat")
    events = board.attack("crusader", ESKAR, "army C", "ground", [*crusader_dice("E", "0"), 6])
    rolled = one(events, BattleRolled)
    assert (rolled.attack, rolled.defend, rolled.walls) == (8, 3, 4)
    assert one(events, FortTaken).how == "storm"
    assert board.hex(ESKAR) in board.state.castles
    assert not besieged(board)


@pytest.mark.rule("7.4.11", "4.5.2", "4.9.1")
@pytest.mark.parametrize(
    ("seat", "die", "falls"),
    [("crusader", 1, True), ("crusader", 2, False), ("wersgorix", 3, True), ("wersgorix", 4, False)],
)
def test_falling_by_siege(seat: str, die: int, falls: bool) -> None:
    """At the end of the besieged player's combat phase: Crusader forts fall on 1, the others on 1 to 3."""
    board = castle() if seat == "crusader" else siege()
    board.begin(f"{seat}_combat")
    rolled = one(board.give(seat, "done", dice=[die]), SiegeRolled)
    assert (rolled.seat, rolled.falls) == (seat, falls)
    assert besieged(board) != falls
    board = castle() if seat == "wersgorix" else siege()
    board.begin(f"{seat}_combat")
    assert not found(board.give(seat, "done"), SiegeRolled)


@pytest.mark.rule("7.4.12", "7.4.29", "7.4.14")
def test_what_a_fallen_fort_costs() -> None:
    """Its points are lost, its leaders captured, its captives free; the victor gains 1; fleets survive."""
    board = castle()
    board.unit("Crusader garrison", ESKAR, 2)
    board.unit("Crusader fleet B", ESKAR, 2)
    board.leader("Sir Owain", ESKAR)
    board.leader("Tabrun", ESKAR, captor="crusader")
    board.begin("crusader_combat")
    events = board.give("crusader", "done", dice=[1])
    assert sum(event.points for event in found(events, StrengthLost)) == 5
    assert one(events, LeaderCaptured).leader == "Sir Owain"
    assert one(events, LeaderFreed).leader == "Tabrun"
    assert one(events, IqChanged).by == 1
    assert board.strength("Crusader fleet B") == 2
    assert board.hex(ESKAR) not in board.state.castles
    assert board.state.leaders["Sir Owain"].captor == "wersgorix"


@pytest.mark.rule("7.4.12", "7.4.14")
def test_a_wersgorix_fort_falls() -> None:
    """The Crusaders gain an Equipment Point and put a castle on it."""
    board = siege()
    board.leader("Drusk", ESKAR)
    board.begin("wersgorix_combat")
    events = board.give("wersgorix", "done", dice=[2])
    assert one(events, EquipmentChanged).by == 1
    assert board.hex(ESKAR) in board.state.castles
    assert board.state.leaders["Drusk"].captor == "crusader"


@pytest.mark.rule("7.4.13", "7.4.14", "7.4.15", "7.4.27", "7.4.28", "7.3.13")
def test_taking_by_storm_and_advancing() -> None:
    """The fort is captured when its last defender falls; the attackers may occupy it, all, some or none."""
    for answer, inside in (
        ("advance with army C, Owain", {"Crusader army C", "Sir Owain"}),
        ("advance with army D", {"Crusader army D"}),
        ("stay", set()),
    ):
        board = fort(4, 2)
        board.unit("Crusader army D", "Eskar 3", 3)
        board.unit("Wersgorix fleet B", ESKAR, 1)
        board.leader("Sir Owain", "Eskar 2")
        board.leader("Red John", "Eskar 2")
        assault(board, "army C, army D, Owain")
        board.give("crusader", "storm", dice=[*crusader_dice("E", "+3 to +4"), 6])
        assert board.hex(ESKAR) in board.state.castles
        assert board.waits() == [("crusader", "advance")]
        board.refused("crusader", "advance with Red John", "7.4.28")
        board.refused("crusader", "advance with Owain", "7.4.28")
        board.refused("crusader", "advance with army C, army C", "7.4.28")
        board.give("crusader", answer)
        names = ("Crusader army C", "Crusader army D", "Sir Owain", "Red John")
        assert {name for name in names if board.where(name) == ESKAR} == inside
        assert board.where("Wersgorix fleet B") == ESKAR


@pytest.mark.rule("7.4.28", "7.1.4")
def test_a_garrison_that_advances_has_attacked() -> None:
    """Its new name does not give it a second attack; captives it alone guarded go along."""
    board = War()
    board.unit("Crusader garrison", "Eskar 2", 7)
    board.leader("Krelig", "Eskar 2", captor="crusader")
    board.unit("Wersgorix army A", ESKAR, 2)
    board.unit("Wersgorix army B", "Eskar 3", 2)
    assault(board, "garrison at Eskar 2")
    board.give("crusader", "storm", dice=[*crusader_dice("E"), 6])
    events = board.give("crusader", "advance with garrison at Eskar 2")
    assert one(events, Advanced).pieces == ("Crusader garrison at Eskar 2", "Krelig")
    assert not found(events, LeaderFreed)
    board.refused("crusader", f"nuke Eskar 3 with garrison at {ESKAR}", "7.5.8")


@pytest.mark.rule("7.4.27")
def test_nobody_left_to_take_it() -> None:
    """If no attacker survives, a fort without a marker is uncontrolled and a castle marker stays."""
    board = fort(3, 3)
    board.begin("crusader_combat")
    board.attack("crusader", ESKAR, "army C", "ground")
    board.give("wersgorix", "outside", dice=[*crusader_dice("J", "-2 to -1"), 6])
    assert board.strength("Crusader army C") == board.strength("Wersgorix army A") == 0
    assert board.state.fort_holder(board.hex(ESKAR)) is None


@pytest.mark.rule("7.4.27", "7.4.13")
def test_defenders_outside_lose_the_fort_too() -> None:
    """It is taken when the last defender dies, inside or outside."""
    board = fort(4, 4).begin("crusader_combat")
    board.attack("crusader", ESKAR, "army C", "ground")
    board.give("wersgorix", "outside", dice=[*crusader_dice("E", "-2 to -1"), 4])
    assert one(board.events, FortTaken).how == "storm"
    board.give("crusader", "advance with army C")
    assert board.state.equipment == board.pack.setup.equipment + 2


@pytest.mark.rule("7.4.27", "7.3.15")
def test_ones_own_fort_is_not_stormed() -> None:
    """Destroying besiegers, former ones too, is no capture of a fort: only the clean victory counts."""
    for sieges in ({ESKAR: "wersgorix"}, {}):
        board = castle(4, 6).set(sieges=sieges)
        board.begin("crusader_combat")
        dice = [*crusader_dice("E", "0"), 6]
        board.attack("crusader", ESKAR, "army C", "ground", dice)
        assert board.strength("Wersgorix army A") == 0
        assert [event.by for event in found(board.events, EquipmentChanged)] == [1]
        assert not found(board.events, FortTaken)
        assert board.waits() == [("crusader", "crusader_combat")]
        assert not besieged(board)


@pytest.mark.rule("7.4.16")
def test_forts_outlast_everything_but_a_nuclear_attack() -> None:
    """Captured by storm or siege, a fort stands; a fortress is no target of a nuclear attack."""
    board = siege()
    board.begin("wersgorix_combat")
    board.give("wersgorix", "done", dice=[1])
    assert board.state.fort(board.hex(ESKAR)) == 4
    board = War()
    board.unit("Crusader army C", "Ganth 2", 5)
    board.unit("Wersgorix army A", "Ganth 1", 5)
    board.begin("crusader_combat")
    board.refused("crusader", "nuke Ganth 1 with army C", "7.5.8")


@pytest.mark.rule("7.4.20")
def test_inside_markers_last_as_long_as_the_siege() -> None:
    """They stay from phase to phase while there is a siege."""
    board = fort(6, 2)
    assault(board)
    board.give("crusader", "besiege")
    board.give("crusader", "done")
    assert board.hex(ESKAR) in board.state.inside
    assert besieged(board)


@pytest.mark.rule("7.4.25", "7.4.26")
def test_after_a_broken_siege() -> None:
    """Former besiegers stay in the hex without besieging; nobody enters; they may leave or besiege anew."""
    board = siege(6, 6)
    board.unit("Crusader army D", "Eskar 2", 3)
    board.unit("Crusader fleet B", "Eskar 3", 3)
    board.begin("wersgorix_combat")
    board.attack("wersgorix", ESKAR, "army A", "ground", imperial_dice(0, 3, "-2 to -1"))
    assert not besieged(board)
    assert board.where("Crusader army C") == ESKAR
    board.begin("crusader_movement")
    board.refused("crusader", f"move army D to {ESKAR}", "6.3.5")
    board.give("crusader", "move fleet B to Borrum 1")
    assert board.waits() == [("wersgorix", "fort_fire")]
    board.give("wersgorix", "hold")
    board.begin("crusader_combat")
    board.attack("crusader", ESKAR, "army C, army D", "ground")
    board.give("wersgorix", "inside")
    board.give("crusader", "besiege")
    assert besieged(board)
    assert board.where("Crusader army D") == ESKAR


@pytest.mark.rule("7.4.26", "7.4.29")
def test_the_last_defender_leaves() -> None:
    """Former besiegers left alone in the hex capture the fort at once, with leaders left without units."""
    board = War()
    board.unit("Crusader army C", ESKAR, 2)
    board.unit("Wersgorix army A", ESKAR, 3)
    board.leader("Drusk", ESKAR)
    board.begin("wersgorix_movement")
    events = board.give("wersgorix", "move army A to Eskar 2")
    assert one(events, FortTaken).seat == "crusader"
    assert one(events, LeaderCaptured).leader == "Drusk"
    assert board.state.equipment == board.pack.setup.equipment


@pytest.mark.rule("7.4.29", "7.3.12")
def test_leaders_of_a_stormed_fort() -> None:
    """They share their force's fate: killed, unless a unit of theirs is left in the hex."""
    for fleet in (False, True):
        board = fort(7, 2)
        board.leader("Tabrun", ESKAR)
        board.leader("Sir Owain", ESKAR, captor="wersgorix")
        if fleet:
            board.unit("Wersgorix fleet B", ESKAR, 1)
        assault(board)
        board.give("crusader", "storm", dice=[*crusader_dice("E", "0"), 6])
        events = board.give("wersgorix", "accept")
        assert len(found(events, LeaderDied)) == (0 if fleet else 1)
        assert one(events, LeaderFreed).leader == "Sir Owain"


@pytest.mark.rule("7.4.30")
def test_leaders_under_siege_may_be_named_in_a_sortie() -> None:
    """They fight with the troops they are with, but do not convert."""
    board = castle()
    board.leader("Sir Owain", ESKAR)
    board.begin("crusader_combat")
    board.give("crusader", f"attack {ESKAR} with army C, Owain")
    board = castle()
    board.race("Eskar", "A")
    board.leader("Sir Owain", ESKAR)
    board.phase("conversion")
    board.refused("crusader", "convert Eskar with Owain")


def freeze(board: War, race: str, dice: Sequence[int] = ()) -> None:
    """Break an alliance as the disruption phase would."""
    draft = Draft(board.state, ScriptedDice(dice))
    break_alliance(draft, race, "test")
    board.state = draft.state


@pytest.mark.rule("7.4.31", "9.2.5", "9.2.7")
def test_besiegers_that_freeze() -> None:
    """Frozen besiegers no longer count: too few are left, and the siege is over."""
    board = siege(3, 3).ally("Jair")
    board.unit("Jair army A", ESKAR, 3)
    board.begin("crusader_movement")
    assert besieged(board)
    freeze(board, "Jair")
    events = board.give("crusader", "done")
    assert one(events, SiegeLifted).place == ESKAR


@pytest.mark.rule("7.4.31", "9.2.7")
def test_the_last_defenders_freeze() -> None:
    """The besiegers have the empty fort at once, with its leaders except frozen ones, for no point."""
    board = castle(6, 0).ally("Jair")
    board.unit("Jair army A", ESKAR, 3)
    board.leader("Elissir", ESKAR)
    board.leader("Sir Owain", ESKAR)
    board.begin("crusader_movement")
    freeze(board, "Jair")
    events = board.give("crusader", "done")
    assert one(events, FortTaken).seat == "wersgorix"
    assert [event.leader for event in found(events, LeaderCaptured)] == ["Sir Owain"]
    assert not found(events, IqChanged)
    assert board.state.seat_of(board.state.units["Jair army A"]) != Seat("crusader")
