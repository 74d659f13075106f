"""Golden games, one for each way a game can end, replayed to the same hash.

When the rules or the pack change on purpose: delete the logs, run `python -m tests.support.crusade_golden`,
and put the new names here.
"""

import hashlib

import pytest

from engine.kernel.record import Record
from engine.kernel.seats import Seat
from engine.kernel.verifying import fingerprint, verify
from tests.support.crusade import crusade
from tests.support.crusade_golden import ENDINGS, FOLDER, load

NAMES = {
    "treasures": ("62d6e7f41136eb81", "f5aab02ee5b3e3c1"),
    "units": ("bbde5c46a0dae9e7", "d16b4dca3c41ea6a"),
    "forfeit": ("ffbe1b2d9bf380db", "8ef5a594b25af1e7"),
    "agreed": ("b4c8dc852ea12d38", "36de4f9800cade87"),
    "destruction": ("1f7ba6b76d46ce84", "9d8fbf1b0191bb06"),
    "quiet": ("c4056c530f429986", "cd3501cb0811b972"),
}


def test_every_ending_has_a_game() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(ENDINGS) == sorted(NAMES)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_golden_game_replays_to_the_same_hash(ending: str) -> None:
    entries = load(ending)
    checked = verify(crusade(), entries)
    assert checked.dice_checked
    assert checked.rejudged == len(entries) - 2
    seed = bytes.fromhex(entries[-1].said()["seed"])
    record = Record.resume(crusade(), seed, entries)
    outcome = crusade().outcome(record.state)
    assert outcome is not None
    assert outcome.kind == ending
    position = hashlib.sha256(crusade().freeze(record.state).encode()).hexdigest()[:16]
    assert (fingerprint(entries), position) == NAMES[ending]


def test_a_golden_game_can_be_played_again_order_by_order() -> None:
    entries = load("units")
    seed = bytes.fromhex(entries[-1].said()["seed"])
    record = Record.create(crusade(), seed)
    for entry in entries[1:-1]:
        record.submit(Seat(entry.by), entry.said()["line"])
    assert record.head == entries[-2].hash
