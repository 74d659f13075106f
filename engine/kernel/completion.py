"""What may come next: the one source of legality for people.

Autocomplete, menus, the hints in a refusal and the computer players all walk an order slot by slot through
what the game offers, so nothing is ever offered that the referee would then refuse.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, TypeVar

from engine.kernel.errors import IllegalOrder
from engine.kernel.game import END, Game
from engine.kernel.orders import Grammar, Order, Slot, after_joint, after_word, tidy
from engine.kernel.seats import Seat

S = TypeVar("S")

Choose = Callable[[Sequence[Any]], Any]
"""Picks one of several things."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One way on: `label` is what is added, `line` the whole line with it, `done` whether it is an order."""

    line: str
    label: str
    done: bool


class Walk:
    """An order being put together for one position and seat."""

    __slots__ = ("filled", "game", "order", "place", "seat", "state")

    def __init__(self, game: Game[Any], state: Any, seat: Seat, verb: str) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.order = game.grammar(seat).orders[verb]
        self.filled: dict[str, Any] = {}
        self.place = 0

    @property
    def slot(self) -> Slot | None:
        """The slot that comes next, or None when the order is whole."""
        slots = self.order.SLOTS
        return slots[self.place] if self.place < len(slots) else None

    def offers(self) -> Sequence[Any]:
        """What the next slot can take."""
        slot = self.slot
        if slot is None:
            return ()
        return self.game.offer(self.state, self.seat, self.order, slot.name, self.filled)

    def take(self, value: Any) -> None:
        """Put a value into the next slot, or leave the slot with `END`."""
        slot = self.slot
        if slot is None:
            raise ValueError("the order is whole")
        if value is END:
            self.place += 1
        elif slot.many:
            self.filled[slot.name] = (*self.filled.get(slot.name, ()), value)
        else:
            self.filled[slot.name] = value
            self.place += 1

    def built(self) -> Order:
        """The order, once every slot that must be filled is."""
        return self.order(**self.filled)

    def may_end(self) -> bool:
        """Whether the order is whole as it stands."""
        kept = dict(self.filled), self.place
        try:
            while self.slot is not None:
                if END not in self.offers():
                    return False
                self.take(END)
            return True
        finally:
            self.filled, self.place = dict(kept[0]), kept[1]

    def finish(self, choose: Choose = lambda offers: offers[0]) -> Order | None:
        """Fill what is open by choice; None when the game offers nothing for a slot."""
        while self.slot is not None:
            offers = self.offers()
            if not offers:
                return None
            self.take(choose(offers))
        return self.built()

    def line(self) -> str:
        """The order so far, as text."""
        parts = [self.order.VERB]
        for slot in self.order.SLOTS:
            if slot.name in self.filled:
                value = self.filled[slot.name]
                parts.append(slot.word)
                parts.append(", ".join(map(str, value)) if slot.many else str(value))
        return " ".join(filter(None, parts))


def complete(game: Game[Any], state: Any, seat: Seat, line: str, limit: int = 25) -> tuple[Completion, ...]:
    """The ways a line can go on, best first, at most `limit` of them.

    Words that lead nowhere yield the offers of the last slot that was understood, those most like the words
    first.
    """
    grammar = game.grammar(seat)
    line = tidy(line)
    verbs = game.verbs(state, seat)
    found = grammar.verb(line)
    if found is None or found[0] not in verbs:
        return tuple(
            Completion(verb, verb, Walk(game, state, seat, verb).may_end())
            for verb in _ranked(verbs, line)[:limit]
        )
    walk = Walk(game, state, seat, found[0])
    rest = _follow(grammar, walk, line[found[1] :].lstrip(" ,"))
    whole = Completion(walk.line(), walk.line(), True) if walk.may_end() else None
    _skip_to_word(walk, rest)
    found_ways: list[tuple[int, str, dict[str, Any], int]] = []
    while (slot := walk.slot) is not None:
        offers = walk.offers()
        started = slot.name in walk.filled
        bare = after_word(slot.word, rest)
        wanted = rest if bare is None else bare
        before = (walk.filled, walk.place)
        for offer in _ranked([offer for offer in offers if offer is not END], wanted):
            label = str(offer) if started or not slot.word else f"{slot.word} {offer}"
            walk.filled, walk.place = dict(before[0]), before[1]
            walk.take(offer)
            found_ways.append((_likeness(offer, label, wanted), label, walk.filled, walk.place))
        walk.filled, walk.place = before
        if END not in offers or bare:
            break
        walk.take(END)
    found_ways.sort(key=lambda way: way[0])
    ways = [whole] if whole is not None and not rest else []
    for _, label, filled, place in found_ways[: limit - len(ways)]:
        walk.filled, walk.place = filled, place
        ways.append(Completion(walk.line(), label, walk.may_end()))
    return tuple(ways) or (() if whole is None else (whole,))


def _follow(grammar: Grammar, walk: Walk, rest: str) -> str:
    """Walk along the words that are legal; what is left is not, or not finished.

    The walk stops behind the last value that was understood: parts of the order are only passed over on the
    way to a later one.
    """
    reached = (dict(walk.filled), walk.place, rest)
    while rest and (slot := walk.slot) is not None:
        offers = walk.offers()
        started = slot.name in walk.filled
        bare = rest if started or not slot.word else after_word(slot.word, rest)
        value_at = None
        if bare is not None or not slot.optional:
            bare = rest if bare is None else bare
            value_at = grammar.matcher(slot.kind)(bare)
        if bare is None or value_at is None or value_at[0] not in offers:
            if END not in offers:
                break
            walk.take(END)
            continue
        walk.take(value_at[0])
        rest = bare[value_at[1] :].lstrip()
        rest = after_joint(rest)[0] if slot.many else rest.lstrip(" ,")
        reached = (dict(walk.filled), walk.place, rest)
    walk.filled, walk.place, rest = reached
    return rest


def _skip_to_word(walk: Walk, rest: str) -> None:
    """Go on to the part of the order whose little word comes next, if it may come next."""
    reached = (walk.filled, walk.place)
    while rest and (slot := walk.slot) is not None:
        if slot.name not in walk.filled and after_word(slot.word, rest) is not None:
            return
        if END not in walk.offers():
            break
        walk.take(END)
    walk.filled, walk.place = reached


def _likeness(offer: Any, label: str, words: str) -> int:
    """0 when the offer begins like the words, 1 when it holds them, 2 otherwise."""
    wanted = words.casefold()
    texts = (str(offer).casefold(), label.casefold())
    return (
        0
        if any(text.startswith(wanted) for text in texts)
        else 1
        if any(wanted in text for text in texts)
        else 2
    )


def _ranked(offers: Sequence[Any], words: str) -> list[Any]:
    """Offers that begin like the words first, then those that hold them, then the rest by likeness."""
    if not words:
        return list(offers)
    wanted = words.casefold()

    def distance(offer: Any) -> tuple[int, float]:
        text = str(offer).casefold()
        if text.startswith(wanted):
            return 0, 0.0
        if wanted in text:
            return 1, 0.0
        return 2, -SequenceMatcher(None, wanted, text).ratio()

    return sorted(offers, key=distance)


def nearest(game: Game[Any], state: Any, seat: Seat, order: Order | None, limit: int = 3) -> tuple[str, ...]:
    """Order lines that are legal now and most like the one that was refused."""
    verbs = game.verbs(state, seat)
    if order is None or order.VERB not in verbs:
        return _first_orders(game, state, seat, verbs, limit)
    walk = Walk(game, state, seat, order.VERB)
    while (slot := walk.slot) is not None:
        asked = getattr(order, slot.name)
        values = (asked if slot.many else (asked,)) if asked is not None and asked != () else ()
        taken = walk.filled.get(slot.name, ()) if slot.many else ()
        wanted = values[len(taken)] if len(taken) < len(values) else END
        offers = walk.offers()
        if wanted in offers:
            walk.take(wanted)
            continue
        lines: list[str] = []
        for offer in _ranked([offer for offer in offers if offer is not END], str(wanted or ""))[:limit]:
            before = (dict(walk.filled), walk.place)
            walk.take(offer)
            whole = walk.finish(_shortest)
            if whole is not None:
                lines.append(whole.text())
            walk.filled, walk.place = before
        if not lines and END in offers:
            walk.take(END)
            whole = walk.finish(_shortest)
            lines = [] if whole is None else [whole.text()]
        return tuple(lines) or _first_orders(game, state, seat, verbs, limit)
    others = _first_orders(game, state, seat, verbs, limit + 1)
    return tuple(line for line in others if line != order.text())[:limit]


def _shortest(offers: Sequence[Any]) -> Any:
    return END if END in offers else offers[0]


def _first_orders(
    game: Game[Any], state: Any, seat: Seat, verbs: Sequence[str], limit: int
) -> tuple[str, ...]:
    lines = []
    for verb in verbs[:limit]:
        whole = Walk(game, state, seat, verb).finish(_shortest)
        if whole is not None:
            lines.append(whole.text())
    return tuple(lines)


def read(game: Game[Any], state: Any, seat: Seat, line: str) -> Order:
    """The order a line says; a refusal names what would be legal."""
    try:
        return game.grammar(seat).parse(line)
    except IllegalOrder as refusal:
        ways = complete(game, state, seat, line[:200], limit=3)
        whole = (way.line if way.done else _finished(game, state, seat, way.line) for way in ways)
        raise refusal.with_nearest(dict.fromkeys(filter(None, whole))) from None


def _finished(game: Game[Any], state: Any, seat: Seat, line: str) -> str:
    """The shortest legal order that begins with this line, or "" when there is none."""
    grammar = game.grammar(seat)
    found = grammar.verb(line)
    if found is None:
        return ""
    walk = Walk(game, state, seat, found[0])
    _follow(grammar, walk, line[found[1] :].lstrip(" ,"))
    whole = walk.finish(_shortest)
    return "" if whole is None else whole.text()
