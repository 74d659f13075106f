"""Positions and games of Crusade, put together for tests."""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from engine.crusade.game import Crusade
from engine.crusade.names import FORWARD, RANK, Piece
from engine.crusade.orders import GRAMMAR, Resign
from engine.crusade.pack import FILES, Pack, read_pack
from engine.crusade.state import TURNS, State
from engine.kernel.codec import event_from_plain
from engine.kernel.completion import Walk
from engine.kernel.dice import ScriptedDice
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import END, Event, Judgement
from engine.kernel.orders import Order
from engine.kernel.record import Record
from engine.kernel.seats import Seat
from tests.support.refusals import refusal_of

DATA = Path(__file__).resolve().parents[2] / "data" / "crusade"
WHITE, BLACK = Seat("white"), Seat("black")


def texts() -> dict[str, str]:
    return {name: (DATA / name).read_text(encoding="utf-8") for name in FILES}


@cache
def pack() -> Pack:
    return read_pack(texts())


@cache
def crusade() -> Crusade:
    return Crusade(pack())


def piece(words: str) -> tuple[str, Piece]:
    """`white archer B2 east`: a Pawn that is not told otherwise faces forward."""
    seat, kind, square, *facing = words.split()
    forward = FORWARD[seat] if RANK[kind] == "pawn" else ""
    return square, Piece(seat, kind, facing[0] if facing else forward)


def position(*units: str, mover: str = "white", **changes: Any) -> State:
    """A position in the middle of a game, with the usual treasures unless changed."""
    state = State(pack())
    state.phase = TURNS
    state.treasures = pack().layouts[0].treasures()
    state.free = {"pawn": 0, "noble": 0}
    state.board = dict(piece(words) for words in units)
    state.turn = 10 if mover == "white" else 11
    state.ready = (WHITE, BLACK)
    state.__dict__.update(changes)
    return state


def placing(
    units: Iterable[str], free_pawns: int = 0, free_nobles: int = 0, layout: str = "standard"
) -> State:
    """A position before the game, with these units dealt."""
    state = State(pack())
    state.phase = "placement"
    state.layout = layout
    state.treasures = pack().layout(layout).treasures()
    state.units = tuple(units)
    state.free = {"pawn": free_pawns, "noble": free_nobles}
    return state


def seat_of(state: State) -> Seat:
    return crusade().pending(state)[0].seat


def judged(state: State, line: str, seat: Seat | None = None) -> Judgement[State]:
    return crusade().decide(state, seat or seat_of(state), GRAMMAR.parse(line), ScriptedDice())


def play(state: State, *lines: str) -> State:
    """The position after these orders, each by the seat whose decision it is."""
    for line in lines:
        state = judged(state, line).after
    return state


def refused(state: State, line: str, seat: Seat | None = None) -> IllegalOrder:
    """The refusal this order meets with; fails when it is legal. Also checks that it is not offered."""
    seat = seat or seat_of(state)
    refusal = refusal_of(lambda: judged(state, line, seat))
    assert refusal is not None, f"{line} is legal"
    return refusal


def kinds(events: Iterable[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def at(state: State, square: str) -> str:
    """Who stands on a square: `white archer east`, or "" for nobody."""
    found = state.board.get(square)
    return "" if found is None else " ".join(filter(None, found))


def offers(state: State, line: str, slot: str, seat: Seat | None = None) -> list[Any]:
    """What is offered for a slot once the slots of this half line are filled."""
    seat = seat or seat_of(state)
    verb = next(verb for verb in sorted(GRAMMAR.orders, key=len, reverse=True) if line.startswith(verb))
    walk = Walk(crusade(), state, seat, verb)
    rest = line[len(verb) :].strip()
    while walk.slot is not None and walk.slot.name != slot:
        current = walk.slot
        rest = (
            rest.removeprefix(current.word).strip()
            if current.word and rest.startswith(current.word)
            else rest
        )
        found = GRAMMAR.matcher(current.kind)(rest)
        if found is not None and found[0] in walk.offers():
            walk.take(found[0])
            rest = rest[found[1] :].strip(" ,")
        else:
            assert END in walk.offers(), f"{line}: nothing for {current.name}"
            walk.take(END)
    return list(walk.offers())


def all_orders(
    state: State, seat: Seat, skip: tuple[str, ...] = ("resign", "offer draw", "accept draw")
) -> list[Order]:
    """Every legal order of a seat, by walking all offers."""
    return [
        it for verb in crusade().verbs(state, seat) if verb not in skip for it in orders_of(state, seat, verb)
    ]


def orders_of(state: State, seat: Seat, verb: str) -> Iterator[Order]:
    """Every legal order that begins with a verb, one after the other: a Commander has very many."""

    def walk_on(walk: Walk) -> Iterator[Order]:
        if walk.slot is None:
            yield walk.built()
            return
        kept = dict(walk.filled), walk.place
        for offer in walk.offers():
            walk.filled, walk.place = dict(kept[0]), kept[1]
            walk.take(offer)
            yield from walk_on(walk)
        walk.filled, walk.place = kept

    return walk_on(Walk(crusade(), state, seat, verb))


def perft(state: State, depth: int) -> int:
    """How many lines of orders of this length there are."""
    if crusade().outcome(state) is not None:
        return 0
    seat = seat_of(state)
    orders = all_orders(state, seat)
    if depth == 1:
        return len(orders)
    return sum(
        perft(crusade().decide(state, seat, order, ScriptedDice()).after, depth - 1) for order in orders
    )


def random_order(record: Record[State], chance: random.Random, seat: Seat, fierce: float = 0.5) -> Order:
    """A random legal order; captures are tried first now and then, so that games end."""
    game = crusade()
    state = record.state
    verbs = [
        verb
        for verb in game.verbs(state, seat)
        if verb not in ("resign", "pass", "offer draw", "accept draw")
    ]
    if state.phase == "placement":
        if chance.random() < 0.1 or not verbs:
            verbs = ["muster"]
    elif chance.random() < 0.03 or not verbs:
        verbs = [verb for verb in game.verbs(state, seat) if verb in ("pass", "offer draw")] or verbs
    tries = 12 if chance.random() < fierce else 1
    best: Order | None = None
    for _ in range(tries):
        order = Walk(game, state, seat, chance.choice(verbs)).finish(chance.choice)
        assert order is not None
        best = best or order
        if tries > 1 and {"Captured", "TreasureTaken"} & set(
            kinds(game.decide(state, seat, order, ScriptedDice()).events)
        ):
            return order
    assert best is not None
    return best


def random_game(number: int, *, talk: bool = True, fierce: float = 0.5) -> Record[State]:
    """A whole game, played at random to its end."""
    chance = random.Random(number)
    record = Record.create(crusade(), b"crusade %d" % number)
    while not record.over:
        seat = chance.choice(crusade().pending(record.state)).seat
        order = random_order(record, chance, seat, fierce)
        if talk and chance.random() < 0.001:
            order = Resign()
        record.submit(seat, order)
    return record


def positions(record: Record[State]) -> list[State]:
    """The positions after each entry of a game without undos."""
    game = crusade()
    found = [game.start({})]
    for entry in record.entries:
        events = [event_from_plain(dict(game.events), plain) for plain in entry.events()]
        found.append(game.fold(found[-1], events))
    return found[1:]
