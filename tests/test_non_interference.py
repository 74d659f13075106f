"""Secrets (rule 2.4): what a viewer cannot know changes nothing of what he sees.

Positions of random games are dealt again as far as the viewer cannot know them. In both worlds his view, what
the game waits for, what his seat can say, what it is refused and why, and what he is told of the orders that
follow must be the same, byte for byte.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from bot import sim
from bot.desk.showing import lines_of
from engine.high_crusade.forecast import forecasts
from engine.high_crusade.names import CRUSADER, WERSGORIX
from engine.high_crusade.registry import phases
from engine.high_crusade.secrets import hidden_from
from engine.high_crusade.state import State
from engine.high_crusade.view import View
from engine.kernel.codec import canonical, plain_view
from engine.kernel.completion import Walk, complete, nearest, read
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import Event, Judgement
from engine.kernel.orders import Order
from engine.kernel.seats import SPECTATOR, Seat, Viewer, viewer_of
from engine.kernel.soundness import ChanceDice
from render.high_crusade.scribe import SCRIBE
from tests.support.board import Board, game
from tests.support.melee import Brawl
from tests.support.openness import classes_in, fields_of

VIEWERS = (viewer_of(CRUSADER), SPECTATOR)
GAMES, EVERY, BRAWLS = 4, 37, 20
CHUNKS = 4


@lru_cache(maxsize=1)
def positions() -> tuple[State, ...]:
    """Positions of random games and of strewn ones, all with something hidden."""
    found: list[State] = []

    def keep(match: sim.Match) -> None:
        if match.tally.orders % EVERY == 0 and match.state.thralls:
            found.append(match.state)

    for number in range(GAMES):
        who = "raider:random" if number % 2 else "random"
        scenario = "campaign" if number % 3 == 0 else "basic"
        (plan,) = sim.plans("high_crusade", [("scenario", scenario)], who, 1, seed=1, first=number)
        sim.play(plan, checked=False, on_order=keep)
    for seed in range(BRAWLS):
        brawl = Brawl(10_000 + seed)
        brawl.play(15)
        found.append(brawl.state)
    return tuple(state for state in found if state.result is None)


@lru_cache(maxsize=1)
def lines() -> tuple[str, ...]:
    """Order lines of many positions: legal in one, illegal in most."""
    rng = Random(5)
    found = {
        Walk(game(), state, seat, verb).finish(rng.choice)
        for state in positions()
        for seat in game().seats
        for verb in game().verbs(state, seat)
    }
    texts = sorted(order.text() for order in found if order is not None)
    return tuple(rng.sample(texts, min(len(texts), 60)))


def worlds(state: State, viewer: Viewer, chance: int) -> tuple[State, State]:
    """The position, and the same dealt another way; neither remembers anything."""
    other = game().redeal(state, viewer, ChanceDice(Random(chance)))
    return game().thaw(game().freeze(state)), game().thaw(game().freeze(other))


def some(chunk: int) -> Iterator[tuple[int, State]]:
    for place, state in enumerate(positions()):
        if place % CHUNKS == chunk:
            yield place, state


class CountedDice(ChanceDice):
    """Dice that count."""

    def __init__(self, seed: int) -> None:
        super().__init__(Random(seed))
        self.drawn = 0

    def draw(self, sides: int) -> int:
        self.drawn += 1
        return super().draw(sides)


# -- looking -------------------------------------------------------------------------------------------------


def seen(state: State, viewer: Viewer) -> str:
    """Everything a viewer sees of a position without doing anything."""
    rules = game()
    waits = [
        [decision.seat, decision.kind, decision.prompt, list(decision.options), decision.rule]
        for decision in rules.pending(state)
    ]
    return canonical([plain_view(rules.view(state, viewer)), waits])


def words(state: State, viewer: Viewer) -> list[Any]:
    """Everything a viewer is told of a position."""
    view = game().view(state, viewer)
    told = [SCRIBE.board(view, viewer), SCRIBE.dossier(view, viewer), SCRIBE.about(view, "", viewer)]
    tables = (*SCRIBE.tracks(view), *SCRIBE.knowledge(view))
    return [[lines_of(one) for one in told if one is not None], repr(tables), SCRIBE.progress(view)]


def options(state: State, seat: Seat, chance: int) -> list[Any]:
    """What a seat can say: verbs, completions, walks, and what silence would mean."""
    rules = game()
    found: list[Any] = [rules.verbs(state, seat)]
    found += [decision.default.text() for decision in rules.pending(state) if decision.seat == seat]
    for verb in rules.verbs(state, seat):
        found += complete(rules, state, seat, verb, limit=200)
        rng = Random(chance)
        for _ in range(3):
            order = Walk(rules, state, seat, verb).finish(rng.choice)
            found.append(None if order is None else order.text())
    return found


def refusal(state: State, seat: Seat, line: str) -> tuple[str, ...] | Order:
    """Why a line is refused, in every word; or the order, when it is none."""
    rules = game()
    order = None
    try:
        order = read(rules, state, seat, line)
        rules.decide(state, seat, order, CountedDice(1))
    except IllegalOrder as error:
        near = error.nearest or nearest(rules, state, seat, order)
        return type(error).__name__, str(error), error.rule, *near
    return order


def odds(state: State, seat: Seat, line: str) -> Any:
    """What the player is told of his chances, whether the order is legal or not."""
    try:
        return forecasts(state, seat, game().grammar(seat).parse(line))
    except IllegalOrder:
        return None


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.rule("2.4.4")
@pytest.mark.rule("2.4.6")
def test_a_viewer_sees_the_same_in_every_world(viewer: Viewer, chunk: int) -> None:
    """View and public prompts, byte for byte."""
    for place, state in some(chunk):
        one, other = worlds(state, viewer, place)
        assert seen(one, viewer) == seen(other, viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.rule("2.4.5")
def test_a_viewer_reads_the_same_in_every_world(viewer: Viewer) -> None:
    """Board, dossier, tables and progress, word for word; in some positions, for drawing text takes time."""
    for place, state in list(enumerate(positions()))[::8]:
        one, other = worlds(state, viewer, place)
        assert words(one, viewer) == words(other, viewer)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.rule("2.4.5")
def test_the_crusader_is_offered_and_refused_the_same_in_every_world(chunk: int) -> None:
    """Verbs, completions, defaults, and for many lines the reason and the nearest orders."""
    rng = Random(chunk)
    for place, state in some(chunk):
        one, other = worlds(state, viewer_of(CRUSADER), place)
        assert options(one, CRUSADER, place) == options(other, CRUSADER, place)
        spoilt = [f"{line} and Ganth" for line in rng.sample(lines(), 3)]
        for planet in rng.sample(list(state.thralls), 3):
            spoilt.append(f"convert {planet} with {rng.choice(list(state.leaders))}")
            spoilt.append(f"rebel on {planet}")
            spoilt.append(f"assign {planet} to {rng.choice(list(state.leaders))}")
            spoilt.append(f"purge {planet} with army A")
        for line in [*rng.sample(lines(), 12), *spoilt]:
            assert refusal(one, CRUSADER, line) == refusal(other, CRUSADER, line), line
            assert odds(one, CRUSADER, line) == odds(other, CRUSADER, line), line


# -- acting --------------------------------------------------------------------------------------------------


def reveals(event: Event, viewer: Viewer, hidden: set[str]) -> bool:
    """Whether the rules show this viewer a face that was hidden from him."""
    kind = type(event).__name__
    planet = getattr(event, "planet", "")
    if kind == "GameEnded":
        return True
    if kind == "AttemptAnnounced":  # from now on the onlookers can reason about the face
        return viewer == SPECTATOR and planet in hidden
    return planet in hidden and (kind == "RaceConverted" or (kind == "FaceShown" and viewer != SPECTATOR))


def told(judged: Judgement[State], viewer: Viewer, hidden: set[str]) -> tuple[list[Any], bool]:
    """What a viewer is told, up to where he is shown something; and whether he was.

    The kinds of the events go with it: how much happened must not depend on anything hidden either.
    """
    heard: list[Any] = []
    for event in judged.events:
        if reveals(event, viewer, hidden):
            heard.append(type(event).__name__)
            return heard, True
        heard.append((type(event).__name__, game().tell(event, viewer)))
    return heard, False


def judged(
    state: State, seat: Seat, order: Order, chance: int
) -> tuple[Judgement[State] | IllegalOrder, int]:
    dice = CountedDice(chance)
    try:
        return game().decide(state, seat, order, dice), dice.drawn
    except IllegalOrder as error:
        return error, dice.drawn


def follow(state: State, viewer: Viewer, place: int, steps: int) -> int:
    """Play on in both worlds with the same orders and dice until the viewer is shown something."""
    rules = game()
    rng = Random(place)
    one, other = worlds(state, viewer, place)
    hidden = set(hidden_from(one, viewer))
    for step in range(steps):
        pending = rules.pending(one)
        if not pending:
            return step
        seat = rng.choice(pending).seat
        verbs = [verb for verb in rules.verbs(one, seat) if not rules.grammar(seat).orders[verb].GIVES_UP]
        order = Walk(rules, one, seat, rng.choice(verbs)).finish(rng.choice)
        assert order is not None
        first, dice = judged(one, seat, order, step)
        second, same = judged(other, seat, order, step)
        if isinstance(first, IllegalOrder) or isinstance(second, IllegalOrder):
            # Only a leader's decision to convert rests on a face, which onlookers do not see.
            assert viewer == SPECTATOR, (order.text(), first, second)
            assert order.VERB == "convert", (order.text(), first, second)
            return step
        heard, shown = told(first, viewer, hidden)
        assert (heard, shown) == told(second, viewer, hidden), order.text()
        if shown:
            return step
        assert dice == same, f"{order.text()}: {dice} and {same} dice"
        one, other = first.after, second.after
        assert seen(one, viewer) == seen(other, viewer), order.text()
        if viewer == viewer_of(CRUSADER):
            assert rules.verbs(one, CRUSADER) == rules.verbs(other, CRUSADER), order.text()
    return steps


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.rule("4.11.3")
def test_what_follows_is_told_alike_in_every_world(viewer: Viewer, chunk: int) -> None:
    """The same orders and dice: the same events, words, dice and phases, until the rules show a face."""
    went = sum(follow(state, viewer, place, 25) for place, state in some(chunk))
    assert went > 20


def test_something_is_hidden_in_most_positions() -> None:
    """Otherwise the tests above would prove nothing."""
    for viewer in VIEWERS:
        changed = sum(
            worlds(state, viewer, place)[0].thralls != worlds(state, viewer, place)[1].thralls
            for place, state in enumerate(positions())
        )
        assert changed > len(positions()) * 0.8
    assert not any(hidden_from(state, viewer_of(WERSGORIX)) for state in positions())


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine whose phases look at hidden faces does not pass."""

    def nosy(state: State) -> bool:
        return all(state.face(planet).attitude != "W" for planet in list(state.thralls)[:9])

    monkeypatch.setitem(phases, "fiefs", phases["fiefs"]._replace(idle=nosy))
    board = Board()
    board.unit("Crusader army A", "Thraxian 1", 5)
    faces = list(board.pack.faces)
    boxes = [planet.name for planet in board.pack.planets.values() if planet.thrall_box]
    for planet, face in zip(boxes, faces, strict=False):
        board.thrall(planet, face)
    board.phase("conversion")

    def look() -> None:
        for place in range(20):
            follow(board.state, SPECTATOR, place, 6)

    with pytest.raises(AssertionError):
        look()


# -- the View fails closed -----------------------------------------------------------------------------------

ALLOWED = {
    "View": (
        "viewer edition scenario turn turns phase waiting result units leaders thralls cup grail "
        "storms alerted satellites castles churches works destroyed sieges inside home_fief "
        "equipment iq uncollected owed titles alliances fervor ambassador initiative empire_earth "
        "earth_due earth_leader earth_toll traitor treason turned opened flown moved attacks "
        "attempts battle"
    ),
    "Waiting": "seat kind prompt",
    "Outcome": "kind winner reason",
    "Unit": "name faction kind hex strength",
    "Leader": "name faction hex wounded captor defected dead",
    "SeenThrall": "converted heresy fief waiting face private",
    "Face": "id name conversion attitude strength asterisk",
    "Grail": "hex carrier true",
    "Work": "planet kind builder hex turns",
    "Attack": "kind hex units leaders",
    "Attempt": "planet leader extra",
    "Battle": "seat kind hex units leaders targets stage inside losses lost source spares stood freed wedge",
}
"""The fields of every class a View can hold."""


def test_a_view_holds_what_is_listed_here_and_nothing_else() -> None:
    """A new field of the position is hidden; to show it one has to add it here, and think."""
    assert fields_of(View) == ALLOWED


def test_nothing_in_a_view_is_of_another_kind() -> None:
    """What a View really holds is of the classes it promises."""
    state = positions()[3]
    for viewer in (*VIEWERS, viewer_of(WERSGORIX)):
        assert classes_in(game().view(state, viewer)) <= set(ALLOWED)
