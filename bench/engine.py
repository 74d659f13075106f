"""The rules engine of The High Crusade beside python-chess, both in random play in the same run.

An order: the options are listed, one is put together, decided (which evolves the position) and the position
after it is viewed by the seat that acts next. A move of chess: the legal moves are listed, one is pushed.
Processor time of this process is measured, in short turns of both, so that other work on the machine does not
decide the result.
"""

from random import Random
from statistics import median
from time import process_time
from typing import Any

import chess
from rich.console import Console
from rich.table import Table

from bot.games import game as game_of
from engine.kernel.dice import CommittedDice
from engine.kernel.game import Event, Game
from engine.kernel.players import RandomPlayer, SeatOptions
from engine.kernel.seats import viewer_of

EARLY, LATE = range(2, 5), range(28, 31)
"""Turns of the campaign game whose orders are compared."""


class Play:
    """Random games of The High Crusade, one after the other."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.game: Game[Any] = game_of("high_crusade")
        self.scenario = scenario
        self.seed = seed
        self.orders = 0
        self.games: list[list[Event]] = []
        self.cost: dict[int, list[float]] = {}
        """Seconds of every order, by turn."""
        self._begin()

    def _begin(self) -> None:
        self.seed += 1
        self.dice = CommittedDice(self.seed.to_bytes(8, "big"))
        opened = self.game.open(self.game.start({"scenario": self.scenario}), self.dice)
        self.state: Any = opened.after
        self.players = {seat: RandomPlayer(Random(f"{self.seed}/{seat}")) for seat in self.game.seats}
        self.games.append(list(opened.events))
        self.decision = self.game.pending(self.state)[0]
        self.view = self.game.view(self.state, viewer_of(self.decision.seat))

    def order(self) -> None:
        """Give one order."""
        game, state, seat = self.game, self.state, self.decision.seat
        order = self.players[seat].choose(self.view, self.decision, SeatOptions(game, state, seat))
        judged = game.decide(state, seat, order, self.dice)
        self.state = judged.after
        self.games[-1].extend(judged.events)
        self.orders += 1
        pending = game.pending(judged.after)
        if not pending:
            self._begin()
            return
        self.decision = pending[0]
        self.view = game.view(judged.after, viewer_of(self.decision.seat))

    def timed(self, orders: int) -> float:
        """Seconds that so many orders take."""
        began = process_time()
        for _ in range(orders):
            self.order()
        return process_time() - began

    def whole(self) -> None:
        """Play this game to its end, and note what every order costs."""
        played = len(self.games)
        while len(self.games) == played:
            turn = self.game.round(self.state)
            began = process_time()
            self.order()
            self.cost.setdefault(turn, []).append(process_time() - began)


class Chess:
    """Random games of chess, one after the other."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.board = chess.Board()

    def timed(self, moves: int) -> float:
        """Seconds that so many moves take."""
        rng = self.rng
        began = process_time()
        for _ in range(moves):
            legal = list(self.board.legal_moves)
            if not legal or self.board.halfmove_clock > 100:
                self.board = chess.Board()
                legal = list(self.board.legal_moves)
            self.board.push(rng.choice(legal))
        return process_time() - began


def speed() -> dict[str, float]:
    """Orders and moves a second, and events a second in a fold."""
    play, board = Play("campaign", 100), Chess(100)
    size = 400
    play.timed(size)
    board.timed(size)
    orders, moves = [], []
    for _ in range(20):
        orders.append(size / play.timed(size))
        moves.append(size / board.timed(size))
    game, start = play.game, play.game.start({"scenario": "campaign"})
    folds = []
    for _ in range(5):
        began = process_time()
        count = 0
        for events in play.games:
            game.fold(start, events)
            count += len(events)
        folds.append(count / (process_time() - began))
    return {
        "orders a second in random play": median(orders),
        "python-chess moves a second in random play": median(moves),
        "orders over python-chess moves (aim: 1.0 or more)": median(
            order / move for order, move in zip(orders, moves, strict=True)
        ),
        "events a second in a fold": median(folds),
        "events in a fold over python-chess moves": median(folds) / median(moves),
    }


def flatness() -> dict[str, float]:
    """What an order costs late in a campaign, over what it costs early."""
    play = Play("campaign", 200)
    for _ in range(16):
        play.whole()
    early, late = ([cost for turn in turns for cost in play.cost.get(turn, ())] for turns in (EARLY, LATE))
    mean_early, mean_late = sum(early) / len(early), sum(late) / len(late)
    return {
        "microseconds an order in turn 3": mean_early * 1e6,
        "microseconds an order in turn 30": mean_late * 1e6,
        "cost in turn 30 over turn 3 (aim: 1.0)": mean_late / mean_early,
    }


def run() -> None:
    """Measure, and print one number a line."""
    table = Table("", "", title="The engine of The High Crusade", show_header=False)
    for what, number in {**speed(), **flatness()}.items():
        table.add_row(what, f"{number:,.0f}" if number >= 100 else f"{number:.2f}")
    Console().print(table)
