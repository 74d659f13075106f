"""Odds before an attack: every way the dice can fall, counted exactly, from what everybody can see.

The column is worked out as the referee works it out (`shifts.odds`) and the results are those of the tables
(`results`), so a forecast cannot drift away from the rules. Nothing hidden goes into it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import cast

from engine.high_crusade.announcing import Attack, Bombard, Purge
from engine.high_crusade.battle import foes_at
from engine.high_crusade.combat import Resolve
from engine.high_crusade.draft import Draft
from engine.high_crusade.names import FLEET, full, other
from engine.high_crusade.results import FLEET_RESULTS, GROUND_RESULTS, Find, Result
from engine.high_crusade.shifts import BY_FORT, Odds, odds
from engine.high_crusade.state import Battle, State
from engine.kernel.orders import Order
from engine.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Chance:
    """One way it can end: points lost by the attacker and the defender, and how likely that is."""

    attacker_loses: int
    defender_loses: int
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to expect of one attack; losses before any leader risks himself to save points."""

    place: str
    kind: str
    inside: bool
    """Whether this is for defenders behind their walls."""
    odds: Odds
    chances: tuple[Chance, ...]
    """Every outcome, likeliest first; the probabilities add up to 1."""

    @property
    def attacker_expects(self) -> Fraction:
        """Points the attacker loses on average."""
        return sum((chance.attacker_loses * chance.probability for chance in self.chances), Fraction())

    @property
    def defender_expects(self) -> Fraction:
        """Points the defender loses on average."""
        return sum((chance.defender_loses * chance.probability for chance in self.chances), Fraction())

    @property
    def defender_destroyed(self) -> Fraction:
        """How likely it is that nothing is left of the defender."""
        return self._sum(lambda chance: chance.defender_loses >= self.odds.defend)

    @property
    def attacker_destroyed(self) -> Fraction:
        """How likely it is that nothing is left of the attacker."""
        if self.kind in BY_FORT:
            return Fraction()
        return self._sum(lambda chance: chance.attacker_loses >= self.odds.attack)

    @property
    def attacker_better(self) -> Fraction:
        """How likely it is that the defender loses more than the attacker."""
        return self._sum(lambda chance: chance.defender_loses > chance.attacker_loses)

    @property
    def defender_better(self) -> Fraction:
        """How likely it is that the attacker loses more than the defender."""
        return self._sum(lambda chance: chance.attacker_loses > chance.defender_loses)

    def _sum(self, wanted: Callable[[Chance], bool]) -> Fraction:
        return sum((chance.probability for chance in self.chances if wanted(chance)), Fraction())


class _OutOfDice(Exception):
    """More dice are wanted than have been laid out."""


class _LaidOut:
    """Dice that fall as they were laid out; what a result is worked out with instead of a draft."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = list(faces)

    def roll(self, number: int = 1) -> tuple[int, ...]:
        if len(self._faces) < number:
            raise _OutOfDice
        taken, self._faces = self._faces[:number], self._faces[number:]
        return tuple(taken)

    def die(self) -> int:
        return self.roll()[0]


def ways(find: Find, attack: int, defend: int) -> Iterator[tuple[Result, Fraction]]:
    """Every result that further dice can lead to, and how likely it is."""
    todo: list[tuple[int, ...]] = [()]
    while todo:
        faces = todo.pop()
        try:
            found = find(cast(Draft, _LaidOut(faces)), attack, defend)
        except _OutOfDice:
            todo += [(*faces, face) for face in range(1, 7)]
        else:
            yield found, Fraction(1, 6 ** len(faces))


def _chances(state: State, battle: Battle, table: Odds) -> tuple[Chance, ...]:
    counted: dict[tuple[int, int], Fraction] = {}
    for faces in product(range(1, 7), repeat=2):
        total = sum(faces)
        if table.crusader_table:
            fleet, ground = state.pack.crusader_table.cell(table.column, total)
            find = FLEET_RESULTS[fleet] if battle.kind == FLEET else GROUND_RESULTS[ground]
            results = list(ways(find, table.attack, table.defend))
        else:
            cell = state.pack.wersgorix_table.cell(table.column, total)
            results = [(Result(*cell), Fraction(1))]
        for found, share in results:
            own = 0 if battle.kind in BY_FORT else min(found.attacker, table.attack)
            losses = own, min(found.defender, table.defend)
            counted[losses] = counted.get(losses, Fraction()) + share / 36
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Chance(own, foe, probability) for (own, foe), probability in ranked)


def forecasts(state: State, seat: Seat, order: Order) -> tuple[Forecast, ...]:
    """What an attack would lead to; two forecasts where the defender may choose his walls.

    Nothing for an order that is no attack, or that names what is not there.
    """
    battle = _battle(state, seat, order)
    if battle is None:
        return ()
    may_go_inside = (
        battle.kind == "ground"
        and state.fort_holder(battle.hex) == other(seat)
        and state.sieges.get(battle.hex) is None
    )
    cases = [battle]
    if state.sieges.get(battle.hex) == seat and battle.kind == "ground":
        cases = [battle._replace(inside=True)]
    elif may_go_inside:
        cases = [battle, battle._replace(inside=True)]
    place = state.pack.place_of[battle.hex]
    found = []
    for case in cases:
        table = odds(state, case)
        found.append(Forecast(place, case.kind, case.inside, table, _chances(state, case, table)))
    return tuple(found)


def _battle(state: State, seat: Seat, order: Order) -> Battle | None:
    """The battle that an order would lead to, as far as one can see."""
    pack = state.pack
    match order:
        case Attack(target=target, pieces=pieces):
            at = pack.hex_of.get(target, 0)
            return _fight(state, seat, "", at, pieces)
        case Purge(planet=planet, pieces=pieces):
            if planet not in state.thralls or not state.thralls[planet].heresy:
                return None
            return _fight(state, seat, "heresy", pack.planets[planet].hexes[0], pieces)
        case Bombard(fleet=fleet):
            unit = state.units.get(full(seat, fleet))
            if unit is None or not unit.hex:
                return None
            fort = pack.planets[pack.planet_of[unit.hex]].hexes[0]
            if not state.fort(fort):
                return None
            return Battle(seat, "fort", unit.hex, (), (), (unit.name,), "roll", source=fort)
        case Resolve(target=target, kind=kind):
            for attack in state.attacks:
                if attack.hex != pack.hex_of.get(target) or attack.kind != kind:
                    continue
                if kind == "fort":
                    return _battle(state, seat, Bombard(fleet=attack.units[0]))
                return _fight(state, seat, attack.kind, attack.hex, (*attack.units, *attack.leaders))
    return None


def _fight(state: State, seat: Seat, kind: str, at: int, pieces: Sequence[str]) -> Battle | None:
    names = [piece if piece in state.leaders else full(seat, piece) for piece in pieces]
    leaders = tuple(name for name in names if name in state.leaders)
    units = tuple(name for name in names if name in state.units)
    if not at or not units or len(units) + len(leaders) != len(names):
        return None
    if not kind:
        kind = FLEET if state.units[units[0]].kind == FLEET else "ground"
    targets: tuple[str, ...] = ()
    if kind in (FLEET, "ground"):
        targets = tuple(unit.name for unit in foes_at(state, seat, at, fleets=kind == FLEET))
        if not targets:
            return None
    elif kind != "heresy":
        return None
    return Battle(seat, kind, at, units, leaders, targets, "roll")
