"""Whole games between computer players, with everything checked on the way.

A game is named by its plan: the same plan gives the same game, die by die and order by order. What breaks is
kept as a log of the orders up to there, which can be run again after the cause was mended.
"""

import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from bot import games, players
from bot.errors import UserError
from engine.kernel.dice import CommittedDice
from engine.kernel.game import Event, Game
from engine.kernel.orders import Order
from engine.kernel.players import Player, SeatOptions
from engine.kernel.seats import Seat, viewer_of
from engine.kernel.soundness import (
    Unsound,
    check_codec,
    check_defaults,
    check_events,
    check_keeping,
    check_memory,
    check_offers,
    check_text,
    check_waiting,
)

MOST_ORDERS: Final = 50_000
"""A game that is longer than this is stuck."""

DEAR_EVERY: Final = 9
"""The checks that cost much are made after every so many orders."""

KEPT_SHARE: Final = 0.1
"""And the dearest only in so many of those positions."""

CUTS: Final = 4
"""At so many places of a game it is checked that the log up to there leads to the position of then."""

FORMAT: Final = "farspeaker sim 1"


@dataclass(frozen=True, slots=True)
class Plan:
    """All that makes up a simulated game."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    seed: int
    number: int

    @property
    def name(self) -> str:
        """One line that names the plan, and from which all its chance comes."""
        said = ",".join(f"{key}={value}" for key, value in self.options)
        return f"{self.game}/{said}/{':'.join(self.players)}/{self.seed}/{self.number}"

    def secret(self) -> bytes:
        """The seed of the dice."""
        return hashlib.sha256(self.name.encode()).digest()

    def source(self, what: str) -> Random:
        """A source of chance of its own for one purpose."""
        return Random(f"{self.name}/{what}")


@dataclass
class Tally:
    """What was counted in one game or in many."""

    games: int = 0
    orders: int = 0
    events: int = 0
    turns: int = 0
    handoffs: int = 0
    """Within turns; those of the set-up are not counted."""
    dice: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    """Games won by each seat; a game that nobody wins is not among them."""
    verbs: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        for name in ("games", "orders", "events", "turns", "handoffs", "dice"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("endings", "winners", "verbs", "kinds"):
            getattr(self, name).update(getattr(other, name))


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that broke: what was ordered, the last order being the one that broke it (if an order did)."""

    plan: Plan
    orders: tuple[tuple[str, str], ...]
    reason: str

    def write(self, folder: Path) -> Path:
        """Keep it as a file."""
        folder.mkdir(parents=True, exist_ok=True)
        said = "-".join(value for _, value in self.plan.options)
        parts = filter(None, ("broken", self.plan.game, said, str(self.plan.seed), str(self.plan.number)))
        path = folder / f"{'-'.join(parts)}.json"
        plain = {"format": FORMAT, **asdict(self)}
        path.write_text(json.dumps(plain, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        return path

    @classmethod
    def read(cls, path: Path) -> "Failure":
        """A failure from its file. Raises `UserError`."""
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            if plain.pop("format") != FORMAT:
                raise ValueError("of another kind")
            plan = plain["plan"]
            options = tuple((str(key), str(value)) for key, value in plan["options"])
            made = Plan(plan["game"], options, tuple(plan["players"]), int(plan["seed"]), int(plan["number"]))
            orders = tuple((str(seat), str(line)) for seat, line in plain["orders"])
            return cls(made, orders, str(plain["reason"]))
        except OSError as error:
            raise UserError(f"{path} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UserError(f"{path} is no log of a simulated game ({error}).") from None


class Broken(Exception):
    """A simulated game broke."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.reason)
        self.failure = failure


def _seats_in_turn(waiting: Sequence[Seat], last: Seat | None, rng: Random) -> Seat:
    """Who acts: whoever acted last goes on while he can, mostly."""
    if len(waiting) > 1 and rng.random() < 0.2:
        return rng.choice(waiting)
    return last if last in waiting and last is not None else waiting[0]


class Match:
    """One simulated game being played."""

    def __init__(self, plan: Plan, *, checked: bool = True) -> None:
        self.plan = plan
        self.game: Game[Any] = games.game(plan.game)
        self.checked = checked
        self.watch = games.box(plan.game).watch()
        self.dice = CommittedDice(plan.secret())
        self.tally = Tally(games=1)
        self.said: list[tuple[str, str]] = []
        self.events: list[Event] = []
        self.cuts: list[tuple[int, str]] = []
        self.state: Any = None
        self.last: Seat | None = None

    def open(self) -> None:
        """Up to the first decision."""
        start = self.game.start(dict(self.plan.options))
        judged = self.game.open(start, self.dice)
        self._take(start, judged.events, judged)

    def give(self, seat: Seat, order: Order) -> None:
        """Give an order and check what comes of it."""
        game, before = self.game, self.state
        self.said.append((seat, order.text()))
        if self.checked:
            check_text(game, seat, order)
        judged = game.decide(before, seat, order, self.dice)
        self.tally.orders += 1
        self.tally.verbs[order.VERB] += 1
        self._take(before, judged.events, judged)
        self.last = seat
        waiting = {decision.seat for decision in game.pending(self.state)}
        if waiting and seat not in waiting and game.round(before):
            self.tally.handoffs += 1

    def _take(self, before: Any, events: tuple[Event, ...], judged: Any) -> None:
        self.state = judged.after
        self.events.extend(events)
        self.tally.events += len(events)
        self.tally.kinds.update(type(event).__name__ for event in events)
        if not self.checked:
            return
        check_events(self.game, before, judged, self.watch)
        check_waiting(self.game, judged.after)
        if self.tally.orders % DEAR_EVERY == 0 or self.game.outcome(judged.after) is not None:
            check_codec(self.game, events)
            self.examine()

    def examine(self) -> None:
        """Make the checks that cost much, in this position."""
        rng = self.plan.source(f"check/{self.tally.orders}")
        check_defaults(self.game, self.state, rng)
        check_offers(self.game, self.state, rng)
        if rng.random() < KEPT_SHARE:
            check_keeping(self.game, self.state)
            check_memory(self.game, self.state, rng.getrandbits(32))
        if len(self.cuts) < CUTS and rng.random() < 0.1:
            self.cuts.append((len(self.events), self.game.freeze(self.state)))

    def finish(self) -> Tally:
        """The game is over: what it came to, and whether its log leads there."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        self.tally.turns = self.game.round(self.state)
        self.tally.endings[outcome.kind] += 1
        if outcome.winner is not None:
            self.tally.winners[outcome.winner] += 1
        self.tally.dice = self.dice.position
        if self.checked:
            self._check_log()
        return self.tally

    def _check_log(self) -> None:
        """Replay is live, and an undo is the replay of the shorter log."""
        start = self.game.start(dict(self.plan.options))
        if self.game.fold(start, self.events) != self.state:
            raise Unsound("the whole log does not lead to the last position")
        for count, frozen in self.cuts:
            if self.game.freeze(self.game.fold(start, self.events[:count])) != frozen:
                raise Unsound(f"the first {count} events do not lead to the position they led to")

    def failure(self, error: Exception) -> Failure:
        """What broke."""
        return Failure(self.plan, tuple(self.said), f"{type(error).__name__}: {error}")


def play(plan: Plan, *, checked: bool = True, on_order: Callable[[Match], None] | None = None) -> Tally:
    """Play one game to its end. Raises `Broken`."""
    match = Match(plan, checked=checked)
    game = match.game
    chance = plan.source("table")
    people: dict[Seat, Player] = {
        seat: players.player(plan.game, name, seat, plan.source(seat))
        for seat, name in zip(game.seats, plan.players, strict=True)
    }
    try:
        match.open()
        while game.outcome(match.state) is None:
            pending = game.pending(match.state)
            seat = _seats_in_turn([decision.seat for decision in pending], match.last, chance)
            decision = next(asked for asked in pending if asked.seat == seat)
            view = game.view(match.state, viewer_of(seat))
            order = people[seat].choose(view, decision, SeatOptions(game, match.state, seat))
            match.give(seat, order)
            if on_order is not None:
                on_order(match)
            if match.tally.orders > MOST_ORDERS:
                raise Unsound(f"the game is still going on after {MOST_ORDERS} orders")
        return match.finish()
    except Exception as error:
        raise Broken(match.failure(error)) from error


def replay(failure: Failure) -> Failure | None:
    """Run the orders of a failure again; the failure that comes of it now, or None when nothing breaks."""
    match = Match(failure.plan)
    game = match.game
    try:
        match.open()
        for seat, line in failure.orders:
            match.give(Seat(seat), game.grammar(Seat(seat)).parse(line))
        if game.outcome(match.state) is not None:
            match.finish()
            return None
        for attempt in range(50):
            check_offers(game, match.state, failure.plan.source(f"again/{attempt}"))
        match.examine()
    except Exception as error:
        return match.failure(error)
    return None


# -- many games ----------------------------------------------------------------------------------------------


@dataclass
class Report:
    """What came of many games."""

    tally: Tally
    failures: list[Failure]
    seconds: float

    def plain(self) -> dict[str, Any]:
        """The report as JSON."""
        tally = self.tally
        games_played = max(1, tally.games)
        return {
            "games": tally.games,
            "orders": tally.orders,
            "events": tally.events,
            "dice": tally.dice,
            "endings": dict(sorted(tally.endings.items())),
            "winners": dict(sorted(tally.winners.items())),
            "turns": tally.turns,
            "turns_per_game": round(tally.turns / games_played, 2),
            "orders_per_game": round(tally.orders / games_played, 1),
            "orders_per_turn": round(tally.orders / max(1, tally.turns), 2),
            "handoffs_per_turn": round(tally.handoffs / max(1, tally.turns), 2),
            "orders_per_second": round(tally.orders / self.seconds, 1) if self.seconds else 0,
            "seconds": round(self.seconds, 2),
            "verbs": dict(tally.verbs.most_common()),
            "event_kinds": dict(tally.kinds.most_common()),
            "failures": [{"game": it.plan.number, "reason": it.reason} for it in self.failures],
        }


def plans(
    key: str, options: Sequence[tuple[str, str]], who: str, count: int, seed: int, first: int = 0
) -> list[Plan]:
    """The plans of so many games. Raises `UserError` for what does not exist."""
    game = games.game(key)
    try:
        game.start(dict(options))
    except ValueError as wrong:
        raise UserError(str(wrong)) from None
    names = players.named(key, who, game.seats)
    return [Plan(key, tuple(options), names, seed, number) for number in range(first, first + count)]


def _play_some(chunk: Sequence[Plan], checked: bool) -> tuple[Tally, list[Failure]]:
    tally, failures = Tally(), []
    for plan in chunk:
        try:
            tally.add(play(plan, checked=checked))
        except Broken as broken:
            failures.append(broken.failure)
    return tally, failures


def run(
    todo: Sequence[Plan],
    *,
    jobs: int = 1,
    checked: bool = True,
    progress: Callable[[int], None] = lambda count: None,
) -> Report:
    """Play all these games, in so many processes; `progress` hears how many more are done."""
    began = time.perf_counter()
    tally, failures = Tally(), []
    for count, (some, broken) in _chunks_played(todo, jobs, checked):
        tally.add(some)
        failures.extend(broken)
        progress(count)
    failures.sort(key=lambda failure: failure.plan.number)
    return Report(tally, failures, time.perf_counter() - began)


def _chunks_played(
    todo: Sequence[Plan], jobs: int, checked: bool
) -> Iterator[tuple[int, tuple[Tally, list[Failure]]]]:
    if jobs <= 1:
        for plan in todo:
            yield 1, _play_some([plan], checked)
        return
    size = max(1, min(10, len(todo) // (jobs * 4)))
    chunks = [todo[at : at + size] for at in range(0, len(todo), size)]
    with ProcessPoolExecutor(max_workers=min(jobs, len(chunks) or 1)) as pool:
        futures = {pool.submit(_play_some, chunk, checked): len(chunk) for chunk in chunks}
        for future in as_completed(futures):
            yield futures[future], future.result()


def processors() -> int:
    """How many processes are worth while here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


__all__ = ["Broken", "Failure", "Match", "Plan", "Report", "Tally", "plans", "play", "replay", "run"]
