"""`farspeaker backup`: a copy of the database while the bot runs."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from bot.commands.common import Database, address_of, progress_bar
from bot.errors import UserError

PAGES = 256
"""Pages copied at a time; in between, orders are written as usual."""


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("backup")
    def backup(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy shall be.")],
        database: Database = "",
        force: Annotated[bool, typer.Option("--force", help="Overwrite an older copy.")] = False,
    ) -> None:
        """Copy the database, all of it as of one moment, while the bot runs. Keep the copy safe: seeds are
        in it."""
        from bot.store.address import sqlite_file

        source = sqlite_file(address_of(database))
        if source is None:
            raise UserError("The games are on a PostgreSQL server; please use pg_dump for a backup.")
        if not source.exists():
            raise UserError(f"There are no games yet: {source} does not exist.")
        if file.exists() and not force:
            raise UserError(f"{file} is there already; --force overwrites it.")
        copy_database(source, file)
        typer.echo(f"{file.stat().st_size} bytes copied to {file}.")


def copy_database(source: Path, target: Path) -> None:
    """Copy a SQLite database by its online backup, check the copy, and only then give it its name."""
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(partial)) as new,
            progress_bar() as bar,
        ):
            partial.chmod(0o600)
            task = bar.add_task("copying pages", total=None)
            old.backup(
                new,
                pages=PAGES,
                progress=lambda _, left, total: bar.update(task, total=total, completed=total - left),
                sleep=0.01,
            )
            (found,) = new.execute("PRAGMA quick_check").fetchone()
            if found != "ok":
                raise UserError(f"The copy is damaged ({found}); nothing was written.")
        partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise UserError(f"The copy could not be made: {error}.") from None
    finally:
        partial.unlink(missing_ok=True)
