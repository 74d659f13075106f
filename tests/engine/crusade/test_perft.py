"""Lines of orders counted: fixed positions, three of them to depth three.

The first numbers are small enough to count by hand; the others only change when the rules do.
"""

import pytest

from engine.crusade.orders import GRAMMAR
from engine.crusade.state import State
from tests.support.crusade import all_orders, perft, position, seat_of

OPEN = position(
    *("white archer B2", "white warrior D3", "white knight E1"),
    *("black caster B5", "black rogue E6", "black bishop D8"),
)
"""Archer and Warrior: 3 squares by 3 facings and 2 rotations each; the Knight 3 jumps; a pass: 26."""

CLOSE = position("white caster D4", "white rogue C4", "black warrior D6", "black archer E6", mover="black")
"""Warrior and Archer: 3 squares by 3 facings and 2 rotations each; a pass: 23."""

COMMAND_UNITS = ("white commander C3", "white warrior B3", "black archer C6", "black knight G8")
COMMAND = position(*COMMAND_UNITS, mover="black")
"""The Archer as above, the Knight 3 jumps, a pass: 15. Then White commands."""

FOLLOW = position("white commander C2", "white archer B2", "white rogue C1", "black caster C7", mover="black")
"""The Caster: 3 squares by 3 facings, 2 rotations, a pass: 12. Then White commands, and the Rogue follows."""


@pytest.mark.parametrize(
    ("start", "counts"),
    [
        (OPEN, (26, 1835, 43827)),
        (CLOSE, (23, 3242, 47149)),
        (COMMAND, (15, 2505, 38150)),
        (FOLLOW, (12, 25176)),
    ],
    ids=["open", "close", "command", "follow"],
)
def test_perft(start: State, counts: tuple[int, ...]) -> None:
    assert tuple(perft(start, depth) for depth in range(1, len(counts) + 1)) == counts


def test_an_order_counted_by_hand() -> None:
    """A lone Commander beside a lone Warrior that faces north, everything else far away."""
    state = position(*COMMAND_UNITS)
    orders = all_orders(state, seat_of(state))
    texts = [order.text() for order in orders]
    assert len(set(texts)) == len(texts)
    assert all(GRAMMAR.parse(text) == order for text, order in zip(texts, orders, strict=True))
    # move B3 to B4, A4 or C4 in 3 facings, 2 rotations, a pass: 12; commands are all the rest
    assert sum(not text.startswith("command") for text in texts) == 12
    # standing still: one of 11 deeds; or facing west first, and none or one of 11; or facing east first,
    # where the Commander is in the way, and none or one of 2 rotations
    assert (
        sum(text.startswith("command C3") and " to " not in text.split(" then")[0] for text in texts)
        == 11 + 12 + 3
    )
