"""Positions as text: dicts, sets, tuples and named tuples, that come back exactly as they were."""

import json
from collections.abc import Iterable
from typing import Any

_TUPLE, _DICT, _SET, _FROZENSET = "t", "d", "s", "f"


class Freezer:
    """Writes and reads values made of plain data and the named tuples it was told of."""

    def __init__(self, kinds: Iterable[type]) -> None:
        self._kinds: dict[str, Any] = {kind.__name__: kind for kind in kinds}

    def freeze(self, value: Any) -> str:
        """The value as text. Raises TypeError for what could not be read back."""
        return json.dumps(self._write(value), ensure_ascii=False, separators=(",", ":"))

    def thaw(self, text: str) -> Any:
        """The value that `freeze` made this of. Raises ValueError for anything else."""
        try:
            return self._read(json.loads(text))
        except (TypeError, KeyError, IndexError, AttributeError) as wrong:
            raise ValueError(f"this is not a frozen value ({wrong})") from None

    def _write(self, value: Any) -> Any:
        if value is None or isinstance(value, str | int | bool | float):
            return value
        if isinstance(value, tuple):
            name = type(value).__name__ if hasattr(value, "_fields") else ""
            if name and self._kinds.get(name) is not type(value):
                raise TypeError(f"{name} is not known to this freezer")
            return [f"{_TUPLE}{name}", *map(self._write, value)]
        if isinstance(value, dict):
            return [_DICT, *([self._write(key), self._write(item)] for key, item in value.items())]
        if isinstance(value, set | frozenset):
            tag = _FROZENSET if isinstance(value, frozenset) else _SET
            return [tag, *sorted(map(self._write, value), key=lambda item: json.dumps(item))]
        raise TypeError(f"a {type(value).__name__} cannot be frozen")

    def _read(self, plain: Any) -> Any:
        if not isinstance(plain, list):
            return plain
        tag, items = plain[0], plain[1:]
        if tag == _DICT:
            return {self._read(key): self._read(item) for key, item in items}
        values = map(self._read, items)
        if tag == _FROZENSET:
            return frozenset(values)
        if tag == _SET:
            return set(values)
        return tuple(values) if tag == _TUPLE else self._kinds[tag[1:]](*values)
