"""Benchmarks: `make bench`, or `python -m bench [NAME]...`. Ratios within one run; never a timed test."""
