"""The board and the pieces: squares, directions, kinds."""

from typing import Final, NamedTuple

from engine.kernel.seats import Seat

WHITE: Final = Seat("white")
BLACK: Final = Seat("black")
SEATS: Final[tuple[Seat, ...]] = (WHITE, BLACK)
OTHER: Final[dict[str, Seat]] = {WHITE: BLACK, BLACK: WHITE}

FILES: Final = "ABCDEFGH"
SQUARES: Final = tuple(f"{file}{row}" for row in range(1, 9) for file in FILES)

PAWNS: Final = ("archer", "caster", "rogue", "warrior")
NOBLES: Final = ("bishop", "commander", "knight", "paladin")
KINDS: Final = PAWNS + NOBLES
ARCHER, CASTER, ROGUE, WARRIOR = PAWNS
BISHOP, COMMANDER, KNIGHT, PALADIN = NOBLES

PAWN: Final = "pawn"
NOBLE: Final = "noble"
RANK: Final = {**dict.fromkeys(PAWNS, PAWN), **dict.fromkeys(NOBLES, NOBLE)}
OF_RANK: Final = {PAWN: PAWNS, NOBLE: NOBLES}

SUPPLY: Final = "supply"
RELIC: Final = "relic"
RECRUIT: Final = {SUPPLY: PAWN, RELIC: NOBLE}

# The eight directions, clockwise from north (towards row 8); a Pawn faces one of the four even ones.
DELTAS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
ORTHOGONAL: Final = (0, 2, 4, 6)
DIAGONAL: Final = (1, 3, 5, 7)
FACINGS: Final = ("north", "east", "south", "west")
DIRECTION: Final = {facing: 2 * place for place, facing in enumerate(FACINGS)}
FORWARD: Final[dict[str, str]] = {WHITE: "north", BLACK: "south"}

TURNS: Final = {
    facing: (FACINGS[place - 1], FACINGS[(place + 1) % 4]) for place, facing in enumerate(FACINGS)
}
"""For each facing the two that one Rotate leads to, left and right."""

OTHER_FACINGS: Final = {facing: tuple(it for it in FACINGS if it != facing) for facing in FACINGS}


def _square(file: int, row: int) -> str:
    return f"{FILES[file]}{row + 1}" if 0 <= file < 8 and 0 <= row < 8 else ""


def _place(square: str) -> tuple[int, int]:
    return FILES.index(square[0]), int(square[1]) - 1


STEP: Final = {
    square: tuple(_square(file + over, row + up) for over, up in DELTAS)
    for square in SQUARES
    for file, row in (_place(square),)
}
"""The neighbour of a square in each of the eight directions, "" beyond the edge."""

NEIGHBOURS: Final = {square: tuple(filter(None, steps)) for square, steps in STEP.items()}

JUMPS: Final = {
    square: tuple(
        target
        for over, up in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
        if (target := _square(file + over, row + up))
    )
    for square in SQUARES
    for file, row in (_place(square),)
}
"""Where a Knight can jump from a square."""

ORDINAL: Final = {square: place for place, square in enumerate(SQUARES)}


def opposite(square: str) -> str:
    """The square turned about the middle of the board."""
    return SQUARES[63 - ORDINAL[square]]


def home_row(square: str, seat: str) -> int:
    """Which row the square is in, counted from the seat's own edge: 1 to 8."""
    row = int(square[1])
    return row if seat == WHITE else 9 - row


def _line(square: str, direction: int, most: int) -> tuple[str, ...]:
    line: list[str] = []
    at = square
    while len(line) < most and (at := STEP[at][direction]):
        line.append(at)
    return tuple(line)


BISHOP_LINES: Final = {
    square: tuple(line for d in DIAGONAL if (line := _line(square, d, 5))) for square in SQUARES
}
PALADIN_LINES: Final = {
    square: tuple(line for d in ORTHOGONAL if (line := _line(square, d, 3))) for square in SQUARES
}

HOME_ROWS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    seat: tuple(tuple(it for it in SQUARES if home_row(it, seat) == row) for row in (1, 2, 3))
    for seat in SEATS
}
"""The squares of a seat's first three rows."""


class Piece(NamedTuple):
    """A unit on the board. Nobles face nowhere."""

    seat: str
    kind: str
    facing: str = ""


class Treasure(NamedTuple):
    """A treasure on the board, and whose it is."""

    owner: str
    kind: str


def fresh(seat: str, kind: str) -> Piece:
    """A unit as it comes onto the board: a Pawn faces forward."""
    return Piece(seat, kind, FORWARD[seat] if RANK[kind] == PAWN else "")


def a(kind: str) -> str:
    """The kind with its article."""
    return f"an {kind.title()}" if kind[0] in "aeiou" else f"a {kind.title()}"
