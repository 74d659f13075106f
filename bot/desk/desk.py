"""The whole desk, and the one way in for everything that is pressed."""

from typing import Final

from bot import games
from bot.desk.helping import Helping
from bot.desk.hosting import Hosting
from bot.desk.ordering import STALE
from bot.desk.reply import Person, Reply, plain, say
from bot.desk.seeing import Seeing
from bot.errors import UserError
from engine.kernel.seats import SPECTATOR

NO_OFFER: Final = "That offer of a draw stands no longer; /game draw makes a new one."

_MARKED = frozenset({"add", "back", "page", "give", "confirm", "default"})


class Desk(Helping, Seeing, Hosting):
    """Commands in, replies out. Raises `UserError` and `NotRecorded`, both of which read as one sentence."""

    async def press(
        self,
        person: Person,
        name: str,
        args: tuple[str, ...],
        values: tuple[str, ...] = (),
        draft: str = "",
        *,
        ref: str = "",
        address: str = "",
    ) -> Reply:
        """A button, a menu or a filled-in form. `address` is where whoever takes a seat is told of it."""
        game = args[0] if args else ""
        value = values[0] if values else ""
        if name in _MARKED:
            return await self.press_panel(person, name, args, value, draft, ref)
        match name:
            case "join":
                return await self.join(person, game, args[1], address=address, ref=ref)
            case "panel":
                return await self.panel(person, game)
            case "sheet":
                return await self.sheet(person, game, value, ref=ref)
            case "undo":
                if await self._gone_on(game, args):
                    return (await self.panel(person, game)).led_by(say(STALE, tone="quiet"))
                return await self.undo(person, game, ref=ref)
            case "agree" | "decline":
                return await self.answer_undo(person, game, name == "agree", ref=ref)
            case "board":
                return await self.board(person, game)
            case "dossier":
                return await self.dossier(person, game)
            case "help":
                return await self.help(person, game)
            case "tour":
                return await self.tour(person, game, int(args[1]))
            case "rules":
                key = (await self.known(game, person)).key if game else games.default()
                return await self.rules(key, args[1])
            case "draw":
                head = (await self.referee.position(game, SPECTATOR)).seq
                if not await self.referee.draw_offered(game, head):
                    return (await self.panel(person, game)).led_by(say(NO_OFFER, tone="quiet"))
                return await self.draw(person, game, ref=ref)
            case "resign":
                return await self.resign(person, game, ref=ref, sure=True)
            case "replay":
                return await self.replay(person, game, int(args[1]))
            case "close":
                return await self.host_close(person, game, draft, ref=ref, sure=True)
            case "verify":
                return await self.verify(person, game)
            case "export":
                return await self.export(person, game)
            case "show":
                return await self.show(person, game)
        return plain(
            "This button is of an older version of Farspeaker; /help shows what you can do.", tone="bad"
        )

    async def _gone_on(self, game: str, args: tuple[str, ...]) -> bool:
        """Whether the game has gone on since a button was made that names an entry."""
        seq = (await self.referee.position(game, SPECTATOR)).seq
        return len(args) > 1 and args[1] != str(seq)


__all__ = ["Desk", "UserError"]
