"""The squire: an instant, sensible computer player of The High Crusade for either side.

He gets the View and the completions of his own seat and nothing else. Every order is chosen from what he sees
now, so he can take over a game at any moment; all he remembers is what he has ordered in this phase, so that
he never dithers for ever.
"""

from random import Random
from typing import Any

from engine.high_crusade.exchange import Drop, Take
from engine.high_crusade.names import CRUSADER
from engine.high_crusade.squire import battles, crusader, empire
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.view import View
from engine.kernel.decisions import Decision
from engine.kernel.orders import Order
from engine.kernel.players import Options
from engine.kernel.seats import Seat

__all__ = ["MOST_ORDERS", "Squire"]

MOST_ORDERS = 150
"""Orders in one phase after which he only gives the referee's defaults."""


class Squire:
    """Plays one seat. Where he has no opinion he gives the referee's default."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        self.seat = seat
        self._rng = rng
        self._phase = (0, "")
        self._given: list[Order] = []
        self._ideas = {**battles.IDEAS, **(crusader.IDEAS if seat == CRUSADER else empire.IDEAS)}

    def choose(self, view: Any, decision: Decision, options: Options) -> Order:
        """The order to give now."""
        assert isinstance(view, View)
        if (view.turn, view.phase) != self._phase:
            self._phase, self._given = (view.turn, view.phase), []
        order = None
        think = self._ideas.get(decision.kind)
        if think is not None and len(self._given) < MOST_ORDERS:
            order = think(self._look(view), options)
        order = decision.default if order is None else order
        self._given.append(order)
        return order

    def _look(self, view: View) -> Eyes:
        """The position as he sees it: an army gives points or takes some in a phase, never both."""
        gave = frozenset(order.army for order in self._given if isinstance(order, Drop))
        took = frozenset(order.army for order in self._given if isinstance(order, Take))
        return Eyes(view, self.seat, gave, took)
