"""Tables and notes of a scribe, for a terminal."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from render.kinds import Meter, Notes, Table


def _cell(cell: str | Meter) -> str:
    return f"{cell.value} of {cell.most}" if isinstance(cell, Meter) else cell


def _grid(table: Table) -> Grid:
    grid = Grid(title=table.title, title_justify="left", title_style="bold", show_header=bool(table.head))
    width = max((len(table.head), *(len(row) for row in table.rows)))
    for at in range(width):
        grid.add_column(Text(table.head[at]) if at < len(table.head) else "")
    for row in table.rows:
        grid.add_row(*(Text(_cell(cell)) for cell in row))
    return grid


def _notes(notes: Notes) -> Group:
    title = [Text(notes.title, style="bold")] if notes.title else []
    return Group(*title, *(Text(line) for line in notes.lines))


def sheets(parts: Iterable[Table | Notes]) -> RenderableType:
    """Everything below one another."""
    return Group(*(_grid(part) if isinstance(part, Table) else _notes(part) for part in parts))
