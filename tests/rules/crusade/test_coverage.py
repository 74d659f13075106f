"""Every rule of Crusade has a test that names it, and nobody names a rule that does not exist."""

from engine.kernel.rulebook import Rulebook
from tests.support.crusade import DATA
from tests.support.rule_coverage import ROOT, citations, marks

BOOK = Rulebook.from_toml((DATA / "rules.toml").read_text(encoding="utf-8"))


def test_every_rule_has_a_test() -> None:
    missing = marks(game="crusade").missing(BOOK.numbers)
    assert not missing, f"rules without a test: {', '.join(missing)}"


def test_every_mark_and_citation_names_a_rule() -> None:
    found = marks(game="crusade")
    cited = citations(ROOT / "engine" / "crusade")
    assert not [*found.faults, *found.unknown(BOOK.numbers), *cited.unknown(BOOK.numbers)]
