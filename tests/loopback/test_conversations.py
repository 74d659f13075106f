"""Conversations between people and the bot: the real discord.py over a loopback gateway and REST server."""

from pathlib import Path

from tests.loopback.people import house, text_of


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
        line = choices[0]
        for _ in range(10):
            more = await who.types("order", "line", line)
            if not more or more[0] == line:
                break
            line = more[0]
        given = await who.runs("order", line=f"{line}!")
        assert given.private
        assert "Done" in given.text, given.text
