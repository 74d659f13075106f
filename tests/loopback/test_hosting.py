"""`/referee`, with and without the right to manage the server."""

from pathlib import Path
from typing import Any

import pytest

from engine.kernel.seats import SPECTATOR
from tests.loopback.covering import covers
from tests.loopback.people import House, house, text_of
from tests.loopback.squires import Squires

COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("referee games", {}),
    ("referee health", {}),
    ("referee freeze", {"reason": "a look"}),
    ("referee close", {"reason": "nobody comes"}),
    ("referee rewind", {"entry": 1, "reason": "a mistake"}),
    ("referee reassign", {"side": "wersgorix"}),
    ("referee limit", {"most": 5}),
    ("referee channel", {}),
]


async def begun(here: House) -> str:
    game = await here.begin()
    await Squires(here, game, 7).forward(lambda turn: turn.line.startswith("move"))
    return game


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_without_the_right_nothing_happens(
    tmp_path: Path, command: str, options: dict[str, Any]
) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        info = await here.desk.referee.info(game)
        said = len(here.thread.sent)
        named: dict[str, Any] = (
            {"game": game} if command.split()[1] in ("freeze", "close", "rewind", "reassign") else {}
        )
        answer = await here.alice.runs(command, **named, **options)
        assert "may manage this server" in answer.text
        assert answer.private
        await here.quiet()
        assert await here.desk.referee.info(game) == info
        assert len(here.thread.sent) == said
        assert here.store is not None
        assert await here.store.note(f"limit:{here.discord.guild}") is None
        assert await here.store.note(f"channel:{here.discord.guild}") is None


async def test_discord_itself_hides_the_group_from_others(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        (group,) = [one for one in here.discord.commands if one["name"] == "referee"]
        assert int(group["default_member_permissions"]) == 1 << 5
        assert group["dm_permission"] is False
        assert {f"referee {one['name']}" for one in group["options"]} == {name for name, _ in COMMANDS}


@covers("referee games", "referee health")
async def test_games_and_health(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        seen = await here.keeper.runs("referee games")
        assert game in seen.text
        assert "At most 50" in seen.text
        health = await here.keeper.runs("referee health")
        assert "database answers" in health.text
        assert "Discord answers in" in health.text


@covers(
    "referee freeze",
    "referee freeze game",
    "referee freeze game?",
    "referee freeze reason",
    "referee freeze thaw",
)
async def test_freeze_and_thaw(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        assert await here.keeper.types("referee freeze", "game", "") == [game]
        assert "frozen" in (await here.keeper.runs("referee freeze", game=game, reason="a *look*")).text
        await here.quiet()
        assert "a \\*look\\*" in here.public()
        assert "a \\*look\\*" in text_of(here.card())
        who = await here.asked_anyway()
        assert "frozen" in (await who.runs("order", line="done!")).text.lower()
        assert "Only whoever looks after" in (await here.alice.runs("game pause", resume=True)).text
        assert "goes on" in (await here.keeper.runs("referee freeze", game=game, thaw=True)).text
        await here.quiet()
        assert "Give orders" in (await who.runs("help")).buttons


@covers("referee close", "referee close game", "referee close game?", "referee close reason", "press close")
async def test_close_ends_a_game_that_nobody_goes_on_with(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        assert await here.keeper.types("referee close", "game", "") == [game]
        ask = await here.keeper.runs("referee close", game=game, reason="nobody comes")
        assert "cannot be taken back" in ask.text
        assert "may manage" in (await here.alice.presses(ask, "Yes")).text
        assert (await here.desk.referee.info(game)).stage == "playing"
        await here.keeper.presses(ask, "Yes")
        await here.quiet()
        assert (await here.desk.referee.info(game)).stage == "over"
        assert "nobody comes" in here.public()


@covers(
    "referee rewind",
    "referee rewind game",
    "referee rewind game?",
    "referee rewind entry",
    "referee rewind reason",
)
async def test_rewind_goes_back_and_everybody_reads_why(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await begun(here)
        was = await here.desk.referee.position(game, SPECTATOR, at=1)
        assert await here.keeper.types("referee rewind", "game", game) == [game]
        for wrong in (-1, 999):
            refused = await here.keeper.runs("referee rewind", game=game, entry=wrong, reason="x")
            assert "no earlier position" in refused.text or "no entry" in refused.text.lower()
        done = await here.keeper.runs("referee rewind", game=game, entry=1, reason="a misread rule")
        assert "after entry 1" in done.text
        await here.quiet()
        assert "a misread rule" in here.public()
        now = await here.desk.referee.position(game, SPECTATOR)
        assert now.pending == was.pending


@covers(
    "referee reassign",
    "referee reassign game",
    "referee reassign game?",
    "referee reassign side",
    "referee reassign side?",
    "referee reassign member",
)
async def test_reassign_gives_a_seat_to_another_or_opens_it(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        assert await here.keeper.types("referee reassign", "game", "") == [game]
        sides = await here.keeper.types("referee reassign", "side", "", game=game)
        assert sides == ["crusader", "wersgorix"]
        no = await here.keeper.runs("referee reassign", game=game, side="pope")
        assert "no seat 'pope'" in no.text
        moved = await here.keeper.runs("referee reassign", game=game, side="wersgorix", member=here.carol)
        assert "Carol" in moved.text
        await here.quiet()
        assert "Wersgorix: Carol" in text_of(here.card())
        assert "do not play" in (await here.bob.runs("panel")).text
        opened = await here.keeper.runs("referee reassign", game=game, side="wersgorix")
        assert "is open" in opened.text
        await here.quiet()
        taken = await here.bob.presses(here.card(), "Play Wersgorix", where=here.thread)
        assert "You are the Wersgorix" in taken.text


@covers("referee limit", "referee limit most", "referee channel", "referee channel channel")
async def test_limit_and_channel(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        lobby = here.discord.lobby
        other = await here.discord.open_channel("games")
        assert "opened there" in (await here.keeper.runs("referee channel", channel=other)).text
        await here.begin()
        assert here.thread.parent == other.id
        assert "where they are asked" in (await here.keeper.runs("referee channel")).text
        assert "At most 1" in (await here.keeper.runs("referee limit", most=1)).text
        full = await here.alice.runs("game new", where=lobby)
        assert "limit is 1" in full.text
        await here.keeper.runs("referee limit", most=2)
        assert "set up" in (await here.alice.runs("game new", where=lobby)).text
        await here.quiet()
        assert here.thread.parent == lobby.id


async def test_a_chosen_channel_that_was_deleted_is_no_channel(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        other = await here.discord.open_channel("games")
        await here.keeper.runs("referee channel", channel=other)
        await here.discord.close_channel(other)
        made = await here.alice.runs("game new", where=here.discord.lobby)
        assert "set up" in made.text
        await here.quiet()
        assert here.thread.parent == here.discord.lobby.id


async def test_games_of_another_server_are_out_of_reach(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        here.discord.guild += 1
        for command, options in COMMANDS[2:6]:
            answer = await here.keeper.runs(command, game=game, **options)
            assert "no game called" in answer.text, (command, answer.text)
