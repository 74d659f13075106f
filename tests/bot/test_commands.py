"""The command line on stored games, on SQLite."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import cli
from bot.referee import Referee
from bot.store.store import Store
from engine.kernel.seats import Viewer
from tests.support.table import AL, BO, finish, seated

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def run(
    file: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Run:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def go(*arguments: object) -> tuple[int, str, str]:
        try:
            cli.main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        else:
            code = 0
        out = capfd.readouterr()
        return code, out.out, out.err

    return go


@pytest.fixture
def stored(file: Path) -> tuple[str, str]:
    """A game under way and one that is over."""

    async def make() -> tuple[str, str]:
        async with await Store.open(f"sqlite:///{file}") as store:
            referee = Referee(store)
            going, over = await seated(referee, name="Going"), await seated(referee, name="Over")
            hand = (await referee.position(going, Viewer(AL))).view.hand
            await referee.submit(going, AL, "boast of gold", ref="i1")
            await referee.submit(going, AL, f"bid {hand[0]}", ref="i2")
            await finish(referee, over)
            return going, over

    return asyncio.run(make())


def test_without_games_one_sentence_says_so(run: Run) -> None:
    code, _, err = run("games")
    assert code == 1
    assert "There are no games yet" in err
    assert "Traceback" not in err


def test_games_lists_them(run: Run, stored: tuple[str, str]) -> None:
    code, out, _ = run("games")
    assert code == 0
    assert "Going" in out
    assert "Over" in out
    rows = json.loads(run("games", "--json", "--stage", "over")[1])
    assert [row["game"] for row in rows] == [stored[1]]


def test_show_is_a_spectators_view_unless_one_asks_for_another(run: Run, stored: tuple[str, str]) -> None:
    going, _ = stored
    code, out, _ = run("show", going, "--json")
    assert code == 0
    shown = json.loads(out)
    assert shown["viewer"] == "spectator"
    assert shown["view"]["hand"] == []
    assert json.loads(run("show", going, "--json", "--as", AL)[1])["view"]["hand"]
    assert json.loads(run("show", going, "--json", "--at", "0")[1])["view"]["boasts"] == []
    assert run("show", going)[0] == 0
    assert "Nobody here is called" in run("show", going, "--as", "nobody")[2]
    assert "There is no game called" in run("show", "nogame")[2]


def test_export_and_verify(run: Run, stored: tuple[str, str], tmp_path: Path) -> None:
    going, over = stored
    code, _, err = run("export", over)
    assert code == 0
    assert "entries written" in err
    code, out, _ = run("verify", tmp_path / f"{over}.farspeaker.jsonl")
    assert code == 0
    assert "derived again from the seed" in out
    code, _, err = run("export", going, "-o", tmp_path / "going.jsonl")
    assert "left out" in err
    code, out, _ = run("verify", tmp_path / "going.jsonl")
    assert code == 0
    assert "when it is over" in out
    code, _, err = run("export", going, "--full", "-o", tmp_path / "full.jsonl")
    assert "Show it to none of its players" in err


def test_verify_names_the_first_lie_and_exits_non_zero(
    run: Run, stored: tuple[str, str], tmp_path: Path
) -> None:
    _, over = stored
    run("export", over, "-o", tmp_path / "over.jsonl")
    lines = (tmp_path / "over.jsonl").read_bytes().split(b"\n")
    lines[3], lines[4] = lines[4], lines[3]
    (tmp_path / "over.jsonl").write_bytes(b"\n".join(lines))
    code, _, err = run("verify", tmp_path / "over.jsonl")
    assert code == 1
    assert "entry 2" in err
    assert run("verify", tmp_path / "nothing")[0] == 1


def test_import_keeps_a_finished_game(run: Run, stored: tuple[str, str], tmp_path: Path) -> None:
    going, over = stored
    run("export", over, "-o", tmp_path / "over.jsonl")
    run("export", going, "--full", "-o", tmp_path / "going.jsonl")
    assert "is here already" in run("import", tmp_path / "over.jsonl")[2]
    elsewhere = f"sqlite:///{tmp_path}/elsewhere.sqlite3"
    code, out, _ = run("import", tmp_path / "over.jsonl", "--name", "Guest", "--database", elsewhere)
    assert code == 0, out
    name = out.split()[-1].rstrip(".")
    assert run("doctor", "--database", elsewhere)[0] == 0
    assert "takes the round" in run("replay", name, "--database", elsewhere)[1]
    code, out, _ = run("import", tmp_path / "going.jsonl", "--database", elsewhere)
    assert code == 0
    reading = out.split()[-1].rstrip(".")
    assert json.loads(run("show", reading, "--json", "--database", elsewhere)[1])["stage"] == "archive"
    assert (
        "cannot be gone on with"
        in run("undo", reading, "--to", "0", "--reason", "x", "--database", elsewhere)[2]
    )


def test_replay_tells_a_viewer_what_he_was_told(run: Run, stored: tuple[str, str]) -> None:
    going, _ = stored
    assert "left has bid." in run("replay", going)[1]
    assert "You bid" in run("replay", going, "--as", AL)[1]
    assert "boasts of gold" not in run("replay", going, "--from", "2")[1]


def test_undo_needs_a_place_and_a_reason_and_shows_both(run: Run, stored: tuple[str, str]) -> None:
    going, over = stored
    code, out, _ = run("undo", going)
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["0", "1"]
    assert "needs a reason" in run("undo", going, "--to", "0")[2]
    assert run("undo", going, "--to", "0", "--reason", "a wrong click")[0] == 0
    assert "a wrong click" in run("replay", going)[1]
    assert "is over" in run("undo", over, "--to", "0", "--reason", "x")[2]


def test_backup_is_whole_and_never_overwrites_by_itself(
    run: Run, stored: tuple[str, str], tmp_path: Path
) -> None:
    target = tmp_path / "copy.sqlite3"
    assert run("backup", target)[0] == 0
    assert run("doctor", "--database", f"sqlite:///{target}")[0] == 0
    assert "--force" in run("backup", target)[2]
    assert run("backup", target, "--force")[0] == 0
    assert not list(tmp_path.glob("*.partial"))
    assert "pg_dump" in run("backup", target, "--database", "postgresql://host/name")[2]


def test_doctor_names_the_broken_game_and_only_it(run: Run, stored: tuple[str, str], file: Path) -> None:
    going, over = stored
    assert run("doctor")[0] == 0
    with sqlite3.connect(file) as database:
        database.execute("UPDATE entry SET body = replace(body, 'boast', 'toast') WHERE game = ?", (going,))
    code, out, _ = run("doctor")
    assert code == 1
    assert f"{going} (Going): entry 1" in out
    assert over not in out


def test_doctor_finds_and_mends_a_snapshot_that_differs(run: Run, file: Path) -> None:
    async def make() -> str:
        async with await Store.open(f"sqlite:///{file}") as store:
            referee = Referee(store)
            game = await seated(referee)
            for number in range(40):
                await referee.submit(game, (AL, BO)[number % 2], "boast of gold", ref=f"i{number}")
            return game

    game = asyncio.run(make())
    assert run("doctor")[0] == 0
    with sqlite3.connect(file) as database:
        assert database.execute("UPDATE snapshot SET body = replace(body, 'gold', 'salt')").rowcount == 1
    code, out, _ = run("doctor")
    assert code == 1
    assert "snapshot differs" in out
    run("doctor", "--mend")
    assert run("doctor")[0] == 0
    assert len(json.loads(run("show", game, "--json")[1])["view"]["boasts"]) == 40
