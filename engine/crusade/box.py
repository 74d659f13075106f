"""What Crusade brings along: its files, its computer players and its invariants."""

from collections.abc import Mapping

from engine.crusade import pack
from engine.crusade.game import Crusade
from engine.crusade.invariants import Invariants
from engine.crusade.squire import Squire
from engine.crusade.state import State
from engine.kernel.box import Odds
from engine.kernel.orders import Order
from engine.kernel.players import Factory
from engine.kernel.seats import Seat
from engine.kernel.soundness import Watch

FILES: tuple[str, ...] = pack.FILES
PLAYERS: Mapping[str, Factory] = {"squire": Squire}


def game(texts: Mapping[str, str]) -> Crusade:
    """The game that plays by these files. Raises `PackError`."""
    return Crusade(pack.read_pack(texts))


def choices(game: Crusade) -> dict[str, dict[str, str]]:
    """Nothing: there is one way to play."""
    return {}


def odds(state: State, seat: Seat, order: Order) -> tuple[Odds, ...]:
    """Nothing: no order of Crusade rolls a die."""
    return ()


def watch() -> Watch[State]:
    """The invariants, for one game."""
    return Invariants()
