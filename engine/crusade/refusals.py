"""Why an order is refused: the rule's number and a sentence."""

from collections.abc import Mapping
from typing import Any, Final

from engine.crusade import setup
from engine.crusade.actions import is_pawn
from engine.crusade.names import ARCHER, CASTER, COMMANDER, HOME_ROWS, NOBLE, RANK, ROGUE, WARRIOR, a
from engine.crusade.orders import (
    Cast,
    Command,
    Lift,
    OfferDraw,
    Place,
    Ready,
    Recruit,
    Rotate,
    Shoot,
    Swap,
    read_clause,
)
from engine.crusade.state import State
from engine.kernel.errors import IllegalOrder
from engine.kernel.orders import Order
from engine.kernel.seats import Seat

RULE_OF_KIND: Final = {
    "archer": "4.2.2",
    "caster": "4.2.2",
    "rogue": "4.5.1",
    "warrior": "4.6.1",
    "bishop": "5.1.1",
    "commander": "5.2.1",
    "knight": "5.3.1",
    "paladin": "5.4.1",
}

_ONLY: Final[dict[type[Order], tuple[str, str]]] = {
    Shoot: (ARCHER, "4.3.1"),
    Cast: (CASTER, "4.4.1"),
    Swap: (ROGUE, "4.5.2"),
    Command: (COMMANDER, "5.2.1"),
}


def unable(state: State, seat: Seat, order: type[Order]) -> IllegalOrder:
    """Why this order, which has nothing to fill in, is not possible now."""
    if order is Ready:
        left = sum(setup.still_to_place(state, seat, rank) for rank in ("pawn", "noble"))
        return IllegalOrder(f"You have {left} more units to place before you are ready.", rule="2.5.1")
    if order is OfferDraw:
        mine = state.offer == seat
        what = "You have offered a draw already." if mine else "A draw is offered; accept it or go on."
        return IllegalOrder(what, rule="3.2.4")
    return IllegalOrder("No draw is offered to you.", rule="7.2.1")


def refusal(
    state: State, seat: Seat, order: Order, slot: str, value: Any, filled: Mapping[str, Any]
) -> IllegalOrder:
    """Why this value will not do for this part of an order, the parts before it being right."""
    if isinstance(order, Place | Lift):
        return _in_placement(state, seat, order, slot, value, filled)
    if isinstance(order, Recruit):
        return _recruit(state, seat, order, slot)
    if slot == "unit":
        return _unit(state, seat, order, value)
    return _part(state, order, slot, value)


def _in_placement(
    state: State, seat: Seat, order: Place | Lift, slot: str, value: Any, filled: Mapping[str, Any]
) -> IllegalOrder:
    if isinstance(order, Lift):
        return IllegalOrder(f"You have no unit on {value} to lift.", rule="2.5.1")
    if slot == "kind":
        if value in state.removed:
            return IllegalOrder(f"There are no {value.title()}s in this game.", rule="2.1.4")
        return IllegalOrder(f"Your army has no more {value.title()}s to place.", rule="2.5.6")
    placed = state.placed[seat]
    if value in placed or value in filled.get("squares", ()):
        return IllegalOrder(f"{value} is taken already.", rule="2.5.1")
    if value in state.treasures:
        return IllegalOrder(f"A treasure lies on {value}; no unit starts on one.", rule="2.5.4")
    if value is None or value in setup.open_squares(state, seat, order.kind):
        return IllegalOrder(f"Your army has no more {order.kind.title()}s to place.", rule="2.5.6")
    first = HOME_ROWS[seat][0][0][1]
    if RANK[order.kind] == NOBLE:
        return IllegalOrder(f"Nobles start on row {first}; {value} is not on it.", rule="2.5.2")
    rows = " and ".join(row[0][1] for row in HOME_ROWS[seat][1:])
    return IllegalOrder(f"Pawns start on rows {rows}; {value} is on neither.", rule="2.5.3")


def _recruit(state: State, seat: Seat, order: Recruit, slot: str) -> IllegalOrder:
    ranks = " or ".join(f"a {rank.title()}" for rank in sorted(set(state.due)))
    if slot == "kind":
        if RANK[order.kind] not in state.due:
            return IllegalOrder(f"This treasure pays for {ranks}, not for {a(order.kind)}.", rule="6.2.1")
        if order.kind in state.removed:
            return IllegalOrder(f"There are no {order.kind.title()}s in this game.", rule="2.1.4")
        return IllegalOrder(f"Your stock has no {order.kind.title()} left.", rule="6.2.4")
    if order.square in state.board:
        return IllegalOrder(f"{order.square} is not open.", rule="6.2.1")
    if RANK[order.kind] != NOBLE and order.square in HOME_ROWS[seat][0]:
        return IllegalOrder("A Pawn cannot be recruited on your first row.", rule="6.2.2")
    return IllegalOrder(f"{order.square} is not in your first three rows.", rule="6.2.1")


def _unit(state: State, seat: Seat, order: Order, square: str) -> IllegalOrder:
    piece = state.board.get(square)
    if piece is None:
        return IllegalOrder(f"There is no unit on {square}.", rule="3.1.1")
    if piece.seat != seat:
        return IllegalOrder(f"The {piece.kind.title()} on {square} is not yours.", rule="3.1.1")
    kind, rule = _ONLY.get(type(order), ("", ""))
    if kind and piece.kind != kind:
        return IllegalOrder(f"Only {a(kind)} can {order.VERB}; {square} holds {a(piece.kind)}.", rule=rule)
    if isinstance(order, Rotate):
        return IllegalOrder(f"Only Pawns face a direction; on {square} stands {a(piece.kind)}.", rule="4.1.1")
    if piece.kind == COMMANDER and not kind:
        return IllegalOrder(f"The Commander on {square} acts with “command {square} …”.", rule="5.2.1")
    if not state.may_move(square):
        what = f"The {piece.kind.title()} on {square} was hit by telekinesis and may not move this turn."
        return IllegalOrder(what, rule="4.4.2")
    rule = rule or RULE_OF_KIND[piece.kind]
    return IllegalOrder(f"The {piece.kind.title()} on {square} cannot {order.VERB} just now.", rule=rule)


def _part(state: State, order: Order, slot: str, value: Any) -> IllegalOrder:
    at = str(getattr(order, "unit", ""))
    piece = state.board[at]
    who = f"The {piece.kind.title()} on {at}"
    if slot == "to":
        if value is None:
            return IllegalOrder(f"{who} has no Pawn beside it: say where it goes.", rule="5.2.1")
        rule = RULE_OF_KIND[piece.kind]
        if not state.may_move(at):
            return IllegalOrder(f"{who} was hit by telekinesis and may not move this turn.", rule="4.4.2")
        other = state.board.get(value)
        if other is not None and other.seat == piece.seat:
            return IllegalOrder(f"Your own {other.kind.title()} stands on {value}.", rule="1.1.2")
        if other is not None and piece.kind == COMMANDER:
            return IllegalOrder("A Commander captures nothing.", rule="5.2.1")
        if other is not None and is_pawn(piece):
            rule = "4.6.1" if piece.kind == WARRIOR else "4.2.1"
            return IllegalOrder(f"{who}, facing {piece.facing}, cannot capture on {value}.", rule=rule)
        facing = f", facing {piece.facing}," if piece.facing else ""
        return IllegalOrder(f"{who}{facing} cannot go to {value}.", rule=rule)
    if slot == "aside":
        return IllegalOrder(f"{who} cannot side-step to {value} after that.", rule="4.2.3")
    if slot == "facing":
        if not is_pawn(piece):
            return IllegalOrder(f"Only Pawns face a direction; on {at} stands {a(piece.kind)}.", rule="4.1.1")
        what = f"{who} faces {piece.facing}; it cannot be made to face {value} by this."
        return IllegalOrder(what, rule="4.2.4")
    if slot == "target":
        return IllegalOrder(f"{who}, facing {piece.facing}, cannot hit {value}.", rule="4.3.1")
    if slot == "spell":
        if piece.kind != CASTER:
            return IllegalOrder(f"Only a Caster uses telekinesis, not {a(piece.kind)}.", rule="4.4.1")
        return IllegalOrder(f"{who} cannot do that by telekinesis: {value}.", rule="4.4.1")
    if slot == "other":
        return IllegalOrder(f"{who} cannot change places with what is on {value}.", rule="4.5.2")
    if slot == "turning":
        return IllegalOrder(f"{who} cannot have that Pawn rotated: {value}.", rule="5.2.2")
    if slot == "deeds":
        if value is None:
            return IllegalOrder("A command has to do something.", rule="5.2.5")
        if len(getattr(order, "deeds", ())) > 2:
            return IllegalOrder("A Commander gives basic actions to two Pawns at most.", rule="5.2.3")
        return IllegalOrder(f"{who} cannot have that done: {value}.", rule="5.2.3")
    rogue = read_clause(str(value))[""]
    return IllegalOrder(f"No Rogue can follow from {rogue} like that: {value}.", rule="4.5.3")
