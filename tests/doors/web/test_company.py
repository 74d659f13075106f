"""Several people at one table: what each sees, how soon, and after a lost connection."""

from pathlib import Path

from playwright.async_api import expect

from engine.kernel.seats import SPECTATOR, Seat, viewer_of
from tests.doors.web.conftest import Served, Sit, close, serve
from tests.doors.web.hands import give


async def test_two_seats_and_a_spectator_know_different_things(served: Served, sit: Sit) -> None:
    """The Wersgorix see every face, the Crusader his dossier, the spectator neither; moves come at once."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    crusader = await sit(await served.seat(game, "crusader"))
    empire = await sit(await served.seat(game, "wersgorix"))
    spectator = await sit(served.watch(game))
    await give(crusader, "move fleet A to Borrum 1 carrying Sir Roger")
    for page in (crusader, empire, spectator):
        await expect(page.locator("#channel .entry").last).to_contain_text("Sir Roger")
    await served.play_to(game, "conversion")
    for page in (crusader, empire, spectator):
        await expect(page.locator("#status")).to_contain_text("Turn 2 of 15")
    view = (await served.referee.position(game, viewer_of(Seat("crusader")))).view
    face = view.thralls["Borrum"].face
    assert face is not None
    hidden = next(name for name, seen in view.thralls.items() if seen.face is None)
    secret = (await served.referee.position(game, viewer_of(Seat("wersgorix")))).view.thralls[hidden].face
    words = f"{secret.name}: "
    sources = {}
    for name, page in (("crusader", crusader), ("empire", empire), ("spectator", spectator)):
        await page.reload()
        await page.wait_for_selector("body.ready")
        sources[name] = await page.content()
    assert words in sources["empire"]
    assert words not in sources["crusader"]
    assert words not in sources["spectator"]
    assert f"{face.name}: " in sources["crusader"]
    assert f"{face.name}: " not in sources["spectator"]
    assert await spectator.locator("#line").count() == 0
    assert await spectator.locator("#private").count() == 0
    await expect(crusader.locator("#private")).to_contain_text(face.name)


async def test_a_lost_connection_comes_back_to_the_right_place(tmp_path: Path, sit: Sit) -> None:
    """The table goes away and comes back; what happened meanwhile is there, once."""
    file = tmp_path / "games.sqlite3"
    first = await serve(file)
    game = await first.begin()
    await first.play_to(game, "crusader_movement")
    page = await sit(await first.seat(game, "crusader"))
    other = await sit(await first.seat(game, "wersgorix"))
    await close(first)
    await expect(other.locator("body.offline")).to_be_attached()
    again = await serve(file, first.port)
    try:
        answer = await again.referee.submit(game, "crusader", "move fleet A to Ganth 2")
        assert answer.ok, answer
        again.table.stir(game)
        await expect(page.locator("body.offline")).not_to_be_attached(timeout=15000)
        for one in (page, other):
            await expect(one.locator("#channel .entry", has_text="fleet A").last).to_contain_text(
                "Ganth", timeout=15000
            )
            seqs = await one.eval_on_selector_all("#channel .entry", "all => all.map(e => +e.dataset.seq)")
            assert seqs == sorted(set(seqs))
        await give(page, "move fleet B to Fennow 2")
        await expect(other.locator("#channel .entry").last).to_contain_text("fleet B")
    finally:
        await close(again)


async def test_two_at_one_screen(served: Served, sit: Sit) -> None:
    """Between two turns the screen shows nobody's secrets."""
    game = await served.begin("hot")
    page = await sit(f"{served.url}{served.table.links.both(game)}")
    await expect(page.locator("h1")).to_contain_text("is wanted")
    asked = (await served.referee.position(game, viewer_of(Seat("crusader")))).pending[0].seat
    await page.locator(".curtain .button", has_text=asked.title()).click()
    await page.wait_for_selector("body.ready")
    link = page.locator(".handover a")
    while (await served.referee.position(game, SPECTATOR)).pending[0].seat == asked:
        before = await page.inner_text("#where")
        await page.click("#questions .default")
        await expect(page.locator("#where")).not_to_have_text(before)
    await link.click()
    await expect(page.locator("h1")).to_contain_text("is wanted")


async def test_a_decision_form(served: Served, sit: Sit) -> None:
    """A question with few answers is a form: choose, press Answer."""
    game = await served.begin()
    await served.play_to(game, "crusader_movement")
    for line in ("move fleet A to Ganth 2 carrying army D, Sir Roger", "move army D to Ganth 1"):
        await served.referee.submit(game, "crusader", line)
    await served.referee.submit(game, "crusader", "done")
    page = await sit(await served.seat(game, "crusader"))
    empire = await sit(await served.seat(game, "wersgorix"))
    await page.fill("#line", "attack Ganth 1 with army D, Sir Roger")
    await expect(page.locator("#odds caption")).to_have_count(2)
    await expect(page.locator("#odds")).to_contain_text("inside the walls")
    await page.press("#line", "Enter")
    await expect(page.locator("#answer.done")).to_be_visible()
    await give(page, "resolve Ganth 1 by ground")
    form = empire.locator("form.answer")
    await expect(form).to_be_visible()
    await form.locator("input[type=radio]").last.check()
    await form.locator("button").click()
    await expect(empire.locator("#answer.done")).to_be_visible()
    await expect(page.locator("#channel")).to_contain_text("The defenders of Ganth 1")
