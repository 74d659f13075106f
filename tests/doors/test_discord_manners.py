"""Work on answers gives way to whoever has just asked."""

import asyncio
import sys

import pytest

from bot.doors.discord.manners import SWITCH, TURNS, Manners, take_quick_turns


async def test_no_step_is_made_for_a_few_turns_after_an_arrival() -> None:
    manners = Manners()
    made: list[str] = []

    async def work() -> str:
        for number in range(3):
            made.append(f"step {number}")
            await asyncio.sleep(0)
        return "done"

    async def acknowledged() -> None:
        for _ in range(TURNS - 2):
            await asyncio.sleep(0)
        made.append("acknowledged")

    working = asyncio.create_task(manners.behind(work()))
    await asyncio.sleep(0)
    manners.arrived()
    await acknowledged()
    assert made == ["step 0", "acknowledged"]
    assert await working == "done"
    assert made == ["step 0", "acknowledged", "step 1", "step 2"]
    assert not manners.waiting


async def test_without_arrivals_nothing_is_held_up() -> None:
    manners = Manners()
    turns = 0

    async def work() -> int:
        nonlocal turns
        for _ in range(5):
            await asyncio.sleep(0)
            turns += 1
        return turns

    assert await manners.behind(work()) == 5


async def test_errors_and_cancelling_pass_through() -> None:
    manners = Manners()

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError("as it was")

    with pytest.raises(ValueError, match="as it was"):
        await manners.behind(fails())

    async def waits() -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            tidied.append(True)
            raise
        return ""

    tidied: list[bool] = []
    task = asyncio.create_task(manners.behind(waits()))
    await asyncio.sleep(0)
    manners.arrived()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert tidied == [True]


async def test_what_the_work_waits_for_reaches_it() -> None:
    manners = Manners()

    async def work() -> object:
        manners.arrived()
        first = await asyncio.to_thread(lambda: "from a thread")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await asyncio.Event().wait()
        broken: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        broken.set_exception(KeyError("inside"))
        with pytest.raises(KeyError, match="inside"):
            await broken
        return first

    assert await manners.behind(work()) == "from a thread"


def test_threads_give_way_to_the_loop_quickly() -> None:
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        take_quick_turns()
        assert sys.getswitchinterval() == pytest.approx(SWITCH)
        sys.setswitchinterval(SWITCH / 10)
        take_quick_turns()
        assert sys.getswitchinterval() < SWITCH, "who wants it quicker keeps it so"
    finally:
        sys.setswitchinterval(before)
