"""Conversations: named people and the bot, over the loopback Discord."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import discord
import yarl

from bot.desk.desk import Desk
from bot.doors.discord.buttons import read_id
from bot.doors.discord.client import FarspeakerBot
from bot.referee import Referee
from bot.store.store import Store
from tests.loopback.server import Channel, Discord, Exchange, Json

PATIENCE = 20.0


def text_of(message: Json) -> str:
    """Everything one can read in a message."""
    parts = [message.get("content") or ""]
    for embed in message.get("embeds") or ():
        parts += [embed.get("title") or "", embed.get("description") or ""]
    return "\n".join(part for part in parts if part)


def buttons_of(message: Json) -> dict[str, str]:
    """Label -> custom id."""
    return {
        part["label"]: part["custom_id"]
        for row in message.get("components") or ()
        for part in row["components"]
        if part["type"] == 2 and "custom_id" in part
    }


def menus_of(message: Json) -> list[Json]:
    """The menus of a message."""
    return [
        part for row in message.get("components") or () for part in row["components"] if part["type"] == 3
    ]


@dataclass
class Answer:
    """What somebody sees after he did something; nobody else sees it."""

    exchange: Exchange
    channel: Channel

    @property
    def message(self) -> Json:
        """The newest message of it, as Discord would hand it back with a button."""
        return {**self.exchange.last, "channel_id": str(self.channel.id)}

    @property
    def text(self) -> str:
        return "\n".join(text_of(one) for one in self.exchange.messages.values())

    @property
    def buttons(self) -> dict[str, str]:
        return buttons_of(self.exchange.last)

    @property
    def menus(self) -> list[Json]:
        return menus_of(self.exchange.last)

    @property
    def private(self) -> bool:
        return bool(self.exchange.last.get("flags", 0) & 64)


class Member:
    """Somebody on the server."""

    used: ClassVar[set[str]] = set()
    """What anybody has talked through (see `covering`)."""

    def __init__(self, house: "House", number: int, name: str, *, manages: bool = False) -> None:
        self.house, self.id, self.name, self.manages = house, number, name, manages
        house.discord.user(number, name)
        self.answers: list[Answer] = []

    async def runs(self, command: str, *, where: Channel | None = None, **options: Any) -> Answer:
        """Run a slash command."""
        self.used.update((command, *(f"{command} {name}" for name in options)))
        return await self._ask(2, self._command(command, options), where)

    async def types(
        self, command: str, option: str, typed: str, *, where: Channel | None = None, **given: Any
    ) -> list[str]:
        """Begin to type, with other options given already; the choices one is offered."""
        self.used.add(f"{command} {option}?")
        data = self._command(command, {**given, option: typed}, focus=option)
        answer = await self._ask(4, data, where)
        first = answer.exchange.first or {}
        return [one["value"] for one in (first.get("data") or {}).get("choices", ())]

    async def presses(self, seen: Answer | Json, label: str, *, where: Channel | None = None) -> Answer:
        """Press a button by what is on it (the beginning of it)."""
        message = seen.message if isinstance(seen, Answer) else seen
        found = [called for words, called in buttons_of(message).items() if words.startswith(label)]
        assert found, (label, buttons_of(message), text_of(message))
        return await self.component(message, {"custom_id": found[0], "component_type": 2}, where)

    async def selects(self, seen: Answer | Json, label: str, *, where: Channel | None = None) -> Answer:
        """Pick from a menu by what it says (the beginning of it)."""
        message = seen.message if isinstance(seen, Answer) else seen
        for menu in menus_of(message):
            for one in menu["options"]:
                if one["label"].startswith(label):
                    data = {"custom_id": menu["custom_id"], "component_type": 3, "values": [one["value"]]}
                    return await self.component(message, data, where)
        raise AssertionError((label, [one["label"] for menu in menus_of(message) for one in menu["options"]]))

    async def component(self, message: Json, data: Json, where: Channel | None = None) -> Answer:
        read = read_id(data["custom_id"])
        if read is not None:
            self.used.add(f"{'open' if read[2] else 'press'} {read[0]}")
        number = int(message["channel_id"])
        channel = where or self.house.discord.channels.get(number) or self.house.thread
        return await self._ask(3, data, channel, message)

    async def fills(self, form: Answer, text: str, *, where: Channel | None = None) -> Answer:
        """Fill in the form that was opened."""
        opened = (form.exchange.first or {})["data"]
        self.used.add(f"fill {(read_id(opened['custom_id']) or ('?',))[0]}")
        part = {"type": 4, "custom_id": "lines", "value": text}
        data = {"custom_id": opened["custom_id"], "components": [{"type": 1, "components": [part]}]}
        return await self._ask(5, data, where)

    async def again(self, answer: Answer) -> None:
        """Discord delivers the same interaction a second time."""
        await self.house.discord.interact(self.id, answer.channel, 0, {}, again=answer.exchange)

    def letters(self) -> list[str]:
        """What came by direct message."""
        number = self.house.discord.dms.get(self.id)
        return (
            [text_of(one) for one in self.house.discord.channels[number].messages.values()] if number else []
        )

    def _command(self, words: str, options: Json, focus: str = "") -> Json:
        first, *more = words.split()
        known = next(one for one in self.house.discord.commands if one["name"] == first)
        for word in more:
            known = next(one for one in known["options"] if one["name"] == word)
        kinds = {one["name"]: one["type"] for one in known.get("options") or ()}
        resolved: Json = {}
        given = []
        for name, value in options.items():
            one: Json = {"name": name, "type": kinds[name], "value": value}
            if isinstance(value, Member):
                one["value"] = str(value.id)
                user = self.house.discord.users[value.id]
                resolved = {
                    "users": {str(value.id): user},
                    "members": {
                        str(value.id): {
                            "roles": [],
                            "joined_at": "2026-01-01T00:00:00+00:00",
                            "deaf": False,
                            "mute": False,
                            "flags": 0,
                            "permissions": "0",
                        }
                    },
                }
            if isinstance(value, Channel):
                one["value"] = str(value.id)
                seen = {"id": str(value.id), "name": value.name, "type": value.kind, "permissions": "0"}
                resolved = {"channels": {str(value.id): seen}}
            if name == focus:
                one["focused"] = True
            given.append(one)
        data: Json = {"id": "1", "name": first, "type": 1, "options": given}
        for word in reversed(more):
            data["options"] = [{"name": word, "type": 1, "options": data["options"]}]
        if resolved:
            data["resolved"] = resolved
        return data

    async def _ask(self, kind: int, data: Json, where: Channel | None, message: Json | None = None) -> Answer:
        channel = where or self.house.here
        exchange = await self.house.discord.interact(
            self.id, channel, kind, data, message=message, manages=self.manages
        )
        try:
            await asyncio.wait_for(exchange.done.wait(), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"no answer to {data}") from None
        answer = Answer(exchange, channel)
        self.answers.append(answer)
        return answer


def fixed_dice(store: Store) -> Referee:
    """A referee whose dice are the same in every run."""
    return Referee(store, seeds=lambda size: b"\7" * size)


class House:
    """A server with people, and the bot on it."""

    def __init__(
        self,
        path: Path,
        *,
        pictures: bool = False,
        referee: Callable[[Store], Referee] | None = None,
        database: str = "",
    ) -> None:
        self.path = path
        self.database = database or f"sqlite:///{path}/games.sqlite3"
        self.discord = Discord()
        self.pictures = pictures
        self.make = referee or fixed_dice
        self.bot: FarspeakerBot | None = None
        self.store: Store | None = None
        self._task: asyncio.Task[None] | None = None
        self.alice = Member(self, 100000000000000001, "Alice")
        self.bob = Member(self, 100000000000000002, "Bob")
        self.carol = Member(self, 100000000000000003, "Carol")
        self.keeper = Member(self, 100000000000000004, "Keeper", manages=True)

    @property
    def thread(self) -> Channel:
        """The thread of the newest game."""
        public = [one for one in self.discord.threads() if one.kind == 11]
        return public[-1] if public else self.discord.lobby

    @property
    def here(self) -> Channel:
        return self.thread

    @property
    def desk(self) -> Desk:
        assert self.bot is not None
        return self.bot.door.desk

    async def start_bot(self) -> None:
        self.store = await Store.open(self.database)
        self.bot = FarspeakerBot(
            Desk(self.make(self.store)), pictures=self.pictures, guild_ready_timeout=0.05
        )
        self.bot.door.courier.cards.delay = 0.01
        self._task = asyncio.create_task(self.bot.start("a.b.c"))
        end = time.monotonic() + PATIENCE
        while not self.bot.is_ready():
            if self._task.done():
                self._task.result()
            assert time.monotonic() < end, "the bot does not get ready"
            await asyncio.sleep(0.01)

    async def stop_bot(self) -> None:
        assert self.bot is not None
        assert self.store is not None
        await self.bot.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.store.close()

    async def restart_bot(self) -> None:
        await self.stop_bot()
        await self.start_bot()

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, "it never comes to that"
            await asyncio.sleep(0.01)

    async def quiet(self) -> None:
        """Wait until everything owed is delivered, every card is right and the computer has answered."""
        assert self.bot is not None
        assert self.store is not None
        door = self.bot.door
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            await door.machines.idle()
            owed = [one for row in await self.store.games() for one in await self.store.owed(row.id)]
            if not owed:
                await door.courier.settled()
                await door.machines.idle()
                owed = [one for row in await self.store.games() for one in await self.store.owed(row.id)]
                if not owed and not door.outbox._lanes:
                    return
            await asyncio.sleep(0.01)
        raise AssertionError("it never becomes quiet")

    # -- what is seen ------------------------------------------------------------------------------------

    def public(self) -> str:
        """What everybody can read in the thread now."""
        return "\n".join(text_of(one) for one in self.thread.messages.values())

    def card(self) -> Json:
        """The card of the game: the first message of its thread that has buttons."""
        return next(one for one in self.thread.messages.values() if "Seed of the dice" in text_of(one))

    async def game(self) -> str:
        assert self.store is not None
        return (await self.store.games())[0].id

    async def asked(self) -> tuple[Member, Any]:
        """Who is asked something first, and what."""
        from engine.kernel.seats import SPECTATOR

        game = await self.game()
        position = await self.desk.referee.position(game, SPECTATOR)
        first = position.pending[0]
        seat = position.info.seat(first.seat)
        assert seat is not None
        member = next(one for one in (self.alice, self.bob, self.carol) if str(one.id) == seat.handle)
        return member, first

    async def asked_anyway(self) -> Member:
        """Who is asked something first."""
        return (await self.asked())[0]

    async def begin(self, **options: Any) -> str:
        """Alice begins a game as the Crusader and Bob takes the other seat by button."""
        lobby = self.discord.lobby
        await self.alice.runs("game new", where=lobby, side="crusader", **options)
        await self.quiet()
        await self.bob.presses(self.card(), "Play ", where=self.thread)
        await self.quiet()
        return await self.game()


@asynccontextmanager
async def house(path: Path, **options: Any) -> AsyncIterator[House]:
    """A running server with the bot on it."""
    made = House(path, **options)
    await made.discord.start()
    old = (discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)
    discord.http.Route.BASE = f"http://127.0.0.1:{made.discord.port}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(
        f"ws://127.0.0.1:{made.discord.port}/gateway/"
    )
    try:
        await made.start_bot()
        yield made
    finally:
        if made.bot is not None and not made.bot.is_closed():
            await made.stop_bot()
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = old
        await made.discord.stop()
