"""Dice nobody can doubt.

Before the first die the referee publishes the SHA-256 of a secret seed. Every number is then drawn as
HMAC(seed, players' words, position), so the referee cannot choose it after the commitment, a player who adds
a word of his own knows that the referee could not choose it before, and anyone can derive it again once the
seed is revealed. Positions only go forward: a number that was drawn is never drawn again, also after an undo.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

T = TypeVar("T")

_SPACE = 1 << 256


class Draw(NamedTuple):
    """One number taken from the stream: `value` of 0 .. `sides` - 1."""

    sides: int
    value: int


class Dice(Protocol):
    """A source of chance. Only `decide` holds one."""

    def draw(self, sides: int) -> int:
        """A number of 0 .. sides - 1, every one as likely."""
        ...


def commitment(seed: bytes) -> str:
    """What is published before the first die."""
    return hashlib.sha256(seed).hexdigest()


def derive(seed: bytes, words: Sequence[str], position: int, sides: int) -> int:
    """The number at `position` of the stream of this seed and these words.

    Raises ValueError for a die without sides.
    """
    if sides < 1:
        raise ValueError(f"a die cannot have {sides} sides")
    prefix = json.dumps([list(words), position], ensure_ascii=False).encode()
    fair = _SPACE - _SPACE % sides
    attempt = 0
    while True:
        number = int.from_bytes(hmac.digest(seed, prefix + b"/%d" % attempt, "sha256"), "big")
        if number < fair:
            return number % sides
        attempt += 1


class CommittedDice:
    """The dice of a real game: they remember what they drew, so that it can be written down and checked."""

    __slots__ = ("_seed", "_words", "drawn", "position")

    def __init__(self, seed: bytes, words: Sequence[str] = (), position: int = 0) -> None:
        self._seed = seed
        self._words = tuple(words)
        self.position = position
        self.drawn: list[Draw] = []

    def draw(self, sides: int) -> int:
        value = derive(self._seed, self._words, self.position, sides)
        self.position += 1
        self.drawn.append(Draw(sides, value))
        return value


class ScriptedDice:
    """Dice that show the faces one asks for, in order; for tests and worked examples.

    Faces are given as people say them (1 to 6 for a die). Asking for more than the script holds is an error.
    """

    __slots__ = ("_faces",)

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self._faces = list(faces)

    def draw(self, sides: int) -> int:
        if not self._faces:
            raise LookupError(f"the script has no number left for a die of {sides} sides")
        face = self._faces.pop(0)
        if not 1 <= face <= sides:
            raise ValueError(f"the script says {face} for a die of {sides} sides")
        return face - 1

    @property
    def left(self) -> tuple[int, ...]:
        """What the script still holds."""
        return tuple(self._faces)


def roll(dice: Dice, number: int = 1) -> tuple[int, ...]:
    """So many six-sided dice."""
    return tuple(dice.draw(6) + 1 for _ in range(number))


def shuffled(dice: Dice, items: Iterable[T]) -> list[T]:
    """The items in a random order (Fisher and Yates)."""
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        other = dice.draw(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck
