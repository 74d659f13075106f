"""The games there are: one word a game, the first being the one that is meant when none is named.

A game brings along a module `engine.<key>.box`; each game is built when it is first asked for.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

from bot import packs
from bot.errors import UserError
from engine.kernel.box import Box, Odds
from engine.kernel.game import Game
from engine.kernel.orders import Order
from engine.kernel.seats import Seat
from engine.kernel.soundness import NoWatch

SHELF: Final = ("high_crusade", "crusade")

Factory = Callable[[], Game[Any]]

_others: dict[str, Factory] = {}
_built: dict[str, Game[Any]] = {}


class NoSuchGame(UserError):
    """A game that this Farspeaker does not know."""


class _Bare:
    """The box of a game that was registered with its rules alone."""

    FILES: tuple[str, ...] = ()
    PLAYERS: Mapping[str, Any] = {}

    def __init__(self, factory: Factory) -> None:
        self._factory = factory

    def game(self, texts: Mapping[str, str]) -> Game[Any]:
        return self._factory()

    def choices(self, game: Game[Any]) -> dict[str, dict[str, str]]:
        return {}

    def odds(self, state: Any, seat: Seat, order: Order) -> tuple[Odds, ...]:
        return ()

    def watch(self) -> NoWatch[Any]:
        return NoWatch()


def keys() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(dict.fromkeys((*SHELF, *_others)))


def default() -> str:
    """The game that is meant when none is named."""
    return SHELF[0]


def box(key: str) -> Box:
    """What a game brings along beside its rules. Raises `NoSuchGame`."""
    if key in SHELF:
        return cast(Box, import_module(f"engine.{key}.box"))
    if key in _others:
        return _Bare(_others[key])
    raise NoSuchGame(f"There is no game called {key!r}; there are: {', '.join(keys())}.")


def whose(directory: Path) -> str:
    """Whose figures a directory holds: the game with the most of its files there."""
    return max(SHELF, key=lambda key: packs.fits(directory, box(key)))


def game(key: str) -> Game[Any]:
    """The game of that name. Raises `NoSuchGame`."""
    found = _built.get(key)
    if found is None:
        brought = box(key)
        factory = _others.get(key)
        found = _built[key] = brought.game(packs.texts(key, brought.FILES)) if factory is None else factory()
    return found


def register(key: str, factory: Factory) -> None:
    """Add a game, or let one play by other rules or figures: for packs of one's own, and for tests."""
    _others[key] = factory
    _built.pop(key, None)
