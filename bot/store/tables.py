"""The tables. Times are seconds since 1970 (UTC) unless they are part of the log.

Nothing here is updated for an ordinary order: an order only adds rows, and `(game, seq)` being unique decides
between two referees that both want to add the next one.
"""

from typing import Any, ClassVar

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel

GATHERING, PLAYING, OVER, ARCHIVE = "gathering", "playing", "over", "archive"
"""The stages of a game: seats are being filled; it is played; it has ended; it was imported to be read."""

DUE, DONE, PARKED, LOST = "due", "done", "parked", "lost"
"""What becomes of a message: it is owed; it was delivered; its address is gone; it could never be
rendered."""


class Player(SQLModel, table=True):
    """A person, known by the name that one door gives him: a Discord id, a seat link, a mail address."""

    __table_args__: ClassVar[Any] = (UniqueConstraint("door", "handle"),)

    id: str = Field(primary_key=True)
    door: str
    handle: str
    name: str
    joined: float


class GameRow(SQLModel, table=True):
    """One game. Its newest entry is not kept here: the log knows it."""

    __tablename__: ClassVar[Any] = "game"

    id: str = Field(primary_key=True)
    key: str
    name: str
    content: str
    commitment: str
    options: str
    stage: str = Field(index=True)
    frozen: str | None = None
    """Why nobody's orders are taken, where that is so."""
    server: str = Field(default="", index=True)
    """Where it is played: a Discord server, a table; "" where that does not matter."""
    admins: str = ""
    """The address that hears of trouble with this game."""
    begun: float = 0.0
    version: int = 0
    """Counts every change to this row, the seats and the listeners, so that nobody acts on old knowledge."""


class SeatRow(SQLModel, table=True):
    """A place at the table and who sits in it. `word` is what he gave for the dice before the start."""

    __tablename__: ClassVar[Any] = "seat"

    game: str = Field(primary_key=True, foreign_key="game.id")
    seat: str = Field(primary_key=True)
    player: str | None = Field(default=None, foreign_key="player.id", index=True)
    word: str = ""


class Listener(SQLModel, table=True):
    """An address that is told of a game, and with whose eyes it sees it."""

    game: str = Field(primary_key=True, foreign_key="game.id")
    address: str = Field(primary_key=True)
    viewer: str = Field(primary_key=True)


class EntryRow(SQLModel, table=True):
    """One entry of a log. `body` is the entry itself as one line of canonical JSON, and the only truth."""

    __tablename__: ClassVar[Any] = "entry"

    game: str = Field(primary_key=True, foreign_key="game.id")
    seq: int = Field(primary_key=True)
    kind: str
    body: str


class SeedRow(SQLModel, table=True):
    """The secret seed of a game's dice, apart from its log so that no export can pick it up by accident."""

    __tablename__: ClassVar[Any] = "seed"

    game: str = Field(primary_key=True, foreign_key="game.id")
    seed: str


class Snapshot(SQLModel, table=True):
    """A position that makes opening a game fast. May be deleted at any time."""

    game: str = Field(primary_key=True, foreign_key="game.id")
    seq: int
    hash: str
    """The hash of the entry it was taken after."""
    body: str
    digest: str


class Receipt(SQLModel, table=True):
    """The first answer to an interaction; a repeat of the interaction gets it again."""

    ref: str = Field(primary_key=True)
    game: str
    at: float
    answer: str


class UndoRequest(SQLModel, table=True):
    """A wish to go back that the other seats have yet to answer; at most one a game."""

    __tablename__: ClassVar[Any] = "undo_request"

    game: str = Field(primary_key=True, foreign_key="game.id")
    seat: str
    to: int
    head: int
    """The newest entry when it was asked; anything newer makes the request lapse."""
    agreed: str = ""
    """The seats that have agreed so far, one a line."""


class Message(SQLModel, table=True):
    """A message owed to somebody. It says what is to be told, not in what words: those come at delivery."""

    __tablename__: ClassVar[Any] = "outbox"
    __table_args__: ClassVar[Any] = (Index("outbox_lane", "state", "address", "id"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str = ""
    seq: int = -1
    address: str
    viewer: str
    topic: str
    data: str = "{}"
    nonce: str
    state: str = DUE
    at: float = 0.0
    """When it was written, and once it is delivered, when that was."""


class Destination(SQLModel, table=True):
    """An address that cannot be reached just now; the others have no row."""

    address: str = Field(primary_key=True)
    parked: str | None = None
    """Why nothing is sent there, where that is so."""
    failures: int = 0
    failing_since: float = 0.0
    next_try: float = 0.0


class Timer(SQLModel, table=True):
    """Something that is to happen at a time. Cancelled with the game's next step where `game` says so."""

    id: str = Field(primary_key=True)
    due: float = Field(index=True)
    kind: str
    game: str = Field(default="", index=True)
    data: str = "{}"


class Preference(SQLModel, table=True):
    """How a player likes things."""

    player: str = Field(primary_key=True, foreign_key="player.id")
    key: str = Field(primary_key=True)
    value: str


class Note(SQLModel, table=True):
    """Something a door has to remember; nothing that the games themselves depend on."""

    key: str = Field(primary_key=True)
    value: str
