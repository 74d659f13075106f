"""The games in memory: as many as are in use, and a bounded number of those used last.

A game is held by one user at a time, so orders for it queue and each is judged on the position the one
before it left. Different games do not wait for each other.
"""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from bot.store.store import Store, Stored
from bot.store.tables import GATHERING, GameRow, Snapshot
from engine.kernel.codec import canonical
from engine.kernel.errors import BrokenLog, Forgotten
from engine.kernel.game import Game
from engine.kernel.log import Entry
from engine.kernel.record import Bookmark, Mark, Record
from engine.kernel.seats import SPECTATOR, Seat, Viewer

CAPACITY: Final = 1000
"""How many games are kept in memory beyond those in use."""

KEPT_POSITIONS: Final = 4
KEPT_ENTRIES: Final = 4
"""How much of the recent past each of them keeps, for undo and for messages about to go out."""

REPLAYS: Final = 4
"""How many whole logs are kept in memory for looking back."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat and who sits in it."""

    seat: Seat
    player: str | None
    name: str | None
    door: str | None
    handle: str | None
    word: str


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game besides its position."""

    id: str
    key: str
    name: str
    title: str
    stage: str
    frozen: str | None
    server: str
    admins: str
    begun: float
    version: int
    commitment: str
    options: dict[str, str]
    seats: tuple[SeatInfo, ...]
    listeners: tuple[tuple[str, Viewer], ...]

    def seat(self, seat: str) -> SeatInfo | None:
        """The seat of that name."""
        return next((info for info in self.seats if info.seat == seat), None)

    def seats_of(self, player: str) -> tuple[Seat, ...]:
        """The seats this player sits in."""
        return tuple(info.seat for info in self.seats if info.player == player)


@dataclass(slots=True)
class Live:
    """A game in memory. `record` is None before it has begun, and for one that cannot be read."""

    info: GameInfo
    game: Game[Any]
    record: Record[Any] | None
    broken: BrokenLog | None = None
    unsaved: int = 0
    """Entries since the last snapshot."""


def info_of(game: Game[Any], stored: Stored) -> GameInfo:
    """The part of what is stored that is no log."""
    row: GameRow = stored.row
    by_seat = {seat.seat: seat for seat in stored.seats}
    seats = []
    for name in game.seats:
        row_of_seat = by_seat.get(name)
        player = stored.players.get(row_of_seat.player or "") if row_of_seat else None
        seats.append(
            SeatInfo(
                name,
                player.id if player else None,
                player.name if player else None,
                player.door if player else None,
                player.handle if player else None,
                row_of_seat.word if row_of_seat else "",
            )
        )
    return GameInfo(
        id=row.id,
        key=row.key,
        name=row.name,
        title=game.title,
        stage=row.stage,
        frozen=row.frozen,
        server=row.server,
        admins=row.admins,
        begun=row.begun,
        version=row.version,
        commitment=row.commitment,
        options=json.loads(row.options),
        seats=tuple(seats),
        listeners=tuple((listener.address, Viewer(listener.viewer)) for listener in stored.listeners),
    )


# -- snapshots ----------------------------------------------------------------------------------------------


def snapshot_row(game: Game[Any], bookmark: Bookmark[Any], name: str) -> dict[str, Any]:
    """A bookmark as a row."""
    body = canonical(
        {
            "content": game.content,
            "die": bookmark.die,
            "words": bookmark.words,
            "marks": bookmark.marks,
            "revealed": bookmark.seed_revealed,
            "ended": bookmark.ended,
            "state": game.freeze(bookmark.state),
        }
    )
    return {
        "game": name,
        "seq": bookmark.seq,
        "hash": bookmark.hash,
        "body": body,
        "digest": _digest(bookmark.seq, bookmark.hash, body),
    }


def read_snapshot(game: Game[Any], row: Snapshot) -> Bookmark[Any] | None:
    """The bookmark, or None when the row is damaged or of another edition: then the log will do."""
    if row.digest != _digest(row.seq, row.hash, row.body):
        return None
    try:
        plain = json.loads(row.body)
        if plain["content"] != game.content:
            return None
        return Bookmark(
            seq=row.seq,
            hash=row.hash,
            die=plain["die"],
            words=tuple(plain["words"]),
            marks=tuple(Mark(*mark) for mark in plain["marks"]),
            seed_revealed=plain["revealed"],
            ended=plain.get("ended", False),
            state=game.thaw(plain["state"]),
        )
    except (ValueError, TypeError, KeyError):
        return None


def _digest(seq: int, head: str, body: str) -> str:
    return hashlib.sha256(f"{seq}\n{head}\n{body}".encode()).hexdigest()


def read_entries(bodies: tuple[str, ...], first: int = 0) -> list[Entry]:
    """Entries from their rows. Raises `BrokenLog`."""
    entries = []
    for seq, body in enumerate(bodies, start=first):
        try:
            entries.append(Entry.from_plain(json.loads(body)))
        except ValueError as wrong:
            raise BrokenLog(seq, f"is not a log entry ({wrong})") from wrong
    return entries


# -- the cache ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Slot:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0


class LiveGames:
    """Opens games and keeps the last ones open."""

    def __init__(self, store: Store, games: Callable[[str], Game[Any]], *, capacity: int = CAPACITY) -> None:
        self._store = store
        self._games = games
        self._capacity = capacity
        self._open: OrderedDict[str, Live] = OrderedDict()
        self._slots: dict[str, _Slot] = {}
        self._replays: OrderedDict[str, Record[Any]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    @asynccontextmanager
    async def held(self, game: str) -> AsyncIterator[Live | None]:
        """The game, for one user at a time; None when there is none of that name."""
        slot = self._slots.setdefault(game, _Slot())
        slot.users += 1
        try:
            async with slot.lock:
                yield await self._get(game)
        finally:
            slot.users -= 1
            if not slot.users:
                self._slots.pop(game, None)
                self._shrink()

    async def fresh(self, game: str) -> Live | None:
        """The game as it is in the store now, to look at."""
        live = self._open.get(game)
        if live is not None and await self.is_current(live):
            return live
        async with self.held(game) as held:
            if held is not None and held is live:
                self.drop(game)
                return await self._get(game)
            return held

    async def latest(self, game: str) -> Live | None:
        """The game from memory if it is there, perhaps a moment old, or else from the store."""
        live = self._open.get(game)
        if live is None:
            async with self.held(game) as live:
                return live
        return live

    def peek(self, game: str) -> Live | None:
        """The game if it is in memory, perhaps a moment old."""
        return self._open.get(game)

    async def is_current(self, live: Live) -> bool:
        """Whether nobody else has changed the game since it was read."""
        count = live.record.count if live.record is not None else 0
        return await self._store.head(live.info.id) == (live.info.version, count - 1)

    def drop(self, game: str) -> None:
        """Forget the game; it is read again when it is needed."""
        self._open.pop(game, None)

    async def replay(self, game: str, upto: int) -> Record[Any] | None:
        """The game with its whole log held, up to entry `upto` at least."""
        known = self._replays.get(game)
        if known is not None and known.count > upto:
            self._replays.move_to_end(game)
            return known
        stored = await self._store.load(game, whole=True)
        if stored is None or not stored.bodies:
            return None
        record = Record.resume(self._games(stored.row.key), stored.seed or b"", read_entries(stored.bodies))
        self._replays[game] = record
        while len(self._replays) > REPLAYS:
            self._replays.popitem(last=False)
        return record

    async def _get(self, game: str) -> Live | None:
        live = self._open.get(game)
        if live is None:
            live = await self._load(game)
            if live is None or live.info.stage == GATHERING or live.broken is not None:
                return live  # not kept: it changes without its log telling, or may be mended any time
            self._open[game] = live
        self._open.move_to_end(game)
        return live

    async def _load(self, game: str) -> Live | None:
        stored = await self._store.load(game)
        if stored is None:
            return None
        rules = self._games(stored.row.key)
        info = info_of(rules, stored)
        if info.stage == GATHERING:
            return Live(info, rules, None)
        try:
            record = await self._record(rules, stored)
        except BrokenLog as broken:
            return Live(info, rules, None, broken)
        return Live(info, rules, record, unsaved=len(stored.bodies))

    async def _record(self, game: Game[Any], stored: Stored) -> Record[Any]:
        # A game that was imported to be read has no seed, and needs none.
        seed = stored.seed or b""
        if stored.snapshot is not None:
            bookmark = read_snapshot(game, stored.snapshot)
            if bookmark is not None and await self._snapshot_holds(stored.row.id, bookmark):
                try:
                    tail = read_entries(stored.bodies, bookmark.seq + 1)
                    return _slim(Record.resume(game, seed, tail, bookmark, KEPT_POSITIONS))
                except Forgotten:
                    pass
            stored = await self._store.load(stored.row.id, whole=True) or stored
        record = Record.resume(game, seed, read_entries(stored.bodies), keep=KEPT_POSITIONS)
        if not record.count:
            raise BrokenLog(0, "is missing; the log is empty")
        return _slim(record)

    async def _snapshot_holds(self, game: str, bookmark: Bookmark[Any]) -> bool:
        """Whether the log still says what it said when the snapshot was taken."""
        body = await self._store.body(game, bookmark.seq)
        return body is not None and read_entries((body,), bookmark.seq)[0].hash == bookmark.hash

    def _shrink(self) -> None:
        for game in list(self._open):
            if len(self._open) <= self._capacity:
                return
            if game not in self._slots:
                del self._open[game]


def _slim(record: Record[Any]) -> Record[Any]:
    record.forget(KEPT_ENTRIES)
    return record


__all__ = ["CAPACITY", "SPECTATOR", "GameInfo", "Live", "LiveGames", "SeatInfo"]
