"""The referee: what the doors talk to.

Every request that changes something returns an `Answer` and raises nothing: done, refused with a reason, to
be asked of others, not recorded, frozen. Everything that only looks returns what its viewer may see, and
raises `UserError` or `NotRecorded`.
"""

from sqlalchemy import update
from sqlmodel import col

from bot.answers import ACCEPTED, Answer
from bot.clerk import Plan, Planned, Timing
from bot.closing import Closing, Weighed
from bot.gathering import Gathering
from bot.live import GameInfo, Live, SeatInfo
from bot.looking import GameFrozen, Looking, Position, Told, UnknownGame
from bot.people import People
from bot.playing import Playing
from bot.store.change import Change
from bot.store.tables import GATHERING, OVER, PLAYING, GameRow
from bot.undoing import Undoing
from engine.kernel.errors import BrokenLog, IllegalOrder

__all__ = [
    "Answer",
    "GameFrozen",
    "GameInfo",
    "Planned",
    "Position",
    "Referee",
    "SeatInfo",
    "Timing",
    "Told",
    "UnknownGame",
    "Weighed",
]


class Referee(People, Gathering, Playing, Undoing, Closing, Looking):
    """Any number of games in one store."""

    async def freeze(self, game: str, reason: str) -> Answer:
        """Take no more orders for a game; its players are told why."""

        async def plan(live: Live) -> Plan:
            change = Change().run(update(GameRow).where(col(GameRow.id) == game).values(frozen=reason))
            notice = ("frozen", {"reason": reason})
            return Plan(Answer(ACCEPTED, game), change=change, notices=[notice], revised=True)

        return await self.clerk.act(game, "", plan, stages=(GATHERING, PLAYING, OVER))

    async def unfreeze(self, game: str) -> Answer:
        """Take orders again, if the whole log holds."""

        async def plan(live: Live) -> Plan:
            if live.broken is not None:
                raise IllegalOrder(f"The record of this game does not hold: {live.broken}.")
            try:
                await self.live.replay(game, live.record.count if live.record else 0)
            except BrokenLog as broken:
                raise IllegalOrder(f"The record of this game does not hold: {broken}.") from None
            change = Change().run(update(GameRow).where(col(GameRow.id) == game).values(frozen=None))
            return Plan(Answer(ACCEPTED, game), change=change, notices=[("unfrozen", {})], revised=True)

        return await self.clerk.act(game, "", plan, stages=(GATHERING, PLAYING, OVER), even_frozen=True)
