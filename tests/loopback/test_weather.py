"""Bad weather: drops, limits, errors, repeats, restarts. Each fault is counted where it strikes; nothing is
lost and nothing comes twice."""

import asyncio
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot.clock import SystemClock
from bot.desk.ordering import STALE
from bot.referee import Referee
from bot.store.store import Store
from engine.kernel.seats import SPECTATOR, Viewer
from tests.loopback.covering import covers
from tests.loopback.giving import by_line
from tests.loopback.people import House, Member, buttons_of, house, text_of
from tests.loopback.server import Exchange, answer_json


class HastyClock(SystemClock):
    """A hundred times as fast: waiting for a failing address takes no real time."""

    def now(self) -> float:
        return 1_800_000_000.0 + 100 * time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / 100)


def hasty(store: Store) -> Referee:
    """A referee in a hurry."""
    return Referee(store, clock=HastyClock())


async def give_default(here: House) -> Member:
    """Whoever is asked gives the default order by command."""
    who, asked = await here.asked()
    position = await here.desk.referee.position(await here.game(), Viewer(asked.seat))
    line = next(one.default for one in position.pending if one.seat == asked.seat)
    answer = await who.runs("order", line=f"{line}!")
    assert "Done" in answer.text, answer.text
    return who


async def entries(here: House) -> int:
    assert here.store is not None
    return len(await here.store.bodies(await here.game()))


async def nothing_twice_nothing_lost(here: House) -> None:
    """Everything that happened is in the thread, each line as often as it happened, each message once."""
    await here.quiet()
    said = [text_of(one) for one in here.thread.messages.values()]
    assert len(said) == len(set(said)), "a message is there twice"
    lines = Counter(line.removeprefix("• ") for text in said for line in text.replace("\\", "").split("\n"))
    told = await here.desk.referee.history(await here.game(), SPECTATOR)
    for line, times in Counter(line for one in told for line in one.lines).items():
        assert lines[line] == times or "SHA-256" in line, (line, lines[line], times)


def callbacks(here: House, exchange: Exchange) -> int:
    """How often the bot answered an interaction."""
    return sum(path.startswith(f"interactions/{exchange.id}/") for _, path in here.discord.requests)


async def after_that(here: House) -> None:
    """Whatever came before has been dealt with: a command that came later is answered."""
    await here.carol.runs("rules", where=here.discord.lobby)
    await here.quiet()


# -- requests -----------------------------------------------------------------------------------------------

PARTS = [
    "POST channels/THREAD/messages",
    "PATCH channels/THREAD/messages",
    "PATCH webhooks/",
    "POST callback",
]


@pytest.mark.parametrize("part", PARTS)
async def test_a_rate_limit_is_waited_for(tmp_path: Path, part: str) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        limited = {"message": "slow down", "retry_after": 0.05, "global": False}
        method, path = part.replace("THREAD", str(here.thread.id)).split()
        fault = here.discord.fault(method, path, lambda: answer_json(limited, 429))
        for _ in range(4):
            await give_default(here)
        await nothing_twice_nothing_lost(here)
        assert fault.fired == 1


@pytest.mark.parametrize("part", PARTS[:3])
@pytest.mark.parametrize("status", [500, 502])
async def test_an_error_of_discords_is_outlived(tmp_path: Path, part: str, status: int) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        method, path = part.replace("THREAD", str(here.thread.id)).split()
        fault = here.discord.fault(method, path, lambda: answer_json({"message": "oops"}, status))
        before = await entries(here)
        for _ in range(4):
            await give_default(here)
        await nothing_twice_nothing_lost(here)
        assert await entries(here) == before + 4
        assert fault.fired == 1


async def test_an_outage_longer_than_discord_py_tries_is_outlived_by_the_outbox(tmp_path: Path) -> None:
    """Of some errors discord.py does not try again; the row stays owed."""
    async with house(tmp_path, referee=hasty) as here:
        await here.begin()
        fault = here.discord.fault(
            "POST", f"channels/{here.thread.id}/messages", lambda: answer_json({"message": "oops"}, 507)
        )
        for _ in range(4):
            await give_default(here)
        await nothing_twice_nothing_lost(here)
        assert fault.fired == 1


# -- the gateway --------------------------------------------------------------------------------------------


async def test_a_dropped_gateway_resumes_and_what_came_meanwhile_is_answered(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        await here.discord.drop()
        answer = await here.alice.runs("help")
        assert answer.text
        assert here.discord.fired["drop"] == 1
        assert here.discord.resumes == 1
        assert here.discord.identifies == 1


@pytest.mark.parametrize("resumable", [True, False])
async def test_an_invalid_session_is_begun_anew(
    tmp_path: Path, resumable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = asyncio.sleep
    # discord.py waits five seconds before it identifies again
    monkeypatch.setattr("discord.shard.asyncio.sleep", lambda seconds, *rest: real(min(seconds, 0.01), *rest))
    async with house(tmp_path) as here:
        await here.begin()
        here.discord.invalid.append(resumable)
        await here.discord.drop()
        again = (lambda: here.discord.resumes == 1) if resumable else (lambda: here.discord.identifies == 2)
        await here.until(again)
        assert here.discord.fired["invalid session"] == 1
        await give_default(here)
        await nothing_twice_nothing_lost(here)


# -- interactions -------------------------------------------------------------------------------------------


async def test_the_same_interaction_twice_is_one_order(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        before = await entries(here)
        who = await give_default(here)
        await who.again(who.answers[-1])
        await after_that(here)
        assert here.discord.fired["again"] == 1
        assert await entries(here) == before + 1
        assert callbacks(here, who.answers[-1].exchange) == 1


async def test_the_same_interaction_again_after_a_restart_is_still_one_order(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        before = await entries(here)
        who = await give_default(here)
        await here.restart_bot()
        await who.again(who.answers[-1])
        await here.until(lambda: here.discord.fired["40060"] == 1)
        await after_that(here)
        assert here.discord.fired["again"] == 1
        assert await entries(here) == before + 1


async def test_an_interaction_that_is_late_changes_nothing(tmp_path: Path) -> None:
    """Discord has told him that it failed: doing it now would surprise him."""
    async with house(tmp_path) as here:
        await here.begin()
        who, asked = await here.asked()
        position = await here.desk.referee.position(await here.game(), Viewer(asked.seat))
        before = await entries(here)
        for data, kind in (
            (who._command("order", {"line": f"{position.pending[0].default}!"}), 2),
            (who._command("order", {"line": ""}, focus="line"), 4),
            (who._command("orders", {}), 2),
        ):
            await here.discord.interact(who.id, here.thread, kind, data, age=4.0)
        await here.until(lambda: here.discord.fired["10062"] == 3)
        await after_that(here)
        assert await entries(here) == before


async def test_an_answer_that_cannot_be_shown_is_lost_alone(tmp_path: Path) -> None:
    """The token has expired: what was ordered is ordered, and everybody reads it."""
    async with house(tmp_path) as here:
        await here.begin()
        who, asked = await here.asked()
        position = await here.desk.referee.position(await here.game(), Viewer(asked.seat))
        before = await entries(here)
        fault = here.discord.refuse("PATCH", "webhooks/", 401, 50027)
        data = who._command("order", {"line": f"{position.pending[0].default}!"})
        await here.discord.interact(who.id, here.thread, 2, data)
        await here.until(lambda: fault.fired == 1)
        await after_that(here)
        assert await entries(here) == before + 1
        await nothing_twice_nothing_lost(here)


# -- buttons ------------------------------------------------------------------------------------------------


async def test_buttons_work_after_a_restart_in_the_middle_of_a_decision(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        who, _ = await here.asked()
        card = here.card()
        panel = await who.presses(card, "Give orders", where=here.thread)
        posted = len(here.thread.messages)
        await here.restart_bot()
        await here.quiet()
        assert here.discord.identifies == 2
        assert len(here.thread.messages) == posted, "nothing is posted twice"
        seen = await who.selects(panel, panel.menus[0]["options"][0]["label"])
        assert STALE not in seen.text
        assert (await who.presses(card, "Map", where=here.thread)).text
        form = await who.presses(panel, "Order sheet")
        await here.restart_bot()
        answered = await who.fills(form, "nonsense")
        assert "What would be legal" in answered.text
        asked = await who.presses(await who.runs("panel"), "Default")
        assert "Give it" in asked.buttons
        await here.restart_bot()
        assert "Done" in (await who.presses(asked, "Give it")).text


async def test_old_buttons_explain_themselves_and_offer_the_current_ones(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        who, _ = await here.asked()
        old = await who.runs("panel")
        half = await who.selects(old, old.menus[0]["options"][0]["label"])
        ask = await who.presses(old, "Default")
        await give_default(here)
        before = await entries(here)
        for message, label in ((old, "Default"), (half, "Back"), (ask, "Give it"), (old, "Take back")):
            seen = await who.presses(message, label)
            assert "gone on since" in seen.text, label
            assert seen.buttons, label
        chosen = await who.selects(old, old.menus[0]["options"][0]["label"])
        assert "gone on since" in chosen.text
        assert await entries(here) == before
        ancient = {**old.message, "components": [button("fs:abolished:x")]}
        assert "older version" in (await who.presses(ancient, "Old")).text
        foreign = {**old.message, "components": [button("somebody:else")]}
        exchange = await here.discord.interact(
            who.id, here.thread, 3, {"custom_id": "somebody:else", "component_type": 2}, message=foreign
        )
        await after_that(here)
        assert exchange.first is None, "what is not ours is left alone"


def button(called: str) -> dict[str, Any]:
    return {"type": 1, "components": [{"type": 2, "label": "Old", "custom_id": called, "style": 2}]}


# -- what is gone -------------------------------------------------------------------------------------------


async def test_a_deleted_card_comes_back(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        here.thread.messages.pop(int(here.card()["id"]))
        await give_default(here)
        await here.quiet()
        assert here.discord.fired["10008"] >= 1
        assert "Give orders" in buttons_of(here.card())


@covers("press show", "press reopen")
async def test_a_deleted_thread_stops_nothing_and_the_game_moves_to_a_new_one(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        thread = here.thread
        await here.discord.close_channel(thread)
        who, asked = await here.asked()
        position = await here.desk.referee.position(game, Viewer(asked.seat))
        line = f"{position.pending[0].default}!"
        answer = await who.runs("order", where=here.discord.lobby, line=line, game=game)
        assert "Done" in answer.text
        await here.quiet()
        assert here.discord.fired["10003"] >= 1
        letters = here.discord.channels[here.discord.dms[here.alice.id]]
        told = next(one for one in letters.messages.values() if "cannot be delivered" in text_of(one))
        shown = await here.alice.presses(told, "How it stands", where=letters)
        opened = await here.alice.presses(shown, next(one for one in shown.buttons if "thread" in one))
        assert "goes on in the thread" in opened.text
        await here.quiet()
        assert here.thread.id != thread.id
        dealt = (await here.desk.referee.history(game, SPECTATOR))[-1].lines[-1]
        assert dealt in here.public().replace("\\", ""), "what could not be delivered is delivered there"


async def test_thrown_off_the_server_nothing_is_lost(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        await here.discord.kick()
        who, asked = await here.asked()
        position = await here.desk.referee.position(game, Viewer(asked.seat))
        answer = await here.desk.referee.submit(game, asked.seat, position.pending[0].default)
        assert answer.ok
        await here.quiet()
        assert here.discord.fired["50001"] >= 1
        assert who is not here.carol
        await here.discord.invite()
        dealt = (await here.desk.referee.history(game, SPECTATOR))[-1].lines[-1]
        await here.until(lambda: dealt in here.public().replace("\\", ""))
        await nothing_twice_nothing_lost(here)


async def test_who_has_left_is_told_nothing_and_holds_up_nobody(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        here.discord.left.add(here.bob.id)
        for _ in range(4):
            who, asked = await here.asked()
            position = await here.desk.referee.position(await here.game(), Viewer(asked.seat))
            line = next(one.default for one in position.pending if one.seat == asked.seat)
            assert "Done" in (await by_line(who, line)).text
        await nothing_twice_nothing_lost(here)
        assert here.discord.fired["50007"] + here.discord.fired["10007"] >= 1
        here.discord.left.clear()
        known = await here.bob.presses(here.card(), "What I know", where=here.thread)
        assert "You may look at them all" in known.text, "his secret waited for him"


async def test_missing_permission_to_post_is_told_and_made_good(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        fault = here.discord.refuse("POST", f"channels/{here.thread.id}/messages", 403, 50013, times=10_000)
        for _ in range(4):
            await give_default(here)
        await here.quiet()
        assert fault.fired >= 1
        assert any("cannot be delivered" in one for one in here.alice.letters())
        fault.left = 0
        assert here.bot is not None
        await here.bot.door.outbox.resume(f"discord:thread:{here.thread.id}")
        await nothing_twice_nothing_lost(here)
        assert game in text_of(here.card())


# -- slow houses --------------------------------------------------------------------------------------------


async def in_time(exchange: Exchange) -> None:
    """It is acknowledged while all else stands still."""
    await asyncio.wait_for(exchange.acknowledged.wait(), 2.5)
    assert not exchange.done.is_set()


async def test_with_the_database_locked_everything_is_acknowledged_all_the_same(tmp_path: Path) -> None:
    """Somebody else holds the file: nothing can be written until he lets go."""
    async with house(tmp_path) as here:
        await here.begin()
        who, asked = await here.asked()
        position = await here.desk.referee.position(await here.game(), Viewer(asked.seat))
        panel = await who.runs("panel")
        before = await entries(here)
        with closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as held:
            held.execute("BEGIN IMMEDIATE")
            order = who._command("order", {"line": f"{position.pending[0].default}!"})
            asks = [
                await here.discord.interact(who.id, here.thread, 2, order),
                await here.discord.interact(
                    who.id,
                    here.thread,
                    3,
                    {"custom_id": buttons_of(panel.message)["Take back"], "component_type": 2},
                    message=panel.message,
                ),
                *[await here.discord.interact(who.id, here.thread, 2, order) for _ in range(8)],
            ]
            for exchange in asks:
                await asyncio.wait_for(exchange.acknowledged.wait(), 2.5)
            assert await entries(here) == before
            assert not asks[0].done.is_set()
            held.execute("ROLLBACK")
        for exchange in asks:
            await asyncio.wait_for(exchange.done.wait(), 20)
        assert await entries(here) == before + 1, "one of them was the order, the others found it given"


async def test_with_a_slow_reader_commands_are_acknowledged_and_choices_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.doors.discord.limits.CHOICES_IN", 0.05)
    async with house(tmp_path) as here:
        await here.begin()
        assert here.store is not None
        read, gate = here.store.reader.read, asyncio.Event()

        async def slow(query: Any) -> Any:
            await gate.wait()
            return await read(query)

        monkeypatch.setattr(here.store.reader, "read", slow)
        for command in ("dossier", "help", "panel", "game history"):
            data = here.alice._command(command, {})
            await in_time(await here.discord.interact(here.alice.id, here.thread, 2, data))
        assert await here.carol.types("game show", "game", "") == [], "late choices would be no choices"
        form = await here.alice.runs("orders")
        assert (form.exchange.first or {})["type"] == 9
        gate.set()
        await here.until(lambda: all(one.done.is_set() for one in here.discord.exchanges.values()))


async def test_with_a_slow_renderer_everything_is_acknowledged_and_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, pictures=True) as here:
        assert here.bot is not None
        gate = asyncio.Event()
        drawing = here.bot.door.painter.file
        waits = 0

        async def slow(picture: Any) -> Any:
            nonlocal waits
            waits += 1
            await gate.wait()
            return await drawing(picture)

        monkeypatch.setattr(here.bot.door.painter, "file", slow)
        monkeypatch.setattr("bot.doors.discord.client.PATIENCE", 0.05)
        lobby = here.discord.lobby
        await here.alice.runs("game new", where=lobby, side="crusader")
        joined = await here.bob.runs("game join", where=here.thread)
        assert "has begun" in joined.text
        board = await here.alice.runs("board", where=here.thread)
        assert board.text
        for _ in range(6):
            await give_default(here)
        assert waits >= 1
        gate.set()
        await nothing_twice_nothing_lost(here)


async def test_a_request_that_is_refused_for_ever_is_not_tried_for_ever(tmp_path: Path) -> None:
    """A body that Discord does not take is no reason to hammer at its door."""
    async with house(tmp_path, referee=hasty) as here:
        await here.begin()
        tried = Counter[str]()

        def broken(method: str, path: str) -> web.Response | None:
            if method == "POST" and path == f"channels/{here.thread.id}/messages":
                tried["post"] += 1
                return answer_json({"code": 50035, "message": "Invalid Form Body"}, 400)
            return None

        here.discord.faults.append(broken)
        for _ in range(4):
            await give_default(here)
        began = here.desk.referee.clock.now()
        await here.until(lambda: tried["post"] >= 4)
        waited = here.desk.referee.clock.now() - began
        assert waited > 2 + 4 + 8, "each try comes later than the one before"
        here.discord.faults.clear()
        await nothing_twice_nothing_lost(here)
