"""A View in, an image or words out; never a State.

    from render import artist
    drawn = artist(key).board(view, theme="dark", size="full", since=before, events=public)

What a game brings along is found by where it lies: `render.<key>.artist` has an `ARTIST`, and likewise there
may be a `SCRIBE`, a `STAGE` and an `EDITION` (see `render.kinds`). Importing this package loads neither
Pillow nor a game.
"""

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, cast

from render.kinds import Artist, Drawn, Edition, NoPicture, Scribe, Stage

_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")


@cache
def _has(game: str, what: str) -> bool:
    if not _KEY.fullmatch(game) or find_spec(f"render.{game}") is None:
        return False
    return find_spec(f"render.{game}.{what}") is not None


def _brought(game: str, what: str) -> Any:
    if not _has(game, what):
        raise NoPicture(f"There are no pictures of {game!r} ({what}).")
    return getattr(import_module(f"render.{game}.{what}"), what.upper())


def has_artist(game: str) -> bool:
    """Whether pictures of this game can be drawn."""
    return _has(game, "artist")


def artist(game: str) -> Artist:
    """Who draws this game. Raises `NoPicture`."""
    return cast(Artist, _brought(game, "artist"))


def scribe(game: str) -> Scribe:
    """Who puts this game into words; one who names every field of a View, where the game brings nobody."""
    if not _has(game, "scribe"):
        from render.plain import PLAIN

        return PLAIN
    return cast(Scribe, _brought(game, "scribe"))


def has_edition(game: str) -> bool:
    """Whether there is more to tell of this game's figures than that they are good."""
    return _has(game, "edition")


def edition(game: str) -> Edition:
    """Who tells what this game plays by. Raises `NoPicture`."""
    return cast(Edition, _brought(game, "edition"))


def has_stage(game: str) -> bool:
    """Whether this game has a map to click on."""
    return _has(game, "stage")


def stage(game: str) -> Stage:
    """The map of this game to click on. Raises `NoPicture`."""
    return cast(Stage, _brought(game, "stage"))


__all__ = [
    "Artist",
    "Drawn",
    "Edition",
    "NoPicture",
    "Scribe",
    "Stage",
    "artist",
    "edition",
    "has_artist",
    "has_edition",
    "has_stage",
    "scribe",
    "stage",
]
