"""What all the referee's work is done with."""

import secrets
from collections.abc import Callable
from typing import Any

from bot import games as registry
from bot.clerk import Clerk, Timing
from bot.clock import Clock, SystemClock
from bot.live import CAPACITY, LiveGames
from bot.store.store import Store
from engine.kernel.game import Game


class Office:
    """A store, a clock, the games in memory, and the clerk who writes."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock | None = None,
        games: Callable[[str], Game[Any]] = registry.game,
        capacity: int = CAPACITY,
        seeds: Callable[[int], bytes] = secrets.token_bytes,
        timing: Timing | None = None,
    ) -> None:
        self.store = store
        self.clock = clock or SystemClock()
        self.live = LiveGames(store, games, capacity=capacity)
        self.clerk = Clerk(store, self.live, self.clock, timing)
        self.rules = games
        """The game of that key."""
        self._seeds = seeds
