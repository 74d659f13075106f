"""A game being played: its position and its log, in step.

`propose_*` works out the next entry and the position after it and changes nothing; `accept` takes it in.
Between the two a caller can put the entry on disk, so what is accepted is never ahead of what is kept.
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from engine.kernel.codec import KIND, event_from_plain, event_to_plain
from engine.kernel.completion import nearest, read
from engine.kernel.dice import CommittedDice, commitment, derive
from engine.kernel.errors import BrokenLog, GameOver, IllegalOrder, KernelError, NotYourDecision
from engine.kernel.game import Event, Game, Judgement
from engine.kernel.log import (
    CREATED,
    DRAWS,
    EVENT,
    NOTHING,
    ORDER,
    SAYS,
    SEED,
    UNDO,
    WORD,
    Entry,
    Leaf,
    check_chain,
    effective,
    salt_of,
)
from engine.kernel.orders import Order, tidy
from engine.kernel.seats import Seat

S = TypeVar("S")

FORMAT: Final = 1
"""Version of what entries look like."""

KEPT_POSITIONS: Final = 32
"""How many recent positions are kept for a quick undo."""

LONGEST_WORD: Final = 64

LONGEST_REASON: Final = 200

MALFORMED: Final = (KernelError, LookupError, TypeError, ValueError, AttributeError, RecursionError)
"""What reading a log can raise when its hashes are right and its contents are not."""


@dataclass(frozen=True, slots=True)
class Proposal(Generic[S]):
    """The next entry, and what it makes of the game."""

    entry: Entry
    events: tuple[Event, ...]
    after: S


class Record(Generic[S]):
    """One game: `state` is the fold of `entries`."""

    def __init__(self, game: Game[S], seed: bytes) -> None:
        self.game = game
        self.entries: list[Entry] = []
        self.words: list[str] = []
        self.die = 0
        self._seed = seed
        self._state: S | None = None
        self._recent: deque[tuple[int, S]] = deque(maxlen=KEPT_POSITIONS)

    # -- making and opening ------------------------------------------------------------------------------

    @classmethod
    def create(
        cls, game: Game[S], seed: bytes, options: Mapping[str, str] | None = None, *, at: str = ""
    ) -> "Record[S]":
        """A new game with its first entry accepted. Raises ValueError for options the game does not know."""
        record = cls(game, seed)
        record.accept(record.propose_creation(options or {}, at=at))
        return record

    @classmethod
    def resume(
        cls,
        game: Game[S],
        seed: bytes,
        entries: Iterable[Entry],
        snapshot: tuple[int, S] | None = None,
    ) -> "Record[S]":
        """A game from its log, or from a snapshot and the entries.

        Raises `BrokenLog` if the chain does not hold, or belongs to another game or seed.
        """
        record = cls(game, seed)
        record.entries = list(entries)
        check_chain(record.entries)
        if not record.entries:
            return record
        says = _creation(game, record.entries[0])
        if says["commitment"] != commitment(seed):
            raise BrokenLog(0, "commits to another seed than this one")
        last = record.entries[-1]
        try:
            record.words = [entry.said()["word"] for entry in record.entries if entry.kind == WORD]
            record.die = last.die + len(last.draws())
        except MALFORMED as wrong:
            raise BrokenLog(last.seq, f"cannot be read ({wrong})") from wrong
        record._state = record._fold(last.seq, snapshot)
        return record

    @property
    def state(self) -> S:
        """The position now."""
        if self._state is None:
            raise BrokenLog(0, "is missing; the log is empty")
        return self._state

    @property
    def last(self) -> Entry:
        """The newest entry."""
        return self.entries[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self.state) is not None

    @property
    def seed_revealed(self) -> bool:
        """Whether everybody can derive the dice, so that nothing more may be drawn from them."""
        return any(entry.kind == SEED for entry in self.entries)

    # -- proposing ---------------------------------------------------------------------------------------

    def propose_creation(self, options: Mapping[str, str], *, at: str = "") -> Proposal[S]:
        """The first entry of a log."""
        dice = CommittedDice(self._seed)
        judged = self.game.open(self.game.start(options), dice)
        says = {
            "format": FORMAT,
            "game": self.game.key,
            "content": self.game.content,
            "options": dict(options),
            "commitment": commitment(self._seed),
        }
        return self._propose(CREATED, says, judged.events, dice, judged.after, at=at, final=True)

    def propose(self, seat: Seat, order: Order | str, *, at: str = "", ref: str = "") -> Proposal[S]:
        """What this order would lead to. Raises `IllegalOrder` that names what would be legal."""
        state = self.state
        waiting = _admit(self.game, state, seat)
        if isinstance(order, str):
            order = read(self.game, state, seat, order)
        dice = CommittedDice(self._seed, self.words, self.die)
        try:
            judged = self.game.decide(state, seat, order, dice)
        except IllegalOrder as refusal:
            raise refusal.with_nearest(refusal.nearest or nearest(self.game, state, seat, order)) from None
        return self._propose(
            ORDER,
            {"line": order.text()},
            judged.events,
            dice,
            judged.after,
            by=seat,
            at=at,
            ref=ref,
            final=_is_final(self.game, waiting, judged, bool(dice.drawn)),
        )

    def propose_word(self, seat: Seat, word: str, *, at: str = "", ref: str = "") -> Proposal[S]:
        """A player's own word for the dice, mixed into every number drawn from now on."""
        word = tidy(word[: LONGEST_WORD * 4])
        if not 0 < len(word) <= LONGEST_WORD:
            raise IllegalOrder(f"A word for the dice has 1 to {LONGEST_WORD} characters.")
        return self._propose(WORD, {"word": word}, (), None, self.state, by=seat, at=at, ref=ref)

    def free_undo(self, seat: Seat) -> int | None:
        """The entry this seat may go back to without asking anybody, or None."""
        orders = effective(self.entries)
        if len(orders) < 2 or orders[-1].final or orders[-1].by != seat:
            return None
        return orders[-2].seq

    def propose_undo(
        self, to: int, *, by: str = "", reason: str = "", at: str = "", ref: str = ""
    ) -> Proposal[S]:
        """Go back to the position after entry `to`. Whether that is allowed is for the caller to know."""
        if self.seed_revealed:
            raise GameOver("The seed of the dice has been revealed; this game cannot be taken up again.")
        seqs = [entry.seq for entry in effective(self.entries)]
        if to not in seqs or to == seqs[-1]:
            raise IllegalOrder(f"There is no earlier position after entry {to} to go back to.")
        says = {"to": to, "reason": tidy(reason[:LONGEST_REASON])}
        return self._propose(UNDO, says, (), None, self._fold(to), by=by, at=at, ref=ref, final=True)

    def propose_seed(self, *, at: str = "") -> Proposal[S]:
        """Reveal the seed, once the game is over."""
        if not self.over:
            raise IllegalOrder("The seed of the dice stays sealed until the game is over.")
        if self.seed_revealed:
            raise IllegalOrder("The seed of the dice has been revealed already.")
        return self._propose(SEED, {"seed": self._seed.hex()}, (), None, self.state, at=at, final=True)

    def _propose(
        self,
        kind: str,
        says: Mapping[str, Any],
        events: Sequence[Event],
        dice: CommittedDice | None,
        after: S,
        *,
        by: str = "",
        at: str = "",
        ref: str = "",
        final: bool = False,
    ) -> Proposal[S]:
        seq = len(self.entries)
        parts: list[tuple[str, Any]] = [(SAYS, says)]
        if dice is not None and dice.drawn:
            parts.append((DRAWS, dice.drawn))
        parts.extend((EVENT, event_to_plain(event)) for event in events)
        leaves = [
            Leaf.write(role, plain, salt_of(self._seed, seq, place))
            for place, (role, plain) in enumerate(parts)
        ]
        before = self.entries[-1].hash if self.entries else NOTHING
        entry = Entry.write(
            seq=seq, kind=kind, leaves=leaves, before=before, by=by, at=at, ref=ref, die=self.die, final=final
        )
        return Proposal(entry, tuple(events), after)

    # -- accepting ---------------------------------------------------------------------------------------

    def accept(self, proposal: Proposal[S]) -> Entry:
        """Take in what was proposed for this very position."""
        entry = proposal.entry
        if entry.seq != len(self.entries) or entry.before != (self.last.hash if self.entries else NOTHING):
            raise BrokenLog(entry.seq, f"was not proposed for this game of {len(self.entries)} entries")
        self.entries.append(entry)
        self.die += len(entry.draws())
        if entry.kind == WORD:
            self.words.append(entry.said()["word"])
        self._state = proposal.after
        self._recent.append((entry.seq, proposal.after))
        return entry

    def submit(self, seat: Seat, order: Order | str, *, at: str = "", ref: str = "") -> Proposal[S]:
        """Propose and accept in one step, for games kept in memory."""
        proposal = self.propose(seat, order, at=at, ref=ref)
        self.accept(proposal)
        return proposal

    # -- replaying ---------------------------------------------------------------------------------------

    def _fold(self, upto: int, snapshot: tuple[int, S] | None = None) -> S:
        """The position after entry `upto`, from the nearest position that is known."""
        orders = [entry for entry in effective(self.entries[: upto + 1]) if entry.seq <= upto]
        return fold_entries(self.game, orders, [*self._recent, *([snapshot] if snapshot else [])])

    def at(self, seq: int) -> S:
        """The position after entry `seq`, as it was then."""
        return self._fold(seq)


def fold_entries(game: Game[S], orders: Sequence[Entry], known: Iterable[tuple[int, S]] = ()) -> S:
    """The position after these effective entries, the first of which created the game."""
    if not orders or orders[0].kind != CREATED:
        raise BrokenLog(0, "does not create a game")
    places = {entry.seq: place for place, entry in enumerate(orders)}
    reached = max(
        ((places[seq], state) for seq, state in known if seq in places), key=lambda it: it[0], default=None
    )
    kinds = dict(game.events)
    if reached is None:
        try:
            state, todo = game.start(orders[0].said()["options"]), orders
        except MALFORMED as wrong:
            raise BrokenLog(0, f"its options are none of this game ({wrong})") from wrong
    else:
        state, todo = reached[1], orders[reached[0] + 1 :]
    for entry in todo:
        try:
            state = game.fold(state, [event_from_plain(kinds, plain) for plain in entry.events()])
        except MALFORMED as wrong:
            raise BrokenLog(entry.seq, f"its events do not fit the position before it ({wrong})") from wrong
    return state


def _creation(game: Game[Any], entry: Entry) -> dict[str, Any]:
    """What the first entry says. Raises `BrokenLog` unless it creates this very game."""
    try:
        says = entry.said() if entry.kind == CREATED else None
    except ValueError as wrong:
        raise BrokenLog(entry.seq, f"cannot be read ({wrong})") from wrong
    if not isinstance(says, dict) or not {"format", "game", "content", "options", "commitment"} <= set(says):
        raise BrokenLog(entry.seq, "does not create a game")
    if says["format"] != FORMAT:
        raise BrokenLog(entry.seq, f"is written in format {says['format']!r}, not {FORMAT}")
    if says["game"] != game.key:
        raise BrokenLog(entry.seq, f"creates a game of {says['game']!r}, not of {game.key!r}")
    return says


def _admit(game: Game[S], state: S, seat: Seat) -> frozenset[Seat]:
    """The seats the game waits for. Raises `GameOver` or `NotYourDecision` unless this is one of them."""
    if game.outcome(state) is not None:
        raise GameOver("This game is over; no more orders can be given.")
    waiting = frozenset(decision.seat for decision in game.pending(state))
    if seat not in waiting:
        raise NotYourDecision("The game is not waiting for you just now; you will be told when it is.")
    return waiting


def _is_final(game: Game[S], waiting: frozenset[Seat], judged: Judgement[S], drew: bool) -> bool:
    """Whether an order cannot be taken back freely: a die, a revelation, or others are to act now."""
    return (
        drew
        or any(event.REVEALS for event in judged.events)
        or waiting != {decision.seat for decision in game.pending(judged.after)}
    )


def redacted(game: Game[Any], entries: Iterable[Entry]) -> list[Entry]:
    """The log as it may be shown while the game goes on: what is sealed is left out, the chain still holds.

    Left out are orders and events of sealed kinds, and the numbers drawn for an entry with such an event.
    Whatever cannot be recognised is left out too.
    """
    return [_redacted(game, entry) for entry in entries]


def _redacted(game: Game[Any], entry: Entry) -> Entry:
    secret = [leaf.role == EVENT and _is_secret(game, leaf) for leaf in entry.leaves]
    hide_draws = any(secret)
    hide_line = entry.kind == ORDER and _is_secret_line(game, entry)
    leaves = tuple(
        leaf.sealed()
        if hidden or (leaf.role == DRAWS and hide_draws) or (leaf.role == SAYS and hide_line)
        else leaf
        for leaf, hidden in zip(entry.leaves, secret, strict=True)
    )
    return replace(entry, leaves=leaves)


def _is_secret(game: Game[Any], leaf: Leaf) -> bool:
    plain = None if leaf.text is None else leaf.read()
    kind = game.events.get(plain.get(KIND, "")) if isinstance(plain, dict) else None
    return bool(getattr(kind, "SEALED", True))


def _is_secret_line(game: Game[Any], entry: Entry) -> bool:
    if entry.leaves[0].text is None or entry.by not in game.seats:
        return True
    grammar = game.grammar(Seat(entry.by))
    found = grammar.verb(entry.said()["line"])
    return found is None or grammar.orders[found[0]].SEALED


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


def verify(game: Game[Any], entries: Sequence[Entry], seed: bytes | None = None) -> Verified:
    """Check a log from its first byte to its last.

    Hashes and numbering always; every number drawn and every salt where the seed is known (from the log
    itself, or given); every order judged again on its position where nothing is sealed. Raises `BrokenLog`
    with the entry's number at the first lie, and nothing else.
    """
    check_chain(entries)
    if not entries:
        raise BrokenLog(0, "is missing; the log is empty")
    says = _creation(game, entries[0])
    if says["content"] != game.content:
        raise BrokenLog(0, "was played by another edition of the game's data")
    if seed is not None and commitment(seed) != says["commitment"]:
        raise BrokenLog(0, "commits to another seed than this one")
    for entry in entries:
        if entry.kind == SEED:
            seed = _revealed(entry)
            if commitment(seed) != says["commitment"]:
                raise BrokenLog(entry.seq, "reveals a seed that is not the one committed to")
    sealed = any(leaf.text is None for entry in entries for leaf in entry.leaves)
    if sealed:
        return Verified(len(entries), 0, 0, False, 0, entries[-1].hash)
    draws = _check_dice(entries, seed)
    events, rejudged = _rejudge(game, entries)
    return Verified(len(entries), events, draws, seed is not None, rejudged, entries[-1].hash)


def _revealed(entry: Entry) -> bytes:
    try:
        return bytes.fromhex(entry.said()["seed"])
    except MALFORMED as wrong:
        raise BrokenLog(entry.seq, f"reveals no seed ({wrong})") from wrong


def _check_dice(entries: Sequence[Entry], seed: bytes | None) -> int:
    """Check every position, salt and number; how many numbers there were."""
    position = 0
    words: list[str] = []
    for entry in entries:
        if entry.die != position:
            raise BrokenLog(entry.seq, f"draws from position {entry.die}, not {position}")
        if seed is not None:
            for place, leaf in enumerate(entry.leaves):
                if leaf.salt != salt_of(seed, entry.seq, place):
                    raise BrokenLog(entry.seq, "a salt does not come from the seed")
        try:
            for sides, value in entry.draws():
                if seed is not None and derive(seed, words, position, sides) != value:
                    raise BrokenLog(entry.seq, f"number {position} was not the one the dice gave")
                position += 1
            if entry.kind == WORD:
                words.append(entry.said()["word"])
        except BrokenLog:
            raise
        except MALFORMED as wrong:
            raise BrokenLog(entry.seq, f"cannot be read ({wrong})") from wrong
    return position


def _rejudge(game: Game[Any], entries: Sequence[Entry]) -> tuple[int, int]:
    """Judge every entry again, as the rules stand; the number of events and of orders."""
    kinds = dict(game.events)
    positions: dict[int, Any] = {}
    state: Any = None
    revealed = False
    events = orders = 0
    for entry in entries:
        try:
            said = entry.said()
            final = entry.kind != WORD
            if entry.kind in (CREATED, ORDER):
                if (entry.kind == CREATED) != (entry.seq == 0):
                    raise BrokenLog(entry.seq, "creates a game that is there already")
                dice = _ToldDice(entry.draws())
                drew = dice.left > 0
                if entry.kind == CREATED:
                    judged = game.open(game.start(said["options"]), dice)
                else:
                    seat = Seat(entry.by)
                    waiting = _admit(game, state, seat)
                    judged = game.decide(state, seat, game.grammar(seat).parse(said["line"]), dice)
                    final = _is_final(game, waiting, judged, drew)
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
            elif entry.kind == SEED:
                if revealed or game.outcome(state) is None:
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
    return events, orders


def fingerprint(entries: Sequence[Entry]) -> str:
    """One short name for a whole log, for golden games."""
    return hashlib.sha256(entries[-1].hash.encode()).hexdigest()[:16]
