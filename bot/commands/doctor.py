"""`farspeaker doctor`: is every stored game as it should be?"""

from typing import Annotated

import typer

from bot.commands.common import Database, opened, progress_bar, run


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("doctor")
    def doctor(
        database: Database = "",
        mend: Annotated[
            bool, typer.Option("--mend", help="Delete snapshots that differ from their log.")
        ] = False,
    ) -> None:
        """Check every stored game from its first entry, and the database itself; names the broken ones."""
        from rich.console import Console
        from rich.markup import escape

        from bot.health import Finding, check_database, check_game, undelivered

        async def work() -> tuple[int, list[Finding], list[str], list[str]]:
            async with opened(database) as referee:
                rows = await referee.store.games()
                found: list[Finding] = []
                with progress_bar() as bar:
                    task = bar.add_task("checking games", total=len(rows))
                    for row in rows:
                        found += await check_game(referee.store, referee.rules, row, mend=mend)
                        bar.advance(task)
                return len(rows), found, await check_database(referee.store), await undelivered(referee.store)

        number, found, faults, notes = run(work)
        console = Console()
        for note in notes:
            console.print(f"[yellow]note[/]    {escape(note)}")
        for fault in faults:
            console.print(f"[red]broken[/]  {escape(fault)}")
        for finding in found:
            console.print(f"[red]broken[/]  {finding.game} ({escape(finding.name)}): {escape(finding.what)}")
        broken = len({finding.game for finding in found})
        if faults or found:
            console.print(f"{number} games checked, {broken} of them broken.")
            raise typer.Exit(1)
        console.print(f"[green]{number} games checked, all well.[/]")
