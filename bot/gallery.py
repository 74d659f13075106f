"""Everything that can be drawn of a game, from one game between computer players: to look at and to judge."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from bot import games, sim
from bot.company import best_known
from engine.kernel.game import Event
from engine.kernel.seats import SPECTATOR, Viewer, viewer_of
from render import Drawn, artist, scribe
from render.kinds import Artist

POSITIONS: Final = 6
"""Positions that are shown, evenly from the first to the last."""
CARDS: Final = 4
FRAMES: Final = 40


@dataclass(frozen=True, slots=True)
class Moment:
    """The end of a part of the game, as everybody sees it, and what happened in that part for all to see."""

    views: dict[Viewer, Any]
    events: tuple[Event, ...]

    @property
    def view(self) -> Any:
        """With the eyes of a spectator."""
        return self.views[SPECTATOR]


def moments(key: str, seed: int) -> list[Moment]:
    """A whole game between the best computer players there are, part by part."""
    plan = sim.plans(key, (), best_known(key), 1, seed)[0]
    mark = scribe(key).mark
    ends: list[tuple[str, Any, int]] = []
    told: list[Event] = []

    def watch(match: sim.Match) -> None:
        end = (mark(match.game.view(match.state, SPECTATOR)), match.state, len(match.events))
        ends[-1:] = [end] if ends and ends[-1][0] == end[0] else [*ends[-1:], end]
        told[:] = match.events

    sim.play(plan, checked=False, on_order=watch)
    game = games.game(key)
    viewers = (SPECTATOR, *map(viewer_of, game.seats))
    found, first = [], 0
    for _, state, last in ends:
        public = tuple(event for event in told[first:last] if game.tell(event, SPECTATOR) is not None)
        found.append(Moment({who: game.view(state, who) for who in viewers}, public))
        first = last
    return found


def draw_all(key: str, seed: int = 0) -> Iterator[tuple[str, str, Drawn]]:
    """Every picture with its group and title."""
    who, course = artist(key), moments(key, seed)
    last = len(course) - 1
    for number in sorted({round(last * step / (POSITIONS - 1)) for step in range(POSITIONS)}):
        before = course[number - 1] if number else None
        yield from _position(who, f"Position {number + 1}", course[number], before)
    yield from _cards(who, course)
    views = [moment.view for moment in course]
    for theme in who.themes:
        poster = who.poster(views, theme=theme)
        yield "The whole game", f"result, {theme}", replace(poster, name=f"result-{theme}.png")
    frames = views[:: max(1, len(views) // FRAMES)]
    yield "The whole game", "replay", who.replay([*frames, views[-1]], theme=who.themes[0])


def _position(
    who: Artist, title: str, now: Moment, before: Moment | None
) -> Iterator[tuple[str, str, Drawn]]:
    for viewer, view in now.views.items():
        since = before.views[viewer] if before is not None else None
        for theme in who.themes:
            for size in who.sizes if viewer == SPECTATOR else who.sizes[:1]:
                drawn = who.board(view, theme=theme, size=size, since=since, events=now.events)
                name = "-".join((*title.lower().split(), size, theme, viewer))
                yield title, f"{size}, {theme}, {viewer}", replace(drawn, name=f"{name}.png")


def _cards(who: Artist, course: list[Moment]) -> Iterator[tuple[str, str, Drawn]]:
    """The last few cards, a strip and a closeup."""
    theme = who.themes[0]
    cards = [drawn for now in course for drawn in who.cards(now.view, theme=theme, events=now.events)]
    for number, drawn in enumerate(cards[-CARDS:], start=1):
        yield "Cards", f"card {number}", replace(drawn, name=f"card-{number}.png")
    for before, now in reversed(list(pairwise(course))):
        part = who.closeup(now.view, theme=theme, since=before.view, events=now.events)
        if part is not None:
            strip = who.summary(now.view, theme=theme, since=before.view, events=now.events)
            yield "Cards", "summary", replace(strip, name="summary.png")
            yield "Cards", "closeup", replace(part, name="closeup.png")
            return
