"""What one player alone was to be told and could not be sent: it waits here until he has been shown it."""

import json
from collections.abc import Sequence
from typing import Final

from bot.desk.reply import SUCCESS, Action
from engine.kernel.seats import Viewer

MOST: Final = 20
"""Entries of which is kept what could not be sent; the dossier knows all of it anyway."""


def missed_key(game: str, viewer: Viewer) -> str:
    """Where it is noted."""
    return f"missed:{game}:{viewer}"


def with_missed(noted: str | None, seq: int, lines: Sequence[str]) -> str:
    """The note with lines of one more entry; what is noted already is not noted twice."""
    kept = [one for one in json.loads(noted or "[]") if one[0] != seq]
    return json.dumps([*kept, [seq, list(lines)]][-MOST:], ensure_ascii=False)


def missed_lines(noted: str) -> list[str]:
    """What the note says, oldest first."""
    return [line for _, lines in json.loads(noted) for line in lines]


def show_me(game: str) -> Action:
    """The button that tells him, and nobody else."""
    return Action("dossier", (game,), "Show me", SUCCESS)
