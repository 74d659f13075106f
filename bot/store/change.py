"""A change to the store: everything that must happen together or not at all, as a value.

Because a change is data and not a session held open, a writer can put many of them into one commit, run one
again after a conflict, and do it all in one step in the thread that owns the file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable
from sqlmodel import SQLModel

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Insert:
    """Rows for one table. The keys of the first row are the columns."""

    table: type[SQLModel]
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Run:
    """Any other statement."""

    statement: Executable


@dataclass(frozen=True, slots=True)
class Require:
    """A row that must be there with these values, or the whole change is off as a conflict."""

    table: type[SQLModel]
    values: Row


@dataclass(slots=True)
class Change:
    """What is to be written in one transaction, in order."""

    steps: list[Insert | Run | Require] = field(default_factory=list)

    def insert(self, table: type[SQLModel], *rows: Row) -> "Change":
        """Add rows."""
        if rows:
            self.steps.append(Insert(table, rows))
        return self

    def run(self, statement: Executable) -> "Change":
        """Run a statement."""
        self.steps.append(Run(statement))
        return self

    def require(self, table: type[SQLModel], **values: Any) -> "Change":
        """Go on only if there is such a row."""
        self.steps.append(Require(table, values))
        return self
