"""A real referee in a process of its own, spoken to over a socket: to be killed, or to compete with another.

`python -m tests.support.serving` is a nursery: it has everything imported and forks a referee for each line
it reads (a JSON list of address, socket and file), answering with the number of the process. So a restart
costs what opening the store costs, and not what importing Python's libraries does.
"""

import asyncio
import json
import os
import signal
import sys
from typing import Any

from bot import games
from bot.letters import Letter
from bot.outbox import Outbox
from bot.referee import Referee
from bot.store.store import Store
from tests.support.tiny_game import TinyGame


class Ledger:
    """A courier that writes down what it delivers, in a way that outlives the process."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def deliver(self, letter: Letter) -> None:
        await asyncio.sleep(0)
        game = letter.game.id if letter.game else ""
        about = [letter.address, game, letter.topic, letter.seq, letter.viewer]
        os.write(self._file, (json.dumps({"nonce": letter.nonce, "about": about}) + "\n").encode())
        await asyncio.sleep(0)


async def serve(url: str, socket: str, ledger: str) -> None:
    """Answer requests until the process ends, one way or another."""
    store = await Store.open(url)
    referee = Referee(store)
    outbox = Outbox(referee, {"test": Ledger(ledger)})
    outbox.start()

    async def answer(request: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        if request["do"] == "drain":
            await outbox.drain()
            said = "drained"
        else:
            said = (await getattr(referee, request["do"])(*request["with"], ref=request["ref"])).to_text()
        writer.write((json.dumps({"ref": request["ref"], "answer": said}) + "\n").encode())

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.TaskGroup() as tasks:
            while line := await reader.readline():
                tasks.create_task(answer(json.loads(line), writer))

    server = await asyncio.start_unix_server(talk, socket, limit=1 << 20)
    async with server:
        await server.serve_forever()


def main() -> None:
    games.register("tiny", TinyGame)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(serve(*json.loads(line)))
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
