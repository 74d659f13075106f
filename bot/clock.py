"""Time: a clock that tests can turn by hand, and timers that outlive the process.

Timers are rows; one task sleeps until the earliest of them. A timer is deleted after its handler has done
its work, so a crash in between fires it again: handlers act under the reference `timer:ID`, which the
referee accepts once.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final, Protocol

import structlog
from sqlalchemy import delete, update
from sqlmodel import col, select

from bot.store.change import Change
from bot.store.faults import Conflict, NotRecorded
from bot.store.store import Store
from bot.store.tables import Timer

LONGEST_NAP: Final = 60.0
"""Seconds after which the table is looked at again in any case: another process may have written to it."""

RETRY: Final = 30.0

Handler = Callable[[Timer], Awaitable[None]]

_log = structlog.get_logger(__name__)


class Clock(Protocol):
    """Where the time comes from."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The real time."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))


def stamp(now: float) -> str:
    """A time as it is written into a log: UTC, to the second."""
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Alarm:
    """Sleep that can be cut short."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake whoever sleeps, or the next one who wants to."""
        self._rung.set()

    async def sleep(self, seconds: float) -> None:
        """Wait so long, or until somebody rings."""
        tasks = {
            asyncio.ensure_future(self._clock.sleep(seconds)),
            asyncio.ensure_future(self._rung.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self._rung.clear()


class Timers:
    """Fires what is due. Handlers are registered by the timer's kind."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._alarm = Alarm(clock)
        self._handlers: dict[str, Handler] = {}
        self._task: asyncio.Task[None] | None = None

    def on(self, kind: str, handler: Handler) -> None:
        """Call this for timers of that kind."""
        self._handlers[kind] = handler

    def ring(self) -> None:
        """Say that timers were set or cancelled."""
        self._alarm.ring()

    def start(self) -> None:
        """Begin to watch the clock."""
        self._task = asyncio.create_task(self._watch(), name="timers")

    async def close(self) -> None:
        """Stop. What is not done yet is done after the next start."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            try:
                wait = await self.fire_due()
            except (NotRecorded, Conflict) as fault:
                _log.warning("timers wait for the database", reason=str(fault))
                wait = RETRY
            await self._alarm.sleep(wait)

    async def fire_due(self) -> float:
        """Fire all that is due, earliest first; seconds until the next look."""
        while True:
            timer = await self._earliest()
            now = self._clock.now()
            if timer is None:
                return LONGEST_NAP
            if timer.due > now:
                return min(LONGEST_NAP, timer.due - now)
            await self._fire(timer)

    async def _earliest(self) -> Timer | None:
        # Kinds that nobody here handles are another process's, or a later version's: they keep.
        wanted = (
            select(Timer).where(col(Timer.kind).in_(sorted(self._handlers))).order_by(col(Timer.due)).limit(1)
        )
        return await self._store.read(lambda session: session.exec(wanted).first())

    async def _fire(self, timer: Timer) -> None:
        try:
            await self._handlers[timer.kind](timer)
        except Exception:
            _log.exception("a timer failed and is put off", timer=timer.id, kind=timer.kind)
            later = update(Timer).where(col(Timer.id) == timer.id).values(due=self._clock.now() + RETRY)
            await self._store.write(Change().run(later))
        else:
            await self._store.write(Change().run(delete(Timer).where(col(Timer.id) == timer.id)))
