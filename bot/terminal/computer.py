"""A computer player at the table, so that nobody has to wait for company."""

from random import Random
from typing import Final

from bot import players
from bot.referee import Referee
from engine.kernel.players import DeadEnd, SeatOptions
from engine.kernel.seats import Seat, viewer_of

PATIENCE: Final = 8
"""So many orders to one decision before it takes what is proposed: nobody likes to watch fidgeting."""


class Computer:
    """A computer player in one seat of one game."""

    def __init__(self, referee: Referee, game: str, seat: Seat, name: str, chance: Random) -> None:
        self._referee = referee
        self._game = game
        self.seat = seat
        self._player = players.player("high_crusade", name, seat, chance)
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
        default = asked.default.text()
        line = default
        if rules.round(state) and self._orders < PATIENCE:
            view = rules.view(state, viewer_of(self.seat))
            try:
                line = self._player.choose(view, asked, SeatOptions(rules, state, self.seat)).text()
            except DeadEnd:
                line = default
        answer = await self._referee.submit(self._game, self.seat, line)
        if not answer.ok and line != default:
            answer = await self._referee.submit(self._game, self.seat, default)
        return answer.ok
