"""What can be set from outside: environment variables, and `.env` beside where it runs."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.errors import UserError

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class WrongConfig(UserError):
    """A value that is missing or wrong; the text says which, and what it ought to be."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Config:
    """Everything the service needs. `repr` never shows the token or the database's password."""

    token: str
    database: str
    data: Path
    pack: Path | None
    owner: int | None
    level: str

    def __repr__(self) -> str:
        return f"Config(data={str(self.data)!r}, owner={self.owner!r}, level={self.level!r})"


def read(environment: Mapping[str, str] | None = None) -> Config:
    """The configuration. Raises `WrongConfig`: one clear sentence for the first thing that is wrong."""
    if environment is None:
        from dotenv import load_dotenv

        load_dotenv(".env")
        environment = os.environ
    token = environment.get("DISCORD_TOKEN", "").strip()
    if not token:
        raise WrongConfig("DISCORD_TOKEN is missing: copy the bot's token from Discord's portal into .env.")
    if token.casefold().startswith("bot "):
        raise WrongConfig("DISCORD_TOKEN begins with “Bot ”: put in the token alone, without that word.")
    if any(char.isspace() for char in token) or token.count(".") != 2:
        raise WrongConfig("DISCORD_TOKEN is no bot token: it has three parts with dots between them.")
    level = (environment.get("LOG_LEVEL", "").strip() or "INFO").upper()
    if level not in LEVELS:
        raise WrongConfig(f"LOG_LEVEL is {level!r}: it can be {', '.join(LEVELS)}.")
    said = environment.get("FARSPEAKER_OWNER", "").strip()
    if said and not (said.isdigit() and 15 <= len(said) <= 21):
        raise WrongConfig(f"FARSPEAKER_OWNER is {said!r}: it has to be the number of a Discord user.")
    named = environment.get("FARSPEAKER_PACK", "").strip()
    if named and not Path(named).is_dir():
        raise WrongConfig(f"FARSPEAKER_PACK is {named!r}: there is no such directory.")
    from bot.store.address import DEFAULT_FOLDER, database_url

    data = Path(environment.get("FARSPEAKER_DATA", "").strip() or DEFAULT_FOLDER).absolute()
    if data.exists() and not os.access(data, os.W_OK):
        raise WrongConfig(f"FARSPEAKER_DATA is {str(data)!r}: nothing can be written there.")
    return Config(
        token,
        database_url(environment),
        data,
        Path(named) if named else None,
        int(said) if said else None,
        level,
    )
