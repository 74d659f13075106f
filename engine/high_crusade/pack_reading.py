"""Reads and checks a pack: every file gone through, every fault noted, the pack built if there is none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from engine.high_crusade.pack import (
    ATTITUDES,
    CRUSADER_EVENTS,
    FILES,
    FLEET_RESULTS,
    GROUND_RESULTS,
    INDEPENDENTS,
    NO_EVENT,
    OPEN,
    ROLLS,
    TITLES,
    WERSGORIX_EVENTS,
    ZONES,
    Alliance,
    Cell,
    Column,
    CombatTable,
    CrusaderCell,
    Face,
    LeaderCard,
    Limits,
    Pack,
    Planet,
    Scenario,
    Setup,
    Storms,
    Track,
    WersgorixCell,
    Zone,
)
from engine.kernel.figures import Findings, PackError, Reader, as_integer, as_list, as_text
from engine.kernel.hexgrid import Grid, name

SCHEMA = 1

PLANETS, BOXES, FACES, CUP = 26, 20, 18, 8
BOXLESS = ("Thraxian", "Wersgorix")
HOMES = {
    "Jair": ("Jair", 2),
    "P'thing'gung": ("P'thing'gung-Ashenk", 1),
    "Ashenk'goli": ("P'thing'gung-Ashenk", 1),
}
"""Zone and number of home planets of each Independent Race."""
STRENGTHS = {"Thraxian": 5, "Orange": 5, "Purple": 5}
"""Army and fleet points at set-up, where they are not ten of each."""
CRUSADERS: dict[str, str | None] = {
    "Sir Roger": "Baron",
    "Sir Owain": "Knight",
    "Sir Brian Fitz-William": "Knight",
    "Red John": None,
    "Brother Parvus": None,
}
THRALL_LEADERS = ("Thrall leader A", "Thrall leader B")
WERSGORIX_LEADERS = 7
LETTERS = {"Crusader": "ABCDEFGHI", "Wersgorix": "ABCDEFGHIJKLMNOPQRST"}
RANGES = {"Crusader fleet A": 12}
GARRISONS = (7, 5, 5, 3, 3, 3, 2, 2, 1, 1)
COUNTERS = {"churches": 6, "castles": 9, "alert_markers": 13, "fiefs": 8}
TITLE_MARKERS = {"Knight": 2, "Baron": 1, "King": 1, "New Pope": 1, "Archbishop": 2}
TITLE_BACKS = {"Knight": "Baron", "Baron": "Duke"}
NONE: tuple[int, ...] = ()
LAND = range(2, 13)
"""How many land hexes a planet may have."""

_PLANET_NAME = re.compile(r"[A-Z][A-Za-z'-]{2,15}")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_HEX = re.compile(r"[0-9]{4}")
_TERRAIN = re.compile(r"([AD])([1-3])")
_CRUSADER_CELL = re.compile(r"([0-9]{1,2})/([A-Z])")
_WERSGORIX_CELL = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")


def read(files: Mapping[str, str]) -> Pack:
    """The pack in these texts, or `PackError` with every fault."""
    return _Reading(files).pack()


def _must(reader: Reader, key: str, value: object, printed: object) -> None:
    """A figure the booklet fixes."""
    if reader and reader.has(key) and value != printed:
        reader.fault(key, f"the rules fix this at {printed}, not {value}")


def _fixed(reader: Reader, key: str, printed: int) -> int:
    value = reader.take(key, printed, lambda raw: as_integer(raw, 0, 999))
    _must(reader, key, value, printed)
    return value


def _doubles(items: Iterable[str]) -> list[str]:
    return [item for item, count in Counter(items).items() if count > 1]


def _labels(bounds: tuple[int, ...]) -> tuple[str, ...]:
    """Column headings from the bounds between columns: "-8 or less", "0", "+1 to +2", "+12 or more"."""

    def sign(number: int) -> str:
        return f"{number:+d}" if number else "0"

    labels = [f"{sign(bounds[0] - 1)} or less"]
    for low, above in pairwise(bounds):
        labels.append(sign(low) if above == low + 1 else f"{sign(low)} to {sign(above - 1)}")
    return (*labels, f"{sign(bounds[-1])} or more")


class _Reading:
    """One run over a pack's files."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.findings = Findings()
        roots = {file: self.findings.open(files, file) for file in FILES}
        self.root = roots
        self.edition(roots["edition.toml"])
        self.map(roots["map.toml"])
        self.tables(roots["tables.toml"])
        self.events(roots["events.toml"])
        self.races(roots["races.toml"])
        self.leaders(roots["leaders.toml"])
        self.counters(roots["counters.toml"])
        self.scenarios(roots["scenarios.toml"])
        for root in roots.values():
            root.close()

    # edition.toml

    def edition(self, root: Reader) -> None:
        self.name = root.text("name")
        if self.name and not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            root.fault("name", f"{self.name!r} must be lower-case letters, digits and underscores")
        self.title = root.text("edition")
        schema = root.integer("schema", 1, 999)
        if root.has("schema") and schema != SCHEMA:
            root.fault("schema", f"this referee reads schema {SCHEMA}, not {schema}")
        setup = root.table("setup")
        self.setup_figures = (
            _fixed(setup, "crusader_army", 20),
            _fixed(setup, "crusader_fleet", 25),
            _fixed(setup, "max_unit_strength", 10),
        )
        setup.close()
        forts = root.table("forts")
        self.fort_values = {"fort": _fixed(forts, "fort", 4), "fortress": _fixed(forts, "fortress", 6)}
        forts.close()
        alerts = root.table("alerts")
        self.alert_range = _fixed(alerts, "alert_range", 8)
        self.panic_range = _fixed(alerts, "panic_range", 6)
        alerts.close()

    # map.toml

    def map(self, root: Reader) -> None:
        grid = root.table("grid")
        cols, rows = grid.integer("cols", 10, 99), grid.integer("rows", 10, 99)
        self.grid = Grid(cols, rows)
        self.territory_reach = grid.integer("territory", 0, 99)
        grid.close()
        self.zones: dict[str, Zone] = {}
        self.planets: dict[str, Planet] = {}
        self._planet_readers: dict[str, Reader] = {}
        readers = root.tables("zone")
        names: list[str] = []
        for reader in readers:
            names.append(self._zone(reader))
        for double in _doubles(filter(None, names)):
            root.fault("zone", f"zone {double} is there twice")
        if root:
            for missing in [zone for zone in ZONES if zone not in names]:
                root.fault("zone", f"zone {missing} is missing")
        self._map_counts(root)
        self._map_geometry()
        self._storms(root.table("storms"))

    def _zone(self, reader: Reader) -> str:
        name = reader.choice("name", ZONES)
        capital = reader.text("capital")
        on = reader.flag("satellite_on")
        army, fleet = reader.integer("army", 0, 99), reader.integer("fleet", 0, 99)
        colour = reader.text("colour")
        if colour and not _COLOUR.fullmatch(colour):
            reader.fault("colour", f"{colour!r} is not a colour: write #rrggbb")
        planets: list[str] = []
        for item in reader.tables("planets"):
            planet = self._planet(item, name, capital)
            if planet is None:
                continue
            if planet.name in self._planet_readers:
                item.fault("name", f"planet {planet.name} is there twice")
            else:
                self.planets[planet.name] = planet
                self._planet_readers[planet.name] = item
            planets.append(planet.name)
        if name:
            _must(reader, "satellite_on", on, name == "Thraxian")
            for key, value in (("army", army), ("fleet", fleet)):
                _must(reader, key, value, STRENGTHS.get(name, 10))
            if name in BOXLESS:
                _must(reader, "capital", capital, name)
        if capital and capital not in planets:
            reader.fault("capital", f"{capital} is no planet of this zone")
        if len(planets) < 2 and reader.has("planets"):
            reader.fault("planets", "a zone has two planets or more")
        if name and name not in self.zones:
            self.zones[name] = Zone(name, tuple(planets), capital, on, army, fleet, colour)
        reader.close()
        return name

    def _planet(self, reader: Reader, zone: str, capital: str) -> Planet | None:
        name = reader.text("name")
        if name and not _PLANET_NAME.fullmatch(name):
            reader.fault("name", f"{name!r} must be one word of 3 to 16 letters with a capital first")
        hexes = reader.take("hexes", NONE, self._hexes)
        if hexes and len(hexes) not in LAND:
            reader.fault(
                "hexes", f"a planet has {LAND.start} to {LAND.stop - 1} land hexes, not {len(hexes)}"
            )
        terrain = reader.take("terrain", 0, _terrain)
        box = reader.flag("thrall_box")
        home = reader.choice("home_of", INDEPENDENTS, optional=True) or None
        fort = reader.choice("fort", ("fort", "fortress"), optional=True) or None
        is_capital = bool(name) and name == capital
        if is_capital and fort != "fortress":
            reader.fault("fort", "a capital has a fortress")
        if name and not is_capital and fort == "fortress":
            reader.fault("fort", "only a capital has a fortress")
        if name and zone:
            if home is not None and HOMES[home][0] != zone:
                reader.fault("home_of", f"the {home} live in the zone {HOMES[home][0]}")
            if box and (home is not None or name in BOXLESS):
                reader.fault("thrall_box", f"{name} has no Thrall box")
        reader.close()
        return Planet(name, zone, hexes, terrain, box, home, is_capital, fort) if name else None

    def _hexes(self, raw: Any) -> tuple[int, ...]:
        hexes = tuple(self._hex(item) for item in as_list(raw))
        double = _doubles(map(name, hexes))
        if double:
            raise ValueError(f"hex {double[0]} is there twice")
        if not self.grid.connected(hexes):
            raise ValueError("these land hexes do not hang together")
        return hexes

    def _hex(self, raw: Any) -> int:
        text = as_text(raw)
        if not _HEX.fullmatch(text):
            raise ValueError(f'{text!r} is no hex: write column and row in four digits, "0512"')
        if int(text) not in self.grid:
            raise ValueError(f"hex {text} is off the map of {self.grid.cols} by {self.grid.rows}")
        return int(text)

    def _map_counts(self, root: Reader) -> None:
        if not root:
            return
        planets = self.planets.values()
        if len(planets) != PLANETS:
            root.fault("zone", f"there are {PLANETS} planets, not {len(planets)}")
        boxes = sum(planet.thrall_box for planet in planets)
        if boxes != BOXES:
            root.fault("zone", f"{BOXES} planets have a Thrall box, not {boxes}")
        for race, (_, count) in HOMES.items():
            homes = sum(planet.home_of == race for planet in planets)
            if homes != count:
                root.fault("zone", f"the {race} have {count} home planet{'s' * (count > 1)}, not {homes}")
        starts: dict[str, str] = {}
        for planet in planets:
            first = starts.setdefault(planet.name[:3].lower(), planet.name)
            if first != planet.name:
                reader = self._planet_readers[planet.name]
                reader.fault("name", f"{planet.name} begins like {first}: three letters must tell them apart")

    def _map_geometry(self) -> None:
        """Planets apart from each other, and all of them in reach."""
        owner: dict[int, str] = {}
        for planet in self.planets.values():
            reader = self._planet_readers[planet.name]
            for at in planet.hexes:
                first = owner.setdefault(at, planet.name)
                if first != planet.name:
                    reader.fault("hexes", f"hex {name(at)} belongs to {first} already")
        for planet in self.planets.values():
            reader = self._planet_readers[planet.name]
            touched: dict[str, int] = {}
            for at in planet.hexes:
                for to in self.grid.neighbours[at]:
                    other = owner.get(to)
                    if other is not None and other != planet.name and other != owner[at]:
                        touched.setdefault(other, at)
            for other, at in touched.items():
                reader.fault("hexes", f"hex {name(at)} touches {other}: a free hex must lie between planets")

    def _storms(self, reader: Reader) -> None:
        def entries(raw: Any) -> tuple[int, ...]:
            hexes = tuple(self._hex(item) for item in as_list(raw))
            if len(hexes) != 6:
                raise ValueError(f"needs six hexes, one for each side of the die, has {len(hexes)}")
            double = _doubles(map(name, hexes))
            if double:
                raise ValueError(f"hex {double[0]} is there twice")
            inner = [name(at) for at in hexes if not self.grid.on_edge(at)]
            if inner:
                raise ValueError(f"hex {inner[0]} is not at the edge of the map")
            return hexes

        def directions(raw: Any) -> tuple[int, ...]:
            found = tuple(as_integer(item, 0, 5) for item in as_list(raw))
            if sorted(found) != [0, 1, 2, 3, 4, 5]:
                raise ValueError("must be the six directions 0 to 5, each once")
            return found

        self.storms = Storms(
            reader.take("entries", NONE, entries), reader.take("directions", NONE, directions)
        )
        reader.close()

    # tables.toml

    def tables(self, root: Reader) -> None:
        self.crusader_table = self._table(root.table("crusader_combat"), _crusader_cell)
        self.wersgorix_table = self._table(root.table("wersgorix_combat"), _wersgorix_cell)
        self.equipment = self._track(root.table("equipment"), 3)
        self.iq = self._track(root.table("iq"), 1)

    def _table(self, reader: Reader, cell: Callable[[str], Cell]) -> CombatTable[Cell]:
        def bounds_of(raw: Any) -> tuple[int, ...]:
            found = tuple(as_integer(item, -99, 99) for item in as_list(raw))
            if not 2 <= len(found) <= 20:
                raise ValueError(f"needs 2 to 20 bounds between columns, has {len(found)}")
            for low, high in pairwise(found):
                if high <= low:
                    raise ValueError(f"columns must ascend: {high} comes after {low}")
            return found

        bounds: tuple[int, ...] = reader.take("bounds", NONE, bounds_of)
        grid = reader.table("rolls")
        lines: list[tuple[Cell, ...]] = []
        for roll in ROLLS:

            def row_of(raw: Any) -> tuple[Cell, ...]:
                found = tuple(cell(text) for text in as_text(raw).split())
                if bounds and len(found) != len(bounds) + 1:
                    raise ValueError(f"needs {len(bounds) + 1} results, one a column, has {len(found)}")
                return found

            lines.append(grid.take(str(roll), (), row_of))
        grid.close()
        reader.close()
        if not bounds or any(len(line) != len(bounds) + 1 for line in lines):
            return CombatTable(())
        lowers = (OPEN, *bounds)
        return CombatTable(
            tuple(
                Column(lower, label, tuple(line[i] for line in lines))
                for i, (lower, label) in enumerate(zip(lowers, _labels(bounds), strict=True))
            )
        )

    def _track(self, reader: Reader, start: int) -> Track:
        first = _fixed(reader, "start", start)
        maximum = reader.integer("maximum", 1, 99)
        if reader.has("maximum") and maximum < first:
            reader.fault("maximum", f"must not be under the start, {first}")

        def steps_of(raw: Any) -> tuple[tuple[int, int], ...]:
            steps: list[tuple[int, int]] = []
            for item in as_list(raw):
                pair = as_list(item)
                if len(pair) != 2:
                    raise ValueError(f"a step is [from points, modifier], not {item!r}")
                steps.append((as_integer(pair[0], 0, 99), as_integer(pair[1], 0, 9)))
            if not steps or steps[0][0] != 0:
                raise ValueError("the first step must be from 0 points")
            for (low, less), (high, more) in pairwise(steps):
                if high <= low or more <= less:
                    raise ValueError(f"steps must ascend: [{high}, {more}] comes after [{low}, {less}]")
            if steps[-1][0] > maximum:
                raise ValueError(f"step from {steps[-1][0]} points lies beyond the maximum, {maximum}")
            return tuple(steps)

        steps: tuple[tuple[int, int], ...] = ()
        steps = reader.take("steps", steps, steps_of)
        reader.close()
        return Track(first, maximum, steps)

    # events.toml

    def events(self, root: Reader) -> None:
        self.crusader_events = self._event_table(root.table("crusader"), CRUSADER_EVENTS)
        self.wersgorix_events = self._event_table(root.table("wersgorix"), WERSGORIX_EVENTS)

    def _event_table(self, reader: Reader, events: tuple[str, ...]) -> dict[int, str]:
        table = {roll: reader.choice(str(roll), (*events, NO_EVENT)) for roll in ROLLS}
        if reader:
            found = Counter(table.values())
            for event in events:
                if found[event] != 1:
                    reader.fault("", f"{event} must fill one total, not {found[event]}")
        reader.close()
        return table

    # races.toml

    def races(self, root: Reader) -> None:
        cup = root.table("strength_cup")
        self.cup = cup.integers("markers", 1, 10, CUP)
        cup.close()
        self.faces: dict[str, Face] = {}
        thralls = root.table("thralls")
        readers = thralls.tables("races")
        for reader in readers:
            called = reader.text("name")
            slug = re.sub(r"[^a-z0-9]+", "_", called.lower()).strip("_")
            face = Face(
                slug,
                called,
                reader.integer("conversion", 1, 6),
                reader.choice("attitude", ATTITUDES),
                reader.integer("strength", 1, 10),
                reader.flag("asterisk", optional=True),
            )
            if called and not slug:
                reader.fault("name", f"{called!r} needs a letter or digit")
            elif called and slug in self.faces:
                reader.fault("name", f"race {called} is there twice")
            elif called:
                self.faces[slug] = face
            reader.close()
        if thralls.has("races") and len(readers) != FACES:
            thralls.fault("races", f"there are {FACES} Thrall Races, not {len(readers)}")
        thralls.close()
        self.alliances: dict[str, Alliance] = {}
        alliances = root.table("alliances")
        for race in INDEPENDENTS:
            homes = tuple(planet.name for planet in self.planets.values() if planet.home_of == race)
            self.alliances[race] = Alliance(race, homes, alliances.integer(race, 1, 20))
        alliances.close()

    # leaders.toml

    def leaders(self, root: Reader) -> None:
        self.cards: dict[str, LeaderCard] = {}
        sides = {
            "Crusader": self._side(root, "crusader", "Crusader"),
            "Wersgorix": self._side(root, "wersgorix", "Wersgorix"),
            "Thrall": self._side(root, "thrall", "Thrall"),
        }
        self._side(root, "allies", None)
        if root.has("crusader"):
            self._named(root, "crusader", sides["Crusader"], tuple(CRUSADERS))
        if root.has("thrall"):
            self._named(root, "thrall", sides["Thrall"], THRALL_LEADERS)
        if root.has("wersgorix"):
            if len(sides["Wersgorix"]) != WERSGORIX_LEADERS:
                root.fault(
                    "wersgorix",
                    f"there are {WERSGORIX_LEADERS} Wersgorix leaders, not {len(sides['Wersgorix'])}",
                )
            if len({(card.combat, card.political) for card in sides["Wersgorix"]}) == 1:
                root.fault("wersgorix", "their ratings must differ")
        if root.has("allies"):
            for race in INDEPENDENTS:
                count = sum(card.faction == race for card in self.cards.values())
                if count != 1:
                    root.fault("allies", f"the {race} have one leader, not {count}")

    def _named(self, root: Reader, key: str, cards: list[LeaderCard], expected: tuple[str, ...]) -> None:
        found = [card.name for card in cards]
        for leader in expected:
            if leader not in found:
                root.fault(key, f"{leader} is missing")
        for leader in found:
            if leader and leader not in expected:
                root.fault(key, f"{leader} is not one of {', '.join(expected)}")

    def _side(self, root: Reader, key: str, faction: str | None) -> list[LeaderCard]:
        cards: list[LeaderCard] = []
        table = root.table(key)
        for reader in table.tables("leaders"):
            called = reader.text("name")
            own = reader.choice("faction", INDEPENDENTS) if faction is None else faction
            combat, political = reader.integer("combat", 0, 5), reader.integer("political", 0, 5)
            wounded = reader.integer("wounded_combat", 0, 5), reader.integer("wounded_political", 0, 5)
            title = None
            if faction == "Crusader":
                title = reader.choice("title", TITLES, optional=True) or None
                if called in CRUSADERS and title != CRUSADERS[called]:
                    reader.fault("title", f"{called} begins as {CRUSADERS[called] or 'no title'}")
            if wounded[0] > combat:
                reader.fault("wounded_combat", f"a wound cannot raise {combat} to {wounded[0]}")
            if wounded[1] > political:
                reader.fault("wounded_political", f"a wound cannot raise {political} to {wounded[1]}")
            if wounded == (combat, political) and combat + political > 0:
                reader.fault("wounded_combat", "a wound must lower a rating")
            card = LeaderCard(called, own, combat, political, wounded[0], wounded[1], title)
            if called and called in self.cards:
                reader.fault("name", f"leader {called} is there twice")
            elif called:
                self.cards[called] = card
            cards.append(card)
            reader.close()
        table.close()
        return cards

    # counters.toml

    def counters(self, root: Reader) -> None:
        letters = root.table("letters")
        self.letters = {faction: letters.text(faction) for faction in LETTERS}
        for faction, expected in LETTERS.items():
            _must(letters, faction, self.letters[faction], expected)
        letters.close()
        fleets = root.table("fleet_range")
        self.default_range = _fixed(fleets, "default", 8)
        self.ranges = {key: fleets.integer(key, 1, 99) for key in sorted(fleets.keys()) if key != "default"}
        for unit, hexes in self.ranges.items():
            if unit not in _fleets(self.letters):
                fleets.fault(unit, "is no fleet of this game")
            elif unit not in RANGES:
                fleets.fault(unit, f"has the range of all fleets, {self.default_range}")
            else:
                _must(fleets, unit, hexes, RANGES[unit])
        for unit in RANGES:
            if fleets and unit not in self.ranges:
                fleets.fault(unit, "is missing")
        fleets.close()
        self._reach()
        counts = root.table("counters")
        garrisons = counts.integers("garrisons", 1, 10)
        _must(counts, "garrisons", sorted(garrisons), sorted(GARRISONS))
        numbers = {key: _fixed(counts, key, number) for key, number in COUNTERS.items()}
        counts.close()
        titles = root.table("titles")
        markers = {title: _fixed(titles, title, number) for title, number in TITLE_MARKERS.items()}
        titles.close()
        backs = root.table("title_backs")
        sides = {title: backs.choice(title, TITLES) for title in TITLE_BACKS}
        for title, back in TITLE_BACKS.items():
            _must(backs, title, sides[title], back)
        backs.close()
        holding = root.table("fief_limits")
        limits: dict[str, int | None] = {
            "Knight": _fixed(holding, "Knight", 1),
            "Baron": _fixed(holding, "Baron", 3),
            "Duke": _fixed(holding, "Duke", 8),
            "King": None,
        }
        holding.close()
        self.limits = Limits(garrisons, **numbers, titles=markers, title_backs=sides, fief_limits=limits)

    def _reach(self) -> None:
        """Every planet must be reachable from Thraxian by a plain fleet in hops from planet to planet."""
        home = self.planets.get("Thraxian")
        if home is None or not self.root["counters.toml"]:
            return
        seen, todo = {home.name}, [home]
        while todo:
            here = todo.pop()
            near = frozenset[int]().union(*(self.grid.within(at, self.default_range) for at in here.hexes))
            for planet in self.planets.values():
                if planet.name not in seen and not near.isdisjoint(planet.hexes):
                    seen.add(planet.name)
                    todo.append(planet)
        for planet in self.planets.values():
            if planet.name not in seen and planet.hexes:
                self._planet_readers[planet.name].fault(
                    "hexes", f"no fleet of range {self.default_range} can hop here from Thraxian"
                )

    # scenarios.toml

    def scenarios(self, root: Reader) -> None:
        self.plays: dict[str, Scenario] = {}
        printed = {
            "basic": (15, True, 4, False, 9, True),
            "campaign": (30, False, 7, True, 14, True),
        }
        for reader in root.tables("scenario"):
            called = reader.choice("name", tuple(printed))
            scenario = Scenario(
                called,
                reader.text("title"),
                reader.integer("turns", 1, 99),
                reader.flag("imperial_wins"),
                reader.integer("capitals_needed", 1, len(ZONES)),
                reader.flag("capitals_with_imperial"),
                reader.integer("thralls_needed", 1, FACES),
                reader.flag("king_needed"),
            )
            if called:
                keys = (
                    "turns",
                    "imperial_wins",
                    "capitals_needed",
                    "capitals_with_imperial",
                    "thralls_needed",
                    "king_needed",
                )
                for key, value in zip(keys, printed[called], strict=True):
                    _must(reader, key, getattr(scenario, key), value)
                if called in self.plays:
                    reader.fault("name", f"scenario {called} is there twice")
                self.plays[called] = scenario
            reader.close()
        if root.has("scenario"):
            for called in printed:
                if called not in self.plays:
                    root.fault("scenario", f"scenario {called} is missing")

    # All together

    def pack(self) -> Pack:
        if self.findings.faults:
            raise PackError(self.findings.faults)
        planets = self.planets
        planet_of = {at: planet.name for planet in planets.values() for at in planet.hexes}
        place_of = {
            at: f"{planet.name} {i}" for planet in planets.values() for i, at in enumerate(planet.hexes, 1)
        }
        hex_of = {place: at for at, place in place_of.items()}
        hex_of |= {planet.name: planet.hexes[0] for planet in planets.values()}
        rows = {planet.name: self._planet_row(planet) for planet in planets.values()}
        return Pack(
            name=self.name,
            edition=self.title,
            hash=self.findings.digest(),
            grid=self.grid,
            planets=planets,
            zones=self.zones,
            faces=self.faces,
            unknown_strengths=self.cup,
            leaders=self.cards,
            crusader_table=self.crusader_table,
            wersgorix_table=self.wersgorix_table,
            crusader_events=self.crusader_events,
            wersgorix_events=self.wersgorix_events,
            equipment=self.equipment,
            iq=self.iq,
            letters=self.letters,
            default_range=self.default_range,
            ranges=self.ranges,
            limits=self.limits,
            setup=Setup(*self.setup_figures, equipment=self.equipment.start, iq=self.iq.start),
            alliances=self.alliances,
            storms=self.storms,
            scenarios=self.plays,
            fort_values=self.fort_values,
            alert_range=self.alert_range,
            panic_range=self.panic_range,
            imperial_capital=self.zones["Wersgorix"].capital,
            crusader_home=self.zones["Thraxian"].capital,
            provenance=self.findings.provenance,
            planet_of=planet_of,
            place_of=place_of,
            hex_of=hex_of,
            zone_of={planet.name: planet.zone for planet in planets.values()},
            capitals=tuple(zone.capital for zone in self.zones.values()),
            fort_at={
                planet.hexes[0]: self.fort_values[planet.fort]
                for planet in planets.values()
                if planet.fort is not None
            },
            territory=self._territory(rows),
            planet_rows=rows,
            planet_distances={
                (a, b.name): min(row[at] for at in b.hexes)
                for a, row in rows.items()
                for b in planets.values()
            },
        )

    def _planet_row(self, planet: Planet) -> bytes:
        return bytes(map(min, zip(*(self.grid.distances(at) for at in planet.hexes), strict=True)))

    def _territory(self, rows: Mapping[str, bytes]) -> dict[int, str]:
        """Hexes near a planet belong to the zone of the nearest; the straightest line breaks ties."""
        centres = {at: self.grid.centre(at) for at in self.grid.hexes}

        def straight(at: int, planet: Planet) -> float:
            x, y = centres[at]
            return min((centres[to][0] - x) ** 2 + (centres[to][1] - y) ** 2 for to in planet.hexes)

        territory: dict[int, str] = {}
        for at in self.grid.hexes:
            steps = min(row[at] for row in rows.values())
            if steps <= self.territory_reach:
                nearest = [self.planets[planet] for planet, row in rows.items() if row[at] == steps]
                territory[at] = min(nearest, key=lambda planet: straight(at, planet)).zone
        return territory


def _fleets(letters: Mapping[str, str]) -> frozenset[str]:
    main = {f"{faction} fleet {letter}" for faction, own in letters.items() for letter in own}
    return frozenset(
        main | {f"{faction} fleet {letter}" for faction in (*INDEPENDENTS, "Thrall") for letter in "AB"}
    )


def _terrain(raw: Any) -> int:
    text = as_text(raw)
    if text == "-":
        return 0
    match = _TERRAIN.fullmatch(text)
    if match is None:
        raise ValueError(f'{text!r} is no terrain modifier: write "A1" to "A3", "D1" to "D3" or "-"')
    return int(match[2]) if match[1] == "A" else -int(match[2])


def _crusader_cell(text: str) -> CrusaderCell:
    match = _CRUSADER_CELL.fullmatch(text)
    if match is None or int(match[1]) not in FLEET_RESULTS or match[2] not in GROUND_RESULTS:
        raise ValueError(f'{text!r} is no result: write fleet 1 to 10 and ground A to J, "4/H"')
    return int(match[1]), match[2]


def _wersgorix_cell(text: str) -> WersgorixCell:
    match = _WERSGORIX_CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no result: write the attacker's and the defender's loss, \"1/3\"")
    return int(match[1]), int(match[2])
