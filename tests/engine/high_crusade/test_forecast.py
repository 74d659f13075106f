"""Odds before an attack are exact, and are what the referee then rolls with."""

from fractions import Fraction

import pytest

from bot import games
from engine.high_crusade.announcing import Attack
from engine.high_crusade.battle_events import BattleRolled
from engine.high_crusade.combat import Resolve
from engine.high_crusade.forecast import Forecast, forecasts
from engine.kernel.dice import CommittedDice
from engine.kernel.errors import IllegalOrder
from engine.kernel.orders import Order
from engine.kernel.players import SeatOptions
from engine.kernel.seats import viewer_of


def _battles(seed: int, orders: int = 500) -> list[tuple[tuple[Forecast, ...], BattleRolled]]:
    """Forecasts of attacks in a game of two raiders, each with what was rolled."""
    from random import Random

    from bot import players

    game = games.game("high_crusade")
    dice = CommittedDice(b"forecast %d" % seed)
    state = game.open(game.start({}), dice).after
    rng = Random(seed)
    crew = {seat: players.player("high_crusade", "raider", seat, rng) for seat in game.seats}
    found = []
    for _ in range(orders):
        waiting = game.pending(state)
        if not waiting:
            break
        asked = waiting[0]
        seat = asked.seat
        order: Order = crew[seat].choose(
            game.view(state, viewer_of(seat)), asked, SeatOptions(game, state, seat)
        )
        before = forecasts(state, seat, order) if isinstance(order, Resolve | Attack) else ()
        try:
            judged = game.decide(state, seat, order, dice)
        except IllegalOrder:
            judged = game.decide(state, seat, asked.default, dice)
        if isinstance(order, Resolve):
            rolled = [event for event in judged.events if isinstance(event, BattleRolled)]
            found += [(before, rolled[0])] if rolled and before else []
        state = judged.after
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_rolled_was_forecast(seed: int) -> None:
    """The probabilities add up to one, and what the dice then do is among the outcomes."""
    battles = _battles(seed)
    assert battles
    for cases, event in battles:
        case = next(case for case in cases if case.inside == bool(event.walls))
        assert sum((chance.probability for chance in case.chances), Fraction()) == 1
        assert (case.odds.attack, case.odds.defend, case.odds.label) == (
            event.attack,
            event.defend,
            event.column,
        )
        possible = {(chance.attacker_loses, chance.defender_loses) for chance in case.chances}
        assert (event.attacker_loses, event.defender_loses) in possible
        assert 0 <= case.defender_destroyed <= 1
        assert case.attacker_better + case.defender_better <= 1
        assert case.attacker_expects <= case.odds.attack
        assert case.defender_expects <= case.odds.defend


def test_what_is_no_attack_has_no_odds() -> None:
    game = games.game("high_crusade")
    state = game.open(game.start({}), CommittedDice(b"none")).after
    seat = game.seats[0]
    for line in ("done", "attack Ganth with fleet A", "resolve Ganth by fleet"):
        assert forecasts(state, seat, game.grammar(seat).parse(line)) == ()
