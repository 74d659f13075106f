"""Pictures off the event loop: a few processes draw, equal pictures are drawn once.

    drawing = Drawing(workers=2)
    drawn = await drawing.board(key, view, theme="dark", size="full", since=before, events=events)
    ...
    await drawing.close()

What is asked for is known by a hash over the Views and the wishes; while a picture is being drawn others who
want the same one wait for it, and the newest are kept.
"""

import asyncio
import hashlib
import multiprocessing
import os
import pickle
import signal
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from types import TracebackType
from typing import Any, Final

from engine.kernel.codec import canonical, event_to_plain, plain_view
from render import Artist, Drawn, artist

KEPT_BYTES: Final = 64 * 1024 * 1024
"""Pictures up to this much in all are kept."""
WAITING: Final = 64
"""So many pictures may wait to be drawn; who asks for more waits first."""

LONGEST: Final = 180
"""Seconds a picture may take; who takes longer hangs, and has to make room for others."""

NICE: Final = 10
"""How far drawing steps back behind everything else."""

MANY: Final = ("poster", "replay")
"""What is made of several Views."""


@dataclass(frozen=True, slots=True)
class Job:
    """A picture somebody wants; the Views without their static data, which `static` names."""

    game: str
    what: str
    views: tuple[Any, ...]
    since: Any | None
    events: tuple[Any, ...]
    wishes: tuple[tuple[str, Any], ...]
    static: str


_statics: dict[str, Any] = {}


def _deaf() -> None:
    """Ctrl-C in a terminal reaches every process; only the pool's owner is to heed it, and he ends us. And
    where processors are few, drawing takes what others leave: an answer is never held up by a picture."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)


def work(job: Job, static: bytes | None) -> Any:
    """Draw, in a process of the pool. Returns `Ellipsis` when the static data must be sent along."""
    alarm = getattr(signal, "alarm", None)  # not every system has one
    if alarm is not None:
        alarm(LONGEST)  # it ends this process; the pool's owner finds out and begins a new one
    try:
        return _work(job, static)
    finally:
        if alarm is not None:
            alarm(0)


def _work(job: Job, static: bytes | None) -> Any:
    if job.static not in _statics:
        if static is None:
            return Ellipsis
        _statics[job.static] = pickle.loads(static)
    who = artist(job.game)
    known = _statics[job.static]
    views = [who.dress(view, known) for view in job.views]
    since = None if job.since is None else who.dress(job.since, known)
    return perform(who, job.what, views, since, job.events, dict(job.wishes))


def perform(
    who: Artist,
    what: str,
    views: Sequence[Any],
    since: Any | None,
    events: Sequence[Any],
    wishes: dict[str, Any],
) -> Any:
    """Ask an artist for something by name."""
    if what in MANY:
        return getattr(who, what)(views, **wishes)
    if what == "card":
        return who.card(views[0], wishes["name"], theme=wishes["theme"])
    if what == "cards":
        return who.cards(views[0], events=events, **wishes)
    return getattr(who, what)(views[0], since=since, events=events, **wishes)


@cache
def _packed(static: Any) -> bytes:
    return pickle.dumps(static)


def digest(
    game: str,
    what: str,
    views: Sequence[Any],
    since: Any | None,
    events: Sequence[Any],
    wishes: dict[str, Any],
) -> str:
    """One name for equal pictures. Views are told apart by what they show, not by how they came to be."""
    plain = [
        game,
        what,
        [plain_view(view) for view in views],
        None if since is None else plain_view(since),
        [event_to_plain(event) for event in events],
        sorted(wishes.items()),
    ]
    return hashlib.sha256(canonical(plain).encode()).hexdigest()


class Drawing:
    """A bounded pool of processes that draw, and the pictures they drew lately."""

    def __init__(self, workers: int = 1, *, kept: int = KEPT_BYTES, waiting: int = WAITING) -> None:
        self.workers = workers
        self.drawn = 0
        """How many pictures were drawn, and how many asked for."""
        self.asked = 0
        self._kept: OrderedDict[str, Any] = OrderedDict()
        self._bytes = 0
        self._most = kept
        self._under_way: dict[str, asyncio.Future[Any]] = {}
        self._room = asyncio.Semaphore(waiting)
        self._pool: ProcessPoolExecutor | None = None

    async def __aenter__(self) -> "Drawing":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # -- asking ------------------------------------------------------------------------------------------

    async def board(
        self,
        game: str,
        view: Any,
        *,
        theme: str,
        size: str,
        since: Any | None = None,
        events: Sequence[Any] = (),
    ) -> Drawn:
        """The position; with `since` also what changed."""
        drawn: Drawn = await self.draw(game, "board", [view], since, events, {"theme": theme, "size": size})
        return drawn

    async def closeup(
        self, game: str, view: Any, *, theme: str, since: Any, events: Sequence[Any] = ()
    ) -> Drawn | None:
        """The part where something changed, or None when it is not in one place."""
        drawn: Drawn | None = await self.draw(game, "closeup", [view], since, events, {"theme": theme})
        return drawn

    async def cards(self, game: str, view: Any, *, theme: str, events: Sequence[Any]) -> list[Drawn]:
        """Cards for what happened."""
        drawn: list[Drawn] = await self.draw(game, "cards", [view], None, events, {"theme": theme})
        return drawn

    async def card(self, game: str, view: Any, name: str, *, theme: str) -> Drawn:
        """The card of a piece or place. Raises `render.NoPicture`."""
        drawn: Drawn = await self.draw(game, "card", [view], None, (), {"name": name, "theme": theme})
        return drawn

    async def summary(
        self, game: str, view: Any, *, theme: str, since: Any | None, events: Sequence[Any] = ()
    ) -> Drawn:
        """What happened, in one strip."""
        drawn: Drawn = await self.draw(game, "summary", [view], since, events, {"theme": theme})
        return drawn

    async def poster(self, game: str, views: Sequence[Any], *, theme: str, result: str = "") -> Drawn:
        """The result with the course of the game."""
        wishes = {"theme": theme, "result": result}
        drawn: Drawn = await self.draw(game, "poster", views, None, (), wishes)
        return drawn

    async def replay(
        self, game: str, views: Sequence[Any], *, theme: str, form: str = "webp", limit: int = 0
    ) -> Drawn:
        """An animation."""
        wishes = {"theme": theme, "form": form, "limit": limit}
        drawn: Drawn = await self.draw(game, "replay", views, None, (), wishes)
        return drawn

    async def draw(
        self,
        game: str,
        what: str,
        views: Sequence[Any],
        since: Any | None,
        events: Sequence[Any],
        wishes: dict[str, Any],
    ) -> Any:
        """Anything an artist can draw, once. What the artist raises is raised here."""
        self.asked += 1
        name = digest(game, what, views, since, events, wishes)
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        under_way = self._under_way.get(name)
        if under_way is None:
            under_way = asyncio.ensure_future(self._draw(name, game, what, views, since, events, wishes))
            self._under_way[name] = under_way
            under_way.add_done_callback(lambda _: self._under_way.pop(name, None))
        return await asyncio.shield(under_way)

    async def _draw(
        self,
        name: str,
        game: str,
        what: str,
        views: Sequence[Any],
        since: Any | None,
        events: Sequence[Any],
        wishes: dict[str, Any],
    ) -> Any:
        who = artist(game)
        bare = [who.strip(view) for view in views]
        static, edition = bare[0][1], bare[0][2]
        before = None if since is None else who.strip(since)[0]
        job = Job(
            game,
            what,
            tuple(view for view, _, _ in bare),
            before,
            tuple(events),
            tuple(sorted(wishes.items())),
            edition,
        )
        async with self._room:
            made = await self._run(job, None)
            if made is Ellipsis:
                made = await self._run(job, _packed(static))
        self.drawn += 1
        self._keep(name, made)
        return made

    async def _run(self, job: Job, static: bytes | None) -> Any:
        loop = asyncio.get_running_loop()
        for last in (False, True):
            pool = self._pool
            if pool is None:
                pool = self._pool = ProcessPoolExecutor(
                    self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=_deaf
                )
            try:
                return await loop.run_in_executor(pool, work, job, static)
            except BrokenProcessPool:  # a process died: the next pool draws it
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False, cancel_futures=True)
                if last:
                    raise
        return None

    def _keep(self, name: str, made: Any) -> None:
        self._kept[name] = made
        self._bytes += _weight(made)
        while self._bytes > self._most and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= _weight(old)

    async def close(self) -> None:
        """End the processes."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.get_running_loop().run_in_executor(None, lambda: pool.shutdown(cancel_futures=True))


def _weight(made: Any) -> int:
    if isinstance(made, Drawn):
        return len(made.data)
    if isinstance(made, list):
        return sum(map(_weight, made))
    return 0
