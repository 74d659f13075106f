"""A clock that stands still until somebody turns it."""

import asyncio
import heapq
from itertools import count


class ManualClock:
    """`advance` moves the time and wakes those whose time has come, in order."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = now
        self._sleepers: list[tuple[float, int, asyncio.Event]] = []
        self._number = count()

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken = asyncio.Event()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._number), woken))
        await woken.wait()

    def advance(self, seconds: float) -> None:
        self._now += seconds
        while self._sleepers and self._sleepers[0][0] <= self._now:
            heapq.heappop(self._sleepers)[2].set()
