"""Every command, option, completion, button and form has a conversation; a new one without fails here."""

import ast
import importlib
import inspect
from pathlib import Path

from bot.desk import desk
from bot.doors.discord import client
from tests.loopback.covering import CLAIMED, everything
from tests.loopback.people import house


def pressed() -> set[str]:
    """The names of the buttons and menus that the desk and the door answer to, read from their own code."""
    found = set(desk._MARKED)
    for node in ast.walk(ast.parse(inspect.getsource(desk))):
        if isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant):
            found.add(str(node.value.value))
    for node in ast.walk(ast.parse(inspect.getsource(client))):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id == "name":
            found |= {str(one.value) for one in node.comparators if isinstance(one, ast.Constant)}
    return found


async def test_every_command_and_component_is_talked_through(tmp_path: Path) -> None:
    for path in Path(__file__).parent.glob("test_*.py"):
        importlib.import_module(f"tests.loopback.{path.stem}")
    async with house(tmp_path) as here:
        wanted = everything(here.discord.commands, pressed())
    assert len(wanted) > 60
    ends = [end for end in ("game", "game?") if f"* {end}" in CLAIMED]
    covered = {name for name in wanted if name in CLAIMED or any(name.endswith(f" {end}") for end in ends)}
    assert wanted - covered == set(), "no test talks through these"
    unknown = {name for name in CLAIMED if not name.startswith("* ")} - wanted
    assert unknown == set(), "these are talked through, but there is nothing of that name"
