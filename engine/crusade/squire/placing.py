"""Where the squire puts his army before the game, and what he recruits."""

from random import Random
from typing import Final

from engine.crusade.names import (
    ARCHER,
    BISHOP,
    CASTER,
    COMMANDER,
    KNIGHT,
    NEIGHBOURS,
    PALADIN,
    ROGUE,
    WARRIOR,
    fresh,
)
from engine.crusade.squire.field import field_of, recruited
from engine.crusade.squire.ways import NEVER, turns_to
from engine.crusade.squire.worth import NEAR, danger, worth
from engine.crusade.view import View
from engine.kernel.game import END
from engine.kernel.orders import Order
from engine.kernel.players import Options
from engine.kernel.saying import say

CHOICE: Final = (KNIGHT, PALADIN, BISHOP, COMMANDER, ROGUE, WARRIOR, ARCHER, CASTER)
"""What he would rather have."""

GUARD: Final = 0.3
"""What it is worth to start beside a treasure of one's own."""

WHIM: Final = 0.4
"""How much he leaves to chance, so that nobody knows his array."""


def placed(view: View, seat: str, options: Options, rng: Random) -> Order | None:
    """Place all that is left of one kind, what was dealt before what can be chosen; then be ready."""
    if "ready" in options.verbs:
        return say(options, "ready")
    standing = [unit.kind for unit in view.units]
    dealt = [kind for kind in view.dealt.units if standing.count(kind) < view.dealt.units.count(kind)]
    kind = next(kind for kind in CHOICE if kind in (dealt or view.to_place))
    count = view.dealt.units.count(kind) - standing.count(kind) if dealt else 1
    squares: list[str] = []
    line = options.begin("place")
    line.take(kind)
    while line.slot is not None:
        offers = [it for it in line.offers() if it is not END]
        if len(squares) == count or not offers:
            line.take(END)
            continue
        squares.append(max(offers, key=lambda it: _liking(view, seat, kind, it) + WHIM * rng.random()))
        line.take(squares[-1])
    return line.built()


def _liking(view: View, seat: str, kind: str, square: str) -> float:
    """How good a square is for a unit of a kind: near their treasures, or beside one's own."""
    piece = fresh(seat, kind)
    goals = [turns_to(piece, square, it.square) for it in view.treasures if it.owner != seat]
    own = [it.square for it in view.treasures if it.owner == seat]
    liking = NEAR[min(goals, default=NEVER)] + 0.25 * sum(NEAR[it] for it in goals)
    return liking + GUARD * sum(it in NEIGHBOURS[square] for it in own)


def recruit(view: View, seat: str, options: Options) -> Order | None:
    """Recruit the unit and on the square that are best for the field."""
    field = field_of(view)
    line = options.begin("recruit")
    best: tuple[float, str, str] | None = None
    for kind in line.offers():
        walk = options.begin("recruit")
        walk.take(kind)
        for square in walk.offers():
            after = recruited(field, square, fresh(seat, kind))
            value = worth(after, seat) - danger(after, seat)
            if best is None or value > best[0]:
                best = value, kind, square
    return None if best is None else say(options, "recruit", kind=best[1], square=best[2])
