"""Rules 11.1.9, 11.1.16, 11.1.17 and 11.1.25 to 11.1.30: a leader serves the Empire for one turn."""

import pytest

from engine.high_crusade.random_events import EventVoid
from engine.high_crusade.siege import FortTaken
from engine.high_crusade.treachery import CommandDisputed, CommandTaken
from engine.kernel.seats import Seat
from tests.support.board import Board, found, one

TREACHERY = [1, 2, 3, 4]
"""Event dice: Treachery for the Crusaders, nothing for the Wersgorix."""
CRUSADER, WERSGORIX = Seat("crusader"), Seat("wersgorix")


def ready() -> Board:
    board = Board(turn=2)
    board.set(castles=["Thraxian 1"])
    board.unit("Crusader army B", "Thraxian 1", 5)
    board.leader("Sir Roger", "Thraxian 1")
    board.leader("Brother Parvus", "Thraxian 1")
    board.unit("Wersgorix army A", "Wersgorix 1", 5)
    return board


def rolled(board: Board, *allied: int) -> Board:
    board.phase("reinforcement", dice=allied)
    board.give("wersgorix", "placed")
    board.give("crusader", "placed", dice=TREACHERY)
    return board


def betrayed(**fields: object) -> Board:
    """Sir Owain, a traitor, is alone with a Crusader army and a fleet on Borrum."""
    board = ready()
    board.leader("Sir Owain", "Borrum 1")
    board.unit("Crusader army C", "Borrum 1", 4)
    board.unit("Crusader fleet D", "Borrum 1", 6)
    board.unit("Wersgorix army E", "Borrum 3", 3)
    board.set(traitor="Sir Owain", **fields)
    return board


def owner(board: Board, piece: str) -> Seat | None:
    if piece in board.state.units:
        return board.state.seat_of(board.state.units[piece])
    return board.state.seat_of_leader(board.state.leaders[piece])


def end_combat(board: Board) -> None:
    """Play the Wersgorix combat phase without an attack."""
    board.phase("wersgorix_combat")
    if board.state.phase == "wersgorix_combat":
        board.give("wersgorix", "done")


# -- who ---------------------------------------------------------------------------------------------


@pytest.mark.rule("11.1.9", "11.1.25")
def test_the_crusader_player_chooses_the_traitor() -> None:
    """A free Crusader leader other than Sir Roger and Parvus, or the leader of an ally."""
    board = ready()
    board.ally("Jair")
    board.leader("Elissir", "Jair 1")
    board.leader("Gong'tzar", "P'thing'gung 1")
    board.leader("Sir Owain", "Thraxian 1")
    board.leader("Sir Brian Fitz-William", "Wersgorix 1", captor="wersgorix")
    board.leader("Thrall leader A", "Thraxian 1")
    board.leader("Vorgash", "Thraxian 1", defected=True)
    board.phase("reinforcement", dice=[1])
    board.give("wersgorix", "placed")
    board.give("crusader", "placed", dice=[*TREACHERY])
    assert board.waits() == [("crusader", "treachery")]
    assert sorted(board.values("crusader", "betray")) == ["Elissir", "Sir Owain"]
    for name in ("Sir Roger", "Brother Parvus", "Thrall leader A", "Vorgash", "Gong'tzar"):
        board.refused("crusader", f"betray by {name}", "11.1.25")
    board.give("crusader", "betray by Sir Owain", dice=[1])
    assert board.state.traitor == "Sir Owain"


@pytest.mark.rule("11.1.25")
def test_nobody_can_turn_traitor() -> None:
    """With only the two exempt leaders it is No Event; a single candidate is taken without a question."""
    board = rolled(ready())
    assert one(board.events, EventVoid).event == "treachery"
    board = ready()
    board.leader("Red John", "Thraxian 1")
    rolled(board)
    assert board.state.traitor == "Red John"


@pytest.mark.rule("11.1.26")
def test_before_the_wersgorix_movement_he_serves_nobody() -> None:
    """He cannot be moved or used by either side and blocks nobody."""
    board = betrayed()
    board.leader("Sir Owain", "Cindle 1")
    board.unit("Crusader fleet A", "Thraxian 1", 2)
    board.phase("crusader_movement")
    assert owner(board, "Sir Owain") is None
    board.refused("crusader", "move Sir Owain to Cindle 2")
    board.give("crusader", "move fleet A to Cindle 1")
    board.refused("crusader", "move fleet A to Borrum 1 carrying Sir Owain")
    board.phase("crusader_combat")
    board.refused("crusader", "attack Cindle 1 with fleet A")
    board.phase("wersgorix_movement")
    assert owner(board, "Sir Owain") == WERSGORIX


# -- taking command ----------------------------------------------------------------------------------


@pytest.mark.rule("11.1.9", "11.1.16", "11.1.27", "11.1.28")
def test_he_commands_the_units_of_his_hex() -> None:
    """As the Wersgorix movement starts, without a dispute where no loyal leader is."""
    board = betrayed()
    events = board.phase("wersgorix_movement")
    assert set(one(events, CommandTaken).units) == {"Crusader army C", "Crusader fleet D"}
    assert not found(events, CommandDisputed)
    assert owner(board, "Crusader army C") == WERSGORIX
    assert owner(board, "Crusader army B") == CRUSADER
    board.give("wersgorix", "move Crusader fleet D to Eskar 2 carrying Crusader army C, Sir Owain")
    assert board.where("Crusader army C") == "Eskar 2"
    assert board.where("Sir Owain") == "Eskar 2"


@pytest.mark.rule("11.1.16", "11.1.27")
@pytest.mark.parametrize(("die", "won"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_loyal_leader_disputes_his_command(die: int, won: bool) -> None:
    """A die below the traitor's political rating (Sir Owain's is 3) gives him all units of the hex."""
    board = betrayed()
    board.leader("Red John", "Borrum 1")
    events = board.phase("wersgorix_movement", dice=[die])
    assert one(events, CommandDisputed).won is won
    assert owner(board, "Crusader army C") == (WERSGORIX if won else CRUSADER)
    assert owner(board, "Red John") == CRUSADER
    assert owner(board, "Sir Owain") == WERSGORIX


@pytest.mark.rule("11.1.27")
def test_one_dispute_in_a_hex_and_turn() -> None:
    """He who lost the dispute does not try again there."""
    board = betrayed()
    board.leader("Red John", "Borrum 1")
    board.phase("wersgorix_movement", dice=[6])
    board.give("wersgorix", "move army E to Borrum 4")
    assert owner(board, "Crusader army C") == CRUSADER


@pytest.mark.rule("11.1.16", "11.1.27")
def test_he_takes_command_where_he_goes() -> None:
    """He alone may enter a hex of Crusader-side units, and commands them at once."""
    board = betrayed()
    board.leader("Sir Owain", "Borrum 2")
    board.leader("Vorgash", "Borrum 3")
    board.phase("wersgorix_movement")
    assert owner(board, "Crusader army C") == CRUSADER
    board.refused("wersgorix", "move Vorgash to Borrum 1")
    events = board.give("wersgorix", "move Sir Owain to Borrum 1")
    assert one(events, CommandTaken).place == "Borrum 1"
    assert owner(board, "Crusader fleet D") == WERSGORIX


@pytest.mark.rule("11.1.28")
def test_treacherous_units_fight_for_the_empire() -> None:
    """On the Wersgorix table, with the traitor, against loyal units."""
    board = betrayed()
    board.unit("Crusader army F", "Borrum 2", 2)
    board.phase("wersgorix_movement")
    board.phase("wersgorix_combat")
    board.give("wersgorix", "attack Borrum 2 with Crusader army C, Sir Owain")
    events = board.give("wersgorix", "resolve Borrum 2 by ground", dice=[6, 6])
    assert "Crusader army F" not in board.state.units
    assert any(getattr(event, "result", None) == "" for event in events)


@pytest.mark.rule("11.1.28")
def test_captives_of_treacherous_units_go_free() -> None:
    """Their guard is no Crusader guard any more."""
    board = betrayed()
    board.leader("Vorgash", "Borrum 1", captor="crusader")
    board.phase("wersgorix_movement")
    assert board.state.leaders["Vorgash"].captor == ""
    assert owner(board, "Vorgash") == WERSGORIX


# -- betrayed forts ----------------------------------------------------------------------------------


def fort(*loyal: str, dice: tuple[int, ...] = ()) -> Board:
    """The traitor commands the Crusader fortress of Ganth; a Wersgorix army stands outside."""
    board = ready()
    board.set(castles=["Thraxian 1", "Ganth 1"], traitor="Sir Owain")
    board.leader("Sir Owain", "Ganth 1")
    for name in loyal:
        board.leader(name, "Ganth 1")
    board.unit("Crusader army C", "Ganth 1", 4)
    board.unit("Crusader garrison", "Ganth 1", 2)
    board.unit("Wersgorix army E", "Ganth 2", 3)
    board.unit("Wersgorix fleet F", "Ganth 2", 3)
    board.phase("wersgorix_movement", dice=dice)
    return board


@pytest.mark.rule("11.1.17", "11.1.29")
def test_wersgorix_units_enter_the_fort_he_commands() -> None:
    """When their combat ends leaders in it are captured, treacherous units eliminated, the fort lost."""
    board = fort("Red John", dice=(1,))
    assert board.hex("Ganth 1") in board.state.opened
    board.give("wersgorix", "move army E to Ganth 1")
    assert not found(board.events, FortTaken)
    assert board.hex("Ganth 1") in board.state.castles
    iq = board.state.iq
    end_combat(board)
    assert board.state.leaders["Red John"].captor == "wersgorix"
    assert board.state.leaders["Sir Owain"].captor == "wersgorix"
    assert "Crusader army C" not in board.state.units
    assert "Crusader garrison at Ganth 1" not in board.state.units
    assert board.hex("Ganth 1") not in board.state.castles
    assert board.state.iq == iq


@pytest.mark.rule("11.1.17", "11.1.29", "11.1.30")
def test_a_fort_that_nobody_entered_is_the_crusaders_again() -> None:
    """A Wersgorix fleet alone has not entered."""
    board = fort()
    board.give("wersgorix", "move fleet F to Ganth 1")
    end_combat(board)
    assert board.state.turn == 3
    assert board.strength("Crusader army C") == 4
    assert owner(board, "Crusader army C") == CRUSADER
    assert owner(board, "Sir Owain") == CRUSADER
    assert board.hex("Ganth 1") in board.state.castles
    assert board.state.opened == frozenset()


@pytest.mark.rule("11.1.29")
def test_a_fort_needs_ground_troops_to_be_betrayed() -> None:
    """Command of a fleet in the hex opens no gates."""
    board = ready()
    board.set(castles=["Thraxian 1", "Ganth 1"], traitor="Sir Owain")
    board.leader("Sir Owain", "Ganth 1")
    board.unit("Crusader fleet C", "Ganth 1", 4)
    board.phase("wersgorix_movement")
    assert owner(board, "Crusader fleet C") == WERSGORIX
    assert board.state.opened == frozenset()


@pytest.mark.rule("11.1.29")
def test_a_besieged_fort_is_opened_to_the_besiegers() -> None:
    """The siege ends and they count as having entered."""
    board = ready()
    board.set(castles=["Thraxian 1", "Ganth 1"], traitor="Sir Owain")
    board.leader("Sir Owain", "Ganth 1")
    board.unit("Crusader army C", "Ganth 1", 4)
    board.unit("Wersgorix army E", "Ganth 1", 9)
    board.set(sieges={"Ganth 1": "wersgorix"}, inside=["Ganth 1"])
    board.phase("wersgorix_movement")
    assert board.state.sieges == {}
    assert board.hex("Ganth 1") in board.state.castles
    end_combat(board)
    assert board.hex("Ganth 1") not in board.state.castles
    assert "Crusader army C" not in board.state.units
    assert board.state.leaders["Sir Owain"].captor == "wersgorix"


# -- the end -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.1.9", "11.1.30")
def test_treachery_ends_with_the_turn() -> None:
    """He and what is left of his units are the Crusader player's again where they stand."""
    board = betrayed()
    board.phase("wersgorix_movement")
    board.give("wersgorix", "move Crusader fleet D to Eskar 2 carrying Sir Owain")
    board.phase("record")
    assert owner(board, "Sir Owain") == CRUSADER
    assert owner(board, "Crusader army C") == CRUSADER
    assert owner(board, "Crusader fleet D") == CRUSADER
    assert board.where("Crusader fleet D") == "Eskar 2"
    assert (board.state.traitor, board.state.treason, board.state.turned) == ("", False, frozenset())


@pytest.mark.rule("11.1.30")
def test_a_traitor_alone_among_those_he_served_is_captured() -> None:
    """With Wersgorix combat units and none of the Crusader side in his hex."""
    board = betrayed()
    board.leader("Sir Owain", "Borrum 4")
    board.phase("wersgorix_movement")
    board.give("wersgorix", "move Sir Owain to Borrum 3")
    board.phase("record")
    assert board.state.leaders["Sir Owain"].captor == "wersgorix"
    assert owner(board, "Crusader army C") == CRUSADER


@pytest.mark.rule("11.1.30", "6.1.5")
def test_units_that_share_a_hex_stay_together() -> None:
    """Returned units beside Wersgorix ones stay where they are."""
    board = betrayed()
    board.leader("Sir Owain", "Borrum 1")
    board.phase("wersgorix_movement")
    board.give("wersgorix", "move Crusader army C to Borrum 4")
    board.give("wersgorix", "move army E to Borrum 4")
    board.phase("record")
    assert board.where("Crusader army C") == board.where("Wersgorix army E") == "Borrum 4"
    assert owner(board, "Crusader army C") == CRUSADER


@pytest.mark.rule("11.1.28", "11.1.30")
def test_a_fort_that_treacherous_units_took_is_the_crusaders_again() -> None:
    """What they do has no effect on forts beyond the turn."""
    board = ready()
    board.set(castles=["Thraxian 1", "Ganth 1"], traitor="Sir Owain")
    board.leader("Sir Owain", "Ganth 2")
    board.unit("Crusader army C", "Ganth 2", 4)
    board.phase("wersgorix_movement")
    board.give("wersgorix", "move Crusader army C to Ganth 1")
    assert board.hex("Ganth 1") not in board.state.castles
    board.phase("record")
    assert board.hex("Ganth 1") in board.state.castles
