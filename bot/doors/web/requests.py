"""What a request says, read with care, and the two ways to answer it: a page for people, data for scripts."""

import json
from typing import Any, Final

from aiohttp import web

from bot.doors.web.guard import Refused, wants_data
from bot.doors.web.pages import tag, whole

LONGEST_LINE: Final = 600
LONGEST_SHEET: Final = 6000


def html(text: str, status: int = 200) -> web.Response:
    """A page."""
    response = web.Response(text=text, content_type="text/html", status=status)
    response.enable_compression()
    return response


def data(value: Any) -> web.Response:
    """Data for a script, made small where the browser can read it so."""
    response = web.json_response(value)
    response.enable_compression()
    return response


def sheet(title: str, *inside: Any, back: str, status: int = 200) -> web.Response:
    """A page of its own for an answer, with the way back to the game."""
    way = tag("p", tag("a", "Back to the game", href=back, class_="button"))
    return html(
        whole("Farspeaker", tag("main", tag("h1", title), *inside, way, class_="sheet", id="main")), status
    )


def line_of(text: str, most: int = LONGEST_LINE) -> str:
    """An order line that is not too long."""
    if len(text) > most:
        raise Refused(413, "That is more than any order needs.")
    return text


def number(request: web.Request, name: str, default: int | None = None) -> int | None:
    """A number of the query."""
    text = request.query.get(name, "")
    if not text:
        return default
    if len(text) > 9 or not text.removeprefix("-").isascii() or not text.removeprefix("-").isdigit():
        raise Refused(400, f"“{name}” is a number.")
    return int(text)


async def fields(request: web.Request) -> dict[str, str]:
    """What a form or a script says, as plain text by name."""
    kind = request.content_type
    try:
        if kind == "application/json":
            said = json.loads(await request.text())
        elif kind == "application/x-www-form-urlencoded":
            said = dict(await request.post())
        elif not await request.read():
            said = {}
        else:
            raise ValueError(kind)
        if not isinstance(said, dict) or not all(isinstance(value, str) for value in said.values()):
            raise ValueError("no fields")
    except (ValueError, RecursionError, UnicodeError):
        raise Refused(400, "That could not be read.") from None
    return said


__all__ = ["LONGEST_SHEET", "data", "fields", "html", "line_of", "number", "sheet", "wants_data"]
