"""What every game's artist can do, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.console import RenderableType


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

    def poster(self, views: Sequence[Any], *, theme: str, result: str = "") -> Drawn:
        """The result, with the course of the game; the last View is the end. `result` says how it ended where
        no View can, because somebody gave up."""
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


# -- words ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Meter:
    """A figure on a track."""

    value: int
    most: int


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a title, for whatever shows tables; the first cell of a row names it."""

    title: str
    rows: tuple[tuple[str | Meter, ...], ...]
    head: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notes:
    """Lines under a title; without a title, a remark."""

    title: str
    lines: tuple[str, ...]


HEADING, LOUD, FAINT = "heading", "loud", "faint"
"""Tones of a line: something begins; not to be overlooked; need not be read."""


class Scribe(Protocol):
    """Puts one game's Views into words; `render.<game>.scribe` has one as `SCRIBE`."""

    def aim(self, view: Any) -> tuple[str, ...]:
        """What the game is about and how it is won, for whoever sits down: a sentence each."""
        ...

    def tone(self, line: str) -> str:
        """In which tone a line that was told is to be shown; "" for plainly."""
        ...

    def phase(self, view: Any) -> str:
        """Where in the game we are: the turn and the phase."""
        ...

    def mark(self, view: Any) -> str:
        """Something that changes whenever a report with a picture is due."""
        ...

    def episode(self, view: Any) -> str:
        """What is going on that deserves a message of its own, such as a battle; "" for nothing."""
        ...

    def scene(self, event: Any, now: str) -> str:
        """The episode that goes on after this public event, if `now` went on before it."""
        ...

    def result(self, view: Any) -> str:
        """Who won and how, in one line; "" while the game goes on."""
        ...

    def progress(self, view: Any) -> list[str]:
        """How near the end is, from what is public, a line each."""
        ...

    def board(self, view: Any, seat: str = "") -> RenderableType:
        """The position for a terminal; readable at 72 columns and without colour."""
        ...

    def about(self, view: Any, words: str, seat: str = "") -> RenderableType | None:
        """The part of the position that is called so, or None when nothing is; for "" what this seat has."""
        ...

    def dossier(self, view: Any, seat: str) -> RenderableType:
        """What this seat knows, for a terminal."""
        ...

    def tracks(self, view: Any) -> tuple[Table | Notes, ...]:
        """The public figures of the game: tracks, strengths, what is needed to win."""
        ...

    def knowledge(self, view: Any) -> tuple[Table | Notes, ...]:
        """The dossier as tables: what this viewer knows, marked where only he knows it."""
        ...

    def faces(self, view: Any, lines: Sequence[str]) -> tuple[str, ...]:
        """The names of the cards (see `Artist.card`) that go with lines told to this viewer alone."""
        ...


class Edition(Protocol):
    """Tells what the figures are that a game plays by; `render.<game>.edition` may have one as `EDITION`."""

    def summary(self, game: Any) -> tuple[str, ...]:
        """What there is, a line each."""
        ...

    def tables(self, game: Any) -> tuple[Table | Notes, ...]:
        """All of it, and what it is worth."""
        ...


# -- a map to click on ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere that can be pointed at. `words` say what is there, a line each, without the name."""

    id: str
    name: str
    group: str
    words: tuple[str, ...]


class Stage(Protocol):
    """Draws one game as SVG for a page; `render.<game>.stage` has one as `STAGE`.

    Both drawings share one coordinate system, and whatever stands for a place has `data-place="ID"`. They
    hold no script, no style of their own and no address; colours come from classes that `css` defines for
    `[data-theme="dark"]` and `[data-theme="light"]`. Every text in them is escaped.
    """

    css: str

    def size(self, view: Any) -> tuple[int, int]:
        """Width and height of the drawings."""
        ...

    def edition(self, view: Any) -> str:
        """A name for the ground, so that it can be kept: the same for everybody who plays on it."""
        ...

    def ground(self, view: Any) -> str:
        """What is printed: the inside of an `<svg>`. It depends on the edition alone."""
        ...

    def pieces(self, view: Any) -> str:
        """What lies on it as this viewer sees it: the inside of an `<svg>`."""
        ...

    def places(self, view: Any) -> tuple[Place, ...]:
        """All places, group by group, in reading order."""
        ...

    def names_at(self, view: Any, place: str, seat: str) -> list[str]:
        """What an order of this seat may call things there: pieces, then the place; [] for an unknown one."""
        ...
