"""Crusade as a game module."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.crusade import setup
from engine.crusade.events import EVENTS, Lifted, Placed, tell
from engine.crusade.names import OF_RANK, SEATS, Piece, Treasure
from engine.crusade.orders import GRAMMAR, PLACEMENT, RECRUITING, TURN, Muster, Pass, Recruit
from engine.crusade.pack import Pack
from engine.crusade.refusals import refusal, unable
from engine.crusade.state import PLACEMENT as PLACING
from engine.crusade.state import Draft, State
from engine.crusade.turn import OFFERS, able, carry_out
from engine.crusade.view import View, view
from engine.kernel.decisions import Decision
from engine.kernel.dice import Dice, shuffled
from engine.kernel.errors import GameOver, NotNow, NotYourDecision, UnknownWords
from engine.kernel.folding import FoldingGame
from engine.kernel.freezer import Freezer
from engine.kernel.game import END, Event, Judgement
from engine.kernel.orders import Grammar, Order
from engine.kernel.seats import Seat, Viewer, viewer_of

_PROMPTS: Final = {
    PLACING: "Place your army on your first three rows.",
    "recruit": "Recruit the unit your treasure pays for.",
    "turn": "Act with one of your units.",
}


class Crusade(FoldingGame[State]):
    """The referee's brain for one edition of Crusade."""

    key = "crusade"
    title = "Crusade"
    seats: tuple[Seat, ...] = SEATS
    pack: Pack
    FREEZER = Freezer((Piece, Treasure))

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.events: Mapping[str, type] = EVENTS

    # -- beginning ---------------------------------------------------------------------------------------

    def start(self, options: Mapping[str, str]) -> State:
        """The empty board. There are no options."""
        if options:
            raise ValueError(f"Crusade has no option {', '.join(sorted(options))}.")
        return State(self.pack)

    def open(self, state: State, dice: Dice) -> Judgement[State]:
        """The setup and army dice."""
        return setup.opened(state, dice)

    def grammar(self, seat: Seat) -> Grammar:
        """The orders of Crusade, the same for both seats. Raises `NotYourDecision` for another seat."""
        if seat not in SEATS:
            raise NotYourDecision("Crusade has two seats: white and black.")
        return GRAMMAR

    # -- judging -----------------------------------------------------------------------------------------

    def decide(self, state: State, seat: Seat, order: Order, dice: Dice) -> Judgement[State]:
        """Judge an order. Raises `IllegalOrder`; changes nothing. No order of Crusade rolls a die."""
        if GRAMMAR.orders.get(order.VERB) is not type(order):
            raise UnknownWords("That is not an order of Crusade.")
        if state.result is not None:
            raise GameOver("This game is over; no more orders can be given.")
        kind, orders = self._asked(state, seat)
        if type(order) not in orders:
            if not orders:
                raise NotYourDecision("The game is not waiting for you just now.")
            what = f"“{order.VERB}” is not possible now. {_PROMPTS[kind]}"
            raise NotNow(what, rule="2.5.1" if kind == PLACING else "6.2.3" if kind == "recruit" else "3.1.1")
        self._check(state, seat, order)
        draft = Draft(state)
        carry_out(draft, seat, order)
        return draft.judged()

    def _check(self, state: State, seat: Seat, order: Order) -> None:
        """Raise a refusal unless each part of the order is among the offers for it."""
        filled: dict[str, Any] = {}
        for slot in order.SLOTS:
            offers_for = OFFERS[order.VERB, slot.name]
            given = getattr(order, slot.name)
            if slot.many != isinstance(given, tuple):
                raise UnknownWords("That is not an order of Crusade.")
            for value in (*given, END) if slot.many else (given,):
                if value is not END and not isinstance(value, str):
                    raise UnknownWords("That is not an order of Crusade.")
                if value not in offers_for(state, seat, filled):
                    raise refusal(state, seat, order, slot.name, value, filled)
                if value is not END:
                    filled[slot.name] = (*filled.get(slot.name, ()), value) if slot.many else value
        if not order.SLOTS and not able(state, seat, type(order)):
            raise unable(state, seat, type(order))

    # -- waiting -----------------------------------------------------------------------------------------

    def _asked(self, state: State, seat: Seat) -> tuple[str, tuple[type[Order], ...]]:
        """What this seat is asked, and the orders that answer it; none when it is not asked."""
        if state.result is not None:
            return "", ()
        if state.phase == PLACING:
            return PLACING, () if seat in state.ready or seat not in SEATS else PLACEMENT
        if seat != state.mover:
            return "", ()
        return ("recruit", RECRUITING) if state.due else ("turn", TURN)

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Every decision the game waits for."""
        waiting = []
        for seat in SEATS:
            kind, orders = self._asked(state, seat)
            if orders:
                rule = "2.5.1" if kind == PLACING else "6.2.1" if kind == "recruit" else "3.1.1"
                verbs = tuple(order.VERB for order in orders)
                waiting.append(Decision(seat, kind, _PROMPTS[kind], verbs, self._default(state, seat), rule))
        return tuple(waiting)

    def _default(self, state: State, seat: Seat) -> Order:
        if state.phase == PLACING:
            return Muster()
        if not state.due:
            return Pass()
        kind = OFFERS["recruit", "kind"](state, seat, {})[0]
        return Recruit(kind, OFFERS["recruit", "square"](state, seat, {"kind": kind})[0])

    def verbs(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The verbs with which this seat can begin a legal order now."""
        _, orders = self._asked(state, seat)
        return tuple([order.VERB for order in orders if able(state, seat, order)])

    def offer(
        self, state: State, seat: Seat, order: type[Order], slot: str, filled: Mapping[str, Any]
    ) -> Sequence[Any]:
        """The values a slot can take."""
        return OFFERS[order.VERB, slot](state, seat, filled)

    # -- showing -----------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Viewer) -> View:
        """All that this viewer may know."""
        return view(state, viewer)

    def tell(self, event: Event, viewer: Viewer) -> str | None:
        """The event in words for this viewer, or None."""
        return tell(event, viewer)

    def round(self, state: State) -> int:
        """Which pair of turns it is; 0 while armies are placed."""
        return state.turn // 2 + 1 if state.phase == "turns" else 0

    # -- keeping -----------------------------------------------------------------------------------------

    def bare(self, facts: Mapping[str, Any]) -> State:
        """The empty board."""
        return State(self.pack)

    def redeal(self, state: State, viewer: Viewer, dice: Dice) -> State:
        """The same position with everything placed again that this viewer cannot see."""
        if state.phase != PLACING:
            return state
        for seat in SEATS:
            if viewer_of(seat) != viewer:
                state = _placed_again(state, seat, dice)
        return state


def _placed_again(state: State, seat: Seat, dice: Dice) -> State:
    """Another placement of one army: a whole one if its player is ready, else any part of one."""
    draft = Draft(state)
    for square, kind in state.placed[seat].items():
        draft.emit(Lifted(seat, kind, square))
    ready = seat in state.ready
    for rank in OF_RANK:
        count = setup.still_to_place(draft.state, seat, rank)
        for _ in range(count if ready else dice.draw(count + 1)):
            kinds = [kind for kind in setup.unplaced(draft.state, seat) if kind in OF_RANK[rank]]
            kind = shuffled(dice, kinds)[0]
            square = shuffled(dice, setup.open_squares(draft.state, seat, kind))[0]
            draft.emit(Placed(seat, kind, square))
    return draft.state
