"""Papers: the log, its proof, a picture of the map, the rules."""

from collections.abc import Sequence
from typing import Final

from aiohttp import web

from bot import games
from bot.desk.reply import Reply
from bot.doors.web import panels, replies
from bot.doors.web.guard import Refused
from bot.doors.web.house import SEAT_PATH, WATCH_PATH, House
from bot.doors.web.pages import tag, whole
from bot.doors.web.requests import data, html, number, sheet, wants_data
from bot.errors import UserError
from bot.games import keys as shelf
from bot.rulebooks import look_up, rulebook
from engine.kernel.rulebook import Rule, Rulebook
from render import artist, has_artist

MOST_RULES: Final = 40
LONGEST_QUERY: Final = 80


class Papers:
    """What can be taken home."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._verified: dict[str, tuple[str, Reply]] = {}

    def routes(self) -> list[web.RouteDef]:
        """The ways in."""
        return [
            web.get("/rules", self.rules),
            *(
                route
                for prefix in (SEAT_PATH, WATCH_PATH)
                for route in (
                    web.get(f"{prefix}/export", self.export),
                    web.get(f"{prefix}/verify", self.verify),
                    web.get(f"{prefix}/map.png", self.picture),
                )
            ),
        ]

    async def export(self, request: web.Request) -> web.StreamResponse:
        """The log as a file; secrets of a game under way are left out of it."""
        eyes = await self.house.eyes(request)
        file = (await self.house.desk.export(eyes.person, eyes.game)).files[0]
        name = f'attachment; filename="{file.name}"'
        return web.Response(
            body=file.content, content_type="application/jsonl", headers={"Content-Disposition": name}
        )

    async def verify(self, request: web.Request) -> web.StreamResponse:
        """Check the log from its first byte to its last; once for each entry that is added."""
        eyes = await self.house.eyes(request)
        head = await self.house.hub.head(eyes.game)
        known, reply = self._verified.get(eyes.game, ("", Reply()))
        if known != head:
            reply = await self.house.desk.verify(eyes.person, eyes.game)
            self._verified[eyes.game] = (head, reply)
        shown = replies.shown(eyes, reply)
        return data({"html": shown}) if wants_data(request) else sheet("The log", shown, back=eyes.path)

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """The map as a picture, as Discord shows it; drawn beside this process, and once."""
        eyes = await self.house.eyes(request)
        key = eyes.info.key
        if not has_artist(key):
            raise Refused(404, "There are no pictures of this game.")
        position = await self.house.referee.position(eyes.game, eyes.viewer, at=number(request, "at"))
        theme = "light" if request.query.get("theme") == "light" else "dark"
        size = artist(key).sizes[0]
        drawn = await self.house.drawing.board(key, position.view, theme=theme, size=size)
        kind = "image/webp" if drawn.name.endswith(".webp") else "image/png"
        return web.Response(body=drawn.data, content_type=kind)

    # -- rules -------------------------------------------------------------------------------------------

    async def rules(self, request: web.Request) -> web.StreamResponse:
        """The rules of a game, by number or by words."""
        key = request.query.get("game", games.default())
        book = rulebook(key) if key in shelf() else None
        if book is None:
            raise Refused(404, "There are no rules of that game here.")
        query = request.query.get("q", "").strip()[:LONGEST_QUERY]
        found, note = _found(book, query)
        shown = panels.rules(key, found, note)
        if wants_data(request):
            return data({"html": shown})
        contents = [
            tag("li", tag("a", f"{at} {title}", href=f"/rules?game={key}&q={at}"))
            for at, title in book.titles.items()
            if "." not in at or query.startswith(at.split(".")[0])
        ]
        search = tag(
            "form",
            tag("input", type="hidden", name="game", value=key),
            tag(
                "label",
                "Look up ",
                tag("input", name="q", type="search", maxlength=LONGEST_QUERY, value=query),
            ),
            " ",
            tag("button", "Find", type="submit"),
            method="get",
            action="/rules",
            role="search",
        )
        body = tag(
            "main",
            tag("h1", f"The rules of {games.game(key).title}"),
            tag("p", "In our own words.", class_="faint"),
            search,
            shown,
            tag("h2", "Chapters"),
            tag("ul", *contents),
            class_="sheet rulebook",
            id="main",
        )
        return html(whole("Rules: Farspeaker", body))


def _found(book: Rulebook, query: str) -> tuple[Sequence[Rule], str]:
    """The rules that a number or words lead to, and a remark."""
    if not query:
        return (), "Type a number or a word."
    try:
        found = look_up(book, query)
    except UserError as nothing:
        return book.nearest(query), str(nothing)
    at = query.rstrip(".")
    remark = f"{at} {book.titles[at]}" if at in book.titles else f"{len(found)} found" if found[1:] else ""
    return found[:MOST_RULES], remark
