"""Structured logs on standard error, without secrets."""

import logging
import re
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any

import structlog

_SECRET = re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")
_PASSWORD = re.compile(r"(://[^:/@\s]+:)[^@\s]+@")
_TOKENS = re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s?]+")


def without_secrets(text: str) -> str:
    """A text with every bot token, interaction token and database password blotted out."""
    text = _SECRET.sub("[token]", text)
    text = _PASSWORD.sub(r"\1***@", text)
    return _TOKENS.sub(r"/\1/\2/[token]", text)


def where(error: BaseException) -> str:
    """Where something went wrong and of what kind it was; not its words, which may hold a game's secrets."""
    return "".join((*traceback.format_tb(error.__traceback__), type(error).__name__))


def _blot(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = without_secrets(value)
    return event


def set_up(level: str = "INFO") -> None:
    """Begin to log."""
    number = getattr(logging, level)
    stamped = structlog.processors.TimeStamper(fmt="iso", utc=True)
    shared: list[Any] = [structlog.stdlib.add_log_level, structlog.stdlib.add_logger_name, stamped]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _blot,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(number)
    logging.getLogger("discord").setLevel(max(number, logging.INFO))
