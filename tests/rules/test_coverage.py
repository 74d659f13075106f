"""Every rule of the reference has a test that names it, and nobody names a rule that does not exist."""

import pytest

from engine.kernel.rulebook import Rulebook
from tests.support.rule_coverage import REFERENCE, citations, marks


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook.from_toml(REFERENCE.read_text(encoding="utf-8"))


def test_every_rule_has_a_test(book: Rulebook) -> None:
    missing = marks().missing(book.numbers)
    listed = "\n".join(f"  {number} {book.rule(number).title}" for number in missing)
    assert not missing, f"{len(missing)} of {len(book.numbers)} rules have no test:\n{listed}"


def test_every_mark_names_a_rule(book: Rulebook) -> None:
    found = marks()
    faults = [*found.faults, *found.unknown(book.numbers)]
    assert not faults, "\n".join(["marks that name no rule:", *faults])


def test_the_engine_cites_only_rules_that_exist(book: Rulebook) -> None:
    unknown = citations().unknown(book.numbers)
    assert not unknown, "\n".join(["the engine cites rules that do not exist:", *unknown])
