"""Nuclear attack (rule 7.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.battle import OPENINGS, end_battle, foes_at, join_battle
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.lookups import land, own_unit
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import CRUSADER, FLEET, WERSGORIX, points, short
from engine.high_crusade.pieces import change_equipment
from engine.high_crusade.reach import land_neighbours
from engine.high_crusade.registry import applies, judges, offering, question, tells
from engine.high_crusade.shifts import defenders
from engine.high_crusade.state import Ask, Battle, State, Unit
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

FORT, FORTRESS = "fort", "fortress"


@dataclass(frozen=True, slots=True)
class Nuke(Order):
    """Make the one nuclear attack of a turn."""

    VERB: ClassVar[str] = "nuke"
    GIST: ClassVar[str] = "make the turn's nuclear attack"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("target", "place"), Slot("unit", "unit", "with"))
    target: str
    unit: str


@dataclass(frozen=True, slots=True)
class Sacrifice(Order):
    """Let the fort be destroyed instead of the troops."""

    VERB: ClassVar[str] = "sacrifice"
    GIST: ClassVar[str] = "let the fort be destroyed and keep the troops"


@dataclass(frozen=True, slots=True)
class Endure(Order):
    """Let the troops take the losses and keep the fort."""

    VERB: ClassVar[str] = "endure"
    GIST: ClassVar[str] = "keep the fort and take the losses"


@dataclass(frozen=True, slots=True)
class NuclearRolled(Event):
    """Whether a nuclear attack succeeds, and what it costs."""

    place: str
    unit: str
    rolled: int
    equipment: int
    success: bool
    harm: tuple[int, ...]
    losses: int


@dataclass(frozen=True, slots=True)
class FortDestroyed(Event):
    """A fort is gone for good (rule 7.4.16)."""

    hex: int
    place: str


@applies(NuclearRolled)
def _rolled(state: State, event: NuclearRolled) -> None:
    assert state.battle is not None
    state.battle = state.battle._replace(losses=(0, event.losses), stage="saves")


@applies(FortDestroyed)
def _destroyed(state: State, event: FortDestroyed) -> None:
    state.destroyed = state.destroyed | {event.hex}
    state.castles = state.castles - {event.hex}
    state.inside = state.inside - {event.hex}
    state.sieges = {at: seat for at, seat in state.sieges.items() if at != event.hex}


@tells(NuclearRolled)
def _tell_rolled(event: NuclearRolled, viewer: Viewer) -> str | None:
    if not event.success:
        return (
            f"The great bomb aimed at {event.place} fails (die {event.rolled}, Equipment {event.equipment})."
        )
    dice = "+".join(map(str, event.harm))
    return (
        f"A second sun rises over {event.place} (die {event.rolled}, Equipment {event.equipment}): "
        f"{dice} = {points(sum(event.harm))} of harm."
    )


@tells(FortDestroyed)
def _tell_destroyed(event: FortDestroyed, viewer: Viewer) -> str | None:
    return f"The fort at {event.place} is gone; the troops live."


def _attackers(state: State) -> list[Unit]:
    """Crusader-side ground units that may still attack this turn."""
    committed = {name for attack in state.attacks for name in attack.units}
    return [
        unit
        for unit in state.own_units(CRUSADER)
        if unit.kind != FLEET and unit.name not in state.fought and unit.name not in committed
    ]


def _fit(state: State, at: int) -> bool:
    """Whether a hex can be the target (rules 7.5.7 and 7.5.8)."""
    pack = state.pack
    if pack.planets[pack.planet_of[at]].fort == FORTRESS and at in pack.fort_at:
        return False
    if any(attack.hex == at and attack.kind == "ground" for attack in state.attacks):
        return False
    foes = foes_at(state, CRUSADER, at, fleets=False)
    return bool(foes) and not any(unit.name in state.struck for unit in foes)


@remembered
def _targets(state: State) -> dict[int, list[Unit]]:
    """What can be attacked, and by whom."""
    if state.nuked or state.equipment < 1:
        return {}
    held = state.index.held[WERSGORIX]
    beside = land_neighbours(state.pack)
    found: dict[int, list[Unit]] = {}
    for unit in _attackers(state):
        for at in (unit.hex, *beside[unit.hex]):
            if at in held and (at in found or _fit(state, at)):
                found.setdefault(at, []).append(unit)
    return found


def can_nuke(state: State, seat: Seat) -> bool:
    """Whether a nuclear attack is possible."""
    return seat == CRUSADER and bool(_targets(state))


@judges(Nuke, when=can_nuke)
def _nuke(draft: Draft, seat: Seat, order: Nuke) -> None:
    """Rules 7.5.1, 7.5.2 and 7.5.8."""
    state = draft.state
    if seat != CRUSADER:
        raise refuse("7.5.1", "Only the Crusader player makes nuclear attacks.")
    if state.nuked:
        raise refuse("7.5.1", "There is one nuclear attack a turn, and it has been made.")
    if state.equipment < 1:
        raise refuse("7.5.8", "A nuclear attack needs at least 1 Equipment Point.")
    at = land(state, order.target)
    unit = own_unit(state, seat, order.unit)
    targets = _targets(state)
    if at not in targets:
        raise refuse("7.5.8", f"Nothing at {order.target} can be the target of a nuclear attack now.")
    if unit not in targets[at]:
        raise refuse("7.5.8", f"{unit.name} is no free army or garrison at or next to {order.target}.")
    foes = tuple(foe.name for foe in foes_at(state, seat, at, fleets=False))
    join_battle(draft, seat, "nuclear", at, units=(unit.name,), targets=foes)


def _blast(draft: Draft, battle: Battle) -> None:
    """Rules 7.5.3 and 7.5.4: the die, the price, the harm."""
    state = draft.state
    rolled = draft.die()
    success = rolled <= state.equipment
    harm = draft.roll(2) if success else ()
    strength = sum(unit.strength for unit in defenders(state, battle))
    place = state.pack.place_of[battle.hex]
    losses = min(sum(harm), strength)
    draft.emit(NuclearRolled(place, battle.units[0], rolled, state.equipment, success, harm, losses))
    change_equipment(draft, -1, "the nuclear attack")
    if not success:
        end_battle(draft, battle)
    elif draft.state.fort(battle.hex):
        ask(draft, "fallout", WERSGORIX, battle.hex)


OPENINGS["nuclear"] = _blast


def _prompt(state: State, asked: Ask) -> str:
    loss = 0 if state.battle is None else state.battle.losses[1]
    place = state.pack.place_of[asked.about[0]]
    cost = f"The nuclear attack on {place} costs {points(loss)}."
    return f"{cost} Do the troops bear it, or is the fort destroyed?"


question("fallout", (Endure.VERB, Sacrifice.VERB), _prompt, lambda state, asked: Endure(), "7.5.6")


@judges(Endure)
def _endure(draft: Draft, seat: Seat, order: Endure) -> None:
    """Rule 7.5.6."""
    answered(draft, seat)


@judges(Sacrifice)
def _sacrifice(draft: Draft, seat: Seat, order: Sacrifice) -> None:
    """Rule 7.5.6: the fort satisfies all the losses."""
    at = answered(draft, seat).about[0]
    draft.emit(FortDestroyed(at, draft.state.pack.place_of[at]))
    battle = draft.state.battle
    assert battle is not None
    end_battle(draft, battle)


@offering(Nuke, "target")
def _offer_target(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [state.pack.place_of[at] for at in _targets(state)]


@offering(Nuke, "unit")
def _offer_unit(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    found = _targets(state).get(state.pack.hex_of[filled["target"]], [])
    return [short(seat, unit.name) for unit in found]
