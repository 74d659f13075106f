"""Where the store is: what people write in `DATABASE_URL`, and what the drivers want to read."""

from collections.abc import Mapping
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import UserError

DEFAULT_FOLDER = "var"
DEFAULT_FILE = "farspeaker.sqlite3"

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


def database_url(environment: Mapping[str, str]) -> str:
    """`DATABASE_URL`, or a SQLite file in `FARSPEAKER_DATA` (by default the folder `var`)."""
    named = environment.get("DATABASE_URL", "").strip()
    if named:
        return str_of(driver_url(named))
    folder = Path(environment.get("FARSPEAKER_DATA", "").strip() or DEFAULT_FOLDER)
    return str_of(URL.create("sqlite+aiosqlite", database=str(folder.absolute() / DEFAULT_FILE)))


def driver_url(text: str) -> URL:
    """The address with the driver that serves it. Raises `UserError` for a database we do not speak to."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise UserError(
            "DATABASE_URL is no address of a database; write sqlite:///FILE or postgresql://USER@HOST/NAME."
        ) from None
    driver = _DRIVERS.get(url.drivername.split("+", 1)[0])
    if driver is None:
        raise UserError(
            f"DATABASE_URL names {url.drivername}; Farspeaker keeps its games in SQLite or PostgreSQL."
        )
    if driver.startswith("sqlite") and not url.database:
        raise UserError("DATABASE_URL names no file; write sqlite:///FILE.")
    return url.set(drivername=driver)


def str_of(url: URL) -> str:
    """The whole address, password and all; never to be shown."""
    return url.render_as_string(hide_password=False)


def shown(text: str) -> str:
    """The address as it may be shown."""
    return make_url(text).render_as_string(hide_password=True)


def sqlite_file(text: str) -> Path | None:
    """The file, where the address names one."""
    url = make_url(text)
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None
