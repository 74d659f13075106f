"""What can go wrong between the referee and its disk, put into the two words that matter."""

import sqlite3

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class Conflict(Exception):
    """Somebody else wrote this row first. Look at the new position and try again."""


class NotRecorded(Exception):
    """Nothing was written. The text says why, for people.

    `sure` is False in the one case in which that cannot be known: the connection broke while the server was
    committing.
    """

    def __init__(self, reason: str, *, sure: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        self.sure = sure


_SQLITE = (
    ("locked", "the database is locked by another program"),
    ("busy", "the database is locked by another program"),
    ("full", "the disk is full"),
    ("readonly", "the database file is read-only"),
    ("read-only", "the database file is read-only"),
    ("attempt to write a readonly", "the database file is read-only"),
    ("unable to open", "the database file cannot be opened"),
    ("disk i/o", "the disk failed"),
    ("malformed", "the database file is damaged"),
)


def judged(error: BaseException, *, committing: bool = False) -> Conflict | NotRecorded | None:
    """What an exception of a database means, or None when it is none of a database."""
    if isinstance(error, Conflict | NotRecorded):
        return error
    if isinstance(error, IntegrityError | sqlite3.IntegrityError):
        return Conflict(str(error))
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, sqlite3.Error):
        said = str(cause).casefold()
        for part, reason in _SQLITE:
            if part in said:
                return NotRecorded(reason)
        return NotRecorded(f"the database refused ({cause})")
    if isinstance(error, DBAPIError | PoolTimeout | OSError | TimeoutError):
        return NotRecorded("the database server cannot be reached", sure=not committing)
    # asyncpg speaks for itself where SQLAlchemy does not wrap it (while it connects, for one)
    if type(error).__module__.startswith("asyncpg"):
        return NotRecorded("the database server cannot be reached", sure=not committing)
    return None
