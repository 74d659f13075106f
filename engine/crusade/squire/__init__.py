"""The squire: an instant computer player of Crusade for either side.

He gets the View and the completions of his own seat and nothing else, and remembers nothing: the board is
rebuilt from what he sees, he tries the orders he can think of, and looks at what the other side could take
after each; for the best ones he tries every capture of the other side, too. The longer nothing happens, the
more he dares.
"""

from collections.abc import Iterable
from random import Random
from typing import Any, Final

from engine.crusade.names import OTHER
from engine.crusade.squire import placing
from engine.crusade.squire.field import Field, field_of
from engine.crusade.squire.moves import Way, added, ways_on
from engine.crusade.squire.worth import danger, promise, worth
from engine.crusade.view import View
from engine.kernel.decisions import Decision
from engine.kernel.orders import Order
from engine.kernel.players import Options
from engine.kernel.saying import say
from engine.kernel.seats import Seat

__all__ = ["Squire"]

CLOSELY: Final = 24
"""So many of the most promising orders are looked at closely."""

FURTHER: Final = 6
"""And to so many of those he thinks of adding something."""

ANSWERED: Final = 8
"""Of the best so many he thinks through what the other side could answer."""

REVENGE: Final = 0.7
"""How much it counts after an answer what he could then take."""

PROMISE: Final = 0.12
"""How much it counts what he could take next."""

WHIM: Final = 0.02
"""How much he leaves to chance."""


class Squire:
    """Plays one seat. Where he has no opinion he gives the referee's default."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        self.seat = seat
        self._rng = rng

    def choose(self, view: Any, decision: Decision, options: Options) -> Order:
        """The order to give now."""
        assert isinstance(view, View)
        order = None
        if decision.kind == "placement":
            order = placing.placed(view, self.seat, options, self._rng)
        elif decision.kind == "recruit":
            order = placing.recruit(view, self.seat, options)
        elif decision.kind == "turn":
            order = self._act(view, options)
        return decision.default if order is None else order

    def _act(self, view: View, options: Options) -> Order | None:
        field = field_of(view)
        boredom = view.quiet / view.quiet_limit
        known = [(worth(after, self.seat), order, after) for order, after in ways_on(field, self.seat)]
        known.sort(key=lambda it: it[0], reverse=True)
        close = self._looked(((order, after) for _, order, after in known[:CLOSELY]), boredom)
        more = (further for _, way in close[:FURTHER] for further in added(field, self.seat, way))
        close = sorted([*close, *self._looked(more, boredom)], key=lambda it: it[0], reverse=True)
        best = [((value + self._answered(way[1])) / 2, way) for value, way in close[:ANSWERED]]
        best.sort(key=lambda it: it[0], reverse=True)
        for _, (order, _after) in (*best, *close[ANSWERED:]):
            said = say(options, order.VERB, **_values(order))
            if said is not None:
                return said
        return None

    def _looked(self, ways: Iterable[Way], boredom: float) -> list[tuple[float, Way]]:
        found = [(self._value(after, boredom), (order, after)) for order, after in ways]
        found.sort(key=lambda it: it[0], reverse=True)
        return found

    def _value(self, field: Field, boredom: float) -> float:
        """What an order is worth that leads to this field."""
        value = worth(field, self.seat) + PROMISE * promise(field, self.seat)
        value -= max(0.0, 1.0 - boredom) * danger(field, self.seat)
        return value + (WHIM + boredom) * self._rng.random()

    def _answered(self, field: Field) -> float:
        """What this field comes to when the other side takes what it likes best."""
        answers = [
            worth(after, self.seat) + REVENGE * promise(after, self.seat)
            for _, after in ways_on(field, OTHER[self.seat])
            if len(after.board) < len(field.board) or after.treasures is not field.treasures
        ]
        return min((worth(field, self.seat), *answers))


def _values(order: Order) -> dict[str, Any]:
    """What fills the slots of an order."""
    found = {}
    for slot in order.SLOTS:
        value = getattr(order, slot.name)
        if value is not None and value != ():
            found[slot.name] = list(value) if slot.many else value
    return found
