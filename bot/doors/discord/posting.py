"""Putting messages where they belong: posted once, edited in place, in threads that go to sleep."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import discord

from bot.desk.reply import Reply
from bot.doors.discord import limits
from bot.doors.discord.layout import NOBODY, sheets, view_of

if TYPE_CHECKING:
    from bot.doors.discord.client import FarspeakerBot

PUBLIC, USER = "thread", "user"
"""Kinds of address: a thread (or forum post, or channel) that everybody sees; one person."""

NO_CHANNEL: Final = 10003
NO_MESSAGE: Final = 10008
ASLEEP: Final = 50083
"""A thread is put to sleep when nothing was said there for a while; nothing in it can be edited then."""

T = TypeVar("T")


def address_of(kind: str, number: int | str) -> str:
    """An address of this door."""
    return f"discord:{kind}:{number}"


def channel_of(address: str) -> int | None:
    """The channel that an address of this door stands for, if it is one that everybody sees."""
    door, _, rest = address.partition(":")
    kind, _, number = rest.partition(":")
    return int(number) if door == "discord" and kind == PUBLIC and number.isdigit() else None


class Posting:
    """Sends and edits."""

    def __init__(self, bot: "FarspeakerBot") -> None:
        self._bot = bot

    async def send(
        self,
        channel: int,
        reply: Reply,
        nonce: str,
        *,
        ping: Sequence[int] = (),
        silent: bool = True,
        content: str = "",
    ) -> int:
        """The number of the message (the first, where it takes several); a repeat with the same nonce posts
        nothing new."""
        target = self._bot.get_partial_messageable(channel)
        mentions = discord.AllowedMentions(users=[discord.Object(one) for one in ping]) if ping else NOBODY
        view = view_of(reply.actions, reply.menu)
        more: dict[str, Any] = {} if view is None else {"view": view}
        first, *others = sheets(reply)
        sent = await target.send(
            content=content or None,
            embeds=first.embeds,
            nonce=nonce[: limits.NONCE],
            silent=silent,
            allowed_mentions=mentions,
            **more,
        )
        for place, page in enumerate(others):
            again = f"{nonce[: limits.NONCE - 3]}+{place}"
            await target.send(embeds=page.embeds, nonce=again, silent=True, allowed_mentions=NOBODY)
        return sent.id

    async def edit(self, channel: int, message: int, reply: Reply) -> bool:
        """Change the words and buttons of a message; False when it is gone."""
        return await self._edit(
            channel, message, embeds=sheets(reply)[0].embeds, view=view_of(reply.actions, reply.menu)
        )

    async def hang(self, channel: int, message: int, files: Sequence[discord.File]) -> bool:
        """Give a message these pictures instead of those it has; False when it is gone."""
        return await self._edit(channel, message, attachments=list(files[: limits.FILES]))

    async def _edit(self, channel: int, message: int, **what: Any) -> bool:
        partial = self._bot.get_partial_messageable(channel).get_partial_message(message)
        try:
            await self._awake(channel, lambda: partial.edit(allowed_mentions=NOBODY, **what))
        except discord.HTTPException as error:
            if error.code == NO_MESSAGE:
                return False
            raise
        return True

    async def _awake(self, channel: int, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in a thread, waking it first if need be."""
        try:
            return await work()
        except discord.HTTPException as error:
            if error.code != ASLEEP:
                raise
        await self._bot.http.edit_channel(channel, archived=False)
        return await work()
