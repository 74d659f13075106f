"""Sections 2.1 and 2.2: units, tracks, what is public, and the counters there are."""

import pytest

from engine.high_crusade.draft import Draft
from engine.high_crusade.pieces import change_equipment, change_iq, free_letters, lose
from engine.kernel.dice import ScriptedDice
from engine.kernel.seats import Viewer
from tests.support.board import Board


@pytest.mark.rule("2.1.1", "2.1.7")
def test_strengths_are_public() -> None:
    """Fleets, armies and garrisons are the combat units; everybody sees how strong they are."""
    board = Board()
    board.unit("Crusader fleet A", "Thraxian 1", 7)
    board.unit("Crusader army B", "Thraxian 1", 4)
    board.unit("Wersgorix garrison", "Ganth 1", 3)
    board.leader("Vorgash", "Thraxian 1", captor="crusader")
    board.set(equipment=5, iq=2, uncollected={"Wersgorix": 4})
    board.phase("crusader_movement")
    for viewer in ("crusader", "wersgorix", "spectator"):
        seen = board.game.view(board.state, Viewer(viewer))
        assert {unit.name: (unit.kind, unit.strength) for unit in seen.units.values()} == {
            "Crusader fleet A": ("fleet", 7),
            "Crusader army B": ("army", 4),
            "Wersgorix garrison at Ganth 1": ("garrison", 3),
        }
        assert (seen.equipment, seen.iq, seen.uncollected) == (5, 2, {"Wersgorix": 4})
        assert seen.leaders["Vorgash"].captor == "crusader"
        assert sorted(seen.cup) == sorted(board.pack.unknown_strengths)


@pytest.mark.rule("2.1.2")
def test_no_unit_takes_more_than_ten() -> None:
    """Neither by reinforcements nor by taking in a garrison."""
    board = Board(turn=2)
    board.set(castles=["Thraxian 1"])
    board.unit("Crusader army B", "Thraxian 1", 10)
    board.unit("Crusader army C", "Thraxian 1", 9)
    board.unit("Crusader garrison", "Thraxian 1", 5)
    board.phase("reinforcement")
    board.refused("crusader", "reinforce army B with 1", "2.1.2")
    board.phase("crusader_movement")
    board.refused("crusader", "take 2 with army C")
    board.give("crusader", "take 1 with army C")
    assert board.strength("Crusader army C") == 10


@pytest.mark.rule("2.1.3")
def test_the_map() -> None:
    """Every planet has a zone and a terrain modifier; seven zones, each with a fortress in its capital."""
    board = Board()
    pack = board.pack
    assert len(pack.zones) == 7
    assert len(pack.capitals) == 7
    for planet in pack.planets.values():
        assert planet.name in pack.zones[planet.zone].planets
        assert planet.terrain_label
    for capital in pack.capitals:
        assert pack.planets[capital].fort == "fortress"
        assert board.state.fort(pack.planets[capital].hexes[0]) == 6
    assert sum(planet.thrall_box for planet in pack.planets.values()) == 20


@pytest.mark.rule("2.1.4", "2.1.6")
def test_the_tracks_give_modifiers_and_never_leave_their_ends() -> None:
    """More points are never worth less; a loss beyond 0 takes what is there."""
    board = Board()
    for track in (board.pack.equipment, board.pack.iq):
        worth = [track.modifier(points) for points in range(track.maximum + 1)]
        assert worth == sorted(worth)
        assert worth[-1] > worth[0]
    draft = Draft(board.state, ScriptedDice())
    change_equipment(draft, -7, "a test")
    change_iq(draft, -3, "a test")
    assert (draft.state.equipment, draft.state.iq) == (0, 0)
    change_equipment(draft, 100, "a test")
    assert draft.state.equipment == board.pack.equipment.maximum


@pytest.mark.rule("2.1.5", "2.1.6")
def test_a_unit_at_0_is_gone() -> None:
    """It loses what it has, never more."""
    board = Board()
    board.unit("Crusader army B", "Thraxian 1", 3)
    draft = Draft(board.state, ScriptedDice())
    assert lose(draft, "Crusader army B", 2, "a test") == 2
    assert draft.state.units["Crusader army B"].strength == 1
    assert lose(draft, "Crusader army B", 5, "a test") == 1
    assert "Crusader army B" not in draft.state.units


@pytest.mark.rule("2.1.9")
def test_the_bare_name_of_a_planet_is_its_first_hex() -> None:
    """In an order and on the map; the fort is always there."""
    board = Board()
    board.unit("Crusader fleet A", "Thraxian 1", 1)
    board.phase("crusader_movement")
    board.give("crusader", "move fleet A to Cindle")
    assert board.where("Crusader fleet A") == "Cindle 1"
    for planet in board.pack.planets.values():
        assert board.pack.hex_of[planet.name] == board.pack.hex_of[f"{planet.name} 1"] == planet.hexes[0]
        if planet.fort:
            assert planet.hexes[0] in board.pack.fort_at


@pytest.mark.rule("2.2.1")
def test_the_counters_there_are() -> None:
    """Nine Crusader and twenty Wersgorix letters, two for the others, and the markers of the box."""
    board = Board()
    letters = board.pack.letters
    assert letters["Crusader"] == "ABCDEFGHI"
    assert letters["Wersgorix"] == "ABCDEFGHIJKLMNOPQRST"
    for faction in ("Thrall", "Jair", "P'thing'gung", "Ashenk'goli"):
        assert free_letters(board.state, faction, "fleet") == ["A", "B"]
        assert free_letters(board.state, faction, "army") == ["A", "B"]
    limits = board.pack.limits
    assert (limits.churches, limits.castles, limits.alert_markers, limits.fiefs) == (6, 9, 13, 8)


@pytest.mark.rule("2.2.1")
def test_the_counter_of_a_lost_unit_is_free_again() -> None:
    """A letter is a fleet or an army, and free when neither is on the map."""
    board = Board()
    board.unit("Crusader army A", "Thraxian 1", 3)
    board.unit("Jair army A", "Jair 1", 3)
    for kind in ("fleet", "army"):
        assert free_letters(board.state, "Crusader", kind) == list("BCDEFGHI")
    assert free_letters(board.state, "Jair", "army") == ["B"]
    assert free_letters(board.state, "Jair", "fleet") == ["A", "B"]
    draft = Draft(board.state, ScriptedDice())
    lose(draft, "Crusader army A", 3, "a test")
    assert free_letters(draft.state, "Crusader", "fleet") == list("ABCDEFGHI")
