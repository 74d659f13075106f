"""What a reply is made of. All text is plain; a door escapes it and adds markup by the style of a line."""

from dataclasses import dataclass, field, replace
from typing import Any, Final

STRONG: Final = "strong"
DIM: Final = "dim"
CODE: Final = "code"
ITEM: Final = "item"
TABLE: Final = "table"
"""Styles of a line: emphasised; an aside; something to be typed; one of a list; columns that line up."""

PRIMARY, SECONDARY, SUCCESS, DANGER = "primary", "secondary", "success", "danger"
"""How a button looks."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who speaks: a door's name for him, what he is called, where he speaks, what he may do there."""

    door: str
    handle: str
    name: str
    server: str = ""
    manages: bool = False
    """Whether he looks after that server."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text. `at` is a moment (seconds since 1970) shown after it in the reader's own time."""

    text: str
    style: str = ""
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines under a heading."""

    lines: tuple[Line, ...] = ()
    title: str = ""
    tone: str = ""
    """"" for plain, "good", "bad" or "quiet"."""


@dataclass(frozen=True, slots=True)
class Action:
    """A button: what it does is its name and arguments and nothing else."""

    name: str
    args: tuple[str, ...]
    label: str
    look: str = SECONDARY
    form: bool = False
    """Whether pressing it opens a form (`Form` of the same name and arguments)."""
    url: str = ""
    """For a button that only leads to a page elsewhere."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a menu."""

    value: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """Pick one; the value comes back with the action."""

    name: str
    args: tuple[str, ...]
    hint: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture by description: what is drawn, from whose View, and the same in words."""

    kind: str
    key: str
    view: Any
    alt: str
    caption: str = ""
    size: str = ""
    theme: str = ""
    since: Any = None
    """The View from which on changes are marked, and the public events since; where they are to be."""
    events: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class File:
    """Something to be kept."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one person (or a public card or report)."""

    blocks: tuple[Block, ...] = ()
    actions: tuple[Action, ...] = ()
    menu: Menu | None = None
    draft: str = ""
    pictures: tuple[Picture, ...] = ()
    files: tuple[File, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)
    """For the door: `game` where the reply is about one, and what else a command names."""

    def led_by(self, block: Block) -> "Reply":
        """The same with a block before the others."""
        return replace(self, blocks=(block, *self.blocks))

    @property
    def text(self) -> str:
        """All its words, for logs of tests and for doors that know no more than text."""
        parts = []
        for block in self.blocks:
            parts += [block.title] if block.title else []
            parts += [line.text for line in block.lines]
        return "\n".join(parts)


def say(*lines: str | Line, title: str = "", tone: str = "") -> Block:
    """A block from lines."""
    return Block(tuple(line if isinstance(line, Line) else Line(line) for line in lines), title, tone)


def plain(*lines: str | Line, title: str = "", tone: str = "", **more: Any) -> Reply:
    """A reply of one block."""
    return Reply((say(*lines, title=title, tone=tone),), **more)
