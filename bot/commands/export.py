"""`farspeaker export`: one game as one file."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.commands.common import Database, GameName, opened, run
from bot.errors import UserError


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("export")
    def export(
        game: GameName,
        output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE")] = None,
        full: Annotated[
            bool, typer.Option("--full", help="With the secrets of a game under way: for the host alone.")
        ] = False,
        database: Database = "",
    ) -> None:
        """Write a game into a file that anybody can verify.

        While the game goes on, what some may not know is left out (its digests stay, so that nobody can
        change it later), and the seed of the dice is in no file before the end.
        """
        from bot.archive import export_game
        from bot.exports import read

        async def work() -> bytes:
            async with opened(database) as referee:
                return await export_game(referee, game, full=full)

        data = run(work)
        written = read(data)
        target = output or Path(f"{game}.farspeaker.jsonl")
        if str(target) == "-":
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            try:
                target.write_bytes(data)
            except OSError as error:
                raise UserError(f"{target} cannot be written: {error.strerror}.") from None
            typer.echo(f"{len(written.entries)} entries written to {target}.", err=True)
        if full and not written.over:
            typer.secho(
                "This file holds the secrets of a game under way. Show it to none of its players.",
                fg="red",
                err=True,
            )
        elif written.sealed:
            typer.echo("What is secret until the end is left out of it.", err=True)
