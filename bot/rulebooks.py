"""The rules references of the games, read once: `data/<key>/rules.toml`."""

from functools import cache
from importlib import resources

from engine.kernel.rulebook import Rulebook


@cache
def rulebook(key: str) -> Rulebook | None:
    """The rules reference of a game, where it has one."""
    file = resources.files("data").joinpath(key, "rules.toml")
    return Rulebook.from_toml(file.read_text(encoding="utf-8")) if file.is_file() else None
