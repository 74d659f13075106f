"""`farspeaker pack`: check a data pack, and look at what is in one."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from engine.high_crusade.pack import Column, Pack
    from engine.high_crusade.pack_stats import Losses
    from engine.kernel.figures import PackError


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    group = typer.Typer(help="Check and show data packs.", no_args_is_help=True)

    @group.command("check")
    def check(
        directory: Annotated[Path, typer.Argument(metavar="DIR", help="The directory of the pack.")],
    ) -> None:
        """Check a pack: every fault with its file, line, key and reason."""
        from rich.console import Console

        from engine.kernel.figures import PackError

        if not directory.is_dir():
            raise UserError(f"There is no directory {directory}.")
        from bot.packs import load_dir

        try:
            pack = load_dir(directory)
        except PackError as error:
            faults(error, directory, Console(highlight=False))
            raise typer.Exit(1) from None
        summary(pack, Console(highlight=False))

    @group.command("show")
    def show(
        directory: Annotated[
            Path | None,
            typer.Argument(metavar="[DIR]", help="The directory of a pack; our own edition when left out."),
        ] = None,
    ) -> None:
        """Show a pack: planets, who reaches whom, what the combat tables are worth."""
        from rich.console import Console

        from bot.packs import load_builtin, load_dir
        from engine.kernel.figures import PackError

        if directory is not None and not directory.is_dir():
            raise UserError(f"There is no directory {directory}.")
        console = Console(highlight=False)
        try:
            pack = load_builtin() if directory is None else load_dir(directory)
        except PackError as error:
            faults(error, directory or Path("."), console)
            raise typer.Exit(1) from None
        summary(pack, console)
        planets(pack, console)
        reachability(pack, console)
        tables(pack, console)

    app.add_typer(group, name="pack")


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


def summary(pack: "Pack", console: "Console") -> None:
    """Write what a good pack is and holds."""
    from collections import Counter

    console.print(f"[bold]{pack.name}[/bold], {pack.edition}: a good pack.")
    origins = Counter(pack.provenance.values())
    console.print(
        f"{pack.grid.cols} by {pack.grid.rows} hexes, {len(pack.zones)} zones, {len(pack.planets)} planets, "
        f"{sum(p.thrall_box for p in pack.planets.values())} Thrall boxes, {len(pack.faces)} Thrall Races, "
        f"{len(pack.leaders)} leaders."
    )
    console.print(
        f"{sum(origins.values())} figures: "
        + ", ".join(f"{origins[origin]} {origin}" for origin in ("printed", "inferred", "ours"))
        + "."
    )
    console.print(f"hash {pack.hash}", soft_wrap=True)


def planets(pack: "Pack", console: "Console") -> None:
    """Write the planets, zone by zone."""
    from rich.table import Table

    table = Table(title="Planets", title_justify="left")
    for heading in ("planet", "zone", "land", "terrain", "fort", "box", "home of"):
        table.add_column(heading)
    for zone in pack.zones.values():
        for name in zone.planets:
            planet = pack.planets[name]
            table.add_row(
                f"[bold]{name}[/bold]" if planet.capital else name,
                zone.name,
                " ".join(pack.grid.name(at) for at in planet.hexes),
                planet.terrain_label,
                planet.fort or "",
                "yes" if planet.thrall_box else "",
                planet.home_of or "",
            )
        table.add_section()
    console.print(table)


def reachability(pack: "Pack", console: "Console") -> None:
    """Write who reaches whom in one move, and how far everything is from the Crusaders' home."""
    from rich.table import Table

    from engine.high_crusade.pack_stats import reach

    ranges = sorted({pack.default_range, *pack.ranges.values()})
    reaches = [reach(pack, range_) for range_ in ranges]
    table = Table(title="In reach", title_justify="left")
    table.add_column("planet")
    for found in reaches:
        table.add_column(f"moves at {found.range}", justify="right")
    table.add_column(f"in one move of {ranges[0]} hexes")
    for name in pack.planets:
        near = ", ".join(f"{other} {pack.planet_distance(name, other)}" for other in reaches[0].links[name])
        table.add_row(name, *(str(found.hops.get(name, "-")) for found in reaches), near)
    console.print(table)
    for found in reaches:
        console.print(
            f"Range {found.range}: {found.degree:.1f} planets in reach on the average; "
            f"{pack.imperial_capital} is {found.hops.get(pack.imperial_capital, '-')} moves "
            f"from {pack.crusader_home}."
        )


def tables(pack: "Pack", console: "Console") -> None:
    """Write what each column of the combat tables costs both sides on the average."""
    from engine.high_crusade import pack_stats

    columns = pack.crusader_table.columns
    _worth("Crusader fleets", columns, pack_stats.crusader_fleet_column, console)
    _worth("Crusader armies, ten against ten", columns, pack_stats.crusader_ground_column, console)
    _worth("Wersgorix, allies, forts", pack.wersgorix_table.columns, pack_stats.wersgorix_column, console)


def _worth(
    title: str,
    columns: "Iterable[Column[Any]]",
    worth: "Callable[[Column[Any]], Losses]",
    console: "Console",
) -> None:
    from rich.table import Table

    table = Table(title=f"Expected losses: {title}", title_justify="left")
    table.add_column("attacker less defender")
    table.add_column("attacker", justify="right")
    table.add_column("defender", justify="right")
    for column in columns:
        attacker, defender = worth(column)
        table.add_row(column.label, f"{float(attacker):.1f}", f"{float(defender):.1f}")
    console.print(table)
