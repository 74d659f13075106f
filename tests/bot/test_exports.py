"""Files that anybody can check: whole ones, redacted ones, and those somebody tampered with."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import exports, games
from bot.archive import export_game, import_game
from bot.errors import UserError
from bot.referee import Referee
from engine.kernel.dice import commitment
from engine.kernel.errors import BrokenLog
from engine.kernel.log import DRAWS, NOTHING, Entry, Leaf
from engine.kernel.record import Record
from tests.support.table import AL, finish, seated
from tests.support.tiny_game import LEFT, RIGHT, TinyGame

SEED = bytes(range(32))


def played(seed: bytes = SEED, *, whole: bool = True) -> Record[Any]:
    """A tiny game with a word, an undo and (if whole) an end."""
    record = Record.create(TinyGame(), seed, words={LEFT: "apple"}, at="2026-01-01T00:00:00Z")
    record.submit(LEFT, "boast of gold", ref="a")
    record.accept(record.propose_undo(0, by=LEFT))
    record.accept(record.propose_word(RIGHT, "pear"))
    while not record.over and (whole or record.count < 8):
        decision = record.game.pending(record.state)[0]
        record.submit(decision.seat, decision.default)
    if whole:
        record.accept(record.propose_seed())
    return record


def lies_at(data: bytes) -> int:
    with pytest.raises(BrokenLog) as caught:
        exports.verify_file(data, games.game)
    return caught.value.seq


def rewritten(record: Record[Any], change: Callable[[Entry], Entry]) -> bytes:
    """A file by a clever forger, who makes every digest and hash fit again after his change."""
    before, entries = NOTHING, []
    for entry in record.entries:
        entry = change(entry)
        assert entry.salt is not None
        entry = Entry.write(
            seq=entry.seq,
            kind=entry.kind,
            leaves=entry.leaves,
            salt=entry.salt,
            before=before,
            by=entry.by,
            at=entry.at,
            ref=entry.ref,
            final=entry.final,
        )
        before = entry.hash
        entries.append(entry)
    return exports.export(record.game, entries)


def releaf(entry: Entry, place: int, plain: Any) -> Entry:
    leaf = entry.leaves[place]
    leaves = list(entry.leaves)
    leaves[place] = Leaf.write(leaf.role, plain, leaf.salt or "")
    return replace(entry, leaves=tuple(leaves))


def test_a_whole_game_verifies_dice_and_all() -> None:
    record = played()
    found, checked = exports.verify_file(exports.export(record.game, record.entries), games.game)
    assert found.over
    assert not found.sealed
    assert checked.dice_checked
    assert checked.rejudged == sum(entry.kind == "order" for entry in record.entries)
    assert checked.entries == record.count


def test_a_changed_byte_in_an_entry_names_it() -> None:
    record = played()
    data = exports.export(record.game, record.entries)
    lines = data.split(b"\n")
    at = lines[5].index(b'"text"') if b'"text"' in lines[5] else len(lines[5]) // 2
    lines[5] = lines[5][:at] + (b"x" if lines[5][at : at + 1] != b"x" else b"y") + lines[5][at + 1 :]
    assert lies_at(b"\n".join(lines)) == 4


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_byte_can_be_changed_unnoticed(data: st.DataObject) -> None:
    record = played(whole=data.draw(st.booleans(), "whole"))
    file = bytearray(exports.export(record.game, record.entries))
    at = data.draw(st.integers(0, len(file) - 1), "at")
    file[at] ^= data.draw(st.integers(1, 255), "change")
    lies_at(bytes(file))


def test_a_changed_die_names_its_entry_even_when_every_hash_was_made_to_fit() -> None:
    record = played()
    rolled = next(
        e for e in record.entries if e.kind == "order" and any(leaf.role == DRAWS for leaf in e.leaves)
    )
    place = next(place for place, leaf in enumerate(rolled.leaves) if leaf.role == DRAWS)
    ((sides, value),) = rolled.draws()
    forged = rewritten(
        record, lambda e: releaf(e, place, [[sides, (value + 1) % sides]]) if e.seq == rolled.seq else e
    )
    assert lies_at(forged) == rolled.seq


def test_swapped_entries_name_the_first_of_them() -> None:
    record = played()
    lines = exports.export(record.game, record.entries).split(b"\n")
    lines[5], lines[6] = lines[6], lines[5]
    assert lies_at(b"\n".join(lines)) == 4


@pytest.mark.parametrize("removed", [0, 4, -1])
def test_a_removed_entry_is_named(removed: int) -> None:
    record = played()
    lines = exports.export(record.game, record.entries).split(b"\n")
    place = removed % record.count
    del lines[1 + place]
    assert lies_at(b"\n".join(lines)) == place


def test_a_seed_from_another_game_is_named() -> None:
    record = played()
    other = b"\x01" * 32
    forged = rewritten(record, lambda e: releaf(e, 0, {"seed": other.hex()}) if e.kind == "seed" else e)
    assert lies_at(forged) == record.count - 1
    # and with the commitment changed to fit, no salt and no die comes from it
    forged = rewritten(
        record,
        lambda e: (
            releaf(e, 0, {"seed": other.hex()})
            if e.kind == "seed"
            else releaf(e, 0, {**e.said(), "commitment": commitment(other)})
            if e.kind == "created"
            else e
        ),
    )
    assert lies_at(forged) == 0


def test_an_invented_order_is_named_when_every_hash_was_made_to_fit() -> None:
    record = played()
    bid = next(e for e in record.entries if e.kind == "order" and e.said()["line"].startswith("bid"))
    forged = rewritten(record, lambda e: releaf(e, 0, {"line": "boast of salt"}) if e.seq == bid.seq else e)
    assert lies_at(forged) == bid.seq


def test_a_file_that_breaks_off_or_is_something_else_is_refused() -> None:
    record = played()
    data = exports.export(record.game, record.entries)
    for broken in (
        b"",
        b"\n",
        b"[]\n",
        b"\xff\xfe\n",
        data[:-1],
        data[: len(data) // 2],
        data + b"{}\n",
        data * 2,
    ):
        lies_at(broken)
    deep = data.split(b"\n")[0] + b"\n" + b"[" * 100_000 + b"\n"
    lies_at(deep)


def test_a_game_under_way_tells_nothing_that_is_sealed() -> None:
    record = played(whole=False)
    data = exports.export(record.game, record.entries)
    found, checked = exports.verify_file(data, games.game)
    assert found.sealed
    assert not found.over
    assert not checked.dice_checked
    text = data.decode()
    assert SEED.hex() not in text
    assert "BidLaid" not in text
    assert "Dealt" not in text
    assert "bid " not in text
    assert "boast of gold" in text
    assert "pear" in text


def test_what_is_left_out_does_not_show_how_much_it_was() -> None:
    """Two games that differ only in what is sealed give files of the same shape, to the byte."""

    def shape(seed: bytes, card: int) -> list[Any]:
        record = Record.create(TinyGame(), seed)
        hand = record.state.hands[LEFT]
        record.submit(LEFT, f"bid {hand[card]}")
        lines = exports.export(record.game, record.entries).splitlines()
        return [len(line) for line in lines]

    assert shape(SEED, 0) == shape(SEED, 2)
    redacted = json.loads(exports.export(TinyGame(), played(whole=False).entries).splitlines()[1])
    assert len(redacted["leaves"]) == 1
    assert redacted["salt"] is None


def test_the_whole_of_a_game_under_way_only_for_who_asks_for_it_and_never_with_its_seed() -> None:
    record = played(whole=False)
    data = exports.export(record.game, record.entries, full=True)
    assert b"BidLaid" in data
    assert SEED.hex().encode() not in data
    found, checked = exports.verify_file(data, games.game)
    assert not found.sealed
    assert not checked.dice_checked
    assert checked.rejudged


def test_a_redacted_file_is_the_beginning_of_the_whole_one() -> None:
    """What was sealed is held to by its digests: the later, whole file has the same hashes."""
    record = played()
    early = exports.read(exports.export(record.game, record.entries[:8]))
    late = exports.read(exports.export(record.game, record.entries))
    assert [entry.hash for entry in early.entries] == [entry.hash for entry in late.entries[:8]]


async def test_a_stored_game_goes_out_and_comes_back(referee: Referee) -> None:
    game = await seated(referee)
    await referee.submit(game, AL, "boast of gold", ref="i1")
    unfinished = await export_game(referee, game)
    with pytest.raises(UserError, match="only a whole log"):
        await import_game(referee, exports.read(unfinished), "")
    with pytest.raises(UserError, match="here already"):
        await import_game(referee, exports.read(await export_game(referee, game, full=True)), "")
    await finish(referee, game)
    whole = await export_game(referee, game)
    assert exports.verify_file(whole, games.game)[1].dice_checked
