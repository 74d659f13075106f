"""Boards in words take long to set; each is kept for the next who asks about the same position."""

from collections import OrderedDict
from typing import Final

from bot.desk.showing import board_lines
from bot.looking import Position

KEPT: Final = 200


class Texts:
    """The last boards that somebody asked for. What was so after an entry of a log stays so."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, str, str], tuple[str, ...] | None] = OrderedDict()

    def board(self, position: Position, about: str = "") -> tuple[str, ...] | None:
        """The board of a position, or a part of it; None when nothing is called so."""
        info, viewer = position.info, str(position.viewer)
        key = (info.id, position.seq, viewer, about.casefold())
        if key not in self._kept:
            rows = board_lines(info.key, position.view, about, viewer)
            self._kept[key] = None if rows is None else tuple(rows)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
