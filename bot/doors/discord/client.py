"""The bot itself: every interaction is acknowledged first, then answered from the desk."""

import asyncio
import contextlib
import hashlib
import io
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
import structlog
from discord.ext import commands

from bot.desk.desk import Desk
from bot.desk.helping import welcome
from bot.desk.machines import Machines
from bot.desk.reply import Person, Reply, plain
from bot.doors.discord import limits
from bot.doors.discord.buttons import MenuItem, Press, SheetForm, read_id
from bot.doors.discord.courier import PUBLIC, USER, DiscordCourier, address_of
from bot.doors.discord.layout import NOBODY, draft_of, sheets, view_of
from bot.doors.discord.manners import Manners, take_quick_turns
from bot.doors.discord.painter import Painter
from bot.doors.discord.rooms import reopen, resume
from bot.doors.discord.shorthand import Shorthand
from bot.errors import UserError
from bot.outbox import Outbox
from bot.store.faults import NotRecorded

DOOR: Final = "discord"
PATIENCE: Final = 2.0
"""Seconds that the words of an answer wait for its picture."""
REMEMBERED: Final = 5_000
"""Interactions that are known to have been taken up, so that a repeat is not."""

AT_ONCE: Final = 4
"""Commands that are worked on at a time: under a rush the others wait, acknowledged, instead of holding up
acknowledgements."""

Work = Callable[[Person, str], Awaitable[Reply]]

_log = structlog.get_logger(__name__)
_LATE: Final = (10062, 40060)
"""Codes of an interaction that is gone, or was acknowledged already."""


class FarspeakerBot(commands.AutoShardedBot):
    """discord.py's part: intents, the command tree, events."""

    def __init__(self, desk: Desk, *, pictures: bool = True, **options: Any) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=intents,
            allowed_mentions=NOBODY,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            **options,
        )
        self.door = Door(self, desk, pictures=pictures)

    async def setup_hook(self) -> None:
        from bot.doors.discord.slash import register

        self.add_dynamic_items(Press, MenuItem)
        register(self.tree, self.door)
        await self.door.open()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """discord.py's news, as it comes in: whoever asks something goes before all other work."""
        if event == "interaction":
            self.door.manners.arrived()
        super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Forms are read here, so that one opened before a restart is answered after it."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.door.submitted(interaction)

    async def on_guild_channel_update(self, _: Any, channel: discord.abc.GuildChannel) -> None:
        await resume(self.door, channel.guild.id)

    async def on_guild_role_update(self, _: Any, role: discord.Role) -> None:
        await resume(self.door, role.guild.id)

    async def on_thread_update(self, _: Any, thread: discord.Thread) -> None:
        await resume(self.door, thread.guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.door.arrived(guild)

    async def close(self) -> None:
        await self.door.close()
        await super().close()


class Door:
    """What happens between Discord and the desk."""

    def __init__(self, bot: FarspeakerBot, desk: Desk, *, pictures: bool = True) -> None:
        self.bot = bot
        self.desk = desk
        self.manners = Manners()
        self.machines = Machines(desk.referee)
        self.painter = Painter(enabled=pictures)
        self.courier = DiscordCourier(bot, desk, self.painter, self.machines)
        self.outbox = Outbox(desk.referee, {DOOR: self.courier})
        self.shorthand = Shorthand()
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._channels: dict[int, str] = {}
        self._working = asyncio.Semaphore(AT_ONCE)
        self._late: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Make the commands known where they changed; begin to deliver and to play."""
        take_quick_turns()
        store = self.desk.referee.store
        tree = [command.to_dict(self.bot.tree) for command in self.bot.tree.get_commands()]
        told = (
            f"{self.bot.application_id}:"
            + hashlib.sha256(json.dumps(tree, sort_keys=True).encode()).hexdigest()
        )
        if await store.note("discord:commands") != told:
            await self.bot.tree.sync()
            await store.keep_note("discord:commands", told)
        await self.courier.open()
        self.outbox.start()
        await self.machines.wake_all()

    async def close(self) -> None:
        """Stop; what is still owed is delivered after the next start."""
        for task in list(self._late):
            task.cancel()
        await self.machines.close()
        await self.outbox.close()
        await self.courier.close()
        await self.painter.close()

    # -- who and where -----------------------------------------------------------------------------------

    def person(self, interaction: discord.Interaction[Any]) -> Person:
        """Who speaks."""
        user = interaction.user
        return Person(
            DOOR,
            str(user.id),
            " ".join(user.display_name.split())[:32] or "somebody",
            # In direct messages there is no server: nothing but his own games is there for him.
            str(interaction.guild_id or f"{DOOR}:{user.id}"),
            interaction.permissions.manage_guild,
        )

    async def game_here(self, interaction: discord.Interaction[Any], named: str = "") -> str:
        """The game that is meant: named, or this thread's, or the only one he plays. Raises `UserError`."""
        if named:
            return named_game(named)
        here = interaction.channel_id or 0
        known = self._channels.get(here)
        if known is not None:
            return known
        rows = await self.desk.referee.store.heard_at(address_of(PUBLIC, here))
        if rows:
            self._channels[here] = rows[0].id
            return rows[0].id
        player = await self.desk.player_id(self.person(interaction))
        mine = await self.desk.referee.store.games(player=player)
        under_way = [row for row in mine if row.stage == "playing"]
        if len(under_way) == 1:
            return under_way[0].id
        raise UserError("Say which game you mean, or ask in the game's own thread.")

    def known_here(self, interaction: discord.Interaction[Any]) -> str | None:
        """The game of this thread, if it is known without looking anything up."""
        return self._channels.get(interaction.channel_id or 0)

    # -- answering ---------------------------------------------------------------------------------------

    def first_time(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether this interaction is not a repeat."""
        if interaction.id in self._seen:
            return False
        self._seen[interaction.id] = None
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True

    async def answer(
        self, interaction: discord.Interaction[Any], work: Work, *, in_place: bool = False
    ) -> Reply | None:
        """Acknowledge, then do the work, then say what came of it, to him alone."""
        if not self.first_time(interaction):
            return None
        if not await self._acknowledge(interaction, in_place):
            return None
        async with self._working:
            reply = await self.manners.behind(self.reply_of(interaction, work))
            try:
                await self.manners.behind(self.show(interaction, reply))
                await self.desk.seen(reply)
            except discord.HTTPException as error:
                # What happened is in the game and its thread; only this answer is lost.
                _log.warning("an answer was not delivered", code=error.code, status=error.status)
        game = reply.data.get("game")
        if game:
            self.machines.wake(game)
        return reply

    async def _acknowledge(self, interaction: discord.Interaction[Any], in_place: bool) -> bool:
        try:
            if in_place:
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
        except discord.HTTPException as error:
            # Discord has told him that it failed, or somebody else answers: doing it now would surprise him.
            level = _log.info if error.code in _LATE else _log.warning
            level("an interaction could not be acknowledged", code=error.code, status=error.status)
            return False
        return True

    async def reply_of(self, interaction: discord.Interaction[Any], work: Work) -> Reply:
        """The reply, or a sentence about why there is none."""
        try:
            return await work(self.person(interaction), f"discord:{interaction.id}")
        except UserError as error:
            return plain(str(error), tone="bad")
        except NotRecorded as fault:
            return plain(f"Not recorded, try again: {fault.reason}.", tone="bad")
        except discord.Forbidden:
            return plain(
                "Discord does not let me do that here. I need: View Channel, Send Messages, Send Messages in "
                "Threads, Create Public Threads, Embed Links, Attach Files.",
                tone="bad",
            )
        except Exception:
            _log.exception("a command stumbled", command=getattr(interaction.command, "name", None))
            return plain(
                "I stumbled over this; /game show tells how things stand. The host can read why in the log.",
                tone="bad",
            )

    async def show(self, interaction: discord.Interaction[Any], reply: Reply) -> None:
        """Put the reply where the acknowledgement was, and what does not fit after it."""
        pages = sheets(reply)
        drawing = asyncio.create_task(self.painter.files(reply.pictures))
        await asyncio.wait({drawing}, timeout=PATIENCE)
        files = drawing.result() if drawing.done() else []
        files += [discord.File(io.BytesIO(file.content), file.name) for file in reply.files]
        if pages[-1].rest:
            files.append(discord.File(io.BytesIO(pages[-1].rest.encode()), "rest.txt"))
        view = view_of(reply.actions, reply.menu)
        for place, page in enumerate(pages):
            last = place == len(pages) - 1
            if place == 0:
                await interaction.edit_original_response(
                    content=None,
                    embeds=page.embeds,
                    attachments=files[: limits.FILES] if last else [],
                    view=view if last else None,
                    allowed_mentions=NOBODY,
                )
                continue
            more: dict[str, Any] = {"files": files[: limits.FILES]} if last and files else {}
            if last and view is not None:
                more["view"] = view
            await interaction.followup.send(
                embeds=page.embeds, ephemeral=True, allowed_mentions=NOBODY, **more
            )
        if reply.pictures and not drawing.done():
            self._late.add(late := asyncio.create_task(self._follow(interaction, drawing)))
            late.add_done_callback(self._late.discard)

    async def _follow(
        self, interaction: discord.Interaction[Any], drawing: asyncio.Task[list[discord.File]]
    ) -> None:
        """Pictures that took too long for the words to wait come after them."""
        files = await drawing
        if files:
            with contextlib.suppress(discord.HTTPException):
                await interaction.followup.send(files=files, ephemeral=True, allowed_mentions=NOBODY)

    # -- components and forms ----------------------------------------------------------------------------

    async def pressed(
        self, interaction: discord.Interaction[Any], called: str, values: tuple[str, ...]
    ) -> None:
        """A button or menu."""
        read = read_id(called)
        if read is None:
            return
        name, args, form = read
        draft = draft_of(interaction.message)
        if form:
            if self.first_time(interaction):
                try:
                    await interaction.response.send_modal(SheetForm(args, draft))
                except discord.HTTPException as error:
                    _log.info("a form could not be shown", code=error.code)
            return
        message = interaction.message
        in_place = message is not None and message.flags.ephemeral

        async def work(person: Person, ref: str) -> Reply:
            if name == "reopen":
                return await reopen(self, interaction, person, args[0], ref)
            address = address_of(USER, interaction.user.id)
            reply = await self.desk.press(person, name, args, values, draft, ref=ref, address=address)
            if name == "join" and reply.data.get("begun") is not None:
                await self.courier.cards.touch_all(args[0])
            return reply

        await self.answer(interaction, work, in_place=in_place)

    async def submitted(self, interaction: discord.Interaction[Any]) -> None:
        """A form that was filled in."""
        data: Any = interaction.data or {}
        read = read_id(str(data.get("custom_id", "")))
        if read is None:
            return
        text = "\n".join(
            str(part.get("value", "")) for row in data.get("components", ()) for part in _inputs(row)
        )

        async def work(person: Person, ref: str) -> Reply:
            game = await self.game_here(interaction, read[1][0] if read[1] else "")
            return await self.desk.press(person, read[0], (game,), (text,), ref=ref)

        await self.answer(interaction, work)

    # -- servers -----------------------------------------------------------------------------------------

    async def arrived(self, guild: discord.Guild) -> None:
        """Say hello where one may; take up again what waited for this server."""
        for row in await self.desk.referee.store.games(server=str(guild.id)):
            for address, _ in (await self.desk.referee.info(row.id)).listeners:
                await self.outbox.resume(address)
        channels = [guild.system_channel, *guild.text_channels]
        for channel in channels:
            if channel is None or not channel.permissions_for(guild.me).send_messages:
                continue
            try:
                await channel.send(embeds=sheets(welcome())[0].embeds, silent=True)
            except discord.HTTPException:
                continue
            return


def named_game(text: str) -> str:
    """The game that somebody named: the first word of what he typed, fit for a button."""
    return "".join(text.split()[:1])[:32].replace(":", "").replace("#", "")


def _inputs(row: dict[str, Any]) -> list[dict[str, Any]]:
    """The inputs of one row of a form, however Discord wraps them."""
    if "components" in row:
        return list(row["components"])
    return [row["component"]] if "component" in row else []
