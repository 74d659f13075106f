"""A reply as Discord messages: escaped, split where it is too long, never pinging anybody by accident."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.desk.reply import CODE, DIM, ITEM, STRONG, TABLE, Action, Block, Line, Menu, Reply
from bot.doors.discord import limits
from bot.doors.discord.buttons import MenuItem, Press, custom_id

DRAFT: Final = "Order so far"
"""The title of the embed that carries a draft."""

NOBODY: Final = discord.AllowedMentions.none()

_COLOURS: Final = {"good": 0x3B8A4F, "bad": 0xB0413E, "quiet": 0x6B7280, "": 0x2F5D8A}
_MARKS: Final = re.compile(r"([\\*_~`|<>\[\]])")
_STARTS: Final = re.compile(r"^([^\S\n]*)([#>\-+]|\d+[.)])", re.MULTILINE)
_LINKS: Final = re.compile(r"://|(?<=discord\.gg)/|(?<=discord\.com)/", re.IGNORECASE)
_GAP: Final = "\u200b"


def escape(text: str) -> str:
    """Free text that stays what it is: no markdown, no mention, no link, no heading."""
    text = _LINKS.sub(lambda found: f"{found[0][0]}{_GAP}{found[0][1:]}", text.replace("@", f"@{_GAP}"))
    text = _MARKS.sub(r"\\\1", text)
    return _STARTS.sub(
        lambda found: (
            f"{found[1]}\\{found[2]}" if not found[2][0].isdigit() else f"{found[1]}{_GAP}{found[2]}"
        ),
        text,
    )


def fenced(text: str) -> str:
    """Text for inside a code block."""
    return text.replace("`", "'").replace("@", f"@{_GAP}")


def cut(text: str, most: int) -> str:
    """At most so many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


@dataclass(slots=True)
class Sheet:
    """One message."""

    embeds: list[discord.Embed] = field(default_factory=list)
    rest: str = ""
    """What did not fit anywhere, for a file."""

    def size(self) -> int:
        return sum(len(embed) for embed in self.embeds)


def _line(line: Line) -> str:
    text = escape(line.text)
    match line.style:
        case s if s == STRONG:
            text = f"**{text}**"
        case s if s == DIM:
            text = f"-# {text}"
        case s if s == CODE:
            text = f"`{fenced(line.text) or ' '}`"
        case s if s == ITEM:
            text = f"• {text}"
    return text if line.at is None else f"{text} (<t:{int(line.at)}:R>)"


def _texts(lines: Sequence[Line], most: int) -> list[str]:
    """Lines as texts of at most so many characters, split between lines; tables in fences."""
    texts: list[str] = []
    now = ""
    open_ = False

    def close() -> None:
        nonlocal now, open_
        if now:
            texts.append(now + ("```" if open_ else ""))
        now, open_ = "", False

    for line in lines:
        table = line.style == TABLE
        for raw in _pieces(fenced(line.text) if table else _line(line), most - 16):
            fence = "```\n" if table and not open_ else "```" if open_ and not table else ""
            if len(now) + len(fence) + len(raw) + 5 > most:
                close()
                fence = "```\n" if table else ""
            now += f"{fence}{raw}\n"
            open_ = table
    close()
    return texts


def _pieces(text: str, most: int) -> Iterable[str]:
    for at in range(0, max(1, len(text)), most):
        yield text[at : at + most]


def _embeds(block: Block) -> list[discord.Embed]:
    colour = _COLOURS.get(block.tone, _COLOURS[""])
    texts = _texts(block.lines, limits.EMBED_TEXT - 96) or [""]
    title = cut(escape(block.title), limits.EMBED_TITLE) or None
    return [
        discord.Embed(
            title=title if place == 0 else None, description=text.rstrip("\n") or None, colour=colour
        )
        for place, text in enumerate(texts)
    ]


def sheets(reply: Reply) -> list[Sheet]:
    """The messages a reply takes, in order; its buttons belong under the last."""
    embeds = [embed for block in reply.blocks for embed in _embeds(block)]
    if reply.draft:
        shown = "\n".join(fenced(line) for line in reply.draft.split("\n"))
        embeds.append(discord.Embed(title=DRAFT, description=f"```\n{cut(shown, limits.INPUT_TEXT)}\n```"))
    made = [Sheet()]
    for embed in embeds:
        now = made[-1]
        if len(now.embeds) >= limits.EMBEDS or now.size() + len(embed) > limits.EMBED_TOTAL:
            now = Sheet()
            made.append(now)
        now.embeds.append(embed)
    if len(made) > limits.MESSAGES:
        kept = made[: limits.MESSAGES]
        kept[-1].rest = reply.text
        return kept
    return made


def draft_of(message: discord.Message | None) -> str:
    """The draft that a message carries."""
    for embed in message.embeds if message is not None else ():
        if embed.title == DRAFT and embed.description:
            return embed.description.removeprefix("```\n").removesuffix("\n```").replace(_GAP, "")
    return ""


def view_of(actions: Sequence[Action], menu: Menu | None) -> discord.ui.View | None:
    """Buttons and menus, or None where there are none."""
    if not actions and menu is None:
        return None
    view = discord.ui.View(timeout=None)
    room = limits.ROWS
    button_rows = -(-len(actions) // limits.BUTTONS_IN_ROW)
    row = 0
    if menu is not None:
        for first in range(0, len(menu.choices), limits.OPTIONS):
            if row >= room - button_rows:
                break
            view.add_item(MenuItem.of(menu, first, row))
            row += 1
    most = (room - row) * limits.BUTTONS_IN_ROW
    for place, action in enumerate(actions[:most]):
        here = row + place // limits.BUTTONS_IN_ROW
        if action.url:
            view.add_item(
                discord.ui.Button(label=action.label[: limits.BUTTON_TEXT], url=action.url, row=here)
            )
        else:
            view.add_item(Press.of(action, here))
    return view


__all__ = ["DRAFT", "NOBODY", "Sheet", "custom_id", "cut", "draft_of", "escape", "sheets", "view_of"]
