"""Fleet results of the Crusader table (rule 12.1)."""

from collections.abc import Sequence

import pytest

from engine.high_crusade.alert import SatelliteTurned
from engine.high_crusade.battle_events import BattleRolled
from engine.high_crusade.pieces import EquipmentChanged, IqChanged
from engine.high_crusade.state import Grail
from engine.high_crusade.storms import StormArose
from engine.high_crusade.straying import FleetStrayed
from tests.support.board import found, one
from tests.support.war import War, crusader_dice


def fleets(place: str = "Cindle 2", strength: int = 9) -> War:
    """Crusader fleet B against Wersgorix fleet A, equally strong, on Cindle."""
    board = War()
    board.unit("Crusader fleet B", place, strength)
    board.unit("Wersgorix fleet A", "Cindle 3", strength)
    return board


def fought(board: War, result: int, *extra: int, pieces: str = "fleet B") -> BattleRolled:
    """What a result brings with these further dice."""
    board.begin("crusader_combat")
    events = board.attack("crusader", "Cindle 3", pieces, "fleet", [*crusader_dice(result), *extra])
    rolled = one(events, BattleRolled)
    assert rolled.result == str(result)
    return rolled


def losses(board: War, strength: int = 9) -> tuple[int, int]:
    """What both fleets have lost."""
    return strength - board.strength("Crusader fleet B"), strength - board.strength("Wersgorix fleet A")


@pytest.mark.parametrize(
    ("result", "extra", "expected"),
    [
        pytest.param(2, (), (2, 1), marks=pytest.mark.rule("12.1.2")),
        pytest.param(3, (3, 4), (0, 6), marks=pytest.mark.rule("12.1.3")),
        pytest.param(3, (4, 4), (6, 0), marks=pytest.mark.rule("12.1.3")),
        pytest.param(4, (3, 5), (0, 8), marks=pytest.mark.rule("12.1.4")),
        pytest.param(5, (), (1, 1), marks=pytest.mark.rule("12.1.5")),
        pytest.param(6, (2, 5), (2, 5), marks=pytest.mark.rule("12.1.6", "12.1.11")),
        pytest.param(7, (3, 2, 4), (6, 0), marks=pytest.mark.rule("12.1.7")),
        pytest.param(7, (4, 5), (0, 5), marks=pytest.mark.rule("12.1.7")),
        pytest.param(8, (3,), (3, 0), marks=pytest.mark.rule("12.1.8")),
        pytest.param(9, (), (0, 0), marks=pytest.mark.rule("12.1.9")),
        pytest.param(10, (1, 6), (0, 7), marks=pytest.mark.rule("12.1.10")),
    ],
)
@pytest.mark.rule("12.1.11")
def test_losses(result: int, extra: Sequence[int], expected: tuple[int, int]) -> None:
    """Losses by each result and its further dice; who hurt and was not hurt gains a point."""
    board = fleets()
    rolled = fought(board, result, *extra)
    assert rolled.extra == tuple(extra)
    assert (rolled.attacker_loses, rolled.defender_loses) == losses(board) == expected
    own, foe = expected
    assert len(found(board.events, EquipmentChanged)) == (1 if foe and not own else 0)
    assert len(found(board.events, IqChanged)) == (1 if own and not foe else 0)


@pytest.mark.rule("12.1.11", "7.3.19")
def test_losses_stop_at_what_is_there() -> None:
    """Two dice against a weak fleet take what it has."""
    board = fleets(strength=3)
    assert fought(board, 4, 6, 6).defender_loses == 3
    assert losses(board, 3) == (0, 3)


def cast(board: War, place: str) -> int:
    """A die whose direction leads a fleet from here to another planet."""
    pack = board.pack
    start = board.hex(place)
    for die in range(1, 7):
        at = pack.grid.step(start, pack.storms.direction(die))
        while at is not None:
            if pack.planet_of.get(at, "Cindle") != "Cindle":
                return die
            at = pack.grid.step(at, pack.storms.direction(die))
    raise LookupError(place)


def off(board: War, place: str) -> int:
    """A die whose direction leads off the map."""
    pack = board.pack
    for die in range(1, 7):
        at = pack.grid.step(board.hex(place), pack.storms.direction(die))
        while at is not None and pack.planet_of.get(at, "Cindle") == "Cindle":
            at = pack.grid.step(at, pack.storms.direction(die))
        if at is None:
            return die
    raise LookupError(place)


@pytest.mark.rule("12.1.1", "12.1.12", "7.3.29")
def test_lost_in_space() -> None:
    """No combat: the fleet flies in the direction rolled to the first hex of another planet."""
    board = fleets()
    board.unit("Crusader army C", "Cindle 2", 2)
    board.leader("Tabrun", "Cindle 2", captor="crusader")
    board.leader("Brother Parvus", "Cindle 2")
    board.set(grail=Grail(board.hex("Cindle 2"), "Crusader fleet B", True), fervor=True)
    board.begin("crusader_combat")
    die = cast(board, "Cindle 2")
    dice = [*crusader_dice(1, "+3 to +4"), die]
    events = board.attack("crusader", "Cindle 3", "fleet B, Parvus", "fleet", dice)
    strayed = one(events, FleetStrayed)
    there = board.where("Crusader fleet B")
    assert there == strayed.place
    assert not there.startswith("Cindle")
    assert strayed.leaders == ("Brother Parvus",)
    assert board.where("Brother Parvus") == there
    assert board.state.grail is not None
    assert board.pack.place_of[board.state.grail.hex] == there
    assert board.where("Crusader army C") == board.where("Tabrun") == "Cindle 2"
    assert losses(board) == (0, 0)
    assert "Wersgorix fleet A" in board.state.struck


@pytest.mark.rule("12.1.12")
def test_captives_it_alone_guards_go_along() -> None:
    """Two fleets of one hex go together, with the captives nobody else would guard."""
    board = fleets(strength=8)
    board.unit("Crusader fleet B", "Cindle 2", 4)
    board.unit("Crusader fleet C", "Cindle 2", 4)
    board.leader("Tabrun", "Cindle 2", captor="crusader")
    fought(board, 1, cast(board, "Cindle 2"), pieces="fleet B, fleet C")
    assert board.where("Crusader fleet B") == board.where("Crusader fleet C") == board.where("Tabrun")
    assert board.state.leaders["Tabrun"].captor == "crusader"


@pytest.mark.rule("12.1.1", "12.1.12")
def test_off_the_map_it_stays() -> None:
    """A way that meets the edge, or a storm, before another planet leads nowhere."""
    board = fleets()
    fought(board, 1, off(board, "Cindle 2"))
    assert board.where("Crusader fleet B") == "Cindle 2"
    assert not found(board.events, FleetStrayed)
    board = fleets().set(storms=("Cindle 2",))
    fought(board, 1, cast(board, "Cindle 2"))
    assert board.where("Crusader fleet B") == "Cindle 2"


@pytest.mark.rule("12.1.12", "6.2.6")
def test_it_passes_over_closed_hexes() -> None:
    """A hex the fleet may not enter is passed over."""
    board = fleets()
    die = cast(board, "Cindle 2")
    fought(board, 1, die)
    first = board.where("Crusader fleet B")
    board = fleets()
    board.unit("Wersgorix army B", first, 1)
    fought(board, 1, die)
    assert board.where("Crusader fleet B") != first


@pytest.mark.rule("12.1.5", "12.1.13", "6.6.9")
@pytest.mark.parametrize("on", [False, True])
def test_standoff_switches_the_satellite(on: bool) -> None:
    """The satellite of the combat's zone is turned: all its planets are alerted, or none is any more."""
    board = fleets().set(satellites=frozenset({"Thraxian"} if on else set()), alerted=frozenset({"Ganth"}))
    if not on:
        board.set(alerted=frozenset({"Ganth", "Borrum"}))
    fought(board, 5)
    turned = one(board.events, SatelliteTurned)
    assert (turned.zone, turned.on) == ("Thraxian", not on)
    assert ("Thraxian" in board.state.satellites) != on
    assert board.state.alerted == {"Ganth"}


@pytest.mark.rule("12.1.9", "12.1.14")
def test_a_storm_breaks() -> None:
    """No combat; the storm stands in the hex of the fleet named first and holds it at once."""
    board = fleets("Cindle 1", 8)
    board.unit("Crusader fleet B", "Cindle 1", 4)
    board.unit("Crusader fleet C", "Cindle 2", 4)
    fought(board, 9, pieces="fleet C, fleet B")
    assert one(board.events, StormArose).hex == board.hex("Cindle 2")
    assert board.state.storms == (board.hex("Cindle 2"),)
    board.begin("crusader_movement")
    board.refused("crusader", "move fleet C to Borrum 1", "11.1.12")
