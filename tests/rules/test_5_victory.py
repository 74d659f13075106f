"""The end of the turn and of the game (rules 4.11, 5 and 10)."""

import pytest

from engine.high_crusade.flow import TurnBegan
from engine.high_crusade.pieces import LeaderDied
from engine.high_crusade.victory import GameEnded
from engine.kernel.errors import GameOver
from engine.kernel.game import Outcome
from engine.kernel.seats import Viewer
from tests.support.board import Board, one, pack

LAST = {"basic": 15, "campaign": 30}


def ending(scenario: str = "basic", capitals: int = 1, races: int = 0, imperial: bool = False) -> Board:
    """The last turn of a scenario, with so many capitals (Thraxian first) and converted races."""
    board = Board(scenario, turn=LAST[scenario])
    others = [name for name in board.pack.capitals if name != "Wersgorix"]
    others.sort(key=lambda name: name != "Thraxian")
    held = others[:capitals] + (["Wersgorix"] if imperial else [])
    board.set(castles={f"{name} 1" for name in held})
    for planet in [name for name, world in board.pack.planets.items() if world.thrall_box][:races]:
        board.thrall(planet, converted=True)
    return board


def result(board: Board) -> Outcome:
    """The outcome of the record phase of the last turn."""
    board.phase("record")
    assert board.state.result is not None
    return board.state.result


@pytest.mark.rule("4.11.1")
def test_the_turn_marker_moves_on() -> None:
    """Before the last turn the next one begins."""
    board = Board(turn=3)
    assert one(board.phase("record"), TurnBegan).turn == 4
    assert board.state.turn == 4
    assert board.state.result is None


@pytest.mark.rule("4.11.2")
def test_what_ends_with_the_turn() -> None:
    """Fervor, Initiative, an unused Ambassador and treachery are over before victory is checked."""
    board = Board(turn=3).set(fervor=True, initiative=True, ambassador=True)
    board.leader("Red John", "Thraxian 1")
    board.unit("Crusader army A", "Thraxian 1", 1)
    board.set(traitor="Red John", treason=True, turned=frozenset({"Crusader army A"}))
    board.phase("record")
    state = board.state
    assert [state.fervor, state.initiative, state.ambassador] == [False] * 3
    assert (state.traitor, state.turned) == ("", frozenset())


@pytest.mark.rule("4.11.2")
@pytest.mark.rule("5.1.9")
def test_a_king_who_was_a_traitor_counts_again() -> None:
    """Treachery ends first, then victory is checked."""
    board = ending(races=9)
    board.leader("Sir Owain", "Thraxian 1", title="King")
    board.set(traitor="Sir Owain", treason=True)
    assert result(board).kind == "crusader_thralls"


# -- elimination ---------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1.1")
@pytest.mark.rule("5.1.4")
@pytest.mark.rule("10.1.4")
@pytest.mark.rule("10.2.4")
@pytest.mark.parametrize("scenario", ["basic", "campaign"])
def test_elimination_ends_the_game_at_once(scenario: str) -> None:
    """In the middle of a turn, when the last leader dies of his wounds."""
    board = Board(scenario, turn=2).set(castles={"Wersgorix 1"})
    board.leader("Sir Roger", "Thraxian 1", wounded=True)
    events = board.phase("crusader_movement", dice=[1, 1])
    assert one(events, LeaderDied).leader == "Sir Roger"
    assert one(events, GameEnded).kind == "wersgorix_elimination"
    assert board.state.result == Outcome(
        "wersgorix_elimination", board.game.seats[1], one(events, GameEnded).reason
    )
    assert board.game.pending(board.state) == ()
    assert isinstance(board.refused("crusader", "done"), GameOver)


@pytest.mark.rule("5.1.5")
@pytest.mark.parametrize(
    ("piece", "alive"),
    [
        ("Crusader garrison", True),
        ("Thrall fleet A", True),
        ("Jair army A", False),
        ("Thrall leader A", False),
        ("Sir Owain captive", False),
        ("Sir Owain defected", False),
        ("Sir Owain traitor", True),
        ("Sir Owain away", True),
        ("treacherous army", True),
    ],
)
def test_what_keeps_the_crusade_alive(piece: str, alive: bool) -> None:
    """Crusader and Thrall units and free Crusader leaders do; allies, captives and defectors do not."""
    board = Board(turn=2).ally("Jair")
    board.leader("Sir Roger", "Thraxian 1", wounded=True)
    board.leader("Elissir", "Jair 1")
    board.thrall("Cindle", converted=True, waiting=3, fief="Sir Roger")
    if piece.startswith("Sir Owain"):
        what = piece.rsplit(" ", 1)[1]
        captor = "wersgorix" if what == "captive" else ""
        board.leader("Sir Owain", "Quill 1", captor=captor, defected=what == "defected")
        board.unit("Wersgorix army A", "Quill 1", 1)
        if what == "traitor":
            board.set(traitor="Sir Owain", treason=True)
        if what == "away":
            board.state.put_leader(board.state.leaders["Sir Owain"]._replace(hex=0))
            board.set(earth_leader="Sir Owain")
    elif piece == "Thrall leader A":
        board.leader(piece, "Thraxian 1")
    elif piece == "treacherous army":
        board.unit("Crusader army A", "Quill 1", 1)
        board.set(turned=frozenset({"Crusader army A"}))
    else:
        board.unit(piece, "Thraxian 2", 1)
    board.state.put_leader(board.state.leaders["Sir Roger"]._replace(wounded=False, hex=0, dead=True))
    board._run("alert", ())
    assert (board.state.result is None) == alive


# -- the scenarios ------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1.4")
@pytest.mark.rule("5.1.3")
@pytest.mark.rule("10.1.1")
@pytest.mark.rule("10.2.1")
@pytest.mark.parametrize("scenario", ["basic", "campaign"])
def test_checked_only_after_the_last_turn(scenario: str) -> None:
    """15 turns or 30; what was won before does not count until then."""
    assert pack().scenarios[scenario].turns == LAST[scenario]
    board = ending(scenario, capitals=6, imperial=True)
    board.set(turn=LAST[scenario] - 1)
    board.phase("record")
    assert board.state.result is None
    assert board.state.turn == LAST[scenario]
    assert result(board).winner == "crusader"


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("5.1.3")
def test_basic_by_the_imperial_capital() -> None:
    """The planet Wersgorix alone is enough."""
    outcome = result(ending(capitals=0, imperial=True))
    assert (outcome.kind, outcome.winner) == ("crusader_imperial", "crusader")


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("5.1.7")
def test_basic_by_four_of_the_other_six() -> None:
    """Thraxian is one of them."""
    assert result(ending(capitals=4)).kind == "crusader_capitals"
    assert result(ending(capitals=3)).kind == "wersgorix_time"
    board = ending(capitals=4)
    assert board.hex("Thraxian 1") in board.state.castles


@pytest.mark.rule("5.1.6")
@pytest.mark.rule("4.1.3")
def test_a_capital_is_held_by_its_castle_marker() -> None:
    """Besieged or not, garrisoned or not; a castle in another hex of the planet does not count."""
    board = ending(capitals=4)
    board.unit("Crusader army A", "Ganth 1", 1)
    board.unit("Wersgorix army A", "Ganth 1", 9)
    board.set(sieges={"Ganth 1": board.game.seats[1]})
    assert result(board).kind == "crusader_capitals"
    board = ending(capitals=3)
    missing = next(name for name in board.pack.capitals[1:] if board.hex(name) not in board.state.castles)
    board.state.castles = board.state.castles | {board.hex(f"{missing} 2")}
    assert result(board).kind == "wersgorix_time"


@pytest.mark.rule("10.1.3")
@pytest.mark.rule("5.1.9")
def test_basic_by_nine_races_and_a_king() -> None:
    """Nine converted races win only under a King."""
    board = ending(races=9)
    board.leader("Sir Roger", "Thraxian 1", title="King")
    assert result(board).kind == "crusader_thralls"
    board = ending(races=8)
    board.leader("Sir Roger", "Thraxian 1", title="King")
    assert result(board).kind == "wersgorix_time"
    board = ending(races=9)
    board.leader("Sir Roger", "Thraxian 1")
    assert result(board).kind == "wersgorix_time"


@pytest.mark.rule("5.1.9")
@pytest.mark.parametrize(("fate", "counts"), [("captive", False), ("away", True)])
def test_which_king_counts(fate: str, counts: bool) -> None:
    """A captive King does not; one away to Earth does."""
    board = ending(races=9)
    board.leader("Sir Owain", "Quill 1", title="King", captor="wersgorix" if fate == "captive" else "")
    board.unit("Wersgorix army A", "Quill 1", 1)
    if fate == "away":
        board.state.put_leader(board.state.leaders["Sir Owain"]._replace(hex=0))
        board.set(earth_leader="Sir Owain")
    assert (result(board).kind == "crusader_thralls") == counts


@pytest.mark.rule("5.1.8")
@pytest.mark.rule("11.1.13")
def test_which_races_count() -> None:
    """Heretical ones do not; those without a lord do."""
    board = ending(races=9)
    board.leader("Sir Roger", "Thraxian 1", title="King")
    planet = next(iter(board.state.thralls))
    board.state.put_thrall(planet, board.state.thralls[planet]._replace(heresy=True))
    assert result(board).kind == "wersgorix_time"
    board = ending(races=9)
    board.leader("Sir Roger", "Thraxian 1", title="King")
    assert not any(thrall.fief for thrall in board.state.thralls.values())
    assert result(board).kind == "crusader_thralls"


@pytest.mark.rule("5.1.2")
@pytest.mark.rule("10.1.4")
@pytest.mark.rule("10.2.4")
@pytest.mark.parametrize("scenario", ["basic", "campaign"])
def test_prevention(scenario: str) -> None:
    """The Wersgorix win when nothing was fulfilled; there is no draw."""
    outcome = result(ending(scenario))
    assert (outcome.kind, outcome.winner) == ("wersgorix_time", "wersgorix")


@pytest.mark.rule("10.2.2")
def test_campaign_by_all_capitals() -> None:
    """All seven; six with the imperial one are not enough."""
    assert result(ending("campaign", capitals=6, imperial=True)).kind == "crusader_capitals"
    assert result(ending("campaign", capitals=5, imperial=True)).kind == "wersgorix_time"
    assert result(ending("campaign", capitals=6)).kind == "wersgorix_time"


@pytest.mark.rule("10.2.3")
def test_campaign_by_fourteen_races_and_a_king() -> None:
    """Fourteen, under a King."""
    for races, kind in ((14, "crusader_thralls"), (13, "wersgorix_time")):
        board = ending("campaign", races=races)
        board.leader("Sir Roger", "Thraxian 1", title="King")
        assert result(board).kind == kind
    board = ending("campaign", races=14)
    board.leader("Sir Roger", "Thraxian 1")
    assert result(board).kind == "wersgorix_time"


@pytest.mark.rule("2.4.6")
def test_when_the_game_is_over_everything_is_open() -> None:
    """Spectators see every face after the end."""
    board = ending()
    face = board.race("Cindle", "S")
    board.set(phase="alert")
    assert board.game.view(board.state, Viewer("spectator")).thralls["Cindle"].face is None
    result(board)
    assert board.game.view(board.state, Viewer("spectator")).thralls["Cindle"].face == face
