"""How a game ends, whichever way it ends: headline, poster, replay, the seed and how to check it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.doors.discord import limits
from bot.drawing import Drawing
from render.kinds import Drawn, NoPicture
from tests.loopback.people import House, house, text_of
from tests.loopback.retelling import CAPITALS, Retelling, pictures, titled
from tests.loopback.server import Json


def result(here: House) -> Json:
    """The one message that says how it ended."""
    (found,) = titled(here, "is over")
    return found


def quick(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let drawing take no time; what was asked for."""
    asked: list[str] = []

    async def draw(self: Drawing, game: str, what: str, *wishes: Any) -> Any:
        asked.append(what)
        drawn = Drawn(f"{what}.png", what.encode(), 1, 1, what)
        return [drawn] if what == "cards" else drawn

    monkeypatch.setattr(Drawing, "draw", draw)
    return asked


async def test_a_victory_is_shown_with_poster_replay_and_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick(monkeypatch)
    told = Retelling(CAPITALS)
    last = told.orders[-1].seq
    async with house(tmp_path, pictures=True, referee=told.referee) as here:
        game = await told.begin(here)
        await told.skip(here, last - 1)
        await told.give(here, (last,))
        seen = result(here)
        text = text_of(seen)
        info = await here.desk.referee.info(game)
        assert "The Crusaders win: they hold 6 capitals" in text
        assert told._seed.hex() in text
        assert info.commitment in text
        assert f"farspeaker verify {game}.jsonl" in text
        assert [name for name, _ in pictures(here, seen)] == ["poster.png", "replay.png"]
        checked = await here.carol.presses(seen, "Check it", where=here.thread)
        assert checked.private
        assert "Every hash, every die and every order holds" in checked.text
        log = await here.carol.presses(seen, "The whole log", where=here.thread)
        assert [one["name"] for one in log.exchange.last["files"]] == [f"{game}.jsonl"]
        assert not here.discord.pings.get(here.carol.id)


async def test_the_poster_and_the_replay_are_what_they_say(tmp_path: Path) -> None:
    told = Retelling(CAPITALS)
    async with house(tmp_path, pictures=True, referee=told.referee) as here:
        await told.begin(here)
        await told.skip(here, 9)
        await here.alice.presses(await here.alice.runs("game resign"), "Yes, I resign")
        await here.quiet()
        drawn = dict(pictures(here, result(here)))
        assert list(drawn) == ["result.png", "replay.webp"]
        (cut_short,) = titled(here, "Crusader Combat")
        assert [name.endswith(".png") for name, _ in pictures(here, cut_short)] == [True]
        assert drawn["result.png"].startswith(b"\x89PNG")
        assert drawn["replay.webp"][8:12] == b"WEBP"
        assert all(len(data) <= limits.FILE_BYTES for data in drawn.values())
        alts = [one["description"] for one in result(here)["attachments"]]
        assert "The Crusader player resigns." in alts[0]
        assert "Animation of 5 positions" in alts[1], alts


async def test_who_resigns_ends_it_for_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    async with house(tmp_path, pictures=True) as here:
        game = await here.begin()
        sure = await here.alice.runs("game resign")
        await here.alice.presses(sure, "Yes, I resign")
        await here.quiet()
        seen = result(here)
        assert "The Crusader player resigns." in text_of(seen)
        assert "The seed of the dice was" in text_of(seen)
        assert [name for name, _ in pictures(here, seen)] == ["poster.png", "replay.png"]
        assert "over" in text_of(here.card())
        checked = await here.bob.presses(seen, "Check it", where=here.thread)
        assert "every die" in checked.text
        assert (await here.desk.referee.info(game)).stage == "over"


async def test_a_draw_is_agreed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    async with house(tmp_path, pictures=True) as here:
        await here.begin()
        await here.alice.runs("game draw")
        await here.bob.runs("game draw")
        await here.quiet()
        assert "The players agree on a draw." in text_of(result(here))
        assert [name for name, _ in pictures(here, result(here))] == ["poster.png", "replay.png"]


async def test_the_referee_closes_a_game_that_nobody_goes_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick(monkeypatch)
    async with house(tmp_path, pictures=True) as here:
        game = await here.begin()
        refused = await here.alice.runs("referee close", game=game)
        assert "may manage this server" in refused.text
        asked = await here.keeper.runs("referee close", game=game, reason="both have *gone* home")
        assert "cannot be taken back" in asked.text
        closed = await here.keeper.presses(asked, "Yes, end it")
        assert "is over" in closed.text
        await here.quiet()
        assert "gone" in text_of(result(here))
        assert "The seed of the dice was" in text_of(result(here))
        assert pictures(here, result(here))


async def test_without_ink_the_words_go_out_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*wishes: Any) -> None:
        raise NoPicture("no ink")

    monkeypatch.setattr(Drawing, "draw", broken)
    async with house(tmp_path, pictures=True) as here:
        await here.begin()
        await here.alice.presses(await here.alice.runs("game resign"), "Yes, I resign")
        await here.quiet()
        assert "The seed of the dice was" in text_of(result(here))
        assert not result(here)["files"]


async def test_an_animation_that_is_too_large_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def draw(self: Drawing, game: str, what: str, *wishes: Any) -> Any:
        return Drawn(f"{what}.png", b"x" * (limits.FILE_BYTES + (what == "replay")), 1, 1, what)

    monkeypatch.setattr(Drawing, "draw", draw)
    async with house(tmp_path, pictures=True) as here:
        await here.begin()
        await here.alice.presses(await here.alice.runs("game resign"), "Yes, I resign")
        await here.quiet()
        assert [one["name"] for one in result(here)["files"]] == ["poster.png"]


async def test_stopped_while_it_was_being_posted_the_result_is_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick(monkeypatch)
    async with house(tmp_path, pictures=True) as here:
        await here.begin()
        sure = await here.alice.runs("game resign")
        hold = here.discord.hold("POST", f"channels/{here.thread.id}/messages", after=True)
        await here.alice.presses(sure, "Yes, I resign")
        await asyncio.wait_for(hold.reached.wait(), 10)
        await here.stop_bot()
        hold.go.set()
        await here.start_bot()
        await here.quiet()
        assert [name for name, _ in pictures(here, result(here))] == ["poster.png", "replay.png"]
