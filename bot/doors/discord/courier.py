"""What goes out by itself: reports, the card, the one ping, secrets. All of it comes from the outbox.

In public everything is made from a spectator's View, and its shape and its moment do not depend on what is
hidden.
"""

from typing import TYPE_CHECKING, Final

import discord

from bot.desk.counter import called, seat_title
from bot.desk.desk import Desk
from bot.desk.machines import Machines
from bot.desk.reply import SECONDARY, SUCCESS, Action, plain
from bot.doors.discord.cards import Cards
from bot.doors.discord.hanging import Hanging
from bot.doors.discord.painter import Painter
from bot.doors.discord.pinging import Pinging
from bot.doors.discord.posting import ASLEEP, NO_CHANNEL, PUBLIC, USER, Posting, address_of
from bot.doors.discord.reports import Reports
from bot.doors.discord.whispers import Whispers
from bot.letters import Letter
from bot.live import GameInfo
from bot.outbox import Gone, Later

if TYPE_CHECKING:
    from bot.doors.discord.client import FarspeakerBot

_GONE: Final = (NO_CHANNEL, 50001, 50013, ASLEEP)
"""Codes that say that nothing can be posted there: deleted, not ours to see or write in, locked."""


class DiscordCourier:
    """Delivers letters."""

    def __init__(self, bot: "FarspeakerBot", desk: Desk, painter: Painter, machines: Machines) -> None:
        self._machines = machines
        self.posting = Posting(bot)
        self.hanging = Hanging(desk.referee, painter, self.posting)
        self.reports = Reports(desk.referee.store, self.posting, self.hanging)
        self.cards = Cards(desk, self.posting)
        self._pinging = Pinging(bot, desk.referee, self.posting, self.reports)
        self._whispers = Whispers(bot, desk.referee, self.posting, self.hanging)

    async def open(self) -> None:
        """Take up what was left undone."""
        await self.hanging.resume()

    async def close(self) -> None:
        """Stop; what is left is done after the next start."""
        await self.cards.close()
        await self.hanging.close()

    async def settled(self) -> None:
        """Wait until every card is right and every picture hangs."""
        await self.cards.settled()
        await self.hanging.settled()

    async def moved(self, game: str, old: int, new: int) -> None:
        """A game is told of in another channel from now on."""
        await self.reports.moved(old, new)
        await self.cards.update(game, new)

    async def deliver(self, letter: Letter) -> None:
        """Return once it is delivered. Raises `Gone` or `Later`."""
        _, kind, number = letter.address.split(":", 2)
        if letter.game is None:
            return
        try:
            if kind == PUBLIC:
                await self._public(letter, letter.game, int(number))
            else:
                await self._whispers.tell(letter, letter.game, int(number))
        except discord.HTTPException as error:
            if error.code in _GONE or error.status in (403, 404):
                raise Gone(f"Discord says {error.code}: {error.text}") from error
            raise Later(f"Discord says {error.status}") from error

    async def _public(self, letter: Letter, info: GameInfo, channel: int) -> None:
        if letter.topic == "entry":
            await self.reports.tell(letter, info, channel)
            await self._pinging.ping(letter, info, channel)
            self._machines.wake(info.id)
        elif letter.topic in ("created", "joined", "left"):
            await self.cards.update(info.id, channel)
            return
        elif letter.topic == "ended":
            await self.reports.ended(letter, info, channel)
        else:
            await self._notice(letter, info, channel)
        self.cards.touch(info.id, channel)

    async def _notice(self, letter: Letter, info: GameInfo, channel: int) -> None:
        """Something about the game that is no order."""
        seat = seat_title(str(letter.data.get("seat", "")))
        actions: tuple[Action, ...] = ()
        match letter.topic:
            case "undo asked":
                words = f"The {seat} player asks to go back to the position after entry {letter.data['to']}."
                actions = (
                    Action("agree", (info.id,), "Agree", SUCCESS),
                    Action("decline", (info.id,), "Decline", SECONDARY),
                )
            case "undo declined":
                words = f"The wish of the {seat} player to go back is declined."
            case "draw offered":
                words = f"The {seat} player offers a draw; it stands until the next order."
                actions = (Action("draw", (info.id,), "Agree to a draw"),)
            case "frozen":
                words = f"The game is stopped: {letter.data.get('reason', '')}"
            case "unfrozen":
                words = "The game goes on."
            case _:
                return
        await self.posting.send(channel, plain(words, title=called(info), actions=actions), letter.nonce)


__all__ = ["PUBLIC", "USER", "DiscordCourier", "address_of"]
