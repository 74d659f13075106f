"""A rules reference: numbered rules that can be read, listed and searched. Knows no game and no file."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from types import MappingProxyType
from typing import Any, Final

from engine.kernel.errors import KernelError

#: The longest text a rule may have: it has to fit into one message beside its title.
LONGEST_TEXT: Final = 500

KINDS: Final = ("printed", "ruling")

_NUMBER: Final = re.compile(r"(?:[1-9][0-9]*)(?:\.[1-9][0-9]*){0,2}\Z")
_WORD: Final = re.compile(r"[^\W_]+(?:[.'’][^\W_]+)*")
_FILLERS: Final = frozenset(
    _WORD.findall(
        "a an and are at be by can do does for from how i if in is it may my of on or that the there to what "
        "when where which who why with"
    )
)
_IN_TITLE: Final = 6.0
_IN_WORDS: Final = 5.0
_IN_SECTION: Final = 3.0
_IN_TEXT: Final = 1.0
_CLOSE: Final = 0.8


class RulebookError(KernelError):
    """The text is not a rules reference; the message says where and why."""


class UnknownRule(KernelError, KeyError):
    """No rule, section or chapter has this number."""

    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.number = number

    def __str__(self) -> str:
        return f"There is no rule {self.number}."


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `kind` is "printed" (the game says so) or "ruling" (we read it so)."""

    number: str
    title: str
    text: str
    kind: str
    see: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class Rulebook:
    """All rules of one game, in the order of their numbers."""

    def __init__(self, rules: Iterable[Rule], titles: Mapping[str, str]) -> None:
        """`titles` names every chapter ("7") and section ("7.4")."""
        self._rules: dict[str, Rule] = {}
        for rule in rules:
            if rule.number in self._rules:
                raise RulebookError(f"Rule {rule.number} is there twice.")
            self._rules[rule.number] = rule
        self._titles = dict(sorted(titles.items(), key=lambda item: _key(item[0])))
        self._check()
        self._rules = dict(sorted(self._rules.items(), key=lambda item: _key(item[0])))
        self._index = self._indexed()

    @classmethod
    def from_toml(cls, text: str) -> "Rulebook":
        """Read a reference written as [[chapter]], [[section]] and [[rule]] tables."""
        try:
            document = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RulebookError(f"The rules reference is not TOML: {error}") from error
        for name in document:
            if name not in ("chapter", "section", "rule"):
                raise RulebookError(f"The rules reference has no table called {name}.")
        titles: dict[str, str] = {}
        for name, depth in (("chapter", 1), ("section", 2)):
            for table in _tables(document, name):
                number = _number(table, name, depth)
                if number in titles:
                    raise RulebookError(f"{name.capitalize()} {number} is there twice.")
                _only(table, name, number, ("number", "title"))
                titles[number] = _string(table, "title", f"{name} {number}")
        return cls([_rule(table) for table in _tables(document, "rule")], titles)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of all rules, in order."""
        return tuple(self._rules)

    @property
    def titles(self) -> Mapping[str, str]:
        """Number -> title of every chapter and section, each chapter before its sections."""
        return MappingProxyType(self._titles)

    def rule(self, number: str) -> Rule:
        """The rule of this number, or UnknownRule (a KeyError)."""
        try:
            return self._rules[number]
        except KeyError:
            raise UnknownRule(number) from None

    def section(self, prefix: str) -> tuple[Rule, ...]:
        """All rules of a chapter ("7") or section ("7.4") in order, or UnknownRule (a KeyError)."""
        if prefix not in self._titles:
            raise UnknownRule(prefix)
        return tuple(rule for number, rule in self._rules.items() if number.startswith(prefix + "."))

    def search(self, words: str) -> tuple[Rule, ...]:
        """The rules that speak of these words, best first; case, plurals and small slips do not matter.

        A rule that has more of the words comes first; among those, one that has them in its title, among its
        search words or in the title of its section; then the order of the book.
        """
        asked = _asked(words)
        found: dict[str, tuple[int, float]] = {}
        for word in asked:
            for number, score in self._places(word).items():
                hits, total = found.get(number, (0, 0.0))
                found[number] = (hits + 1, total + score)
        order = {number: place for place, number in enumerate(self._rules)}
        ranked = sorted(found, key=lambda number: (-found[number][0], -found[number][1], order[number]))
        return tuple(self._rules[number] for number in ranked)

    def nearest(self, words: str, count: int = 3) -> tuple[Rule, ...]:
        """The rules whose titles look most like these words, to be named when a search finds nothing."""
        wanted = words.casefold()

        def likeness(rule: Rule) -> float:
            parts = (rule.title, *rule.words)
            return max(SequenceMatcher(None, wanted, part.casefold()).ratio() for part in parts)

        return tuple(sorted(self._rules.values(), key=likeness, reverse=True)[:count])

    def _check(self) -> None:
        for number in self._titles:
            if "." in number and number.rpartition(".")[0] not in self._titles:
                raise RulebookError(f"Section {number} belongs to no chapter.")
        for rule in self._rules.values():
            where = f"Rule {rule.number}"
            if rule.number.count(".") != 2 or not _NUMBER.match(rule.number):
                raise RulebookError(f"{where} needs a number like 7.4.3.")
            if rule.number.rpartition(".")[0] not in self._titles:
                raise RulebookError(f"{where} belongs to no section.")
            if rule.kind not in KINDS:
                raise RulebookError(f"{where} is {rule.kind!r}; a rule is one of {', '.join(KINDS)}.")
            if not rule.title.strip() or not rule.text.strip():
                raise RulebookError(f"{where} needs a title and a text.")
            if len(rule.text) > LONGEST_TEXT:
                raise RulebookError(f"{where} has {len(rule.text)} characters; {LONGEST_TEXT} is the most.")
            for target in rule.see:
                if target not in self._rules:
                    raise RulebookError(f"{where} points to {target}, which does not exist.")
                if target == rule.number:
                    raise RulebookError(f"{where} points to itself.")

    def _indexed(self) -> dict[str, dict[str, float]]:
        index: dict[str, dict[str, float]] = {}
        for number, rule in self._rules.items():
            for text, weight in (
                (rule.title, _IN_TITLE),
                (" ".join(rule.words), _IN_WORDS),
                (self._titles[number.rpartition(".")[0]], _IN_SECTION),
                (rule.text, _IN_TEXT),
            ):
                for word in set(_words(text)):
                    places = index.setdefault(word, {})
                    places[number] = places.get(number, 0.0) + weight
        return index

    def _places(self, word: str) -> dict[str, float]:
        """Rule number -> score of one word; words spelled nearly so count when the word itself is nowhere."""
        if word in self._index:
            return self._index[word]
        places: dict[str, float] = {}
        for close in get_close_matches(word, self._index, n=3, cutoff=_CLOSE):
            likeness = SequenceMatcher(None, word, close).ratio()
            for number, score in self._index[close].items():
                places[number] = max(score * likeness, places.get(number, 0.0))
        return places


def _key(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split(".")) if _NUMBER.match(number) else (0,)


def _stem(word: str) -> str:
    """A word without the ending of its plural; rough, but the same for both forms."""
    word = word.casefold().replace("’", "'").removesuffix("'s").replace(".", "")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _words(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text)]


def _asked(text: str) -> list[str]:
    """The words of a question without the fillers, unless it has nothing else."""
    everything = list(dict.fromkeys(_words(text)))
    return [word for word in everything if word not in _FILLERS] or everything


def _tables(document: Mapping[str, Any], name: str) -> Sequence[Mapping[str, Any]]:
    tables = document.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise RulebookError(f"{name} must be written [[{name}]].")
    return tables


def _number(table: Mapping[str, Any], name: str, depth: int) -> str:
    number = table.get("number")
    if isinstance(number, int) and not isinstance(number, bool) and depth == 1:
        number = str(number)
    if not isinstance(number, str) or not _NUMBER.match(number) or number.count(".") != depth - 1:
        example = ".".join("743"[:depth])
        raise RulebookError(f"A {name} needs a number like {example}; there is {number!r}.")
    return number


def _string(table: Mapping[str, Any], field: str, where: str) -> str:
    value = table.get(field)
    if not isinstance(value, str):
        raise RulebookError(f"The {field} of {where} must be a text.")
    return value


def _strings(table: Mapping[str, Any], field: str, where: str) -> tuple[str, ...]:
    value = table.get(field, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise RulebookError(f"{field} of {where} must be a list of texts.")
    return tuple(value)


def _only(table: Mapping[str, Any], name: str, number: str, known: tuple[str, ...]) -> None:
    for field in table:
        if field not in known:
            raise RulebookError(f"{name.capitalize()} {number} has a field {field} that nobody knows.")


def _rule(table: Mapping[str, Any]) -> Rule:
    number = _number(table, "rule", 3)
    where = f"rule {number}"
    _only(table, "rule", number, Rule.__slots__)
    return Rule(
        number=number,
        title=_string(table, "title", where),
        text=_string(table, "text", where),
        kind=_string(table, "kind", where),
        see=_strings(table, "see", where),
        words=_strings(table, "words", where),
    )
