"""What can go wrong, one class a cause.

Everything a player can do wrong is an `IllegalOrder`; everything a stored game can have wrong with it is a
`BrokenLog`. Nothing else leaves the kernel because of bad input.
"""

from collections.abc import Iterable


class KernelError(Exception):
    """Base of all errors that the kernel raises on purpose."""


class IllegalOrder(KernelError):
    """An order that the rules refuse. Nothing has changed.

    `rule` is the number in the rules reference ("" for a matter of wording), `reason` a sentence for the
    player who gave the order, `nearest` order lines that would be legal now.
    """

    def __init__(self, reason: str, *, rule: str = "", nearest: Iterable[str] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.nearest = tuple(nearest)

    def __str__(self) -> str:
        return f"{self.reason} (rule {self.rule})" if self.rule else self.reason

    def with_nearest(self, nearest: Iterable[str]) -> "IllegalOrder":
        """The same refusal, naming order lines that would be legal."""
        self.nearest = tuple(nearest)
        return self


class UnknownWords(IllegalOrder):
    """The line is not an order of this game."""


class IncompleteOrder(IllegalOrder):
    """The line begins an order but stops before its end."""


class NotYourDecision(IllegalOrder):
    """The game does not wait for this seat."""


class NotNow(IllegalOrder):
    """An order of this game, but not of this phase or decision."""


class GameOver(IllegalOrder):
    """The game has ended."""


class BrokenLog(KernelError):
    """A log that does not hold together: `seq` names the first entry that lies."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"entry {seq}: {reason}")
        self.seq = seq
        self.reason = reason


class UnknownEvent(KernelError):
    """An event of a kind that this version of the game does not know."""


class Forgotten(KernelError):
    """A position that cannot be reached from what is held of a log: read the whole log and ask again."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} is not held")
        self.seq = seq
