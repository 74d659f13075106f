"""`farspeaker play` with lines from a pipe: what a player at the keyboard would see."""

import io
from pathlib import Path

import pytest

from bot.cli import main


class Terminal:
    """Plays one sitting after the other at one database."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self._database = f"sqlite:///{folder}/games.sqlite3"
        self._patch = patch
        self._capture = capture

    def sit(self, *lines: str, options: tuple[str, ...] = ()) -> str:
        """All that is shown while these lines are typed."""
        self._patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as left:
            main(["play", "--database", self._database, *options])
        assert left.value.code == 0
        return self._capture.readouterr().out


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    return Terminal(tmp_path, monkeypatch, capsys)


NEW = ("--seed", "a quiet game", "--opponent", "random")


def test_the_first_order_is_two_lines_away(terminal: Terminal) -> None:
    """The computer sets up by itself; the plain set-up is one word; then the first turn waits."""
    shown = terminal.sit("default", "build castle at Thraxian 2 with army D", options=NEW)
    assert "You play the Crusader side" in shown
    assert "Crusader fleet A (10) takes up its place at Thraxian 1" in shown
    assert "Turn 1 of 15 · Crusader Conversion" in shown
    assert "Crusader army D begins a castle at Thraxian 2" in shown
    assert "The game is kept" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown


def test_it_carries_on(terminal: Terminal) -> None:
    """Leaving and coming back changes nothing."""
    terminal.sit("default", "done", options=NEW)
    shown = terminal.sit("save", "where Sir Roger")
    assert "Turn 1 of 15 · Fiefs and Titles" in shown
    assert "is kept after every order" in shown
    assert "Sir Roger, Baron, at Thraxian 1; combat 3, political 4" in shown


def test_a_mistake_gets_rule_reason_and_suggestions(terminal: Terminal) -> None:
    shown = terminal.sit("default", "build castle at Thraxian 2 with Sir Roger", "conqer Ganth", options=NEW)
    assert "No. Of the leaders only Brother Parvus builds" in shown
    assert "8.1.10" in shown
    assert "Try: build c" in shown
    assert "No order begins with “conqer”" in shown


def test_looking_around(terminal: Terminal) -> None:
    """Board, where, dossier, rules, history, help; none of them changes the game."""
    looks = ("board", "where", "where Ganth", "dossier", "rules 7.4", "history all", "help", "help build", "")
    shown = terminal.sit("default", *looks, "board Nowhere", "rules zzz", options=NEW)
    for words in (
        "Wersgorix zone",
        "Crusader capitals: Thraxian",
        "Orange zone; hexes",
        "18 more are unknown to you",
        "7.4",
        "Thrall Races are dealt face down.",
        "Orders you can give now",
        "It is written: build BUILDING at PLACE with BUILDER.",
        "Nothing here is called “Nowhere”.",
        "No rule speaks of “zzz”",
    ):
        assert words in shown
    assert "race: unknown" in shown
    assert "You may look at them all" not in shown


def test_undo_is_free_until_a_die(terminal: Terminal) -> None:
    shown = terminal.sit("default", "build castle at Thraxian 2 with army D", "undo", options=NEW)
    assert "Taken back." in shown
    shown = terminal.sit("done", "done", "done", "undo")
    assert "it does not agree" in shown


def test_two_at_one_keyboard_see_their_own(terminal: Terminal) -> None:
    """Each is called to the keyboard, and the faces are only for the Wersgorix player."""
    shown = terminal.sit(
        "default",
        "dossier",
        "default",
        "dossier",
        options=("--seed", "a quiet game", "--opponent", "human", "--seat", "wersgorix"),
    )
    first, second = shown.split("-- The Crusader player is wanted. --")
    assert "agrarian, converts on" in first
    assert "agrarian" not in second


def test_a_whole_game(terminal: Terminal) -> None:
    """Defaults alone come to an end, and the seed is told."""
    shown = terminal.sit(*["default"] * 400, options=NEW)
    assert "The game is over" in shown
    assert "wins:" in shown
    assert "The seed of the dice was" in shown


def test_wrong_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--seat", "emperor"])
    assert "--seat is one of crusader, wersgorix" in capsys.readouterr().err


def test_any_game_of_the_shelf(terminal: Terminal) -> None:
    """Another game: its own sides, words and rules; the newest game is the one that is carried on."""
    terminal.sit("default", options=NEW)
    looks = ("board", "where", "where A1", "where no such thing", "dossier", "rules archer", "help")
    shown = terminal.sit("default", *looks, options=("crusade", "--seed", "x", "--seat", "black"))
    assert "Crusade · game" in shown
    assert "You play the Black side." in shown
    assert "Black> dossier" in shown
    assert "Nothing here is called “no such thing”." in shown
    assert "4.3.1 Shooting" in shown
    assert "Orders you can give now" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "You play the Black side." in terminal.sit(options=("crusade",))
    assert "You play the Crusader side." in terminal.sit(options=("high_crusade",))


def test_a_game_without_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "crusade", "--scenario", "basic"])
    assert "Crusade can be played in one way only" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["play", "chess"])
    assert "There is no game called 'chess'" in capsys.readouterr().err
