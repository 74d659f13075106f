"""Orders: what a player can say in one line, and read back.

An order is a frozen dataclass with a `VERB` and `SLOTS`, one slot a field. The line is the verb followed by
the slots in order, each behind its little word: `move fleet A to Ganth 2 carrying army C, Sir Roger`. Reading
a line needs only the vocabulary of the game, never a position, so every well-formed line is an order even
when the rules refuse it, and the refusal can say why.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, ClassVar, Final

from engine.kernel.errors import IncompleteOrder, UnknownWords

LONGEST_LINE: Final = 600
"""More than any real order needs; longer lines are refused unread."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One place in an order line that takes a value."""

    name: str
    kind: str
    word: str = ""
    many: bool = False
    optional: bool = False

    @property
    def wants(self) -> str:
        """What it takes, in words; a slot called after its little word ("to") is known by its kind."""
        return (self.kind if self.name == self.word else self.name).replace("_", " ")


@dataclass(frozen=True, slots=True)
class Order:
    """Base of all orders of all games."""

    VERB: ClassVar[str] = ""
    SLOTS: ClassVar[tuple[Slot, ...]] = ()
    GIST: ClassVar[str] = ""
    """What the order does, in a few words, for help and menus."""
    SEALED: ClassVar[bool] = False
    """Whether the order itself says something that not every viewer may know."""
    GIVES_UP: ClassVar[bool] = False
    """Whether it ends the game because its player wants it to; computer players leave it alone."""

    def text(self) -> str:
        """The order as one line, which `Grammar.parse` reads back into an equal order."""
        parts = [self.VERB]
        for slot in self.SLOTS:
            value = getattr(self, slot.name)
            if value is None or value == ():
                continue
            if slot.word:
                parts.append(slot.word)
            parts.append(", ".join(map(str, value)) if slot.many else str(value))
        return " ".join(parts)

    def __str__(self) -> str:
        return self.text()


def tidy(line: str) -> str:
    """A line as people mean it: one kind of apostrophe and blank, nothing invisible."""
    line = unicodedata.normalize("NFKC", line)
    line = line.replace("\u2019", "'").replace("\u2018", "'").replace("`", "'")
    kept = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in line)
    return re.sub(r"\s*,[\s,]*", ", ", " ".join(kept.split())).strip(" ,")


Matcher = Callable[[str], tuple[Any, int] | None]
"""Reads a value at the start of a line: the value and how many characters it took, or None."""


def phrases(words: Mapping[str, str] | Iterable[str]) -> Matcher:
    """A matcher for a fixed set of phrases, longest first, in any case."""
    known = dict(words) if isinstance(words, Mapping) else {word: word for word in words}
    by_first: dict[str, list[tuple[str, str]]] = {}
    for phrase, value in known.items():
        by_first.setdefault(phrase.split(" ", 1)[0].casefold(), []).append((phrase, value))
    for entries in by_first.values():
        entries.sort(key=lambda entry: -len(entry[0]))

    def match(line: str) -> tuple[Any, int] | None:
        first = re.match(r"[^\s,]+", line)
        for phrase, value in by_first.get(first.group().casefold() if first else "", ()):
            if _begins(line, phrase):
                return value, len(phrase)
        return None

    return match


def number(line: str) -> tuple[Any, int] | None:
    """A matcher for a whole number of at most three digits."""
    found = re.match(r"[0-9]{1,3}(?=$|[\s,])", line)
    return (int(found.group()), found.end()) if found else None


def share(of: Matcher, word: str = "from") -> Matcher:
    """A matcher for a part of something: `2 from army C`. The value is the phrase in its plain form."""

    def match(line: str) -> tuple[Any, int] | None:
        counted = number(line)
        if counted is None:
            return None
        count, at = counted
        rest = line[at:].lstrip()
        if (after := after_word(word, rest)) is not None:
            rest = after
        found = of(rest)
        if found is None:
            return None
        value, length = found
        return f"{count} {word} {value}", len(line) - len(rest) + length

    return match


def read_share(value: str, word: str = "from") -> tuple[int, str]:
    """The number and the thing of a phrase that `share` matched."""
    count, _, thing = value.partition(f" {word} ")
    return int(count), thing


def _begins(line: str, words: str) -> bool:
    """Whether the line begins with these words, in any case, and they end there."""
    at = len(words)
    return line[:at].casefold() == words.casefold() and line[at : at + 1] in ("", " ", ",")


class Grammar:
    """All orders of a game, and the words their slots take, for one seat."""

    def __init__(
        self,
        orders: Iterable[type[Order]],
        vocabulary: Mapping[str, Matcher],
        words: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self.orders: dict[str, type[Order]] = {order.VERB: order for order in orders}
        self._vocabulary = dict(vocabulary)
        self._words = {kind: tuple(known) for kind, known in (words or {}).items()}
        self._verbs = phrases(tuple(self.orders))
        self._said: set[tuple[str, Any]] = set()

    def matcher(self, kind: str) -> Matcher:
        """What reads values of this kind."""
        return self._vocabulary[kind]

    def verb(self, line: str) -> tuple[str, int] | None:
        """The verb at the start of a tidy line."""
        return self._verbs(line)

    def parse(self, line: str) -> Order:
        """The order that a line says.

        Raises `UnknownWords` or `IncompleteOrder`, both with a sentence that says what is expected.
        """
        if len(line) > LONGEST_LINE:
            raise UnknownWords(f"That line has {len(line)} characters; an order never needs {LONGEST_LINE}.")
        line = tidy(line)
        found = self._verbs(line)
        if found is None:
            raise self._unknown_verb(line)
        verb, at = found
        order = self.orders[verb]
        rest = line[at:].lstrip(" ,")
        values: dict[str, Any] = {}
        for slot in order.SLOTS:
            rest = self._fill(order, slot, rest, values)
        if rest:
            raise UnknownWords(
                f"“{verb}” is understood, but not “{_cut(rest)}” after it. {self.usage(order)}"
            )
        return order(**values)

    def knows(self, order: Any) -> bool:
        """Whether an order, put together by whomever, is one that a line could have said."""
        if not isinstance(order, Order) or self.orders.get(order.VERB) is not type(order):
            return False
        for slot in order.SLOTS:
            value = getattr(order, slot.name)
            if value is None or value == ():
                if not slot.optional:
                    return False
            elif slot.many:
                if not isinstance(value, tuple) or not all(self._sayable(slot.kind, item) for item in value):
                    return False
            elif not self._sayable(slot.kind, value):
                return False
        return True

    def _sayable(self, kind: str, value: Any) -> bool:
        """Whether a value is just what the words for it would be read as."""
        if type(value) is not str and type(value) is not int:
            return False
        if (kind, value) in self._said:
            return True
        text = str(value)
        if len(text) > LONGEST_LINE or self._vocabulary[kind](text) != (value, len(text)):
            return False
        self._said.add((kind, value))
        return True

    def usage(self, order: type[Order]) -> str:
        """How the order is written."""
        parts = [order.VERB]
        for slot in order.SLOTS:
            name = slot.wants.upper()
            inner = " ".join(filter(None, (slot.word, f"{name}, …" if slot.many else name)))
            parts.append(f"[{inner}]" if slot.optional else inner)
        return f"It is written: {' '.join(parts)}."

    def _unknown_verb(self, line: str) -> UnknownWords:
        if not line:
            return UnknownWords("An empty line is no order.")
        first = line.split(" ", 1)[0]
        close = get_close_matches(
            first.casefold(), [verb.casefold() for verb in self.orders], n=3, cutoff=0.6
        )
        hint = f" Did you mean {_either(close)}?" if close else ""
        return UnknownWords(f"No order begins with “{_cut(first)}”.{hint}")

    def _fill(self, order: type[Order], slot: Slot, rest: str, values: dict[str, Any]) -> str:
        match = self._vocabulary[slot.kind]
        after = after_word(slot.word, rest)
        if slot.optional and (match(rest) is None if not slot.word else after is None):
            return rest
        rest = rest if after is None else after
        taken: list[Any] = []
        goes_on = True
        while goes_on:
            found = match(rest)
            if found is None:
                break
            value, at = found
            taken.append(value)
            rest, goes_on = after_joint(rest[at:].lstrip()) if slot.many else (rest[at:].lstrip(" ,"), False)
        if not taken or (slot.many and goes_on and self._stray(order, slot, rest)):
            raise self._missing(order, slot, rest)
        values[slot.name] = tuple(taken) if slot.many else taken[0]
        return rest

    def _stray(self, order: type[Order], slot: Slot, rest: str) -> bool:
        """Whether what follows a list belongs to none of the slots behind it."""
        later = order.SLOTS[order.SLOTS.index(slot) + 1 :]
        return not any(after_word(other.word, rest) is not None for other in later if other.word)

    def _missing(self, order: type[Order], slot: Slot, rest: str) -> UnknownWords | IncompleteOrder:
        if not rest:
            return IncompleteOrder(f"“{order.VERB}” still needs: {slot.wants}. {self.usage(order)}")
        known = self._words.get(slot.kind, ())
        head = _before_next(order, slot, rest.split(",", 1)[0])
        guesses = (head, " ".join(head.split()[:2]), head.split()[0] if head.split() else "")
        folded = {word.casefold(): word for word in known}
        close: list[str] = []
        for guess in guesses:
            close = [folded[word] for word in get_close_matches(guess.casefold(), folded, n=3, cutoff=0.6)]
            if close:
                break
        hint = f" Did you mean {_either(close)}?" if close else ""
        kind = slot.kind.replace("_", " ")
        return UnknownWords(f"“{_cut(head)}” is no {kind} for “{order.VERB}”.{hint} {self.usage(order)}")


def after_word(word: str, rest: str) -> str | None:
    """What follows the little word, or None when the line does not go on with it."""
    if word and _begins(rest, word):
        return rest[len(word) :].lstrip()
    return None


def after_joint(rest: str) -> tuple[str, bool]:
    """What follows the comma or the `and` between two items of a list, and whether there was one."""
    comma = rest.startswith(",")
    rest = rest[1:].lstrip() if comma else rest
    more = after_word("and", rest)
    return (rest, comma) if more is None else (more, True)


def _before_next(order: type[Order], slot: Slot, words: str) -> str:
    """The words up to where a later slot begins."""
    for other in order.SLOTS[order.SLOTS.index(slot) + 1 :]:
        if other.word:
            found = re.search(rf"\s{re.escape(other.word)}(?=\s|$)", words, re.IGNORECASE)
            words = words[: found.start()] if found else words
    return words


def _either(words: list[str]) -> str:
    quoted = [f"“{word}”" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def _cut(words: str) -> str:
    return words if len(words) <= 40 else words[:39] + "…"
