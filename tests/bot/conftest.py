"""A store on SQLite and one on PostgreSQL; every test of the referee runs on both."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot import games
from bot.referee import Referee
from bot.store.address import driver_url, str_of
from bot.store.migrate import upgrade
from bot.store.store import Store
from tests.support.manual_clock import ManualClock
from tests.support.postgres import PostgresServer
from tests.support.tiny_game import TinyGame


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def postgres_url(postgres: PostgresServer) -> str:
    """One database for all tests of a process, emptied before each."""
    url = postgres.database()
    asyncio.run(upgrade(str_of(driver_url(url))))
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.sqlite3"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.empty(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with await Store.open(url) as opened:
        yield opened


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def referee(store: Store, clock: ManualClock) -> Referee:
    return Referee(store, clock=clock)


@pytest.fixture(autouse=True)
def _tiny() -> None:
    games.register("tiny", TinyGame)
