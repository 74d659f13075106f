#!/usr/bin/env python3
"""Say which rules have no test yet: `.venv/bin/python scripts/rule_coverage.py [game] [chapter]`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.games import SHELF
from tests.support.rule_coverage import citations, marks, reference


def report(key: str, prefix: str = "") -> bool:
    """Print what is missing or wrong under a prefix like 7 or 7.4; whether all is well."""
    book = reference(key)
    wanted = [rule.number for rule in book.section(prefix)] if prefix else list(book.numbers)
    found = marks(key)
    missing = found.missing(wanted)
    unknown, cited = found.unknown(book.numbers), citations(key).unknown(book.numbers)
    for number in missing:
        print(f"no test      {number:<8} {book.rule(number).title}")
    for fault in found.faults:
        print(f"bad mark     {fault}")
    for line in unknown:
        print(f"unknown mark {line}")
    for line in cited:
        print(f"engine cites {line}")
    print(f"{key}: {len(wanted) - len(missing)} of {len(wanted)} rules have a test.")
    return not (missing or found.faults or cited or unknown)


def main(*words: str) -> int:
    """Report on the games that are named, or on all; 1 if there is anything amiss."""
    prefix = next((word for word in words if word not in SHELF), "")
    named = [word for word in words if word in SHELF]
    good = [report(key, prefix) for key in named or SHELF]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
