"""The second game at the same table: sealed placement and moves by clicking, two players and an onlooker."""

import random
import re

import aiohttp
from playwright.async_api import Locator, Page, expect

from bot import exports, players
from engine.kernel.players import SeatOptions
from engine.kernel.seats import SPECTATOR, viewer_of
from tests.doors.web.conftest import Served, Sit
from tests.doors.web.hands import answered_click, click_place, drawn


def said(page: Page, square: str) -> Locator:
    """What the list of places says of a square."""
    return page.locator("#places li", has=page.locator(f"[data-place='{square}']"))


async def test_placing_an_army_and_the_first_moves(served: Served, sit: Sit) -> None:
    """A click on a square offers who can stand there; nobody else sees it before both are ready."""
    game = await served.begin(key="crusade", mine="white")
    white = await sit(await served.seat(game, "white"))
    black = await sit(await served.seat(game, "black"))
    onlooker = await sit(served.watch(game))
    empty = await drawn(onlooker)
    assert await drawn(black) != ""
    hidden = await drawn(black)
    # White places two units by clicking, and takes one back.
    for square in ("D1", "E1"):
        await answered_click(white, square)
        await expect(white.locator("#line")).to_have_value(re.compile(rf"^place \w+ at {square}$"))
        await white.click("text=Give order")
        await expect(said(white, square)).to_contain_text("White's")
    await expect(black.locator("#where")).to_have_text(await white.inner_text("#where"))
    await expect(onlooker.locator("#where")).to_have_text(await white.inner_text("#where"))
    assert await drawn(black) == hidden
    assert await drawn(onlooker) == empty
    assert await black.locator("#channel").inner_text() == await onlooker.locator("#channel").inner_text()
    await click_place(white, "E1")
    await expect(white.locator("#line")).to_have_value("lift from E1")
    await white.click("text=Give order")
    await expect(said(white, "E1")).to_contain_text("empty")
    # The rest of both armies comes by itself.
    for page in (white, black):
        await page.click("#questions .default")
    for page in (white, black, onlooker):
        await expect(page.locator("#status")).to_contain_text("White")
        await expect(page.locator("#channel")).to_contain_text("Both armies are revealed")
    # A piece, then a square: the order is there.
    position = await served.referee.position(game, SPECTATOR)
    ways = await served.referee.complete(game, "white", "move", 600)
    start = ways[0].label
    lines = [way.line for way in await served.referee.complete(game, "white", f"move {start}", 600)]
    target = next(line for line in lines if " to " in line).split(" to ")[1].split()[0]
    await click_place(white, start)
    await expect(white.locator(".target").first).to_be_attached()
    if await white.input_value("#line") == "":
        await expect(white.locator(".chosen")).to_be_attached()
    await click_place(white, target)
    if await white.input_value("#line") == "":
        await white.locator("#ways li", has_text=re.compile(rf"^move {start} to {target}")).first.click()
    await expect(white.locator("#line")).to_have_value(re.compile(rf"^move {start} to {target}"))
    await white.click("text=Give order")
    await expect(white.locator("#answer.done")).to_be_visible()
    for page in (black, onlooker):
        await expect(page.locator("#channel .entry").last).to_contain_text(target)
    assert (await served.referee.position(game, SPECTATOR)).seq > position.seq
    await expect(black.locator("#status")).to_contain_text("waits for you")


async def test_giving_up_is_asked_about_again(served: Served, sit: Sit) -> None:
    """An order that gives the game away is given twice; against the computer too."""
    game = await served.begin("computer", key="crusade", mine="black")
    page = await sit(await served.seat(game, "black"))
    await page.fill("#line", "resign")
    await page.press("#line", "Enter")
    await expect(page.locator("#answer.asking")).to_be_visible()
    assert (await served.referee.info(game)).stage == "playing"
    await page.click("#answer .danger")
    await expect(page.locator("#status .won")).to_contain_text("White")


async def test_a_whole_game_against_the_computer(served: Served, http: aiohttp.ClientSession) -> None:
    """From the placement to the end through the pages' own requests; the log holds, and all can read it."""
    game = await served.begin("computer", key="crusade", mine="white")
    seat = await served.seat(game, "white")
    headers = {"Origin": served.url, "Accept": "application/json"}
    chance = random.Random(1)
    while (await served.referee.info(game)).stage == "playing":
        await served.table.machines.idle()
        live = await served.referee.readable(game)
        assert live.record is not None
        state = live.record.state
        asked = next((one for one in live.game.pending(state) if one.seat == "white"), None)
        if asked is None:
            continue
        player = players.player("crusade", "squire", asked.seat, chance)
        view = live.game.view(state, viewer_of(asked.seat))
        line = player.choose(view, asked, SeatOptions(live.game, state, asked.seat)).text()
        async with http.post(f"{seat}/order", headers=headers, json={"line": line, "sure": "yes"}) as answer:
            assert (await answer.json())["kind"] == "done", line
    async with http.get(f"{served.watch(game)}/state") as answer:
        shown = await answer.json()
    assert 'class="won"' in shown["status"]
    async with http.get(f"{served.watch(game)}/export") as answer:
        export, _ = exports.verify_file(await answer.read(), served.referee.rules)
    assert export.over
    assert not export.sealed
