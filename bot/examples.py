"""Orders to show somebody how one is written."""

from typing import Final

from bot.referee import Referee
from engine.kernel.seats import Seat

_STEPS: Final = 12


async def example(referee: Referee, game: str, seat: Seat, verb: str) -> str:
    """A legal order that begins with this verb, or ""."""
    line = verb
    for _ in range(_STEPS):
        ways = await referee.complete(game, seat, line, limit=3)
        if not ways:
            return ""
        if ways[0].done:
            return ways[0].line
        line = ways[0].line
    return ""
