"""`farspeaker play`: a game in the terminal."""

from typing import Annotated

import typer

from bot.commands.common import Database
from bot.errors import UserError

SEATS = ("crusader", "wersgorix")
SCENARIOS = ("basic", "campaign")
OPPONENTS = ("random", "human")


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("play")
    def play(
        seat: Annotated[str, typer.Option(help="Your seat: crusader or wersgorix.")] = "",
        opponent: Annotated[
            str, typer.Option(help="random (the computer) or human (two at one keyboard).")
        ] = "",
        scenario: Annotated[str, typer.Option(help="basic (15 turns) or campaign (30 turns).")] = "",
        new: Annotated[bool, typer.Option("--new", help="A new game, also if one is under way.")] = False,
        game: Annotated[str, typer.Option(help="Carry on this game.")] = "",
        word: Annotated[str, typer.Option(help="A word of yours for the dice.")] = "",
        seed: Annotated[
            str, typer.Option(help="Make seed and computer from these words: the same game again.")
        ] = "",
        database: Database = "",
    ) -> None:
        """Play The High Crusade in the terminal, against the computer or with a friend."""
        from bot.commands.common import run
        from bot.terminal.start import Wishes, start

        for name, value, known in (
            ("--seat", seat, SEATS),
            ("--opponent", opponent, OPPONENTS),
            ("--scenario", scenario, SCENARIOS),
        ):
            if value and value not in known:
                raise UserError(f"{name} is one of {', '.join(known)}, not {value!r}.")
        wishes = Wishes(seat, opponent, scenario, new, game, word, seed, database)
        run(lambda: start(wishes))
