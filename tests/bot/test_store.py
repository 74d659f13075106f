"""The writer and the migrations."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlmodel import SQLModel

from bot.errors import UserError
from bot.store.address import database_url, driver_url, shown, str_of
from bot.store.change import Change
from bot.store.faults import Conflict, NotRecorded
from bot.store.migrate import upgrade, versions
from bot.store.store import Store
from bot.store.tables import Player
from bot.store.writer import SqliteWriter
from tests.support.postgres import PostgresServer


def player(number: int) -> dict[str, object]:
    return {"id": f"p{number}", "door": "test", "handle": str(number), "name": "x", "joined": 0.0}


async def test_changes_that_arrive_together_share_commits(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite:///{tmp_path}/games.sqlite3") as store:
        await asyncio.gather(*(store.write(Change().insert(Player, player(n))) for n in range(200)))
        assert isinstance(store.writer, SqliteWriter)
        assert store.writer.groups < 100


async def test_of_a_group_only_the_guilty_one_fails(store: Store) -> None:
    await store.write(Change().insert(Player, player(3)))
    results = await asyncio.gather(
        *(store.write(Change().insert(Player, player(n))) for n in range(6)), return_exceptions=True
    )
    assert [type(result) for result in results] == [Conflict if n == 3 else type(None) for n in range(6)]


async def test_a_change_is_whole_or_not_at_all(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.write(
            Change().insert(Player, player(1)).insert(Player, player(2)).insert(Player, player(1))
        )
    assert await store.player("test", "2") is None
    with pytest.raises(Conflict):
        await store.write(Change().insert(Player, player(1)).require(Player, id="p9", name=None))
    assert await store.player("test", "1") is None


async def test_readers_cannot_write(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite:///{tmp_path}/games.sqlite3") as store:
        with pytest.raises(NotRecorded, match="read-only"):
            await store.read(lambda session: session.connection().exec_driver_sql("DELETE FROM player"))


async def test_a_thousand_queries_at_once_are_all_answered(store: Store) -> None:
    assert await asyncio.gather(*(store.healthy() for _ in range(1000))) == [True] * 1000


async def test_what_is_committed_is_synced(tmp_path: Path) -> None:
    """WAL and FULL, on the writer's own connection: an acknowledged order survives a power cut."""
    async with await Store.open(f"sqlite:///{tmp_path}/games.sqlite3") as store:
        assert isinstance(store.writer, SqliteWriter)
        with store.writer._engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


# -- addresses --------------------------------------------------------------------------------------------


def test_addresses_as_people_write_them(tmp_path: Path) -> None:
    assert database_url({"DATABASE_URL": "postgres://u:p@h/n"}) == "postgresql+asyncpg://u:p@h/n"
    assert database_url({"FARSPEAKER_DATA": str(tmp_path)}).endswith(f"{tmp_path}/farspeaker.sqlite3")
    assert database_url({}).endswith("/var/farspeaker.sqlite3")
    assert "secret" not in shown("postgresql://u:secret@h/n")
    for wrong in ("nonsense", "sqlite://", "oracle://h/n"):
        with pytest.raises(UserError):
            driver_url(wrong)


# -- migrations -------------------------------------------------------------------------------------------

FIRST_ROWS = {
    "0001": [
        "INSERT INTO game (id, key, name, content, commitment, options, stage, frozen, server, admins, begun,"
        " version) VALUES ('g', 'tiny', 'Old', 'c', 'k', '{}', 'playing', NULL, '', '', 1.5, 3)",
        "INSERT INTO entry (game, seq, kind, body) VALUES ('g', 0, 'created', 'x')",
        "INSERT INTO outbox (game, seq, address, viewer, topic, data, nonce, state, at)"
        " VALUES ('g', 0, 'a:1', 'left', 'entry', '{}', 'n1', 'due', 1.0)",
        "INSERT INTO destination (address, parked, failures, failing_since, next_try, worker, leased_until)"
        " VALUES ('a:1', 'gone', 2, 1.0, 2.0, 'w', 3.0)",
        "INSERT INTO receipt (ref, game, at, answer) VALUES ('r', 'g', 1.0, '{}')",
    ],
    "0003": ["INSERT INTO note (key, value) VALUES ('card:g', 'täglich')"],
}
"""What a database of that version may hold; later versions hold what the ones before them held."""


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), SQLModel.metadata))


@pytest.mark.parametrize("version", versions())
@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
async def test_every_earlier_version_comes_up_to_date_with_its_rows(
    version: str, backend: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if backend == "sqlite":
        url = f"sqlite:///{tmp_path}/old.sqlite3"
    else:
        server: PostgresServer = request.getfixturevalue("postgres")
        url = server.database()
    url = str_of(driver_url(url))
    rows: list[str] = []
    for step in versions():
        await upgrade(url, step)
        rows = FIRST_ROWS.get(step, [])
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            for row in rows:
                await connection.execute(text(row))
        await engine.dispose()
        if step == version:
            break
    assert await upgrade(url) == version
    assert await upgrade(url) == versions()[-1]
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        # A nonce is no longer unique, numbers go on where they were, and notes are there.
        owed_too = (
            "INSERT INTO outbox (game, seq, address, viewer, topic, data, nonce, state, at)"
            " VALUES ('g', 1, 'a:1', 'left', 'entry', '{}', 'n1', 'due', 2.0)"
        )
        await connection.execute(text(owed_too))
        more = (await connection.execute(text("SELECT id FROM outbox WHERE seq = 1"))).scalar_one()
        assert more == 2
        await connection.execute(text("DELETE FROM outbox WHERE seq = 1"))
        noted = (await connection.execute(text("SELECT value FROM note"))).scalars().all()
        assert noted == (["täglich"] if version >= "0003" else [])
        answers = (await connection.execute(text("SELECT ref, answer FROM receipt"))).all()
        assert [tuple(row) for row in answers] == [("r", "{}")]
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        kept = (await connection.execute(text("SELECT name, version FROM game"))).all()
        owed = (await connection.execute(text("SELECT id, address, nonce, state FROM outbox"))).all()
        parked = (await connection.execute(text("SELECT address, parked FROM destination"))).all()
    await engine.dispose()
    assert [tuple(row) for row in kept] == [("Old", 3)]
    assert [tuple(row) for row in owed] == [(1, "a:1", "n1", "due")]
    assert [tuple(row) for row in parked] == [("a:1", "gone")]


async def test_two_processes_may_start_at_once(postgres: PostgresServer, tmp_path: Path) -> None:
    for url in (postgres.database(), f"sqlite:///{tmp_path}/new.sqlite3"):
        stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        assert all([await store.games() == [] for store in stores])
        await asyncio.gather(*(store.close() for store in stores))


async def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    await (await Store.open(f"sqlite:///{file}")).close()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(UserError, match="newer Farspeaker"):
        await Store.open(f"sqlite:///{file}")
