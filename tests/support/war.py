"""Positions for the chapters on movement and combat, and the dice that lead to a wanted result.

After every step random walks along what is offered are made: nothing offered is ever refused.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.high_crusade.pack import CombatTable
from engine.kernel.game import Event
from engine.kernel.soundness import check_offers
from tests.support.board import Board, pack

WALKS = 8

TWO_DICE = {total: (max(1, total - 6), total - max(1, total - 6)) for total in range(2, 13)}
"""Two dice that add up to each total."""


class War(Board):
    """A board on which neither side has any shift: no Equipment or I.Q. modifier, nobody anywhere."""

    def set(self, **fields: Any) -> "War":
        """Set fields of the position."""
        super().set(**fields)
        return self

    def ally(self, *races: str, permanent: bool = False) -> "War":
        """Make Independent Races allies."""
        super().ally(*races, permanent=permanent)
        return self

    def begin(self, phase: str, dice: Sequence[int] = ()) -> "War":
        """Begin a phase and wait in it.

        Two armies that could always fight each other at Quill keep a combat phase from passing by itself.
        """
        if phase.endswith("combat"):
            self.unit("Crusader army I", "Quill 1", 1)
            self.unit("Wersgorix army T", "Quill 2", 1)
        self.phase(phase, dice)
        self._walk()
        return self

    def give(self, seat: str, line: str, dice: Sequence[int] = ()) -> list[Event]:
        """Give an order that must be accepted; what came of it."""
        events = super().give(seat, line, dice)
        self._walk()
        return events

    def _walk(self) -> None:
        for number in range(WALKS):
            if self.state.result is None:
                check_offers(self.game, self.state, Random(number))

    def attack(self, seat: str, target: str, pieces: str, kind: str, dice: Sequence[int] = ()) -> list[Event]:
        """Announce an attack and resolve it at once."""
        self.give(seat, f"attack {target} with {pieces}")
        return self.give(seat, f"resolve {target} by {kind}", dice)


def _column(table: CombatTable[Any], label: str) -> int:
    return next(place for place, column in enumerate(table.columns) if column.label == label)


def crusader_dice(result: int | str, column: str = "0") -> tuple[int, int]:
    """Two dice that give a fleet result (a number) or a ground result (a letter) in a Crusader column."""
    table = pack().crusader_table
    place = _column(table, column)
    side = 0 if isinstance(result, int) else 1
    return next(TWO_DICE[total] for total in TWO_DICE if table.cell(place, total)[side] == result)


def imperial_dice(attacker: int, defender: int, column: str = "0") -> tuple[int, int]:
    """Two dice that give these losses in a Wersgorix column."""
    table = pack().wersgorix_table
    place = _column(table, column)
    return next(TWO_DICE[total] for total in TWO_DICE if table.cell(place, total) == (attacker, defender))


__all__ = ["TWO_DICE", "War", "crusader_dice", "imperial_dice"]
