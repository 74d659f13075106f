"""What everybody reads in the thread: a report a phase with its map, battles by themselves."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.drawing import Drawing
from render.kinds import Drawn, NoPicture
from tests.loopback.people import House, house, text_of
from tests.loopback.retelling import BATTLES, CAPITALS, Retelling, pictures, sitting, story, titled

PNG = b"\x89PNG"


async def test_a_phase_is_one_report_with_the_map_and_what_changed(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, pictures=True, referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, 5)
        await told.give(here, (6,))
        (report,) = titled(here, "Crusader Movement")
        assert not report["files"], "the phase is not over"
        await told.give(here, (7, 8))
        (report,) = titled(here, "Crusader Movement")
        assert len(story(report)) == 2, "one message, edited"
        assert "flies 10 hexes to Ganth 2" in story(report)[0]
        assert [data[:4] for _, data in pictures(here, report)] == [PNG, PNG], "the map and a closeup"
        alts = [one["description"] for one in report["attachments"]]
        assert all("fleet A to Ganth" in alt for alt in alts), alts
        assert all(len(alt) <= 1024 for alt in alts)


async def test_what_leads_from_phase_to_phase_needs_no_map(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, 31)
        assert not titled(here, "Turn 2 of 15 · Crusader Conversion"), "nothing changed in it"
        await told.give(here, (32,))
        (report,) = titled(here, "Turn 2 of 15 · Crusader Movement")
        assert "Fiefs and Titles Phase passes" in story(report)[0]
        assert "flies 5 hexes to Fennow 1" in story(report)[2]


async def test_each_battle_has_a_message_that_grows_and_ends_with_its_card(tmp_path: Path) -> None:
    told = Retelling(BATTLES)
    joined = next(
        one.seq for one in told.film.steps() if any(type(e).__name__ == "BattleJoined" for e in one.events)
    )
    fought = next(one.seq for one in told.film.steps() if one.seq > joined and one.view.battle is None)
    async with house(tmp_path, pictures=True, referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, joined - 1)
        await told.give(here, (joined,))
        first, second = titled(here, "Battle at Lothmar 1")
        assert "Crusader fleet A against" in story(first)[0]
        assert story(first)[-1].startswith("The battle at Lothmar 1 is over")
        assert "Fleet battle at Lothmar 1" in first["attachments"][0]["description"]
        assert not second["files"], "it goes on"
        lines = story(second)
        assert "Crusader army F against" in lines[0]
        await told.give(here, range(joined + 1, fought + 1))
        again, grown = titled(here, "Battle at Lothmar 1")
        assert (again, grown["id"]) == (first, second["id"]), "edited in place"
        assert story(grown)[: len(lines)] == lines
        assert story(grown)[-1].startswith("The battle at Lothmar 1 is over")
        cards = [list(pictures(here, one)) for one in (first, grown)]
        assert [len(one) for one in cards] == [1, 1]
        assert cards[0] != cards[1]
        before, after = titled(here, "Turn 2 of 30 · Crusader Combat")
        assert int(before["id"]) < int(first["id"]) < int(grown["id"]) < int(after["id"]), "top to bottom"
        assert not before["files"]
        assert after["files"]


class Stuck:
    """A drawing pool that does not get on until it is let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = asyncio.Event()
        self.asked = 0
        monkeypatch.setattr(Drawing, "draw", self.draw)

    async def draw(self, game: str, what: str, *wishes: Any) -> Any:
        self.asked += 1
        await self.go.wait()
        drawn = Drawn(f"{what}.png", PNG, 1, 1, what)
        return [drawn] if what == "cards" else drawn


async def words_settled(here: House) -> None:
    """Until every word is said; pictures may be missing."""
    assert here.store is not None
    for _ in range(1000):
        if not [one for row in await here.store.games() for one in await here.store.owed(row.id)]:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("words are missing")


async def test_words_never_wait_for_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Retelling(CAPITALS)
    stuck = Stuck(monkeypatch)
    async with house(tmp_path, pictures=True, referee=told.referee) as here:
        await told.begin(here)
        for entry in told.orders[:8]:
            answer = await sitting(here, entry.by).runs("order", line=f"{entry.said()['line']}!")
            assert "Done" in answer.text
            await words_settled(here)
        (report,) = titled(here, "Crusader Movement")
        assert "flies 6 hexes to Fennow 4" in text_of(report)
        assert stuck.asked
        assert not report["files"]
        stuck.go.set()
        await here.quiet()
        (report,) = titled(here, "Crusader Movement")
        assert [name for name, _ in pictures(here, report)] == ["board.png", "closeup.png"]
        (setup,) = titled(here, "Set-up")
        assert [name for name, _ in pictures(here, setup)] == ["board.png"]


async def test_what_a_message_is_owed_outlives_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Retelling(CAPITALS)
    stuck = Stuck(monkeypatch)
    async with house(tmp_path, pictures=True, referee=told.referee) as here:
        await told.begin(here)
        for entry in told.orders[:8]:
            await sitting(here, entry.by).runs("order", line=f"{entry.said()['line']}!")
            await words_settled(here)
        posted = list(here.thread.messages)
        await here.restart_bot()
        stuck.go.set()
        await here.quiet()
        assert list(here.thread.messages) == posted, "nothing is posted twice"
        (report,) = titled(here, "Crusader Movement")
        assert [name for name, _ in pictures(here, report)] == ["board.png", "closeup.png"]


async def test_what_cannot_be_drawn_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*wishes: Any) -> None:
        raise NoPicture("no ink")

    monkeypatch.setattr(Drawing, "draw", broken)
    told = Retelling(CAPITALS)
    async with house(tmp_path, pictures=True, referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, 8)
        assert titled(here, "Crusader Movement")
        assert not any(one["files"] for one in here.thread.messages.values())
        board = await here.carol.runs("board")
        assert "Ganth" in board.text


async def test_a_slow_picture_follows_the_words_of_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck = Stuck(monkeypatch)
    monkeypatch.setattr("bot.doors.discord.client.PATIENCE", 0.05)
    async with house(tmp_path, pictures=True) as here:
        await here.begin()
        board = await here.carol.runs("board")
        assert "Ganth" in board.text
        assert not any(one["files"] for one in board.exchange.messages.values())
        stuck.go.set()
        for _ in range(200):
            if board.exchange.last["files"]:
                break
            await asyncio.sleep(0.01)
        assert [one["name"] for one in board.exchange.last["files"]] == ["board.png"]
        assert board.private


async def test_a_thread_that_went_to_sleep_is_woken(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, 6)
        here.thread.asleep = True
        posted = len(here.thread.messages)
        await told.give(here, (7,))
        assert not here.thread.asleep
        (report,) = titled(here, "Crusader Movement")
        assert len(story(report)) == 2
        assert len(here.thread.messages) == posted


async def test_a_deleted_report_is_begun_anew(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, 6)
        (report,) = titled(here, "Crusader Movement")
        del here.thread.messages[int(report["id"])]
        await told.give(here, (7,))
        (report,) = titled(here, "Crusader Movement")
        assert ["flies 6 hexes" in line for line in story(report)] == [True]


async def test_what_nobody_may_see_leaves_no_trace_in_public(tmp_path: Path) -> None:
    """Secret placement: Alice sets up unseen; Bob's and Carol's clients receive nothing at all."""
    async with house(tmp_path, pictures=True) as here:
        await here.alice.runs("game new", where=here.discord.lobby, game="crusade", side="white")
        await here.quiet()
        await here.bob.presses(here.card(), "Play Black", where=here.thread)
        await here.quiet()
        heard = len(here.discord.heard)
        for _ in range(3):
            line = next(one for one in await whole_lines(here) if one.startswith("place"))
            answer = await here.alice.runs("order", line=f"{line}!")
            assert "Done" in answer.text, answer.text
            await here.quiet()
        assert here.discord.received(here.bob.id, heard) == []
        assert here.discord.received(here.carol.id, heard) == []


async def whole_lines(here: House) -> list[str]:
    """Whole orders that Alice is offered."""
    line = "place"
    for _ in range(8):
        more = [one for one in await here.alice.types("order", "line", line) if one != line]
        if not more:
            break
        line = more[0]
    return [line]
