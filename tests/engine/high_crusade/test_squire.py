"""The squire: legal, quick to decide, from the View of his seat alone, and better than chance."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from engine.high_crusade.exchange import Drop, Take
from engine.high_crusade.names import CRUSADER, SEATS, WERSGORIX
from engine.high_crusade.squire import MOST_ORDERS, Squire
from engine.high_crusade.state import State
from engine.kernel.dice import CommittedDice
from engine.kernel.orders import Order
from engine.kernel.players import Player, RandomPlayer, SeatOptions
from engine.kernel.seats import Seat, viewer_of
from tests.support.board import Board, game

GAMES = 4


class Step(NamedTuple):
    """An order, and the position it was given in."""

    before: State
    seat: Seat
    order: Order
    after: State


def _steps(number: int, squires: tuple[Seat, ...], scenario: str = "basic") -> Iterator[Step]:
    """A whole game of squires in these seats against random players; an illegal order would raise."""
    referee = game()
    dice = CommittedDice(number.to_bytes(32, "big"))
    players: dict[Seat, Player] = {
        seat: Squire(seat, Random(number)) if seat in squires else RandomPlayer(Random(f"{number} {seat}"))
        for seat in SEATS
    }
    state = referee.open(referee.start({"scenario": scenario}), dice).after
    while referee.outcome(state) is None:
        asked = referee.pending(state)[0]
        view = referee.view(state, viewer_of(asked.seat))
        order = players[asked.seat].choose(view, asked, SeatOptions(referee, state, asked.seat))
        before, state = state, referee.decide(state, asked.seat, order, dice).after
        yield Step(before, asked.seat, order, state)


@cache
def _game(number: int, squires: tuple[Seat, ...]) -> tuple[Step, ...]:
    return tuple(_steps(number, squires))


def _verb(board: Board, seat: Seat) -> str:
    """What a squire who has just sat down does."""
    return _chosen(board.state, seat).VERB


def _chosen(state: State, seat: Seat) -> Order:
    referee = game()
    asked = next(it for it in referee.pending(state) if it.seat == seat)
    options = SeatOptions(referee, state, seat)
    return Squire(seat, Random(0)).choose(referee.view(state, viewer_of(seat)), asked, options)


@pytest.mark.parametrize("squire", SEATS)
def test_he_beats_chance(squire: Seat) -> None:
    """He wins a fixed set of games on either side (`farspeaker sim --players` measures more)."""
    for number in range(GAMES):
        outcome = game().outcome(_game(number, (squire,))[-1].after)
        assert outcome is not None
        assert outcome.winner == squire


def test_a_long_war_begins_with_a_coronation() -> None:
    """In the campaign the leaders stay together until Sir Roger is King, in the fourth turn."""
    crowned = next(step.after for step in _steps(1, (CRUSADER,), "campaign") if step.after.king())
    assert (crowned.king(), crowned.turn) == ("Sir Roger", 4)


@pytest.mark.parametrize("squires", [(CRUSADER,), SEATS])
def test_no_points_go_round_in_circles(squires: tuple[Seat, ...]) -> None:
    """In one phase an army gives points or takes some in, never both; and a phase is soon over."""
    gave: dict[tuple[int, str], set[str]] = defaultdict(set)
    took: dict[tuple[int, str], set[str]] = defaultdict(set)
    given: dict[tuple[int, str, Seat], int] = defaultdict(int)
    for step in _game(0, squires):
        if step.seat not in squires:
            continue
        when = step.before.turn, step.before.phase
        given[*when, step.seat] += 1
        if isinstance(step.order, Drop):
            gave[when].add(step.order.army)
        elif isinstance(step.order, Take):
            took[when].add(step.order.army)
    assert any(gave.values())
    assert not [when for when in gave if gave[when] & took[when]]
    assert max(given.values()) < MOST_ORDERS / 2


def test_a_phase_that_will_not_end_is_left_to_the_referee() -> None:
    """After very many orders in one phase he gives the default, whatever he would like to do."""
    board = _before_battle(strength=2)
    board.phase("crusader_combat")
    referee, squire = game(), Squire(CRUSADER, Random(0))
    view = referee.view(board.state, viewer_of(CRUSADER))
    asked = referee.pending(board.state)[0]
    options = SeatOptions(referee, board.state, CRUSADER)
    said = [squire.choose(view, asked, options) for _ in range(MOST_ORDERS + 1)]
    assert said[0].VERB == "attack"
    assert said[-1] == asked.default


def test_equal_views_lead_to_equal_orders() -> None:
    """Faces the Crusaders have not seen change nothing that their squire does."""
    steps = [step for step in _game(0, (CRUSADER,)) if step.seat == CRUSADER and step.before.thralls]
    looked = 0
    for step in steps[::7]:
        other = _dealt_anew(step.before)
        referee, viewer = game(), viewer_of(CRUSADER)
        assert referee.view(other, viewer) == referee.view(step.before, viewer)
        assert _chosen(other, CRUSADER) == _chosen(step.before, CRUSADER)
        looked += other.thralls != step.before.thralls
    assert looked > 10


def _dealt_anew(state: State) -> State:
    """The same position with the unseen races in each other's places."""
    other = game().thaw(game().freeze(state))
    unseen = [planet for planet, race in other.thralls.items() if not (race.known or race.shown)]
    faces = [other.thralls[planet].face for planet in unseen]
    other.thralls = {
        **other.thralls,
        **{
            planet: other.thralls[planet]._replace(face=face)
            for planet, face in zip(unseen, [*faces[1:], *faces[:1]], strict=True)
        },
    }
    return other


def _before_battle(strength: int) -> Board:
    """Sir Roger with ten points before Ganth, and so many of the Empire's men behind its walls."""
    board = Board()
    board.unit("Crusader army A", "Ganth 2", 10)
    board.unit("Crusader fleet A", "Ganth 2", 10)
    board.leader("Sir Roger", "Ganth 2")
    board.unit("Wersgorix army A", "Ganth 1", strength)
    return board


@pytest.mark.parametrize(("strength", "answer"), [(16, "outside"), (2, "inside")])
def test_the_empire_comes_out_while_it_is_strong(strength: int, answer: str) -> None:
    """Behind the walls hunger would take any number of men in one turn out of two."""
    board = _before_battle(strength)
    board.phase("crusader_combat")
    board.give("crusader", "attack Ganth with army A, Sir Roger")
    board.give("crusader", "done")
    assert _verb(board, WERSGORIX) == answer


@pytest.mark.parametrize(("friends", "verb"), [((), "done"), (("Jair",), "attack")])
def test_the_empire_drives_nobody_into_an_alliance(friends: tuple[str, ...], verb: str) -> None:
    """An attack on a neutral home world would win its people for the Crusaders for good (rule 9.1.5)."""
    board = Board()
    board.ally(*friends)
    board.unit("Crusader fleet A", "Jair 1", 1)
    board.unit("Crusader army B", "Thraxian 1", 1)
    board.unit("Wersgorix fleet A", "Jair 2", 10)
    board.phase("wersgorix_combat")
    assert _verb(board, WERSGORIX) == verb
