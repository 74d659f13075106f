"""Hex arithmetic on a bounded map; pure integers, no drawing and no game.

A hex is one int, ``col * 100 + row``, both counted from 1: 512 is column 5, row 12, printed "0512".
Hexes are flat-topped: a column is a vertical stack, and every even column hangs half a hex lower than
the odd ones beside it. The six directions go clockwise from the top::

         0 N
    5 NW     1 NE
    4 SW     2 SE
         3 S

Distances use cube coordinates (q, r, s) with q + r + s = 0: q is the column, r grows southward.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

DIRECTIONS: tuple[str, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""Names of directions 0 to 5."""

CUBE_STEPS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The change of (q, r) one step in each direction."""

MAX_SIDE = 99
"""A column or row has at most two digits."""

_OFF = 255


def make(col: int, row: int) -> int:
    """The hex in this column and row."""
    return col * 100 + row


def split(at: int) -> tuple[int, int]:
    """Column and row of a hex."""
    return at // 100, at % 100


def name(at: int) -> str:
    """The hex as printed on a map: "0512"."""
    return f"{at:04d}"


def to_cube(at: int) -> tuple[int, int]:
    """Cube coordinates (q, r) of a hex; s is -q - r."""
    q = at // 100 - 1
    return q, at % 100 - 1 - q // 2


def from_cube(q: int, r: int) -> int:
    """The hex at cube coordinates (q, r). Off the map the int may be no hex at all: see `Grid.step`."""
    return make(q + 1, r + q // 2 + 1)


def centre(at: int) -> tuple[float, float]:
    """Centre of a hex for drawing, with hexes of side 1; y grows downward, hex 0101 touches both axes."""
    col, row = split(at)
    return 1.0 + 1.5 * (col - 1), sqrt(3.0) * (row - 0.5 + (0.5 if col % 2 == 0 else 0.0))


def corners(at: int) -> tuple[tuple[float, float], ...]:
    """The six corners of a hex, clockwise from the upper right. The side that faces direction i joins
    corner i-1 to corner i (the top joins corner 5 to corner 0)."""
    x, y = centre(at)
    h = sqrt(3.0) / 2
    return (
        (x + 0.5, y - h),
        (x + 1.0, y),
        (x + 0.5, y + h),
        (x - 0.5, y + h),
        (x - 1.0, y),
        (x - 0.5, y - h),
    )


class Grid:
    """A map of `cols` by `rows` hexes, with everything a game asks of it kept ready."""

    __slots__ = (
        "_all",
        "_even",
        "_pitch",
        "_rows",
        "_steps",
        "_within",
        "bits",
        "cols",
        "hexes",
        "neighbours",
        "rows",
    )

    def __init__(self, cols: int, rows: int) -> None:
        if not (1 <= cols <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
            raise ValueError(f"a grid has 1 to {MAX_SIDE} columns and rows, not {cols} by {rows}")
        self.cols = cols
        self.rows = rows
        self.hexes: tuple[int, ...] = tuple(
            make(c, r) for c in range(1, cols + 1) for r in range(1, rows + 1)
        )
        """Every hex of the map, column by column."""
        self._steps: dict[int, tuple[int | None, ...]] = {at: self._steps_from(at) for at in self.hexes}
        self.neighbours: dict[int, tuple[int, ...]] = {
            at: tuple(to for to in steps if to is not None) for at, steps in self._steps.items()
        }
        """The hexes next to each hex, clockwise from the north."""
        self._pitch = rows + 2  # a free bit at either end of a column keeps steps from running into the next
        self.bits: dict[int, int] = {at: 1 << (at // 100 - 1) * self._pitch + at % 100 for at in self.hexes}
        """Each hex as one bit of a mask: see `mask` and `flood`."""
        self._all = self.mask(self.hexes)
        self._even = self.mask(at for at in self.hexes if at // 100 % 2 == 0)
        self._rows: dict[int, bytes] = {}
        self._within: dict[tuple[int, int], frozenset[int]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and (self.cols, self.rows) == (other.cols, other.rows)

    def __hash__(self) -> int:
        return hash((self.cols, self.rows))

    def __repr__(self) -> str:
        return f"Grid({self.cols}, {self.rows})"

    def __contains__(self, at: object) -> bool:
        return at in self._steps

    def _steps_from(self, at: int) -> tuple[int | None, ...]:
        q, r = to_cube(at)
        steps: list[int | None] = []
        for dq, dr in CUBE_STEPS:
            col, row = q + dq + 1, r + dr + (q + dq) // 2 + 1
            steps.append(make(col, row) if 1 <= col <= self.cols and 1 <= row <= self.rows else None)
        return tuple(steps)

    def in_bounds(self, at: int) -> bool:
        """Whether this int is a hex of the map."""
        return at in self._steps

    def on_edge(self, at: int) -> bool:
        """Whether the hex lies in the map's outermost ring."""
        return len(self.neighbours[at]) < 6

    def name(self, at: int) -> str:
        """The hex as printed on a map: "0512"."""
        return name(at)

    def centre(self, at: int) -> tuple[float, float]:
        """Centre of a hex for drawing (hexes of side 1)."""
        return centre(at)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole map in the units of `centre`."""
        extra = 0.5 if self.cols > 1 else 0.0
        return 1.5 * self.cols + 0.5, sqrt(3.0) * (self.rows + extra)

    def step(self, at: int, direction: int) -> int | None:
        """The hex one step away in direction 0 to 5, or None when that leaves the map."""
        return self._steps[at][direction]

    def direction(self, at: int, to: int) -> int | None:
        """The direction from a hex to the hex next to it, or None when they do not touch."""
        steps = self._steps[at]
        return steps.index(to) if to in steps else None

    def distances(self, at: int) -> bytes:
        """All distances from one hex as a row: `distances(a)[b]` (255 where b is no hex of the map)."""
        row = self._rows.get(at)
        if row is None:
            row = self._rows[at] = self._row(at)
        return row

    def _row(self, at: int) -> bytes:
        if at not in self._steps:
            raise KeyError(at)
        q, r = to_cube(at)
        row = bytearray([_OFF]) * ((self.cols + 1) * 100)
        for to in self.hexes:
            q2, r2 = to_cube(to)
            dq, dr = q2 - q, r2 - r
            row[to] = max(abs(dq), abs(dr), abs(dq + dr))
        return bytes(row)

    def distance(self, a: int, b: int) -> int:
        """The number of steps between two hexes."""
        row = self._rows.get(a)
        if row is None:
            row = self.distances(a)
        steps = row[b] if 0 <= b < len(row) else _OFF
        if steps == _OFF:
            raise KeyError(b)
        return steps

    def within(self, at: int, radius: int) -> frozenset[int]:
        """All hexes of the map at most `radius` steps away, the hex itself included."""
        key = (at, radius)
        found = self._within.get(key)
        if found is None:
            row = self.distances(at)
            found = self._within[key] = frozenset(to for to in self.hexes if row[to] <= radius)
        return found

    def mask(self, hexes: Iterable[int]) -> int:
        """A set of hexes as one int."""
        bits, mask = self.bits, 0
        for at in hexes:
            mask |= bits[at]
        return mask

    def unmask(self, mask: int) -> list[int]:
        """The hexes of a mask, column by column."""
        pitch, found = self._pitch, []
        while mask:
            lowest = mask & -mask
            mask ^= lowest
            col, row = divmod(lowest.bit_length() - 1, pitch)
            found.append((col + 1) * 100 + row)
        return found

    def flood(self, start: int, steps: int, closed: int) -> list[int]:
        """How far one gets around closed hexes: entry n is the mask of hexes first reached with step n + 1.

        All hexes of a ring are stepped from at once by shifting the mask, which is some thirty times faster
        than looking at each neighbour.
        """
        pitch, even = self._pitch, self._even
        ring = self.bits[start]
        open_hexes = self._all & ~closed & ~ring
        rings = []
        for _ in range(steps):
            low = ring & even
            high = ring ^ low
            beside = ring | low << 1 | high >> 1
            ring = (ring << 1 | ring >> 1 | beside << pitch | beside >> pitch) & open_hexes
            if not ring:
                break
            open_hexes ^= ring
            rings.append(ring)
        return rings

    def connected(self, hexes: tuple[int, ...]) -> bool:
        """Whether these hexes hang together, each reachable from the first through the others."""
        if not hexes:
            return True
        todo, left = [hexes[0]], set(hexes[1:]) - {hexes[0]}
        while todo:
            for to in self.neighbours[todo.pop()]:
                if to in left:
                    left.discard(to)
                    todo.append(to)
        return not left
