"""Non-interference: while armies are placed, nothing a viewer gets depends on the other side's placement."""

import random
from functools import partial
from typing import Any

import pytest

from engine.crusade.names import OTHER, SEATS, opposite
from engine.crusade.state import PLACEMENT, State
from engine.crusade.turn import OFFERS
from engine.crusade.view import View
from engine.kernel.codec import plain_view
from engine.kernel.completion import complete, nearest, read
from engine.kernel.dice import CommittedDice, ScriptedDice
from engine.kernel.record import Record
from engine.kernel.redacting import redacted
from engine.kernel.seats import Seat, Viewer
from tests.support.crusade import crusade, position, random_order
from tests.support.openness import classes_in, fields_of
from tests.support.refusals import refusal_of

LINES = (
    "",
    "place",
    "place archer at",
    "place knight at D1",
    "place rogue at B7, C7",
    "lift",
    "ready",
    "muster",
    "move D2 to D3",
    "nonsense",
)


def all_he_gets(state: State, viewer: Viewer) -> list[Any]:
    """Everything the game shows, offers and answers to one viewer."""
    game = crusade()
    got: list[Any] = [plain_view(game.view(state, viewer)), game.outcome(state), game.round(state)]
    got.append([(it.seat, it.kind, it.prompt, it.options, it.rule) for it in game.pending(state)])
    seat = Seat(viewer)
    if seat not in SEATS:
        return got
    got.append(game.verbs(state, seat))
    got.append([it.default for it in game.pending(state) if it.seat == seat])
    for line in LINES:
        got.append(complete(game, state, seat, line))
        refusal = refusal_of(partial(read, game, state, seat, line))
        got.append((str(refusal), refusal and refusal.nearest))
        if refusal is not None:
            continue
        order = game.grammar(seat).parse(line)
        answer = refusal_of(partial(game.decide, state, seat, order, ScriptedDice()))
        got.append((str(answer), nearest(game, state, seat, order) if game.verbs(state, seat) else ()))
        if answer is None and len(state.ready) == 0:
            events = game.decide(state, seat, order, ScriptedDice()).events
            got.append([game.tell(event, viewer) for event in events])
    return got


def placements() -> list[State]:
    """Positions of the placement phase out of random games."""
    found = []
    for number in range(12):
        chance = random.Random(number)
        record = Record.create(crusade(), b"secret %d" % number)
        while record.state.phase == PLACEMENT:
            found.append(record.state)
            seat = chance.choice(crusade().pending(record.state)).seat
            record.submit(seat, random_order(record, chance, seat))
    return found


@pytest.mark.parametrize("viewer", ["white", "black", "spectator"])
def test_a_redealt_placement_looks_the_same(viewer: str) -> None:
    changed = 0
    for number, state in enumerate(placements()):
        for again in range(3):
            other = crusade().redeal(state, Viewer(viewer), CommittedDice(b"%d/%d" % (number, again)))
            assert other.ready == state.ready
            changed += other.placed != state.placed
            assert all_he_gets(other, Viewer(viewer)) == all_he_gets(state, Viewer(viewer))
    assert changed > 50


def test_once_the_armies_are_shown_nothing_is_hidden() -> None:
    state = position("white rogue A2", "black rogue H7")
    assert crusade().redeal(state, Viewer("white"), CommittedDice(b"1")) is state


ALLOWED = {
    "View": (
        "viewer phase layout dealt turn mover units treasures taken lost due offer passes quiet quiet_limit "
        "touched ready to_place ending winner reason"
    ),
    "Dealt": "setup_dice pawn_dice noble_dice removed units free_pawns free_nobles",
    "UnitView": "square seat kind facing gripped",
    "TreasureView": "square owner kind",
}


def test_a_view_holds_what_is_listed_here_and_nothing_else() -> None:
    """A new field of the position is hidden; to show it one has to add it here, and think."""
    assert fields_of(View) == ALLOWED
    for state in (placements()[-1], position("white rogue A2", "black rogue H7")):
        for viewer in ("white", "black", "spectator"):
            assert classes_in(crusade().view(state, Viewer(viewer))) <= set(ALLOWED)


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine whose offers look at the other side's squares does not pass."""
    honest = OFFERS["place", "squares"]

    def nosy(state: State, seat: Seat, filled: Any) -> Any:
        taken = {opposite(square) for square in state.placed[OTHER[seat]]}
        return [it for it in honest(state, seat, filled) if it not in taken]

    monkeypatch.setitem(OFFERS, ("place", "squares"), nosy)
    with pytest.raises(AssertionError):
        test_a_redealt_placement_looks_the_same("white")


@pytest.mark.parametrize("seat", SEATS)
def test_what_the_other_side_does_is_told_to_nobody_else(seat: Seat) -> None:
    state = placements()[0]
    order = crusade().grammar(seat).parse("muster")
    judged = crusade().decide(state, seat, order, ScriptedDice())
    assert len(judged.events) > 1
    for viewer in (OTHER[seat], "spectator"):
        told = [crusade().tell(event, Viewer(viewer)) for event in judged.events]
        assert [text for text in told if text] == [f"{seat.title()} is ready."]


def test_a_redacted_log_of_the_placement_names_no_square() -> None:
    record = Record.create(crusade(), b"redacted")
    chance = random.Random(4)
    while record.state.phase == PLACEMENT:
        seat = chance.choice(crusade().pending(record.state)).seat
        record.submit(seat, random_order(record, chance, seat))
    for entry in redacted(crusade(), record.entries)[1:-1]:
        assert entry.closed or [event["is"] for event in entry.events()] == ["Readied"]
        assert entry.leaves[0].text is None or entry.said() == {"line": "ready"}
