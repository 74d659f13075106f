"""The turn (rule 4): phase after phase, each doing by itself what needs no decision.

The loop stops where the game must wait for somebody, and nowhere else.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft
from engine.high_crusade.names import PHASE_SEAT, PHASE_TITLE, PHASES, RECORD
from engine.high_crusade.registry import applies, interrupts, judges, phases, settlers, tells
from engine.high_crusade.state import Ask, State
from engine.kernel.game import Event
from engine.kernel.orders import Order
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Done(Order):
    """End one's orders for this phase, or one's answer to a question that takes several."""

    VERB: ClassVar[str] = "done"
    GIST: ClassVar[str] = "end your orders here"


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A game turn begins (rule 4.11)."""

    turn: int


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A phase begins."""

    phase: str
    turn: int


@dataclass(frozen=True, slots=True)
class PhasePassed(Event):
    """A phase passes by itself: nobody could do anything in it."""

    phase: str


@dataclass(frozen=True, slots=True)
class OrdersEnded(Event):
    """The player whose phase it is has no more orders."""

    seat: str
    phase: str


@dataclass(frozen=True, slots=True)
class StepTaken(Event):
    """A phase that runs in steps has come to this one."""

    step: int


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """The game waits for an answer."""

    kind: str
    seat: str
    about: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The question a seat had to answer first is answered."""

    kind: str
    seat: str


@applies(TurnBegan)
def _turn_began(state: State, event: TurnBegan) -> None:
    state.turn = event.turn


@applies(PhaseBegan)
def _phase_began(state: State, event: PhaseBegan) -> None:
    state.phase = event.phase
    state.step = 0
    state.done = False
    # What a phase keeps track of ends with it.
    state.flown = {}
    state.moved = frozenset()
    state.aboard = {}
    state.fired = frozenset()
    state.leg = None
    state.origins = {}
    state.attacks = ()
    state.attempts = ()
    state.fought = frozenset()
    state.struck = frozenset()
    state.closed = frozenset()
    state.nuked = False
    state.battle = None
    state.reconquered = frozenset()
    if state.inside:  # without a siege they come off with the phase (rule 7.4.20)
        state.inside = frozenset(at for at in state.inside if at in state.sieges)


@applies(PhasePassed)
def _phase_passed(state: State, event: PhasePassed) -> None:
    state.done = True


@applies(OrdersEnded)
def _orders_ended(state: State, event: OrdersEnded) -> None:
    state.done = True


@applies(StepTaken)
def _step_taken(state: State, event: StepTaken) -> None:
    state.step = event.step


@applies(Asked)
def _asked(state: State, event: Asked) -> None:
    state.asks = (*state.asks, Ask(event.kind, Seat(event.seat), event.about))


@applies(Answered)
def _answered(state: State, event: Answered) -> None:
    left = list(state.asks)
    for place, ask in enumerate(left):
        if ask.seat == event.seat:
            if ask.kind != event.kind:
                raise ValueError(f"{event.seat} had to answer {ask.kind}, not {event.kind}")
            del left[place]
            break
    else:
        raise ValueError(f"nothing was asked of {event.seat}")
    state.asks = tuple(left)


@tells(TurnBegan)
def _tell_turn(event: TurnBegan, viewer: Viewer) -> str | None:
    return f"Game Turn {event.turn} begins."


@tells(PhasePassed)
def _tell_passed(event: PhasePassed, viewer: Viewer) -> str | None:
    return f"The {PHASE_TITLE[event.phase]} Phase passes: there is nothing to decide."


def ask(draft: Draft, kind: str, seat: Seat, *about: Any) -> None:
    """Make the game wait for an answer of this seat."""
    draft.emit(Asked(kind, seat, about))


def answered(draft: Draft, seat: Seat) -> Ask:
    """Take the question this seat had to answer off the list."""
    for open_ask in draft.state.asks:
        if open_ask.seat == seat:
            draft.emit(Answered(open_ask.kind, seat))
            return open_ask
    raise LookupError(f"nothing was asked of {seat}")


@judges(Done)
def _done(draft: Draft, seat: Seat, order: Done) -> None:
    """Rule 4: a player ends his orders when he wants."""
    draft.emit(OrdersEnded(seat, draft.state.phase))


def _settle(draft: Draft) -> bool:
    """Let follow what must; whether anything did."""
    settled = False
    for settle in settlers:
        settled = settle(draft) or settled
    return settled


def advance(draft: Draft) -> None:
    """Let the game run until it must wait for somebody or is over."""
    settled = -1
    while draft.state.result is None:
        if settled != len(draft.events):
            settled = len(draft.events)
            if _settle(draft):
                continue
        if draft.state.asks:
            return
        if any(interrupt(draft) for interrupt in interrupts):
            continue
        state = draft.state
        phase = phases[state.phase]
        if phase.run(draft):
            continue
        state = draft.state
        if state.asks or state.result is not None:
            return
        if state.phase in PHASE_SEAT and not state.done:
            if not phase.idle(state):
                return
            draft.emit(PhasePassed(state.phase))
            continue
        begin(draft, next_phase(state.phase))


def next_phase(phase: str) -> str:
    """The phase after this one, in the same turn or the next."""
    return PHASES[0] if phase == RECORD else PHASES[PHASES.index(phase) + 1]


def begin(draft: Draft, phase: str) -> None:
    """Begin a phase."""
    draft.emit(PhaseBegan(phase, draft.state.turn))
