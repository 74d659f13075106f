"""`farspeaker show`: one game, with somebody's eyes."""

import json
from typing import Annotated

import typer

from bot.commands.common import Database, Eyes, GameName, opened, run, viewer_in


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("show")
    def show(
        game: GameName,
        eyes: Eyes = "spectator",
        at: Annotated[
            int | None, typer.Option(help="The position after this entry; else the newest.")
        ] = None,
        database: Database = "",
        as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    ) -> None:
        """Show a game: who plays, what it waits for, and the position as a viewer sees it."""
        from engine.kernel.codec import plain_view

        async def work() -> dict[str, object]:
            async with opened(database) as referee:
                info = await referee.info(game)
                facts: dict[str, object] = {
                    "game": info.id,
                    "name": info.name,
                    "rules": info.key,
                    "stage": info.stage,
                    "frozen": info.frozen,
                    "commitment": info.commitment,
                    "seats": {seat.seat: seat.name for seat in info.seats},
                }
                if info.stage == "gathering":
                    return facts
                position = await referee.position(game, viewer_in(referee, info.key, eyes), at=at)
                outcome = position.outcome
                return facts | {
                    "entry": position.seq,
                    "turn": position.round,
                    "waits for": [f"{asked.seat}: {asked.prompt}" for asked in position.pending],
                    "outcome": None if outcome is None else outcome.reason,
                    "viewer": eyes,
                    "view": plain_view(position.view),
                }

        found = run(work)
        if as_json:
            typer.echo(json.dumps(found, ensure_ascii=False, indent=2))
            return
        _print(found)


def _print(found: dict[str, object]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.pretty import Pretty
    from rich.table import Table

    console = Console()
    table = Table(show_header=False, box=None)
    for key, value in found.items():
        if key == "view" or value is None or value == []:
            continue
        if isinstance(value, dict):
            words = ", ".join(f"{seat}: {name or 'nobody'}" for seat, name in value.items())
        elif isinstance(value, list):
            words = "\n".join(map(str, value))
        else:
            words = str(value)
        table.add_row(f"[bold]{key}[/]", escape(words))
    console.print(table)
    if "view" in found:
        console.print(Pretty(found["view"], expand_all=False))
