"""Which rules of a game have a test: read from the sources of `tests/rules`, without running them."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.games import default
from engine.kernel.rulebook import Rulebook

ROOT = Path(__file__).resolve().parents[2]
RULE_TESTS = ROOT / "tests" / "rules"

_NUMBER = re.compile(r"[1-9][0-9]*\.[0-9]+\.[0-9]+\Z")


@dataclass(frozen=True, slots=True)
class Found:
    """The numbers that sources name, each with the places ("file:line") that name it, and what is wrong."""

    numbers: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def unknown(self, known: Iterable[str]) -> list[str]:
        """The numbers that no rule has, with their places, one line each."""
        have = set(known)
        return [
            f"{number}: {', '.join(places)}"
            for number, places in sorted(self.numbers.items(), key=lambda item: _key(item[0]))
            if number not in have
        ]

    def missing(self, known: Iterable[str]) -> list[str]:
        """The rules that nothing names."""
        return [number for number in known if number not in self.numbers]


def reference(key: str) -> Rulebook:
    """The rules of a game."""
    return Rulebook.from_toml((ROOT / "data" / key / "rules.toml").read_text(encoding="utf-8"))


def marks(key: str, folder: Path = RULE_TESTS) -> Found:
    """What `pytest.mark.rule` names of a game in the test files of a folder. A skipped test proves nothing.

    Rules are named with the key of their game before the number, `crusade 3.2.1`, but for the first game.
    """
    game = "" if key == default() else key
    found = Found()
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        for owner, mark in _rule_marks(tree):
            place = f"{path.relative_to(folder)}:{mark.lineno}"
            if isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef) and not owner.name.startswith(
                "test"
            ):
                found.faults.append(f"{place}: {owner.name} is not a test, so its mark does nothing")
                continue
            if not mark.args:
                found.faults.append(f"{place}: a mark that names no rule")
            for argument in mark.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    of, _, number = argument.value.rpartition(" ")
                    if of == game:
                        found.numbers.setdefault(number, []).append(place)
                else:
                    found.faults.append(f"{place}: a mark must name its rules as plain texts")
    return found


def citations(key: str, engine: Path = ROOT / "engine") -> Found:
    """Every rule number that stands as a text in the sources of a game."""
    folder = engine / key
    found = Found()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _NUMBER.match(node.value):
                found.numbers.setdefault(node.value, []).append(f"{path.relative_to(folder)}:{node.lineno}")
    return found


def _key(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", number))


def _rule_marks(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.Call]]:
    """Each call of pytest.mark.rule with what it decorates; those of skipped tests are left out."""
    decorators: set[ast.AST] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        inner = [part for decorator in node.decorator_list for part in ast.walk(decorator)]
        decorators.update(inner)
        if any(_is_mark(decorator, "skip") for decorator in node.decorator_list):
            continue
        for part in inner:
            if isinstance(part, ast.Call) and _is_mark(part, "rule"):
                yield node, part
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_mark(node, "rule") and node not in decorators:
            yield tree, node


def _is_mark(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Call):
        node = node.func
    return (
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    )
