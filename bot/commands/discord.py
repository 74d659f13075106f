"""`farspeaker discord`: serve Discord. `farspeaker` alone does the same when a token is set."""

import typer


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("discord")
    def discord() -> None:
        """Referee games on Discord (DISCORD_TOKEN and the rest come from the environment or .env)."""
        serve()


def serve() -> None:
    """Read the configuration and serve until told to stop."""
    import asyncio

    from bot import config, logs
    from bot.doors.discord.running import run

    settings = config.read()
    logs.set_up(settings.level)
    asyncio.run(run(settings))
