"""What a game brings along beside its rules: the shelf finds it as the module `engine.<key>.box`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.kernel.game import Game
from engine.kernel.orders import Order
from engine.kernel.players import Factory
from engine.kernel.seats import Seat
from engine.kernel.soundness import Watch


@dataclass(frozen=True, slots=True)
class Odds:
    """What an order would probably do, in words: a title and named figures."""

    title: str
    rows: tuple[tuple[str, str], ...]


class Box(Protocol):
    """A module with these names."""

    FILES: tuple[str, ...]
    """The data files the game plays by, under `data/<key>/`."""

    PLAYERS: Mapping[str, Factory]
    """Its computer players by name, the strongest first."""

    def game(self, texts: Mapping[str, str]) -> Game[Any]:
        """The game that plays by these files. Raises `PackError`."""
        ...

    def choices(self, game: Any) -> Mapping[str, Mapping[str, str]]:
        """What can be chosen for a new game: every option's values with what they mean, first the usual."""
        ...

    def odds(self, state: Any, seat: Seat, order: Order) -> tuple[Odds, ...]:
        """What an order would probably do, from what everybody can see; nothing where there is no telling."""
        ...

    def watch(self) -> Watch[Any]:
        """The invariants of the game, for one game that is played; `NoWatch` where it has none."""
        ...
