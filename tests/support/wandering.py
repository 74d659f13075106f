"""A player who gives any legal order, but does not give the game away."""

import random
from typing import Any

from engine.kernel.completion import Walk
from engine.kernel.game import Game
from engine.kernel.orders import Order
from engine.kernel.seats import Seat

QUITTING = ("resign", "draw", "forfeit", "concede", "agree")


def wander(game: Game[Any], state: Any, chance: random.Random) -> tuple[Seat, Order]:
    """A legal order for one of the seats that are to act."""
    decision = chance.choice(game.pending(state))
    verbs = [verb for verb in game.verbs(state, decision.seat) if not any(word in verb for word in QUITTING)]
    for _ in range(20):
        if not verbs:
            break
        order = Walk(game, state, decision.seat, chance.choice(verbs)).finish(chance.choice)
        if order is not None:
            return decision.seat, order
    return decision.seat, decision.default
