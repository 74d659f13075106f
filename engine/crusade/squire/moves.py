"""The orders the squire thinks about, each with what it makes of the field.

Not every order there is: what hardly ever helps is left out, and what can be added to an order (a second Pawn
for a Commander, telekinesis, a Rogue that follows) is only thought of for the best ones.
"""

from collections.abc import Iterator

from engine.crusade.actions import (
    asides_of,
    commander_steps_of,
    deeds_of,
    facings_of,
    followers_of,
    is_pawn,
    rotations_of,
    shots_of,
    spells_of,
    swaps_of,
    targets_of,
    turns_of,
)
from engine.crusade.names import CASTER, COMMANDER
from engine.crusade.orders import (
    ASIDE,
    FACING,
    TO,
    Cast,
    Command,
    Move,
    Rotate,
    Shoot,
    Swap,
    read_clause,
)
from engine.crusade.squire.field import Field, gone, pushed, shot, swapped, turned
from engine.kernel.orders import Order

Way = tuple[Order, Field]
"""An order and the field after it."""


def ways_on(field: Field, seat: str) -> Iterator[Way]:
    """Orders of a seat, each with one thing done."""
    for square, piece in field.board.items():
        if piece.seat != seat:
            continue
        if piece.kind == COMMANDER:
            yield from _commands(field, square)
            continue
        if square not in field.held:
            yield from _moves(field, square)
        if is_pawn(piece):
            for facing in rotations_of(piece):
                yield Rotate(square, facing), turned(field, square, facing)
        for target in shots_of(field.board, square):
            yield Shoot(square, target), shot(field, target)
        for spell in spells_of(field.board, square):
            yield Cast(square, spell), _cast(field, seat, spell)
        for other in swaps_of(field, square):
            yield Swap(square, other), swapped(field, square, other)


def _moves(field: Field, square: str) -> Iterator[Way]:
    board = field.board
    piece = board[square]
    for to in targets_of(board, square):
        after, end = gone(field, square, to)
        yield Move(square, to), after
        if not end or not piece.facing:
            continue
        for aside in (None, *asides_of(board, square, to)):
            if aside is not None:
                yield Move(square, to, aside), gone(field, square, to, aside)[0]
            for facing in facings_of(piece):
                yield Move(square, to, aside, facing), gone(field, square, to, aside, facing)[0]


def _cast(field: Field, seat: str, spell: str) -> Field:
    parts = read_clause(spell)
    return pushed(field, seat, parts[""], parts.get(TO), parts.get(FACING))


def _done(field: Field, deed: str) -> tuple[Field, str]:
    """After a Pawn's basic action; and where the Pawn ends."""
    parts = read_clause(deed)
    if TO in parts:
        return gone(field, parts[""], parts[TO], parts.get(ASIDE), parts.get(FACING))
    return turned(field, parts[""], parts[FACING]), parts[""]


def _commands(field: Field, square: str) -> Iterator[Way]:
    """A Commander's step alone, one deed, or a Rotate and the capture it makes possible."""
    for deed in deeds_of(field, square):
        yield Command(square, deeds=(deed,)), _done(field, deed)[0]
    steps = [] if square in field.held else commander_steps_of(field.board, square)
    for to in (None, *steps):
        stepped = field if to is None else gone(field, square, to)[0]
        at = to or square
        if to is not None:
            yield Command(square, to), stepped
            yield from (
                (Command(square, to, None, (deed,)), _done(stepped, deed)[0])
                for deed in deeds_of(stepped, at)
                if _takes(stepped, deed)
            )
        for turning in turns_of(stepped.board, at):
            pawn = read_clause(turning)[""]
            after = _done(stepped, turning)[0]
            for deed in deeds_of(after, at):
                if deed.startswith(pawn) and _takes(after, deed):
                    yield Command(square, to, turning, (deed,)), _done(after, deed)[0]


def _takes(field: Field, deed: str) -> bool:
    """Whether a deed captures a unit or ends on a treasure."""
    parts = read_clause(deed)
    return TO in parts and (parts[TO] in field.board or parts.get(ASIDE, parts[TO]) in field.treasures)


def added(field: Field, seat: str, way: Way) -> Iterator[Way]:
    """The same order with one thing more."""
    order, after = way
    match order:
        case Command():
            yield from _second_deeds(field, order, after)
        case Move(spell=None, followers=()) | Rotate(spell=None, followers=()):
            end = order.unit if isinstance(order, Rotate) else order.aside or order.to
            caster = after.board.get(end)
            if caster is not None and caster.kind == CASTER and caster.seat == seat:
                for spell in spells_of(after.board, end):
                    yield _with(order, spell=spell), _cast(after, seat, spell)
    if isinstance(order, Move) and not order.followers:
        acted = (order.aside or order.to,)
        for follower in followers_of(after, seat, (order.unit,), acted):
            yield _with(order, followers=(follower,)), _done(after, follower)[0]


def _with(order: Move | Rotate, **more: object) -> Order:
    values = {slot.name: getattr(order, slot.name) for slot in order.SLOTS}
    return type(order)(**{**values, **more})


def _second_deeds(field: Field, order: Command, after: Field) -> Iterator[Way]:
    if len(order.deeds) != 1 or order.followers:
        return
    at = order.to or order.unit
    before = field if order.to is None else gone(field, order.unit, order.to)[0]
    if order.turning is not None:
        before = _done(before, order.turning)[0]
    acted = _done(before, order.deeds[0])[1]
    for deed in deeds_of(after, at, (acted,)):
        second = Command(order.unit, order.to, order.turning, (*order.deeds, deed))
        yield second, _done(after, deed)[0]
