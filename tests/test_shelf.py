"""The shelf of games: nothing but the registry knows a game by name, and each game brings all it should."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import games, players
from bot.rulebooks import rulebook
from engine.kernel.seats import SPECTATOR, Viewer
from render import artist, scribe, stage
from render.kinds import Artist, Scribe, Stage

ROOT = Path(__file__).resolve().parent.parent
REGISTRY = ROOT / "bot" / "games.py"
WRITTEN = {".py", ".html", ".js", ".css", ".sql"}


def general() -> Iterator[Path]:
    """Every file that is for all games: the kernel, the bot with its doors, and render outside the games."""
    for folder in (ROOT / "engine" / "kernel", ROOT / "bot"):
        yield from (path for path in sorted(folder.rglob("*")) if path.suffix in WRITTEN)
    yield from sorted((ROOT / "render").glob("*.py"))


def names() -> re.Pattern[str]:
    """Keys, titles and the seats that are no common words."""
    words = [word for key in games.SHELF for word in (key, games.game(key).title, *games.game(key).seats)]
    return re.compile(
        rf"\b({'|'.join(re.escape(word) for word in words if word not in ('white', 'black'))})\b", re.I
    )


def test_only_the_registry_knows_games_by_name() -> None:
    """A second game went in with its own folders and one word; so can a third."""
    wanted = names()
    found = []
    for path in general():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if wanted.search(line) and not (path == REGISTRY and line.startswith("SHELF")):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert found == []


def test_nothing_general_imports_a_game() -> None:
    """Neither at the top nor inside a function."""
    for path in general():
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                modules = [f"{node.module}.{alias.name}" for alias in node.names]
            for module in modules:
                top, _, rest = module.partition(".")
                assert not (top in ("engine", "render", "data") and rest.split(".")[0] in games.SHELF), (
                    path,
                    module,
                )


@pytest.mark.parametrize("key", games.SHELF)
def test_a_game_brings_all_it_should(key: str) -> None:
    """Rules, files, players, a rules reference, pictures, words and a map to click on."""
    box, game = games.box(key), games.game(key)
    assert game.key == key
    assert box.FILES
    assert set(players.names(key)) > {players.RANDOM}, "a computer player better than chance"
    assert callable(box.watch().step)
    for option, values in box.choices(game).items():
        for value in values:
            game.start({option: value})
    assert rulebook(key) is not None
    for brought, kind in ((artist(key), Artist), (scribe(key), Scribe), (stage(key), Stage)):
        lacking = [name for name in vars(kind) if not name.startswith("_") and not hasattr(brought, name)]
        lacking += [name for name in getattr(kind, "__annotations__", ()) if not hasattr(brought, name)]
        assert lacking == [], f"{type(brought).__name__} lacks {lacking}"


@pytest.mark.parametrize("key", games.SHELF)
def test_the_words_of_a_new_game(key: str) -> None:
    """A scribe has something to say of the very first position, to everybody."""
    from engine.kernel.dice import CommittedDice

    game, said = games.game(key), scribe(key)
    state = game.open(game.start({}), CommittedDice(b"\1" * 32)).after
    for viewer in (SPECTATOR, *map(Viewer, game.seats)):
        view = game.view(state, viewer)
        assert said.phase(view)
        assert said.mark(view)
        assert said.aim(view)
        assert said.tracks(view)
        assert said.result(view) == ""
        assert said.about(view, "no such thing", viewer) is None
        assert said.board(view, viewer)
        assert said.dossier(view, viewer)


def test_a_game_of_ones_own() -> None:
    """A game that is registered with its rules alone has a random player, no odds and no invariants."""
    from tests.support.tiny_game import TinyGame

    games.register("tiny", TinyGame)
    assert games.game("tiny").key == "tiny"
    assert players.names("tiny") == (players.RANDOM,)
    assert games.box("tiny").odds(None, games.game("tiny").seats[0], None) == ()  # type: ignore[arg-type]
    with pytest.raises(games.NoSuchGame, match="there are: "):
        games.game("chess")


def test_the_words_of_a_game_without_a_scribe() -> None:
    """Its View, field by field."""
    from tests.support.tiny_game import TinyGame

    game = TinyGame()
    view = game.view(game.start({}), SPECTATOR)
    assert scribe("no_such_game").tracks(view)
    assert scribe("no such game") is scribe("no_such_game")
