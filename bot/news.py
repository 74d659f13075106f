"""What onlookers saw happen between two entries of a game, and its course from the first to the last.

Everything here is looked at with a spectator's eyes, so it can be shown to anybody. It is worked out from the
log each time: nothing has to be kept in memory, and after a restart it is the same.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from bot.live import read_entries
from bot.looking import Looking
from bot.pictures import Film
from engine.kernel.game import Event
from engine.kernel.seats import SPECTATOR


@dataclass(frozen=True, slots=True)
class News:
    """A position, an earlier one, and what everybody may know of how the one became the other."""

    view: Any
    since: Any | None
    events: tuple[Event, ...]


def news_of(film: Film, after: int, to: int) -> News:
    """What happened after entry `after` up to entry `to`; what was taken back did not happen."""
    view = since = None
    events: list[Event] = []
    for step in film.steps(to):
        view = step.view
        if step.seq <= after:
            since = view
        else:
            events += [event for event in step.events if not event.SEALED]
    return News(view, since, tuple(events))


async def news(referee: Looking, game: str, after: int, to: int) -> News:
    """The same from the referee's books. Raises `UserError` or `NotRecorded`."""
    film = await _film(referee, game)
    # A long log takes some hundredths of a second: others are answered meanwhile.
    return await asyncio.to_thread(news_of, film, after, to)


async def course(referee: Looking, game: str) -> list[Any]:
    """How the game stood at the end of each phase."""
    film = await _film(referee, game)
    return [step.view for step in await asyncio.to_thread(film.phases)]


async def _film(referee: Looking, game: str) -> Film:
    live = await referee.readable(game)
    entries = read_entries(tuple(await referee.store.bodies(game)))
    return Film(live.info.key, live.game, SPECTATOR, tuple(entries))
