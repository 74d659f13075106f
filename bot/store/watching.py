"""Whether somebody has written to a SQLite file, be it another process: SQLite itself keeps count of that."""

import sqlite3
import threading
from pathlib import Path


class FileWatch:
    """Remembers how a file was when it was last looked at."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(
            f"{file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
        # Whoever glances from a thread may be called off at any moment, and SQLite dies when a connection is
        # closed under a statement: closing waits for it.
        self._lock = threading.Lock()
        self._seen = self._version()

    def _version(self) -> int | None:
        with self._lock:
            try:
                return int(self._connection.execute("PRAGMA data_version").fetchone()[0])
            except sqlite3.Error:
                return None

    def changed(self) -> bool:
        """Whether anything was written since the last look; also when the file cannot tell just now."""
        now = self._version()
        known, self._seen = self._seen, now
        return now is None or now != known

    def close(self) -> None:
        """Let go of the file; from then on it cannot tell."""
        with self._lock:
            self._connection.close()
