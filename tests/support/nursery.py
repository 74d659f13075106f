"""The other end of `tests.support.serving`: start referees, ask them, kill them."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from bot.answers import Answer


class Down(Exception):
    """The referee went away before it answered."""


class Process:
    """A referee in a process of its own."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self.answers = 0
        self._writer = writer
        self._waiting: dict[str, asyncio.Future[str]] = {}
        self._down = False
        self._listening = asyncio.create_task(self._listen(reader))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(OSError):
            while line := await reader.readline():
                said = json.loads(line)
                self.answers += 1
                self._waiting.pop(said["ref"]).set_result(said["answer"])
        self._down = True
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(Down())

    async def say(self, do: str, *arguments: Any, ref: str) -> str:
        """Ask for something; raises `Down` when no answer comes any more."""
        if self._down:
            raise Down
        self._waiting[ref] = asyncio.get_running_loop().create_future()
        self._writer.write((json.dumps({"do": do, "with": arguments, "ref": ref}) + "\n").encode())
        return await self._waiting[ref]

    async def ask(self, do: str, *arguments: Any, ref: str) -> Answer:
        """Ask the referee."""
        return Answer.from_text(await self.say(do, *arguments, ref=ref))

    async def kill(self) -> None:
        """SIGKILL: no goodbye, no flush."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        await self._listening
        self._writer.close()


class Nursery:
    """Forks referees. Use as a context manager; whatever is left is killed at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._born = 0
        self._pids: list[int] = []
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> "Nursery":
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.support.serving",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        for pid in self._pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()

    async def fork(self, url: str, ledger: Path) -> tuple[int, Path]:
        """Start a referee; its process and its socket, which is there once the store is open."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._born += 1
        socket = self._folder / f"s{self._born}"
        self._process.stdin.write((json.dumps([url, str(socket), str(ledger)]) + "\n").encode())
        pid = int(await self._process.stdout.readline())
        self._pids = [pid, *self._pids[:3]]
        return pid, socket

    async def start(self, url: str, ledger: Path) -> Process:
        """Start a referee and wait until it answers."""
        pid, socket = await self.fork(url, ledger)
        async with asyncio.timeout(60):
            while True:
                try:
                    reader, writer = await asyncio.open_unix_connection(socket, limit=1 << 20)
                    break
                except (FileNotFoundError, ConnectionRefusedError):
                    await asyncio.sleep(0.005)
        return Process(pid, reader, writer)
