"""The losses of a battle are shared out among those who fought (rules 7.3.9 and 7.3.23)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.battle import (
    attacks,
    battle_on,
    bear,
    force,
    loss_of,
    place_asked,
)
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import answered
from engine.high_crusade.names import full, listed, points, short
from engine.high_crusade.registry import judges, offering, question
from engine.high_crusade.state import Ask, State, Unit
from engine.kernel.game import END
from engine.kernel.orders import Order, Slot, read_share
from engine.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Lose(Order):
    """Say which units bear the losses."""

    VERB: ClassVar[str] = "lose"
    GIST: ClassVar[str] = "say which units bear the losses"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("losses", "loss", many=True),)
    losses: tuple[str, ...]


def _bearers(state: State, seat: Seat) -> list[Unit]:
    return force(state, battle_on(state), attacker=attacks(state, seat))


def _lose_default(state: State, asked: Ask) -> Order:
    """The strongest units bear the losses, so that as many units as possible are left."""
    attacker = bool(asked.about[1])
    units = {unit.name: unit.strength for unit in force(state, battle_on(state), attacker=attacker)}
    borne = dict.fromkeys(units, 0)
    for _ in range(loss_of(state, attacker)):
        name = max(units, key=lambda name: units[name] - borne[name])
        borne[name] += 1
    return Lose(tuple(f"{count} from {short(asked.seat, name)}" for name, count in borne.items() if count))


question(
    "losses",
    (Lose.VERB,),
    lambda state, asked: (
        f"You lose {points(loss_of(state, bool(asked.about[1])))} at {place_asked(state, asked)}. "
        "Which units bear them?"
    ),
    _lose_default,
    "7.3.19",
)


@judges(Lose)
def _lose(draft: Draft, seat: Seat, order: Lose) -> None:
    """Rule 7.3.19: the owner chooses."""
    state = draft.state
    attacker = attacks(state, seat)
    units = {unit.name: unit.strength for unit in _bearers(state, seat)}
    shares: list[tuple[str, int]] = []
    for said in order.losses:
        count, called = _read_loss(said)
        name = full(seat, called)
        if name not in units:
            raise refuse("7.3.19", f"{name} is not in this battle; {listed(list(units))} are.")
        if any(name == known for known, _ in shares):
            raise refuse("7.3.19", f"{name} is named twice.")
        if not 1 <= count <= units[name]:
            raise refuse("7.3.19", f"{name} has {points(units[name])} and cannot lose {count}.")
        shares.append((name, count))
    loss, total = loss_of(state, attacker), sum(count for _, count in shares)
    if total != loss:
        raise refuse("7.3.19", f"You lose {points(loss)}, and that line adds up to {total}.")
    answered(draft, seat)
    bear(draft, attacker, shares, loss)


def _read_loss(said: str) -> tuple[int, str]:
    try:
        return read_share(said)
    except ValueError:
        raise refuse("7.3.19", f"“{said[:40]}” is no loss; write it like “2 from army C”.") from None


@offering(Lose, "losses")
def _offer_losses(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    named = {name: count for count, name in map(read_share, filled.get("losses", ()))}
    left = loss_of(state, attacks(state, seat)) - sum(named.values())
    if not left:
        return (END,)
    open_units = [unit for unit in _bearers(state, seat) if short(seat, unit.name) not in named]
    total = sum(unit.strength for unit in open_units)
    return [
        f"{count} from {short(seat, unit.name)}"
        for unit in open_units
        for count in range(max(1, left - (total - unit.strength)), min(left, unit.strength) + 1)
    ]
