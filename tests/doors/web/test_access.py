"""The table for everybody: by keyboard alone, read aloud, dark and light, wide and narrow."""

from importlib import resources
from typing import Any

import pytest
from playwright.async_api import Page, expect

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
    for path in (f"/?key={served.table.links.host()}", "/rules?q=siege", served.table.links.watch(game)):
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
