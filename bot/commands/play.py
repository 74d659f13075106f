"""`farspeaker play`: a game in the terminal."""

from typing import Annotated

import typer

from bot.commands.common import Database


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("play")
    def play(
        game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which game, by its key.")] = "",
        seat: Annotated[str, typer.Option(help="Your side, as the game calls it.")] = "",
        opponent: Annotated[
            str, typer.Option(help="computer, one of its players by name, or human (two at one keyboard).")
        ] = "",
        scenario: Annotated[str, typer.Option(help="Which scenario, in a game that has several.")] = "",
        new: Annotated[bool, typer.Option("--new", help="A new game, also if one is under way.")] = False,
        resume: Annotated[str, typer.Option(metavar="ID", help="Carry on this game.")] = "",
        word: Annotated[str, typer.Option(help="A word of yours for the dice.")] = "",
        seed: Annotated[
            str, typer.Option(help="Make seed and computer from these words: the same game again.")
        ] = "",
        database: Database = "",
    ) -> None:
        """Play a game in the terminal, against the computer or with a friend."""
        from bot.commands.common import run
        from bot.terminal.start import Wishes, start

        wishes = Wishes(game, seat, opponent, scenario, new, resume, word, seed, database)
        wishes.check()
        run(lambda: start(wishes))
