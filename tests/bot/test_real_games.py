"""The real games under the referee: stored, opened again, exported and checked."""

import json
import random
from pathlib import Path

import pytest

from bot import exports, games
from bot.archive import export_game
from bot.health import check_game
from bot.live import read_entries
from bot.referee import Referee
from bot.store.store import Store
from engine.kernel.seats import SPECTATOR, Viewer
from tests.support.manual_clock import ManualClock
from tests.support.wandering import wander

KEYS = ("high_crusade", "crusade")
ORDERS = 80


async def begun(referee: Referee, key: str) -> str:
    made = await referee.create(key)
    assert made.ok, made
    for seat in games.game(key).seats:
        player = await referee.player("test", seat, seat.title())
        assert (await referee.join(made.game, seat, player.id, word=f"{seat}'s word")).ok
    assert (await referee.begin(made.game)).ok
    return made.game


async def play(referee: Referee, game: str, chance: random.Random, orders: int) -> None:
    for number in range(orders):
        live = await referee.readable(game)
        assert live.record is not None
        if live.record.over:
            return
        seat, order = wander(live.game, live.record.state, chance)
        answer = await referee.submit(game, seat, order.text(), ref=f"{game}{live.record.count}-{number}")
        assert answer.ok, (answer, order)


@pytest.mark.parametrize("key", KEYS)
async def test_a_game_comes_back_from_the_store_as_it_was(store: Store, clock: ManualClock, key: str) -> None:
    referee = Referee(store, clock=clock)
    game = await begun(referee, key)
    chance = random.Random(7)
    for _ in range(4):
        await play(referee, game, chance, ORDERS // 4)
        again = Referee(store, clock=clock)
        for viewer in (*(Viewer(seat) for seat in games.game(key).seats), SPECTATOR):
            assert await again.position(game, viewer) == await referee.position(game, viewer)
    (row,) = await store.games()
    assert await check_game(store, games.game, row) == []


@pytest.mark.parametrize("key", KEYS)
async def test_a_game_under_way_is_exported_without_its_secrets(tmp_path: Path, key: str) -> None:
    rules = games.game(key)
    sealed = [name for name, kind in rules.events.items() if getattr(kind, "SEALED", True)]
    async with await Store.open(f"sqlite:///{tmp_path}/games.sqlite3") as store:
        referee = Referee(store)
        game = await begun(referee, key)
        await play(referee, game, random.Random(3), ORDERS // 2)
        live = await referee.readable(game)
        data = await export_game(referee, game)
        stored = await store.load(game)
        whole = await export_game(referee, game, full=True)
    assert live.record is not None
    assert live.record.over or not any(f'"is\\":\\"{name}\\"'.encode() in data for name in sealed)
    assert stored is not None
    assert stored.seed is not None
    if not live.record.over:
        assert stored.seed.hex().encode() not in data + whole
    exports.verify_file(data, games.game)
    assert exports.verify_file(whole, games.game)[1].rejudged


@pytest.mark.parametrize("key", KEYS)
async def test_a_whole_game_is_played_revealed_and_verified(tmp_path: Path, key: str) -> None:
    async with await Store.open(f"sqlite:///{tmp_path}/games.sqlite3") as store:
        referee = Referee(store)
        game = await begun(referee, key)
        chance = random.Random(11)
        await play(referee, game, chance, 600)
        live = await referee.readable(game)
        assert live.record is not None
        entries = read_entries(tuple(await store.bodies(game)))
        for entry in entries:
            json.dumps(entry.to_plain())
        if live.record.over:
            data = await export_game(referee, game)
            found, checked = exports.verify_file(data, games.game)
            assert found.over
            assert checked.dice_checked


@pytest.mark.parametrize("key", KEYS)
async def test_a_free_undo_is_the_shorter_log(tmp_path: Path, key: str) -> None:
    async with await Store.open(f"sqlite:///{tmp_path}/games.sqlite3") as store:
        referee = Referee(store)
        game = await begun(referee, key)
        chance = random.Random(5)
        taken_back = 0
        for number in range(60):
            live = await referee.readable(game)
            assert live.record is not None
            if live.record.over:
                break
            before = live.record.state
            seat, order = wander(live.game, before, chance)
            assert (await referee.submit(game, seat, order.text(), ref=f"o{number}")).ok
            live = await referee.readable(game)
            assert live.record is not None
            if live.record.free_undo(seat) is not None and chance.random() < 0.5:
                assert (await referee.undo(game, seat, ref=f"u{number}")).ok
                live = await referee.readable(game)
                assert live.record is not None
                assert live.record.state == before
                taken_back += 1
        assert taken_back or key == "crusade"


async def test_refusals_reach_the_player_with_their_rule(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite:///{tmp_path}/games.sqlite3") as store:
        referee = Referee(store)
        game = await begun(referee, "high_crusade")
        for seat in games.game("high_crusade").seats:
            answer = await referee.submit(game, seat, "move fleet A to nowhere", ref=f"x{seat}")
            assert answer.kind == "refused"
            assert answer.reason
