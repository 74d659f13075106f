"""Orders over the wire: by the line, by completion, by the sheet, by menus; refused, weighed, confirmed."""

from pathlib import Path

import pytest

from bot import games
from engine.kernel.seats import Seat
from tests.loopback.covering import covers
from tests.loopback.giving import by_completion, by_line, by_panel, draft_in
from tests.loopback.people import Answer, House, Member, house, text_of
from tests.loopback.squires import Squires


async def whole_line(who: Member, line: str) -> str:
    """Let the autocomplete walk a line to its end."""
    for _ in range(12):
        more = await who.types("order", "line", line)
        if not more or more[0] == line:
            break
        line = more[0]
    return line


async def entries(here: House, game: str) -> int:
    assert here.store is not None
    return len(await here.store.bodies(game))


@covers("order", "order line", "order line?")
async def test_a_newcomer_begins_a_game_and_gives_his_first_order(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.alice.runs("game new", where=here.discord.lobby, side="wersgorix")
        await here.quiet()
        await here.bob.presses(here.card(), "Play Crusader", where=here.thread)
        await here.quiet()
        who, asked = await here.asked()
        assert asked.prompt in text_of(here.card())
        choices = await who.types("order", "line", "")
        assert 0 < len(choices) <= 25
        line = await whole_line(who, choices[0])
        given = await who.runs("order", line=f"{line}!")
        assert given.private
        assert "Done" in given.text, given.text


async def test_completion_walks_an_order_slot_by_slot_and_offers_nothing_to_onlookers(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        turn = await Squires(here, game, 7).forward(
            lambda turn: turn.line.startswith("move") and "carrying" in turn.line
        )
        verbs = await turn.who.types("order", "line", "")
        assert "move" in verbs
        assert "done" in verbs
        pieces = await turn.who.types("order", "line", "move ")
        assert pieces
        assert all(one.startswith("move ") and " to " not in one for one in pieces)
        places = await turn.who.types("order", "line", f"{pieces[0]} to ")
        assert places
        assert all(one.startswith(f"{pieces[0]} to ") for one in places)
        assert await turn.who.types("order", "line", "mvoe") != [], "a slip of the keys still finds its word"
        assert await here.carol.types("order", "line", "") == []
        other = here.bob if turn.who is here.alice else here.alice
        assert await other.types("order", "line", "") == [], "nothing is asked of him"
        assert "Done" in (await by_completion(turn.who, turn.line)).text


@covers("orders", "fill sheet", "open sheet")
async def test_the_order_sheet_answers_line_by_line(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        squires = Squires(here, game, 7)
        turn = await squires.forward(lambda turn: turn.line.startswith("move"))
        form = await turn.who.runs("orders")
        assert (form.exchange.first or {})["type"] == 9
        before = await entries(here, game)
        answer = await turn.who.fills(form, f"{turn.line}\n\nmove the moon to Ganth\ndone")
        for words in ("Given", "No", "Not tried", "done", "What would be legal"):
            assert words in answer.text
        assert await entries(here, game) == before + 1
        assert draft_in(answer) == "done", "what was not tried is kept for the next sheet"
        panel = await turn.who.runs("panel")
        again = await turn.who.presses(panel, "Order sheet")
        emptied = await turn.who.fills(again, "   ")
        assert "empty line" in emptied.text
        many = await turn.who.fills(again, "\n".join(["done"] * 50))
        assert "at a time are enough" in many.text
        stranger = await here.carol.fills(again, "done")
        assert "do not play" in stranger.text


@covers("panel", "press panel", "press add", "press back", "press give", "press confirm", "press default")
async def test_the_panel_builds_an_order_steps_back_and_asks_before_what_cannot_be_undone(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        turn = await Squires(here, game, 7).forward(lambda turn: turn.line.startswith("move"))
        who = turn.who
        seen = await who.presses(here.card(), "Give orders", where=here.thread)
        assert turn.asked.prompt.split(".")[0] in seen.text
        assert "Default: done" in seen.buttons
        seen = await who.selects(seen, "move")
        first = draft_in(seen)
        seen = await who.selects(seen, seen.menus[0]["options"][0]["label"])
        assert len(draft_in(seen)) > len(first)
        seen = await who.presses(seen, "Back")
        assert draft_in(seen) == first
        done = await by_panel(who, turn.line, panel=await who.runs("panel"))
        assert "Done" in done.text
        panel = await who.presses(done, "Give orders")
        before = await entries(here, game)
        last = await who.presses(panel, "Default")
        if "Give it" not in last.buttons:
            last = (await forward_to_final(here, game))[1]
        assert "cannot be taken back" in last.text
        before = await entries(here, game)
        not_yet = await who.presses(last, "Not yet")
        assert not_yet.menus
        assert await entries(here, game) == before, "nothing was given"
        assert "Done" in (await who.presses(last, "Give it")).text
        assert await entries(here, game) == before + 1


async def forward_to_final(here: House, game: str) -> tuple[Member, Answer]:
    """Whoever is asked proposes his default until it is one that cannot be taken back."""
    for _ in range(30):
        who = await here.asked_anyway()
        seen = await who.presses(await who.runs("panel"), "Default")
        if "Give it" in seen.buttons:
            return who, seen
    raise AssertionError("nothing is ever final")


@covers("press page")
async def test_a_menu_too_long_for_one_page_has_a_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.desk.ordering.PAGE", 4)
    async with house(tmp_path) as here:
        game = await here.begin()
        turn = await Squires(here, game, 7).forward(lambda turn: turn.asked.kind == "crusader_movement")
        seen = await turn.who.selects(await turn.who.runs("panel"), "move")
        pages = [labels_of(seen)]
        while (seen := await turn.who.presses(seen, "More")) and labels_of(seen) != pages[0]:
            pages.append(labels_of(seen))
        everything = [label for page in pages for label in page]
        assert len(pages) > 1
        assert len(everything) == len(set(everything))
        ways = await here.desk.referee.complete(game, turn.asked.seat, "move", 200)
        assert everything == [way.label for way in ways]


def labels_of(seen: Answer) -> list[str]:
    return [one["label"] for menu in seen.menus for one in menu["options"]]


async def test_a_bystander_cannot_press_a_players_buttons(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        seen = await here.carol.presses(here.card(), "Give orders", where=here.thread)
        assert "do not play" in seen.text
        who, _ = await here.asked()
        other = here.alice if who is here.bob else here.bob
        panel = await who.runs("panel")
        for thief in (here.carol, other):
            stolen = await thief.presses(panel, "Default", where=here.thread)
            assert "do not play" in stolen.text or "another player's" in stolen.text


async def test_a_refusal_says_rule_reason_and_what_would_be_legal_to_him_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        turn = await Squires(here, game, 7).forward(lambda turn: turn.asked.kind == "crusader_movement")
        said, before = len(here.thread.sent), await entries(here, game)
        army = next(one for one in await turn.who.types("order", "line", "move army") if "army" in one)
        for line, rule in (
            ("move the moon to Ganth", ""),
            ("muster", ""),
            (f"{army} to Nowhere", ""),
            (f"{army} to Wersgorix 1", "rule 6"),
        ):
            answer = await turn.who.runs("order", line=line)
            assert answer.private
            assert "What would be legal" in answer.text, (line, answer.text)
            assert rule in answer.text, answer.text
        looked_up = next(label for label in answer.buttons if label.startswith("Rule "))
        assert looked_up.removeprefix("Rule ") in (await turn.who.presses(answer, looked_up)).text
        await here.quiet()
        assert len(here.thread.sent) == said
        assert await entries(here, game) == before


@covers("odds", "odds line", "odds line?")
async def test_the_odds_of_a_real_attack_before_it_is_announced(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        turn = await Squires(here, game, 7).forward(lambda turn: turn.line.startswith("attack"))
        before, said = await entries(here, game), len(here.thread.sent)
        offered = await turn.who.types("odds", "line", "attack")
        assert offered
        assert all(one.startswith("attack") for one in offered)
        seen = await turn.who.runs("odds", line=turn.line)
        assert seen.private
        live = await here.desk.referee.readable(game)
        assert live.record is not None
        order = live.game.grammar(Seat(turn.asked.seat)).parse(turn.line)
        counted = games.box("high_crusade").odds(live.record.state, Seat(turn.asked.seat), order)
        assert counted
        for one in counted:
            for words in (one.title, *(part for row in one.rows for part in row)):
                assert words in seen.text.replace("\\", "")
        await here.quiet()
        assert await entries(here, game) == before, "asking is not ordering"
        assert len(here.thread.sent) == said
        assert "do not play" in (await here.carol.runs("odds", line=turn.line)).text
        assert "no odds" in (await turn.who.runs("odds", line="done")).text
        assert "Done" in (await by_line(turn.who, turn.line)).text
