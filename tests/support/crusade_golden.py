"""Makes the golden games of Crusade: `python -m tests.support.crusade_golden`, or with the names of some.

Each is a whole game that ends in its own way; the seed is revealed at its end.
"""

import random
import sys
from collections.abc import Callable

from engine.crusade.orders import AcceptDraw, Move, OfferDraw, Resign
from engine.crusade.state import State
from engine.kernel.dice import CommittedDice, ScriptedDice
from engine.kernel.orders import Order
from engine.kernel.record import Record
from tests.support.crusade import all_orders, crusade, random_order
from tests.support.golden_logs import write

ENDINGS = ("treasures", "units", "forfeit", "agreed", "destruction", "quiet")

Policy = Callable[[Record[State], random.Random], Order]


def _fierce(record: Record[State], chance: random.Random) -> Order:
    seat = crusade().pending(record.state)[0].seat
    return random_order(record, chance, seat, fierce=0.9)


def _resigning(record: Record[State], chance: random.Random) -> Order:
    return Resign() if record.state.turn >= 15 and not record.state.due else _fierce(record, chance)


def _agreeing(record: Record[State], chance: random.Random) -> Order:
    if "accept draw" in crusade().verbs(record.state, record.state.mover):
        return AcceptDraw()
    if record.state.turn == 12 and not record.state.due and not record.state.offer:
        return OfferDraw()
    return _fierce(record, chance)


def _bloody(record: Record[State], chance: random.Random) -> Order:
    """Go for whatever leaves the fewest units on the board, and for nothing that ends the game alone."""
    state = record.state
    if state.phase == "placement":
        return crusade().pending(state)[0].default
    seat = state.mover

    def left(order: Order) -> tuple[int, int, float]:
        after = crusade().decide(state, seat, order, ScriptedDice()).after
        alive = {piece.seat for piece in after.board.values()}
        bad = len(alive) == 1 or bool(after.due) or len(after.taken) > len(state.taken)
        return (bad, len(after.board), chance.random())

    orders = all_orders(state, seat)
    if len(orders) > 400:
        orders = [order for order in orders if isinstance(order, Move)] or orders[:400]
    return min(orders, key=left)


def play_out(seed: bytes, policy: Policy, chance: random.Random, most: int = 2000) -> Record[State]:
    record = Record.create(crusade(), seed)
    while not record.over and record.count < most:
        seat = crusade().pending(record.state)[0].seat
        record.submit(seat, policy(record, chance))
    return record


def _small(seed: bytes) -> bool:
    state = crusade().open(crusade().start({}), CommittedDice(seed)).after
    return len(state.units) + sum(state.free.values()) <= 6 and "warrior" in state.units


def make(ending: str) -> Record[State]:
    """The first game of this ending."""
    policies: dict[str, Policy] = {"forfeit": _resigning, "agreed": _agreeing, "destruction": _bloody}
    policy = policies.get(ending, _fierce)
    for number in range(100_000):
        seed = b"golden %s %d" % (ending.encode(), number)
        if policy is _bloody and not _small(seed):
            continue
        record = play_out(seed, policy, random.Random(number))
        outcome = crusade().outcome(record.state)
        if outcome is not None and outcome.kind == ending:
            record.accept(record.propose_seed())
            return record
    raise LookupError(ending)


def main() -> None:
    for ending in sys.argv[1:] or ENDINGS:
        record = make(ending)
        print(write("crusade", ending, record).name, record.count, "entries")


if __name__ == "__main__":
    main()
