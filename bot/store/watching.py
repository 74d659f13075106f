"""Whether somebody has written to a SQLite file, be it another process: SQLite itself keeps count of that."""

import sqlite3
from pathlib import Path


class FileWatch:
    """Remembers how a file was when it was last looked at."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(
            f"{file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
        self._seen = self._version()

    def _version(self) -> int | None:
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
        """Let go of the file."""
        self._connection.close()
