"""Our own edition: the facts it must honour, and that it is the game we meant to design."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from bot.packs import game_in
from engine.high_crusade import box
from engine.high_crusade.pack import CRUSADER_EVENTS, WERSGORIX_EVENTS, ZONES, Pack
from engine.high_crusade.pack_stats import (
    ODDS,
    crusader_fleet_column,
    crusader_ground_column,
    reach,
    wersgorix_column,
)
from tests.support.board import pack

ROOT = Path(__file__).resolve().parents[2]
DESIGN = ROOT / "data" / "high_crusade" / "DESIGN.md"


@pytest.fixture(scope="module", name="pack")
def our_pack() -> Pack:
    return pack()


# Facts of the game


def test_zones_and_planets(pack: Pack) -> None:
    assert set(pack.zones) == set(ZONES)
    assert len(pack.planets) == 26
    assert {name: len(zone.planets) for name, zone in pack.zones.items()} == {
        "Thraxian": 4,
        "Orange": 3,
        "Green": 4,
        "Jair": 4,
        "Purple": 3,
        "P'thing'gung-Ashenk": 4,
        "Wersgorix": 4,
    }
    assert pack.capitals == tuple(zone.capital for zone in pack.zones.values())
    assert {planet.name for planet in pack.planets.values() if planet.capital} == set(pack.capitals)
    assert len({name[:3].lower() for name in pack.planets}) == 26


def test_boxes_and_homes(pack: Pack) -> None:
    without = {planet.name for planet in pack.planets.values() if not planet.thrall_box}
    homes = {planet.name: planet.home_of for planet in pack.planets.values() if planet.home_of}
    assert without == {"Thraxian", "Wersgorix", *homes}
    assert sorted(homes.values()) == ["Ashenk'goli", "Jair", "Jair", "P'thing'gung"]
    for alliance in pack.alliances.values():
        assert alliance.homes == tuple(name for name, race in homes.items() if race == alliance.race)
    assert sum(planet.thrall_box for planet in pack.planets.values()) == 20


def test_forts(pack: Pack) -> None:
    for planet in pack.planets.values():
        assert (planet.fort == "fortress") == planet.capital
    assert 5 <= sum(planet.fort == "fort" for planet in pack.planets.values()) <= 9


def test_set_up_strengths(pack: Pack) -> None:
    assert sum(zone.army for zone in pack.zones.values()) == 55
    assert all(zone.army == zone.fleet for zone in pack.zones.values())
    assert [zone.name for zone in pack.zones.values() if zone.satellite_on] == ["Thraxian"]
    needed = sum(2 * -(-zone.army // pack.setup.max_unit_strength) for zone in pack.zones.values())
    assert needed == 14 <= len(pack.letters["Wersgorix"])


def test_faces_and_cup(pack: Pack) -> None:
    faces = pack.faces.values()
    assert len(faces) == 18
    assert len(pack.unknown_strengths) == 8
    assert {face.attitude for face in faces} == {"A", "S", "W"}
    assert {face.conversion for face in faces} == {2, 3, 4, 5}
    assert {face.strength for face in faces} == {1, 2, 3, 4, 5}
    assert sum(face.asterisk for face in faces) == 4
    assert len({(f.conversion, f.attitude, f.strength, f.asterisk) for f in faces}) == 18, "no two alike"


def test_leaders(pack: Pack) -> None:
    sides: dict[str, int] = {}
    for card in pack.leaders.values():
        sides[card.faction] = sides.get(card.faction, 0) + 1
    assert sides == {
        "Crusader": 5,
        "Wersgorix": 7,
        "Thrall": 2,
        "Jair": 1,
        "P'thing'gung": 1,
        "Ashenk'goli": 1,
    }
    roger = pack.leaders["Sir Roger"]
    assert roger.combat == max(card.combat for card in pack.leaders.values())
    assert roger.political == max(card.political for card in pack.leaders.values())
    ratings = [(c.combat, c.political) for c in pack.leaders.values() if c.faction == "Wersgorix"]
    assert len(set(ratings)) == 7
    names = [name.split()[-1] for name in pack.leaders if not name.startswith("Thrall")]
    assert not set(names) & set(pack.planets)


def test_events(pack: Pack) -> None:
    assert sorted(pack.crusader_events.values()) == sorted((*CRUSADER_EVENTS, "no_event"))
    assert sorted(pack.wersgorix_events.values()) == sorted((*WERSGORIX_EVENTS, *["no_event"] * 5))


def test_limits(pack: Pack) -> None:
    assert sorted(pack.limits.garrisons, reverse=True) == [7, 5, 5, 3, 3, 3, 2, 2, 1, 1]
    assert (pack.limits.churches, pack.limits.castles, pack.limits.alert_markers) == (6, 9, 13)
    assert pack.limits.fief_limits == {"Knight": 1, "Baron": 3, "Duke": 8, "King": None}


def test_scenarios(pack: Pack) -> None:
    basic, campaign = pack.scenarios["basic"], pack.scenarios["campaign"]
    assert (basic.turns, basic.capitals_needed, basic.thralls_needed) == (15, 4, 9)
    assert (campaign.turns, campaign.capitals_needed, campaign.thralls_needed) == (30, 7, 14)
    assert basic.imperial_wins
    assert campaign.capitals_with_imperial


# The map


def test_planets_are_worlds(pack: Pack) -> None:
    """Three to seven hexes in one lump, free space between two, capitals the largest of their zone."""
    for planet in pack.planets.values():
        assert 3 <= len(planet.hexes) <= 7
        assert pack.grid.connected(planet.hexes)
        span = max(pack.grid.distance(a, b) for a in planet.hexes for b in planet.hexes)
        assert span <= 2, planet.name
        capital = pack.planets[pack.zones[planet.zone].capital]
        assert len(planet.hexes) <= len(capital.hexes)
    least = min(pack.planet_distance(a, b) for a in pack.planets for b in pack.planets if a != b)
    assert least >= 3


def test_zones_read_as_territories(pack: Pack) -> None:
    """A zone's colour hangs together, and a planet's nearest world of its own zone is a short move away."""
    for name, zone in pack.zones.items():
        hexes = tuple(at for at, owner in pack.territory.items() if owner == name)
        assert pack.grid.connected(hexes), name
        for planet in zone.planets:
            assert min(pack.planet_distance(planet, other) for other in zone.planets if other != planet) <= 4
    assert len(pack.territory) >= 0.9 * len(pack.grid.hexes)


def test_range_8_is_a_limit(pack: Pack) -> None:
    eight = reach(pack, 8)
    assert set(eight.hops) == set(pack.planets)
    assert 2.5 <= eight.degree <= 3.6
    assert all(2 <= len(links) <= 5 for links in eight.links.values())
    assert eight.hops["Wersgorix"] == 6


def test_range_12_buys_surprise(pack: Pack) -> None:
    eight, twelve = reach(pack, 8), reach(pack, 12)
    assert twelve.degree >= 2 * eight.degree
    assert twelve.hops["Wersgorix"] == 3
    capitals = set(pack.capitals) - {"Thraxian"}
    assert not capitals & set(eight.links["Thraxian"])
    assert capitals & set(twelve.links["Thraxian"])


def test_opposite_ends(pack: Pack) -> None:
    west, east = pack.planets["Thraxian"].hexes, pack.planets["Wersgorix"].hexes
    assert max(at // 100 for at in west) <= 4
    assert min(at // 100 for at in east) >= pack.grid.cols - 3
    assert pack.planet_distance("Thraxian", "Wersgorix") >= 3 * pack.default_range


def test_three_roads_and_no_short_cut(pack: Pack) -> None:
    """Which zones a move of 8 joins: Green borders neither capital's zone."""
    gates = {
        frozenset((pack.zone_of[a], pack.zone_of[b]))
        for a, links in reach(pack, 8).links.items()
        for b in links
        if pack.zone_of[a] != pack.zone_of[b]
    }
    assert {"/".join(sorted(gate)) for gate in gates} == {
        "Orange/Thraxian",
        "Purple/Thraxian",
        "Green/Orange",
        "Jair/Orange",
        "Green/Purple",
        "P'thing'gung-Ashenk/Purple",
        "Green/Jair",
        "Green/P'thing'gung-Ashenk",
        "Jair/Wersgorix",
        "P'thing'gung-Ashenk/Wersgorix",
    }


def test_diplomacy_is_a_detour(pack: Pack) -> None:
    """Homes lie four moves out or more, and a shortest way to the imperial capital passes none."""
    eight = reach(pack, 8)
    homes = {planet.name for planet in pack.planets.values() if planet.home_of}
    assert all(eight.hops[home] >= 4 for home in homes)
    seen, ring, moves = {"Thraxian"}, {"Thraxian"}, 0
    while "Wersgorix" not in seen:
        ring = {to for at in ring for to in eight.links[at]} - seen - homes
        assert ring
        seen |= ring
        moves += 1
    assert moves == eight.hops["Wersgorix"]


def test_panic_and_alert_bite(pack: Pack) -> None:
    """Two worlds beside the imperial capital raise the alarm, one in reach of it does not."""
    near = {name: pack.planet_distance("Wersgorix", name) for name in pack.planets if name != "Wersgorix"}
    panic = {name for name, steps in near.items() if steps <= pack.panic_range}
    assert panic == {"Dromel", "Kaldis"}
    quiet = {name for name, steps in near.items() if pack.panic_range < steps <= pack.default_range}
    assert quiet == {"Zethra"}
    alerted = [n for n in pack.planets if pack.planet_distance("Thraxian", n) <= pack.alert_range]
    assert 2 <= len(alerted) - 1 <= 4


def test_terrain_varies(pack: Pack) -> None:
    kinds = {planet.terrain_label for planet in pack.planets.values()}
    assert kinds >= {"A1", "A2", "D1", "D2", "D3"}


def test_storms_enter_where_there_is_room(pack: Pack) -> None:
    assert all(at not in pack.planet_of for at in pack.storms.entries)
    assert len({pack.territory.get(at) for at in pack.storms.entries}) >= 5


# The tables


def test_odds_sum_to_one() -> None:
    assert sum(ODDS.values()) == 1


def test_better_columns_are_better(pack: Pack) -> None:
    """Each column's expected balance (defender's loss less attacker's) beats the one to its left."""
    crusader, wersgorix = pack.crusader_table.columns, pack.wersgorix_table.columns
    for losses in (
        [crusader_fleet_column(column) for column in crusader],
        [crusader_ground_column(column) for column in crusader],
        [wersgorix_column(column) for column in wersgorix],
    ):
        balance = [defender - attacker for attacker, defender in losses]
        assert balance == sorted(set(balance))
        assert balance[0] <= -1
        assert balance[-1] >= 3
        assert [attacker for attacker, _ in losses] == sorted((a for a, _ in losses), reverse=True)
        assert [defender for _, defender in losses] == sorted(d for _, d in losses)


def test_the_wersgorix_table_is_steady(pack: Pack) -> None:
    """A better roll or a better column never costs the attacker more or the defender less."""
    grid = [column.cells for column in pack.wersgorix_table.columns]
    for left, right in pairwise(grid):
        assert all(r[0] <= x[0] and r[1] >= x[1] for x, r in zip(left, right, strict=True))
    for cells in grid:
        for low, high in pairwise(cells):
            assert high[0] <= low[0]
            assert high[1] >= low[1]


def test_the_crusader_table_is_wild(pack: Pack) -> None:
    """Nine to eleven columns, every result in use, and most columns hold six fleet results or more."""
    columns = pack.crusader_table.columns
    assert 9 <= len(columns) <= 11
    assert {cell[0] for column in columns for cell in column.cells} == set(range(1, 11))
    assert {cell[1] for column in columns for cell in column.cells} == set("ABCDEFGHIJ")
    assert sum(len({cell[0] for cell in column.cells}) >= 6 for column in columns) >= 7


# The texts


def test_design_note_is_one_page() -> None:
    words = len(re.findall(r"\w+", DESIGN.read_text(encoding="utf-8")))
    assert 200 <= words <= 900


def test_the_directory_is_the_same_pack(pack: Pack) -> None:
    assert game_in(ROOT / "data" / "high_crusade", box).content == pack.hash
