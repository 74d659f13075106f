"""The pack: everything of The High Crusade that was printed on the map, the tables and the counters.

A pack is a handful of TOML texts (`FILES`). `load` turns them into one immutable `Pack`, or raises
`PackError` with every fault it found, each with file, line, key and reason. It reads no files itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from engine.kernel.figures import Fault, PackError
from engine.kernel.hexgrid import Grid

FILES: tuple[str, ...] = (
    "edition.toml",
    "map.toml",
    "tables.toml",
    "events.toml",
    "races.toml",
    "leaders.toml",
    "counters.toml",
    "scenarios.toml",
)
"""The files of a pack. Anything else in its directory is not part of it."""

FACTIONS: tuple[str, ...] = ("Crusader", "Wersgorix", "Thrall", "Jair", "P'thing'gung", "Ashenk'goli")
INDEPENDENTS: tuple[str, ...] = ("Jair", "P'thing'gung", "Ashenk'goli")
ZONES: tuple[str, ...] = ("Thraxian", "Orange", "Green", "Jair", "Purple", "P'thing'gung-Ashenk", "Wersgorix")
ATTITUDES: tuple[str, ...] = ("A", "S", "W")
TITLES: tuple[str, ...] = ("Knight", "Baron", "Duke", "King", "New Pope", "Archbishop")
CRUSADER_EVENTS: tuple[str, ...] = (
    "leader_falls_ill",
    "earth",
    "reinforcements",
    "ally_becomes_neutral",
    "grail",
    "crusading_fervor",
    "ionic_storm",
    "heresy",
    "treachery",
    "ambassador",
)
WERSGORIX_EVENTS: tuple[str, ...] = (
    "withdrawal",
    "reinforcements",
    "rebellion",
    "lies",
    "initiative",
    "earth",
)
NO_EVENT = "no_event"
FLEET_RESULTS = range(1, 11)
GROUND_RESULTS = "ABCDEFGHIJ"
ROLLS = range(2, 13)
OPEN = -1_000_000
"""Lower bound of a combat table's first column, which has none."""

CrusaderCell = tuple[int, str]
"""Fleet result 1 to 10, ground result A to J."""
WersgorixCell = tuple[int, int]
"""Points the attacker loses, points the defender loses."""
Cell = TypeVar("Cell", CrusaderCell, WersgorixCell)


@dataclass(frozen=True, slots=True)
class Planet:
    """A world: adjacent land hexes, `hexes[0]` being the one that holds the fort when there is one."""

    name: str
    zone: str
    hexes: tuple[int, ...]
    terrain: int
    """Columns for ground combat: positive for the attacker (A), negative for the defender (D)."""
    thrall_box: bool
    home_of: str | None
    """The Independent Race that lives here."""
    capital: bool
    fort: str | None
    """"fort" or "fortress", always on the first hex."""

    @property
    def terrain_label(self) -> str:
        """The modifier as printed: "A1", "D2", or "-"."""
        return f"A{self.terrain}" if self.terrain > 0 else f"D{-self.terrain}" if self.terrain else "-"


@dataclass(frozen=True, slots=True)
class Zone:
    """A Defence Zone, with the Wersgorix strength that sets up in it."""

    name: str
    planets: tuple[str, ...]
    capital: str
    satellite_on: bool
    army: int
    fleet: int
    colour: str
    """Background colour on the map, "#rrggbb"."""


@dataclass(frozen=True, slots=True)
class Face:
    """The hidden side of a Thrall Race piece."""

    id: str
    name: str
    conversion: int
    attitude: str
    """"A" agrarian, "S" spiritual, "W" warlike."""
    strength: int
    asterisk: bool


@dataclass(frozen=True, slots=True)
class LeaderCard:
    """A leader's two sides."""

    name: str
    faction: str
    combat: int
    political: int
    wounded_combat: int
    wounded_political: int
    title: str | None


@dataclass(frozen=True, slots=True)
class Column(Generic[Cell]):
    """One column of a combat table: from `lower` up to the next column's bound."""

    lower: int
    """Least attacker-minus-defender difference of the column; `OPEN` in the first."""
    label: str
    cells: tuple[Cell, ...]
    """Results for the totals 2 to 12."""

    def cell(self, roll: int) -> Cell:
        return self.cells[roll - 2]


@dataclass(frozen=True, slots=True)
class CombatTable(Generic[Cell]):
    """A combat table; columns get better for the attacker from left to right."""

    columns: tuple[Column[Cell], ...]
    lowers: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lowers", tuple(column.lower for column in self.columns))

    def column_of(self, difference: int) -> int:
        """Index of the column for this attacker-minus-defender difference."""
        return bisect_right(self.lowers, difference) - 1

    def shifted(self, column: int, shift: int) -> int:
        """The column after a shift (positive to the right), kept on the table."""
        return max(0, min(len(self.columns) - 1, column + shift))

    def cell(self, column: int, roll: int) -> Cell:
        """The result in this column for a total of 2 to 12."""
        return self.columns[column].cells[roll - 2]


@dataclass(frozen=True, slots=True)
class Track:
    """A track of points with the column shifts they are worth."""

    start: int
    maximum: int
    steps: tuple[tuple[int, int], ...]
    """(from so many points, modifier), ascending, the first from 0."""

    def modifier(self, points: int) -> int:
        """Column shifts for this many points."""
        worth = 0
        for least, modifier in self.steps:
            if points < least:
                break
            worth = modifier
        return worth


@dataclass(frozen=True, slots=True)
class Alliance:
    """What it takes to win an Independent Race over."""

    race: str
    homes: tuple[str, ...]
    range: int


@dataclass(frozen=True, slots=True)
class Storms:
    """Ionic storms: die 1 to 6 is index 0 to 5 of both tuples."""

    entries: tuple[int, ...]
    directions: tuple[int, ...]

    def entry(self, die: int) -> int:
        """Hex where a storm enters."""
        return self.entries[die - 1]

    def direction(self, die: int) -> int:
        """Hex direction (0 to 5) that a die stands for; fleets gone astray use it too."""
        return self.directions[die - 1]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way to play, and what the Crusaders must have at the end of it."""

    name: str
    title: str
    turns: int
    imperial_wins: bool
    """Holding the imperial capital alone is enough."""
    capitals_needed: int
    capitals_with_imperial: bool
    """Whether the imperial capital is one of those counted by `capitals_needed`."""
    thralls_needed: int
    king_needed: bool
    """Whether winning by Thrall Races needs a King."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many counters of each kind there are."""

    garrisons: tuple[int, ...]
    churches: int
    castles: int
    alert_markers: int
    fiefs: int
    """Fief markers each leader has."""
    titles: Mapping[str, int]
    """Markers by the title on their front."""
    title_backs: Mapping[str, str]
    """Title on the back of a marker, by the one on its front."""
    fief_limits: Mapping[str, int | None]
    """Fiefs a title may hold; None is no limit."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Figures of the starting position that belong to no zone."""

    crusader_army: int
    crusader_fleet: int
    max_unit_strength: int
    equipment: int
    iq: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pack:
    """An edition of the game, never changed once read. Two packs are the same when their `hash` is."""

    name: str
    edition: str
    hash: str
    """SHA-256 over every figure, in hex; comments, notes and provenance do not count."""
    grid: Grid
    planets: dict[str, Planet]
    zones: dict[str, Zone]
    faces: dict[str, Face]
    unknown_strengths: tuple[int, ...]
    leaders: dict[str, LeaderCard]
    crusader_table: CombatTable[CrusaderCell]
    wersgorix_table: CombatTable[WersgorixCell]
    crusader_events: dict[int, str]
    wersgorix_events: dict[int, str]
    equipment: Track
    iq: Track
    letters: dict[str, str]
    """Unit letters by faction; a letter is a fleet or an army, never both (allies and Thralls: both)."""
    default_range: int
    ranges: dict[str, int]
    """Fleet range by unit name, where it is not the default. See `fleet_range`."""
    limits: Limits
    setup: Setup
    alliances: dict[str, Alliance]
    storms: Storms
    scenarios: dict[str, Scenario]
    fort_values: dict[str, int]
    alert_range: int
    panic_range: int
    imperial_capital: str
    crusader_home: str
    provenance: dict[str, str]
    """"printed", "inferred" or "ours" for every figure, by "file:key"."""

    # Derived once on loading.
    planet_of: dict[int, str]
    """Planet of a land hex."""
    place_of: dict[int, str]
    """Name of a land hex: "Ganth 2"."""
    hex_of: dict[str, int]
    """Land hex by name; the bare planet is its first hex."""
    zone_of: dict[str, str]
    """Zone of a planet."""
    capitals: tuple[str, ...]
    """Capital of each zone, in the order of the zones."""
    fort_at: dict[int, int]
    """Value of the fort or fortress printed in a hex (4 or 6)."""
    territory: dict[int, str]
    """Zone on whose background a hex is drawn; deep space is in none."""
    planet_rows: dict[str, bytes]
    """Distance of every hex from a planet, indexed by hex."""
    planet_distances: dict[tuple[str, str], int]

    def __repr__(self) -> str:
        return f"<Pack {self.name} {self.hash[:12]}>"

    def __copy__(self) -> Pack:
        return self

    def __deepcopy__(self, memo: object) -> Pack:
        return self

    def fleet_range(self, unit: str) -> int:
        """Hexes a fleet may move in a turn."""
        return self.ranges.get(unit, self.default_range)

    def planet_distance(self, a: str, b: str) -> int:
        """Least distance between land hexes of two planets (0 for a planet and itself)."""
        return self.planet_distances[a, b]

    def hex_planet_distance(self, at: int, planet: str) -> int:
        """Distance from a hex to the nearest land hex of a planet."""
        return self.planet_rows[planet][at]


def load(files: Mapping[str, str]) -> Pack:
    """Build a pack from the texts of its files, by file name; raises `PackError` with every fault found."""
    from engine.high_crusade.pack_reading import read

    return read(files)


__all__ = [
    "ATTITUDES",
    "CRUSADER_EVENTS",
    "FACTIONS",
    "FILES",
    "FLEET_RESULTS",
    "GROUND_RESULTS",
    "INDEPENDENTS",
    "NO_EVENT",
    "OPEN",
    "ROLLS",
    "TITLES",
    "WERSGORIX_EVENTS",
    "ZONES",
    "Alliance",
    "Column",
    "CombatTable",
    "CrusaderCell",
    "Face",
    "Fault",
    "LeaderCard",
    "Limits",
    "Pack",
    "PackError",
    "Planet",
    "Scenario",
    "Setup",
    "Storms",
    "Track",
    "WersgorixCell",
    "Zone",
    "load",
]
