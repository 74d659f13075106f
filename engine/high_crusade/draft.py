"""An order being judged: the events so far, and the position after them."""

from engine.high_crusade.registry import appliers
from engine.high_crusade.state import Ask, State
from engine.kernel import dice as kernel_dice
from engine.kernel.dice import Dice
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import Event, Judgement
from engine.kernel.seats import Seat


def apply(state: State, event: Event) -> None:
    """Let a fact happen to a position that is one's own to change."""
    state.memo = {}  # a new one: the old may be shared with the position this one was copied from
    appliers[type(event)](state, event)
    if state.memo:
        state.memo = {}


class Draft:
    """Works on a copy of the position; the position it was made of stays as it is."""

    __slots__ = ("dice", "events", "state")

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state.copy()
        self.dice = dice
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Note a fact, and let it happen."""
        self.events.append(event)
        apply(self.state, event)

    def roll(self, number: int = 1) -> tuple[int, ...]:
        """Throw so many dice."""
        return kernel_dice.roll(self.dice, number)

    def die(self) -> int:
        """Throw one die."""
        return self.dice.draw(6) + 1

    def judged(self) -> Judgement[State]:
        """What came of it."""
        return Judgement(tuple(self.events), self.state)


def ask_of(state: State, seat: Seat) -> Ask | None:
    """The question this seat has to answer first."""
    for ask in state.asks:
        if ask.seat == seat:
            return ask
    return None


def refuse(rule: str, reason: str) -> IllegalOrder:
    """A refusal by rule number, to be raised."""
    return IllegalOrder(reason, rule=rule)
