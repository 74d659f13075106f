"""What must hold for every game in every position, whatever its rules are.

Simulations and tests ask these after every order (cheap) or now and then (dear). Whatever does not hold is
raised as `Unsound` with a sentence that says what was broken.
"""

from random import Random
from typing import Any, Generic, Protocol, TypeVar

from engine.kernel.codec import canonical, event_from_plain, event_to_plain, plain_view
from engine.kernel.completion import Walk
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import Event, Game, Judgement
from engine.kernel.orders import LONGEST_LINE, Order
from engine.kernel.seats import SPECTATOR, Seat, viewer_of

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


class Unsound(Exception):
    """Something that must always hold was broken."""


def claim(holds: bool, broken: str) -> None:
    """Raise `Unsound` with what was broken, unless it holds."""
    if not holds:
        raise Unsound(broken)


class Watch(Protocol[S_contra]):
    """The invariants of one game, watched over a whole game. Each raises `Unsound`."""

    def step(self, before: S_contra, event: Event, after: S_contra) -> None:
        """After every event."""
        ...

    def rest(self, state: S_contra) -> None:
        """After every order, when the game waits or is over."""
        ...


class NoWatch(Generic[S]):
    """For a game that has no invariants of its own."""

    def step(self, before: S, event: Event, after: S) -> None:
        """Nothing to check."""

    def rest(self, state: S) -> None:
        """Nothing to check."""


class ChanceDice:
    """Dice for orders that are only tried out."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def draw(self, sides: int) -> int:
        """A number of 0 .. sides - 1."""
        return self._rng.randrange(sides)


def check_events(game: Game[S], before: S, judged: Judgement[S], watch: Watch[S]) -> None:
    """The events alone lead to the position, and no invariant breaks on the way."""
    state = before
    for event in judged.events:
        after = game.evolve(state, event)
        watch.step(state, event, after)
        state = after
    if state != judged.after:
        raise Unsound("the events do not lead to the position that was judged")
    watch.rest(judged.after)


def check_text(game: Game[Any], seat: Seat, order: Order) -> None:
    """The order can be said in one line and read back."""
    text = order.text()
    if len(text) > LONGEST_LINE:
        raise Unsound(f"an order of {len(text)} characters was offered: {text[:80]}…")
    try:
        back = game.grammar(seat).parse(text)
    except IllegalOrder as refusal:
        raise Unsound(f"“{text}” cannot be read back: {refusal}") from refusal
    if back != order:
        raise Unsound(f"“{text}” reads back as “{back.text()}”")


def check_waiting(game: Game[Any], state: Any) -> None:
    """The game waits for somebody exactly as long as it is not over."""
    over, pending = game.outcome(state) is not None, game.pending(state)
    if over == bool(pending):
        raise Unsound("the game is over and still waits" if over else "the game waits for nobody")
    for seat in game.seats:
        verbs = game.verbs(state, seat)
        asked = [decision for decision in pending if decision.seat == seat]
        if len(asked) > 1:
            raise Unsound(f"{seat} is asked {len(asked)} things at once")
        if bool(verbs) != bool(asked):
            raise Unsound(f"{seat} is asked {[it.kind for it in asked]} and can say {verbs}")
        if asked and not set(verbs) <= set(asked[0].options):
            raise Unsound(f"{seat} can say {verbs}, which do not answer {asked[0].kind}")
        if asked and asked[0].default.VERB not in verbs:
            raise Unsound(f"silence would mean “{asked[0].default.text()}”, which {seat} cannot say")


def check_defaults(game: Game[S], state: S, rng: Random) -> None:
    """What is taken for silence is a legal order, and one that can be said."""
    for decision in game.pending(state):
        check_text(game, decision.seat, decision.default)
        _accepted(game, state, decision.seat, decision.default, rng)


def check_offers(game: Game[S], state: S, rng: Random) -> None:
    """A walk along the offers of any verb ends in an order that is accepted."""
    for decision in game.pending(state):
        for verb in game.verbs(state, decision.seat):
            order = _walked(game, state, decision.seat, verb, rng)
            check_text(game, decision.seat, order)
            _accepted(game, state, decision.seat, order, rng)


def _walked(game: Game[S], state: S, seat: Seat, verb: str, rng: Random) -> Order:
    walk = Walk(game, state, seat, verb)
    order = walk.finish(rng.choice)
    if order is None:
        raise Unsound(f"“{walk.line()}” is a dead end: nothing is offered for {walk.slot}")
    return order


def check_memory(game: Game[S], state: S, chance: int) -> None:
    """What is offered does not depend on what happened to be worked out about the position before."""
    fresh = game.thaw(game.freeze(state))
    if game.pending(fresh) != game.pending(state):
        raise Unsound("the game waits for something else after a thaw")
    for seat in game.seats:
        verbs = game.verbs(state, seat)
        if verbs != game.verbs(fresh, seat):
            raise Unsound(f"{seat} can say {verbs}, and {game.verbs(fresh, seat)} after a thaw")
        for verb in verbs:
            lines = [_walked(game, it, seat, verb, Random(chance)).text() for it in (state, fresh)]
            if lines[0] != lines[1]:
                raise Unsound(f"the same walk leads to “{lines[0]}”, and to “{lines[1]}” after a thaw")


def _accepted(game: Game[S], state: S, seat: Seat, order: Order, rng: Random) -> None:
    try:
        game.decide(state, seat, order, ChanceDice(rng))
    except IllegalOrder as refusal:
        raise Unsound(f"“{order.text()}” of {seat} was offered and refused: {refusal}") from refusal


def check_keeping(game: Game[S], state: S) -> None:
    """A snapshot comes back as it was, and looking at a position does not change it."""
    frozen = game.freeze(state)
    thawed = game.thaw(frozen)
    if thawed != state or game.freeze(thawed) != frozen:
        raise Unsound("the position does not survive freezing")
    for viewer in (*map(viewer_of, game.seats), SPECTATOR):
        seen = canonical(plain_view(game.view(state, viewer)))
        if seen != canonical(plain_view(game.view(thawed, viewer))):
            raise Unsound(f"{viewer} sees something else after a thaw")
    game.pending(state)
    if game.freeze(state) != frozen:
        raise Unsound("looking at the position changed it")


def check_codec(game: Game[Any], events: tuple[Event, ...]) -> None:
    """Events survive being written down, and can be told to everybody."""
    kinds = dict(game.events)
    for event in events:
        plain = event_to_plain(event)
        if event_from_plain(kinds, plain) != event:
            raise Unsound(f"{event} does not survive being written down")
        canonical(plain)
        for viewer in (*map(viewer_of, game.seats), SPECTATOR):
            told = game.tell(event, viewer)
            if told is not None and not told.strip():
                raise Unsound(f"{type(event).__name__} tells {viewer} an empty sentence")
