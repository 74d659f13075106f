"""A battle, from the first word to the last (rule 7.3): joined, rolled, borne, and what is left of it.

It is an interrupt of the turn: while one is on, nothing else happens. Each stage either goes on by itself or
asks the player whose choice it is.
"""

from collections.abc import Callable

from engine.high_crusade import alert, alliances
from engine.high_crusade.battle_events import (
    BattleEnded,
    BattleJoined,
    BattleRolled,
    LossesBorne,
    StageReached,
)
from engine.high_crusade.building import HeresyEnded
from engine.high_crusade.draft import Draft, ask_of
from engine.high_crusade.flow import ask
from engine.high_crusade.names import ALLIES, CRUSADER, FLEET, WERSGORIX, other
from engine.high_crusade.pieces import LeaderDied, earn, lose, take_prisoner, wound
from engine.high_crusade.registry import interrupts
from engine.high_crusade.results import FLEET_RESULTS, GROUND_RESULTS, Result
from engine.high_crusade.shifts import (
    BY_FORT,
    attackers,
    attacking_leaders,
    defenders,
    defending_leaders,
    odds,
)
from engine.high_crusade.siege import take_fort
from engine.high_crusade.state import Ask, Battle, State, Unit
from engine.high_crusade.storms import place_storm
from engine.high_crusade.straying import stray
from engine.kernel.seats import Seat

# -- joining -------------------------------------------------------------------------------------------------


def foes_at(state: State, seat: Seat, at: int, *, fleets: bool) -> list[Unit]:
    """The units in a hex that an attack of this seat meets (rules 7.1.6, 7.2.6)."""
    foe = other(seat)
    found = []
    for unit in state.units_at(at):
        if (unit.kind == FLEET) == fleets:
            commander = state.seat_of(unit)
            if commander == foe or (commander is None and seat == WERSGORIX):
                found.append(unit)
    return found


def join_battle(
    draft: Draft,
    seat: Seat,
    kind: str,
    at: int,
    *,
    units: tuple[str, ...] = (),
    leaders: tuple[str, ...] = (),
    targets: tuple[str, ...] = (),
    source: int = 0,
) -> None:
    """Begin to resolve an attack, with all that an attack brings about before a die is thrown."""
    state = draft.state
    place = state.pack.place_of[at]
    planet = state.pack.planet_of[at]
    if kind != "fort_fire":
        if seat == CRUSADER and kind != "heresy":
            alert.capital_attacked(draft, planet)
        elif seat == WERSGORIX:
            _provoke(draft, planet, targets)
    draft.emit(BattleJoined(seat, kind, at, place, units, leaders, targets, source))


def _provoke(draft: Draft, planet: str, targets: tuple[str, ...]) -> None:
    """What a Wersgorix attack stirs up: allies for good (9.1.5), the end of a heresy (11.1.8)."""
    state = draft.state
    home = state.pack.planets[planet].home_of
    races = {state.units[name].faction for name in targets} & set(ALLIES)
    for race in sorted(races | ({home} if home else set())):
        alliances.attacked_by_wersgorix(draft, race)
    thrall = state.thralls.get(planet)
    if thrall is not None and thrall.heresy:
        draft.emit(HeresyEnded(planet, "the Wersgorix attack unites the faithful"))


# -- stage by stage ------------------------------------------------------------------------------------------


def battle_step(draft: Draft) -> bool:
    """Do the next thing of the battle that is on."""
    battle = draft.state.battle
    if battle is None:
        return False
    _STAGES[battle.stage](draft, battle)
    return True


def _stage_walls(draft: Draft, battle: Battle) -> None:
    """Rules 7.3.3, 7.4.5 and 7.4.22: the defender of a fort chooses, unless he is besieged."""
    state = draft.state
    opening = OPENINGS.get(battle.kind)
    if opening is not None:
        opening(draft, battle)
        return
    foe = other(battle.seat)
    holds = (
        battle.kind == "ground"
        and not battle.inside
        and state.fort_holder(battle.hex) == foe
        and state.sieges.get(battle.hex) is None
    )
    draft.emit(StageReached("roll"))
    if holds:
        ask(draft, "walls", foe, battle.hex)


def _capture_leaders(draft: Draft, battle: Battle) -> None:
    """Rules 7.3.17 and 7.3.28: leaders alone are taken without a fight."""
    state = draft.state
    captor = state.units[battle.units[0]]
    for leader in state.leaders_of(other(battle.seat), battle.hex):
        take_prisoner(draft, leader, battle.seat, captor.hex, "he was found without troops")
    end_battle(draft, battle)


OPENINGS: dict[str, Callable[[Draft, Battle], None]] = {"capture": _capture_leaders}
"""Kinds of attack that begin in a way of their own."""


def may_besiege(state: State, battle: Battle) -> bool:
    """Rule 7.4.23: the attackers are strong enough to close in."""
    return sum(unit.strength for unit in attackers(state, battle)) >= state.fort(battle.hex)


def _stage_siege(draft: Draft, battle: Battle) -> None:
    """Rule 7.4.6: storm the walls or lay siege."""
    can = may_besiege(draft.state, battle)
    draft.emit(StageReached("roll"))
    if can:
        ask(draft, "siege", battle.seat, battle.hex)


def _stage_roll(draft: Draft, battle: Battle) -> None:
    """Rules 7.3.4 to 7.3.9: the column, the dice, the result."""
    state = draft.state
    table = odds(state, battle)
    rolled = draft.roll(2)
    total = sum(rolled)
    if table.crusader_table:
        fleet, ground = state.pack.crusader_table.cell(table.column, total)
        if battle.kind == "fleet":
            code, found = str(fleet), FLEET_RESULTS[fleet](draft, table.attack, table.defend)
        else:
            code, found = ground, GROUND_RESULTS[ground](draft, table.attack, table.defend)
    else:
        code, found = "", Result(*state.pack.wersgorix_table.cell(table.column, total))
    own = 0 if battle.kind in BY_FORT else min(found.attacker, table.attack)
    foe = min(found.defender, table.defend)
    draft.emit(
        BattleRolled(
            battle.seat,
            battle.kind,
            state.pack.place_of[battle.hex],
            table.attack,
            table.defend,
            table.walls,
            table.attacker,
            table.defender,
            table.net,
            table.label,
            rolled,
            code,
            found.rolled,
            own,
            foe,
            found.special,
        )
    )
    _follow_up(draft, battle, found)


def _follow_up(draft: Draft, battle: Battle, found: Result) -> None:
    """What a result of the Crusader table does besides losses (rule 12)."""
    state = draft.state
    if found.special == "lost":
        stray(draft, battle, found.rolled[0])
    elif found.special == "satellite":
        alert.toggle_satellite(draft, state.pack.zone_of[state.pack.planet_of[battle.hex]])
    elif found.special == "storm":
        place_storm(draft, state.units[battle.units[0]].hex)
    if battle.kind == "heresy" and state.battle is not None and state.battle.losses[1]:
        planet = state.pack.planet_of[battle.hex]
        draft.emit(HeresyEnded(planet, "the heretics are put down"))
        draft.emit(LossesBorne(False, 0))


def force(state: State, battle: Battle, *, attacker: bool) -> list[Unit]:
    """The units of one side that can bear its losses."""
    return attackers(state, battle) if attacker else defenders(state, battle)


def _sides(battle: Battle) -> tuple[tuple[Seat, bool], ...]:
    return (battle.seat, True), (other(battle.seat), False)


def savers(state: State, battle: Battle, *, attacker: bool) -> list[str]:
    """The leaders who could risk themselves to save points (rule 7.3.24)."""
    leaders = attacking_leaders(state, battle) if attacker else defending_leaders(state, battle)
    return [leader.name for leader in leaders]


def _stage_saves(draft: Draft, battle: Battle) -> None:
    """Rule 7.3.10: each side that lost points may let a leader risk himself for some of them."""
    battle = draft.state.battle or battle
    draft.emit(StageReached("shares"))
    for seat, attacker in _sides(battle):
        loss = battle.losses[0 if attacker else 1]
        if loss and savers(draft.state, battle, attacker=attacker):
            ask(draft, "save", seat, battle.hex, attacker)


def _stage_shares(draft: Draft, battle: Battle) -> None:
    """Rule 7.3.19: the owner says which units bear the losses, where there is anything to choose."""
    draft.emit(StageReached("after"))
    for seat, attacker in _sides(battle):
        loss = battle.losses[0 if attacker else 1]
        if not loss:
            continue
        units = force(draft.state, battle, attacker=attacker)
        if len(units) > 1 and sum(unit.strength for unit in units) > loss:
            ask(draft, "losses", seat, battle.hex, attacker)
        else:
            bear(draft, attacker, [(unit.name, unit.strength) for unit in units], loss)


def bear(draft: Draft, attacker: bool, shares: list[tuple[str, int]], loss: int) -> None:
    """Take losses from units, in this order, at most so many from each."""
    battle = draft.state.battle
    assert battle is not None
    place = draft.state.pack.place_of[battle.hex]
    left = loss
    for name, most in shares:
        left -= lose(draft, name, min(most, left), f"battle at {place}")
    draft.emit(LossesBorne(attacker, loss - left))


def _stage_after(draft: Draft, battle: Battle) -> None:
    """Rules 7.3.12 to 7.3.15 and 7.4.27: the dead, the taken, the points."""
    state = draft.state
    battle = state.battle or battle
    own_gone = bool(battle.units) and not attackers(state, battle)
    foes_gone = bool(battle.targets) and not defenders(state, battle)
    if foes_gone:
        _mourn(draft, other(battle.seat), {battle.hex})
    if own_gone and not battle.spares:
        _mourn(draft, battle.seat, {_stood(battle, name) for name in battle.units})
    if battle.wedge and draft.state.leaders[battle.wedge].hex:
        wound(draft, battle.wedge, "the wedge reached him")
    won = battle.kind in ("ground", "nuclear") and foes_gone and not own_gone
    taken = won and _take_by_storm(draft, battle)
    if battle.kind not in ("heresy", "nuclear"):
        _reward(draft, battle)
    if taken and not draft.state.result:
        movers = [unit.name for unit in attackers(draft.state, battle) if unit.hex != battle.hex]
        draft.emit(StageReached("ended"))
        if movers:
            ask(draft, "advance", battle.seat, battle.hex)
            return
    end_battle(draft, battle)


def _stood(battle: Battle, name: str) -> int:
    return dict(battle.stood).get(name, battle.hex)


def _mourn(draft: Draft, seat: Seat, hexes: set[int]) -> None:
    """Rules 7.3.12 and 7.3.23: leaders of a destroyed force die where no friendly unit is left."""
    battle = draft.state.battle
    freed = battle.freed if battle is not None else ()
    for at in sorted(hexes):
        if not draft.state.units_of(seat, at):
            for leader in draft.state.leaders_of(seat, at):
                if leader.name not in freed:
                    draft.emit(LeaderDied(leader.name, "his force was destroyed"))


def _take_by_storm(draft: Draft, battle: Battle) -> bool:
    """Rules 7.3.15 and 7.4.27: the last defender of a fort is gone."""
    state = draft.state
    theirs = (battle.seat == CRUSADER) != (battle.hex in state.castles)
    if not theirs or not state.fort(battle.hex) or state.ground_of(other(battle.seat), battle.hex):
        return False
    take_fort(draft, battle.seat, battle.hex, "storm")
    if battle.kind == "ground":
        earn(draft, battle.seat, f"{state.pack.place_of[battle.hex]} was taken by storm")
    return True


def _reward(draft: Draft, battle: Battle) -> None:
    """Rules 7.3.14 and 7.3.25: a point for whoever hurt the enemy and was not hurt."""
    own, foe = battle.lost
    place = draft.state.pack.place_of[battle.hex]
    if foe and not own:
        earn(draft, battle.seat, f"a clean victory at {place}")
    elif own and not foe:
        earn(draft, other(battle.seat), f"a clean victory at {place}")


def end_battle(draft: Draft, battle: Battle) -> None:
    battle = draft.state.battle or battle
    place = draft.state.pack.place_of[battle.hex]
    draft.emit(BattleEnded(battle.seat, battle.kind, battle.hex, place, *battle.lost))


_STAGES: dict[str, Callable[[Draft, Battle], None]] = {
    "walls": _stage_walls,
    "siege": _stage_siege,
    "roll": _stage_roll,
    "saves": _stage_saves,
    "shares": _stage_shares,
    "after": _stage_after,
    "ended": end_battle,
}

interrupts.insert(0, battle_step)


# -- what the players' choices ask ---------------------------------------------------------------------------


def battle_on(state: State) -> Battle:
    """The battle that is fought now."""
    if state.battle is None:
        raise LookupError("no battle is on")
    return state.battle


def attacks(state: State, seat: Seat) -> bool:
    """Whether the seat that is asked is the attacker."""
    asked = ask_of(state, seat)
    assert asked is not None
    return bool(asked.about[1])


def place_asked(state: State, asked: Ask) -> str:
    """The place a question is about."""
    return state.pack.place_of[asked.about[0]]


def loss_of(state: State, attacker: bool) -> int:
    """The points a side of the battle has to lose."""
    return battle_on(state).losses[0 if attacker else 1]
