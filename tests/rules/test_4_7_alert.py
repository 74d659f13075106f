"""Alerts (rules 4.7 and 6.6)."""

from dataclasses import replace

import pytest

from engine.high_crusade import alert
from engine.high_crusade.alert import AlertPlaced, AlertsCounted, PlanetsAlerted, SatelliteTurned
from engine.high_crusade.draft import Draft
from engine.high_crusade.flow import PhasePassed
from engine.high_crusade.names import ALERT
from engine.kernel.dice import ScriptedDice
from tests.support.board import Board, found, one, pack


def war(iq: int = 1, *places: str) -> Board:
    """A Crusader army in each of these places, nothing alerted."""
    board = Board().set(iq=iq)
    for letter, place in zip("ABCDEFGHI", places or ("Thraxian 1",), strict=False):
        board.unit(f"Crusader army {letter}", place, 1)
    return board


def within(board: Board, planet: str, reach: int) -> set[str]:
    """Planets at most so far from one."""
    return {name for name in board.pack.planets if board.pack.planet_distance(planet, name) <= reach}


def passed(board: Board) -> bool:
    """Whether the alert phase passed by itself."""
    return any(event.phase == ALERT for event in found(board.events, PhasePassed))


# -- the phase -------------------------------------------------------------------------------------------


@pytest.mark.rule("4.7.1")
@pytest.mark.rule("6.6.3")
def test_a_marker_for_each_iq_point() -> None:
    """Each alerts one planet; then the phase is over."""
    board = war(2)
    board.phase("alert")
    assert one(board.events, AlertsCounted).markers == 2
    board.give("wersgorix", "alert Thraxian")
    assert board.state.alerted == {"Thraxian"}
    board.refused("wersgorix", "alert Thraxian", "4.7.1")
    events = board.give("wersgorix", "alert Cindle")
    assert any(event.phase == ALERT for event in found(events, PhasePassed))


@pytest.mark.rule("4.7.1")
@pytest.mark.rule("11.2.5")
def test_initiative_gives_one_more() -> None:
    """And without any I.Q. and Initiative there is none."""
    board = war(0).set(initiative=True)
    board.phase("alert")
    assert one(board.events, AlertsCounted).markers == 1
    assert board.state.alerts_left == 1
    board = war(0)
    board.phase("alert")
    assert passed(board)


@pytest.mark.rule("4.7.2")
@pytest.mark.rule("4.7.6")
def test_within_eight_hexes_of_crusader_units() -> None:
    """Exactly the planets near enough, by the nearest land hexes, are offered."""
    board = war(1)
    board.phase("alert")
    near = within(board, "Thraxian", 8)
    assert set(board.values("wersgorix", "alert")) == near
    far = next(planet for planet in board.pack.planets if planet not in near)
    board.refused("wersgorix", f"alert {far}", "4.7.2")


@pytest.mark.rule("4.7.6")
def test_distance_between_planets() -> None:
    """The least distance between their land hexes."""
    board = Board()
    one_hexes, other_hexes = board.pack.planets["Thraxian"].hexes, board.pack.planets["Cindle"].hexes
    least = min(board.pack.grid.distance(a, b) for a in one_hexes for b in other_hexes)
    assert board.pack.planet_distance("Thraxian", "Cindle") == least
    assert least < board.pack.grid.distance(one_hexes[0], other_hexes[0])


@pytest.mark.rule("4.7.2")
def test_within_eight_hexes_of_an_alerted_planet() -> None:
    """An alerted planet spreads the news as well, with its own marker or by the satellite."""
    for fields in ({"alerted": frozenset({"Lothmar"})}, {"satellites": frozenset({"Green"})}):
        board = war(1).set(**fields)
        board.phase("alert")
        asleep = {planet for planet in board.pack.planets if not alert.is_alerted(board.state, planet)}
        near = within(board, "Thraxian", 8) | within(board, "Lothmar", 8)
        if "satellites" in fields:
            for planet in board.pack.zones["Green"].planets:
                near |= within(board, planet, 8)
        assert set(board.values("wersgorix", "alert")) == near & asleep


@pytest.mark.rule("4.7.2")
@pytest.mark.rule("4.7.7")
def test_what_is_near_is_fixed_when_the_phase_begins() -> None:
    """A planet alerted in this phase brings no others within reach."""
    board = war(9)
    board.phase("alert")
    offered = set(board.values("wersgorix", "alert"))
    edge = max(offered, key=lambda planet: len(within(board, planet, 8) - offered))
    beyond = within(board, edge, 8) - offered
    assert beyond
    board.give("wersgorix", f"alert {edge}")
    board.refused("wersgorix", f"alert {min(beyond)}", "4.7.2")


@pytest.mark.rule("4.7.7")
def test_leaders_alone_are_no_units() -> None:
    """Fleets, armies and garrisons count; a leader, a frozen ally and a converted race do not."""
    board = war(1)
    board.leader("Sir Roger", "Wersgorix 2")
    board.unit("Jair army A", "Mordane 2", 2)
    board.race("Umbral", "A", converted=True)
    board.phase("alert")
    assert set(board.values("wersgorix", "alert")) == within(board, "Thraxian", 8)


def scattered(*sources: str) -> Board:
    """A map on which news travels only 2 hexes, so that no planet is near another; these are alerted."""
    board = Board(edition=replace(pack(), alert_range=2)).set(iq=5, alerted=frozenset(sources))
    board.unit("Crusader army A", f"{sources[0]} 1", 1)
    return board


@pytest.mark.rule("4.7.3")
@pytest.mark.rule("4.7.7")
def test_when_all_are_too_far_one_closest_planet_is_alerted() -> None:
    """One of the planets closest to a source of his choice, no more, however many markers he has."""
    board = scattered("Thraxian", "Wersgorix")
    board.phase("alert")
    distance = board.pack.planet_distance
    asleep = [planet for planet in board.pack.planets if planet not in ("Thraxian", "Wersgorix")]
    closest = {
        planet
        for source in ("Thraxian", "Wersgorix")
        for planet in asleep
        if distance(source, planet) == min(distance(source, other) for other in asleep)
    }
    assert len(closest) > 1
    assert set(board.values("wersgorix", "alert")) == closest
    board.refused("wersgorix", "alert Lothmar", "4.7.3")
    events = board.give("wersgorix", f"alert {max(closest)}")
    assert any(event.phase == ALERT for event in found(events, PhasePassed))
    assert len(board.state.alerted) == 3


@pytest.mark.rule("4.7.7")
def test_without_a_marker_nothing_is_forced() -> None:
    """No I.Q. and no Initiative: the phase passes."""
    board = scattered("Thraxian", "Wersgorix").set(iq=0)
    board.phase("alert")
    assert passed(board)
    assert len(board.state.alerted) == 2


@pytest.mark.rule("4.7.8")
def test_the_forced_alert_happens_by_itself() -> None:
    """With one possible planet at once; with several when the player ends the phase without choosing."""
    board = scattered("Thraxian")
    board.phase("alert")
    assert passed(board)
    assert board.state.alerted == {"Thraxian", "Cindle"}
    board = scattered("Thraxian", "Wersgorix")
    board.phase("alert")
    first = board.values("wersgorix", "alert")[0]
    board.give("wersgorix", "done")
    assert board.state.alerted == {"Thraxian", "Wersgorix", first}


@pytest.mark.rule("4.7.4")
@pytest.mark.rule("6.6.8")
def test_a_complete_zone_turns_its_satellite_on() -> None:
    """And its markers come back."""
    zone = Board().pack.zones["Thraxian"].planets
    board = war(1).set(alerted=frozenset(zone) - {"Cindle"} | {"Ganth"})
    board.phase("alert")
    assert one(board.give("wersgorix", "alert Cindle"), SatelliteTurned).zone == "Thraxian"
    assert board.state.satellites == {"Thraxian"}
    assert board.state.alerted == {"Ganth"}
    assert all(alert.is_alerted(board.state, planet) for planet in zone)


@pytest.mark.rule("4.7.5")
@pytest.mark.rule("2.2.1")
def test_thirteen_markers() -> None:
    """Placing stops when all markers are on the map, and markers need not be used."""
    board = war(9)
    order = [
        planet
        for zone in board.pack.zones.values()
        for planet in zone.planets[1:]
        if planet not in ("Cindle", "Fennow")
    ]
    board.set(alerted=frozenset(order[:12]))
    board.phase("alert")
    board.set(alerted=frozenset(order[:13]))
    board.refused("wersgorix", "alert Cindle", "4.7.5")
    board.set(alerted=frozenset(order[:12]))
    events = board.give("wersgorix", "alert Cindle")
    assert any(event.phase == ALERT for event in found(events, PhasePassed))
    board = war(9)
    board.phase("alert")
    events = board.give("wersgorix", "done")
    assert not found(events, AlertPlaced)


# -- by themselves ---------------------------------------------------------------------------------------


@pytest.mark.rule("6.6.4")
@pytest.mark.rule("6.6.12")
def test_alert_by_contact() -> None:
    """Pieces of the Crusader side and converted races, heretical ones too, alert their planets."""
    board = war(1, "Borrum 1")
    board.ally("Jair").leader("Elissir", "Ganth 2")
    board.leader("Sir Roger", "Ilvane 1")
    board.race("Verrin", "A", converted=True, heresy=True)
    board.race("Yarrow", "A", waiting=2, fief="Sir Roger", paid=True)
    board.unit("Ashenk'goli army A", "Tarn 2", 2)
    board.leader("Red John", "Quill 1", captor="wersgorix")
    board.unit("Wersgorix army A", "Quill 1", 1)
    board.set(churches={"Sillow 1": "church"}, castles={"Haddon 1"})
    board.phase("wersgorix_movement")
    assert board.state.alerted == {"Borrum", "Ganth", "Ilvane", "Verrin"}


@pytest.mark.rule("6.6.7")
@pytest.mark.rule("6.6.12")
@pytest.mark.parametrize("unit", ["Crusader fleet A", "Jair fleet A"])
def test_panic_at_wersgorix(unit: str) -> None:
    """A piece 6 hexes or less from the imperial planet alerts the whole map; 7 do not."""
    row = pack().planet_rows["Wersgorix"]
    hexes = sorted(pack().place_of, key=lambda at: row[at])
    near = next(at for at in reversed(hexes) if row[at] <= 6)
    far = next(at for at in hexes if row[at] > 6)
    for at, panic in ((near, True), (far, False)):
        board = Board().ally("Jair")
        board.leader("Elissir", "Jair 1")
        board.unit(unit, at, 1)
        board.phase("wersgorix_movement")
        assert all(alert.is_alerted(board.state, planet) for planet in board.pack.planets) == panic
        assert (len(board.state.satellites) == 7) == panic


@pytest.mark.rule("6.6.7")
def test_a_converted_race_near_wersgorix_is_no_panic() -> None:
    """Only pieces of the Crusaders and their allies frighten the Empire."""
    board = Board()
    board.race("Kaldis", "A", converted=True)
    board.phase("wersgorix_movement")
    assert "Kaldis" in board.state.alerted
    assert not alert.is_alerted(board.state, "Zethra")


@pytest.mark.rule("6.6.5")
@pytest.mark.parametrize(
    ("race", "zone"),
    [("Jair", "Jair"), ("P'thing'gung", "P'thing'gung-Ashenk"), ("Ashenk'goli", "P'thing'gung-Ashenk")],
)
def test_alert_by_alliance(race: str, zone: str) -> None:
    """A new ally alerts its zone at once."""
    board = Board().set(ambassador=True)
    board.leader("Sir Roger", "Thraxian 1")
    board.phase("alliance")
    board.give("crusader", f"receive {race}", dice=[6, 1])
    assert board.state.satellites == {zone}


@pytest.mark.rule("6.6.6")
@pytest.mark.rule("6.6.13")
def test_alert_by_attack_on_a_capital() -> None:
    """An attack on any hex of the capital planet alerts the zone, before it is resolved."""
    board = Board()
    board.unit("Crusader army A", "Ganth 2", 5)
    board.unit("Wersgorix army A", "Ganth 3", 1)
    board.phase("crusader_combat")
    board.give("crusader", "attack Ganth 3 with army A")
    board.give("crusader", "resolve Ganth 3 by army", dice=[1, 1])
    assert "Orange" in board.state.satellites


@pytest.mark.rule("6.6.6")
def test_attacks_elsewhere_alert_no_zone() -> None:
    """Fennow is no capital."""
    board = Board()
    board.unit("Crusader army A", "Fennow 2", 5)
    board.unit("Wersgorix army A", "Fennow 3", 1)
    draft = Draft(board.state, ScriptedDice())
    assert not alert.capital_attacked(draft, "Fennow")
    assert alert.capital_attacked(draft, "Ganth")
    assert draft.state.satellites == {"Orange"}


@pytest.mark.rule("6.6.9")
def test_an_alert_lasts() -> None:
    """It outlives the visit and the alliance; only turning the satellite off ends it."""
    board = war(1, "Borrum 1")
    board.phase("wersgorix_movement")
    board.state.units = {}
    board.phase("wersgorix_movement")
    assert "Borrum" in board.state.alerted
    draft = Draft(board.state, ScriptedDice())
    alert.alert_zone(draft, "Jair", "a test")
    alert.toggle_satellite(draft, "Jair")
    assert not alert.is_alerted(draft.state, "Rhoveg")
    alert.toggle_satellite(draft, "Jair")
    assert alert.is_alerted(draft.state, "Rhoveg")


@pytest.mark.rule("6.6.14")
def test_automatic_alerts_need_no_marker() -> None:
    """More planets than there are markers can be alerted by themselves."""
    board = war(0).set(alerted=frozenset(z.planets[1] for z in Board().pack.zones.values()))
    draft = Draft(board.state, ScriptedDice())
    singles = [planet for zone in board.pack.zones.values() for planet in zone.planets[:-1]]
    alert.alert_planets(draft, singles, "a test")
    assert len(draft.state.alerted) > board.pack.limits.alert_markers


@pytest.mark.rule("6.6.4")
def test_an_alert_is_told_once() -> None:
    """A planet that is alerted already is not alerted again."""
    board = war(1, "Borrum 1")
    board.phase("wersgorix_movement")
    assert not found(board.phase("wersgorix_movement"), PlanetsAlerted)


# -- what an alert is for ------------------------------------------------------------------------------


def garrisoned(**fields: object) -> Board:
    """A Wersgorix fleet and army on Ganth, in the Wersgorix movement phase."""
    board = Board().set(**fields)
    board.unit("Wersgorix fleet A", "Fennow 1", 5)
    board.unit("Wersgorix army B", "Fennow 1", 2)
    board.phase("wersgorix_movement")
    return board


@pytest.mark.rule("6.6.1")
@pytest.mark.rule("6.1.3")
@pytest.mark.rule("6.6.11")
def test_a_sleeping_zone_is_not_left() -> None:
    """Inside the zone pieces move freely, cargo too; they land nowhere else."""
    board = garrisoned()
    board.refused("wersgorix", "move fleet A to Thraxian 2 carrying army B")
    zone = board.pack.zones["Orange"].planets
    offered = {place.rsplit(" ", 1)[0] for place in board.values("wersgorix", "move", piece="fleet A")}
    assert offered <= set(zone)
    assert "Ganth" in offered
    board.give("wersgorix", "move fleet A to Ganth 2 carrying army B")


@pytest.mark.rule("6.6.2")
@pytest.mark.rule("6.6.10")
def test_an_alerted_planet_lets_fleets_go() -> None:
    """The planet it stands on must be alerted, not just another one of the zone."""
    board = garrisoned(alerted=frozenset({"Fennow"}))
    board.give("wersgorix", "move fleet A to Thraxian 2 carrying army B")
    board = garrisoned(alerted=frozenset({"Ganth"}))
    board.refused("wersgorix", "move fleet A to Thraxian 2")
    board = garrisoned(satellites=frozenset({"Orange"}))
    board.give("wersgorix", "move fleet A to Thraxian 2")


@pytest.mark.rule("6.6.10")
def test_what_counts_is_where_the_fleet_stood_at_the_start() -> None:
    """A stop on an alerted planet does not free a fleet in the same phase."""
    board = garrisoned(alerted=frozenset({"Ganth"}))
    board.give("wersgorix", "move fleet A to Ganth 5")
    offered = {place.rsplit(" ", 1)[0] for place in board.values("wersgorix", "move", piece="fleet A")}
    assert offered <= set(board.pack.zones["Orange"].planets)
