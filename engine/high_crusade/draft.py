"""An order being judged: the events so far, the position after them, and the dice."""

from engine.high_crusade.state import Ask, State
from engine.kernel import dice as kernel_dice
from engine.kernel import draft
from engine.kernel.dice import Dice
from engine.kernel.errors import IllegalOrder
from engine.kernel.seats import Seat


class Draft(draft.Draft[State]):
    """A draft with dice."""

    __slots__ = ("dice",)

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state)
        self.dice = dice

    def roll(self, number: int = 1) -> tuple[int, ...]:
        """Throw so many dice."""
        return kernel_dice.roll(self.dice, number)

    def die(self) -> int:
        """Throw one die."""
        return self.dice.draw(6) + 1


def ask_of(state: State, seat: Seat) -> Ask | None:
    """The question this seat has to answer first."""
    for ask in state.asks:
        if ask.seat == seat:
            return ask
    return None


def refuse(rule: str, reason: str) -> IllegalOrder:
    """A refusal by rule number, to be raised."""
    return IllegalOrder(reason, rule=rule)
