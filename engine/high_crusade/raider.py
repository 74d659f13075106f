"""A player who looks for a fight: for simulations, which would otherwise see few battles and sieges."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.high_crusade.names import FACTION, other
from engine.high_crusade.view import View
from engine.kernel.game import END
from engine.kernel.orders import Slot
from engine.kernel.players import RandomPlayer
from engine.kernel.seats import Seat

LIKINGS: Final = {
    "attack": 20.0,
    "move": 6.0,
    "besiege": 3.0,
    "nuke": 3.0,
    "convert": 6.0,
    "drop": 0.1,
    "take": 0.1,
    "build": 0.3,
}


class Raider(RandomPlayer):
    """Random, but his fleets carry what they can to where enemies are, and his troops attack."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        super().__init__(rng)
        self.seat = seat
        self.ending = rng.choice((0.02, 0.05))
        self._boldness = rng.choice((0.3, 0.6, 0.9))

    def liking(self, verb: str) -> float:
        """How much he likes a verb, asked once a game."""
        return LIKINGS.get(verb, 1.0)

    def value(self, view: View, slot: Slot, offers: Sequence[Any]) -> Any:
        """What he puts into a slot: places near enemies, and as many pieces as there are."""
        if slot.many and len(offers) > 1 and self.rng.random() < 0.85:
            return self.rng.choice([offer for offer in offers if offer is not END])
        if slot.kind == "place" and self.rng.random() < self._boldness:
            hostile = self._hostile(view)
            near = [offer for offer in offers if offer is not END and offer.rpartition(" ")[0] in hostile]
            if near:
                return self.rng.choice(near)
        return super().value(view, slot, offers)

    def _hostile(self, view: View) -> set[str]:
        """Planets with enemy units; for the Crusaders also those with a race to convert."""
        enemy = FACTION[other(self.seat)]
        planets = {view.pack.planet_of[unit.hex] for unit in view.units.values() if unit.faction == enemy}
        if enemy == "Wersgorix":
            planets.update(planet for planet, thrall in view.thralls.items() if not thrall.converted)
        return planets
