"""What a pack's figures amount to: who reaches whom in a turn, and what a combat column is worth."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction

from engine.high_crusade.pack import ROLLS, Column, CrusaderCell, Pack, WersgorixCell

ODDS: dict[int, Fraction] = {roll: Fraction(6 - abs(7 - roll), 36) for roll in ROLLS}
"""How likely each total of two dice is."""

Losses = tuple[Fraction, Fraction]
"""Expected loss of attacker and defender."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Planet to planet in one move of so many hexes."""

    range: int
    links: dict[str, tuple[str, ...]]
    """Planets in reach of each planet, the nearest first."""
    hops: dict[str, int]
    """Moves needed from the Crusaders' home; a planet out of reach is missing."""

    @property
    def degree(self) -> float:
        """Planets in reach, on the average."""
        return sum(map(len, self.links.values())) / len(self.links)


def reach(pack: Pack, range_: int) -> Reach:
    """Who reaches whom in one move of this range, and how many moves lie between."""
    links = {
        a: tuple(
            b
            for b in sorted(pack.planets, key=lambda b: pack.planet_distance(a, b))
            if b != a and pack.planet_distance(a, b) <= range_
        )
        for a in pack.planets
    }
    hops = {pack.crusader_home: 0}
    todo = deque(hops)
    while todo:
        here = todo.popleft()
        for there in links[here]:
            if there not in hops:
                hops[there] = hops[here] + 1
                todo.append(there)
    return Reach(range_, links, hops)


def fleet_losses(result: int) -> Losses:
    """Expected losses of a Crusader fleet result, attacker first."""
    half = Fraction(1, 2)
    die, two = Fraction(7, 2), Fraction(7)
    none = Fraction(0)
    return {
        1: (none, none),
        2: (Fraction(2), Fraction(1)),
        3: (half * (die + 2), half * (die + 2)),
        4: (none, two),
        5: (Fraction(1), Fraction(1)),
        6: (die, die),
        7: (half * two, half * die),
        8: (die, none),
        9: (none, none),
        10: (none, two),
    }[result]


def ground_losses(result: str, attack: int = 10, defence: int = 10) -> Losses:
    """Expected losses of a Crusader ground result between forces of these strengths, attacker first."""
    half = Fraction(1, 2)
    die, two = Fraction(7, 2), Fraction(7)
    none = Fraction(0)
    return {
        "A": (none, Fraction(attack // 2)),
        "B": (half * two, half * two),
        "C": (Fraction(defence // 3), none),
        "D": (none, none),
        "E": (none, die),
        "F": (die, none),
        "G": (none, Fraction(attack // 3)),
        "H": (none, die + 3),
        "I": (half * die, half * die),
        "J": (Fraction(3), die),
    }[result]


def _sum(parts: list[tuple[Fraction, Losses]]) -> Losses:
    attacker = sum((odds * losses[0] for odds, losses in parts), Fraction(0))
    defender = sum((odds * losses[1] for odds, losses in parts), Fraction(0))
    return attacker, defender


def crusader_fleet_column(column: Column[CrusaderCell]) -> Losses:
    """Expected losses when Crusader fleets attack in this column."""
    return _sum([(ODDS[roll], fleet_losses(column.cell(roll)[0])) for roll in ROLLS])


def crusader_ground_column(column: Column[CrusaderCell]) -> Losses:
    """Expected losses when Crusader armies attack in this column, ten points against ten."""
    return _sum([(ODDS[roll], ground_losses(column.cell(roll)[1])) for roll in ROLLS])


def wersgorix_column(column: Column[WersgorixCell]) -> Losses:
    """Expected losses in this column of the Wersgorix table."""
    cells = [(ODDS[roll], column.cell(roll)) for roll in ROLLS]
    return _sum([(odds, (Fraction(cell[0]), Fraction(cell[1]))) for odds, cell in cells])
