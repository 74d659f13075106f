"""Secrecy over the wire: the same game with other unseen faces, byte by byte as clients receive it.

Three deals are played with the same dice and the same orders, given in the same ways:

- the first as it is;
- one with *every* face another: until the rules show the Crusader a face, his client and the onlooker's
  receive the same bytes; and the onlooker's goes on so until a face is shown to everybody;
- one with the faces that the Crusader was shown kept and all others changed: his client and the onlooker's
  receive the same bytes to the end, so nothing but what he was shown ever made a difference.

What is compared is everything a client receives: posts, edits, threads, direct messages, answers,
autocompletion, forms; in each the words, embeds, buttons, menus, custom ids, flags, file names, alt texts and
the SHA-256 of every file, in order. And the requests by which they came, in order, place by place.

What is made equal on purpose: the game's name, the seed and the clock are fixed. What is left out: the
numbers Discord gives to messages and channels, and nonces and tokens, which are random in every game. Places
(the thread, a direct message, the answers to one person) are compared one by one, since they are served side
by side: whether an answer or a post comes first is the network's affair. Within one step the words of a place
are compared in order; the pictures that are hung by later edits apart from them, as many and the same, since
each comes when it is drawn; and of the card's edits only the last counts, since it is edited when it comes to
rest. In an exported log the digests are blotted out: they cover what is sealed together with a salt that only
the seed gives away, and so are as random as it is.
"""

import hashlib
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from bot import games
from bot.referee import Referee
from bot.store.store import Store
from engine.high_crusade.game import HighCrusade
from engine.kernel.seats import SPECTATOR, Viewer
from tests.loopback.giving import WAYS, NoWay
from tests.loopback.people import House, Member, house, text_of
from tests.loopback.server import Heard, Json
from tests.loopback.squires import Squires
from tests.support.manual_clock import ManualClock

QUIET_TURNS = 4
"""Turns in which the Crusader stays where he is, so that nobody shows him a face."""
LONGEST = 130
AFTER = 4
"""Orders given after a face is shown to everybody."""
DRAWN = (8, 3)
"""Steps with pictures: the first so many, and so many from the first face on."""

CRUSADER = Viewer("crusader")
SEED = 16
DIGEST = re.compile(rb"[0-9a-f]{64}")
NOW = time.time()
Faces = dict[str, Any]


@dataclass
class Step:
    """What came of one order: place by place what was received, and by which requests."""

    received: dict[str, dict[str, list[Any]]]
    requests: dict[str, list[str]]
    shown: int
    """Faces the Crusader knows after it."""
    public: int
    """Faces everybody knows after it."""


@dataclass
class Played:
    """One game: its orders and what came of each."""

    orders: list[tuple[str, str]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    """The names (in the pack) of the faces the Crusader was shown."""

    def first(self, what: Callable[[Step], int]) -> int:
        """The number of the first step after which there is something of this."""
        return next((place for place, step in enumerate(self.steps) if what(step)), len(self.steps))


def dealt(change: Callable[[Faces], Faces]) -> HighCrusade:
    """The game with other faces on the pieces, as if it had been dealt otherwise."""
    plain: Any = games.game("high_crusade")
    return HighCrusade(replace(plain.pack, faces=change(dict(plain.pack.faces))))


def turned(faces: Faces, kept: Iterable[str] = ()) -> Faces:
    """Every face on another piece, but for those that are kept."""
    free = [name for name in faces if name not in set(kept)]
    moved = [faces[name] for name in free[5:] + free[:5]]
    return {**faces, **dict(zip(free, moved, strict=True))}


class Listening:
    """Gathers what a member's client receives, step by step."""

    def __init__(self, here: House) -> None:
        self.here = here
        self.mark = 0
        self.asked = 0
        self.places: dict[str, str] = {}

    def place(self, number: str) -> str:
        """A channel by the order in which it was first heard of."""
        return self.places.setdefault(number, f"place {len(self.places)}")

    def since(self) -> tuple[dict[str, dict[str, list[Any]]], dict[str, list[str]]]:
        """What the Crusader and the onlooker received since the last time, and the requests."""
        here = self.here
        heard = here.discord.heard[self.mark :]
        self.mark += len(heard)
        received = {member.name: self._lanes(heard, member) for member in (here.alice, here.carol)}
        requests: dict[str, list[str]] = {}
        for method, path in here.discord.requests[self.asked :]:
            lane, said = self._request(path)
            requests.setdefault(lane, []).append(f"{method} {said}")
        self.asked = len(here.discord.requests)
        card = f"PATCH channels/PLACE/messages/{self._card()}"
        without = {lane: [one for one in asked if one != card] for lane, asked in requests.items()}
        return received, without

    def _card(self) -> str:
        return str(self.here.card()["id"])

    def _lanes(self, heard: list[Heard], member: Member) -> dict[str, list[Any]]:
        lanes: dict[str, list[Any]] = {}
        for one in heard:
            if one.to is None or member.id in one.to:
                lane = one.lane if one.lane == "answer" else self.place(one.lane.split(":")[1])
                lanes.setdefault(lane, []).append((one.what, self._blotted(one.body)))
        return {lane: said if lane == "answer" else _resting(said) for lane, said in lanes.items()}

    def _blotted(self, body: Json) -> Json:
        """The same with the digests of an exported log left out of account."""
        logs = [file for file in body.get("files") or () if file["name"].endswith(".jsonl")]
        if not logs:
            return body
        plain = [DIGEST.sub(b"#", self.here.discord.blobs[file["sha256"]]) for file in logs]
        return {**body, "files": [hashlib.sha256(one).hexdigest() for one in plain]}

    def _request(self, path: str) -> tuple[str, str]:
        """Which place a request is for, and what it asks without the numbers in it."""
        exchange = re.match(r"(?:interactions/\d+|webhooks/\d+)/(token-\d+)(.*)", path)
        if exchange is not None:
            payload = self.here.discord.exchanges[exchange[1]].payload
            user = payload.get("user") or payload["member"]["user"]
            return f"answers to {user['username']}", exchange[2]
        channel = re.match(r"channels/(\d+)(.*)", path)
        if channel is None:
            return "the rest", path
        card = channel[2].endswith(f"/{self._card()}")
        said = f"channels/PLACE{channel[2] if card else re.sub(r'[0-9]+', 'N', channel[2])}"
        return self.place(channel[1]), said


def _resting(said: list[Any]) -> list[Any]:
    """The words in order, then the card as it is at last, then the pictures that were hung."""
    hung = [(one["files"], one["attachments"]) for what, one in said if what == "hang"]
    plain = [(what, {**one, "files": [], "attachments": []}) for what, one in said if what != "hang"]
    cards = [one for one in plain if one[0] == "edit" and "Seed of the dice (" in text_of(one[1])]
    return [*(one for one in plain if one not in cards), *cards[-1:], *sorted(hung, key=str)]


async def played(path: Path, faces: Callable[[Faces], Faces], script: Played | None) -> Played:
    """Play a game: by the squires' lights, or by the script of another."""
    rules = dealt(faces)

    def made(store: Store) -> Referee:
        return Referee(
            store, clock=ManualClock(), games=lambda _: rules, seeds=lambda size: bytes([SEED]) * size
        )

    path.mkdir()
    game = Played()
    async with house(path, referee=made, pictures=True) as here:
        assert here.bot is not None
        here.discord.wall = lambda: NOW
        name = await here.begin(scenario="basic")
        squires, listening = Squires(here, name, 5), Listening(here)
        listening.since()
        until = LONGEST
        while len(game.steps) < until:
            number = len(game.steps)
            started = game.first(lambda step: step.shown)
            here.bot.door.painter.enabled = number < DRAWN[0] or 0 <= number - started < DRAWN[1]
            if script is not None:
                if number == len(script.orders):
                    break
                called, line = script.orders[number]
                who = next(one for one in (here.alice, here.bob) if one.name == called)
            else:
                turn = await squires.next()
                assert turn is not None
                who, line = turn.who, turn.line
                if turn.asked.kind == "crusader_movement" and (await turn_of(here, name)) <= QUIET_TURNS:
                    line = "done"
            try:
                answer = await WAYS[number % len(WAYS)](who, line)
            except NoWay:
                assert script is not None
                break  # the face he was shown makes another order of it
            if "Done" not in answer.text and "Given" not in answer.text:
                assert script is not None, (line, answer.text)
                break
            await here.quiet()
            if number % 12 == 0:
                await look_around(here)
            received, requests = listening.since()
            game.orders.append((who.name, line))
            game.steps.append(Step(received, requests, *await faces_known(here, name, game)))
            if game.steps[-1].public and until == LONGEST:
                until = number + AFTER
    return game


async def turn_of(here: House, name: str) -> int:
    turn: int = (await here.desk.referee.position(name, SPECTATOR)).view.turn
    return turn


async def faces_known(here: House, name: str, game: Played) -> tuple[int, int]:
    """How many faces the Crusader knows, and how many everybody does."""
    live = await here.desk.referee.readable(name)
    assert live.record is not None
    mine = (await here.desk.referee.position(name, CRUSADER)).view.thralls
    everybody = (await here.desk.referee.position(name, SPECTATOR)).view.thralls
    known = [planet for planet, seen in mine.items() if seen.face is not None]
    game.seen |= {live.record.state.thralls[planet].face for planet in known}
    return len(known), sum(seen.face is not None for seen in everybody.values())


async def look_around(here: House) -> None:
    """The Crusader and the onlooker ask for all there is to ask for."""
    for member in (here.alice, here.carol):
        for command in ("dossier", "board", "help", "panel", "game show", "game export", "tour"):
            await member.runs(command)
        await member.runs("game history", count=100)
        await member.runs("game replay", entry=3)
        await member.runs("board", about="Ganth")
        await member.runs("order", line="convert Ganth with the moon")
        await member.runs("odds", line="attack Ganth")
        await member.presses(here.card(), "What I know", where=here.thread)
        await member.presses(here.card(), "Map", where=here.thread)
        for typed in ("", "move ", "convert ", "attack ", "d"):
            await member.types("order", "line", typed)
            await member.types("odds", "line", typed)


def same(one: Played, other: Played, name: str, upto: int) -> None:
    """Assert that a client received the same bytes up to a step."""
    for number, (mine, his) in enumerate(zip(one.steps[:upto], other.steps[:upto], strict=True)):
        assert one.orders[number] == other.orders[number]
        assert mine.received[name].keys() == his.received[name].keys(), number
        for lane, said in mine.received[name].items():
            assert said == his.received[name][lane], (number, lane)


def same_requests(one: Played, other: Played, upto: int, but: str = "") -> None:
    """Assert that the same was asked of Discord in the same order, place by place."""
    for number, (mine, his) in enumerate(zip(one.steps[:upto], other.steps[:upto], strict=True)):
        for lane in mine.requests.keys() | his.requests.keys():
            assert lane == but or mine.requests.get(lane) == his.requests.get(lane), (number, lane)


async def test_deals_that_differ_in_unseen_faces_cannot_be_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.gathering.new_name", lambda: "abcdef")
    monkeypatch.setattr("bot.doors.discord.client.PATIENCE", 60.0)  # a busy machine must not tell deals apart
    first = await played(tmp_path / "first", dict, None)
    to_him, to_all = first.first(lambda step: step.shown), first.first(lambda step: step.public)
    assert to_him > 40, "he is shown a face too early for this to prove much"
    assert len(first.steps) > to_him + 2

    other = await played(tmp_path / "other", turned, first)
    assert other.first(lambda step: step.shown) == to_him
    both = min(to_all, other.first(lambda step: step.public), len(other.steps))
    same(first, other, "Alice", to_him)
    same(first, other, "Carol", both)
    same_requests(first, other, to_him)
    same_requests(first, other, both, but="answers to Alice")
    assert both > to_him, "the onlooker is shown nothing yet while the Crusader is"
    assert first.steps[to_him].received["Alice"] != other.steps[to_him].received["Alice"]

    hidden = await played(tmp_path / "hidden", lambda faces: turned(faces, first.seen), first)
    assert len(hidden.steps) == len(first.steps)
    same(first, hidden, "Alice", len(first.steps))
    same(first, hidden, "Carol", len(first.steps))
    same_requests(first, hidden, len(first.steps))


def test_the_other_deals_are_others() -> None:
    plain = dealt(dict).pack.faces
    changed = turned(plain)
    assert all(changed[name] != plain[name] for name in plain)
    kept = turned(plain, list(plain)[:3])
    assert [kept[name] == plain[name] for name in plain] == [place < 3 for place in range(len(plain))]
