"""Links that cannot be guessed: each is derived from one key that never leaves this machine.

Nothing of a link is stored: whoever has the key can make all of them again, and a seat that changes hands
gets another link, because the one who sits there is part of what it is made of.
"""

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final

from bot.errors import UserError

KEY_FILE: Final = "table.key"
SIZE: Final = 32


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
