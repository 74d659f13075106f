"""The board as the squire sees it, and what a move makes of it: every move gives a new field."""

from typing import NamedTuple

from engine.crusade.actions import Board, falls
from engine.crusade.names import Piece, Treasure
from engine.crusade.view import View


class Field(NamedTuple):
    """Where units stand and treasures lie, and whom telekinesis holds."""

    board: Board
    treasures: dict[str, Treasure]
    held: frozenset[str]

    def may_move(self, square: str) -> bool:
        """Whether no telekinesis holds the unit there."""
        return square not in self.held


def field_of(view: View) -> Field:
    """The field that a view shows."""
    return Field(
        {unit.square: Piece(unit.seat, unit.kind, unit.facing) for unit in view.units},
        {treasure.square: Treasure(treasure.owner, treasure.kind) for treasure in view.treasures},
        frozenset(unit.square for unit in view.units if unit.gripped),
    )


def gone(
    field: Field, square: str, to: str, aside: str | None = None, facing: str | None = None
) -> tuple[Field, str]:
    """After a step or capture; and the square where the unit ends, "" when it fell to a Warrior."""
    board = dict(field.board)
    fallen = falls(board, square, to)
    piece = board.pop(square)
    if fallen:
        del board[to]
        return field._replace(board=board), ""
    end = aside or to
    board.pop(to, None)
    board[end] = piece if facing is None else piece._replace(facing=facing)
    return field._replace(board=board, treasures=_landed(field.treasures, piece.seat, end)), end


def turned(field: Field, square: str, facing: str) -> Field:
    """After a Pawn was rotated."""
    return field._replace(board={**field.board, square: field.board[square]._replace(facing=facing)})


def shot(field: Field, target: str) -> Field:
    """After an Archer hit."""
    return field._replace(board={at: piece for at, piece in field.board.items() if at != target})


def pushed(field: Field, seat: str, at: str, to: str | None, facing: str | None) -> Field:
    """After telekinesis of a seat, which moved or turned a unit."""
    piece = field.board[at]
    if to is None:
        assert facing is not None
        return turned(field, at, facing)._replace(held=field.held | {at})
    board = dict(field.board)
    board[to] = board.pop(at)
    treasures = _landed(field.treasures, seat, to) if piece.seat == seat else field.treasures
    return Field(board, treasures, (field.held - {at}) | {to})


def swapped(field: Field, square: str, other: str) -> Field:
    """After a Rogue changed places with a Pawn."""
    board = dict(field.board)
    board[square], board[other] = board[other], board[square]
    seat = board[other].seat
    return field._replace(board=board, treasures=_landed(_landed(field.treasures, seat, square), seat, other))


def recruited(field: Field, square: str, piece: Piece) -> Field:
    """After a unit was recruited."""
    return field._replace(board={**field.board, square: piece})


def _landed(treasures: dict[str, Treasure], seat: str, square: str) -> dict[str, Treasure]:
    treasure = treasures.get(square)
    if treasure is None or treasure.owner == seat:
        return treasures
    return {at: it for at, it in treasures.items() if at != square}
