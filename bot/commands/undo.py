"""`farspeaker undo`: the host takes a game back, and says why."""

from typing import Annotated

import typer

from bot.commands.common import Database, GameName, opened, run
from bot.errors import UserError


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("undo")
    def undo(
        game: GameName,
        to: Annotated[
            int | None, typer.Option(metavar="SEQ", help="Go back to the position after it.")
        ] = None,
        reason: Annotated[str, typer.Option(help="Shown to the players, and kept in the log.")] = "",
        database: Database = "",
    ) -> None:
        """Go back to an earlier position. Without --to, list the entries one can go back to."""
        from bot.answers import Answer
        from engine.kernel.seats import SPECTATOR  # the host may be playing himself

        async def work() -> Answer | list[tuple[int, str, str]]:
            async with opened(database) as referee:
                if to is not None:
                    return await referee.rewind(game, to, reason)
                record = (await referee.readable(game)).record
                marks = {mark.seq for mark in record.marks[:-1]} if record is not None else set()
                told = await referee.history(game, SPECTATOR)
                return [(one.seq, one.at, one.by or "referee") for one in told if one.seq in marks]

        done = run(work)
        if isinstance(done, list):
            for seq, at, by in done[-20:]:
                typer.echo(f"{seq:>5}  {at}  {by}")
            typer.echo("Go back with: farspeaker undo GAME --to SEQ --reason TEXT", err=True)
        elif done.ok:
            typer.echo(" ".join(done.lines))
        else:
            raise UserError(done.reason)
