"""Where a game is played: a thread that is deleted, closed to the bot, or left by somebody who plays."""

from pathlib import Path
from typing import Any

from tests.loopback.people import House, house, text_of
from tests.loopback.retelling import CAPITALS, Retelling, story, titled
from tests.loopback.server import Json


async def order_from(here: House, told: Retelling, number: int, where: Any) -> None:
    """An order given from elsewhere, since the thread is gone."""
    entry = told.film.entries[number]
    who = here.alice if entry.by == "crusader" else here.bob
    line = f"{entry.said()['line']}!"
    answer = await who.runs("order", where=where, line=line, game=told.game)
    assert "Done" in answer.text, answer.text
    await here.quiet()


async def test_a_game_whose_thread_was_deleted_goes_on_in_a_new_one(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        lobby = here.discord.lobby
        game = await told.begin(here)
        await told.skip(here, 6)
        old = here.thread
        shown = await here.alice.runs("game show", where=lobby, game=game)
        assert "Open a new thread" not in shown.buttons
        await here.discord.close_channel(old)
        await order_from(here, told, 7, lobby)
        assert any("offers to open a new one" in one for one in here.alice.letters())
        carol = await here.carol.runs("game show", where=lobby, game=game)
        assert "Open a new thread" not in carol.buttons, "it is the players' business"
        shown = await here.bob.runs("game show", where=lobby, game=game)
        moved = await here.bob.presses(shown, "Open a new thread", where=lobby)
        assert "goes on in the thread" in moved.text
        await here.quiet()
        assert here.thread.id != old.id
        assert "Turn 1 of 15" in text_of(here.card())
        (report,) = titled(here, "Crusader Movement")
        assert ["flies 6 hexes to Fennow 4" in line for line in story(report)] == [True], "what waited"
        await told.give(here, (8, 9))
        assert titled(here, "Crusader Combat")
        again = await here.bob.presses(shown, "Open a new thread", where=lobby)
        assert "everything reaches it" in again.text, "an old button opens no third thread"


async def test_who_looks_after_the_server_may_open_the_new_thread_too(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        lobby = here.discord.lobby
        game = await told.begin(here)
        await here.discord.close_channel(here.thread)
        await order_from(here, told, 1, lobby)
        shown = await here.keeper.runs("game show", where=lobby, game=game)
        await here.keeper.presses(shown, "Open a new thread", where=lobby)
        await here.quiet()
        assert "18 Thrall Races are dealt" in here.public()


async def test_from_direct_messages_the_thread_is_opened_on_the_games_own_server(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        await told.begin(here)
        await here.discord.close_channel(here.thread)
        await order_from(here, told, 1, here.discord.lobby)
        mail = here.discord.channels[here.discord.dms[here.alice.id]]
        trouble = next(one for one in mail.messages.values() if "cannot be delivered" in text_of(one))
        shown = await here.alice.presses(trouble, "How it stands", where=mail)
        await here.alice.presses(shown, "Open a new thread", where=mail)
        await here.quiet()
        assert here.thread.parent == here.discord.lobby.id
        assert "18 Thrall Races are dealt" in here.public()


async def test_with_its_permission_back_everything_is_delivered(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        await told.begin(here)
        part = f"channels/{here.thread.id}/messages"
        denied = [here.discord.refuse(method, part, 403, 50013, 100) for method in ("POST", "PATCH")]
        await order_from(here, told, 1, here.discord.lobby)
        await order_from(here, told, 2, here.discord.lobby)
        assert "Krelig is at Eskar 1" not in here.public()
        for fault in denied:
            fault.left = 0
        role = {**here.discord._guild_payload()["roles"][0]}
        update = {"guild_id": str(here.discord.guild), "role": role}
        await here.discord._dispatch("GUILD_ROLE_UPDATE", update)
        for _ in range(100):
            await here.quiet()
            if "Krelig is at Eskar 1" in here.public():
                break
        (setup,) = titled(here, "Set-up")
        assert sum("Krelig is at Eskar 1" in line for line in story(setup)) == 1


async def test_thrown_off_the_server_and_let_in_again(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        await told.begin(here)
        await here.discord.kick()
        await told.skip(here, 2)
        assert "Krelig is at Eskar 1" not in here.public()
        await here.discord.invite()
        for _ in range(100):
            await here.quiet()
            if "Krelig is at Eskar 1" in here.public():
                break
        (setup,) = titled(here, "Set-up")
        assert sum("Krelig is at Eskar 1" in line for line in story(setup)) == 1


async def test_when_somebody_has_left_the_others_are_told_what_to_do(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        game = await told.begin(here)
        await told.skip(here, 2)
        here.discord.left.add(here.bob.id)
        pings = len(here.discord.pings[here.bob.id])
        await told.skip(here, 13)
        told_so = [one for one in here.thread.messages.values() if "no longer on this server" in text_of(one)]
        assert len(told_so) == 1, "once"
        assert f"/referee reassign game:{game} side:wersgorix" in text_of(told_so[0])
        assert len(here.discord.pings[here.bob.id]) == pings
        moved = await here.keeper.runs("referee reassign", game=game, side="wersgorix", member=here.carol)
        assert "Carol" in moved.text
        answer = await here.carol.runs("order", line=f"{told.film.entries[14].said()['line']}!")
        assert "Done" in answer.text


# -- the card -----------------------------------------------------------------------------------------------


def links_of(message: Json) -> dict[str, str]:
    return {
        part["label"]: part["url"]
        for row in message["components"]
        for part in row["components"]
        if "url" in part
    }


def since(message: Json) -> str:
    """When the card says that somebody was asked."""
    text = text_of(message)
    return text[text.index("(<t:") : text.index(":R>)")]


async def test_the_card_says_since_when_and_where_to_watch(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        here.desk.watching = lambda info: f"https://table.example/watch/{info.id}"
        game = await told.begin(here)
        await told.skip(here, 6)
        card = here.card()
        assert links_of(card) == {"Watch": f"https://table.example/watch/{game}"}
        assert "Turn 1 of 15 · Crusader Movement" in text_of(card)
        assert "Thrall Races converted: 0 of 9" in text_of(card)
        edits = [one for one in here.thread.sent if one["id"] == card["id"]]
        moment = since(card)
        await told.give(here, (7,))
        assert since(here.card()) == moment, "it is still the same decision"
        assert [one for one in here.thread.sent if one["id"] == card["id"]] == edits, "so nothing is edited"
