"""Lines that are too long for a choice: shown without their middle, and known again when they come back.

A choice of Discord's holds 100 characters, and an order may be longer. What somebody was offered last is kept
in memory for him alone; after a restart he is told to choose again.
"""

from collections import OrderedDict
from typing import Final

from bot.doors.discord import limits
from bot.errors import UserError

LEFT_OUT: Final = "[…"
"""What stands where the middle was, followed by a number where that is needed to tell two lines apart."""
GOES_ON: Final = " …"
"""What stands after a line that is no whole order yet."""

HEAD: Final = 40
"""Characters of a long line that are kept at its beginning; the end says more."""
LINES: Final = 250
PEOPLE: Final = 500
"""How much is remembered: lines a person, and people."""


class Shorthand:
    """Shortens lines and finds them again."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, OrderedDict[str, str]] = OrderedDict()

    def short(self, user: int, line: str) -> str:
        """The line, or something that fits a choice and stands for it."""
        most = limits.CHOICE_TEXT - len(GOES_ON)
        if len(line) <= most:
            return line
        mine = self._of(user)
        number = 1
        while True:
            mark = f" {LEFT_OUT}{number if number > 1 else ''}] "
            made = line[:HEAD] + mark + line[HEAD + len(mark) - most :]
            if mine.get(made, line) == line:
                break
            number += 1
        mine[made] = line
        mine.move_to_end(made)
        while len(mine) > LINES:
            mine.popitem(last=False)
        return made

    def whole(self, user: int, typed: str) -> str:
        """What somebody means by what he chose, and perhaps went on with. Raises `UserError`."""
        typed = typed.replace(GOES_ON, "")
        if LEFT_OUT not in typed:
            return typed
        for made, line in reversed(self._of(user).items()):
            if typed.startswith(made):
                return line + typed[len(made) :]
        raise UserError(
            "That line was shortened to fit, and I do not know its middle any more: choose it again, type it "
            "whole, or press the button for menus."
        )

    def _of(self, user: int) -> OrderedDict[str, str]:
        mine = self._known.setdefault(user, OrderedDict())
        self._known.move_to_end(user)
        while len(self._known) > PEOPLE:
            self._known.popitem(last=False)
        return mine
