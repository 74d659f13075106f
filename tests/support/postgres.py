"""A real PostgreSQL server for tests, started and ended by them, as an ordinary user on a socket of its
own."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from sqlmodel import SQLModel

import bot.store.tables  # noqa: F401  (fills the metadata)

UNPRIVILEGED = ("postgres", "nobody")


def binaries() -> Path | None:
    """The folder of the newest PostgreSQL there is."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"),
        key=lambda path: float(path.parts[-3]),
        reverse=True,
    )
    if found:
        return found[0].parent
    named = shutil.which("postgres")
    return Path(named).resolve().parent if named else None


class PostgresServer:
    """One server in a folder of its own; `stop` leaves nothing behind."""

    def __init__(self) -> None:
        folder = binaries()
        if folder is None:
            raise FileNotFoundError("PostgreSQL is not installed; run scripts/system-packages")
        self._bin = folder
        self.root = Path(tempfile.mkdtemp(prefix="farspeaker-pg-", dir="/tmp"))
        self._user = self._pick_user()
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        if self._user is not None:
            account = pwd.getpwnam(self._user)
            os.chown(self.root, account.pw_uid, account.pw_gid)
        self.root.chmod(0o755)
        self._run(
            "initdb", "-D", str(self.root / "data"), "-U", "referee", "-A", "trust", "--no-sync", "-E", "UTF8"
        )
        self.start()

    @staticmethod
    def _pick_user() -> str | None:
        """PostgreSQL refuses to run as root."""
        if os.geteuid() != 0:
            return None
        known = {entry.pw_name for entry in pwd.getpwall()}
        return next(name for name in UNPRIVILEGED if name in known)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._bin / program), *arguments],
            check=True,
            capture_output=True,
            user=self._user,
            cwd=self.root,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(self.root)},
        )

    def start(self) -> None:
        """Start, and return when it takes connections."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.root),
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "max_connections": "100",
            "shared_buffers": "16MB",
        }
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        self._process = subprocess.Popen(
            [str(self._bin / "postgres"), "-D", str(self.root / "data"), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._user,
            cwd=self.root,
            start_new_session=True,
        )
        deadline = time.monotonic() + 30
        while subprocess.run(
            [str(self._bin / "pg_isready"), "-q", "-h", str(self.root)], check=False, cwd=self.root
        ).returncode:
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL does not start")
            time.sleep(0.05)

    def crash(self) -> None:
        """End it at once, connections and all, as a power cut would."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGQUIT)
        self._process.wait()

    def stop(self) -> None:
        """End it and remove its files."""
        if self._process is not None and self._process.poll() is None:
            self.crash()
        shutil.rmtree(self.root, ignore_errors=True)

    def _psql(self, database: str, command: str) -> None:
        self._run("psql", "-h", str(self.root), "-U", "referee", "-d", database, "-q", "-c", command)

    def database(self) -> str:
        """A new database; its address."""
        self._databases += 1
        name = f"farspeaker_{self._databases}"
        self._psql("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def empty(self, url: str) -> str:
        """The same database with nothing in its tables, which is much quicker than a new one."""
        name = url.split("@/")[1].split("?")[0]
        self._psql(name, f"TRUNCATE {', '.join(table.name for table in SQLModel.metadata.sorted_tables)}")
        return url

    def url(self, name: str) -> str:
        return f"postgresql://referee@/{name}?host={self.root}"
