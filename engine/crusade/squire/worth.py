"""What a field is worth to a seat: units, treasures, who is near whose treasures, and what hangs."""

from collections.abc import Iterator
from typing import Final

from engine.crusade.actions import Board, ahead, asides_of, falls, is_pawn, shots_of, targets_of
from engine.crusade.names import (
    ARCHER,
    BISHOP,
    CASTER,
    COMMANDER,
    DIRECTION,
    KNIGHT,
    OTHER,
    PALADIN,
    ROGUE,
    STEP,
    WARRIOR,
    Piece,
)
from engine.crusade.squire.field import Field
from engine.crusade.squire.ways import NEVER, ways

VALUE: Final = {
    ARCHER: 3.0,
    CASTER: 2.4,
    ROGUE: 3.2,
    WARRIOR: 3.0,
    BISHOP: 5.0,
    COMMANDER: 4.0,
    KNIGHT: 5.0,
    PALADIN: 5.0,
}

WON: Final = 1000.0
TREASURES: Final = (WON, 25.0, 15.0, 7.0, 0.0)
"""What it is worth to have left the other side so many treasures."""

NEAR: Final = tuple(4.0 / (turns + 1) for turns in range(NEVER + 1))
"""What it is worth to be so many turns from a treasure."""

PRESSING: Final = 0.06
"""How much every other unit counts that comes nearer."""

DREAD: Final = 0.8
"""How much the other side's advance counts beside one's own."""

RETAKEN: Final = 0.9
"""How sure he is that a unit can be taken back on a square that is covered."""


def worth(field: Field, seat: str) -> float:
    """What the field is worth to a seat, nobody being about to move."""
    other = OTHER[seat]
    return _half(field, seat) - _half(field, other, DREAD)


def _half(field: Field, seat: str, hope: float = 1.0) -> float:
    """What a seat's units and prospects are worth."""
    goals = [at for at, treasure in field.treasures.items() if treasure.owner != seat]
    best = [NEVER] * len(goals)
    units, pressing = 0.0, 0.0
    for square, piece in field.board.items():
        if piece.seat != seat:
            continue
        units += VALUE[piece.kind]
        turns = ways(piece.kind, piece.facing, square)
        nearest = NEVER
        for place, goal in enumerate(goals):
            count = turns.get(goal, NEVER)
            if count < best[place]:
                best[place] = count
            if count < nearest:
                nearest = count
        pressing += NEAR[nearest]
    if not units:
        return -WON
    return units + TREASURES[len(goals)] + hope * (sum(NEAR[it] for it in best) + PRESSING * pressing)


def gains(field: Field, seat: str) -> Iterator[tuple[float, str, str]]:
    """What a seat could gain by one capture or treasure: how much, by which unit, and where that ends."""
    board, treasures = field.board, field.treasures
    left = sum(treasure.owner != seat for treasure in treasures.values())
    treasure_gain = TREASURES[left - 1] - TREASURES[left] if left else 0.0
    for square, piece in board.items():
        if piece.seat != seat:
            continue
        if piece.kind == ARCHER:
            for target in shots_of(board, square):
                yield VALUE[board[target].kind], square, ""
        if square in field.held:
            continue
        for to in targets_of(board, square):
            victim = board.get(to)
            if victim is None:
                if to in treasures and treasures[to].owner != seat:
                    yield treasure_gain, square, to
                continue
            gain = VALUE[victim.kind]
            if falls(board, square, to):
                yield gain - VALUE[piece.kind], square, ""
                continue
            if to in treasures and treasures[to].owner != seat:
                gain += treasure_gain
            yield gain, square, to
        if piece.facing and (forward := ahead(square, piece)):
            for end in asides_of(board, square, forward):
                if end in treasures and treasures[end].owner != seat:
                    yield treasure_gain, square, end


def covered(board: Board, seat: str) -> set[str]:
    """The squares on which a seat could take back: where its units could capture whatever stood there."""
    found: set[str] = set()
    for square, piece in board.items():
        if piece.seat != seat:
            continue
        if is_pawn(piece):
            direction = DIRECTION[piece.facing]
            steps = STEP[square]
            found.update((steps[(direction - 1) % 8], steps[(direction + 1) % 8]))
            if piece.kind in (WARRIOR, ARCHER):
                found.add(steps[direction])
        elif piece.kind != COMMANDER:
            found.update(targets_of(board, square))
            found.update(_guarded(board, square, piece))
    return found


def _guarded(board: Board, square: str, piece: Piece) -> list[str]:
    """The squares of its own side on which a Noble could take back."""
    enemy = OTHER[piece.seat]
    open_targets = targets_of({**board, square: piece._replace(seat=enemy)}, square)
    return [it for it in open_targets if it in board and board[it].seat == piece.seat]


def danger(field: Field, seat: str) -> float:
    """What the other side can gain with its next turn, and half of what it can gain with the one after."""
    cover = covered(field.board, seat)
    best: dict[str, float] = {}
    for gain, square, end in gains(field, OTHER[seat]):
        if end in cover:
            gain -= RETAKEN * VALUE[field.board[square].kind]
        if gain > 0 and gain > best.get(end or square, 0.0):
            best[end or square] = gain
    worst = sorted(best.values(), reverse=True)[:2]
    return worst[0] + 0.25 * sum(worst[1:]) if worst else 0.0


def promise(field: Field, seat: str) -> float:
    """What a seat could gain next if the other side did nothing."""
    cover = covered(field.board, OTHER[seat])
    found = 0.0
    for gain, square, end in gains(field, seat):
        if end in cover:
            gain -= RETAKEN * VALUE[field.board[square].kind]
        found = max(found, min(gain, 12.0))
    return found
