"""Asking whether something is refused."""

from collections.abc import Callable
from typing import Any

from engine.kernel.errors import IllegalOrder


def refusal_of(attempt: Callable[[], Any]) -> IllegalOrder | None:
    """The refusal that an attempt meets with, or None. Any other exception goes through."""
    try:
        attempt()
    except IllegalOrder as refusal:
        return refusal
    return None
