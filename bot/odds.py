"""What an order would probably do, for every door: from what everybody can see."""

from bot import games
from bot.looking import Looking
from engine.kernel.box import Odds
from engine.kernel.errors import IllegalOrder
from engine.kernel.seats import Seat


async def odds(referee: Looking, game: str, seat: str, line: str) -> tuple[Odds, ...]:
    """What an order would lead to; nothing where there is no telling. Raises `UserError`."""
    live = await referee.readable(game)
    if live.record is None:
        return ()
    try:
        order = live.game.grammar(Seat(seat)).parse(line)
    except IllegalOrder:
        return ()
    return games.box(live.info.key).odds(live.record.state, Seat(seat), order)
