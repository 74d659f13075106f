"""Who waits for news: pages hear at once of what is done here, and soon of what others do to the store."""

import asyncio
from collections import defaultdict
from typing import Final

from bot.referee import Referee

LOOK: Final = 1.0
"""Seconds after which the store is looked at in any case: the bot may be playing there too."""


class Hub:
    """Wakes the pages of a game."""

    def __init__(self, referee: Referee) -> None:
        self._store = referee.store
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self.closing = asyncio.Event()

    def ring(self, game: str) -> None:
        """Something has happened in this game."""
        for bell in self._waiting.get(game, ()):
            bell.set()

    def close(self) -> None:
        """Send everybody home."""
        self.closing.set()
        for bells in self._waiting.values():
            for bell in bells:
                bell.set()

    async def head(self, game: str) -> str:
        """Where the game is: changes with every entry, and with who sits where."""
        found = await self._store.head(game)
        request = await self._store.undo_request(game)
        version, seq = found or (-1, -1)
        asked = "" if request is None or request.head != seq else f"-{request.seat}"
        return f"{seq}.{version}{asked}"

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
                try:
                    await asyncio.wait_for(bell.wait(), min(LOOK, left))
                except TimeoutError:
                    continue
            return None
        finally:
            self._waiting[game].discard(bell)
            if not self._waiting[game]:
                del self._waiting[game]
