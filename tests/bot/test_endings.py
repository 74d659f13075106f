"""Games that end by word: the log says so, the seed is revealed, and every die can be checked."""

import pytest

from bot import exports, games
from bot.answers import ACCEPTED, ASKED, REFUSED
from bot.archive import export_game
from bot.referee import Referee
from bot.store.store import Store
from engine.kernel.errors import BrokenLog, IllegalOrder
from engine.kernel.record import Record
from engine.kernel.seats import Seat
from engine.kernel.verifying import verify
from tests.support.manual_clock import ManualClock
from tests.support.table import AL, BO, seated


async def test_who_resigns_ends_the_game_and_its_dice_can_be_checked(
    store: Store, clock: ManualClock
) -> None:
    referee = Referee(store, clock=clock)
    game = await seated(referee)
    await referee.submit(game, AL, "boast of gold")
    first = await referee.resign(game, AL, ref="r1")
    assert first.kind == ACCEPTED
    assert await referee.resign(game, AL, ref="r1") == first
    assert (await referee.info(game)).stage == "over"
    again = Referee(store, clock=clock)
    for answer in (
        await again.submit(game, BO, "boast of gold"),
        await again.undo(game, AL),
        await again.rewind(game, 0, "please"),
        await again.resign(game, BO),
    ):
        assert answer.kind == REFUSED
    found, checked = exports.verify_file(await export_game(again, game), games.game)
    assert found.over
    assert checked.dice_checked
    assert [entry.kind for entry in found.entries[-2:]] == ["ended", "seed"]
    assert found.entries[-2].by == AL
    last = [message for message in await store.owed(game) if message.address == "test:bo"][-1]
    assert last.topic == "ended"


async def test_a_draw_needs_both(referee: Referee) -> None:
    game = await seated(referee)
    assert (await referee.draw(game, AL)).kind == ASKED
    assert (await referee.draw(game, AL)).kind == ASKED
    assert (await referee.draw(game, BO)).kind == ACCEPTED
    found, checked = exports.verify_file(await export_game(referee, game), games.game)
    assert found.over
    assert checked.dice_checked


def test_nothing_comes_after_the_end() -> None:
    rules = games.game("tiny")
    record = Record.create(rules, b"s" * 32)
    goes_on = Record.resume(rules, b"s" * 32, record.entries)
    record.accept(record.propose_end("resigned", "Enough.", by=AL))
    goes_on.ended = False
    goes_on.accept(goes_on.propose_end("resigned", "Enough.", by=AL))
    goes_on.ended = False  # a referee who forgets that it is over
    goes_on.submit(Seat(BO), "boast of gold")
    verify(rules, record.entries)
    with pytest.raises(BrokenLog, match="entry 2: comes after the end"):
        verify(rules, goes_on.entries)
    with pytest.raises(IllegalOrder, match="over"):
        record.propose(Seat(BO), "boast of gold")
