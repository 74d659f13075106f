"""Alliances with the Independent Races (rules 4.6, 4.10 and 9)."""

import pytest

from engine.high_crusade.alliances import AllianceBroken, AllianceMade, AllyMustered
from engine.high_crusade.battle_events import BattleRolled
from engine.high_crusade.flow import PhasePassed
from engine.high_crusade.names import ALLIANCE, DISRUPTION
from engine.high_crusade.parley import AllianceRolled
from engine.high_crusade.pieces import LeaderPlaced
from tests.support.board import Board, found, one, pack


def needed(race: str) -> int:
    """The alliance range of a race."""
    return pack().alliances[race].range


def parley(leader: str = "Sir Roger", at: str = "Jair 1") -> Board:
    """A leader on a home planet."""
    board = Board()
    board.leader(leader, at)
    return board


def passes(board: Board, phase: str) -> bool:
    """Whether a phase passed by itself."""
    return any(event.phase == phase for event in found(board.events, PhasePassed))


# -- forming ---------------------------------------------------------------------------------------------


@pytest.mark.rule("4.6.1")
@pytest.mark.rule("9.1.1")
def test_all_begin_neutral_and_the_phase_needs_a_leader() -> None:
    """Without a leader on a home planet and without an ambassador the phase is skipped."""
    board = parley(at="Thraxian 1")
    assert set(board.state.alliances.values()) == {"neutral"}
    board.phase("alliance")
    assert passes(board, ALLIANCE)
    board = parley()
    board.phase("alliance")
    assert board.waits() == [("crusader", "alliance")]
    board.give("crusader", "done")
    assert board.state.alliances["Jair"] == "neutral"


@pytest.mark.rule("4.6.1")
def test_one_attempt_a_phase() -> None:
    """After it the phase is over, with another leader waiting on another home."""
    board = parley()
    board.leader("Sir Owain", "P'thing'gung 1")
    board.phase("alliance")
    board.give("crusader", "ally Jair with Sir Roger", dice=[1])
    assert board.state.phase != "alliance"


@pytest.mark.rule("9.1.2")
def test_a_leader_on_either_home_planet() -> None:
    """The Jair have two homes; a leader elsewhere does not do."""
    for home in ("Jair 2", "Nujair 1"):
        board = parley(at=home)
        board.leader("Sir Owain", "Rhoveg 2")
        board.phase("alliance")
        board.refused("crusader", "ally Jair with Sir Owain", "9.1.2")
        board.refused("crusader", "ally Ashenk'goli with Sir Roger", "9.1.2")
        board.give("crusader", "ally Jair with Sir Roger", dice=[1])


@pytest.mark.rule("9.1.3")
@pytest.mark.rule("2.3.1")
def test_die_and_rating_must_reach_the_range() -> None:
    """Equal is enough, one less is not."""
    rating = pack().leaders["Sir Roger"].political
    enough = needed("Jair") - rating
    for die, success in ((enough, True), (enough - 1, False)):
        board = parley()
        board.phase("alliance")
        events = board.give("crusader", "ally Jair with Sir Roger", dice=[die, 1] if success else [die])
        assert one(events, AllianceRolled).success == success
        assert board.state.alliances["Jair"] == ("allied" if success else "neutral")


@pytest.mark.rule("9.1.3")
@pytest.mark.rule("9.1.9")
def test_the_best_enemy_leader_on_the_planet_is_subtracted() -> None:
    """One of them, free, anywhere on the planet; wounded ones count less."""
    board = parley()
    board.leader("Drusk", "Jair 3")
    board.leader("Vorgash", "Jair 4", wounded=True)
    board.leader("Hesmar", "Nujair 1")
    board.leader("Onuvar", "Jair 1", captor="crusader")
    board.unit("Crusader fleet A", "Jair 1", 1)
    board.phase("alliance")
    roll = one(board.give("crusader", "ally Jair with Sir Roger", dice=[1]), AllianceRolled)
    cards = pack().leaders
    assert roll.against == max(cards["Drusk"].political, cards["Vorgash"].wounded_political)


@pytest.mark.rule("9.1.9")
@pytest.mark.rule("2.3.2")
def test_a_wounded_negotiator_is_worth_less() -> None:
    """He counts with his lower rating."""
    board = parley()
    board.leader("Sir Roger", "Jair 1", wounded=True)
    board.phase("alliance")
    roll = one(board.give("crusader", "ally Jair with Sir Roger", dice=[1]), AllianceRolled)
    assert roll.rating == pack().leaders["Sir Roger"].wounded_political


@pytest.mark.rule("9.1.4")
@pytest.mark.rule("9.1.9")
def test_parvus_interprets() -> None:
    """He forms no alliance himself, but adds his rating from any hex of the planet."""
    board = parley()
    board.leader("Brother Parvus", "Jair 3")
    board.phase("alliance")
    board.refused("crusader", "ally Jair with Brother Parvus", "9.1.4")
    roll = one(board.give("crusader", "ally Jair with Sir Roger", dice=[6, 1]), AllianceRolled)
    assert roll.helped == pack().leaders["Brother Parvus"].political
    board = parley("Brother Parvus")
    board.phase("alliance")
    assert passes(board, ALLIANCE)


@pytest.mark.rule("9.1.4")
def test_parvus_elsewhere_does_not_help() -> None:
    """The other home planet is not the same place."""
    board = parley()
    board.leader("Brother Parvus", "Nujair 1")
    board.phase("alliance")
    assert one(board.give("crusader", "ally Jair with Sir Roger", dice=[1]), AllianceRolled).helped == 0


@pytest.mark.rule("9.1.8")
def test_who_may_negotiate() -> None:
    """Thrall leaders, leaders of other allies and defectors in his service may; captives may not."""
    board = Board().ally("Ashenk'goli")
    board.leader("Thrall leader A", "Jair 1")
    board.leader("Shakk'ulan", "Jair 2")
    board.leader("Drusk", "Jair 3", defected=True)
    board.leader("Red John", "Jair 4", captor="wersgorix")
    board.unit("Wersgorix army A", "Jair 4", 1)
    board.phase("alliance")
    assert set(board.values("crusader", "ally", race="Jair")) == {"Thrall leader A", "Shakk'ulan", "Drusk"}
    board.give("crusader", "ally Jair with Drusk", dice=[1])


@pytest.mark.rule("9.1.6")
@pytest.mark.rule("9.1.10")
def test_a_new_ally_brings_a_die_of_points_and_its_leader() -> None:
    """The player divides them on the home planets; the leader joins one of the pieces."""
    board = parley()
    board.phase("alliance")
    events = board.give("crusader", "ally Jair with Sir Roger", dice=[6, 5])
    assert one(events, AllyMustered).rolled == (5,)
    assert board.waits() == [("crusader", "placing")]
    board.refused("crusader", "raise army 2 at Rhoveg 2")
    board.give("crusader", "raise army 2 at Jair 2")
    board.give("crusader", "raise fleet 3 at Nujair 1")
    assert (board.strength("Jair army A"), board.strength("Jair fleet A")) == (2, 3)
    assert board.waits() == [("crusader", "ally_leader")]
    board.refused("crusader", "station at Jair 1", "9.1.6")
    board.give("crusader", "station at Nujair 1")
    assert board.where("Elissir") == "Nujair 1"


@pytest.mark.rule("9.1.6")
@pytest.mark.rule("9.1.12")
def test_with_pieces_in_one_hex_the_leader_joins_by_himself() -> None:
    """There is nothing to choose."""
    board = parley()
    board.phase("alliance")
    board.give("crusader", "ally Jair with Sir Roger", dice=[6, 2])
    events = board.give("crusader", "raise army 2 at Jair 2")
    assert one(events, LeaderPlaced).leader == "Elissir"
    assert board.where("Elissir") == "Jair 2"


@pytest.mark.rule("9.1.12")
def test_a_leader_without_a_piece_waits() -> None:
    """When the homes are full of Wersgorix the points are lost, and he comes with a later piece."""
    board = Board().set(ambassador=True)
    board.leader("Sir Roger", "Thraxian 1")
    for at in (*pack().planets["Jair"].hexes, *pack().planets["Nujair"].hexes):
        board.unit("Wersgorix garrison", at, 1)
    board.phase("alliance")
    board.give("crusader", "receive Jair", dice=[6, 2])
    assert board.state.alliances["Jair"] == "allied"
    assert "Elissir" not in board.state.leaders
    board.unit("Jair army A", "Thraxian 1", 1)
    board.phase("conversion")
    assert board.where("Elissir") == "Thraxian 1"


@pytest.mark.rule("9.1.10")
@pytest.mark.rule("9.2.4")
@pytest.mark.rule("2.3.5")
def test_an_alliance_made_anew_rolls_again_but_brings_no_second_leader() -> None:
    """Frozen units act again where they stand; a leader who is on the map or dead is not placed."""
    board = parley()
    board.unit("Jair army A", "Rhoveg 2", 3)
    board.set(joined=frozenset({"Jair"}))
    board.leader("Elissir", "Rhoveg 2")
    board.phase("alliance")
    events = board.give("crusader", "ally Jair with Sir Roger", dice=[6, 4])
    assert one(events, AllyMustered).rolled == (4,)
    events = board.give("crusader", "raise fleet 4 at Jair 1")
    assert not found(events, LeaderPlaced)
    assert board.where("Elissir") == "Rhoveg 2"
    army = board.state.units["Jair army A"]
    assert board.state.seat_of(army) == "crusader"


@pytest.mark.rule("9.1.7")
def test_allied_pieces_are_the_crusaders_to_use() -> None:
    """They move in his movement phase; those of a neutral race do not."""
    for allied in (True, False):
        board = Board()
        if allied:
            board.ally("Jair")
        board.leader("Elissir", "Jair 1")
        board.unit("Jair army A", "Jair 1", 2)
        board.leader("Sir Roger", "Thraxian 1")
        board.phase("crusader_movement")
        if allied:
            board.give("crusader", "move Jair army A to Jair 2")
        else:
            board.refused("crusader", "move Jair army A to Jair 2")


# -- the ambassador ----------------------------------------------------------------------------------------


@pytest.mark.rule("11.1.10")
@pytest.mark.rule("11.1.31")
def test_the_ambassador_needs_no_leader_on_the_home_planet() -> None:
    """Sir Roger's rating counts wherever he is, with Parvus in the same hex, and nobody is subtracted."""
    board = parley(at="Thraxian 1").set(ambassador=True)
    board.leader("Brother Parvus", "Thraxian 1")
    board.leader("Vorgash", "P'thing'gung 1")
    board.phase("alliance")
    roll = one(board.give("crusader", "receive P'thing'gung", dice=[2, 1]), AllianceRolled)
    cards = pack().leaders
    assert (roll.rating, roll.helped) == (cards["Sir Roger"].political, cards["Brother Parvus"].political)
    assert roll.against == 0
    assert roll.success == (2 + roll.rating + roll.helped >= needed("P'thing'gung"))


@pytest.mark.rule("11.1.31")
def test_without_sir_roger_the_bare_die_counts() -> None:
    """And Parvus in another hex does not help."""
    board = Board().set(ambassador=True)
    board.leader("Brother Parvus", "Thraxian 1")
    board.phase("alliance")
    roll = one(board.give("crusader", "receive Jair", dice=[6]), AllianceRolled)
    assert (roll.rating, roll.helped, roll.success) == (0, 0, False)
    board = parley(at="Thraxian 1").set(ambassador=True)
    board.leader("Brother Parvus", "Thraxian 2")
    board.phase("alliance")
    assert one(board.give("crusader", "receive Jair", dice=[1]), AllianceRolled).helped == 0


@pytest.mark.rule("11.1.10")
@pytest.mark.rule("11.1.31")
def test_the_ambassador_is_the_one_attempt() -> None:
    """Either he or a leader on a home planet, and only for a neutral race."""
    board = parley().set(ambassador=True).ally("Ashenk'goli")
    board.leader("Shakk'ulan", "Ashenk'goli 1")
    board.phase("alliance")
    assert board.verbs("crusader") == ("ally", "receive", "done")
    board.refused("crusader", "receive Ashenk'goli", "9.1.1")
    board.give("crusader", "receive P'thing'gung", dice=[1])
    assert board.state.phase != "alliance"
    board = parley()
    board.phase("alliance")
    board.refused("crusader", "receive Jair", "11.1.10")


# -- driven into alliance ------------------------------------------------------------------------------------


def assault(race_piece: str = "", allied: bool = False) -> Board:
    """A Wersgorix army beside Crusaders (and perhaps a Jair army) on Jair, in the Wersgorix combat phase."""
    board = Board(turn=15)
    if allied:
        board.ally("Jair")
        board.leader("Elissir", "Nujair 1")
    board.unit("Wersgorix army A", "Jair 1", 5)
    board.unit(race_piece or "Crusader army A", "Jair 2", 3)
    board.leader("Sir Roger", "Thraxian 1")
    board.phase("wersgorix_combat")
    return board


@pytest.mark.rule("9.1.5")
@pytest.mark.rule("9.1.11")
@pytest.mark.rule("9.2.8")
@pytest.mark.parametrize("piece", ["Crusader army A", "Jair army A"])
def test_an_attack_on_a_home_planet_allies_for_good(piece: str) -> None:
    """On any piece there, frozen ones of the race too, before the combat is resolved."""
    board = assault(piece)
    board.give("wersgorix", "attack Jair 2 with army A")
    assert board.state.alliances["Jair"] == "neutral"
    events = board.give("wersgorix", "resolve Jair 2 by ground", dice=[1, 1, 2])
    made = one(events, AllianceMade)
    assert (made.race, made.permanent) == ("Jair", True)
    assert board.state.alliances["Jair"] == "permanent"


@pytest.mark.rule("9.1.11")
def test_pieces_come_after_the_combat() -> None:
    """The die for the new ally's points falls when the battle is over."""
    board = assault()
    board.give("wersgorix", "attack Jair 2 with army A")
    kinds = [type(event) for event in board.give("wersgorix", "resolve Jair 2 by ground", dice=[1, 1, 2])]
    assert kinds.index(AllianceMade) < kinds.index(BattleRolled) < kinds.index(AllyMustered)
    assert board.waits() == [("crusader", "placing")]


@pytest.mark.rule("9.2.9")
@pytest.mark.rule("9.1.5")
def test_an_ally_attacked_is_allied_for_good() -> None:
    """And then cannot be disrupted."""
    board = assault("Jair army A", allied=True)
    board.give("wersgorix", "attack Jair 2 with army A")
    events = board.give("wersgorix", "resolve Jair 2 by ground", dice=[1, 1])
    assert board.state.alliances["Jair"] == "permanent"
    assert not found(events, AllyMustered)


@pytest.mark.rule("9.2.9")
def test_a_lasting_alliance_is_not_attempted() -> None:
    """Refused by name where another ally keeps the phase open."""
    board = Board().ally("Jair", permanent=True).ally("Ashenk'goli")
    for leader, at in (("Elissir", "Jair 2"), ("Shakk'ulan", "Ashenk'goli 2")):
        board.leader(leader, at)
    board.leader("Vorgash", "Jair 1")
    board.leader("Drusk", "Ashenk'goli 1")
    board.phase("disruption")
    board.refused("wersgorix", "disrupt Jair with Vorgash", "9.2.9")
    assert board.values("wersgorix", "disrupt") == ["Ashenk'goli"]


# -- breaking ------------------------------------------------------------------------------------------------


def intrigue(*leaders: str, race: str = "Jair", own: str = "Elissir", at: str = "Nujair 1") -> Board:
    """Wersgorix leaders on a home planet of an ally, whose own leader is elsewhere."""
    board = Board(turn=15).ally(race)
    board.leader(own, at)
    for name in leaders or ("Vorgash",):
        board.leader(name, "Jair 1")
    return board


@pytest.mark.rule("4.10.1")
@pytest.mark.rule("9.2.1")
def test_disruption_needs_a_leader_on_the_home_planet() -> None:
    """Otherwise the phase is skipped; only allies can be lost."""
    board = Board(turn=15).ally("Jair")
    board.leader("Elissir", "Jair 1")
    board.leader("Vorgash", "Rhoveg 1")
    board.phase("disruption")
    assert passes(board, DISRUPTION)
    board = intrigue()
    board.leader("Drusk", "Rhoveg 2")
    board.phase("disruption")
    board.refused("wersgorix", "disrupt Jair with Drusk", "9.2.1")
    board.refused("wersgorix", "disrupt Ashenk'goli with Vorgash", "9.2.1")


@pytest.mark.rule("9.2.2")
@pytest.mark.rule("9.2.3")
def test_breaking_an_alliance() -> None:
    """Die and rating must reach the range; the race is neutral at once."""
    rating = pack().leaders["Vorgash"].political
    for die in (needed("Jair") - rating, needed("Jair") - rating - 1):
        board = intrigue()
        board.phase("disruption")
        events = board.give("wersgorix", "disrupt Jair with Vorgash", dice=[die])
        broken = die + rating >= needed("Jair")
        assert bool(found(events, AllianceBroken)) == broken
        assert board.state.alliances["Jair"] == ("neutral" if broken else "allied")


@pytest.mark.rule("9.2.2")
@pytest.mark.rule("9.2.6")
def test_the_best_crusader_leader_there_is_subtracted() -> None:
    """Parvus among them; he adds nothing besides. Captives do not count."""
    board = intrigue()
    board.leader("Brother Parvus", "Jair 3")
    board.leader("Red John", "Jair 4")
    board.leader("Sir Roger", "Jair 1", captor="wersgorix")
    board.unit("Wersgorix army A", "Jair 1", 1)
    board.phase("disruption")
    roll = one(board.give("wersgorix", "disrupt Jair with Vorgash", dice=[1]), AllianceRolled)
    assert roll.against == pack().leaders["Brother Parvus"].political
    assert roll.helped == 0


@pytest.mark.rule("9.2.6")
def test_one_disruption_by_leaders_in_wersgorix_service() -> None:
    """Defectors may, traitors may not; then the phase is over."""
    board = intrigue("Vorgash", "Drusk")
    board.leader("Sir Owain", "Jair 2", defected=True)
    board.leader("Red John", "Jair 3")
    board.set(traitor="Red John", treason=True)
    board.phase("disruption")
    assert set(board.values("wersgorix", "disrupt", race="Jair")) == {"Vorgash", "Drusk", "Sir Owain"}
    board.refused("wersgorix", "disrupt Jair with Red John", "9.2.6")
    board.give("wersgorix", "disrupt Jair with Sir Owain", dice=[1])
    assert board.state.phase != "disruption"


@pytest.mark.rule("9.2.3")
@pytest.mark.rule("9.2.5")
@pytest.mark.rule("9.2.7")
def test_frozen_pieces() -> None:
    """They do nothing and count for nothing, but stay; the uncollected points are kept."""
    board = intrigue(at="Thraxian 2").set(uncollected={"Jair": 3}, turn=1)
    board.unit("Jair army A", "Thraxian 2", 4)
    board.unit("Jair fleet A", "Cindle 1", 2)
    board.leader("Drusk", "Thraxian 2", captor="crusader")
    board.phase("disruption")
    board.give("wersgorix", "disrupt Jair with Vorgash", dice=[6])
    state = board.state
    assert state.seat_of(state.units["Jair army A"]) is None
    assert state.seat_of_leader(state.leaders["Elissir"]) is None
    assert not state.holds(board.game.seats[0], board.hex("Cindle 1"))
    assert state.uncollected["Jair"] == 3
    assert state.leaders["Drusk"].captor == ""
    board.phase("crusader_movement")
    board.refused("crusader", "move Jair fleet A to Thraxian 2")
    board.refused("crusader", "move Elissir to Thraxian 3")


@pytest.mark.rule("9.2.4")
def test_a_broken_alliance_can_be_made_again() -> None:
    """By the same way as before."""
    board = intrigue(at="Thraxian 2").set(turn=1)
    board.phase("disruption")
    board.give("wersgorix", "disrupt Jair with Vorgash", dice=[6])
    board.leader("Sir Roger", "Nujair 1")
    board.phase("alliance")
    board.give("crusader", "ally Jair with Sir Roger", dice=[6, 1])
    assert board.state.alliances["Jair"] == "allied"
