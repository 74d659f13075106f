"""A whole game of Crusade over the wire: the armies placed in secret, the turns, the recruits, the poster."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot.referee import Referee
from bot.store.store import Store
from engine.crusade.names import home_row
from engine.crusade.squire import Squire
from engine.crusade.state import PLACEMENT
from engine.kernel.players import SeatOptions
from engine.kernel.seats import SPECTATOR, Seat, Viewer, viewer_of
from tests.loopback.giving import WAYS, by_panel
from tests.loopback.people import House, Member, house
from tests.loopback.server import Heard
from tests.loopback.squires import Squires
from tests.loopback.test_secrecy import NOW, Listening
from tests.loopback.test_whole_game import it_is_over
from tests.loopback.witness import Witness, everything, words
from tests.support.manual_clock import ManualClock

SEED = 11
WHITE, BLACK = Seat("white"), Seat("black")
SQUARE = re.compile(r"\b[A-H][1-8]\b")


def fixed(store: Store) -> Referee:
    """A referee whose dice and clock are the same in every run."""
    return Referee(store, clock=ManualClock(), seeds=lambda size: bytes([SEED]) * size)


async def begun(here: House) -> str:
    """Alice begins a game as White, Bob takes the other seat by button."""
    await here.alice.runs("game new", where=here.discord.lobby, game="crusade", side="white")
    await here.quiet()
    await here.bob.presses(here.card(), "Play ", where=here.thread)
    await here.quiet()
    return await here.game()


class Watching(Witness):
    """Watches White, Black and an onlooker, and that nobody reads where the other side's army stands."""

    def __init__(self, here: House, game: str) -> None:
        super().__init__(here, game)
        self.seats = {here.alice: Viewer(WHITE), here.bob: Viewer(BLACK), here.carol: SPECTATOR}
        self.placements = 0

    async def _knows_no_more(self, member: Member, mine: list[Heard]) -> None:
        """While armies are placed, nobody reads of a square of the other side but of treasures, and nobody
        gets a line that another gave."""
        viewer = self.seats[member]
        view = (await self.here.desk.referee.position(self.game, viewer)).view
        if view.phase != PLACEMENT:
            return
        self.placements += 1
        known = {it.square for it in (*view.units, *view.treasures)}
        for square in SQUARE.findall(words(mine)):
            own = viewer != SPECTATOR and home_row(square, viewer) <= 3
            assert own or square in known, (member.name, square)
        live = await self.here.desk.referee.readable(self.game)
        assert live.record is not None
        for entry in live.record.entries[1:]:
            line = entry.said()["line"]
            assert entry.by == viewer or line == "ready" or line not in everything(mine), (member.name, line)


async def test_a_whole_game_from_new_to_the_poster(tmp_path: Path) -> None:
    """Two players and an onlooker; orders are given in every way there is."""
    used: Counter[str] = Counter()
    clicked: set[str] = set()
    asked: set[str] = set()
    async with house(tmp_path, referee=fixed, pictures=True) as here:
        assert here.bot is not None
        game = await begun(here)
        witness = Watching(here, game)
        public = await witness.look()
        assert "The setup dice show" in words(public)
        here.bot.door.painter.enabled = False
        squires = Squires(here, game, SEED)
        step = 0
        while (turn := await squires.next()) is not None:
            if turn.last:
                await witness.look()
                here.bot.door.painter.enabled = True
            asked.add(turn.asked.kind)
            verb = turn.line.split()[0]
            way = WAYS[step % len(WAYS)] if verb in clicked else by_panel
            clicked.add(verb)
            used[way.__name__] += 1
            answer = await way(turn.who, turn.line)
            assert answer.private
            assert any(word in answer.text for word in ("Done", "Given", "over")), (turn.line, answer.text)
            public = await witness.look()
            if step % 10 == 5:
                await ask_around(here)
            step += 1
        assert asked == {"placement", "turn", "recruit"}
        assert {"place", "ready", "move", "recruit"} <= clicked
        assert min(used.values()) > 5, used
        assert witness.placements > 10
        assert witness.secrets >= 6
        await it_is_over(here, game, [file["name"] for one in public for file in one.body["files"]])
        assert "seed of the dice was" in words(public)


async def ask_around(here: House) -> None:
    """Each of the three looks for himself, and the onlooker cannot act."""
    for member in (here.alice, here.bob, here.carol):
        assert (await member.runs("board")).private
        assert (await member.runs("game history", count=100)).private
    assert "do not play" in (await here.carol.runs("order", line="pass")).text


async def armies_placed(path: Path, chance: int) -> tuple[list[object], list[str]]:
    """What Alice and Carol receive while Alice and Bob place, Bob as this chance has it; and Bob's orders."""
    path.mkdir()
    received: list[object] = []
    said: list[str] = []
    async with house(path, referee=fixed, pictures=True) as here:
        here.discord.wall = lambda: NOW
        game = await begun(here)
        listening = Listening(here)
        listening.since()
        players = {WHITE: Squire(WHITE, Random(1)), BLACK: Squire(BLACK, Random(chance))}
        who = {WHITE: here.alice, BLACK: here.bob}
        while True:
            live = await here.desk.referee.readable(game)
            assert live.record is not None
            state, rules = live.record.state, live.game
            pending = rules.pending(state)
            decision = pending[len(received) % len(pending)]
            seat = decision.seat
            options = SeatOptions(rules, state, seat)
            line = players[seat].choose(rules.view(state, viewer_of(seat)), decision, options).text()
            if line == "ready" and len(pending) == 1:
                return received, said
            if seat == BLACK:
                said.append(line)
            answer = await WAYS[len(received) % len(WAYS)](who[seat], line)
            assert "Done" in answer.text or "Given" in answer.text, (line, answer.text)
            await here.alice.runs("board")
            await here.carol.runs("board")
            await here.quiet()
            received.append(listening.since())


async def test_two_placements_cannot_be_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until both are ready, the other player and the onlookers receive the same bytes, pictures and all."""
    monkeypatch.setattr("bot.gathering.new_name", lambda: "abcdef")
    monkeypatch.setattr("bot.doors.discord.client.PATIENCE", 60.0)  # a busy machine must not tell deals apart
    first, said = await armies_placed(tmp_path / "one", 1)
    other, otherwise = await armies_placed(tmp_path / "two", 2)
    assert said != otherwise
    assert len(first) == len(other) > 6
    for number, (mine, his) in enumerate(zip(first, other, strict=True)):
        assert mine == his, number
