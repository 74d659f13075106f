"""The log: the chain holds, every kind of tampering shows, sealed leaves still verify."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.errors import BrokenLog
from engine.kernel.log import (
    CREATED,
    EVENT,
    NOTHING,
    ORDER,
    SAYS,
    UNDO,
    WORD,
    Entry,
    Leaf,
    check_chain,
    effective,
    salt_of,
)

SEED = b"a seed of the tests"


def entry(seq: int, kind: str, says: Any, *events: Any, before: str = NOTHING, by: str = "") -> Entry:
    parts = [(SAYS, says), *((EVENT, event) for event in events)]
    leaves = [Leaf.write(role, plain, salt_of(SEED, seq, place)) for place, (role, plain) in enumerate(parts)]
    return Entry.write(
        seq=seq,
        kind=kind,
        leaves=leaves,
        salt=salt_of(SEED, seq, -1),
        before=before,
        by=by,
        at="2026-01-01",
        ref="r1",
    )


def chain(*steps: tuple[str, Any]) -> list[Entry]:
    entries: list[Entry] = []
    for seq, (kind, says) in enumerate(steps):
        before = entries[-1].hash if entries else NOTHING
        entries.append(entry(seq, kind, says, {"is": "It", "n": seq}, before=before, by="left"))
    return entries


LOG = chain((CREATED, {}), (ORDER, {"line": "a"}), (WORD, {"word": "w"}), (ORDER, {"line": "b"}))


def test_a_chain_holds() -> None:
    assert check_chain(LOG) == 4
    assert check_chain([]) == 0
    assert LOG[3].said() == {"line": "b"}
    assert LOG[3].events() == [{"is": "It", "n": 3}]
    assert LOG[3].draws() == []


def test_an_entry_comes_back_from_json() -> None:
    for one in LOG:
        assert Entry.from_plain(json.loads(json.dumps(one.to_plain()))) == one


def with_leaf(change: Callable[[Leaf], Leaf]) -> Callable[[Entry], Entry]:
    return lambda it: replace(it, leaves=(it.leaves[0], change(it.leaves[1])))


def flip(digits: str) -> str:
    return ("1" if digits[0] == "0" else "0") + digits[1:]


TAMPERINGS: dict[str, Callable[[Entry], Entry]] = {
    "seq": lambda it: replace(it, seq=it.seq + 1),
    "kind": lambda it: replace(it, kind=WORD),
    "by": lambda it: replace(it, by="right"),
    "at": lambda it: replace(it, at="2027-01-01"),
    "ref": lambda it: replace(it, ref="r2"),
    "salt": lambda it: replace(it, salt="00"),
    "salt taken": lambda it: replace(it, salt=None),
    "outcome": lambda it: replace(it, outcome=flip(it.outcome)),
    "closed and marked free": lambda it: replace(it.close(), final=False),
    "closed with another outcome": lambda it: replace(it.close(), outcome=flip(it.outcome)),
    "closed with a leaf": lambda it: replace(it.close(), leaves=it.leaves),
    "nothing said": lambda it: replace(it, leaves=()),
    "final": lambda it: replace(it, final=True),
    "before": lambda it: replace(it, before=flip(it.before)),
    "hash": lambda it: replace(it, hash=flip(it.hash)),
    "a leaf dropped": lambda it: replace(it, leaves=it.leaves[:-1]),
    "a leaf added": lambda it: replace(it, leaves=(*it.leaves, it.leaves[0])),
    "leaves swapped": lambda it: replace(it, leaves=it.leaves[::-1]),
    "a leaf's text": with_leaf(lambda leaf: replace(leaf, text='{"is":"It","n":99}')),
    "a leaf's role": with_leaf(lambda leaf: replace(leaf, role="draws")),
    "a leaf's salt": with_leaf(lambda leaf: replace(leaf, salt="00")),
    "a leaf's text taken": with_leaf(lambda leaf: replace(leaf, text=None)),
    "a leaf's salt taken": with_leaf(lambda leaf: replace(leaf, salt=None)),
    "a leaf's digest": with_leaf(lambda leaf: replace(leaf, digest=flip(leaf.digest))),
    "a leaf rewritten": with_leaf(lambda leaf: Leaf.write(leaf.role, {"is": "Other"}, str(leaf.salt))),
    "a sealed leaf's digest": with_leaf(lambda leaf: replace(leaf.sealed(), digest=flip(leaf.digest))),
}


@pytest.mark.parametrize("how", TAMPERINGS)
@pytest.mark.parametrize("seq", range(4))
def test_every_tampering_shows_where_it_was_done(how: str, seq: int) -> None:
    if how == "kind" and LOG[seq].kind == WORD:
        pytest.skip("nothing changed")
    entries = list(LOG)
    entries[seq] = TAMPERINGS[how](entries[seq])
    with pytest.raises(BrokenLog) as broken:
        check_chain(entries)
    assert broken.value.seq == seq


def test_entries_taken_out_swapped_repeated_or_rehashed_show() -> None:
    rewritten = entry(1, ORDER, {"line": "c"}, before=LOG[0].hash)
    for entries in (
        LOG[1:],
        [LOG[0], *LOG[2:]],
        [LOG[0], LOG[2], LOG[1], LOG[3]],
        [LOG[0], LOG[0], *LOG[1:]],
        [LOG[0], rewritten, *LOG[2:]],
    ):
        with pytest.raises(BrokenLog):
            check_chain(entries)


@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 1))))
def test_any_leaf_can_be_sealed_and_the_chain_still_holds(sealed: set[tuple[int, int]]) -> None:
    entries = [
        replace(
            one,
            leaves=tuple(
                leaf.sealed() if (one.seq, place) in sealed else leaf for place, leaf in enumerate(one.leaves)
            ),
        )
        for one in LOG
    ]
    assert check_chain(entries) == 4
    read_back = [Entry.from_plain(json.loads(json.dumps(one.to_plain()))) for one in entries]
    assert read_back == entries
    text = json.dumps([one.to_plain() for one in entries])
    for seq, place in sealed:
        leaf = LOG[seq].leaves[place]
        assert str(leaf.salt) not in text
        with pytest.raises(ValueError, match="sealed"):
            entries[seq].leaves[place].read()


def test_a_closed_entry_still_holds_and_does_not_say_how_much_came_of_it() -> None:
    long = entry(0, CREATED, {}, *({"is": "It", "n": n} for n in range(9)))
    short = entry(0, CREATED, {})
    for one in (long, short):
        closed = one.close()
        assert check_chain([closed]) == 1
        assert closed.closed
        assert closed.close() == closed
        assert Entry.from_plain(json.loads(json.dumps(closed.to_plain()))) == closed
        for read in (closed.events, closed.draws):
            with pytest.raises(ValueError, match="sealed"):
                read()
    assert len(json.dumps(long.close().to_plain())) == len(json.dumps(short.close().to_plain()))
    hushed = LOG[1].hush()
    assert hushed.events() == LOG[1].events()
    with pytest.raises(ValueError, match="sealed"):
        hushed.said()
    assert check_chain([LOG[0], hushed]) == 2


def test_a_part_of_a_log_can_be_checked_behind_what_was_checked() -> None:
    assert check_chain(LOG[2:], LOG[1].hash, 2) == 4
    with pytest.raises(BrokenLog):
        check_chain(LOG[2:], LOG[0].hash, 2)


def test_the_same_words_have_other_digests_elsewhere() -> None:
    """Otherwise a sealed leaf could be guessed by comparing."""
    one, other = (entry(seq, ORDER, {"line": "a"}) for seq in (1, 2))
    assert one.leaves[0].digest != other.leaves[0].digest
    assert salt_of(b"another seed", 1, 0) != salt_of(SEED, 1, 0)


GOOD = LOG[1].to_plain()


@pytest.mark.parametrize(
    "plain",
    [
        None,
        [],
        "entry",
        {},
        {**GOOD, "seq": "1"},
        {**GOOD, "seq": 1.5},
        {**GOOD, "seq": float("inf")},
        {**GOOD, "seq": True},
        {**GOOD, "salt": 5},
        {**GOOD, "outcome": None},
        {**GOOD, "final": "false"},
        {**GOOD, "final": 1},
        {**GOOD, "by": None},
        {**GOOD, "at": "\ud800"},
        {**GOOD, "leaves": None},
        {**GOOD, "leaves": [1]},
        {**GOOD, "leaves": [["says", "x"]]},
        {**GOOD, "leaves": [["says", "x", "y", 5]]},
        {**GOOD, "leaves": [["says", "x", "y", "\udfff"]]},
        {key: value for key, value in GOOD.items() if key != "hash"},
    ],
)
def test_what_is_no_entry_is_a_broken_log(plain: Any) -> None:
    with pytest.raises(BrokenLog):
        Entry.from_plain(plain)


def test_what_an_undo_took_back_no_longer_counts() -> None:
    entries = chain(
        (CREATED, {}),
        (ORDER, {}),
        (WORD, {"word": "w"}),
        (ORDER, {}),
        (ORDER, {}),
        (UNDO, {"to": 1}),
        (ORDER, {}),
        (ORDER, {}),
        (UNDO, {"to": 6}),
        (UNDO, {"to": 0}),
        (ORDER, {}),
    )

    def after(count: int) -> list[int]:
        return [one.seq for one in effective(entries[:count])]

    assert after(5) == [0, 1, 3, 4]
    assert after(6) == [0, 1]
    assert after(8) == [0, 1, 6, 7]
    assert after(9) == [0, 1, 6]
    assert after(10) == [0]
    assert after(11) == [0, 10]
