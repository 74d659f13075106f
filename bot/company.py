"""Computer players at the referee's table: each gets the View and the completions of its own seat."""

import asyncio
import random
from typing import Final

import structlog

from bot import players
from bot.errors import UserError
from bot.logs import where
from bot.referee import Referee
from bot.store.tables import PLAYING
from engine.kernel.players import DeadEnd, SeatOptions
from engine.kernel.seats import viewer_of

DOOR: Final = "computer"
"""The door that computer players come in by; their handle says which player it is."""

PATIENCE: Final = 200
"""So many orders to one question before the proposed answer is given: nobody likes to watch fidgeting."""

_log = structlog.get_logger(__name__)


def best_known(key: str) -> str:
    """The strongest computer player of a game."""
    return players.names(key)[0]


class Company:
    """Plays the computers' seats of any number of games."""

    def __init__(self, referee: Referee, chance: random.Random | None = None) -> None:
        self._referee = referee
        self._chance = chance or random.Random()
        self._given: dict[tuple[str, str, str, int], int] = {}

    async def act(self, game: str) -> bool:
        """Give one order for a computer in this game, if one is wanted; whether it did."""
        live = await self._referee.readable(game)
        if live.record is None or live.info.stage != PLAYING or live.info.frozen is not None:
            return False
        state, rules = live.record.state, live.game
        computers = {info.seat: info.handle or "" for info in live.info.seats if info.door == DOOR}
        asked = next((one for one in rules.pending(state) if one.seat in computers), None)
        if asked is None:
            return False
        about = (game, asked.seat, asked.kind, rules.round(state))
        self._given = {about: self._given.get(about, 0) + 1}
        line = asked.default.text()
        if self._given[about] <= PATIENCE:
            key, name = live.info.key, computers[asked.seat]
            known = name if name in players.names(key) else best_known(key)
            player = players.player(key, known, asked.seat, self._chance)
            try:
                view = rules.view(state, viewer_of(asked.seat))
                line = player.choose(view, asked, SeatOptions(rules, state, asked.seat)).text()
            except DeadEnd:
                pass
            except Exception as error:
                _log.error("a computer player stumbled", game=game, seat=asked.seat, trace=where(error))
        ref = f"computer:{game}:{asked.seat}:{live.record.count}"
        answer = await self._referee.submit(game, asked.seat, line, ref=ref)
        if not answer.ok:
            _log.warning("a computer player was refused", game=game, reason=answer.reason)
            answer = await self._referee.submit(game, asked.seat, asked.default.text(), ref=f"{ref}:default")
        return answer.ok

    async def play(self, game: str) -> int:
        """Play until a person is wanted or the game is over; how many orders were given."""
        count = 0
        try:
            while await self.act(game):
                count += 1
                await asyncio.sleep(0)
        except UserError as error:
            _log.debug("the computer cannot play", game=game, reason=str(error))
        return count
