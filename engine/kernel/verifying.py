"""A log checked from its first byte to its last: hashes, dice, and every order judged again."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.kernel.codec import event_from_plain, event_to_plain
from engine.kernel.dice import commitment, derive
from engine.kernel.errors import BrokenLog
from engine.kernel.game import Game
from engine.kernel.log import (
    CREATED,
    ENDED,
    ORDER,
    SEED,
    UNDO,
    WORD,
    Entry,
    check_chain,
    salt_of,
)
from engine.kernel.record import MALFORMED, admit, creation_of, is_final, words_of
from engine.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check of a log went through."""

    entries: int
    events: int
    draws: int
    dice_checked: bool
    rejudged: int
    head: str


class _ToldDice:
    """Numbers as the log tells them, to judge an order again."""

    def __init__(self, draws: Sequence[Sequence[int]]) -> None:
        self._draws = list(draws)

    def draw(self, sides: int) -> int:
        if not self._draws or self._draws[0][0] != sides:
            raise LookupError("the log tells other numbers than the rules ask for")
        value = self._draws.pop(0)[1]
        if not 0 <= value < sides:
            raise LookupError(f"the log tells {value} for a die of {sides} sides")
        return value

    @property
    def left(self) -> int:
        return len(self._draws)


def verify(
    game: Game[Any],
    entries: Sequence[Entry],
    seed: bytes | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Verified:
    """Check a log from its first byte to its last.

    Hashes and numbering always; every number drawn and every salt where the seed is known (from the log
    itself, or given); every order judged again on its position where nothing is sealed. Raises `BrokenLog`
    with the entry's number at the first lie, and nothing else. `progress` hears the number of each entry
    that was judged again.
    """
    check_chain(entries)
    if not entries:
        raise BrokenLog(0, "is missing; the log is empty")
    says = creation_of(game, entries[0])
    if says["content"] != game.content:
        raise BrokenLog(0, "was played by another edition of the game's data")
    if seed is not None and commitment(seed) != says["commitment"]:
        raise BrokenLog(0, "commits to another seed than this one")
    for entry in entries:
        if entry.kind == SEED:
            seed = _revealed(entry)
            if commitment(seed) != says["commitment"]:
                raise BrokenLog(entry.seq, "reveals a seed that is not the one committed to")
    sealed = any(entry.closed or leaf.text is None for entry in entries for leaf in entry.leaves)
    if sealed:
        return Verified(len(entries), 0, 0, False, 0, entries[-1].hash)
    draws = _check_dice(entries, seed)
    events, rejudged = _rejudge(game, entries, progress)
    return Verified(len(entries), events, draws, seed is not None, rejudged, entries[-1].hash)


def _revealed(entry: Entry) -> bytes:
    try:
        return bytes.fromhex(entry.said()["seed"])
    except MALFORMED as wrong:
        raise BrokenLog(entry.seq, f"reveals no seed ({wrong})") from wrong


def _check_dice(entries: Sequence[Entry], seed: bytes | None) -> int:
    """Check every salt and number; how many numbers there were."""
    position = 0
    words: list[str] = []
    for entry in entries:
        if seed is not None:
            for place, salt in enumerate((entry.salt, *(leaf.salt for leaf in entry.leaves)), start=-1):
                if salt != salt_of(seed, entry.seq, place):
                    raise BrokenLog(entry.seq, "a salt does not come from the seed")
        try:
            words.extend(words_of(entry))
            for sides, value in entry.draws():
                if seed is not None and derive(seed, words, position, sides) != value:
                    raise BrokenLog(entry.seq, f"number {position} was not the one the dice gave")
                position += 1
        except BrokenLog:
            raise
        except MALFORMED as wrong:
            raise BrokenLog(entry.seq, f"cannot be read ({wrong})") from wrong
    return position


def _rejudge(game: Game[Any], entries: Sequence[Entry], progress: Callable[[int], None]) -> tuple[int, int]:
    """Judge every entry again, as the rules stand; the number of events and of orders."""
    kinds = dict(game.events)
    positions: dict[int, Any] = {}
    state: Any = None
    revealed = ended = False
    events = orders = 0
    for entry in entries:
        try:
            said = entry.said()
            final = entry.kind != WORD
            if (ended or revealed) and entry.kind != SEED:
                raise BrokenLog(entry.seq, "comes after the end of the game")
            if entry.kind in (CREATED, ORDER):
                if (entry.kind == CREATED) != (entry.seq == 0):
                    raise BrokenLog(entry.seq, "creates a game that is there already")
                dice = _ToldDice(entry.draws())
                drew = dice.left > 0
                if entry.kind == CREATED:
                    judged = game.open(game.start(said["options"]), dice)
                else:
                    seat = Seat(entry.by)
                    waiting = admit(game, state, seat)
                    judged = game.decide(state, seat, game.grammar(seat).parse(said["line"]), dice)
                    final = is_final(game, waiting, judged, drew)
                told = [event_to_plain(event_from_plain(kinds, plain)) for plain in entry.events()]
                if dice.left or told != [event_to_plain(event) for event in judged.events]:
                    raise BrokenLog(entry.seq, "the rules make something else of this order")
                state = judged.after
                events += len(judged.events)
                orders += entry.kind == ORDER
                positions[entry.seq] = state
            elif len(entry.leaves) > 1:
                raise BrokenLog(entry.seq, f"makes something happen though it is of the kind {entry.kind!r}")
            elif entry.kind == UNDO:
                target = said["to"]
                if revealed or target not in positions or target == max(positions):
                    raise BrokenLog(entry.seq, f"goes back to entry {target}, which cannot be gone back to")
                state = positions[target]
                for seq in [seq for seq in positions if seq > target]:
                    del positions[seq]
            elif entry.kind == ENDED:
                if ended or game.outcome(state) is not None:
                    raise BrokenLog(entry.seq, "ends a game that is over")
                ended = True
            elif entry.kind == SEED:
                if revealed or not (ended or game.outcome(state) is not None):
                    raise BrokenLog(entry.seq, "reveals the seed when it ought not to")
                revealed = True
            elif entry.kind != WORD:
                raise BrokenLog(entry.seq, f"is of the kind {entry.kind!r}, which there is not")
            if entry.final != final:
                raise BrokenLog(entry.seq, "is marked wrongly as to whether it can be taken back freely")
        except BrokenLog:
            raise
        except MALFORMED as wrong:
            raise BrokenLog(entry.seq, f"the rules do not allow it ({wrong})") from wrong
        progress(entry.seq)
    return events, orders


def fingerprint(entries: Sequence[Entry]) -> str:
    """One short name for a whole log, for golden games."""
    return hashlib.sha256(entries[-1].hash.encode()).hexdigest()[:16]
