"""Reading a pack's TOML: values checked, faults kept with their place, figures with their provenance.

Each figure of a pack says where it comes from: `printed` (the rules say so), `inferred` (they imply it) or
`ours` (designed). A table says it once for everything inside it (`from = "ours"`); a single figure that
differs is written `{ value = 12, from = "printed" }`. Any table may hold a `note`.

A `Reader` is one table while it is read. It never raises: a value that will not do is noted as a `Fault`
and stands in as something harmless, so that one run finds every fault of a pack.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeVar

ORIGINS: tuple[str, ...] = ("printed", "inferred", "ours")
FROM, NOTE, VALUE = "from", "note", "value"

Step = str | int
Where = tuple[Step, ...]
T = TypeVar("T")


def origins(provenance: Mapping[str, str]) -> str:
    """Where the figures of a pack come from, in a line."""
    counts = Counter(provenance.values())
    return f"{counts.total()} figures: {', '.join(f'{counts[origin]} {origin}' for origin in ORIGINS)}."


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing wrong with a pack."""

    file: str
    line: int
    key: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key + ': ' if self.key else ''}{self.reason}"


class PackError(Exception):
    """A pack that cannot be used, with everything that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(str(fault) for fault in self.faults))


class _Locator:
    """Finds the line of every key and array item in a TOML text that is known to parse."""

    _BARE = re.compile(r"[A-Za-z0-9_-]+")
    _SCALAR = re.compile(r"[^,\]}\n#]+")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.found: dict[Where, int] = {(): 1}
        self._counts: dict[Where, int] = {}

    def run(self) -> dict[Where, int]:
        prefix: Where = ()
        while True:
            self._skip()
            if self.at >= len(self.text):
                return self.found
            if self.text.startswith("[", self.at):
                prefix = self._header()
            else:
                self._pair(prefix)

    def _advance(self, to: int) -> None:
        self.line += self.text.count("\n", self.at, to)
        self.at = to

    def _skip(self) -> None:
        """Past blanks, line ends and comments."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif char in " \t\r\n":
                self._advance(self.at + 1)
            else:
                return

    def _note(self, where: Where) -> None:
        self.found.setdefault(where, self.line)

    def _key(self) -> tuple[str, ...]:
        parts: list[str] = []
        while True:
            self._skip()
            if self.text[self.at] in "\"'":
                start = self.at
                self._string()
                parts.append(self.text[start + 1 : self.at - 1])
            else:
                match = self._BARE.match(self.text, self.at)
                assert match is not None
                parts.append(match.group())
                self.at = match.end()
            self._skip()
            if not self.text.startswith(".", self.at):
                return tuple(parts)
            self.at += 1

    def _header(self) -> Where:
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        keys = self._key()
        self.at += 2 if array else 1
        where: Where = ()
        for i, key in enumerate(keys):
            where = (*where, key)
            self._note(where)
            if array and i == len(keys) - 1:
                self._counts[where] = self._counts.get(where, -1) + 1
            if where in self._counts:
                where = (*where, self._counts[where])
        self._note(where)
        return where

    def _pair(self, prefix: Where) -> None:
        self._skip()
        start = self.line
        where = prefix
        for key in self._key():
            where = (*where, key)
            self.found.setdefault(where, start)
        self._skip()
        self.at += 1  # the equals sign
        self._value(where)

    def _string(self) -> None:
        quote = self.text[self.at]
        triple = quote * 3
        if self.text.startswith(triple, self.at):
            end = self.at + 3
            while not self.text.startswith(triple, end):
                end += 2 if quote == '"' and self.text[end] == "\\" else 1
            end += 3
            while end < len(self.text) and self.text[end] == quote:
                end += 1
        else:
            end = self.at + 1
            while self.text[end] != quote:
                end += 2 if quote == '"' and self.text[end] == "\\" else 1
            end += 1
        self._advance(end)

    def _value(self, where: Where) -> None:
        self._skip()
        char = self.text[self.at]
        if char in "\"'":
            self._string()
        elif char == "[":
            self.at += 1
            self._items(where)
        elif char == "{":
            self.at += 1
            self._skip()
            while self.text[self.at] != "}":
                self._pair(where)
                self._skip()
                if self.text[self.at] == ",":
                    self.at += 1
                    self._skip()
            self.at += 1
        else:
            match = self._SCALAR.match(self.text, self.at)
            assert match is not None
            self._advance(match.end())

    def _items(self, where: Where) -> None:
        index = 0
        while True:
            self._skip()
            if self.text[self.at] == "]":
                self.at += 1
                return
            self._note((*where, index))
            self._value((*where, index))
            index += 1
            self._skip()
            if self.text[self.at] == ",":
                self.at += 1


def locate(text: str) -> dict[Where, int]:
    """The line of every key and array item of a valid TOML text, by its path."""
    locator = _Locator(text)
    try:
        return locator.run()
    except (
        IndexError,
        AssertionError,
        RecursionError,
    ):  # an odd text: what was found will do
        return locator.found


@dataclass(slots=True)
class Findings:
    """What reading a pack has brought to light so far."""

    faults: list[Fault] = field(default_factory=list)
    provenance: dict[str, str] = field(default_factory=dict)
    content: dict[str, Any] = field(default_factory=dict)

    def open(self, files: Mapping[str, str], name: str) -> Reader:
        """Parse one file; a missing or broken one is a fault and reads as empty."""
        text = files.get(name)
        data: dict[str, Any] = {}
        usable = False
        if text is None:
            self.faults.append(Fault(name, 0, "", "this file is missing"))
        else:
            try:
                data = tomllib.loads(text)
                usable = True
            except tomllib.TOMLDecodeError as error:
                match = re.search(r"\(at line (\d+), column \d+\)", str(error))
                line = int(match.group(1)) if match else text.count("\n") + 1
                reason = re.sub(r"\s*\(at [^()]*\)", "", str(error))
                self.faults.append(Fault(name, line, "", f"not valid TOML: {reason}"))
            except RecursionError:
                self.faults.append(Fault(name, 1, "", "not valid TOML: nested too deeply"))
        self.content[name] = _plain(data)
        return Reader(self, name, locate(text) if text is not None and usable else {}, data, (), "", usable)

    def digest(self) -> str:
        """SHA-256 over all figures; layout, comments, notes and provenance leave it alone."""
        text = json.dumps(
            self.content, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str
        )
        return sha256(text.encode()).hexdigest()


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        if VALUE in data and set(data) <= {VALUE, FROM, NOTE}:
            return _plain(data[VALUE])
        return {key: _plain(value) for key, value in data.items() if key not in (FROM, NOTE)}
    if isinstance(data, list):
        return [_plain(item) for item in data]
    return data


_MISSING: Any = object()


class Reader:
    """One table of a pack file while it is read."""

    def __init__(
        self,
        findings: Findings,
        file: str,
        lines: Mapping[Where, int],
        data: Mapping[str, Any],
        path: Where,
        label: str,
        usable: bool = True,
        origin: str | None = None,
    ) -> None:
        self._findings = findings
        self._file = file
        self._lines = lines
        self._data = data
        self._path = path
        self._label = label
        self._usable = usable
        self._origin = origin
        self._blamed = False
        self._seen = {FROM, NOTE}
        if FROM in data:
            self._origin = self._checked_origin(data[FROM], FROM)
        if NOTE in data and not isinstance(data[NOTE], str):
            self.fault(NOTE, "a note is a text")

    def __bool__(self) -> bool:
        """Whether the table is there at all."""
        return self._usable

    # Faults

    def line(self, key: str = "") -> int:
        """The line of a key of this table, or of what is nearest to it."""
        path = (*self._path, key) if key else self._path
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 0)

    def key(self, key: str = "") -> str:
        """A key of this table in full."""
        return f"{self._label}.{key}" if self._label and key else self._label or key

    def fault(self, key: str, reason: str) -> None:
        """Note that the value of this key will not do."""
        self._findings.faults.append(Fault(self._file, self.line(key), self.key(key), reason))

    def _checked_origin(self, origin: Any, key: str) -> str:
        if origin not in ORIGINS:
            self.fault(key, f"{origin!r} is no provenance: say one of {', '.join(ORIGINS)}")
            return ORIGINS[-1]
        return str(origin)

    # Values

    def has(self, key: str) -> bool:
        """Whether the key is written at all."""
        return key in self._data

    def _figure(self, key: str) -> Any:
        """The raw value of a key, its provenance noted."""
        self._seen.add(key)
        raw = self._data.get(key, _MISSING)
        if raw is _MISSING:
            return _MISSING
        origin = self._origin
        if isinstance(raw, dict) and VALUE in raw:
            odd = sorted(set(raw) - {VALUE, FROM, NOTE})
            if odd:
                self.fault(key, f"a figure has value, from and note, not {', '.join(odd)}")
            if FROM in raw:
                origin = self._checked_origin(raw[FROM], key)
            raw = raw[VALUE]
        if origin is None:
            if not self._blamed:
                self.fault(key, 'does not say where it comes from: give it or its table a "from"')
            self._blamed = True
        else:
            self._findings.provenance[f"{self._file}:{self.key(key)}"] = origin
        return raw

    def take(self, key: str, default: T, convert: Callable[[Any], T], optional: bool = False) -> T:
        """A value by a converter that raises ValueError with a reason when it will not do."""
        raw = self._figure(key)
        if raw is _MISSING:
            if not optional and self._usable:
                self.fault(key, "is missing")
            return default
        try:
            return convert(raw)
        except ValueError as error:
            self.fault(key, str(error))
            return default

    def integer(self, key: str, low: int, high: int) -> int:
        return self.take(key, low, lambda raw: as_integer(raw, low, high))

    def flag(self, key: str, optional: bool = False) -> bool:
        return self.take(key, False, as_flag, optional)

    def text(self, key: str, optional: bool = False) -> str:
        return self.take(key, "", as_text, optional)

    def choice(self, key: str, choices: Sequence[str], optional: bool = False) -> str:
        def convert(raw: Any) -> str:
            text = as_text(raw)
            if text not in choices:
                raise ValueError(f"{text!r} is not one of {', '.join(choices)}")
            return text

        return self.take(key, "", convert, optional)

    def integers(self, key: str, low: int, high: int, count: int | None = None) -> tuple[int, ...]:
        def convert(raw: Any) -> tuple[int, ...]:
            items = tuple(as_integer(item, low, high) for item in as_list(raw))
            if count is not None and len(items) != count:
                raise ValueError(f"needs {count} numbers, has {len(items)}")
            return items

        return self.take(key, (), convert)

    def texts(self, key: str) -> tuple[str, ...]:
        return self.take(key, (), lambda raw: tuple(as_text(item) for item in as_list(raw)))

    # Tables

    def table(self, key: str) -> Reader:
        """A table inside this one; a missing one is a fault and reads as empty."""
        self._seen.add(key)
        raw = self._data.get(key, _MISSING)
        usable = isinstance(raw, dict)
        if not usable and self._usable:
            self.fault(key, "is missing" if raw is _MISSING else "must be a table")
        data = raw if isinstance(raw, dict) else {}
        return self._child((*self._path, key), self.key(key), data, usable)

    def tables(self, key: str, name: str = "name") -> list[Reader]:
        """The tables of an array, each called by its name in faults where it has one."""
        self._seen.add(key)
        raw = self._data.get(key, _MISSING)
        if not isinstance(raw, list):
            if self._usable:
                self.fault(key, "is missing" if raw is _MISSING else "must be a list of tables")
            return []
        readers: list[Reader] = []
        for index, item in enumerate(raw):
            path = (*self._path, key, index)
            if not isinstance(item, dict):
                self._findings.faults.append(
                    Fault(
                        self._file,
                        self._lines.get(path, 0),
                        f"{self.key(key)}[{index + 1}]",
                        "must be a table",
                    )
                )
                continue
            called = _plain(item.get(name))
            label = f"{self.key(key)}[{called if isinstance(called, str) and called else index + 1}]"
            readers.append(self._child(path, label, item, True))
        return readers

    def _child(self, path: Where, label: str, data: Mapping[str, Any], usable: bool) -> Reader:
        return Reader(self._findings, self._file, self._lines, data, path, label, usable, self._origin)

    def keys(self) -> Iterator[str]:
        """The keys written in this table, provenance and note left out."""
        return (key for key in self._data if key not in (FROM, NOTE))

    def close(self) -> None:
        """Every key nobody asked for is a fault."""
        for key in self._data:
            if key not in self._seen:
                self.fault(key, "is not a key this table has")


def as_integer(raw: Any, low: int, high: int) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise ValueError(f"must be a whole number, not {raw!r}")
    if not low <= raw <= high:
        raise ValueError(f"must be from {low} to {high}, not {raw}")
    return raw


def as_flag(raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise ValueError(f"must be true or false, not {raw!r}")
    return raw


def as_text(raw: Any) -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise ValueError(f"must be a text, not {raw!r}")
    return raw


def as_list(raw: Any) -> list[Any]:
    if not isinstance(raw, list):
        raise ValueError(f"must be a list, not {raw!r}")
    return raw
