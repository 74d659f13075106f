"""REST and gateway, as far as Farspeaker uses them; with faults on demand.

Everything the bot sends is kept in `Channel.messages` and `Exchange.messages`, so a test can ask what each
person sees. Where Discord's documentation says how a wrong request is answered, it is answered so.
"""

import asyncio
import json
import time
from collections import defaultdict
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
    def last(self) -> Json:
        """The newest message of it."""
        return list(self.messages.values())[-1] if self.messages else {}


class ApiError(Exception):
    """What Discord answers instead."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


class Discord:
    """The server."""

    def __init__(self) -> None:
        self._serial = count(1)
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
        return ((int(time.time() * 1000) - EPOCH) << 22) | (next(self._serial) & 0x3FFFFF)

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
        text = [one for one in self.channels.values() if one.kind == 0]
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
                    "archived": False,
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
            await socket.close(code=4000)
        self.sockets.clear()

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
    ) -> Exchange:
        """Send an interaction to the bot; `again` sends the same one once more."""
        if again is not None:
            await self._dispatch("INTERACTION_CREATE", again.payload)
            return again
        number = self.snowflake()
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
        exchange = Exchange(number, token, payload, time.perf_counter())
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
        try:
            made = await self._answer(request.method, path.split("/"), body, dict(request.query))
        except ApiError as error:
            return answer_json({"code": error.code, "message": error.message}, error.status)
        if made is None:
            return web.Response(status=204)
        return answer_json(made)

    async def _body(self, request: web.Request) -> Json:
        if request.content_type == "multipart/form-data":
            form = await request.post()
            body: Json = json.loads(str(form.get("payload_json", "{}")))
            body["files"] = [
                {"name": part.filename, "size": len(part.file.read())}
                for name, part in form.items()
                if name.startswith("files[") and isinstance(part, web.FileField)
            ]
            return body
        if not request.can_read_body:
            return {}
        made = await request.json()
        return made if isinstance(made, dict) else {"list": made}

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
        if body["type"] == 8 and len(data.get("choices", ())) > limits.CHOICES:
            raise ApiError(400, 50035, "Invalid Form Body")
        exchange.first = body
        exchange.first_after = time.perf_counter() - exchange.at
        exchange.ephemeral = bool(data.get("flags", 0) & 64)
        exchange.acknowledged.set()
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
        ephemeral = (
            64 if exchange.ephemeral or exchange.payload.get("message", {}).get("flags", 0) & 64 else 0
        )
        made = self._message(int(exchange.payload["channel_id"]), {**body, "flags": ephemeral})
        key = "@original" if method == "PATCH" else made["id"]
        exchange.messages[key] = made
        exchange.edits += 1
        exchange.done.set()
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
        rows = body.get("components") or []
        ids: list[str] = []
        for row in rows:
            if len(row["components"]) > limits.BUTTONS_IN_ROW:
                raise ApiError(400, 50035, "Invalid Form Body: row")
            for part in row["components"]:
                ids.append(part["custom_id"])
                options = part.get("options") or []
                wrong = len(part["custom_id"]) > limits.CUSTOM_ID or len(options) > limits.OPTIONS
                wrong |= len(part.get("label") or "") > limits.BUTTON_TEXT
                wrong |= any(
                    not 0 < len(one["label"]) <= limits.OPTION_TEXT
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
        match method, rest:
            case "GET", []:
                return self._channel_payload(channel)
            case "DELETE", []:
                del self.channels[number]
                return self._channel_payload(channel)
            case "POST", ["threads"]:
                kind = body.get("type", 11)
                if kind == 12 and self.no_private_threads:
                    raise ApiError(403, 50013, "Missing Permissions")
                made = self.channel(body["name"], kind, channel.id)
                await self._dispatch("THREAD_CREATE", {**self._channel_payload(made), "newly_created": True})
                return self._channel_payload(made)
            case "PUT", ["thread-members", user]:
                channel.members.add(int(user))
                return None
            case "POST", ["messages"]:
                if channel.kind == 1 and channel.members & self.closed_dms:
                    raise ApiError(403, 50007, "Cannot send messages to this user")
                nonce = body.get("nonce")
                if nonce is not None and len(str(nonce)) > limits.NONCE:
                    raise ApiError(400, 50035, "Invalid Form Body: nonce")
                if nonce is not None and body.get("enforce_nonce"):
                    known = self._nonces.get((number, str(nonce)))
                    if known is not None and known in channel.messages:
                        return channel.messages[known]
                message = self._message(number, body)
                message["files"] = body.get("files", [])
                channel.messages[int(message["id"])] = message
                channel.sent.append({"method": "POST", "id": message["id"], **body})
                self._nonces[number, str(nonce)] = int(message["id"])
                for user in (body.get("allowed_mentions") or {}).get("users") or ():
                    if f"<@{user}>" in (body.get("content") or "") and not body.get("flags", 0) & 4096:
                        self.pings[int(user)].append(body["content"])
                return message
            case "PATCH", ["messages", old]:
                if int(old) not in channel.messages:
                    raise ApiError(404, 10008, "Unknown Message")
                message = {**self._message(number, body), "id": old}
                message["files"] = body.get("files", [])
                channel.messages[int(old)] = message
                channel.sent.append({"method": "PATCH", "id": old, **body})
                return message
            case "DELETE", ["messages", old]:
                channel.messages.pop(int(old), None)
                return None
        raise ApiError(404, 0, f"{method} {rest}")


def answer_json(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON with exactly the content type that discord.py takes for JSON."""
    response = web.Response(
        body=json.dumps(data).encode(), status=status, headers={"Via": "1.1 loopback", **(headers or {})}
    )
    response.headers["Content-Type"] = "application/json"
    return response
