"""The ways a person gives an order: typed, completed, clicked, on a sheet, or by the proposed answer."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.loopback.people import Answer, Member

Way = Callable[[Member, str], Awaitable[Answer]]

PATIENCE = 60
"""Choices, clicks or words after which a person would give up."""


class NoWay(AssertionError):
    """What one wants is not offered."""


async def by_line(who: Member, line: str) -> Answer:
    """`/order`, typed to the end."""
    return await confirmed(who, await who.runs("order", line=line))


async def by_completion(who: Member, line: str) -> Answer:
    """`/order`, letting the line complete itself slot by slot; a word is typed where no choice fits."""
    typed = ""
    for _ in range(PATIENCE):
        fits = [one for one in await who.types("order", "line", typed) if leads(one, line) and one != typed]
        best = max(fits, key=len, default="")
        if best == line:
            return await confirmed(who, await who.runs("order", line=best))
        if len(best) > len(typed):
            typed = best
            continue
        rest = line[len(typed) :]
        cut = rest.find(" ", 1)
        if cut < 0:
            break
        typed = line[: len(typed) + cut]
    return await by_line(who, line)


async def by_panel(who: Member, line: str, *, panel: Answer | None = None) -> Answer:
    """Menus and buttons only."""
    seen = panel or await who.runs("panel")
    for _ in range(PATIENCE):
        assert seen.private
        draft = draft_in(seen)
        if draft == line and "Give this order" in seen.buttons:
            return await confirmed(who, await who.presses(seen, "Give this order"))
        found = _option(seen, draft, line)
        if found is not None:
            seen = await who.component(seen.message, found)
        elif "More" in seen.buttons:
            seen = await who.presses(seen, "More")
        else:
            raise NoWay((line, draft, seen.text, seen.menus))
        if "Give it" in seen.buttons or not seen.menus:
            return await confirmed(who, seen)
    raise AssertionError(f"clicking never leads to {line!r}")


async def by_sheet(who: Member, line: str) -> Answer:
    """The order sheet, opened from the panel."""
    form = await who.presses(await who.runs("panel"), "Order sheet")
    assert (form.exchange.first or {})["type"] == 9
    return await confirmed(who, await who.fills(form, line))


async def by_default(who: Member, line: str) -> Answer:
    """The button with the proposed answer, where that is what one wants."""
    panel = await who.runs("panel")
    if f"Default: {line}" not in panel.buttons:
        return await by_panel(who, line, panel=panel)
    return await confirmed(who, await who.presses(panel, "Default"))


WAYS: tuple[Way, ...] = (by_line, by_completion, by_panel, by_sheet, by_default)


async def confirmed(who: Member, seen: Answer) -> Answer:
    """Press the button that is shown before something that cannot be taken back."""
    assert seen.private
    if "Give it" in seen.buttons:
        assert "cannot be taken back" in seen.text
        return await who.presses(seen, "Give it")
    return seen


def leads(part: str, line: str) -> bool:
    """Whether a line begins with these words."""
    return line == part or (line.startswith(part) and line[len(part)] in " ,")


def draft_in(seen: Answer) -> str:
    """The order so far, as the panel shows it."""
    for embed in seen.exchange.last.get("embeds") or ():
        if embed.get("title") == "Order so far":
            text: str = embed["description"]
            return text.removeprefix("```\n").removesuffix("\n```")
    return ""


def _option(seen: Answer, draft: str, line: str) -> dict[str, Any] | None:
    """The entry of the menus that leads furthest towards a line."""
    best: tuple[int, dict[str, Any]] | None = None
    for menu in seen.menus:
        for one in menu["options"]:
            label = one["label"]
            ways = (f"{draft} {label}", f"{draft}, {label}") if draft else (label,)
            if any(leads(way, line) for way in ways) and (best is None or len(label) > best[0]):
                picked = {"custom_id": menu["custom_id"], "component_type": 3, "values": [one["value"]]}
                best = (len(label), picked)
    return None if best is None else best[1]
