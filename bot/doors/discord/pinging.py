"""The one ping: whoever is newly asked is called once, unless he has answered meanwhile or wants no ping."""

import discord

from bot.desk.counter import called, seat_title
from bot.desk.reply import PRIMARY, Action, Reply, plain
from bot.doors.discord import limits
from bot.doors.discord.layout import escape
from bot.doors.discord.posting import Posting
from bot.doors.discord.reports import Reports
from bot.letters import Letter
from bot.live import GameInfo, SeatInfo
from bot.referee import Referee
from engine.kernel.seats import SPECTATOR

NO_MEMBER = 10007


class Pinging:
    """Calls people."""

    def __init__(self, bot: discord.Client, referee: Referee, posting: Posting, reports: Reports) -> None:
        self._bot = bot
        self._referee = referee
        self._posting = posting
        self._reports = reports

    async def ping(self, letter: Letter, info: GameInfo, channel: int) -> None:
        """Call everybody who is asked because of this entry."""
        if not letter.asks:
            return
        position = await self._referee.position(info.id, SPECTATOR)
        if position.outcome is not None or info.stage != "playing":
            return
        account = await self._reports.account(channel)
        for asked in position.pending:  # a ping tells of the position it was made for, and of all before it
            held = info.seat(asked.seat)
            if asked.seat not in letter.asks or account.pinged.get(asked.seat, -1) >= letter.seq:
                continue
            if held is None or held.door != "discord" or held.player is None or not held.handle:
                continue
            nonce = f"{letter.nonce[:18]}p{asked.seat[:5]}"
            account.pinged[asked.seat] = position.seq
            if await self._has_left(info, held):
                await self._absent(info, held, channel, nonce)
            elif (await self._referee.preferences(held.player)).get("pings", "thread") == "thread":
                words = f"<@{held.handle}> {escape(info.name)} ({info.id}): {escape(asked.prompt)}"
                give = Action("panel", (info.id,), "Give orders", PRIMARY)
                await self._posting.send(
                    channel,
                    Reply(actions=(give,)),
                    nonce,
                    ping=(int(held.handle),),
                    silent=False,
                    content=words[: limits.CONTENT],
                )
        await self._reports.keep(channel, account)

    async def _has_left(self, info: GameInfo, held: SeatInfo) -> bool:
        """Whether he is known to be on the server no more; Discord tells nobody of it without a privilege, so
        it is asked when it matters."""
        if not info.server.isdigit():
            return False
        try:
            await self._bot.http.get_member(int(info.server), int(held.handle or 0))
        except discord.HTTPException as error:
            return error.code == NO_MEMBER
        return False

    async def _absent(self, info: GameInfo, held: SeatInfo, channel: int, nonce: str) -> None:
        """Say once what can be done when somebody has gone."""
        key = f"absent:{info.id}:{held.seat}:{held.handle}"
        if await self._referee.store.note(key) is not None:
            return
        seat = seat_title(str(held.seat))
        reply = plain(
            f"It is the {seat} player's turn, and {held.name or 'that player'} is no longer on this server.",
            "Whoever looks after this server can give the seat to somebody else, or open it to anyone by "
            f"naming nobody: /referee reassign game:{info.id} side:{held.seat}",
            "If he comes back, the game simply goes on.",
            title=called(info),
            tone="bad",
        )
        await self._posting.send(channel, reply, nonce)
        await self._referee.store.keep_note(key, "told")
