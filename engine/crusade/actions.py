"""What units can do, and doing it (chapters 4 to 6).

Each `..._of` function lists what is legal in a position; the others carry something out on a `Draft`. Lists
are the one source of legality: an order is legal when each of its parts is on the list for it.
"""

from collections.abc import Container, Iterable
from typing import Protocol

from engine.crusade.events import Captured, Countered, Gripped, Moved, Swapped, TreasureTaken, Turned
from engine.crusade.names import (
    ARCHER,
    BISHOP,
    BISHOP_LINES,
    CASTER,
    COMMANDER,
    DELTAS,
    DIRECTION,
    JUMPS,
    KNIGHT,
    NEIGHBOURS,
    OTHER_FACINGS,
    PALADIN_LINES,
    PAWN,
    RANK,
    ROGUE,
    STEP,
    TURNS,
    WARRIOR,
    Piece,
)
from engine.crusade.orders import ASIDE, FACING, TO, read_clause
from engine.crusade.state import Draft

Board = dict[str, Piece]


class Ground(Protocol):
    """What a unit can do depends on where units stand and on whom telekinesis holds."""

    @property
    def board(self) -> Board:
        """The units by square."""
        ...

    def may_move(self, square: str) -> bool:
        """Whether no telekinesis holds the unit there."""
        ...


def is_pawn(piece: Piece) -> bool:
    """Whether a unit is a Pawn of any kind."""
    return RANK[piece.kind] == PAWN


def ahead(square: str, piece: Piece) -> str:
    """The square before a Pawn, "" beyond the edge."""
    return STEP[square][DIRECTION[piece.facing]]


# -- where units can go --------------------------------------------------------------------------------------


def basic_targets_of(board: Board, square: str) -> list[str]:
    """Where a Pawn's basic Move and Capture lead (rule 4.2)."""
    piece = board[square]
    direction = DIRECTION[piece.facing]
    steps = STEP[square]
    found: list[str] = []
    forward = steps[direction]
    if forward and forward not in board:
        found.append(forward)
    for side in (direction - 1, direction + 1):
        target = steps[side % 8]
        if target and (other := board.get(target)) is not None and other.seat != piece.seat:
            found.append(target)
    return found


def targets_of(board: Board, square: str) -> list[str]:
    """Every square a unit can step to or capture on by moving; a Commander is moved by `command`."""
    piece = board[square]
    kind = piece.kind
    if is_pawn(piece):
        found = basic_targets_of(board, square)
        if kind == WARRIOR:
            forward = ahead(square, piece)
            if forward and (other := board.get(forward)) is not None and other.seat != piece.seat:
                found.append(forward)
        elif kind == ROGUE:
            forward = ahead(square, piece)
            if forward and forward not in board:
                second = STEP[forward][DIRECTION[piece.facing]]
                if second and second not in board:
                    found.append(second)
            found.extend(it for it in NEIGHBOURS[square] if it not in board and it not in found)
        return found
    if kind == KNIGHT:
        return [it for it in JUMPS[square] if (other := board.get(it)) is None or other.seat != piece.seat]
    if kind == COMMANDER:
        return []
    found = []
    for line in (BISHOP_LINES if kind == BISHOP else PALADIN_LINES)[square]:
        for target in line:
            other = board.get(target)
            if other is None:
                found.append(target)
                continue
            if other.seat != piece.seat:
                found.append(target)
            break
    return found


def commander_steps_of(board: Board, square: str) -> list[str]:
    """Where a Commander can step: it captures nothing (rule 5.2)."""
    return [it for it in NEIGHBOURS[square] if it not in board]


def asides_of(board: Board, square: str, to: str) -> list[str]:
    """The free side-steps after a Pawn's step straight forward (rule 4.2.3)."""
    piece = board[square]
    if not is_pawn(piece) or to in board or to != ahead(square, piece):
        return []
    direction = DIRECTION[piece.facing]
    sides = (STEP[to][(direction - 2) % 8], STEP[to][(direction + 2) % 8])
    return [it for it in sides if it and it not in board]


def facings_of(piece: Piece) -> tuple[str, ...]:
    """What one Rotate can make of a Pawn's facing."""
    return TURNS[piece.facing] if is_pawn(piece) else ()


def rotations_of(piece: Piece) -> tuple[str, ...]:
    """What the Rotate action can make of it: a Rogue may rotate once more after it (rule 4.5.4)."""
    return OTHER_FACINGS[piece.facing] if piece.kind == ROGUE else facings_of(piece)


def shots_of(board: Board, square: str) -> list[str]:
    """What an Archer can hit: any enemy on the next square ahead, a Pawn also on the one after (rule 4.3)."""
    piece = board[square]
    if piece.kind != ARCHER:
        return []
    found: list[str] = []
    first = ahead(square, piece)
    if first and (other := board.get(first)) is not None and other.seat != piece.seat:
        found.append(first)
    second = STEP[first][DIRECTION[piece.facing]] if first else ""
    if second and (other := board.get(second)) is not None and other.seat != piece.seat and is_pawn(other):
        found.append(second)
    return found


def spells_of(board: Board, square: str) -> list[str]:
    """What telekinesis can do: `B4 to C5` or `B4 facing east` (rule 4.4)."""
    piece = board.get(square)
    if piece is None or piece.kind != CASTER:
        return []
    found: list[str] = []
    at = square
    for _ in range(2):
        at = STEP[at][DIRECTION[piece.facing]]
        if not at:
            break
        target = board.get(at)
        if target is None:
            continue
        found.extend(f"{at} {TO} {to}" for to in NEIGHBOURS[at] if to not in board)
        found.extend(f"{at} {FACING} {facing}" for facing in facings_of(target))
    return found


def swaps_of(ground: Ground, square: str) -> list[str]:
    """The Pawns a Rogue can change places with (rule 4.5.2)."""
    board = ground.board
    piece = board[square]
    if piece.kind != ROGUE or not ground.may_move(square):
        return []
    return [
        at
        for at in NEIGHBOURS[square]
        if (other := board.get(at)) is not None
        and other.seat == piece.seat
        and is_pawn(other)
        and ground.may_move(at)
    ]


def pawns_beside(board: Board, square: str) -> list[str]:
    """The Pawns of its own side next to a Commander."""
    seat = board[square].seat
    return [
        at
        for at in NEIGHBOURS[square]
        if (other := board.get(at)) is not None and other.seat == seat and is_pawn(other)
    ]


def turns_of(board: Board, square: str) -> list[str]:
    """The one Rotate a Commander can order first: `C3 facing east`."""
    return [
        f"{at} {FACING} {facing}" for at in pawns_beside(board, square) for facing in facings_of(board[at])
    ]


def deeds_of(ground: Ground, square: str, done: tuple[str, ...] = ()) -> list[str]:
    """The basic actions a Commander can order; `done` are the squares of Pawns that have acted."""
    board = ground.board
    found: list[str] = []
    for at in pawns_beside(board, square):
        if at in done:
            continue
        piece = board[at]
        turned = facings_of(piece)
        if ground.may_move(at):
            for to in basic_targets_of(board, at):
                step = f"{at} {TO} {to}"
                found.append(step)
                if not falls(board, at, to):
                    found.extend(f"{step} {FACING} {facing}" for facing in turned)
                for aside in asides_of(board, at, to):
                    found.append(f"{step} {ASIDE} {aside}")
                    found.extend(f"{step} {ASIDE} {aside} {FACING} {facing}" for facing in turned)
        found.extend(f"{at} {FACING} {facing}" for facing in turned)
    return found


def rogues_beside(board: Board, square: str, seat: str) -> list[str]:
    """The Rogues of a seat next to a square."""
    return [
        at
        for at in NEIGHBOURS[square]
        if (piece := board.get(at)) is not None and piece.kind == ROGUE and piece.seat == seat
    ]


def followers_of(ground: Ground, seat: str, exits: Iterable[str], acted: Container[str]) -> list[str]:
    """The Rogues that can step for free onto a square just left: `C2 to D3 facing east` (rule 4.5.3)."""
    board = ground.board
    found: list[str] = []
    for left in exits:
        if left in board:
            continue
        for at in rogues_beside(board, left, seat):
            if at not in acted and ground.may_move(at):
                step = f"{at} {TO} {left}"
                found.append(step)
                found.extend(f"{step} {FACING} {facing}" for facing in facings_of(board[at]))
    return found


def falls(board: Board, square: str, to: str) -> bool:
    """Whether a unit that captures there falls too, coming over a Warrior's front diagonal (rule 4.6)."""
    other = board.get(to)
    if other is None or other.kind != WARRIOR:
        return False
    if board[square].kind == KNIGHT:  # an L never ends with a diagonal (ruling 5.3.2)
        return False
    over = (square[0] > to[0]) - (square[0] < to[0])
    up = (square[1] > to[1]) - (square[1] < to[1])
    front = DIRECTION[other.facing]
    return any(DELTAS[(front + side) % 8] == (over, up) for side in (-1, 1))


# -- doing it ------------------------------------------------------------------------------------------------


def go(draft: Draft, square: str, to: str, aside: str | None = None, facing: str | None = None) -> str:
    """Step or capture; the square where the unit ends, "" when it was counter-captured."""
    board = draft.state.board
    piece = board[square]
    other = board.get(to)
    if other is not None:
        fallen = falls(board, square, to)
        draft.emit(Captured(other.seat, other.kind, to, piece.kind, square))
        if fallen:
            draft.emit(Countered(piece.seat, piece.kind, square))
            return ""
    draft.emit(Moved(piece.seat, piece.kind, square, to))
    end = to
    if aside is not None:
        draft.emit(Moved(piece.seat, piece.kind, to, aside))
        end = aside
    if facing is not None:
        turn(draft, end, facing)
    land(draft, end)
    return end


def turn(draft: Draft, square: str, facing: str) -> None:
    """Rotate a Pawn."""
    piece = draft.state.board[square]
    draft.emit(Turned(piece.seat, piece.kind, square, facing))


def land(draft: Draft, square: str) -> None:
    """Capture the treasure a unit of the player to move has come to stand on (rule 6.1)."""
    state = draft.state
    piece = state.board[square]
    treasure = state.treasures.get(square)
    if treasure is not None and piece.seat == state.mover and treasure.owner != piece.seat:
        draft.emit(TreasureTaken(piece.seat, treasure.kind, square))


def shoot(draft: Draft, square: str, target: str) -> None:
    """Capture with an Archer."""
    board = draft.state.board
    other = board[target]
    draft.emit(Captured(other.seat, other.kind, target, board[square].kind, square))


def cast(draft: Draft, spell: str) -> None:
    """Move or turn a unit by telekinesis; it may not move until its owner's next turn is over."""
    parts = read_clause(spell)
    at = parts[""]
    state = draft.state
    piece = state.board[at]
    if TO in parts:
        draft.emit(Moved(piece.seat, piece.kind, at, parts[TO]))
        at = parts[TO]
        land(draft, at)
    else:
        turn(draft, at, parts[FACING])
    until = state.turn + (2 if piece.seat == state.mover else 1)
    draft.emit(Gripped(piece.seat, piece.kind, at, until))


def swap(draft: Draft, square: str, other: str, facing: str | None) -> None:
    """Let a Rogue change places with a Pawn."""
    board = draft.state.board
    draft.emit(Swapped(board[square].seat, board[other].kind, square, other))
    if facing is not None:
        turn(draft, other, facing)
    for at in (square, other):
        land(draft, at)


def do_deed(draft: Draft, deed: str) -> str:
    """A basic action; the square where the Pawn ends, "" when it fell."""
    parts = read_clause(deed)
    if TO in parts:
        return go(draft, parts[""], parts[TO], parts.get(ASIDE), parts.get(FACING))
    turn(draft, parts[""], parts[FACING])
    return parts[""]


def follow(draft: Draft, follower: str) -> tuple[str, str]:
    """Let a Rogue step onto a square just left; the squares it leaves and takes."""
    parts = read_clause(follower)
    at, left = parts[""], parts[TO]
    piece = draft.state.board[at]
    draft.emit(Moved(piece.seat, piece.kind, at, left))
    if FACING in parts:
        turn(draft, left, parts[FACING])
    land(draft, left)
    return at, left
