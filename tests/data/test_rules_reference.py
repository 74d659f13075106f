"""The rules reference of The High Crusade: complete by its plan, well formed, and in our own words."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from engine.kernel.rulebook import LONGEST_TEXT, Rulebook

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "data" / "high_crusade" / "rules.toml"
BOOKLET = ROOT.parent / "shared" / "seeds" / "000_f8eb34a114576a39.txt"

#: Chapter -> number of its sections. This plan never changes, because refusals and tests cite by number.
PLAN = {2: 4, 3: 2, 4: 11, 5: 1, 6: 6, 7: 5, 8: 5, 9: 2, 10: 2, 11: 2, 12: 2}

#: So many words in a row would be a sentence of the booklet.
RUN = 8


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook.from_toml(REFERENCE.read_text(encoding="utf-8"))


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.casefold().replace("’", "").replace("'", ""))


def runs(text: str) -> set[tuple[str, ...]]:
    all_words = words(text)
    return {tuple(all_words[at : at + RUN]) for at in range(len(all_words) - RUN + 1)}


def test_every_chapter_and_section_of_the_plan_is_there(book: Rulebook) -> None:
    planned = {str(chapter) for chapter in PLAN}
    planned |= {f"{chapter}.{section}" for chapter, count in PLAN.items() for section in range(1, count + 1)}
    assert set(book.titles) == planned
    for number in planned:
        assert book.section(number), f"{number} is empty"


def test_the_items_of_a_section_have_no_gaps(book: Rulebook) -> None:
    items: dict[str, list[int]] = defaultdict(list)
    for number in book.numbers:
        section, _, item = number.rpartition(".")
        items[section].append(int(item))
    for section, found in items.items():
        assert found == list(range(1, len(found) + 1)), section


def test_the_file_is_in_the_order_of_the_numbers(book: Rulebook) -> None:
    assert (
        tuple(re.findall(r'^number = "(\d+\.\d+\.\d+)"$', REFERENCE.read_text(), re.MULTILINE))
        == book.numbers
    )


def test_events_and_results_have_the_numbers_of_the_booklet(book: Rulebook) -> None:
    """11.1.1 to 11.1.10, 11.2.1 to 11.2.6: the events; 12.1.1 to 12.1.10, 12.2.1 to 12.2.10: the results."""
    crusader = (
        "Leader Falls Ill,Earth,Reinforcements,Ally Becomes Neutral,Grail,Crusading Fervor,Ionic Storm,Heresy"
    )
    assert [one.title for one in book.section("11.1")][:10] == [
        *crusader.split(","),
        "Treachery",
        "Ambassador",
    ]
    wersgorix = ["Withdrawal", "Reinforcements", "Rebellion", "Lies", "Initiative", "Earth"]
    assert [one.title for one in book.section("11.2")][:6] == wersgorix
    for section, labels in (("12.1", [str(number) for number in range(1, 11)]), ("12.2", list("ABCDEFGHIJ"))):
        titles = [one.title.partition(":")[0] for one in book.section(section)][:10]
        assert titles == labels


def test_texts_fit_into_a_message(book: Rulebook) -> None:
    for number in book.numbers:
        rule = book.rule(number)
        assert len(rule.text) <= LONGEST_TEXT, number
        assert len(rule.title) <= 50, number
        assert rule.text == " ".join(rule.text.split()), f"{number} has stray white space"
        assert rule.text[-1] in ".!", f"{number} does not end like a sentence"


def test_numbers_named_in_a_text_exist(book: Rulebook) -> None:
    for number in book.numbers:
        for named in re.findall(r"\b\d+\.\d+\.\d+\b", book.rule(number).text):
            assert named in book.numbers, f"{number} names {named}"


def test_titles_differ_within_a_section(book: Rulebook) -> None:
    for section in book.titles:
        if "." in section:
            titles = [one.title.casefold() for one in book.section(section)]
            assert len(titles) == len(set(titles)), section


def test_rulings_come_after_what_is_printed(book: Rulebook) -> None:
    for section in book.titles:
        if "." in section:
            kinds = [one.kind for one in book.section(section)]
            assert kinds == sorted(kinds), section


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("siege", "7.4.6"),
        ("range of a fleet", "6.2.1"),
        ("nuclear", "7.5.1"),
        ("archbishop", "8.5.10"),
        ("Treachery", "11.1.9"),
        ("heresies", "11.1.8"),
        ("uncolected points", "4.1.6"),
        ("reconquest", "8.4.1"),
        ("True Grail", "11.1.5"),
        ("fief limit", "8.3.2"),
        ("who wins", "5.1.1"),
        ("I.Q.", "2.1.4"),
    ],
)
def test_a_question_finds_its_rule(book: Rulebook, question: str, number: str) -> None:
    """What a player would type finds the rule he means among the first few."""
    best = [one.number for one in book.search(question)][:8]
    assert number in best


@pytest.mark.skipif(not BOOKLET.exists(), reason="the booklet is not part of this repository")
def test_no_sentence_of_the_booklet_is_copied(book: Rulebook) -> None:
    printed = runs(re.sub(r"-\n+", "", BOOKLET.read_text(encoding="utf-8"))) | runs(
        BOOKLET.read_text(encoding="utf-8")
    )
    for number in book.numbers:
        rule = book.rule(number)
        copied = runs(f"{rule.title} {rule.text}") & printed
        assert not copied, f"{number} repeats the booklet: {[' '.join(run) for run in copied]}"
