"""A game and its log in step: proposing, accepting, resuming, undoing, verifying."""

import json
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from engine.kernel.completion import Walk
from engine.kernel.dice import CommittedDice, commitment, derive
from engine.kernel.errors import BrokenLog, Forgotten, GameOver, IllegalOrder, NotYourDecision
from engine.kernel.game import Game
from engine.kernel.log import (
    CREATED,
    DRAWS,
    EVENT,
    ORDER,
    SAYS,
    SEED,
    UNDO,
    WORD,
    Entry,
    Leaf,
    check_chain,
    salt_of,
)
from engine.kernel.record import Record
from engine.kernel.redacting import redacted
from engine.kernel.seats import Viewer
from engine.kernel.verifying import fingerprint, verify
from tests.support.tiny_game import LEFT, RIGHT, Bid, State, TinyGame

GAME = TinyGame()
PROTOCOL: Game[State] = GAME
KEY = bytes(range(40))


def fresh() -> Record[State]:
    return Record.create(GAME, KEY)


def played(chance: random.Random) -> Record[State]:
    """A whole game with boasts, undos and words, to its end."""
    record = fresh()
    while not record.over:
        seat = chance.choice([decision.seat for decision in GAME.pending(record.state)])
        if chance.random() < 0.1:
            record.accept(record.propose_word(seat, f"word {len(record.entries)}"))
        if chance.random() < 0.15 and len(record.entries) > 3:
            effective = [entry.seq for entry in record.entries if entry.kind in (CREATED, ORDER)]
            with suppress(IllegalOrder):
                record.accept(record.propose_undo(chance.choice(effective), by=seat))
            continue
        verb = chance.choice(GAME.verbs(record.state, seat))
        order = Walk(GAME, record.state, seat, verb).finish(chance.choice)
        assert order is not None
        record.submit(seat, order if chance.random() < 0.5 else order.text())
    return record


def test_creation_is_the_first_entry() -> None:
    record = fresh()
    assert [entry.kind for entry in record.entries] == [CREATED]
    assert record.last.said()["commitment"] == commitment(KEY)
    assert KEY.hex() not in json.dumps(record.last.to_plain())
    assert record.die == len(record.last.draws()) == 8
    assert sorted(map(len, record.state.hands.values())) == [3, 3]
    with pytest.raises(ValueError, match="unknown options"):
        Record.create(GAME, KEY, {"map": "round"})


def test_proposing_changes_nothing_and_accepting_does() -> None:
    record = fresh()
    before, die = record.state, record.die
    card = record.state.hands[LEFT][0]
    proposal = record.propose(LEFT, f"BID  {card}", at="now", ref="interaction 1")
    assert record.state is before
    assert record.die == die
    assert len(record.entries) == 1
    assert proposal.entry.said() == {"line": f"bid {card}"}
    assert (proposal.entry.by, proposal.entry.at, proposal.entry.ref) == (LEFT, "now", "interaction 1")
    record.accept(proposal)
    assert record.state is proposal.after
    assert record.state.bids == {LEFT: card}


def test_a_proposal_for_another_position_is_not_accepted() -> None:
    record, other = fresh(), Record.create(GAME, KEY, at="later")
    stale = record.propose(LEFT, "boast of salt")
    foreign = other.propose(LEFT, "boast of salt")
    record.submit(RIGHT, "boast of gold")
    with pytest.raises(BrokenLog):
        record.accept(stale)
    with pytest.raises(BrokenLog):
        fresh().accept(foreign)
    assert len(record.entries) == 2


def test_refusals_change_nothing_and_name_what_is_legal() -> None:
    record = fresh()
    hand = record.state.hands[LEFT]
    missing = next(card for card in range(1, 10) if card not in hand)
    with pytest.raises(IllegalOrder) as refused:
        record.submit(LEFT, f"bid {missing}")
    assert refused.value.rule == "1.1"
    assert set(refused.value.nearest) == {f"bid {card}" for card in hand}
    with pytest.raises(IllegalOrder) as refused:
        record.submit(LEFT, "dance")
    assert refused.value.nearest
    record.submit(LEFT, Bid(hand[0]))
    with pytest.raises(NotYourDecision):
        record.submit(LEFT, Bid(hand[1]))
    for bad in ("", "x" * 10_000, "bid \ud800", "bid 9999999999999999999", "ﷺ" * 500):
        with pytest.raises(IllegalOrder):
            record.submit(RIGHT, bad)
    assert len(record.entries) == 2


def test_what_can_be_taken_back_freely() -> None:
    record = fresh()
    assert record.free_undo(LEFT) is None
    boast = record.submit(LEFT, "boast of salt")
    assert not boast.entry.final
    assert record.free_undo(LEFT) == 0
    assert record.free_undo(RIGHT) is None
    bid = record.submit(LEFT, Bid(record.state.hands[LEFT][0]))
    assert bid.entry.final
    assert record.free_undo(LEFT) is None


def test_an_undo_is_an_entry_and_the_dice_go_forward() -> None:
    record = fresh()
    record.submit(LEFT, "boast of salt")
    start = record.state
    left, right = next(
        (left, right) for left in start.hands[LEFT] for right in start.hands[RIGHT] if (left + right) % 2
    )
    record.submit(LEFT, Bid(left))
    record.submit(RIGHT, Bid(right))
    first = record.last
    assert first.draws() == [[6, derive(KEY, (), 8, 6)]]
    record.accept(record.propose_undo(1, by=LEFT, reason="a\nslip\ud800"))
    assert record.state == start
    assert record.last.kind == UNDO
    assert record.last.said() == {"to": 1, "reason": "a slip"}
    assert record.die == 9
    record.submit(LEFT, Bid(left))
    record.submit(RIGHT, Bid(right))
    assert record.last.draws() == [[6, derive(KEY, (), 9, 6)]]
    for to in (-1, 2, 3, 4, 6, 7, 99):
        with pytest.raises(IllegalOrder):
            record.propose_undo(to)
    assert verify(GAME, record.entries, KEY).draws == 10


def test_words_are_mixed_into_later_dice() -> None:
    record = fresh()
    record.accept(record.propose_word(RIGHT, "  P’thing \u200b gung "))
    assert record.words == ["P'thing gung"]
    left, right = next(
        (left, right)
        for left in record.state.hands[LEFT]
        for right in record.state.hands[RIGHT]
        if (left + right) % 2
    )
    record.submit(LEFT, Bid(left))
    record.submit(RIGHT, Bid(right))
    assert record.last.draws() == [[6, derive(KEY, ("P'thing gung",), 8, 6)]]
    for word in ("", " \u200b ", "x" * 65, "x" * 10_000):
        with pytest.raises(IllegalOrder):
            record.propose_word(LEFT, word)


def test_the_seed_stays_sealed_until_the_end_and_then_ends_everything() -> None:
    record = fresh()
    with pytest.raises(IllegalOrder, match="sealed until"):
        record.propose_seed()
    record = played(random.Random(5))
    with pytest.raises(GameOver):
        record.propose(LEFT, "boast of salt")
    record.accept(record.propose_seed())
    assert record.last.said() == {"seed": KEY.hex()}
    with pytest.raises(IllegalOrder):
        record.propose_seed()
    with pytest.raises(GameOver):
        record.propose_undo(0)
    checked = verify(GAME, record.entries)
    assert checked.dice_checked
    assert checked.rejudged == sum(entry.kind == ORDER for entry in record.entries)
    assert checked.head == record.last.hash


@pytest.mark.parametrize("number", range(30))
def test_replay_is_live_and_undo_is_the_shorter_log(number: int) -> None:
    record = played(random.Random(number))
    resumed = Record.resume(GAME, KEY, record.entries)
    assert resumed.state == record.state
    assert (resumed.die, resumed.words) == (record.die, record.words)
    for seq in range(len(record.entries)):
        cut = Record.resume(GAME, KEY, record.entries[: seq + 1])
        assert cut.state == record.at(seq)
        assert cut.marks == Record.resume(GAME, KEY, record.entries[: seq + 1], cut.bookmark()).marks
        with suppress(Forgotten):
            taken_up = Record.resume(GAME, KEY, record.entries, cut.bookmark())
            assert taken_up.state == record.state
            assert (taken_up.die, taken_up.words, taken_up.head) == (record.die, record.words, record.head)
        entry = record.entries[seq]
        if entry.kind == UNDO:
            assert record.at(seq) == record.at(entry.said()["to"])
    assert verify(GAME, record.entries, KEY).entries == len(record.entries)
    plain = json.loads(json.dumps([entry.to_plain() for entry in record.entries]))
    assert fingerprint([Entry.from_plain(one) for one in plain]) == fingerprint(record.entries)


def test_a_resumed_game_goes_on_where_it_was() -> None:
    record = fresh()
    resumed = Record.resume(GAME, KEY, record.entries)
    for one in (record, resumed):
        one.submit(LEFT, Bid(one.state.hands[LEFT][0]))
        one.submit(RIGHT, Bid(one.state.hands[RIGHT][0]))
    assert resumed.last.hash == record.last.hash


def test_words_given_beforehand_are_in_the_first_dice() -> None:
    record = Record.create(GAME, KEY, words={LEFT: " salt "})
    assert record.words == ["salt"]
    assert record.last.draws()[0] == [9, derive(KEY, ("salt",), 0, 9)]
    assert verify(GAME, record.entries, KEY).draws == 8
    with pytest.raises(IllegalOrder):
        Record.create(GAME, KEY, words={LEFT: "x" * 100})


def test_a_record_can_forget_and_be_looked_ahead() -> None:
    record = fresh()
    record.submit(LEFT, "boast of salt")
    proposal = record.propose(RIGHT, "boast of gold")
    ahead = record.after(proposal)
    assert len(ahead.state.boasts) == 2
    assert len(record.state.boasts) == 1
    record.accept(proposal)
    assert ahead.head == record.head
    record.forget()
    assert (record.count, record.base, record.entries) == (3, 3, [])
    record.submit(LEFT, "boast of gold")
    assert record.last.seq == 3
    record.accept(record.propose_undo(1))
    assert len(record.state.boasts) == 1
    with pytest.raises(Forgotten):
        Record.resume(GAME, KEY, record.entries, record.bookmark(), keep=1).propose_undo(0)


def test_a_log_that_does_not_hold_is_not_resumed() -> None:
    record = played(random.Random(3))
    with pytest.raises(BrokenLog):
        Record.resume(GAME, b"another seed", record.entries)
    with pytest.raises(BrokenLog):
        Record.resume(GAME, KEY, record.entries[1:])
    changed = [record.entries[0], replace(record.entries[1], by="nobody"), *record.entries[2:]]
    with pytest.raises(BrokenLog):
        Record.resume(GAME, KEY, changed)
    with pytest.raises(BrokenLog):
        Record.resume(GAME, KEY, redacted(GAME, record.entries))
    with pytest.raises(BrokenLog, match="empty"):
        _ = Record.resume(GAME, KEY, []).state


def test_a_redacted_log_holds_and_tells_no_secret() -> None:
    record = played(random.Random(8))
    shown = redacted(GAME, record.entries)
    assert check_chain(shown) == len(record.entries)
    checked = verify(GAME, shown)
    assert (checked.entries, checked.dice_checked, checked.head) == (len(shown), False, record.last.hash)
    text = json.dumps([entry.to_plain() for entry in shown])
    assert "Dealt" not in text
    assert "BidLaid" not in text
    assert "bid " not in text
    assert "boast" in text
    assert shown[0].closed
    for before, after in zip(record.entries, shown, strict=True):
        assert after in (before, before.close(), before.hush().close())
    assert redacted(GAME, shown) == shown


def forged(
    entries: Sequence[Entry], seq: int, change: Callable[[Entry], Entry], *, salt_with: bytes = KEY
) -> list[Entry]:
    """The log with one entry changed and all hashes made right again, as a clever cheat would."""
    out: list[Entry] = []
    for entry in entries:
        entry = change(entry) if entry.seq == seq else entry
        before = out[-1].hash if out else entry.before
        out.append(
            Entry.write(
                seq=len(out),
                kind=entry.kind,
                leaves=[
                    leaf
                    if leaf.text is None
                    else Leaf.write(leaf.role, leaf.read(), salt_of(salt_with, len(out), place))
                    for place, leaf in enumerate(entry.leaves)
                ],
                salt=salt_of(salt_with, len(out), -1),
                before=before,
                by=entry.by,
                at=entry.at,
                ref=entry.ref,
                final=entry.final,
            )
        )
    check_chain(out)
    return out


def says(plain: Any) -> Callable[[Entry], Entry]:
    return lambda it: replace(it, leaves=(Leaf.write(SAYS, plain, ""), *it.leaves[1:]))


def first_event(**values: Any) -> Callable[[Entry], Entry]:
    def change(entry: Entry) -> Entry:
        place = next(at for at, leaf in enumerate(entry.leaves) if leaf.role == EVENT)
        leaves = list(entry.leaves)
        leaves[place] = Leaf.write(EVENT, {**leaves[place].read(), **values}, "")
        return replace(entry, leaves=tuple(leaves))

    return change


def draws(*pairs: tuple[int, int]) -> Callable[[Entry], Entry]:
    def change(entry: Entry) -> Entry:
        kept = [leaf for leaf in entry.leaves if leaf.role != DRAWS]
        return replace(entry, leaves=(kept[0], Leaf.write(DRAWS, pairs, ""), *kept[1:]))

    return change


def short_game() -> list[Entry]:
    """created, boast, bid, bid with a die, undo to 1, word, then on to the end, and the seed."""
    record = fresh()
    record.submit(LEFT, "boast of salt")
    left, right = next(
        (left, right)
        for left in record.state.hands[LEFT]
        for right in record.state.hands[RIGHT]
        if (left + right) % 2
    )
    record.submit(LEFT, Bid(left))
    record.submit(RIGHT, Bid(right))
    record.accept(record.propose_undo(1))
    record.accept(record.propose_word(LEFT, "w"))
    while not record.over:
        decision = GAME.pending(record.state)[0]
        record.submit(decision.seat, decision.default)
    record.accept(record.propose_seed())
    return record.entries


FORGERIES: dict[str, tuple[int, Callable[[Entry], Entry]]] = {
    "another deal": (0, first_event(left=(7, 8, 9))),
    "other options": (0, says({"options": {"x": "y"}})),
    "creation says nothing": (0, says(None)),
    "creation says a list": (0, says([1])),
    "another order": (1, says({"line": "boast of gold"})),
    "no order": (1, says({"line": "dance"})),
    "a line that is no text": (1, says({"line": 5})),
    "no line": (1, says({})),
    "the other seat": (1, lambda it: replace(it, by="right")),
    "a seat there is not": (1, lambda it: replace(it, by="nobody")),
    "an unknown event": (1, first_event(**{"is": "Nothing"})),
    "an event that is none": (1, first_event(more=5)),
    "an event left out": (1, lambda it: replace(it, leaves=it.leaves[:1])),
    "marked final": (1, lambda it: replace(it, final=True)),
    "marked free": (3, lambda it: replace(it, final=False)),
    "a die too many": (1, draws((6, 1))),
    "another die": (3, draws((6, 5), (6, 5))),
    "a die of other sides": (3, draws((20, 5))),
    "a face there is not": (3, draws((6, 9))),
    "a die without sides": (3, draws((0, 0))),
    "draws that are none": (
        3,
        lambda it: replace(it, leaves=(it.leaves[0], Leaf.write(DRAWS, 3, ""), it.leaves[2])),
    ),
    "words that are none": (0, lambda it: says({**it.said(), "words": [5]})(it)),
    "another format": (0, lambda it: says({**it.said(), "format": 99})(it)),
    "a word before the game": (0, lambda it: says({**it.said(), "words": [["left", "x"]]})(it)),
    "an undo to nowhere": (4, says({"to": 77, "reason": ""})),
    "an undo to an undone entry": (4, says({"to": 3, "reason": ""})),
    "an undo with events": (
        4,
        lambda it: replace(it, leaves=(*it.leaves, Leaf.write(EVENT, {"is": "Boasted"}, ""))),
    ),
    "an undo that says nothing": (4, says({})),
    "another word": (5, says({"word": "v"})),
    "a second creation": (5, lambda it: replace(it, kind=CREATED)),
    "a kind there is not": (5, lambda it: replace(it, kind="gift")),
    "the seed too soon": (5, lambda it: replace(it, kind=SEED, final=True)),
    "an order by one who has bid": (7, lambda it: replace(it, by="left")),
    "another seed": (12, says({"seed": "00"})),
    "a seed that is none": (12, says({"seed": "xyz"})),
    "no seed": (12, says({"seed": None})),
}


def test_the_sample_for_forgeries_is_sound() -> None:
    entries = short_game()
    assert [entry.kind for entry in entries[:6]] == [CREATED, ORDER, ORDER, ORDER, UNDO, WORD]
    assert entries[12].kind == SEED
    assert verify(GAME, forged(entries, 99, lambda it: it)).dice_checked


@pytest.mark.parametrize("how", FORGERIES)
def test_a_forgery_shows_even_with_all_hashes_right(how: str) -> None:
    seq, change = FORGERIES[how]
    entries = forged(short_game(), seq, change)
    with pytest.raises(BrokenLog):
        verify(GAME, entries)


def test_salts_and_dice_need_the_seed_to_be_checked() -> None:
    entries = short_game()[:-1]
    assert not verify(GAME, entries).dice_checked
    assert verify(GAME, entries, KEY).dice_checked
    with pytest.raises(BrokenLog, match="another seed"):
        verify(GAME, entries, b"another")
    with pytest.raises(BrokenLog, match="salt"):
        verify(GAME, forged(entries, 99, lambda it: it, salt_with=b"another"), KEY)


def test_a_log_of_another_game_or_edition_is_refused() -> None:
    class Other(TinyGame):
        key = "other"

    class Edition(TinyGame):
        @property
        def content(self) -> str:
            return "tiny-2"

    entries = fresh().entries
    with pytest.raises(BrokenLog, match="creates a game of 'tiny'"):
        verify(Other(), entries)
    with pytest.raises(BrokenLog, match="another edition"):
        verify(Edition(), entries)
    with pytest.raises(BrokenLog):
        verify(GAME, [])


def test_the_tiny_game_itself_keeps_its_secrets() -> None:
    record = fresh()
    record.submit(RIGHT, Bid(record.state.hands[RIGHT][1]))
    for number in range(20):
        other = GAME.redeal(record.state, Viewer("left"), CommittedDice(b"%d" % number))
        assert GAME.view(other, Viewer("left")) == GAME.view(record.state, Viewer("left"))
        assert GAME.thaw(GAME.freeze(other)) == other
