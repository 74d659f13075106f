"""Games that come from a file, and games that go into one."""

from typing import Any

from bot import exports
from bot.errors import UserError
from bot.gathering import new_name
from bot.live import read_entries
from bot.looking import Looking
from bot.store.change import Change
from bot.store.faults import Conflict
from bot.store.tables import ARCHIVE, OVER, EntryRow, GameRow, SeatRow, SeedRow
from engine.kernel.codec import canonical
from engine.kernel.errors import BrokenLog
from engine.kernel.log import SEED


async def export_game(referee: Looking, game: str, *, full: bool = False) -> bytes:
    """A stored game as a file. Raises `UserError` for one that does not hold or has not begun."""
    live = await referee.readable(game)
    try:
        entries = read_entries(tuple(await referee.store.bodies(game)))
        return exports.export(live.game, entries, full=full)
    except BrokenLog as broken:
        raise UserError(f"This game cannot be exported: {broken}.") from None


async def import_game(referee: Looking, export: exports.Export, name: str) -> str:
    """Keep a game that was checked already; its new name.

    One that is over is like any other that is over. One that is not can only be looked at: its seed is
    elsewhere.
    """
    if export.sealed:
        raise UserError(
            "This file leaves out what is secret in a game under way; only a whole log can be imported."
        )
    for row in await referee.store.games():
        if row.commitment == export.commitment:
            raise UserError(f"This game is here already; it is called {row.id}.")
    rules = referee.rules(export.key)
    first = export.entries[0].said()
    for _ in range(10):
        identity = new_name()
        change = Change().insert(
            GameRow,
            {
                "id": identity,
                "key": export.key,
                "name": name or rules.title,
                "content": export.content,
                "commitment": export.commitment,
                "options": canonical(first["options"]),
                "stage": OVER if export.over else ARCHIVE,
                "frozen": None,
                "server": "",
                "admins": "",
                "begun": referee.clock.now(),
                "version": 0,
            },
        )
        words = dict(first["words"])
        seats = [{"game": identity, "seat": s, "player": None, "word": words.get(s, "")} for s in rules.seats]
        change.insert(SeatRow, *seats)
        entries: list[dict[str, Any]] = [
            {"game": identity, "seq": e.seq, "kind": e.kind, "body": canonical(e.to_plain())}
            for e in export.entries
        ]
        change.insert(EntryRow, *entries)
        revealed = [entry.said()["seed"] for entry in export.entries if entry.kind == SEED]
        change.insert(SeedRow, *({"game": identity, "seed": seed} for seed in revealed))
        try:
            await referee.store.write(change)
        except Conflict:
            continue
        return identity
    raise UserError("No free name was found for the game; please try again.")
