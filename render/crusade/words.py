"""The same position in words: a description for each picture, a board of letters for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from engine.crusade.names import FILES, KINDS, SEATS
from engine.crusade.view import View
from engine.kernel.game import Event
from render.crusade.changes import changes
from render.crusade.facts import (
    LETTERS,
    SIDE,
    captured_by,
    counted,
    dealt_words,
    facing_words,
    needed_by,
    placing,
    remarks,
    secret,
    special_words,
    standing,
    taken_by,
    units_of,
    winner_words,
)
from render.crusade.reach import Reach, unit_at
from render.studio import ALT_LIMIT, within

FACING_SIGN: Final = {"north": "^", "east": ">", "south": "v", "west": "<", "": " "}
TREASURE_SIGN: Final = {"supply": "$", "relic": "+"}
KEY: Final = (
    "White in capitals, Black in small letters; ^ > v < where a Pawn faces.",
    "A Archer  C Caster  R Rogue  W Warrior",
    "B Bishop  M Commander  K Knight  P Paladin",
    "$ Supply  + Relic (White's in rows 1 to 3, Black's in 6 to 8)  * gripped",
)
REACH_KEY: Final = (
    ("o", "steps", "step"),
    ("a", "asides", "side-step"),
    ("x", "captures", "capture"),
    ("!", "deadly", "capture that costs its own life"),
    ("s", "shots", "shot"),
    ("t", "grips", "telekinesis"),
    ("w", "swaps", "swap"),
    ("c", "commands", "command"),
)
"""Letter, squares and meaning of what a unit can do."""


COLUMNS: Final = 72


def placed_words(view: View, seat: str) -> str:
    """A side's units by kind: "Archers C3 north, E4 east; Knight G1"."""
    groups = []
    units = units_of(view, seat)
    for kind in KINDS:
        here = [
            f"{unit.square}{f' {unit.facing}' if unit.facing else ''}{' (gripped)' if unit.gripped else ''}"
            for unit in units
            if unit.kind == kind
        ]
        if here:
            groups.append(f"{kind.title()}{'s' if len(here) > 1 else ''} {', '.join(here)}")
    return "; ".join(groups)


def treasure_words(view: View, seat: str) -> str:
    """Where a side's treasures lie: "Supplies B3, G3; Relic C1"."""
    parts = []
    for kind, many in (("supply", "Supplies"), ("relic", "Relics")):
        here = [it.square for it in view.treasures if (it.owner, it.kind) == (seat, kind)]
        if here:
            parts.append(f"{many if len(here) > 1 else kind.title()} {', '.join(here)}")
    return "; ".join(parts)


def square_words(view: View, square: str) -> list[str]:
    """What is on a square, a line each."""
    unit = unit_at(view, square)
    said = [f"{SIDE[unit.seat]}'s {facing_words(unit)}"] if unit is not None else []
    return said + [f"{SIDE[it.owner]}'s {it.kind.title()}" for it in view.treasures if it.square == square]


def alt_text(
    view: View, since: View | None = None, events: Sequence[Event] = (), limit: int = ALT_LIMIT
) -> str:
    """A description: where the game stands, what is new, who has taken what, then who stands where."""
    said = [f"Board of Crusade. {standing(view)}."]
    if secret(view):
        said.append(f"As {SIDE[view.viewer]} sees it.")
    if view.ending:
        said.append(winner_words(view))
    news = changes(since, view, events).said
    if news:
        said.append(f"New: {'; '.join(words.rstrip('.!') for words in news[:6])}.")
    if placing(view):
        said.append(f"Each army: {dealt_words(view)}.")
        said += [f"{SIDE[seat]} is ready." for seat in view.ready]
    else:
        scores = (f"{SIDE[seat]} {len(taken_by(view, seat))} of {needed_by(view, seat)}" for seat in SEATS)
        said.append(f"Treasures captured: {', '.join(scores)}.")
    if view.offer and not view.ending:
        said.append(f"{SIDE[view.offer]} offers a draw.")
    for seat in SEATS:
        words = placed_words(view, seat)
        if words:
            said.append(f"{SIDE[seat]}: {words}.")
    said += [f"{SIDE[seat]}'s treasures: {words}." for seat in SEATS if (words := treasure_words(view, seat))]
    return within(said, limit)


# -- a board of letters --------------------------------------------------------------------------------------


def cell(view: View, square: str) -> str:
    """What stands on a square, in four letters: unit, facing, grip, treasure."""
    unit = unit_at(view, square)
    lies = next((TREASURE_SIGN[it.kind] for it in view.treasures if it.square == square), " ")
    if unit is None:
        return f"{'.' if lies == ' ' else ' '}  {lies}"
    letter = LETTERS[unit.kind] if unit.seat == "white" else LETTERS[unit.kind].lower()
    return f"{letter}{FACING_SIGN[unit.facing]}{'*' if unit.gripped else ' '}{lies}"


def marks_of(reach: Reach | None) -> dict[str, str]:
    """The letter before each square that a unit can do something with."""
    if reach is None:
        return {}
    marks = {reach.square: "@"}
    for letter, which, _ in REACH_KEY:
        for square in getattr(reach, which):
            marks[square] = letter
    return marks


def grid(view: View, reach: Reach | None = None) -> list[str]:
    """The board, a line a row, 60 columns wide."""
    marks = marks_of(reach)
    rule = f"   +{'+'.join(['------'] * 8)}+"
    head = f"    {' '.join(f'  {file}   ' for file in FILES)}".rstrip()
    lines = [head, rule]
    for row in range(8, 0, -1):
        cells = [f"{marks.get(f'{file}{row}', ' ')}{cell(view, f'{file}{row}')} " for file in FILES]
        lines += [f" {row} |{'|'.join(cells)}| {row}", rule]
    return [*lines, head]


def reach_lines(reach: Reach) -> list[str]:
    """What the letters of a reach mean, as far as they are used."""
    return [
        f"{letter} {meaning}: {', '.join(squares)}"
        for letter, which, meaning in REACH_KEY
        if (squares := getattr(reach, which))
    ]


def side_lines(view: View, seat: str) -> list[str]:
    """A side: what it has taken, captured, and left."""
    if placing(view):
        return [f"{SIDE[seat]}: {'ready' if seat in view.ready else 'placing its army'}"]
    taken = taken_by(view, seat)
    return [
        f"{SIDE[seat]}: {len(taken)} of {needed_by(view, seat)} treasures"
        f"{f' ({counted(taken)})' if taken else ''}, {len(units_of(view, seat))} units left",
        f"  has captured {counted(captured_by(view, seat))}",
    ]


def head_lines(view: View) -> list[str]:
    """Where the game stands."""
    lines = [f"CRUSADE: {standing(view)}"]
    if secret(view):
        lines.append(f"As {SIDE[view.viewer]} sees it: the other army is sealed until both are ready.")
    if view.ending:
        lines.append(winner_words(view))
    return lines


def army_lines(view: View) -> list[str]:
    """Before the game: what the dice gave, and what the viewer has still to place."""
    lines = [f"Each army: {dealt_words(view)}."]
    if secret(view):
        left = [kind for kind, count in view.to_place.items() for _ in range(count)]
        words = counted(left) if left else "nothing; say “ready”"
        choice = " (choices counted with every kind)" if left and _choices(view) else ""
        lines.append(f"You can still place{choice}: {words}.")
    return lines


def _choices(view: View) -> bool:
    return bool(view.dealt.free_pawns or view.dealt.free_nobles)


def text_board(view: View) -> str:
    """The whole position as plain text."""
    board = [*head_lines(view), "", *grid(view), "", *KEY, ""]
    lines: list[str] = []
    for seat in reversed(SEATS):
        lines += side_lines(view, seat)
    if placing(view):
        lines += army_lines(view)
    lines += special_words(view)
    lines += remarks(view)
    for seat in SEATS:
        words = placed_words(view, seat)
        if words:
            lines.append(f"{SIDE[seat]} stands: {words}.")
    lines += [f"{SIDE[seat]}'s treasures: {treasure_words(view, seat) or 'none left'}." for seat in SEATS]
    return "\n".join([*board, *folded(lines)]) + "\n"


def folded(lines: Sequence[str]) -> list[str]:
    """Lines none of which is longer than a terminal is wide."""
    return [part for line in lines for part in (wrap(line, COLUMNS, subsequent_indent="  ") or [""])]
