"""Orders, answers and positions, on both databases."""

import asyncio
import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from bot import games
from bot.answers import ACCEPTED, FROZEN, REFUSED
from bot.live import read_entries
from bot.referee import Referee
from bot.store.store import Store
from engine.kernel.errors import IllegalOrder
from engine.kernel.record import Record
from engine.kernel.seats import SPECTATOR, Seat, Viewer
from engine.kernel.verifying import verify
from tests.support.manual_clock import ManualClock
from tests.support.table import AL, BO, finish, seated


async def test_an_order_is_accepted_told_and_on_disk(referee: Referee) -> None:
    game = await seated(referee)
    answer = await referee.submit(game, AL, "boast of gold", ref="i1")
    assert answer.kind == ACCEPTED
    assert answer.lines == ("left boasts of gold.",)
    entries = read_entries(tuple(await referee.store.bodies(game)))
    assert [(e.kind, e.by, e.ref) for e in entries] == [("created", "", ""), ("order", AL, "i1")]


async def test_a_repeated_interaction_gets_the_first_answer_and_changes_nothing(referee: Referee) -> None:
    game = await seated(referee)
    first = await referee.submit(game, AL, "boast of gold", ref="i1")
    assert await referee.submit(game, AL, "boast of gold", ref="i1") == first
    assert await referee.submit(game, AL, "boast of salt", ref="i1") == first
    refused = await referee.submit(game, AL, "bid 99", ref="i2")
    assert refused.kind == REFUSED
    assert await referee.submit(game, AL, "boast of tin", ref="i2") == refused
    assert len(await referee.store.bodies(game)) == 2


async def test_a_repeat_after_a_restart_gets_the_first_answer(store: Store, clock: ManualClock) -> None:
    before = Referee(store, clock=clock)
    game = await seated(before)
    first = await before.submit(game, AL, "boast of gold", ref="i1")
    assert await Referee(store, clock=clock).submit(game, AL, "boast of gold", ref="i1") == first


async def test_the_same_interaction_many_times_at_once_counts_once(referee: Referee) -> None:
    game = await seated(referee)
    answers = await asyncio.gather(*(referee.submit(game, AL, "boast of gold", ref="i1") for _ in range(8)))
    assert len(set(map(str, answers))) == 1
    assert len(await referee.store.bodies(game)) == 2


async def test_orders_of_one_game_queue_and_none_is_refused_as_busy(referee: Referee) -> None:
    game = await seated(referee)
    jobs = [
        referee.submit(game, seat, "boast of gold", ref=f"{seat}{n}") for n in range(20) for seat in (AL, BO)
    ]
    answers = await asyncio.gather(*jobs)
    assert {answer.kind for answer in answers} == {ACCEPTED}
    assert sorted(answer.seq or 0 for answer in answers) == list(range(1, 41))


async def test_a_second_order_is_judged_on_the_new_position(referee: Referee) -> None:
    game = await seated(referee)
    card = (await referee.position(game, Viewer(AL))).view.hand[0]
    first, second = await asyncio.gather(
        referee.submit(game, AL, f"bid {card}", ref="i1"), referee.submit(game, AL, f"bid {card}", ref="i2")
    )
    assert first.ok
    assert second.kind == REFUSED
    assert "not waiting for you" in second.reason


async def test_a_refusal_says_why_and_what_would_be_legal(referee: Referee) -> None:
    game = await seated(referee)
    answer = await referee.submit(game, AL, "bid 99", ref="i1")
    assert answer.kind == REFUSED
    assert answer.rule == "1.1"
    assert answer.nearest
    assert all(line.startswith("bid ") for line in answer.nearest)


async def test_only_the_holder_of_a_seat_gives_its_orders(referee: Referee) -> None:
    game = await seated(referee)
    bo = await referee.player("test", "bo", "Bo")
    answer = await referee.submit(game, AL, "boast of gold", ref="i1", player=bo.id)
    assert (answer.kind, answer.reason) == (REFUSED, "You do not sit in that seat.")
    assert (await referee.submit(game, "nowhere", "boast of gold")).kind == REFUSED
    assert (await referee.submit("nogame", AL, "boast of gold")).kind == REFUSED


async def test_a_position_shows_a_viewer_only_his_own_decision_in_full(referee: Referee) -> None:
    game = await seated(referee)
    for viewer in (Viewer(AL), Viewer(BO), SPECTATOR):
        position = await referee.position(game, viewer)
        for asked in position.pending:
            assert bool(asked.default) == bool(asked.options) == (str(asked.seat) == str(viewer))


async def test_the_whole_game_verifies_and_its_seed_is_shown_only_at_the_end(referee: Referee) -> None:
    game = await seated(referee)
    stored = await referee.store.load(game)
    assert stored is not None
    assert stored.seed is not None
    assert not any(stored.seed.hex() in body for body in await referee.store.bodies(game))
    await finish(referee, game)
    bodies = tuple(await referee.store.bodies(game))
    assert stored.seed.hex() in bodies[-1]
    assert not any(stored.seed.hex() in body for body in bodies[:-1])
    checked = verify(games.game("tiny"), read_entries(bodies))
    assert checked.dice_checked
    assert (await referee.info(game)).stage == "over"
    late = await referee.submit(game, AL, "boast of gold", ref="late")
    assert (late.kind, late.reason) == (REFUSED, "This game is over; no more orders can be given.")


async def test_words_are_in_the_dice_from_the_first_deal_on(referee: Referee) -> None:
    made = await referee.create("tiny")
    al, bo = await referee.player("t", "al", "Al"), await referee.player("t", "bo", "Bo")
    await referee.join(made.game, AL, al.id, word="  apple\u200b pie ")
    await referee.join(made.game, BO, bo.id)
    assert (await referee.word(made.game, BO, "pear", ref="w1")).ok
    assert (await referee.begin(made.game)).ok
    assert (await referee.word(made.game, BO, "plum", ref="w2")).ok
    assert (await referee.word(made.game, BO, "", ref="w3")).kind == REFUSED
    first, second = read_entries(tuple(await referee.store.bodies(made.game)))
    assert first.said()["words"] == [[AL, "apple pie"], [BO, "pear"]]
    assert second.said() == {"word": "plum"}
    await finish(referee, made.game)
    bodies = tuple(await referee.store.bodies(made.game))
    assert verify(games.game("tiny"), read_entries(bodies)).dice_checked


async def test_the_dice_take_only_so_many_words(referee: Referee) -> None:
    game = await seated(referee)
    answers = [await referee.word(game, AL, f"word {n}") for n in range(17)]
    assert [answer.ok for answer in answers] == [True] * 16 + [False]


async def test_the_commitment_is_posted_before_anybody_sits_down(referee: Referee) -> None:
    made = await referee.create("tiny", channels=["test:channel"], ref="c1")
    (owed,) = await referee.store.owed(made.game)
    assert (owed.topic, owed.address) == ("created", "test:channel")
    assert made.data["commitment"] in owed.data
    assert await referee.create("tiny", channels=["test:channel"], ref="c1") == made
    assert len(await referee.store.games()) == 1


async def test_options_and_games_that_are_not_known_are_refused(referee: Referee) -> None:
    assert (await referee.create("chess")).kind == REFUSED
    assert (await referee.create("tiny", options={"colour": "red"})).kind == REFUSED


async def test_a_seat_is_taken_once_and_can_change_hands(referee: Referee) -> None:
    made = await referee.create("tiny")
    al, bo, cy = [await referee.player("t", name, name) for name in ("al", "bo", "cy")]
    taken = await asyncio.gather(
        *(referee.join(made.game, AL, who.id, address=f"t:{who.name}") for who in (al, bo))
    )
    assert sorted(answer.kind for answer in taken) == [ACCEPTED, REFUSED]
    await referee.join(made.game, BO, cy.id, address="t:cy")
    await referee.begin(made.game)
    assert (await referee.leave(made.game, AL)).ok
    info = await referee.info(made.game)
    assert [address for address, viewer in info.listeners if viewer == AL] == []
    owed = await referee.store.owed(made.game)
    assert [message.topic for message in owed if message.viewer == AL] == ["left"]
    assert (await referee.join(made.game, AL, bo.id)).ok
    assert (await referee.submit(made.game, AL, "boast of gold", player=bo.id)).ok


async def test_a_player_is_met_again_under_his_new_name(referee: Referee) -> None:
    first = await referee.player("discord", "1", "Al")
    again = await referee.player("discord", "1", "Alfred")
    other = await referee.player("mail", "1", "Al")
    assert first.id == again.id != other.id
    assert again.name == "Alfred"
    await referee.prefer(first.id, "pings", "off")
    await referee.prefer(first.id, "pings", "on")
    assert await referee.preferences(first.id) == {"pings": "on"}


async def test_history_tells_each_viewer_his_own_side(referee: Referee) -> None:
    game = await seated(referee)
    card = (await referee.position(game, Viewer(AL))).view.hand[0]
    await referee.submit(game, AL, f"bid {card}")
    mine, theirs = [(await referee.history(game, Viewer(seat)))[-1] for seat in (AL, BO)]
    assert mine.lines == (f"You bid {card}.",)
    assert theirs.lines == ("left has bid.",)


async def test_positions_of_the_past_can_be_looked_at(referee: Referee) -> None:
    game = await seated(referee)
    for number in range(40):
        await referee.submit(game, AL, "boast of gold", ref=f"i{number}")
    for seq in (0, 7, 39, 40):
        assert len((await referee.position(game, SPECTATOR, at=seq)).view.boasts) == seq


async def test_completions_are_the_engines(referee: Referee) -> None:
    game = await seated(referee)
    assert {way.label for way in await referee.complete(game, AL, "")} == {"bid", "boast"}


async def test_memory_is_bounded_and_games_come_back_as_they_were(store: Store, clock: ManualClock) -> None:
    referee = Referee(store, clock=clock, capacity=3)
    games_there = [await seated(referee, listeners=False) for _ in range(8)]
    for turn in range(3):
        for game in games_there:
            assert (await referee.submit(game, AL, "boast of gold", ref=f"{game}{turn}")).ok
            assert len(referee.live) <= 3
    for game in games_there:
        assert len((await referee.position(game, SPECTATOR)).view.boasts) == 3


async def test_an_engine_that_stumbles_harms_nothing(referee: Referee) -> None:
    game = await seated(referee)
    live = referee.live.peek(game)
    assert live is not None or await referee.position(game, SPECTATOR)
    rules = games.game("tiny")
    decide = rules.decide
    try:
        rules.decide = lambda *_: 1 / 0  # type: ignore[method-assign,assignment]
        answer = await referee.submit(game, AL, "boast of gold", ref="i1")
    finally:
        rules.decide = decide  # type: ignore[method-assign]
    assert answer.kind == "stumbled"
    assert (await referee.submit(game, AL, "boast of gold", ref="i1")).ok


async def test_a_frozen_game_takes_no_orders_until_it_is_unfrozen(referee: Referee) -> None:
    game = await seated(referee)
    assert (await referee.freeze(game, "the host is asleep")).ok
    answer = await referee.submit(game, AL, "boast of gold", ref="i1")
    assert answer.kind == FROZEN
    assert "the host is asleep" in answer.reason
    assert (await referee.unfreeze(game)).ok
    assert (await referee.submit(game, AL, "boast of gold", ref="i1")).ok


@settings(max_examples=60, deadline=None)
@given(line=st.text(max_size=80))
async def test_no_line_whatever_breaks_the_referee(line: str) -> None:
    # Played in memory: the same judgement as the store's, without the store.
    record = Record.create(games.game("tiny"), b"s" * 32)
    with contextlib.suppress(IllegalOrder):
        record.propose(Seat(AL), line)
