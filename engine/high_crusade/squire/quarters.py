"""Where the Empire's new points go: to the walls in danger, then to ships and men that strike back."""

from engine.high_crusade.names import ARMY, FLEET, full
from engine.high_crusade.squire.chart import moves_to
from engine.high_crusade.squire.eyes import Eyes
from engine.kernel.orders import Order
from engine.kernel.players import Options
from engine.kernel.saying import Pick, say

STRIKE = 1
"""Moves from which the enemy threatens a capital."""

HEART = 12
"""Ground points the imperial capital should have."""

SPARE = 2
"""Points by which the defenders of a capital should outnumber those who threaten it."""


LOT = 2
"""Points that go to one place at a time where there is no danger."""


def threat(eyes: Eyes, capital: str) -> int:
    """Ground points that can stand before a capital when the enemy moves next."""
    return sum(
        unit.strength
        for unit in eyes.units[eyes.foe]
        if unit.kind == ARMY and moves_to(eyes, unit.hex, capital) <= STRIKE
    )


def wanted(eyes: Eyes, capital: str) -> int:
    """Ground points a capital should have to be safe."""
    danger = threat(eyes, capital)
    least = HEART if capital == eyes.pack.imperial_capital else 0
    return max(least, danger + SPARE if danger else 0)


def place(eyes: Eyes, options: Options) -> Order | None:
    """New points where they are wanted most, place by place."""
    weights = {
        capital: wanted(eyes, capital) - eyes.ashore(eyes.seat, capital)
        for capital in eyes.pack.capitals
        if eyes.ours(capital)
    }
    for capital in sorted(weights, key=lambda name: (-weights[name], name)):
        arm = ARMY if weights[capital] > 0 else _lacking(eyes, capital)
        order = _enter(eyes, options, capital, arm, max(LOT, weights[capital]))
        if order is not None:
            return order
    return say(options, "placed")


def _lacking(eyes: Eyes, capital: str) -> str:
    """Ships, until they can carry what the walls can spare."""
    return FLEET if eyes.afloat(eyes.seat, capital) < eyes.ashore(eyes.seat, capital) else ARMY


def _enter(eyes: Eyes, options: Options, capital: str, arm: str, most: int) -> Order | None:
    """Points for a unit that stands in the capital, for a new one, or for the garrison."""
    lot: Pick = lambda offers, line: max(filter(most.__ge__, offers), default=min(offers))  # noqa: E731
    walls = eyes.pack.planets[capital].hexes[0]
    if "reinforce" in options.verbs:
        for called in options.begin("reinforce").offers():
            unit = eyes.view.units[full(eyes.seat, called)]
            if unit.hex == walls and unit.kind == arm:
                return say(options, "reinforce", unit=called, points=lot)
    place_ = eyes.pack.place_of[walls]
    raised = say(options, "raise", arm=arm, points=lot, place=place_)
    if raised is not None or arm == FLEET:
        return raised
    return say(options, "man", place=place_, points=lot)
