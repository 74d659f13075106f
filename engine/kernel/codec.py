"""Events and views as plain data, and plain data as one canonical line of JSON.

Events are frozen dataclasses whose fields are text, whole numbers, truth values, None and tuples of these, so
that they need no schema beside their own class.
"""

import json
from dataclasses import fields, is_dataclass
from typing import Any

from engine.kernel.errors import UnknownEvent

KIND = "is"
"""The key under which a plain event carries the name of its class."""


def canonical(plain: Any) -> str:
    """One line of JSON that is the same for the same data."""
    return json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


_known_names: dict[type, tuple[str, ...]] = {}


def _names(kind: type) -> tuple[str, ...]:
    names = _known_names.get(kind)
    if names is None:
        names = _known_names[kind] = tuple(field.name for field in fields(kind))
    return names


_shown_names: dict[type, tuple[str, ...]] = {}


def _shown(kind: type) -> tuple[str, ...]:
    names = _shown_names.get(kind)
    if names is None:
        shown = (field.name for field in fields(kind) if field.metadata.get("plain", True))
        names = _shown_names[kind] = tuple(shown)
    return names


def event_to_plain(event: Any) -> dict[str, Any]:
    """An event as a JSON object."""
    kind = type(event)
    plain: dict[str, Any] = {KIND: kind.__name__}
    for name in _names(kind):
        plain[name] = getattr(event, name)
    return plain


def _tupled(value: Any) -> Any:
    return tuple(_tupled(item) for item in value) if isinstance(value, list) else value


def event_from_plain(kinds: dict[str, type], plain: Any) -> Any:
    """The event that `event_to_plain` made this of.

    Raises `UnknownEvent` when no class of that name and those fields is known.
    """
    if not isinstance(plain, dict) or not isinstance(plain.get(KIND), str):
        raise UnknownEvent("this is not an event")
    kind = kinds.get(plain[KIND])
    if kind is None:
        raise UnknownEvent(f"no event is called {plain[KIND]!r}")
    values = {name: _tupled(value) for name, value in plain.items() if name != KIND}
    if set(values) != set(_names(kind)):
        raise UnknownEvent(f"{plain[KIND]} has other fields than {', '.join(_names(kind))}")
    return kind(**values)


def plain_view(value: Any) -> Any:
    """A view as plain data: dataclasses become objects, tuples lists, sets sorted lists, keys text.

    A field with `plain=False` in its metadata (a reference to static data, say) is left out.
    """
    if value is None or isinstance(value, str | int | bool | float):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain_view(getattr(value, name)) for name in _shown(type(value))}
    if isinstance(value, dict):
        return {str(key): plain_view(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain_view(item) for item in value), key=str)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain_view(getattr(value, name)) for name in value._fields}
    if isinstance(value, list | tuple):
        return [plain_view(item) for item in value]
    raise TypeError(f"a view may not hold a {type(value).__name__}")
