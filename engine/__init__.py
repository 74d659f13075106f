"""The rules: pure, synchronous, deterministic. No clock, no I/O, no third-party import."""
