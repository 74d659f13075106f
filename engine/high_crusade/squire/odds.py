"""What the squire expects of an attack: every fall of the dice counted, from what everybody can see."""

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.high_crusade.forecast import ways
from engine.high_crusade.names import ALLIES, CRUSADER, CRUSADER_COMBAT, FLEET, PARVUS
from engine.high_crusade.pack import Pack
from engine.high_crusade.results import FLEET_RESULTS, GROUND_RESULTS, Result
from engine.high_crusade.shifts import MOST
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.state import Leader, Unit
from engine.kernel.seats import Seat


class Outlook(NamedTuple):
    """What an attack would lead to on the average."""

    own: float
    """Points the attacker loses."""
    foe: float
    """Points the defender loses."""
    wins: float
    """How likely it is that nothing is left of the defender."""


class _Column(NamedTuple):
    """One column of one of the tables, for an attack by land or by space."""

    crusader: bool
    afloat: bool
    number: int


@lru_cache(maxsize=4096)
def _outlook(pack: Pack, column: _Column, attack: int, defend: int) -> Outlook:
    own = foe = wins = 0.0
    for faces in product(range(1, 7), repeat=2):
        for result, share in _results(pack, column, sum(faces), attack, defend):
            own += share * min(attack, result.attacker) / 36
            foe += share * min(defend, result.defender) / 36
            wins += share * (result.defender >= defend) / 36
    return Outlook(own, foe, wins)


def _results(pack: Pack, column: _Column, total: int, attack: int, defend: int) -> list[tuple[Result, float]]:
    """What a total of the two dice leads to, and how likely each way of going on is."""
    if not column.crusader:
        return [(Result(*pack.wersgorix_table.cell(column.number, total)), 1.0)]
    fleet, ground = pack.crusader_table.cell(column.number, total)
    find = FLEET_RESULTS[fleet] if column.afloat else GROUND_RESULTS[ground]
    return [(result, float(share)) for result, share in ways(find, attack, defend)]


def led_by(eyes: Eyes, seat: Seat, hexes: set[int]) -> list[Leader]:
    """The leaders of a side in these hexes."""
    return [leader for leader in eyes.leaders[seat] if leader.hex in hexes]


def _shift(eyes: Eyes, seat: Seat, units: list[Unit], leaders: list[Leader]) -> int:
    """The columns a side's force shifts, in attack as in defence."""
    view = eyes.view
    shift = eyes.rating([leader for leader in leaders if leader.name != PARVUS]) + eyes.track(seat)
    if seat == CRUSADER:
        shift += not view.fervor and any(leader.name == PARVUS for leader in leaders)
        shift += view.fervor and seat == eyes.seat and view.phase == CRUSADER_COMBAT
        grail = view.grail
        shift += grail is not None and grail.true and any(unit.name == grail.carrier for unit in units)
    return shift


def outlook(eyes: Eyes, force: list[Unit], at: int, *, walls: bool = False) -> Outlook:
    """What our force can expect when it attacks the ships or the troops in a hex."""
    pack, afloat = eyes.pack, force[0].kind == FLEET
    foes = [unit for unit in eyes.at(eyes.foe, at) if (unit.kind == FLEET) == afloat]
    attack, defend = sum(unit.strength for unit in force), sum(unit.strength for unit in foes)
    shift = _shift(eyes, eyes.seat, force, led_by(eyes, eyes.seat, {unit.hex for unit in force}))
    shift -= _shift(eyes, eyes.foe, foes, led_by(eyes, eyes.foe, {at}))
    shift += 0 if afloat else pack.planets[eyes.planet(at)].terrain
    allied = sum(unit.strength for unit in force if unit.faction in ALLIES)
    table = pack.crusader_table if eyes.seat == CRUSADER and 2 * allied <= attack else pack.wersgorix_table
    index = table.column_of(attack - defend - (eyes.walls(at) if walls else 0))
    column = _Column(table is pack.crusader_table, afloat, table.shifted(index, max(-MOST, min(MOST, shift))))
    return _outlook(pack, column, attack, defend)
