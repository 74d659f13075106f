"""Who takes part: seats give orders, viewers look on."""

from typing import Final, NewType

Seat = NewType("Seat", str)
"""A place at the table that gives orders."""

Viewer = NewType("Viewer", str)
"""Somebody who looks at a game: a seat, or the spectators."""

SPECTATOR: Final = Viewer("spectator")
"""Everybody who holds no seat. Sees what is public and nothing else."""


def viewer_of(seat: Seat) -> Viewer:
    """The viewer that sits in this seat."""
    return Viewer(seat)
