"""The desk: commands and replies without any door."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.desk.desk import Desk
from bot.desk.machines import Machines
from bot.desk.ordering import STALE
from bot.desk.reply import Person
from bot.desk.setting_up import Wish
from bot.referee import Referee
from bot.store.store import Store
from engine.kernel.seats import SPECTATOR

ALICE = Person("test", "alice", "Alice", "here")
BOB = Person("test", "bob", "Bob", "here")
CAROL = Person("test", "carol", "Carol", "here")
KEEPER = Person("test", "keeper", "Keeper", "here", manages=True)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with await Store.open(f"sqlite:///{tmp_path}/desk.sqlite3") as store:
        yield Desk(Referee(store))


async def begun(desk: Desk) -> str:
    """Alice plays the Crusaders, Bob the Wersgorix."""
    made = await desk.new(ALICE, Wish(seat="crusader"), ref="n")
    game = str(made.data["game"])
    assert not made.data["begun"]
    joined = await desk.join(BOB, game)
    assert joined.data["begun"], joined.text
    return game


async def active(desk: Desk, game: str) -> Person:
    position = await desk.referee.position(game, SPECTATOR)
    return ALICE if position.pending[0].seat == "crusader" else BOB


async def test_a_seat_kept_for_somebody_is_nobody_elses(desk: Desk) -> None:
    made = await desk.new(ALICE, Wish(opponent="bob"))
    game = made.data["game"]
    assert "kept for somebody else" in (await desk.join(CAROL, game)).text
    assert (await desk.join(BOB, game)).data["begun"]


async def test_the_panel_leads_to_a_legal_order_and_old_buttons_explain_themselves(desk: Desk) -> None:
    game = await begun(desk)
    who = await active(desk, game)
    panel = await desk.panel(who, game)
    assert panel.menu is not None
    old = panel.menu
    for _ in range(20):
        menu = panel.menu
        if menu is None or any(action.name == "confirm" for action in panel.actions):
            break
        give = next((action for action in panel.actions if action.name == "give"), None)
        if give is not None:
            panel = await desk.press(who, "give", give.args, (), panel.draft, ref="g")
            break
        choice = menu.choices[0]
        panel = await desk.press(who, "add", menu.args, (choice.value,), panel.draft)
    confirm = next((action for action in panel.actions if action.name == "confirm"), None)
    if confirm is not None:
        panel = await desk.press(who, "confirm", confirm.args, (), panel.draft, ref="c")
    assert "Done" in panel.text
    stale = await desk.press(who, "add", old.args, ("0",), "")
    assert STALE in stale.text
    other = BOB if who is ALICE else ALICE
    assert "another player's" in (await desk.press(other, "add", old.args, ("0",), "")).text


async def test_a_refusal_says_rule_reason_and_what_would_be_legal(desk: Desk) -> None:
    game = await begun(desk)
    reply = await desk.order(await active(desk, game), game, "fly to the moon")
    assert reply.blocks[0].title == "No"
    assert "What would be legal" in reply.text


async def test_a_sheet_answers_line_by_line_and_stops_at_the_first_refusal(desk: Desk) -> None:
    game = await begun(desk)
    who = await active(desk, game)
    await desk.settings(who, "confirm", "off")
    first = (await desk.referee.position(game, SPECTATOR)).pending[0]
    seat = first.seat
    ways = await desk.help(who, game)
    line = next(line.text for line in ways.blocks[0].lines if line.style == "code").removeprefix("/order ")
    reply = await desk.sheet(who, game, f"{line}\nnonsense\n{line}")
    titles = [block.title for block in reply.blocks]
    assert titles == ["Given", "No", "Not tried"], (seat, reply.text)


async def test_help_rules_settings_tour_history_and_the_rest_answer(desk: Desk) -> None:
    game = await begun(desk)
    who = await active(desk, game)
    for reply in (
        await desk.help(who, game),
        await desk.help(CAROL, game),
        await desk.help(CAROL),
        await desk.rules("high_crusade", "siege"),
        await desk.rules("high_crusade", "7.4"),
        await desk.rules("high_crusade", ""),
        await desk.settings(who),
        await desk.tour(who, game),
        await desk.history(who, game),
        await desk.replay(CAROL, game, 0),
        await desk.board(CAROL, game),
        await desk.dossier(who, game),
        await desk.dossier(CAROL, game),
        await desk.show(CAROL, game),
        await desk.card(game),
        await desk.export(CAROL, game),
        await desk.verify(CAROL, game),
        await desk.games(CAROL),
        await desk.pause(who, game),
        await desk.pause(who, game, resume=True),
        await desk.draw(who, game),
        await desk.host_games(KEEPER),
        await desk.host_health(KEEPER),
        await desk.host_freeze(KEEPER, game, "a test"),
        await desk.host_freeze(KEEPER, game, "", thaw=True),
        await desk.host_limit(KEEPER, 3),
        await desk.host_reassign(KEEPER, game, "crusader", CAROL),
    ):
        assert reply.text
        assert "None" not in reply.text
    assert "3" in re.sub(r"\D", "", (await desk.host_games(KEEPER)).text)


async def test_resigning_ends_the_game_and_shows_the_seed(desk: Desk) -> None:
    game = await begun(desk)
    assert (await desk.resign(ALICE, game)).actions[0].name == "resign"
    ended = await desk.press(ALICE, "resign", (game,), ref="r")
    assert "resigns" in ended.text
    assert (await desk.referee.info(game)).stage == "over"
    assert "resigns" in (await desk.card(game)).text


async def test_the_computer_takes_its_seat_and_answers(desk: Desk) -> None:
    made = await desk.new(ALICE, Wish(seat="crusader", opponent="computer"))
    game = made.data["game"]
    machines = Machines(desk.referee)
    machines.wake(game)
    await machines.idle()
    position = await desk.referee.position(game, SPECTATOR)
    assert [asked.seat for asked in position.pending] == ["crusader"]
