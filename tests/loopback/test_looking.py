"""Looking: the board, the dossier, help, rules, the tour; and what each setting does."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageStat

from bot.desk.helping import SETTINGS
from tests.loopback.covering import covers
from tests.loopback.giving import by_line
from tests.loopback.people import Answer, House, house, text_of
from tests.loopback.squires import Squires

SET: list[tuple[str, str]] = []
"""Every value of a setting whose effect is tested."""


def effect(setting: str, value: str) -> tuple[str, str]:
    """Note that a test shows what a value does."""
    SET.append((setting, value))
    return setting, value


async def sets(here: House, who: Any, setting: str, value: str) -> None:
    answer = await who.runs("settings", where=here.discord.lobby, setting=setting, value=value)
    assert f"{setting}: {value}" in answer.text, answer.text


# -- looking ------------------------------------------------------------------------------------------------


@covers("board", "board about", "press board", "dossier", "press dossier")
async def test_board_and_dossier_are_each_ones_own(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        game = await here.begin()
        await Squires(here, game, 7).forward(lambda turn: turn.asked.kind == "crusader_movement")
        said = len(here.thread.sent)
        boards = {member: (await member.runs("board")).text for member in (here.alice, here.bob, here.carol)}
        assert boards[here.bob] != boards[here.carol], "the Wersgorix know every race"
        pressed = await here.bob.presses(here.card(), "Map", where=here.thread)
        assert pressed.text == boards[here.bob]
        about = await here.carol.runs("board", about="Ganth")
        assert "Ganth" in about.text
        assert "is called" in (await here.carol.runs("board", about="Atlantis")).text
        assert "only you see this" in (await here.bob.runs("dossier")).text
        assert "everybody knows" in (await here.carol.runs("dossier")).text
        assert (await here.bob.presses(here.card(), "What I know", where=here.thread)).private
        await here.quiet()
        assert len(here.thread.sent) == said, "nothing of it shows in public"


@covers("help", "press help", "tour", "press tour", "press rules")
async def test_help_says_what_one_can_do_now_and_the_tour_leads_through_the_first_turn(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as here:
        outside = await here.carol.runs("help", where=here.discord.lobby)
        assert "/game new" in outside.text
        game = await here.begin()
        squires = Squires(here, game, 7)
        turn = await squires.next()
        assert turn is not None
        helped = await turn.who.runs("help")
        assert turn.asked.prompt in helped.text
        example = helped.text.split("`/order ")[1].split("`")[0]
        assert "waits for" in (await here.carol.presses(here.card(), "Help", where=here.thread)).text
        looked_up = next(label for label in helped.buttons if label.startswith("Rule "))
        assert turn.asked.rule in (await turn.who.presses(helped, looked_up)).text
        assert "Done" in (await by_line(turn.who, example)).text, "the example is a legal order"
        turn = await squires.forward(lambda turn: turn.asked.seat == "crusader")
        tour = await turn.who.runs("tour")
        assert turn.asked.prompt in tour.text
        steps = 0
        while "You know your way now" not in tour.text:
            assert steps < 60
            steps += 1
            following = await squires.next()
            assert following is not None
            if following.who is turn.who:
                assert "An order that would do" in tour.text
            await by_line(following.who, following.line)
            tour = await turn.who.presses(tour, "What now?")
        assert steps > 3


@covers("rules", "rules about", "rules about?")
async def test_rules_by_number_and_by_word(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.begin()
        numbers = await here.carol.types("rules", "about", "7.4")
        assert "7.4" in numbers
        assert all(one.startswith("7.4") for one in numbers)
        assert len(await here.carol.types("rules", "about", "")) > 5
        words = await here.carol.types("rules", "about", "siege")
        assert words
        whole = await here.carol.runs("rules", about=words[0])
        assert words[0] in whole.text.replace("\u200b", "")
        assert "7.4.1" in (await here.carol.runs("rules", about="7.4")).text
        assert "siege" in (await here.carol.runs("rules", about="siege")).text.lower()
        assert "Combat" in (await here.carol.runs("rules")).text
        for wrong in ("99.9", "xyzzy"):
            answer = await here.carol.runs("rules", about=wrong)
            assert answer.private
            assert "stumbled" not in answer.text


async def test_each_answer_is_for_the_one_who_asked(tmp_path: Path) -> None:
    """Every command that changes nothing, asked by a player and by an onlooker."""
    async with house(tmp_path) as here:
        await here.begin(name="Grand *Tour* @everyone <@1>")
        who, _ = await here.asked()
        said = len(here.thread.sent)
        asks: list[tuple[str, dict[str, Any]]] = [
            *(
                (name, {})
                for name in ("game list", "game show", "game history", "game export", "game verify")
            ),
            *((name, {}) for name in ("board", "dossier", "help", "tour", "rules", "settings", "panel")),
            ("game replay", {"entry": 0}),
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


async def test_joining_a_server_it_says_hello_once(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.discord.kick()
        said = len(here.discord.lobby.sent)
        await here.discord.invite()
        await here.until(lambda: len(here.discord.lobby.sent) > said)
        (hello,) = here.discord.lobby.sent[said:]
        assert "I referee slow games" in text_of(hello)


# -- settings -----------------------------------------------------------------------------------------------


@covers("settings", "settings setting", "settings value", "settings value?")
async def test_settings_are_shown_and_wrong_ones_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        shown = await here.alice.runs("settings", where=here.discord.lobby)
        for name, (_, values) in SETTINGS.items():
            assert f"{name}: {values[0]}" in shown.text
            offered = await here.alice.types("settings", "value", "", where=here.discord.lobby, setting=name)
            assert offered == list(values)
        wrong = await here.alice.runs("settings", where=here.discord.lobby, setting="size", value="huge")
        assert "can be" in wrong.text
        await sets(here, here.alice, "size", "large")
        assert "size: large" in (await here.alice.runs("settings", where=here.discord.lobby)).text
        assert "size: large" not in (await here.bob.runs("settings", where=here.discord.lobby)).text


PINGS = [effect("pings", "thread"), effect("pings", "dm"), effect("pings", "off")]


@pytest.mark.parametrize(("setting", "value"), PINGS)
async def test_pings(tmp_path: Path, setting: str, value: str) -> None:
    async with house(tmp_path) as here:
        for member in (here.alice, here.bob):
            await sets(here, member, setting, value)
        game = await here.begin()
        who, asked = await here.asked()
        pinged = here.discord.pings.get(who.id, [])
        letters = [one for one in who.letters() if "It is your turn" in one]
        assert (len(pinged), len(letters)) == {"thread": (1, 0), "dm": (0, 1), "off": (0, 0)}[value]
        for said in (*pinged, *letters):
            assert game in said
            assert asked.prompt in said
        other = here.bob if who is here.alice else here.alice
        assert not here.discord.pings.get(other.id)


MESSAGES = [effect("messages", "on"), effect("messages", "off")]


@pytest.mark.parametrize(("setting", "value"), MESSAGES)
async def test_messages(tmp_path: Path, setting: str, value: str) -> None:
    async with house(tmp_path) as here:
        await sets(here, here.bob, setting, value)
        game = await here.begin()
        turn = await Squires(here, game, 7).forward(lambda turn: turn.asked.kind == "crusader_movement")
        secret = "You may look at them all"
        assert turn.who is here.alice
        assert any(secret in one for one in here.bob.letters()) == (value == "on")
        known = await here.bob.presses(here.card(), "What I know", where=here.thread)
        assert (secret in known.text) == (value == "off")


CONFIRM = [effect("confirm", "on"), effect("confirm", "off")]


@pytest.mark.parametrize(("setting", "value"), CONFIRM)
async def test_confirm(tmp_path: Path, setting: str, value: str) -> None:
    async with house(tmp_path) as here:
        await sets(here, here.bob, setting, value)
        game = await here.begin()
        turn = await Squires(here, game, 7).next()
        assert turn is not None
        assert turn.who is here.bob
        given = await here.bob.runs("order", line=turn.line)  # the races are dealt: no way back
        assert ("Give it" in given.buttons) == (value == "on")
        assert ("Done" in given.text) == (value == "off")


THEMES = ("dark", "light")
PICTURES = [
    *(effect("size", value) for value in ("medium", "small", "large")),
    *(effect("theme", value) for value in THEMES),
]


async def test_size_and_theme(tmp_path: Path) -> None:
    async with house(tmp_path, pictures=True) as here:
        await here.begin()
        drawn: dict[tuple[str, str], Image.Image] = {}
        plain = await map_of(here, await here.carol.runs("board"))
        for setting, value in PICTURES:
            await sets(here, here.carol, setting, value)
            seen = await map_of(here, await here.carol.runs("board"))
            drawn[setting, value] = Image.open(BytesIO(seen))
            if setting == "size" and value == SETTINGS["size"][1][0]:
                assert seen == plain, "the first value is what holds unless something else is set"
        widths = [drawn["size", value].width for value in ("small", "medium", "large")]
        assert widths == sorted(set(widths))
        light = {value: ImageStat.Stat(drawn["theme", value].convert("L")).mean[0] for value in THEMES}
        assert light["dark"] < light["light"]


async def map_of(here: House, answer: Answer) -> bytes:
    """The bytes of the map in an answer, which may come a little after the words."""
    await here.until(lambda: bool(answer.exchange.last.get("files")))
    (file,) = answer.exchange.last["files"]
    return here.discord.blobs[file["sha256"]]


def test_every_value_of_every_setting_has_its_effect_tested() -> None:
    assert set(SET) == {(name, value) for name, (_, values) in SETTINGS.items() for value in values}
