"""REST and gateway, as far as Farspeaker uses them; with faults on demand.

Everything the bot sends is kept in `Channel.messages` and `Exchange.messages`, so a test can ask what each
person sees; `Discord.heard` has all of it in the order in which clients receive it. Where Discord's
documentation says how a wrong request is answered, it is answered so.
"""

import asyncio
import hashlib
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from aiohttp import WSMsgType, web

from bot.doors.discord import limits

APP = 900000000000000001
EPOCH = 1420070400000

Json = dict[str, Any]


@dataclass
class Channel:
    """A channel, thread or direct message."""

    id: int
    name: str
    kind: int = 0
    parent: int = 0
    guild: int = 0
    messages: dict[int, Json] = field(default_factory=dict)
    members: set[int] = field(default_factory=set)
    sent: list[Json] = field(default_factory=list)
    """Every request body in order, edits included."""
    asleep: bool = False
    """Whether nothing was said there for so long that it is archived."""


@dataclass
class Exchange:
    """One interaction and everything that was answered to it."""

    id: int
    token: str
    payload: Json
    at: float
    first: Json | None = None
    first_after: float = -1.0
    messages: dict[str, Json] = field(default_factory=dict)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    ephemeral: bool = False
    edits: int = 0

    @property
    def hidden(self) -> bool:
        """Whether only he who asked sees the answer; choices and forms always, messages when they say so."""
        asked_in = bool(self.payload.get("message", {}).get("flags", 0) & 64)
        return self.ephemeral or asked_in or (self.first or {}).get("type") in (8, 9)

    @property
    def last(self) -> Json:
        """The newest message of it."""
        return list(self.messages.values())[-1] if self.messages else {}


@dataclass(frozen=True)
class Heard:
    """Something that clients receive."""

    to: frozenset[int] | None
    """Whose clients; None for everybody on the server."""
    lane: str
    """Where it shows: a channel's kind and number, or "answer" for what is said to an interaction."""
    what: str
    """"post", "edit", "hang" (an edit that brings files), "delete", "thread", "member", or how an interaction
    was answered."""
    body: Json


class Fault:
    """Answers requests with something else, so many times; `fired` counts how often it did."""

    def __init__(self, method: str, part: str, response: Callable[[], web.Response], times: int = 1) -> None:
        self.method, self.part, self.response, self.left = method, part, response, times
        self.fired = 0

    def __call__(self, method: str, path: str) -> web.Response | None:
        if not self.left or method != self.method or self.part not in path:
            return None
        self.left -= 1
        self.fired += 1
        return self.response()


class Hold:
    """Keeps the first request that fits waiting: before it does anything, or before its answer goes out."""

    def __init__(self, method: str, part: str, *, after: bool) -> None:
        self.method, self.part, self.after = method, part, after
        self.reached = asyncio.Event()
        self.go = asyncio.Event()
        self.lost = False
        """Whether the request is lost on the way once it is let go."""

    async def stop(self, method: str, path: str, *, after: bool) -> bool:
        """Wait here if this is the one; whether it is lost."""
        if after != self.after or self.reached.is_set() or method != self.method or self.part not in path:
            return False
        self.reached.set()
        await self.go.wait()
        return self.lost


class ApiError(Exception):
    """What Discord answers instead."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


class Discord:
    """The server."""

    def __init__(self) -> None:
        self._serial = count(1)
        self._asked = count(1)
        self.wall: Callable[[], float] = time.time
        """What time it is; stopped, interactions have the same numbers in every run."""
        self.guild = 700000000000000001
        self.channels: dict[int, Channel] = {}
        self.lobby = self.channel("lobby")
        self.users: dict[int, Json] = {}
        self.dms: dict[int, int] = {}
        self.closed_dms: set[int] = set()
        self.no_private_threads = False
        self.exchanges: dict[str, Exchange] = {}
        self.commands: list[Json] = []
        self.faults: list[Callable[[str, str], web.Response | None]] = []
        self.holds: list[Hold] = []
        self.fired: Counter[str] = Counter()
        """How often each kind of bad weather came: drops, resumes, refusals by code."""
        self.invalid: list[bool] = []
        """Answers to the next attempts to resume: the session is invalid, and whether one may try again."""
        self.kicked = False
        self.left: set[int] = set()
        """People who have left the server."""
        self.heard: list[Heard] = []
        self.blobs: dict[str, bytes] = {}
        """The files that were sent, by their SHA-256."""
        self.requests: list[tuple[str, str]] = []
        self.sockets: list[web.WebSocketResponse] = []
        self.events: list[Json] = []
        self.identifies = 0
        self.resumes = 0
        self.port = 0
        self._nonces: dict[tuple[int, str], int] = {}
        self._runner: web.AppRunner | None = None
        self.pings: dict[int, list[str]] = defaultdict(list)

    # -- running -----------------------------------------------------------------------------------------

    async def start(self) -> None:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/api/v10/{tail:.*}", self._rest)
        app.router.add_get("/gateway/", self._gateway)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        server: Any = site._server
        self.port = server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        for socket in list(self.sockets):
            await socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    # -- things ------------------------------------------------------------------------------------------

    def snowflake(self) -> int:
        return ((int(self.wall() * 1000) - EPOCH) << 22) | (next(self._serial) & 0x1FFFFF)

    def channel(self, name: str, kind: int = 0, parent: int = 0) -> Channel:
        made = Channel(self.snowflake(), name, kind, parent, self.guild)
        self.channels[made.id] = made
        return made

    def user(self, number: int, name: str) -> Json:
        return self.users.setdefault(
            number,
            {"id": str(number), "username": name, "discriminator": "0", "global_name": name, "avatar": None},
        )

    def threads(self) -> list[Channel]:
        return [one for one in self.channels.values() if one.kind in (11, 12)]

    # -- the gateway -------------------------------------------------------------------------------------

    def _guild_payload(self) -> Json:
        text = [one for one in self.channels.values() if one.kind in (0, 15)]
        return {
            "id": str(self.guild),
            "name": "Test",
            "owner_id": "1",
            "roles": [
                {
                    "id": str(self.guild),
                    "name": "@everyone",
                    "permissions": str((1 << 50) - 1),
                    "position": 0,
                    "color": 0,
                    "hoist": False,
                    "managed": False,
                    "mentionable": False,
                    "colors": {"primary_color": 0},
                }
            ],
            "emojis": [],
            "features": [],
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "preferred_locale": "en-US",
            "system_channel_id": str(self.lobby.id),
            "system_channel_flags": 0,
            "afk_timeout": 300,
            "member_count": 3,
            "members": [self._member(self._me())],
            "channels": [self._channel_payload(one) for one in text],
            "threads": [self._channel_payload(one) for one in self.threads()],
            "stickers": [],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "unavailable": False,
            "joined_at": "2026-01-01T00:00:00+00:00",
            "large": False,
        }

    def _me(self) -> Json:
        return {"id": str(APP), "username": "farspeaker", "discriminator": "0", "avatar": None, "bot": True}

    def _member(self, user: Json) -> Json:
        return {
            "user": user,
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
        }

    def _channel_payload(self, one: Channel) -> Json:
        made: Json = {"id": str(one.id), "type": one.kind, "name": one.name}
        if one.guild and one.kind != 1:
            made |= {"guild_id": str(one.guild), "position": 0, "permission_overwrites": [], "nsfw": False}
        if one.kind in (11, 12):
            made |= {
                "parent_id": str(one.parent),
                "owner_id": str(APP),
                "message_count": 0,
                "member_count": 1,
                "rate_limit_per_user": 0,
                "thread_metadata": {
                    "archived": one.asleep,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": "2026-01-01T00:00:00+00:00",
                    "locked": False,
                    "create_timestamp": "2026-01-01T00:00:00+00:00",
                },
            }
        if one.kind == 1:
            made |= {"recipients": [self.users[next(iter(one.members))]], "last_message_id": None}
            made.pop("name")
        return made

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        async for message in socket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break
            data = json.loads(message.data)
            match data["op"]:
                case 1:
                    await socket.send_json({"op": 11})
                case 2:
                    self.identifies += 1
                    self.sockets.append(socket)
                    await self._dispatch("READY", self._ready())
                    await self._dispatch("GUILD_CREATE", self._guild_payload())
                case 6 if self.invalid:
                    self.fired["invalid session"] += 1
                    await socket.send_json({"op": 9, "d": self.invalid.pop(0)})
                case 6:
                    self.resumes += 1
                    self.sockets.append(socket)
                    for event in self.events[data["d"]["seq"] :]:
                        await socket.send_json(event)
                    await self._dispatch("RESUMED", {})
        if socket in self.sockets:
            self.sockets.remove(socket)
        return socket

    def _ready(self) -> Json:
        return {
            "v": 10,
            "user": self._me(),
            "guilds": [{"id": str(self.guild), "unavailable": True}],
            "session_id": "session",
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway/",
            "shard": [0, 1],
            "application": {"id": str(APP), "flags": 0},
        }

    async def _dispatch(self, kind: str, data: Json) -> None:
        event = {"op": 0, "t": kind, "s": len(self.events) + 1, "d": data}
        self.events.append(event)
        for socket in list(self.sockets):
            if not socket.closed:
                await socket.send_json(event)

    async def drop(self) -> None:
        """Cut every gateway connection, as networks do."""
        for socket in list(self.sockets):
            self.fired["drop"] += 1
            await socket.close(code=4000)
        self.sockets.clear()

    # -- what servers do to bots -------------------------------------------------------------------------

    async def kick(self) -> None:
        """The bot is thrown off the server."""
        self.kicked = True
        await self._dispatch("GUILD_DELETE", {"id": str(self.guild)})

    async def invite(self) -> None:
        """The bot is let in again."""
        self.kicked = False
        joined = self._guild_payload()
        del joined["unavailable"]  # only a server that was there before, and away for a while, says that
        await self._dispatch("GUILD_CREATE", joined)

    async def open_channel(self, name: str, kind: int = 0) -> Channel:
        """A new channel (15: a forum)."""
        made = self.channel(name, kind)
        await self._dispatch("CHANNEL_CREATE", self._channel_payload(made))
        return made

    async def close_channel(self, channel: Channel) -> None:
        """Somebody deletes a channel or a thread."""
        del self.channels[channel.id]
        kind = "THREAD_DELETE" if channel.kind in (11, 12) else "CHANNEL_DELETE"
        await self._dispatch(kind, self._channel_payload(channel))

    # -- bad weather -------------------------------------------------------------------------------------

    def fault(self, method: str, part: str, response: Callable[[], web.Response], times: int = 1) -> Fault:
        """Answer the next so many requests that fit with something else."""
        made = Fault(method, part, response, times)
        self.faults.append(made)
        return made

    def refuse(self, method: str, part: str, status: int, code: int, times: int = 1) -> Fault:
        """Answer the next so many requests that fit with one of Discord's errors."""
        return self.fault(method, part, lambda: answer_json({"code": code, "message": "no"}, status), times)

    def hold(self, method: str, part: str, *, after: bool = False) -> Hold:
        """Keep the next request that fits waiting; `after`: when all is done but the answer."""
        made = Hold(method, part, after=after)
        self.holds.append(made)
        return made

    # -- what clients receive ----------------------------------------------------------------------------

    def received(self, user: int, since: int = 0) -> list[Heard]:
        """What this person's client has received, in order."""
        return [one for one in self.heard[since:] if one.to is None or user in one.to]

    def _tell(self, channel: Channel, what: str, body: Json) -> None:
        """Everybody who can see a channel receives this."""
        to = frozenset(channel.members) if channel.kind in (1, 12) else None
        self.heard.append(Heard(to, f"{channel.kind}:{channel.id}", what, body))

    def _say(self, exchange: Exchange, what: str, body: Json) -> None:
        """Something is answered to an interaction: to him alone, or in public."""
        user = exchange.payload.get("user") or exchange.payload["member"]["user"]
        to = frozenset({int(user["id"])}) if exchange.hidden else None
        self.heard.append(Heard(to, "answer", what, body))

    # -- interactions ------------------------------------------------------------------------------------

    async def interact(
        self,
        user: int,
        channel: Channel,
        kind: int,
        data: Json,
        *,
        message: Json | None = None,
        manages: bool = False,
        again: Exchange | None = None,
        age: float = 0.0,
    ) -> Exchange:
        """Send an interaction to the bot; `again` sends the same one once more, `age` says how many seconds
        it was on its way."""
        if again is not None:
            self.fired["again"] += 1
            await self._dispatch("INTERACTION_CREATE", again.payload)
            return again
        number = ((int(self.wall() * 1000) - EPOCH) << 22) | 0x200000 | next(self._asked)
        token = f"token-{number}"
        permissions = str((1 << 5) if manages else (1 << 11))
        payload: Json = {
            "id": str(number),
            "application_id": str(APP),
            "type": kind,
            "data": data,
            "token": token,
            "version": 1,
            "channel_id": str(channel.id),
            "channel": self._channel_payload(channel),
            "app_permissions": str((1 << 50) - 1),
            "attachment_size_limit": limits.FILE_BYTES,
            "authorizing_integration_owners": {"0": str(self.guild)},
            "entitlements": [],
            "locale": "en-US",
            "context": 1 if channel.kind == 1 else 0,
        }
        if channel.kind == 1:
            payload["user"] = self.users[user]
        else:
            payload |= {
                "guild_id": str(self.guild),
                "guild_locale": "en-US",
                "member": {**self._member(self.users[user]), "permissions": permissions},
                "guild": {"id": str(self.guild), "locale": "en-US", "features": []},
            }
        if message is not None:
            payload["message"] = message
        exchange = Exchange(number, token, payload, time.perf_counter() - age)
        self.exchanges[token] = exchange
        await self._dispatch("INTERACTION_CREATE", payload)
        return exchange

    # -- REST --------------------------------------------------------------------------------------------

    async def _rest(self, request: web.Request) -> web.Response:
        path = request.match_info["tail"]
        self.requests.append((request.method, path))
        for fault in list(self.faults):
            broken = fault(request.method, path)
            if broken is not None:
                return broken
        body = await self._body(request)
        if any([await hold.stop(request.method, path, after=False) for hold in self.holds]):
            return answer_json({"message": "lost on the way"}, 500)
        try:
            made = await self._answer(request.method, path.split("/"), body, dict(request.query))
        except ApiError as error:
            self.fired[str(error.code)] += 1
            return answer_json({"code": error.code, "message": error.message}, error.status)
        if any([await hold.stop(request.method, path, after=True) for hold in self.holds]):
            return answer_json({"message": "lost on the way"}, 500)
        if made is None:
            return web.Response(status=204)
        return answer_json(made)

    async def _body(self, request: web.Request) -> Json:
        if request.content_type == "multipart/form-data":
            form = await request.post()
            body: Json = json.loads(str(form.get("payload_json", "{}")))
            body["files"] = [
                self._file(part.filename, part.file.read())
                for name, part in form.items()
                if name.startswith("files[") and isinstance(part, web.FileField)
            ]
            return body
        if not request.can_read_body:
            return {}
        made = await request.json()
        return made if isinstance(made, dict) else {"list": made}

    def _file(self, name: str, content: bytes) -> Json:
        """A file as it is remembered: its name, size and SHA-256, under which its bytes are kept."""
        digest = hashlib.sha256(content).hexdigest()
        self.blobs[digest] = content
        return {"name": name, "size": len(content), "sha256": digest}

    async def _answer(self, method: str, path: list[str], body: Json, query: dict[str, str]) -> Any:
        match method, path:
            case "GET", ["users", "@me"]:
                return self._me()
            case "GET", ["gateway", "bot"]:
                return {
                    "url": f"ws://127.0.0.1:{self.port}/gateway/",
                    "shards": 1,
                    "session_start_limit": {
                        "total": 1000,
                        "remaining": 999,
                        "reset_after": 0,
                        "max_concurrency": 16,
                    },
                }
            case "GET", ["oauth2", "applications", "@me"]:
                owner = self.user(1, "owner")
                return {
                    "id": str(APP),
                    "name": "farspeaker",
                    "icon": None,
                    "description": "",
                    "bot_public": True,
                    "bot_require_code_grant": False,
                    "owner": owner,
                    "verify_key": "00",
                    "flags": 0,
                    "summary": "",
                }
            case "PUT", ["applications", _, "commands"]:
                _check_commands(body["list"])
                self.commands = body["list"]
                return [
                    {
                        **one,
                        "id": str(self.snowflake()),
                        "application_id": str(APP),
                        "version": "1",
                        "type": one.get("type", 1),
                        "description": one.get("description", ""),
                    }
                    for one in self.commands
                ]
            case "POST", ["users", "@me", "channels"]:
                return self._channel_payload(self._dm(int(body["recipient_id"])))
            case "POST", ["interactions", _, token, "callback"]:
                return self._callback(token, body)
            case _, ["webhooks", _, token, *rest]:
                return self._webhook(method, token, rest, body)
            case "GET", ["guilds", _, "members", user]:
                if int(user) in self.left:
                    raise ApiError(404, 10007, "Unknown Member")
                return self._member(self.users[int(user)])
            case _, ["channels", number, *rest]:
                return await self._channel(method, int(number), rest, body)
        raise ApiError(404, 0, f"{method} {'/'.join(path)}")

    def _dm(self, user: int) -> Channel:
        if user not in self.dms:
            made = Channel(self.snowflake(), "", 1)
            made.members.add(user)
            self.channels[made.id] = made
            self.dms[user] = made.id
        return self.channels[self.dms[user]]

    def _callback(self, token: str, body: Json) -> Json:
        exchange = self.exchanges.get(token)
        if exchange is None or time.perf_counter() - exchange.at > limits.FIRST_ANSWER:
            raise ApiError(404, 10062, "Unknown interaction")
        if exchange.first is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        data = body.get("data") or {}
        choices = data.get("choices") or ()
        if len(choices) > limits.CHOICES or any(
            not 0 < len(text) <= limits.CHOICE_TEXT for one in choices for text in (one["name"], one["value"])
        ):
            raise ApiError(400, 50035, "Invalid Form Body: choices")
        if body["type"] == 9:
            _check_form(data)
        exchange.first = body
        exchange.first_after = time.perf_counter() - exchange.at
        exchange.ephemeral = bool(data.get("flags", 0) & 64)
        exchange.acknowledged.set()
        self._say(exchange, f"callback {body['type']}", data)
        if body["type"] in (4, 7):
            exchange.messages["@original"] = self._message(0, data)
            exchange.done.set()
        if body["type"] in (8, 9):
            exchange.done.set()
        if body["type"] == 6:
            exchange.messages["@original"] = dict(exchange.payload.get("message", {}))
        return {
            "interaction": {"id": str(exchange.id), "type": 2, "response_message_id": str(self.snowflake())},
            "resource": {"type": body["type"]},
        }

    def _webhook(self, method: str, token: str, rest: list[str], body: Json) -> Json:
        exchange = self.exchanges.get(token)
        if exchange is None or exchange.first is None:
            raise ApiError(404, 10015, "Unknown Webhook")
        channel, flags = int(exchange.payload["channel_id"]), 64 if exchange.hidden else 0
        if method == "PATCH":
            old = exchange.messages.get("@original") or {}
            made = self._patched(channel, old, {**body, "flags": flags})
            exchange.messages["@original"] = made
        else:
            made = self._message(channel, {**body, "flags": flags})
            exchange.messages[made["id"]] = made
        exchange.edits += 1
        self._say(exchange, "edit" if method == "PATCH" else "post", shown(made))
        exchange.done.set()
        return made

    def _patched(self, channel: int, old: Json, body: Json) -> Json:
        """A message after an edit: what is not named stays as it was."""
        fields = ("content", "embeds", "components", "attachments", "flags")
        kept = {key: old[key] for key in fields if old.get(key)}
        made = self._message(channel, {**kept, **body})
        if "attachments" not in body and not body.get("files"):
            made["files"] = old.get("files", [])
        return made

    def _message(self, channel: int, body: Json) -> Json:
        self._check(body)
        number = str(self.snowflake())
        return {
            "id": number,
            "channel_id": str(channel),
            "author": self._me(),
            "content": body.get("content") or "",
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [
                {
                    "id": str(self.snowflake()),
                    "filename": one.get("filename", ""),
                    "size": 1,
                    "url": "",
                    "proxy_url": "",
                    "description": one.get("description"),
                }
                for one in body.get("attachments") or ()
            ],
            "embeds": [{"type": "rich", **one} for one in body.get("embeds") or ()],
            "components": body.get("components") or [],
            "pinned": False,
            "type": 0,
            "flags": body.get("flags", 0),
            "files": body.get("files", []),
        }

    def _check(self, body: Json) -> None:
        """Refuse what Discord would refuse."""
        embeds = body.get("embeds") or []
        total = 0
        for embed in embeds:
            title, text = embed.get("title") or "", embed.get("description") or ""
            total += len(title) + len(text)
            if len(title) > limits.EMBED_TITLE or len(text) > limits.EMBED_TEXT:
                raise ApiError(400, 50035, "Invalid Form Body: embed")
        if len(embeds) > limits.EMBEDS or total > limits.EMBED_TOTAL:
            raise ApiError(400, 50035, "Invalid Form Body: embeds")
        if len(body.get("content") or "") > limits.CONTENT:
            raise ApiError(400, 50035, "Invalid Form Body: content")
        files, attached = body.get("files") or [], body.get("attachments") or []
        if any(file["size"] > limits.FILE_BYTES for file in files):
            raise ApiError(413, 40005, "Request entity too large")
        if max(len(files), len(attached)) > limits.FILES:
            raise ApiError(400, 50035, "Invalid Form Body: files")
        if any(len(one.get("description") or "") > limits.ALT_TEXT for one in attached):
            raise ApiError(400, 50035, "Invalid Form Body: description")
        rows = body.get("components") or []
        ids: list[str] = []
        for row in rows:
            if len(row["components"]) > limits.BUTTONS_IN_ROW:
                raise ApiError(400, 50035, "Invalid Form Body: row")
            for part in row["components"]:
                called = part.get("custom_id") or part["url"]
                ids.append(called)
                options = part.get("options") or []
                wrong = (
                    len(called) > (limits.CUSTOM_ID if "custom_id" in part else limits.LINK)
                    or len(options) > limits.OPTIONS
                )
                wrong |= len(part.get("label") or "") > limits.BUTTON_TEXT
                wrong |= len(part.get("placeholder") or "") > limits.PLACEHOLDER
                wrong |= part["type"] == 2 and not (part.get("label") or "").strip()
                wrong |= len({one["value"] for one in options}) != len(options)
                wrong |= any(
                    not 0 < len(one["label"].strip()) <= limits.OPTION_TEXT
                    or not 0 < len(one["value"]) <= limits.OPTION_TEXT
                    or len(one.get("description") or "") > limits.OPTION_TEXT
                    for one in options
                )
                if wrong or (part["type"] == 3 and not options):
                    raise ApiError(400, 50035, f"Invalid Form Body: {part}")
        if len(rows) > limits.ROWS or len(ids) != len(set(ids)):
            raise ApiError(400, 50035, "Invalid Form Body: components")
        if (
            not embeds
            and not body.get("content")
            and not rows
            and not body.get("files")
            and "flags" not in body
        ):
            raise ApiError(400, 50006, "Cannot send an empty message")

    async def _channel(self, method: str, number: int, rest: list[str], body: Json) -> Any:
        channel = self.channels.get(number)
        if channel is None:
            raise ApiError(404, 10003, "Unknown Channel")
        if self.kicked and channel.kind != 1:
            raise ApiError(403, 50001, "Missing Access")
        match method, rest:
            case "GET", []:
                return self._channel_payload(channel)
            case "PATCH", []:
                channel.asleep = body.get("archived", channel.asleep)
                return self._channel_payload(channel)
            case "DELETE", []:
                await self.close_channel(channel)
                return self._channel_payload(channel)
            case "POST", ["threads"]:
                return await self._thread(channel, body)
            case "PUT", ["thread-members", user]:
                if int(user) in self.left:
                    raise ApiError(404, 10007, "Unknown Member")
                channel.members.add(int(user))
                self._tell(channel, "member", {})
                return None
            case "POST", ["messages"]:
                if channel.kind == 1 and channel.members & (self.closed_dms | self.left):
                    raise ApiError(403, 50007, "Cannot send messages to this user")
                nonce = body.get("nonce")
                if nonce is not None and len(str(nonce)) > limits.NONCE:
                    raise ApiError(400, 50035, "Invalid Form Body: nonce")
                if nonce is not None and body.get("enforce_nonce"):
                    known = self._nonces.get((number, str(nonce)))
                    if known is not None and known in channel.messages:
                        return channel.messages[known]
                message = self._message(number, body)
                channel.asleep = False
                channel.messages[int(message["id"])] = message
                channel.sent.append({"method": "POST", "id": message["id"], **body})
                self._tell(channel, "post", shown(message))
                self._nonces[number, str(nonce)] = int(message["id"])
                for user in (body.get("allowed_mentions") or {}).get("users") or ():
                    if f"<@{user}>" in (body.get("content") or "") and not body.get("flags", 0) & 4096:
                        self.pings[int(user)].append(body["content"])
                return message
            case "PATCH", ["messages", old]:
                if channel.asleep:
                    raise ApiError(400, 50083, "Thread is archived")
                if int(old) not in channel.messages:
                    raise ApiError(404, 10008, "Unknown Message")
                message = {**self._patched(number, channel.messages[int(old)], body), "id": old}
                channel.messages[int(old)] = message
                channel.sent.append({"method": "PATCH", "id": old, **body})
                self._tell(channel, "hang" if body.get("files") else "edit", shown(message))
                return message
            case "DELETE", ["messages", old]:
                channel.messages.pop(int(old), None)
                self._tell(channel, "delete", {})
                return None
        raise ApiError(404, 0, f"{method} {rest}")

    async def _thread(self, channel: Channel, body: Json) -> Json:
        """A thread; in a forum a post, which begins with a message of the same number."""
        kind = 11 if channel.kind == 15 else body.get("type", 11)
        if kind == 12 and self.no_private_threads:
            raise ApiError(403, 50013, "Missing Permissions")
        if len(body["name"]) > limits.THREAD_NAME:
            raise ApiError(400, 50035, "Invalid Form Body: name")
        made = self.channel(body["name"], kind, channel.id)
        self._tell(made, "thread", {"name": made.name})
        await self._dispatch("THREAD_CREATE", {**self._channel_payload(made), "newly_created": True})
        if channel.kind != 15:
            return self._channel_payload(made)
        message = {**self._message(made.id, body["message"]), "id": str(made.id)}
        made.messages[made.id] = message
        made.sent.append({"method": "POST", "id": message["id"], **body["message"]})
        self._tell(made, "post", shown(message))
        return {**self._channel_payload(made), "message": message}


def _check_form(form: Json) -> None:
    """Refuse a form that Discord would refuse."""
    inputs = [part for row in form["components"] for part in row.get("components") or [row["component"]]]
    wrong = len(form["title"]) > limits.MODAL_TITLE or len(form["custom_id"]) > limits.CUSTOM_ID
    for part in inputs:
        wrong |= not 0 < len(part.get("label") or "x") <= limits.INPUT_LABEL
        wrong |= len(part.get("value") or "") > min(limits.INPUT_TEXT, part.get("max_length") or 4000)
    if wrong or not 0 < len(inputs) <= limits.ROWS:
        raise ApiError(400, 50035, "Invalid Form Body: form")


def _check_commands(commands: list[Json]) -> None:
    """Refuse commands that Discord would refuse."""

    def walk(one: Json) -> int:
        options, choices = one.get("options") or [], one.get("choices") or []
        size = len(one["name"]) + len(one.get("description") or "")
        size += sum(len(choice["name"]) + len(str(choice["value"])) for choice in choices)
        wrong = not 0 < len(one["name"]) <= limits.COMMAND_NAME or one["name"] != one["name"].lower()
        wrong |= not 0 < len(one.get("description") or "") <= limits.COMMAND_TEXT
        wrong |= max(len(options), len(choices)) > limits.OPTIONS
        required = [bool(option.get("required")) for option in options]
        if wrong or required != sorted(required, reverse=True):
            raise ApiError(400, 50035, f"Invalid Form Body: {one['name']}")
        return size + sum(map(walk, options))

    if len(commands) > limits.COMMANDS or max(map(walk, commands)) > limits.COMMAND_TOTAL:
        raise ApiError(400, 50035, "Invalid Form Body: commands")


def shown(message: Json) -> Json:
    """A message as clients show it: everything but numbers and times that are random in every game."""
    made = {key: message[key] for key in ("content", "embeds", "components", "flags", "files")}
    names = ("filename", "description")
    made["attachments"] = [{key: one[key] for key in names} for one in message["attachments"]]
    return made


def answer_json(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON with exactly the content type that discord.py takes for JSON."""
    response = web.Response(
        body=json.dumps(data).encode(), status=status, headers={"Via": "1.1 loopback", **(headers or {})}
    )
    response.headers["Content-Type"] = "application/json"
    return response
