"""Who may convert what, and what must be built first (rules 4.2, 8.1)."""

import pytest

from engine.high_crusade.building import HeresyEnded, WorkBegun, WorkDone, WorkStopped, WorkWentOn
from engine.high_crusade.conversion import AttemptAnnounced, ConversionRolled, FaceShown
from engine.high_crusade.flow import PhasePassed
from engine.high_crusade.names import CONVERSION
from tests.support.board import Board, found, one


def visiting(attitude: str = "A", leader: str = "Sir Roger", at: str = "Cindle 2") -> Board:
    """A leader on Cindle, where a race of this attitude lives."""
    board = Board()
    board.race("Cindle", attitude)
    board.leader(leader, at)
    return board


# -- the phase -----------------------------------------------------------------------------------------


@pytest.mark.rule("4.2.1")
@pytest.mark.rule("2.4.2")
def test_a_leader_on_the_planet_lets_the_crusader_look() -> None:
    """The Crusader player sees the race where he has a Crusader leader, and no other."""
    board = visiting()
    board.race("Borrum", "S")
    board.phase("conversion")
    assert board.state.thralls["Cindle"].known
    assert not board.state.thralls["Borrum"].known
    assert found(board.events, FaceShown)[0].planet == "Cindle"


@pytest.mark.rule("4.2.1")
def test_nobody_else_lets_him_look() -> None:
    """Leaders of allies, prisoners and troops show him nothing."""
    board = Board()
    for planet in ("Cindle", "Borrum", "Yarrow", "Quill"):
        board.race(planet, "A")
    board.ally("Jair").unit("Jair fleet A", "Jair 1", 2)
    board.leader("Elissir", "Cindle 1")
    board.leader("Red John", "Borrum 1", captor="wersgorix")
    board.unit("Wersgorix army A", "Borrum 1", 1)
    board.unit("Crusader army A", "Yarrow 1", 3)
    board.leader("Drusk", "Quill 1", defected=True)
    board.phase("conversion")
    assert not any(thrall.known for thrall in board.state.thralls.values())


@pytest.mark.rule("4.2.1")
@pytest.mark.rule("4.2.4")
@pytest.mark.rule("4.11.3")
def test_the_phase_passes_when_there_is_nothing_to_do() -> None:
    """Without a leader on a planet with a race, and nothing to build with, the phase is skipped."""
    board = Board()
    board.race("Cindle", "A")
    board.leader("Sir Roger", "Thraxian 1")
    events = board.phase("conversion")
    assert any(event.phase == CONVERSION for event in found(events, PhasePassed))


@pytest.mark.rule("4.11.3")
@pytest.mark.rule("8.1.7")
@pytest.mark.parametrize("attitude", ["A", "S", "W"])
def test_the_phase_never_passes_because_of_a_face(attitude: str) -> None:
    """Whether a race could be converted or not, the game waits for the Crusader player in the same way."""
    board = visiting(attitude, "Brother Parvus")
    board.state.works = ()
    board.phase("conversion")
    assert board.waits() == [("crusader", "conversion")]


@pytest.mark.rule("4.2.4")
def test_building_alone_keeps_the_phase_open() -> None:
    """Troops that can build are reason enough to wait."""
    board = Board()
    board.unit("Crusader army A", "Thraxian 1", 3)
    board.phase("conversion")
    assert board.waits() == [("crusader", "conversion")]
    assert board.verbs("crusader") == ("build", "done")


@pytest.mark.rule("4.2.2")
def test_looking_does_not_oblige() -> None:
    """After looking he may announce an attempt or not."""
    board = visiting()
    board.phase("conversion")
    assert not found(board.give("crusader", "done"), ConversionRolled)


@pytest.mark.rule("4.2.3")
def test_buildings_are_completed_before_faces_are_shown() -> None:
    """First works, then faces; both before any order."""
    board = visiting("S")
    board.unit("Crusader army A", "Cindle 2", 3)
    board.phase("conversion")
    board.state.put_thrall("Cindle", board.state.thralls["Cindle"]._replace(known=False))
    board.give("crusader", "build church at Cindle 2 with army A")
    board.state.put_thrall("Cindle", board.state.thralls["Cindle"]._replace(known=False))
    events = board.phase("conversion")
    kinds = [type(event) for event in events]
    assert kinds.index(WorkDone) < kinds.index(FaceShown)


# -- who -----------------------------------------------------------------------------------------------


@pytest.mark.rule("8.1.1")
def test_only_crusader_leaders_convert() -> None:
    """A leader of an ally converts nobody."""
    board = visiting()
    board.ally("Jair").leader("Elissir", "Cindle 1")
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Elissir", "8.1.1")
    assert board.values("crusader", "convert", planet="Cindle") == ["Sir Roger"]


@pytest.mark.rule("8.1.2")
def test_the_leader_must_be_on_the_planet() -> None:
    """A leader elsewhere cannot convert."""
    board = visiting()
    board.leader("Sir Owain", "Borrum 1")
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Sir Owain", "8.1.2")


@pytest.mark.rule("8.1.2")
def test_one_attempt_a_planet() -> None:
    """A second leader on the planet makes no second attempt."""
    board = visiting()
    board.leader("Sir Owain", "Cindle 1")
    board.phase("conversion")
    board.give("crusader", "convert Cindle with Sir Roger")
    board.refused("crusader", "convert Cindle with Sir Owain", "8.1.2")
    assert "convert" not in board.verbs("crusader")


@pytest.mark.rule("8.1.3")
@pytest.mark.parametrize("attitude", ["A", "W"])
def test_parvus_converts_only_the_spiritual(attitude: str) -> None:
    """He may look at any race but converts only Spiritual ones."""
    board = visiting(attitude, "Brother Parvus")
    board.set(castles={"Cindle 1"})
    board.phase("conversion")
    assert board.state.thralls["Cindle"].known
    board.refused("crusader", "convert Cindle with Brother Parvus", "8.1.3")


@pytest.mark.rule("8.1.3")
@pytest.mark.rule("8.1.20")
def test_parvus_converts_the_spiritual_without_a_title() -> None:
    """Brother Parvus needs no Noble title."""
    board = visiting("S", "Brother Parvus").set(churches={"Cindle 1": "church"})
    board.phase("conversion")
    board.give("crusader", "convert Cindle with Brother Parvus")


@pytest.mark.rule("8.1.4")
@pytest.mark.parametrize("piece", ["Wersgorix fleet A", "Wersgorix army A", "Wersgorix garrison", "Drusk"])
def test_no_wersgorix_piece_in_the_hex(piece: str) -> None:
    """Any Wersgorix piece in the leader's own hex stops him; in another hex it only makes it harder."""
    for at, allowed in (("Cindle 2", False), ("Cindle 3", True)):
        trial = visiting()
        if piece == "Drusk":
            trial.leader(piece, at)
        else:
            trial.unit(piece, at, 1)
        trial.phase("conversion")
        if allowed:
            trial.give("crusader", "convert Cindle with Sir Roger")
        else:
            trial.refused("crusader", "convert Cindle with Sir Roger", "8.1.4")


@pytest.mark.rule("8.1.19")
def test_empty_forts_and_prisoners_do_not_hinder() -> None:
    """A fort hinders only when the Wersgorix hold it; a captive Wersgorix leader does not."""
    board = Board()
    board.race("Eskar", "A")
    board.leader("Sir Roger", "Eskar 1")
    board.unit("Crusader fleet B", "Eskar 1", 1)
    board.leader("Drusk", "Eskar 1", captor="crusader")
    board.phase("conversion")
    board.give("crusader", "convert Eskar with Sir Roger")


@pytest.mark.rule("8.1.19")
def test_wounded_leaders_convert_and_prisoners_do_not() -> None:
    """A wound is no obstacle, captivity is."""
    board = Board()
    board.race("Cindle", "A")
    board.race("Borrum", "A")
    board.leader("Sir Roger", "Cindle 1", wounded=True)
    board.leader("Sir Owain", "Borrum 1", captor="wersgorix")
    board.unit("Wersgorix army A", "Borrum 1", 1)
    board.phase("conversion")
    board.give("crusader", "convert Cindle with Sir Roger")
    board.refused("crusader", "convert Borrum with Sir Owain")


@pytest.mark.rule("8.1.5")
def test_not_at_the_fief_limit() -> None:
    """A Knight with one fief converts no further race."""
    board = visiting("A", "Sir Owain")
    board.race("Borrum", "A", converted=True, fief="Sir Owain")
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Sir Owain", "8.1.5")
    assert "convert" not in board.verbs("crusader")


@pytest.mark.rule("8.1.20")
@pytest.mark.rule("8.5.2")
def test_without_a_noble_title_no_conversion() -> None:
    """Red John has no title, so his limit is 0; an Ecclesiastical one does not help."""
    board = visiting("A", "Red John")
    board.church_title("Red John", "Archbishop")
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Red John", "8.1.20")


@pytest.mark.rule("8.1.20")
def test_his_own_marker_counts_once() -> None:
    """A Knight whose only fief was reconquered may convert that race again."""
    board = visiting("A", "Sir Owain")
    thrall = board.state.thralls["Cindle"]
    board.state.put_thrall("Cindle", thrall._replace(fief="Sir Owain", paid=True))
    board.phase("conversion")
    board.give("crusader", "convert Cindle with Sir Owain")


@pytest.mark.rule("8.1.20")
def test_sir_roger_needs_room_himself() -> None:
    """Even though the fief could go to another, a full Sir Roger does not convert."""
    board = visiting()
    board.leader("Sir Owain", "Cindle 1")
    for planet in ("Borrum", "Eskar", "Fennow"):
        board.race(planet, "A", converted=True, fief="Sir Roger")
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Sir Roger", "8.1.5")


# -- what it needs -------------------------------------------------------------------------------------


@pytest.mark.rule("8.1.6")
def test_an_attempt_needs_equipment() -> None:
    """1 Equipment Point for each attempt, 2 for a Warlike race."""
    board = visiting().set(equipment=0)
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Sir Roger", "8.1.6")
    board = visiting("W").set(equipment=1, castles={"Cindle 1"})
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Sir Roger", "8.1.6")


@pytest.mark.rule("8.1.6")
@pytest.mark.rule("8.2.10")
def test_all_attempts_together_must_be_payable() -> None:
    """What one attempt will cost another cannot spend."""
    board = visiting().set(equipment=2)
    board.race("Borrum", "A")
    board.leader("Sir Owain", "Borrum 1")
    board.phase("conversion")
    board.give("crusader", "convert Cindle with Sir Roger adding 1")
    board.refused("crusader", "convert Borrum with Sir Owain", "8.1.6")
    assert "convert" not in board.verbs("crusader")


@pytest.mark.rule("8.1.7")
def test_agrarians_ask_for_nothing() -> None:
    """Neither church nor castle."""
    board = visiting("A")
    board.phase("conversion")
    board.give("crusader", "convert Cindle with Sir Roger")


@pytest.mark.rule("8.1.8")
def test_the_spiritual_want_a_church() -> None:
    """A church or cathedral must stand on the planet."""
    board = visiting("S")
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Sir Roger", "8.1.8")
    for kind in ("church", "cathedral"):
        board = visiting("S").set(churches={"Cindle 3": kind})
        board.phase("conversion")
        board.give("crusader", "convert Cindle with Sir Roger")


@pytest.mark.rule("8.1.9")
def test_the_warlike_want_a_castle() -> None:
    """A castle, or a captured fort on the planet."""
    board = visiting("W")
    board.phase("conversion")
    board.refused("crusader", "convert Cindle with Sir Roger", "8.1.9")
    board = Board().set(castles={"Eskar 1"})
    board.race("Eskar", "W")
    board.leader("Sir Roger", "Eskar 2")
    board.phase("conversion")
    board.give("crusader", "convert Eskar with Sir Roger")


# -- building ------------------------------------------------------------------------------------------


def builders() -> Board:
    """Troops on Cindle, in the conversion phase."""
    board = Board()
    board.unit("Crusader army A", "Cindle 2", 3)
    board.unit("Crusader fleet B", "Cindle 3", 3)
    board.leader("Brother Parvus", "Cindle 1")
    board.phase("conversion")
    return board


@pytest.mark.rule("8.1.10")
def test_a_church_takes_a_whole_turn() -> None:
    """It stands at the start of the next conversion phase, in the hex that was named."""
    board = builders()
    board.give("crusader", "build church at Cindle 3 with army A")
    assert board.state.churches == {}
    done = one(board.phase("conversion"), WorkDone)
    assert (done.kind, done.place) == ("church", "Cindle 3")
    assert board.state.churches == {board.hex("Cindle 3"): "church"}
    assert board.state.works == ()


@pytest.mark.rule("8.1.10")
def test_parvus_builds_churches_alone() -> None:
    """Of the leaders only he does."""
    board = builders()
    board.leader("Sir Roger", "Cindle 1")
    board.refused("crusader", "build church at Cindle 1 with Sir Roger", "8.1.10")
    board.give("crusader", "build church at Cindle 1 with Brother Parvus")
    assert one(board.phase("conversion"), WorkDone).builder == "Brother Parvus"


@pytest.mark.rule("8.1.10")
def test_the_builder_is_on_the_planet() -> None:
    """Nobody builds from afar."""
    board = builders()
    board.refused("crusader", "build church at Borrum 1 with army A", "8.1.10")


@pytest.mark.rule("8.1.11")
def test_a_cathedral_takes_two_turns() -> None:
    """After the first the marker is turned, after the second it is placed."""
    board = builders()
    assert one(board.give("crusader", "build cathedral at Cindle 2 with army A"), WorkBegun).turns == 2
    assert one(board.phase("conversion"), WorkWentOn).kind == "cathedral"
    assert board.state.churches == {}
    assert one(board.phase("conversion"), WorkDone).kind == "cathedral"
    assert board.state.churches == {board.hex("Cindle 2"): "cathedral"}


@pytest.mark.rule("8.1.12")
def test_a_castle_needs_troops() -> None:
    """Parvus alone is not enough."""
    board = builders()
    board.refused("crusader", "build castle at Cindle 1 with Brother Parvus", "8.1.12")
    assert "Brother Parvus" not in board.values("crusader", "build", building="castle", place="Cindle 1")
    board.give("crusader", "build castle at Cindle 2 with fleet B")
    board.phase("conversion")
    assert board.state.castles == {board.hex("Cindle 2")}


@pytest.mark.rule("8.1.13")
def test_one_work_at_a_time() -> None:
    """A builder begins nothing else while he builds."""
    board = builders()
    board.give("crusader", "build church at Cindle 2 with army A")
    board.refused("crusader", "build castle at Cindle 2 with army A", "8.1.13")


@pytest.mark.rule("8.1.13")
def test_any_piece_of_the_player_builds() -> None:
    """Allied and Thrall units and garrisons too."""
    for unit in ("Jair army A", "Thrall fleet A", "Crusader garrison"):
        board = Board().ally("Jair")
        board.leader("Elissir", "Jair 1")
        name = board.unit(unit, "Cindle 1", 2)
        board.phase("conversion")
        called = name.removeprefix("Crusader ")
        board.give("crusader", f"build castle at Cindle 1 with {called}")


@pytest.mark.rule("8.1.14")
@pytest.mark.rule("9.2.7")
def test_what_interrupts_work() -> None:
    """A builder that moved or fought, is gone, frozen, captured or led by a traitor has lost the work."""
    cases: list[tuple[str, dict[str, object]]] = [
        ("army A", {"engaged": frozenset({"Crusader army A"})}),
        ("army A", {"units": {}}),
        ("army A", {"turned": frozenset({"Crusader army A"})}),
        (
            "Jair army A",
            {"alliances": {"Jair": "neutral", "P'thing'gung": "neutral", "Ashenk'goli": "neutral"}},
        ),
        ("Brother Parvus", {"engaged": frozenset({"Brother Parvus"})}),
    ]
    for builder, change in cases:
        board = builders().ally("Jair")
        board.leader("Elissir", "Jair 1")
        board.unit("Jair army A", "Cindle 1", 2)
        board.give("crusader", f"build church at Cindle 1 with {builder}")
        board.set(**change)
        events = board.give("crusader", "done")
        assert one(events, WorkStopped).kind == "church"
        assert board.state.works == ()


@pytest.mark.rule("8.1.14")
@pytest.mark.parametrize("fate", ["dead", "away", "captive"])
def test_work_ends_with_parvus(fate: str) -> None:
    """A dead, absent or captive Brother Parvus builds no more."""
    board = builders()
    board.give("crusader", "build church at Cindle 1 with Brother Parvus")
    parvus = board.state.leaders["Brother Parvus"]
    board.unit("Wersgorix army A", "Cindle 1", 1)
    if fate == "captive":
        board.state.put_leader(parvus._replace(captor="wersgorix"))
    else:
        board.state.put_leader(parvus._replace(hex=0, dead=fate == "dead"))
    assert one(board.give("crusader", "done"), WorkStopped).builder == "Brother Parvus"


@pytest.mark.rule("8.1.14")
def test_moving_interrupts_work() -> None:
    """An army that walks away leaves the work behind."""
    board = builders()
    board.give("crusader", "build church at Cindle 1 with army A")
    board.phase("crusader_movement")
    assert one(board.give("crusader", "move army A to Cindle 1"), WorkStopped).builder == "Crusader army A"


@pytest.mark.rule("8.1.14")
def test_giving_points_does_not_interrupt() -> None:
    """An army that drops a garrison works on."""
    board = builders()
    board.give("crusader", "build church at Cindle 1 with army A")
    board.phase("crusader_movement")
    assert not found(board.give("crusader", "drop 1 from army A"), WorkStopped)


@pytest.mark.rule("8.1.15")
def test_building_without_a_race_and_falling_back_to_the_builder() -> None:
    """Thraxian has no race; if nobody is in the hex that was named the marker goes to the builder's."""
    board = Board()
    board.unit("Crusader army A", "Thraxian 2", 3)
    board.phase("conversion")
    board.give("crusader", "build church at Thraxian 4 with army A")
    assert one(board.phase("conversion"), WorkDone).place == "Thraxian 2"


@pytest.mark.rule("8.1.15")
def test_one_church_and_one_castle_a_planet() -> None:
    """They may rise together under two builders, but no second of either sort."""
    board = builders()
    board.unit("Crusader army C", "Cindle 1", 1)
    board.unit("Crusader army D", "Borrum 1", 1)
    board.give("crusader", "build church at Cindle 1 with army A")
    board.give("crusader", "build castle at Cindle 1 with fleet B")
    board.refused("crusader", "build cathedral at Cindle 2 with army C", "8.1.15")
    board.refused("crusader", "build castle at Cindle 2 with army C", "8.1.15")
    board.phase("conversion")
    assert set(board.state.churches) == board.state.castles == {board.hex("Cindle 1")}
    board.refused("crusader", "build church at Cindle 2 with army C", "8.1.15")
    board.refused("crusader", "build castle at Cindle 2 with army C", "8.1.15")


@pytest.mark.rule("8.1.15")
def test_a_castle_besides_a_captured_fort_but_not_on_a_fort() -> None:
    """A captured fort does not keep a planet from having a castle elsewhere."""
    board = Board().set(castles={"Eskar 1"})
    board.unit("Crusader army A", "Eskar 1", 3)
    board.phase("conversion")
    board.refused("crusader", "build castle at Eskar 1 with army A", "8.1.15")
    board.give("crusader", "build castle at Eskar 2 with army A")


@pytest.mark.rule("8.1.16")
def test_a_church_becomes_a_cathedral_in_one_turn() -> None:
    """In its place; the church stays when the work is interrupted."""
    board = builders().set(churches={"Cindle 1": "church"})
    board.refused("crusader", "build cathedral at Cindle 2 with army A", "8.1.16")
    assert one(board.give("crusader", "build cathedral at Cindle 1 with army A"), WorkBegun).turns == 1
    board.phase("conversion")
    assert board.state.churches == {board.hex("Cindle 1"): "cathedral"}

    board = builders().set(churches={"Cindle 1": "church"})
    board.give("crusader", "build cathedral at Cindle 1 with army A")
    board.set(engaged=frozenset({"Crusader army A"}))
    board.give("crusader", "done")
    assert board.state.churches == {board.hex("Cindle 1"): "church"}


@pytest.mark.rule("8.1.17")
@pytest.mark.rule("2.2.1")
def test_markers_run_out() -> None:
    """Six churches and nine castles, those under construction included."""
    board = builders()
    six = [f"{planet} 1" for planet in ("Borrum", "Eskar", "Ganth", "Fennow", "Ilvane", "Quill")]
    board.set(churches=dict.fromkeys(six[:5], "church"))
    board.unit("Crusader army C", "Thraxian 1", 1)
    board.give("crusader", "build church at Cindle 1 with army A")
    board.refused("crusader", "build church at Thraxian 1 with army C", "8.1.17")
    board = builders()
    nine = [f"{planet} 1" for planet in list(board.pack.planets)[4:13]]
    board.set(castles=set(nine))
    board.refused("crusader", "build castle at Cindle 1 with army A", "8.1.17")


@pytest.mark.rule("8.1.17")
def test_turning_a_church_needs_no_marker() -> None:
    """A cathedral is the back of the church marker that stands there."""
    board = builders()
    six = [f"{planet} 1" for planet in ("Cindle", "Eskar", "Ganth", "Fennow", "Ilvane", "Quill")]
    board.set(churches=dict.fromkeys(six, "church"))
    board.give("crusader", "build cathedral at Cindle 1 with army A")


@pytest.mark.rule("8.1.18")
def test_churches_last() -> None:
    """A church serves though the Wersgorix hold the rest of the planet."""
    board = visiting("S", at="Cindle 2").set(churches={"Cindle 1": "church"})
    board.unit("Wersgorix army A", "Cindle 1", 5)
    board.phase("conversion")
    one(board.give("crusader", "convert Cindle with Sir Roger"), AttemptAnnounced)


@pytest.mark.rule("11.1.13")
def test_a_new_cathedral_ends_a_heresy() -> None:
    """Only one completed after the outbreak does."""
    board = builders()
    board.race("Cindle", "A", converted=True, heresy=True, fief="Sir Roger")
    board.give("crusader", "build cathedral at Cindle 1 with army A")
    board.phase("conversion")
    assert board.state.thralls["Cindle"].heresy
    assert one(board.phase("conversion"), HeresyEnded).planet == "Cindle"
    assert not board.state.thralls["Cindle"].heresy
