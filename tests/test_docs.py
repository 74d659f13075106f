"""What the documents say is there."""

import re
from pathlib import Path

import pytest

from bot import cli
from bot.games import SHELF

ROOT = Path(__file__).resolve().parent.parent
ADDING = ROOT / "docs" / "adding-a-game.md"
NAMED = re.compile(r"`([\w.<>/-]+/[\w.<>/-]*)`")
COMMAND = re.compile(r"^farspeaker ([a-z]+)", re.MULTILINE)


def named() -> list[str]:
    """Every path in the page on adding a game, `<key>` standing for any game's."""
    found = NAMED.findall(ADDING.read_text(encoding="utf-8"))
    return [path for path in dict.fromkeys(found) if not path.startswith("/")]


@pytest.mark.parametrize("path", named())
def test_every_path_exists(path: str) -> None:
    for key in SHELF if "<key>" in path else ("",):
        assert (ROOT / path.replace("<key>", key)).exists()


def test_the_files_of_the_second_game_are_all_listed() -> None:
    """Whoever adds a file to it adds a line to the list."""
    listed = set(named())
    for folder in ("engine", "render", "data"):
        for path in sorted((ROOT / folder / "crusade").rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".py", ".toml", ".css") and (path.name != "__init__.py" or "squire" in name):
                assert name in listed


def test_every_command_it_names_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    commands = set(COMMAND.findall(ADDING.read_text(encoding="utf-8")))
    assert {"sim", "pack", "rules", "gallery"} <= commands
    for command in sorted(commands):
        with pytest.raises(SystemExit) as done:
            cli.main([command, "--help"])
        assert done.value.code == 0
        capsys.readouterr()
