"""The game in a real browser: by clicking, by the order line, by forms."""

import re

from playwright.async_api import expect

from engine.high_crusade.names import CRUSADER
from engine.kernel.seats import SPECTATOR, viewer_of
from tests.doors.web.conftest import Served, Sit
from tests.doors.web.hands import click_place, give, middle_of


async def test_from_nothing_to_a_game_within_a_minute(served: Served, sit: Sit) -> None:
    """The printed link, one button, and the first question is there."""
    page = await sit(f"{served.url}/?key={served.table.links.host()}")
    assert "key=" not in page.url
    await page.get_by_role("button", name="Begin").click()
    await page.wait_for_selector("body.ready")
    await expect(page.locator("#questions")).to_contain_text("Set up on Thraxian")
    await page.click("#questions .default")
    await expect(page.locator("#status")).to_contain_text("Turn 1 of 15")
    await page.goto(served.url)
    await expect(page.locator(".games li")).to_have_count(1)


async def test_the_first_order_by_clicking(served: Served, sit: Sit) -> None:
    """A click on a place with units, one on where to: the only unit that can go there is ordered to."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(await served.seat(game, "crusader"))
    await click_place(page, "0212")
    await expect(page.locator("#ways li", has_text=re.compile(r"^move fleet A$"))).to_be_visible()
    await expect(page.locator(".chosen")).to_be_attached()
    await expect(page.locator(".target").first).to_be_attached()
    await click_place(page, "0202")
    await expect(page.locator("#line")).to_have_value("move fleet A to Ganth 2")
    await page.click("text=Give order")
    await expect(page.locator("#answer.done")).to_be_visible()
    await expect(page.locator("#channel")).to_contain_text("fleet A")
    view = (await served.referee.position(game, viewer_of(CRUSADER))).view
    assert view.pack.planet_of[view.units["Crusader fleet A"].hex] == "Ganth"
    await expect(page.locator("#pieces [data-place='0202'] .counter")).to_have_count(1)


async def test_slot_by_slot_on_the_map(served: Served, sit: Sit) -> None:
    """With a begun line, the places that can come next are lit, and a click takes one."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(await served.seat(game, "crusader"))
    await click_place(page, "0212")
    await page.locator("#ways li", has_text=re.compile(r"^move fleet A$")).click()
    await expect(page.locator(".target").first).to_be_attached()
    await click_place(page, "0202")
    await expect(page.locator("#line")).to_have_value("move fleet A to Ganth 2")
    await page.click("#clear")
    await expect(page.locator(".target")).to_have_count(0)
    await page.click("#help")
    await page.locator("#answer .chip", has_text="move").first.click()
    await expect(page.locator("#line")).to_have_value(re.compile(r"^move "))


async def test_several_orders_at_once(served: Served, sit: Sit) -> None:
    """A sheet of lines: what was given, what stopped it, what was not tried."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(await served.seat(game, "crusader"))
    await page.click(".several summary")
    await page.fill("#lines", "move fleet A to Ganth 2\nmove fleet B to the moon\ndone")
    await page.click("text=Give them all")
    answer = page.locator("#answer.refused")
    await expect(answer).to_contain_text("Given")
    await expect(answer).to_contain_text("Not tried")
    await expect(page.locator("#channel .entry").last).to_contain_text("Ganth")


async def test_a_draw_and_giving_up(served: Served, sit: Sit) -> None:
    """A draw is offered and seen at once; giving up is asked about again, and ends the game."""
    game = await served.begin()
    mine = await sit(await served.seat(game, "crusader"))
    theirs = await sit(await served.seat(game, "wersgorix"))
    await mine.click("#tab-game")
    await mine.click("text=Offer a draw")
    await expect(theirs.locator("#consent")).to_contain_text("offers a draw")
    await mine.click("text=Resign…")
    await expect(mine.locator("#answer.asking")).to_contain_text("cannot be taken back")
    assert (await served.referee.info(game)).stage == "playing"
    await mine.click("text=Yes, I resign")
    for page in (mine, theirs):
        await expect(page.locator("#status .won")).to_contain_text("resigns")
        await expect(page.locator("#questions")).to_contain_text("The game is over")


async def test_a_whole_turn_by_the_order_line(served: Served, sit: Sit) -> None:
    """Against the computer, with the keyboard alone; the computer answers by itself."""
    game = await served.begin("computer")
    page = await sit(await served.seat(game, "crusader"))
    await give(page, "muster")
    await expect(page.locator("#status")).to_contain_text("Turn 1 of 15")
    for _ in range(60):
        position = await served.referee.position(game, viewer_of(CRUSADER))
        if position.round == 2:
            break
        own = [one for one in position.pending if one.seat == CRUSADER]
        if not own:
            await page.wait_for_timeout(50)
            continue
        await page.focus("#line")
        await page.keyboard.type(own[0].default)
        await page.keyboard.press("Enter")
        await expect(page.locator("#line")).to_have_value("")
    await expect(page.locator("#status")).to_contain_text("Turn 2 of 15")
    await expect(page.locator("#channel h3").last).to_contain_text("Game Turn 2")


async def test_the_order_line_completes(served: Served, sit: Sit) -> None:
    """Tab takes what is offered, arrows choose, Enter takes the choice; a refusal says what is legal."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(await served.seat(game, "crusader"))
    await page.focus("#line")
    await page.keyboard.type("move fleet A")
    await expect(page.locator("#ways li").first).to_contain_text("move fleet A to")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator("#line")).to_have_value(re.compile(r"^move fleet A to .+"))
    await page.fill("#line", "move fleet A to Wersgorix")
    await page.press("#line", "Enter")
    await expect(page.locator("#answer.refused")).to_contain_text("rule")
    await expect(page.locator("#answer .chip").first).to_be_visible()
    await page.locator("#answer a").click()
    await expect(page.locator("#rules article").first).to_be_visible()


async def test_undo(served: Served, sit: Sit) -> None:
    """What was done a moment ago is taken back, and the map shows it."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(await served.seat(game, "crusader"))
    await give(page, "move fleet A to Ganth 2")
    await page.click("#undo")
    await expect(page.locator("#answer.done")).to_contain_text("Taken back")
    view = (await served.referee.position(game, viewer_of(CRUSADER))).view
    assert view.pack.planet_of[view.units["Crusader fleet A"].hex] == "Thraxian"
    await expect(page.locator("#channel")).to_contain_text("goes back to the position")


async def test_going_further_back_asks_the_other(served: Served, sit: Sit) -> None:
    """Behind a change of turn the other player is asked, and agrees by a form."""
    game = await served.begin()
    mine = await sit(await served.seat(game, "wersgorix"))
    theirs = await sit(await served.seat(game, "crusader"))
    await served.play_to(game, "wersgorix_movement")
    await expect(mine.locator("#status")).to_contain_text("Wersgorix Movement")
    await theirs.click("#undo")
    await expect(mine.locator("#consent")).to_contain_text("asks to go back")
    await mine.click("text=Agree")
    await expect(theirs.locator("#status")).not_to_contain_text("Wersgorix Movement")


async def test_the_scrubber_shows_any_moment(served: Served, sit: Sit) -> None:
    """The map at an earlier entry, and the present again; the replay runs from the first to the last."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(await served.seat(game, "crusader"))
    await give(page, "move fleet A to Ganth 2")
    latest = (await served.referee.position(game, SPECTATOR)).seq
    there = page.locator("#places li", has_text="Ganth 2").locator("span")
    await expect(page.locator("#where")).to_have_text(f"{latest} / {latest}")
    await expect(there).to_contain_text("Crusader fleet A")
    await page.press("#scrubber", "ArrowLeft")
    await expect(page.locator("#where")).to_have_text(f"{latest - 1} / {latest}")
    await expect(page.locator("body.past")).to_be_attached()
    await expect(there).not_to_contain_text("Crusader fleet A")
    await page.click("#first")
    await expect(page.locator("#where")).to_have_text(f"0 / {latest}")
    await expect(page.locator("#status")).to_contain_text("Set-up")
    await page.click("#now")
    await expect(page.locator("#where")).to_have_text(f"{latest} / {latest}")
    await expect(there).to_contain_text("Crusader fleet A")
    await page.click("#first")
    await page.click("#replay")
    await expect(page.locator("#replay")).to_have_text("⏸ Pause")
    await expect(page.locator("#where")).not_to_have_text(f"0 / {latest}")


async def test_the_map_can_be_explored(served: Served, sit: Sit) -> None:
    """Hovering says what a hex holds; wheel, buttons and dragging move the view; spectators may too."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    page = await sit(served.watch(game))
    x, y = await middle_of(page, "0212")
    await page.mouse.move(x, y)
    await expect(page.locator("#tip")).to_contain_text("Thraxian 1")
    await expect(page.locator("#tip")).to_contain_text("Crusader fleet A, strength 10")
    seen = [await page.get_attribute("#sky", "viewBox")]
    await page.mouse.wheel(0, -400)
    await expect(page.locator("#sky")).not_to_have_attribute("viewBox", seen[0] or "")
    seen.append(await page.get_attribute("#sky", "viewBox"))
    await page.mouse.down()
    await page.mouse.move(x + 120, y + 60, steps=4)
    await page.mouse.up()
    seen.append(await page.get_attribute("#sky", "viewBox"))
    await page.click("#farther")
    seen.append(await page.get_attribute("#sky", "viewBox"))
    assert len(set(seen)) == 4
    await page.click("#fit")
    assert await page.get_attribute("#sky", "viewBox") == seen[0]
    await page.click("#tab-game")
    await page.click("#verify")
    await expect(page.locator("#verified")).to_contain_text("every order holds")
