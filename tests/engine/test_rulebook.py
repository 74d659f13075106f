"""The rulebook of the kernel: reading, refusing, listing and searching a rules reference."""

import dataclasses

import pytest

from engine.kernel.errors import KernelError
from engine.kernel.rulebook import LONGEST_TEXT, Rule, Rulebook, RulebookError, UnknownRule

HEAD = """
[[chapter]]
number = 7
title = "Combat"

[[section]]
number = "7.2"
title = "Walls"

[[section]]
number = "7.10"
title = "Afterwards"
"""


def rule(number: str = "7.2.1", **fields: str) -> str:
    """One [[rule]] table; a field given as "" is left out, any other is TOML."""
    table = {
        "number": f'"{number}"',
        "title": '"A rule"',
        "kind": '"printed"',
        "text": '"It says so."',
    } | fields
    return "[[rule]]\n" + "".join(f"{name} = {value}\n" for name, value in table.items() if value)


BOOK = Rulebook.from_toml(
    HEAD
    + rule("7.10.1", title='"Cleaning up"', text='"Broken sieges leave both sides where they stand."')
    + rule("7.2.10", title='"Tenth"', text='"Comes after the second."')
    + rule(
        "7.2.2",
        title='"Laying siege"',
        kind='"ruling"',
        text='"The attacker moves in."',
        see='["7.2.10"]',
        words='["besiege", "church"]',
    )
    + rule("7.2.1", title='"Castles"', text='"Walls add four to the defence of a city."', words='["fort"]')
)


def test_rules_are_in_the_order_of_their_numbers() -> None:
    assert BOOK.numbers == ("7.2.1", "7.2.2", "7.2.10", "7.10.1")
    assert dict(BOOK.titles) == {"7": "Combat", "7.2": "Walls", "7.10": "Afterwards"}
    assert list(BOOK.titles) == ["7", "7.2", "7.10"]


def test_a_rule_has_all_its_fields() -> None:
    assert BOOK.rule("7.2.2") == Rule(
        number="7.2.2",
        title="Laying siege",
        text="The attacker moves in.",
        kind="ruling",
        see=("7.2.10",),
        words=("besiege", "church"),
    )
    with pytest.raises(dataclasses.FrozenInstanceError):
        BOOK.rule("7.2.2").title = "Other"  # type: ignore[misc]


def test_a_section_is_not_mistaken_for_one_that_begins_like_it() -> None:
    assert [one.number for one in BOOK.section("7.2")] == ["7.2.1", "7.2.2", "7.2.10"]
    assert [one.number for one in BOOK.section("7.10")] == ["7.10.1"]
    assert [one.number for one in BOOK.section("7")] == list(BOOK.numbers)


@pytest.mark.parametrize("number", ["7.2.3", "7.2", "", "x", "7.2.1 "])
def test_an_unknown_rule_is_a_key_error_with_a_sentence(number: str) -> None:
    with pytest.raises(KeyError) as caught:
        BOOK.rule(number)
    assert isinstance(caught.value, UnknownRule)
    assert isinstance(caught.value, KernelError)
    assert str(caught.value) == f"There is no rule {number}."


@pytest.mark.parametrize("prefix", ["7.1", "8", "7.2.1", ""])
def test_an_unknown_section_is_a_key_error(prefix: str) -> None:
    with pytest.raises(KeyError):
        BOOK.section(prefix)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[rule", "not TOML"),
        (HEAD + rule() + rule(), "7.2.1 is there twice"),
        (HEAD + HEAD, "Chapter 7 is there twice"),
        (HEAD + rule("7.3.1"), "belongs to no section"),
        ('[[section]]\nnumber = "7.2"\ntitle = "Walls"\n', "belongs to no chapter"),
        (HEAD + rule("7.2"), "number like 7.4.3"),
        (HEAD + rule("7.2.0"), "number like 7.4.3"),
        (HEAD + rule("7.02.1"), "number like 7.4.3"),
        (HEAD + rule(see='["7.2.9"]'), "7.2.9, which does not exist"),
        (HEAD + rule(see='["7.2.1"]'), "points to itself"),
        (HEAD + rule(see='"7.2.1"'), "list of texts"),
        (HEAD + rule(kind='"guess"'), "'guess'"),
        (HEAD + rule(text=""), "text of rule 7.2.1"),
        (HEAD + rule(text='"  "'), "needs a title and a text"),
        (HEAD + rule(text=f'"{"x" * (LONGEST_TEXT + 1)}"'), f"{LONGEST_TEXT + 1} characters"),
        (HEAD + rule(colour='"red"'), "field colour"),
        (HEAD + '[[rules]]\nnumber = "7.2.1"\n', "no table called rules"),
        ("[chapter]\nnumber = 7\n", r"\[\[chapter\]\]"),
        ('[[chapter]]\nnumber = "seven"\ntitle = "Combat"\n', "'seven'"),
        ('[[chapter]]\nnumber = 7\ntitle = "Combat"\npages = 3\n', "field pages"),
    ],
)
def test_a_broken_reference_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(RulebookError, match=complaint):
        Rulebook.from_toml(text)


def test_the_longest_text_is_accepted() -> None:
    assert Rulebook.from_toml(HEAD + rule(text=f'"{"x" * LONGEST_TEXT}"')).numbers == ("7.2.1",)


def found(words: str) -> list[str]:
    return [one.number for one in BOOK.search(words)]


def test_search_prefers_titles_to_texts() -> None:
    assert found("siege") == ["7.2.2", "7.10.1"]


@pytest.mark.parametrize("words", ["siege", "SIEGES", "sieg", "seige", "the siege", "siege?"])
def test_search_forgives_case_plural_and_slips(words: str) -> None:
    assert found(words)[0] == "7.2.2"


@pytest.mark.parametrize(
    ("words", "number"), [("cities", "7.2.1"), ("churches", "7.2.2"), ("castle", "7.2.1")]
)
def test_search_knows_plurals(words: str, number: str) -> None:
    assert found(words) == [number]


def test_a_rule_with_more_of_the_words_comes_first() -> None:
    assert found("siege sides")[0] == "7.10.1"
    assert found("tenth castles") == ["7.2.1", "7.2.10"], "equal hits: the section's order decides ties"


def test_a_search_without_a_hit_is_empty_and_has_neighbours() -> None:
    assert found("xylophone") == []
    assert found("") == []
    assert [one.number for one in BOOK.nearest("castel", 1)] == ["7.2.1"]
    assert len(BOOK.nearest("xylophone")) == 3
