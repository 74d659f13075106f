"""Bad weather: drops, limits, errors, repeats, restarts. Nothing is lost and nothing comes twice."""

import asyncio
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.desk.ordering import STALE
from engine.kernel.seats import Viewer
from tests.loopback.people import House, Member, buttons_of, house, text_of
from tests.loopback.server import Discord, answer_json


async def default_of(here: House, who: Member, seat: str) -> str:
    position = await here.desk.referee.position(await here.game(), Viewer(seat))
    return next(one.default for one in position.pending if one.seat == seat)


async def give_default(here: House) -> tuple[Member, str]:
    """Whoever is asked gives the default order by command."""
    who, asked = await here.asked()
    line = await default_of(here, who, asked.seat)
    answer = await who.runs("order", line=f"{line}!")
    assert "Done" in answer.text, answer.text
    return who, line


def once(server: Discord, method: str, part: str, response: Any) -> list[int]:
    """Answer the first request that fits with something else; the list counts those that were so answered."""
    hits: list[int] = []

    def fault(asked: str, path: str) -> web.Response | None:
        if hits or asked != method or part not in path:
            return None
        hits.append(1)
        made: web.Response = response()
        return made

    server.faults.append(fault)
    return hits


async def entries(here: House) -> int:
    assert here.store is not None
    return len(await here.store.bodies(await here.game()))


async def test_a_rate_limit_is_waited_for_and_nothing_comes_twice(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        limited = {"message": "slow down", "retry_after": 0.05, "global": False}
        hits = once(here.discord, "POST", "/messages", lambda: answer_json(limited, 429))
        await give_default(here)
        await here.quiet()
        contents = [text_of(one) for one in here.thread.messages.values()]
        assert len(contents) == len(set(contents))
        assert hits or here.thread.sent


async def test_an_error_of_discords_is_outlived(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        broken = lambda: answer_json({"message": "oops"}, 500)  # noqa: E731
        hits = once(here.discord, "PATCH", f"channels/{here.thread.id}/messages", broken)
        before = await entries(here)
        _, line = await give_default(here)
        await here.quiet()
        assert await entries(here) == before + 1
        assert hits
        assert line


async def test_a_dropped_gateway_resumes_and_what_came_meanwhile_is_answered(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        await here.discord.drop()
        answer = await here.alice.runs("help")
        assert answer.text
        assert here.discord.resumes == 1
        assert here.discord.identifies == 1


async def test_the_same_interaction_twice_is_one_order(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        before = await entries(here)
        who, _ = await give_default(here)
        await who.again(who.answers[-1])
        await asyncio.sleep(0.2)
        await here.quiet()
        assert await entries(here) == before + 1


async def test_the_same_interaction_again_after_a_restart_is_still_one_order(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        before = await entries(here)
        who, _ = await give_default(here)
        await here.restart_bot()
        await who.again(who.answers[-1])
        await asyncio.sleep(0.2)
        await here.quiet()
        assert await entries(here) == before + 1


async def test_an_interaction_that_is_late_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        who, asked = await here.asked()
        line = await default_of(here, who, asked.seat)
        before = await entries(here)
        gone = lambda: answer_json({"code": 10062, "message": "Unknown interaction"}, 404)  # noqa: E731
        once(here.discord, "POST", "/callback", gone)
        data = who._command("order", {"line": f"{line}!"})
        await here.discord.interact(who.id, here.thread, 2, data)
        await asyncio.sleep(0.3)
        assert await entries(here) == before


async def test_buttons_work_after_a_restart_in_the_middle_of_a_decision(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        who, _ = await here.asked()
        card = here.card()
        panel = await who.presses(card, "Give orders", where=here.thread)
        posted = len(here.thread.messages)
        await here.restart_bot()
        await here.quiet()
        assert len(here.thread.messages) == posted, "nothing is posted twice"
        seen = await who.selects(panel, panel.menus[0]["options"][0]["label"])
        assert seen.text
        assert STALE not in seen.text
        assert (await who.presses(card, "Map", where=here.thread)).text
        form = await who.presses(panel, "Order sheet")
        await here.restart_bot()
        answered = await who.fills(form, "nonsense")
        assert "What would be legal" in answered.text


async def test_an_old_button_explains_itself_and_offers_the_current_ones(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        who, _ = await here.asked()
        old = await who.runs("panel")
        await give_default(here)
        seen = await who.presses(old, "Default")
        assert "gone on since" in seen.text
        assert seen.buttons


async def test_a_deleted_card_comes_back(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        here.thread.messages.pop(int(here.card()["id"]))
        await give_default(here)
        await here.quiet()
        assert "Give orders" in buttons_of(here.card())


async def test_a_deleted_thread_stops_nothing_and_its_keeper_hears_of_it(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        thread = here.thread
        del here.discord.channels[thread.id]
        who, asked = await here.asked()
        line = await default_of(here, who, asked.seat)
        answer = await who.runs("order", where=here.discord.lobby, line=f"{line}!", game=game)
        assert "Done" in answer.text
        await here.quiet()
        assert any("cannot be delivered" in one for one in here.alice.letters())


async def test_without_the_right_to_make_threads_it_says_what_it_needs(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        missing = lambda: answer_json({"code": 50013, "message": "Missing Permissions"}, 403)  # noqa: E731
        once(here.discord, "POST", "/threads", missing)
        answer = await here.alice.runs("game new", where=here.discord.lobby)
        assert "Create Public Threads" in answer.text
        assert here.store is not None
        assert await here.store.games() == []


async def test_a_slow_database_does_not_delay_the_acknowledgement(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        assert here.store is not None
        read = here.store.reader.read

        async def slow(query: Any) -> Any:
            await asyncio.sleep(0.4)
            return await read(query)

        here.store.reader.read = slow  # type: ignore[method-assign]
        answer = await here.alice.runs("dossier")
        here.store.reader.read = read  # type: ignore[method-assign]
        assert answer.exchange.first_after < 0.3
        assert answer.text
