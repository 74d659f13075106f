"""The Crusaders' court: in a long war the leaders stay at home, in one hex, until there is a King.

Brother Parvus turns the church of the home world into a cathedral, makes an Archbishop, is made New Pope by
him and crowns Sir Roger: that takes until the fourth turn, and the armies go ahead meanwhile.
"""

from engine.high_crusade.names import PARVUS
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.state import Unit

LONG = 20
"""Turns of a war that is long enough to crown a King first."""

SOON = 6
"""Turns within which it must be done."""

BOAT = 3
"""Ships that wait for the court."""


def has_king(eyes: Eyes) -> bool:
    """Whether there is a King."""
    return any(noble == "King" for noble, _ in eyes.view.titles.values())


def in_session(eyes: Eyes) -> bool:
    """Whether the leaders are waiting for a coronation."""
    if eyes.view.turns < LONG or eyes.view.turn > SOON or has_king(eyes):
        return False
    hall = eyes.pack.planets[eyes.pack.crusader_home].hexes[0]
    lords = [leader for leader in eyes.leaders[eyes.seat] if leader.faction == "Crusader"]
    home = all(leader.hex == hall for leader in lords) and any(leader.name == PARVUS for leader in lords)
    return home and not eyes.ashore(eyes.foe, eyes.pack.crusader_home)


def boats(eyes: Eyes) -> list[Unit]:
    """The small ships that wait for the court while it sits."""
    if not in_session(eyes):
        return []
    home = eyes.pack.planets[eyes.pack.crusader_home].hexes
    there = [unit for at in home for unit in eyes.at(eyes.seat, at)]
    return [unit for unit in there if unit.kind == "fleet" and unit.strength <= BOAT]
