"""For one pair of eyes: by direct message; where those are closed, in a private thread; failing that, behind
the button that everybody has.

Nothing of it shows in public. What could not be sent is kept until he has been shown it, and he is shown it
with everything else he knows.
"""

import discord

from bot.desk.counter import called, seat_title
from bot.desk.missed import missed_key, with_missed
from bot.desk.reply import ITEM, PRIMARY, Action, Line, Reply, plain
from bot.doors.discord import limits
from bot.doors.discord.hanging import FACES, Hanging, Owed
from bot.doors.discord.posting import NO_CHANNEL, Posting, channel_of
from bot.errors import UserError
from bot.letters import Letter
from bot.live import GameInfo
from bot.referee import Referee
from engine.kernel.log import CREATED
from engine.kernel.seats import SPECTATOR, Viewer
from render import scribe

MOST_FACES = 4
"""Cards beside one message."""


class Whispers:
    """Tells one player what only he may know."""

    def __init__(self, bot: discord.Client, referee: Referee, posting: Posting, hanging: Hanging) -> None:
        self._bot = bot
        self._referee = referee
        self._store = referee.store
        self._posting = posting
        self._hanging = hanging

    async def tell(self, letter: Letter, info: GameInfo, user: int) -> None:
        """Tell him what of a letter is for him alone."""
        if letter.topic == "parked":
            await self._trouble(letter, info, user)
            return
        if letter.topic != "entry":
            return
        held = info.seat(str(letter.viewer))
        likes = await self._referee.preferences(held.player) if held is not None and held.player else {}
        secret = [line for line in letter.lines if line not in letter.public]
        said = list(secret)
        wanted = str(letter.viewer) in letter.asks and likes.get("pings", "thread") == "dm"
        if wanted:
            prompt = next((one.prompt for one in letter.pending if str(one.seat) == letter.viewer), "")
            said.append(f"It is your turn: {prompt}")
        welcome = likes.get("messages", "on") != "off"
        if welcome and letter.kind == CREATED and held is not None and held.player:
            await self._hello(letter, info, user, held.player)
        if not said:
            return
        if not welcome and not wanted:
            await self._keep(letter, info, secret)
            return
        give = Action("panel", (info.id,), "Give orders", PRIMARY)
        title = f"{called(info)} · for the {seat_title(str(letter.viewer))} player alone"
        reply = plain(*(Line(line, ITEM) for line in said), title=title, actions=(give,))
        sent = await self._direct(user, reply, letter.nonce, silent=not wanted)
        sent = sent or await self._in_private(info, user, reply, letter.nonce, silent=not wanted)
        if sent is None:
            await self._keep(letter, info, secret)
            return
        names = scribe(info.key).faces(letter.view, secret)[:MOST_FACES]
        if names:
            owed = Owed(
                FACES, info.id, letter.seq - 1, letter.seq, viewer=str(letter.viewer), names=tuple(names)
            )
            await self._hanging.owe(*sent, owed)

    async def _hello(self, letter: Letter, info: GameInfo, user: int, player: str) -> None:
        """Who plays his first game is shown how; it is no secret, so nobody is followed further with it."""
        if len(await self._store.games(player=player)) > 1:
            return
        show = Action("tour", (info.id, "0"), "Show me how", PRIMARY)
        words = f"{called(info)} has begun, and you are the {seat_title(str(letter.viewer))} player."
        offer = "It is your first game here: shall I show you your first turn, step by step?"
        await self._direct(user, plain(words, offer, title="Welcome", actions=(show,)), f"{letter.nonce}h")

    async def _trouble(self, letter: Letter, info: GameInfo, user: int) -> None:
        """Whoever set the game up hears what cannot be delivered, and what to do."""
        reply = plain(
            f"Messages for {called(info)} cannot be delivered: {letter.data.get('reason', '')}.",
            "The game goes on; nothing is lost. If its thread is gone, /game show offers to open a new one; "
            "if I lack a permission there, give it to me, and everything is delivered then.",
            tone="bad",
            actions=(Action("show", (info.id,), "How it stands"),),
        )
        await self._direct(user, reply, letter.nonce)

    # -- ways --------------------------------------------------------------------------------------------

    async def _direct(
        self, user: int, reply: Reply, nonce: str, *, silent: bool = True
    ) -> tuple[int, int] | None:
        """By direct message: channel and message, or None where he takes none."""
        try:
            opened = await self._bot.create_dm(discord.Object(user))
            return opened.id, await self._posting.send(opened.id, reply, nonce, silent=silent)
        except discord.HTTPException as error:
            if error.status not in (400, 403, 404):
                raise
            return None

    async def _in_private(
        self, info: GameInfo, user: int, reply: Reply, nonce: str, *, silent: bool
    ) -> tuple[int, int] | None:
        """In a thread that only he sees; None where there can be none."""
        key = f"private:{info.id}:{user}"
        try:
            kept = await self._store.note(key)
            if kept is not None:
                try:
                    return int(kept), await self._posting.send(int(kept), reply, nonce, silent=silent)
                except discord.HTTPException as error:
                    if error.code != NO_CHANNEL:
                        raise
            made = await self._private_thread(info, user)
            await self._store.keep_note(key, str(made))
            return made, await self._posting.send(made, reply, nonce, silent=silent)
        except discord.HTTPException as error:
            if error.status not in (400, 403, 404):
                raise
            return None
        except UserError:
            return None

    async def _private_thread(self, info: GameInfo, user: int) -> int:
        """A thread that only this player sees, beside the game's own. Its name is that of the game."""
        heard = (channel_of(address) for address, viewer in info.listeners if viewer == SPECTATOR)
        number = next((one for one in heard if one is not None), 0)
        found = self._bot.get_channel(number) or await self._bot.fetch_channel(number)
        parent = found.parent if isinstance(found, discord.Thread) else found
        if not isinstance(parent, discord.TextChannel):
            raise UserError("there is no place for a private thread")
        made = await parent.create_thread(
            name=called(info)[: limits.THREAD_NAME],
            type=discord.ChannelType.private_thread,
            auto_archive_duration=limits.LONGEST_SLEEP,
            invitable=False,
        )
        try:
            await made.add_user(discord.Object(user))
        except discord.HTTPException:
            await made.delete()  # he is not there to see it
            raise
        return made.id

    async def _keep(self, letter: Letter, info: GameInfo, lines: list[str]) -> None:
        """It waits behind “What I know”; a letter that comes again is not kept again."""
        key = missed_key(info.id, Viewer(str(letter.viewer)))
        await self._store.keep_note(key, with_missed(await self._store.note(key), letter.seq, lines))
