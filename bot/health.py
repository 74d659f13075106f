"""Is everything as it should be? Every stored game is read again from its first entry."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func
from sqlmodel import col, select

from bot.live import read_entries, read_snapshot
from bot.store.change import Change
from bot.store.store import Store
from bot.store.tables import LOST, PARKED, GameRow, Message, Snapshot
from engine.kernel.errors import BrokenLog
from engine.kernel.game import Game
from engine.kernel.record import Record
from engine.kernel.verifying import verify


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong."""

    game: str
    name: str
    what: str


async def check_game(
    store: Store, games: Callable[[str], Game[Any]], row: GameRow, *, mend: bool = False
) -> list[Finding]:
    """What is wrong with one game: hashes, dice, every order judged again, the snapshot against the log."""
    stored = await store.load(row.id, whole=True)
    if stored is None:
        return []
    if not stored.bodies:
        return [] if row.stage == "gathering" else [Finding(row.id, row.name, "its log is empty")]
    found: list[Finding] = []
    try:
        rules = games(row.key)
        entries = read_entries(stored.bodies)
        verify(rules, entries, stored.seed)
        if entries[0].said()["commitment"] != row.commitment:
            raise BrokenLog(0, "commits to another seed than was announced")
    except BrokenLog as broken:
        found.append(Finding(row.id, row.name, str(broken)))
    except Exception as error:  # a doctor reports what he finds, and goes on to the next patient
        found.append(Finding(row.id, row.name, f"it cannot be checked ({error})"))
    else:
        snapshot = await store.read(lambda session: session.get(Snapshot, row.id))
        if snapshot is not None and not _agrees(rules, entries, stored.seed or b"", snapshot):
            if mend:
                await store.write(Change().run(delete(Snapshot).where(col(Snapshot.game) == row.id)))
                found.append(Finding(row.id, row.name, "its snapshot differed from its log, and was deleted"))
            else:
                found.append(
                    Finding(row.id, row.name, "its snapshot differs from its log (--mend deletes it)")
                )
    if row.frozen is not None:
        found.append(Finding(row.id, row.name, f"it is frozen: {row.frozen}"))
    return found


def _agrees(game: Game[Any], entries: list[Any], seed: bytes, snapshot: Snapshot) -> bool:
    """Whether a snapshot is what the log makes of the entries it covers."""
    if not 0 <= snapshot.seq < len(entries):
        return False
    taken = read_snapshot(game, snapshot)
    return taken is not None and taken == Record.resume(game, seed, entries[: snapshot.seq + 1]).bookmark()


async def check_database(store: Store) -> list[str]:
    """What is wrong with the database as such."""
    if store.file is None:
        return []
    rows = await store.read(lambda s: s.connection().exec_driver_sql("PRAGMA integrity_check").all())
    return [f"SQLite says: {row[0]}" for row in rows if row[0] != "ok"]


async def undelivered(store: Store) -> list[str]:
    """Messages that reached nobody; worth knowing, and no fault of the store."""
    counted = select(Message.state, func.count()).group_by(col(Message.state))
    counts = dict(await store.read(lambda session: session.exec(counted).all()))
    words = {PARKED: "wait for an address that is gone", LOST: "could not be rendered"}
    return [f"{counts[state]} messages {text}" for state, text in words.items() if counts.get(state)]
