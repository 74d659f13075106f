"""`farspeaker import`: a game from a file."""

from pathlib import Path
from typing import Annotated

import typer

from bot.commands.common import Database, address_of, run
from bot.commands.verify import checked


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("import")
    def import_(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="What `farspeaker export` wrote.")],
        name: Annotated[str, typer.Option(help="What the game shall be called.")] = "",
        database: Database = "",
    ) -> None:
        """Keep a game from a file, after checking every byte of it.

        A game that is not over can be looked at and not gone on with: the seed of its dice stays where it
        was.
        """
        from bot.archive import import_game
        from bot.referee import Referee
        from bot.store.store import Store

        export, _ = checked(file)

        async def work() -> str:
            async with await Store.open(address_of(database)) as store:
                return await import_game(Referee(store), export, name)

        typer.echo(f"{len(export.entries)} entries imported as {run(work)}.")
