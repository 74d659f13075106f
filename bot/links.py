"""Links that cannot be guessed: each is derived from one key that never leaves this machine.

Nothing of a link is stored: whoever has the key can make all of them again, and a seat that changes hands
gets another link, because the one who sits there is part of what it is made of. So another door that runs
beside the table can tell its onlookers where to watch:

    base, key = table_address(), table_key(folder)
    link = watch_link(base, key, await referee.info(game))  # "" where there is none
"""

import hashlib
import hmac
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bot.errors import UserError
from bot.live import GameInfo
from bot.store.tables import GATHERING
from engine.kernel.seats import SPECTATOR

KEY_FILE: Final = "table.key"
SIZE: Final = 32
ADDRESS: Final = "FARSPEAKER_TABLE_URL"
"""The setting that says under which address people reach the table, such as https://table.example.org."""


def table_address(environment: Mapping[str, str] | None = None) -> str:
    """The table's public address without a slash at its end; "" where it has none. Raises `UserError`."""
    said = (os.environ if environment is None else environment).get(ADDRESS, "").strip().rstrip("/")
    try:
        parts = urlsplit(said)
        wrong = parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment
    except ValueError:
        wrong = True
    if said and (wrong or parts.path):
        raise UserError(f"{ADDRESS} is {said!r}: it has to look like https://table.example.org.")
    return said


def watch_link(base: str, key: bytes, info: GameInfo) -> str:
    """Where everybody can look at a public game; "" for one that is not, or not yet, and without a base.

    A game is public when a channel hears of it with the eyes of a spectator.
    """
    public = any(viewer == SPECTATOR for _, viewer in info.listeners)
    return base + Links(key).watch(info.id) if base and public and info.stage != GATHERING else ""


def table_key(folder: Path) -> bytes:
    """The key of the table whose games are kept in this folder, made when it is first wanted."""
    file = folder / KEY_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            pass
        else:
            with os.fdopen(handle, "w") as out:
                out.write(secrets.token_hex(SIZE))
        key = bytes.fromhex(file.read_text(encoding="ascii").strip())
    except OSError as error:
        raise UserError(f"The key of the table cannot be kept in {file}: {error.strerror}.") from None
    except ValueError:
        raise UserError(f"{file} is no key of a table; delete it, and new links are made.") from None
    if len(key) < SIZE:
        raise UserError(f"{file} is no key of a table; delete it, and new links are made.")
    return key


class Links:
    """Makes links and recognises them."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def _secret(self, *parts: str) -> str:
        said = "\0".join(parts).encode()
        return hmac.new(self._key, said, hashlib.sha256).hexdigest()[:40]

    def host(self) -> str:
        """The secret of whoever keeps the table: it opens the list of all its games."""
        return self._secret("host")

    def seat(self, game: str, seat: str, player: str) -> str:
        """The path of a seat for the one who sits in it."""
        return f"/seat/{game}/{seat}/{self._secret('seat', game, seat, player)}"

    def both(self, game: str) -> str:
        """The path of a game that two play at one screen."""
        return f"/both/{game}/{self._secret('both', game)}"

    def watch(self, game: str) -> str:
        """The path of a game for those who only look."""
        return f"/watch/{game}/{self._secret('watch', game)}"


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same, however long it takes to find out."""
    return hmac.compare_digest(one.encode(), other.encode())
