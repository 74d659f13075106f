"""An order being judged: the facts so far, and the position after them."""

from typing import Generic, TypeVar

from engine.kernel.game import Event, Judgement
from engine.kernel.position import Position

P = TypeVar("P", bound=Position)


class Draft(Generic[P]):
    """Works on a copy of the position; the position it was made of stays as it is."""

    __slots__ = ("events", "state")

    def __init__(self, state: P) -> None:
        self.state = state.copy()
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Note a fact, and let it happen."""
        self.events.append(event)
        self.state.happen(event)

    def judged(self) -> Judgement[P]:
        """What came of it."""
        return Judgement(tuple(self.events), self.state)
