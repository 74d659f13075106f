"""The data games play by, from where it is kept: inside the installed `data` package, or in a directory."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from engine.kernel.box import Box
from engine.kernel.figures import Fault, PackError
from engine.kernel.game import Game


def texts(key: str, files: Iterable[str]) -> dict[str, str]:
    """The files of a game as they come with the referee, by name."""
    root = resources.files("data").joinpath(key)
    return {file: root.joinpath(file).read_text(encoding="utf-8") for file in files}


def game_in(path: Path | str, box: Box) -> Game[Any]:
    """The game as a directory has it. Raises `PackError` with every fault, unreadable files included."""
    root = Path(path)
    found: dict[str, str] = {}
    faults: list[Fault] = []
    for file in box.FILES:
        try:
            found[file] = (root / file).read_text(encoding="utf-8")
        except FileNotFoundError:
            continue  # whoever reads the pack names what is missing
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            faults.append(Fault(file, line, "", "is not UTF-8 text"))
        except OSError as error:
            faults.append(Fault(file, 0, "", f"cannot be read: {error.strerror}"))
    if not faults:
        return box.game(found)
    try:
        box.game(found)
    except PackError as error:
        unread = {fault.file for fault in faults}
        faults += [fault for fault in error.faults if fault.file not in unread]
    raise PackError(faults)


def fits(path: Path | str, box: Box) -> int:
    """How many of a game's files a directory has."""
    return sum((Path(path) / file).exists() for file in box.FILES)
