"""`farspeaker pack`: check the figures a game plays by, and look at them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from engine.kernel.figures import PackError
    from engine.kernel.game import Game

Which = Annotated[
    str, typer.Option("--game", metavar="KEY", help="Whose pack it is; else as its files look.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    group = typer.Typer(help="Check and show data packs.", no_args_is_help=True)

    @group.command("check")
    def check(
        directory: Annotated[Path, typer.Argument(metavar="DIR", help="The directory of the pack.")],
        game: Which = "",
    ) -> None:
        """Check a pack: every fault with its file, line, key and reason."""
        from rich.console import Console

        console = Console(highlight=False)
        summary(*_read(directory, game, console), console)

    @group.command("show")
    def show(
        directory: Annotated[
            Path | None,
            typer.Argument(metavar="[DIR]", help="The directory of a pack; our own edition when left out."),
        ] = None,
        game: Which = "",
    ) -> None:
        """Show a pack: what is in it, and what that is worth."""
        from rich.console import Console

        from bot.sheets import sheets
        from render import edition, has_edition

        console = Console(highlight=False)
        key, rules = _read(directory, game, console)
        summary(key, rules, console)
        if has_edition(key):
            console.print(sheets(edition(key).tables(rules)))

    app.add_typer(group, name="pack")


def _read(directory: Path | None, key: str, console: "Console") -> "tuple[str, Game[Any]]":
    from bot import games, packs
    from engine.kernel.figures import PackError

    if directory is None:
        key = key or games.default()
        return key, games.game(key)
    if not directory.is_dir():
        raise UserError(f"There is no directory {directory}.")
    key = key or games.whose(directory)
    try:
        return key, packs.game_in(directory, games.box(key))
    except PackError as error:
        faults(error, directory, console)
        raise typer.Exit(1) from None


def faults(error: "PackError", directory: Path, console: "Console") -> None:
    """Write every fault, file by file, in lines that an editor can jump to."""
    from rich.text import Text

    for fault in error.faults:
        place = f"{directory / fault.file}" + (f":{fault.line}" if fault.line else "")
        line = Text(place, style="cyan")
        line.append(": ")
        if fault.key:
            line.append(fault.key, style="bold").append(": ")
        line.append(fault.reason)
        console.print(line, soft_wrap=True)
    count = len(error.faults)
    console.print(f"{count} fault{'s' if count != 1 else ''}: this pack cannot be used.", style="red")


def summary(key: str, game: "Game[Any]", console: "Console") -> None:
    """Write what a good pack is and holds."""
    from render import edition, has_edition

    console.print(f"[bold]{game.title}[/bold]: a good pack.")
    for line in edition(key).summary(game) if has_edition(key) else ():
        console.print(line, markup=False)
    console.print(f"hash {game.content}", soft_wrap=True)
