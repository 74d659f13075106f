"""Discord's limits, escaping, configuration, logs, signs of life: what needs no Discord."""

from pathlib import Path

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import config
from bot.desk.helping import welcome
from bot.desk.reply import Action, Block, Choice, Line, Menu, Reply, plain
from bot.doors.discord import limits
from bot.doors.discord.buttons import custom_id, read_id
from bot.doors.discord.layout import escape, sheets, view_of
from bot.doors.discord.running import FRESH, HEALTH_FILE, healthy
from bot.errors import UserError
from bot.logs import without_secrets
from bot.rulebooks import rulebook

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "x" * 38
STYLES = st.sampled_from(["", "strong", "dim", "code", "item", "table"])


@given(
    st.lists(
        st.tuples(st.text(max_size=600), st.lists(st.tuples(st.text(max_size=700), STYLES), max_size=30)),
        max_size=14,
    ),
    st.text(max_size=4000),
)
def test_whatever_is_said_fits_into_messages(
    blocks: list[tuple[str, list[tuple[str, str]]]], draft: str
) -> None:
    made = [Block(tuple(Line(text, style) for text, style in lines), title) for title, lines in blocks]
    pages = sheets(Reply(tuple(made), draft=draft))
    assert 1 <= len(pages) <= limits.MESSAGES
    for page in pages:
        assert len(page.embeds) <= limits.EMBEDS
        assert page.size() <= limits.EMBED_TOTAL
        for embed in page.embeds:
            assert len(embed.title or "") <= limits.EMBED_TITLE
            assert len(embed.description or "") <= limits.EMBED_TEXT


def test_a_long_text_is_split_between_lines_and_nothing_is_lost() -> None:
    lines = [f"line {number} of a long report" for number in range(400)]
    pages = sheets(plain(*lines))
    assert len(pages) > 1
    said = "\n".join(embed.description or "" for page in pages for embed in page.embeds)
    for line in lines:
        assert line in said


def test_every_rule_of_every_game_fits() -> None:
    for key in ("high_crusade", "crusade"):
        book = rulebook(key)
        assert book is not None
        for number in book.numbers:
            rule = book.rule(number)
            assert len(sheets(plain(rule.text, title=f"{number} {rule.title}"))) == 1
    assert len(sheets(welcome())) == 1


@given(st.text(max_size=200))
def test_free_text_cannot_mention_link_or_format(text: str) -> None:
    said = escape(text)
    assert "@everyone" not in said
    assert "@here" not in said
    assert "<@" not in said
    assert "://" not in said
    bare = said.replace("\\\\", "")
    for mark in "*_~`|<>[]":
        for at, char in enumerate(bare):
            assert char != mark or bare[at - 1] == "\\"


def test_long_menus_become_several_and_leave_room_for_buttons() -> None:
    choices = tuple(Choice(str(number), f"choice {number} " + "x" * 120, "y" * 200) for number in range(75))
    view = view_of([Action("panel", ("g",), "b" * 100)] * 6, Menu("add", ("g", "s", "1"), "h" * 200, choices))
    assert view is not None
    rows = view.to_components()
    assert len(rows) <= limits.ROWS
    assert sum(len(part.get("options", ())) for row in rows for part in row["components"]) == 75


def test_what_a_button_means_is_in_its_name() -> None:
    assert read_id(custom_id("add", ("abc234", "crusader", "17"), part=2)) == (
        "add",
        ("abc234", "crusader", "17"),
        False,
    )
    assert read_id(custom_id("sheet", ("abc234",), form=True)) == ("sheet", ("abc234",), True)
    assert read_id("somebody else's") is None
    with pytest.raises(ValueError, match="custom id"):
        custom_id("add", ("x" * 100,))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"DISCORD_TOKEN": ""}, "DISCORD_TOKEN is missing"),
        ({"DISCORD_TOKEN": "Bot abc"}, "without that word"),
        ({"DISCORD_TOKEN": "abc"}, "is no bot token"),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL is 'LOUD'"),
        ({"FARSPEAKER_OWNER": "me"}, "FARSPEAKER_OWNER is 'me'"),
        ({"FARSPEAKER_PACK": "/nowhere"}, "FARSPEAKER_PACK is '/nowhere'"),
        ({"DATABASE_URL": "mysql://x"}, "DATABASE_URL names mysql"),
    ],
)
def test_each_wrong_value_is_one_clear_sentence(wrong: dict[str, str], words: str) -> None:
    with pytest.raises(UserError, match=words) as caught:
        config.read({"DISCORD_TOKEN": TOKEN, **wrong})
    assert TOKEN not in str(caught.value)
    assert str(caught.value).rstrip()[-1] in ".)"


def test_the_configuration_never_shows_its_secrets(tmp_path: Path) -> None:
    read = config.read({"DISCORD_TOKEN": TOKEN, "FARSPEAKER_DATA": str(tmp_path)})
    assert read.token == TOKEN
    assert TOKEN not in repr(read)
    assert str(tmp_path) in read.database


def test_logs_are_without_secrets() -> None:
    said = without_secrets(
        f"Bearer {TOKEN} postgresql://u:pass@h/d /api/v10/webhooks/12/aW50ZXJhY3Rpb24/messages"
    )
    for secret in (TOKEN, "pass@", "aW50ZXJhY3Rpb24"):
        assert secret not in said


def test_health_is_a_fresh_sign_of_life(tmp_path: Path) -> None:
    assert not healthy(tmp_path)
    (tmp_path / HEALTH_FILE).write_text("1000")
    assert healthy(tmp_path, now=1000 + FRESH / 2)
    assert not healthy(tmp_path, now=1000 + FRESH * 2)


def test_the_invitation_asks_for_exactly_what_is_needed() -> None:
    wanted = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        create_private_threads=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
    )
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"permissions={wanted.value}`" in readme
