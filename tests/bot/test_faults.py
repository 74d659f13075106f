"""Disks that are full, locked or read-only, servers that are gone, logs that lie: nothing half-done, nobody
else harmed."""

import asyncio
import contextlib
import os
import resource
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import select

from bot import games
from bot.answers import ACCEPTED, FROZEN, NOT_RECORDED, Answer
from bot.errors import UserError
from bot.outbox import Outbox
from bot.referee import GameFrozen, Referee
from bot.store.change import Change
from bot.store.faults import NotRecorded, judged
from bot.store.store import Store
from bot.store.tables import EntryRow, GameRow, Message, Receipt
from engine.kernel.seats import SPECTATOR
from tests.support.manual_clock import ManualClock
from tests.support.postgres import PostgresServer
from tests.support.table import AL, BO, Pigeonhole, seated
from tests.support.tiny_game import TinyGame


async def rows(store: Store) -> tuple[int, int, int]:
    """How many entries, receipts and messages there are."""
    return await store.read(
        lambda session: (
            len(session.exec(select(EntryRow)).all()),
            len(session.exec(select(Receipt)).all()),
            len(session.exec(select(Message)).all()),
        )
    )


def not_recorded(answer: Answer, why: str) -> None:
    assert answer.kind == NOT_RECORDED
    assert answer.reason == f"Not recorded, try again: {why}."


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncIterator[Store]:
    """A SQLite store that does not wait long for locks."""
    async with await Store.open(f"sqlite:///{tmp_path}/games.sqlite3", busy=0.05) as store:
        yield store


async def test_a_locked_database(quick: Store) -> None:
    referee = Referee(quick)
    game = await seated(referee)
    before = await rows(quick)
    assert quick.file is not None
    with contextlib.closing(sqlite3.connect(quick.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await referee.submit(game, AL, "boast of gold", ref="i1")
        not_recorded(answer, "the database is locked by another program")
        refused = await referee.submit(game, AL, "nonsense", ref="i2")
        not_recorded(refused, "the database is locked by another program")
        assert await rows(quick) == before
    assert (await referee.submit(game, AL, "boast of gold", ref="i1")).kind == ACCEPTED


@contextlib.contextmanager
def largest_file(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_file_that_cannot_grow(quick: Store) -> None:
    referee = Referee(quick)
    game = await seated(referee)
    before = await rows(quick)
    assert quick.file is not None
    wal = quick.file.with_name(quick.file.name + "-wal")
    with largest_file(wal.stat().st_size):
        answer = await referee.submit(game, AL, "boast of gold", ref="i1")
        assert answer.kind == NOT_RECORDED
        assert answer.reason.startswith("Not recorded, try again: the disk")
    assert await rows(quick) == before
    assert (await referee.submit(game, AL, "boast of gold", ref="i1")).kind == ACCEPTED
    assert len(await quick.bodies(game)) == 2


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, where we may mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a disk")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


async def test_a_full_disk(tiny_disk: Path) -> None:
    async with await Store.open(f"sqlite:///{tiny_disk}/games.sqlite3", busy=0.05) as store:
        referee = Referee(store)
        game = await seated(referee)
        filler = tiny_disk / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        before = await rows(store)
        answer = None
        for number in range(200):  # the journal may have room for a few more
            answer = await referee.submit(game, AL, "boast of gold", ref=f"i{number}")
            if answer.kind == NOT_RECORDED:
                break
        assert answer is not None
        not_recorded(answer, "the disk is full")
        after = await rows(store)
        assert (after[0] - before[0], after[1] - before[1]) == (number, number)
        filler.unlink()
        assert (await referee.submit(game, AL, "boast of gold", ref=f"i{number}")).kind == ACCEPTED


async def test_a_read_only_file() -> None:
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        url = f"sqlite:///{folder}/games.sqlite3"
        async with await Store.open(url) as store:
            game = await seated(Referee(store))
        folder.chmod(0o777)
        (folder / "games.sqlite3").chmod(0o444)
        with somebody():
            async with await Store.open(url, busy=0.05, migrate=False) as store:
                referee = Referee(store)
                answer = await referee.submit(game, AL, "boast of gold", ref="i1")
                not_recorded(answer, "the database file is read-only")
                assert (await referee.position(game, SPECTATOR)).view.boasts == ()
        (folder / "games.sqlite3").chmod(0o644)
        async with await Store.open(url) as store:
            assert (await Referee(store).submit(game, AL, "boast of gold", ref="i1")).kind == ACCEPTED
    finally:
        shutil.rmtree(folder)


@contextlib.contextmanager
def somebody() -> Iterator[None]:
    """Not root, who may write to everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


async def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"this is no database" * 1000)
    with pytest.raises(UserError, match=r"^The database sqlite.* cannot be opened: "):
        await Store.open(f"sqlite:///{tmp_path}/games.sqlite3")
    with pytest.raises(UserError, match="SQLite or PostgreSQL"):
        await Store.open("mysql://host/name")
    with pytest.raises(UserError, match="cannot be reached"):
        await Store.open("postgresql://u:secret@127.0.0.1:1/name", busy=0.5)


async def test_a_lost_postgresql() -> None:
    server = PostgresServer()
    try:
        async with await Store.open(server.database(), busy=2.0) as store:
            referee = Referee(store)
            game = await seated(referee)
            await referee.submit(game, AL, "boast of gold", ref="i0")
            server.crash()
            for _ in range(2):
                answer = await referee.submit(game, AL, "boast of gold", ref="i1")
                not_recorded(answer, "the database server cannot be reached")
            with pytest.raises(NotRecorded):
                await referee.position(game, SPECTATOR)
            server.start()
            assert (await referee.submit(game, AL, "boast of gold", ref="i1")).kind == ACCEPTED
            assert len(await store.bodies(game)) == 3
    finally:
        server.stop()


async def test_a_connection_that_breaks_during_the_commit(referee: Referee) -> None:
    """Written, but we were not told: the receipt says so as soon as the server can be asked."""
    game = await seated(referee)
    writer = referee.store.writer

    class Deaf:
        def __init__(self, *, writes: bool) -> None:
            self.writes = writes

        async def write(self, change: Change) -> None:
            if self.writes:
                await writer.write(change)
            raise NotRecorded("the database server cannot be reached", sure=False)

        async def close(self) -> None: ...

    try:
        referee.store.writer = Deaf(writes=True)
        assert (await referee.submit(game, AL, "boast of gold", ref="i1")).kind == ACCEPTED
        referee.store.writer = Deaf(writes=False)
        unsure = await referee.submit(game, AL, "boast of salt", ref="i2")
        assert unsure.kind == NOT_RECORDED
        assert "could not be confirmed" in unsure.reason
    finally:
        referee.store.writer = writer
    assert (await referee.submit(game, AL, "boast of salt", ref="i2")).kind == ACCEPTED
    assert len(await referee.store.bodies(game)) == 3


def test_what_an_exception_means() -> None:
    assert judged(ValueError("x")) is None
    fault = judged(ConnectionResetError(), committing=True)
    assert isinstance(fault, NotRecorded)
    assert not fault.sure
    assert isinstance(judged(sqlite3.OperationalError("database or disk is full")), NotRecorded)


async def tamper(store: Store, statement: str, **values: object) -> None:
    await store.write(Change().run(text(statement).bindparams(**values)))


async def write_over(store: Store, game: str, seq: int, body: str) -> None:
    statement = "UPDATE entry SET body = :body WHERE game = :game AND seq = :seq"
    await tamper(store, statement, body=body, game=game, seq=seq)


async def test_a_log_that_lies_freezes_its_game_and_no_other(store: Store, clock: ManualClock) -> None:
    before = Referee(store, clock=clock)
    broken, well = await seated(before, admins="test:host"), await seated(before)
    for game in (broken, well):
        await before.submit(game, AL, "boast of gold", ref=f"{game}1")
    body = await store.body(broken, 1)
    assert body is not None
    await write_over(store, broken, 1, body.replace("gold", "salt"))
    referee = Referee(store, clock=clock)
    answer = await referee.submit(broken, AL, "boast of gold", ref="i2")
    assert answer.kind == FROZEN
    assert "entry 1" in answer.reason
    assert (await referee.submit(broken, BO, "boast of gold", ref="i3")).kind == FROZEN
    with pytest.raises(GameFrozen):
        await referee.position(broken, SPECTATOR)
    assert (await referee.submit(well, AL, "boast of gold", ref="i4")).kind == ACCEPTED
    hole = Pigeonhole()
    outbox = Outbox(referee, {"test": hole})
    await outbox.drain()
    await outbox.close()
    for address in ("test:al", "test:bo", "test:channel", "test:host"):
        told = [letter for letter in hole.letters[address] if letter.topic == "frozen"]
        assert len(told) == 1
        assert "entry 1" in told[0].data["reason"]
    # it stays frozen while the lie stands, and can be taken up when the log is whole again
    assert not (await referee.unfreeze(broken)).ok
    await write_over(store, broken, 1, body)
    assert (await referee.unfreeze(broken)).ok
    assert (await referee.submit(broken, AL, "boast of gold", ref="i5")).kind == ACCEPTED


async def test_a_lie_is_frozen_by_looking_too(store: Store, clock: ManualClock) -> None:
    game = await seated(Referee(store, clock=clock))
    await tamper(store, "UPDATE entry SET body = 'x' WHERE game = :game", game=game)
    referee = Referee(store, clock=clock)
    with pytest.raises(GameFrozen):
        await referee.position(game, SPECTATOR)
    row = await store.read(lambda session: session.get(GameRow, game))
    assert row is not None
    assert row.frozen


async def test_an_event_nobody_knows_any_more_freezes_the_game(store: Store, clock: ManualClock) -> None:
    class Forgetful(TinyGame):
        events: Mapping[str, type] = {
            name: kind for name, kind in TinyGame.events.items() if name != "Boasted"
        }

    before = Referee(store, clock=clock)
    game, other = await seated(before), await seated(before)
    await before.submit(game, AL, "boast of gold")
    games.register("tiny", Forgetful)
    referee = Referee(store, clock=clock)
    answer = await referee.submit(game, AL, "boast of gold")
    assert answer.kind == FROZEN
    assert "Boasted" in answer.reason
    assert (await referee.position(other, SPECTATOR)).seq == 0


async def test_another_edition_of_the_data_freezes_the_game(store: Store, clock: ManualClock) -> None:
    class Later(TinyGame):
        @property
        def content(self) -> str:
            return "tiny-2"

    game = await seated(Referee(store, clock=clock))
    games.register("tiny", Later)
    answer = await Referee(store, clock=clock).submit(game, AL, "boast of gold")
    assert answer.kind == FROZEN
    assert "another edition" in answer.reason


@pytest.mark.parametrize(
    "harm",
    ["DELETE FROM snapshot", "UPDATE snapshot SET body = 'x'", "UPDATE snapshot SET digest = 'x'"],
)
async def test_a_snapshot_that_is_lost_or_damaged_is_no_matter(
    store: Store, clock: ManualClock, harm: str
) -> None:
    before = Referee(store, clock=clock)
    game = await seated(before, listeners=False)
    for number in range(40):
        await before.submit(game, AL, "boast of gold", ref=f"i{number}")
    await tamper(store, harm)
    referee = Referee(store, clock=clock)
    assert len((await referee.position(game, SPECTATOR)).view.boasts) == 40
    assert (await referee.submit(game, AL, "boast of salt")).ok


async def test_a_door_that_gives_up_waiting_leaves_nothing_in_doubt(referee: Referee) -> None:
    game = await seated(referee)
    task = asyncio.create_task(referee.submit(game, AL, "boast of gold", ref="i1"))
    while not task.done():
        await asyncio.sleep(0)
        task.cancel()
        break
    await asyncio.gather(task, return_exceptions=True)
    assert (await referee.submit(game, AL, "boast of gold", ref="i1")).kind == ACCEPTED
    assert (await referee.submit(game, BO, "boast of gold", ref="i2")).kind == ACCEPTED
    assert len(await referee.store.bodies(game)) == 3
