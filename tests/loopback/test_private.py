"""What only one player may know, and the picture that goes with it: one way failing, the next is taken."""

from pathlib import Path
from typing import Any

from bot.desk.missed import missed_key
from engine.kernel.seats import Viewer
from tests.loopback.people import House, house, text_of
from tests.loopback.retelling import CAPITALS, Retelling
from tests.loopback.server import Channel, Json

LOOKED = 30
"""The entry with which the Crusaders look at the race of Ganth."""
SECRET = "On Ganth live the Teldri"


def told_there(channel: Channel) -> list[Json]:
    """The messages there that tell the secret."""
    return [one for one in channel.messages.values() if SECRET in text_of(one)]


def private_threads(here: House) -> list[Channel]:
    return [one for one in here.discord.threads() if one.kind == 12]


async def looked(here: House, told: Retelling, **weather: Any) -> None:
    """Alice gets to see a race that nobody else sees."""
    await told.begin(here)
    await told.skip(here, LOOKED - 1)
    await told.give(here, (LOOKED,))


def nowhere_else(here: House, *, but: Channel | None = None) -> None:
    """Neither the secret, nor its picture, nor the name of its file is anywhere that others look."""
    for one in here.discord.heard:
        if one.to != frozenset({here.alice.id}):
            assert "Teldri" not in str(one.body)
            assert "race-" not in str(one.body), "a file's name"
            assert one.what != "thread" or but is None


async def test_it_comes_by_direct_message_with_the_face_card(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, pictures=True, referee=told.referee) as here:
        await looked(here, told)
        (letter,) = told_there(here.discord.channels[here.discord.dms[here.alice.id]])
        assert [one["name"] for one in letter["files"]] == ["race-ganth.png"]
        assert "Teldri" in letter["attachments"][0]["description"]
        assert "look at the Thrall Race of Ganth" in here.public(), "that she looked is no secret"
        nowhere_else(here)


async def test_with_closed_messages_it_comes_in_a_private_thread_which_may_be_lost_too(
    tmp_path: Path,
) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        here.discord.closed_dms.add(here.alice.id)
        await looked(here, told)
        (private,) = private_threads(here)
        assert private.members == {here.alice.id}
        assert private.name == f"The High Crusade ({told.game})", "its name tells nothing"
        assert told_there(private)
        nowhere_else(here)
        await here.discord.close_channel(private)
        await told.skip(here, 38)
        (again,) = private_threads(here)
        assert any("On Ilvane live the" in text_of(one) for one in again.messages.values())


async def test_what_could_not_be_sent_is_kept_until_she_has_seen_it(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        here.discord.closed_dms.add(here.alice.id)
        here.discord.no_private_threads = True
        await looked(here, told)
        nowhere_else(here)
        panel = await here.alice.runs("panel")
        assert "could not be sent to you" in panel.text
        assert "Show me" in panel.buttons
        assert "Show me" not in (await here.bob.runs("panel")).buttons
        lost = here.discord.refuse("PATCH", "webhooks/", 404, 10015)
        missed = here.alice._command("dossier", {})
        await here.discord.interact(here.alice.id, here.thread, 2, missed)
        while not lost.fired:
            await here.quiet()
        seen = await here.alice.presses(panel, "Show me")
        assert seen.private
        assert "What could not be sent to you" in seen.text
        assert seen.text.count(SECRET) == 1
        while await here.desk.referee.store.note(missed_key(told.game, Viewer("crusader"))):
            await here.quiet()
        again = await here.alice.runs("dossier")
        assert "What could not be sent to you" not in again.text
        assert "Teldri" in again.text, "the dossier knows it for ever"


async def test_a_letter_that_comes_twice_is_kept_once(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        assert here.bot is not None
        here.discord.closed_dms.add(here.alice.id)
        here.discord.no_private_threads = True
        courier = here.bot.door.courier
        deliver = courier.deliver

        async def twice(letter: Any) -> None:
            await deliver(letter)
            await deliver(letter)

        courier.deliver = twice  # type: ignore[method-assign]
        await looked(here, told)
        seen = await here.alice.runs("dossier")
        assert seen.text.count(SECRET) == 1
        said = [text_of(one) for one in here.thread.messages.values()]
        assert len(said) == len(set(said)), "and nothing is posted twice"


async def test_who_wants_no_messages_finds_it_behind_the_button(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        await here.alice.runs("settings", where=here.discord.lobby, setting="messages", value="off")
        await looked(here, told)
        assert here.alice.letters() == []
        seen = await here.alice.presses(here.card(), "What I know", where=here.thread)
        assert SECRET in seen.text
        assert "Teldri" not in (await here.carol.presses(here.card(), "What I know", where=here.thread)).text
