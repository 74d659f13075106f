"""The squire: an instant, sensible computer player of The High Crusade for either side.

He gets the View and the completions of his own seat and nothing else. Every order is chosen from what he sees
now, so he can take over a game at any moment; all he remembers is how long he has been at a phase, so that he
never dithers for ever.
"""

from random import Random
from typing import Any

from engine.high_crusade.names import CRUSADER
from engine.high_crusade.squire import battles, crusader, empire
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.view import View
from engine.kernel.decisions import Decision
from engine.kernel.orders import Order
from engine.kernel.players import Options
from engine.kernel.seats import Seat

__all__ = ["Squire"]

MOST_ORDERS = 150
"""Orders in one phase after which he only gives the referee's defaults."""


class Squire:
    """Plays one seat. Where he has no opinion he gives the referee's default."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        self.seat = seat
        self._rng = rng
        self._phase = (0, "")
        self._orders = 0

    def choose(self, view: Any, decision: Decision, options: Options) -> Order:
        """The order to give now."""
        assert isinstance(view, View)
        eyes = Eyes(view, self.seat)
        ideas = {**battles.IDEAS, **(crusader.IDEAS if self.seat == CRUSADER else empire.IDEAS)}
        think = None if self._dithers(view) else ideas.get(decision.kind)
        order = think(eyes, options) if think is not None else None
        return decision.default if order is None else order

    def _dithers(self, view: View) -> bool:
        """Whether he has given more orders in this phase than any sensible plan needs."""
        phase = (view.turn, view.phase)
        self._orders = self._orders + 1 if phase == self._phase else 0
        self._phase = phase
        return self._orders > MOST_ORDERS
