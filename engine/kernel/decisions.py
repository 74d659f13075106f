"""What a game waits for."""

from dataclasses import dataclass

from engine.kernel.orders import Order
from engine.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing one seat has to decide.

    `prompt` and `kind` are public: they never depend on anything hidden. `options` are the verbs of the
    orders that answer the decision; `default` is the order that is given when the seat does not answer in
    time.
    """

    seat: Seat
    kind: str
    prompt: str
    options: tuple[str, ...]
    default: Order
    rule: str = ""
