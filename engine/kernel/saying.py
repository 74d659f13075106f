"""Putting an order together from what is offered."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.kernel.game import END
from engine.kernel.orders import Order
from engine.kernel.players import Line, Options

Pick = Callable[[Sequence[Any], Line], Any]
"""Chooses one of the offers for a slot; `NOTHING` to give the order up."""


class _Nothing:
    """No offer is good enough."""


NOTHING = _Nothing()


def say(options: Options, verb: str, **picks: Pick | Any) -> Order | None:
    """An order of this verb with these values, or None when one of them is not offered.

    A slot takes a value, a list of values (as many of them as are offered), or a function that picks. What is
    not named is left out where that is allowed, and is otherwise the first offer.
    """
    if verb not in options.verbs:
        return None
    line = options.begin(verb)
    while (slot := line.slot) is not None:
        value = _value(line, slot.name, line.offers(), picks)
        if value is NOTHING:
            return None
        line.take(value)
    return line.built()


def _value(line: Line, name: str, offers: Sequence[Any], picks: dict[str, Any]) -> Any:
    if not offers:
        return NOTHING
    if name not in picks:
        return END if END in offers else offers[0]
    pick = picks[name]
    if callable(pick):
        return pick(offers, line)
    if isinstance(pick, list):
        taken = line.filled.get(name, ())
        wanted = next((value for value in pick if value in offers and value not in taken), END)
        return wanted if wanted is not END or END in offers else NOTHING
    return pick if pick in offers else NOTHING
