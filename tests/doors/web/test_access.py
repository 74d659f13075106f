"""The table for everybody: by keyboard, read aloud, dark and light, wide and narrow, without scripts."""

import re
from importlib import resources
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.games import keys
from tests.doors.web.conftest import DESKTOP, PHONE, Served, Sit

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js")


async def violations(page: Page) -> list[Any]:
    """What axe-core holds to be serious or worse. The drawing itself is hidden from screen readers."""
    await page.evaluate(AXE.read_text(encoding="utf-8"))
    found = await page.evaluate("axe.run({exclude: ['#sky']}, {resultTypes: ['violations']})")
    return [
        (one["id"], one["impact"], [node["target"] for node in one["nodes"][:3]])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "dark"), (PHONE, "light")])
async def test_nothing_serious_for_axe(served: Served, sit: Sit, size: tuple[int, int], scheme: str) -> None:
    """Every page, every tab."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(await served.seat(game, "crusader"), size, scheme)
    await page.fill("#line", "move fleet A")
    await expect(page.locator("#ways li").first).to_be_visible()
    await page.evaluate("document.querySelectorAll('[role=tabpanel]').forEach(it => { it.hidden = false; })")
    assert await violations(page) == []
    links = served.table.links
    for path in (f"/?key={links.host()}", "/rules?q=siege", links.watch(game), links.both(game), "/nothing"):
        await page.goto(served.url + path)
        assert await violations(page) == [], path


async def test_a_move_by_keyboard_alone(served: Served, sit: Sit) -> None:
    """On the map: arrows go from hex to hex and are read aloud, Enter chooses; then the order line."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(await served.seat(game, "crusader"))
    await page.focus("#map")
    heard = ""
    for _ in range(40):
        await page.keyboard.press("ArrowLeft")
        heard = await page.inner_text("#spoken")
        if heard.startswith("Thraxian 1"):
            break
        await page.keyboard.press("ArrowDown")
        heard = await page.inner_text("#spoken")
        if heard.startswith("Thraxian 1"):
            break
    assert heard.startswith("Thraxian 1")
    assert "Crusader fleet A, strength" in heard
    await page.keyboard.press("Enter")
    await expect(page.locator("#ways li").first).to_be_visible()
    await page.focus("#line")
    await page.keyboard.type("move fleet A to Ganth 2")
    await page.keyboard.press("Enter")
    await expect(page.locator("#answer.done")).to_be_visible()
    await page.focus("#tab-channel")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("#private-panel")).to_be_visible()


async def test_nothing_comes_from_elsewhere(served: Served, sit: Sit) -> None:
    """No request leaves this machine."""
    game = await served.begin()
    page = await sit(served.watch(game))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.reload()
    await page.wait_for_selector("body.ready")
    assert asked
    assert all(url.startswith((served.url, "data:")) for url in asked)


async def test_a_phone(served: Served, sit: Sit) -> None:
    """Nothing is wider than the screen, and one can play by touching."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(await served.seat(game, "crusader"), PHONE)
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    await page.locator("#questions [data-line=move]").tap()
    await page.locator("#ways li", has_text=re.compile(r"^move fleet A$")).tap()
    await expect(page.locator("#line")).to_have_value("move fleet A")
    await page.locator("#ways li").first.tap()
    await page.locator("text=Give order").tap()
    await expect(page.locator("#answer.done")).to_be_visible()
    await page.goto(f"{served.url}/?key={served.table.links.host()}")
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


async def test_two_fingers_zoom(served: Served, sit: Sit) -> None:
    """Spreading two fingers on a phone shows less of the map, larger; one finger moves it."""
    game = await served.begin()
    page = await sit(await served.seat(game, "crusader"), PHONE)
    fingers = await page.context.new_cdp_session(page)

    async def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    async def width() -> float:
        return float((await page.get_attribute("#sky", "viewBox") or "").split()[2])

    before = await width()
    await touch("touchStart", (170, 300), (220, 300))
    for step in range(1, 6):
        await touch("touchMove", (170 - 15 * step, 300), (220 + 15 * step, 300))
    await touch("touchEnd")
    after = await width()
    assert after < before * 0.6
    corner = await page.get_attribute("#sky", "viewBox")
    await touch("touchStart", (200, 300))
    for step in range(1, 4):
        await touch("touchMove", (200 - 20 * step, 300 - 10 * step))
    await touch("touchEnd")
    assert await width() == after
    assert await page.get_attribute("#sky", "viewBox") != corner
    assert await page.input_value("#line") == ""


async def test_without_scripts(served: Served, sit: Sit) -> None:
    """Everything can be read, and an order given, with forms alone; a refusal is a page that leads back."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(await served.seat(game, "crusader"), scripts=False)
    await expect(page.locator("img.still")).to_be_visible()
    for panel in ("#channel", "#tracks", "#dossier", "#places"):
        await expect(page.locator(panel)).to_be_visible()
    await page.fill("#line", "move fleet A to the moon")
    await page.click("text=Give order")
    await expect(page.locator("h1")).to_have_text("No")
    await page.click("text=Back to the game")
    await page.fill("#line", "move fleet A to Ganth 2")
    await page.click("text=Give order")
    await expect(page.locator("#channel .entry").last).to_contain_text("Ganth")
    await page.click("#undo")
    await expect(page.locator("#channel .entry").last).to_contain_text("goes back to the position")
    await page.click("text=Resign…")
    await page.click("text=Yes, I resign")
    await expect(page.locator("#status")).to_contain_text("resigns")


@pytest.mark.parametrize("key", keys())
async def test_every_game_has_its_place_at_the_table(served: Served, sit: Sit, key: str) -> None:
    """From the list to the first question, for each game; nothing serious for axe on the way."""
    page = await sit(f"{served.url}/?key={served.table.links.host()}")
    await page.locator(f".shelf a[href='/?game={key}']").click()
    assert await violations(page) == []
    await page.get_by_role("button", name="Begin").click()
    await page.wait_for_selector("body.ready")
    await expect(page.locator("#questions .question")).to_be_visible()
    await expect(page.locator("#status")).to_contain_text("waits for you")
    await page.evaluate("document.querySelectorAll('[role=tabpanel]').forEach(it => { it.hidden = false; })")
    assert await violations(page) == []
    await page.goto(f"{served.url}/rules?game={key}&q=1")
    await expect(page.locator("article").first).to_be_visible()
    assert await violations(page) == []
