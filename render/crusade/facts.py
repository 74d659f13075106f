"""What a View adds up to: the figures and words that panels, cards and descriptions share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from engine.crusade.names import KINDS, OTHER, SEATS
from engine.crusade.view import UnitView, View
from engine.kernel.seats import SPECTATOR

SIDE: Final[dict[str, str]] = {seat: seat.title() for seat in SEATS}
PLACING: Final = "placement"
LETTERS: Final = {
    "archer": "A", "caster": "C", "rogue": "R", "warrior": "W", "bishop": "B", "commander": "M",
    "knight": "K", "paladin": "P",
}  # fmt: skip
"""A unit in a board of letters."""
PLURAL: Final = {"supply": "Supplies", "relic": "Relics"}


def placing(view: View) -> bool:
    """Whether armies are still being placed."""
    return view.phase == PLACING and not view.ending


def secret(view: View) -> bool:
    """Whether the View shows what only its viewer may see."""
    return view.viewer != SPECTATOR and placing(view)


def turn_words(view: View) -> str:
    """The turn: "Turn 12"."""
    if view.phase == "setup":
        return "Before the dice"
    if view.phase == PLACING:
        return "Before the first turn"
    return f"Turn {view.turn if view.ending else view.turn + 1}"


def phase_words(view: View) -> str:
    """Who has to do what."""
    if view.ending:
        return "The game is over"
    if view.phase == "setup":
        return "The dice are not rolled yet"
    if placing(view):
        return "Placing the armies"
    side = SIDE[view.mover]
    return f"{side} recruits {due_words(view)}" if view.due else f"{side} to move"


def standing(view: View) -> str:
    """Turn and phase in one: "Turn 12, White to move"."""
    if view.ending:
        return f"{turn_words(view)}, the game is over"
    return f"{turn_words(view)}, {phase_words(view)}" if view.phase == "turns" else phase_words(view)


def due_words(view: View) -> str:
    """What the player to move has still to recruit: "a Pawn and a Noble"."""
    return " and ".join(
        f"a {rank.title()}" if count == 1 else f"{count} {rank.title()}s"
        for rank, count in Counter(view.due).items()
    )


def waiting(view: View) -> list[str]:
    """The seats the game waits for."""
    if view.ending or view.phase == "setup":
        return []
    if placing(view):
        return [seat for seat in SEATS if seat not in view.ready]
    return [view.mover]


def units_of(view: View, seat: str) -> list[UnitView]:
    """A seat's units on the board, Pawns first."""
    return sorted(
        (it for it in view.units if it.seat == seat), key=lambda it: (KINDS.index(it.kind), it.square)
    )


def captured_by(view: View, seat: str) -> list[str]:
    """The kinds of the units that the other side has lost, in their usual order."""
    return sorted((kind for owner, kind in view.lost if owner == OTHER[seat]), key=KINDS.index)


def taken_by(view: View, seat: str) -> list[str]:
    """The kinds of the treasures a seat has captured, in the order in which it did."""
    return [kind for who, kind, _ in view.taken if who == seat]


def needed_by(view: View, seat: str) -> int:
    """How many treasures a seat has to capture to win."""
    return len(taken_by(view, seat)) + sum(it.owner == OTHER[seat] for it in view.treasures)


def many(count: int, word: str) -> str:
    """A figure with its noun: "1 unit", "2 units"."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def counted(kinds: Iterable[str]) -> str:
    """Kinds in words: "2 Archers, 1 Knight"."""
    counts = Counter(kinds)
    named = [
        f"{counts[kind]} {kind.title() if counts[kind] == 1 else PLURAL.get(kind, kind.title() + 's')}"
        for kind in (*KINDS, *PLURAL)
        if counts[kind]
    ]
    return ", ".join(named) or "nothing"


def dealt_words(view: View) -> str:
    """What the dice gave each army."""
    dealt = view.dealt
    parts = [counted(dealt.units)] if dealt.units else []
    for rank, count in (("Pawn", dealt.free_pawns), ("Noble", dealt.free_nobles)):
        if count:
            parts.append(f"{many(count, rank)} of choice")
    return ", ".join(parts) or "nothing yet"


def special_words(view: View) -> list[str]:
    """What the setup dice changed in this game."""
    said = [f"Treasures lie in the layout “{view.layout}”."]
    if view.dealt.removed:
        said.append(f"No {' and no '.join(kind.title() + 's' for kind in view.dealt.removed)} in this game.")
    return said


def offers(view: View) -> list[str]:
    """Draws that are offered, and who has passed."""
    if view.ending:
        return []
    said = [f"{SIDE[view.offer]} offers a draw."] if view.offer else []
    for seat in SEATS:
        passed = view.passes.get(seat, 0)
        if passed:
            times = "once" if passed == 1 else f"{passed} times in a row"
            said.append(f"{SIDE[seat]} has passed {times}.")
    return said


def remarks(view: View) -> list[str]:
    """What else matters now: offers, passes, how long nothing was captured."""
    said = offers(view)
    if view.phase == "turns" and view.quiet and not view.ending:
        said.append(f"{many(view.quiet, 'quiet turn')} of the {view.quiet_limit} that end the game.")
    return said


def winner_words(view: View) -> str:
    """How the game ended, or ""."""
    return view.reason if view.ending else ""


def facing_words(unit: UnitView) -> str:
    """A unit in words: "Archer facing north, gripped"."""
    words = unit.kind.title()
    if unit.facing:
        words += f" facing {unit.facing}"
    return f"{words}, gripped" if unit.gripped else words
