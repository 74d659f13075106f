"""A game being played: its position and its log, in step.

`propose_*` works out the next entry and the position after it and changes nothing; `accept` takes it in.
Between the two a caller can put the entry on disk, so what is accepted is never ahead of what is kept.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from engine.kernel.codec import event_from_plain, event_to_plain
from engine.kernel.completion import nearest, read
from engine.kernel.dice import CommittedDice, commitment
from engine.kernel.errors import BrokenLog, Forgotten, GameOver, IllegalOrder, KernelError, NotYourDecision
from engine.kernel.game import Event, Game, Judgement
from engine.kernel.log import (
    CREATED,
    DRAWS,
    ENDED,
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


class Mark(NamedTuple):
    """As much of an entry that counts as one needs to know how far an undo may go."""

    seq: int
    by: str
    final: bool


@dataclass(frozen=True, slots=True)
class Bookmark(Generic[S]):
    """A place in a log from which a game can be taken up without reading what came before."""

    seq: int
    hash: str
    die: int
    words: tuple[str, ...]
    marks: tuple[Mark, ...]
    seed_revealed: bool
    ended: bool
    state: S


class Record(Generic[S]):
    """One game: `state` is the fold of its entries.

    `entries` are those that are held: all of them, or those since a bookmark (then `base` says how many
    there were before). `marks` are the entries that count, without what an undo took back.
    """

    def __init__(self, game: Game[S], seed: bytes, keep: int = KEPT_POSITIONS) -> None:
        self.game = game
        self.base = 0
        self.entries: list[Entry] = []
        self.words: list[str] = []
        self.marks: list[Mark] = []
        self.die = 0
        self.ended = False
        """Whether the players ended it by word: one gave up, or they agreed on a draw."""
        self.seed_revealed = False
        """Whether everybody can derive the dice, so that nothing more may be drawn from them."""
        self._seed = seed
        self._head = NOTHING
        self._state: S | None = None
        self._known: deque[tuple[int, S]] = deque(maxlen=keep)

    # -- making and opening ------------------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        game: Game[S],
        seed: bytes,
        options: Mapping[str, str] | None = None,
        *,
        words: Mapping[Seat, str] | None = None,
        at: str = "",
    ) -> "Record[S]":
        """A new game with its first entry accepted. Raises ValueError for options the game does not know."""
        record = cls(game, seed)
        record.accept(record.propose_creation(options or {}, words=words or {}, at=at))
        return record

    @classmethod
    def resume(
        cls,
        game: Game[S],
        seed: bytes,
        entries: Iterable[Entry],
        bookmark: Bookmark[S] | None = None,
        keep: int = KEPT_POSITIONS,
    ) -> "Record[S]":
        """A game from its log, or from a bookmark and the entries after it.

        With an empty seed the game can be looked at and not gone on with.

        Raises `BrokenLog` if the chain does not hold, or belongs to another game or seed; `Forgotten` if an
        undo after the bookmark went back to before it.
        """
        record = cls(game, seed, keep)
        if bookmark is not None:
            record._take_up(bookmark)
        tail = [entry for entry in entries if entry.seq >= record.base]
        check_chain(tail, record._head, record.base)
        if not tail:
            return record
        if bookmark is None:
            says = creation_of(game, tail[0])
            if seed and says["commitment"] != commitment(seed):
                raise BrokenLog(0, "commits to another seed than this one")
            if says["content"] != game.content:
                raise BrokenLog(0, "was played by another edition of the game's data")
        for entry in tail:
            record._note(entry)
        record._state = record._position(record.marks[-1].seq)
        record._known.append((tail[-1].seq, record._state))
        return record

    def bookmark(self) -> Bookmark[S]:
        """This place in the log."""
        return Bookmark(
            self.count - 1,
            self._head,
            self.die,
            tuple(self.words),
            tuple(self.marks),
            self.seed_revealed,
            self.ended,
            self.state,
        )

    def _take_up(self, bookmark: Bookmark[S]) -> None:
        self.base = bookmark.seq + 1
        self.words = list(bookmark.words)
        self.marks = list(bookmark.marks)
        self.die = bookmark.die
        self.seed_revealed = bookmark.seed_revealed
        self.ended = bookmark.ended
        self._head = bookmark.hash
        self._state = bookmark.state
        self._known.append((self.marks[-1].seq, bookmark.state))

    def forget(self, keep: int = 0) -> None:
        """Hold only the last so many entries, and what is needed to go on: for games by the thousand."""
        dropped = max(0, len(self.entries) - keep)
        del self.entries[:dropped]
        self.base += dropped

    @property
    def count(self) -> int:
        """How many entries there are, held or not."""
        return self.base + len(self.entries)

    @property
    def head(self) -> str:
        """The hash of the newest entry."""
        return self._head

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
        return self.ended or self.game.outcome(self.state) is not None

    # -- proposing ---------------------------------------------------------------------------------------

    def propose_creation(
        self, options: Mapping[str, str], *, words: Mapping[Seat, str] | None = None, at: str = ""
    ) -> Proposal[S]:
        """The first entry of a log. Words that players gave before it are mixed into its own dice already."""
        said = [[seat, dice_word(word)] for seat, word in (words or {}).items()]
        dice = CommittedDice(self._seed, [word for _, word in said])
        judged = self.game.open(self.game.start(options), dice)
        says = {
            "format": FORMAT,
            "game": self.game.key,
            "content": self.game.content,
            "options": dict(options),
            "commitment": commitment(self._seed),
            "words": said,
        }
        return self._propose(CREATED, says, judged.events, dice, judged.after, at=at, final=True)

    def propose(self, seat: Seat, order: Order | str, *, at: str = "", ref: str = "") -> Proposal[S]:
        """What this order would lead to. Raises `IllegalOrder` that names what would be legal."""
        state = self.state
        if self.ended:
            raise GameOver("This game is over; no more orders can be given.")
        waiting = admit(self.game, state, seat)
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
            final=is_final(self.game, waiting, judged, bool(dice.drawn)),
        )

    def propose_word(self, seat: Seat, word: str, *, at: str = "", ref: str = "") -> Proposal[S]:
        """A player's own word for the dice, mixed into every number drawn from now on."""
        says = {"word": dice_word(word)}
        return self._propose(WORD, says, (), None, self.state, by=seat, at=at, ref=ref)

    def free_undo(self, seat: Seat) -> int | None:
        """The entry this seat may go back to without asking anybody, or None."""
        if len(self.marks) < 2 or self.marks[-1].final or self.marks[-1].by != seat:
            return None
        return self.marks[-2].seq

    def propose_undo(
        self, to: int, *, by: str = "", reason: str = "", at: str = "", ref: str = ""
    ) -> Proposal[S]:
        """Go back to the position after entry `to`. Whether that is allowed is for the caller to know.

        Raises `Forgotten` when the entries that lead there are not held.
        """
        if self.seed_revealed:
            raise GameOver("The seed of the dice has been revealed; this game cannot be taken up again.")
        if to == self.marks[-1].seq or all(mark.seq != to for mark in self.marks):
            raise IllegalOrder(f"There is no earlier position after entry {to} to go back to.")
        says = {"to": to, "reason": tidy(reason[:LONGEST_REASON])}
        return self._propose(UNDO, says, (), None, self._position(to), by=by, at=at, ref=ref, final=True)

    def propose_end(self, how: str, reason: str, *, by: str = "", at: str = "", ref: str = "") -> Proposal[S]:
        """The end by word: somebody gives up, or all agree on a draw. Whether they do is for the caller to
        know."""
        if self.over:
            raise GameOver("This game is over already.")
        says = {"how": how, "reason": tidy(reason[:LONGEST_REASON])}
        return self._propose(ENDED, says, (), None, self.state, by=by, at=at, ref=ref, final=True)

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
        seq = self.count
        parts: list[tuple[str, Any]] = [(SAYS, says)]
        if dice is not None and dice.drawn:
            parts.append((DRAWS, dice.drawn))
        parts.extend((EVENT, event_to_plain(event)) for event in events)
        leaves = [
            Leaf.write(role, plain, salt_of(self._seed, seq, place))
            for place, (role, plain) in enumerate(parts)
        ]
        entry = Entry.write(
            seq=seq,
            kind=kind,
            leaves=leaves,
            salt=salt_of(self._seed, seq, -1),
            before=self._head,
            by=by,
            at=at,
            ref=ref,
            final=final,
        )
        return Proposal(entry, tuple(events), after)

    # -- accepting ---------------------------------------------------------------------------------------

    def accept(self, proposal: Proposal[S]) -> Entry:
        """Take in what was proposed for this very position."""
        entry = proposal.entry
        if entry.seq != self.count or entry.before != self._head:
            raise BrokenLog(entry.seq, f"was not proposed for this game of {self.count} entries")
        self._note(entry)
        self._state = proposal.after
        self._known.append((entry.seq, proposal.after))
        return entry

    def _note(self, entry: Entry) -> None:
        """Take in an entry, all but the position."""
        try:
            if entry.kind in (CREATED, ORDER):
                self.marks.append(Mark(entry.seq, entry.by, entry.final))
            elif entry.kind == UNDO:
                target = entry.said()["to"]
                while self.marks and self.marks[-1].seq > target:
                    self.marks.pop()
                if not self.marks or self.marks[-1].seq != target:
                    raise BrokenLog(entry.seq, f"goes back to entry {target}, which cannot be gone back to")
            elif entry.kind == ENDED:
                self.ended = True
            elif entry.kind == SEED:
                self.seed_revealed = True
            self.die += len(entry.draws())
            self.words.extend(words_of(entry))
        except BrokenLog:
            raise
        except MALFORMED as wrong:
            raise BrokenLog(entry.seq, f"cannot be read ({wrong})") from wrong
        self.entries.append(entry)
        self._head = entry.hash

    def after(self, proposal: Proposal[S]) -> "Record[S]":
        """The game as it would be once this is accepted; this one stays as it is."""
        other = Record.resume(self.game, self._seed, (), self.bookmark())
        other.accept(proposal)
        return other

    def submit(self, seat: Seat, order: Order | str, *, at: str = "", ref: str = "") -> Proposal[S]:
        """Propose and accept in one step, for games kept in memory."""
        proposal = self.propose(seat, order, at=at, ref=ref)
        self.accept(proposal)
        return proposal

    # -- replaying ---------------------------------------------------------------------------------------

    def at(self, seq: int) -> S:
        """The position after entry `seq`, as it was then. Raises `Forgotten` when it cannot be known."""
        for known, state in self._known:
            if known == seq:
                return state
        if self.base or not 0 <= seq < self.count:
            return self._position(seq)
        state = fold_entries(self.game, effective(self.entries[: seq + 1]), self._known)
        self._known.append((seq, state))  # whoever looks back mostly goes on from there
        return state

    def _position(self, seq: int) -> S:
        """The position after an entry that counts, from the nearest one that is known."""
        path = [mark.seq for mark in self.marks if mark.seq <= seq]
        if not path or path[-1] != seq:
            raise Forgotten(seq)
        places = {at: place for place, at in enumerate(path)}
        start = max((places[at] for at, _ in self._known if at in places), default=-1)
        todo = path[start + 1 :]
        if todo and todo[0] < self.base:
            raise Forgotten(todo[0])
        entries = [self.entries[at - self.base] for at in todo]
        if start < 0:
            return fold_entries(self.game, entries)
        state = next(state for at, state in reversed(self._known) if at == path[start])
        return _fold(self.game, state, entries)


def fold_entries(game: Game[S], orders: Sequence[Entry], known: Iterable[tuple[int, S]] = ()) -> S:
    """The position after these effective entries, the first of which created the game."""
    if not orders or orders[0].kind != CREATED:
        raise BrokenLog(0, "does not create a game")
    places = {entry.seq: place for place, entry in enumerate(orders)}
    reached = max(
        ((places[seq], state) for seq, state in known if seq in places), key=lambda it: it[0], default=None
    )
    if reached is not None:
        return _fold(game, reached[1], orders[reached[0] + 1 :])
    try:
        state = game.start(orders[0].said()["options"])
    except MALFORMED as wrong:
        raise BrokenLog(0, f"its options are none of this game ({wrong})") from wrong
    return _fold(game, state, orders)


def _fold(game: Game[S], state: S, entries: Iterable[Entry]) -> S:
    kinds = dict(game.events)
    for entry in entries:
        try:
            state = game.fold(state, [event_from_plain(kinds, plain) for plain in entry.events()])
        except MALFORMED as wrong:
            raise BrokenLog(entry.seq, f"its events do not fit the position before it ({wrong})") from wrong
    return state


def dice_word(word: str) -> str:
    """A player's word as it goes into the dice."""
    word = tidy(word[: LONGEST_WORD * 4])
    if not 0 < len(word) <= LONGEST_WORD:
        raise IllegalOrder(f"A word for the dice has 1 to {LONGEST_WORD} characters.")
    return word


def words_of(entry: Entry) -> list[str]:
    """The words that an entry adds to the dice, its own already."""
    if entry.kind == WORD:
        return [entry.said()["word"]]
    return _first_words(entry) if entry.kind == CREATED else []


def _first_words(entry: Entry) -> list[str]:
    """The words that players gave before the first entry."""
    return [word for _, word in entry.said()["words"]]


def creation_of(game: Game[Any], entry: Entry) -> dict[str, Any]:
    """What the first entry says. Raises `BrokenLog` unless it creates this very game."""
    try:
        says = entry.said() if entry.kind == CREATED else None
    except ValueError as wrong:
        raise BrokenLog(entry.seq, f"cannot be read ({wrong})") from wrong
    if not isinstance(says, dict) or not {
        "format",
        "game",
        "content",
        "options",
        "commitment",
        "words",
    } <= set(says):
        raise BrokenLog(entry.seq, "does not create a game")
    if says["format"] != FORMAT:
        raise BrokenLog(entry.seq, f"is written in format {says['format']!r}, not {FORMAT}")
    if says["game"] != game.key:
        raise BrokenLog(entry.seq, f"creates a game of {says['game']!r}, not of {game.key!r}")
    return says


def admit(game: Game[S], state: S, seat: Seat) -> frozenset[Seat]:
    """The seats the game waits for. Raises `GameOver` or `NotYourDecision` unless this is one of them."""
    if game.outcome(state) is not None:
        raise GameOver("This game is over; no more orders can be given.")
    waiting = frozenset(decision.seat for decision in game.pending(state))
    if seat not in waiting:
        raise NotYourDecision("The game is not waiting for you just now; you will be told when it is.")
    return waiting


def is_final(game: Game[S], waiting: frozenset[Seat], judged: Judgement[S], drew: bool) -> bool:
    """Whether an order cannot be taken back freely: a die, a revelation, or others are to act now."""
    return (
        drew
        or any(event.REVEALS for event in judged.events)
        or waiting != {decision.seat for decision in game.pending(judged.after)}
    )
