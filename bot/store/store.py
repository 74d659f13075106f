"""The store: opened at start, read by the few questions below, written by `Change` values."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, TypeVar

from sqlalchemy import bindparam, delete, func
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from bot.errors import UserError
from bot.store.address import driver_url, shown, sqlite_file, str_of
from bot.store.change import Change
from bot.store.faults import judged
from bot.store.migrate import upgrade
from bot.store.reader import SERVED_AT_ONCE, PostgresReader, Query, Reader, SqliteReader
from bot.store.tables import (
    DUE,
    EntryRow,
    GameRow,
    Listener,
    Message,
    Note,
    Player,
    Preference,
    Receipt,
    SeatRow,
    SeedRow,
    Snapshot,
    Timer,
    UndoRequest,
)
from bot.store.writer import WRITTEN_AT_ONCE, PostgresWriter, SqliteWriter, Writer

BUSY: Final = 5.0
"""Seconds to wait for somebody else's lock before the order is answered with "not recorded"."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything kept of one game, but of its log only what a snapshot does not cover."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    players: dict[str, Player]
    listeners: tuple[Listener, ...]
    seed: bytes | None
    snapshot: Snapshot | None
    bodies: tuple[str, ...]
    """The entries after the snapshot, or all of them, as they were written."""


_NEWEST: Final = select(func.max(EntryRow.seq)).where(EntryRow.game == bindparam("wanted")).scalar_subquery()
_HEAD: Final = select(GameRow.version, _NEWEST).where(GameRow.id == bindparam("wanted"))
"""Asked with every command, several times: put together once."""


class Store:
    """A database of games."""

    def __init__(self, url: str, reader: Reader, writer: Writer, engine: AsyncEngine | None = None) -> None:
        self.url = url
        self.reader = reader
        self.writer = writer
        self.engine = engine
        """The connections to a PostgreSQL server; None for SQLite."""

    @classmethod
    async def open(cls, url: str, *, busy: float = BUSY, migrate: bool = True) -> "Store":
        """Open a database, making it and bringing it up to date as needed. Raises `UserError`."""
        url = str_of(driver_url(url))
        file = sqlite_file(url)
        try:
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
            if migrate:
                await upgrade(url, busy=busy)
        except Exception as error:
            fault = judged(error)
            if fault is None:
                raise
            raise UserError(f"The database {shown(url)} cannot be opened: {fault}.") from error
        if file is not None:
            return cls(url, SqliteReader(str(file), busy=busy), SqliteWriter(str(file), busy=busy))
        engine = _server(url, busy)
        return cls(url, PostgresReader(engine), PostgresWriter(engine), engine)

    async def close(self) -> None:
        """Finish writing and let go of the database."""
        await self.writer.close()
        await self.reader.close()

    async def __aenter__(self) -> "Store":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def file(self) -> Path | None:
        """The SQLite file, where it is one."""
        return sqlite_file(self.url)

    # -- writing -----------------------------------------------------------------------------------------

    async def write(self, change: Change) -> None:
        """Put a change on disk, whole or not at all. Raises `Conflict` or `NotRecorded`."""
        await self.writer.write(change)

    # -- reading -----------------------------------------------------------------------------------------

    async def read(self, query: Query[T]) -> T:
        """What a query finds. Raises `NotRecorded` when the database cannot be read."""
        return await self.reader.read(query)

    async def load(self, game: str, *, whole: bool = False) -> Stored | None:
        """All there is to know of a game; with `whole`, its whole log even where there is a snapshot."""

        def query(session: Session) -> Stored | None:
            row = session.get(GameRow, game)
            if row is None:
                return None
            seats = session.exec(select(SeatRow).where(SeatRow.game == game)).all()
            wanted = [seat.player for seat in seats if seat.player is not None]
            players = session.exec(select(Player).where(col(Player.id).in_(wanted))).all() if wanted else []
            listeners = session.exec(select(Listener).where(Listener.game == game)).all()
            seed = session.get(SeedRow, game)
            snapshot = None if whole else session.get(Snapshot, game)
            bodies = session.exec(_bodies(game, -1 if snapshot is None else snapshot.seq)).all()
            return Stored(
                row,
                tuple(seats),
                {player.id: player for player in players},
                tuple(sorted(listeners, key=lambda it: (it.address, it.viewer))),
                None if seed is None else bytes.fromhex(seed.seed),
                snapshot,
                tuple(bodies),
            )

        return await self.read(query)

    async def bodies(self, game: str, after: int = -1) -> Sequence[str]:
        """A log as it was written, from the entry after `after` on."""
        return await self.read(lambda session: session.exec(_bodies(game, after)).all())

    async def body(self, game: str, seq: int) -> str | None:
        """One entry as it was written."""
        row = await self.read(lambda session: session.get(EntryRow, (game, seq)))
        return None if row is None else row.body

    async def head(self, game: str) -> tuple[int, int] | None:
        """The version of a game's row and the number of its newest entry (-1 before the first)."""
        found = await self.read(lambda session: session.exec(_HEAD, params={"wanted": game}).first())
        return None if found is None else (found[0], -1 if found[1] is None else found[1])

    async def receipt(self, ref: str) -> Receipt | None:
        """The first answer to an interaction."""
        return await self.read(lambda session: session.get(Receipt, ref))

    async def undo_request(self, game: str) -> UndoRequest | None:
        """The open request to go back, if there is one."""
        return await self.read(lambda session: session.get(UndoRequest, game))

    async def player(self, door: str, handle: str) -> Player | None:
        """The person behind a door's name."""
        wanted = select(Player).where(Player.door == door, Player.handle == handle)
        return await self.read(lambda session: session.exec(wanted).first())

    async def preferences(self, player: str) -> dict[str, str]:
        """How a player likes things."""
        wanted = select(Preference).where(Preference.player == player)
        rows = await self.read(lambda session: session.exec(wanted).all())
        return {row.key: row.value for row in rows}

    async def note(self, key: str) -> str | None:
        """What was noted under a key."""
        row = await self.read(lambda session: session.get(Note, key))
        return None if row is None else row.value

    async def keep_note(self, key: str, value: str | None) -> None:
        """Remember something for a door, or forget it. Raises `NotRecorded`."""
        change = Change().run(delete(Note).where(col(Note.key) == key))
        await self.write(change if value is None else change.insert(Note, {"key": key, "value": value}))

    async def heard_at(self, address: str) -> Sequence[GameRow]:
        """The games that an address is told of, newest first."""
        here = select(Listener.game).where(Listener.address == address)
        wanted = select(GameRow).where(col(GameRow.id).in_(here)).order_by(col(GameRow.begun).desc())
        return await self.read(lambda session: session.exec(wanted).all())

    async def games(
        self, *, stage: str | None = None, server: str | None = None, player: str | None = None
    ) -> Sequence[GameRow]:
        """The games there are, newest first."""
        wanted = select(GameRow).order_by(col(GameRow.begun).desc(), col(GameRow.id))
        if stage is not None:
            wanted = wanted.where(GameRow.stage == stage)
        if server is not None:
            wanted = wanted.where(GameRow.server == server)
        if player is not None:
            mine = select(SeatRow.game).where(SeatRow.player == player)
            wanted = wanted.where(col(GameRow.id).in_(mine))
        return await self.read(lambda session: session.exec(wanted).all())

    async def counts(self) -> dict[str, int]:
        """How many entries each log has."""
        wanted = select(EntryRow.game, func.count()).group_by(col(EntryRow.game))
        return dict(await self.read(lambda session: session.exec(wanted).all()))

    async def timers(self, game: str) -> Sequence[Timer]:
        """What is set for a game."""
        wanted = select(Timer).where(Timer.game == game).order_by(col(Timer.due))
        return await self.read(lambda session: session.exec(wanted).all())

    async def owed(self, game: str) -> Sequence[Message]:
        """The messages still owed because of a game."""
        wanted = select(Message).where(Message.game == game, Message.state == DUE).order_by(col(Message.id))
        return await self.read(lambda session: session.exec(wanted).all())

    async def healthy(self) -> bool:
        """Whether the database answers. Raises `NotRecorded` when it does not."""
        return await self.read(lambda session: session.exec(select(1)).first()) == 1


def _bodies(game: str, after: int) -> SelectOfScalar[str]:
    return (
        select(EntryRow.body)
        .where(EntryRow.game == game, col(EntryRow.seq) > after)
        .order_by(col(EntryRow.seq))
    )


def _server(url: str, busy: float) -> AsyncEngine:
    return create_async_engine(
        url,
        pool_size=SERVED_AT_ONCE + WRITTEN_AT_ONCE,
        max_overflow=8,  # for the claims of the doors
        pool_timeout=busy,
        pool_pre_ping=True,  # a server that was restarted in between is no reason to refuse an order
        connect_args={
            "timeout": busy,
            "command_timeout": 4 * busy,
            # What is acknowledged must survive a crash, however the server is set up for others.
            "server_settings": {"synchronous_commit": "on"},
        },
    )
