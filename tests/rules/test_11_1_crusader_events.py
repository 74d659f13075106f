"""Section 11.1: random events of the Crusader player (Grail, treachery and Earth have files of their own)."""

import pytest

from engine.high_crusade.battle_events import BattleRolled
from engine.high_crusade.events_crusader import IllnessRolled
from engine.high_crusade.random_events import EventVoid
from engine.high_crusade.storms import StormArose, StormMoved
from engine.kernel.game import Event
from tests.support.board import Board, found, one

NO_WERSGORIX_EVENT = [3, 4]
DICE = {
    "earth": [1, 1],
    "treachery": [1, 2],
    "heresy": [1, 3],
    "leader_falls_ill": [1, 4],
    "crusading_fervor": [1, 5],
    "reinforcements": [2, 6],
    "ionic_storm": [3, 6],
    "ambassador": [4, 6],
    "grail": [5, 6],
    "ally_becomes_neutral": [6, 6],
}


def ready() -> Board:
    """Both players hold a capital; Sir Roger and his men are on Thraxian."""
    board = Board(turn=2)
    board.set(castles=["Thraxian 1"])
    board.unit("Crusader army B", "Thraxian 1", 5)
    board.leader("Sir Roger", "Thraxian 1")
    board.unit("Wersgorix army A", "Wersgorix 1", 5)
    return board


def roll(board: Board, event: str, *more: int, allies: tuple[int, ...] = ()) -> list[Event]:
    """Play the reinforcement phase up to this Crusader event and what it rolls by itself."""
    board.phase("reinforcement", dice=allies)
    board.give("wersgorix", "placed")
    return board.give("crusader", "placed", dice=[*DICE[event], *NO_WERSGORIX_EVENT, *more])


# -- Leader Falls Ill ------------------------------------------------------------------------------


SICK = ["Sir Roger", "Sir Owain", "Sir Brian Fitz-William", "Brother Parvus", "Red John"]


@pytest.mark.rule("11.1.1", "2.3.2")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_a_die_names_the_leader_who_falls_ill(die: int) -> None:
    """He is turned to his wounded side."""
    board = ready()
    for name in SICK:
        board.leader(name, "Thraxian 1")
    roll(board, "leader_falls_ill", die)
    assert [name for name in SICK if board.state.leaders[name].wounded] == [SICK[die - 1]]


@pytest.mark.rule("11.1.1")
def test_a_6_is_rolled_again() -> None:
    """Until another number comes."""
    board = ready()
    events = roll(board, "leader_falls_ill", 6, 6, 1)
    assert one(events, IllnessRolled).rolled == (6, 6, 1)
    assert board.state.leaders["Sir Roger"].wounded


@pytest.mark.rule("11.1.1")
def test_a_wounded_leader_who_falls_ill_dies() -> None:
    """He is removed for good."""
    board = ready()
    board.leader("Red John", "Thraxian 1", wounded=True)
    roll(board, "leader_falls_ill", 5)
    assert board.state.leaders["Red John"].dead


@pytest.mark.rule("11.1.18")
def test_who_is_not_touched_by_illness() -> None:
    """The dead, those away and those in Wersgorix service; a captive can fall ill."""
    board = ready()
    board.leader("Sir Owain", "Wersgorix 1", defected=True)
    events = roll(board, "leader_falls_ill", 2)
    assert not one(events, IllnessRolled).struck
    assert not board.state.leaders["Sir Owain"].wounded
    board = ready()
    assert not one(roll(board, "leader_falls_ill", 4), IllnessRolled).struck
    board = ready()
    board.leader("Sir Owain", "Wersgorix 1", captor="wersgorix")
    roll(board, "leader_falls_ill", 2, 1)
    assert board.state.leaders["Sir Owain"].wounded


# -- Reinforcements, Ally Becomes Neutral ----------------------------------------------------------


@pytest.mark.rule("11.1.3")
def test_reinforcements() -> None:
    """One die of points more, placed like the others."""
    board = ready()
    roll(board, "reinforcements", 4)
    assert board.waits() == [("crusader", "placing")]
    assert board.state.owed == {"Crusader": 4}
    board.refused("crusader", "raise army 1 at Borrum 1", "4.1.14")
    board.give("crusader", "raise fleet 4 at Thraxian 1 as A")
    assert board.strength("Crusader fleet A") == 4
    assert board.state.phase != "reinforcement"


def allied(*races: str) -> Board:
    board = ready()
    board.ally(*races)
    for race in races:
        home = board.pack.alliances[race].homes[0]
        board.unit(f"{race} army A", f"{home} 1", 3)
        leader = next(name for name, card in board.pack.leaders.items() if card.faction == race)
        board.leader(leader, f"{home} 1")
    return board


@pytest.mark.rule("11.1.4")
def test_an_ally_of_the_players_choice_becomes_neutral() -> None:
    """He is asked which; its units stand still and it sends nothing until the alliance is formed anew."""
    board = allied("Jair", "Ashenk'goli")
    roll(board, "ally_becomes_neutral", allies=(1, 1))
    assert board.waits() == [("crusader", "ally_leaves")]
    board.refused("crusader", "forsake P'thing'gung", "11.1.4")
    board.give("crusader", "forsake Jair")
    assert board.state.alliances == {"Jair": "neutral", "Ashenk'goli": "allied", "P'thing'gung": "neutral"}
    assert board.state.seat_of(board.state.units["Jair army A"]) is None
    board.phase("crusader_movement")
    board.refused("crusader", "move Jair army A to Jair 2", "6.1.1")


@pytest.mark.rule("11.1.4", "9.2.9")
def test_the_only_ally_leaves_without_a_question_unless_allied_for_good() -> None:
    """Without an ally that can leave it is No Event."""
    board = allied("Jair")
    roll(board, "ally_becomes_neutral", allies=(1,))
    assert board.state.alliances["Jair"] == "neutral"
    board = allied("Jair")
    board.ally("Jair", permanent=True)
    assert one(roll(board, "ally_becomes_neutral", allies=(1,)), EventVoid).event == "ally_becomes_neutral"
    assert board.state.alliances["Jair"] == "permanent"
    assert found(roll(ready(), "ally_becomes_neutral"), EventVoid)


# -- Crusading Fervor ------------------------------------------------------------------------------


@pytest.mark.rule("11.1.6")
def test_fervor_lasts_this_turn() -> None:
    """It is in effect until the turn ends."""
    board = ready()
    roll(board, "crusading_fervor")
    assert board.state.fervor
    board.phase("record")
    assert not board.state.fervor


def shifts(phase: str, *, fervor: bool) -> list[tuple[str, int]]:
    """The shifts of the Crusader side in a battle of this phase, with Brother Parvus on their side."""
    board = ready()
    board.leader("Brother Parvus", "Cindle 1")
    board.unit("Crusader army C", "Cindle 1", 4)
    board.unit("Wersgorix army D", "Cindle 2", 4)
    board.set(fervor=fervor, equipment=0, iq=0)
    board.phase(phase)
    attack = phase == "crusader_combat"
    seat, target, force = (
        ("crusader", "Cindle 2", "army C, Parvus") if attack else ("wersgorix", "Cindle 1", "army D")
    )
    board.give(seat, f"attack {target} with {force}")
    board.give(seat, f"resolve {target} by ground", dice=[1, 3])
    rolled = one(board.events, BattleRolled)
    return list(rolled.attacker_shifts if attack else rolled.defender_shifts)


@pytest.mark.rule("11.1.6")
def test_fervor_shifts_every_crusader_attack() -> None:
    """One column to the right, instead of the one of Parvus."""
    assert ("Crusading Fervor", 1) in shifts("crusader_combat", fervor=True)
    assert ("Brother Parvus", 1) in shifts("crusader_combat", fervor=False)
    assert ("Brother Parvus", 1) not in shifts("crusader_combat", fervor=True)


@pytest.mark.rule("11.1.23")
def test_parvus_gives_no_shift_in_the_whole_turn_of_fervor() -> None:
    """Not in defence either."""
    assert ("Brother Parvus", 1) in shifts("wersgorix_combat", fervor=False)
    assert ("Brother Parvus", 1) not in shifts("wersgorix_combat", fervor=True)
    assert ("Crusading Fervor", 1) not in shifts("wersgorix_combat", fervor=True)


# -- Ionic Storm -----------------------------------------------------------------------------------


@pytest.mark.rule("11.1.7")
def test_a_storm_enters_and_drifts() -> None:
    """Entry hex, direction and distance by one die each; then it drifts in the storm step too."""
    board = ready()
    entry = board.pack.storms.entries[0]
    events = roll(board, "ionic_storm", 1, 4, 2, 4, 1)
    assert one(events, StormArose).hex == entry
    assert [event.to for event in found(events, StormMoved)] == [entry + 2, entry + 3]
    assert board.state.storms == (entry + 3,)


@pytest.mark.rule("11.1.7")
def test_a_storm_that_leaves_the_map_is_gone() -> None:
    """Drifting off the edge removes it; it does not drift again."""
    board = ready()
    roll(board, "ionic_storm", 1, 1, 3)
    assert board.state.storms == ()


@pytest.mark.rule("11.1.12", "11.1.22")
def test_no_fleet_enters_or_leaves_a_storm() -> None:
    """It reaches its own hex and the six around it; ground pieces are not hindered."""
    board = ready()
    board.unit("Crusader fleet A", "Thraxian 1", 5)
    board.set(storms=("Cindle 1",))
    board.phase("crusader_movement")
    board.refused("crusader", "move fleet A to Cindle 1")
    board.refused("crusader", "move fleet A to Cindle 2")
    board.give("crusader", "move fleet A to Borrum 1")
    board = ready()
    board.unit("Crusader fleet A", "Thraxian 1", 5)
    board.set(storms=("Thraxian 2", "Borrum 1"))
    board.phase("crusader_movement")
    assert "fleet A" not in board.values("crusader", "move")
    board.refused("crusader", "move fleet A to Cindle 1")
    board.give("crusader", "move army B to Thraxian 2")


# -- Heresy ----------------------------------------------------------------------------------------


@pytest.mark.rule("11.1.8", "11.1.24")
def test_the_wersgorix_player_chooses_where_heresy_breaks_out() -> None:
    """Among the Converted races that are not heretical."""
    board = ready()
    for planet in ("Quill", "Tarn"):
        board.thrall(planet, converted=True, fief="Sir Roger")
    board.thrall("Cindle")
    board.thrall("Borrum", converted=True, heresy=True, fief="Sir Roger")
    board.phase("reinforcement", dice=[6])
    board.give("wersgorix", "placed")
    board.give("crusader", "placed", dice=[*DICE["heresy"], *NO_WERSGORIX_EVENT])
    assert board.waits() == [("wersgorix", "heresy")]
    assert board.values("wersgorix", "corrupt") == ["Quill", "Tarn"]
    board.refused("wersgorix", "corrupt Cindle", "11.1.24")
    board.refused("wersgorix", "corrupt Borrum", "11.1.24")
    board.give("wersgorix", "corrupt Tarn")
    assert board.state.thralls["Tarn"].heresy
    assert board.state.thralls["Tarn"].fief == "Sir Roger"
    assert board.state.thralls["Tarn"].converted
    assert not board.state.thralls["Quill"].heresy


@pytest.mark.rule("11.1.8", "11.1.24")
def test_heresy_needs_a_faithful_race() -> None:
    """Without one it is No Event."""
    board = ready()
    board.thrall("Cindle")
    assert one(roll(board, "heresy"), EventVoid).event == "heresy"
    board = ready()
    board.thrall("Cindle", converted=True, fief="Sir Roger")
    roll(board, "heresy")
    assert board.state.thralls["Cindle"].heresy


# -- Ambassador ------------------------------------------------------------------------------------


@pytest.mark.rule("11.1.10", "11.1.31")
def test_an_ambassador_can_be_heard_in_the_alliance_phase() -> None:
    """Without a leader on a home planet; Sir Roger's rating counts, and Parvus's beside him."""
    board = ready()
    board.leader("Brother Parvus", "Thraxian 1")
    roll(board, "ambassador")
    assert board.state.ambassador
    board.phase("alliance")
    assert board.waits() == [("crusader", "alliance")]
    assert set(board.values("crusader", "receive")) == {"Jair", "P'thing'gung", "Ashenk'goli"}
    needed = board.pack.alliances["Jair"].range
    die = needed - 4 - 2
    assert 1 <= die <= 6
    board.give("crusader", "receive Jair", dice=[die, 3])
    assert board.state.alliances["Jair"] == "allied"


@pytest.mark.rule("11.1.31")
def test_without_sir_roger_the_bare_die_counts() -> None:
    """Nobody else receives an ambassador."""
    board = ready()
    board.leader("Sir Roger", "Wersgorix 1", captor="wersgorix")
    board.leader("Sir Owain", "Thraxian 1")
    board.set(ambassador=True)
    board.phase("alliance")
    board.give("crusader", "receive Jair", dice=[5])
    assert board.state.alliances["Jair"] == (
        "allied" if board.pack.alliances["Jair"].range <= 5 else "neutral"
    )


@pytest.mark.rule("11.1.10")
def test_no_ambassador_when_all_are_allied() -> None:
    """It is No Event, and the effect of another turn is over."""
    board = allied("Jair", "P'thing'gung", "Ashenk'goli")
    assert one(roll(board, "ambassador", allies=(1, 1, 1)), EventVoid).event == "ambassador"
    assert not board.state.ambassador


# -- no way around ---------------------------------------------------------------------------------


@pytest.mark.rule("11.1.11")
def test_an_event_cannot_be_ignored() -> None:
    """Its question offers only orders that carry it out, and the game waits for one of them."""
    board = allied("Jair", "Ashenk'goli")
    roll(board, "ally_becomes_neutral", allies=(1, 1))
    assert board.verbs("crusader") == ("forsake",)
    board.refused("crusader", "done")
    assert board.state.phase == "reinforcement"
