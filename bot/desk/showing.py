"""A View in words: whatever the game's scribe says, as plain lines."""

from io import StringIO
from typing import Any, Final

from rich.console import Console, RenderableType

from engine.kernel.seats import Seat, Viewer
from render import scribe

WIDTH: Final = 72
"""Characters in a line of a board drawn in text: fits a telephone held sideways."""


def lines_of(thing: RenderableType, width: int = WIDTH) -> list[str]:
    """Something drawn for a terminal, as plain lines."""
    out = StringIO()
    Console(file=out, width=width, color_system=None, highlight=False).print(thing)
    return [line.rstrip() for line in out.getvalue().rstrip("\n").split("\n")]


def board_lines(key: str, view: Any, about: str = "", seat: str = "") -> list[str] | None:
    """The position in text, or the part of it that is asked about; None when nothing is called so."""
    found = scribe(key).about(view, about, seat) if about else scribe(key).board(view, seat)
    return None if found is None else lines_of(found)


def dossier_lines(key: str, view: Any, seat: Seat | Viewer) -> list[str]:
    """What this seat knows and others may not."""
    return lines_of(scribe(key).dossier(view, str(seat)))


def progress_lines(key: str, view: Any) -> list[str]:
    """How the victory stands, from what is public in this View."""
    return scribe(key).progress(view)


def phase_words(key: str, view: Any, round_: int) -> str:
    """Where in the game we are."""
    return scribe(key).phase(view) or (f"Turn {round_}" if round_ else "Before the first turn")
