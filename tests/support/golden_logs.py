"""Golden games of every game: the referee's own exports in `tests/golden/<key>`, long ones gzipped."""

import gzip
from functools import cache
from pathlib import Path
from typing import Any

from bot.exports import export, read
from bot.games import game
from engine.kernel.log import ORDER, Entry
from engine.kernel.record import Record
from engine.kernel.verifying import verify

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
LONGEST = 300_000
"""Bytes of a log that are still kept as text."""


def names(key: str) -> set[str]:
    """The golden games there are of a game."""
    return {path.name.partition(".")[0] for path in (GOLDEN / key).iterdir()}


@cache
def entries_of(key: str, name: str) -> tuple[Entry, ...]:
    """The log of a golden game."""
    plain, packed = GOLDEN / key / f"{name}.json", GOLDEN / key / f"{name}.json.gz"
    return read(plain.read_bytes() if plain.exists() else gzip.decompress(packed.read_bytes())).entries


def write(key: str, name: str, record: Record[Any]) -> Path:
    """Keep a game, in place of what was kept under its name."""
    (GOLDEN / key).mkdir(parents=True, exist_ok=True)
    data = export(record.game, record.entries)
    for old in (GOLDEN / key).glob(f"{name}.json*"):
        old.unlink()
    path = GOLDEN / key / f"{name}.json"
    if len(data) > LONGEST:
        path = path.with_suffix(".json.gz")
        data = gzip.compress(data, mtime=0)
    path.write_bytes(data)
    return path


def judged_again(key: str, name: str) -> Record[Any]:
    """Check hashes, salts and every die from the revealed seed, judge every order again; the end."""
    entries = entries_of(key, name)
    rules = game(key)
    again = "if the rules were changed on purpose, make the golden games again"
    assert entries[0].said()["content"] == rules.content, again
    checked = verify(rules, entries)
    assert checked.head == entries[-1].hash
    assert checked.dice_checked
    assert checked.rejudged == sum(entry.kind == ORDER for entry in entries)
    record = Record.resume(rules, b"", entries)
    assert record.head == entries[-1].hash
    return record
