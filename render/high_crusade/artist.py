"""Everything that can be drawn of The High Crusade, as the doors ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PIL import Image

from engine.high_crusade.battle_events import BattleJoined, BattleRolled
from engine.high_crusade.conversion import RaceConverted
from engine.high_crusade.pack import Pack
from engine.high_crusade.view import View
from engine.kernel.game import Event
from render.canvas import Box
from render.high_crusade.board import Picture, draw
from render.high_crusade.cards import (
    combat_card,
    combat_words,
    face_card,
    leader_card,
    poster,
    summary_strip,
)
from render.high_crusade.changes import Changes, changes
from render.high_crusade.facts import turn_words, winner_words
from render.high_crusade.look import SIZES
from render.high_crusade.palettes import colours
from render.high_crusade.words import alt_text, leader_words, text_board, thrall_words
from render.kinds import Drawn, NoPicture
from render.placing import around, grown, overlap
from render.studio import ALT_LIMIT, chosen_size, chosen_theme, film, finished, slug
from render.theme import THEMES, Theme

CLOSE: Final = 0.42
"""A closeup covers at most this share of the map."""


def _label(view: View) -> str:
    return f"turn-{view.turn:02d}-{view.phase.replace('_', '-')}"


def _drawn(name: str, image: Image.Image, pack: Pack, theme: Theme, alt: str) -> Drawn:
    return finished(name, image, colours(pack, theme), alt)


class HighCrusadeArtist:
    """Draws Views of The High Crusade."""

    themes: tuple[str, ...] = tuple(THEMES)
    sizes: tuple[str, ...] = tuple(SIZES)

    def __init__(self) -> None:
        self._last: tuple[View, View | None, tuple[Event, ...], str, Picture, Changes] | None = None

    def picture(
        self, view: View, *, theme: str, size: str, since: View | None = None, events: Sequence[Event] = ()
    ) -> Picture:
        """The position as pixels."""
        new = changes(since, view, events)
        made = draw(view, chosen_theme(theme), chosen_size(SIZES, size), new)
        if size == "full":
            self._last = (view, since, tuple(events), theme, made, new)
        return made

    def board(
        self, view: View, *, theme: str, size: str, since: View | None = None, events: Sequence[Event] = ()
    ) -> Drawn:
        """The position; with `since` also what changed."""
        made = self.picture(view, theme=theme, size=size, since=since, events=events)
        alt = alt_text(view, since, events)
        return _drawn(f"{_label(view)}-{size}.png", made.image, view.pack, chosen_theme(theme), alt)

    def closeup(self, view: View, *, theme: str, since: View, events: Sequence[Event] = ()) -> Drawn | None:
        """The part of the full picture where something changed, if that is one part; it cuts nothing."""
        kept = self._last
        if kept is None or kept[:4] != (view, since, tuple(events), theme):
            self.picture(view, theme=theme, size="full", since=since, events=events)
            kept = self._last
        assert kept is not None
        made, new = kept[4], kept[5]
        box = _window(made, new, view)
        if box is None:
            return None
        x0, y0, x1, y1 = (round(edge) for edge in box)
        alt = "A part of the map. " + alt_text(view, since, events, ALT_LIMIT - 20)
        part = made.image.crop((x0, y0, x1, y1))
        return _drawn(f"{_label(view)}-closeup.png", part, view.pack, chosen_theme(theme), alt)

    def cards(self, view: View, *, theme: str, events: Sequence[Event]) -> list[Drawn]:
        """A card for every battle and every conversion. Only public events are looked at."""
        found: list[Drawn] = []
        joined: BattleJoined | None = None
        for event in events:
            if isinstance(event, BattleJoined):
                joined = event
            elif isinstance(event, BattleRolled):
                mine = joined if joined is not None and joined.place == event.place else None
                image = combat_card(event, chosen_theme(theme), mine)
                name = f"battle-{len(found) + 1}.png"
                found.append(_drawn(name, image, view.pack, chosen_theme(theme), combat_words(event)))
            elif isinstance(event, RaceConverted) and event.planet in view.thralls:
                found.append(self.card(view, event.planet, theme=theme))
        return found

    def card(self, view: View, name: str, *, theme: str) -> Drawn:
        """The card of a leader, or of the race on a planet. Raises `NoPicture`."""
        look = chosen_theme(theme)
        if name in view.pack.leaders:
            leader = view.leaders.get(name)
            alt = f"{leader_words(view, leader)}." if leader is not None else f"{name}, not in play yet."
            return _drawn(f"leader-{slug(name)}.png", leader_card(view, name, look), view.pack, look, alt)
        if name in view.pack.planets:
            alt = f"{name}: {thrall_words(view.thralls.get(name))}."
            return _drawn(f"race-{slug(name)}.png", face_card(view, name, look), view.pack, look, alt)
        raise NoPicture(f"There is no card for {name!r}; there are cards for leaders and planets.")

    def summary(self, view: View, *, theme: str, since: View | None, events: Sequence[Event] = ()) -> Drawn:
        """What happened, in one strip."""
        look = chosen_theme(theme)
        alt = alt_text(view, since, events)
        image = summary_strip(view, since, look, events)
        return _drawn(f"turn-{view.turn:02d}-summary.png", image, view.pack, look, alt)

    def poster(self, views: Sequence[View], *, theme: str, result: str = "") -> Drawn:
        """The result, with the course of the game."""
        look = chosen_theme(theme)
        last = views[-1]
        alt = f"Poster of a game of The High Crusade. {winner_words(last) or result or turn_words(last)} "
        image = poster(views, look, result)
        return _drawn("result.png", image, last.pack, look, alt + alt_text(last, limit=800))

    def replay(self, views: Sequence[View], *, theme: str, form: str = "webp", limit: int = 0) -> Drawn:
        """An animation of these positions, each with what changed since the one before."""
        look = chosen_theme(theme)

        def shoot(before: View | None, view: View) -> Image.Image:
            return draw(view, look, SIZES["frame"], changes(before, view)).image

        def few(view: View) -> Image.Image:
            return colours(view.pack, look)

        name, data, size, shown = film(views, shoot, few, form=form, limit=limit)
        start = turn_words(shown[0]).lower()
        alt = f"Animation of {len(shown)} positions of The High Crusade, from {start} on. "
        return Drawn(name, data, *size, (alt + alt_text(shown[-1], limit=800))[:ALT_LIMIT])

    def alt(self, view: View, since: View | None = None, events: Sequence[Event] = ()) -> str:
        """A description of at most 1,000 characters."""
        return alt_text(view, since, events)

    def text(self, view: View) -> str:
        """The position as plain text."""
        return text_board(view)

    def strip(self, view: View) -> tuple[View, Pack, str]:
        """The View without its pack."""
        return replace(view, pack=_NO_PACK), view.pack, view.edition

    def dress(self, view: View, static: Any) -> View:
        """The View with its pack again."""
        return replace(view, pack=static)


_NO_PACK: Any = None


def _window(made: Picture, new: Changes, view: View) -> Box | None:
    """The part of the picture that holds all that changed, without cutting a label."""
    spots = [at for at in new.focus if view.pack.grid.in_bounds(at)]
    if not spots:
        return None
    geometry = made.sheet.geometry
    home = view.pack.planet_of
    planets = {home[at] for at in spots if at in home} | set(new.news)
    core = around(
        [geometry.box(at) for at in spots]
        + [made.sheet.plates[name].box for name in sorted(planets)]
        + [made.sheet.planets[name] for name in sorted(planets)]
        + [tray.box for tray in made.trays if tray.planet in planets]
    )
    labels = [plate.box for plate in made.sheet.plates.values()]
    labels += [tray.box for tray in made.trays]
    labels += list(made.sheet.planets.values())
    labels += list(made.sheet.names)
    x0, y0, x1, y1 = made.map
    core = (max(x0, core[0] - 6), max(y0, core[1] - 6), min(x1, core[2] + 6), min(y1, core[3] + 6))
    box = grown(core, geometry.side * 2.2)
    box = (max(x0, box[0]), max(y0, box[1]), min(x1, box[2]), min(y1, box[3]))
    for _ in range(40):
        cut = next((it for it in labels if overlap(it, box) and around([box, it]) != box), None)
        if cut is None:
            break
        box, core = _uncut(box, core, cut)
    if (box[2] - box[0]) * (box[3] - box[1]) > CLOSE * (x1 - x0) * (y1 - y0):
        return None
    return box


def _uncut(box: Box, core: Box, label: Box) -> tuple[Box, Box]:
    """The window without the label where that leaves the core whole, else with all of it."""
    gap = 4
    trims = []
    if label[2] + gap <= core[0]:
        trims.append((label[2] + gap, box[1], box[2], box[3]))
    if label[0] - gap >= core[2]:
        trims.append((box[0], box[1], label[0] - gap, box[3]))
    if label[3] + gap <= core[1]:
        trims.append((box[0], label[3] + gap, box[2], box[3]))
    if label[1] - gap >= core[3]:
        trims.append((box[0], box[1], box[2], label[1] - gap))
    if trims:
        return max(trims, key=lambda it: ((it[2] - it[0]) * (it[3] - it[1]), it)), core
    core = around([core, grown(label, gap)])
    return around([box, core]), core


ARTIST: Final = HighCrusadeArtist()
