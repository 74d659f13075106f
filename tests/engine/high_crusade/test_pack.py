"""The pack's loader: the facts it demands, and every fault with its file, line and key in one run."""

import random
import re
from contextlib import suppress
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.high_crusade.pack import FILES, OPEN, Fault, Pack, PackError, Track, load
from engine.kernel.figures import locate

GOOD: dict[str, str] = {
    file: resources.files("data").joinpath("high_crusade", file).read_text(encoding="utf-8") for file in FILES
}


def faults(files: dict[str, str]) -> tuple[Fault, ...]:
    with pytest.raises(PackError) as caught:
        load(files)
    return caught.value.faults


def changed(file: str, old: str, new: str, count: int = 1) -> dict[str, str]:
    """The good pack with one text replaced."""
    assert old in GOOD[file], old
    return GOOD | {file: GOOD[file].replace(old, new, count)}


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load(GOOD)


# What a good pack offers


def test_places(pack: Pack) -> None:
    ganth = pack.planets["Ganth"]
    assert pack.hex_of["Ganth"] == pack.hex_of["Ganth 1"] == ganth.hexes[0]
    assert pack.place_of[ganth.hexes[1]] == "Ganth 2"
    assert pack.planet_of[ganth.hexes[1]] == "Ganth"
    assert pack.zone_of["Ganth"] == "Orange"
    assert pack.fort_at[ganth.hexes[0]] == 6
    assert set(pack.fort_at.values()) == {4, 6}
    assert pack.imperial_capital == "Wersgorix"
    assert pack.crusader_home == "Thraxian"


def test_distances(pack: Pack) -> None:
    """Between planets the nearest land hexes count."""
    for a in pack.planets.values():
        for b in pack.planets.values():
            least = min(pack.grid.distance(x, y) for x in a.hexes for y in b.hexes)
            assert pack.planet_distance(a.name, b.name) == least
        for at in pack.grid.hexes[::37]:
            assert pack.hex_planet_distance(at, a.name) == min(pack.grid.distance(at, x) for x in a.hexes)


def test_territory_is_the_nearest_zone(pack: Pack) -> None:
    for at, zone in pack.territory.items():
        least = {planet: pack.hex_planet_distance(at, planet) for planet in pack.planets}
        assert zone in {pack.zone_of[planet] for planet in least if least[planet] == min(least.values())}
    for planet in pack.planets.values():
        assert {pack.territory[at] for at in planet.hexes} == {planet.zone}


def test_columns(pack: Pack) -> None:
    table = pack.crusader_table
    assert table.columns[0].lower == OPEN
    assert table.columns[0].label == "-8 or less"
    assert [table.columns[table.column_of(n)].label for n in (-99, -8, -7, 0, 2, 12, 99)] == [
        "-8 or less",
        "-8 or less",
        "-7 to -5",
        "0",
        "+1 to +2",
        "+12 or more",
        "+12 or more",
    ]
    assert table.shifted(0, -3) == 0
    assert table.shifted(8, 3) == len(table.columns) - 1
    assert table.cell(0, 2) == table.columns[0].cell(2) == table.columns[0].cells[0]
    fleet, ground = table.cell(4, 7)
    assert 1 <= fleet <= 10
    assert ground in "ABCDEFGHIJ"


def test_tracks() -> None:
    track = Track(3, 10, ((0, 0), (4, 1), (8, 2)))
    assert [track.modifier(points) for points in (0, 3, 4, 7, 8, 99)] == [0, 0, 1, 1, 2, 2]


def test_ranges_and_letters(pack: Pack) -> None:
    assert pack.fleet_range("Crusader fleet A") == 12
    assert pack.fleet_range("Crusader fleet B") == pack.fleet_range("Jair fleet A") == 8
    assert pack.letters == {"Crusader": "ABCDEFGHI", "Wersgorix": "ABCDEFGHIJKLMNOPQRST"}


def test_storms_by_die(pack: Pack) -> None:
    assert pack.storms.entry(1) == pack.storms.entries[0]
    assert sorted(pack.storms.direction(die) for die in range(1, 7)) == [0, 1, 2, 3, 4, 5]


def test_hash_is_of_the_figures(pack: Pack) -> None:
    """Comments, notes and provenance leave it alone; a figure does not."""
    assert re.fullmatch(r"[0-9a-f]{64}", pack.hash)
    assert load(GOOD | {"map.toml": "# a comment\n" + GOOD["map.toml"]}).hash == pack.hash
    assert load(changed("races.toml", 'note = "Eight', 'note = "Just eight')).hash == pack.hash
    noted = changed("counters.toml", 'from = "inferred"', 'from = "printed"', 9)
    assert load(noted).hash == pack.hash
    assert load(changed("races.toml", "Jair = 7", "Jair = 6")).hash != pack.hash


def test_every_figure_has_a_provenance(pack: Pack) -> None:
    assert pack.provenance["edition.toml:setup.crusader_army"] == "printed"
    assert pack.provenance["map.toml:zone[Orange].planets[Ganth].terrain"] == "ours"
    assert pack.provenance["map.toml:zone[Orange].army"] == "printed"
    assert pack.provenance["leaders.toml:crusader.leaders[Sir Roger].title"] == "printed"
    assert set(pack.provenance.values()) == {"printed", "inferred", "ours"}


# What is a fault

GANTH = re.search(r'\{ name = "Ganth".*\n', GOOD["map.toml"])
assert GANTH is not None
GANTH_LINE = GANTH.group()
GANTH_HEXES = re.search(r"hexes = \[[^\]]*\]", GANTH_LINE)
assert GANTH_HEXES is not None
G_HEXES = GANTH_HEXES.group()
FIRST_RACE = re.search(r"  \{ name = .*\n", GOOD["races.toml"])
assert FIRST_RACE is not None
RACE_LINE = FIRST_RACE.group()
GANTH_KEY = "zone[Orange].planets[Ganth]"


def ganth(hexes: str) -> dict[str, str]:
    return changed("map.toml", GANTH_LINE, GANTH_LINE.replace(G_HEXES, f"hexes = {hexes}"))


KINDS: list[tuple[str, dict[str, str], str, str, str]] = [
    # name, files, file, key, part of the reason
    (
        "a missing file",
        {file: text for file, text in GOOD.items() if file != "events.toml"},
        "events.toml",
        "",
        "missing",
    ),
    ("broken TOML", changed("races.toml", "Jair = 7", "Jair ="), "races.toml", "", "not valid TOML"),
    ("a missing key", changed("races.toml", "Jair = 7\n", ""), "races.toml", "alliances.Jair", "missing"),
    ("a missing table", changed("tables.toml", "[iq]", "[qi]"), "tables.toml", "iq", "missing"),
    ("an unknown table", changed("tables.toml", "[iq]", "[qi]"), "tables.toml", "qi", "not a key"),
    (
        "an unknown key",
        changed("edition.toml", "[forts]", "[forts]\ntower = 2"),
        "edition.toml",
        "forts.tower",
        "not a key",
    ),
    (
        "a wrong type",
        changed("races.toml", "Jair = 7", 'Jair = "7"'),
        "races.toml",
        "alliances.Jair",
        "whole number",
    ),
    (
        "a flag for a number",
        changed("races.toml", "Jair = 7", "Jair = true"),
        "races.toml",
        "alliances.Jair",
        "",
    ),
    (
        "out of range",
        changed("races.toml", "Jair = 7", "Jair = 70"),
        "races.toml",
        "alliances.Jair",
        "from 1 to 20",
    ),
    (
        "no provenance",
        GOOD
        | {
            "edition.toml": GOOD["edition.toml"]
            .replace('from = "ours"\n', "", 1)
            .replace('[forts]\nfrom = "printed"', "[forts]")
        },
        "edition.toml",
        "forts.fort",
        "where it comes from",
    ),
    (
        "an unknown provenance",
        changed("edition.toml", '[forts]\nfrom = "printed"', '[forts]\nfrom = "guessed"'),
        "edition.toml",
        "forts.from",
        "no provenance",
    ),
    (
        "an unknown provenance of one figure",
        changed("tables.toml", '{ value = 3, from = "printed" }', '{ value = 3, from = "hearsay" }'),
        "tables.toml",
        "equipment.start",
        "no provenance",
    ),
    (
        "a figure the rules fix",
        changed("edition.toml", "crusader_army = 20", "crusader_army = 30"),
        "edition.toml",
        "setup.crusader_army",
        "fix this at 20",
    ),
    (
        "another schema",
        changed("edition.toml", "schema = 1", "schema = 2"),
        "edition.toml",
        "schema",
        "schema 1",
    ),
    (
        "a bad pack name",
        changed("edition.toml", '"high_crusade"', '"High Crusade"'),
        "edition.toml",
        "name",
        "lower-case",
    ),
    ("a hex off the map", ganth('["3501", "3502"]'), "map.toml", f"{GANTH_KEY}.hexes", "off the map"),
    ("no hex at all", ganth('["here", "0303"]'), "map.toml", f"{GANTH_KEY}.hexes", "four digits"),
    ("a hex twice", ganth('["0303", "0303"]'), "map.toml", f"{GANTH_KEY}.hexes", "twice"),
    ("land in pieces", ganth('["0303", "0305"]'), "map.toml", f"{GANTH_KEY}.hexes", "hang together"),
    ("too little land", ganth('["0303"]'), "map.toml", f"{GANTH_KEY}.hexes", "hexes, not 1"),
    (
        "planets that touch",
        ganth('["0406", "0405"]'),
        "map.toml",
        f"{GANTH_KEY}.hexes",
        "belongs to|touches",
    ),
    (
        "bad terrain",
        changed("map.toml", 'terrain = "A1"', 'terrain = "B1"'),
        "map.toml",
        "zone[Thraxian].planets[Borrum].terrain",
        "terrain modifier",
    ),
    (
        "a planet twice",
        changed("map.toml", '{ name = "Ilvane"', '{ name = "Ganth"'),
        "map.toml",
        f"{GANTH_KEY}.name",
        "twice",
    ),
    (
        "names alike",
        changed("map.toml", '{ name = "Ilvane"', '{ name = "Ganymede"'),
        "map.toml",
        "zone[Orange].planets[Ganymede].name",
        "begins like Ganth",
    ),
    (
        "a bad planet name",
        changed("map.toml", '{ name = "Ilvane"', '{ name = "Ilvane 7"'),
        "map.toml",
        "zone[Orange].planets[Ilvane 7].name",
        "one word",
    ),
    (
        "a capital elsewhere",
        changed("map.toml", 'capital = "Ganth"', 'capital = "Lothmar"'),
        "map.toml",
        "zone[Orange].capital",
        "no planet of this zone",
    ),
    (
        "a capital without a fortress",
        changed(
            "map.toml",
            GANTH_LINE,
            GANTH_LINE.replace(', fort = { value = "fortress", from = "inferred" }', ""),
        ),
        "map.toml",
        f"{GANTH_KEY}.fort",
        "a capital has a fortress",
    ),
    (
        "a fortress elsewhere",
        changed("map.toml", 'fort = "fort"', 'fort = "fortress"'),
        "map.toml",
        "zone[Thraxian].planets[Eskar].fort",
        "only a capital",
    ),
    (
        "a zone missing",
        changed("map.toml", 'name = { value = "Orange"', 'name = { value = "Yellow"'),
        "map.toml",
        "zone",
        "zone Orange is missing",
    ),
    (
        "an unknown zone",
        changed("map.toml", 'name = { value = "Orange"', 'name = { value = "Yellow"'),
        "map.toml",
        "zone[Yellow].name",
        "not one of",
    ),
    (
        "a zone twice",
        changed("map.toml", 'name = { value = "Orange"', 'name = { value = "Green"'),
        "map.toml",
        "zone",
        "zone Green is there twice",
    ),
    ("a planet too few", changed("map.toml", GANTH_LINE, ""), "map.toml", "zone", "26 planets, not 25"),
    (
        "a box too few",
        changed("map.toml", "thrall_box = true", "thrall_box = false"),
        "map.toml",
        "zone",
        "20 planets have a Thrall box, not 19",
    ),
    (
        "a box where none is",
        changed("map.toml", "thrall_box = false", "thrall_box = true"),
        "map.toml",
        "zone[Thraxian].planets[Thraxian].thrall_box",
        "no Thrall box",
    ),
    (
        "a home too few",
        changed("map.toml", ', home_of = { value = "Jair", from = "inferred" }', ""),
        "map.toml",
        "zone",
        "Jair have 2 home planets, not 1",
    ),
    (
        "a home in a foreign zone",
        changed("map.toml", 'home_of = { value = "Jair"', 'home_of = { value = "Ashenk\'goli"'),
        "map.toml",
        "zone[Jair].planets[Jair].home_of",
        "live in the zone",
    ),
    (
        "a bad colour",
        changed("map.toml", '"#3b5b8c"', '"blue"'),
        "map.toml",
        "zone[Thraxian].colour",
        "#rrggbb",
    ),
    (
        "a satellite that is on",
        changed("map.toml", "satellite_on = { value = false", "satellite_on = { value = true"),
        "map.toml",
        "zone[Orange].satellite_on",
        "fix this at False",
    ),
    (
        "a planet out of reach",
        GOOD
        | {
            "map.toml": GOOD["map.toml"]
            .replace('"3323", "3223", "3222"', '"9999", "9998", "9898"')
            .replace("cols = 34", "cols = 99")
            .replace("rows = 24", "rows = 99")
        },
        "map.toml",
        "zone[P'thing'gung-Ashenk].planets[Ashenk'goli].hexes",
        "no fleet of range 8 can hop here",
    ),
    (
        "a storm from within",
        changed("map.toml", '"0901"', '"0902"'),
        "map.toml",
        "storms.entries",
        "not at the edge",
    ),
    ("five storms", changed("map.toml", '"0901", ', ""), "map.toml", "storms.entries", "six hexes"),
    (
        "a direction twice",
        changed("map.toml", "[0, 1, 2, 3, 4, 5]", "[0, 1, 2, 3, 4, 4]"),
        "map.toml",
        "storms.directions",
        "each once",
    ),
    (
        "columns that fall",
        changed("tables.toml", "bounds = [-7, -4,", "bounds = [-4, -7,"),
        "tables.toml",
        "crusader_combat.bounds",
        "ascend",
    ),
    (
        "a short row",
        changed("tables.toml", '2  = "  8/F ', '2  = " '),
        "tables.toml",
        "crusader_combat.rolls.2",
        "needs 10 results, one a column, has 9",
    ),
    (
        "a row missing",
        changed("tables.toml", "12 = ", "13 = "),
        "tables.toml",
        "crusader_combat.rolls.12",
        "missing",
    ),
    (
        "an odd row",
        changed("tables.toml", "12 = ", "13 = "),
        "tables.toml",
        "crusader_combat.rolls.13",
        "not a key",
    ),
    (
        "a bad Crusader result",
        changed("tables.toml", "8/F", "11/K"),
        "tables.toml",
        "crusader_combat.rolls.2",
        "'11/K' is no result",
    ),
    (
        "a bad Wersgorix result",
        changed("tables.toml", "6/0", "6-0"),
        "tables.toml",
        "wersgorix_combat.rolls.2",
        "'6-0' is no result",
    ),
    (
        "steps that fall",
        changed("tables.toml", "[8, 2], [12, 3]", "[12, 3], [8, 2]"),
        "tables.toml",
        "equipment.steps",
        "ascend",
    ),
    (
        "steps that begin late",
        changed("tables.toml", "[[0, 0], ", "["),
        "tables.toml",
        "equipment.steps",
        "from 0 points",
    ),
    (
        "an unknown event",
        changed("events.toml", '"grail"', '"plague"'),
        "events.toml",
        "crusader.11",
        "'plague' is not one of",
    ),
    (
        "an event twice",
        changed("events.toml", '7 = "no_event"', '7 = "grail"'),
        "events.toml",
        "crusader",
        "grail must fill one total, not 2",
    ),
    (
        "a race too few",
        changed("races.toml", RACE_LINE, ""),
        "races.toml",
        "thralls.races",
        "18 Thrall Races, not 17",
    ),
    (
        "a race twice",
        changed("races.toml", '"Brannish"', '"Oluvai"'),
        "races.toml",
        "thralls.races[Oluvai].name",
        "twice",
    ),
    (
        "an unknown attitude",
        changed("races.toml", 'attitude = "A"', 'attitude = "X"'),
        "races.toml",
        "thralls.races[Oluvai].attitude",
        "not one of A, S, W",
    ),
    (
        "a marker too few",
        changed("races.toml", "[2, 2, 3", "[2, 3"),
        "races.toml",
        "strength_cup.markers",
        "needs 8 numbers, has 7",
    ),
    (
        "a leader missing",
        changed("leaders.toml", '"Red John"', '"Black John"'),
        "leaders.toml",
        "crusader",
        "Red John is missing",
    ),
    (
        "a leader twice",
        changed("leaders.toml", '"Drusk"', '"Vorgash"'),
        "leaders.toml",
        "wersgorix.leaders[Vorgash].name",
        "twice",
    ),
    (
        "another title",
        changed("leaders.toml", 'value = "Baron"', 'value = "Duke"'),
        "leaders.toml",
        "crusader.leaders[Sir Roger].title",
        "begins as Baron",
    ),
    (
        "a wound that helps",
        changed("leaders.toml", "wounded_combat = 2", "wounded_combat = 4"),
        "leaders.toml",
        "crusader.leaders[Sir Roger].wounded_combat",
        "cannot raise",
    ),
    (
        "a wound that does nothing",
        changed(
            "leaders.toml",
            "combat = 3, political = 4, wounded_combat = 2, wounded_political = 2",
            "combat = 3, political = 4, wounded_combat = 3, wounded_political = 4",
        ),
        "leaders.toml",
        "crusader.leaders[Sir Roger].wounded_combat",
        "must lower",
    ),
    (
        "an ally without a leader",
        changed("leaders.toml", 'faction = "Jair"', "faction = \"P'thing'gung\""),
        "leaders.toml",
        "allies",
        "the Jair have one leader, not 0",
    ),
    (
        "letters too few",
        changed("counters.toml", '"ABCDEFGHI"', '"ABC"'),
        "counters.toml",
        "letters.Crusader",
        "fix",
    ),
    (
        "another range",
        changed("counters.toml", '"Crusader fleet A" = 12', '"Crusader fleet A" = 13'),
        "counters.toml",
        "fleet_range.Crusader fleet A",
        "fix this at 12",
    ),
    (
        "no such fleet",
        changed("counters.toml", '"Crusader fleet A" = 12', '"Crusader fleet Z" = 12'),
        "counters.toml",
        "fleet_range.Crusader fleet Z",
        "no fleet",
    ),
    (
        "a fleet of its own range",
        changed("counters.toml", "default = 8", 'default = 8\n"Jair fleet A" = 9'),
        "counters.toml",
        "fleet_range.Jair fleet A",
        "range of all fleets",
    ),
    (
        "garrisons of another size",
        changed("counters.toml", "garrisons = [7,", "garrisons = [8,"),
        "counters.toml",
        "counters.garrisons",
        "fix",
    ),
    (
        "a castle too many",
        changed("counters.toml", "castles = 9", "castles = 10"),
        "counters.toml",
        "counters.castles",
        "9",
    ),
    (
        "a scenario missing",
        changed("scenarios.toml", 'name = "campaign"', 'name = "basic"'),
        "scenarios.toml",
        "scenario",
        "scenario campaign is missing",
    ),
    (
        "a longer scenario",
        changed("scenarios.toml", "turns = 15", "turns = 16"),
        "scenarios.toml",
        "scenario[basic].turns",
        "fix this at 15",
    ),
]


@pytest.mark.parametrize(
    ("files", "file", "key", "reason"), [k[1:] for k in KINDS], ids=[k[0] for k in KINDS]
)
def test_a_fault_is_named(files: dict[str, str], file: str, key: str, reason: str) -> None:
    found = faults(files)
    assert any(f.file == file and f.key == key and re.search(reason, f.reason) for f in found), found


def test_a_fault_alone_is_alone() -> None:
    """One wrong figure is one fault, at its own line."""
    files = changed("races.toml", "Jair = 7", "Jair = 70")
    (fault,) = faults(files)
    line = GOOD["races.toml"][: GOOD["races.toml"].index("Jair = 7")].count("\n") + 1
    assert fault == Fault("races.toml", line, "alliances.Jair", "must be from 1 to 20, not 70")
    assert str(fault).startswith(f"races.toml:{line}: alliances.Jair: ")


def test_lines_inside_lists() -> None:
    """A fault in an inline table of a long list is at that table's line."""
    files = changed("races.toml", '"Hyrcan",     conversion = 2', '"Hyrcan",     conversion = 9')
    (fault,) = faults(files)
    assert GOOD["races.toml"].splitlines()[fault.line - 1].strip().startswith('{ name = "Hyrcan"')
    assert fault.key == "thralls.races[Hyrcan].conversion"


def test_several_faults_in_one_run() -> None:
    """Each file is read to its end whatever is wrong before."""
    files = dict(GOOD)
    for file, old, new in (
        ("edition.toml", "fort = 4", "fort = 5"),
        ("map.toml", "[0, 1, 2, 3, 4, 5]", "[]"),
        ("tables.toml", "8/F", "8F"),
        ("events.toml", '"heresy"', '"schism"'),
        ("races.toml", "Jair = 7", "Jair = -1"),
        ("leaders.toml", "combat = 3", "combat = 30"),
        ("counters.toml", "churches = 6", "churches = 5"),
        ("scenarios.toml", "thralls_needed = 9", "thralls_needed = 8"),
    ):
        assert old in files[file]
        files[file] = files[file].replace(old, new, 1)
    found = faults(files)
    assert {fault.file for fault in found} == set(FILES)
    assert all(fault.line > 0 for fault in found)
    assert list(found) == sorted(found)


def test_nothing_at_all() -> None:
    found = faults({})
    assert {fault.file for fault in found} == set(FILES)
    assert {fault.reason for fault in found} == {"this file is missing"}


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from(FILES), st.text(max_size=200), max_size=8))
def test_any_text_is_a_fault(texts: dict[str, str]) -> None:
    assert faults(
        GOOD | {"map.toml": "="} | texts if "map.toml" in texts else GOOD | texts | {"map.toml": "="}
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_a_damaged_pack_loads_or_says_why(seed: int) -> None:
    """Lines lost, doubled or swapped: never anything but a pack or a list of faults."""
    rnd = random.Random(seed)
    files = dict(GOOD)
    for _ in range(rnd.randint(1, 4)):
        file = rnd.choice(FILES)
        lines = files[file].splitlines()
        i, j = rnd.randrange(len(lines)), rnd.randrange(len(lines))
        match rnd.randrange(4):
            case 0:
                del lines[i]
            case 1:
                lines.insert(i, lines[j])
            case 2:
                lines[i], lines[j] = lines[j], lines[i]
            case _:
                lines[i] = re.sub(r"\d+", str(rnd.choice((0, 99, -3))), lines[i])
        files[file] = "\n".join(lines)
    with suppress(PackError):
        assert load(files).hash


def test_lines_of_odd_toml() -> None:
    text = '''# comment
a.b = """
x = 1
"""
"q.r" = [ # here
  1, { c = 'it', d = [[2]] },
]
[t."u v"]
w = 1e3
[[t.x]]
y = "\\"]"
[[t.x]]
y = 2
[t.x.z]
k = 1979-05-27
'''
    lines = locate(text)
    assert lines["a", "b"] == 2
    assert lines["q.r",] == 5
    assert lines["q.r", 1, "d", 0, 0] == 6
    assert lines["t", "u v", "w"] == 9
    assert lines["t", "x", 0, "y"] == 11
    assert lines["t", "x", 1, "y"] == 13
    assert lines["t", "x", 1, "z", "k"] == 15
