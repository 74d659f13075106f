"""Chapter 3: the set-up, from the bare map to the Conversion phase of turn 1."""

import pytest

from engine.high_crusade.flow import PhaseBegan
from engine.high_crusade.setup import ThrallsDealt
from engine.kernel.dice import CommittedDice
from engine.kernel.seats import Seat, Viewer
from tests.support.board import Board, found, one

FACES = list(range(18, 1, -1))
"""Dice that leave the 18 faces in the order of the pack."""
LEADERS = list(range(7, 1, -1))
"""Dice that leave the 7 Wersgorix leaders in the order of the pack."""


def begun() -> Board:
    """A game before its first decision."""
    board = Board(turn=0)
    judged = board.game.open(board.state, CommittedDice(b"set-up"))
    board.state = judged.after
    return board


def dealt(empty: str = "Borrum, Cindle") -> Board:
    board = begun()
    board.give("wersgorix", f"empty {empty}", dice=FACES)
    return board


def deployed() -> Board:
    """The Crusader player's turn to set up."""
    board = dealt()
    board.give("wersgorix", "muster", dice=LEADERS)
    return board


@pytest.mark.rule("3.1.1", "3.1.7", "2.4.4")
def test_two_boxes_stay_empty_and_the_faces_are_dealt_by_lot() -> None:
    """The Wersgorix player names two boxes; the 18 faces go to the others by lot."""
    board = begun()
    assert board.waits() == [("wersgorix", "empty_boxes")]
    board.refused("wersgorix", "empty Borrum", "3.1.7")
    board.refused("wersgorix", "empty Borrum, Borrum", "3.1.7")
    board.refused("wersgorix", "empty Borrum, Thraxian", "3.1.7")
    board.refused("wersgorix", "empty Borrum, Cindle, Eskar", "3.1.7")
    events = board.give("wersgorix", "empty Quill, Tarn", dice=FACES)
    boxes = {planet.name for planet in board.pack.planets.values() if planet.thrall_box}
    assert len(boxes) == 20
    assert set(board.state.thralls) == boxes - {"Quill", "Tarn"}
    faces = [thrall.face for thrall in board.state.thralls.values()]
    assert faces == list(board.pack.faces)
    assert one(events, ThrallsDealt).SEALED
    assert any("Quill" in line and "Tarn" in line for line in board.told("spectator"))


@pytest.mark.rule("3.1.1", "3.1.7")
def test_another_lot_deals_other_faces() -> None:
    """Nobody chooses which face lies where."""
    board = begun()
    board.give("wersgorix", "empty Quill, Tarn", dice=[1, *FACES[1:]])
    faces = [thrall.face for thrall in board.state.thralls.values()]
    assert faces[-1] == next(iter(board.pack.faces))
    assert sorted(faces) == sorted(board.pack.faces)


@pytest.mark.rule("3.1.1", "2.4.2")
def test_only_the_wersgorix_player_sees_the_faces() -> None:
    """From the deal on every face is open to him and to nobody else."""
    board = dealt()
    seen = {
        who: [thrall.face for thrall in board.game.view(board.state, Viewer(who)).thralls.values()]
        for who in ("wersgorix", "crusader", "spectator")
    }
    assert all(seen["wersgorix"])
    assert not any(seen["crusader"])
    assert not any(seen["spectator"])
    assert not any(face.name in " ".join(board.told("crusader")) for face in board.pack.faces.values())


@pytest.mark.rule("3.1.2")
def test_eight_markers_are_in_the_cup() -> None:
    """All unknown strength markers are in the cup when play begins."""
    board = deployed()
    assert len(board.state.cup) == 8
    assert board.state.cup == board.pack.unknown_strengths


@pytest.mark.rule("3.1.3")
def test_the_forces_of_the_zones() -> None:
    """Ten and ten in four zones, five and five in two, in the capital hexes."""
    board = deployed()
    for zone, strength in {
        "Wersgorix": 10,
        "Jair": 10,
        "Green": 10,
        "P'thing'gung-Ashenk": 10,
        "Orange": 5,
        "Purple": 5,
    }.items():
        at = board.pack.planets[board.pack.zones[zone].capital].hexes[0]
        units = board.state.units_at(at)
        assert sorted((unit.kind, unit.strength) for unit in units) == [
            ("army", strength),
            ("fleet", strength),
        ]
    assert sum(unit.strength for unit in board.state.units.values()) == 2 * (4 * 10 + 2 * 5 + 5)


@pytest.mark.rule("3.1.3", "3.1.8", "2.1.2")
def test_a_force_may_be_split() -> None:
    """Points of a zone become as many fleets and armies as the player likes, none above ten."""
    board = dealt()
    board.give("wersgorix", "deploy army 6 in Green as K")
    board.give("wersgorix", "deploy army 4 in Green")
    board.give("wersgorix", "deploy fleet 3 at Lothmar 1")
    assert board.strength("Wersgorix army K") == 6
    assert board.where("Wersgorix army K") == "Lothmar 1"
    board.refused("wersgorix", "deploy army 1 in Green", "3.1.3")
    board.refused("wersgorix", "deploy fleet 8 in Green", "3.1.3")
    board.refused("wersgorix", "deploy fleet 2 in Green as K", "2.2.1")
    board.refused("wersgorix", "deploy fleet 2 in Green at Lothmar 2", "3.1.8")
    board.refused("wersgorix", "deploy fleet 2", "3.1.3")
    board.give("wersgorix", "muster", dice=LEADERS)
    at = board.hex("Lothmar 1")
    fleets = sorted(unit.strength for unit in board.state.units_at(at) if unit.kind == "fleet")
    assert fleets == [3, 7]
    assert all(unit.kind != "garrison" for unit in board.state.units.values())


@pytest.mark.rule("3.1.8", "2.2.1")
def test_the_twenty_counters_must_suffice_for_all_zones() -> None:
    """A split that would leave too few counters for the other zones is refused, and never offered."""
    board = dealt()
    for _ in range(6):
        board.give("wersgorix", "deploy army 1 in Green")
    board.refused("wersgorix", "deploy army 1 in Green", "2.2.1")
    assert board.values("wersgorix", "deploy", arm="army") == [4, 5, 10]
    board.give("wersgorix", "deploy army 4 in Green")
    board.give("wersgorix", "muster", dice=LEADERS)
    assert len(board.state.units) == 20


@pytest.mark.rule("3.1.4", "3.1.8")
def test_the_thraxian_force_stands_in_one_hex_of_its_owners_choice() -> None:
    """Five army, five fleet points and a leader on any planet of the zone but Thraxian, together."""
    board = dealt()
    board.refused("wersgorix", "deploy army 5 in Thraxian at Thraxian 2", "3.1.4")
    board.refused("wersgorix", "deploy army 5 in Thraxian at Ganth 1", "3.1.4")
    board.give("wersgorix", "deploy army 3 in Thraxian at Cindle 2")
    board.refused("wersgorix", "deploy fleet 5 in Thraxian at Cindle 3", "3.1.8")
    board.give("wersgorix", "deploy army 2 in Thraxian")
    board.give("wersgorix", "deploy fleet 5 in Thraxian at Cindle 2")
    board.give("wersgorix", "muster", dice=LEADERS)
    at = board.hex("Cindle 2")
    assert sum(unit.strength for unit in board.state.units_at(at)) == 10
    assert len(board.state.leaders_at(at)) == 1


@pytest.mark.rule("3.1.4")
def test_what_the_thraxian_force_does_by_default() -> None:
    """When the player says nothing it stands on a planet of the zone that is not Thraxian."""
    board = deployed()
    homes = [name for name in board.pack.zones["Thraxian"].planets if name != "Thraxian"]
    units = [unit for unit in board.state.units.values() if board.pack.planet_of[unit.hex] in homes]
    assert sorted((unit.kind, unit.strength) for unit in units) == [("army", 5), ("fleet", 5)]
    assert len({unit.hex for unit in units}) == 1


@pytest.mark.rule("3.1.5", "2.3.4")
def test_leaders_are_dealt_blind() -> None:
    """One Wersgorix leader to each force, by lot; then everybody sees who they are."""
    board = dealt()
    board.give("wersgorix", "muster", dice=[1, *LEADERS[1:]])
    names = [name for name, card in board.pack.leaders.items() if card.faction == "Wersgorix"]
    assert len(names) == 7
    zones = list(board.pack.zones)
    where = {name: board.pack.zone_of[board.pack.planet_of[board.state.leaders[name].hex]] for name in names}
    assert sorted(where.values()) == sorted(zones)
    assert where[names[0]] == zones[-1]
    assert where[names[-1]] == zones[0]
    for name in names:
        assert board.state.units_at(board.state.leaders[name].hex)
        assert any(name in line for line in board.told("crusader"))


@pytest.mark.rule("3.1.6")
def test_satellites_and_iq() -> None:
    """Only the Thraxian satellite is on; I.Q. is 1."""
    board = deployed()
    assert board.state.satellites == {"Thraxian"}
    assert board.state.alerted == frozenset()
    assert board.state.iq == 1


@pytest.mark.rule("3.2.1", "2.1.2", "2.2.1")
def test_the_crusaders_set_up_on_thraxian() -> None:
    """Twenty army and 25 fleet points in units of at most ten, anywhere on Thraxian."""
    board = deployed()
    assert board.waits() == [("crusader", "muster_crusader")]
    board.refused("crusader", "deploy army 11 at Thraxian 1", "2.1.2")
    board.refused("crusader", "deploy army 5 at Borrum 1", "3.2.1")
    board.refused("crusader", "deploy army 5 in Orange", "3.2.1")
    board.give("crusader", "deploy fleet 7 at Thraxian 3 as A")
    board.refused("crusader", "deploy army 5 as A", "2.2.1")
    board.give("crusader", "deploy army 5")
    board.give("crusader", "deploy army 5 in Thraxian at Thraxian 2 as I")
    board.give("crusader", "muster")
    own = [unit for unit in board.state.units.values() if unit.faction == "Crusader"]
    assert sum(unit.strength for unit in own if unit.kind == "army") == 20
    assert sum(unit.strength for unit in own if unit.kind == "fleet") == 25
    assert max(unit.strength for unit in own) == 10
    assert {board.pack.planet_of[unit.hex] for unit in own} == {"Thraxian"}
    assert board.where("Crusader fleet A") == "Thraxian 3"
    assert board.where("Crusader army I") == "Thraxian 2"
    assert board.strength("Crusader army B") == 5


@pytest.mark.rule("3.2.1", "2.3.3")
def test_all_crusader_leaders_begin_on_thraxian() -> None:
    """Five leaders, on any hex of Thraxian."""
    board = deployed()
    board.give("crusader", "post Sir Owain at Thraxian 2")
    board.refused("crusader", "post Sir Owain at Thraxian 2", "3.2.6")
    board.refused("crusader", "post Red John at Borrum 1", "3.2.6")
    board.give("crusader", "muster")
    where = {
        leader.name: board.where(leader.name)
        for leader in board.state.leaders.values()
        if leader.faction == "Crusader"
    }
    assert where == {
        "Sir Roger": "Thraxian 1",
        "Sir Owain": "Thraxian 2",
        "Sir Brian Fitz-William": "Thraxian 1",
        "Red John": "Thraxian 1",
        "Brother Parvus": "Thraxian 1",
    }


@pytest.mark.rule("3.2.2", "3.2.6")
def test_castle_and_church() -> None:
    """The castle is on the fortress; the church in a hex of the player's choice."""
    board = deployed()
    assert board.state.castles == {board.hex("Thraxian 1")}
    assert board.state.churches == {board.hex("Thraxian 1"): "church"}
    board.refused("crusader", "hallow Borrum 1", "3.2.6")
    board.refused("crusader", "hallow Thraxian 1", "3.2.6")
    board.give("crusader", "hallow Thraxian 4")
    assert board.state.churches == {board.hex("Thraxian 4"): "church"}
    assert board.state.castles == {board.hex("Thraxian 1")}


@pytest.mark.rule("3.2.3")
def test_equipment() -> None:
    """Equipment starts at 3."""
    assert deployed().state.equipment == 3


@pytest.mark.rule("3.2.4", "3.2.6")
def test_the_first_fief() -> None:
    """Thraxian goes to a leader with a Noble title, Sir Roger if nobody says."""
    board = deployed()
    assert board.state.home_fief == "Sir Roger"
    assert board.values("crusader", "endow") == ["Sir Owain", "Sir Brian Fitz-William"]
    board.refused("crusader", "endow Red John", "3.2.6")
    board.refused("crusader", "endow Brother Parvus", "3.2.6")
    board.give("crusader", "endow Sir Owain")
    assert board.state.home_fief == "Sir Owain"


@pytest.mark.rule("3.2.5", "4.1.1")
def test_play_begins_with_the_conversion_phase_of_turn_1() -> None:
    """Turn 1 has no Reinforcement phase; what nobody can do is passed over."""
    board = deployed()
    board.give("crusader", "muster")
    assert board.state.turn == 1
    phases = [event.phase for event in found(board.events, PhaseBegan)]
    assert phases[0] == "conversion"
    assert "reinforcement" not in phases
    assert board.state.phase in ("conversion", "fiefs", "crusader_movement")


@pytest.mark.rule("3.1.8", "3.2.6")
def test_the_crusader_player_sets_up_after_the_wersgorix_player() -> None:
    """First one, then the other; nobody else can give an order meanwhile."""
    board = begun()
    for _ in range(2):
        assert [seat for seat, _ in board.waits()] == ["wersgorix"]
        default = board.game.pending(board.state)[0].default
        board.give("wersgorix", default.text(), dice=FACES if default.VERB == "empty" else LEADERS)
    assert [seat for seat, _ in board.waits()] == ["crusader"]
    assert board.game.verbs(board.state, Seat("wersgorix")) == ()
    board.give("crusader", board.game.pending(board.state)[0].default.text())
    assert board.state.turn == 1
    assert len([unit for unit in board.state.units.values() if unit.faction == "Crusader"]) == 5


@pytest.mark.rule("3.1.8")
def test_the_question_ends_when_everything_stands() -> None:
    """The Wersgorix player need not say that he has finished."""
    board = dealt()
    zones = list(board.state.muster.items())
    lines = [
        f"deploy {arm} {points} in {zone}"
        for zone, both in zones
        for arm, points in zip(("army", "fleet"), both, strict=True)
    ]
    for line in lines[:-1]:
        board.give("wersgorix", line)
    board.give("wersgorix", lines[-1], dice=LEADERS)
    assert board.waits() == [("crusader", "muster_crusader")]
