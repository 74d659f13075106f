"""Positions out of a log: what `farspeaker export` wrote, or one entry a line; gzipped or not."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot import games
from bot.errors import UserError
from engine.kernel.codec import event_from_plain
from engine.kernel.errors import BrokenLog
from engine.kernel.game import Event, Game
from engine.kernel.log import Entry, check_chain, effective
from engine.kernel.record import MALFORMED
from engine.kernel.seats import SPECTATOR, Viewer
from render import scribe


@dataclass(frozen=True, slots=True)
class Step:
    """The position after an entry as a viewer sees it, with the events that led to it."""

    seq: int
    round: int
    view: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Film:
    """A log as a viewer could have watched it."""

    key: str
    game: Game[Any]
    viewer: Viewer
    entries: tuple[Entry, ...]

    def steps(self, last: int | None = None) -> Iterator[Step]:
        """The positions one after the other, without what was taken back."""
        entries = self.entries if last is None else self.entries[: last + 1]
        kinds = dict(self.game.events)
        state: Any = None
        for entry in effective(entries):
            try:
                if state is None:
                    state = self.game.start(entry.said()["options"])
                events = tuple(event_from_plain(kinds, plain) for plain in entry.events())
                state = self.game.fold(state, events)
            except MALFORMED as wrong:
                raise UserError(f"Entry {entry.seq} of this log cannot be replayed: {wrong}.") from wrong
            yield Step(entry.seq, self.game.round(state), self.game.view(state, self.viewer), events)

    def at(self, seq: int | None) -> Step:
        """The position after an entry, or after the last one."""
        if seq is not None and not 0 <= seq < len(self.entries):
            raise UserError(f"This log has no entry {seq}; its newest is {len(self.entries) - 1}.")
        found: Step | None = None
        for step in self.steps(seq):
            found = step
        if found is None:
            raise UserError("This log holds no position.")
        return found

    def phases(self, last: int | None = None) -> list[Step]:
        """The positions at the end of each phase and the last, each with all events since the one before."""
        found: list[Step] = []
        mark = scribe(self.key).mark
        events: list[Event] = []
        before: Step | None = None
        for step in self.steps(last):
            if before is not None and mark(step.view) != mark(before.view):
                found.append(replace(before, events=tuple(events)))
                events = []
            events += step.events
            before = step
        if before is not None:
            found.append(replace(before, events=tuple(events)))
        return found


def open_film(file: Path, viewer: str = SPECTATOR) -> Film:
    """A log from a file. Raises `UserError` when it cannot be read or leaves too much out."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}.") from None
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError):
            raise UserError(f"{file} breaks off.") from None
    entries = _entries(data, file)
    try:
        says = entries[0].said()
        key, content = str(says["game"]), str(says["content"])
    except (ValueError, KeyError, TypeError, IndexError):
        raise UserError(f"{file} is not a log that Farspeaker wrote.") from None
    game = games.game(key)
    if content != game.content:
        raise UserError(f"{file} was played by another edition of {game.title} than the one that is here.")
    known = [*game.seats, SPECTATOR]
    if viewer not in known:
        raise UserError(f"Nobody here is called {viewer!r}; there are: {', '.join(known)}.")
    if any(entry.closed for entry in entries):
        raise UserError(
            "This log leaves secrets out, so its positions cannot be drawn; export it with --full."
        )
    return Film(key, game, Viewer(viewer), entries)


def _entries(data: bytes, file: Path) -> tuple[Entry, ...]:
    from bot import exports

    try:
        if data.startswith(b'{"commitment"') or b'"farspeaker"' in data.split(b"\n", 1)[0]:
            return exports.read(data).entries
        lines = [line for line in data.decode().splitlines() if line.strip()]
        plain = json.loads(data) if data.lstrip()[:1] == b"[" else [json.loads(line) for line in lines]
        entries = tuple(Entry.from_plain(line) for line in plain)
        check_chain(entries)
        return entries
    except BrokenLog as broken:
        raise UserError(f"{file} does not hold together: {broken}.") from None
    except (ValueError, RecursionError):
        raise UserError(f"{file} is not a log that Farspeaker wrote.") from None
