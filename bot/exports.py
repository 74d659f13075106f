"""A game as one file that anybody can check: a line of facts, then a line an entry.

Every byte counts. Each line is the one canonical way to write what it says, the chain of hashes covers the
entries, and the first line repeats what the entries say and how many there are, so that a change anywhere is
found.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.kernel.codec import canonical
from engine.kernel.errors import BrokenLog
from engine.kernel.game import Game
from engine.kernel.log import SEED, Entry, check_chain
from engine.kernel.redacting import redacted
from engine.kernel.verifying import Verified, verify

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Export:
    """What a file holds. `sealed` says that secrets of a game under way were left out of it."""

    key: str
    content: str
    commitment: str
    over: bool
    sealed: bool
    entries: tuple[Entry, ...]


def export(game: Game[Any], entries: Sequence[Entry], *, full: bool = False) -> bytes:
    """A log as a file. While the game goes on its secrets are left out, unless `full` asks for them.

    The seed is in it once the log itself reveals it, and never before. Raises `BrokenLog`.
    """
    check_chain(entries)
    if not entries:
        raise BrokenLog(0, "is missing; the log is empty")
    over = any(entry.kind == SEED for entry in entries)
    shown = list(entries) if over or full else redacted(game, entries)
    says = entries[0].said()
    header = {
        "farspeaker": FORMAT,
        "game": says["game"],
        "content": says["content"],
        "commitment": says["commitment"],
        "entries": len(shown),
        "head": shown[-1].hash,
        "over": over,
        "sealed": _is_sealed(shown),
    }
    lines = [header, *(entry.to_plain() for entry in shown)]
    return "".join(f"{canonical(line)}\n" for line in lines).encode()


def read(data: bytes) -> Export:
    """The file's contents, as far as they can be checked without knowing the game. Raises `BrokenLog`."""
    if not data.endswith(b"\n"):
        raise BrokenLog(max(0, data.count(b"\n") - 1), "breaks off")
    header, *lines = data[:-1].split(b"\n")
    facts = _line(header, 0)
    if not isinstance(facts, dict) or facts.get("farspeaker") != FORMAT:
        raise BrokenLog(0, "is not in a file that Farspeaker wrote, or one of a later version")
    entries = []
    for place, line in enumerate(lines):
        entry = Entry.from_plain(_line(line, place))
        if entry.seq == place and canonical(entry.to_plain()).encode() != line:
            raise BrokenLog(place, "is not written as an entry is")
        entries.append(entry)
    check_chain(entries)
    if not entries:
        raise BrokenLog(0, "is missing; the log is empty")
    if facts.get("entries") != len(entries):
        raise BrokenLog(len(entries), "is missing; the file ought to have more entries, or fewer")
    return _agreeing(header, entries)


def _line(line: bytes, place: int) -> Any:
    try:
        plain = json.loads(line.decode())
        if canonical(plain).encode() != line:
            raise BrokenLog(place, "is not written in the one way it can be")
        return plain
    except (ValueError, RecursionError) as wrong:
        raise BrokenLog(place, f"cannot be read ({wrong})") from None


def _agreeing(header: bytes, entries: Sequence[Entry]) -> Export:
    """The export, if its first line says what the entries say."""
    try:
        says = entries[0].said()
        export = Export(
            key=str(says["game"]),
            content=str(says["content"]),
            commitment=str(says["commitment"]),
            over=any(entry.kind == SEED for entry in entries),
            sealed=_is_sealed(entries),
            entries=tuple(entries),
        )
    except (ValueError, TypeError, KeyError) as wrong:
        raise BrokenLog(0, f"does not create a game ({wrong})") from None
    facts = {
        "farspeaker": FORMAT,
        "game": export.key,
        "content": export.content,
        "commitment": export.commitment,
        "entries": len(entries),
        "head": entries[-1].hash,
        "over": export.over,
        "sealed": export.sealed,
    }
    if canonical(facts).encode() != header:
        raise BrokenLog(0, "is not what the first line of the file says of it")
    return export


def _is_sealed(entries: Sequence[Entry]) -> bool:
    return any(entry.closed or entry.leaves[0].text is None for entry in entries)


def verify_file(
    data: bytes, games: Callable[[str], Game[Any]], progress: Callable[[int], None] = lambda _: None
) -> tuple[Export, Verified]:
    """Check a file from its first byte to its last. Raises `BrokenLog` naming the first entry that lies."""
    export = read(data)
    return export, verify(games(export.key), export.entries, progress=progress)
