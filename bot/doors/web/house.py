"""What every room of the door works with: the referee, the desk, the links, and whose eyes a request has.

A path under `/seat/GAME/SEAT/SECRET` or `/watch/GAME/SECRET` fixes with whose eyes everything below it is
seen; no other part of a request can widen that.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from bot.desk.desk import Desk
from bot.desk.machines import Machines
from bot.desk.reply import Person, Reply
from bot.desk.setting_up import Wish
from bot.doors.web.guard import NO_LINK, Refused
from bot.doors.web.live import Hub
from bot.drawing import Drawing
from bot.errors import UserError
from bot.links import Links, same
from bot.live import GameInfo
from bot.referee import Referee
from bot.store.tables import PLAYING
from engine.kernel.seats import SPECTATOR, Seat, Viewer, viewer_of

DOOR: Final = "table"
FRIEND: Final = "Your friend"
COOKIE: Final = "farspeaker-host"
HOT, LINK = "hot", "link"
"""How the handle of a player begins: one of two at the same screen, or somebody with a link."""

COMPUTER, SCREEN, LINKS = "computer", "hot", "links"
OPPONENTS: Final = {
    COMPUTER: ("The computer", "an instant opponent"),
    SCREEN: ("A friend at this screen", "you take turns, and the screen is covered in between"),
    LINKS: ("A friend elsewhere", "each gets a secret link"),
}
"""Against whom one can play."""

SEAT_PATH: Final = "/seat/{game}/{seat}/{secret}"
WATCH_PATH: Final = "/watch/{game}/{secret}"


@dataclass(frozen=True, slots=True)
class Eyes:
    """With whose eyes a request sees which game."""

    info: GameInfo
    viewer: Viewer
    path: str
    person: Person
    """Who speaks to the desk."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.info.id

    @property
    def hot(self) -> bool:
        """Whether another sits at the same screen."""
        return self.person.handle.startswith(f"{HOT}:")

    @property
    def seat(self) -> Seat:
        """The seat; only a seat may act."""
        if self.viewer == SPECTATOR:
            raise Refused(403, "Spectators look and do not touch.")
        return Seat(self.viewer)


class House:
    """The referee behind web pages."""

    def __init__(self, referee: Referee, key: bytes) -> None:
        self.referee = referee
        self.desk = Desk(referee)
        self.links = Links(key)
        self.hub = Hub(referee)
        self.machines = Machines(referee, self.hub.ring)
        self.drawing = Drawing()

    async def open(self) -> None:
        """Carry on with the games of this door."""
        self.hub.open()
        for row in await self.referee.store.games(stage=PLAYING):
            info = await self.referee.info(row.id)
            if any(one.door == DOOR for one in info.seats):
                self.machines.wake(row.id)

    async def close(self) -> None:
        """Send everybody home."""
        await self.hub.close()
        await self.machines.close()
        await self.drawing.close()

    def stir(self, game: str) -> None:
        """Something was done: tell the pages, and let the computer play if it is wanted."""
        self.hub.ring(game)
        self.machines.wake(game)

    # -- who asks ----------------------------------------------------------------------------------------

    async def eyes(self, request: web.Request) -> Eyes:
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
            return Eyes(info, SPECTATOR, path, Person(DOOR, "", "An onlooker", info.server))
        seat = info.seat(about["seat"])
        if seat is None or seat.player is None or seat.door != DOOR:
            raise Refused(404, NO_LINK)
        path = self.links.seat(game, seat.seat, seat.player)
        if not same(path, f"/seat/{game}/{seat.seat}/{secret}"):
            raise Refused(404, NO_LINK)
        person = Person(DOOR, seat.handle or "", seat.name or "", info.server)
        return Eyes(info, viewer_of(seat.seat), path, person)

    def is_host(self, request: web.Request) -> bool:
        """Whether this is whoever keeps the table."""
        return same(request.cookies.get(COOKIE, ""), self.links.host())

    # -- a new game --------------------------------------------------------------------------------------

    async def begin(self, opponent: str, wish: Wish) -> str:
        """A new game that has begun; its name. `wish.opponent` is set here. Raises `UserError`."""
        kind = HOT if opponent == SCREEN else LINK
        you = _somebody(kind, "You")
        whom = COMPUTER if opponent == COMPUTER else "anyone"
        made = await self.desk.new(you, Wish(wish.key, wish.name, wish.seat, whom, wish.word, wish.options))
        game = str(_must(made).data["game"])
        if opponent != COMPUTER:
            for one in (await self.referee.info(game)).seats:
                if one.player is None:
                    _must(await self.desk.join(_somebody(kind, FRIEND), game, one.seat))
        self.stir(game)
        return game


def _somebody(kind: str, name: str) -> Person:
    return Person(DOOR, f"{kind}:{secrets.token_hex(8)}", name)


def _must(reply: Reply) -> Reply:
    if any(block.tone == "bad" for block in reply.blocks):
        raise UserError(reply.text)
    return reply
