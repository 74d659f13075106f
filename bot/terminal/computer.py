"""A computer player that takes any legal order, so that nobody has to wait for company."""

import random
from typing import Final

from bot.referee import Referee
from engine.kernel.completion import Walk
from engine.kernel.seats import Seat

PATIENCE: Final = 10
"""So many orders to one decision before it takes what is proposed: nobody likes to watch fidgeting."""


class Computer:
    """The random player in one seat of one game."""

    def __init__(self, referee: Referee, game: str, seat: Seat, chance: random.Random) -> None:
        self._referee = referee
        self._game = game
        self.seat = seat
        self._chance = chance
        self._about = ("", 0)
        self._orders = 0

    async def act(self) -> bool:
        """Give one order if one is wanted; whether it did."""
        live = await self._referee.readable(self._game)
        assert live.record is not None
        state, rules = live.record.state, live.game
        asked = next((one for one in rules.pending(state) if one.seat == self.seat), None)
        if asked is None:
            return False
        about = (asked.kind, rules.round(state))
        self._orders = self._orders + 1 if about == self._about else 0
        self._about = about
        line = asked.default.text()
        verbs = rules.verbs(state, self.seat)
        if rules.round(state) and verbs and self._orders < PATIENCE:
            walk = Walk(rules, state, self.seat, self._chance.choice(verbs))
            order = walk.finish(self._chance.choice)
            line = line if order is None else order.text()
        answer = await self._referee.submit(self._game, self.seat, line)
        if not answer.ok:
            answer = await self._referee.submit(self._game, self.seat, asked.default.text())
        return answer.ok
