"""What can be said next, by clicking a place or answering a question: all of it from the completions."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from bot.looking import Asked
from bot.referee import Referee
from engine.kernel.completion import Completion
from engine.kernel.seats import Seat
from render.kinds import Stage

MOST_ANSWERS: Final = 14
"""A question with more answers than these is answered by the order line instead of a list."""
MOST_LOOKS: Final = 40
MANY: Final = 600
LONGEST_NAME: Final = 6
"""Words in the name of a piece or a place."""


def plain(way: Completion) -> dict[str, Any]:
    """A completion for a page."""
    return {"line": way.line, "label": way.label, "done": way.done}


class Pointing:
    """Finds the places that words name, for one seat and one position."""

    def __init__(self, referee: Referee, game: str, seat: Seat, stage: Stage, view: Any) -> None:
        self._referee, self._game, self._seat = referee, game, seat
        self._places: dict[str, set[str]] = {}
        for place in stage.places(view):
            for name in stage.names_at(view, place.id, seat):
                self._places.setdefault(name.casefold(), set()).add(place.id)

    def at(self, label: str) -> set[str]:
        """The places that a completion names with its last words."""
        words = label.casefold().split()
        for count in range(min(LONGEST_NAME, len(words)), 0, -1):
            found = self._places.get(" ".join(words[-count:]))
            if found:
                return found
        return set()

    async def _ways(self, line: str) -> list[Completion]:
        ways = await self._referee.complete(self._game, self._seat, line, limit=MANY)
        return [way for way in ways if way.line != line]

    def _fitting(self, ways: Iterable[Completion], place: str) -> list[Completion]:
        """The ways that lead to a place; those that name it alone, where there are any."""
        fit = [(len(found), way) for way in ways if place in (found := self.at(way.label))]
        fewest = min((count for count, _ in fit), default=0)
        return [way for count, way in fit if count == fewest]

    async def targets(self, lines: Sequence[str]) -> list[str]:
        """The places that the next words of these order lines can name."""
        found: set[str] = set()
        for line in lines[:MOST_LOOKS]:
            for way in await self._ways(line):
                found |= self.at(way.label)
        return sorted(found)

    async def clicked(self, line: str, start: str, place: str) -> tuple[list[Completion], bool]:
        """How a line can go on with what is at a place, and whether these are orders that begin there.

        With an empty line: the orders from the place that was clicked before to this one; if there are none,
        those that begin here; else those that lead here.
        """
        if line.strip():
            fit = self._fitting(await self._ways(line), place)
            if fit:
                return fit, False
        if start and start != place:
            fit = [
                way
                for first in (await self._begun(start))[:MOST_LOOKS]
                for way in self._fitting(await self._ways(first.line), place)
            ]
            if fit:
                return fit, False
        begun = await self._begun(place)
        return (begun, True) if begun else (await self._leading_to(place), False)

    async def _begun(self, place: str) -> list[Completion]:
        """The orders that begin with something at a place."""
        verbs = await self._ways("")
        return [way for verb in verbs for way in self._fitting(await self._ways(verb.line), place)]

    async def _leading_to(self, place: str) -> list[Completion]:
        """The orders whose second part can name a place."""
        found: list[Completion] = []
        looks = 0
        for verb in await self._ways(""):
            for begun in await self._ways(verb.line):
                looks += 1
                if looks > MOST_LOOKS:
                    return found
                found += self._fitting(await self._ways(begun.line), place)
        return found


async def answers(referee: Referee, game: str, asked: Asked) -> list[str] | None:
    """Every answer to a question, where they are few; None where the order line serves better."""
    if asked.default == "done":
        return None
    found: dict[str, None] = {asked.default: None} if asked.default else {}
    todo = [verb.line for verb in await referee.complete(game, asked.seat, "", limit=MANY)]
    seen = set(todo)
    for _ in range(MOST_LOOKS):
        if not todo:
            return list(found)
        line = todo.pop(0)
        for way in await referee.complete(game, asked.seat, line, limit=MANY):
            if way.done:
                found[way.line] = None
            if way.line not in seen:
                seen.add(way.line)
                todo.append(way.line)
            if len(found) > MOST_ANSWERS or len(todo) > MOST_LOOKS:
                return None
    return None
