"""`farspeaker table`: games in a browser, and what `farspeaker` does where there is no Discord token."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands.common import Database

if TYPE_CHECKING:
    from pathlib import Path

PORT = 8765


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("table")
    def table(
        port: Annotated[
            int, typer.Option(help="Listen on this port; the next free one if it is taken.")
        ] = PORT,
        host: Annotated[
            str, typer.Option(help="Listen on this address; 0.0.0.0 lets others in your network in.")
        ] = "127.0.0.1",
        name: Annotated[
            list[str] | None, typer.Option(help="A name under which others reach this machine.")
        ] = None,
        browser: Annotated[bool, typer.Option(help="Open a browser, where there is one.")] = True,
        database: Database = "",
    ) -> None:
        """Play in a browser on this machine."""
        serve(host=host, port=port, names=tuple(name or ()), browser=browser, database=database)


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    names: tuple[str, ...] = (),
    browser: bool = True,
    database: str = "",
) -> None:
    """Keep a table until somebody presses Ctrl-C."""
    import contextlib

    from bot.commands.common import run

    with contextlib.suppress(KeyboardInterrupt):
        run(lambda: _serve(host, port, names, browser, database))


def folder() -> "Path":
    """Where the table's key is kept: beside the games."""
    from pathlib import Path

    from bot.store.address import DEFAULT_FOLDER

    return Path(os.environ.get("FARSPEAKER_DATA", "").strip() or DEFAULT_FOLDER).absolute()


async def _serve(host: str, port: int, names: tuple[str, ...], browser: bool, database: str) -> None:
    import asyncio
    import signal
    from urllib.parse import urlsplit

    from aiohttp import web

    from bot.commands.common import address_of
    from bot.doors.web.app import Table
    from bot.links import table_address, table_key
    from bot.referee import Referee
    from bot.store.address import shown, sqlite_file
    from bot.store.store import Store

    address = address_of(database)
    file = sqlite_file(address)
    key = table_key(file.parent if file is not None else folder())
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except (NotImplementedError, RuntimeError):
            break  # Windows: Ctrl-C arrives as KeyboardInterrupt
    async with await Store.open(address) as store:
        public = table_address()
        table = Table(Referee(store), key, names=(*names, *filter(None, [urlsplit(public).hostname])))
        runner = web.AppRunner(table.app(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            chosen = await _listen(runner, host, port)
            place = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
            shown_at = f"[{place}]" if ":" in place else place
            link = f"http://{shown_at}:{chosen}/?key={table.links.host()}"
            typer.echo(f"The table stands ready: {link}")
            if place != host:
                typer.echo(f"Others in your network use this machine's address and port {chosen}.")
            typer.echo(
                f"Games are kept in {file or shown(address)}. Ctrl-C ends; the games carry on next time."
            )
            typer.echo(
                "To play on Discord instead: put a bot's token into .env as DISCORD_TOKEN (see README)."
            )
            if public:
                typer.echo(f"Others reach it as {public}; the bot links public games there.")
            if browser:
                _open(link)
            await stop.wait()
        finally:
            await runner.cleanup()
    typer.echo("\nThe games are kept. See you.")


async def _listen(runner: object, host: str, port: int) -> int:
    """Listen on the port, or on the next one that is free; which it is."""
    from aiohttp import web

    from bot.errors import UserError

    assert isinstance(runner, web.AppRunner)
    for tried in [port, *range(port + 1, min(port + 20, 65536))] if port else [0]:
        try:
            await web.TCPSite(runner, host or None, tried).start()
        except OSError as error:
            failed = error
            continue
        return int(runner.addresses[-1][1])
    raise UserError(f"Nothing can listen on {host or 'any address'}, port {port}: {failed.strerror}.")


def _open(link: str) -> None:
    """Show the page where there is a browser; nothing happens where there is none."""
    import contextlib
    import sys
    import threading
    import webbrowser

    graphical = (
        sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if not graphical:
        return

    def show() -> None:
        with contextlib.suppress(Exception):
            webbrowser.open(link)

    threading.Thread(target=show, daemon=True).start()
