"""What a View can hold, and what it really holds: for the lists that say what may be shown."""

import dataclasses
import typing
from collections.abc import Callable
from typing import Any


def fields_of(view: type) -> dict[str, str]:
    """The fields of every class that a View of this class can hold."""
    found: dict[str, str] = {}
    _reach(view, found)
    return found


def _reach(kind: Any, found: dict[str, str]) -> None:
    for inner in typing.get_args(kind):
        _reach(inner, found)
    if not isinstance(kind, type) or kind.__name__ in found:
        return
    names: list[str] = []
    if dataclasses.is_dataclass(kind):
        names = [it.name for it in dataclasses.fields(kind) if it.metadata.get("plain", True)]
    elif hasattr(kind, "_fields"):
        names = list(kind._fields)
    if names:
        found[kind.__name__] = " ".join(names)
        hints = typing.get_type_hints(kind)
        for name in names:
            _reach(hints[name], found)


def classes_in(view: Any) -> set[str]:
    """The names of the classes of everything a View holds."""
    found: set[str] = set()
    _kinds(view, found.add)
    return found


def _kinds(value: Any, note: Callable[[str], None]) -> None:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        note(type(value).__name__)
        for field in dataclasses.fields(value):
            if field.metadata.get("plain", True):
                _kinds(getattr(value, field.name), note)
    elif isinstance(value, tuple):
        if hasattr(value, "_fields"):
            note(type(value).__name__)
        for item in value:
            _kinds(item, note)
    elif isinstance(value, dict):
        for item in value.values():
            _kinds(item, note)
