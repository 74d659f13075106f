"""Computer players: they see what a person in their seat sees, and nothing else.

A player is given the View of his own seat, the decision he is asked for and the completions of his seat. He
never holds a position, so he cannot know more than he may.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Protocol

from engine.kernel.completion import Walk
from engine.kernel.decisions import Decision
from engine.kernel.game import END, Game
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat


class Line(Protocol):
    """An order being put together, slot by slot; every way it can be filled is legal."""

    filled: dict[str, Any]

    @property
    def slot(self) -> Slot | None:
        """The slot that comes next, or None when the order is whole."""
        ...

    def offers(self) -> Sequence[Any]:
        """What the next slot can take; `END` to leave the slot here."""
        ...

    def take(self, value: Any) -> None:
        """Put a value into the next slot, or leave the slot with `END`."""
        ...

    def built(self) -> Order:
        """The order, once every slot that must be filled is."""
        ...


class Options(Protocol):
    """The completions of one seat."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs with which a legal order can begin now."""
        ...

    def begin(self, verb: str) -> Line:
        """An order that begins with this verb."""
        ...


class SeatOptions:
    """The completions of one seat in one position, which stays out of reach."""

    __slots__ = ("_begin", "verbs")

    def __init__(self, game: Game[Any], state: Any, seat: Seat) -> None:
        orders = game.grammar(seat).orders
        self.verbs = tuple([verb for verb in game.verbs(state, seat) if not orders[verb].GIVES_UP])
        self._begin: Callable[[str], Line] = lambda verb: Walk(game, state, seat, verb)

    def begin(self, verb: str) -> Line:
        """An order that begins with this verb."""
        return self._begin(verb)


class Player(Protocol):
    """Somebody who decides for one seat."""

    def choose(self, view: Any, decision: Decision, options: Options) -> Order:
        """The order to give now. `view` is the View of the seat that decides."""
        ...


Factory = Callable[[Seat, Random], Player]
"""Makes a player for a seat; all chance he needs comes from the source he is given."""


class DeadEnd(Exception):
    """The completions led to a place from which no order can be finished."""


TEMPERS: Final = (0.25, 1.0, 1.0, 1.0, 4.0)
"""How much a player may like a verb."""
ENDINGS: Final = (0.04, 0.08, 0.15, 0.3)
"""How readily he may end what he could go on with."""


class RandomPlayer:
    """Gives legal orders by chance.

    He has moods that last the whole game: how soon he ends a phase, and which verbs he likes. So games differ
    from each other: in some the fleets roam, in others everybody stays at home and builds.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.ending = rng.choice(ENDINGS)
        self._tempers: dict[str, float] = {}

    def choose(self, view: Any, decision: Decision, options: Options) -> Order:
        line = options.begin(self._verb(decision, options.verbs))
        while (slot := line.slot) is not None:
            offers = line.offers()
            if not offers:
                raise DeadEnd(f"nothing is offered for {slot.name} after {line.filled}")
            line.take(self.value(view, slot, offers))
        return line.built()

    def _verb(self, decision: Decision, verbs: Sequence[str]) -> str:
        if not verbs:
            raise DeadEnd(f"no verb answers {decision.kind}")
        if len(verbs) == 1:
            return verbs[0]
        silence = decision.default.VERB
        if not decision.default.SLOTS and silence in verbs:
            if self.rng.random() < self.ending:
                return silence
            verbs = [verb for verb in verbs if verb != silence]
        return self.rng.choices(verbs, [self._liking(verb) for verb in verbs])[0]

    def _liking(self, verb: str) -> float:
        liking = self._tempers.get(verb)
        if liking is None:
            liking = self._tempers[verb] = self.liking(verb)
        return liking

    def liking(self, verb: str) -> float:
        """How much he likes a verb, asked once a game."""
        return self.rng.choice(TEMPERS)

    def value(self, view: Any, slot: Slot, offers: Sequence[Any]) -> Any:
        """What he puts into a slot."""
        value = self.rng.choice(offers)
        if value is END and len(offers) > 1 and self.rng.random() < 0.5:
            value = self.rng.choice(offers)  # rather say more than less
        return value
