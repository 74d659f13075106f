"""Random whole games with invariants after every event."""

import random
from collections import Counter

import pytest

from engine.crusade.names import KINDS, NEIGHBOURS, RANK, SEATS
from engine.crusade.setup import army_size
from engine.crusade.state import PLACEMENT, TURNS, State
from engine.kernel.codec import event_from_plain, plain_view
from engine.kernel.completion import Walk, complete
from engine.kernel.dice import ScriptedDice
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import Event
from engine.kernel.log import CREATED, ORDER
from engine.kernel.record import Record, verify
from engine.kernel.seats import Viewer
from tests.support.crusade import crusade, pack, random_game, random_order

GAMES = 12


def positions(record: Record[State]) -> list[State]:
    """The positions after each entry of a game without undos."""
    game = crusade()
    found = [game.start({})]
    for entry in record.entries:
        events = [event_from_plain(dict(game.events), plain) for plain in entry.events()]
        found.append(game.fold(found[-1], events))
    return found[1:]


def check(state: State) -> None:
    """What must be true of every position."""
    assert len(state.treasures) + len(state.taken) == (8 if state.setup_dice else 0)
    for seat in SEATS:
        mine = [piece for piece in state.board.values() if piece.seat == seat]
        counts = Counter(piece.kind for piece in mine)
        assert all(counts[kind] <= pack().stock(kind) for kind in KINDS)
        assert not set(counts) & set(state.removed)
        if state.phase == TURNS:
            started = army_size(state, "pawn") + army_size(state, "noble")
            lost = sum(owner == seat for owner, _ in state.lost)
            assert len(mine) + lost >= started
        placed = Counter(state.placed[seat].values())
        assert all(placed[kind] <= pack().stock(kind) for kind in KINDS)
        assert not set(state.placed[seat]) & set(state.treasures)
    for piece in state.board.values():
        assert (piece.facing in ("north", "east", "south", "west")) == (RANK[piece.kind] == "pawn")
        assert piece.facing or RANK[piece.kind] == "noble"
    assert set(state.gripped) <= set(state.board)
    assert set(state.board) <= set(NEIGHBOURS)
    assert 0 <= state.quiet <= pack().quiet_turns
    assert state.phase != PLACEMENT or not state.board


@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game_keeps_the_invariants(number: int) -> None:
    game = crusade()
    record = random_game(number)
    kinds = dict(game.events)
    state = game.start({})
    recruits = 0
    for entry in record.entries:
        for plain in entry.events():
            event: Event = event_from_plain(kinds, plain)
            before = state.facts()
            after = game.evolve(state, event)
            assert state.facts() == before
            recruits += type(event).__name__ == "Recruited"
            state = after
            check(state)
            for viewer in ("white", "black", "spectator"):
                game.tell(event, Viewer(viewer))
        assert game.thaw(game.freeze(state)) == state
        for viewer in ("white", "black", "spectator"):
            plain_view(game.view(state, Viewer(viewer)))
    assert state == record.state
    started = 2 * (army_size(state, "pawn") + army_size(state, "noble"))
    if state.phase == TURNS:
        assert len(state.board) + len(state.lost) == started + recruits
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
