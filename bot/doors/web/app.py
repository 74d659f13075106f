"""The table's pages and what they ask for.

A path under `/seat/GAME/SEAT/SECRET` or `/watch/GAME/SECRET` fixes with whose eyes everything below it is
seen; no other part of a request can widen that.
"""

import asyncio
import json
import secrets
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import PurePosixPath
from typing import Any, Final

from aiohttp import web

from bot import company, exports, odds
from bot.answers import ASKED, Answer
from bot.archive import export_game
from bot.company import Company
from bot.doors.web import board, guard, ordering, panels, showing
from bot.doors.web.guard import NO_LINK, Refused
from bot.doors.web.live import Hub
from bot.doors.web.pages import Html, joined, page, tag, whole
from bot.errors import UserError
from bot.links import Links, same
from bot.looking import Position
from bot.referee import Referee
from bot.rulebooks import rulebook
from bot.store.tables import ARCHIVE, GATHERING, OVER, PLAYING
from engine.high_crusade.names import SEATS, other
from engine.high_crusade.view import View
from engine.kernel.errors import BrokenLog
from engine.kernel.rulebook import Rule, Rulebook
from engine.kernel.seats import SPECTATOR, Seat, Viewer, viewer_of

DOOR: Final = "table"
KEY: Final = "high_crusade"
FRIEND: Final = "Your friend"
COOKIE: Final = "farspeaker-host"
HEARTBEAT: Final = 15.0
LONGEST_LINE: Final = 600
MOST_RULES: Final = 40
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


@dataclass(frozen=True, slots=True)
class Eyes:
    """With whose eyes a request sees which game."""

    game: str
    viewer: Viewer
    path: str
    hot: bool = False

    @property
    def seat(self) -> Seat:
        """The seat; only a seat may act."""
        if self.viewer == SPECTATOR:
            raise Refused(403, "Spectators look and do not touch.")
        return Seat(self.viewer)


class Table:
    """The referee behind web pages."""

    def __init__(self, referee: Referee, key: bytes, *, names: tuple[str, ...] = ()) -> None:
        self.referee = referee
        self.links = Links(key)
        self.hub = Hub(referee)
        self.company = Company(referee)
        self._names = names
        self._playing: dict[str, asyncio.Task[None]] = {}

    def app(self) -> web.Application:
        """The web application."""
        app = web.Application(middlewares=[guard.guarding(self._names)], client_max_size=guard.MOST)
        app.add_routes(
            [
                web.get("/", self.home),
                web.post("/new", self.new),
                web.get("/rules", self.rules),
                web.get("/ground/{key}.json", self.ground),
                web.get("/static/{file}", self.static),
                web.get("/both/{game}/{secret}", self.both),
            ]
        )
        for prefix in ("/seat/{game}/{seat}/{secret}", "/watch/{game}/{secret}"):
            app.add_routes(
                [
                    web.get(prefix, self.page),
                    web.get(f"{prefix}/state", self.state),
                    web.get(f"{prefix}/events", self.events),
                    web.get(f"{prefix}/export", self.export),
                    web.get(f"{prefix}/verify", self.verify),
                    web.get(f"{prefix}/map.png", self.picture),
                    web.get(f"{prefix}/complete", self.complete),
                    web.get(f"{prefix}/click", self.click),
                    web.get(f"{prefix}/odds", self.odds),
                    web.post(f"{prefix}/order", self.order),
                    web.post(f"{prefix}/undo", self.undo),
                    web.post(f"{prefix}/consent", self.consent),
                    web.post(f"{prefix}/word", self.word),
                ]
            )
        app.on_startup.append(self._begin)
        app.on_shutdown.append(self._end)
        return app

    async def _begin(self, app: web.Application) -> None:
        for row in await self.referee.store.games(stage=PLAYING):
            info = await self.referee.info(row.id)
            if any(one.door == DOOR for one in info.seats):
                self.stir(row.id)

    async def _end(self, app: web.Application) -> None:
        self.hub.close()
        for task in self._playing.values():
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)

    def stir(self, game: str) -> None:
        """Something was done: tell the pages, and let the computer play if it is wanted."""
        self.hub.ring(game)
        if game not in self._playing:
            self._playing[game] = asyncio.create_task(self._let_play(game), name=f"company {game}")

    async def _let_play(self, game: str) -> None:
        try:
            if await self.company.play(game):
                self.hub.ring(game)
        finally:
            self._playing.pop(game, None)

    # -- who asks ----------------------------------------------------------------------------------------

    async def _eyes(self, request: web.Request) -> Eyes:
        """With whose eyes; a wrong link and a game that does not exist get the same refusal."""
        about = request.match_info
        game, secret = about["game"], about["secret"]
        try:
            info = await self.referee.info(game)
        except UserError:
            raise Refused(404, NO_LINK) from None
        if "seat" not in about:
            path = self.links.watch(game)
            if not same(path, f"/watch/{game}/{secret}"):
                raise Refused(404, NO_LINK)
            return Eyes(game, SPECTATOR, path)
        seat = info.seat(about["seat"])
        if seat is None or seat.player is None or seat.door != DOOR:
            raise Refused(404, NO_LINK)
        path = self.links.seat(game, seat.seat, seat.player)
        if not same(path, f"/seat/{game}/{seat.seat}/{secret}"):
            raise Refused(404, NO_LINK)
        return Eyes(game, viewer_of(seat.seat), path, (seat.handle or "").startswith("hot:"))

    def _is_host(self, request: web.Request) -> bool:
        return same(request.cookies.get(COOKIE, ""), self.links.host())

    # -- the list of games -------------------------------------------------------------------------------

    async def home(self, request: web.Request) -> web.StreamResponse:
        """New games, and those there are. Only for whoever has the link that was printed at the start."""
        given = request.query.get("key")
        if given is not None and same(given, self.links.host()):
            answer = web.HTTPSeeOther("/")
            answer.set_cookie(
                COOKIE, self.links.host(), httponly=True, samesite="Strict", max_age=400 * 24 * 3600
            )
            raise answer
        if not self._is_host(request):
            raise Refused(
                403, "Open the table with the link that “make play” printed; it holds a key to your games."
            )
        body = page("home", games=await self._games(f"{request.scheme}://{request.host}"))
        return _html(whole("Farspeaker", body))

    async def _games(self, origin: str) -> Html:
        rows = []
        for row in await self.referee.store.games():
            info = await self.referee.info(row.id)
            seats, shared = [], list[Html]()
            hot = any((one.handle or "").startswith("hot:") for one in info.seats)
            for one in info.seats:
                title = panels.SEAT_TITLE.get(one.seat, one.seat)
                if one.player is not None and one.door == DOOR and not hot:
                    where = self.links.seat(row.id, one.seat, one.player)
                    seats.append(tag("a", f"{title}: {one.name}", href=where, class_="button"))
                    if one.name == FRIEND and row.stage == PLAYING:
                        whom = f"Link for your friend in game {row.id}"
                        shared.append(tag("input", value=origin + where, readonly=True, aria_label=whom))
                elif one.name:
                    seats.append(tag("span", f"{title}: {one.name}"))
            if hot and row.stage == PLAYING:
                seats = [tag("a", "Sit down, both of you", href=self.links.both(row.id), class_="button")]
            stage = {PLAYING: "under way", OVER: "over", GATHERING: "not begun", ARCHIVE: "to be read"}
            looks = tag("a", "Watch", href=self.links.watch(row.id)) if row.stage != GATHERING else ""
            scenario = info.options.get("scenario", "")
            about = f"{row.name}, {scenario} ({row.id}), {stage.get(row.stage, row.stage)}"
            rows.append(tag("li", tag("span", about, class_="about"), *seats, looks, *shared))
        if not rows:
            return tag("p", "None yet.", class_="faint")
        return tag("ul", *rows, class_="games")

    async def new(self, request: web.Request) -> web.StreamResponse:
        """Begin a game."""
        if not self._is_host(request):
            raise Refused(403, "Only whoever keeps this table can begin a game.")
        said = await _fields(request)
        opponent, mine = said.get("opponent", "computer"), said.get("seat", "crusader")
        if opponent not in ("computer", "hot", "links") or mine not in SEATS:
            raise Refused(400, "That is no way to play.")
        game = await self.begin(opponent, Seat(mine), said.get("scenario", "basic"), said.get("word", ""))
        info = await self.referee.info(game)
        if opponent == "hot":
            raise web.HTTPSeeOther(self.links.both(game))
        if opponent == "links":
            raise web.HTTPSeeOther("/#games-title")  # where the other link is
        seat = info.seat(mine)
        assert seat is not None
        assert seat.player is not None
        raise web.HTTPSeeOther(self.links.seat(game, mine, seat.player))

    async def begin(self, opponent: str, mine: Seat, scenario: str = "basic", word: str = "") -> str:
        """A new game that has begun; its name. Raises `UserError`."""
        referee = self.referee
        made = await referee.create(KEY, options={"scenario": scenario})
        _must(made)
        kind = "hot" if opponent == "hot" else "link"
        you = await referee.player(DOOR, f"{kind}:{secrets.token_hex(8)}", "You")
        if opponent == "computer":
            name = company.best_known(KEY)
            foe = await referee.player(company.DOOR, name, f"The {name}")
        else:
            foe = await referee.player(DOOR, f"{kind}:{secrets.token_hex(8)}", FRIEND)
        _must(await referee.join(made.game, mine, you.id, word=word))
        _must(await referee.join(made.game, other(mine), foe.id))
        _must(await referee.begin(made.game))
        self.stir(made.game)
        return made.game

    async def both(self, request: web.Request) -> web.StreamResponse:
        """Between two who share a screen: nobody's secrets, only whose turn it is."""
        game = request.match_info["game"]
        if not same(self.links.both(game), f"/both/{game}/{request.match_info['secret']}"):
            raise Refused(404, NO_LINK)
        position = await self.referee.position(game, SPECTATOR)
        wanted = dict.fromkeys(one.seat for one in position.pending) or dict.fromkeys(SEATS)
        doors = []
        for seat in wanted:
            info = position.info.seat(seat)
            if info is not None and info.player is not None and info.door == DOOR:
                title = f"I am the {panels.SEAT_TITLE.get(seat, seat)} player"
                doors.append(
                    tag("a", title, href=self.links.seat(game, seat, info.player), class_="button primary")
                )
        who = " and the ".join(panels.SEAT_TITLE.get(seat, seat) for seat in wanted)
        body = tag(
            "main",
            tag("h1", f"The {who} player is wanted"),
            tag("p", "Whoever is not wanted looks away now."),
            tag("p", *doors),
            tag("p", tag("a", "All games", href="/")),
            class_="sheet curtain",
            id="main",
        )
        return _html(whole("Farspeaker", body))

    # -- one game ----------------------------------------------------------------------------------------

    async def page(self, request: web.Request) -> web.StreamResponse:
        """The page of a seat, or of those who look on."""
        eyes = await self._eyes(request)
        data = await self._state(eyes, -1, None)
        info = data.pop("info")
        who = panels.SEAT_TITLE.get(eyes.viewer, eyes.viewer)
        is_seat = eyes.viewer != SPECTATOR
        tab = page("private_tab") if is_seat else ""
        panel = page("private_panel", private=Html(data["private"])) if is_seat else ""
        body = page(
            "game",
            name=info.name,
            who=who,
            path=eyes.path,
            viewer=eyes.viewer,
            seq=data["seq"],
            head=data["head"],
            ground=f"/ground/{info.key}.json",
            status=Html(data["status"]),
            alt=data["alt"],
            consent=Html(data["consent"]),
            questions=Html(data["questions"]),
            line=Html(page("line", path=eyes.path)) if is_seat else "",
            private_tab=Html(tab),
            private_panel=Html(panel),
            channel=Html(data["channel"]),
            tracks=Html(data["tracks"]),
            dossier=Html(data["dossier"]),
            places=Html(data["places"]),
            game=self._about(eyes, info),
            board=Html(json.dumps(data["board"]).replace("<", "\\u003c")),
        )
        scripts = '<script src="/static/map.js"></script><script src="/static/table.js"></script>'
        return _html(whole(f"{info.name}: {who}", body, kind=f"game {eyes.viewer}", scripts=scripts))

    def _about(self, eyes: Eyes, info: Any) -> Html:
        parts: list[Any] = [
            tag("p", f"Game {info.id}, {info.options.get('scenario', '')} scenario."),
            tag(
                "p",
                "The seed of the dice was fixed before the first of them; its SHA-256 is ",
                tag("code", info.commitment),
                ".",
            ),
            tag(
                "p",
                tag("a", "Export the log", href=f"{eyes.path}/export", download=True, class_="button"),
                " ",
                tag("a", "Verify it", href=f"{eyes.path}/verify", id="verify", class_="button"),
                " ",
                tag("a", "Picture of the map", href=f"{eyes.path}/map.png", class_="button", id="picture"),
            ),
            tag("div", id="verified", role="status"),
            tag(
                "p",
                "Link for spectators: ",
                tag("a", "watch", href=self.links.watch(info.id), id="watch-link"),
            ),
        ]
        if eyes.viewer != SPECTATOR:
            parts.append(
                tag(
                    "form",
                    tag("label", "A word of yours for the dice ", tag("input", name="word", maxlength=40)),
                    " ",
                    tag("button", "Add it", type="submit"),
                    method="post",
                    action=f"{eyes.path}/word",
                    class_="give",
                )
            )
        return joined(*parts)

    async def _state(self, eyes: Eyes, after: int, at: int | None) -> dict[str, Any]:
        head = await self.hub.head(eyes.game)
        position = await self.referee.position(eyes.game, eyes.viewer, at=at)
        data: dict[str, Any] = {"seq": position.seq, "head": head, "status": panels.status(position)}
        data |= showing.shown(position)
        if at is None:
            data |= await showing.told(self.referee, eyes.game, eyes.viewer, after)
            data["questions"] = await self._questions(eyes, position)
            data["consent"] = await showing.undo_question(self.referee, position, eyes.path)
            data["mine"] = any(viewer_of(one.seat) == eyes.viewer for one in position.pending)
        data["info"] = position.info
        return data

    async def _questions(self, eyes: Eyes, position: Position) -> Html:
        found = await showing.questions(self.referee, position, eyes.path)
        if (
            eyes.hot
            and position.outcome is None
            and not any(viewer_of(it.seat) == eyes.viewer for it in position.pending)
        ):
            link = tag(
                "a", "Hand over to the other player", href=self.links.both(eyes.game), class_="button primary"
            )
            found = joined(tag("p", link, class_="handover"), found)
        return found

    async def state(self, request: web.Request) -> web.StreamResponse:
        """Everything a page shows, now or after an entry."""
        eyes = await self._eyes(request)
        at = _number(request, "at")
        data = await self._state(eyes, _number(request, "after", -1) or 0, at)
        del data["info"]
        return web.json_response(data)

    async def events(self, request: web.Request) -> web.StreamResponse:
        """News as they come: each says where the game is, and the page asks for what it has not got."""
        eyes = await self._eyes(request)
        response = web.StreamResponse(headers={"Cache-Control": "no-store", **guard.HEADERS})
        response.content_type = "text/event-stream"
        await response.prepare(request)
        known = request.headers.get("Last-Event-ID", request.query.get("known", ""))[:80]
        await response.write(b"retry: 1000\n\n")
        while not self.hub.closing.is_set():
            now = await self.hub.news(eyes.game, known, HEARTBEAT)
            try:
                if now is None:
                    await response.write(b": still here\n\n")
                else:
                    await self._eyes(request)  # a link that no longer holds hears no more
                    known = now
                    await response.write(f"id: {now}\ndata: {now}\n\n".encode())
            except (ConnectionError, Refused):
                break
        return response

    # -- orders ------------------------------------------------------------------------------------------

    async def complete(self, request: web.Request) -> web.StreamResponse:
        """How an order line can go on, and the hexes it can name next."""
        eyes = await self._eyes(request)
        line = _line(request.query.get("line", ""))
        ways = await self.referee.complete(eyes.game, eyes.seat, line, limit=25)
        position = await self.referee.position(eyes.game, eyes.viewer)
        hexes: list[int] = []
        if isinstance(position.view, View):
            hexes = await ordering.targets(self.referee, eyes.game, eyes.seat, position.view, line)
        return web.json_response({"ways": [ordering.plain(way) for way in ways], "hexes": hexes})

    async def click(self, request: web.Request) -> web.StreamResponse:
        """What a click on a hex can mean for an order line."""
        eyes = await self._eyes(request)
        line, at = _line(request.query.get("line", "")), _number(request, "hex") or 0
        position = await self.referee.position(eyes.game, eyes.viewer)
        ways = (
            await ordering.clicked(self.referee, eyes.game, eyes.seat, position.view, line, at)
            if isinstance(position.view, View)
            else []
        )
        return web.json_response({"ways": [ordering.plain(way) for way in ways[:40]]})

    async def odds(self, request: web.Request) -> web.StreamResponse:
        """What an attack would lead to."""
        eyes = await self._eyes(request)
        found = await odds.odds(self.referee, eyes.game, eyes.seat, _line(request.query.get("line", "")))
        return web.json_response({"html": panels.odds(found)})

    async def order(self, request: web.Request) -> web.StreamResponse:
        """An order."""
        eyes = await self._eyes(request)
        said = await _fields(request)
        line, ref = _line(said.get("line", "")), said.get("ref", "")[:64]
        answer = await self.referee.submit(
            eyes.game, eyes.seat, line, ref=f"table:{eyes.game}:{eyes.seat}:{ref}" if ref else ""
        )
        return self._answered(request, eyes, answer)

    async def undo(self, request: web.Request) -> web.StreamResponse:
        """Take the last order back, or ask the other to allow it; the computer does not."""
        eyes = await self._eyes(request)
        answer = await self.referee.undo(eyes.game, eyes.seat)
        if answer.kind == ASKED:
            info = await self.referee.info(eyes.game)
            for one in info.seats:
                if one.door == company.DOOR:
                    await self.referee.answer_undo(eyes.game, one.seat, agree=False)
                    answer = Answer(
                        "refused",
                        eyes.game,
                        reason="A die, a revelation or the computer's turn lies between; it does not agree.",
                    )
        return self._answered(request, eyes, answer)

    async def consent(self, request: web.Request) -> web.StreamResponse:
        """Answer the other's wish to go back."""
        eyes = await self._eyes(request)
        said = await _fields(request)
        answer = await self.referee.answer_undo(eyes.game, eyes.seat, said.get("agree") == "yes")
        return self._answered(request, eyes, answer)

    async def word(self, request: web.Request) -> web.StreamResponse:
        """A word for the dice."""
        eyes = await self._eyes(request)
        said = await _fields(request)
        answer = await self.referee.word(eyes.game, eyes.seat, said.get("word", "")[:40])
        return self._answered(request, eyes, answer)

    def _answered(self, request: web.Request, eyes: Eyes, answer: Answer) -> web.StreamResponse:
        if answer.kind in ("accepted", ASKED):
            self.stir(eyes.game)
        if "application/json" in request.headers.get("Accept", ""):
            plain = {"kind": answer.kind, "lines": answer.lines, "reason": answer.reason}
            return web.json_response({**plain, "rule": answer.rule, "nearest": answer.nearest})
        if answer.kind in ("accepted", ASKED):
            raise web.HTTPSeeOther(eyes.path)
        near = [tag("li", line) for line in answer.nearest]
        body = tag(
            "main",
            tag("h1", "No"),
            tag("p", answer.reason, " ", panels.rule_link(answer.rule)),
            tag("ul", *near) if near else "",
            tag("p", tag("a", "Back to the game", href=eyes.path, class_="button")),
            class_="sheet",
            id="main",
        )
        return _html(whole("Farspeaker", body), status=409)

    # -- the log, the rules, the rest --------------------------------------------------------------------

    async def export(self, request: web.Request) -> web.StreamResponse:
        """The log as a file; secrets of a game under way are left out of it."""
        eyes = await self._eyes(request)
        data = await export_game(self.referee, eyes.game)
        name = f'attachment; filename="{eyes.game}.jsonl"'
        return web.Response(
            body=data, content_type="application/jsonl", headers={"Content-Disposition": name}
        )

    async def verify(self, request: web.Request) -> web.StreamResponse:
        """Check the log from its first byte to its last."""
        eyes = await self._eyes(request)
        data = await export_game(self.referee, eyes.game)
        try:
            export, _ = await asyncio.to_thread(exports.verify_file, data, self.referee.rules)
        except BrokenLog as broken:
            said = f"The log does not hold: {broken}."
        else:
            rest = (
                "what is secret is sealed, and can be checked when the game is over"
                if export.sealed
                else "every die and every hash was worked out again"
            )
            said = f"{len(export.entries)} entries hold together; {rest}."
        if "application/json" in request.headers.get("Accept", ""):
            return web.json_response({"said": said})
        body = tag(
            "main",
            tag("h1", "Verified"),
            tag("p", said),
            tag("p", tag("a", "Back to the game", href=eyes.path, class_="button")),
            class_="sheet",
            id="main",
        )
        return _html(whole("Farspeaker", body))

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """The map as a picture, as Discord shows it."""
        eyes = await self._eyes(request)
        position = await self.referee.position(eyes.game, eyes.viewer, at=_number(request, "at"))
        theme = "light" if request.query.get("theme") == "light" else "dark"
        return web.Response(
            body=await asyncio.to_thread(_draw, position.view, theme), content_type="image/png"
        )

    async def rules(self, request: web.Request) -> web.StreamResponse:
        """The rules, by number or by words."""
        query = request.query.get("q", "").strip()[:80]
        found, note = _look_up(query)
        if "application/json" in request.headers.get("Accept", ""):
            return web.json_response({"html": panels.rules(found, note)})
        contents = [
            tag("li", tag("a", f"{number} {title}", href=f"/rules?q={number}"))
            for number, title in _book().titles.items()
            if "." not in number or query.startswith(number.split(".")[0])
        ]
        search = tag(
            "form",
            tag("label", "Look up ", tag("input", name="q", type="search", maxlength=80, value=query)),
            " ",
            tag("button", "Find", type="submit"),
            method="get",
            action="/rules",
            role="search",
        )
        body = tag(
            "main",
            tag("h1", "The rules of The High Crusade"),
            tag("p", "In our own words.", class_="faint"),
            search,
            panels.rules(found, note),
            tag("h2", "Chapters"),
            tag("ul", *contents),
            class_="sheet rulebook",
            id="main",
        )
        return _html(whole("Rules: Farspeaker", body))

    async def ground(self, request: web.Request) -> web.StreamResponse:
        """The map as it is printed."""
        if request.match_info["key"] != KEY:
            raise Refused(404, "That game has no map here.")
        pack = self.referee.rules(KEY).pack  # type: ignore[attr-defined]
        return web.json_response(board.ground(pack))

    async def static(self, request: web.Request) -> web.StreamResponse:
        """Scripts, styles and fonts, all of them our own."""
        name = request.match_info["file"]
        body = _static(name)
        if body is None:
            raise Refused(404, "There is no such file.")
        kind = _TYPES[PurePosixPath(name).suffix]
        age = "max-age=86400" if name in _FONTS else "no-cache"
        return web.Response(body=body, content_type=kind, headers={"Cache-Control": age})


# -- little helpers ------------------------------------------------------------------------------------------


def _html(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, content_type="text/html", status=status)


def _must(answer: Answer) -> None:
    if not answer.ok:
        raise UserError(answer.reason)


def _line(text: str) -> str:
    if len(text) > LONGEST_LINE:
        raise Refused(413, "That is more than any order needs.")
    return text


def _number(request: web.Request, name: str, default: int | None = None) -> int | None:
    text = request.query.get(name, "")
    if not text:
        return default
    if len(text) > 9 or not text.removeprefix("-").isascii() or not text.removeprefix("-").isdigit():
        raise Refused(400, f"“{name}” is a number.")
    return int(text)


async def _fields(request: web.Request) -> dict[str, str]:
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


@cache
def _static(name: str) -> bytes | None:
    if name in _FONTS:
        return resources.files("data").joinpath("fonts", name).read_bytes()
    known = {file.name: file for file in resources.files("bot.doors.web").joinpath("static").iterdir()}
    file = known.get(name)
    return file.read_bytes() if file is not None and PurePosixPath(name).suffix in _TYPES else None


def _book() -> Rulebook:
    book = rulebook(KEY)
    assert book is not None
    return book


def _look_up(query: str) -> tuple[list[Rule], str]:
    book = _book()
    if not query:
        return [], "Type a number (7, 7.4, 7.4.3) or a word (siege)."
    number = query.rstrip(".")
    if number in book.titles:
        found = list(book.section(number))
        return found[:MOST_RULES], f"{number} {book.titles[number]}"
    if number in book.numbers:
        return [book.rule(number)], ""
    found = list(book.search(query))
    if found:
        return found[:MOST_RULES], f"{len(found)} found"
    return list(book.nearest(query)), f"No rule speaks of “{query}”. The nearest titles:"


def _draw(view: Any, theme: str) -> bytes:
    from render.encode import png
    from render.high_crusade.board import draw
    from render.high_crusade.look import SIZES
    from render.theme import theme_of

    return png(draw(view, theme_of(theme), SIZES["full"]).image)
