"""Bringing a database to the present version; run at every start."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.errors import UserError

_FOLDER = Path(__file__).parent / "migrations"
_LOCK = 0x46415253  # any number that nobody else uses: PostgreSQL's advisory locks are numbers


def config() -> Config:
    """Alembic's settings; there is no alembic.ini, everything is in the package."""
    settings = Config()
    settings.set_main_option("script_location", str(_FOLDER))
    return settings


def versions() -> list[str]:
    """Every version there was, oldest first."""
    scripts = ScriptDirectory.from_config(config())
    return [script.revision for script in reversed(list(scripts.walk_revisions()))]


async def upgrade(url: str, to: str = "head", *, busy: float = 5.0) -> str | None:
    """Bring the database to a version; the version it had. Two processes may try at once."""
    is_sqlite = url.startswith("sqlite")
    engine = create_async_engine(url, poolclass=NullPool, connect_args={"timeout": busy})
    if is_sqlite:
        # Python's driver would leave tables half-changed: it begins no transaction for them by itself.
        event.listen(engine.sync_engine, "connect", _no_hidden_transactions)
        event.listen(engine.sync_engine, "begin", _begin_immediate)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(_upgrade, to)
    finally:
        await engine.dispose()


def _no_hidden_transactions(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _upgrade(connection: Connection, to: str) -> str | None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    before = MigrationContext.configure(connection).get_current_revision()
    if before is not None and before not in versions():
        raise UserError(
            f"This database was written by a newer Farspeaker (tables of version {before}); please update."
        )
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, to)
    return before
