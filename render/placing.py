"""Finding room: labels on a map that must cover neither the map's signs nor each other."""

from __future__ import annotations

from math import ceil, floor
from typing import Final

from render.canvas import Box

CELL: Final = 8
"""Room is found to this many pixels."""


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share any area."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def grown(box: Box, by: float) -> Box:
    """A box larger on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def around(boxes: list[Box]) -> Box:
    """The least box that holds them all."""
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


class Room:
    """What is still free of an area, in cells; one int a row."""

    def __init__(self, area: Box) -> None:
        self.area = area
        self.cols = floor((area[2] - area[0]) / CELL)
        self.rows = floor((area[3] - area[1]) / CELL)
        self.taken = [0] * self.rows

    def copy(self) -> Room:
        """The same room, to be filled differently."""
        other = Room(self.area)
        other.taken = list(self.taken)
        return other

    def block(self, box: Box) -> None:
        """Nothing more may lie here."""
        x0 = max(0, floor((box[0] - self.area[0]) / CELL))
        x1 = min(self.cols, ceil((box[2] - self.area[0]) / CELL))
        y0 = max(0, floor((box[1] - self.area[1]) / CELL))
        y1 = min(self.rows, ceil((box[3] - self.area[1]) / CELL))
        if x1 <= x0:
            return
        mask = ((1 << (x1 - x0)) - 1) << x0
        for y in range(y0, y1):
            self.taken[y] |= mask

    def find(self, width: float, height: float, near: Box, reach: float) -> Box | None:
        """The best free place for a label near something, or None.

        Best is near first, then level with the middle, and below rather than above. In every row of cells the
        free places are found at once, and of these only the nearest to the middle on either side can be best.
        """
        w, h = ceil(width / CELL), ceil(height / CELL)
        if w > self.cols or h > self.rows:
            return None
        x0, y0 = floor((near[0] - self.area[0]) / CELL), floor((near[1] - self.area[1]) / CELL)
        wide, high = ceil((near[2] - near[0]) / CELL), ceil((near[3] - near[1]) / CELL)
        far = ceil(reach / CELL)
        middle = min(max(0, round(x0 + wide / 2 - w / 2)), self.cols - w)
        first, last = max(0, y0 - h - far), min(self.rows - h, y0 + high + far)
        blocked = self._windows(h, first, last)
        best: tuple[float, int, int] | None = None
        for y, taken in zip(range(first, last + 1), blocked, strict=True):
            above = max(0, y - y0 - high, y0 - h - y)
            off = abs(y + h / 2 - y0 - high / 2)
            if best is not None and above + off * 0.35 >= best[0]:
                continue
            free = self._starts(taken, w)
            right = free >> middle
            left = free & ((1 << middle) - 1)
            for x in (
                middle + (right & -right).bit_length() - 1 if right else -1,
                left.bit_length() - 1 if left else -1,
            ):
                if x < 0:
                    continue
                aside = max(0, x - x0 - wide, x0 - w - x)
                if aside > far:
                    continue
                level = (off + abs(x + w / 2 - x0 - wide / 2)) * 0.35 + (0.4 if y < y0 else 0.0)
                cost = (max(aside, above) * 2 + min(aside, above) + level, y, x)
                if best is None or cost < best:
                    best = cost
        if best is None:
            return None
        left_edge, top = self.area[0] + best[2] * CELL, self.area[1] + best[1] * CELL
        return left_edge, top, left_edge + width, top + height

    def _windows(self, h: int, first: int, last: int) -> list[int]:
        """What is taken in h rows together, for every upper row from first to last."""
        rows = self.taken[first : last + h]
        size = 1
        while size * 2 <= h:
            rows = [a | b for a, b in zip(rows, rows[size:], strict=False)]
            size *= 2
        if size < h:
            rows = [a | b for a, b in zip(rows, rows[h - size :], strict=False)]
        return rows

    def _starts(self, taken: int, w: int) -> int:
        """The cells at which w free ones begin."""
        free = ~taken & ((1 << self.cols) - 1)
        size = 1
        while size * 2 <= w:
            free &= free >> size
            size *= 2
        return free & (free >> (w - size))
