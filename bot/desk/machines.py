"""The computer at the table: whenever a seat it holds is asked something, it answers."""

import asyncio
from collections.abc import Callable

import structlog

from bot.company import DOOR, Company
from bot.referee import Referee

_log = structlog.get_logger(__name__)


class Machines:
    """Plays every seat that a computer holds. `wake` says that a game may wait for it; `played` is called
    when it has given orders."""

    def __init__(self, referee: Referee, played: Callable[[str], None] = lambda game: None) -> None:
        self._referee = referee
        self._played = played
        self._company = Company(referee)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def wake(self, game: str) -> None:
        """Look whether the computer is asked something there; nothing is done for a game without one."""
        live = self._referee.live.peek(game)
        if live is not None and all(seat.door != DOOR for seat in live.info.seats):
            return
        if game in self._tasks:
            self._again.add(game)
            return
        self._tasks[game] = asyncio.create_task(self._play(game), name=f"computer {game}")

    async def wake_all(self) -> None:
        """After a start: look at every game under way."""
        for row in await self._referee.store.games(stage="playing"):
            self.wake(row.id)

    async def idle(self) -> None:
        """Wait until the computer has answered everything."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stop thinking."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, game: str) -> None:
        try:
            while True:
                self._again.discard(game)
                if await self._company.play(game):
                    self._played(game)
                if game not in self._again:
                    return
        except Exception:
            _log.exception("the computer stumbled", game=game)
        finally:
            self._tasks.pop(game, None)
