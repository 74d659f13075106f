"""`farspeaker games`: what is stored."""

import json
from datetime import UTC, datetime
from typing import Annotated

import typer

from bot.commands.common import Database, opened, run


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("games")
    def games(
        database: Database = "",
        stage: Annotated[str, typer.Option(help="Only those: gathering, playing, over or archive.")] = "",
        as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    ) -> None:
        """List the games that are stored."""

        async def work() -> list[dict[str, object]]:
            async with opened(database) as referee:
                counts = await referee.store.counts()
                rows = await referee.store.games(stage=stage or None)
                return [
                    {
                        "game": row.id,
                        "name": row.name,
                        "rules": row.key,
                        "stage": row.stage,
                        "frozen": row.frozen,
                        "entries": counts.get(row.id, 0),
                        "begun": datetime.fromtimestamp(row.begun, UTC).strftime("%Y-%m-%d %H:%M"),
                    }
                    for row in rows
                ]

        found = run(work)
        if as_json:
            typer.echo(json.dumps(found, ensure_ascii=False, indent=2))
            return
        _table(found)


def _table(found: list[dict[str, object]]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    if not found:
        typer.echo("There are no such games.")
        return
    table = Table("game", "name", "rules", "stage", "entries", "begun (UTC)")
    for row in found:
        stage = f"[red]frozen[/] ({row['stage']})" if row["frozen"] else str(row["stage"])
        cells = (row["game"], row["name"], row["rules"], stage, row["entries"], row["begun"])
        table.add_row(*(cell if cell is stage else escape(str(cell)) for cell in cells))
    Console().print(table)
