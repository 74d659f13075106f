"""What all tests share."""

from hypothesis import settings

settings.register_profile("farspeaker", deadline=None)  # speed is for benchmarks, never for a timed test
settings.load_profile("farspeaker")
