"""Fiefs: who is lord, and where the strength of a race goes (rules 4.3, 8.3 and 11.2.8)."""

import pytest

from engine.high_crusade.fiefs import FiefAssigned, LordLost
from engine.high_crusade.flow import PhasePassed
from engine.high_crusade.levies import CupDrawn, WaitingCollected
from engine.high_crusade.names import FIEFS
from engine.high_crusade.pieces import LeaderDied, StrengthGained, UnitRaised
from tests.support.board import Board, found, one


def converted(
    by: str = "Sir Owain", asterisk: bool = False, at: str = "Cindle 1", attitude: str = "A"
) -> Board:
    """Cindle has just been converted by this leader; the fiefs phase is about to begin."""
    board = Board()
    board.race("Cindle", attitude, asterisk, converted=True, paid=False)
    board.leader(by, at)
    board.set(new_fiefs=(("Cindle", by),))
    return board


@pytest.mark.rule("4.3.1")
@pytest.mark.rule("8.3.1")
@pytest.mark.rule("8.3.3")
@pytest.mark.rule("8.3.6")
def test_a_knight_keeps_what_he_converts() -> None:
    """The race becomes his own fief at once, and its strength joins his army."""
    board = converted()
    face = board.state.face("Cindle")
    board.unit("Crusader army A", "Cindle 1", 2)
    events = board.phase("fiefs")
    assert one(events, FiefAssigned).leader == "Sir Owain"
    assert board.strength("Crusader army A") == 2 + face.strength
    assert board.state.thralls["Cindle"].waiting == 0
    assert board.state.new_fiefs == ()


@pytest.mark.rule("4.3.1")
@pytest.mark.rule("8.3.1")
def test_from_the_die_to_the_fief() -> None:
    """Conversion leads straight to the fief."""
    board = Board()
    board.race("Cindle", "A")
    board.leader("Sir Owain", "Cindle 1")
    board.phase("conversion")
    board.give("crusader", "convert Cindle with Sir Owain")
    board.give("crusader", "done", dice=[1])
    assert board.state.thralls["Cindle"].fief == "Sir Owain"


@pytest.mark.rule("4.3.2")
def test_titles_come_after_fiefs() -> None:
    """While a fief is to be assigned no title can be given."""
    board = converted("Sir Roger").set(churches={"Cindle 1": "church"})
    board.leader("Red John", "Cindle 1")
    board.leader("Sir Owain", "Thraxian 1")
    board.phase("fiefs")
    assert board.waits() == [("crusader", "fief")]
    assert board.verbs("crusader") == ("assign",)
    board.give("crusader", "assign Cindle to Sir Roger")
    assert board.waits() == [("crusader", "fiefs")]
    assert "knight" in board.verbs("crusader")


@pytest.mark.rule("8.3.2")
@pytest.mark.rule("8.3.16")
def test_the_full_and_the_absent_receive_nothing() -> None:
    """Only leaders with room who are alive, free, loyal and on the map; Parvus always."""
    board = converted("Sir Roger")
    board.leader("Sir Owain", "Thraxian 1")
    board.race("Borrum", "A", converted=True, fief="Sir Owain")
    board.leader("Sir Brian Fitz-William", "Quill 1", captor="wersgorix")
    board.unit("Wersgorix army A", "Quill 1", 1)
    board.leader("Red John", "Thraxian 1")
    board.leader("Brother Parvus", "Thraxian 2")
    board.phase("fiefs")
    assert board.values("crusader", "assign", planet="Cindle") == ["Sir Roger", "Brother Parvus"]
    board.refused("crusader", "assign Cindle to Sir Owain", "8.3.2")
    board.refused("crusader", "assign Cindle to Sir Brian Fitz-William", "8.3.16")
    board.refused("crusader", "assign Cindle to Red John", "8.3.2")


@pytest.mark.rule("8.3.4")
def test_sir_roger_may_give_it_away() -> None:
    """Any Crusader leader can get what Sir Roger converts."""
    board = converted("Sir Roger")
    board.leader("Sir Owain", "Cindle 2")
    board.phase("fiefs")
    board.give("crusader", "assign Cindle to Sir Owain")
    assert board.state.thralls["Cindle"].fief == "Sir Owain"


@pytest.mark.rule("8.3.4")
def test_under_another_king_sir_roger_keeps_it() -> None:
    """If someone else is King it must be Sir Roger's."""
    board = converted("Sir Roger")
    board.leader("Sir Owain", "Cindle 2", title="King")
    assert one(board.phase("fiefs"), FiefAssigned).leader == "Sir Roger"


@pytest.mark.rule("8.3.5")
def test_the_king_chooses_freely() -> None:
    """What the King converts goes to anyone."""
    board = converted("Sir Owain")
    board.leader("Sir Owain", "Cindle 1", title="King")
    board.leader("Sir Roger", "Thraxian 1")
    board.phase("fiefs")
    board.give("crusader", "assign Cindle to Sir Roger")
    assert board.state.thralls["Cindle"].fief == "Sir Roger"


@pytest.mark.rule("8.3.6")
@pytest.mark.rule("8.3.14")
def test_points_wait_for_an_absent_lord() -> None:
    """They are no piece, and join him at the end of a movement phase when he is on the planet."""
    board = converted("Sir Roger")
    face = board.state.face("Cindle")
    board.leader("Sir Owain", "Thraxian 1")
    board.phase("fiefs")
    board.give("crusader", "assign Cindle to Sir Owain")
    assert board.state.thralls["Cindle"].waiting == face.strength
    assert not board.state.units_at(board.hex("Cindle 1"))
    board.leader("Sir Owain", "Cindle 2")
    board.unit("Crusader army A", "Cindle 2", 1)
    board.phase("crusader_movement")
    events = board.give("crusader", "done")
    assert one(events, WaitingCollected).points == face.strength
    assert board.strength("Crusader army A") == 1 + face.strength
    assert board.state.thralls["Cindle"].waiting == 0


@pytest.mark.rule("8.3.14")
@pytest.mark.rule("8.4.9")
@pytest.mark.parametrize("why", ["another leader", "besieged", "reconquered"])
def test_when_waiting_points_stay(why: str) -> None:
    """Only the lord himself, free and not besieged, collects them, and only while the race is converted."""
    board = Board()
    board.race("Ganth", "A", converted=why != "reconquered", fief="Sir Owain", waiting=2, paid=True)
    board.leader("Sir Roger", "Ganth 2")
    board.leader("Sir Owain", "Thraxian 1" if why == "another leader" else "Ganth 1")
    if why == "besieged":
        board.unit("Crusader army A", "Ganth 1", 1)
        board.unit("Wersgorix army A", "Ganth 1", 9)
        board.set(sieges={"Ganth 1": "wersgorix"}, castles={"Ganth 1"})
    board.phase("crusader_movement")
    board.give("crusader", "done")
    assert board.state.thralls["Ganth"].waiting == 2


@pytest.mark.rule("8.3.7")
def test_fiefs_of_parvus_give_no_soldiers() -> None:
    """Church property: the points are lost, and he may have any number."""
    board = converted("Sir Roger")
    board.leader("Brother Parvus", "Cindle 1")
    board.unit("Crusader army A", "Cindle 1", 1)
    for planet in ("Borrum", "Eskar", "Ganth", "Quill", "Verrin"):
        board.thrall(planet, converted=True, fief="Brother Parvus")
    board.phase("fiefs")
    board.give("crusader", "assign Cindle to Brother Parvus")
    thrall = board.state.thralls["Cindle"]
    assert (thrall.fief, thrall.waiting, thrall.paid) == ("Brother Parvus", 0, True)
    assert board.strength("Crusader army A") == 1


@pytest.mark.rule("8.3.8")
def test_allies_and_thralls_hold_nothing() -> None:
    """Leaders of allies and of Thrall Races hold no fiefs."""
    board = converted("Sir Roger")
    board.ally("Jair").leader("Elissir", "Cindle 1")
    board.leader("Thrall leader A", "Cindle 1")
    board.leader("Sir Owain", "Thraxian 1")
    board.phase("fiefs")
    board.refused("crusader", "assign Cindle to Elissir", "8.3.8")
    board.refused("crusader", "assign Cindle to Thrall leader A", "8.3.8")


@pytest.mark.rule("8.3.9")
@pytest.mark.rule("8.3.12")
@pytest.mark.rule("2.3.4")
def test_an_asterisk_brings_fleet_army_and_leader() -> None:
    """One marker from the cup is the strength of both, and is out of the game."""
    board = converted("Sir Owain", asterisk=True)
    cup = board.state.cup
    events = board.phase("fiefs", dice=[3])
    drawn = one(events, CupDrawn)
    assert drawn.strength == cup[2]
    assert board.state.cup == cup[:2] + cup[3:]
    assert board.strength("Thrall fleet A") == board.strength("Thrall army A") == cup[2]
    assert board.where("Thrall fleet A") == board.where("Thrall leader A") == "Cindle 1"
    face = board.state.face("Cindle")
    assert sum(e.strength for e in found(events, UnitRaised) if e.faction == "Crusader") == face.strength


@pytest.mark.rule("8.3.15")
def test_each_piece_comes_if_a_counter_is_free() -> None:
    """The lowest free letter; what has no counter stays away."""
    board = converted("Sir Owain", asterisk=True)
    board.unit("Thrall fleet A", "Thraxian 1", 2)
    board.unit("Thrall fleet B", "Thraxian 1", 2)
    board.unit("Thrall army A", "Thraxian 1", 2)
    board.leader("Thrall leader A", "Thraxian 1")
    events = board.phase("fiefs", dice=[1])
    assert [event.unit for event in found(events, UnitRaised) if event.faction == "Thrall"] == [
        "Thrall army B"
    ]
    assert board.where("Thrall leader B") == "Cindle 1"


@pytest.mark.rule("8.3.10")
@pytest.mark.rule("8.3.15")
def test_a_third_asterisk_brings_nothing() -> None:
    """With all Thrall fleets and armies in play not even the race's own strength comes."""
    board = converted("Sir Owain", asterisk=True)
    board.unit("Crusader army A", "Cindle 1", 1)
    for letter in "AB":
        board.unit(f"Thrall fleet {letter}", "Thraxian 1", 2)
        board.unit(f"Thrall army {letter}", "Thraxian 1", 2)
    board.phase("fiefs")
    assert board.strength("Crusader army A") == 1
    assert board.state.thralls["Cindle"].paid


@pytest.mark.rule("8.3.11")
def test_thraxian_counts() -> None:
    """The Knight who holds Thraxian has no room left."""
    board = converted("Sir Roger").set(home_fief="Sir Owain")
    board.leader("Sir Owain", "Thraxian 1")
    board.leader("Sir Brian Fitz-William", "Thraxian 1")
    board.phase("fiefs")
    board.refused("crusader", "assign Cindle to Sir Owain", "8.3.2")
    board.give("crusader", "assign Cindle to Sir Brian Fitz-William")


@pytest.mark.rule("8.3.13")
def test_the_player_says_which_army() -> None:
    """Of several armies with room in the leader's hex the player picks one; others do not count."""
    board = converted()
    face = board.state.face("Cindle")
    board.unit("Crusader army A", "Cindle 1", 1)
    board.unit("Crusader army C", "Cindle 1", 2)
    board.unit("Crusader army D", "Cindle 1", 10)
    board.unit("Crusader army E", "Cindle 2", 1)
    board.phase("fiefs")
    assert board.waits() == [("crusader", "fief_army")]
    assert board.values("crusader", "enlist") == ["army A", "army C"]
    board.refused("crusader", "enlist in army E", "8.3.13")
    board.give("crusader", "enlist in army C")
    assert board.strength("Crusader army C") == 2 + face.strength


@pytest.mark.rule("8.3.13")
@pytest.mark.rule("2.2.2")
def test_what_does_not_fit() -> None:
    """It makes a new army, or a garrison when no letter is free."""
    board = converted(attitude="W")
    face = board.state.face("Cindle")
    board.unit("Crusader army A", "Cindle 1", 9)
    gained = one(board.phase("fiefs"), StrengthGained)
    assert gained.points == 1
    assert sum(unit.strength for unit in board.state.units.values()) == 9 + face.strength

    board = converted(attitude="W")
    for letter in "ABCDEFGHI":
        board.unit(f"Crusader fleet {letter}", "Thraxian 1", 1)
    board.phase("fiefs")
    assert board.strength("Crusader garrison at Cindle 1") == face.strength


@pytest.mark.rule("8.3.17")
@pytest.mark.rule("2.3.5")
def test_the_fiefs_of_the_dead_are_free() -> None:
    """They stay converted without a lord, waiting points too, and may be given again without new points."""
    board = Board()
    board.race("Cindle", "A", converted=True, fief="Sir Owain", waiting=2)
    board.leader("Sir Roger", "Cindle 1")
    board.leader("Sir Owain", "Quill 1", wounded=True)
    board.phase("crusader_movement", dice=[1, 1])
    assert one(board.events, LeaderDied).leader == "Sir Owain"
    assert one(board.events, LordLost).planets == ("Cindle",)
    thrall = board.state.thralls["Cindle"]
    assert (thrall.converted, thrall.fief, thrall.waiting) == (True, "", 2)
    board.phase("fiefs")
    events = board.give("crusader", "assign Cindle to Sir Roger")
    assert not found(events, UnitRaised)
    assert board.state.thralls["Cindle"].fief == "Sir Roger"
    assert board.state.thralls["Cindle"].waiting == 2


@pytest.mark.rule("8.3.17")
def test_captives_keep_their_fiefs() -> None:
    """A prisoner's fief cannot be given away."""
    board = Board()
    board.race("Cindle", "A", converted=True, fief="Sir Owain")
    board.leader("Sir Roger", "Cindle 1")
    board.leader("Sir Owain", "Quill 1", captor="wersgorix")
    board.unit("Wersgorix army A", "Quill 1", 1)
    events = board.phase("fiefs")
    assert any(event.phase == FIEFS for event in found(events, PhasePassed))
    assert board.state.thralls["Cindle"].fief == "Sir Owain"


@pytest.mark.rule("8.3.17")
@pytest.mark.rule("6.4.8")
def test_a_defector_loses_fiefs_and_titles() -> None:
    """Whoever serves the Empire holds nothing of the Crusade."""
    board = Board()
    board.race("Cindle", "A", converted=True, fief="Sir Owain")
    board.leader("Sir Owain", "Quill 1", defected=True)
    board.set(home_fief="Sir Owain")
    board.phase("fiefs")
    assert board.state.thralls["Cindle"].fief == ""
    assert board.state.home_fief == ""
    assert "Sir Owain" not in board.state.titles


@pytest.mark.rule("8.3.18")
@pytest.mark.rule("8.5.3")
def test_a_king_has_no_limit() -> None:
    """More fiefs than there are markers of his."""
    board = Board()
    board.race("Zethra", "A", converted=True)
    for planet in list(board.pack.planets)[1:12]:
        board.thrall(planet, converted=True, fief="Sir Roger")
    board.leader("Sir Roger", "Thraxian 1", title="King")
    board.phase("fiefs")
    board.give("crusader", "assign Zethra to Sir Roger")


@pytest.mark.rule("8.4.5")
@pytest.mark.rule("8.4.6")
def test_a_race_converted_again_gives_nothing_but_may_change_its_lord() -> None:
    """Strength comes once; the fief may be given to another leader."""
    board = Board()
    board.race("Cindle", "A", asterisk=True, converted=True, fief="Sir Owain", paid=True)
    board.leader("Sir Owain", "Cindle 1")
    board.leader("Sir Roger", "Cindle 1")
    board.set(new_fiefs=(("Cindle", "Sir Owain"),))
    board.phase("fiefs")
    assert board.values("crusader", "assign", planet="Cindle") == ["Sir Owain", "Sir Roger"]
    events = board.give("crusader", "assign Cindle to Sir Roger")
    assert board.state.thralls["Cindle"].fief == "Sir Roger"
    assert not found(events, UnitRaised)
    assert not found(events, CupDrawn)


@pytest.mark.rule("11.2.8")
@pytest.mark.rule("4.4.4")
def test_a_leader_claims_a_rebel_planet() -> None:
    """At the end of the movement phase, with all that a first conversion brings; Parvus does not claim."""
    board = Board()
    face = board.race("Cindle", "A", asterisk=True, converted=True, paid=False)
    board.leader("Brother Parvus", "Cindle 1")
    board.leader("Red John", "Cindle 1")
    board.unit("Crusader army A", "Thraxian 1", 1)
    board.phase("crusader_movement")
    board.give("crusader", "done")
    assert board.state.thralls["Cindle"].fief == ""
    board.leader("Sir Owain", "Cindle 2")
    board.phase("crusader_movement")
    board.give("crusader", "done", dice=[1])
    thrall = board.state.thralls["Cindle"]
    assert (thrall.fief, thrall.paid) == ("Sir Owain", True)
    assert board.where("Thrall army A") == "Cindle 2"
    here = [unit for unit in board.state.units_at(board.hex("Cindle 2")) if unit.faction == "Crusader"]
    assert [unit.strength for unit in here] == [face.strength]


@pytest.mark.rule("11.2.8")
def test_the_player_picks_among_several_claimants() -> None:
    """Two leaders on a rebel planet: one of them becomes its lord."""
    board = Board()
    board.race("Cindle", "A", converted=True, paid=False)
    board.leader("Sir Owain", "Cindle 1")
    board.leader("Sir Roger", "Cindle 2")
    board.phase("crusader_movement")
    board.give("crusader", "done")
    assert board.waits() == [("crusader", "claim")]
    board.give("crusader", "assign Cindle to Sir Roger")
    assert board.state.thralls["Cindle"].fief == "Sir Roger"
