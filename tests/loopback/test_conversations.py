"""Conversations between people and the bot: the real discord.py over a loopback gateway and REST server."""

from pathlib import Path
from typing import Any

from engine.kernel.seats import Viewer
from tests.loopback.people import Member, house, text_of


async def whole_line(who: Member, line: str) -> str:
    """Let the autocomplete walk a line to its end."""
    for _ in range(12):
        more = await who.types("order", "line", line)
        if not more or more[0] == line:
            break
        line = more[0]
    return line


async def test_a_newcomer_begins_a_game_and_gives_his_first_order(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        made = await here.alice.runs("game new", where=here.discord.lobby, side="wersgorix", word="apple")
        assert made.private
        assert "You are the Wersgorix" in made.text
        await here.quiet()
        assert "Seats are open" in text_of(here.card())
        joined = await here.bob.presses(here.card(), "Play the Crusader", where=here.thread)
        assert "The game has begun" in joined.text
        await here.quiet()
        who, asked = await here.asked()
        assert asked.prompt in text_of(here.card())
        choices = await who.types("order", "line", "")
        assert 0 < len(choices) <= 25
        line = await whole_line(who, choices[0])
        given = await who.runs("order", line=f"{line}!")
        assert given.private
        assert "Done" in given.text, given.text


async def test_each_command_answers_and_only_to_him_who_asked(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin(name="Grand *Tour* @everyone <@1>")
        who, _ = await here.asked()
        said = len(here.thread.sent)
        asks: list[tuple[str, dict[str, Any]]] = [
            ("game list", {}),
            ("game list", {"mine": True}),
            ("game show", {}),
            ("game history", {"count": 5}),
            ("game replay", {"entry": 0}),
            ("game export", {}),
            ("game verify", {}),
            ("board", {}),
            ("board", {"about": "Ganth"}),
            ("dossier", {}),
            ("help", {}),
            ("tour", {}),
            ("rules", {"about": "siege"}),
            ("rules", {"about": "7.4"}),
            ("settings", {}),
            ("settings", {"setting": "confirm", "value": "off"}),
            ("panel", {}),
            ("order", {"line": "nonsense"}),
            ("odds", {"line": "nonsense"}),
            ("game join", {}),
        ]
        for command, options in asks:
            for member in (who, here.carol):
                answer = await member.runs(command, **options)
                assert answer.private, command
                assert answer.text, command
                assert "stumbled" not in answer.text, (command, answer.text)
        await here.quiet()
        assert len(here.thread.sent) == said, "nothing of it shows in public"
        assert "verify" in (await here.carol.runs("game export")).text


async def test_free_text_pings_and_formats_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin(name="*Grand* @everyone <@100000000000000003> [x](http://y)")
        everything = "\n".join(text_of(one) for one in here.discord.lobby.sent + here.thread.sent)
        assert "@everyone" not in everything
        assert "<@100000000000000003>" not in everything
        assert "\\*Grand\\*" in everything
        assert here.discord.pings.get(100000000000000003) is None
        for body in here.thread.sent:
            mentions = body.get("allowed_mentions") or {}
            assert not mentions.get("parse")


async def test_only_the_one_whose_turn_it_is_is_pinged_once(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        who, asked = await here.asked()
        other = here.bob if who is here.alice else here.alice
        assert len(here.discord.pings[who.id]) == 1
        assert game in here.discord.pings[who.id][0]
        assert asked.prompt.split(".")[0] in here.discord.pings[who.id][0]
        assert not here.discord.pings.get(other.id)


async def test_the_panel_builds_an_order_and_asks_before_what_cannot_be_undone(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        who, asked = await here.asked()
        seen = await who.presses(here.card(), "Give orders", where=here.thread)
        assert seen.private
        assert asked.prompt.split(".")[0] in seen.text
        for _ in range(12):
            if "Done" in seen.text:
                break
            if "Give it" in seen.buttons:
                assert "cannot be taken back" in seen.text
                seen = await who.presses(seen, "Give it")
            elif "Give this order" in seen.buttons:
                seen = await who.presses(seen, "Give this order")
            else:
                seen = await who.selects(seen, seen.menus[0]["options"][0]["label"])
            assert seen.private
        assert "Done" in seen.text


async def test_a_bystander_cannot_press_a_players_buttons(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        seen = await here.carol.presses(here.card(), "Give orders", where=here.thread)
        assert "do not play" in seen.text
        who, _ = await here.asked()
        panel = await who.runs("panel")
        stolen = await here.carol.presses(panel, "Default", where=here.thread)
        assert "do not play" in stolen.text


async def test_the_order_sheet_answers_line_by_line(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        who, _ = await here.asked()
        form = await who.runs("orders")
        assert form.exchange.first is not None
        assert form.exchange.first["type"] == 9
        choices = await who.types("order", "line", "")
        line = await whole_line(who, choices[0])
        answer = await who.fills(form, f"{line}!\nnonsense\n{line}")
        for words in ("Given", "No", "Not tried"):
            assert words in answer.text


async def test_a_refusal_is_for_the_player_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        who, _ = await here.asked()
        before = len(here.thread.sent)
        answer = await who.runs("order", line="move the moon to Ganth")
        assert answer.private
        assert "What would be legal" in answer.text
        await here.quiet()
        assert len(here.thread.sent) == before


async def test_undo_takes_back_and_a_wider_one_asks_the_other(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        who, asked = await here.asked()
        other = here.bob if who is here.alice else here.alice
        position = await here.desk.referee.position(await here.game(), Viewer(asked.seat))
        default = next(one.default for one in position.pending if one.seat == asked.seat)
        await who.runs("order", line=f"{default}!")
        await here.quiet()
        answer = await who.runs("game undo")
        await here.quiet()
        if "asked" in answer.text:
            wish = next(one for one in here.thread.messages.values() if "asks to go back" in text_of(one))
            assert "for the others" in (await who.presses(wish, "Agree", where=here.thread)).text
            agreed = await other.presses(wish, "Agree", where=here.thread)
            assert "taken back" in agreed.text
        else:
            assert "Taken back" in answer.text
        after = await here.desk.referee.position(await here.game(), Viewer(asked.seat))
        assert after.pending == position.pending


async def test_draw_resign_substitute_pause_and_leave(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        assert "paused" in (await here.alice.runs("game pause")).text.lower()
        assert "frozen" in (await (await here.asked_anyway()).runs("order", line="done!")).text.lower()
        assert "goes on" in (await here.alice.runs("game pause", resume=True)).text
        await here.bob.runs("game substitute", member=here.carol)
        await here.quiet()
        refused = await here.keeper.presses(here.card(), "Play the Wersgorix", where=here.thread)
        assert "kept for somebody else" in refused.text
        taken = await here.carol.presses(here.card(), "Play the Wersgorix", where=here.thread)
        assert "You are the Wersgorix" in taken.text
        offered = await here.alice.runs("game draw")
        assert "offered" in offered.text
        await here.quiet()
        offer = next(one for one in here.thread.messages.values() if "offers a draw" in text_of(one))
        await here.carol.presses(offer, "Agree", where=here.thread)
        await here.quiet()
        assert (await here.desk.referee.info(game)).stage == "over"
        assert "agree on a draw" in here.public()


async def test_the_referee_group_is_for_those_who_manage_the_server(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        assert "may manage" in (await here.alice.runs("referee games")).text
        assert game in (await here.keeper.runs("referee games")).text
        assert "database answers" in (await here.keeper.runs("referee health")).text
        assert "frozen" in (await here.keeper.runs("referee freeze", game=game, reason="a look")).text
        await here.quiet()
        assert "a look" in here.public()
        assert "goes on" in (await here.keeper.runs("referee freeze", game=game, thaw=True)).text
        moved = await here.keeper.runs("referee reassign", game=game, side="wersgorix", member=here.carol)
        assert "Carol" in moved.text
        assert "At most 1" in (await here.keeper.runs("referee limit", most=1)).text
        full = await here.alice.runs("game new", where=here.discord.lobby)
        assert "limit is 1" in full.text


async def test_the_computer_is_an_opponent_at_once(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        made = await here.alice.runs(
            "game new", where=here.discord.lobby, side="crusader", opponent="computer", scenario="basic"
        )
        assert "Give orders" in made.buttons
        await here.quiet()
        who, asked = await here.asked()
        assert who is here.alice
        assert len(here.discord.pings[here.alice.id]) == 1
        assert asked.seat == "crusader"


async def test_autocomplete_of_rules_games_sides_and_settings(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        assert await here.carol.types("game show", "game", "") == [game]
        assert await here.carol.types("game new", "side", "") == ["crusader", "wersgorix"]
        assert "basic" in await here.carol.types("game new", "scenario", "")
        assert "7.4" in await here.carol.types("rules", "about", "7.4")
        assert await here.carol.types("rules", "about", "siege")
        assert await here.carol.types("order", "line", "") == [], "onlookers are offered nothing"


async def test_joining_a_server_it_says_hello(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        assert here.bot is not None
        await here.bot.door.arrived(here.bot.guilds[0])
        assert "I referee slow games" in text_of(here.discord.lobby.sent[-1])
