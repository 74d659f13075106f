"""The command line: `farspeaker`. Subcommands live in `bot/commands`, one module each."""

import sys
from importlib import import_module, metadata
from typing import Annotated

import typer

from bot.errors import UserError

#: Names of modules in `bot.commands`; each has `register(app: typer.Typer) -> None` and imports lazily.
COMMANDS: tuple[str, ...] = (
    "pack",
    "rules",
    "play",
    "table",
    "discord",
    "health",
    "sim",
    "games",
    "show",
    "export",
    "import_",
    "verify",
    "replay",
    "render",
    "gallery",
    "undo",
    "backup",
    "doctor",
)

app = typer.Typer(
    name="farspeaker",
    help="A referee for slow games with secrets.",
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"farspeaker {metadata.version('farspeaker')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Say the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        _open_door()


def _open_door() -> None:
    """Discord where there is a token for it, else the table."""
    import os

    from dotenv import load_dotenv

    load_dotenv(".env")
    if os.environ.get("DISCORD_TOKEN", "").strip() and "discord" in COMMANDS:
        import_module("bot.commands.discord").serve()
    else:
        import_module("bot.commands.table").serve()


for _name in COMMANDS:
    import_module(f"bot.commands.{_name}").register(app)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; an expected error is one sentence on standard error."""
    try:
        app(args=arguments, prog_name="farspeaker")
    except UserError as error:
        typer.echo(str(error), err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.exit(1)


if __name__ == "__main__":
    main()
