"""What can be said next: by clicking a hex, by answering a question. All of it comes from the completions."""

from collections.abc import Sequence
from typing import Any, Final

from bot.doors.web.board import names_at
from bot.looking import Asked
from bot.referee import Referee
from engine.high_crusade.view import View
from engine.kernel.completion import Completion
from engine.kernel.seats import Seat

MOST_ANSWERS: Final = 14
"""A question with more answers than these is answered by the order line instead of a list."""
MOST_LOOKS: Final = 40
MANY: Final = 600


def plain(way: Completion) -> dict[str, Any]:
    """A completion for a page."""
    return {"line": way.line, "label": way.label, "done": way.done}


def _ends_with(text: str, names: Sequence[str]) -> bool:
    folded = text.casefold()
    return any(folded == name or folded.endswith(f" {name}") for name in (it.casefold() for it in names))


async def targets(referee: Referee, game: str, seat: Seat, view: View, line: str) -> list[int]:
    """The hexes that the next word of an order line can name."""
    if not line.strip():
        return []
    found = set()
    planets = {name: planet.hexes[0] for name, planet in view.pack.planets.items()}
    for way in await referee.complete(game, seat, line, limit=MANY):
        words = way.label.split()
        for count in (2, 1):
            at = view.pack.hex_of.get(" ".join(words[-count:])) or planets.get(" ".join(words[-count:]))
            if at and way.line != line:
                found.add(at)
                break
    return sorted(found)


async def clicked(
    referee: Referee, game: str, seat: Seat, view: View, line: str, at: int
) -> list[Completion]:
    """How the line can go on with what is in a hex; with an empty line, the orders that begin there."""
    names = names_at(view, at, seat)
    if not names:
        return []
    if line.strip():
        ways = await referee.complete(game, seat, line, limit=MANY)
        fit = [way for way in ways if way.line != line and _ends_with(way.label, names)]
        if fit:
            return fit
    begun = []
    for verb in await referee.complete(game, seat, "", limit=MANY):
        for way in await referee.complete(game, seat, verb.line, limit=MANY):
            if way.line != verb.line and _ends_with(way.label, names):
                begun.append(way)
    return begun


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
