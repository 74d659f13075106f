"""The computer players there are: one line a player."""

from collections.abc import Sequence
from importlib import import_module
from random import Random

from bot.errors import UserError
from engine.kernel.players import Factory, Player, RandomPlayer
from engine.kernel.seats import Seat


def _from(module: str, name: str) -> Factory:
    def make(seat: Seat, rng: Random) -> Player:
        made: Player = getattr(import_module(module), name)(seat, rng)
        return made

    return make


_factories: dict[str, Factory] = {
    "random": lambda seat, rng: RandomPlayer(rng),
    "raider": _from("engine.high_crusade.raider", "Raider"),
    "squire": _from("engine.high_crusade.squire", "Squire"),
}


class NoSuchPlayer(UserError):
    """A computer player that this Farspeaker does not know."""


def names() -> tuple[str, ...]:
    """The names of all computer players."""
    return tuple(_factories)


def register(name: str, factory: Factory) -> None:
    """Add a computer player, or put another in the place of one."""
    _factories[name] = factory


def player(name: str, seat: Seat, rng: Random) -> Player:
    """A player of that name for a seat. Raises `NoSuchPlayer`."""
    factory = _factories.get(name)
    if factory is None:
        raise NoSuchPlayer(f"There is no player called {name!r}; there are: {', '.join(_factories)}.")
    return factory(seat, rng)


def named(text: str, seats: Sequence[Seat]) -> tuple[str, ...]:
    """The names in `random` (for every seat) or `a:b` (seat by seat). Raises `NoSuchPlayer`."""
    parts = text.split(":")
    if len(parts) == 1:
        parts *= len(seats)
    if len(parts) != len(seats):
        raise NoSuchPlayer(
            f"{text!r} names {len(parts)} players, and there are {len(seats)} seats: {':'.join(seats)}."
        )
    for name in parts:
        if name not in _factories:
            raise NoSuchPlayer(f"There is no player called {name!r}; there are: {', '.join(_factories)}.")
    return tuple(parts)
