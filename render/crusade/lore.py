"""What each kind of unit and treasure is, in short, with a small position that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.crusade.names import FORWARD, NOBLES, Piece

BASICS: Final = (
    "Steps one square forward, then one aside for free.",
    "Captures on the two squares diagonally before it.",
    "Turns by a quarter, alone or after either.",
)
"""What every Pawn does."""


@dataclass(frozen=True, slots=True)
class Lore:
    """A kind: what it does beside the basic actions, and an example with the corners of what to show."""

    words: tuple[str, ...]
    square: str = ""
    others: tuple[str, ...] = ()
    """More units of the example: seat, kind, square."""
    corners: tuple[str, str] = ("B2", "F6")


UNITS: Final[dict[str, Lore]] = {
    "archer": Lore(
        (
            "Shoots without moving: any enemy on the square before it, an enemy Pawn also on the one after.",
            "A shot goes over heads.",
        ),
        "D3",
        ("black warrior D5", "black rogue E4", "white rogue B3"),
    ),
    "caster": Lore(
        (
            "Telekinesis: moves any unit one or two squares before it by one step, or turns it.",
            "What it hits may not move in its next turn.",
            "May cast after a basic action of its own.",
        ),
        "D3",
        ("black knight D5", "black rogue E4"),
    ),
    "rogue": Lore(
        (
            "Steps two squares forward, or one in any direction.",
            "Swaps places with a Pawn of its side beside it.",
            "Follows for free onto a square its side has just left, and may always turn.",
        ),
        "D3",
        ("white warrior C3", "black archer E4"),
    ),
    "warrior": Lore(
        (
            "Captures on the square straight before it, too.",
            "Whoever captures it over its front diagonals falls with it.",
        ),
        "D3",
        ("black rogue D4", "black archer C4"),
    ),
    "bishop": Lore(
        ("Moves diagonally up to five squares, until something is in its way.", "A capture ends its move."),
        "C2",
        ("black rogue F5", "white archer A4"),
        ("A1", "H8"),
    ),
    "commander": Lore(
        (
            "Steps one square in any direction, or stands; captures no unit.",
            "Then turns one Pawn beside it, and gives up to two of them a basic action each.",
        ),
        "D4",
        ("white archer C5", "white warrior E4", "white knight D3"),
    ),
    "knight": Lore(
        ("Jumps in an L of one by two squares, over whatever is between.", "No Warrior strikes back at it."),
        "D4",
        ("black rogue E6", "white archer F5", "white warrior D5"),
    ),
    "paladin": Lore(
        ("Moves along a row or column up to three squares, until something is in its way.",
         "A capture ends its move."),
        "D4",
        ("black rogue D6", "white archer F4"),
        ("A1", "G7"),
    ),
}  # fmt: skip

TREASURES: Final[dict[str, tuple[str, ...]]] = {
    "supply": (
        "Captured by any unit of the other side that ends its action on it.",
        "Pays for a Pawn of any kind, put on the captor's second or third row, facing forward.",
        "Who has captured all four treasures of the other side wins.",
    ),
    "relic": (
        "Captured by any unit of the other side that ends its action on it.",
        "Pays for a Noble of any kind, put on any open square of the captor's first three rows.",
        "Who has captured all four treasures of the other side wins.",
    ),
}


def example(kind: str) -> dict[str, Piece]:
    """The small position of a kind."""
    lore = UNITS[kind]
    board: dict[str, Piece] = {}
    for words in (f"white {kind} {lore.square}", *lore.others):
        seat, what, square = words.split()
        board[square] = Piece(seat, what, "" if what in NOBLES else FORWARD[seat])
    return board
