"""What a person does at the table, for the tests."""

from playwright.async_api import Page, expect


async def middle_of(page: Page, place: str) -> tuple[float, float]:
    """The middle of a place on the screen."""
    x, y = await page.evaluate(
        "(id) => { const b = document.querySelector(`#ground [data-place='${id}']`).getBoundingClientRect();"
        " return [b.x + b.width / 2, b.y + b.height / 2]; }",
        place,
    )
    return x, y


async def click_place(page: Page, place: str) -> None:
    """Click the middle of a place."""
    await page.mouse.click(*await middle_of(page, place))


async def give(page: Page, line: str) -> None:
    """Type an order and give it."""
    await page.fill("#line", line)
    await page.press("#line", "Enter")
    await expect(page.locator("#answer.done")).to_be_visible()
    await expect(page.locator("#line")).to_have_value("")


async def drawn(page: Page) -> str:
    """What lies on the map."""
    return str(await page.evaluate("document.getElementById('pieces').innerHTML"))


async def answered_click(page: Page, place: str) -> None:
    """Click a place with an empty line and wait until orders are offered, or the only one is there."""
    await click_place(page, place)
    answered = page.locator("#ways li, #line:not(:placeholder-shown)").first
    await expect(answered).to_be_visible()
    if await page.input_value("#line") == "":
        await page.locator("#ways li").first.click()
