"""Discord's limits, its own figures; and that names and free text stay what they are."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot import games
from bot.desk.reply import TABLE, Line, plain
from bot.doors.discord import limits
from bot.doors.discord.buttons import custom_id
from bot.doors.discord.layout import escape, sheets
from tests.loopback.giving import by_line
from tests.loopback.people import House, Member, house, text_of
from tests.loopback.squires import Squires

DOCUMENTED = {
    "CONTENT": 2000,
    "EMBEDS": 10,
    "EMBED_TOTAL": 6000,
    "EMBED_TITLE": 256,
    "EMBED_TEXT": 4096,
    "FILES": 10,
    "FILE_BYTES": 10 * 1024 * 1024,
    "ALT_TEXT": 1024,
    "CHOICES": 25,
    "CHOICE_TEXT": 100,
    "OPTIONS": 25,
    "OPTION_TEXT": 100,
    "ROWS": 5,
    "BUTTONS_IN_ROW": 5,
    "BUTTON_TEXT": 80,
    "CUSTOM_ID": 100,
    "LINK": 512,
    "PLACEHOLDER": 150,
    "MODAL_TITLE": 45,
    "INPUT_TEXT": 4000,
    "INPUT_LABEL": 45,
    "NONCE": 25,
    "THREAD_NAME": 100,
    "LONGEST_SLEEP": 10080,
    "COMMANDS": 100,
    "COMMAND_NAME": 32,
    "COMMAND_TEXT": 100,
    "COMMAND_TOTAL": 8000,
    "FIRST_ANSWER": 3.0,
    "TOKEN_LIFE": 900.0,
}
"""As Discord's documentation says; the loopback server refuses what is beyond them."""

OURS = {"CHOICES_IN", "MESSAGES"}


def test_the_limits_are_discords() -> None:
    ours = {name: getattr(limits, name) for name in dir(limits) if name.isupper()}
    assert {name: value for name, value in ours.items() if name not in OURS} == DOCUMENTED
    assert limits.CHOICES_IN < limits.FIRST_ANSWER


def test_no_number_of_discords_is_written_anywhere_else() -> None:
    """The big ones, which could mean nothing else, stand in `limits` and nowhere else in the door."""
    folder = Path(limits.__file__).parent
    numbers = re.compile(r"\b(2_?000|6_?000|4_?096|4_?000|1_?024)\b")
    for file in folder.glob("*.py"):
        if file.name != "limits.py":
            lines = file.read_text(encoding="utf-8").split("\n")
            found = [line for line in lines if numbers.search(line) and "* 1024" not in line]
            assert not found, (file.name, found)


# -- the longest real content -------------------------------------------------------------------------------


async def test_the_longest_real_content_fits_or_is_split_well(tmp_path: Path) -> None:
    """Late in a campaign, everything there is to ask for, with the longest names there can be. The loopback
    refuses whatever is too long, and says so in `fired`."""
    async with house(tmp_path) as here:
        here.alice = Member(here, here.alice.id + 100, "A" * 32)
        game = await here.begin(scenario="campaign", name="N" * 60, word="w" * 32)
        squires = Squires(here, game, 7)
        for number in range(140):
            turn = await squires.next()
            assert turn is not None
            if number % 35 == 0:
                await everything(here)
            await here.desk.referee.submit(game, turn.asked.seat, turn.line)
        await everything(here)
        turn = await squires.next()
        assert turn is not None
        form = await turn.who.runs("orders")
        sheet = await turn.who.fills(form, "\n".join([f"{turn.line}!", *["x" * 90] * 39]))
        assert "Not tried" in sheet.text
        assert here.discord.fired["50035"] == 0
        assert here.discord.fired["40005"] == 0


async def everything(here: House) -> None:
    """All the long answers, by everybody."""
    for member in (here.alice, here.bob, here.carol):
        for command in ("board", "dossier", "help", "panel", "tour", "game show", "game list", "game export"):
            assert (await member.runs(command)).text
        history = await member.runs("game history", count=100)
        assert "stumbled" not in history.text
        for about in ("fleet", "the", "combat", "7", "7.4", "11", "12"):
            assert (await member.runs("rules", about=about)).text
    for one in here.discord.exchanges.values():
        assert len(one.messages) <= limits.MESSAGES


def test_a_history_is_split_between_lines_and_the_end_of_a_very_long_one_is_a_file() -> None:
    lines = [f"{number}. {'long ' * 20}" for number in range(60)]
    pages = sheets(plain(*lines))
    said = "\n".join(embed.description or "" for page in pages for embed in page.embeds)
    for line in lines:
        assert line.rstrip() in said.replace("\u200b", "")
    endless = sheets(plain(*(Line("x" * 70, TABLE) for _ in range(2000))))
    assert len(endless) == limits.MESSAGES
    assert endless[-1].rest.count("\n") >= 1999


def test_a_table_that_is_split_keeps_its_fences() -> None:
    for page in sheets(plain(*(Line(f"{number:<60}|", TABLE) for number in range(300)))):
        for embed in page.embeds:
            assert (embed.description or "").count("```") % 2 == 0


def test_the_longest_custom_id_there_can_be_fits() -> None:
    seats = [seat for key in games.SHELF for seat in games.game(key).seats]
    for seat in seats:
        assert len(custom_id("default", ("abcdefgh", str(seat), "1000000"), part=9)) <= limits.CUSTOM_ID


# -- free text ----------------------------------------------------------------------------------------------

WICKED = (
    "@everyone @here <@100000000000000003> <@&700000000000000001> **b** __u__ ~~s~~ ||spoiler|| `code` "
    "[l](https://evil.example) <https://evil.example> discord.gg/evil"
)


def raw(text: str) -> list[str]:
    """What would still be markup or a mention in a text, outside of what is code."""
    plain_ = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    wrong = [mark for mark in ("@everyone", "@here", "://", "discord.gg/e") if mark in plain_]
    wrong += re.findall(r"<@[!&]?\d+>", plain_) + re.findall(r"^[#>] ", plain_, re.MULTILINE)
    inside = re.sub(r"\\.", "", plain_)
    wrong += [mark for mark in ("**b**", "__u__", "~~s~~", "||", "`", "[l](") if mark in inside]
    return wrong


async def test_names_and_free_text_ping_nobody_and_format_nothing(tmp_path: Path) -> None:
    """Wherever people can write something that is shown: to others, or to themselves."""
    async with house(tmp_path) as here:
        here.alice = Member(here, here.alice.id + 100, "*Al* @everyone <@1>")
        game = await here.begin(name=WICKED, word="<@1>*w*")
        turn = await Squires(here, game, 7).forward(lambda turn: turn.line.startswith("move"))
        asks: list[tuple[str, dict[str, Any]]] = [
            ("board", {"about": WICKED}),
            ("rules", {"about": WICKED}),
            ("order", {"line": WICKED}),
            ("odds", {"line": WICKED}),
            ("game show", {"game": WICKED}),
            ("game join", {"side": WICKED}),
            ("settings", {"setting": "size", "value": WICKED}),
        ]
        for command, options in asks:
            await turn.who.runs(command, **options)
        await turn.who.fills(await turn.who.runs("orders"), f"{WICKED}\n{WICKED}\n# head\n> quote")
        await here.keeper.runs("referee freeze", game=game, reason=f"{WICKED}\n# head\n> quote")
        await here.quiet()
        await here.keeper.runs("referee freeze", game=game, thaw=True)
        await here.keeper.runs("referee rewind", game=game, entry=1, reason=WICKED)
        await here.keeper.runs("referee close", game=game, reason=WICKED)
        await here.quiet()
        await here.carol.runs("game list")
        own = re.compile(r"^<@\d+> ")  # the one ping, at the beginning of its message
        checked = 0
        for one in here.discord.heard:
            text = own.sub("", text_of(one.body))
            assert raw(text) == [], (raw(text), text)
            checked += bool(text)
        assert checked > 30
        bodies = [body for channel in here.discord.channels.values() for body in channel.sent]
        for body in bodies:
            assert not body["allowed_mentions"].get("parse"), body
        assert set(here.discord.pings) <= {here.alice.id, here.bob.id}


async def test_a_name_of_nothing_but_spaces_still_reads(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.bob = Member(here, here.bob.id + 100, "\u2800 \u200b")
        game = await here.begin(name=" \n ")
        assert (await here.desk.referee.info(game)).name.strip()
        who, asked = await here.asked()
        assert asked.prompt in text_of(here.card())
        turn = await Squires(here, game, 7).next()
        assert turn is not None
        assert "Done" in (await by_line(who, turn.line)).text


@pytest.mark.parametrize("text", ["a\n# b", "x\n> y", "1. one\n2. two", "- a\n- b", "see discord.gg/abc"])
def test_escaping_holds_on_every_line(text: str) -> None:
    said = escape(text)
    assert not re.search(r"^\s*(#|>|-|\d+\.)", said, re.MULTILINE)
    assert "gg/a" not in said
