"""Crusade, chapters 3, 6 and 7: turns, passes, treasures, recruits, endings."""

import pytest

from engine.crusade.events import Ended, TreasureTaken
from engine.kernel.errors import GameOver, NotYourDecision
from tests.support.crusade import BLACK, WHITE, at, crusade, judged, kinds, offers, play, position, refused

PAIR = ("white rogue A2", "black rogue H7")


@pytest.mark.rule("crusade 3.1.1", "crusade 3.1.3")
def test_players_take_turns_one_unit_each_white_first() -> None:
    start = position(*PAIR, turn=0)
    assert [decision.seat for decision in crusade().pending(start)] == [WHITE]
    assert isinstance(refused(start, "move H7 to H6", BLACK), NotYourDecision)
    assert refused(start, "move H7 to H6", WHITE).rule == "3.1.1"
    assert refused(start, "move D4 to D5").rule == "3.1.1"
    after = play(start, "move A2 to A3")
    assert after.mover == BLACK
    assert crusade().round(after) == 1
    assert crusade().round(play(after, "move H7 to H6")) == 2


@pytest.mark.rule("crusade 3.1.2", "crusade 3.2.1")
def test_a_turn_not_taken_is_a_pass() -> None:
    state = position(*PAIR)
    assert crusade().pending(state)[0].default.text() == "pass"
    assert play(state, "pass").mover == BLACK


@pytest.mark.rule("crusade 3.2.2", "crusade 3.2.3")
def test_two_passes_in_a_row_offer_a_draw() -> None:
    state = play(position(*PAIR), "pass", "rotate H7 facing west")
    assert state.offer == ""
    second = judged(state, "pass")
    assert kinds(second.events) == ["DrawOffered", "TurnEnded"]
    assert second.after.offer == "white"
    assert "accept draw" in crusade().verbs(second.after, BLACK)
    declined = play(second.after, "rotate H7 facing south")
    assert declined.offer == ""
    assert play(declined, "pass").offer == "white"
    acted = play(declined, "rotate A2 facing east", "pass")
    assert acted.passes == {"white": 0, "black": 1}
    assert play(acted, "pass").offer == ""


@pytest.mark.rule("crusade 3.2.4")
def test_an_offer_in_words_does_not_use_up_the_turn() -> None:
    state = position(*PAIR)
    assert refused(state, "accept draw").rule == "7.2.1"
    state = play(state, "offer draw")
    assert state.mover == WHITE
    assert refused(state, "offer draw").rule == "3.2.4"
    assert refused(state, "accept draw").rule == "7.2.1"
    state = play(state, "move A2 to A3")
    assert refused(state, "offer draw").rule == "3.2.4"
    assert play(state, "accept draw").result is not None


@pytest.mark.rule("crusade 6.1.1")
def test_landing_on_an_enemy_treasure_captures_it() -> None:
    state = position("white rogue B5", "black rogue H7")
    done = judged(state, "move B5 to B6")
    assert TreasureTaken("white", "supply", "B6") in done.events
    assert "B6" not in done.after.treasures
    assert done.after.due == ("pawn",)
    capture = position(
        "white bishop A4",
        "black rogue C6",
        "black rogue H7",
        treasures={"C6": position().treasures["B6"], "F8": position().treasures["F8"]},
    )
    assert kinds(judged(capture, "move A4 to C6").events)[:3] == ["Captured", "Moved", "TreasureTaken"]


@pytest.mark.rule("crusade 6.1.2")
def test_passing_over_is_not_landing_and_own_treasures_stay() -> None:
    over = play(position("white paladin B5", "black rogue H7"), "move B5 to B7")
    assert "B6" in over.treasures
    own = play(position("white rogue B2", "black rogue H7"), "move B2 to B3")
    assert own.treasures["B3"].owner == "white"
    assert own.mover == BLACK


@pytest.mark.rule("crusade 6.2.1", "crusade 6.2.2", "crusade 6.2.3")
def test_a_supply_pays_for_a_pawn_at_once() -> None:
    state = play(position("white rogue B5", "black rogue H7"), "move B5 to B6")
    assert crusade().pending(state)[0].kind == "recruit"
    assert state.mover == WHITE
    assert set(crusade().verbs(state, WHITE)) == {"recruit", "resign"}
    assert refused(state, "move B6 to B7").rule == "6.2.3"
    assert refused(state, "recruit knight at D1").rule == "6.2.1"
    assert refused(state, "recruit archer at D1").rule == "6.2.2"
    assert refused(state, "recruit archer at D4").rule == "6.2.1"
    after = play(state, "recruit archer at D3")
    assert at(after, "D3") == "white archer north"
    assert after.mover == BLACK
    assert after.due == ()


@pytest.mark.rule("crusade 6.2.1")
def test_a_relic_pays_for_a_noble_anywhere_in_three_rows() -> None:
    state = play(
        position("black paladin C2", "white rogue H3", "black rogue H7", mover="black"), "move C2 to C1"
    )
    assert offers(state, "recruit", "kind") == ["bishop", "commander", "knight", "paladin"]
    squares = offers(state, "recruit knight", "square")
    assert {square[1] for square in squares} == {"8", "7", "6"}
    assert len(squares) == 23
    assert refused(state, "recruit knight at H7").rule == "6.2.1"
    assert at(play(state, "recruit knight at A8"), "A8") == "black knight"


@pytest.mark.rule("crusade 6.2.3")
def test_two_recruits_come_in_any_order() -> None:
    state = position("white commander A7", "white rogue B7 south", "black rogue H3", due=("pawn", "noble"))
    first = play(state, "recruit bishop at A1")
    assert first.due == ("pawn",)
    assert play(first, "recruit caster at A2").mover == BLACK


@pytest.mark.rule("crusade 6.2.4")
def test_without_stock_or_square_the_recruit_is_lost() -> None:
    state = position("white rogue B5", "black rogue H7", removed=("archer", "caster", "warrior"))
    took = play(state, "move B5 to B6")
    assert offers(took, "recruit", "kind") == ["rogue"]
    assert refused(took, "recruit archer at A2").rule == "2.1.4"
    full = position(
        *(f"white rogue {square}" for square in ("B5", "A4", "C4", "D4")),
        "black rogue H7",
        removed=("archer", "caster", "warrior"),
    )
    done = judged(full, "move B5 to B6")
    assert "RecruitLost" in kinds(done.events)
    assert done.after.mover == BLACK
    three = position(
        *(f"white archer {square}" for square in ("A2", "C2", "D2", "E2")), *PAIR[1:], due=("pawn",)
    )
    assert refused(three, "recruit archer at F2").rule == "6.2.4"
    assert "B3" in offers(three, "recruit rogue", "square")


@pytest.mark.rule("crusade 6.2.5")
def test_a_recruit_not_named_in_time() -> None:
    """The first kind in the order of the dice, Nobles first, on the first open square from the own edge."""
    white = position("white rogue A1", "black rogue H7", due=("pawn", "noble"), removed=("bishop",))
    assert crusade().pending(white)[0].default.text() == "recruit commander at B1"
    black = position("white rogue A1", "black rogue A7", due=("pawn",), mover="black", removed=("archer",))
    assert crusade().pending(black)[0].default.text() == "recruit caster at B7"


@pytest.mark.rule("crusade 7.1.1")
def test_all_four_treasures_win() -> None:
    treasures = {
        square: it for square, it in position().treasures.items() if it.owner == "white" or square == "B6"
    }
    done = judged(position("white rogue B5", "black rogue H7", treasures=treasures), "move B5 to B6")
    assert isinstance(done.events[-1], Ended)
    outcome = crusade().outcome(done.after)
    assert outcome is not None
    assert (outcome.kind, outcome.winner) == ("treasures", "white")
    assert crusade().pending(done.after) == ()


@pytest.mark.rule("crusade 7.1.2")
def test_the_last_unit_wins() -> None:
    outcome = play(position("white bishop A1", "black rogue C3"), "move A1 to C3").result
    assert outcome is not None
    assert (outcome.kind, outcome.winner) == ("units", "white")
    countered = position("white bishop A1", "black warrior C3", "black rogue H7")
    countered.board["C3"] = countered.board["C3"]._replace(facing="south")
    outcome = play(countered, "move A1 to C3").result
    assert outcome is not None
    assert (outcome.kind, outcome.winner) == ("units", "black")


@pytest.mark.rule("crusade 7.1.3")
def test_giving_up() -> None:
    over = play(position(*PAIR), "resign")
    assert over.result is not None
    assert (over.result.kind, over.result.winner) == ("forfeit", "black")
    assert isinstance(refused(over, "pass", WHITE), GameOver)


@pytest.mark.rule("crusade 7.2.1")
def test_a_draw_by_agreement() -> None:
    over = play(position(*PAIR), "offer draw", "pass", "accept draw")
    assert over.result is not None
    assert (over.result.kind, over.result.winner) == ("agreed", None)


@pytest.mark.rule("crusade 7.2.2")
def test_both_armies_gone() -> None:
    over = play(position("white bishop A1", "black warrior C3"), "move A1 to C3")
    assert over.result is not None
    assert (over.result.kind, over.result.winner) == ("destruction", None)


@pytest.mark.rule("crusade 7.2.3")
def test_a_hundred_quiet_turns() -> None:
    state = position(*PAIR, quiet=98)
    state = play(state, "rotate A2 facing east")
    assert state.result is None
    over = play(state, "pass")
    assert over.result is not None
    assert (over.result.kind, over.result.winner) == ("quiet", None)
    stirred = position("white bishop A1", "black rogue C3", "black rogue H7", quiet=99)
    assert play(stirred, "move A1 to C3").quiet == 0
