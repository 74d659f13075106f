"""The log: append-only, each entry carrying the hash of the one before it.

What an entry says lies in leaves (the order's line, the numbers drawn, one leaf an event). The entry's hash
covers only the leaves' digests, and a digest covers a salt, so a leaf that must stay secret can be left out
of an export and the chain still verifies: the secret was fixed when it happened and can be shown later.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.kernel.codec import canonical
from engine.kernel.errors import BrokenLog

NOTHING: Final = "0" * 64
"""What the first entry carries for the hash of the one before it."""

CREATED, ORDER, WORD, UNDO, ENDED, SEED = "created", "order", "word", "undo", "ended", "seed"
"""The kinds of entry."""

SAYS, DRAWS, EVENT = "says", "draws", "event"
"""The roles of a leaf: what was said, the numbers drawn for it, and what came of it."""

OUTCOME: Final = "outcome"
"""What stands before everything that came of an entry when it is digested as one."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part of an entry. `text` is None where it was left out of an export."""

    role: str
    digest: str
    salt: str | None = None
    text: str | None = None

    @classmethod
    def write(cls, role: str, plain: Any, salt: str) -> "Leaf":
        """A leaf that says this."""
        text = canonical(plain)
        return cls(role, digest_of(role, salt, text), salt, text)

    def read(self) -> Any:
        """What the leaf says. Raises ValueError where it was left out."""
        if self.text is None:
            raise ValueError("this part of the log is sealed until the game is over")
        return json.loads(self.text)

    def sealed(self) -> "Leaf":
        """The leaf without what it says."""
        return Leaf(self.role, self.digest)


def digest_of(role: str, salt: str, text: str) -> str:
    """What stands for a leaf in its entry's hash."""
    return hashlib.sha256(f"{role}\n{salt}\n{text}".encode()).hexdigest()


def salt_of(seed: bytes, seq: int, place: int) -> str:
    """The salt of a leaf: nobody can guess it, and whoever has the seed can derive it.

    Place -1 is the salt of the entry's outcome.
    """
    return hmac.digest(seed, b"salt/%d/%d" % (seq, place), "sha256")[:16].hex()


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the log.

    `by` is the seat that caused it ("" for the referee), `at` when, `ref` by which interaction, `final`
    whether an undo past it needs the other side's consent. The first leaf is what was said, the others what
    came of it; `outcome` is the digest of `final` and of those others, made with `salt`. In a closed entry
    they are left out, and so is `salt`.
    """

    seq: int
    kind: str
    by: str
    at: str
    ref: str
    final: bool
    leaves: tuple[Leaf, ...]
    salt: str | None
    outcome: str
    before: str
    hash: str

    @classmethod
    def write(
        cls,
        *,
        seq: int,
        kind: str,
        leaves: Sequence[Leaf],
        salt: str,
        before: str,
        by: str = "",
        at: str = "",
        ref: str = "",
        final: bool = False,
    ) -> "Entry":
        """An entry with its hash."""
        outcome = _outcome(salt, final, leaves)
        made = _hash(seq, kind, by, at, ref, leaves[0].digest, outcome, before)
        return cls(seq, kind, by, at, ref, final, tuple(leaves), salt, outcome, before, made)

    def rehash(self) -> str:
        """The hash these parts ought to have."""
        return _hash(
            self.seq, self.kind, self.by, self.at, self.ref, self.leaves[0].digest, self.outcome, self.before
        )

    @property
    def closed(self) -> bool:
        """Whether what came of it was left out."""
        return self.salt is None

    def close(self) -> "Entry":
        """The entry without what came of it, and without how much of it there was."""
        return replace(self, final=True, leaves=self.leaves[:1], salt=None)

    def hush(self) -> "Entry":
        """The entry without what was said."""
        return replace(self, leaves=(self.leaves[0].sealed(), *self.leaves[1:]))

    def said(self) -> Any:
        """What the entry says: the order's line, the undo's target and so on; ValueError if sealed."""
        if not self.leaves or self.leaves[0].role != SAYS:
            raise ValueError("this entry says nothing")
        return self.leaves[0].read()

    def events(self) -> list[Any]:
        """The events as plain data. Raises ValueError where they were left out."""
        self._must_be_open()
        return [leaf.read() for leaf in self.leaves if leaf.role == EVENT]

    def draws(self) -> list[Any]:
        """The numbers drawn, as pairs of sides and value. Raises ValueError where they were left out."""
        self._must_be_open()
        return [pair for leaf in self.leaves if leaf.role == DRAWS for pair in leaf.read()]

    def _must_be_open(self) -> None:
        if self.closed:
            raise ValueError("what came of this entry is sealed until the game is over")

    def to_plain(self) -> dict[str, Any]:
        """The entry as a JSON object."""
        return {
            "seq": self.seq,
            "kind": self.kind,
            "by": self.by,
            "at": self.at,
            "ref": self.ref,
            "final": self.final,
            "leaves": [[leaf.role, leaf.digest, leaf.salt, leaf.text] for leaf in self.leaves],
            "salt": self.salt,
            "outcome": self.outcome,
            "before": self.before,
            "hash": self.hash,
        }

    @classmethod
    def from_plain(cls, plain: Any) -> "Entry":
        """The entry that `to_plain` made this of. Raises `BrokenLog` when it is no entry."""
        seq = plain.get("seq", -1) if isinstance(plain, dict) else -1
        try:
            return cls(
                seq=_whole(plain["seq"]),
                kind=_text(plain["kind"]),
                by=_text(plain["by"]),
                at=_text(plain["at"]),
                ref=_text(plain["ref"]),
                final=_truth(plain["final"]),
                leaves=tuple(
                    Leaf(
                        _text(role),
                        _text(digest),
                        None if salt is None else _text(salt),
                        None if text is None else _text(text),
                    )
                    for role, digest, salt, text in plain["leaves"]
                ),
                salt=None if plain["salt"] is None else _text(plain["salt"]),
                outcome=_text(plain["outcome"]),
                before=_text(plain["before"]),
                hash=_text(plain["hash"]),
            )
        except (KeyError, TypeError, ValueError) as wrong:
            raise BrokenLog(seq if isinstance(seq, int) else -1, f"is not a log entry ({wrong})") from None


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(f"{value!r} is no text")
    value.encode()  # half a surrogate pair, which JSON can hold, is no text either
    return value


def _outcome(salt: str, final: bool, leaves: Sequence[Leaf]) -> str:
    digests = [[leaf.role, leaf.digest] for leaf in leaves[1:]]
    return digest_of(OUTCOME, salt, canonical([final, digests]))


def _hash(seq: int, kind: str, by: str, at: str, ref: str, says: str, outcome: str, before: str) -> str:
    whole = canonical([seq, kind, by, at, ref, says, outcome, before])
    return hashlib.sha256(whole.encode()).hexdigest()


def check_chain(entries: Iterable[Entry], before: str = NOTHING, first: int = 0) -> int:
    """Check numbering, hashes and digests; the number that the next entry would have.

    `before` and `first` are for a part of a log that follows something already checked. Raises `BrokenLog`
    naming the first entry that does not hold.
    """
    expected = first
    for entry in entries:
        if entry.seq != expected:
            raise BrokenLog(expected, f"is missing or out of place; entry {entry.seq} stands there")
        if entry.before != before:
            raise BrokenLog(entry.seq, "does not follow the entry before it")
        _check_parts(entry)
        if entry.rehash() != entry.hash:
            raise BrokenLog(entry.seq, "its hash is wrong")
        before, expected = entry.hash, expected + 1
    return expected


def _check_parts(entry: Entry) -> None:
    if not entry.leaves or entry.leaves[0].role != SAYS:
        raise BrokenLog(entry.seq, "says nothing")
    for leaf in entry.leaves:
        if leaf.text is None and leaf.salt is None:
            continue
        if leaf.text is None or digest_of(leaf.role, leaf.salt or "", leaf.text) != leaf.digest:
            raise BrokenLog(entry.seq, f"one of its parts ({leaf.role}) was changed")
    if entry.salt is None:
        if len(entry.leaves) > 1 or not entry.final:
            raise BrokenLog(entry.seq, "tells of something that cannot be checked")
    elif _outcome(entry.salt, entry.final, entry.leaves) != entry.outcome:
        raise BrokenLog(entry.seq, "what came of it was changed")


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """The entries whose events count: what an undo took back is left out."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.kind == UNDO:
            target = entry.said()["to"]
            while kept and kept[-1].seq > target:
                kept.pop()
        elif entry.kind in (CREATED, ORDER):
            kept.append(entry)
    return kept
