"""Packs from where they are kept: inside the installed `data` package, or in a directory of the user's."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path

from engine.high_crusade.pack import FILES, Pack
from engine.high_crusade.pack import load as read
from engine.kernel.figures import Fault, PackError

BUILTIN: tuple[str, ...] = ("high_crusade",)
"""Packs that come with the referee."""


@cache
def load_builtin(name: str = "high_crusade") -> Pack:
    """A pack that comes with the referee, read once."""
    if name not in BUILTIN:
        raise KeyError(name)
    return read(texts(name, FILES))


def texts(name: str, files: Iterable[str]) -> dict[str, str]:
    """The texts of a pack that comes with the referee, by file name."""
    root = resources.files("data").joinpath(name)
    return {file: root.joinpath(file).read_text(encoding="utf-8") for file in files}


load = load_builtin
"""The same, under the name the registry of games asks for."""


def load_dir(path: Path | str) -> Pack:
    """A pack from a directory; raises `PackError` with every fault, unreadable files included."""
    root = Path(path)
    texts: dict[str, str] = {}
    faults: list[Fault] = []
    for file in FILES:
        try:
            texts[file] = (root / file).read_text(encoding="utf-8")
        except FileNotFoundError:
            continue  # the loader names what is missing
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            faults.append(Fault(file, line, "", "is not UTF-8 text"))
        except OSError as error:
            faults.append(Fault(file, 0, "", f"cannot be read: {error.strerror}"))
    if not faults:
        return read(texts)
    try:
        read(texts)
    except PackError as error:
        unread = {fault.file for fault in faults}
        faults += [fault for fault in error.faults if fault.file not in unread]
    raise PackError(faults)
