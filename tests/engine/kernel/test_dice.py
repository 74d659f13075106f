"""Dice: the commitment, the derivation, fairness, scripts."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.dice import CommittedDice, Draw, ScriptedDice, commitment, derive, roll, shuffled

SEED = bytes(range(32))

GOLDEN_PLAIN = [4, 1, 2, 3, 2, 5, 1, 1, 1, 1, 4, 5]
GOLDEN_WORDS = [3, 4, 4, 0, 0, 5, 1, 0, 0, 2, 1, 1]
GOLDEN_SIDES = [0, 1, 1, 11, 91, 10138925930130375775]


def test_the_commitment_is_the_plain_sha256_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_numbers_never_change() -> None:
    """Whoever checks a game of today in ten years gets the same numbers."""
    assert [derive(SEED, (), position, 6) for position in range(12)] == GOLDEN_PLAIN
    assert [derive(SEED, ("Branithar", 'ō, "x"'), position, 6) for position in range(12)] == GOLDEN_WORDS
    assert [derive(SEED, (), 7, sides) for sides in (1, 2, 10, 20, 100, 2**64)] == GOLDEN_SIDES


@given(st.binary(min_size=1, max_size=64), st.lists(st.text(max_size=5), max_size=3), st.integers(1, 10**9))
def test_every_number_is_within_its_die(seed: bytes, words: list[str], sides: int) -> None:
    words = [word.encode(errors="ignore").decode() for word in words]
    assert 0 <= derive(seed, words, 3, sides) < sides


def test_a_number_above_the_last_whole_multiple_is_drawn_again() -> None:
    """With 2**256 - 1 sides every hash but one is fair; with a bit more than half of them half are not."""
    sides = (1 << 255) + 1
    values = [derive(SEED, (), position, sides) for position in range(64)]
    assert all(0 <= value < sides for value in values)
    # a plain remainder would crowd the lower numbers, which it could reach from both halves
    assert 12 <= sum(value < sides // 2 for value in values) <= 52


def test_all_faces_come_up_alike() -> None:
    faces = Counter(derive(SEED, (), position, 6) for position in range(6000))
    assert set(faces) == set(range(6))
    expected = 1000
    assert sum((count - expected) ** 2 / expected for count in faces.values()) < 20.5  # p = 0.001, 5 degrees


def test_words_and_positions_cannot_be_mistaken_for_one_another() -> None:
    streams = [("a", "b"), ("ab",), ("a,b",), ('a", "b',), ("b", "a"), ()]
    seen = {tuple(derive(SEED, words, position, 1 << 64) for position in range(3)) for words in streams}
    assert len(seen) == len(streams)


@pytest.mark.parametrize("sides", [0, -1])
def test_a_die_without_sides_is_no_die(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        derive(SEED, (), 0, sides)


def test_committed_dice_remember_what_they_drew() -> None:
    dice = CommittedDice(SEED, ["word"], 5)
    faces = roll(dice, 3)
    assert dice.position == 8
    assert dice.drawn == [Draw(6, derive(SEED, ("word",), 5 + place, 6)) for place in range(3)]
    assert faces == tuple(drawn.value + 1 for drawn in dice.drawn)


def test_scripted_dice_show_what_they_are_told() -> None:
    dice = ScriptedDice([6, 1, 20])
    assert roll(dice, 2) == (6, 1)
    assert dice.left == (20,)
    assert dice.draw(20) == 19
    with pytest.raises(LookupError, match="no number left"):
        dice.draw(6)
    with pytest.raises(ValueError, match="says 7"):
        ScriptedDice([7]).draw(6)


@given(st.lists(st.integers()), st.binary(min_size=1, max_size=8))
def test_shuffling_keeps_every_item(items: list[int], seed: bytes) -> None:
    assert sorted(shuffled(CommittedDice(seed), items)) == sorted(items)


def test_every_order_of_three_cards_comes_up() -> None:
    orders = Counter(tuple(shuffled(CommittedDice(b"%d" % n), "abc")) for n in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60
