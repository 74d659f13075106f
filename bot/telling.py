"""An entry of a log in words, for one viewer."""

from typing import Any

from engine.kernel.codec import event_from_plain
from engine.kernel.game import Event, Game
from engine.kernel.log import CREATED, ORDER, SEED, UNDO, WORD, Entry
from engine.kernel.seats import Viewer

Telling = tuple[Event | None, str]
"""A line that is told, "" for none, and the event it tells of: None where not everybody may know that."""


def told(game: Game[Any], entry: Entry, viewer: Viewer) -> tuple[str, ...]:
    """What this viewer is told of an entry; nothing when it is nothing to him."""
    return tuple(line for _, line in tellings(game, entry, viewer) if line)


def tellings(game: Game[Any], entry: Entry, viewer: Viewer) -> tuple[Telling, ...]:
    """The same event by event."""
    if entry.kind not in (CREATED, ORDER):
        return tuple((None, line) for line in _said(entry))
    kinds = dict(game.events)
    events = [event_from_plain(kinds, plain) for plain in entry.events()]
    found = [(None if event.SEALED else event, game.tell(event, viewer) or "") for event in events]
    if entry.kind == CREATED:
        fixed = f"The seed of the dice is fixed; its SHA-256 is {entry.said()['commitment']}."
        return ((None, fixed), *found)
    return tuple(found)


def _said(entry: Entry) -> tuple[str, ...]:
    said = entry.said()
    if entry.kind == WORD:
        return (f"{_who(entry)} adds a word to the dice: “{said['word']}”.",)
    if entry.kind == UNDO:
        why = f" {said['reason']}" if said["reason"] else ""
        return (f"{_who(entry)} goes back to the position after entry {said['to']}.{why}",)
    if entry.kind == SEED:
        return (f"The game is over. The seed of the dice was {said['seed']}; anyone can check every one.",)
    return ()  # the end by word is a notice of its own


def _who(entry: Entry) -> str:
    return entry.by or "The referee"
