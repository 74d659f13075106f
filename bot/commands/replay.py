"""`farspeaker replay`: a game told from its first entry, for somebody's ears."""

from typing import Annotated

import typer

from bot.commands.common import Database, Eyes, GameName, opened, run, viewer_in


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("replay")
    def replay(
        game: GameName,
        eyes: Eyes = "spectator",
        since: Annotated[int, typer.Option("--from", metavar="SEQ", help="Begin with this entry.")] = 0,
        database: Database = "",
    ) -> None:
        """Tell a game from its log, entry by entry, as a viewer was told of it."""
        from bot.referee import Told

        async def work() -> list[Told]:
            async with opened(database) as referee:
                info = await referee.info(game)
                return await referee.history(game, viewer_in(referee, info.key, eyes), after=since - 1)

        from rich.console import Console
        from rich.text import Text

        console = Console()
        for told in run(work):
            head = f"{told.seq:>5}  {told.at}  {told.by or 'referee':<12} "
            lines = told.lines or (f"({told.kind})",)
            for place, line in enumerate(lines):
                console.print(Text(head if place == 0 else " " * len(head), style="dim") + Text(line))
