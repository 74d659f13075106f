"""A game as a page receives it: one value for each viewer, made from his View and from what he was told."""

import hashlib
from collections import OrderedDict
from typing import Any, Final

from bot.desk.showing import board_lines
from bot.doors.web import asking, panels
from bot.doors.web.house import Eyes, House
from bot.looking import Position, Told
from engine.kernel.seats import SPECTATOR
from render import artist, has_artist, has_stage, scribe, stage

PARTS: Final = ("status", "pieces", "board", "alt", "tracks", "dossier", "places", "questions", "consent")
"""What a page keeps until it changes."""
KEPT_GROUNDS: Final = 32
KEPT_SHOWN: Final = 128
"""Positions that were shown lately: many look at the same one, and an entry never changes."""


class Showing:
    """Puts together what a page shows."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._grounds: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._seen: OrderedDict[tuple[str, str, int], dict[str, Any]] = OrderedDict()

    async def now(self, eyes: Eyes, after: int = -1) -> dict[str, Any]:
        """The game as it is, with what was told after an entry."""
        head = await self.house.hub.head(eyes.game)
        position = await self.house.referee.position(eyes.game, eyes.viewer)
        return {
            **self._shown(position),
            **await self._told(eyes, after),
            "status": await asking.status(self.house, position, now=True),
            "head": head,
            "questions": await asking.questions(self.house, eyes, position),
            "consent": await asking.consent(self.house, eyes, position),
            "mine": asking.is_asked(position),
        }

    async def then(self, eyes: Eyes, at: int) -> dict[str, Any]:
        """The game as this viewer saw it after an entry."""
        position = await self.house.referee.position(eyes.game, eyes.viewer, at=at)
        status = await asking.status(self.house, position, now=False)
        return {**self._shown(position), "status": status}

    def _shown(self, position: Position) -> dict[str, Any]:
        """What a position looks like to a viewer, worked out once."""
        name = (position.info.id, position.viewer, position.seq)
        found = self._seen.get(name)
        if found is None:
            found = self._seen[name] = self._drawn(position)
            if len(self._seen) > KEPT_SHOWN:
                self._seen.popitem(last=False)
        self._seen.move_to_end(name)
        return found

    def _drawn(self, position: Position) -> dict[str, Any]:
        key, view = position.info.key, position.view
        words = scribe(key)
        found: dict[str, Any] = {
            "seq": position.seq,
            "tracks": panels.tables(words.tracks(view)),
            "dossier": panels.tables(words.knowledge(view)),
            "alt": artist(key).alt(view) if has_artist(key) else "",
        }
        if has_stage(key):
            drawn = stage(key)
            edition = drawn.edition(view)
            self._keep_ground(key, edition, view)
            found |= {
                "edition": edition,
                "size": drawn.size(view),
                "pieces": drawn.pieces(view),
                "places": panels.places(drawn.places(view)),
            }
        else:
            found["board"] = "\n".join(board_lines(key, view, "", position.viewer) or [])
        return found

    async def _told(self, eyes: Eyes, after: int) -> dict[str, Any]:
        """The channel as everybody sees it, and what only this seat was told."""
        referee = self.house.referee
        public = await referee.history(eyes.game, SPECTATOR, after)
        own: list[Told] = []
        if eyes.viewer != SPECTATOR:
            own = panels.private(await referee.history(eyes.game, eyes.viewer, after), public)
        seats, words = [one.seat for one in eyes.info.seats], scribe(eyes.info.key)
        return {
            "channel": panels.entries(words, seats, public),
            "private": panels.entries(words, seats, own),
        }

    # -- what is printed ---------------------------------------------------------------------------------

    def _keep_ground(self, key: str, edition: str, view: Any) -> None:
        if (key, edition) not in self._grounds:
            self._grounds[key, edition] = stage(key).ground(view)
            if len(self._grounds) > KEPT_GROUNDS:
                self._grounds.popitem(last=False)

    async def ground(self, eyes: Eyes, edition: str) -> str | None:
        """The printed map of an edition; None when nobody plays on it here."""
        key = eyes.info.key
        if (key, edition) not in self._grounds and has_stage(key):
            self._drawn(await self.house.referee.position(eyes.game, eyes.viewer))
        return self._grounds.get((key, edition))


def marked(found: dict[str, Any], known: str) -> dict[str, Any]:
    """The same with a mark for every part, and without the parts whose marks are known: `NAME.MARK,...`."""
    marks: dict[str, str] = {name: _mark(str(found[name])) for name in PARTS if name in found}
    had = set(known.split(","))
    left = {name: value for name, value in found.items() if f"{name}.{marks.get(name)}" not in had}
    return {**left, "marks": marks}


def _mark(text: str) -> str:
    return hashlib.blake2s(text.encode(), digest_size=5).hexdigest()
