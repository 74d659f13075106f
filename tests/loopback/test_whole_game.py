"""One whole game of the Basic scenario over the wire, and what each of three people can see of it."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot import games
from bot.referee import Referee
from bot.store.store import Store
from engine.high_crusade.game import HighCrusade
from engine.kernel.seats import SPECTATOR, Seat, Viewer
from tests.loopback.people import House, Member, buttons_of, house, text_of
from tests.loopback.server import Json
from tests.support import board
from tests.support.manual_clock import ManualClock


async def random_line(here: House, game: str, seat: Seat, chance: random.Random) -> str:
    """A legal order, put together as a person would from what is offered."""
    line = ""
    for _ in range(12):
        ways = await here.desk.referee.complete(game, seat, line, 200)
        if not ways:
            return ""
        way = chance.choice(ways)
        if way.done and chance.random() < 0.7:
            return way.line
        if way.line == line:
            return line
        line = way.line
    return ""


async def by_clicking(here: House, who: Member) -> None:
    """Answer by the panel: the default, confirmed where it has to be."""
    seen = await who.runs("panel")
    assert seen.private
    assert seen.menus, seen.text
    seen = await who.presses(seen, "Default")
    if "Give it" in seen.buttons:
        seen = await who.presses(seen, "Give it")
    assert "Done" in seen.text, seen.text


async def test_a_whole_basic_game_from_new_to_the_end(tmp_path: Path) -> None:
    """Two players and a spectator; every kind of decision that comes up is answered by clicking once."""
    chance = random.Random(7)
    clicked: set[str] = set()
    async with house(tmp_path) as here:
        game = await here.begin(scenario="basic")
        for member in (here.alice, here.bob):
            await member.runs("settings", setting="confirm", value="on")
        referee = here.desk.referee
        for step in range(4000):
            position = await referee.position(game, SPECTATOR)
            if position.outcome is not None:
                break
            who, asked = await here.asked()
            if asked.kind not in clicked:
                clicked.add(asked.kind)
                await by_clicking(here, who)
                continue
            own = await referee.position(game, Viewer(asked.seat))
            default = next(one.default for one in own.pending if one.seat == asked.seat)
            line = await random_line(here, game, asked.seat, chance) if chance.random() < 0.3 else ""
            answer = await who.runs("order", line=f"{line or default}!")
            assert answer.private
            if "Done" not in answer.text and "over" not in answer.text:
                answer = await who.runs("order", line=f"{default}!")
            assert "Done" in answer.text or "over" in answer.text, (line, answer.text)
            if step % 50 == 0:
                seen = await here.carol.runs("dossier")
                assert "what everybody knows" in seen.text
        await here.quiet()
        assert position.outcome is not None, position.round
        assert (await referee.info(game)).stage == "over"
        public = "\n".join(text_of(one) for one in here.thread.sent)
        assert "seed of the dice was" in public
        assert position.outcome.reason.split(".")[0] in public.replace("\\", "")
        assert "over" in text_of(here.card())
        await everybody_saw_his_own(here, game, public)
        assert "holds" in (await here.carol.runs("game verify")).text
        assert len(clicked) >= 10, clicked


async def everybody_saw_his_own(here: House, game: str, public: str) -> None:
    """What only one seat was told is in his messages and nowhere else."""
    told = await here.desk.referee.history(game, SPECTATOR)
    plain = public.replace("\\", "").replace("\u200b", "")
    for one in told:
        for line in one.lines:
            assert line in plain or one.kind == "created", line
    for member, seat in ((here.alice, "crusader"), (here.bob, "wersgorix")):
        letters = "\n".join(member.letters()).replace("\\", "").replace("\u200b", "")
        for own, everybody in zip(await here.desk.referee.history(game, Viewer(seat)), told, strict=True):
            for line in own.lines:
                if line not in everybody.lines:
                    assert line in letters, line
                    assert line not in plain, line


# -- secrecy over the wire ----------------------------------------------------------------------------------


def dealt_otherwise(turned: int) -> HighCrusade:
    """The same game with every face of the Thrall Races another: as if it had been dealt otherwise."""
    pack = board.pack()
    names, faces = list(pack.faces), list(pack.faces.values())
    others = dict(zip(names, faces[turned:] + faces[:turned], strict=True))
    return HighCrusade(replace(pack, faces=others))


def wire(body: Json) -> str:
    """A request as it was sent, but for what is random in every game: message numbers and nonces."""
    kept = {key: value for key, value in body.items() if key not in ("id", "nonce")}
    return json.dumps(kept, sort_keys=True, ensure_ascii=False)


async def overheard(path: Path, turned: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything the Crusader's and the spectator's clients receive, until the rules show him a face."""
    monkeypatch.setattr("bot.gathering.new_name", lambda: "abcdef")
    built = dealt_otherwise(turned)

    def made(store: Store) -> Referee:
        return Referee(store, clock=ManualClock(), games=lambda _: built, seeds=lambda size: b"\7" * size)

    path.mkdir()
    heard: list[str] = []
    chance = random.Random(3)
    told = 0
    async with house(path, referee=made) as here:
        game = await here.begin()
        for step in range(60):
            position = await here.desk.referee.position(game, Viewer("crusader"))
            if any(seen.face is not None for seen in position.view.thralls.values()):
                break
            who, asked = await here.asked()
            own = await here.desk.referee.position(game, Viewer(asked.seat))
            line = next(one.default for one in own.pending if one.seat == asked.seat)
            if who is here.alice and chance.random() < 0.6:
                line = await random_line(here, game, asked.seat, chance) or line
            answer = await who.runs("order", line=f"{line}!")
            await here.quiet()
            position = await here.desk.referee.position(game, Viewer("crusader"))
            if any(seen.face is not None for seen in position.view.thralls.values()):
                break
            # The card is edited when it comes to rest: what counts is what it says then.
            heard += [wire(one) for one in here.thread.sent[told:] if "Seed of the dice (" not in wire(one)]
            heard.append(text_of(here.card()) + str(sorted(buttons_of(here.card()))))
            told = len(here.thread.sent)
            if who is here.alice:
                heard.append(answer.text)
            if step % 10:
                continue
            for member in (here.alice, here.carol):
                for command in ("dossier", "board", "help", "game history"):
                    seen = await member.runs(command)
                    heard.append(f"{member.name} {command}: {seen.text} {sorted(seen.buttons)}")
            heard += await here.alice.types("order", "line", "")
            heard += here.alice.letters()
    return heard


async def test_two_deals_that_differ_in_unseen_faces_cannot_be_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await overheard(tmp_path / "a", 0, monkeypatch)
    second = await overheard(tmp_path / "b", 5, monkeypatch)
    assert len(first) > 100
    assert first == second


def test_the_other_deal_is_another(tmp_path: Path) -> None:
    assert games.game("high_crusade").content == dealt_otherwise(5).content
    assert dealt_otherwise(5).pack.faces != dealt_otherwise(0).pack.faces
