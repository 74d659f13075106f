"""What a player can do right now, with an example of each."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bot.examples import example
from bot.referee import Referee
from engine.kernel.orders import Grammar
from engine.kernel.seats import Seat

COMMANDS: Final = (
    ("help", "what you can do now; help move explains one order"),
    ("board", "the whole board; with the name of a part of it, that part"),
    ("where", "your pieces; with the name of a piece or a place, where and what that is"),
    ("dossier", "what you know that others may not"),
    ("rules", "the rules: rules 3.1, rules movement"),
    ("history", "what has happened; history 100 goes further back"),
    ("default", "take the answer that is proposed"),
    ("undo", "take back your last order, as long as no die has been rolled"),
    ("word", "add a word of your own to the dice: word swordfish"),
    ("save", "say where the game is kept (it is kept after every order)"),
    ("quit", "leave; the game carries on next time"),
)
"""What can be typed besides orders."""


async def overview(referee: Referee, game: str, seat: Seat, grammar: Grammar) -> RenderableType:
    """Every order that is possible now, then the commands."""
    table = Table.grid(padding=(0, 2, 0, 1))
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for way in await referee.complete(game, seat, "", limit=40):
        words = Text(grammar.orders[way.label].GIST)
        shown = await example(referee, game, seat, way.label)
        if shown and shown != way.label:
            words.append(f"\n{shown}", style="cyan")
        table.add_row(way.label, words)
    commands = Table.grid(padding=(0, 2, 0, 1))
    commands.add_column(no_wrap=True, style="bold")
    commands.add_column(style="dim")
    for name, gist in COMMANDS:
        commands.add_row(name, gist)
    return Group(
        Text("Orders you can give now", style="bold underline"),
        table,
        Text(""),
        Text("At any time", style="bold underline"),
        commands,
        Text("Tab puts an order together word by word; the arrow keys choose.", style="dim"),
    )


async def about(
    referee: Referee, game: str, seat: Seat, grammar: Grammar, words: str
) -> RenderableType | None:
    """One order or command in full; None when there is none of that name."""
    for name, gist in COMMANDS:
        if words.casefold() == name and name not in grammar.orders:
            return Text(f"{name}: {gist}.")
    found = grammar.verb(words)
    if found is None:
        return None
    verb = found[0]
    order = grammar.orders[verb]
    lines: list[Text] = [Text.assemble((verb, "bold"), f": {order.GIST}."), Text(grammar.usage(order))]
    possible = {way.label for way in await referee.complete(game, seat, "", limit=60)}
    if verb not in possible:
        lines.append(Text("It is not possible right now.", style="dim"))
    else:
        lines += [Text(f"  {line}", style="cyan") for line in await _examples(referee, game, seat, verb)]
    return Group(*lines)


async def _examples(referee: Referee, game: str, seat: Seat, verb: str) -> Sequence[str]:
    shown = []
    for way in await referee.complete(game, seat, verb, limit=4):
        line = way.line if way.done else await example(referee, game, seat, way.line)
        if line and line not in shown:
            shown.append(line)
        longer = await referee.complete(game, seat, line, limit=2) if line else ()
        shown += [more.line for more in longer[1:] if more.done and more.line not in shown]
    return shown[:5]
