"""A player's turn: what an order can consist of, carrying it out, and what follows (chapters 3, 6 and 7)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.crusade import setup
from engine.crusade.actions import (
    asides_of,
    cast,
    commander_steps_of,
    deeds_of,
    do_deed,
    facings_of,
    falls,
    follow,
    followers_of,
    go,
    is_pawn,
    pawns_beside,
    rogues_beside,
    rotations_of,
    shoot,
    shots_of,
    spells_of,
    swap,
    swaps_of,
    targets_of,
    turn,
    turns_of,
)
from engine.crusade.events import DrawOffered, Ended, Recruited, RecruitLost, TurnEnded
from engine.crusade.names import CASTER, COMMANDER, HOME_ROWS, NOBLE, OF_RANK, OTHER, RANK
from engine.crusade.orders import (
    TO,
    AcceptDraw,
    Cast,
    Command,
    Lift,
    Move,
    Muster,
    OfferDraw,
    Pass,
    Place,
    Ready,
    Recruit,
    Resign,
    Rotate,
    Shoot,
    Swap,
    read_clause,
)
from engine.crusade.state import Draft, State
from engine.kernel.game import END
from engine.kernel.orders import Order
from engine.kernel.seats import Seat

NO_MORE: Final = (END,)
DEEDS_AT_MOST: Final = 2

Filled = Mapping[str, Any]
Offer = Callable[[State, Seat, Filled], Sequence[Any]]

# -- what may come next --------------------------------------------------------------------------------------


def _move_unit(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return [at for at in state.own(seat) if state.may_move(at) and targets_of(state.board, at)]


def _move_to(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return targets_of(state.board, filled["unit"])


def _move_aside(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return [END, *asides_of(state.board, filled["unit"], filled["to"])]


def _move_facing(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    if falls(state.board, filled["unit"], filled["to"]):
        return NO_MORE
    return [END, *facings_of(state.board[filled["unit"]])]


def _moved(state: State, filled: Filled) -> tuple[Draft, str]:
    """The order as far as it is filled in, and where its unit ends."""
    draft = Draft(state)
    end = go(draft, filled["unit"], filled["to"], filled.get("aside"), filled.get("facing"))
    return draft, end


def _move_spell(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    if state.board[filled["unit"]].kind != CASTER:
        return NO_MORE
    draft, end = _moved(state, filled)
    return [END, *spells_of(draft.state.board, end)] if end else NO_MORE


def _exits(state: State, seat: Seat, filled: Filled) -> list[str]:
    """The squares that units of this seat set out from, if a Rogue can follow at all (ruling 4.5.6)."""
    exits = [filled["unit"]] if filled.get("to") else []
    for clause in (*filled.get("deeds", ()), *filter(None, (filled.get("spell"),))):
        parts = read_clause(clause)
        at = parts[""]
        if TO in parts and state.board[at].seat == seat:
            exits.append(at)
    return exits if any(rogues_beside(state.board, at, seat) for at in exits) else []


def _next_followers(
    draft: Draft, seat: Seat, filled: Filled, exits: list[str], acted: tuple[str, ...]
) -> Sequence[Any]:
    for follower in filled.get("followers", ()):
        at, left = follow(draft, follower)
        exits.append(at)
        acted = (*acted, left)
    return [END, *followers_of(draft.state, seat, exits, acted)]


def _move_followers(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    exits = _exits(state, seat, filled)
    if not exits:
        return NO_MORE
    draft, end = _moved(state, filled)
    if filled.get("spell"):
        cast(draft, filled["spell"])
    return _next_followers(draft, seat, filled, exits, (end,))


def _rotate_unit(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return [at for at in state.own(seat) if is_pawn(state.board[at])]


def _rotate_facing(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return rotations_of(state.board[filled["unit"]])


def _rotate_spell(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    if state.board[filled["unit"]].kind != CASTER:
        return NO_MORE
    draft = Draft(state)
    turn(draft, filled["unit"], filled["facing"])
    return [END, *spells_of(draft.state.board, filled["unit"])]


def _cast_followers(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    """After a Rotate with telekinesis, or telekinesis alone."""
    exits = _exits(state, seat, filled)
    if not exits:
        return NO_MORE
    draft = Draft(state)
    cast(draft, filled["spell"])
    return _next_followers(draft, seat, filled, exits, ())


def _shoot_unit(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return [at for at in state.own(seat) if shots_of(state.board, at)]


def _shoot_target(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return shots_of(state.board, filled["unit"])


def _cast_unit(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return [at for at in state.own(seat) if spells_of(state.board, at)]


def _cast_spell(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return spells_of(state.board, filled["unit"])


def _swap_unit(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return [at for at in state.own(seat) if swaps_of(state, at)]


def _swap_other(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return swaps_of(state, filled["unit"])


def _swap_facing(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return [END, *facings_of(state.board[filled["unit"]])]


def _commander_steps(state: State, square: str) -> list[str]:
    return commander_steps_of(state.board, square) if state.may_move(square) else []


def _command_unit(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return [
        at
        for at in state.own(seat)
        if state.board[at].kind == COMMANDER
        and (_commander_steps(state, at) or pawns_beside(state.board, at))
    ]


def _command_to(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    steps = _commander_steps(state, filled["unit"])
    return [END, *steps] if pawns_beside(state.board, filled["unit"]) else steps


def _commanded(state: State, filled: Filled) -> tuple[Draft, str, tuple[str, ...]]:
    """The command as far as it is filled in: the Commander's square and those of the Pawns that acted."""
    draft = Draft(state)
    at = filled["unit"]
    if filled.get("to"):
        at = go(draft, at, filled["to"])
    if filled.get("turning"):
        do_deed(draft, filled["turning"])
    acted: tuple[str, ...] = ()
    for deed in filled.get("deeds", ()):
        acted = (*acted, do_deed(draft, deed))
    return draft, at, acted


def _command_turning(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    draft, at, _ = _commanded(state, filled)
    return [END, *turns_of(draft.state.board, at)]


def _command_deeds(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    given = filled.get("deeds", ())
    if len(given) == DEEDS_AT_MOST:
        return NO_MORE
    draft, at, acted = _commanded(state, filled)
    deeds = deeds_of(draft.state, at, acted)
    may_end = given or filled.get("to") or filled.get("turning")
    return [END, *deeds] if may_end else deeds


def _command_followers(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    exits = _exits(state, seat, filled)
    if not exits:
        return NO_MORE
    draft, _, acted = _commanded(state, filled)
    return _next_followers(draft, seat, filled, exits, acted)


def recruits(state: State, seat: str, rank: str) -> list[str]:
    """The kinds of a rank that a seat still has in stock (rulings 1.2.2 and 6.2.4)."""
    standing = Counter(piece.kind for piece in state.board.values() if piece.seat == seat)
    return [
        kind
        for kind in OF_RANK[rank]
        if kind not in state.removed and standing[kind] < state.pack.stock(kind)
    ]


def recruit_squares(state: State, seat: str, rank: str) -> list[str]:
    """Where a recruit of a rank can stand (rule 6.2)."""
    rows = HOME_ROWS[seat] if rank == NOBLE else HOME_ROWS[seat][1:]
    return [square for row in rows for square in row if square not in state.board]


def _recruit_kind(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return [kind for rank in sorted(set(state.due)) for kind in recruits(state, seat, rank)]


def _recruit_square(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return recruit_squares(state, seat, RANK[filled["kind"]])


def _place_kind(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    return [kind for kind in setup.unplaced(state, seat) if setup.open_squares(state, seat, kind)]


def _place_squares(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    taken = filled.get("squares", ())
    kind = filled["kind"]
    draft = Draft(state)
    setup.place(draft, seat, ((kind, square) for square in taken))
    if not setup.unplaced(draft.state, seat).get(kind):
        return NO_MORE
    squares = setup.open_squares(draft.state, seat, kind)
    return [END, *squares] if taken else squares


def _lift_squares(state: State, seat: Seat, filled: Filled) -> Sequence[Any]:
    taken = filled.get("squares", ())
    squares = [square for square in sorted(state.placed[seat]) if square not in taken]
    return [END, *squares] if taken else squares


OFFERS: Final[dict[tuple[str, str], Offer]] = {
    ("move", "unit"): _move_unit,
    ("move", "to"): _move_to,
    ("move", "aside"): _move_aside,
    ("move", "facing"): _move_facing,
    ("move", "spell"): _move_spell,
    ("move", "followers"): _move_followers,
    ("rotate", "unit"): _rotate_unit,
    ("rotate", "facing"): _rotate_facing,
    ("rotate", "spell"): _rotate_spell,
    ("rotate", "followers"): _cast_followers,
    ("shoot", "unit"): _shoot_unit,
    ("shoot", "target"): _shoot_target,
    ("cast", "unit"): _cast_unit,
    ("cast", "spell"): _cast_spell,
    ("cast", "followers"): _cast_followers,
    ("swap", "unit"): _swap_unit,
    ("swap", "other"): _swap_other,
    ("swap", "facing"): _swap_facing,
    ("command", "unit"): _command_unit,
    ("command", "to"): _command_to,
    ("command", "turning"): _command_turning,
    ("command", "deeds"): _command_deeds,
    ("command", "followers"): _command_followers,
    ("recruit", "kind"): _recruit_kind,
    ("recruit", "square"): _recruit_square,
    ("place", "kind"): _place_kind,
    ("place", "squares"): _place_squares,
    ("lift", "squares"): _lift_squares,
}


def able(state: State, seat: Seat, order: type[Order]) -> bool:
    """Whether an order of this kind is possible at all, in its own phase."""
    if order is Ready:
        return setup.is_complete(state, seat)
    if order is OfferDraw:
        return not state.offer
    if order is AcceptDraw:
        return state.offer == OTHER[seat]
    if order is Place:
        return bool(_place_kind(state, seat, {}))
    if not order.SLOTS:
        return True
    return bool(OFFERS[order.VERB, order.SLOTS[0].name](state, seat, {}))


# -- carrying it out -----------------------------------------------------------------------------------------


def carry_out(draft: Draft, seat: Seat, order: Order) -> None:
    """Do what a legal order says, and all that follows from it by itself."""
    match order:
        case Place():
            setup.place(draft, seat, ((order.kind, square) for square in order.squares))
        case Lift():
            setup.lift(draft, seat, order.squares)
        case Muster():
            setup.place(draft, seat, setup.usual_array(draft.state, seat))
            setup.be_ready(draft, seat)
        case Ready():
            setup.be_ready(draft, seat)
        case Resign():
            winner = OTHER[seat]
            _win(draft, "forfeit", winner, f"{seat.title()} gives up the match")
        case AcceptDraw():
            draft.emit(Ended("agreed", None, "The players have agreed on a draw."))
        case OfferDraw():
            draft.emit(DrawOffered(seat, False))
        case Pass():
            if draft.state.passes[seat] + 1 >= draft.state.pack.passes_to_offer:
                draft.emit(DrawOffered(seat, True))
            _end_turn(draft, passed=True)
        case Recruit():
            draft.emit(Recruited(seat, order.kind, order.square))
            _finish(draft)
        case _:
            _act(draft, order)
            _finish(draft)


def _act(draft: Draft, order: Order) -> None:
    match order:
        case Move():
            go(draft, order.unit, order.to, order.aside, order.facing)
            if order.spell is not None:
                cast(draft, order.spell)
            _follow_all(draft, order.followers)
        case Rotate():
            turn(draft, order.unit, order.facing)
            if order.spell is not None:
                cast(draft, order.spell)
            _follow_all(draft, order.followers)
        case Shoot():
            shoot(draft, order.unit, order.target)
        case Cast():
            cast(draft, order.spell)
            _follow_all(draft, order.followers)
        case Swap():
            swap(draft, order.unit, order.other, order.facing)
        case Command():
            if order.to is not None:
                go(draft, order.unit, order.to)
            if order.turning is not None:
                do_deed(draft, order.turning)
            for deed in order.deeds:
                do_deed(draft, deed)
            _follow_all(draft, order.followers)
        case _:
            raise TypeError(f"no order of Crusade: {order!r}")


def _follow_all(draft: Draft, followers: Sequence[str]) -> None:
    for follower in followers:
        follow(draft, follower)


def _finish(draft: Draft) -> None:
    """What follows an action: the end of the game, recruits, or the end of the turn."""
    state = draft.state
    seat = state.mover
    other = OTHER[seat]
    alive = {piece.seat for piece in state.board.values()}
    if not any(treasure.owner == other for treasure in state.treasures.values()):
        _win(draft, "treasures", seat, f"{other.title()} has lost every treasure")
    elif not alive:
        draft.emit(Ended("destruction", None, "Neither army has a unit left; the game is a draw."))
    elif len(alive) == 1:
        winner = seat if seat in alive else other
        _win(draft, "units", winner, f"{OTHER[winner].title()} has lost every unit")
    if state.result is not None:
        return
    for rank in state.due:
        if not recruits(state, seat, rank) or not recruit_squares(state, seat, rank):
            draft.emit(RecruitLost(seat, rank))
    if not state.due:
        _end_turn(draft, passed=False)


def _win(draft: Draft, kind: str, winner: str, why: str) -> None:
    draft.emit(Ended(kind, winner, f"{why}; {winner.title()} wins."))


def _end_turn(draft: Draft, *, passed: bool) -> None:
    state = draft.state
    draft.emit(TurnEnded(state.mover, passed))
    limit = state.pack.quiet_turns
    if state.quiet >= limit:
        draft.emit(Ended("quiet", None, f"Nothing was captured for {limit} turns; the game is a draw."))
