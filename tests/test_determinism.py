"""The same seed gives the same game on every machine, whatever order Python keeps its sets in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.games import SHELF

ROOT = Path(__file__).parent.parent

GAME = """
import hashlib, random, sys
from bot.games import game as game_of
from bot.players import player
from engine.kernel.codec import canonical, event_to_plain
from engine.kernel.dice import CommittedDice
from engine.kernel.players import SeatOptions

key, who, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
game = game_of(key)
dice = CommittedDice(number.to_bytes(32, "big"))
players = {seat: player(key, who, seat, random.Random(f"{number} {seat}")) for seat in game.seats}
judged = game.open(game.start(dict(said.split("=") for said in sys.argv[4:])), dice)
digest = hashlib.sha256()
for _ in range(900):
    digest.update(canonical([event_to_plain(event) for event in judged.events]).encode())
    if game.outcome(judged.after) is not None:
        break
    asked = game.pending(judged.after)[0]
    options = SeatOptions(game, judged.after, asked.seat)
    order = players[asked.seat].choose(game.view(judged.after, asked.seat), asked, options)
    judged = game.decide(judged.after, asked.seat, order, dice)
print(digest.hexdigest())
"""


def _digest(key: str, who: str, number: int, options: tuple[str, ...], hash_seed: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", GAME, key, who, str(number), *options],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


@pytest.mark.parametrize(
    ("key", "who", "number", "options"),
    [
        ("high_crusade", "random", 0, ()),
        ("high_crusade", "random", 5, ()),
        *((key, "squire", 1, ()) for key in SHELF),
        ("high_crusade", "squire", 2, ("scenario=campaign",)),
        ("high_crusade", "squire", 4, ("scenario=campaign",)),
    ],
)
def test_a_game_does_not_depend_on_the_order_of_sets(
    key: str, who: str, number: int, options: tuple[str, ...]
) -> None:
    """Orders offered, orders chosen and events told come in the same order in every process."""
    assert len({_digest(key, who, number, options, hash_seed) for hash_seed in ("1", "3")}) == 1
