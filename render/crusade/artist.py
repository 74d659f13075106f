"""Everything that can be drawn of Crusade, as the doors ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PIL import Image

from engine.crusade.events import Revealed, TreasureTaken
from engine.crusade.names import PAWNS, SQUARES
from engine.crusade.view import View
from engine.kernel.game import Event
from render.crusade.board import draw
from render.crusade.cards import (
    armies_card,
    armies_words,
    poster,
    summary_strip,
    taken_card,
    taken_words,
    treasure_card,
    unit_card,
)
from render.crusade.changes import changes
from render.crusade.facts import SIDE, facing_words, placing, turn_words, winner_words
from render.crusade.look import SIZES
from render.crusade.lore import BASICS, TREASURES, UNITS
from render.crusade.palettes import colours
from render.crusade.reach import reach, unit_at
from render.crusade.words import alt_text, text_board
from render.kinds import Drawn, NoPicture
from render.studio import ALT_LIMIT, chosen_size, chosen_theme, film, finished
from render.theme import THEMES


def _drawn(name: str, image: Image.Image, theme: str, alt: str) -> Drawn:
    return finished(name, image, colours(theme), alt)


def _label(view: View) -> str:
    return "placement" if placing(view) else f"turn-{view.turn:03d}"


class CrusadeArtist:
    """Draws Views of Crusade."""

    themes: tuple[str, ...] = tuple(THEMES)
    sizes: tuple[str, ...] = tuple(SIZES)

    def board(
        self, view: View, *, theme: str, size: str, since: View | None = None, events: Sequence[Event] = ()
    ) -> Drawn:
        """The position; with `since` or `events` also what changed."""
        look, wanted = chosen_theme(theme), chosen_size(SIZES, size)
        made = draw(view, look, wanted, changes(since, view, events))
        return _drawn(f"{_label(view)}-{size}.png", made.image, theme, alt_text(view, since, events))

    def closeup(self, view: View, *, theme: str, since: View, events: Sequence[Event] = ()) -> Drawn | None:
        """None: the whole board is small enough."""
        return None

    def cards(self, view: View, *, theme: str, events: Sequence[Event]) -> list[Drawn]:
        """A card for both armies when they are revealed, and for every treasure that is captured."""
        look = chosen_theme(theme)
        found: list[Drawn] = []
        for event in events:
            name = f"card-{len(found) + 1}.png"
            if isinstance(event, Revealed):
                found.append(_drawn(name, armies_card(event, look), theme, armies_words(event)))
            elif isinstance(event, TreasureTaken):
                alt = f"{taken_words(event)}."
                found.append(_drawn(name, taken_card(view, event, look), theme, alt))
        return found

    def card(self, view: View, name: str, *, theme: str) -> Drawn:
        """The card of a kind, or the board with what the unit on a square can do. Raises `NoPicture`."""
        look = chosen_theme(theme)
        wanted = name.strip().lower()
        if wanted in UNITS:
            basics = BASICS if wanted in PAWNS else ()
            alt = f"{wanted.title()}. {' '.join((*UNITS[wanted].words, *basics))}"
            return _drawn(f"{wanted}.png", unit_card(wanted, look), theme, alt)
        if wanted in TREASURES:
            alt = f"{wanted.title()}. {' '.join(TREASURES[wanted])}"
            return _drawn(f"{wanted}.png", treasure_card(wanted, look), theme, alt)
        square = wanted.upper()
        unit = unit_at(view, square) if square in SQUARES else None
        if unit is None:
            known = "there are cards for units, treasures, and squares with a unit"
            raise NoPicture(f"There is no card for {name!r}; {known}.")
        can = reach(view, square)
        image = draw(view, look, SIZES["feed"], None, can).image
        said = " ".join(can.words()) or "It has nowhere to go."
        alt = f"{SIDE[unit.seat]}'s {facing_words(unit)} on {square}. {said} "
        return _drawn(f"{wanted}.png", image, theme, alt + alt_text(view, limit=ALT_LIMIT - len(alt)))

    def summary(self, view: View, *, theme: str, since: View | None, events: Sequence[Event] = ()) -> Drawn:
        """What happened, in one strip."""
        image = summary_strip(view, since, chosen_theme(theme), events)
        return _drawn(f"{_label(view)}-summary.png", image, theme, alt_text(view, since, events))

    def poster(self, views: Sequence[View], *, theme: str, result: str = "") -> Drawn:
        """The result, with the course of the game."""
        last = views[-1]
        alt = f"Poster of a game of Crusade. {winner_words(last) or result or turn_words(last)} "
        image = poster(views, chosen_theme(theme), result)
        return _drawn("result.png", image, theme, alt + alt_text(last, limit=800))

    def replay(self, views: Sequence[View], *, theme: str, form: str = "webp", limit: int = 0) -> Drawn:
        """An animation of these positions, each with what changed since the one before."""
        look = chosen_theme(theme)

        def shoot(before: View | None, view: View) -> Image.Image:
            return draw(view, look, SIZES["frame"], changes(before, view)).image

        name, data, size, shown = film(views, shoot, lambda _: colours(theme), form=form, limit=limit)
        start = turn_words(shown[0]).lower()
        alt = f"Animation of {len(shown)} positions of Crusade, from {start} on. "
        return Drawn(name, data, *size, alt + alt_text(shown[-1], limit=800))

    def alt(self, view: View, since: View | None = None, events: Sequence[Event] = ()) -> str:
        """A description of at most 1,000 characters."""
        return alt_text(view, since, events)

    def text(self, view: View) -> str:
        """The position as plain text."""
        return text_board(view)

    def strip(self, view: View) -> tuple[View, None, str]:
        """The View as it is: it holds no static data."""
        return view, None, "crusade"

    def dress(self, view: View, static: Any) -> View:
        """The View as it is."""
        return view


ARTIST: Final = CrusadeArtist()
