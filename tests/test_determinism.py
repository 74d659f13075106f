"""The same seed gives the same game on every machine, whatever order Python keeps its sets in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

GAME = """
import hashlib, random, sys
from bot import games
from engine.kernel.codec import canonical, event_to_plain
from engine.kernel.dice import CommittedDice
from engine.kernel.players import RandomPlayer, SeatOptions

game = games.game("high_crusade")
number = int(sys.argv[1])
dice = CommittedDice(number.to_bytes(32, "big"))
players = {seat: RandomPlayer(random.Random(f"{number} {seat}")) for seat in game.seats}
judged = game.open(game.start({"scenario": "basic"}), dice)
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


def _digest(number: int, hash_seed: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", GAME, str(number)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


@pytest.mark.parametrize("number", [0, 5])
def test_a_game_does_not_depend_on_the_order_of_sets(number: int) -> None:
    """Orders offered and events told come in the same order in every process."""
    assert len({_digest(number, hash_seed) for hash_seed in ("1", "3")}) == 1
