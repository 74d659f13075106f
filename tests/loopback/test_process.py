"""The bot as a process of its own: start, a sign of life, SIGKILL in the middle, start again; one picture."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from bot.doors.discord.running import healthy
from tests.loopback.people import House, house, text_of

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "x" * 38


async def started(here: House, folder: Path) -> asyncio.subprocess.Process:
    """`farspeaker discord`, pointed at the loopback by a sitecustomize; ready at its first sign of life."""
    port = here.discord.port
    (folder / "sitecustomize.py").write_text(
        "import discord.http, discord.gateway, yarl\n"
        f"discord.http.Route.BASE = 'http://127.0.0.1:{port}/api/v10'\n"
        f"discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL('ws://127.0.0.1:{port}/gateway/')\n"
    )
    env = {
        **os.environ,
        "PYTHONPATH": f"{folder}:{ROOT}",
        "DISCORD_TOKEN": TOKEN,
        "FARSPEAKER_DATA": str(folder),
    }
    env.pop("DATABASE_URL", None)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.cli",
        "discord",
        env=env,
        cwd=folder,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=(folder / "log").open("ab"),
        start_new_session=True,
    )
    for _ in range(300):
        if healthy(folder):
            return process
        assert process.returncode is None, (folder / "log").read_text()
        await asyncio.sleep(0.1)
    raise AssertionError((folder / "log").read_text())


async def test_killed_and_started_again_it_goes_on_where_it_was(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.stop_bot()
        folder = tmp_path / "service"
        folder.mkdir()
        first = await started(here, folder)
        try:
            made = await here.alice.runs("game new", where=here.discord.lobby, side="crusader")
            assert "You are the Crusader" in made.text
            joined = await here.bob.runs("game join")
            assert "has begun" in joined.text
            panel = await here.bob.runs("panel")
        finally:
            os.killpg(first.pid, signal.SIGKILL)
            await first.wait()
        (folder / "health").unlink(missing_ok=True)
        second = await started(here, folder)
        try:
            seen = await here.bob.presses(panel, "Default")
            assert seen.text
            for _ in range(100):
                if "Give orders" in str(here.card()):
                    break
                await asyncio.sleep(0.05)
            said = [text_of(one) for one in here.thread.messages.values()]
            assert len(said) == len(set(said)), "nothing is posted twice"
        finally:
            os.kill(second.pid, signal.SIGTERM)
            assert await asyncio.wait_for(second.wait(), 20) == 0
        assert not healthy(folder)
        assert TOKEN not in (folder / "log").read_text()


async def test_the_map_is_posted_with_its_alt_text(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as here:
        await here.begin()
        board = await here.carol.runs("board")
        (picture,) = board.exchange.last["attachments"]
        assert picture["filename"].endswith(".png")
        assert picture["description"]
