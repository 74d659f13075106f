"""Words for a game that brings no scribe of its own: its View, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from render.kinds import Notes, Table

if TYPE_CHECKING:
    from rich.console import RenderableType

LONGEST: Final = 200
"""Characters of one field."""


def _fields(view: Any) -> list[str]:
    if not is_dataclass(view):
        return [str(view)]
    shown = []
    for one in fields(view):
        value = getattr(view, one.name)
        if one.metadata.get("plain", True) and value not in (None, "", (), {}, frozenset()):
            shown.append(f"{one.name.replace('_', ' ')}: {value}"[:LONGEST])
    return shown


class PlainScribe:
    """Knows nothing of the game, and so says everything that is in the View."""

    def aim(self, view: Any) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def tone(self, line: str) -> str:
        """Every line is plain."""
        return ""

    def phase(self, view: Any) -> str:
        """The turn and the phase, where the View has them."""
        turn, phase = getattr(view, "turn", 0), str(getattr(view, "phase", "")).replace("_", " ").capitalize()
        return " · ".join(filter(None, (f"Turn {turn}" if turn else "", phase)))

    def mark(self, view: Any) -> str:
        """Turn and phase again."""
        return f"{getattr(view, 'turn', 0)}:{getattr(view, 'phase', '')}"

    def episode(self, view: Any) -> str:
        """Nothing."""
        return ""

    def scene(self, event: Any, now: str) -> str:
        """Nothing."""
        return ""

    def result(self, view: Any) -> str:
        """Nothing: the outcome is known elsewhere."""
        return ""

    def progress(self, view: Any) -> list[str]:
        """Nothing."""
        return []

    def board(self, view: Any, seat: str = "") -> RenderableType:
        """Every field."""
        from rich.text import Text

        return Text("\n".join(_fields(view)))

    def about(self, view: Any, words: str, seat: str = "") -> RenderableType | None:
        """The fields of that name; without one, every field."""
        from rich.text import Text

        found = [line for line in _fields(view) if line.casefold().startswith(words.casefold())]
        return Text("\n".join(found)) if found else None

    def dossier(self, view: Any, seat: str) -> RenderableType:
        """Every field."""
        return self.board(view, seat)

    def tracks(self, view: Any) -> tuple[Table | Notes, ...]:
        """Every field."""
        return (Notes("", tuple(_fields(view))),)

    def knowledge(self, view: Any) -> tuple[Table | Notes, ...]:
        """Nothing more."""
        return ()

    def faces(self, view: Any, lines: Sequence[str]) -> tuple[str, ...]:
        """Nothing."""
        return ()


PLAIN: Final = PlainScribe()
