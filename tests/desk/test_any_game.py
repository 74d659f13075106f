"""The desk with every game of the shelf: nothing in it is for one game alone."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import games
from bot.company import Company
from bot.desk.desk import Desk
from bot.desk.reply import Person
from bot.desk.setting_up import Wish
from bot.referee import Referee
from bot.store.store import Store
from engine.kernel.seats import viewer_of
from render import artist

ALICE = Person("test", "alice", "Alice", "here")
CAROL = Person("test", "carol", "Carol", "here")


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with await Store.open(f"sqlite:///{tmp_path}/desk.sqlite3") as store:
        yield Desk(Referee(store, seeds=lambda size: b"\5" * size))


async def begun(desk: Desk, key: str) -> str:
    """Alice sits in the first seat, the computer in the other."""
    made = await desk.new(ALICE, Wish(key, opponent="computer"))
    assert made.data["begun"], made.text
    game = str(made.data["game"])
    await Company(desk.referee).play(game)
    return game


@pytest.mark.parametrize("key", games.SHELF)
async def test_everything_can_be_looked_at(desk: Desk, key: str) -> None:
    """Card, board, dossier, help, history and the rest say something, to player and onlooker."""
    game = await begun(desk, key)
    title = games.game(key).title
    assert title in (await desk.card(game)).text
    for person in (ALICE, CAROL):
        assert len((await desk.board(person, game)).text) > 500
        assert (await desk.help(person, game)).text
        assert (await desk.dossier(person, game)).text
        assert (await desk.history(person, game)).text
        assert (await desk.replay(person, game, 1)).text
    assert (await desk.panel(ALICE, game)).menu is not None
    assert (await desk.tour(ALICE, game)).text
    assert (await desk.odds(ALICE, game, "nonsense")).text
    assert "No rule" not in (await desk.press(ALICE, "rules", (game, "2.1"))).text
    assert desk.rule_names(key, "2")


async def test_a_part_of_the_board_is_shown_on_its_card(desk: Desk) -> None:
    """Asked about by its name, in words and as whoever draws calls it."""
    game = await begun(desk, "crusade")
    await desk.order(ALICE, game, "place knight at D1")
    reply = await desk.board(ALICE, game, "d1")
    (picture,) = reply.pictures
    assert (picture.kind, picture.caption) == ("card", "d1")
    assert picture.alt in reply.text
    assert artist("crusade").card(picture.view, picture.caption, theme="dark").data


@pytest.mark.parametrize("key", games.SHELF)
async def test_defaults_lead_on_and_the_computer_answers(desk: Desk, key: str) -> None:
    """Some orders of a person by default; the computer plays its part in between."""
    game = await begun(desk, key)
    company = Company(desk.referee)
    for _ in range(8):
        position = await desk.referee.position(game, viewer_of(games.game(key).seats[0]))
        (asked, *_) = position.pending
        reply = await desk.order(ALICE, game, f"{asked.default}!")
        assert any(block.title == "Done" for block in reply.blocks), reply.text
        await company.play(game)
    assert (await desk.referee.position(game, viewer_of(games.game(key).seats[0]))).round > 0


async def test_the_rules_of_the_usual_game_where_none_is_meant(desk: Desk) -> None:
    reply = await desk.press(ALICE, "rules", ("", "2.1"))
    assert reply.text == (await desk.rules(games.default(), "2.1")).text
    assert Wish().key == games.default()
