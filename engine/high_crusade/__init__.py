"""The High Crusade, one module a chapter of the rules."""
