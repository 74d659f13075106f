"""Section 4.1: heresies, reinforcements, allied dice, event rolls, defections, storms."""

import pytest

from engine.high_crusade.flow import PhaseBegan
from engine.high_crusade.placing_events import PointsCame, PointsLost
from engine.high_crusade.random_events import EventRolled
from engine.high_crusade.reinforcement import AlliesRolled, DefectionRolled, HeresyChecked
from engine.high_crusade.storms import StormMoved
from tests.support.board import Board, found, one

QUIET = [3, 4, 3, 4]
"""Event dice that bring nothing to either player: 7 is No Event on both tables."""


def board_with_home() -> Board:
    """Thraxian held by an army, Wersgorix by another; nobody else anywhere."""
    board = Board(turn=2)
    board.set(castles=["Thraxian 1"])
    board.unit("Crusader army B", "Thraxian 1", 5)
    board.unit("Wersgorix army A", "Wersgorix 1", 5)
    return board


def placing() -> Board:
    """The reinforcement phase, both players asked to place."""
    board = board_with_home()
    board.phase("reinforcement")
    assert board.waits() == [("crusader", "placing"), ("wersgorix", "placing")]
    return board


@pytest.mark.rule("4.1.1")
def test_the_phases_of_a_turn_in_order() -> None:
    """Reinforcement comes first, the record last; conversion follows reinforcement."""
    board = board_with_home()
    board.phase("reinforcement")
    board.give("crusader", "placed")
    board.give("wersgorix", "placed", dice=QUIET)
    seen = [event.phase for event in found(board.events, PhaseBegan)]
    while board.state.turn == 2:
        seat = board.waits()[0][0]
        board.give(seat, "done")
        seen += [event.phase for event in found(board.events, PhaseBegan)]
    expected = [
        "conversion",
        "fiefs",
        "crusader_movement",
        "crusader_combat",
        "alliance",
        "alert",
        "wersgorix_movement",
        "wersgorix_combat",
        "disruption",
        "record",
        "reinforcement",
    ]
    assert seen[: len(expected)] == expected


# -- heresy ----------------------------------------------------------------------------------------


def heretics(*planets: str, faithful: tuple[str, ...] = ()) -> Board:
    board = board_with_home()
    for planet in planets:
        board.thrall(planet, converted=True, heresy=True, fief="Sir Roger")
    for planet in faithful:
        board.thrall(planet, converted=True, fief="Sir Roger")
    return board


@pytest.mark.rule("4.1.2")
@pytest.mark.parametrize(("die", "spreads"), [(1, True), (2, True), (3, False), (6, False)])
def test_heresy_spreads_on_1_or_2(die: int, spreads: bool) -> None:
    """The nearest Converted planet becomes heretical too."""
    board = heretics("Cindle", faithful=("Borrum", "Quill"))
    board.phase("reinforcement", dice=[die])
    assert board.state.thralls["Borrum"].heresy is spreads
    assert not board.state.thralls["Quill"].heresy
    assert board.state.thralls["Cindle"].heresy


@pytest.mark.rule("4.1.2", "4.1.13")
def test_one_die_for_each_heresy_and_none_for_a_new_one() -> None:
    """Markers placed in this step do not roll; a second spread goes to the next faithful planet."""
    board = heretics("Cindle", "Eskar", faithful=("Borrum", "Fennow"))
    events = board.phase("reinforcement", dice=[1, 2])
    assert one(events, HeresyChecked).rolled == (1, 2)
    assert board.state.thralls["Borrum"].heresy
    assert board.state.thralls["Fennow"].heresy
    assert board.state.heresies == ()


@pytest.mark.rule("4.1.13")
def test_heresy_stays_where_no_faithful_planet_is_left() -> None:
    """Unconverted races are not touched; nothing happens."""
    board = heretics("Cindle")
    board.thrall("Borrum")
    board.phase("reinforcement", dice=[1])
    assert not board.state.thralls["Borrum"].heresy
    assert board.state.heresies == ()
    assert board.waits() == [("crusader", "placing"), ("wersgorix", "placing")]


@pytest.mark.rule("4.1.2", "4.1.12")
def test_between_planets_equally_near_the_wersgorix_player_chooses() -> None:
    """He is asked before anything else happens, and only for the planets equally near."""
    board = Board(turn=2)
    pack = board.pack
    boxes = [name for name, planet in pack.planets.items() if planet.thrall_box]
    origin, first, second = next(
        (origin, first, second)
        for origin in boxes
        for first in boxes
        for second in boxes
        if len({origin, first, second}) == 3
        and pack.planet_distance(origin, first) == pack.planet_distance(origin, second)
    )
    far = max(boxes, key=lambda name: pack.planet_distance(origin, name))
    board = heretics(origin, faithful=(first, second, far))
    board.phase("reinforcement", dice=[2])
    assert board.waits() == [("wersgorix", "heresy")]
    assert sorted(board.values("wersgorix", "corrupt")) == sorted([first, second])
    board.refused("wersgorix", f"corrupt {far}", "4.1.2")
    board.refused("wersgorix", f"corrupt {origin}", "11.1.24")
    board.give("wersgorix", f"corrupt {second}")
    assert board.state.thralls[second].heresy
    assert not board.state.thralls[first].heresy
    assert ("crusader", "placing") in board.waits()


# -- reinforcements --------------------------------------------------------------------------------


@pytest.mark.rule("4.1.3")
def test_a_point_for_every_capital() -> None:
    """Castle markers tell whose a capital is; all others are the Wersgorix player's."""
    board = board_with_home()
    events = board.phase("reinforcement")
    came = one(events, PointsCame)
    assert dict(zip(came.factions, came.points, strict=True)) == {"Crusader": 1, "Wersgorix": 6}
    board = board_with_home()
    board.set(castles=["Thraxian 1", "Ganth 1", "Lothmar 1", "Borrum 1"])
    came = one(board.phase("reinforcement"), PointsCame)
    assert dict(zip(came.factions, came.points, strict=True)) == {"Crusader": 3, "Wersgorix": 4}


@pytest.mark.rule("4.1.4", "4.1.14")
def test_points_enter_capital_hexes_of_their_own() -> None:
    """In any capitals one controls, together or divided; nowhere else."""
    board = placing()
    board.refused("wersgorix", "raise army 1 at Thraxian 1", "4.1.14")
    board.refused("wersgorix", "raise army 1 at Ganth 2", "4.1.14")
    board.refused("wersgorix", "raise army 1 at Fennow 1", "4.1.14")
    board.refused("wersgorix", "raise army 7 at Ganth 1", "4.1.3")
    board.give("wersgorix", "raise army 2 at Ganth 1")
    board.give("wersgorix", "raise fleet 3 at Lothmar 1 as T")
    assert board.where("Wersgorix army B") == "Ganth 1"
    assert board.strength("Wersgorix fleet T") == 3
    board.refused("wersgorix", "raise army 2 at Ganth 1", "4.1.3")


@pytest.mark.rule("4.1.4")
def test_nothing_enters_a_capital_under_siege() -> None:
    """Points of a player whose only capital is besieged find no place."""
    board = board_with_home()
    board.unit("Wersgorix army C", "Thraxian 1", 9)
    board.set(sieges={"Thraxian 1": "wersgorix"}, inside=["Thraxian 1"])
    events = board.phase("reinforcement")
    assert one(events, PointsLost).faction == "Crusader"
    assert board.waits() == [("wersgorix", "placing")]


@pytest.mark.rule("4.1.14")
def test_nothing_enters_beside_an_enemy() -> None:
    """A capital hex that holds an enemy piece takes no points."""
    board = board_with_home()
    board.leader("Sir Roger", "Ganth 1")
    board.phase("reinforcement")
    board.refused("wersgorix", "raise army 1 at Ganth 1", "4.1.14")
    assert "Ganth 1" not in board.values("wersgorix", "raise", arm="army", points=1)


@pytest.mark.rule("4.1.5", "2.1.2")
def test_points_join_a_unit_in_the_capital() -> None:
    """A fleet or army there takes them, up to ten; one elsewhere does not."""
    board = board_with_home()
    board.unit("Wersgorix army B", "Wersgorix 2", 2)
    board.unit("Wersgorix fleet C", "Wersgorix 1", 9)
    board.phase("reinforcement")
    board.give("wersgorix", "reinforce army A with 2")
    assert board.strength("Wersgorix army A") == 7
    board.refused("wersgorix", "reinforce army B with 1", "4.1.4")
    board.refused("wersgorix", "reinforce fleet C with 2", "2.1.2")
    board.give("wersgorix", "reinforce fleet C with 1")
    board.refused("wersgorix", "reinforce army A with 4", "4.1.3")
    assert board.state.owed["Wersgorix"] == 3


@pytest.mark.rule("4.1.5", "2.2.1")
def test_a_new_unit_needs_a_free_counter() -> None:
    """A letter in use, as a fleet or as an army, cannot be used again; that of a lost unit can."""
    board = board_with_home()
    board.unit("Crusader fleet C", "Borrum 1", 1)
    board.phase("reinforcement")
    board.refused("crusader", "raise fleet 1 at Thraxian 1 as B", "2.2.1")
    board.refused("crusader", "raise army 1 at Thraxian 1 as C", "2.2.1")
    assert board.values("crusader", "raise", arm="army", points=1, place="Thraxian 1")[1:] == list("ADEFGHI")
    board.give("crusader", "raise fleet 1 at Thraxian 1")
    assert board.strength("Crusader fleet A") == 1


@pytest.mark.rule("4.1.5")
def test_an_army_leaves_the_long_range_counter_to_a_fleet() -> None:
    """Letter A is the Crusader fleet of range 12; an army takes it only when told to."""
    board = placing()
    board.give("crusader", "raise army 1 at Thraxian 1")
    assert board.strength("Crusader army C") == 1


@pytest.mark.rule("4.1.5", "2.2.2")
def test_army_points_may_become_a_garrison() -> None:
    """Within the ten markers of the side."""
    board = board_with_home()
    for place, strength in {
        "Ganth": 7,
        "Lothmar": 5,
        "Rhoveg": 5,
        "Ombrey": 3,
        "Mordane": 3,
        "Dromel": 3,
    }.items():
        board.unit("Wersgorix garrison", place, strength)
    board.phase("reinforcement")
    board.refused("wersgorix", "man Borrum 1 with 1", "4.1.14")
    board.refused("wersgorix", "man Wersgorix 1 with 7", "4.1.3")
    board.give("wersgorix", "man Wersgorix 1 with 4")
    assert board.strength("Wersgorix garrison at Wersgorix 1") == 4
    board.give("wersgorix", "man Wersgorix 1 with 1")
    assert board.strength("Wersgorix garrison at Wersgorix 1") == 5
    board.unit("Wersgorix garrison", "Kaldis 1", 1)
    board.refused("wersgorix", "man Wersgorix 1 with 1", "2.2.2")


@pytest.mark.rule("2.1.8")
def test_a_garrison_may_exceed_ten() -> None:
    """Only markers limit it."""
    board = board_with_home()
    board.unit("Wersgorix garrison", "Wersgorix 1", 9)
    board.phase("reinforcement")
    board.give("wersgorix", "man Wersgorix 1 with 6", dice=[])
    assert board.strength("Wersgorix garrison at Wersgorix 1") == 15


@pytest.mark.rule("2.2.2")
@pytest.mark.parametrize(
    ("strengths", "more"),
    [
        ((10,), True),
        ((7, 5, 5, 3, 3, 3, 2, 2, 1), True),
        ((7, 5, 5, 3, 3, 3, 2, 2, 1, 1), False),
        ((32,), False),
    ],
)
def test_the_markers_of_a_side(strengths: tuple[int, ...], more: bool) -> None:
    """Seven, two fives, three threes, two twos and two ones, none used twice."""
    board = board_with_home()
    hexes = [at for at in board.pack.place_of if board.pack.planet_of[at] != "Wersgorix"]
    for at, strength in zip(hexes, strengths, strict=False):
        board.unit("Wersgorix garrison", at, strength)
    board.phase("reinforcement")
    if more:
        board.give("wersgorix", "man Wersgorix 1 with 1")
    else:
        board.refused("wersgorix", "man Wersgorix 1 with 1", "2.2.2")
        assert "man" not in board.verbs("wersgorix")


def full_fleets() -> Board:
    """No Crusader fleet counter is free, and no fleet in the capital has room."""
    board = board_with_home()
    board.unit("Crusader fleet A", "Thraxian 1", 10)
    for letter in "CDEFGHI":
        board.unit(f"Crusader fleet {letter}", "Borrum 1", 1)
    return board


@pytest.mark.rule("4.1.6", "4.1.15")
def test_fleet_points_without_a_fleet_wait_to_be_collected() -> None:
    """Only when no fleet in the capital has room and no counter is free; never more than ten."""
    board = full_fleets()
    board.phase("reinforcement")
    assert "bank" in board.verbs("crusader")
    assert "raise" not in board.verbs("crusader")
    board.give("crusader", "bank 1")
    assert board.state.uncollected == {"Crusader": 1}
    assert board.waits() == [("wersgorix", "placing")]

    board = full_fleets()
    board.set(uncollected={"Crusader": 10})
    board.phase("reinforcement")
    board.refused("crusader", "bank 1", "4.1.15")

    board = placing()
    assert "bank" not in board.verbs("crusader")
    board.refused("crusader", "bank 1", "4.1.15")
    board.refused("crusader", "bank 1 for Wersgorix", "4.1.6")


@pytest.mark.rule("4.1.6", "4.1.15")
def test_a_fleet_in_a_capital_collects() -> None:
    """By order in the movement phase, up to ten in all, in an own and open capital; then it moves no more."""
    board = board_with_home()
    board.unit("Crusader fleet A", "Thraxian 1", 8)
    board.unit("Crusader fleet C", "Borrum 1", 1)
    board.set(uncollected={"Crusader": 5})
    board.phase("crusader_movement")
    board.refused("crusader", "collect 3 with fleet A")
    board.refused("crusader", "collect 1 with fleet C")
    board.give("crusader", "collect 2 with fleet A")
    assert board.strength("Crusader fleet A") == 10
    assert board.state.uncollected["Crusader"] == 3
    board.refused("crusader", "move fleet A to Borrum 1")


# -- allies ----------------------------------------------------------------------------------------


@pytest.mark.rule("4.1.7")
def test_each_ally_brings_a_die_of_points_on_its_home() -> None:
    """They enter on the home planets only, as allied fleets and armies."""
    board = board_with_home()
    board.ally("Jair", "Ashenk'goli")
    board.unit("Jair army A", "Nujair 2", 3)
    events = board.phase("reinforcement", dice=[4, 2])
    assert one(events, AlliesRolled).rolled == (4, 2)
    assert board.state.owed == {"Crusader": 1, "Wersgorix": 6, "Jair": 4, "Ashenk'goli": 2}
    board.give("crusader", "reinforce Jair army A with 2")
    assert board.strength("Jair army A") == 5
    board.refused("crusader", "raise fleet 3 at Jair 1", "4.1.3")
    board.give("crusader", "raise fleet 2 at Jair 3")
    assert board.where("Jair fleet A") == "Jair 3"
    board.give("crusader", "raise army 2 at Ashenk'goli 2 as B")
    assert board.strength("Ashenk'goli army B") == 2
    assert board.state.owed == {"Crusader": 1, "Wersgorix": 6}


@pytest.mark.rule("4.1.7")
def test_an_allied_garrison_only_where_no_army_can_be() -> None:
    """The same for uncollected points of a fleet."""
    board = board_with_home()
    board.ally("Jair")
    board.phase("reinforcement", dice=[6])
    board.refused("crusader", "man Jair 1 with 1", "4.1.7")
    board.refused("crusader", "bank 1 for Jair", "4.1.15")

    board = board_with_home()
    board.ally("Jair")
    board.unit("Jair army A", "Jair 1", 10)
    board.unit("Jair army B", "Borrum 1", 1)
    board.unit("Jair fleet A", "Borrum 1", 1)
    board.unit("Jair fleet B", "Borrum 1", 1)
    board.leader("Elissir", "Jair 1")
    board.phase("reinforcement", dice=[6])
    board.give("crusader", "man Jair 1 with 4")
    board.give("crusader", "bank 2 for Jair")
    assert board.strength("Jair garrison at Jair 1") == 4
    assert board.state.uncollected == {"Jair": 2}


@pytest.mark.rule("4.1.7", "4.1.14")
def test_allied_points_do_not_enter_beside_an_enemy() -> None:
    """A home hex with a Wersgorix piece takes none; without any other hex the points are lost."""
    board = board_with_home()
    board.ally("Ashenk'goli")
    for place in ("Ashenk'goli 1", "Ashenk'goli 2", "Ashenk'goli 3"):
        board.unit("Wersgorix garrison", place, 1)
    board.phase("reinforcement", dice=[3])
    board.refused("crusader", "raise army 1 at Ashenk'goli 2", "4.1.14")
    board.give("crusader", "placed")
    assert one(board.events, PointsLost).points == 3


@pytest.mark.rule("4.1.8")
def test_crusader_and_allied_points_never_mix() -> None:
    """Crusader points do not join an ally's unit, nor the other way round."""
    board = board_with_home()
    board.ally("Jair")
    board.unit("Jair army A", "Thraxian 1", 3)
    board.unit("Crusader army C", "Jair 1", 3)
    board.phase("reinforcement", dice=[6])
    board.refused("crusader", "reinforce Jair army A with 1", "4.1.4")
    board.refused("crusader", "reinforce army C with 1", "4.1.4")
    assert board.values("crusader", "reinforce") == ["army B"]


# -- ending the step -------------------------------------------------------------------------------


@pytest.mark.rule("4.1.12")
def test_both_players_place_at_the_same_time() -> None:
    """Neither waits for the other; the events are rolled when both have placed."""
    board = placing()
    events = board.give("wersgorix", "placed")
    assert board.waits() == [("crusader", "placing")]
    assert not found(events, EventRolled)
    events = board.give("crusader", "raise fleet 1 at Thraxian 1", dice=QUIET)
    assert [event.seat for event in found(events, EventRolled)] == ["crusader", "wersgorix"]
    assert board.state.phase != "reinforcement"


@pytest.mark.rule("4.1.14", "2.2.3")
def test_the_referee_places_what_is_left() -> None:
    """All of it, in units with room first; only what finds no place is lost."""
    board = placing()
    board.give("wersgorix", "placed")
    strength = sum(unit.strength for unit in board.state.units.values() if unit.faction == "Wersgorix")
    assert strength == 5 + 6
    assert board.state.owed == {"Crusader": 1}
    board.give("crusader", "placed", dice=QUIET)
    assert board.state.owed == {}

    board = full_fleets()
    board.unit("Crusader army B", "Thraxian 1", 10)
    board.set(uncollected={"Crusader": 10})
    for at, size in zip(board.pack.place_of, (7, 5, 5, 3, 3, 3, 2, 2, 1, 1), strict=False):
        board.unit("Crusader garrison", at, size)
    events = board.phase("reinforcement")
    assert one(events, PointsLost).faction == "Crusader"


# -- events, defections, storms --------------------------------------------------------------------


@pytest.mark.rule("4.1.9")
def test_two_dice_for_each_player_on_the_events_table() -> None:
    """The Crusader player rolls first; the total is found on his own column."""
    board = placing()
    board.give("crusader", "placed")
    events = board.give("wersgorix", "placed", dice=[3, 3, 4, 5])
    rolls = found(events, EventRolled)
    assert [(event.seat, event.rolled, event.event) for event in rolls] == [
        ("crusader", (3, 3), "crusading_fervor"),
        ("wersgorix", (4, 5), "initiative"),
    ]
    assert board.state.fervor
    assert board.state.initiative


@pytest.mark.rule("4.1.12")
def test_the_order_of_the_steps() -> None:
    """Heresy, reinforcements, events, defections, storms."""
    board = heretics("Cindle")
    board.set(storms=(1712,))
    board.leader("Vorgash", "Thraxian 1", captor="crusader")
    board.phase("reinforcement", dice=[5])
    board.give("crusader", "placed")
    board.give("wersgorix", "placed", dice=[*QUIET, 2, 1, 1])
    kinds = [type(event) for event in board.events]
    assert kinds.index(EventRolled) < kinds.index(DefectionRolled) < kinds.index(StormMoved)


def with_prisoners(*dice: int) -> Board:
    """A prisoner on each side, and the dice for both (the Crusaders' prisoner first)."""
    board = placing()
    board.leader("Vorgash", "Thraxian 1", captor="crusader")
    board.leader("Sir Owain", "Wersgorix 1", captor="wersgorix")
    board.give("crusader", "placed")
    board.give("wersgorix", "placed", dice=[*QUIET, *dice])
    return board


@pytest.mark.rule("4.1.10", "6.4.8")
def test_a_prisoner_defects_on_a_6() -> None:
    """From then on he serves his captor in every respect; a Crusader loses titles and fiefs."""
    board = with_prisoners(6, 6)
    crusader, wersgorix = board.game.seats
    assert board.state.seat_of_leader(board.state.leaders["Vorgash"]) == crusader
    assert board.state.seat_of_leader(board.state.leaders["Sir Owain"]) == wersgorix
    assert board.state.leaders["Sir Owain"].defected
    assert "Sir Owain" not in board.state.titles


@pytest.mark.rule("4.1.10")
def test_otherwise_he_stays_loyal() -> None:
    """On 1 to 5 he stays a prisoner."""
    board = with_prisoners(5, 1)
    assert board.state.leaders["Vorgash"].captor == "crusader"
    assert board.state.leaders["Sir Owain"].captor == "wersgorix"
    assert not board.state.leaders["Sir Owain"].defected
    assert "Sir Owain" in board.state.titles


@pytest.mark.rule("4.1.11", "4.1.16")
def test_storms_move_by_two_dice() -> None:
    """One die for the direction, one for the distance, for each storm; off the map it is gone."""
    board = placing()
    board.set(storms=(1712, 102))
    board.give("crusader", "placed")
    events = board.give("wersgorix", "placed", dice=[*QUIET, 4, 3, 1, 6])
    assert [event.rolled for event in found(events, StormMoved)] == [(4, 3), (1, 6)]
    assert board.state.storms == (1715,)


@pytest.mark.rule("4.1.16")
def test_a_storm_of_this_phase_moves_again() -> None:
    """One that entered by the event drifts once with it and once in the storm step."""
    board = placing()
    board.give("crusader", "placed")
    events = board.give("wersgorix", "placed", dice=[4, 5, 3, 4, 3, 5, 2, 5, 1])
    assert len(found(events, StormMoved)) == 2
