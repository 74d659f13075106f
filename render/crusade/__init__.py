"""Crusade in pictures and words."""
