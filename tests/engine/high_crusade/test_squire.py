"""The squire: always legal, from the View of his seat alone, and better than chance."""

from random import Random

import pytest

from engine.high_crusade.names import CRUSADER, SEATS, WERSGORIX
from engine.high_crusade.squire import Squire
from engine.kernel.dice import CommittedDice
from engine.kernel.game import Outcome
from engine.kernel.players import Player, RandomPlayer, SeatOptions
from engine.kernel.seats import Seat, viewer_of
from tests.support.board import game

GAMES = 8


def _play(number: int, squire: Seat) -> Outcome:
    """A whole game of the squire against a random player; an illegal order would raise."""
    referee = game()
    dice = CommittedDice(number.to_bytes(32, "big"))
    players: dict[Seat, Player] = {
        seat: Squire(seat, Random(number)) if seat == squire else RandomPlayer(Random(f"{number} {seat}"))
        for seat in SEATS
    }
    state = referee.open(referee.start({"scenario": "basic"}), dice).after
    while (outcome := referee.outcome(state)) is None:
        asked = referee.pending(state)[0]
        view = referee.view(state, viewer_of(asked.seat))
        order = players[asked.seat].choose(view, asked, SeatOptions(referee, state, asked.seat))
        state = referee.decide(state, asked.seat, order, dice).after
    return outcome


@pytest.mark.parametrize(("squire", "least"), [(CRUSADER, 5), (WERSGORIX, GAMES)])
def test_the_squire_beats_chance(squire: Seat, least: int) -> None:
    """He wins most games of a fixed set on either side (`farspeaker sim --players` measures more)."""
    won = sum(_play(number, squire).winner == squire for number in range(GAMES))
    assert won >= least
