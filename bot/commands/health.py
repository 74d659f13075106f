"""`farspeaker health`: does the running service live? For Docker's health check."""

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("health")
    def health(
        data: Annotated[
            str, typer.Option("--data", metavar="DIR", help="Else FARSPEAKER_DATA, else var/.")
        ] = "",
    ) -> None:
        """Exit with 0 when the service gave a sign of life within the last minute."""
        import os
        from pathlib import Path

        from bot.doors.discord.running import healthy
        from bot.store.address import DEFAULT_FOLDER

        folder = Path(data or os.environ.get("FARSPEAKER_DATA", "") or DEFAULT_FOLDER)
        alive = healthy(folder)
        typer.echo("The service is well." if alive else "The service gives no sign of life.")
        raise typer.Exit(0 if alive else 1)
