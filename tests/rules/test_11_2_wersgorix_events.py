"""Section 11.2: the six random events of the Wersgorix player."""

import pytest

from engine.high_crusade.placing_events import PointsLost
from engine.high_crusade.random_events import EventVoid
from engine.kernel.game import Event
from tests.support.board import Board, found, one

NO_CRUSADER_EVENT = [3, 4]
DICE = {"earth": [1, 1], "rebellion": [1, 2], "withdrawal": [1, 3], "lies": [1, 4], "reinforcements": [4, 4]}
DICE["initiative"] = [4, 5]


def ready(turn: int = 2) -> Board:
    """Both players hold a capital; the rest of the map is empty."""
    board = Board(turn=turn)
    board.set(castles=["Thraxian 1"])
    board.unit("Crusader army B", "Thraxian 1", 5)
    board.unit("Wersgorix army A", "Wersgorix 1", 5)
    board.unit("Wersgorix fleet B", "Wersgorix 1", 8)
    return board


def roll(board: Board, event: str, *more: int) -> list[Event]:
    """Play the reinforcement phase up to this Wersgorix event and what it rolls by itself."""
    board.phase("reinforcement")
    board.give("crusader", "placed")
    return board.give("wersgorix", "placed", dice=[*NO_CRUSADER_EVENT, *DICE[event], *more])


@pytest.mark.rule("11.2.1", "11.2.7")
def test_withdrawal() -> None:
    """One die of points goes at once, from units of the Wersgorix player's choice."""
    board = ready()
    board.unit("Wersgorix garrison", "Ganth 1", 2)
    board.set(uncollected={"Wersgorix": 4})
    board.leader("Vorgash", "Ganth 1")
    roll(board, "withdrawal", 5)
    assert board.waits() == [("wersgorix", "withdrawal")]
    before = {name: unit.strength for name, unit in board.state.units.items()}
    board.refused("wersgorix", "withdraw 4 from fleet B", "11.2.1")
    board.refused("wersgorix", "withdraw 3 from fleet B, 2 from fleet B", "11.2.1")
    board.refused("wersgorix", "withdraw 3 from garrison at Ganth 1, 2 from fleet B", "11.2.1")
    board.refused("wersgorix", "withdraw 5 from Crusader army B")
    board.give("wersgorix", "withdraw 2 from garrison at Ganth, 2 from army A, 1 from fleet B")
    assert "Wersgorix garrison at Ganth 1" not in board.state.units
    assert board.where("Vorgash") == "Ganth 1"
    assert board.strength("Wersgorix army A") == before["Wersgorix army A"] - 2
    assert board.strength("Wersgorix fleet B") == before["Wersgorix fleet B"] - 1
    assert board.state.uncollected == {"Wersgorix": 4}


@pytest.mark.rule("11.2.7")
def test_withdrawal_of_all_there_is() -> None:
    """When fewer points are on the map than rolled, all of them go."""
    board = ready()
    board.state.units = {}
    board.set(castles=["Thraxian 1", *(f"{name} 1" for name in board.pack.capitals)])
    board.unit("Crusader army B", "Thraxian 1", 5)
    board.unit("Wersgorix garrison", "Dromel 1", 2)
    board.unit("Wersgorix army A", "Dromel 1", 1)
    board.phase("reinforcement")
    board.give("crusader", "placed", dice=[*NO_CRUSADER_EVENT, *DICE["withdrawal"], 6])
    assert not [unit for unit in board.state.units.values() if unit.faction == "Wersgorix"]


@pytest.mark.rule("11.2.7")
def test_besieged_units_may_be_withdrawn() -> None:
    """A siege protects nobody from the Emperor."""
    board = ready()
    board.unit("Wersgorix army C", "Ganth 1", 5)
    board.unit("Crusader army D", "Ganth 1", 9)
    board.set(sieges={"Ganth 1": "crusader"}, inside=["Ganth 1"])
    roll(board, "withdrawal", 2)
    board.give("wersgorix", "withdraw 2 from army C")
    assert board.strength("Wersgorix army C") == 3


@pytest.mark.rule("11.2.2")
def test_reinforcements_enter_on_wersgorix() -> None:
    """One die of points, on the planet Wersgorix only."""
    board = ready()
    roll(board, "reinforcements", 5)
    assert board.waits() == [("wersgorix", "placing")]
    assert board.state.owed == {"Wersgorix": 5}
    board.refused("wersgorix", "raise army 1 at Ganth 1", "4.1.14")
    board.give("wersgorix", "raise army 2 at Wersgorix 3")
    board.give("wersgorix", "man Wersgorix 2 with 1")
    board.give("wersgorix", "placed")
    on = [unit.strength for unit in board.state.units.values() if unit.faction == "Wersgorix"]
    assert sum(on) == 5 + 8 + 6 + 5
    assert board.state.owed == {}


@pytest.mark.rule("11.2.2", "11.2.10")
def test_reinforcements_enter_around_a_lost_fortress() -> None:
    """Whoever holds the fortress: a hex of the planet without a Crusader piece will do."""
    board = ready()
    board.state.units = {}
    board.set(castles=["Thraxian 1", "Wersgorix 1"])
    board.unit("Crusader army B", "Wersgorix 1", 5)
    board.phase("reinforcement")
    board.give("crusader", "placed")
    board.give("wersgorix", "placed", dice=[*NO_CRUSADER_EVENT, *DICE["reinforcements"], 3])
    board.refused("wersgorix", "raise army 1 at Wersgorix 1", "4.1.14")
    board.give("wersgorix", "raise army 3 at Wersgorix 2")
    assert len(board.state.units_at(board.hex("Wersgorix 2"))) == 1

    board = ready()
    board.state.units = {}
    board.set(castles=["Thraxian 1", "Wersgorix 1"])
    for at in board.pack.planets["Wersgorix"].hexes:
        board.unit("Crusader garrison", at, 1)
    board.phase("reinforcement")
    board.give("crusader", "placed")
    events = board.give("wersgorix", "placed", dice=[*NO_CRUSADER_EVENT, *DICE["reinforcements"], 3])
    assert one(events, PointsLost).points == 3


@pytest.mark.rule("11.2.3", "11.2.9")
def test_rebellion() -> None:
    """The Crusader player picks a race; it is Converted at once, for all to see, for nothing."""
    board = ready()
    face = board.race("Quill", "W")
    board.thrall("Tarn")
    board.thrall("Borrum", converted=True, fief="Sir Roger")
    board.unit("Wersgorix garrison", "Quill 1", 1)
    roll(board, "rebellion")
    assert board.waits() == [("crusader", "rebellion")]
    assert board.values("crusader", "rebel") == ["Quill", "Tarn"]
    board.refused("crusader", "rebel on Borrum", "11.2.9")
    board.refused("crusader", "rebel on Eskar", "11.2.9")
    board.give("crusader", "rebel on Quill")
    thrall = board.state.thralls["Quill"]
    assert thrall.converted
    assert thrall.shown
    assert thrall.fief == ""
    assert not thrall.paid
    assert board.state.equipment == 3
    assert any(face.name in line for line in board.told("spectator"))


@pytest.mark.rule("11.2.9")
def test_a_reconquered_race_returns_to_its_holder() -> None:
    """Its Fief Marker lies there still; it brings no points again."""
    board = ready()
    board.thrall("Quill", fief="Sir Roger", paid=True, known=True)
    roll(board, "rebellion")
    thrall = board.state.thralls["Quill"]
    assert thrall.converted
    assert thrall.fief == "Sir Roger"
    assert thrall.waiting == 0


@pytest.mark.rule("11.2.9")
def test_no_race_is_left_to_rebel() -> None:
    """With every race Converted it is No Event."""
    board = ready()
    board.thrall("Quill", converted=True, fief="Sir Roger")
    assert one(roll(board, "rebellion"), EventVoid).event == "rebellion"


def rebel_claimed(*leaders: str) -> Board:
    """A rebel race, and Crusader leaders on its planet when a movement phase ends."""
    board = ready()
    board.thrall("Cindle", "wickari", converted=True, paid=False)
    board.unit("Crusader army C", "Cindle 1", 2)
    for leader in leaders:
        board.leader(leader, "Cindle 1")
    board.phase("crusader_movement")
    board.give("crusader", "done")
    return board


@pytest.mark.rule("11.2.3", "11.2.8")
def test_a_leader_claims_a_rebel_planet() -> None:
    """It becomes his fief and its strength joins his army."""
    board = rebel_claimed("Sir Owain")
    assert board.state.thralls["Cindle"].fief == "Sir Owain"
    assert board.strength("Crusader army C") == 2 + 3


@pytest.mark.rule("11.2.8")
def test_parvus_and_men_without_a_title_claim_nothing() -> None:
    """Until somebody who can hold a fief lands the race is Converted without a holder."""
    board = rebel_claimed("Brother Parvus", "Red John")
    assert board.state.thralls["Cindle"].fief == ""
    assert board.state.thralls["Cindle"].converted


@pytest.mark.rule("11.2.8")
def test_the_player_picks_among_several() -> None:
    """He is asked as the movement phase ends."""
    board = rebel_claimed("Sir Owain", "Sir Roger")
    assert board.waits() == [("crusader", "claim")]


@pytest.mark.rule("11.2.4")
def test_lies() -> None:
    """Three I.Q. points are lost at once, but never more than there are."""
    board = ready()
    board.set(iq=5)
    roll(board, "lies")
    assert board.state.iq == 2
    board = ready()
    board.set(iq=1)
    roll(board, "lies")
    assert board.state.iq == 0


@pytest.mark.rule("11.2.5")
def test_initiative() -> None:
    """One more marker in this turn's Alert phase; nothing when all planets are alerted."""
    board = ready()
    roll(board, "initiative")
    assert board.state.initiative
    board.phase("alert")
    assert board.state.alerts_left == board.state.iq + 1
    board = ready()
    board.set(satellites=frozenset(board.pack.zones))
    assert one(roll(board, "initiative"), EventVoid).event == "initiative"
    assert not board.state.initiative


@pytest.mark.rule("11.2.6", "11.2.11")
def test_the_empire_looks_for_earth() -> None:
    """In this turn's movement each five fleet points removed bring an I.Q. point."""
    board = ready()
    board.unit("Wersgorix fleet C", "Ganth 1", 4)
    board.leader("Vorgash", "Ganth 1")
    roll(board, "earth")
    assert board.state.empire_earth
    board.phase("wersgorix_movement")
    iq = board.state.iq
    fleet_b = board.strength("Wersgorix fleet B")
    fleet_c = board.strength("Wersgorix fleet C")
    board.refused("wersgorix", "scout 4 from fleet B", "11.2.11")
    board.refused("wersgorix", "scout 5 from army A", "11.2.6")
    board.give("wersgorix", f"scout {fleet_c} from fleet C, {10 - fleet_c} from fleet B")
    assert board.state.iq == iq + 2
    assert board.strength("Wersgorix fleet C") == 0
    assert board.strength("Wersgorix fleet B") == fleet_b + fleet_c - 10
    assert board.where("Vorgash") == "Ganth 1"


@pytest.mark.rule("11.2.6")
def test_the_empire_finds_earth_once() -> None:
    """Without the event of this turn there is nothing to scout for; a second roll is No Event."""
    board = ready()
    board.phase("wersgorix_movement")
    assert "scout" not in board.verbs("wersgorix")
    board.refused("wersgorix", "scout 5 from fleet B", "11.2.6")
    board = ready()
    board.set(past_events=frozenset({"empire earth"}))
    assert one(roll(board, "earth"), EventVoid).event == "earth"
    assert not board.state.empire_earth
    assert not found(board.events, PointsLost)
