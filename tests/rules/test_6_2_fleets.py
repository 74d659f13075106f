"""Movement of fleets (rule 6.2)."""

import pytest

from engine.high_crusade.battle_events import BattleRolled
from engine.high_crusade.fort_fire import FireHeld
from engine.high_crusade.movement import FleetMoved, LegAbandoned
from engine.high_crusade.pieces import LeaderDied, StrengthLost
from tests.support.board import found, one
from tests.support.war import War, imperial_dice


def flown(board: War, seat: str, line: str) -> int:
    """How many hexes a leg took."""
    return one(board.give(seat, line), FleetMoved).flown


@pytest.mark.rule("6.2.1")
@pytest.mark.parametrize(("letter", "span"), [("A", 12), ("B", 8), ("I", 8)])
def test_range(letter: str, span: int) -> None:
    """Fleet A of the Crusaders flies 12 hexes, every other fleet 8."""
    board = War()
    board.unit(f"Crusader fleet {letter}", "Thraxian 1", 1)
    start = board.hex("Thraxian 1")
    board.begin("crusader_movement")
    offered = board.values("crusader", "move", piece=f"fleet {letter}")
    assert set(offered) == {
        place for at, place in board.pack.place_of.items() if 0 < board.pack.grid.distance(start, at) <= span
    }
    board.refused("crusader", f"move fleet {letter} to Lothmar 1", "6.2.1")


@pytest.mark.rule("6.2.1")
def test_range_is_not_saved() -> None:
    """What is left over is lost: the next turn begins with the printed range again."""
    board = War()
    board.unit("Crusader fleet B", "Thraxian 5", 1)
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Cindle 2")
    assert board.state.flown == {"Crusader fleet B": 3}
    board.begin("crusader_movement")
    assert board.state.flown == {}
    far = board.pack.grid.distance(board.hex("Cindle 2"), board.hex("Fennow 1"))
    assert far > 8
    board.refused("crusader", "move fleet B to Fennow 1", "6.2.1")


@pytest.mark.rule("6.2.2")
def test_a_fleet_ends_on_land() -> None:
    """Only land hexes are offered, and a fleet that reaches none does not move at all."""
    board = War()
    board.unit("Crusader fleet B", "Quill 1", 1)
    board.unit("Wersgorix army A", "Quill 2", 1)
    board.unit("Wersgorix army B", "Quill 3", 1)
    for number, place in enumerate(("Lothmar 2", "Lothmar 3", "Lothmar 4", "Umbral 2", "Umbral 1")):
        board.unit(f"Wersgorix army {'CDEFG'[number]}", place, 1)
    board.unit("Wersgorix army H", "Umbral 3", 1)
    board.unit("Wersgorix army J", "Lothmar 1", 1)
    board.unit("Wersgorix army K", "Lothmar 5", 1)
    board.begin("crusader_movement")
    assert "fleet B" not in board.values("crusader", "move")
    board.refused("crusader", "move fleet B to Quill 2", "6.2.3")


@pytest.mark.rule("6.2.3", "6.2.6")
def test_closed_hexes_are_not_flown_through() -> None:
    """An enemy piece closes its hex for landing and for flying over."""
    board = War()
    board.unit("Crusader fleet B", "Fennow 4", 1)
    board.begin("crusader_movement")
    assert flown(board, "crusader", "move fleet B to Fennow 1") == 2
    board = War()
    board.unit("Crusader fleet B", "Fennow 4", 1)
    board.leader("Vorgash", "Fennow 2")
    board.leader("Drusk", "Fennow 3")
    board.begin("crusader_movement")
    assert flown(board, "crusader", "move fleet B to Fennow 1") > 2


@pytest.mark.rule("6.2.6", "6.2.3", "7.4.1")
def test_an_empty_castle_fort_is_closed_to_the_empire() -> None:
    """A fort with a castle marker is closed to Wersgorix fleets even when empty; a bare castle is not."""
    board = War().set(castles={"Eskar 1", "Cindle 1"})
    board.unit("Wersgorix fleet A", "Borrum 1", 1)
    board.begin("wersgorix_movement")
    board.refused("wersgorix", "move fleet A to Eskar 1", "6.2.3")
    board.give("wersgorix", "move fleet A to Cindle 1")
    assert board.hex("Cindle 1") in board.state.castles


@pytest.mark.rule("6.2.6", "7.4.1")
def test_an_uncontrolled_fort_closes_nothing() -> None:
    """A fort without marker and without Wersgorix troops is open to everybody's fleets."""
    board = War()
    board.unit("Crusader fleet B", "Cindle 1", 1)
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Eskar 1")
    assert board.hex("Eskar 1") not in board.state.castles
    board = War().set(castles={"Eskar 1"}, destroyed={"Eskar 1"})
    board.unit("Wersgorix fleet A", "Borrum 1", 1)
    board.begin("wersgorix_movement")
    board.give("wersgorix", "move fleet A to Eskar 1")


@pytest.mark.rule("6.2.4")
def test_every_hex_entered_costs_one() -> None:
    """Space and land cost one each, the hex of departure nothing; staying is no move."""
    board = War()
    board.unit("Crusader fleet B", "Thraxian 2", 1)
    board.begin("crusader_movement")
    board.refused("crusader", "move fleet B to Thraxian 2", "6.2.4")
    assert flown(board, "crusader", "move fleet B to Thraxian 1") == 1
    assert flown(board, "crusader", "move fleet B to Thraxian 5") == 1
    assert flown(board, "crusader", "move fleet B to Cindle 2") == 3


@pytest.mark.rule("6.2.5", "6.2.1")
def test_several_legs_within_the_range() -> None:
    """A fleet flies leg by leg, each to a land hex, as long as all the hexes stay within its range."""
    board = War()
    board.unit("Crusader fleet B", "Thraxian 5", 1)
    board.begin("crusader_movement")
    assert flown(board, "crusader", "move fleet B to Cindle 2") == 3
    assert flown(board, "crusader", "move fleet B to Borrum 2") == 4
    assert flown(board, "crusader", "move fleet B to Borrum 1") == 1
    board.refused("crusader", "move fleet B to Borrum 3", "6.2.1")
    assert "move" not in board.verbs("crusader")


@pytest.mark.rule("6.2.8")
def test_fleets_do_not_exchange_points() -> None:
    """Fleets take no part in picking up and dropping points."""
    board = War()
    board.unit("Crusader fleet B", "Cindle 1", 3)
    board.unit("Crusader fleet C", "Cindle 1", 3)
    board.unit("Crusader garrison", "Cindle 1", 3)
    board.begin("crusader_movement")
    board.refused("crusader", "drop 1 from fleet B", "6.3.3")
    board.refused("crusader", "take 1 with fleet B", "6.3.3")
    board.refused("crusader", "move fleet B to Cindle 2 carrying fleet C", "6.5.1")


@pytest.mark.rule("11.1.12", "11.1.22")
def test_storms_hold_fleets() -> None:
    """No fleet leaves, enters or crosses a hex in reach of a storm."""
    board = War().set(storms=("Cindle 1",))
    board.unit("Crusader fleet B", "Cindle 3", 2)
    board.unit("Crusader fleet C", "Thraxian 5", 2)
    board.begin("crusader_movement")
    board.refused("crusader", "move fleet B to Borrum 1", "11.1.12")
    board.refused("crusader", "move fleet C to Cindle 2", "11.1.12")
    assert "fleet B" not in board.values("crusader", "move")


def leaving(strength: int = 4, **fields: object) -> War:
    """A Crusader fleet beside the garrisoned fort of Eskar."""
    board = War().set(**fields)
    board.unit("Wersgorix garrison", "Eskar 1", 2)
    board.unit("Crusader fleet B", "Eskar 2", strength)
    return board


@pytest.mark.rule("6.2.7", "7.4.2", "7.4.3", "7.4.4")
def test_the_fort_fires_before_the_fleet_lifts_off() -> None:
    """The leg waits for the fort's owner; the fleet loses what the Wersgorix table says and flies on."""
    board = leaving().begin("crusader_movement")
    board.give("crusader", "move fleet B to Borrum 1")
    assert board.where("Crusader fleet B") == "Eskar 2"
    assert board.waits() == [("wersgorix", "fort_fire")]
    events = board.give("wersgorix", "fire", dice=imperial_dice(1, 2))
    rolled = one(events, BattleRolled)
    assert (rolled.attack, rolled.defend, rolled.walls, rolled.result) == (4, 4, 0, "")
    assert (rolled.attacker_loses, rolled.defender_loses) == (0, 2)
    assert board.strength("Crusader fleet B") == 2
    assert board.where("Crusader fleet B") == "Borrum 1"


@pytest.mark.rule("6.2.7", "7.4.2", "7.4.17")
def test_a_fort_may_hold_its_fire() -> None:
    """Its owner decides; it is not asked again about that fleet."""
    board = leaving().begin("crusader_movement")
    board.give("crusader", "move fleet B to Borrum 1")
    events = board.give("wersgorix", "hold")
    assert one(events, FireHeld).unit == "Crusader fleet B"
    assert board.where("Crusader fleet B") == "Borrum 1"


@pytest.mark.rule("6.2.7", "6.5.8", "7.4.17")
def test_no_room_left_for_the_cargo() -> None:
    """Then nothing has moved; the owner gives a new order, and the fort does not fire again."""
    board = leaving()
    board.unit("Crusader army C", "Eskar 3", 4)
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Borrum 1 carrying army C")
    events = board.give("wersgorix", "fire", dice=imperial_dice(1, 2))
    assert one(events, LegAbandoned).unit == "Crusader fleet B"
    assert board.where("Crusader fleet B") == "Eskar 2"
    assert board.where("Crusader army C") == "Eskar 3"
    board.refused("crusader", "move fleet B to Borrum 1 carrying army C", "6.5.1")
    board.give("crusader", "drop 2 from army C")
    board.give("crusader", "move fleet B to Borrum 1 carrying army C")
    assert board.where("Crusader army C") == "Borrum 1"
    assert board.waits() == [("crusader", "crusader_movement")]


@pytest.mark.rule("6.2.7", "6.5.8")
def test_room_enough_after_the_fire() -> None:
    """If the cargo still fits the leg goes on with it."""
    board = leaving()
    board.unit("Crusader army C", "Eskar 3", 2)
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Borrum 1 carrying army C")
    board.give("wersgorix", "fire", dice=imperial_dice(1, 2))
    assert board.where("Crusader army C") == "Borrum 1"


@pytest.mark.rule("6.2.7", "7.3.10", "7.3.11")
def test_a_leader_may_save_points_under_fire() -> None:
    """A leader in the fleet's hex risks himself; if he dies of it the leg goes on without him."""
    board = leaving()
    board.leader("Red John", "Eskar 2", wounded=True)
    board.leader("Sir Owain", "Eskar 2")
    board.begin("crusader_movement", dice=[1, 2])
    board.give("crusader", "move fleet B to Borrum 1 carrying Red John, Sir Owain")
    board.give("wersgorix", "fire", dice=imperial_dice(0, 3, "-2 to -1"))
    assert board.waits() == [("crusader", "save")]
    events = board.give("crusader", "save 2 with Red John", dice=[4])
    assert one(events, LeaderDied).leader == "Red John"
    assert board.strength("Crusader fleet B") == 1
    moved = one(events, FleetMoved)
    assert (moved.place, moved.cargo) == ("Borrum 1", ("Sir Owain",))


@pytest.mark.rule("6.5.8", "7.3.12", "6.2.7")
@pytest.mark.parametrize("army", [False, True])
def test_a_fleet_destroyed_by_fire(army: bool) -> None:
    """Its cargo stays, free to move; leaders in its hex die unless another unit of theirs is there."""
    board = leaving(2)
    board.leader("Sir Owain", "Eskar 2")
    board.unit("Crusader garrison", "Eskar 3", 1)
    if army:
        board.unit("Crusader army C", "Eskar 2", 2)
    board.begin("crusader_movement")
    cargo = "garrison at Eskar 3, Sir Owain"
    board.give("crusader", f"move fleet B to Borrum 1 carrying {cargo}")
    board.give("wersgorix", "fire", dice=imperial_dice(0, 3, "-2 to -1"))
    events = board.give("crusader", "accept")
    assert one(events, StrengthLost).left == 0
    assert board.strength("Crusader fleet B") == 0
    assert board.where("Crusader garrison at Eskar 3") == "Eskar 3"
    assert len(found(events, LeaderDied)) == (0 if army else 1)
    board.give("crusader", "move garrison at Eskar 3 to Eskar 2")
    if army:
        board.give("crusader", "move Sir Owain to Eskar 3")


@pytest.mark.rule("6.2.7", "7.3.12")
def test_saving_one_point_saves_the_leader() -> None:
    """A force that would be wholly destroyed lives if its leader saves a point."""
    board = leaving(2)
    board.leader("Sir Owain", "Eskar 2")
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Borrum 1 carrying Sir Owain")
    board.give("wersgorix", "fire", dice=imperial_dice(0, 3, "-2 to -1"))
    board.give("crusader", "save 1 with Sir Owain", dice=[3])
    assert board.strength("Crusader fleet B") == 1
    assert board.where("Sir Owain") == "Borrum 1"
    board = leaving(2)
    board.leader("Sir Owain", "Eskar 2")
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Borrum 1 carrying Sir Owain")
    board.give("wersgorix", "fire", dice=imperial_dice(0, 3, "-2 to -1"))
    board.give("crusader", "save 1 with Sir Owain", dice=[2])
    assert board.state.leaders["Sir Owain"].dead


@pytest.mark.rule("7.4.2", "7.4.17")
def test_no_fire_within_the_planet() -> None:
    """Moving between hexes of the planet draws no fire, unless the only way leads through space."""
    board = leaving().begin("crusader_movement")
    board.give("crusader", "move fleet B to Eskar 3")
    assert board.where("Crusader fleet B") == "Eskar 3"
    board = War()
    board.unit("Wersgorix garrison", "Fennow 1", 2)
    board.unit("Crusader fleet B", "Fennow 4", 4)
    board.leader("Drusk", "Fennow 3")
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Fennow 2")
    assert board.where("Crusader fleet B") == "Fennow 2"


@pytest.mark.rule("7.4.17")
def test_fire_on_the_way_through_space() -> None:
    """Where enemies close the way over land a leg to the same planet leads through space, under fire."""
    board = War()
    board.unit("Wersgorix garrison", "Ganth 1", 2)
    board.unit("Crusader fleet B", "Ganth 2", 4)
    board.leader("Drusk", "Ganth 3")
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Ganth 4")
    assert board.waits() == [("wersgorix", "fort_fire")]


@pytest.mark.rule("7.4.2", "7.4.17", "7.4.18")
@pytest.mark.parametrize("case", ["empty", "fleet only", "besieged", "destroyed", "castle without fort"])
def test_forts_that_do_not_fire(case: str) -> None:
    """Fire needs troops in the fort and no siege; a castle where no fort stands never fires."""
    board = War()
    seat, mover, place = "crusader", "Crusader fleet B", "Borrum 1"
    if case == "empty":
        board.unit("Crusader fleet B", "Eskar 2", 4)
    elif case == "fleet only":
        board.unit("Crusader fleet B", "Eskar 2", 4)
        board.unit("Wersgorix fleet A", "Eskar 1", 4)
        board.leader("Drusk", "Eskar 1")
    elif case == "besieged":
        board = leaving(sieges={"Eskar 1": "crusader"}, inside={"Eskar 1"})
        board.unit("Crusader army C", "Eskar 1", 5)
    elif case == "destroyed":
        board = leaving(destroyed={"Eskar 1"})
    else:
        board.set(castles={"Cindle 1"}, satellites=frozenset({"Thraxian"}))
        board.unit("Crusader garrison", "Cindle 1", 2)
        board.unit("Wersgorix fleet B", "Cindle 2", 4)
        seat, mover = "wersgorix", "Wersgorix fleet B"
    board.begin(f"{seat}_movement")
    board.give(seat, f"move fleet B to {place}")
    assert board.where(mover) == place


@pytest.mark.rule("7.4.2", "7.4.3", "7.3.25")
def test_crusader_forts_fire_too() -> None:
    """On the Wersgorix table, with the Equipment modifier; each clean hit earns a point."""
    board = War().set(castles={"Eskar 1"}, satellites=frozenset({"Thraxian"}), equipment=4)
    board.unit("Crusader army C", "Eskar 1", 1)
    board.unit("Wersgorix fleet A", "Eskar 2", 4)
    board.unit("Wersgorix fleet B", "Eskar 3", 4)
    board.begin("wersgorix_movement")
    board.give("wersgorix", "move fleet A to Borrum 1")
    rolled = one(board.give("crusader", "fire", dice=imperial_dice(1, 2, "+1 to +2")), BattleRolled)
    assert rolled.attacker_shifts == (("Equipment", 1),)
    assert board.state.equipment == 5
    board.give("wersgorix", "move fleet B to Borrum 1")
    board.give("crusader", "fire", dice=imperial_dice(1, 2, "+1 to +2"))
    assert board.strength("Wersgorix fleet B") == 2
    assert board.state.equipment == 6


@pytest.mark.rule("7.3.27", "7.4.3")
def test_a_fort_uses_its_owners_modifier_only() -> None:
    """Leaders in the fort give no shift; the fleet's leader and I.Q. against Equipment do."""
    board = leaving(iq=4, equipment=8)
    board.leader("Vorgash", "Eskar 1")
    board.leader("Sir Roger", "Eskar 2")
    board.leader("Brother Parvus", "Eskar 2")
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Borrum 1")
    rolled = one(board.give("wersgorix", "fire", dice=[1, 1]), BattleRolled)
    assert rolled.attacker_shifts == (("I.Q.", 1),)
    assert dict(rolled.defender_shifts) == {"Sir Roger": 3, "Brother Parvus": 1, "Equipment": 2}
    assert rolled.net == -3
