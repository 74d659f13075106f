"""Another process's writing is noticed, and letting go of the file is safe at any moment."""

import sqlite3
import threading
from pathlib import Path

from bot.store.watching import FileWatch


def written(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS marks (mark INTEGER)")
        connection.execute("INSERT INTO marks VALUES (1)")
    connection.close()


def test_a_change_is_seen_once(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    written(file)
    watch = FileWatch(file)
    assert not watch.changed()
    written(file)
    assert watch.changed()
    assert not watch.changed()
    watch.close()
    assert watch.changed(), "it cannot tell any more, so everybody had better look"


def test_it_may_be_closed_while_somebody_looks(tmp_path: Path) -> None:
    """This used to bring the whole process down."""
    file = tmp_path / "games.sqlite3"
    written(file)
    for _ in range(50):
        watch = FileWatch(file)
        begun = threading.Event()

        def look(watch: FileWatch = watch, begun: threading.Event = begun) -> None:
            for _ in range(200):
                watch.changed()
                begun.set()

        looking = threading.Thread(target=look)
        looking.start()
        begun.wait()
        watch.close()
        looking.join()
