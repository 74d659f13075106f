"""Referees in processes of their own: killed in the middle of everything, and two at once on one store."""

import asyncio
import json
import os
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlmodel import select

from bot import games
from bot.answers import ACCEPTED, REFUSED, Answer
from bot.live import read_entries
from bot.referee import Referee
from bot.store.store import Store
from bot.store.tables import DONE, Message
from engine.kernel.log import Entry
from engine.kernel.seats import SPECTATOR
from engine.kernel.verifying import verify
from tests.support.nursery import Down, Nursery, Process
from tests.support.table import AL, BO, seated

KILLS = int(os.environ.get("FARSPEAKER_KILLS", "20"))
"""How often the referee is killed; 200 for the full test."""

TABLES = 6


@pytest.fixture
async def nursery() -> AsyncIterator[Nursery]:
    # Addresses of sockets are short, and pytest's folders are not.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        async with Nursery(Path(folder)) as made:
            yield made


class Load:
    """Many players who go on whatever happens: an order that was not answered is given again until it is."""

    def __init__(self, tables: list[str], seed: int) -> None:
        self.tables = tables
        self.answers: dict[str, Answer] = {}
        self.process: Process | None = None
        self.up = asyncio.Event()
        self.stop = False
        self._chance = random.Random(seed)

    async def play(self, table: str, seat: str) -> None:
        number = 0
        while not self.stop:
            number += 1
            ref = f"{table}-{seat}-{number}"
            what = self._chance.random()
            if what < 0.8:
                await self._ask("submit", table, seat, self._chance.choice(LINES), ref=ref)
            elif what < 0.9:
                await self._ask("undo", table, seat, ref=ref)
            else:
                await self._ask("word", table, seat, f"word {number}", ref=ref)

    async def _ask(self, do: str, *arguments: str, ref: str) -> None:
        while True:
            await self.up.wait()
            assert self.process is not None
            try:
                answer = await self.process.ask(do, *arguments, ref=ref)
            except (Down, ConnectionError):
                await asyncio.sleep(0)
                continue
            if answer.kind == "not recorded":
                continue
            assert ref not in self.answers
            self.answers[ref] = answer
            return


LINES = ("boast of gold", "boast of salt", "boast of gold, salt", "boast of nothing", "bid 99")


async def logs(store: Store, tables: list[str]) -> dict[str, list[Entry]]:
    return {table: read_entries(tuple(await store.bodies(table))) for table in tables}


async def check_messages(store: Store, ledger: Path) -> None:
    """Every message was delivered, under one nonce, and in order for each address."""
    delivered = [json.loads(line) for line in ledger.read_text().splitlines()]
    owed = await store.read(lambda session: session.exec(select(Message).order_by("id")).all())
    assert {message.state for message in owed} == {DONE}
    times = Counter(one["nonce"] for one in delivered)
    assert set(times) == {message.nonce for message in owed}
    nonces = defaultdict(set)
    for one in delivered:
        nonces[tuple(one["about"])].add(one["nonce"])
    about_entries = {about: found for about, found in nonces.items() if about[3] >= 0}
    assert all(len(found) == 1 for found in about_entries.values())
    first: dict[str, int] = {}
    for place, one in enumerate(delivered):
        first.setdefault(one["nonce"], place)
    by_address = defaultdict(list)
    for message in owed:
        by_address[message.address].append(first[message.nonce])
    assert all(places == sorted(places) for places in by_address.values())


@pytest.mark.parametrize("url", ["sqlite", "postgres"], indirect=True)
async def test_killed_at_random_moments_nothing_is_lost_and_nothing_happens_twice(
    url: str, nursery: Nursery, tmp_path: Path
) -> None:
    kills = KILLS if url.startswith("sqlite") else max(3, KILLS // 5)
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    chance = random.Random(seed)
    ledger = tmp_path / "ledger"
    async with await Store.open(url) as store:
        tables = [await seated(Referee(store), name=f"table {n}") for n in range(TABLES)]
    load = Load(tables, seed)
    async with asyncio.TaskGroup() as tasks:
        for table in tables:
            for seat in (AL, BO):
                tasks.create_task(load.play(table, seat))
        for _ in range(kills):
            if chance.random() < 0.15:  # now and then while it is still starting
                pid, _ = await nursery.fork(url, ledger)
                await asyncio.sleep(chance.uniform(0, 0.2))
                os.kill(pid, 9)
            load.process = await nursery.start(url, ledger)
            load.up.set()
            wanted = chance.randrange(60)
            async with asyncio.timeout(60):
                while load.process.answers < wanted:
                    await asyncio.sleep(0.001)
            await asyncio.sleep(chance.uniform(0, 0.01))
            load.up.clear()
            await load.process.kill()
        load.process = await nursery.start(url, ledger)
        load.up.set()
        load.stop = True
    await load.process.say("drain", ref="drain")
    async with await Store.open(url) as store:
        found = await logs(store, tables)
        for table, entries in found.items():
            stored = await store.load(table)
            assert stored is not None
            assert verify(games.game("tiny"), entries, stored.seed).dice_checked
        refs = Counter(entry.ref for entries in found.values() for entry in entries if entry.ref)
        accepted = {ref for ref, answer in load.answers.items() if answer.kind == ACCEPTED}
        assert set(refs) == accepted
        assert set(refs.values()) == {1}
        assert {answer.kind for answer in load.answers.values()} >= {ACCEPTED, REFUSED}
        assert len(accepted) > kills
        for ref in accepted:
            table, answer = ref.split("-")[0], load.answers[ref]
            assert found[table][answer.seq or 0].ref == ref
        await check_messages(store, ledger)


async def test_two_processes_on_one_hot_game(url: str, nursery: Nursery, tmp_path: Path) -> None:
    """The unique number of an entry decides; the loser is judged again on the new position."""
    async with await Store.open(url) as store:
        table = await seated(Referee(store))
    rivals = [await nursery.start(url, tmp_path / "ledger") for _ in range(2)]
    jobs = [
        rival.ask("submit", table, seat, "boast of gold", ref=f"{place}-{seat}-{number}")
        for number in range(25)
        for place, rival in enumerate(rivals)
        for seat in (AL, BO)
    ]
    answers = await asyncio.gather(*jobs)
    assert {answer.kind for answer in answers} == {ACCEPTED}
    assert sorted(answer.seq or 0 for answer in answers) == list(range(1, len(jobs) + 1))
    # one interaction that reaches both gets one answer
    both = [rival.ask("submit", table, AL, "boast of salt", ref="both") for rival in rivals]
    first, second = await asyncio.gather(*both)
    assert first == second
    # and each judges on what the other did: a bid laid here cannot be laid again there
    async with await Store.open(url) as store:
        referee = Referee(store)
        asked = (await referee.readable(table)).game.pending((await referee.readable(table)).record.state)[0]  # type: ignore[union-attr]
        line = asked.default.text()
        bids = await asyncio.gather(
            *(rival.ask("submit", table, asked.seat, line, ref=f"bid {n}") for n, rival in enumerate(rivals))
        )
        assert sorted(answer.kind for answer in bids) == [ACCEPTED, REFUSED]
        await rivals[0].say("drain", ref="d0")
        await rivals[1].say("drain", ref="d1")
        entries = (await logs(store, [table]))[table]
        assert len(entries) == len(jobs) + 3
        stored = await store.load(table)
        assert stored is not None
        assert verify(games.game("tiny"), entries, stored.seed).dice_checked
        assert (await referee.position(table, SPECTATOR)).seq == len(jobs) + 2
        await check_messages(store, tmp_path / "ledger")
