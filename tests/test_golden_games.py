"""Golden games: whole games kept as logs, judged again from the first entry to the last, one for each ending.

When rules or data change on purpose, `python -m scripts.make_golden` plays those of The High Crusade anew,
`python -m tests.support.crusade_golden` those of Crusade.
"""

import ast
import inspect

import pytest

from bot.games import game, keys
from engine.crusade import turn
from engine.high_crusade import victory
from scripts.make_golden import ENDINGS
from tests.support import crusade_golden
from tests.support.golden_logs import entries_of, judged_again, names

GAMES = [
    *(("high_crusade", f"{scenario}_{kind}", kind) for scenario, kind in ENDINGS),
    *(("crusade", kind, kind) for kind in crusade_golden.ENDINGS),
]


def words_in(module: object) -> set[str]:
    """Every text that stands in the source of a module."""
    return {
        node.value
        for node in ast.walk(ast.parse(inspect.getsource(module)))  # type: ignore[arg-type]
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_game_has_some_and_nothing_else_is_kept() -> None:
    assert {key for key, _, _ in GAMES} == set(keys())
    for key in keys():
        assert names(key) == {name for it, name, _ in GAMES if it == key}


def test_every_ending_of_every_scenario_has_one() -> None:
    """Endings x scenarios, but for the one that the campaign does not have: the imperial capital alone."""
    scenarios = game("high_crusade").pack.scenarios  # type: ignore[attr-defined]
    kinds = {
        word
        for word in words_in(victory)
        if word.partition("_")[0] in ("crusader", "wersgorix") and "_" in word
    }
    possible = {
        (name, kind)
        for name, card in scenarios.items()
        for kind in kinds
        if kind != "crusader_imperial" or card.imperial_wins
    }
    assert possible == set(ENDINGS)


def test_every_ending_of_crusade_has_one() -> None:
    """Every kind with which its rules end a game: the first argument of `Ended` or `_win`."""
    ended = {
        argument.value
        for node in ast.walk(ast.parse(inspect.getsource(turn)))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Ended", "_win")
        for argument in node.args[:2]
        if isinstance(argument, ast.Constant)
    }
    assert ended - {None} == set(crusade_golden.ENDINGS)


@pytest.mark.parametrize(("key", "name", "kind"), GAMES, ids=lambda it: it)
def test_golden_game(key: str, name: str, kind: str) -> None:
    """Hashes, salts, every die from the revealed seed, every order judged again, the same end."""
    record = judged_again(key, name)
    outcome = record.game.outcome(record.state)
    assert outcome is not None
    assert outcome.kind == kind


@pytest.mark.parametrize(("scenario", "kind"), ENDINGS)
def test_a_golden_game_of_a_scenario_is_won_by_who_it_says(scenario: str, kind: str) -> None:
    entries = entries_of("high_crusade", f"{scenario}_{kind}")
    assert entries[0].said()["options"] == {"scenario": scenario}
    ended = next(event for entry in reversed(entries) for event in entry.events() if "winner" in event)
    assert ended["winner"] == kind.partition("_")[0]
