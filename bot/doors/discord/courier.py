"""What goes out by itself: reports, the card, the one ping, secrets. All of it comes from the outbox.

In public everything is made from a spectator's View, and its shape does not depend on what is hidden. What
only one player may know goes to him by direct message; where those are closed, into a private thread; and
failing that it waits behind the button that everybody has.
"""

import asyncio
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
import structlog

from bot.desk.counter import called, seat_title
from bot.desk.desk import Desk
from bot.desk.machines import Machines
from bot.desk.reply import ITEM, PRIMARY, SECONDARY, SUCCESS, Action, Line, Picture, Reply, plain
from bot.desk.showing import phase_words
from bot.doors.discord import limits
from bot.doors.discord.layout import NOBODY, escape, sheets, view_of
from bot.doors.discord.painter import Painter
from bot.errors import UserError
from bot.letters import Letter
from bot.live import GameInfo
from bot.outbox import Gone, Later
from engine.kernel.seats import SPECTATOR, Viewer
from render import scribe

if TYPE_CHECKING:
    from bot.doors.discord.client import FarspeakerBot

PUBLIC, USER = "thread", "user"
"""Kinds of address: a thread (or forum post, or channel) that everybody sees; one person."""

REPORT: Final = 3_000
"""Characters of a report after which a new message is begun."""

CARD_DELAY: Final = 1.0
"""Seconds in which changes of a card are gathered into one."""

POSTER_VIEWS: Final = 24

_log = structlog.get_logger(__name__)
_CLOSED: Final = 50007
_NO_MESSAGE: Final = 10008
_NO_CHANNEL: Final = (10003, 50001, 50013, 50083)


def address_of(kind: str, number: int | str) -> str:
    """An address of this door."""
    return f"discord:{kind}:{number}"


class DiscordCourier:
    """Delivers letters."""

    def __init__(self, bot: "FarspeakerBot", desk: Desk, painter: Painter, machines: Machines) -> None:
        self._bot = bot
        self._desk = desk
        self._store = desk.referee.store
        self._painter = painter
        self._machines = machines
        self._cards: dict[str, asyncio.Task[None]] = {}
        self._dirty: set[str] = set()
        self.card_delay = CARD_DELAY

    async def close(self) -> None:
        """Stop; cards are brought up to date after the next start."""
        for task in list(self._cards.values()):
            task.cancel()
        await asyncio.gather(*self._cards.values(), return_exceptions=True)

    async def deliver(self, letter: Letter) -> None:
        """Return once it is delivered. Raises `Gone` or `Later`."""
        _, kind, number = letter.address.split(":", 2)
        try:
            if kind == PUBLIC:
                await self._public(letter, int(number))
            else:
                await self._private(letter, int(number))
        except discord.HTTPException as error:
            if error.code in _NO_CHANNEL or error.status in (403, 404):
                raise Gone(f"Discord says {error.code}: {error.text}") from error
            raise Later(f"Discord says {error.status}") from error

    # -- sending -----------------------------------------------------------------------------------------

    async def send(
        self,
        channel: int,
        reply: Reply,
        nonce: str,
        *,
        ping: Sequence[int] = (),
        silent: bool = True,
        content: str = "",
    ) -> discord.Message:
        """One message (the first page of a reply); a repeat with the same nonce posts nothing new."""
        target = self._bot.get_partial_messageable(channel)
        files = [
            made for picture in reply.pictures if (made := await self._painter.file(picture)) is not None
        ]
        mentions = discord.AllowedMentions(users=[discord.Object(one) for one in ping]) if ping else NOBODY
        more: dict[str, Any] = {"files": files[: limits.FILES]} if files else {}
        view = view_of(reply.actions, reply.menu)
        if view is not None:
            more["view"] = view
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
        return sent

    async def edit(self, channel: int, message: int, reply: Reply) -> bool:
        """Edit a message in place; False when it is gone."""
        partial = self._bot.get_partial_messageable(channel).get_partial_message(message)
        more: dict[str, Any] = {}
        files = [
            made for picture in reply.pictures if (made := await self._painter.file(picture)) is not None
        ]
        if files:
            more["attachments"] = files
        try:
            await partial.edit(
                embeds=sheets(reply)[0].embeds,
                view=view_of(reply.actions, reply.menu),
                allowed_mentions=NOBODY,
                **more,
            )
        except discord.HTTPException as error:
            if error.code == _NO_MESSAGE:
                return False
            raise
        return True

    # -- in public ---------------------------------------------------------------------------------------

    async def _public(self, letter: Letter, channel: int) -> None:
        info = letter.game
        if info is None:
            return
        if letter.topic == "entry":
            await self._report(letter, info, channel)
            await self._ping(letter, info, channel)
            self._machines.wake(info.id)
        elif letter.topic in ("created", "joined", "left"):
            await self.card_now(info.id, channel)
            return
        else:
            await self._notice(letter, info, channel)
        self.touch(info.id, channel)

    async def _report(self, letter: Letter, info: GameInfo, channel: int) -> None:
        """One message a phase, edited in place as it goes on; with the map when the phase is over."""
        if not letter.lines:
            return
        key = f"report:{channel}"
        kept: dict[str, Any] = json.loads(await self._store.note(key) or "{}")
        if kept.get("seq", -1) >= letter.seq:
            return
        mark = scribe(info.key).mark(letter.view)
        ends = mark != kept.get("mark", mark) or letter.outcome is not None
        lines = [*kept.get("lines", ()), *letter.lines]
        message = kept.get("message")
        if message is not None and sum(map(len, lines)) > REPORT:
            lines, message = list(letter.lines), None
        title = kept.get("title") if message is not None else None
        title = title or f"{info.name} · {phase_words(info.key, letter.view, letter.round)}"
        pictures: tuple[Picture, ...] = ()
        if ends:
            pictures = (Picture("map", info.key, letter.view, ""),)
        if letter.kind == "seed":
            pictures = await self._finale(info)
        reply = plain(*(Line(line, ITEM) for line in lines), title=title, pictures=pictures)
        if message is None or not await self.edit(channel, message, reply):
            message = (await self.send(channel, reply, letter.nonce)).id
        now: dict[str, Any] = {"seq": letter.seq, "mark": mark, "pinged": kept.get("pinged", {})}
        if not ends:
            now |= {"message": message, "lines": lines, "title": title}
        await self._store.keep_note(key, json.dumps(now, ensure_ascii=False))

    async def _finale(self, info: GameInfo) -> tuple[Picture, ...]:
        """The poster and the replay."""
        head = await self._store.head(info.id)
        last = head[1] if head else 0
        steps = sorted({round(last * place / POSTER_VIEWS) for place in range(POSTER_VIEWS + 1)})
        if not self._painter.enabled:
            return ()
        views = [(await self._desk.referee.position(info.id, SPECTATOR, at=seq)).view for seq in steps]
        return (Picture("poster", info.key, views, ""), Picture("replay", info.key, views, ""))

    async def _ping(self, letter: Letter, info: GameInfo, channel: int) -> None:
        """One ping for each who is newly asked, unless he has answered meanwhile or wants none."""
        if not letter.asks:
            return
        position = await self._desk.referee.position(info.id, SPECTATOR)
        if position.outcome is not None:
            return
        key = f"report:{channel}"
        kept: dict[str, Any] = json.loads(await self._store.note(key) or "{}")
        pinged: dict[str, int] = kept.get("pinged", {})
        for asked in position.pending:
            held = info.seat(asked.seat)
            if pinged.get(asked.seat, -1) >= position.seq:
                continue
            if asked.seat not in letter.asks or held is None or held.door != "discord" or held.player is None:
                continue
            likes = await self._desk.referee.preferences(held.player)
            if likes.get("pings", "thread") != "thread":
                continue
            words = f"<@{held.handle}> {escape(info.name)} ({info.id}): {escape(asked.prompt)}"
            give = Action("panel", (info.id,), "Give orders", PRIMARY)
            nonce = f"{letter.nonce[:18]}p{asked.seat[:5]}"
            await self.send(
                channel,
                Reply(actions=(give,)),
                nonce,
                ping=(int(held.handle or 0),),
                silent=False,
                content=words[: limits.CONTENT],
            )
            pinged[asked.seat] = position.seq
        kept["pinged"] = pinged
        await self._store.keep_note(key, json.dumps(kept, ensure_ascii=False))

    async def _notice(self, letter: Letter, info: GameInfo, channel: int) -> None:
        """Something about the game that is no order."""
        seat = seat_title(str(letter.data.get("seat", "")))
        actions: tuple[Action, ...] = ()
        match letter.topic:
            case "undo asked":
                words = f"The {seat} asks to go back to the position after entry {letter.data['to']}."
                actions = (
                    Action("agree", (info.id,), "Agree", SUCCESS),
                    Action("decline", (info.id,), "Decline", SECONDARY),
                )
            case "undo declined":
                words = f"The wish of the {seat} to go back is declined."
            case "draw offered":
                words = f"The {seat} offers a draw; it stands until the next order."
                actions = (Action("draw", (info.id,), "Agree to a draw"),)
            case "frozen":
                words = f"The game is stopped: {letter.data.get('reason', '')}"
            case "unfrozen":
                words = "The game goes on."
            case "ended":
                told, seed = letter.data["reason"], letter.data["seed"]
                words = f"The game is over. {told} The seed of the dice was {seed}."
            case "parked":
                words = (
                    f"Messages for this game cannot be delivered any more: {letter.data.get('reason', '')}"
                )
            case _:
                return
        await self.send(channel, plain(words, title=called(info), actions=actions), letter.nonce)

    # -- the card ----------------------------------------------------------------------------------------

    def touch(self, game: str, channel: int) -> None:
        """The card is out of date; soon it will not be."""
        self._dirty.add(game)
        if game not in self._cards:
            self._cards[game] = asyncio.create_task(self._later(game, channel), name=f"card {game}")

    async def _later(self, game: str, channel: int) -> None:
        try:
            while game in self._dirty:
                await asyncio.sleep(self.card_delay)
                self._dirty.discard(game)
                await self.card_now(game, channel)
        except (discord.HTTPException, UserError) as error:
            _log.info("a card was not brought up to date", game=game, reason=str(error))
        except Exception:
            _log.exception("a card stumbled", game=game)
        finally:
            self._cards.pop(game, None)

    async def settled(self) -> None:
        """Wait until every card is up to date."""
        while self._cards:
            await asyncio.gather(*self._cards.values(), return_exceptions=True)

    async def settle(self, game: str) -> None:
        """Bring the card of a game up to date, wherever it is."""
        for address, viewer in (await self._desk.referee.info(game)).listeners:
            if viewer == SPECTATOR and address.startswith(f"discord:{PUBLIC}:"):
                self.touch(game, int(address.rsplit(":", 1)[1]))

    async def card_now(self, game: str, channel: int) -> None:
        """Post the card, or bring it up to date in place."""
        reply = await self._desk.card(game)
        key = f"card:{game}:{channel}"
        kept = await self._store.note(key)
        if kept is not None and await self.edit(channel, int(kept), reply):
            return
        nonce = f"card{game}{len(kept or '')}{(kept or '')[-6:]}"
        sent = await self.send(channel, reply, nonce)
        await self._store.keep_note(key, str(sent.id))

    # -- for one pair of eyes ----------------------------------------------------------------------------

    async def _private(self, letter: Letter, user: int) -> None:
        info = letter.game
        if info is None or letter.topic not in ("entry", "parked"):
            return
        held = info.seat(str(letter.viewer))
        likes = await self._desk.referee.preferences(held.player) if held is not None and held.player else {}
        secret = [line for line in letter.lines if line not in letter.public]
        if letter.topic == "parked":
            secret = [f"Messages for {called(info)} cannot be delivered: {letter.data.get('reason', '')}"]
        wanted = str(letter.viewer) in letter.asks and likes.get("pings", "thread") == "dm"
        if wanted:
            prompt = next((one.prompt for one in letter.pending if str(one.seat) == letter.viewer), "")
            secret.append(f"It is your turn: {prompt}")
        if not secret:
            return
        if likes.get("messages", "on") == "off" and not wanted:
            await self._keep(info, letter.viewer, secret)
            return
        give = Action("panel", (info.id,), "Give orders", PRIMARY)
        title = f"{called(info)} · for the {seat_title(str(letter.viewer))} alone"
        faces = _faces(letter, secret, info)
        reply = plain(*(Line(line, ITEM) for line in secret), title=title, actions=(give,), pictures=faces)
        await self._whisper(info, letter, user, reply, secret, silent=not wanted)

    async def _whisper(
        self, info: GameInfo, letter: Letter, user: int, reply: Reply, secret: list[str], *, silent: bool
    ) -> None:
        """By direct message, or in a private thread, or behind the button."""
        try:
            opened = await self._bot.create_dm(discord.Object(user))
            await self.send(opened.id, reply, letter.nonce, silent=silent)
            return
        except discord.HTTPException as error:
            if error.status not in (403, 404, 400):
                raise
        key = f"private:{info.id}:{user}"
        kept = await self._store.note(key)
        try:
            if kept is None:
                kept = await self._private_thread(info, user)
                await self._store.keep_note(key, kept)
            await self.send(int(kept), reply, letter.nonce, silent=silent)
        except (discord.HTTPException, UserError):
            await self._keep(info, letter.viewer, secret)

    async def _private_thread(self, info: GameInfo, user: int) -> str:
        """A thread that only this player sees, beside the game's own."""
        public = next(
            (
                address
                for address, viewer in info.listeners
                if viewer == SPECTATOR and address.startswith("discord:")
            ),
            "",
        )
        number = int(public.rsplit(":", 1)[1]) if public else 0
        found = self._bot.get_channel(number) or await self._bot.fetch_channel(number)
        parent = found.parent if isinstance(found, discord.Thread) else found
        if not isinstance(parent, discord.TextChannel):
            raise UserError("there is no place for a private thread")
        made = await parent.create_thread(
            name=f"{info.name} ({info.id})"[: limits.THREAD_NAME],
            type=discord.ChannelType.private_thread,
            invitable=False,
        )
        await made.add_user(discord.Object(user))
        return str(made.id)

    async def _keep(self, info: GameInfo, viewer: Viewer, lines: list[str]) -> None:
        """Nothing shows in public: it waits behind “What I know”, which everybody has."""
        key = f"missed:{info.id}:{viewer}"
        before = await self._store.note(key)
        await self._store.keep_note(key, "\n".join([*(before.split("\n") if before else ()), *lines])[-3000:])


def _faces(letter: Letter, secret: list[str], info: GameInfo) -> tuple[Picture, ...]:
    """The cards that go with these lines."""
    named = scribe(info.key).faces(letter.view, secret)
    return tuple(Picture("card", info.key, letter.view, "", caption=name) for name in named)
