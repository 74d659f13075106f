"""A leader risks himself for his men (rules 7.3.10 to 7.3.12 and 7.3.24)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.high_crusade.battle import (
    attacks,
    battle_on,
    force,
    loss_of,
    place_asked,
    savers,
)
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import answered
from engine.high_crusade.names import listed, points
from engine.high_crusade.pieces import wound
from engine.high_crusade.registry import applies, judges, offering, question, tells
from engine.high_crusade.state import Ask, State
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

MOST_SAVED: Final = 2
"""More could never be saved: the die would have to be above 6 (rule 7.3.24)."""


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
class SaveTried(Event):
    """A leader risked himself for his men (rule 7.3.11)."""

    seat: str
    attacker: bool
    leader: str
    points: int
    rolled: int
    saved: bool


@applies(SaveTried)
def _save_tried(state: State, event: SaveTried) -> None:
    assert state.battle is not None
    if event.saved:
        losses = list(state.battle.losses)
        losses[0 if event.attacker else 1] -= event.points
        state.battle = state.battle._replace(losses=(losses[0], losses[1]))


@tells(SaveTried)
def _tell_save(event: SaveTried, viewer: Viewer) -> str | None:
    if event.saved:
        saved = points(event.points)
        return f"{event.leader} throws himself into the breach (die {event.rolled}) and saves {saved}."
    return f"{event.leader} tries to save {points(event.points)} and fails (die {event.rolled})."


def _save_default(state: State, asked: Ask) -> Order:
    """A force that is lost anyway lets its least leader try for one point; otherwise nobody is risked."""
    attacker = bool(asked.about[1])
    battle = battle_on(state)
    units = force(state, battle, attacker=attacker)
    if sum(unit.strength for unit in units) > loss_of(state, attacker):
        return Accept()
    names = savers(state, battle, attacker=attacker)
    return Save(1, min(names, key=lambda name: state.combat_rating(state.leaders[name])))


question(
    "save",
    (Save.VERB, Accept.VERB),
    lambda state, asked: (
        f"You lose {points(loss_of(state, bool(asked.about[1])))} at {place_asked(state, asked)}. "
        "Does a leader risk himself to save some of them?"
    ),
    _save_default,
    "7.3.10",
)


@judges(Save)
def _save(draft: Draft, seat: Seat, order: Save) -> None:
    """Rules 7.3.10, 7.3.11 and 7.3.24."""
    state = draft.state
    attacker = attacks(state, seat)
    battle = battle_on(state)
    able = savers(state, battle, attacker=attacker)
    if order.leader not in able:
        raise refuse("7.3.24", f"{order.leader} is not with the force; {listed(able)} could try.")
    most = min(MOST_SAVED, loss_of(state, attacker))
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
    return range(1, min(MOST_SAVED, loss_of(state, attacks(state, seat))) + 1)


@offering(Save, "leader")
def _offer_saver(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return savers(state, battle_on(state), attacker=attacks(state, seat))
