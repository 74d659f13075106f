"""Finding room: labels on a map that must cover neither the map's signs nor each other."""

from __future__ import annotations

from functools import lru_cache
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


@lru_cache(maxsize=256)
def _spots(w: int, h: int, width: int, height: int, reach: int) -> tuple[tuple[int, int], ...]:
    """Places for a label of w by h cells near something of width by height, the best first."""
    found = []
    for y in range(-h - reach, height + reach + 1):
        for x in range(-w - reach, width + reach + 1):
            aside = max(0, x - width, -w - x)
            above = max(0, y - height, -h - y)
            off = abs(x + w / 2 - width / 2) + abs(y + h / 2 - height / 2)
            below = 0.4 if y < 0 else 0.0  # a label reads best below what it names
            found.append((max(aside, above) * 2 + min(aside, above) + off * 0.35 + below, y, x))
    found.sort()
    return tuple((x, y) for _, y, x in found)


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
        """The best free place for a label near something, or None."""
        w, h = ceil(width / CELL), ceil(height / CELL)
        ax, ay = floor((near[0] - self.area[0]) / CELL), floor((near[1] - self.area[1]) / CELL)
        wide, high = ceil((near[2] - near[0]) / CELL), ceil((near[3] - near[1]) / CELL)
        mask = (1 << w) - 1
        taken, cols, rows = self.taken, self.cols, self.rows
        for dx, dy in _spots(w, h, wide, high, ceil(reach / CELL)):
            x, y = ax + dx, ay + dy
            if x < 0 or y < 0 or x + w > cols or y + h > rows:
                continue
            here = mask << x
            for row in taken[y : y + h]:
                if row & here:
                    break
            else:
                left, top = self.area[0] + x * CELL, self.area[1] + y * CELL
                return left, top, left + width, top + height
        return None
