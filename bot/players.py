"""The computer players there are: those a game brings along, and one who plays any game at random."""

from collections.abc import Sequence
from random import Random
from typing import Final

from bot import games
from bot.errors import UserError
from engine.kernel.players import Factory, Player, RandomPlayer
from engine.kernel.seats import Seat

RANDOM: Final = "random"


class NoSuchPlayer(UserError):
    """A computer player that this Farspeaker does not know."""


def _factories(key: str) -> dict[str, Factory]:
    return {**games.box(key).PLAYERS, RANDOM: lambda seat, rng: RandomPlayer(rng)}


def names(key: str) -> tuple[str, ...]:
    """The computer players of a game, the strongest first. Raises `NoSuchGame`."""
    return tuple(_factories(key))


def player(key: str, name: str, seat: Seat, rng: Random) -> Player:
    """A player of that name for a seat. Raises `NoSuchPlayer`."""
    factory = _factories(key).get(name)
    if factory is None:
        raise NoSuchPlayer(f"There is no player called {name!r}; there are: {', '.join(names(key))}.")
    return factory(seat, rng)


def named(key: str, text: str, seats: Sequence[Seat]) -> tuple[str, ...]:
    """The names in `random` (for every seat) or `a:b` (seat by seat). Raises `NoSuchPlayer`."""
    parts = text.split(":")
    if len(parts) == 1:
        parts *= len(seats)
    if len(parts) != len(seats):
        raise NoSuchPlayer(
            f"{text!r} names {len(parts)} players, and there are {len(seats)} seats: {':'.join(seats)}."
        )
    known = names(key)
    for name in parts:
        if name not in known:
            raise NoSuchPlayer(f"There is no player called {name!r}; there are: {', '.join(known)}.")
    return tuple(parts)
