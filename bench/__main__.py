"""Run the benchmarks: all of them, or those that are named (`python -m bench engine`)."""

import argparse
import pkgutil
from importlib import import_module
from pathlib import Path

NAMES = sorted(
    found.name for found in pkgutil.iter_modules([str(Path(__file__).parent)]) if found.name[0] != "_"
)
"""Every module of this package is a benchmark: its `run()` measures and prints."""


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(NAMES)}")
    names = parser.parse_args().names
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are: {', '.join(NAMES)}")
    for name in names or NAMES:
        import_module(f"bench.{name}").run()


if __name__ == "__main__":
    main()
