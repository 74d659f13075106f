"""Timers: set in the transaction of the order, fired once, never lost."""

import asyncio
from collections.abc import Sequence

from bot.clock import RETRY, SystemClock, Timers, stamp
from bot.live import GameInfo
from bot.referee import Planned, Referee
from bot.store.change import Change
from bot.store.store import Store
from bot.store.tables import Timer
from engine.kernel.decisions import Decision
from engine.kernel.seats import Viewer
from tests.support.manual_clock import ManualClock
from tests.support.table import AL, BO, seated


class TwoDays:
    """Whoever is asked has two days."""

    def timers(self, info: GameInfo, waiting: Sequence[Decision], now: float) -> Sequence[Planned]:
        seats = [str(decision.seat) for decision in waiting]
        return [Planned("deadline", now + 2 * 86400, {"seats": seats})] if seats else []


def test_a_log_says_utc_to_the_second() -> None:
    assert stamp(0.9) == "1970-01-01T00:00:00Z"
    assert SystemClock().now() > 1_700_000_000


async def test_timers_are_replaced_when_others_are_asked_and_go_with_the_end(
    store: Store, clock: ManualClock
) -> None:
    referee = Referee(store, clock=clock, timing=TwoDays())
    game = await seated(referee)
    (both,) = await store.timers(game)
    assert both.data == '{"seats":["left","right"]}'
    clock.advance(100)
    await referee.submit(game, AL, "boast of gold")
    assert await store.timers(game) == [both]
    for seat in (AL, BO, AL, BO, AL, BO):
        card = (await referee.position(game, Viewer(seat))).view.hand[0]
        await referee.submit(game, seat, f"bid {card}")
        if seat == AL:
            (one,) = await store.timers(game)
            assert (one.due, one.data) == (clock.now() + 2 * 86400, '{"seats":["right"]}')
    assert await store.timers(game) == []


async def test_one_task_sleeps_until_the_earliest(store: Store, clock: ManualClock) -> None:
    fired: asyncio.Queue[str] = asyncio.Queue()
    timers = Timers(store, clock)

    async def note(timer: Timer) -> None:
        await fired.put(timer.id)

    timers.on("note", note)
    timers.start()
    try:
        rows = [
            {"id": name, "due": clock.now() + due, "kind": "note", "game": "", "data": "{}"}
            for name, due in (("late", 30.0), ("soon", 10.0))
        ]
        await store.write(Change().insert(Timer, *rows, {**rows[0], "id": "other", "kind": "another door's"}))
        timers.ring()
        for name in ("soon", "late"):
            async with asyncio.timeout(20):
                while fired.empty():
                    await asyncio.sleep(0)
                    clock.advance(1.0)
            assert await fired.get() == name
    finally:
        await timers.close()
    assert [timer.id for timer in await store.timers("")][-1:] == ["other"]


async def test_a_timer_that_fails_is_tried_again(store: Store, clock: ManualClock) -> None:
    tries: list[float] = []
    timers = Timers(store, clock)

    async def stumble(timer: Timer) -> None:
        tries.append(clock.now())
        if len(tries) < 3:
            raise RuntimeError("not today")

    timers.on("note", stumble)
    row = {"id": "one", "due": clock.now(), "kind": "note", "game": "", "data": "{}"}
    await store.write(Change().insert(Timer, row))
    for _ in range(5):
        await timers.fire_due()
        clock.advance(RETRY)
    assert [round(at - tries[0]) for at in tries] == [0, RETRY, 2 * RETRY]
    assert await store.timers("") == []


async def test_a_deadline_acts_once_however_often_it_fires(store: Store, clock: ManualClock) -> None:
    """The handler acts under the timer's own reference: a crash after acting and before forgetting does no
    harm."""
    referee = Referee(store, clock=clock, timing=TwoDays())
    game = await seated(referee)
    (timer,) = await store.timers(game)
    answers = [await referee.submit(game, AL, "boast of gold", ref=f"timer:{timer.id}") for _ in range(3)]
    assert len(set(map(str, answers))) == 1
    assert len(await store.bodies(game)) == 2
