"""Transport (rule 6.5)."""

import pytest

from engine.high_crusade.movement import FleetMoved
from tests.support.board import one
from tests.support.war import War


def loaded(fleet: int = 5, army: int = 5) -> War:
    """A fleet and an army on Thraxian 5, another army next to them, a third too far away."""
    board = War()
    board.unit("Crusader fleet B", "Thraxian 5", fleet)
    board.unit("Crusader army C", "Thraxian 5", army)
    board.unit("Crusader army D", "Thraxian 4", 2)
    board.unit("Crusader army E", "Thraxian 2", 2)
    return board.begin("crusader_movement")


@pytest.mark.rule("6.5.1", "6.5.6")
def test_a_point_for_a_point() -> None:
    """A fleet carries as many points as it has; an army rides whole, so some must be dropped first."""
    board = loaded(4)
    board.refused("crusader", "move fleet B to Cindle 2 carrying army C", "6.5.1")
    board.give("crusader", "drop 1 from army C")
    board.give("crusader", "move fleet B to Cindle 2 carrying army C")
    assert board.strength("Crusader army C") == 4
    assert board.where("Crusader garrison at Thraxian 5") == "Thraxian 5"


@pytest.mark.rule("6.5.1", "6.5.6")
def test_room_is_counted_together() -> None:
    """All that is carried adds up, garrisons too; no piece is shared between fleets."""
    board = loaded(6)
    board.refused("crusader", "move fleet B to Cindle 2 carrying army C, army D", "6.5.1")
    offered = board.values("crusader", "move", piece="fleet B", to="Cindle 2")
    assert "army C" in offered
    assert "army D" in offered
    board.refused("crusader", "move fleet B to Cindle 2 carrying army D, army D", "6.5.5")
    board.give("crusader", "move fleet B to Cindle 2 carrying army C")


@pytest.mark.rule("6.5.2", "6.5.5")
def test_loading_from_the_hex_or_the_next() -> None:
    """A piece in the fleet's hex or an adjacent land hex is loaded, and ends up where the fleet does."""
    board = loaded(10)
    board.refused("crusader", "move fleet B to Cindle 2 carrying army E", "6.5.2")
    board.give("crusader", "move fleet B to Cindle 2 carrying army C, army D")
    assert board.where("Crusader army C") == board.where("Crusader army D") == "Cindle 2"


@pytest.mark.rule("6.5.2")
def test_what_has_moved_is_not_loaded() -> None:
    """A piece that has walked this turn, or came with another fleet, stays."""
    board = loaded(10)
    board.unit("Crusader fleet F", "Thraxian 4", 5)
    board.leader("Sir Owain", "Thraxian 3")
    board.give("crusader", "move army E to Thraxian 1")
    board.refused("crusader", "move fleet B to Cindle 2 carrying army E", "6.5.2")
    board.give("crusader", "move Owain to Thraxian 4")
    board.refused("crusader", "move fleet B to Cindle 2 carrying Owain", "6.5.2")
    board.give("crusader", "move fleet F to Thraxian 5 carrying army D")
    board.refused("crusader", "move fleet B to Cindle 2 carrying army D", "6.5.2")
    board.give("crusader", "move fleet F to Cindle 2 carrying army D")


@pytest.mark.rule("6.5.2", "6.5.3", "6.5.5")
def test_loading_and_unloading_at_a_stop() -> None:
    """At a stop new pieces come aboard; what is not named again stays and moves no more this turn."""
    board = loaded(10)
    board.unit("Crusader army F", "Cindle 1", 2)
    board.give("crusader", "move fleet B to Cindle 2 carrying army C, army D")
    board.refused("crusader", "move army D to Cindle 3", "6.5.3")
    board.give("crusader", "move fleet B to Borrum 2 carrying army D, army F")
    assert board.where("Crusader army C") == "Cindle 2"
    assert board.where("Crusader army D") == board.where("Crusader army F") == "Borrum 2"
    board.refused("crusader", "move army C to Cindle 3", "6.3.4")
    board.refused("crusader", "move army F to Borrum 1", "6.5.3")


@pytest.mark.rule("6.5.3")
def test_the_unloaded_are_not_loaded_again() -> None:
    """Neither the same fleet nor another takes them up this turn."""
    board = loaded(10)
    board.unit("Crusader fleet F", "Cindle 2", 5)
    board.give("crusader", "move fleet B to Cindle 2 carrying army C")
    board.refused("crusader", "move fleet F to Cindle 1 carrying army C", "6.5.2")
    board.give("crusader", "move fleet B to Cindle 1")
    board.refused("crusader", "move fleet B to Cindle 3 carrying army C", "6.5.2")


@pytest.mark.rule("6.5.3", "6.2.3")
def test_set_down_only_where_the_fleet_may_be() -> None:
    """Cargo lands in the fleet's hex, which must be open to it."""
    board = loaded(5)
    board.unit("Wersgorix garrison", "Cindle 2", 1)
    board.refused("crusader", "move fleet B to Cindle 2 carrying army C", "6.2.3")
    board.give("crusader", "move fleet B to Cindle 1 carrying army C")


@pytest.mark.rule("6.5.4")
@pytest.mark.parametrize("fleet", ["Crusader fleet B", "Jair fleet A", "Thrall fleet A"])
@pytest.mark.parametrize("army", ["Crusader army C", "Jair army A", "Thrall army B", "Jair garrison"])
def test_allies_carry_each_other(fleet: str, army: str) -> None:
    """Crusaders, allies and Thralls ride on each other's fleets."""
    board = War().ally("Jair")
    board.unit(fleet, "Thraxian 5", 3)
    name = board.unit(army, "Thraxian 5", 3)
    board.leader("Elissir", "Thraxian 5")
    board.begin("crusader_movement")
    board.give("crusader", f"move {fleet} to Cindle 2 carrying {name}, Elissir")
    assert board.where(name.replace("Thraxian 5", "Cindle 2")) == "Cindle 2"
    assert board.where("Elissir") == "Cindle 2"


@pytest.mark.rule("6.5.4", "9.2.5")
def test_the_frozen_are_not_carried() -> None:
    """A race without an alliance neither carries nor is carried."""
    board = War()
    board.unit("Crusader fleet B", "Thraxian 5", 3)
    board.unit("Jair army A", "Thraxian 5", 3)
    board.leader("Elissir", "Thraxian 5")
    board.begin("crusader_movement")
    board.refused("crusader", "move fleet B to Cindle 2 carrying Jair army A", "6.5.2")
    board.refused("crusader", "move fleet B to Cindle 2 carrying Elissir", "6.5.2")


@pytest.mark.rule("6.5.5")
def test_the_order_names_the_cargo() -> None:
    """What is not named stays behind, even in the fleet's own hex."""
    board = loaded(10)
    moved = one(board.give("crusader", "move fleet B to Cindle 2"), FleetMoved)
    assert moved.cargo == ()
    assert board.where("Crusader army C") == "Thraxian 5"
    board.give("crusader", "move army C to Thraxian 4")


@pytest.mark.rule("6.5.7")
def test_cargo_is_ashore_when_the_phase_ends() -> None:
    """Nothing is aboard after movement: a lost fleet takes nobody with it."""
    board = loaded(5)
    board.give("crusader", "move fleet B to Cindle 2 carrying army C")
    assert board.state.aboard
    board.give("crusader", "done")
    assert not board.state.aboard
    board.begin("wersgorix_combat")
    board.unit("Wersgorix fleet A", "Cindle 1", 10)
    board.attack("wersgorix", "Cindle 2", "fleet A", "fleet", [6, 6])
    assert board.strength("Crusader fleet B") == 0
    assert board.strength("Crusader army C") == 5


@pytest.mark.rule("6.5.9", "7.4.7")
def test_the_besieged_are_not_loaded() -> None:
    """Besieged units and leaders stay; besiegers may be taken away."""
    board = War().set(sieges={"Eskar 1": "wersgorix"}, inside={"Eskar 1"}, castles={"Eskar 1"})
    board.unit("Crusader army C", "Eskar 1", 3)
    board.leader("Sir Owain", "Eskar 1")
    board.unit("Crusader fleet B", "Eskar 2", 9)
    board.unit("Wersgorix army A", "Eskar 1", 5)
    board.begin("crusader_movement")
    board.refused("crusader", "move fleet B to Borrum 1 carrying army C", "6.5.9")
    board.refused("crusader", "move fleet B to Borrum 1 carrying Owain", "6.5.9")
    board = War().set(sieges={"Eskar 1": "crusader"}, inside={"Eskar 1"})
    board.unit("Crusader army C", "Eskar 1", 5)
    board.unit("Crusader fleet B", "Eskar 2", 9)
    board.unit("Wersgorix army A", "Eskar 1", 5)
    board.begin("crusader_movement")
    board.give("crusader", "move fleet B to Eskar 3 carrying army C")
    assert not board.state.sieges
