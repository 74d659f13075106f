"""Odds before an attack, for every door: from what everybody can see."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from bot.looking import Looking
from engine.kernel.errors import IllegalOrder
from engine.kernel.seats import Seat

_FORECASTS: dict[str, str] = {"high_crusade": "engine.high_crusade.forecast"}
"""The module that forecasts, by game: one line a game that can."""


async def odds(referee: Looking, game: str, seat: str, line: str) -> tuple[Any, ...]:
    """What an attack would lead to; nothing for an order that is no attack. Raises `UserError`."""
    live = await referee.readable(game)
    module = _FORECASTS.get(live.info.key)
    if module is None or live.record is None:
        return ()
    forecasts: Callable[..., tuple[Any, ...]] = import_module(module).forecasts
    try:
        order = live.game.grammar(Seat(seat)).parse(line)
    except IllegalOrder:
        return ()
    return forecasts(live.record.state, Seat(seat), order)
