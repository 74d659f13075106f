"""A View in, an image out; never a State.

    from render import artist
    drawn = artist("high_crusade").board(view, theme="dark", size="full", since=before, events=public)

`Drawn` holds the bytes, a file name and a description. Importing this package loads neither Pillow nor
a game.
"""

from importlib import import_module
from typing import Final

from render.kinds import Artist, Drawn, NoPicture

ARTISTS: Final = {"high_crusade": "render.high_crusade.artist"}
"""Module by game; each has an `ARTIST`."""


def has_artist(game: str) -> bool:
    """Whether pictures of this game can be drawn."""
    return game in ARTISTS


def artist(game: str) -> Artist:
    """Who draws this game. Raises `NoPicture`."""
    module = ARTISTS.get(game)
    if module is None:
        raise NoPicture(f"There are no pictures of {game!r}.")
    found: Artist = import_module(module).ARTIST
    return found


__all__ = ["ARTISTS", "Artist", "Drawn", "NoPicture", "artist", "has_artist"]
