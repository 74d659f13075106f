"""The combat phases (rules 4.5, 4.9 and 7.3): what was announced is resolved, then come the sieges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade import reconquest
from engine.high_crusade.announcing import (
    VERBS,
    Attack,
    AttackAnnounced,
    Bombard,
    Purge,
    in_contact,
    targeted,
)
from engine.high_crusade.battle import foes_at, join_battle
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import Done, StepTaken
from engine.high_crusade.lookups import land
from engine.high_crusade.names import (
    COMBAT_OF,
    CRUSADER,
    CRUSADER_COMBAT,
    WERSGORIX,
    WERSGORIX_COMBAT,
    other,
)
from engine.high_crusade.nuclear import Nuke, can_nuke
from engine.high_crusade.registry import able, applies, judges, offering, phase, tells
from engine.high_crusade.siege import fall_checks
from engine.high_crusade.state import Attack as Announced
from engine.high_crusade.state import State
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Resolve(Order):
    """Resolve an attack that was announced."""

    VERB: ClassVar[str] = "resolve"
    GIST: ClassVar[str] = "resolve an attack you have announced"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("target", "place"), Slot("kind", "assault", "by"))
    target: str
    kind: str


@dataclass(frozen=True, slots=True)
class AttackLapsed(Event):
    """An announced attack has lost its attackers or its target (rule 7.3.22)."""

    kind: str
    hex: int
    place: str


@applies(AttackLapsed)
def _lapsed(state: State, event: AttackLapsed) -> None:
    state.attacks = tuple(
        attack for attack in state.attacks if not (attack.kind == event.kind and attack.hex == event.hex)
    )


@tells(AttackLapsed)
def _tell_lapsed(event: AttackLapsed, viewer: Viewer) -> str | None:
    return f"The attack on {event.place} comes to nothing: nobody is left to fight it."


# -- resolving -----------------------------------------------------------------------------------------------


@judges(Resolve, when=lambda state, seat: bool(state.attacks))
def _resolve(draft: Draft, seat: Seat, order: Resolve) -> None:
    """Rules 7.3.1 and 7.3.22: in the order the attacker likes."""
    at = land(draft.state, order.target)
    for attack in draft.state.attacks:
        if attack.hex == at and attack.kind == order.kind:
            resolve(draft, seat, attack)
            return
    raise refuse("7.3.1", f"No attack on {order.target} by {order.kind} has been announced.")


def resolve(draft: Draft, seat: Seat, attack: Announced) -> None:
    """Begin the battle of an announced attack, or let it lapse (rule 7.3.22)."""
    state = draft.state
    place = state.pack.place_of[attack.hex]
    if attack.kind == "fort":
        fort = state.pack.planets[state.pack.planet_of[attack.hex]].hexes[0]
        target = state.units.get(attack.units[0])
        if target is None or target.hex != attack.hex or not state.occupied(seat, fort):
            draft.emit(AttackLapsed(attack.kind, attack.hex, place))
        else:
            join_battle(draft, seat, "fort", attack.hex, targets=(target.name,), source=fort)
        return
    units = tuple(
        name for name in attack.units if name in state.units and state.seat_of(state.units[name]) == seat
    )
    leaders = tuple(
        name
        for name in attack.leaders
        if state.leaders[name].hex and state.seat_of_leader(state.leaders[name]) == seat
    )
    targets: tuple[str, ...] = ()
    if attack.kind in ("fleet", "ground"):
        busy = targeted(state) | state.struck
        foes = foes_at(state, seat, attack.hex, fleets=attack.kind == "fleet")
        targets = tuple(unit.name for unit in foes if unit.name not in busy)
    alive = bool(units) and _still_there(state, seat, attack, targets)
    near = alive and all(state.pack.grid.distance(state.units[name].hex, attack.hex) <= 1 for name in units)
    if not alive or (attack.kind != "heresy" and not near):
        draft.emit(AttackLapsed(attack.kind, attack.hex, place))
        return
    join_battle(draft, seat, attack.kind, attack.hex, units=units, leaders=leaders, targets=targets)


def _still_there(state: State, seat: Seat, attack: Announced, targets: tuple[str, ...]) -> bool:
    if attack.kind == "heresy":
        return state.thralls[state.pack.planet_of[attack.hex]].heresy
    if attack.kind == "capture":
        return bool(state.leaders_of(other(seat), attack.hex)) and not state.units_of(other(seat), attack.hex)
    return bool(targets)


@offering(Resolve, "target")
def _offer_resolve(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return list(dict.fromkeys(state.pack.place_of[attack.hex] for attack in state.attacks))


@offering(Resolve, "kind")
def _offer_kind(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    at = state.pack.hex_of[filled["target"]]
    return [attack.kind for attack in state.attacks if attack.hex == at]


# -- the phases ----------------------------------------------------------------------------------------------


def _run(draft: Draft) -> bool:
    """After the player's last order: what is still announced, then the sieges (rules 7.3.22 and 7.4.11)."""
    state = draft.state
    if not state.done:
        return False
    seat = CRUSADER if state.phase == COMBAT_OF[CRUSADER] else WERSGORIX
    if state.attacks:
        resolve(draft, seat, state.attacks[0])
        return True
    if state.step == 0:
        draft.emit(StepTaken(1))
        fall_checks(draft, seat)
        return True
    return False


_VERBS = (*VERBS, Resolve.VERB)


def _idle(seat: Seat, verbs: tuple[str, ...]) -> Any:
    def idle(state: State) -> bool:
        if state.attacks:
            return False
        return not any(able[verb](state, seat) for verb in verbs if verb in able)

    return idle


_CRUSADER_VERBS = (*_VERBS, Purge.VERB, Nuke.VERB)
_WERSGORIX_VERBS = (*_VERBS, *reconquest.COMBAT_VERBS)

phase(
    CRUSADER_COMBAT,
    verbs=(*_CRUSADER_VERBS, Done.VERB),
    prompt="Announce your attacks and resolve them.",
    run=_run,
    idle=_idle(CRUSADER, _CRUSADER_VERBS),
    rule="4.5.1",
)
phase(
    WERSGORIX_COMBAT,
    verbs=(*_WERSGORIX_VERBS, Done.VERB),
    prompt="Announce your attacks and resolve them, or reconquer a Thrall Race.",
    run=_run,
    idle=_idle(WERSGORIX, _WERSGORIX_VERBS),
    rule="4.9.1",
)

__all__ = ["Attack", "AttackAnnounced", "Bombard", "Purge", "Resolve", "can_nuke", "in_contact"]
