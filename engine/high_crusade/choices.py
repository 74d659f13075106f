"""What the players decide in a battle (rules 7.3.10 to 7.3.24, 7.4.5, 7.4.6 and 7.4.28)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.high_crusade.battle import (
    StageReached,
    WallsChosen,
    bear,
    end_battle,
    force,
    savers,
)
from engine.high_crusade.draft import Draft, ask_of, refuse
from engine.high_crusade.flow import answered
from engine.high_crusade.lookups import is_leader
from engine.high_crusade.names import full, listed, points, short
from engine.high_crusade.pieces import wound
from engine.high_crusade.placement import march
from engine.high_crusade.registry import applies, judges, offering, question, tells
from engine.high_crusade.shifts import attackers, attacking_leaders
from engine.high_crusade.siege import SiegeLaid, wards
from engine.high_crusade.state import Ask, Battle, State, Unit
from engine.kernel.game import END, Event
from engine.kernel.orders import Order, Slot, read_share
from engine.kernel.seats import Seat, Viewer

MOST_SAVED: Final = 2
"""More could never be saved: the die would have to be above 6 (rule 7.3.24)."""


@dataclass(frozen=True, slots=True)
class Inside(Order):
    """Put the defenders of a fort inside its walls."""

    VERB: ClassVar[str] = "inside"
    GIST: ClassVar[str] = "defend from inside the walls"


@dataclass(frozen=True, slots=True)
class Outside(Order):
    """Let the defenders of a fort fight outside its walls."""

    VERB: ClassVar[str] = "outside"
    GIST: ClassVar[str] = "come out and fight"


@dataclass(frozen=True, slots=True)
class Storm(Order):
    """Attack defenders who are inside their walls."""

    VERB: ClassVar[str] = "storm"
    GIST: ClassVar[str] = "storm the walls"


@dataclass(frozen=True, slots=True)
class Besiege(Order):
    """Lay siege instead of attacking."""

    VERB: ClassVar[str] = "besiege"
    GIST: ClassVar[str] = "move in and lay siege instead"


@dataclass(frozen=True, slots=True)
class Save(Order):
    """Let a leader risk himself to save strength points."""

    VERB: ClassVar[str] = "save"
    GIST: ClassVar[str] = "let a leader risk himself to save points"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("points", "number"), Slot("leader", "leader", "with"))
    points: int
    leader: str


@dataclass(frozen=True, slots=True)
class Accept(Order):
    """Take the losses as they are."""

    VERB: ClassVar[str] = "accept"
    GIST: ClassVar[str] = "accept the losses and risk nobody"


@dataclass(frozen=True, slots=True)
class Lose(Order):
    """Say which units bear the losses."""

    VERB: ClassVar[str] = "lose"
    GIST: ClassVar[str] = "say which units bear the losses"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("losses", "loss", many=True),)
    losses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advance(Order):
    """Occupy the fort that was just taken."""

    VERB: ClassVar[str] = "advance"
    GIST: ClassVar[str] = "occupy the fort you have taken"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("pieces", "piece", "with", many=True),)
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stay(Order):
    """Leave the fort that was just taken empty."""

    VERB: ClassVar[str] = "stay"
    GIST: ClassVar[str] = "stay where you are"


@dataclass(frozen=True, slots=True)
class SaveTried(Event):
    """A leader risked himself for his men (rule 7.3.11)."""

    seat: str
    attacker: bool
    leader: str
    points: int
    rolled: int
    saved: bool


@dataclass(frozen=True, slots=True)
class Advanced(Event):
    """Units occupy a fort they have taken."""

    hex: int
    place: str
    pieces: tuple[str, ...]


@applies(SaveTried)
def _save_tried(state: State, event: SaveTried) -> None:
    assert state.battle is not None
    if event.saved:
        losses = list(state.battle.losses)
        losses[0 if event.attacker else 1] -= event.points
        state.battle = state.battle._replace(losses=(losses[0], losses[1]))


@applies(Advanced)
def _advanced(state: State, event: Advanced) -> None:
    march(state, event.pieces, event.hex)


@tells(SaveTried)
def _tell_save(event: SaveTried, viewer: Viewer) -> str | None:
    if event.saved:
        saved = points(event.points)
        return f"{event.leader} throws himself into the breach (die {event.rolled}) and saves {saved}."
    return f"{event.leader} tries to save {points(event.points)} and fails (die {event.rolled})."


@tells(Advanced)
def _tell_advanced(event: Advanced, viewer: Viewer) -> str | None:
    verb = "occupies" if len(event.pieces) == 1 else "occupy"
    return f"{listed(event.pieces)} {verb} {event.place}."


def _battle(state: State) -> Battle:
    if state.battle is None:
        raise LookupError("no battle is on")
    return state.battle


def _side(state: State, seat: Seat) -> bool:
    """Whether the seat that is asked is the attacker."""
    asked = ask_of(state, seat)
    assert asked is not None
    return bool(asked.about[1])


# -- walls and siege -----------------------------------------------------------------------------------------


def _place(state: State, asked: Ask) -> str:
    return state.pack.place_of[asked.about[0]]


question(
    "walls",
    (Inside.VERB, Outside.VERB),
    lambda state, asked: f"{_place(state, asked)} is attacked. Are your troops inside the walls or outside?",
    lambda state, asked: Inside(),
    "7.4.5",
)
question(
    "siege",
    (Storm.VERB, Besiege.VERB),
    lambda state, asked: (
        f"The defenders of {_place(state, asked)} are inside. Do you storm the walls or lay siege?"
    ),
    lambda state, asked: Storm(),
    "7.4.6",
)


@judges(Inside)
def _inside(draft: Draft, seat: Seat, order: Inside) -> None:
    """Rule 7.4.5."""
    at = answered(draft, seat).about[0]
    draft.emit(WallsChosen(True, draft.state.pack.place_of[at]))


@judges(Outside)
def _outside(draft: Draft, seat: Seat, order: Outside) -> None:
    """Rule 7.4.5."""
    at = answered(draft, seat).about[0]
    draft.emit(WallsChosen(False, draft.state.pack.place_of[at]))


@judges(Storm)
def _storm(draft: Draft, seat: Seat, order: Storm) -> None:
    """Rule 7.4.10."""
    answered(draft, seat)


@judges(Besiege)
def _besiege(draft: Draft, seat: Seat, order: Besiege) -> None:
    """Rules 7.4.6 and 7.4.23: the attackers move in, no dice are thrown."""
    answered(draft, seat)
    battle = _battle(draft.state)
    units = tuple(unit.name for unit in attackers(draft.state, battle))
    named = tuple(leader.name for leader in attacking_leaders(draft.state, battle))
    leaders = (*named, *wards(draft.state, seat, units, battle.hex))
    draft.emit(SiegeLaid(battle.hex, draft.state.pack.place_of[battle.hex], seat, units, leaders))
    end_battle(draft, battle)


# -- saving points -------------------------------------------------------------------------------------------


def _loss(state: State, attacker: bool) -> int:
    return _battle(state).losses[0 if attacker else 1]


def _save_default(state: State, asked: Ask) -> Order:
    """A force that is lost anyway lets its least leader try for one point; otherwise nobody is risked."""
    attacker = bool(asked.about[1])
    battle = _battle(state)
    units = force(state, battle, attacker=attacker)
    if sum(unit.strength for unit in units) > _loss(state, attacker):
        return Accept()
    names = savers(state, battle, attacker=attacker)
    return Save(1, min(names, key=lambda name: state.combat_rating(state.leaders[name])))


question(
    "save",
    (Save.VERB, Accept.VERB),
    lambda state, asked: (
        f"You lose {points(_loss(state, bool(asked.about[1])))} at {_place(state, asked)}. "
        "Does a leader risk himself to save some of them?"
    ),
    _save_default,
    "7.3.10",
)


@judges(Save)
def _save(draft: Draft, seat: Seat, order: Save) -> None:
    """Rules 7.3.10, 7.3.11 and 7.3.24."""
    state = draft.state
    attacker = _side(state, seat)
    battle = _battle(state)
    able = savers(state, battle, attacker=attacker)
    if order.leader not in able:
        raise refuse("7.3.24", f"{order.leader} is not with the force; {listed(able)} could try.")
    most = min(MOST_SAVED, _loss(state, attacker))
    if not 1 <= order.points <= most:
        raise refuse(
            "7.3.24", f"A leader tries to save {'1' if most == 1 else '1 or 2'}, not {order.points}."
        )
    answered(draft, seat)
    rolled = draft.die()
    saved = rolled > 2 * order.points
    draft.emit(SaveTried(seat, attacker, order.leader, order.points, rolled, saved))
    if not saved:
        wound(draft, order.leader, "he risked himself for his men")


@judges(Accept)
def _accept(draft: Draft, seat: Seat, order: Accept) -> None:
    """Rule 7.3.10: nobody has to risk himself."""
    answered(draft, seat)


@offering(Save, "points")
def _offer_saving(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return range(1, min(MOST_SAVED, _loss(state, _side(state, seat))) + 1)


@offering(Save, "leader")
def _offer_saver(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return savers(state, _battle(state), attacker=_side(state, seat))


# -- sharing losses ------------------------------------------------------------------------------------------


def _bearers(state: State, seat: Seat) -> list[Unit]:
    return force(state, _battle(state), attacker=_side(state, seat))


def _lose_default(state: State, asked: Ask) -> Order:
    """The strongest units bear the losses, so that as many units as possible are left."""
    attacker = bool(asked.about[1])
    units = {unit.name: unit.strength for unit in force(state, _battle(state), attacker=attacker)}
    borne = dict.fromkeys(units, 0)
    for _ in range(_loss(state, attacker)):
        name = max(units, key=lambda name: units[name] - borne[name])
        borne[name] += 1
    return Lose(tuple(f"{count} from {short(asked.seat, name)}" for name, count in borne.items() if count))


question(
    "losses",
    (Lose.VERB,),
    lambda state, asked: (
        f"You lose {points(_loss(state, bool(asked.about[1])))} at {_place(state, asked)}. "
        "Which units bear them?"
    ),
    _lose_default,
    "7.3.19",
)


@judges(Lose)
def _lose(draft: Draft, seat: Seat, order: Lose) -> None:
    """Rule 7.3.19: the owner chooses."""
    state = draft.state
    attacker = _side(state, seat)
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
    loss, total = _loss(state, attacker), sum(count for _, count in shares)
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
    left = _loss(state, _side(state, seat)) - sum(named.values())
    if not left:
        return (END,)
    open_units = [unit for unit in _bearers(state, seat) if short(seat, unit.name) not in named]
    total = sum(unit.strength for unit in open_units)
    return [
        f"{count} from {short(seat, unit.name)}"
        for unit in open_units
        for count in range(max(1, left - (total - unit.strength)), min(left, unit.strength) + 1)
    ]


# -- occupying a fort ----------------------------------------------------------------------------------------


def _advancers(state: State) -> list[str]:
    """Who took part in the attack and is not in the hex yet (rule 7.4.28)."""
    battle = _battle(state)
    units = [unit.name for unit in attackers(state, battle) if unit.hex != battle.hex]
    leaders = [leader.name for leader in attacking_leaders(state, battle) if leader.hex != battle.hex]
    return [*units, *leaders]


question(
    "advance",
    (Advance.VERB, Stay.VERB),
    lambda state, asked: f"{_place(state, asked)} is yours. Who occupies it?",
    lambda state, asked: Advance(tuple(short(asked.seat, name) for name in _advancers(state))),
    "7.4.28",
)


@judges(Advance)
def _advance(draft: Draft, seat: Seat, order: Advance) -> None:
    """Rules 7.4.15 and 7.4.28."""
    state = draft.state
    battle = _battle(state)
    able = _advancers(state)
    names = tuple(name if is_leader(state, name) else full(seat, name) for name in order.pieces)
    for name in names:
        if name not in able:
            raise refuse("7.4.28", f"{name} took no part in that attack; {listed(able)} did.")
    if len(set(names)) != len(names):
        raise refuse("7.4.28", "A piece is named twice.")
    units = tuple(name for name in names if not is_leader(state, name))
    if not units and not state.ground_of(seat, battle.hex):
        raise refuse("7.4.28", "Leaders occupy the fort only with a unit of the attack.")
    answered(draft, seat)
    along = wards(state, seat, units, battle.hex)
    draft.emit(Advanced(battle.hex, state.pack.place_of[battle.hex], (*names, *along)))


@judges(Stay)
def _stay(draft: Draft, seat: Seat, order: Stay) -> None:
    """Rule 7.4.28: the advance is free."""
    answered(draft, seat)


@offering(Advance, "pieces")
def _offer_advance(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    taken = filled.get("pieces", ())
    left = [called for name in _advancers(state) if (called := short(seat, name)) not in taken]
    if taken:
        return [END, *left]
    if state.ground_of(seat, _battle(state).hex):
        return left
    return [called for called in left if not is_leader(state, called)]


__all__ = [
    "Accept",
    "Advance",
    "Besiege",
    "Inside",
    "Lose",
    "Outside",
    "Save",
    "StageReached",
    "Stay",
    "Storm",
]
