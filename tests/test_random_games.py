"""Whole games by chance, with every invariant checked after every event (see `farspeaker sim`)."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot import cli, sim
from bot.players import named
from engine.high_crusade import box
from engine.high_crusade.invariants import Invariants
from engine.high_crusade.state import State, Unit
from engine.kernel.decisions import Decision
from engine.kernel.dice import CommittedDice
from engine.kernel.game import Event
from engine.kernel.players import Options, RandomPlayer, SeatOptions
from engine.kernel.record import Record
from engine.kernel.seats import Seat, viewer_of
from engine.kernel.soundness import Unsound
from engine.kernel.verifying import verify
from tests.support.board import Board, game
from tests.support.melee import Brawl

CHUNKS = 8
BASIC, CAMPAIGN = 40, 40
"""Games of each scenario, in so many chunks that pytest can play them side by side."""


def _played(scenario: str, who: str, count: int, first: int) -> sim.Report:
    todo = sim.plans("high_crusade", [("scenario", scenario)], who, count, seed=1966, first=first)
    report = sim.run(todo)
    assert not report.failures, [(it.plan.name, it.reason, it.orders[-2:]) for it in report.failures]
    assert report.tally.games == count
    return report


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize(("scenario", "count"), [("basic", BASIC), ("campaign", CAMPAIGN)])
def test_random_games_end_and_break_nothing(scenario: str, count: int, chunk: int) -> None:
    """No stuck position, no dead end, no order offered and refused, no invariant broken."""
    size = count // CHUNKS
    report = _played(scenario, "random", size, chunk * size)
    assert sum(report.tally.endings.values()) == size


@pytest.mark.parametrize("who", ["raider", "raider:random", "random:raider"])
def test_games_of_raiders_break_nothing(who: str) -> None:
    """Games with many battles."""
    report = _played("basic", who, 3, 0)
    assert report.tally.kinds["BattleJoined"] > 10


@pytest.mark.parametrize("chunk", range(4))
def test_strewn_positions_break_nothing(chunk: int) -> None:
    """From positions in the thick of it: sieges, captives, traitors, the Grail."""
    kinds: set[str] = set()
    for seed in range(chunk * 20, chunk * 20 + 20):
        brawl = Brawl(seed)
        try:
            brawl.play(60)
        except Exception as error:
            raise AssertionError(f"strewn position {seed}: {error} after {brawl.said[-3:]}") from error
        kinds |= brawl.kinds.keys()
    assert {"BattleJoined", "LeaderCaptured", "GrailTaken", "FortTaken", "SiegeLaid"} <= kinds


# -- the machinery itself ------------------------------------------------------------------------------------


def _plan(number: int = 0) -> sim.Plan:
    return sim.plans("high_crusade", [("scenario", "basic")], "random", 1, seed=7, first=number)[0]


def test_the_same_plan_is_the_same_game() -> None:
    """Order by order and die by die; another number is another game."""
    logs = []
    for plan in (_plan(), _plan(), _plan(1)):
        match: list[sim.Match] = []
        sim.play(plan, checked=False, on_order=lambda it, found=match: found.append(it))  # type: ignore[misc]
        logs.append((match[-1].said, match[-1].dice.position, match[-1].events))
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_a_simulated_game_is_a_log_like_any_other() -> None:
    """The orders of a simulated game, given to a real record with its seed, lead to the same end."""
    last: list[sim.Match] = []
    plan = _plan(2)
    sim.play(plan, checked=False, on_order=lambda it: last.append(it))
    match = last[-1]
    record: Record[Any] = Record.create(game(), plan.secret(), dict(plan.options))
    frozen: dict[int, str] = {}
    rng = Random(3)
    for seat, line in match.said:
        record.submit(Seat(seat), line)
        if rng.random() < 0.02:
            frozen[record.marks[-1].seq] = game().freeze(record.state)
    assert record.state == match.state
    verify(game(), record.entries, plan.secret())
    for seq, position in sorted(frozen.items(), reverse=True):
        undone = Record.resume(game(), plan.secret(), record.entries)
        if seq == undone.marks[-1].seq:
            continue
        undone.accept(undone.propose_undo(seq))
        assert game().freeze(undone.state) == position
        shorter = Record.resume(game(), plan.secret(), record.entries[: seq + 1])
        assert shorter.state == undone.state


class _Spy:
    """A player who notes what he was given."""

    def __init__(self, rng: Random) -> None:
        self._inner = RandomPlayer(rng)
        self.given: list[Any] = []

    def choose(self, view: Any, decision: Decision, options: Options) -> Any:
        self.given.append((view, decision))
        return self._inner.choose(view, decision, options)


def test_a_player_is_given_the_view_of_his_own_seat() -> None:
    """And the decision that is his; never a position."""
    rules = game()
    dice = CommittedDice(b"spy")
    state = rules.open(rules.start({}), dice).after
    spies = {seat: _Spy(Random(seat)) for seat in rules.seats}
    for _ in range(60):
        decision = rules.pending(state)[0]
        view = rules.view(state, viewer_of(decision.seat))
        order = spies[decision.seat].choose(view, decision, SeatOptions(rules, state, decision.seat))
        state = rules.decide(state, decision.seat, order, dice).after
    for seat, spy in spies.items():
        assert spy.given
        assert all(view.viewer == seat and decision.seat == seat for view, decision in spy.given)
        assert not any(isinstance(thing, State) for pair in spy.given for thing in pair)


class _Grumbler(Invariants):
    """Finds fault with a third turn."""

    def rest(self, state: State) -> None:
        super().rest(state)
        if state.turn == 3:
            raise Unsound("it is turn 3")


def test_a_failure_is_kept_and_runs_again_to_the_same_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log says what broke; `--replay` breaks in the same way, and says so; once mended it says that."""
    monkeypatch.setattr(box, "watch", _Grumbler)
    with pytest.raises(SystemExit) as exit_:
        cli.main(["sim", "high_crusade", "--games", "1", "--json", "--logs", str(tmp_path)])
    assert exit_.value.code == 1
    shown = capsys.readouterr()
    (failure,) = json.loads(shown.out)["failures"]
    assert "it is turn 3" in failure["reason"]
    assert f"farspeaker sim --replay {failure['log']}" in shown.err

    with pytest.raises(SystemExit) as exit_:
        cli.main(["sim", "--replay", failure["log"]])
    assert exit_.value.code == 1
    assert "The same failure: Unsound: it is turn 3" in capsys.readouterr().err

    monkeypatch.undo()
    with pytest.raises(SystemExit) as exit_:
        cli.main(["sim", "--replay", failure["log"]])
    assert exit_.value.code == 0
    assert "Nothing breaks any more" in capsys.readouterr().out


def test_what_is_no_log_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing file, another file."""
    (tmp_path / "other.json").write_text("{}")
    for name in ("missing.json", "other.json"):
        with pytest.raises(SystemExit):
            cli.main(["sim", "--replay", str(tmp_path / name)])
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_numbers_are_all_there(capsys: pytest.CaptureFixture[str]) -> None:
    """What the JSON promises; in two processes as in one."""
    seen = []
    arguments = ["sim", "high_crusade", "-n", "2", "--seed", "5", "--json", "--unchecked", "--jobs"]
    for jobs in ("1", "2"):
        with pytest.raises(SystemExit) as exit_:
            cli.main([*arguments, jobs])
        assert exit_.value.code == 0
        seen.append(json.loads(capsys.readouterr().out))
    for name in ("seconds", "orders_per_second"):
        assert all(plain.pop(name) > 0 for plain in seen)
    assert seen[0] == seen[1]
    assert seen[0]["games"] == 2
    assert sum(seen[0]["endings"].values()) == 2
    assert sum(seen[0]["winners"].values()) == 2
    assert seen[0]["orders"] > 100 < seen[0]["events"]
    assert 0 < seen[0]["handoffs_per_turn"] < 12


def test_players_are_named_seat_by_seat() -> None:
    """One name for all, or one a seat."""
    seats = game().seats
    assert named("high_crusade", "random", seats) == ("random", "random")
    assert named("high_crusade", "raider:random", seats) == ("raider", "random")


# -- the invariants catch what they are for ------------------------------------------------------------------


def _calm() -> Board:
    board = Board()
    board.unit("Crusader army A", "Thraxian 1", 5)
    board.unit("Wersgorix fleet A", "Ganth 1", 5)
    board.leader("Sir Roger", "Thraxian 1")
    board.phase("crusader_movement")
    return board


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (Unit("Crusader army B", "Crusader", "army", 1, 3), "off every planet"),
        (Unit("Crusader army B", "Crusader", "army", 212, 11), "more than 10"),
        (Unit("Crusader fleet A", "Crusader", "fleet", 212, 3), "is an army as well"),
        (Unit("Crusader army Z", "Crusader", "army", 212, 3), "a letter that there is not"),
        (Unit("Crusader garrison at Ganth 1", "Crusader", "garrison", 212, 3), "is at 0212"),
        (Unit("Crusader army B", "Crusader", "army", 212, 3), "points in units change by 3, not by 0"),
    ],
)
def test_a_unit_that_must_not_be_is_found(unit: Unit, words: str) -> None:
    """Off the planets, too strong, fleet and army at once, without a counter, out of nowhere."""
    before = _calm().state
    after = before.copy()
    after.put(unit)
    with pytest.raises(Unsound, match=words):
        Invariants().step(before, Event(), after)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"equipment": -1}, "Equipment stands at -1"),
        ({"iq": 99}, "I.Q. stands at 99"),
        ({"titles": {"Sir Roger": ("King", ""), "Sir Owain": ("King", "")}}, "more than one King"),
        ({"titles": {"Sir Roger": ("King", "New Pope")}}, "is King and New Pope"),
        ({"storms": (9999,)}, "off the map"),
        ({"uncollected": {"Crusader": 11}}, "are uncollected"),
        ({"owed": {"Crusader": 2}}, "points in owed change by 2"),
        ({"cup": (99,)}, "the cup holds"),
        ({"sieges": {212: Seat("wersgorix")}}, "are not inside"),
    ],
)
def test_a_marker_that_must_not_be_is_found(fields: dict[str, Any], words: str) -> None:
    """Tracks, titles, storms, points, the cup, sieges."""
    before = _calm().state
    after = before.copy()
    for name, value in fields.items():
        setattr(after, name, value)
    with pytest.raises(Unsound, match=words):
        Invariants().step(before, Event(), after)


def test_what_has_not_followed_is_found() -> None:
    """A prisoner without a guard, a lord with too many fiefs, a battle that waits for nobody."""
    board = _calm()
    board.leader("Sir Owain", "Ganth 2", captor="wersgorix")
    with pytest.raises(Unsound, match="without a guard"):
        Invariants().rest(board.state)
    board = _calm()
    for planet in [name for name, planet in board.pack.planets.items() if planet.thrall_box][:4]:
        board.thrall(planet, converted=True, fief="Sir Roger")
    with pytest.raises(Unsound, match="holds 4 fiefs and may hold 3"):
        Invariants().rest(board.state)
