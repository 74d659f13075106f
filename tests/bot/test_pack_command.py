"""`farspeaker pack`: good packs are summed up, bad ones refused with every fault."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from bot.packs import game_in
from engine.high_crusade import box
from engine.high_crusade.pack import FILES
from engine.kernel.figures import PackError

OURS = Path(__file__).resolve().parents[2] / "data" / "high_crusade"
runner = CliRunner()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for file in FILES:
        shutil.copy(OURS / file, tmp_path)
    return tmp_path


def spoil(directory: Path, file: str, old: str, new: str) -> int:
    """Replace a text; its line."""
    text = (directory / file).read_text(encoding="utf-8")
    assert old in text
    (directory / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_a_good_pack(copy: Path) -> None:
    result = runner.invoke(app, ["pack", "check", str(copy)])
    assert result.exit_code == 0
    assert "a good pack" in result.output
    assert "26 planets" in result.output
    assert game_in(copy, box).content in result.output


def test_every_fault_is_written(copy: Path) -> None:
    line = spoil(copy, "races.toml", "Jair = 7", "Jair = 70")
    spoil(copy, "map.toml", '"#3b5b8c"', '"blue"')
    (copy / "events.toml").unlink()
    (copy / "scenarios.toml").write_bytes(b"# good\n# \xff\n")
    result = runner.invoke(app, ["pack", "check", str(copy)])
    assert result.exit_code == 1
    for words in (
        f"races.toml:{line}: alliances.Jair: must be from 1 to 20, not 70",
        "zone[Thraxian].colour: 'blue'",
        "events.toml: this file is missing",
        "scenarios.toml:2: is not UTF-8 text",
        "4 faults",
    ):
        assert words in result.output


def test_unreadable_and_wrong_together(copy: Path) -> None:
    (copy / "map.toml").unlink()
    (copy / "map.toml").mkdir()
    with pytest.raises(PackError) as caught:
        game_in(copy, box)
    assert [(fault.file, fault.line) for fault in caught.value.faults] == [("map.toml", 0)]


def test_no_such_directory(tmp_path: Path) -> None:
    for verb in ("check", "show"):
        result = runner.invoke(app, ["pack", verb, str(tmp_path / "nowhere")])
        assert result.exit_code == 1
        assert "There is no directory" in str(result.exception)


def test_show() -> None:
    result = runner.invoke(app, ["pack", "show"])
    assert result.exit_code == 0
    for words in ("Ganth", "Nujair", "Range 8", "Range 12", "+12 or more"):
        assert words in result.output


def test_show_a_bad_pack(copy: Path) -> None:
    spoil(copy, "races.toml", "Jair = 7", "Jair = 70")
    result = runner.invoke(app, ["pack", "show", str(copy)])
    assert result.exit_code == 1
    assert "1 fault:" in result.output


def test_the_pack_of_another_game(tmp_path: Path) -> None:
    """Whose pack it is shows by its files; a key can say it too."""
    theirs = OURS.parent / "crusade"
    result = runner.invoke(app, ["pack", "check", str(theirs)])
    assert result.exit_code == 0
    assert "Crusade: a good pack." in result.output
    assert runner.invoke(app, ["pack", "show", "--game", "crusade"]).exit_code == 0
    result = runner.invoke(app, ["pack", "check", str(theirs), "--game", "high_crusade"])
    assert result.exit_code == 1
    assert "map.toml: this file is missing" in result.output
