"""How many turns a unit needs to a square on an empty board."""

from collections import deque
from functools import cache
from typing import Final

from engine.crusade.actions import asides_of, commander_steps_of, facings_of, targets_of
from engine.crusade.names import COMMANDER, FACINGS, ROGUE, WHITE, Piece

NEVER: Final = 99
"""Where a unit cannot get at all: a Bishop to squares of the other colour."""

Place = tuple[str, str]
"""A square and a facing, "" for a Noble."""


@cache
def ways(kind: str, facing: str, square: str) -> dict[str, int]:
    """Turns from here to every square that can be reached."""
    found: dict[str, int] = {square: 0}
    seen: set[Place] = {(square, facing)}
    queue: deque[tuple[Place, int]] = deque([((square, facing), 0)])
    while queue:
        place, turns = queue.popleft()
        for after in _next(kind, place):
            if after not in seen:
                seen.add(after)
                found.setdefault(after[0], turns + 1)
                queue.append((after, turns + 1))
    return found


@cache
def _next(kind: str, place: Place) -> tuple[Place, ...]:
    square, facing = place
    piece = Piece(WHITE, kind, facing)
    board = {square: piece}
    if not facing:
        steps = commander_steps_of(board, square) if kind == COMMANDER else targets_of(board, square)
        return tuple((to, "") for to in steps)
    ends = [end for to in targets_of(board, square) for end in (to, *asides_of(board, square, to))]
    faces = (facing, *facings_of(piece))
    rotations = FACINGS if kind == ROGUE else faces
    return tuple({*((end, face) for end in ends for face in faces), *((square, face) for face in rotations)})


def turns_to(piece: Piece, square: str, target: str) -> int:
    """Turns this unit needs from one square to another, `NEVER` if it cannot get there."""
    return ways(piece.kind, piece.facing, square).get(target, NEVER)
