"""The games there are: one line a game. Each is built when it is first asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from bot.errors import UserError
from engine.kernel.game import Game

Factory = Callable[[], Game[Any]]


def _high_crusade() -> Game[Any]:
    pack = import_module("bot.packs").load("high_crusade")
    return cast(Game[Any], import_module("engine.high_crusade.game").HighCrusade(pack))


def _crusade() -> Game[Any]:
    module = import_module("engine.crusade.pack")
    pack = module.read_pack(import_module("bot.packs").texts("crusade", module.FILES))
    return cast(Game[Any], import_module("engine.crusade.game").Crusade(pack))


_factories: dict[str, Factory] = {"high_crusade": _high_crusade, "crusade": _crusade}
_built: dict[str, Game[Any]] = {}


class NoSuchGame(UserError):
    """A game that this Farspeaker does not know."""


def keys() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_factories)


def game(key: str) -> Game[Any]:
    """The game of that name. Raises `NoSuchGame`."""
    found = _built.get(key)
    if found is None:
        factory = _factories.get(key)
        if factory is None:
            raise NoSuchGame(f"There is no game called {key!r}; there are: {', '.join(_factories)}.")
        found = _built[key] = factory()
    return found


def register(key: str, factory: Factory) -> None:
    """Add a game, or put another in the place of one: for tests, and for games that live elsewhere."""
    _factories[key] = factory
    _built.pop(key, None)
