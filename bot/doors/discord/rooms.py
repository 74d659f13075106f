"""Where games are played: each in a thread (or forum post) of its own, and in a new one if that is lost."""

from typing import TYPE_CHECKING, Any, Final

import discord

from bot.desk.counter import called
from bot.desk.reply import Person, Reply, plain
from bot.doors.discord import limits
from bot.doors.discord.layout import cut
from bot.doors.discord.posting import NO_CHANNEL, PUBLIC, address_of, channel_of
from bot.errors import UserError
from bot.live import GameInfo
from bot.parking import parked

if TYPE_CHECKING:
    from bot.doors.discord.client import Door

Room = discord.TextChannel | discord.ForumChannel

NO_ROOM: Final = "Games need a text channel or a forum; ask for one there."


async def room(door: "Door", interaction: discord.Interaction[Any]) -> Room:
    """Where a game can be opened: the server's own choice, or here. Raises `UserError`."""
    guild = interaction.guild
    chosen = await _chosen(door, guild) if guild is not None else None
    found = chosen or _open_room(interaction.channel)
    if found is None:
        raise UserError(NO_ROOM)
    return found


async def open_thread(where: Room, name: str) -> discord.Thread:
    """A thread of that name."""
    title = cut(name, limits.THREAD_NAME)
    if isinstance(where, discord.ForumChannel):
        made = await where.create_thread(
            name=title, content="A new game.", auto_archive_duration=limits.LONGEST_SLEEP
        )
        return made.thread
    return await where.create_thread(
        name=title,
        type=discord.ChannelType.public_thread,
        auto_archive_duration=limits.LONGEST_SLEEP,
    )


async def reopen(
    door: "Door", interaction: discord.Interaction[Any], person: Person, game: str, ref: str
) -> Reply:
    """A new thread for a game whose own is lost; what could not be delivered there is delivered here."""
    desk = door.desk
    info = await desk.may_reopen(person, game)
    old = next((address for address in await desk.lost(info) if channel_of(address) is not None), None)
    if old is None:
        return plain("The game's thread is there, and everything reaches it.", data={"game": game})
    thread = await open_thread(await _room_of(door, interaction, info), info.name)
    new = address_of(PUBLIC, thread.id)
    answer = await desk.referee.rehouse(game, old, new, ref=ref)
    if not answer.ok:
        await thread.delete()
        return plain(answer.reason, tone="bad", data={"game": game})
    await door.courier.moved(game, channel_of(old) or 0, thread.id)
    door.outbox.ring()
    return plain(f"{called(info)} goes on in the thread “{thread.name}”.", tone="good", data={"game": game})


async def resume(door: "Door", server: int) -> None:
    """Something about a server has changed, perhaps for the better: try again what could not be delivered
    there. What was deleted stays so."""
    store = door.desk.referee.store
    for address, reason in (await parked(store)).items():
        if str(NO_CHANNEL) in reason or channel_of(address) is None:
            continue
        if any(game.server == str(server) for game in await store.heard_at(address)):
            await door.outbox.resume(address)


async def _chosen(door: "Door", guild: discord.Guild) -> Room | None:
    noted = await door.desk.referee.store.note(f"channel:{guild.id}")
    return _open_room(guild.get_channel(int(noted))) if noted else None


async def _room_of(door: "Door", interaction: discord.Interaction[Any], info: GameInfo) -> Room:
    """Where a game of this server can be played, wherever it is asked for."""
    guild = door.bot.get_guild(int(info.server)) if info.server.isdigit() else None
    if guild is None:
        raise UserError("I am not on the server of that game any more; it can go on when I am let in again.")
    here = _open_room(interaction.channel) if interaction.guild_id == guild.id else None
    found = await _chosen(door, guild) or here or _open_room(guild.system_channel)
    if found is not None:
        return found
    for channel in guild.text_channels:
        if channel.permissions_for(guild.me).create_public_threads:
            return channel
    raise UserError(NO_ROOM)


def _open_room(channel: Any) -> Room | None:
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel if isinstance(channel, discord.TextChannel | discord.ForumChannel) else None
