"""Crusade, chapters 4 and 5: what Pawns and Nobles do."""

import pytest

from engine.crusade.actions import asides_of, basic_targets_of, spells_of, targets_of
from engine.crusade.events import Captured, Countered, Gripped, Moved
from tests.support.crusade import BLACK, at, judged, kinds, offers, play, position, refused

FOE = "black rogue H7"
FRIEND = "white bishop H1"


@pytest.mark.rule("crusade 4.1.1")
def test_pawns_face_one_of_four_ways_and_nobles_none() -> None:
    state = position("white archer B2", "white bishop D1", FOE)
    assert at(state, "B2") == "white archer north"
    assert refused(state, "rotate D1 facing east").rule == "4.1.1"
    assert refused(state, "move D1 to E2 facing east").rule == "4.1.1"


@pytest.mark.rule("crusade 4.2.1")
def test_a_pawn_captures_diagonally_before_it() -> None:
    foes = ("black archer C5", "black archer D5", "black archer E5", "black archer E3", "black archer C4")
    state = position("white archer D4", FRIEND, *foes)
    assert basic_targets_of(state.board, "D4") == ["C5", "E5"]
    east = position("white archer D4 east", FRIEND, *foes)
    assert basic_targets_of(east.board, "D4") == ["E4", "E5", "E3"]
    assert refused(state, "move D4 to D5").rule == "4.2.1"
    assert refused(state, "move D4 to E3").rule == "4.2.1"
    after = play(state, "move D4 to C5 facing west")
    assert at(after, "C5") == "white archer west"
    assert refused(state, "move D4 to C5 aside B5").rule == "4.2.3"


@pytest.mark.rule("crusade 4.2.2")
def test_a_pawn_steps_straight_forward() -> None:
    for facing, to in (("north", "D5"), ("east", "E4"), ("south", "D3"), ("west", "C4")):
        state = position(f"white archer D4 {facing}", FOE)
        assert targets_of(state.board, "D4") == [to]
        assert at(play(state, f"move D4 to {to}"), to) == f"white archer {facing}"
    assert refused(position("white archer D4", FOE), "move D4 to E5").rule == "4.2.2"
    edge = position("white archer D8", FOE)
    assert refused(edge, "move D8 to D7").rule == "4.2.2"


@pytest.mark.rule("crusade 4.2.3")
def test_a_side_step_after_the_step() -> None:
    state = position("white archer D4", "black archer C5", FOE)
    assert asides_of(state.board, "D4", "D5") == ["E5"]
    after = play(state, "move D4 to D5 aside E5 facing east")
    assert at(after, "E5") == "white archer east"
    assert at(after, "D5") == ""
    assert refused(state, "move D4 to D5 aside C5").rule == "4.2.3"
    assert refused(state, "move D4 to D5 aside D6").rule == "4.2.3"
    west = position("white archer A4 west", "white archer D4 west", FOE)
    assert asides_of(west.board, "D4", "C4") == ["C3", "C5"]
    assert refused(west, "move A4 to A5").rule == "4.2.2"


@pytest.mark.rule("crusade 4.2.4")
def test_a_rotate_is_a_quarter_turn() -> None:
    state = position("white archer D4", FOE)
    assert offers(state, "rotate D4", "facing") == ["west", "east"]
    assert refused(state, "rotate D4 facing south").rule == "4.2.4"
    assert refused(state, "rotate D4 facing north").rule == "4.2.4"
    assert refused(state, "move D4 to D5 facing south").rule == "4.2.4"
    assert at(play(state, "rotate D4 facing west"), "D4") == "white archer west"


@pytest.mark.rule("crusade 4.2.5")
def test_a_treasure_counts_where_the_side_step_ends() -> None:
    past = play(position("white archer B5", FOE), "move B5 to B6 aside A6")
    assert past.due == ()
    onto = play(position("white archer A5", FOE), "move A5 to A6 aside B6")
    assert onto.due == ("pawn",)


@pytest.mark.rule("crusade 4.3.1")
def test_an_archer_shoots_without_moving() -> None:
    noble_near = position("white archer D4", "black bishop D5", FOE)
    done = judged(noble_near, "shoot from D4 at D5")
    assert done.events[0] == Captured("black", "bishop", "D5", "archer", "D4")
    assert at(done.after, "D4") == "white archer north"
    assert refused(noble_near, "shoot from D4 at D6").rule == "4.3.1"
    pawn_far = position("white archer D4", "black caster D6", FOE)
    assert at(play(pawn_far, "shoot from D4 at D6"), "D6") == ""
    for words in ("black bishop D6", "black caster D7", "black caster E5", "white caster D5"):
        state = position(
            "white archer D4", "black archer D3", "white archer A2", words, "black archer A3", FOE
        )
        square = words.split()[2]
        assert refused(state, f"shoot from D4 at {square}").rule == "4.3.1"
    assert refused(position("white rogue D4", "black archer D5"), "shoot from D4 at D5").rule == "4.3.1"


@pytest.mark.rule("crusade 4.3.2")
def test_a_shot_flies_over_the_first_square() -> None:
    state = position("white archer D4", "white rogue D5", "black caster D6", FOE)
    assert offers(state, "shoot from D4", "target") == ["D6"]
    front = position("white archer D4", "black warrior D5", FOE)
    assert kinds(judged(front, "shoot from D4 at D5").events) == ["Captured", "TurnEnded"]


@pytest.mark.rule("crusade 4.4.1")
def test_telekinesis_moves_or_turns_a_unit_ahead() -> None:
    state = position("white caster D4", "black archer D6", FOE)
    assert set(spells_of(state.board, "D4")) == {
        *(f"D6 to {to}" for to in ("D7", "E7", "E6", "E5", "D5", "C5", "C6", "C7")),
        "D6 facing east",
        "D6 facing west",
    }
    assert at(play(state, "cast from D4 on D6 to C7"), "C7") == "black archer south"
    assert at(play(state, "cast from D4 on D6 facing east"), "D6") == "black archer east"
    assert refused(state, "cast from D4 on D6 to D8").rule == "4.4.1"
    assert refused(state, "cast from D4 on H7 to H8").rule == "4.4.1"
    near = position("white caster D4", "white rogue D7", "white archer D3", FOE)
    assert refused(near, "cast from D4 on D7 to D8").rule == "4.4.1"
    assert refused(near, "cast from D3 on D4 to D5").rule == "4.4.1"


@pytest.mark.rule("crusade 4.4.2", "crusade 4.4.5")
def test_a_gripped_unit_may_not_move_in_its_next_turn() -> None:
    state = play(
        position("white caster D4", "black archer D6", "black caster D7", FOE), "cast from D4 on D6 to D5"
    )
    assert state.gripped == {"D5": 11}
    assert refused(state, "move D5 to D4", BLACK).rule in ("4.2.1", "4.4.2")
    assert refused(state, "move D5 to E4", BLACK).rule == "4.4.2"
    assert at(play(state, "rotate D5 facing east"), "D5") == "black archer east"
    assert at(play(state, "shoot from D5 at D4"), "D4") == ""
    pushed = play(state, "cast from D7 on D5 to E5")
    assert pushed.gripped == {"E5": 13}
    free = play(state, "pass", "pass")
    assert free.gripped == {}
    own = play(position("white caster D4", "white knight D5", FOE), "cast from D4 on D5 to E5")
    assert own.gripped == {"E5": 12}
    own = play(own, "pass")
    assert refused(own, "move E5 to F7").rule == "4.4.2"
    assert "E5" not in offers(own, "move", "unit")
    own = play(own, "pass", "pass")
    assert at(play(own, "move E5 to F7"), "F7") == "white knight"


@pytest.mark.rule("crusade 4.4.3")
def test_telekinesis_after_a_basic_action() -> None:
    state = position("white caster D3", "black archer D6", "black rogue E4", FOE)
    moved = play(state, "move D3 to D4 casting on D6 to D7")
    assert at(moved, "D7") == "black archer south"
    captured = play(state, "move D3 to E4 facing west")
    assert at(captured, "E4") == "white caster west"
    turned = play(
        position("white caster D4 east", "black archer D6", FOE), "rotate D4 facing north casting on D6 to D7"
    )
    assert at(turned, "D7") == "black archer south"
    aside = play(state, "move D3 to D4 aside C4 facing east casting on E4 facing west")
    assert at(aside, "E4") == "black rogue west"
    assert refused(state, "move D3 to D4 casting on D7 to D8").rule == "4.4.1"
    rogue = position("white rogue D3", "black archer D5", FOE)
    assert refused(rogue, "move D3 to D4 casting on D5 to D6").rule == "4.4.1"


@pytest.mark.rule("crusade 4.4.4")
def test_telekinesis_reaches_nobles_and_past_units() -> None:
    state = position("white caster D4", "white rogue D5", "black bishop D6", FOE)
    found = spells_of(state.board, "D4")
    assert "D6 to D7" in found
    assert "D5 to E5" in found
    assert not any(spell.startswith("D6 facing") for spell in found)
    assert "D5 to D6" not in found
    assert isinstance(judged(state, "cast from D4 on D6 to D7").events[1], Gripped)


@pytest.mark.rule("crusade 4.4.6")
def test_treasures_by_telekinesis() -> None:
    own = play(position("white caster B4", "white rogue B5", FOE), "cast from B4 on B5 to B6")
    assert own.due == ("pawn",)
    enemy = play(position("white caster B1", "black rogue B2", FOE), "cast from B1 on B2 to B3")
    assert enemy.treasures["B3"].owner == "white"
    assert enemy.taken == ()


@pytest.mark.rule("crusade 4.5.1", "crusade 4.5.5")
def test_a_rogue_steps_two_forward_or_one_anywhere() -> None:
    state = position("white rogue D4", FOE)
    around = {"D5", "E5", "E4", "E3", "D3", "C3", "C4", "C5"}
    assert set(targets_of(state.board, "D4")) == around | {"D6"}
    blocked = position("white rogue D4", "black archer D5", FOE)
    assert set(targets_of(blocked.board, "D4")) == around - {"D5"}
    far = position("white rogue D4", "black archer D6", FOE)
    assert "D6" not in targets_of(far.board, "D4")
    assert refused(state, "move D4 to D6 aside E6").rule == "4.2.3"
    assert at(play(state, "move D4 to D5 aside E5"), "E5") == "white rogue north"
    assert refused(state, "move D4 to F4").rule == "4.5.1"


@pytest.mark.rule("crusade 4.5.2")
def test_a_rogue_swaps_with_a_pawn_beside_it() -> None:
    state = position("white rogue D4", "white archer E5 east", "white knight D5", "black archer C4", FOE)
    assert offers(state, "swap D4", "other") == ["E5"]
    after = play(state, "swap D4 with E5 facing west")
    assert at(after, "E5") == "white rogue west"
    assert at(after, "D4") == "white archer east"
    assert refused(state, "swap D4 with D5").rule == "4.5.2"
    assert refused(state, "swap E5 with D4").rule == "4.5.2"
    held = position("white rogue D4", "white archer E5", FOE, gripped={"E5": 10})
    assert refused(held, "swap D4 with E5").rule == "4.5.2"


@pytest.mark.rule("crusade 4.5.3")
def test_a_rogue_follows_onto_a_square_just_left() -> None:
    state = position("white knight D4", "white rogue C3", "white rogue E3", "white rogue A1", FOE)
    after = play(state, "move D4 to E6 followed by C3 to D4 facing east")
    assert at(after, "D4") == "white rogue east"
    assert after.mover == BLACK
    assert refused(state, "move D4 to E6 followed by A1 to D4").rule == "4.5.3"
    held = position("white knight D4", "white rogue C3", FOE, gripped={"C3": 10})
    assert refused(held, "move D4 to E6 followed by C3 to D4").rule == "4.5.3"


@pytest.mark.rule("crusade 4.5.4")
def test_a_rogue_rotates_after_any_action() -> None:
    state = position("white rogue D4", "white archer D5", FOE)
    assert set(offers(state, "rotate D4", "facing")) == {"east", "south", "west"}
    assert at(play(state, "move D4 to C3 facing west"), "C3") == "white rogue west"
    assert refused(state, "move D4 to C3 facing south").rule == "4.2.4"


@pytest.mark.rule("crusade 4.5.6")
def test_rogues_follow_one_another_and_nothing_else() -> None:
    state = position("white rogue D4", "white rogue C3", "white rogue B3", "white archer E4", FOE)
    after = play(state, "move D4 to D6 followed by C3 to D4, B3 to C3 facing east")
    assert [at(after, square) for square in ("D6", "D4", "C3", "B3")] == [
        "white rogue north",
        "white rogue north",
        "white rogue east",
        "",
    ]
    assert refused(state, "move D4 to D5 followed by D5 to D4").rule == "4.5.3"
    assert refused(state, "move D4 to D6 followed by C3 to D4, D4 to C3").rule == "4.5.3"
    fallen = position("white archer D4", "black warrior E5", "white rogue D3", FOE)
    taken = play(fallen, "move D4 to E5 followed by D3 to D4")
    assert at(taken, "D4") == "white rogue north"
    command = position("white commander D4", "white rogue D3", "white archer E4", FOE)
    led = play(command, "command D4 to D5 then E4 to E5 followed by D3 to D4")
    assert at(led, "D4") == "white rogue north"
    assert refused(command, "command D4 to D5 followed by D3 to D4, D4 to D3").rule == "4.5.3"


@pytest.mark.rule("crusade 4.5.3", "crusade 4.5.6")
def test_rogues_follow_whoever_of_their_side_set_out() -> None:
    command = position("white commander D4", "white rogue E3", "white archer E4", "white rogue C4", FOE)
    led = play(command, "command D4 then E4 to E5 followed by E3 to E4")
    assert at(led, "E4") == "white rogue north"
    both = offers(command, "command D4 to D5 then E4 to E5", "followers")
    assert {"E3 to D4", "E3 to E4", "C4 to D4"} <= set(both)
    acted = "command D4 to D5 then C4 to C5"
    assert refused(command, f"{acted} followed by C5 to D4").rule == "4.5.3"
    caster = position("white caster D3", "white knight D5", "white rogue E4", "black archer D4", FOE)
    pushed = play(caster, "cast from D3 on D5 to C6 followed by E4 to D5 facing west")
    assert at(pushed, "D5") == "white rogue west"
    assert refused(caster, "cast from D3 on D4 to C5 followed by E4 to D4").rule == "4.5.3"
    turned = position("white caster D3", "white knight E3", "white rogue F4", FOE)
    line = "rotate D3 facing east casting on E3 to E2 followed by F4 to E3"
    assert at(play(turned, line), "E3") == "white rogue north"
    rogue = position("white caster D3", "white rogue D4", "white rogue E5", FOE)
    assert refused(rogue, "cast from D3 on D4 to C4 followed by C4 to D4").rule == "4.5.3"
    aside = position("white archer D4", "white rogue E6", FOE)
    assert refused(aside, "move D4 to D5 aside C5 followed by E6 to D5").rule == "4.5.3"


@pytest.mark.rule("crusade 4.6.1")
def test_a_warrior_captures_straight_ahead() -> None:
    state = position("white warrior D4", "black bishop D5", "black archer E5", FOE)
    assert set(targets_of(state.board, "D4")) == {"D5", "E5"}
    assert at(play(state, "move D4 to D5 facing east"), "D5") == "white warrior east"
    facing = position("white warrior D4", "black warrior D5", FOE)
    assert kinds(judged(facing, "move D4 to D5").events)[:2] == ["Captured", "Moved"]


@pytest.mark.rule("crusade 4.6.2")
@pytest.mark.parametrize(
    ("attacker", "move", "falls"),
    [
        ("white archer D4", "move D4 to E5", True),
        ("white archer F4", "move F4 to E5", True),
        ("white bishop B2", "move B2 to E5", True),
        ("white bishop B8", "move B8 to E5", False),
        ("white paladin E3", "move E3 to E5", False),
        ("white warrior E4", "move E4 to E5", False),
        ("white knight D3", "move D3 to E5", False),
        ("white archer D6 south", "move D6 to E5", False),
    ],
)
def test_a_warrior_takes_an_attacker_from_its_front_diagonals_with_it(
    attacker: str, move: str, falls: bool
) -> None:
    """The Warrior on E5 faces south: D4 and F4 are diagonally before it."""
    done = judged(position(attacker, FRIEND, "black warrior E5", FOE), move)
    assert ("Countered" in kinds(done.events)) is falls
    assert (at(done.after, "E5") == "") is falls
    assert len(done.after.board) == (2 if falls else 3)


@pytest.mark.rule("crusade 4.6.3")
def test_who_falls_does_not_land() -> None:
    treasure = position("white caster A5", FRIEND, "black warrior B6", FOE)
    done = judged(treasure, "move A5 to B6")
    assert kinds(done.events) == ["Captured", "Countered", "TurnEnded"]
    assert "B6" in done.after.treasures
    assert refused(treasure, "move A5 to B6 facing east").rule == "4.2.4"
    assert refused(treasure, "move A5 to B6 casting on A7 to A8").rule == "4.4.1"
    both = position("white warrior D4", FRIEND, "black warrior E5", FOE)
    assert Countered("white", "warrior", "D4") in judged(both, "move D4 to E5").events
    assert len(play(both, "move D4 to E5").board) == 2


@pytest.mark.rule("crusade 5.1.1")
def test_a_bishop_goes_five_squares_diagonally() -> None:
    state = position("white bishop A1", "white rogue H1", FOE)
    assert targets_of(state.board, "A1") == ["B2", "C3", "D4", "E5", "F6"]
    blocked = position("white bishop D4", "white archer F6", "black archer B6", "black archer A7", FOE)
    assert set(targets_of(blocked.board, "D4")) == {"E5", "C5", "B6", "E3", "F2", "G1", "C3", "B2", "A1"}
    assert refused(state, "move A1 to G7").rule == "5.1.1"


@pytest.mark.rule("crusade 5.2.1")
def test_a_commander_steps_and_captures_nothing() -> None:
    state = position("white commander D4", "black archer D5", FOE)
    assert len(offers(state, "command D4", "to")) == 7
    assert at(play(state, "command D4 to E5"), "E5") == "white commander"
    assert refused(state, "command D4 to D5").rule == "5.2.1"
    assert refused(state, "command D4 to D6").rule == "5.2.1"
    assert refused(state, "move D4 to E5").rule == "5.2.1"
    gripped = position("white commander D4", "white rogue C4", FOE, gripped={"D4": 10})
    assert refused(gripped, "command D4 to E5").rule == "4.4.2"
    assert at(play(gripped, "command D4 then C4 to C5"), "C5") == "white rogue north"
    onto = play(position("white commander B5", FOE), "command B5 to B6")
    assert onto.due == ("pawn",)


@pytest.mark.rule("crusade 5.2.2")
def test_a_commander_has_one_pawn_rotated() -> None:
    state = position("white commander D4", "white archer F5", "white knight E6", FOE)
    after = play(state, "command D4 to E5 turning F5 facing east")
    assert at(after, "F5") == "white archer east"
    assert refused(state, "command D4 turning F5 facing east").rule == "5.2.1"
    assert refused(state, "command D4 to E5 turning E6 facing east").rule == "5.2.2"
    assert refused(state, "command D4 to E5 turning F5 facing south").rule == "5.2.2"


@pytest.mark.rule("crusade 5.2.3")
def test_a_commander_gives_two_pawns_a_basic_action() -> None:
    state = position(
        "white commander D4", "white archer C4", "white warrior E4", "white rogue E3", "black archer B5", FOE
    )
    line = "command D4 turning E4 facing east then C4 to B5 facing west, E4 to F4 aside F5"
    after = play(state, line)
    assert at(after, "B5") == "white archer west"
    assert at(after, "F5") == "white warrior east"
    assert after.mover == BLACK
    assert refused(state, "command D4 then C4 to C5, E4 to E5, E3 facing east").rule == "5.2.3"
    same = play(state, "command D4 turning C4 facing west then C4 facing south")
    assert at(same, "C4") == "white archer south"


@pytest.mark.rule("crusade 5.2.4")
def test_whom_a_commander_commands() -> None:
    state = position(
        *("white commander D4", "white archer C4", "white warrior E4", "white caster D3", "white rogue D5"),
        *("black archer C6", "black archer E5", "black archer C5", FOE),
    )
    for deed in ("C5 to C4", "H7 to H6", "C4 to C6", "E4 to E5", "D5 to D7"):
        assert refused(state, f"command D4 then {deed}").rule == "5.2.3"
    assert refused(state, "command D4 then D5 to D6, D6 to D7").rule == "5.2.3"
    assert refused(state, "command D4 then D5 facing east, D5 facing north").rule == "5.2.3"
    left_behind = position("white commander D4", "white rogue C3", FOE)
    assert refused(left_behind, "command D4 to E5 then C3 to C4").rule == "5.2.3"


@pytest.mark.rule("crusade 5.2.5")
def test_a_command_does_something() -> None:
    state = position("white commander D4", "white rogue C3", FOE)
    assert refused(state, "command D4").rule == "5.2.5"
    alone = position("white commander D4", FOE)
    assert refused(alone, "command D4").rule == "5.2.1"


@pytest.mark.rule("crusade 5.3.1", "crusade 5.3.2")
def test_a_knight_jumps_and_is_never_countered() -> None:
    state = position("white knight D4", "white rogue D5", "white rogue E6", "black warrior C6", FOE)
    assert set(targets_of(state.board, "D4")) == {"C6", "F5", "F3", "E2", "C2", "B3", "B5"}
    done = judged(state, "move D4 to C6")
    assert done.events[1] == Moved("white", "knight", "D4", "C6")
    assert at(done.after, "C6") == "white knight"
    assert refused(state, "move D4 to D6").rule == "5.3.1"


@pytest.mark.rule("crusade 5.4.1")
def test_a_paladin_goes_three_squares_straight() -> None:
    state = position("white paladin D4", "black archer D6", "black archer D7", "white rogue F4", FOE)
    assert set(targets_of(state.board, "D4")) == {"D5", "D6", "E4", "D3", "D2", "D1", "C4", "B4", "A4"}
    assert refused(state, "move D4 to D7").rule == "5.4.1"
    assert refused(state, "move D4 to E5").rule == "5.4.1"
