"""News: what another process does to the same file is seen without being told."""

import asyncio
from pathlib import Path

import pytest

from bot.doors.web import live
from bot.doors.web.live import Hub
from bot.referee import Referee
from bot.store.store import Store
from bot.store.watching import FileWatch
from engine.kernel.seats import SPECTATOR, viewer_of
from tests.doors.web.conftest import Served


async def test_another_process_is_heard_by_the_file_alone(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody rings the bell, and the page would wait for an hour: the file itself says that it changed."""
    monkeypatch.setattr(live, "LOOK", 3600.0)
    game = await served.begin()
    hub = served.table.hub
    waiting = asyncio.create_task(hub.news(game, await hub.head(game), 3600.0))
    await asyncio.sleep(0)
    async with await Store.open(f"sqlite:///{served.store.file}") as store:
        other = Referee(store)
        asked = (await other.position(game, SPECTATOR)).pending[0].seat
        own = (await other.position(game, viewer_of(asked))).pending[0]
        assert (await other.submit(game, asked, own.default)).ok
    assert await asyncio.wait_for(waiting, 30.0) == await hub.head(game)


async def test_nothing_new_is_no_news(served: Served) -> None:
    game = await served.begin()
    hub = Hub(served.referee)
    assert await hub.news(game, await hub.head(game), 0.0) is None


def test_a_file_tells_who_wrote(tmp_path: Path) -> None:
    import sqlite3

    file = tmp_path / "a b?#.sqlite3"
    writer = sqlite3.connect(file)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("CREATE TABLE it (n)")
    writer.commit()
    watch = FileWatch(file)
    assert not watch.changed()
    writer.execute("INSERT INTO it VALUES (1)")
    assert not watch.changed()
    writer.commit()
    assert watch.changed()
    assert not watch.changed()
    watch.close()
    writer.close()
