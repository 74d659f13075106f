"""Replies of the desk as HTML: the words are the desk's, the look is ours."""

from dataclasses import replace
from typing import Any

from bot.desk.reply import CODE, DIM, ITEM, STRONG, TABLE, Block, Line, Reply
from bot.doors.web.asking import form
from bot.doors.web.house import Eyes
from bot.doors.web.pages import Html, joined, tag
from bot.doors.web.panels import rule_link

DONE, REFUSED, ASKING, QUIET = "done", "refused", "asking", "quiet"
"""How a reply is meant: it was done, it was not, it has to be confirmed, or it is only a remark."""


def kind_of(reply: Reply) -> str:
    """How a reply is meant."""
    tones = {block.tone for block in reply.blocks}
    if "bad" in tones:
        return REFUSED
    if any(one.name in ("confirm", "resign") for one in reply.actions):
        return ASKING
    return DONE if "good" in tones else QUIET


def shown(eyes: Eyes, reply: Reply, said: str = "") -> Html:
    """A reply for the place below the order line. What is wanted next stands above it anyway, and so does
    what was said."""
    blocks = [block for block in reply.blocks if block.tone] if kind_of(reply) == DONE else reply.blocks
    return joined(*(_block(block, said.strip()) for block in blocks), *_actions(eyes, reply))


def without_asides(reply: Reply) -> Reply:
    """A reply without what is said aside: on the whole about typing commands, which nobody does here."""
    blocks = (
        replace(block, lines=tuple(line for line in block.lines if line.style != DIM))
        for block in reply.blocks
    )
    return replace(reply, blocks=tuple(blocks))


def _block(block: Block, said: str) -> Html:
    title = "" if block.title in ("No", "Done") else block.title  # colour says as much
    head = [tag("h3", title)] if title else []
    lines = (line for line in block.lines if line.style != CODE or line.text != said)
    return tag("div", *head, *map(_line, lines))


def _line(line: Line) -> Html:
    match line.style:
        case style if style == CODE:
            said = line.text.removeprefix("/order ")
            return joined(tag("button", said, type="button", class_="chip", data_line=said), " ")
        case style if style == TABLE:
            return tag("pre", line.text)
        case style if style == STRONG:
            return tag("p", tag("strong", line.text))
    return tag("p", line.text, class_={DIM: "faint", ITEM: "item"}.get(line.style))


def _actions(eyes: Eyes, reply: Reply) -> list[Any]:
    """The buttons that have a meaning here; the others are on the page already."""
    found: list[Any] = []
    for one in reply.actions:
        button = tag("button", one.label, type="submit", class_=one.look)
        match one.name:
            case "rules":
                found.append(rule_link(eyes.info.key, one.args[1]))
            case "confirm":
                found.append(form(f"{eyes.path}/order", button, line=reply.draft, sure="yes"))
            case "resign":
                found.append(form(f"{eyes.path}/resign", button, sure="yes"))
    return found
