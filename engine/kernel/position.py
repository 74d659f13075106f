"""The base of a game's State: everything that is true of a position, changed by nothing but facts.

A position is changed only on a copy, and never inside its containers: a new dict takes the place of the old
one. So copies are cheap and positions can be kept.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self

from engine.kernel.game import Event, Outcome

Applier = Callable[[Any, Any], None]
"""Lets an event change a position that is one's own to change."""


class Position:
    """A position. Subclasses set all their attributes when they are made."""

    APPLIERS: ClassVar[Mapping[type[Event], Applier]]
    """What every kind of event changes."""

    DERIVED: ClassVar[frozenset[str]] = frozenset({"pack"})
    """Attributes that are no facts of the position itself: neither compared nor kept."""

    pack: Any
    """The data the game plays by."""

    result: Outcome | None

    def happen(self, event: Event) -> None:
        """Let a fact happen to this position, which must be one's own to change."""
        self.APPLIERS[type(event)](self, event)

    def after(self, events: Iterable[Event]) -> Self:
        """The position after these facts; this one stays as it is."""
        new = self.copy()
        happen = new.happen
        for event in events:
            happen(event)
        return new

    def copy(self) -> Self:
        """A position that can be changed without changing this one."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        return new

    def facts(self) -> dict[str, Any]:
        """Everything that makes up the position, by name."""
        return {name: value for name, value in self.__dict__.items() if name not in self.DERIVED}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and type(self) is type(other)
            and self.pack is other.pack
            and self.facts() == other.facts()
        )

    __hash__ = None  # type: ignore[assignment]
