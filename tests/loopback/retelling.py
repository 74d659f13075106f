"""A game that was played before, given again order by order: the same seed, so the same dice."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bot.pictures import Film, open_film
from bot.referee import Referee
from bot.store.store import Store
from engine.kernel.log import ORDER, SEED, Entry
from tests.loopback.people import Answer, House, Member, text_of
from tests.loopback.server import Json

GOLDEN = Path(__file__).parents[1] / "golden"
BATTLES = GOLDEN / "high_crusade" / "campaign_wersgorix_elimination.json"
"""A game of two captains who fight in the second turn already."""
CAPITALS = GOLDEN / "high_crusade" / "basic_crusader_capitals.json"


class Retelling:
    """One such game."""

    def __init__(self, file: Path) -> None:
        self.film: Film = open_film(file)
        seed = next(entry for entry in self.film.entries if entry.kind == SEED).said()["seed"]
        self._seed = bytes.fromhex(seed)
        self.options: dict[str, str] = self.film.entries[0].said()["options"]
        self.game = ""

    def referee(self, store: Store) -> Referee:
        """A referee whose dice fall as they fell then."""
        return Referee(store, seeds=lambda size: self._seed)

    @property
    def orders(self) -> list[Entry]:
        """The orders that counted."""
        return [entry for entry in self.film.entries if entry.kind == ORDER]

    async def begin(self, here: House, **options: Any) -> str:
        """Alice and Bob sit down."""
        self.game = await here.begin(**self.options, **options)
        return self.game

    async def skip(self, here: House, to: int) -> None:
        """Give the orders up to an entry without a word in between, and without a picture."""
        assert here.bot is not None
        here.bot.door.painter.enabled = False
        head = await here.desk.referee.store.head(self.game)
        assert head is not None
        for entry in self.orders:
            if head[1] < entry.seq <= to:
                answer = await here.desk.referee.submit(self.game, entry.by, entry.said()["line"])
                assert answer.ok, answer
        await here.quiet()
        here.bot.door.painter.enabled = here.pictures

    async def give(self, here: House, numbers: Iterable[int]) -> Answer:
        """Let people give these orders, each after the last has been told of."""
        seen: Answer | None = None
        for number in numbers:
            entry = self.film.entries[number]
            seen = await sitting(here, entry.by).runs("order", line=f"{entry.said()['line']}!")
            assert "Done" in seen.text, seen.text
            await here.quiet()
        assert seen is not None
        return seen


def sitting(here: House, seat: str) -> Member:
    """Who sits where in a game that `House.begin` began."""
    return here.alice if seat == "crusader" else here.bob


def titled(here: House, words: str) -> list[Json]:
    """The messages of the thread whose title says so, oldest first."""
    return [one for one in here.thread.messages.values() if words in _title(one)]


def _title(message: Json) -> str:
    return next((embed.get("title") or "" for embed in message.get("embeds") or ()), "")


def pictures(here: House, message: Json) -> Iterator[tuple[str, bytes]]:
    """The pictures that hang under a message: name and bytes."""
    for file in message["files"]:
        yield file["name"], here.discord.blobs[file["sha256"]]


def story(message: Json) -> list[str]:
    """The lines of a report."""
    return [line.removeprefix("• ") for line in text_of(message).split("\n")[1:]]
