"""Messages: at least once, under one nonce, in order for each address, and nobody waits for anybody else."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest
from sqlmodel import select

from bot.letters import Letter
from bot.outbox import LANES, LONGEST_BACKOFF, PATIENCE, Gone, Later, Outbox
from bot.referee import Referee
from bot.store.change import Change
from bot.store.exclusive import claim
from bot.store.store import Store
from bot.store.tables import DONE, DUE, LOST, PARKED, Destination, Message, Receipt
from engine.kernel.seats import Viewer
from tests.support.manual_clock import ManualClock
from tests.support.table import AL, BO, Pigeonhole, finish, seated


async def messages(store: Store) -> list[Message]:
    return list(await store.read(lambda session: session.exec(select(Message).order_by("id")).all()))


async def states(store: Store, address: str) -> list[str]:
    return [message.state for message in await messages(store) if message.address == address]


@pytest.fixture
def hole() -> Pigeonhole:
    return Pigeonhole()


@pytest.fixture
async def outbox(referee: Referee, hole: Pigeonhole) -> AsyncIterator[Outbox]:
    made = Outbox(referee, {"test": hole})
    yield made
    await made.close()


async def test_each_is_told_with_his_own_eyes(referee: Referee, outbox: Outbox, hole: Pigeonhole) -> None:
    game = await seated(referee)
    card = (await referee.position(game, Viewer(AL))).view.hand[0]
    await referee.submit(game, AL, f"bid {card}", ref="i1")
    await outbox.drain()
    assert hole.lines("test:al")[-1] == f"You bid {card}."
    assert hole.lines("test:bo")[-1] == hole.lines("test:channel")[-1] == "left has bid."
    letters = {address: letters[-1] for address, letters in hole.letters.items()}
    assert letters["test:al"].view.bid == card
    assert letters["test:bo"].view.bid is None
    assert letters["test:channel"].view.hand == ()
    for address, seat in (("test:al", AL), ("test:bo", BO), ("test:channel", "")):
        for asked in letters[address].pending:
            assert bool(asked.default) == (asked.seat == seat)
    assert {message.state for message in await messages(referee.store)} == {DONE}


async def test_whoever_has_to_act_now_is_named_once(
    referee: Referee, outbox: Outbox, hole: Pigeonhole
) -> None:
    game = await seated(referee)
    for seat in (AL, BO):
        card = (await referee.position(game, Viewer(seat))).view.hand[0]
        await referee.submit(game, seat, f"bid {card}")
    await outbox.drain()
    asks = [letter.asks for letter in hole.letters["test:channel"] if letter.topic == "entry"]
    assert asks == [(AL, BO), (), (AL,)]


async def test_a_letter_shows_the_position_it_tells_of(
    referee: Referee, outbox: Outbox, hole: Pigeonhole
) -> None:
    game = await seated(referee)
    for number in range(30):
        await referee.submit(game, AL, "boast of gold", ref=f"i{number}")
    await outbox.drain()
    told = [letter for letter in hole.letters["test:bo"] if letter.topic == "entry"]
    assert [len(letter.view.boasts) for letter in told] == list(range(31))


async def test_order_is_kept_for_each_address_through_failures(
    referee: Referee, outbox: Outbox, hole: Pigeonhole, clock: ManualClock
) -> None:
    game = await seated(referee)
    weather = iter([True, False, True, True, False] * 40)
    hole.fail = lambda letter: Later("a storm") if letter.address == "test:bo" and next(weather) else None
    for number in range(10):
        await referee.submit(game, AL, "boast of gold", ref=f"i{number}")
    for _ in range(40):
        await outbox.drain()
        clock.advance(LONGEST_BACKOFF)
    for address in ("test:al", "test:bo", "test:channel"):
        seqs = [letter.seq for letter in hole.letters[address] if letter.topic == "entry"]
        assert seqs == list(range(11))
    assert not await referee.store.read(lambda session: session.exec(select(Destination)).all())


async def test_backoff_doubles_and_what_the_other_side_says_goes_first(
    referee: Referee, outbox: Outbox, hole: Pigeonhole, clock: ManualClock
) -> None:
    await seated(referee)
    tries: list[float] = []
    start = clock.now()

    def fail(letter: Letter) -> Exception | None:
        if letter.address == "test:bo":
            tries.append(clock.now() - start)
            return Later("busy", after=100.0) if len(tries) == 3 else RuntimeError("no idea")
        return None

    hole.fail = fail
    for _ in range(200):
        await outbox.drain()
        clock.advance(1.0)
    waits = [round(later - earlier) for earlier, later in pairwise(tries)]
    assert waits[:5] == [2, 4, 100, 16, 32]


async def test_a_gone_address_parks_its_rows_tells_the_admins_and_blocks_nobody(
    referee: Referee, outbox: Outbox, hole: Pigeonhole
) -> None:
    game = await seated(referee, admins="test:host")
    hole.fail = lambda letter: Gone("the channel was deleted") if letter.address == "test:channel" else None
    await referee.submit(game, AL, "boast of gold", ref="i1")
    await outbox.drain()
    assert set(await states(referee.store, "test:channel")) == {PARKED}
    assert set(await states(referee.store, "test:al")) == {DONE}
    (told,) = hole.letters["test:host"]
    assert told.topic == "parked"
    assert told.data == {"address": "test:channel", "reason": "the channel was deleted"}
    # what comes later waits with the rest, and the admins are not told again
    await referee.submit(game, AL, "boast of salt", ref="i2")
    await outbox.drain()
    assert set(await states(referee.store, "test:channel")) == {PARKED}
    assert len(hole.letters["test:host"]) == 1
    # and when it is back, everything comes in order
    hole.fail = lambda _: None
    await outbox.resume("test:channel")
    await outbox.drain()
    assert [letter.seq for letter in hole.letters["test:channel"] if letter.topic == "entry"] == [0, 1, 2]


async def test_an_address_that_fails_for_a_day_is_taken_for_gone(
    referee: Referee, outbox: Outbox, hole: Pigeonhole, clock: ManualClock
) -> None:
    await seated(referee, admins="test:host")
    hole.fail = lambda letter: Later("down") if letter.address == "test:bo" else None
    await outbox.drain()
    clock.advance(PATIENCE)
    await outbox.drain()
    assert set(await states(referee.store, "test:bo")) == {PARKED}
    assert hole.letters["test:host"]


async def test_a_crash_between_sending_and_noting_it_sends_again_under_the_same_nonce(
    store: Store, clock: ManualClock
) -> None:
    before = Referee(store, clock=clock)
    await seated(before)
    hole = Pigeonhole()

    class Dying(Pigeonhole):
        async def deliver(self, letter: Letter) -> None:
            await hole.deliver(letter)
            raise asyncio.CancelledError  # the process ends here: sent, and not noted

    dying = Outbox(before, {"test": Dying()})
    await dying._look()
    await asyncio.gather(*dying._lanes.values(), return_exceptions=True)
    await dying.close()
    once = {letter.nonce for letters in hole.letters.values() for letter in letters}
    after = Outbox(Referee(store, clock=clock), {"test": hole})
    await after.drain()
    await after.close()
    nonces = [letter.nonce for letters in hole.letters.values() for letter in letters]
    assert once
    assert all(nonces.count(nonce) == 2 for nonce in once)
    assert set(nonces) == {message.nonce for message in await messages(store)}


async def test_one_process_delivers_for_a_door_and_another_takes_over(
    referee: Referee, clock: ManualClock, url: str
) -> None:
    await seated(referee)
    holes = Pigeonhole(), Pigeonhole()
    async with await Store.open(url) as elsewhere:
        first = Outbox(referee, {"test": holes[0]})
        second = Outbox(Referee(elsewhere, clock=clock), {"test": holes[1]})
        await first.drain()
        assert holes[0].letters
        game = await seated(referee)
        await second.drain()
        assert not holes[1].letters
        await first.close()
        await second.drain()
        assert {letter.game.id for letter in holes[1].letters["test:al"] if letter.game} == {game}
        await second.close()
        free = await claim(elsewhere, "outbox-test")
        assert free is not None
        await free.release()


async def test_what_cannot_be_rendered_is_set_aside(
    referee: Referee, outbox: Outbox, hole: Pigeonhole
) -> None:
    await seated(referee)
    row = {"game": "nogame", "seq": 3, "address": "test:al", "viewer": AL, "topic": "entry", "data": "{}"}
    await referee.store.write(Change().insert(Message, {**row, "nonce": "n", "state": DUE, "at": 0.0}))
    await outbox.drain()
    assert (await states(referee.store, "test:al"))[-1] == LOST
    assert hole.letters["test:al"]


async def test_other_doors_messages_are_left_alone(referee: Referee, hole: Pigeonhole) -> None:
    await seated(referee)
    outbox = Outbox(referee, {"tes": hole})
    await outbox.drain()
    await outbox.close()
    assert not hole.letters


async def test_many_addresses_are_served_with_few_lanes(
    referee: Referee, outbox: Outbox, hole: Pigeonhole
) -> None:
    channels = [f"test:{number}" for number in range(LANES + 8)]
    await referee.create("tiny", channels=channels)
    await outbox.drain()
    assert set(hole.letters) == set(channels)


async def test_the_worker_wakes_by_itself(referee: Referee, hole: Pigeonhole) -> None:
    arrived = asyncio.Event()
    keep = hole.deliver

    async def deliver(letter: Letter) -> None:
        await keep(letter)
        if letter.kind == "seed" and letter.address == "test:channel":
            arrived.set()

    hole.deliver = deliver  # type: ignore[method-assign]
    outbox = Outbox(referee, {"test": hole})
    outbox.start()
    try:
        game = await seated(referee)
        await finish(referee, game)
        async with asyncio.timeout(20):
            await arrived.wait()
    finally:
        await outbox.close()
    assert "The seed of the dice was" in hole.lines("test:channel")[-1]


async def test_old_deliveries_and_answers_are_thrown_away(
    referee: Referee, outbox: Outbox, clock: ManualClock
) -> None:
    game = await seated(referee)
    await referee.submit(game, AL, "boast of gold", ref="i1")
    await outbox.drain()
    clock.advance(40 * 24 * 3600.0)
    await referee.submit(game, AL, "boast of gold", ref="i2")
    await outbox._tidy()
    left = await messages(referee.store)
    assert {message.state for message in left} == {DUE}
    receipts = await referee.store.read(lambda session: session.exec(select(Receipt)).all())
    assert [receipt.ref for receipt in receipts] == ["i2"]
