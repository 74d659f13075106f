"""What the squire makes of a View: whose pieces are where, and how strong."""

from collections import defaultdict
from functools import cached_property

from engine.high_crusade.names import CRUSADER, FLEET, WERSGORIX, other
from engine.high_crusade.state import Leader, Unit
from engine.high_crusade.view import View
from engine.kernel.seats import Seat


class Eyes:
    """A View, looked at from one seat."""

    def __init__(
        self,
        view: View,
        seat: Seat,
        gave: frozenset[str] = frozenset(),
        took: frozenset[str] = frozenset(),
    ) -> None:
        """`gave` and `took`: our armies that have left points behind, or taken some in, in this phase."""
        self.view = view
        self.gave, self.took = gave, took
        self.pack = view.pack
        self.seat = seat
        self.units: dict[Seat, list[Unit]] = {CRUSADER: [], WERSGORIX: []}
        self.leaders: dict[Seat, list[Leader]] = {CRUSADER: [], WERSGORIX: []}
        self._at: dict[Seat, dict[int, list[Unit]]] = {seat: defaultdict(list) for seat in self.units}
        for unit in view.units.values():
            whose = self._seat_of(unit)
            if whose is not None:
                self.units[whose].append(unit)
                self._at[whose][unit.hex].append(unit)
        for leader in view.leaders.values():
            whose = self._serves(leader)
            if leader.hex and whose is not None:
                self.leaders[whose].append(leader)

    @cached_property
    def closed(self) -> frozenset[int]:
        """Land hexes where our ships cannot land: the enemy is there, or his fort, or a storm."""
        pieces = {unit.hex for unit in self.units[self.foe]} | {it.hex for it in self.leaders[self.foe]}
        stormy = {at for storm in self.view.storms for at in (storm, *self.pack.grid.neighbours[storm])}
        forts = self.view.castles & self.pack.fort_at.keys() if self.seat == WERSGORIX else frozenset()
        return frozenset((pieces | stormy | forts) & self.pack.planet_of.keys())

    def _seat_of_faction(self, faction: str) -> Seat | None:
        if faction == "Wersgorix":
            return WERSGORIX
        if faction in ("Crusader", "Thrall") or self.view.alliances[faction] != "neutral":
            return CRUSADER
        return None

    def _seat_of(self, unit: Unit) -> Seat | None:
        return WERSGORIX if unit.name in self.view.turned else self._seat_of_faction(unit.faction)

    def _serves(self, leader: Leader) -> Seat | None:
        if leader.captor or leader.name == self.view.traitor:
            return None
        seat = self._seat_of_faction(leader.faction)
        if leader.defected:
            return other(seat) if seat else WERSGORIX
        return seat

    @property
    def foe(self) -> Seat:
        """The other side."""
        return other(self.seat)

    def at(self, seat: Seat, place: int) -> list[Unit]:
        """The units of a side in a hex."""
        return self._at[seat].get(place, [])

    def strength(self, seat: Seat, place: int, *, fleets: bool) -> int:
        """The points of a side in a hex, afloat or ashore."""
        return sum(unit.strength for unit in self.at(seat, place) if (unit.kind == FLEET) == fleets)

    def ashore(self, seat: Seat, planet: str) -> int:
        """The ground points of a side on a planet."""
        return sum(self.strength(seat, at, fleets=False) for at in self.pack.planets[planet].hexes)

    def afloat(self, seat: Seat, planet: str) -> int:
        """The fleet points of a side on a planet."""
        return sum(self.strength(seat, at, fleets=True) for at in self.pack.planets[planet].hexes)

    def planet(self, at: int) -> str:
        """The planet of a land hex."""
        return self.pack.planet_of[at]

    def walls(self, at: int) -> int:
        """The value of the fort in a hex."""
        return 0 if at in self.view.destroyed else self.pack.fort_at.get(at, 0)

    def ours(self, capital: str) -> bool:
        """Whether we hold a capital."""
        castle = self.pack.planets[capital].hexes[0] in self.view.castles
        return castle == (self.seat == CRUSADER)

    def rating(self, leaders: list[Leader]) -> int:
        """The best combat rating among leaders."""
        cards = self.pack.leaders
        ratings = [
            cards[leader.name].wounded_combat if leader.wounded else cards[leader.name].combat
            for leader in leaders
        ]
        return max(ratings, default=0)

    def talk(self, leader: Leader) -> int:
        """The political rating of a leader."""
        card = self.pack.leaders[leader.name]
        return card.wounded_political if leader.wounded else card.political

    def track(self, seat: Seat) -> int:
        """The column shift of a side's points."""
        if seat == CRUSADER:
            return self.pack.equipment.modifier(self.view.equipment)
        return self.pack.iq.modifier(self.view.iq)
