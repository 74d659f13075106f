"""One whole game of the Basic scenario over the wire, and at every step what each of three people can see."""

from collections import Counter
from pathlib import Path

from engine.kernel.seats import SPECTATOR
from tests.loopback.giving import WAYS, by_panel
from tests.loopback.people import Answer, House, buttons_of, house, text_of
from tests.loopback.squires import Squires, Turn
from tests.loopback.witness import Witness, words

SEED = 7


async def panel_from(here: House, turn: Turn, number: int) -> Answer | None:
    """The panel by one of the doors to it: the card's button, the ping's, the command."""
    if number % 3 == 0:
        return await turn.who.presses(here.card(), "Give orders", where=here.thread)
    if number % 3 == 1:
        for message in reversed(here.thread.messages.values()):
            if f"<@{turn.who.id}>" in message["content"] and "Give orders" in buttons_of(message):
                return await turn.who.presses(message, "Give orders", where=here.thread)
    return None


async def test_a_whole_basic_game_from_new_to_the_poster(tmp_path: Path) -> None:
    """Two players and a spectator; orders are given in every way there is, and each kind of decision is
    answered by menus at least once."""
    used: Counter[str] = Counter()
    clicked: set[str] = set()
    async with house(tmp_path, pictures=True) as here:
        assert here.bot is not None
        game = await here.begin(scenario="basic")
        witness = Witness(here, game)
        await witness.look()
        here.bot.door.painter.enabled = False
        squires = Squires(here, game, SEED)
        step = 0
        while (turn := await squires.next()) is not None:
            if turn.last:
                await witness.look()
                here.bot.door.painter.enabled = True
            if turn.asked.kind not in clicked:
                clicked.add(turn.asked.kind)
                answer = await by_panel(turn.who, turn.line, panel=await panel_from(here, turn, len(clicked)))
                used["by_panel"] += 1
            else:
                way = WAYS[step % len(WAYS)]
                used[way.__name__] += 1
                answer = await way(turn.who, turn.line)
            assert answer.private
            assert any(word in answer.text for word in ("Done", "Given", "over")), (turn.line, answer.text)
            public = await witness.look()
            if step % 40 == 20:
                await witness.ask()
            step += 1
        assert len(clicked) >= 15, clicked
        assert min(used.values()) > 20, used
        assert witness.secrets >= 3
        await it_is_over(here, game, [file["name"] for one in public for file in one.body["files"]])
        assert "seed of the dice was" in words(public)


async def it_is_over(here: House, game: str, files: list[str]) -> None:
    """The result with the poster and the replay, the revealed seed, the card, and a log that holds."""
    position = await here.desk.referee.position(game, SPECTATOR)
    assert position.outcome is not None
    assert (await here.desk.referee.info(game)).stage == "over"
    assert any("result" in name for name in files), files
    assert any("replay" in name for name in files), files
    assert "over" in text_of(here.card())
    for member in (here.alice, here.bob, here.carol):
        assert "holds" in (await member.runs("game verify")).text
        log = await member.presses(here.card(), "The whole log", where=here.thread)
        assert log.exchange.last["files"]
