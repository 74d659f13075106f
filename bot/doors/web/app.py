"""The table as a web application: its rooms, and who is let in."""

from aiohttp import web

from bot.doors.web import assets, guard
from bot.doors.web.acting import Acting
from bot.doors.web.hall import Hall
from bot.doors.web.house import House
from bot.doors.web.papers import Papers
from bot.doors.web.seats import Seats
from bot.referee import Referee


class Table(House):
    """The referee behind web pages. `names` are those under which others reach this machine."""

    def __init__(self, referee: Referee, key: bytes, *, names: tuple[str, ...] = ()) -> None:
        super().__init__(referee, key)
        self._names = names

    def app(self) -> web.Application:
        """The web application."""
        app = web.Application(middlewares=[guard.guarding(self._names)], client_max_size=guard.MOST)
        for room in (Hall(self), Seats(self), Acting(self), Papers(self)):
            app.add_routes(room.routes())
        app.add_routes(assets.routes())
        app.on_startup.append(self._begin)
        app.on_shutdown.append(self._end)
        return app

    async def _begin(self, app: web.Application) -> None:
        await self.open()

    async def _end(self, app: web.Application) -> None:
        await self.close()
