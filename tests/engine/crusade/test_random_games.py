"""Random whole games with invariants after every event."""

import random
from itertools import islice

import pytest

from engine.crusade.invariants import Invariants
from engine.crusade.names import SEATS
from engine.kernel.codec import event_from_plain
from engine.kernel.completion import Walk, complete
from engine.kernel.dice import ScriptedDice
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import Judgement
from engine.kernel.log import CREATED, ORDER
from engine.kernel.record import Record
from engine.kernel.soundness import check_codec, check_events, check_keeping
from engine.kernel.verifying import verify
from tests.support.crusade import crusade, orders_of, positions, random_game, random_order

GAMES = 12


@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game_keeps_the_invariants(number: int) -> None:
    game = crusade()
    record = random_game(number)
    watch = Invariants()
    state = game.start({})
    for entry in record.entries:
        events = tuple(event_from_plain(dict(game.events), plain) for plain in entry.events())
        before = state.facts()
        judged = Judgement(events, game.fold(state, events))
        check_events(game, state, judged, watch)
        check_codec(game, events)
        assert state.facts() == before
        state = judged.after
    for state in positions(record)[::20]:
        check_keeping(game, state)
    assert verify(game, record.entries, b"crusade %d" % number).rejudged == len(record.entries) - 1
    resumed = Record.resume(game, b"crusade %d" % number, record.entries)
    assert resumed.state == record.state


@pytest.mark.parametrize("number", range(6))
def test_an_undo_is_the_shorter_log(number: int) -> None:
    chance = random.Random(number)
    seed = b"undo %d" % number
    record = Record.create(crusade(), seed)
    for _ in range(120):
        if record.over:
            break
        if chance.random() < 0.1:
            seqs = [entry.seq for entry in record.entries if entry.kind in (CREATED, ORDER)]
            target = chance.choice(seqs)
            try:
                record.accept(record.propose_undo(target))
            except IllegalOrder:
                continue
            assert record.state == Record.resume(crusade(), seed, record.entries[: target + 1]).state
        else:
            seat = chance.choice(crusade().pending(record.state)).seat
            record.submit(seat, random_order(record, chance, seat))
    assert Record.resume(crusade(), seed, record.entries).state == record.state
    verify(crusade(), record.entries, seed)


@pytest.mark.parametrize("number", range(8))
def test_nothing_is_ever_stuck_and_defaults_are_legal(number: int) -> None:
    record = random_game(100 + number)
    for state in positions(record)[:-1]:
        waiting = crusade().pending(state)
        assert waiting
        for decision in waiting:
            crusade().decide(state, decision.seat, decision.default, ScriptedDice())
            assert set(crusade().verbs(state, decision.seat)) <= set(decision.options)


@pytest.mark.parametrize("number", range(6))
def test_what_is_offered_is_legal_and_reads_back(number: int) -> None:
    chance = random.Random(number)
    record = random_game(200 + number)
    for state in chance.sample(positions(record)[:-1], 15):
        for seat in SEATS:
            for verb in crusade().verbs(state, seat):
                order = Walk(crusade(), state, seat, verb).finish(chance.choice)
                assert order is not None
                assert crusade().grammar(seat).parse(order.text()) == order
                crusade().decide(state, seat, order, ScriptedDice())
                words = order.text()[: chance.randrange(len(order.text()) + 1)]
                for way in complete(crusade(), state, seat, words):
                    if way.done:
                        crusade().decide(state, seat, crusade().grammar(seat).parse(way.line), ScriptedDice())


@pytest.mark.parametrize("number", range(4))
def test_every_legal_order_reads_back(number: int) -> None:
    """All that can be ordered in a position, up to some hundred orders a verb; no two read the same."""
    chance = random.Random(number)
    for state in chance.sample(positions(random_game(400 + number))[:-1], 10):
        for seat in SEATS:
            for verb in crusade().verbs(state, seat):
                orders = list(islice(orders_of(state, seat, verb), 300))
                lines = [order.text() for order in orders]
                assert len(set(lines)) == len(lines)
                assert [crusade().grammar(seat).parse(line) for line in lines] == orders
