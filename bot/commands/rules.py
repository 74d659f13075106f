"""`farspeaker rules`: read the rules reference by number or by word."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from engine.kernel.rulebook import Rule, Rulebook

#: So many hits are shown in full; the rest are named.
SHOWN = 8
NAMED = 12


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("rules")
    def rules(
        query: Annotated[
            list[str] | None,
            typer.Argument(metavar="[QUERY]...", help="A number (3, 3.1, 3.1.2) or words (movement)."),
        ] = None,
        game: Annotated[str, typer.Option("--game", metavar="KEY", help="Of which game.")] = "",
    ) -> None:
        """Look up the rules of a game."""
        from rich.console import Console

        from bot import games

        answer(game or games.default(), " ".join(query or ()).strip(), Console(highlight=False))


def answer(key: str, query: str, console: "Console") -> None:
    """Write what the reference of a game says about a number or about words. Raises `UserError`."""
    from bot import games
    from bot.rulebooks import look_up, reference

    book = reference(games.game(key).key)
    if not query:
        _contents(book, console)
        return
    found = look_up(book, query)
    number = query.rstrip(".")
    if number in book.titles:
        _section(book, number, found, console)
        return
    for rule in found[:SHOWN]:
        _show(rule, console)
    more = found[SHOWN : SHOWN + NAMED]
    if more:
        rest = len(found) - SHOWN - len(more)
        names = "; ".join(f"{rule.number} {rule.title}" for rule in more)
        console.print(f"Also: {names}{f'; and {rest} more' if rest > 0 else ''}.", style="dim", markup=False)


def _section(book: "Rulebook", number: str, rules: "Sequence[Rule]", console: "Console") -> None:
    """A chapter or section, whole, under its headings."""
    if "." in number:
        _heading(book, number, console)
    for rule in rules:
        section = rule.number.rpartition(".")[0]
        if "." not in number and rule.number == f"{section}.1":
            _heading(book, section, console)
        _show(rule, console)


def _contents(book: "Rulebook", console: "Console") -> None:
    from rich.text import Text

    for number, title in book.titles.items():
        if "." in number:
            console.print(Text(f"  {number:<5} {title}"))
        else:
            console.print(Text(f"{number:<3} {title}", style="bold"))
    console.print("\nRead on with a number (rules 3.1, rules 3.1.2) or words (rules moving).", markup=False)


def _heading(book: "Rulebook", section: str, console: "Console") -> None:
    from rich.text import Text

    chapter = section.partition(".")[0]
    console.print(Text(f"{section} {book.titles[chapter]}: {book.titles[section]}", style="bold underline"))
    console.print()


def _show(rule: "Rule", console: "Console") -> None:
    from rich.padding import Padding
    from rich.text import Text

    head = Text.assemble((f"{rule.number} ", "bold cyan"), (rule.title, "bold"))
    if rule.kind == "ruling":
        head.append("  our ruling", style="italic dim")
    console.print(head)
    body = Text(rule.text)
    if rule.see:
        body.append(f" (See {', '.join(rule.see)}.)", style="dim")
    console.print(Padding(body, (0, 0, 1, 2), expand=False))
