"""What the commands that work on stored games share."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from bot.errors import UserError

if TYPE_CHECKING:
    from rich.progress import Progress

    from bot.referee import Referee

T = TypeVar("T")

Database = Annotated[
    str, typer.Option("--database", metavar="URL", help="Where the games are; else DATABASE_URL, else var/.")
]
GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The name of a game, as `farspeaker games` lists it.")
]
Eyes = Annotated[
    str,
    typer.Option("--as", metavar="VIEWER", help="With whose eyes: a seat, or spectator. Mind the secrets."),
]


def address_of(database: str) -> str:
    """The address of the database to work on."""
    from dotenv import load_dotenv

    from bot.store.address import database_url

    load_dotenv(".env")
    return database_url({"DATABASE_URL": database} if database else os.environ)


@asynccontextmanager
async def opened(database: str) -> AsyncIterator["Referee"]:
    """A referee at the store, for one command. It is all right if the bot is running at the same time."""
    from bot.referee import Referee
    from bot.store.address import sqlite_file
    from bot.store.store import Store

    address = address_of(database)
    file = sqlite_file(address)
    if file is not None and not file.exists():
        raise UserError(f"There are no games yet: {file} does not exist.")
    async with await Store.open(address) as store:
        yield Referee(store)


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a command's work; what the database refuses is one sentence."""
    from bot.store.faults import NotRecorded

    try:
        return asyncio.run(work())
    except NotRecorded as fault:
        raise UserError(f"The database cannot be used: {fault.reason}.") from None


def progress_bar() -> "Progress":
    """A bar for long work; on standard error, so that output can be piped."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def viewer_in(referee: "Referee", key: str, name: str) -> Any:
    """The viewer of that name. Raises `UserError`."""
    from engine.kernel.seats import SPECTATOR, Viewer

    known = [*referee.rules(key).seats, SPECTATOR]
    if name not in known:
        raise UserError(f"Nobody here is called {name!r}; there are: {', '.join(known)}.")
    return Viewer(name)
