"""Who writes: one thread that owns the SQLite file, or a pool of connections to PostgreSQL.

SQLite has one writer at a time and pays for each commit with a trip to the disk. So all changes of a process
go through one thread, and those that arrive while it is at the disk share the next commit. A whole change
crosses into the thread once: through an async session it would cross a dozen times, and measured ten times
as slow.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from sqlalchemy import Table, and_, create_engine, event, insert, literal, select
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import StaticPool
from sqlmodel import SQLModel

from bot.store.change import Change, Insert, Require, Run
from bot.store.faults import Conflict, judged

LARGEST_GROUP: Final = 256
"""How many changes share one commit at most, so that the first of them does not wait for ever."""

WRITTEN_AT_ONCE: Final = 8
"""Changes under way at a PostgreSQL server."""


class Writer(Protocol):
    """Puts changes on disk."""

    async def write(self, change: Change) -> None:
        """Return once it is on disk. Raises `Conflict` or `NotRecorded`, and then nothing was written."""
        ...

    async def close(self) -> None:
        """Finish what was begun."""
        ...


def table_of(model: type[SQLModel]) -> Table:
    """The table behind a model."""
    return cast(Table, model.__table__)  # type: ignore[attr-defined]


# -- SQLite --------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Job:
    change: Change
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


def sqlite_pragmas(connection: Any, busy: float) -> None:
    """Settings of every connection. FULL, because what is acknowledged must survive a power cut."""
    cursor = connection.cursor()
    try:
        cursor.execute(f"PRAGMA busy_timeout={int(busy * 1000)}")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
    finally:
        cursor.close()


class SqliteWriter:
    """The one thread that writes to a SQLite file."""

    def __init__(self, path: str, *, busy: float) -> None:
        self._engine = _sqlite_engine(path, busy)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._sql: dict[tuple[Any, ...], str] = {}
        self._connection: Connection | None = None
        self.groups = 0
        """How many commits there were, to see how well changes share them."""

    async def write(self, change: Change) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="farspeaker-writer", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        job = _Job(change, loop, loop.create_future())
        self._jobs.put(job)
        # A door that gives up waiting cancels the wait and not the job: that is done in any case, and whoever
        # asks next finds it done.
        await job.done

    async def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)
        self._engine.dispose()

    # -- in the thread ---------------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            first = self._jobs.get()
            if first is None:
                break
            group, closing = [first], False
            while len(group) < LARGEST_GROUP:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    closing = True
                    break
                group.append(job)
            try:
                self._settle(group)
            except Exception as error:  # whatever it is: nobody shall wait for ever
                self._undo()
                _tell([(job, error) for job in group])
            if closing:
                break
        self._drop()

    def _settle(self, group: Sequence[_Job]) -> None:
        """Write a group; when one of it conflicts, write each alone so that only the guilty one fails."""
        failure = self._transact([job.change for job in group])
        results: list[tuple[_Job, Exception | None]]
        if isinstance(failure, Conflict) and len(group) > 1:
            results = [(job, self._transact([job.change])) for job in group]
        else:
            results = [(job, failure) for job in group]
        _tell(results)

    def _transact(self, changes: Sequence[Change]) -> Exception | None:
        try:
            connection = self._open()
            raw = cast(sqlite3.Connection, connection.connection.dbapi_connection)
            raw.execute("BEGIN IMMEDIATE")
            for change in changes:
                for step in change.steps:
                    self._step(connection, raw, step)
            raw.execute("COMMIT")
        except Exception as error:
            self._undo()
            return judged(error) or error
        self.groups += 1
        return None

    def _step(self, connection: Connection, raw: sqlite3.Connection, step: Insert | Run | Require) -> None:
        if isinstance(step, Run):
            connection.execute(step.statement)
        elif isinstance(step, Insert):
            columns = tuple(step.rows[0])
            raw.executemany(
                self._insert_sql(step.table, columns), [tuple(row[c] for c in columns) for row in step.rows]
            )
        else:
            columns = tuple(step.values)
            found = raw.execute(
                self._require_sql(step.table, columns), tuple(step.values.values())
            ).fetchone()
            if found is None:
                raise Conflict(f"{step.table.__name__} is no longer {dict(step.values)}")

    def _insert_sql(self, model: type[SQLModel], columns: tuple[str, ...]) -> str:
        key = (model, columns)
        sql = self._sql.get(key)
        if sql is None:
            names, marks = ", ".join(f'"{name}"' for name in columns), ", ".join("?" * len(columns))
            sql = self._sql[key] = f'INSERT INTO "{table_of(model).name}" ({names}) VALUES ({marks})'
        return sql

    def _require_sql(self, model: type[SQLModel], columns: tuple[str, ...]) -> str:
        key = (model, columns, "require")
        sql = self._sql.get(key)
        if sql is None:
            where = " AND ".join(f'"{name}" IS ?' for name in columns)
            sql = self._sql[key] = f'SELECT 1 FROM "{table_of(model).name}" WHERE {where}'
        return sql

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _undo(self) -> None:
        """Leave nothing half-done; a connection that cannot even do that is thrown away."""
        if self._connection is None:
            return
        try:
            raw = cast(sqlite3.Connection, self._connection.connection.dbapi_connection)
            if raw.in_transaction:
                raw.execute("ROLLBACK")
        except Exception:
            self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
            finally:
                connection.close()


def _tell(results: Sequence[tuple[_Job, Exception | None]]) -> None:
    """Hand results over to the loops that wait for them."""
    for loop in {job.loop for job, _ in results}:
        mine = [(job, error) for job, error in results if job.loop is loop]
        try:
            loop.call_soon_threadsafe(_answer, mine)
        except RuntimeError:  # the loop has ended; nobody waits any more
            continue


def _answer(results: Sequence[tuple[_Job, Exception | None]]) -> None:
    for job, error in results:
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
            job.done.exception()  # seen: a door that went away is no reason for a warning


def _sqlite_engine(path: str, busy: float) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}",
        isolation_level="AUTOCOMMIT",
        poolclass=StaticPool,
        connect_args={"timeout": busy, "check_same_thread": False},
    )
    event.listen(engine, "connect", lambda connection, _: sqlite_pragmas(connection, busy))
    return engine


# -- PostgreSQL ----------------------------------------------------------------------------------------


class PostgresWriter:
    """Changes to a PostgreSQL server, each in a transaction and on a connection of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._turns = asyncio.Semaphore(WRITTEN_AT_ONCE)
        self._under_way: set[asyncio.Task[None]] = set()

    async def write(self, change: Change) -> None:
        task = asyncio.create_task(self._write(change))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await asyncio.shield(task)

    async def close(self) -> None:
        if self._under_way:
            await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _write(self, change: Change) -> None:
        committing = False
        try:
            async with (
                self._turns,
                self._engine.connect() as connection,
                connection.begin() as transaction,
            ):
                for step in change.steps:
                    await self._step(connection, step)
                committing = True
                await transaction.commit()
        except Exception as error:
            raise judged(error, committing=committing) or error from error

    async def _step(self, connection: AsyncConnection, step: Insert | Run | Require) -> None:
        if isinstance(step, Run):
            await connection.execute(step.statement)
        elif isinstance(step, Insert):
            await connection.execute(insert(table_of(step.table)), [dict(row) for row in step.rows])
        else:
            columns = table_of(step.table).c
            where = and_(
                *(columns[name] == value for name, value in step.values.items())
            )  # == None is IS NULL
            found = (await connection.execute(select(literal(1)).where(where).limit(1))).first()
            if found is None:
                raise Conflict(f"{step.table.__name__} is no longer {dict(step.values)}")
