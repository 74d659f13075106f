"""Scripts, styles and fonts, all of them our own."""

from functools import cache
from importlib import resources
from pathlib import PurePosixPath
from typing import Final

from aiohttp import web

from bot.doors.web.guard import Refused
from bot.games import keys as shelf
from render import has_stage, stage

_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".otf": "font/otf",
    ".ttf": "font/ttf",
}
_FONTS: Final = (
    "EBGaramond12-Regular.otf",
    "EBGaramond12-Bold.otf",
    "EBGaramond12-Italic.otf",
    "RobotoCondensed-Regular.ttf",
    "RobotoCondensed-Bold.ttf",
)


def routes() -> list[web.RouteDef]:
    """The ways in."""
    return [web.get("/static/{file}", static), web.get("/stage/{key}.css", style)]


async def static(request: web.Request) -> web.StreamResponse:
    """One of our files."""
    name = request.match_info["file"]
    body = _file(name)
    if body is None:
        raise Refused(404, "There is no such file.")
    age = "max-age=86400" if name in _FONTS else "no-cache"
    response = web.Response(
        body=body, content_type=_TYPES[PurePosixPath(name).suffix], headers={"Cache-Control": age}
    )
    if name not in _FONTS:
        response.enable_compression()
    return response


async def style(request: web.Request) -> web.StreamResponse:
    """The colours of a game's map."""
    key = request.match_info["key"]
    if key not in shelf() or not has_stage(key):
        raise Refused(404, "There is no such file.")
    response = web.Response(
        text=stage(key).css, content_type="text/css", headers={"Cache-Control": "no-cache"}
    )
    response.enable_compression()
    return response


@cache
def _file(name: str) -> bytes | None:
    if name in _FONTS:
        return resources.files("data").joinpath("fonts", name).read_bytes()
    known = {file.name: file for file in resources.files("bot.doors.web").joinpath("static").iterdir()}
    file = known.get(name)
    return file.read_bytes() if file is not None and PurePosixPath(name).suffix in _TYPES else None
