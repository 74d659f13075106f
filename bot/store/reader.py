"""Who reads: a few threads beside the writer's for SQLite, a pool of connections for PostgreSQL.

A query is an ordinary function of a session, written once for both. With SQLite it crosses into a thread as
a whole, like a change does: asked statement by statement through an async driver, a thousand players at once
queue up for seconds behind the crossings alone.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel import Session
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.faults import judged
from bot.store.writer import sqlite_pragmas

READERS: Final = 2

SERVED_AT_ONCE: Final = 8
"""Queries under way at a PostgreSQL server."""

T = TypeVar("T")
Query = Callable[[Session], T]


class Reader(Protocol):
    """Answers queries."""

    async def read(self, query: Query[T]) -> T:
        """What the query finds. Raises `NotRecorded` when the database cannot be read."""
        ...

    async def close(self) -> None:
        """Let go of the database."""
        ...


class SqliteReader:
    """Threads that read a SQLite file, each query in a transaction of its own: it sees one moment."""

    def __init__(self, path: str, *, busy: float) -> None:
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="farspeaker-reader")
        self._engine = create_engine(
            f"sqlite:///{path}",
            pool_size=READERS,
            max_overflow=0,
            connect_args={"timeout": busy, "check_same_thread": False},
        )
        event.listen(self._engine, "connect", lambda connection, _: _prepare(connection, busy))
        event.listen(self._engine, "begin", _begin)

    async def read(self, query: Query[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, query)

    def _read(self, query: Query[T]) -> T:
        try:
            with Session(self._engine, expire_on_commit=False) as session:
                return query(session)
        except Exception as error:
            raise judged(error) or error from error

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()


def _prepare(connection: Any, busy: float) -> None:
    connection.isolation_level = None  # we begin by ourselves
    sqlite_pragmas(connection, busy)
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


class PostgresReader:
    """Queries to a PostgreSQL server."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # Whoever has to wait for a connection waits his turn here: the pool would give up on him.
        self._turns = asyncio.Semaphore(SERVED_AT_ONCE)

    async def read(self, query: Query[T]) -> T:
        try:
            async with self._turns, AsyncSession(self._engine, expire_on_commit=False) as session:
                return await session.run_sync(lambda inner: query(inner))  # type: ignore[arg-type]
        except Exception as error:
            raise judged(error) or error from error

    async def close(self) -> None:
        await self._engine.dispose()
