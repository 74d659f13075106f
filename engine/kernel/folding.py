"""What every game has in common whose State is a `Position`: folding facts, keeping positions as text."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.kernel.freezer import Freezer
from engine.kernel.game import Event, Outcome
from engine.kernel.position import Position

P = TypeVar("P", bound=Position)

_RESULT: Final = "result"


class FoldingGame(ABC, Generic[P]):
    """Base of a game module; what the rules are is left to the game."""

    title: str
    pack: Any
    FREEZER: ClassVar[Freezer]
    """Knows the named tuples that positions are made of."""

    @property
    def content(self) -> str:
        """The hash of the pack."""
        found: str = self.pack.hash
        return found

    def evolve(self, state: P, event: Event) -> P:
        """The position after a fact."""
        return state.after((event,))

    def fold(self, state: P, events: Iterable[Event]) -> P:
        """The position after many facts."""
        return state.after(events)

    def outcome(self, state: P) -> Outcome | None:
        """How the game ended."""
        return state.result

    def freeze(self, state: P) -> str:
        """The position as text."""
        facts = state.facts()
        result = facts[_RESULT]
        facts[_RESULT] = None if result is None else (result.kind, result.winner, result.reason)
        return self.FREEZER.freeze(facts)

    def thaw(self, text: str) -> P:
        """The position that `freeze` made this of. Raises ValueError for anything else."""
        facts = self.FREEZER.thaw(text)
        if not isinstance(facts, dict):
            raise ValueError(f"this is not a position of {self.title}")
        state = self.bare(facts)
        if facts.keys() != state.facts().keys():
            raise ValueError(f"this position is of another version of {self.title}")
        state.__dict__.update(facts)
        state.result = None if facts[_RESULT] is None else Outcome(*facts[_RESULT])
        return state

    @abstractmethod
    def bare(self, facts: Mapping[str, Any]) -> P:
        """A position before the start that these facts fit. Raises ValueError when there is none."""
