"""Going back: freely, by consent, by the host."""

from bot import games
from bot.answers import ACCEPTED, ASKED, REFUSED
from bot.live import read_entries
from bot.referee import Referee
from bot.store.store import Store
from engine.kernel.seats import SPECTATOR, Viewer
from engine.kernel.verifying import verify
from tests.support.manual_clock import ManualClock
from tests.support.table import AL, BO, finish, seated


async def bid(referee: Referee, game: str, seat: str) -> None:
    card = (await referee.position(game, Viewer(seat))).view.hand[0]
    assert (await referee.submit(game, seat, f"bid {card}")).ok


async def boasts(referee: Referee, game: str) -> int:
    return len((await referee.position(game, SPECTATOR)).view.boasts)


async def test_free_back_to_the_last_change_of_actor(referee: Referee) -> None:
    game = await seated(referee)
    for _ in range(3):
        await referee.submit(game, AL, "boast of gold")
    for left in (2, 1, 0):
        assert (await referee.undo(game, AL)).kind == ACCEPTED
        assert await boasts(referee, game) == left
    # the deal itself is not to be taken back, by anybody
    assert (await referee.undo(game, AL)).kind == REFUSED


async def test_nobody_takes_back_the_others_order_for_free(referee: Referee) -> None:
    game = await seated(referee)
    await referee.submit(game, AL, "boast of gold")
    assert (await referee.undo(game, BO)).kind == REFUSED
    await referee.submit(game, BO, "boast of salt")
    asked = await referee.undo(game, AL, ref="u1")
    assert asked.kind == ASKED
    assert await boasts(referee, game) == 2


async def test_beyond_a_revelation_the_opponent_is_asked_and_agrees(referee: Referee) -> None:
    game = await seated(referee)
    await bid(referee, game, AL)
    asked = await referee.undo(game, AL, ref="u1")
    assert asked.kind == ASKED
    assert await referee.undo(game, AL, ref="u1") == asked
    topics = [message.topic for message in await referee.store.owed(game) if message.address == "test:bo"]
    assert topics[-1] == "undo asked"
    assert (await referee.answer_undo(game, AL, True)).kind == REFUSED
    agreed = await referee.answer_undo(game, BO, True, ref="a1")
    assert agreed.ok
    assert not (await referee.position(game, Viewer(AL))).view.has_bid[AL]
    last = read_entries(tuple(await referee.store.bodies(game)))[-1]
    assert (last.by, last.said()) == (AL, {"to": 0, "reason": "With the consent of right."})
    assert (await referee.answer_undo(game, BO, True, ref="a2")).kind == REFUSED


async def test_the_opponent_declines(referee: Referee) -> None:
    game = await seated(referee)
    await bid(referee, game, AL)
    await referee.undo(game, AL)
    assert (await referee.answer_undo(game, BO, False)).ok
    assert (await referee.position(game, Viewer(AL))).view.has_bid[AL]
    assert (await referee.answer_undo(game, BO, True)).kind == REFUSED


async def test_a_request_lapses_when_the_game_goes_on(referee: Referee) -> None:
    game = await seated(referee)
    await bid(referee, game, AL)
    await referee.undo(game, AL)
    await referee.submit(game, BO, "boast of salt")
    assert (await referee.answer_undo(game, BO, True)).kind == REFUSED


async def test_one_who_plays_all_seats_asks_nobody(referee: Referee) -> None:
    made = await referee.create("tiny")
    me = await referee.player("test", "me", "Me")
    for seat in (AL, BO):
        await referee.join(made.game, seat, me.id)
    await referee.begin(made.game)
    await bid(referee, made.game, AL)
    assert (await referee.undo(made.game, AL)).ok


async def test_the_host_rewinds_with_a_reason_that_is_shown(referee: Referee) -> None:
    game = await seated(referee)
    await bid(referee, game, AL)
    await bid(referee, game, BO)
    assert (await referee.rewind(game, 0, "  ")).kind == REFUSED
    assert (await referee.rewind(game, 7, "x")).kind == REFUSED
    assert (await referee.rewind(game, 0, "the wrong scenario", ref="r1")).ok
    told = (await referee.history(game, SPECTATOR))[-1]
    assert "On the host's word: the wrong scenario" in told.lines[0]


async def test_dice_are_never_drawn_twice(referee: Referee) -> None:
    """After an undo the same orders meet new numbers, and the whole log still verifies."""
    game = await seated(referee)
    for number in range(6):
        await bid(referee, game, AL)
        await bid(referee, game, BO)
        if number < 3:
            await referee.rewind(game, 0, "again")
            continue
        if (await referee.position(game, SPECTATOR)).outcome:
            break
    entries = read_entries(tuple(await referee.store.bodies(game)))
    checked = verify(games.game("tiny"), entries)
    assert checked.dice_checked
    assert checked.draws == sum(len(entry.draws()) for entry in entries)


async def test_nothing_is_taken_back_once_the_seed_is_known(referee: Referee) -> None:
    game = await seated(referee)
    await finish(referee, game)
    for answer in (await referee.undo(game, AL), await referee.rewind(game, 0, "please")):
        assert answer.kind == REFUSED


async def test_far_back_after_a_restart(store: Store, clock: ManualClock) -> None:
    """Snapshots cut the log short in memory; an undo to before them reads the whole of it again."""
    before = Referee(store, clock=clock)
    game = await seated(before)
    for number in range(60):
        await before.submit(game, AL, "boast of gold", ref=f"i{number}")
    referee = Referee(store, clock=clock)
    assert (await referee.rewind(game, 5, "far back")).ok
    assert await boasts(referee, game) == 5
    assert (await referee.submit(game, AL, "boast of salt")).ok
    again = Referee(store, clock=clock)
    assert await boasts(again, game) == 6
    assert (await again.undo(game, AL)).ok
    assert await boasts(again, game) == 5
