"""The page of a seat, or of those who look on, and what keeps it up to date."""

from typing import Any, Final

from aiohttp import web

from bot.desk.counter import seat_title
from bot.doors.web import guard
from bot.doors.web.asking import form
from bot.doors.web.guard import Refused
from bot.doors.web.house import SEAT_PATH, WATCH_PATH, Eyes, House
from bot.doors.web.pages import Html, joined, page, tag, whole
from bot.doors.web.requests import data, html, number
from bot.doors.web.showing import Showing, marked
from bot.store.tables import PLAYING
from engine.kernel.seats import SPECTATOR
from render import has_artist, has_stage, scribe

HEARTBEAT: Final = 15.0
SCRIPTS: Final = ("stage.js", "table.js")
FOREVER: Final = "private, max-age=31536000, immutable"


class Seats:
    """One game, with somebody's eyes."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.showing = Showing(house)

    def routes(self) -> list[web.RouteDef]:
        """The ways in."""
        return [
            route
            for prefix in (SEAT_PATH, WATCH_PATH)
            for route in (
                web.get(prefix, self.page),
                web.get(f"{prefix}/state", self.state),
                web.get(f"{prefix}/events", self.events),
                web.get(f"{prefix}/ground/{{edition}}", self.ground),
            )
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Everything at once: it can be read and played without scripts."""
        eyes = await self.house.eyes(request)
        found = await self.showing.now(eyes)
        key, viewer = eyes.info.key, eyes.viewer
        seated = viewer != SPECTATOR
        wide, high = found.get("size", (0, 0))
        body = page(
            "game",
            name=eyes.info.name,
            who=seat_title(viewer),
            key=key,
            path=eyes.path,
            viewer=viewer,
            seq=found["seq"],
            head=found["head"],
            edition=found.get("edition", ""),
            board=self._board(eyes, found),
            box=f"0 0 {wide} {high}",
            line=Html(page("line", path=eyes.path)) if seated else "",
            several=Html(page("several", path=eyes.path)) if seated else "",
            private_tab=Html(page("private_tab")) if seated else "",
            private_panel=Html(page("private_panel", private=found["private"])) if seated else "",
            places_tab=Html(page("places_tab")) if has_stage(key) else "",
            places_panel=Html(page("places_panel", places=found["places"])) if has_stage(key) else "",
            game=await self._about(eyes),
            **{name: found[name] for name in ("status", "alt", "consent", "questions", "channel")},
            **{name: found[name] for name in ("tracks", "dossier")},
        )
        styles = f'<link rel="stylesheet" href="/stage/{key}.css">' if has_stage(key) else ""
        scripts = "".join(f'<script src="/static/{name}"></script>' for name in SCRIPTS)
        number_ = [one.seat for one in eyes.info.seats].index(eyes.seat) if seated else "onlooker"
        title = f"{eyes.info.name}: {seat_title(viewer)}"
        return html(whole(title, body, kind=f"game seat-{number_}", scripts=scripts, styles=styles))

    def _board(self, eyes: Eyes, found: dict[str, Any]) -> Html:
        """The map to click on, or the board in words; without scripts, a picture."""
        still = ""
        if has_artist(eyes.info.key):
            still = page("still", path=eyes.path)
        if not has_stage(eyes.info.key):
            return tag("pre", found["board"], id="board", class_="board", tabindex="0")
        wide, high = found["size"]
        return Html(page("map", box=f"0 0 {wide} {high}", pieces=Html(found["pieces"])) + still)

    async def _about(self, eyes: Eyes) -> Html:
        info = eyes.info
        position = await self.house.referee.position(info.id, eyes.viewer)
        chosen = "".join(f", {name} {value}" for name, value in info.options.items())
        links = [
            tag("a", "Export the log", href=f"{eyes.path}/export", download=True, class_="button"),
            tag("a", "Verify it", href=f"{eyes.path}/verify", id="verify", class_="button"),
        ]
        if has_artist(info.key):
            links.append(tag("a", "Picture of the map", href=f"{eyes.path}/map.png", class_="button"))
        parts: list[Any] = [
            *(tag("p", line) for line in scribe(info.key).aim(position.view)),
            tag("p", f"{info.title}, game {info.id}{chosen}.", class_="faint"),
            tag(
                "p",
                "The seed of the dice was fixed before the first of them; its SHA-256 is ",
                tag("code", info.commitment),
                ".",
            ),
            tag("p", *(joined(link, " ") for link in links)),
            tag("div", id="verified", role="status"),
            tag(
                "p",
                "Link for spectators: ",
                tag("a", "watch", href=self.house.links.watch(info.id), id="watch-link"),
            ),
        ]
        if eyes.viewer != SPECTATOR:
            word = tag("label", "A word of yours for the dice ", tag("input", name="word", maxlength=40))
            parts.append(form(f"{eyes.path}/word", word, " ", tag("button", "Add it", type="submit")))
            if info.stage == PLAYING:
                parts.append(form(f"{eyes.path}/draw", tag("button", "Offer a draw", type="submit")))
                parts.append(form(f"{eyes.path}/resign", tag("button", "Resign…", type="submit")))
        return joined(*parts)

    # -- keeping up --------------------------------------------------------------------------------------

    async def state(self, request: web.Request) -> web.StreamResponse:
        """Everything a page shows, now or after an entry, but not what it says it has."""
        eyes = await self.house.eyes(request)
        at = number(request, "at")
        if at is not None:
            found = await self.showing.then(eyes, at)
        else:
            found = await self.showing.now(eyes, number(request, "after", -1) or 0)
        return data(marked(found, request.query.get("have", "")[:500]))

    async def ground(self, request: web.Request) -> web.StreamResponse:
        """What is printed, to be kept for good."""
        eyes = await self.house.eyes(request)
        drawn = await self.showing.ground(eyes, request.match_info["edition"])
        if drawn is None:
            raise Refused(404, "There is no such map.")
        response = web.Response(text=drawn, content_type="text/plain", headers={"Cache-Control": FOREVER})
        response.enable_compression()
        return response

    async def events(self, request: web.Request) -> web.StreamResponse:
        """News as they come: each says where the game is, and the page asks for what it has not got."""
        house = self.house
        eyes = await house.eyes(request)
        response = web.StreamResponse(headers={"Cache-Control": "no-store", **guard.HEADERS})
        response.content_type = "text/event-stream"
        await response.prepare(request)
        known = request.headers.get("Last-Event-ID", request.query.get("known", ""))[:80]
        await response.write(b"retry: 1000\n\n")
        while not house.hub.closing.is_set():
            now = await house.hub.news(eyes.game, known, HEARTBEAT)
            try:
                if now is None:
                    await response.write(b": still here\n\n")
                else:
                    await house.eyes(request)  # a link that no longer holds hears no more
                    known = now
                    await response.write(f"id: {now}\ndata: {now}\n\n".encode())
            except (ConnectionError, Refused):
                break
        return response
