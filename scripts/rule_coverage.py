#!/usr/bin/env python3
"""Say which rules have no test yet: `.venv/bin/python scripts/rule_coverage.py [chapter]`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine.kernel.rulebook import Rulebook
from tests.support.rule_coverage import REFERENCE, citations, marks


def main(prefix: str = "") -> int:
    """Print what is missing or wrong under a prefix like 7 or 7.4; 1 if there is anything."""
    book = Rulebook.from_toml(REFERENCE.read_text(encoding="utf-8"))
    wanted = [rule.number for rule in book.section(prefix)] if prefix else list(book.numbers)
    found = marks()
    missing = found.missing(wanted)
    for number in missing:
        print(f"no test      {number:<8} {book.rule(number).title}")
    for fault in found.faults:
        print(f"bad mark     {fault}")
    for line in found.unknown(book.numbers):
        print(f"unknown mark {line}")
    cited = citations().unknown(book.numbers)
    for line in cited:
        print(f"engine cites {line}")
    print(f"{len(wanted) - len(missing)} of {len(wanted)} rules have a test.")
    return 1 if missing or found.faults or cited or found.unknown(book.numbers) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
