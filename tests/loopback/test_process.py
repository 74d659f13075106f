"""The bot as a process of its own: start, a sign of life, SIGKILL in the middle, start again; one picture."""

import asyncio
import os
import signal
import sys
from functools import partial
from pathlib import Path

from bot.doors.discord.running import healthy
from tests.loopback.people import House, Member, house, text_of
from tests.loopback.server import Hold

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


async def killed(process: asyncio.subprocess.Process, folder: Path) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
    (folder / "health").unlink(missing_ok=True)


def reached(holds: list[Hold]) -> bool:
    return any(one.reached.is_set() for one in holds)


async def orders(who: Member) -> set[str]:
    """He gives the first order that is offered; the lines he is told came of it."""
    offered = await who.types("order", "line", "")
    for _ in range(6):
        further = await who.types("order", "line", offered[0])
        if not further or further[0] == offered[0]:
            break
        offered = further
    answer = await who.runs("order", line=f"{offered[0]}!")
    assert "Done" in answer.text, answer.text
    told = text_of(next(iter(answer.exchange.messages.values()))).split("\n")
    return {line for line in told if line.startswith("• ") and "You" not in line}


async def once_each(here: House, lines: set[str]) -> None:
    """Each line comes to stand in the thread, once, and nothing stands there twice."""
    await here.until(lambda: all(line in here.public() for line in lines))
    said = [text_of(one) for one in here.thread.messages.values()]
    assert len(said) == len(set(said)), "a message is there twice"
    for line in lines:
        assert here.public().split("\n").count(line) == 1, line


async def test_killed_between_commit_and_post_nothing_is_lost_and_nothing_comes_twice(
    tmp_path: Path,
) -> None:
    """SIGKILL while a post is on its way, and again when it has arrived but its answer has not."""
    async with house(tmp_path) as here:
        await here.stop_bot()
        folder = tmp_path / "service"
        folder.mkdir()
        process = await started(here, folder)
        try:
            made = await here.alice.runs("game new", where=here.discord.lobby, side="crusader")
            assert "You are the Crusader" in made.text
            assert "has begun" in (await here.bob.runs("game join")).text
            await here.until(lambda: len(here.discord.pings[here.bob.id]) == 1)
            panel = await here.bob.runs("panel")
            for after in (False, True):
                posts = [
                    here.discord.hold(method, f"channels/{here.thread.id}/messages", after=after)
                    for method in ("POST", "PATCH")
                ]
                lines = await orders(here.bob if not after else await asked(here))
                assert lines
                await here.until(partial(reached, posts))
                await killed(process, folder)
                for one in posts:
                    one.lost = not after
                    one.go.set()
                here.discord.holds.clear()
                process = await started(here, folder)
                await once_each(here, lines)
            seen = await here.bob.presses(panel, "Default")
            assert "gone on since" in seen.text
        finally:
            if process.returncode is None:
                os.kill(process.pid, signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 20) == 0
        assert not healthy(folder)
        assert TOKEN not in (folder / "log").read_text()


async def asked(here: House) -> Member:
    """Who was pinged last."""
    await here.until(lambda: bool(here.discord.pings[here.alice.id] or here.discord.pings[here.bob.id]))
    for who in (here.bob, here.alice):
        if await who.types("order", "line", ""):
            return who
    raise AssertionError("nobody is asked anything")


async def test_the_map_is_posted_with_its_alt_text(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as here:
        await here.begin()
        board = await here.carol.runs("board")
        await here.until(lambda: bool(board.exchange.last["attachments"]))
        (picture,) = board.exchange.last["attachments"]
        assert picture["filename"].endswith(".png")
        assert picture["description"]
