"""Who waits for news: pages hear at once of what is done here, and soon of what others do to the store."""

import asyncio
import contextlib
from collections import defaultdict
from typing import Final

from bot.referee import Referee
from bot.store.watching import FileWatch

LOOK: Final = 1.0
"""Seconds after which a server is asked in any case: the bot may be playing there too."""
GLANCE: Final = 0.1
"""Seconds between two glances at a file, which cost next to nothing."""


class Hub:
    """Wakes the pages of a game."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._store = referee.store
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._glancing: asyncio.Task[None] | None = None
        self.closing = asyncio.Event()

    def open(self) -> None:
        """Begin to glance at the file of the store, where it is one."""
        if self._store.file is not None:
            self._glancing = asyncio.create_task(self._glance(FileWatch(self._store.file)), name="glancing")

    async def _glance(self, watch: FileWatch) -> None:
        with contextlib.closing(watch):
            while True:
                await asyncio.sleep(GLANCE)
                changed = bool(self._waiting) and await asyncio.to_thread(watch.changed)
                for game in self._waiting if changed else ():
                    self.ring(game)

    def ring(self, game: str) -> None:
        """Something may have happened in this game."""
        for bell in self._waiting.get(game, ()):
            bell.set()

    async def close(self) -> None:
        """Send everybody home."""
        self.closing.set()
        for game in self._waiting:
            self.ring(game)
        if self._glancing is not None:
            self._glancing.cancel()
            await asyncio.gather(self._glancing, return_exceptions=True)

    async def head(self, game: str) -> str:
        """Where the game is: changes with every entry, with who sits where, and with what is asked of others
        beside the game."""
        version, seq = await self._store.head(game) or (-1, -1)
        request = await self._store.undo_request(game)
        back = [request.seat] if request is not None and request.head == seq else []
        return "-".join([f"{seq}.{version}", *back, *await self._referee.draw_offered(game, seq)])

    async def news(self, game: str, known: str, patience: float) -> str | None:
        """Where the game is once that is not what is known; None when nothing happens for so long."""
        bell = asyncio.Event()
        self._waiting[game].add(bell)
        try:
            end = asyncio.get_running_loop().time() + patience
            while not self.closing.is_set():
                bell.clear()
                now = await self.head(game)
                if now != known:
                    return now
                left = end - asyncio.get_running_loop().time()
                if left <= 0:
                    return None
                wait = left if self._glancing is not None else min(LOOK, left)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(bell.wait(), wait)
            return None
        finally:
            self._waiting[game].discard(bell)
            if not self._waiting[game]:
                del self._waiting[game]
