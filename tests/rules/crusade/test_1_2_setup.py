"""Crusade, chapters 1 and 2: the board, the stock, dice, treasures, placing."""

import pytest

from engine.crusade.events import ArmyRolled, Placed, Readied, Revealed, SetupRolled
from engine.crusade.names import SQUARES, STEP, opposite
from engine.crusade.setup import army_of, open_squares, unplaced
from engine.kernel.dice import ScriptedDice
from engine.kernel.seats import Viewer
from tests.support.crusade import (
    BLACK,
    WHITE,
    at,
    crusade,
    judged,
    kinds,
    offers,
    pack,
    placing,
    play,
    position,
    refused,
)

QUIET_PAWNS = [6] * 8
QUIET_NOBLES = [6] * 4


def opened(*faces: int) -> tuple[SetupRolled, ArmyRolled]:
    """The dice of a new game: two of twenty sides, a lot for the layout if need be, then eight and four."""
    dice = ScriptedDice(faces)
    setup, army = crusade().open(crusade().start({}), dice).events
    assert isinstance(setup, SetupRolled)
    assert isinstance(army, ArmyRolled)
    assert dice.left == ()
    return setup, army


@pytest.mark.rule("crusade 1.1.1")
def test_the_board_has_eight_by_eight_squares() -> None:
    """64 squares, A1 at White's left, H8 at Black's."""
    assert len(SQUARES) == 64
    assert (SQUARES[0], SQUARES[-1]) == ("A1", "H8")
    assert crusade().seats == (WHITE, BLACK)


@pytest.mark.rule("crusade 1.1.2")
def test_a_step_needs_an_open_square_and_a_capture_an_enemy() -> None:
    state = position("white paladin D4", "white archer D5", "black archer E4", "black archer A8")
    assert refused(state, "move D4 to D5").rule == "1.1.2"
    after = play(state, "move D4 to E4")
    assert at(after, "E4") == "white paladin"
    assert after.lost == (("black", "archer"),)


@pytest.mark.rule("crusade 1.1.3")
def test_directions_are_those_of_the_board_for_both() -> None:
    assert [STEP["D4"][direction] for direction in range(8)] == [
        "D5",
        "E5",
        "E4",
        "E3",
        "D3",
        "C3",
        "C4",
        "C5",
    ]
    state = position("white archer B2", "black archer G7", mover="black")
    assert at(play(state, "rotate G7 facing east"), "G7") == "black archer east"


@pytest.mark.rule("crusade 1.2.1")
def test_the_stock_is_four_of_each_pawn_and_two_of_each_noble() -> None:
    assert [pack().stock(kind) for kind in ("archer", "warrior", "bishop", "paladin")] == [4, 4, 2, 2]
    five_archers = army_of(pack(), (), (1, 1, 1, 1, 1), ())
    assert five_archers.units == ("archer",) * 4


@pytest.mark.rule("crusade 1.2.2")
def test_a_captured_unit_can_be_recruited_again() -> None:
    state = position("white knight D4", "black archer A8", due=("noble",), lost=(("white", "knight"),))
    assert "knight" in offers(state, "recruit", "kind")


@pytest.mark.rule("crusade 2.1.1")
def test_up_to_eight_nothing_changes() -> None:
    setup, army = opened(1, 8, *[1, 2, 3, 4, 6, 6, 6, 6], *[1, 2, 3, 4])
    assert setup == SetupRolled((1, 8), "standard", ())
    assert army.units == ("archer", "caster", "rogue", "warrior", "bishop", "commander", "knight", "paladin")


@pytest.mark.rule("crusade 2.1.2")
@pytest.mark.parametrize("face", [9, 10])
@pytest.mark.parametrize("lot", range(1, 6))
def test_nine_and_ten_draw_a_variant_by_lot(face: int, lot: int) -> None:
    setup, _ = opened(face, 1, lot, *[1] * 8, *QUIET_NOBLES)
    assert setup.layout == pack().layouts[lot].name != "standard"


@pytest.mark.rule("crusade 2.1.3")
def test_eleven_and_twelve_add_dice() -> None:
    _, army = opened(11, 12, *[1, 2, 3, 4] * 3, *[1, 2, 3, 4, 5, 6])
    assert (len(army.pawn_dice), len(army.noble_dice)) == (12, 6)


@pytest.mark.rule("crusade 2.1.4")
@pytest.mark.parametrize(
    ("face", "kind"),
    list(
        enumerate(
            ["archer", "caster", "rogue", "warrior", "bishop", "commander", "knight", "paladin"], start=13
        )
    ),
)
def test_thirteen_to_twenty_remove_a_kind(face: int, kind: str) -> None:
    setup, army = opened(face, 1, *[1, 2, 3, 4] * 2, *[1, 2, 3, 4])
    assert setup.removed == (kind,)
    assert kind not in army.units
    assert len(set(army.units)) == 7
    state = placing(["rogue", "rogue"], free_pawns=1, free_nobles=1)
    state.removed = (kind,)
    assert kind not in unplaced(state, WHITE)


@pytest.mark.rule("crusade 2.1.5")
def test_equal_results_act_once_but_more_dice_add_up() -> None:
    assert opened(13, 13, *[2] * 8, *QUIET_NOBLES)[0].removed == ("archer",)
    assert opened(9, 10, 2, *[2] * 8, *QUIET_NOBLES)[0].layout == pack().layouts[2].name
    assert len(opened(11, 11, *[1] * 16, *QUIET_NOBLES)[1].pawn_dice) == 16
    assert len(opened(12, 12, *[1] * 8, *[1] * 8)[1].noble_dice) == 8


@pytest.mark.rule("crusade 2.2.1", "crusade 2.2.2")
def test_pawn_dice() -> None:
    """1 to 4 deal a kind to both, 5 a choice, 6 nothing."""
    army = opened(1, 1, *[4, 3, 2, 1, 5, 5, 6, 4], *QUIET_NOBLES)[1]
    assert army.units == ("archer", "caster", "rogue", "warrior", "warrior")
    assert (army.free_pawns, army.free_nobles) == (2, 0)


@pytest.mark.rule("crusade 2.2.3", "crusade 2.3.3")
def test_a_kind_that_is_gone_or_used_up_gives_nothing() -> None:
    assert opened(13, 17, *[1] * 7, 2, *[1, 1, 1, 2])[1].units == ("caster", "commander")
    assert opened(1, 1, *[1] * 8, *[3] * 4)[1].units == ("archer",) * 4 + ("knight",) * 2


@pytest.mark.rule("crusade 2.3.1", "crusade 2.3.2")
def test_noble_dice() -> None:
    army = opened(1, 1, *QUIET_PAWNS, *[4, 5, 6, 1])[1]
    assert army.units == ("bishop", "paladin")
    assert (army.free_pawns, army.free_nobles) == (0, 1)


@pytest.mark.rule("crusade 2.3.4")
def test_an_empty_army_is_rolled_again() -> None:
    again = [*QUIET_PAWNS, *QUIET_NOBLES, *[1] * 8, *QUIET_NOBLES]
    assert opened(14, 13, *again, *[4] * 8, *QUIET_NOBLES)[1].units == ("warrior",) * 4


@pytest.mark.rule("crusade 2.3.5")
def test_choices_beyond_the_stock_are_lost() -> None:
    army = army_of(pack(), ("archer",), (), (1, 1, 2, 2, 3, 3, 4, 5))
    assert army.free_nobles == 1
    assert army_of(pack(), ("bishop", "paladin"), (), (2, 2, 3, 5, 5, 5)).free_nobles == 1


@pytest.mark.rule("crusade 2.4.1")
def test_the_usual_layout() -> None:
    treasures = pack().layouts[0].treasures()
    supplies = {square: it.owner for square, it in treasures.items() if it.kind == "supply"}
    relics = {square: it.owner for square, it in treasures.items() if it.kind == "relic"}
    assert supplies == {"B3": "white", "G3": "white", "B6": "black", "G6": "black"}
    assert relics == {"C1": "white", "F1": "white", "C8": "black", "F8": "black"}


@pytest.mark.rule("crusade 2.4.2")
def test_every_layout_is_symmetric_about_the_middle() -> None:
    assert len(pack().layouts) >= 5
    for layout in pack().layouts:
        treasures = layout.treasures()
        assert len(treasures) == 8
        for square, treasure in treasures.items():
            mirror = treasures[opposite(square)]
            assert mirror.kind == treasure.kind
            assert mirror.owner != treasure.owner


ARMY = ("archer", "archer", "rogue", "knight")


@pytest.mark.rule("crusade 2.5.1")
def test_both_place_in_secret_and_are_revealed_together() -> None:
    state = placing(ARMY)
    assert [decision.seat for decision in crusade().pending(state)] == [WHITE, BLACK]
    state = judged(state, "place archer at B2, C2", WHITE).after
    assert refused(state, "ready", WHITE).rule == "2.5.1"
    assert crusade().view(state, Viewer("black")).units == ()
    assert crusade().view(state, Viewer("spectator")).units == ()
    assert len(crusade().view(state, Viewer("white")).units) == 2
    assert crusade().tell(Placed("white", "archer", "B2"), Viewer("black")) is None
    state = judged(state, "lift C2", WHITE).after
    assert refused(state, "lift C2", WHITE).rule == "2.5.1"
    state = judged(state, "place archer at D2", WHITE).after
    state = judged(state, "place rogue at A3", WHITE).after
    state = judged(state, "place knight at E1", WHITE).after
    done = judged(state, "ready", WHITE)
    assert done.events == (Readied("white"),)
    assert [decision.seat for decision in crusade().pending(done.after)] == [BLACK]
    last = judged(done.after, "muster", BLACK)
    assert kinds(last.events) == ["Placed"] * 4 + ["Readied", "Revealed"]
    assert isinstance(last.events[-1], Revealed)
    assert last.events[-1].white == (("rogue", "A3"), ("archer", "B2"), ("archer", "D2"), ("knight", "E1"))
    for viewer in ("white", "black", "spectator"):
        assert len(crusade().view(last.after, Viewer(viewer)).units) == 8


@pytest.mark.rule("crusade 2.5.2", "crusade 2.5.3", "crusade 2.5.4")
def test_nobles_on_the_first_row_pawns_behind_none_on_treasures() -> None:
    state = placing(ARMY)
    assert refused(state, "place knight at B2", WHITE).rule == "2.5.2"
    assert refused(state, "place rogue at A1", WHITE).rule == "2.5.3"
    assert refused(state, "place rogue at A4", WHITE).rule == "2.5.3"
    assert refused(state, "place rogue at A2", BLACK).rule == "2.5.3"
    assert refused(state, "place rogue at B3", WHITE).rule == "2.5.4"
    assert refused(state, "place knight at C1", WHITE).rule == "2.5.4"
    assert refused(state, "place archer at A2, A2", WHITE).rule == "2.5.1"
    assert at(judged(state, "place rogue at H7", BLACK).after, "H7") == ""
    assert len(open_squares(state, WHITE, "knight")) == 6
    assert len(open_squares(state, WHITE, "rogue")) == 14


@pytest.mark.rule("crusade 2.5.5")
def test_units_too_many_for_their_rows() -> None:
    nobles = placing([kind for kind in ("bishop", "commander", "knight", "paladin") for _ in range(2)])
    assert len(open_squares(nobles, WHITE, "knight")) == 6 + 14
    two_elsewhere = judged(
        judged(nobles, "place knight at D2, E3", WHITE).after, "place bishop at A1", WHITE
    ).after
    assert set(open_squares(two_elsewhere, WHITE, "bishop")) == {"B1", "D1", "E1", "G1", "H1"}
    pawns = placing([kind for kind in ("archer", "caster", "rogue", "warrior") for _ in range(4)])
    full = judged(judged(pawns, "muster", WHITE).after, "muster", BLACK).after
    assert sum(square[1] == "1" for square in full.own(WHITE)) == 2
    assert len(full.board) == 32


@pytest.mark.rule("crusade 2.5.6", "crusade 2.1.4")
def test_choices_are_made_by_placing() -> None:
    state = placing(["archer"], free_pawns=1, free_nobles=1)
    state.removed = ("warrior",)
    assert unplaced(state, WHITE) == {
        "archer": 2,
        "caster": 1,
        "rogue": 1,
        "bishop": 1,
        "commander": 1,
        "knight": 1,
        "paladin": 1,
    }
    state = judged(state, "place archer at A2, B2", WHITE).after
    assert "caster" not in unplaced(state, WHITE)
    assert refused(state, "place caster at C2", WHITE).rule == "2.5.6"
    assert refused(state, "place warrior at C2", WHITE).rule == "2.1.4"
    assert refused(placing(["archer"]), "place archer at A2, B2", WHITE).rule == "2.5.6"
    assert refused(state, "ready", WHITE).rule == "2.5.1"
    state = judged(judged(state, "place bishop at A1", WHITE).after, "ready", WHITE).after
    assert state.ready == ("white",)


@pytest.mark.rule("crusade 2.5.7")
def test_pawns_face_the_other_side_at_the_start() -> None:
    state = judged(judged(placing(ARMY), "muster", WHITE).after, "muster", BLACK).after
    facings = {(piece.seat, piece.facing) for piece in state.board.values()}
    assert facings == {("white", "north"), ("black", "south"), ("white", ""), ("black", "")}


@pytest.mark.rule("crusade 2.5.8")
def test_mustering_places_the_rest_in_the_usual_way() -> None:
    state = placing(["archer", "rogue", "knight"], free_pawns=1, free_nobles=1)
    state = judged(state, "place archer at A3", WHITE).after
    done = judged(state, "muster", WHITE)
    assert [(event.kind, event.square) for event in done.events if isinstance(event, Placed)] == [
        ("knight", "D1"),
        ("bishop", "E1"),
        ("rogue", "D3"),
        ("archer", "E3"),
    ]
    assert crusade().pending(state)[0].default.text() == "muster"
