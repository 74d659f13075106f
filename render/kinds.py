"""What every game's artist can do, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as bytes, with its description."""

    name: str
    """A file name, with its ending."""
    data: bytes
    width: int
    height: int
    alt: str
    """At most 1,000 characters."""


class NoPicture(LookupError):
    """There is no such picture: an unknown game, size, theme or piece."""


class Artist(Protocol):
    """Draws one game. Everything is made from Views of one viewer and from public events."""

    themes: tuple[str, ...]
    sizes: tuple[str, ...]

    def board(
        self, view: Any, *, theme: str, size: str, since: Any | None = None, events: Sequence[Any] = ()
    ) -> Drawn:
        """The position; with `since` also what changed."""
        ...

    def closeup(self, view: Any, *, theme: str, since: Any, events: Sequence[Any] = ()) -> Drawn | None:
        """A part of the full picture around what changed, or None when it is not in one place."""
        ...

    def cards(self, view: Any, *, theme: str, events: Sequence[Any]) -> list[Drawn]:
        """Cards for what happened."""
        ...

    def card(self, view: Any, name: str, *, theme: str) -> Drawn:
        """The card of a piece or place. Raises `NoPicture`."""
        ...

    def summary(self, view: Any, *, theme: str, since: Any | None, events: Sequence[Any] = ()) -> Drawn:
        """What happened, in one strip."""
        ...

    def poster(self, views: Sequence[Any], *, theme: str) -> Drawn:
        """The result, with the course of the game; the last View is the end."""
        ...

    def replay(self, views: Sequence[Any], *, theme: str, form: str = "webp", limit: int = 0) -> Drawn:
        """An animation of these positions, at most `limit` bytes large."""
        ...

    def alt(self, view: Any, since: Any | None = None, events: Sequence[Any] = ()) -> str:
        """A description of at most 1,000 characters."""
        ...

    def text(self, view: Any) -> str:
        """The position as plain text."""
        ...

    def strip(self, view: Any) -> tuple[Any, Any, str]:
        """The View without its static data, that data, and its hash: for sending to another process."""
        ...

    def dress(self, view: Any, static: Any) -> Any:
        """The View with its static data again."""
        ...
