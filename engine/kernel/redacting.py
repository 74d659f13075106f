"""A log as it may be shown while its game goes on."""

from collections.abc import Iterable
from typing import Any

from engine.kernel.codec import KIND
from engine.kernel.game import Game
from engine.kernel.log import (
    EVENT,
    ORDER,
    Entry,
    Leaf,
)
from engine.kernel.seats import Seat


def redacted(game: Game[Any], entries: Iterable[Entry]) -> list[Entry]:
    """The log as it may be shown while the game goes on: what is sealed is left out, the chain still holds.

    Left out are orders of sealed kinds, and all that came of an order if any of it is of a sealed kind: also
    the public part, because how much there was besides could betray it. Whatever cannot be recognised is left
    out too.
    """
    return [_redacted(game, entry) for entry in entries]


def _redacted(game: Game[Any], entry: Entry) -> Entry:
    if entry.kind == ORDER and _is_secret_line(game, entry):
        return entry.hush().close()
    if any(_is_secret(game, leaf) for leaf in entry.leaves if leaf.role == EVENT):
        return entry.close()
    return entry


def _is_secret(game: Game[Any], leaf: Leaf) -> bool:
    plain = None if leaf.text is None else leaf.read()
    kind = game.events.get(plain.get(KIND, "")) if isinstance(plain, dict) else None
    return bool(getattr(kind, "SEALED", True))


def _is_secret_line(game: Game[Any], entry: Entry) -> bool:
    if entry.leaves[0].text is None or entry.by not in game.seats:
        return True
    grammar = game.grammar(Seat(entry.by))
    found = grammar.verb(entry.said()["line"])
    return found is None or grammar.orders[found[0]].SEALED
