"""The referee: what an order costs beside a bare commit, what opening a game costs, and how much memory
games take."""

import asyncio
import random
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot import games
from bot.live import KEPT_ENTRIES
from bot.referee import Referee
from bot.store.change import Change, Insert
from bot.store.store import Store
from bot.store.writer import SqliteWriter, sqlite_pragmas
from engine.kernel.seats import SPECTATOR
from tests.support.wandering import wander

KEY = "high_crusade"
ORDERS = 600
"""Orders measured for each number of games."""
BLOCK = 25
"""Orders, then as many bare commits, and so on: both meet the same weather."""

console = Console()


@contextmanager
def folder() -> Iterator[Path]:
    """A place on the disk that the project is on; memory disks would flatter us."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parents[1], prefix=".bench-") as name:
        yield Path(name)


async def begun(referee: Referee, scenario: str = "basic") -> str:
    """A game under way, with two players and a channel that hear of it."""
    made = await referee.create(
        KEY, options={"scenario": scenario}, channels=[f"bench:{secrets.token_hex(4)}"]
    )
    for seat in games.game(KEY).seats:
        player = await referee.player("bench", seat, seat)
        await referee.join(made.game, seat, player.id, address=f"bench:{made.game}:{seat}")
    await referee.begin(made.game)
    return made.game


def quantile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


class Scale:
    """A writer that weighs what passes through it."""

    def __init__(self, writer: SqliteWriter) -> None:
        self.writer = writer
        self.bytes = 0

    async def write(self, change: Change) -> None:
        rows = [row for step in change.steps if isinstance(step, Insert) for row in step.rows]
        self.bytes = sum(len(str(value).encode()) for row in rows for value in row.values())
        await self.writer.write(change)

    async def close(self) -> None:
        await self.writer.close()


# -- latency ----------------------------------------------------------------------------------------------


async def latency(active: int, chance: random.Random) -> tuple[list[float], list[float], float]:
    """Times of orders and of bare commits of the same bytes in the same file; bytes of an order."""
    with folder() as place:
        file = place / "games.sqlite3"
        async with await Store.open(f"sqlite:///{file}") as store:
            assert isinstance(store.writer, SqliteWriter)
            store.writer = scale = Scale(store.writer)
            referee = Referee(store, capacity=active)
            tables = await asyncio.gather(*(begun(referee) for _ in range(active)))
            for table in tables:
                await referee.position(table, SPECTATOR)
            with closing(sqlite3.connect(file, isolation_level=None)) as bare:
                sqlite_pragmas(bare, 5.0)
                bare.execute("CREATE TABLE bare (game TEXT, seq INTEGER, body TEXT, PRIMARY KEY (game, seq))")
                return await measure(referee, list(tables), bare, scale, chance)


async def measure(
    referee: Referee, tables: list[str], bare: sqlite3.Connection, scale: Scale, chance: random.Random
) -> tuple[list[float], list[float], float]:
    orders: list[float] = []
    commits: list[float] = []
    weights: list[int] = []
    while len(orders) < ORDERS:
        block: list[int] = []
        while len(block) < BLOCK:
            place = chance.randrange(len(tables))
            live = referee.live.peek(tables[place])
            if live is None or live.record is None or live.record.over:
                tables[place] = await begun(referee)
                await referee.position(tables[place], SPECTATOR)
                continue
            seat, order = wander(live.game, live.record.state, chance)
            line, ref = order.text(), secrets.token_hex(8)
            start = time.perf_counter()
            answer = await referee.submit(tables[place], seat, line, ref=ref)
            orders.append(time.perf_counter() - start)
            assert answer.ok, answer
            block.append(scale.bytes)
        for weight in block:
            body = "x" * weight
            start = time.perf_counter()
            bare.execute("BEGIN IMMEDIATE")
            bare.execute("INSERT INTO bare VALUES ('game', ?, ?)", (len(commits), body))
            bare.execute("COMMIT")
            commits.append(time.perf_counter() - start)
        weights += block
    return orders, commits, sum(weights) / len(weights)


async def all_at_once(active: int, chance: random.Random) -> tuple[float, float]:
    """Orders a second when every game has one under way, and how many share a commit."""
    with folder() as place:
        async with await Store.open(f"sqlite:///{place}/games.sqlite3") as store:
            assert isinstance(store.writer, SqliteWriter)
            referee = Referee(store, capacity=active)
            tables = await asyncio.gather(*(begun(referee) for _ in range(active)))
            jobs = []
            for table in tables:
                await referee.position(table, SPECTATOR)
                live = referee.live.peek(table)
                assert live is not None
                assert live.record is not None
                seat, order = wander(live.game, live.record.state, chance)
                jobs.append(referee.submit(table, seat, order.text(), ref=secrets.token_hex(8)))
            groups, start = store.writer.groups, time.perf_counter()
            answers = await asyncio.gather(*jobs)
            spent = time.perf_counter() - start
            assert all(answer.ok for answer in answers)
            return active / spent, active / (store.writer.groups - groups)


def report_latency(chance: random.Random) -> None:
    table = Table("active games", "order p50", "p99", "bare p50", "p99", "ratio p50", "ratio p99", "bytes")
    for active in (1, 100, 1000):
        orders, commits, weight = asyncio.run(latency(active, chance))
        cells = []
        for times in (orders, commits):
            cells += [f"{quantile(times, share) * 1000:.2f} ms" for share in (0.5, 0.99)]
        ratios = [f"{quantile(orders, share) / quantile(commits, share):.2f}" for share in (0.5, 0.99)]
        table.add_row(str(active), *cells, *ratios, f"{weight:.0f}")
    table.title = (
        "submit, one order at a time, over a bare insert and commit of the same bytes (aim: p50 at most 3)"
    )
    console.print(table)
    rate, share = asyncio.run(all_at_once(1000, chance))
    console.print(f"1,000 orders at once, a game each: {rate:.0f} a second, {share:.0f} to a commit\n")


# -- opening ----------------------------------------------------------------------------------------------


async def opening(turns: int, chance: random.Random) -> tuple[int, int, float, float]:
    """Entries and turns of a game, and the time to open it from its log and from its snapshot."""
    with folder() as place:
        async with await Store.open(f"sqlite:///{place}/games.sqlite3") as store:
            referee = Referee(store)
            reached, game = 0, ""
            while reached < turns:  # games may end early; the next one may not
                game = await begun(referee, "campaign")
                while True:
                    live = await referee.readable(game)
                    assert live.record is not None
                    reached = live.game.round(live.record.state)
                    if live.record.over or reached >= turns:
                        break
                    seat, order = wander(live.game, live.record.state, chance)
                    await referee.submit(game, seat, order.text(), ref=secrets.token_hex(8))
            from_log: list[float] = []
            from_snapshot: list[float] = []
            for times, whole in ((from_snapshot, False), (from_log, True)):
                if whole:
                    with closing(sqlite3.connect(place / "games.sqlite3")) as database, database:
                        database.execute("DELETE FROM snapshot")
                for _ in range(15):
                    fresh = Referee(store)
                    start = time.perf_counter()
                    opened = await fresh.live.latest(game)
                    times.append(time.perf_counter() - start)
            assert opened is not None
            assert opened.record is not None
            return opened.record.count, reached, quantile(from_log, 0.5), quantile(from_snapshot, 0.5)


def report_opening(chance: random.Random) -> None:
    table = Table("turns", "entries", "from the log", "from the snapshot", title="opening a stored game, p50")
    for turns in (5, 15, 30):
        entries, reached, log, snapshot = asyncio.run(opening(turns, chance))
        table.add_row(str(reached), str(entries), f"{log * 1000:.1f} ms", f"{snapshot * 1000:.1f} ms")
    console.print(table)


# -- memory -----------------------------------------------------------------------------------------------

STORED = 10_000


def resident() -> float:
    """Megabytes this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


async def fill(file: Path, chance: random.Random) -> None:
    """So many stored games, each a copy of one that has been played for a while."""
    async with await Store.open(f"sqlite:///{file}") as store:
        referee = Referee(store)
        game = await begun(referee)
        for _ in range(40):
            live = await referee.readable(game)
            assert live.record is not None
            seat, order = wander(live.game, live.record.state, chance)
            await referee.submit(game, seat, order.text(), ref=secrets.token_hex(8))
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("PRAGMA synchronous=OFF")
        numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {STORED - 1}) "
        for name, key in (
            ("game", "id"),
            ("seat", "game"),
            ("seed", "game"),
            ("snapshot", "game"),
            ("entry", "game"),
        ):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            wanted = ", ".join("'c' || n.i" if column == key else f't."{column}"' for column in columns)
            names = ", ".join(f'"{column}"' for column in columns)
            copies = f"SELECT {wanted} FROM n, {name} t WHERE t.{key} = '{game}'"
            database.execute(f"INSERT INTO {name} ({names}) {numbers}{copies}")


async def occupy(file: Path) -> None:
    """Play in 1,000 of the stored games, then look at every one, and say what that did to the memory."""
    chance = random.Random(1)
    async with await Store.open(f"sqlite:///{file}") as store:
        referee = Referee(store)
        await referee.info("c1")
        empty = resident()
        for last, steps in ((0, 1), (1, 2), (2, 4), (4, 10)):
            for number in range(last * 100 + 1, steps * 100 + 1):
                live = await referee.live.latest(f"c{number}")
                assert live is not None
                assert live.record is not None
                seat, order = wander(live.game, live.record.state, chance)
                await referee.submit(f"c{number}", seat, order.text(), ref=secrets.token_hex(8))
            print(f"active {steps * 100} {resident() - empty:.1f} {len(referee.live)}", flush=True)
        for number in range(1, STORED):
            await referee.live.latest(f"c{number}")
        print(f"visited {STORED} {resident() - empty:.1f} {len(referee.live)}", flush=True)
        print(f"empty 0 {empty:.1f} 0", flush=True)


def report_memory(chance: random.Random) -> None:
    with folder() as place:
        file = place / "games.sqlite3"
        asyncio.run(fill(file, chance))
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                f"import asyncio, bench.referee as b, pathlib; "
                f"asyncio.run(b.occupy(pathlib.Path({str(file)!r})))",
            ],
            check=True,
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[1],
        )
        table = Table(
            "",
            "games",
            "memory",
            "in the cache",
            title=f"{STORED} stored games, {file.stat().st_size / 1e6:.0f} MB",
        )
        for line in done.stdout.splitlines():
            what, number, memory, kept = line.split()
            table.add_row(what, number, f"{memory} MB", kept)
        console.print(table)
    console.print(
        f"each game in memory holds its position, 4 positions before it and {KEPT_ENTRIES} entries\n"
    )


def run() -> None:
    """Everything about the referee."""
    chance = random.Random(2026)
    report_latency(chance)
    report_opening(chance)
    report_memory(chance)
