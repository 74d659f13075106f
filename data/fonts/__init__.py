"""Free fonts, each with its licence beside it."""
