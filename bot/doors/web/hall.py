"""The hall: new games and the list of those there are, for whoever keeps the table; and the curtain between
two who share a screen."""

from collections.abc import Iterable
from typing import Any, Final

from aiohttp import web

from bot import games
from bot.desk.counter import seat_title
from bot.desk.setting_up import Wish
from bot.doors.web.guard import NO_LINK, Refused
from bot.doors.web.house import COOKIE, DOOR, FRIEND, HOT, LINKS, OPPONENTS, SCREEN, House
from bot.doors.web.pages import Html, joined, page, tag, whole
from bot.doors.web.requests import fields, html
from bot.games import keys as shelf
from bot.links import same
from bot.live import GameInfo
from bot.store.tables import ARCHIVE, GATHERING, OVER, PLAYING
from engine.kernel.seats import SPECTATOR

STAGES: Final = {
    PLAYING: "under way",
    OVER: "over",
    GATHERING: "not begun",
    ARCHIVE: "to be read",
}
LISTED: Final = 100
A_YEAR: Final = 400 * 24 * 3600


class Hall:
    """Where one comes in."""

    def __init__(self, house: House) -> None:
        self.house = house

    def routes(self) -> list[web.RouteDef]:
        """The ways in."""
        return [
            web.get("/", self.home),
            web.post("/new", self.new),
            web.get("/both/{game}/{secret}", self.both),
        ]

    async def home(self, request: web.Request) -> web.StreamResponse:
        """New games, and those there are. Only for whoever has the link that was printed at the start."""
        links = self.house.links
        given = request.query.get("key")
        if given is not None and same(given, links.host()):
            answer = web.HTTPSeeOther("/")
            answer.set_cookie(COOKIE, links.host(), httponly=True, samesite="Strict", max_age=A_YEAR)
            raise answer
        if not self.house.is_host(request):
            raise Refused(
                403, "Open the table with the link that “make play” printed; it holds a key to your games."
            )
        key = request.query.get("game", games.default())
        if key not in shelf():
            raise Refused(404, "There is no such game here.")
        others = [
            tag("a", games.game(one).title, href=f"/?game={one}", aria_current="page" if one == key else None)
            for one in shelf()
        ]
        body = page(
            "home",
            shelf=joined(*(tag("li", one) for one in others)),
            title=games.game(key).title,
            key=key,
            choices=_choices(key),
            games=await self._games(f"{request.scheme}://{request.host}"),
        )
        return html(whole("Farspeaker", body))

    async def _games(self, origin: str) -> Html:
        rows = []
        for row in (await self.house.referee.store.games())[:LISTED]:
            info = await self.house.referee.info(row.id)
            chosen = "".join(f", {value}" for value in info.options.values())
            about = f"{row.name}{chosen} ({row.id}), {STAGES.get(row.stage, row.stage)}"
            looks = tag("a", "Watch", href=self.house.links.watch(row.id)) if row.stage != GATHERING else ""
            rows.append(
                tag(
                    "li",
                    tag("span", about, class_="about"),
                    *self._seats(info),
                    looks,
                    *self._shared(info, origin),
                )
            )
        return tag("ul", *rows, class_="games") if rows else tag("p", "None yet.", class_="faint")

    def _seats(self, info: GameInfo) -> Iterable[Html]:
        """The way to each seat of this door; who sits in the others."""
        links = self.house.links
        hot = any((one.handle or "").startswith(f"{HOT}:") for one in info.seats)
        if hot and info.stage == PLAYING:
            yield tag("a", "Sit down, both of you", href=links.both(info.id), class_="button")
            return
        for one in info.seats:
            words = f"{seat_title(one.seat)}: {one.name}"
            if one.player is not None and one.door == DOOR and not hot:
                yield tag("a", words, href=links.seat(info.id, one.seat, one.player), class_="button")
            elif one.name:
                yield tag("span", words)

    def _shared(self, info: GameInfo, origin: str) -> Iterable[Html]:
        """The link to be sent to a friend."""
        for one in info.seats:
            if (
                one.name == FRIEND
                and one.player
                and info.stage == PLAYING
                and not (one.handle or "").startswith(HOT)
            ):
                where = origin + self.house.links.seat(info.id, one.seat, one.player)
                whom = f"Link for your friend in game {info.id}"
                yield tag("input", value=where, readonly=True, aria_label=whom)

    async def new(self, request: web.Request) -> web.StreamResponse:
        """Begin a game."""
        if not self.house.is_host(request):
            raise Refused(403, "Only whoever keeps this table can begin a game.")
        said = await fields(request)
        opponent, key = said.get("opponent", "computer"), said.get("game", games.default())
        if opponent not in OPPONENTS or key not in shelf():
            raise Refused(400, "That is no way to play.")
        rules = games.game(key)
        seat = said.get("seat", rules.seats[0])
        options = {name: said[name] for name in games.box(key).choices(rules) if name in said}
        wish = Wish(key, seat=seat, word=said.get("word", "")[:40], options=options)
        game = await self.house.begin(opponent, wish)
        if opponent == SCREEN:
            raise web.HTTPSeeOther(self.house.links.both(game))
        if opponent == LINKS:
            raise web.HTTPSeeOther(f"/?game={key}#games-title")  # where the other link is
        mine = (await self.house.referee.info(game)).seat(seat)
        assert mine is not None
        assert mine.player is not None
        raise web.HTTPSeeOther(self.house.links.seat(game, seat, mine.player))

    async def both(self, request: web.Request) -> web.StreamResponse:
        """Between two who share a screen: nobody's secrets, only whose turn it is."""
        links, game = self.house.links, request.match_info["game"]
        if not same(links.both(game), f"/both/{game}/{request.match_info['secret']}"):
            raise Refused(404, NO_LINK)
        position = await self.house.referee.position(game, SPECTATOR)
        seats = dict.fromkeys(one.seat for one in position.pending)
        wanted = seats or dict.fromkeys(one.seat for one in position.info.seats)
        doors = []
        for seat in wanted:
            info = position.info.seat(seat)
            if info is not None and info.player is not None and info.door == DOOR:
                title = f"I am the {seat_title(seat)} player"
                where = links.seat(game, seat, info.player)
                doors.append(joined(tag("a", title, href=where, class_="button primary"), " "))
        who = " or the ".join(map(seat_title, wanted))
        body = tag(
            "main",
            tag("h1", f"The {who} player is wanted"),
            tag("p", "Whoever is not wanted looks away now."),
            tag("p", *doors),
            tag("p", tag("a", "All games", href="/")),
            class_="sheet curtain",
            id="main",
        )
        return html(whole("Farspeaker", body))


def _choices(key: str) -> Html:
    """What can be chosen for a new game, as fields of a form; first what is usual."""
    rules = games.game(key)
    against = {name: joined(tag("strong", who), " ", how) for name, (who, how) in OPPONENTS.items()}
    sides = {seat: tag("strong", seat_title(seat)) for seat in rules.seats}
    options = games.box(key).choices(rules)
    return joined(
        _field("Against whom", "opponent", against),
        _field("Your side", "seat", sides),
        *(
            _field(
                name.capitalize(),
                name,
                {it: joined(tag("strong", it.capitalize()), " ", about) for it, about in values.items()},
            )
            for name, values in options.items()
        ),
    )


def _field(title: str, name: str, choices: dict[Any, Html]) -> Html:
    rows = (
        tag(
            "label",
            tag("input", type="radio", name=name, value=value, checked=place == 0),
            " ",
            tag("span", words),
        )
        for place, (value, words) in enumerate(choices.items())
    )
    return tag("fieldset", tag("legend", title), *rows)
