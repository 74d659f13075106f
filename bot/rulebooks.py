"""The rules references of the games, read once: `data/<key>/rules.toml`. Every door looks them up here."""

import re
from functools import cache
from importlib import resources
from typing import Final

from bot.errors import UserError
from engine.kernel.rulebook import Rule, Rulebook

_NUMBER: Final = re.compile(r"[0-9]+(\.[0-9]+)*")


@cache
def rulebook(key: str) -> Rulebook | None:
    """The rules reference of a game, where it has one."""
    file = resources.files("data").joinpath(key, "rules.toml")
    return Rulebook.from_toml(file.read_text(encoding="utf-8")) if file.is_file() else None


def reference(key: str) -> Rulebook:
    """The same for somebody who asked for it. Raises `UserError`."""
    book = rulebook(key)
    if book is None:
        raise UserError("This game has no rules reference yet.")
    return book


def look_up(book: Rulebook, asked: str) -> tuple[Rule, ...]:
    """The rules that a number (3, 3.1, 3.1.2) or words lead to, the best first. Raises `UserError`."""
    asked = asked.strip().rstrip(".")
    if asked in book.numbers:
        return (book.rule(asked),)
    if asked in book.titles:
        return book.section(asked)
    if _NUMBER.fullmatch(asked):
        parent = asked.rpartition(".")[0]
        hint = f" {parent} is “{book.titles[parent]}”." if parent in book.titles else ""
        raise UserError(f"There is no rule {asked}.{hint}")
    found = book.search(asked)
    if not found:
        near = ", ".join(f"{rule.number} {rule.title}" for rule in book.nearest(asked))
        raise UserError(f"No rule speaks of “{asked}”. The nearest titles are: {near}.")
    return found
