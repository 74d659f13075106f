"""`farspeaker verify`: does a log tell the truth?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands.common import progress_bar
from bot.errors import UserError

if TYPE_CHECKING:
    from bot.exports import Export
    from engine.kernel.verifying import Verified


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("verify")
    def verify(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="What `farspeaker export` wrote.")],
    ) -> None:
        """Check a log: every hash, every die, every position. Names the first entry that lies."""
        from rich.console import Console
        from rich.table import Table

        export, found = checked(file)
        table = Table(show_header=False, box=None)
        rows = [
            ("game", export.key),
            (
                "data",
                f"{export.content[:16]}…  the same as here" if len(export.content) > 16 else export.content,
            ),
            ("entries", f"{found.entries}  numbered, chained and digested as they should be"),
        ]
        if export.sealed:
            rows.append(("sealed", "the game goes on: dice and positions can be checked when it is over"))
        else:
            rows.append(("orders", f"{found.rejudged}  judged again, with the same {found.events} events"))
            if found.dice_checked:
                rows.append(("dice", f"{found.draws}  derived again from the seed and the players' words"))
            else:
                rows.append(("dice", f"{found.draws}  as the rules ask; the seed is not revealed yet"))
        rows.append(("head", found.head))
        for key, words in rows:
            table.add_row(f"[bold]{key}[/]", words)
        console = Console()
        console.print(table)
        console.print("[green]This log holds.[/]")


def checked(file: Path) -> tuple["Export", "Verified"]:
    """What a file holds, once all of it was checked. Raises `UserError` naming the first entry that lies."""
    from bot import games
    from bot.exports import read, verify_file
    from engine.kernel.errors import BrokenLog

    try:
        data = file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}.") from None
    try:
        with progress_bar() as bar:
            task = bar.add_task("judging again", total=len(read(data).entries))
            return verify_file(data, games.game, lambda seq: bar.update(task, completed=seq + 1))
    except BrokenLog as broken:
        raise UserError(f"This log does not hold: {broken}.") from None
