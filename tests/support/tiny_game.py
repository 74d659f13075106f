"""A tiny but real game, to try the kernel on.

Two seats hold three hidden cards each (dealt from 1 to 9 by chance). In each of three rounds both bid one
card in secret; when both have, the bids are turned up and the higher takes the round; if their sum is odd,
the left seat adds a die. A player who has not bid yet may boast as often as he likes, which changes nothing
but what people say, and can be taken back.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from engine.kernel.decisions import Decision
from engine.kernel.dice import Dice, shuffled
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import END, Event, Judgement, Outcome
from engine.kernel.orders import Grammar, Order, Slot, number, phrases
from engine.kernel.seats import Seat, Viewer

LEFT, RIGHT = Seat("left"), Seat("right")
SEATS = (LEFT, RIGHT)
ROUNDS = 3
GOODS = ("gold", "salt", "the Queen's ring", "silver and tin")


@dataclass(frozen=True, slots=True)
class Bid(Order):
    VERB: ClassVar[str] = "bid"
    GIST: ClassVar[str] = "bid one of your cards"
    SEALED: ClassVar[bool] = True
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("card", "card"),)
    card: int


@dataclass(frozen=True, slots=True)
class Boast(Order):
    VERB: ClassVar[str] = "boast"
    GIST: ClassVar[str] = "boast of what you own"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("goods", "good", "of", many=True),
        Slot("whom", "seat", "to", optional=True),
    )
    goods: tuple[str, ...]
    whom: str | None = None


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    SEALED: ClassVar[bool] = True
    left: tuple[int, ...]
    right: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidLaid(Event):
    SEALED: ClassVar[bool] = True
    seat: str
    card: int


@dataclass(frozen=True, slots=True)
class Boasted(Event):
    seat: str
    goods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown(Event):
    REVEALS: ClassVar[bool] = True
    left: int
    right: int
    winner: str
    die: int | None


@dataclass(frozen=True, slots=True)
class State:
    hands: dict[str, tuple[int, ...]] = field(default_factory=lambda: {LEFT: (), RIGHT: ()})
    bids: dict[str, int] = field(default_factory=dict)
    boasts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    won: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    hand: tuple[int, ...]
    bid: int | None
    has_bid: dict[str, bool]
    boasts: tuple[tuple[str, tuple[str, ...]], ...]
    won: tuple[str, ...]


class TinyGame:
    key = "tiny"
    title = "Tiny"
    seats: tuple[Seat, ...] = SEATS
    events: Mapping[str, type] = {kind.__name__: kind for kind in (Dealt, BidLaid, Boasted, Shown)}

    def __init__(self) -> None:
        self._grammar = Grammar(
            (Bid, Boast),
            {"card": number, "good": phrases(GOODS), "seat": phrases(SEATS)},
            {"good": GOODS, "seat": SEATS},
        )

    @property
    def content(self) -> str:
        return "tiny-1"

    def start(self, options: Mapping[str, str]) -> State:
        if options:
            raise ValueError(f"unknown options: {', '.join(options)}")
        return State()

    def open(self, state: State, dice: Dice) -> Judgement[State]:
        deck = shuffled(dice, range(1, 10))
        return self._judged(state, Dealt(tuple(sorted(deck[:3])), tuple(sorted(deck[3:6]))))

    def grammar(self, seat: Seat) -> Grammar:
        return self._grammar

    def decide(self, state: State, seat: Seat, order: Order, dice: Dice) -> Judgement[State]:
        if isinstance(order, Boast):
            if len(set(order.goods)) < len(order.goods):
                raise IllegalOrder("Nobody boasts of the same thing twice in one breath.", rule="1.2")
            return self._judged(state, Boasted(seat, order.goods))
        assert isinstance(order, Bid)
        if order.card not in state.hands[seat]:
            raise IllegalOrder(f"You do not hold a {order.card}.", rule="1.1")
        laid = BidLaid(seat, order.card)
        bids = {**state.bids, seat: order.card}
        if len(bids) < 2:
            return self._judged(state, laid)
        left, right = bids[LEFT], bids[RIGHT]
        die = dice.draw(6) + 1 if (left + right) % 2 else None
        winner = LEFT if left + (die or 0) > right else RIGHT
        return self._judged(state, laid, Shown(left, right, winner, die))

    def _judged(self, state: State, *events: Event) -> Judgement[State]:
        return Judgement(events, self.fold(state, events))

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case Dealt():
                return replace(state, hands={LEFT: event.left, RIGHT: event.right})
            case BidLaid():
                return replace(state, bids={**state.bids, event.seat: event.card})
            case Boasted():
                return replace(state, boasts=(*state.boasts, (event.seat, event.goods)))
            case Shown():
                hands = {
                    seat: tuple(card for card in hand if card != state.bids[seat])
                    for seat, hand in state.hands.items()
                }
                return replace(state, hands=hands, bids={}, won=(*state.won, event.winner))
        raise TypeError(f"no event of this game: {event!r}")

    def fold(self, state: State, events: Iterable[Event]) -> State:
        for event in events:
            state = self.evolve(state, event)
        return state

    def pending(self, state: State) -> tuple[Decision, ...]:
        if self.outcome(state):
            return ()
        return tuple(
            Decision(seat, "bid", "Bid a card.", ("bid", "boast"), Bid(min(state.hands[seat])), "1.1")
            for seat in SEATS
            if seat not in state.bids
        )

    def verbs(self, state: State, seat: Seat) -> tuple[str, ...]:
        waiting = any(decision.seat == seat for decision in self.pending(state))
        return ("bid", "boast") if waiting else ()

    def offer(
        self, state: State, seat: Seat, order: type[Order], slot: str, filled: Mapping[str, Any]
    ) -> Sequence[Any]:
        if order is Bid:
            return state.hands[seat]
        if slot == "goods":
            taken = filled.get("goods", ())
            left = [good for good in GOODS if good not in taken]
            return [*left, END] if taken else left
        return [END, *SEATS]

    def view(self, state: State, viewer: Viewer) -> View:
        return View(
            hand=state.hands.get(viewer, ()),
            bid=state.bids.get(viewer),
            has_bid={seat: seat in state.bids for seat in SEATS},
            boasts=state.boasts,
            won=state.won,
        )

    def tell(self, event: Event, viewer: Viewer) -> str | None:
        match event:
            case BidLaid():
                return f"You bid {event.card}." if event.seat == viewer else f"{event.seat} has bid."
            case Boasted():
                return f"{event.seat} boasts of {', '.join(event.goods)}."
            case Shown():
                return f"{event.left} against {event.right}: {event.winner} takes the round."
        return None

    def outcome(self, state: State) -> Outcome | None:
        if len(state.won) < ROUNDS:
            return None
        winner = LEFT if state.won.count(LEFT) > state.won.count(RIGHT) else RIGHT
        return Outcome("rounds", winner, f"{winner} took most rounds.")

    def round(self, state: State) -> int:
        return len(state.won) + 1

    def freeze(self, state: State) -> str:
        return json.dumps([state.hands, state.bids, state.boasts, state.won])

    def thaw(self, text: str) -> State:
        hands, bids, boasts, won = json.loads(text)
        return State(
            {seat: tuple(hand) for seat, hand in hands.items()},
            bids,
            tuple((seat, tuple(goods)) for seat, goods in boasts),
            tuple(won),
        )

    def redeal(self, state: State, viewer: Viewer, dice: Dice) -> State:
        known = set(state.hands.get(viewer, ()))
        deck = shuffled(dice, [card for card in range(1, 10) if card not in known])
        hands, bids = {}, dict(state.bids)
        for seat, hand in state.hands.items():
            if seat != viewer:
                hands[seat] = tuple(deck.pop() for _ in hand)
                if seat in bids:
                    bids[seat] = hands[seat][0]
            else:
                hands[seat] = hand
        return replace(state, hands=hands, bids=bids)
