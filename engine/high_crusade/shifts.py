"""Column shifts (rules 7.3.6 to 7.3.8, 7.3.18, 7.3.21, 7.3.27) and the table an attack is read on (7.3.5)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.high_crusade.grail import grail_shift
from engine.high_crusade.names import ALLIES, CRUSADER, CRUSADER_COMBAT, PARVUS, WERSGORIX, other
from engine.high_crusade.state import Battle, Leader, State, Unit
from engine.kernel.seats import Seat

MOST: Final = 3
"""The net shift is never more (rule 7.3.8)."""

BY_FORT: Final = ("fort", "fort_fire")
"""The kinds of attack a fort makes."""

AGAINST_FLEETS: Final = ("fleet", *BY_FORT)
"""The kinds of attack that strike fleets."""

Shift = tuple[str, int]
"""What shifts, and by how many columns."""


class Odds(NamedTuple):
    """Everything the dice are read with."""

    attack: int
    defend: int
    walls: int
    attacker: tuple[Shift, ...]
    defender: tuple[Shift, ...]
    net: int
    crusader_table: bool
    column: int
    label: str


def best_leader(state: State, leaders: Sequence[Leader]) -> Leader | None:
    """The leader whose rating counts: the best, and never Brother Parvus (rule 7.3.21)."""
    fit = [leader for leader in leaders if leader.name != PARVUS]
    return max(fit, key=state.combat_rating, default=None)


def _player_shifts(state: State, seat: Seat, units: Sequence[Unit], leaders: Sequence[Leader]) -> list[Shift]:
    """What a player's force brings along, in attack as in defence."""
    found: list[Shift] = []
    best = best_leader(state, leaders)
    if best is not None and state.combat_rating(best):
        found.append((best.name, state.combat_rating(best)))
    if seat == CRUSADER:
        if not state.fervor and any(leader.name == PARVUS for leader in leaders):
            found.append((PARVUS, 1))
        if grail_shift(state, units):
            found.append(("the True Grail", 1))
    return found


def _track_shift(state: State, seat: Seat) -> list[Shift]:
    if seat == CRUSADER:
        name, worth = "Equipment", state.pack.equipment.modifier(state.equipment)
    else:
        name, worth = "I.Q.", state.pack.iq.modifier(state.iq)
    return [(name, worth)] if worth else []


def _fervor_shift(state: State, seat: Seat) -> list[Shift]:
    raging = state.fervor and seat == CRUSADER and state.phase == CRUSADER_COMBAT
    return [("Crusading Fervor", 1)] if raging else []


def attackers(state: State, battle: Battle) -> list[Unit]:
    """The attacking units that are left."""
    return [state.units[name] for name in battle.units if name in state.units]


def defenders(state: State, battle: Battle) -> list[Unit]:
    """The defending units that are left."""
    return [state.units[name] for name in battle.targets if name in state.units]


def attacking_leaders(state: State, battle: Battle) -> list[Leader]:
    """The leaders named in the attack who are still free and on the map."""
    return [
        leader
        for name in battle.leaders
        if (leader := state.leaders[name]).hex and state.seat_of_leader(leader) == battle.seat
    ]


def defending_leaders(state: State, battle: Battle) -> list[Leader]:
    """All free leaders of the defender in the hex; a race defends without any (rule 7.2.4)."""
    if battle.kind == "heresy":
        return []
    if battle.kind in AGAINST_FLEETS and state.sieges.get(battle.hex) == battle.seat:
        return []  # they are inside the walls with the troops (rule 7.4.21)
    return state.leaders_of(other(battle.seat), battle.hex)


def reads_crusader_table(state: State, battle: Battle, units: Sequence[Unit]) -> bool:
    """Rule 7.3.5: a Crusader force uses the Crusader table unless allies are the larger part of it."""
    if battle.seat == WERSGORIX or battle.kind in BY_FORT:
        return False
    allied = sum(unit.strength for unit in units if unit.faction in ALLIES)
    return 2 * allied <= sum(unit.strength for unit in units)


def odds(state: State, battle: Battle) -> Odds:
    """The column an attack is read in, and how it comes about."""
    seat, foe = battle.seat, other(battle.seat)
    pack = state.pack
    planet = pack.planets[pack.planet_of[battle.hex]]
    own, others = attackers(state, battle), defenders(state, battle)
    by_fort = battle.kind in BY_FORT
    ground = battle.kind in ("ground", "heresy")
    if by_fort:
        attack = state.fort(battle.source)
        attacker = [*_track_shift(state, seat), *_fervor_shift(state, seat)]
    else:
        attack = sum(unit.strength for unit in own)
        attacker = [
            *_player_shifts(state, seat, own, attacking_leaders(state, battle)),
            *_fervor_shift(state, seat),
            *_track_shift(state, seat),
        ]
    walls = state.fort(battle.hex) if battle.inside else 0
    if battle.kind == "heresy":
        defend, defender = state.face(planet.name).strength, []
    else:
        defend = sum(unit.strength for unit in others)
        leaders = defending_leaders(state, battle)
        defender = [*_player_shifts(state, foe, others, leaders), *_track_shift(state, foe)]
    if ground and planet.terrain > 0:
        attacker.append((f"terrain {planet.terrain_label}", planet.terrain))
    elif ground and planet.terrain < 0:
        defender.append((f"terrain {planet.terrain_label}", -planet.terrain))
    total = sum(shift for _, shift in attacker) - sum(shift for _, shift in defender)
    net = max(-MOST, min(MOST, total))
    crusader = reads_crusader_table(state, battle, own)
    if crusader:
        table = pack.crusader_table
        column = table.shifted(table.column_of(attack - defend - walls), net)
        label = table.columns[column].label
    else:
        plain = pack.wersgorix_table
        column = plain.shifted(plain.column_of(attack - defend - walls), net)
        label = plain.columns[column].label
    return Odds(attack, defend, walls, tuple(attacker), tuple(defender), net, crusader, column, label)
