"""A View in words, game by game: one line of the tables below a game. What is not known is left out."""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from io import StringIO
from typing import Any, Final

from rich.console import Console, RenderableType

from engine.kernel.seats import Seat, Viewer

WIDTH: Final = 72
"""Characters in a line of a board drawn in text: fits a telephone held sideways."""


def lines_of(thing: RenderableType, width: int = WIDTH) -> list[str]:
    """Something drawn for a terminal, as plain lines."""
    out = StringIO()
    Console(file=out, width=width, color_system=None, highlight=False).print(thing)
    return [line.rstrip() for line in out.getvalue().rstrip("\n").split("\n")]


def _high_crusade_board(view: Any, about: str, seat: str) -> list[str] | None:
    from bot.terminal.board import Board

    board = Board(view)
    if not about:
        return lines_of(board.whole())
    found = board.where(about, seat)
    return None if found is None else lines_of(found)


def _high_crusade_dossier(view: Any, seat: str) -> list[str]:
    from bot.terminal.board import Board

    return lines_of(Board(view).dossier(seat))


def _high_crusade_progress(view: Any) -> list[str]:
    from bot.terminal.board import Board

    return [str(line).strip() for line in list(Board(view).tracks())[1:]]


def _high_crusade_phase(view: Any) -> str:
    from engine.high_crusade.names import PHASE_TITLE

    title = PHASE_TITLE.get(view.phase, view.phase)
    return f"Turn {view.turn} of {view.turns} · {title}" if view.turn else title


def _fields(view: Any) -> list[str]:
    """Any View, field by field."""
    if not is_dataclass(view):
        return [str(view)]
    shown = []
    for one in fields(view):
        value = getattr(view, one.name)
        if one.metadata.get("plain", True) and value not in (None, "", (), {}, frozenset()):
            shown.append(f"{one.name.replace('_', ' ')}: {value}"[:200])
    return shown


_BOARDS: Final[dict[str, Callable[[Any, str, str], list[str] | None]]] = {"high_crusade": _high_crusade_board}
_DOSSIERS: Final[dict[str, Callable[[Any, str], list[str]]]] = {"high_crusade": _high_crusade_dossier}
_PROGRESS: Final[dict[str, Callable[[Any], list[str]]]] = {"high_crusade": _high_crusade_progress}
_PHASES: Final[dict[str, Callable[[Any], str]]] = {"high_crusade": _high_crusade_phase}


def board_lines(key: str, view: Any, about: str = "", seat: str = "") -> list[str] | None:
    """The position in text, or the part of it that is asked about; None when nothing is called so."""
    drawn = _BOARDS.get(key)
    return drawn(view, about, seat) if drawn else _fields(view)


def dossier_lines(key: str, view: Any, seat: Seat | Viewer) -> list[str]:
    """What this seat knows and others may not."""
    drawn = _DOSSIERS.get(key)
    return drawn(view, str(seat)) if drawn else _fields(view)


def progress_lines(key: str, view: Any) -> list[str]:
    """How the victory stands, from what is public in this View."""
    told = _PROGRESS.get(key)
    return told(view) if told else []


def phase_words(key: str, view: Any, round_: int) -> str:
    """Where in the game we are."""
    told = _PHASES.get(key)
    if told:
        return told(view)
    phase = str(getattr(view, "phase", "")).replace("_", " ").capitalize()
    turn = f"Turn {round_}" if round_ else "Before the first turn"
    return f"{turn} · {phase}" if phase else turn


def phase_mark(view: Any, round_: int) -> str:
    """A mark that changes when a report is due: with every phase, and with every turn."""
    return f"{round_}:{getattr(view, 'phase', '')}"


def seat_title(seat: str) -> str:
    """A seat as people call it."""
    return seat.replace("_", " ").capitalize()


def listed(words: Sequence[str]) -> str:
    """Words in a row: a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""
