"""Who goes first: whoever has just asked is acknowledged before anybody's work goes on.

All is done on one loop. Finding an answer takes many small steps, and under a rush a question that has just
come in would wait behind a step of every answer in the making, at each of the turns of the loop that its
acknowledgement takes. So answers are worked on through `Manners.behind`: for a few turns after each arrival
none of their steps is made.

Nor does the loop wait long for the threads that read the database: Python lets a thread that computes go on
for five milliseconds before another gets its turn, and an acknowledgement takes several turns. Here it is a
tenth of that, which brought a hundred commands a second to the pace of an empty one (`bench discord`).
"""

import asyncio
import sys
from collections.abc import Coroutine, Generator
from typing import Any, Final, Generic, TypeVar

TURNS: Final = 8
"""Turns of the loop from an interaction's arrival until its acknowledgement is on the wire."""

SWITCH: Final = 0.000_5
"""Seconds for which a thread may compute while the loop waits."""

T = TypeVar("T")


def take_quick_turns() -> None:
    """From now on no thread of this process keeps the loop waiting for long."""
    sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH))


class Manners:
    """Holds up work while somebody waits to be acknowledged."""

    def __init__(self) -> None:
        self._turns = 0

    def arrived(self) -> None:
        """Somebody asks something."""
        if not self._turns:
            asyncio.get_running_loop().call_soon(self._turn)
        self._turns = TURNS

    def _turn(self) -> None:
        self._turns -= 1
        if self._turns:
            asyncio.get_running_loop().call_soon(self._turn)

    @property
    def waiting(self) -> bool:
        """Whether somebody does."""
        return self._turns > 0

    async def behind(self, work: Coroutine[Any, Any, T]) -> T:
        """The same work, every step of which lets others go first."""
        return await _Polite(work, self)


class _Polite(Generic[T]):
    """Passes on what the work waits for, and then waits a little longer where that is polite."""

    __slots__ = ("_manners", "_work")

    def __init__(self, work: Coroutine[Any, Any, T], manners: Manners) -> None:
        self._work = work
        self._manners = manners

    def __await__(self) -> Generator[Any, None, T]:
        thrown: BaseException | None = None
        while True:
            try:
                waited = self._work.send(None) if thrown is None else self._work.throw(thrown)
            except StopIteration as done:
                result: T = done.value
                return result
            thrown = None
            try:
                yield waited
                while self._manners.waiting:
                    yield
            except BaseException as error:
                thrown = error
