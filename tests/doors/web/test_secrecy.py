"""Two worlds that differ only in what a viewer cannot know: every byte that he gets is the same.

The worlds are real games in real stores, played with the same orders and the same dice; the tables listen.
What an exported log says of hidden things is their hash, which is as it should be: hashes are left out of the
comparison, everything else of the file is in it.
"""

import itertools
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot import gathering
from engine.high_crusade import setup
from engine.kernel.dice import shuffled
from engine.kernel.seats import SPECTATOR, Seat, viewer_of
from tests.doors.web.conftest import Served, close, serve

HASH = re.compile(rb"[0-9a-f]{64}")
LINES = {
    "high_crusade": (
        "",
        "move",
        "move fleet A",
        "move fleet A to ",
        "convert",
        "attack Ganth 1 with fleet A",
    ),
    "crusade": ("", "place", "place knight", "place knight at ", "move", "nonsense"),
}
PLACES = {"high_crusade": ("0212", "0202", "0303", "0506", "9999"), "crusade": ("A1", "D2", "H8", "D7", "Z9")}


class StillClock:
    """It is always the same moment."""

    def now(self) -> float:
        return 1_000_000.0

    async def sleep(self, seconds: float) -> None:
        raise NotImplementedError


Open = Callable[[str], Awaitable[Served]]


@pytest_asyncio.fixture(loop_scope="session")
async def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Open]:
    """Opens a table in a world of its own, where all names that are drawn by lot come out the same."""
    tables: list[Served] = []

    async def open_(world: str) -> Served:
        count = itertools.count()
        monkeypatch.setattr("secrets.token_hex", lambda size=8: f"{next(count):0{2 * size}x}")
        monkeypatch.setattr(gathering, "new_name", lambda: "worlds")
        tables.append(await serve(tmp_path / f"{world}.sqlite3", clock=StillClock()))
        return tables[-1]

    yield open_
    for table in tables:
        await close(table)


async def received(served: Served, http: aiohttp.ClientSession, game: str, viewer: str) -> dict[str, bytes]:
    """Everything that a viewer's page can get, byte by byte."""
    base = served.watch(game) if viewer == SPECTATOR else await served.seat(game, viewer)
    position = await served.referee.position(game, SPECTATOR)
    key = position.info.key
    wanted = ["", "/state", "/state?after=2", "/map.png", "/export", "/verify"]
    wanted += [f"/state?at={at}" for at in range(position.seq + 1)]
    if viewer != SPECTATOR:
        wanted.append("/help")
        for line in LINES[key]:
            wanted.append(f"/complete?line={line}")
            wanted += [f"/click?place={place}&line={line}" for place in PLACES[key]]
        wanted += [f"/click?place={to}&from={start}&line=" for start in PLACES[key] for to in PLACES[key]]
    got = {}
    for path in wanted:
        async with http.get(base + path) as answer:
            got[path] = HASH.sub(b"#", await answer.read()) if path == "/export" else await answer.read()
            assert answer.status < 500, path
    async with http.get(f"{base}/events") as answer:
        got["/events"] = b"".join([await answer.content.readline() for _ in range(4)])
    return got


def differing(one: dict[str, bytes], two: dict[str, bytes]) -> list[str]:
    """What is not the same."""
    assert one.keys() == two.keys()
    return [path for path, data in one.items() if two[path] != data]


@pytest.mark.parametrize("kind", ["crusader_movement", "conversion"])
async def test_unseen_faces_leave_no_trace(
    opened: Open, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Two deals of the Thrall Races, equal in what the Crusader has seen by then."""
    dealt = shuffled
    seen = {"Borrum"} if kind == "conversion" else set()

    def otherwise(dice: Any, faces: Any) -> Any:
        first = list(dealt(dice, faces))
        if len(first) != len(planets):  # leaders are dealt too
            return first
        kept = [place for place, planet in enumerate(planets) if planet not in seen]
        turned = list(first)
        for place, source in zip(kept, [*kept[1:], kept[0]], strict=True):
            turned[place] = first[source]
        return turned

    planets: Sequence[str] = ()
    got: dict[str, list[dict[str, bytes]]] = {"crusader": [], SPECTATOR: [], "wersgorix": []}
    for world in ("one", "other"):
        table = await opened(world)
        game = await table.begin()
        await table.play_to(game, "crusader_movement")
        if kind == "conversion":
            await table.order(game, "crusader", "move fleet A to Borrum 1 carrying Sir Roger")
            await table.play_to(game, "conversion")
        view = (await table.referee.position(game, viewer_of(Seat("wersgorix")))).view
        planets = tuple(view.thralls)
        for viewer, all_got in got.items():
            all_got.append(await received(table, http, game, viewer))
        monkeypatch.setattr(setup, "shuffled", otherwise)
    assert differing(*got["crusader"]) == []
    assert differing(*got[SPECTATOR]) == []
    assert "/state" in differing(*got["wersgorix"])
    assert "/state?at=3" in differing(*got["wersgorix"])


async def test_an_army_being_placed_leaves_no_trace(opened: Open, http: aiohttp.ClientSession) -> None:
    """Black places this or that; White and onlookers get the same bytes until both armies are revealed."""
    got: dict[str, list[dict[str, bytes]]] = {"white": [], SPECTATOR: [], "black": []}
    for world, lines in (("one", (0, 1)), ("other", (-1, -2))):
        table = await opened(world)
        game = await table.begin(key="crusade", mine="white")
        first = await table.referee.complete(game, "white", "place", 100)
        whole = await table.referee.complete(game, "white", first[0].line, 100)
        await table.order(game, "white", whole[0].line)
        for place in lines:
            kinds = await table.referee.complete(game, "black", "place", 100)
            ways = await table.referee.complete(game, "black", kinds[place].line, 100)
            await table.order(game, "black", ways[place].line)
        for viewer, all_got in got.items():
            all_got.append(await received(table, http, game, viewer))
    assert differing(*got["white"]) == []
    assert differing(*got[SPECTATOR]) == []
    assert "/state" in differing(*got["black"])
