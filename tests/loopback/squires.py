"""What the people of a test want to do: each asks a squire of his own for the order he would give."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from bot import players
from engine.kernel.decisions import Decision
from engine.kernel.players import Player, SeatOptions
from engine.kernel.seats import viewer_of
from tests.loopback.people import House, Member


class Turn(NamedTuple):
    """Who is asked what, what he would say, and whether the game would be over with it."""

    who: Member
    asked: Decision
    line: str
    last: bool


class Squires:
    """One for each seat of a game."""

    def __init__(self, here: House, game: str, seed: int) -> None:
        self.here, self.game = here, game
        self._chance = Random(seed)
        self._players: dict[str, Player] = {}

    async def next(self) -> Turn | None:
        """The next turn; None when the game is over."""
        live = await self.here.desk.referee.readable(self.game)
        assert live.record is not None
        state, rules, key = live.record.state, live.game, live.info.key
        asked = next(iter(rules.pending(state)), None)
        if asked is None or rules.outcome(state) is not None:
            return None
        if asked.seat not in self._players:
            best = players.names(key)[0]
            self._players[asked.seat] = players.player(key, best, asked.seat, self._chance)
        view = rules.view(state, viewer_of(asked.seat))
        order = self._players[asked.seat].choose(view, asked, SeatOptions(rules, state, asked.seat))
        after = live.record.propose(asked.seat, order.text()).after
        seat = live.info.seat(asked.seat)
        people = (self.here.alice, self.here.bob, self.here.carol)
        who = next(one for one in people if seat is not None and str(one.id) == seat.handle)
        return Turn(who, asked, order.text(), rules.outcome(after) is not None)

    async def forward(self, fits: Callable[[Turn], bool]) -> Turn:
        """Play on by the referee's back door, until somebody is about to do something of this kind."""
        while (turn := await self.next()) is not None:
            if fits(turn):
                await self.here.quiet()
                return turn
            answer = await self.here.desk.referee.submit(self.game, turn.asked.seat, turn.line)
            assert answer.ok, (turn.line, answer)
        raise AssertionError("the game is over before that")
