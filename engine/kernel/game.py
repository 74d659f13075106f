"""The one shape every game has.

`decide` judges an order, `evolve` applies a fact, `view` is the only thing that leaves. Only `decide` and
`open` hold dice, and what they drew is in the events, so a replay needs neither dice nor rules history.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from engine.kernel.decisions import Decision
from engine.kernel.dice import Dice
from engine.kernel.orders import Grammar, Order
from engine.kernel.seats import Seat, Viewer

S = TypeVar("S")

END: Final = None
"""Among the offers for a slot: the list, or the optional part, may end here."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events: a fact that happened, in fields of plain data."""

    REVEALS: ClassVar[bool] = False
    """Whether somebody learns something from it that an undo could not take back."""

    SEALED: ClassVar[bool] = False
    """Whether it holds something that not every viewer may know, so that a redacted log leaves it out."""


@dataclass(frozen=True, slots=True)
class Judgement(Generic[S]):
    """What an order led to: the events, and the position after them."""

    events: tuple[Event, ...]
    after: S


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `kind` is stable and for machines, `reason` a sentence for people."""

    kind: str
    winner: Seat | None
    reason: str


class Game(Protocol[S]):
    """A game module: one object that satisfies this."""

    key: str
    title: str
    seats: tuple[Seat, ...]
    events: Mapping[str, type]

    @property
    def content(self) -> str:
        """The hash of the data the game plays by; a running game is pinned to it."""
        ...

    def start(self, options: Mapping[str, str]) -> S:
        """The position before anything has happened. Raises ValueError for options it does not know."""
        ...

    def open(self, state: S, dice: Dice) -> Judgement[S]:
        """What happens by itself before the first decision: blind deals and the like."""
        ...

    def grammar(self, seat: Seat) -> Grammar:
        """The orders of this seat and their words."""
        ...

    def decide(self, state: S, seat: Seat, order: Order, dice: Dice) -> Judgement[S]:
        """Judge an order. Raises `IllegalOrder`; changes nothing."""
        ...

    def evolve(self, state: S, event: Event) -> S:
        """The position after a fact."""
        ...

    def fold(self, state: S, events: Iterable[Event]) -> S:
        """The position after many facts."""
        ...

    def pending(self, state: S) -> tuple[Decision, ...]:
        """Every decision the game waits for; empty only when it is over."""
        ...

    def verbs(self, state: S, seat: Seat) -> tuple[str, ...]:
        """The verbs with which this seat can begin a legal order now."""
        ...

    def offer(
        self, state: S, seat: Seat, order: type[Order], slot: str, filled: Mapping[str, Any]
    ) -> Sequence[Any]:
        """The values the slot can take after those already filled in, each leading to a legal order.

        For a slot that takes many, `filled` holds those taken so far. `END` among the offers means that the
        list, or the optional part, may be left here.
        """
        ...

    def view(self, state: S, viewer: Viewer) -> Any:
        """All that this viewer may know, and nothing else."""
        ...

    def tell(self, event: Event, viewer: Viewer) -> str | None:
        """The event in words for this viewer, or None when it is nothing to him."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def round(self, state: S) -> int:
        """Which game turn it is; 0 before the first."""
        ...

    def freeze(self, state: S) -> str:
        """The position as text, for a snapshot."""
        ...

    def thaw(self, text: str) -> S:
        """The position that `freeze` made this of. Raises ValueError for anything else."""
        ...

    def redeal(self, state: S, viewer: Viewer, dice: Dice) -> S:
        """The same position with everything dealt again that this viewer cannot know."""
        ...
