"""Where the chapters of the rules register what they do.

A chapter says how it judges its orders, what its events change, how it puts them into words, what it offers
for the slots of its orders, and which questions it asks. `game` only looks things up here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.high_crusade.state import Ask, State
from engine.kernel.game import Event
from engine.kernel.orders import Order
from engine.kernel.position import Applier
from engine.kernel.seats import Seat, Viewer

if TYPE_CHECKING:
    from engine.high_crusade.draft import Draft

OrderT = TypeVar("OrderT", bound=Order)
E = TypeVar("E", bound=Event)

Judge = Callable[["Draft", Seat, Any], None]
Tell = Callable[[Any, Viewer], str | None]
Offer = Callable[[State, Seat, Mapping[str, Any]], Sequence[Any]]
Able = Callable[[State, Seat], bool]


class Phase(NamedTuple):
    """A phase: its orders, what it does by itself, and when it passes by itself.

    `run` does the next thing that needs nobody's orders (before the orders while `state.done` is false, after
    them once it is true) and says whether it did anything. `idle` is asked only when nothing else is to do;
    it must depend on public facts alone, because everybody sees a phase pass.
    """

    verbs: tuple[str, ...]
    prompt: str
    run: Callable[["Draft"], bool]
    idle: Callable[[State], bool]
    rule: str


class Question(NamedTuple):
    """A kind of question: the orders that answer it, its words, and what is taken for silence."""

    verbs: tuple[str, ...]
    prompt: Callable[[State, Ask], str]
    default: Callable[[State, Ask], Order]
    rule: str


orders: dict[type[Order], Judge] = {}
able: dict[str, Able] = {}
offers: dict[tuple[str, str], Offer] = {}
events: dict[str, type[Event]] = {}
tellers: dict[type[Event], Tell] = {}
questions: dict[str, Question] = {}
phases: dict[str, Phase] = {}
settlers: list[Callable[["Draft"], bool]] = []
"""What must follow at once from a position, whatever led to it: a prisoner left alone escapes, a siege grown
too weak is lifted. Each says whether it did anything; they are asked before anything else, so they
must be cheap when there is nothing to do."""
interrupts: list[Callable[["Draft"], bool]] = []
"""What goes before everything else while it lasts: a battle, a leg under fire."""


def judges(
    order: type[OrderT], *, when: Able | None = None
) -> Callable[[Callable[["Draft", Seat, OrderT], None]], Judge]:
    """Register how an order is judged, and when it can be given at all (in its phase or question)."""

    def register(judge: Callable[["Draft", Seat, OrderT], None]) -> Judge:
        orders[order] = judge
        if when is not None:
            able[order.VERB] = when
        return judge

    return register


def offering(order: type[Order], *slots: str) -> Callable[[Offer], Offer]:
    """Register what an order's slot can take."""

    def register(offer: Offer) -> Offer:
        for slot in slots:
            offers[order.VERB, slot] = offer
        return offer

    return register


def applies(event: type[E]) -> Callable[[Callable[[State, E], None]], Applier]:
    """Register what an event changes."""

    def register(apply: Callable[[State, E], None]) -> Applier:
        events[event.__name__] = event
        State.APPLIERS[event] = apply
        return apply

    return register


def tells(event: type[E]) -> Callable[[Callable[[E, Viewer], str | None]], Tell]:
    """Register how an event is put into words for a viewer."""

    def register(tell: Callable[[E, Viewer], str | None]) -> Tell:
        tellers[event] = tell
        return tell

    return register


def question(
    kind: str,
    verbs: Iterable[str],
    prompt: Callable[[State, Ask], str],
    default: Callable[[State, Ask], Order],
    rule: str,
) -> None:
    """Register a kind of question."""
    questions[kind] = Question(tuple(verbs), prompt, default, rule)


def phase(
    name: str,
    *,
    verbs: Iterable[str] = (),
    prompt: str = "",
    run: Callable[["Draft"], bool] = lambda draft: False,
    idle: Callable[[State], bool] = lambda state: False,
    rule: str,
) -> None:
    """Register a phase."""
    phases[name] = Phase(tuple(verbs), prompt, run, idle, rule)


def settles(settle: Callable[["Draft"], bool]) -> Callable[["Draft"], bool]:
    """Register something that must follow at once from a position."""
    settlers.append(settle)
    return settle
