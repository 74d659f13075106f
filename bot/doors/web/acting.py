"""What a seat can do: orders and what leads to them, taking back, draws, giving up."""

from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from bot import odds
from bot.desk.counter import answered
from bot.desk.ordering import waits_for
from bot.desk.reply import Reply, plain
from bot.doors.web import ordering, panels, replies
from bot.doors.web.house import SEAT_PATH, WATCH_PATH, Eyes, House
from bot.doors.web.requests import LONGEST_SHEET, data, fields, line_of, sheet, wants_data
from bot.store.tables import PLAYING
from engine.kernel.errors import IllegalOrder
from render import has_stage, stage

OFFERED: Final = 25
CLICKED: Final = 40
LONGEST_WORD: Final = 40

Said = dict[str, str]


class Acting:
    """For those who sit at the table; spectators are turned away."""

    def __init__(self, house: House) -> None:
        self.house = house

    def routes(self) -> list[web.RouteDef]:
        """The ways in. Spectators get the same ones, to be told that they may only look."""
        doing: dict[str, Callable[[Eyes, Said], Awaitable[Reply]]] = {
            "order": self.order,
            "undo": self.undo,
            "consent": self.consent,
            "word": self.word,
            "draw": self.draw,
            "resign": self.resign,
        }
        found = []
        for prefix in (SEAT_PATH, WATCH_PATH):
            found += [
                web.get(f"{prefix}/complete", self.complete),
                web.get(f"{prefix}/click", self.click),
                web.get(f"{prefix}/help", self.help),
                *(web.post(f"{prefix}/{name}", self._doing(act)) for name, act in doing.items()),
            ]
        return found

    def _doing(
        self, act: Callable[[Eyes, Said], Awaitable[Reply]]
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """A request that changes something: done for the seat, answered with the desk's reply."""

        async def handle(request: web.Request) -> web.StreamResponse:
            eyes = await self.house.eyes(request)
            assert eyes.seat
            said = await fields(request)
            reply = await act(eyes, said)
            kind = replies.kind_of(reply)
            if kind == replies.DONE:
                self.house.stir(eyes.game)
            shown = replies.shown(eyes, reply, said.get("line", ""))
            if wants_data(request):
                return data({"kind": kind, "html": shown})
            if kind == replies.DONE:
                raise web.HTTPSeeOther(eyes.path)
            title = {replies.REFUSED: "No", replies.ASKING: "Sure?"}.get(kind, "Well")
            return sheet(title, shown, back=eyes.path, status=409 if kind == replies.REFUSED else 200)

        return handle

    # -- orders ------------------------------------------------------------------------------------------

    async def order(self, eyes: Eyes, said: Said) -> Reply:
        """An order, or several, one a line. Whoever presses the button means it; only what gives the game
        away is asked about again."""
        lines = line_of(said.get("line", ""), LONGEST_SHEET).splitlines()
        ref = said.get("ref", "")[:64]
        text = "\n".join(line if self._gives_up(eyes, line) else f"{line.rstrip('! ')}!" for line in lines)
        return await self.house.desk.sheet(
            eyes.person,
            eyes.game,
            text,
            ref=f"table:{eyes.game}:{eyes.seat}:{ref}" if ref else "",
            sure=said.get("sure") == "yes",
        )

    def _gives_up(self, eyes: Eyes, line: str) -> bool:
        try:
            return self.house.referee.rules(eyes.info.key).grammar(eyes.seat).parse(line_of(line)).GIVES_UP
        except IllegalOrder:
            return not line.strip()

    async def complete(self, request: web.Request) -> web.StreamResponse:
        """How an order line can go on, the places it can name next, and the odds of what it says already."""
        eyes = await self.house.eyes(request)
        line = line_of(request.query.get("line", ""))
        ways = await self.house.referee.complete(eyes.game, eyes.seat, line, limit=OFFERED)
        pointing = await self._pointing(eyes)
        lit = await pointing.targets([line]) if pointing is not None and line.strip() else []
        found = await odds.odds(self.house.referee, eyes.game, eyes.seat, line) if line.strip() else ()
        offered = [ordering.plain(way) for way in ways]
        return data({"ways": offered, "places": lit, "odds": panels.odds(found)})

    async def click(self, request: web.Request) -> web.StreamResponse:
        """What a click on a place can mean for an order line, and where one can click next."""
        eyes = await self.house.eyes(request)
        line = line_of(request.query.get("line", ""))
        start, place = request.query.get("from", "")[:80], request.query.get("place", "")[:80]
        pointing = await self._pointing(eyes)
        if pointing is None:
            return data({"ways": [], "places": [], "begun": False})
        ways, begun = await pointing.clicked(line, start, place)
        lit = await pointing.targets([way.line for way in ways]) if begun and len(ways) > 1 else []
        offered = [ordering.plain(way) for way in ways[:CLICKED]]
        return data({"ways": offered, "places": lit, "begun": begun})

    async def _pointing(self, eyes: Eyes) -> ordering.Pointing | None:
        seat, key = eyes.seat, eyes.info.key
        if not has_stage(key):
            return None
        position = await self.house.referee.position(eyes.game, eyes.viewer)
        return ordering.Pointing(self.house.referee, eyes.game, seat, stage(key), position.view)

    async def help(self, request: web.Request) -> web.StreamResponse:
        """What can be done now, with an example of each order."""
        eyes = await self.house.eyes(request)
        seat, referee = eyes.seat, self.house.referee
        position = await referee.position(eyes.game, eyes.viewer)
        if any(one.seat == seat for one in position.pending) and eyes.info.stage == PLAYING:
            reply = replies.without_asides(await self.house.desk.help(eyes.person, eyes.game))
        else:
            reply = plain(waits_for(position))
        shown = replies.shown(eyes, reply)
        return data({"html": shown}) if wants_data(request) else sheet("Help", shown, back=eyes.path)

    # -- beside the game ---------------------------------------------------------------------------------

    async def undo(self, eyes: Eyes, said: Said) -> Reply:
        """Take the last order back, or ask the others to allow it."""
        return await self.house.desk.undo(eyes.person, eyes.game)

    async def consent(self, eyes: Eyes, said: Said) -> Reply:
        """Answer another's wish to go back."""
        return await self.house.desk.answer_undo(eyes.person, eyes.game, said.get("agree") == "yes")

    async def word(self, eyes: Eyes, said: Said) -> Reply:
        """A word for the dice."""
        word = said.get("word", "")[:LONGEST_WORD]
        return answered(await self.house.referee.word(eyes.game, eyes.seat, word))

    async def draw(self, eyes: Eyes, said: Said) -> Reply:
        """Offer a draw, or agree to one."""
        return await self.house.desk.draw(eyes.person, eyes.game)

    async def resign(self, eyes: Eyes, said: Said) -> Reply:
        """Give up, once it is confirmed."""
        return await self.house.desk.resign(eyes.person, eyes.game, sure=said.get("sure") == "yes")
