"""What a unit could do from where it stands, as far as a View shows the board."""

from __future__ import annotations

from dataclasses import dataclass

from engine.crusade.actions import (
    ahead,
    asides_of,
    commander_steps_of,
    falls,
    pawns_beside,
    shots_of,
    spells_of,
    targets_of,
)
from engine.crusade.names import COMMANDER, ROGUE, Piece
from engine.crusade.orders import read_clause
from engine.crusade.view import UnitView, View

Board = dict[str, Piece]


@dataclass(frozen=True, slots=True)
class Reach:
    """Squares by what a unit on `square` can do with them, were it its turn."""

    square: str
    steps: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    """Where the free side-step after its step leads."""
    captures: tuple[str, ...] = ()
    shots: tuple[str, ...] = ()
    grips: tuple[str, ...] = ()
    """Units within its telekinesis."""
    swaps: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    """Pawns beside a Commander."""
    deadly: tuple[str, ...] = ()
    """Captures in which it would fall to a Warrior."""

    def words(self) -> list[str]:
        """The same in words, a line each."""
        named = (
            ("Steps to", self.steps),
            ("Side-steps to", self.asides),
            ("Captures on", self.captures),
            ("Falls itself when it captures on", self.deadly),
            ("Shoots at", self.shots),
            ("Moves or turns by telekinesis", self.grips),
            ("Swaps with", self.swaps),
            ("Commands", self.commands),
        )
        return [f"{verb} {', '.join(squares)}." for verb, squares in named if squares]


def board_of(view: View) -> Board:
    """The units of a View, as the rules look at them."""
    return {unit.square: Piece(unit.seat, unit.kind, unit.facing) for unit in view.units}


def reach_on(board: Board, square: str, held: frozenset[str] = frozenset()) -> Reach:
    """What the unit on a square can do; units on `held` squares are in the grip of telekinesis."""
    piece = board[square]
    free = square not in held
    targets = targets_of(board, square) if free else []
    if piece.kind == COMMANDER and free:
        targets = commander_steps_of(board, square)
    steps = tuple(it for it in targets if it not in board)
    captures = tuple(it for it in targets if it in board)
    forward = ahead(square, piece) if piece.facing else ""
    asides = asides_of(board, square, forward) if forward in steps else []
    beside = pawns_beside(board, square) if piece.kind in (COMMANDER, ROGUE) else []
    return Reach(
        square,
        steps,
        tuple(it for it in asides if it not in steps),
        captures,
        tuple(shots_of(board, square)),
        tuple(dict.fromkeys(read_clause(spell)[""] for spell in spells_of(board, square))),
        tuple(it for it in beside if piece.kind == ROGUE and free and it not in held),
        tuple(beside) if piece.kind == COMMANDER else (),
        tuple(it for it in captures if falls(board, square, it)),
    )


def reach(view: View, square: str) -> Reach:
    """What the unit on a square of a View can do. Raises KeyError where none stands."""
    return reach_on(board_of(view), square, frozenset(unit.square for unit in view.units if unit.gripped))


def unit_at(view: View, square: str) -> UnitView | None:
    """The unit on a square, if the View shows one."""
    return next((unit for unit in view.units if unit.square == square), None)
