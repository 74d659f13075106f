"""Every rule of every game has a test that names it, and nobody names a rule that does not exist."""

import pytest

from bot.games import SHELF
from tests.support.rule_coverage import citations, marks, reference

pytestmark = pytest.mark.parametrize("key", SHELF)


def test_every_rule_has_a_test(key: str) -> None:
    book = reference(key)
    missing = marks(key).missing(book.numbers)
    listed = "\n".join(f"  {number} {book.rule(number).title}" for number in missing)
    assert not missing, f"{len(missing)} of {len(book.numbers)} rules have no test:\n{listed}"


def test_every_mark_names_a_rule(key: str) -> None:
    found = marks(key)
    faults = [*found.faults, *found.unknown(reference(key).numbers)]
    assert not faults, "\n".join(["marks that name no rule:", *faults])


def test_the_engine_cites_only_rules_that_exist(key: str) -> None:
    cited = citations(key)
    assert cited.numbers
    unknown = cited.unknown(reference(key).numbers)
    assert not unknown, "\n".join(["the engine cites rules that do not exist:", *unknown])
