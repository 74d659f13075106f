"""Packs, rules references and fonts; files to be read with importlib.resources."""
