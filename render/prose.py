"""Words for a terminal that any game's scribe may use."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text


def hanging(lead: str, text: Text, indent: int, style: str = "dim") -> RenderableType:
    """Text behind a lead, its further lines indented."""
    table = Table.grid(padding=0)
    table.add_column(width=indent, no_wrap=True)
    table.add_column()
    table.add_row(Text(lead, style=style), text)
    return table
