"""The golden games of Crusade lead to the same positions as ever, and can be played again.

When the rules or the pack change on purpose: run `python -m tests.support.crusade_golden` and put the new
names here. That their logs hold is checked with those of every game: see `tests/test_golden_games.py`.
"""

import hashlib

import pytest

from engine.kernel.log import ORDER
from engine.kernel.record import Record
from engine.kernel.seats import Seat
from engine.kernel.verifying import fingerprint
from tests.support.crusade import crusade
from tests.support.golden_logs import entries_of

NAMES = {
    "treasures": ("62d6e7f41136eb81", "f5aab02ee5b3e3c1"),
    "units": ("bbde5c46a0dae9e7", "d16b4dca3c41ea6a"),
    "forfeit": ("ffbe1b2d9bf380db", "8ef5a594b25af1e7"),
    "agreed": ("b4c8dc852ea12d38", "36de4f9800cade87"),
    "destruction": ("1f7ba6b76d46ce84", "9d8fbf1b0191bb06"),
    "quiet": ("c4056c530f429986", "cd3501cb0811b972"),
}
"""The log's name and the hash of the last position."""


@pytest.mark.parametrize("ending", NAMES)
def test_a_golden_game_replays_to_the_same_position(ending: str) -> None:
    entries = entries_of("crusade", ending)
    record = Record.resume(crusade(), b"", entries)
    position = hashlib.sha256(crusade().freeze(record.state).encode()).hexdigest()[:16]
    assert (fingerprint(entries), position) == NAMES[ending]


def test_a_golden_game_can_be_played_again_order_by_order() -> None:
    entries = entries_of("crusade", "units")
    seed = bytes.fromhex(entries[-1].said()["seed"])
    record = Record.create(crusade(), seed)
    orders = [entry for entry in entries if entry.kind == ORDER]
    for entry in orders:
        record.submit(Seat(entry.by), entry.said()["line"])
    assert record.head == orders[-1].hash
