"""Crusade in words, as the doors ask for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from engine.crusade.names import KINDS, NOBLES, PAWNS, SEATS, SQUARES
from engine.crusade.view import UnitView, View
from engine.kernel.game import Event
from render.crusade.facts import (
    SIDE,
    captured_by,
    counted,
    dealt_words,
    facing_words,
    many,
    needed_by,
    phase_words,
    placing,
    remarks,
    secret,
    special_words,
    taken_by,
    turn_words,
    units_of,
    winner_words,
)
from render.crusade.lore import BASICS, TREASURES, UNITS
from render.crusade.reach import Reach, reach, unit_at
from render.crusade.words import (
    KEY,
    army_lines,
    folded,
    grid,
    head_lines,
    placed_words,
    reach_lines,
    side_lines,
    square_words,
    treasure_words,
)
from render.kinds import FAINT, HEADING, LOUD, Meter, Notes, Table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

ONLY_YOU: Final = "only you know this"


def _text(board: Iterable[str], lines: Iterable[str]) -> Text:
    """A board that is never wrapped, and lines that are."""
    from rich.text import Text

    return Text("\n".join([*board, *folded(list(lines))]), no_wrap=True)


class CrusadeScribe:
    """Puts Views of Crusade into words."""

    def aim(self, view: View) -> tuple[str, ...]:
        """What it is about and how it is won."""
        return (
            "Two armies, dealt alike by the dice and placed in secret, meet on a board of eight by eight.",
            "Who captures all treasures of the other side wins, or all its units.",
        )

    def tone(self, line: str) -> str:
        """The armies come, treasures are taken, somebody passes."""
        if line.startswith("Both armies are revealed"):
            return HEADING
        if line.endswith(" passes."):
            return FAINT
        return LOUD if "captures the" in line or line.endswith(" wins.") else ""

    def phase(self, view: View) -> str:
        """Turn and who has to act: "Turn 12 · White to move"."""
        return f"{turn_words(view)} · {phase_words(view)}" if view.phase == "turns" else phase_words(view)

    def mark(self, view: View) -> str:
        """A report is due after each turn, and when the armies are revealed."""
        return f"{view.phase}:{view.turn}"

    def episode(self, view: View) -> str:
        """Nothing: a turn is one report."""
        return ""

    def scene(self, event: Event, now: str) -> str:
        """Nothing."""
        return ""

    def result(self, view: View) -> str:
        """Who won and how."""
        return winner_words(view)

    def progress(self, view: View) -> list[str]:
        """Treasures and units of both sides, and what else can end the game."""
        if placing(view):
            ready = [SIDE[seat] for seat in view.ready]
            return [
                f"Each army: {dealt_words(view)}.",
                *special_words(view),
                *(f"{one} is ready." for one in ready),
            ]
        lines = []
        for seat in SEATS:
            taken, needed = len(taken_by(view, seat)), needed_by(view, seat)
            left = many(len(units_of(view, seat)), "unit")
            lines.append(f"{SIDE[seat]}: {taken} of {needed} treasures, {left} left")
        return [*lines, *remarks(view)]

    def board(self, view: View, seat: str = "") -> RenderableType:
        """The board in letters."""
        lines = [line for side in reversed(SEATS) for line in side_lines(view, side)]
        lines += army_lines(view) if placing(view) else []
        lines += [*special_words(view)[1:], *remarks(view)]
        return _text([*head_lines(view), "", *grid(view), "", *KEY, ""], lines)

    def about(self, view: View, words: str, seat: str = "") -> RenderableType | None:
        """A square with what its unit can do, a kind, a side; without words, all that the seat has."""
        wanted = words.strip().casefold()
        square = wanted.upper()
        if not wanted:
            return _text((), _own_lines(view, seat))
        if square in SQUARES:
            return self._square(view, square)
        kind = next((it for it in KINDS if wanted in (it, f"{it}s")), "")
        if kind:
            basics = BASICS if kind in PAWNS else ()
            stand = [
                f"{SIDE[unit.seat]}: {unit.square}, {facing_words(unit)}"
                for unit in view.units
                if unit.kind == kind
            ]
            return _text(
                (), [f"{kind.title()}:", *UNITS[kind].words, *basics, *(stand or ["None is on the board."])]
            )
        treasure = {"supply": "supply", "supplies": "supply", "relic": "relic", "relics": "relic"}.get(wanted)
        if treasure:
            lie = [f"{SIDE[it.owner]}'s on {it.square}" for it in view.treasures if it.kind == treasure]
            return _text((), [f"{treasure.title()}:", *TREASURES[treasure], *lie])
        if wanted in SEATS:
            stands = placed_words(view, wanted) or "Nothing of it can be seen"
            lies = treasure_words(view, wanted) or "none left"
            return _text((), [*side_lines(view, wanted), f"{stands}.", f"Treasures: {lies}."])
        return None

    def _square(self, view: View, square: str) -> Text:
        unit = unit_at(view, square)
        said = square_words(view, square)
        can: Reach | None = None
        if unit is not None:
            can = reach(view, square)
            said += reach_lines(can) or ["It has nowhere to go."]
        return _text([*grid(view, can), ""], [f"{square}:", *(said or ["Nothing can be seen here."])])

    def dossier(self, view: View, seat: str) -> RenderableType:
        """The army to place; later all units of the seat with what they can do."""
        return _text((), _own_lines(view, seat))

    def tracks(self, view: View) -> tuple[Table | Notes, ...]:
        """Treasures, units, quiet turns, offers."""
        if placing(view):
            rows = tuple((SIDE[seat], "ready" if seat in view.ready else "placing") for seat in SEATS)
            dealt = (f"Each army: {dealt_words(view)}.", *special_words(view))
            return (Table("Placing the armies", rows), Notes("The dice", dealt))
        taken = tuple(
            (
                SIDE[seat],
                Meter(len(taken_by(view, seat)), needed_by(view, seat)),
                counted(taken_by(view, seat)),
            )
            for seat in SEATS
        )
        units = []
        for seat in SEATS:
            here = units_of(view, seat)
            nobles = sum(unit.kind in NOBLES for unit in here)
            units.append((SIDE[seat], str(len(here) - nobles), str(nobles), counted(captured_by(view, seat))))
        shown: list[Table | Notes] = [
            Table("Treasures captured", taken),
            Table("Units", tuple(units), ("Side", "Pawns", "Nobles", "Has captured")),
            Table("Quiet turns", (("In a row", Meter(view.quiet, view.quiet_limit)),)),
        ]
        affairs = (*special_words(view), *remarks(view))
        return (*shown, Notes("Affairs", affairs))

    def knowledge(self, view: View) -> tuple[Table | Notes, ...]:
        """While armies are placed what this seat has placed and has left; later its units."""
        if secret(view):
            placed = tuple((unit.square, unit.kind.title()) for unit in units_of(view, view.viewer))
            left = tuple((kind.title(), str(count)) for kind, count in view.to_place.items())
            return (
                Table(f"Placed ({ONLY_YOU})", placed) if placed else Notes("Placed", ("Nothing yet.",)),
                Table(f"Still to place ({ONLY_YOU})", left)
                if left
                else Notes("", ("Your whole army stands.",)),
            )
        own = units_of(view, view.viewer)
        if not own:
            return ()
        rows = tuple((unit.square, facing_words(unit), _short(view, unit)) for unit in own)
        return (Table("Your units", rows, ("Square", "Unit", "Can")),)

    def faces(self, view: View, lines: Sequence[str]) -> tuple[str, ...]:
        """None: there are no cards in secret."""
        return ()


def _short(view: View, unit: UnitView) -> str:
    """What a unit can do, in few words."""
    can = reach(view, unit.square)
    parts = [
        f"{word} {' '.join(squares)}"
        for word, squares in (
            ("capture", can.captures),
            ("shoot", can.shots),
            ("cast on", can.grips),
            ("command", can.commands),
            ("step to", can.steps),
        )
        if squares
    ]
    return "; ".join(parts) or "nothing"


def _own_lines(view: View, seat: str) -> list[str]:
    if seat not in SEATS:
        return [f"{SIDE[one]}: {placed_words(view, one) or 'nothing to be seen'}." for one in SEATS]
    if placing(view):
        stands = placed_words(view, seat) or "nothing yet"
        return [f"You have placed: {stands}.", *army_lines(view), *special_words(view)]
    lines = [f"{SIDE[seat]} has {many(len(units_of(view, seat)), 'unit')}:"]
    lines += [f"{unit.square} {facing_words(unit)}: {_short(view, unit)}" for unit in units_of(view, seat)]
    return [*lines, *side_lines(view, seat)]


SCRIBE: Final = CrusadeScribe()
