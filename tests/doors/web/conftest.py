"""A real table on a real store, and a real Chromium to sit at it: one for all tests of a worker."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from inspect import iscoroutinefunction
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from bot.desk.setting_up import Wish
from bot.doors.web.app import Table
from bot.referee import Referee
from bot.store.store import Store
from engine.kernel.seats import SPECTATOR, viewer_of

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or "/usr/bin/chromium"
DESKTOP = (1440, 900)
PHONE = (390, 844)
KEY = b"k" * 32


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here share one event loop, because they share one browser."""
    here = Path(__file__).parent
    for item in items:
        if not item.path.is_relative_to(here) or not isinstance(item, pytest.Function):
            continue
        if iscoroutinefunction(item.function):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def fixed_seed(size: int) -> bytes:
    """The same dice in every run."""
    return b"t" * size


@dataclass
class Served:
    """A table that listens."""

    table: Table
    runner: web.AppRunner
    port: int
    store: Store

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def referee(self) -> Referee:
        return self.table.referee

    async def seat(self, game: str, seat: str) -> str:
        """The link of a seat."""
        info = (await self.referee.info(game)).seat(seat)
        assert info is not None
        assert info.player is not None
        return self.url + self.table.links.seat(game, seat, info.player)

    def watch(self, game: str) -> str:
        """The link of the spectators."""
        return self.url + self.table.links.watch(game)

    async def begin(self, opponent: str = "links", mine: str = "crusader", key: str = "high_crusade") -> str:
        """A game that has begun."""
        return await self.table.begin(opponent, Wish(key, seat=mine))

    async def order(self, game: str, seat: str, *lines: str) -> None:
        """Give orders, past the pages."""
        for line in lines:
            answer = await self.referee.submit(game, seat, line)
            assert answer.ok, answer
        self.table.stir(game)

    async def play_to(self, game: str, kind: str, *, most: int = 300) -> None:
        """Give proposed answers until somebody is asked for this kind of decision."""
        for _ in range(most):
            position = await self.referee.position(game, SPECTATOR)
            asked = position.pending[0]
            if asked.kind == kind:
                self.table.stir(game)
                return
            own = await self.referee.position(game, viewer_of(asked.seat))
            default = next(one.default for one in own.pending if one.seat == asked.seat)
            answer = await self.referee.submit(game, asked.seat, default)
            assert answer.ok, answer
        raise AssertionError(f"nobody was asked for {kind}")


async def serve(path: Path, port: int = 0, **referee: object) -> Served:
    """Open a table at this file."""
    store = await Store.open(f"sqlite:///{path}")
    table = Table(Referee(store, seeds=fixed_seed, **referee), KEY)  # type: ignore[arg-type]
    runner = web.AppRunner(table.app(), access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    return Served(table, runner, int(runner.addresses[0][1]), store)


async def close(served: Served) -> None:
    """Leave the table; its games stay in their file."""
    await served.runner.cleanup()
    await served.store.close()


@pytest_asyncio.fixture(loop_scope="session")
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    opened = await serve(tmp_path / "games.sqlite3")
    try:
        yield opened
    finally:
        await close(opened)


@pytest_asyncio.fixture(loop_scope="session")
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        await browser.close()


Sit = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(loop_scope="session")
async def sit(chromium: Browser) -> AsyncIterator[Sit]:
    """Opens a link in a browser of its own; every error of a script fails the test."""
    troubles: list[str] = []
    contexts: list[BrowserContext] = []

    async def opened(
        url: str, size: tuple[int, int] = DESKTOP, scheme: str = "dark", scripts: bool = True
    ) -> Page:
        width, height = size
        context = await chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="light" if scheme == "light" else "dark",
            has_touch=size == PHONE,
            java_script_enabled=scripts,
        )
        contexts.append(context)
        page = await context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        await page.goto(url)
        if scripts and ("/seat/" in url or "/watch/" in url):
            await page.wait_for_selector("body.ready")
        return page

    yield opened
    for context in contexts:
        await context.close()
    assert troubles == []
