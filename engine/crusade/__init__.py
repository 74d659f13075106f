"""Crusade: two armies on a board of eight by eight."""
