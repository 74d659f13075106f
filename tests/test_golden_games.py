"""Golden games of The High Crusade: whole games kept as logs, judged again from the first entry to the last.

When rules or data change on purpose, `python -m scripts.make_golden` plays them anew.
"""

import ast
import gzip
import inspect
from functools import cache
from pathlib import Path

import pytest

from bot.exports import read
from bot.games import game
from engine.high_crusade import victory
from engine.kernel.log import Entry
from engine.kernel.record import Record
from engine.kernel.verifying import verify
from scripts.make_golden import ENDINGS

HOME = Path(__file__).parent / "golden" / "high_crusade"
NAMES = [f"{scenario}_{kind}" for scenario, kind in ENDINGS]
AGAIN = "if the rules were changed on purpose, make them again: python -m scripts.make_golden"


@cache
def entries_of(name: str) -> tuple[Entry, ...]:
    """The log of a golden game."""
    plain, packed = HOME / f"{name}.json", HOME / f"{name}.json.gz"
    return read(plain.read_bytes() if plain.exists() else gzip.decompress(packed.read_bytes())).entries


def kinds_in_victory() -> set[str]:
    """Every kind of outcome that the rules of victory name."""
    words = {
        node.value
        for node in ast.walk(ast.parse(inspect.getsource(victory)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {word for word in words if word.partition("_")[0] in ("crusader", "wersgorix") and "_" in word}


def test_every_ending_of_every_scenario_has_one() -> None:
    """Endings x scenarios, but for the one that the campaign does not have: the imperial capital alone."""
    scenarios = game("high_crusade").pack.scenarios  # type: ignore[attr-defined]
    possible = {
        (name, kind)
        for name, card in scenarios.items()
        for kind in kinds_in_victory()
        if kind != "crusader_imperial" or card.imperial_wins
    }
    assert possible == set(ENDINGS)
    kept = {path.name.partition(".")[0] for path in HOME.iterdir()}
    assert kept == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_golden_game(name: str) -> None:
    """Hashes, salts, every die from the revealed seed, every order judged again, the same end."""
    scenario, _, kind = name.partition("_")
    entries = entries_of(name)
    rules = game("high_crusade")
    assert entries[0].said()["content"] == rules.content, AGAIN
    checked = verify(rules, entries)
    assert checked.head == entries[-1].hash
    assert checked.dice_checked
    assert checked.rejudged == sum(entry.kind == "order" for entry in entries)
    record = Record.resume(rules, b"", entries)
    assert record.head == entries[-1].hash
    assert record.state.scenario == scenario
    outcome = rules.outcome(record.state)
    assert outcome is not None
    assert outcome.kind == kind
    assert outcome.winner == kind.partition("_")[0]
