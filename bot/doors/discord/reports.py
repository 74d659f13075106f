"""What happened, told to everybody: one report a phase, and a message of its own for each battle.

A report grows by edits while its phase lasts, and gets the map when it is over. An episode (a battle, or
whatever the game's scribe calls one) has its own message, likewise edited as it goes on; the report then goes
on below it, so that one reads from top to bottom. What has been told is noted for each channel after each
letter: one that comes again after a crash finds itself noted, or is posted under the same nonce, which posts
nothing.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from bot.desk.counter import called
from bot.desk.reply import CODE, DIM, ITEM, STRONG, Action, Line, Reply, plain
from bot.doors.discord.hanging import EPISODE, REPORT, RESULT, Hanging, Owed
from bot.doors.discord.posting import Posting
from bot.doors.discord.scenes import Scene, scenes
from bot.letters import Letter
from bot.live import GameInfo
from bot.store.store import Store
from engine.kernel.codec import canonical, plain_view
from engine.kernel.log import SEED
from render import scribe

LONGEST: Final = 3_000
"""Characters of a message after which a new one is begun."""


@dataclass(slots=True)
class Story:
    """A message that goes on. `after` is the entry before the first it tells of, `place` which scene of that
    first entry it is."""

    title: str
    after: int
    place: int = 0
    message: int = 0
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Account:
    """What was told in a channel: up to which entry, which one the last map shows, and what is still open."""

    seq: int = -1
    mapped: int = -1
    shown: str = ""
    """A digest of what stood on that map."""
    news: bool = False
    """Whether anything was told since the last map."""
    report: Story | None = None
    episode: Story | None = None
    pinged: dict[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> "Account":
        """An account as `Account.text` wrote it."""
        plain_: dict[str, Any] = json.loads(text)
        for name in ("report", "episode"):
            plain_[name] = Story(**plain_[name]) if plain_.get(name) else None
        return cls(**plain_)

    def text(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)


class Reports:
    """Tells everybody."""

    def __init__(self, store: Store, posting: Posting, hanging: Hanging) -> None:
        self._store = store
        self._posting = posting
        self._hanging = hanging

    async def account(self, channel: int) -> Account:
        """What was told in a channel so far."""
        noted = await self._store.note(f"account:{channel}")
        return Account() if noted is None else Account.read(noted)

    async def keep(self, channel: int, account: Account) -> None:
        """Note what was told."""
        await self._store.keep_note(f"account:{channel}", account.text())

    async def moved(self, old: int, new: int) -> None:
        """Go on in another channel; messages that were open stay behind."""
        account = await self.account(old)
        account.report = account.episode = None
        await self.keep(new, account)

    async def tell(self, letter: Letter, info: GameInfo, channel: int) -> None:
        """Tell of an entry."""
        account = await self.account(channel)
        if account.seq >= letter.seq:
            return
        before = account.text()
        if letter.kind == SEED:
            headline = scribe(info.key).result(letter.view) or _reason(letter)
            await self.result(info, channel, letter.nonce, headline, letter.lines)
        else:
            await self._entry(letter, info, channel, account)
            if account.text() == before:
                return  # nothing was told, and would not be if it came again
        account.seq = letter.seq
        await self.keep(channel, account)

    async def _entry(self, letter: Letter, info: GameInfo, channel: int, account: Account) -> None:
        words = scribe(info.key)
        first = letter.before is None
        was, now = "" if first else words.episode(letter.before), words.episode(letter.view)
        over = not first and words.mark(letter.before) != words.mark(letter.view)
        # Where nothing on the map is different, what was said leads into the next phase's report.
        led = over and letter.outcome is None and _standing(letter.view) == account.shown
        phase = words.phase(letter.view if first or led else letter.before)
        if led and account.report is not None:
            account.report.title = f"{info.name} · {phase}"
        parts = scenes(words, was, letter.tellings)
        if parts[-1].name != now:
            parts.append(Scene(now))  # the position knows best
        for place, part in enumerate(parts):
            if place or not part.name:
                await self._close(letter, info, channel, account)
            if not part.lines:
                continue
            account.news = True
            if part.name and account.episode is None:
                account.episode = Story(f"{info.name} · {part.name}", letter.seq - 1, place)
                account.report = None
            if not part.name and account.report is None:
                account.report = Story(f"{info.name} · {phase}", letter.seq - 1)
            story = account.episode or account.report
            assert story is not None
            await self._write(channel, story, part.lines, f"{letter.nonce}{place or ''}")
        if letter.outcome is not None:
            await self._close(letter, info, channel, account)
        if account.news and (letter.outcome is not None or (over and not led)):
            await self._map(letter, info, channel, account, phase)

    async def _close(self, letter: Letter, info: GameInfo, channel: int, account: Account) -> None:
        """The episode is over, if one was going on."""
        story, account.episode = account.episode, None
        if story is not None:
            owed = Owed(EPISODE, info.id, story.after, letter.seq, place=story.place)
            await self._hanging.owe(channel, story.message, owed)

    async def _map(self, letter: Letter, info: GameInfo, channel: int, account: Account, phase: str) -> None:
        """The map, now that a phase is over in which something was told."""
        story = account.report
        if story is None:
            story = Story(f"{info.name} · {phase}", letter.seq - 1)
            await self._write(channel, story, [OVER], f"{letter.nonce}m")
        await self._hanging.owe(channel, story.message, Owed(REPORT, info.id, account.mapped, letter.seq))
        account.report, account.news = None, False
        account.mapped, account.shown = letter.seq, _standing(letter.view)

    async def _write(self, channel: int, story: Story, lines: list[str], nonce: str) -> None:
        """Let a story go on; where its message is full or gone, in a new one."""
        if story.message and sum(map(len, (*story.lines, *lines))) <= LONGEST:
            whole = [*story.lines, *lines]
            if await self._posting.edit(channel, story.message, _told(story.title, whole)):
                story.lines = whole
                return
        story.message = await self._posting.send(channel, _told(story.title, lines), nonce)
        story.lines = lines

    async def ended(self, letter: Letter, info: GameInfo, channel: int) -> None:
        """A game that was ended by word; what was being told stops here."""
        account = await self.account(channel)
        if account.episode is not None:
            owed = Owed(EPISODE, info.id, account.episode.after, account.seq, place=account.episode.place)
            await self._hanging.owe(channel, account.episode.message, owed)
        if account.report is not None:
            owed = Owed(REPORT, info.id, account.mapped, account.seq)
            await self._hanging.owe(channel, account.report.message, owed)
        account.report = account.episode = None
        await self.keep(channel, account)
        seed = f"The seed of the dice was {letter.data['seed']}; anyone can check every one."
        await self.result(info, channel, letter.nonce, str(letter.data["reason"]), (seed,))

    async def result(
        self, info: GameInfo, channel: int, nonce: str, headline: str, lines: tuple[str, ...]
    ) -> None:
        """How it ended, with the seed of the dice and how to check them; once for each channel."""
        key = f"result:{info.id}:{channel}"
        if await self._store.note(key) is not None:
            return
        reply = plain(
            Line(headline, STRONG),
            *(Line(line) for line in lines),
            Line(f"When the game was set up, the SHA-256 of that seed was said: {info.commitment}.", DIM),
            Line("To check every die and every order: /game verify, or get the whole log and run", DIM),
            Line(f"farspeaker verify {info.id}.jsonl", CODE),
            title=f"{called(info)} is over",
            tone="good",
            actions=(Action("export", (info.id,), "The whole log"), Action("verify", (info.id,), "Check it")),
        )
        message = await self._posting.send(channel, reply, nonce)
        await self._hanging.owe(channel, message, Owed(RESULT, info.id, -1, -1))
        await self._store.keep_note(key, str(message))


PASSING: Final = ("turn", "phase", "waiting")
"""What is different in every phase, as Views call it by convention."""

OVER: Final = "The phase is over."


def _standing(view: Any) -> str:
    """A digest of how things stand, whoever's turn it is."""
    seen = plain_view(view)
    if isinstance(seen, dict):
        seen = {name: value for name, value in seen.items() if name not in PASSING}
    return hashlib.sha256(canonical(seen).encode()).hexdigest()


def _told(title: str, lines: list[str]) -> Reply:
    return plain(*(Line(line, ITEM) for line in lines), title=title)


def _reason(letter: Letter) -> str:
    return letter.outcome.reason if letter.outcome is not None else "The game is over."
