"""What the Crusaders want to take or to relieve, and what that takes."""

from typing import NamedTuple

from engine.high_crusade.squire.eyes import Eyes

ENOUGH = 16
"""Points with which even the strongest garrison is besieged."""

EDGE = 2
"""Points a host should have above the walls of its goal, to besiege it, or above defenders in the open."""

SHYNESS = 2
"""Points by which besiegers may be weaker than the besieged: hunger works for them."""


class Goal(NamedTuple):
    """A capital to be taken or relieved."""

    planet: str
    men: int
    """Ground points it takes."""
    ships: int
    """Ships it takes: those that lie in the gate have to be driven away before anybody can walk in."""


def goals(eyes: Eyes) -> dict[str, Goal]:
    """All that is to be taken or relieved."""
    found = {}
    for capital in eyes.pack.capitals:
        foes = eyes.ashore(eyes.foe, capital)
        walls = eyes.pack.planets[capital].hexes[0]
        manned = eyes.strength(eyes.foe, walls, fleets=False) > 0
        lying = 0 if manned else eyes.strength(eyes.foe, walls, fleets=True)
        if not eyes.ours(capital):
            men = max(eyes.walls(walls) + EDGE, min(foes - SHYNESS, ENOUGH)) if foes else 1
            found[capital] = Goal(capital, men, lying + EDGE if lying else 0)
        elif foes:
            found[capital] = Goal(capital, foes + EDGE, 0)
    return found


def lacking(eyes: Eyes) -> int:
    """Capitals still to be taken, the imperial one not counted where it wins alone."""
    card = eyes.pack.scenarios[eyes.view.scenario]
    held = [name for name in eyes.pack.capitals if eyes.ours(name)]
    counted = [name for name in held if card.capitals_with_imperial or name != eyes.pack.imperial_capital]
    return max(0, card.capitals_needed - len(counted))
