"""The whole position. Never leaves the engine: see `view`.

Containers are never changed, only replaced (see `engine.kernel.position`): so what derives from a container
stays true as long as the container is the same object.
"""

from typing import Any, ClassVar, NamedTuple

from engine.high_crusade.names import (
    ALLIES,
    ARMY,
    CRUSADER,
    FACTIONS,
    FLEET,
    GARRISON,
    WERSGORIX,
    garrison_name,
)
from engine.high_crusade.pack import Face, LeaderCard, Pack, Scenario
from engine.kernel.game import Event, Outcome
from engine.kernel.position import Applier, Position
from engine.kernel.seats import Seat


class Unit(NamedTuple):
    """A fleet, an army, or the garrison of one faction in one hex. Its strength is public (rule 2.1)."""

    name: str
    faction: str
    kind: str
    hex: int
    strength: int


class Leader(NamedTuple):
    """A leader that has come into play. `hex` is 0 while he is not on the map (dead, gone to Earth)."""

    name: str
    faction: str
    hex: int
    wounded: bool = False
    captor: str = ""
    """The seat that holds him prisoner."""
    defected: bool = False
    """Whether he serves the other side for good."""
    dead: bool = False


class Thrall(NamedTuple):
    """A Thrall Race piece on its planet. The face is hidden (rule 2.4)."""

    face: str
    converted: bool = False
    heresy: bool = False
    fief: str = ""
    """The leader whose Fief Marker lies here."""
    paid: bool = False
    """Whether it has given its strength to the Crusaders: it does so once (rule 8.4)."""
    known: bool = False
    """Whether the Crusader player has seen the face: his dossier keeps it."""
    shown: bool = False
    """Whether everybody has seen the face."""
    tried: bool = False
    """Whether a public roll has been made against the face, so that onlookers can reason about it."""
    waiting: int = 0
    """Points that wait under the Fief Marker for its leader."""


class Work(NamedTuple):
    """A church, cathedral or castle being built on a planet (rule 8.1)."""

    planet: str
    kind: str
    builder: str
    hex: int
    turns: int
    """Whole game turns still to go."""


class Grail(NamedTuple):
    """The Grail piece (rule 11.1.5)."""

    hex: int
    carrier: str = ""
    """The unit it travels with."""
    true: bool = False
    """Whether it has been found to be real."""


class Attack(NamedTuple):
    """An attack that was announced (rule 7.3)."""

    kind: str
    """"fleet", "ground", "heresy", "fort" or "capture" ("fort_fire" for a battle only)."""
    hex: int
    units: tuple[str, ...]
    leaders: tuple[str, ...]


class Battle(NamedTuple):
    """An attack being resolved. `stage` says what comes next."""

    seat: Seat
    kind: str
    hex: int
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    targets: tuple[str, ...]
    """The units that defend."""
    stage: str
    inside: bool = False
    losses: tuple[int, int] = (0, 0)
    """Points the attacker and the defender have still to lose."""
    lost: tuple[int, int] = (0, 0)
    """Points the attacker and the defender have lost."""
    source: int = 0
    """The fort's hex, when a fort fires."""
    spares: bool = False
    """Whether the attacker's leaders survive even if their force does not (rule 12.2.12)."""
    stood: tuple[tuple[str, int], ...] = ()
    """Where each attacking unit stood when the battle began."""
    freed: tuple[str, ...] = ()
    """Prisoners who lost their guards in the battle: they were on neither side (rule 6.4.7)."""
    wedge: str = ""
    """The defending leader whom the wedge reaches when all is over (rule 12.2.12)."""


class Leg(NamedTuple):
    """A fleet's leg that waits for the forts of the planet it leaves."""

    unit: str
    to: int
    cargo: tuple[str, ...]


class Ask(NamedTuple):
    """A question the game waits for one seat to answer."""

    kind: str
    seat: Seat
    about: tuple[Any, ...] = ()


class Attempt(NamedTuple):
    """A conversion attempt that was announced (rule 8.2)."""

    planet: str
    leader: str
    extra: int
    """Equipment Points spent on the die, besides the price of the race."""


class Index(NamedTuple):
    """Where everything is and who commands it, derived from units and leaders."""

    units: dict[int, list[Unit]]
    leaders: dict[int, list[Leader]]
    own: dict[Seat | None, list[Unit]]
    """The units each seat commands; under None the frozen ones."""
    free: dict[Seat | None, list[Leader]]
    """The leaders on the map that each seat commands; under None prisoners and the frozen."""
    held: dict[Seat, set[int]]
    """Hexes with a piece of that seat."""
    garrisons: list[Unit]
    prisoners: list[Leader]


NO_UNITS: list[Unit] = []
NO_LEADERS: list[Leader] = []


class State(Position):
    """A position of The High Crusade."""

    APPLIERS: ClassVar[dict[type[Event], Applier]] = {}
    """Filled by the chapters: see `registry`."""

    DERIVED = frozenset({"pack", "memo", "veils", "_index", "_indexed"})
    pack: Pack

    def __init__(self, pack: Pack, scenario: str) -> None:
        self.pack = pack
        self.scenario = scenario
        self.turn = 0
        self.phase = "setup"
        self.step = 0
        """How far a phase has come that runs in steps by itself."""
        self.done = False
        """Whether the player whose phase it is has ended his orders."""
        self.result: Outcome | None = None
        self.asks: tuple[Ask, ...] = ()

        # Pieces.
        self.units: dict[str, Unit] = {}
        self.leaders: dict[str, Leader] = {}
        self.thralls: dict[str, Thrall] = {}
        self.cup: tuple[int, ...] = pack.unknown_strengths
        """Unknown Strength markers still in the cup."""
        self.grail: Grail | None = None
        self.storms: tuple[int, ...] = ()

        # Markers on the map.
        self.alerted: frozenset[str] = frozenset()
        """Planets with an alert marker of their own; where the zone's satellite is on they have none."""
        self.satellites: frozenset[str] = frozenset()
        """Zones whose Alert Satellite is on."""
        self.castles: frozenset[int] = frozenset()
        self.churches: dict[int, str] = {}
        """"church" or "cathedral" by hex."""
        self.works: tuple[Work, ...] = ()
        """What is being built; a church and a castle can rise on one planet at a time."""
        self.destroyed: frozenset[int] = frozenset()
        """Forts gone in a nuclear attack."""
        self.sieges: dict[int, Seat] = {}
        """Besieging seat, by the hex of the fort."""
        self.inside: frozenset[int] = frozenset()
        """Hexes whose defenders have gone inside the fort."""
        self.home_fief: str = ""
        """The leader whose Fief Marker lies on Thraxian."""

        # Tracks.
        self.equipment = pack.setup.equipment
        self.iq = pack.setup.iq
        self.uncollected: dict[str, int] = {}
        self.owed: dict[str, int] = {}
        """Strength points to be placed right now, by faction."""
        self.muster: dict[str, tuple[int, int]] = {}
        """Army and fleet points still to be set up, by zone (rule 3)."""

        # Titles and alliances.
        self.titles: dict[str, tuple[str, str]] = {}
        """Noble or royal title and title of the Church, by leader; "" for none."""
        self.granting: frozenset[str] = frozenset()
        """Leaders who gave a title this turn."""
        self.granted: frozenset[str] = frozenset()
        """Leaders who got one this turn."""
        self.alliances: dict[str, str] = dict.fromkeys(ALLIES, "neutral")
        """"neutral", "allied" or "permanent" by Independent Race."""
        self.new_fiefs: tuple[tuple[str, str], ...] = ()
        """Planets just converted that have to be assigned, each with the leader who converted it."""
        self.new_allies: tuple[str, ...] = ()
        """Races just allied whose first points have still to be placed."""
        self.joined: frozenset[str] = frozenset()
        """Races that have been allied at least once (their leader is on the map or dead)."""

        # Random events with an effect later in the turn.
        self.fervor = False
        self.ambassador = False
        self.initiative = False
        self.empire_earth = False
        """The Wersgorix may trade fleets for I.Q. in this turn's movement."""
        self.earth_due = False
        """A Crusader leader must leave for Earth in this turn's movement."""
        self.earth_leader = ""
        """The leader who went to Earth and has not come back."""
        self.earth_toll = False
        """He is back, and the way to Earth costs a fleet point a turn."""
        self.past_events: frozenset[str] = frozenset()
        """Events that happen once only and have happened ("earth", "grail", "empire earth")."""
        self.heresies: tuple[str, ...] = ()
        """Heretical planets whose heresy spreads now, one after the other (rule 4.1.2)."""
        self.traitor = ""
        self.treason = False
        """Whether the traitor acts: from this turn's Wersgorix movement on (rule 11.1.26)."""
        self.disputed: frozenset[int] = frozenset()
        """Hexes where the traitor's command was disputed this turn."""
        self.turned: frozenset[str] = frozenset()
        """Units the traitor commands this turn."""

        # This movement phase.
        self.flown: dict[str, int] = {}
        """Hexes each fleet has flown."""
        self.moved: frozenset[str] = frozenset()
        """Pieces that have finished moving."""
        self.aboard: dict[str, str] = {}
        """Carrying fleet by piece aboard; such a piece may fly on with that fleet."""
        self.fired: frozenset[tuple[int, str]] = frozenset()
        """Fort hex and fleet, for every shot this turn."""
        self.leg: Leg | None = None
        self.origins: dict[str, int] = {}
        """Where each fleet that has flown stood when the phase began."""
        self.opened: frozenset[int] = frozenset()
        """Crusader forts a traitor has opened to the Wersgorix this turn (rule 11.1.9)."""

        # This alert phase.
        self.alerts_left = 0
        """Alert markers the Wersgorix player may still place."""
        self.alertable: frozenset[str] = frozenset()
        """Planets that were near enough when the phase began."""
        self.alert_forced = False
        """Whether they are only the nearest, and one of them must be alerted (rule 4.7.3)."""

        # This combat phase.
        self.attacks: tuple[Attack, ...] = ()
        self.attempts: tuple[Attempt, ...] = ()
        """Conversions announced (conversion phase)."""
        self.fought: frozenset[str] = frozenset()
        """Pieces that have attacked; "fort 0512" for a fort."""
        self.struck: frozenset[str] = frozenset()
        """Pieces that have been attacked."""
        self.closed: frozenset[str] = frozenset()
        """Planets where an attack has been resolved: no more can be announced."""
        self.nuked = False
        self.battle: Battle | None = None
        self.engaged: frozenset[str] = frozenset()
        """Pieces that took part in a combat this game turn or moved in it: they do not build (ruling 8)."""
        self.reconquered: frozenset[str] = frozenset()
        """Planets where reconquest was tried this phase."""

        # Derived; never frozen, never compared.
        self.memo: dict[Any, Any] = {}
        """Answers to questions about this very position: see `memory`."""
        self.veils: dict[Any, tuple[Any, Any, Any]] = {}
        self._index: Index | None = None
        self._indexed: tuple[Any, ...] = ()

    def happen(self, event: Event) -> None:
        """Let a fact happen; what was worked out about the position is forgotten."""
        self.memo = {}  # a new one: the old may be shared with the position this one was copied from
        self.APPLIERS[type(event)](self, event)
        if self.memo:
            self.memo = {}

    # -- where everything is -----------------------------------------------------------------------------

    @property
    def index(self) -> Index:
        """Where everything is."""
        built = self._index
        of = self._indexed
        if (
            built is None
            or of[0] is not self.units
            or of[1] is not self.leaders
            or of[2] is not self.turned
            or of[3] is not self.alliances
            or of[4] is not self.traitor
            or of[5] is not self.treason
        ):
            built = self._index = self._build_index()
            self._indexed = (
                self.units,
                self.leaders,
                self.turned,
                self.alliances,
                self.traitor,
                self.treason,
            )
        return built

    def _build_index(self) -> Index:
        units: dict[int, list[Unit]] = {}
        leaders: dict[int, list[Leader]] = {}
        own: dict[Seat | None, list[Unit]] = {CRUSADER: [], WERSGORIX: [], None: []}
        free: dict[Seat | None, list[Leader]] = {CRUSADER: [], WERSGORIX: [], None: []}
        garrisons: list[Unit] = []
        prisoners: list[Leader] = []
        commander = {faction: self.seat_of_faction(faction) for faction in FACTIONS}
        turned = self.turned
        for unit in self.units.values():
            at = unit.hex
            if at in units:
                units[at].append(unit)
            else:
                units[at] = [unit]
            if unit.kind == GARRISON:
                garrisons.append(unit)
            own[WERSGORIX if turned and unit.name in turned else commander[unit.faction]].append(unit)
        for leader in self.leaders.values():
            at = leader.hex
            if not at:
                continue
            if at in leaders:
                leaders[at].append(leader)
            else:
                leaders[at] = [leader]
            if leader.captor:
                prisoners.append(leader)
            free[self.seat_of_leader(leader)].append(leader)
        held = {
            seat: {unit.hex for unit in own[seat]} | {leader.hex for leader in free[seat]}
            for seat in (CRUSADER, WERSGORIX)
        }
        return Index(units, leaders, own, free, held, garrisons, prisoners)

    def units_at(self, at: int) -> list[Unit]:
        """All units in a hex."""
        return self.index.units.get(at, NO_UNITS)

    def leaders_at(self, at: int) -> list[Leader]:
        """All leaders in a hex, prisoners included."""
        return self.index.leaders.get(at, NO_LEADERS)

    # -- who commands what -------------------------------------------------------------------------------

    def seat_of_faction(self, faction: str) -> Seat | None:
        """Who commands the units of a faction; None for an Independent Race without an alliance."""
        if faction == "Wersgorix":
            return WERSGORIX
        if faction in ("Crusader", "Thrall") or self.alliances[faction] != "neutral":
            return CRUSADER
        return None

    def seat_of(self, unit: Unit) -> Seat | None:
        """Who commands a unit now; None while it is frozen (ruling 12)."""
        if unit.name in self.turned:
            return WERSGORIX
        return self.seat_of_faction(unit.faction)

    def seat_of_leader(self, leader: Leader) -> Seat | None:
        """Who commands a leader now; None for a prisoner and for the frozen."""
        if leader.captor:
            return None
        if leader.name == self.traitor:
            return WERSGORIX if self.treason else None
        seat = self.seat_of_faction(leader.faction)
        if leader.defected:
            return WERSGORIX if seat == CRUSADER or seat is None else CRUSADER
        return seat

    def own_units(self, seat: Seat) -> list[Unit]:
        """All units a seat commands. Not to be changed."""
        return self.index.own[seat]

    def own_leaders(self, seat: Seat) -> list[Leader]:
        """All leaders a seat commands that are on the map. Not to be changed."""
        return self.index.free[seat]

    def units_of(self, seat: Seat, at: int) -> list[Unit]:
        """The units a seat commands in a hex."""
        return [unit for unit in self.index.units.get(at, NO_UNITS) if self.seat_of(unit) == seat]

    def leaders_of(self, seat: Seat, at: int) -> list[Leader]:
        """The leaders a seat commands in a hex."""
        return [
            leader for leader in self.index.leaders.get(at, NO_LEADERS) if self.seat_of_leader(leader) == seat
        ]

    def holds(self, seat: Seat, at: int) -> bool:
        """Whether a seat has any piece in a hex."""
        return at in self.index.held[seat]

    def on_planet(self, seat: Seat, planet: str) -> bool:
        """Whether a seat has any piece on a planet."""
        held = self.index.held[seat]
        return any(at in held for at in self.pack.planets[planet].hexes)

    def ground_of(self, seat: Seat, at: int) -> list[Unit]:
        """The armies and garrisons a seat commands in a hex."""
        return [unit for unit in self.units_of(seat, at) if unit.kind != FLEET]

    def fleets_of(self, seat: Seat, at: int) -> list[Unit]:
        """The fleets a seat commands in a hex."""
        return [unit for unit in self.units_of(seat, at) if unit.kind == FLEET]

    # -- forts -------------------------------------------------------------------------------------------

    def fort(self, at: int) -> int:
        """The value of the fort or fortress in a hex, 0 when there is none (rule 7.4)."""
        return 0 if at in self.destroyed else self.pack.fort_at.get(at, 0)

    def occupied(self, seat: Seat, at: int) -> bool:
        """Whether a seat mans the walls in a hex: with an army or a garrison."""
        if at not in self.index.held[seat]:
            return False
        besieger = self.sieges.get(at)
        return besieger != seat and any(unit.kind != FLEET for unit in self.units_of(seat, at))

    def fort_holder(self, at: int) -> Seat | None:
        """Who controls the fort or fortress in a hex; None when nobody does or there is none."""
        if not self.fort(at):
            return None
        if at in self.castles:
            return CRUSADER
        return WERSGORIX if self.occupied(WERSGORIX, at) else None

    def capital_holder(self, capital: str) -> Seat:
        """Who controls a capital (rule 4.1)."""
        return CRUSADER if self.pack.planets[capital].hexes[0] in self.castles else WERSGORIX

    def besieged(self, at: int) -> bool:
        """Whether the fort in a hex is under siege."""
        return at in self.sieges

    # -- cards -------------------------------------------------------------------------------------------

    def card(self, leader: str) -> LeaderCard:
        """A leader's printed figures."""
        return self.pack.leaders[leader]

    def combat_rating(self, leader: Leader) -> int:
        """Column shifts he is worth."""
        card = self.pack.leaders[leader.name]
        return card.wounded_combat if leader.wounded else card.combat

    def political_rating(self, leader: Leader) -> int:
        """What he is worth at a parley."""
        card = self.pack.leaders[leader.name]
        return card.wounded_political if leader.wounded else card.political

    def face(self, planet: str) -> Face:
        """The face of the race on a planet. Hidden: only for rules that may look."""
        return self.pack.faces[self.thralls[planet].face]

    def king(self) -> str:
        """The leader who is King, or ""."""
        return next((name for name, titles in self.titles.items() if titles[0] == "King"), "")

    def pope(self) -> str:
        """The leader who is New Pope, or ""."""
        return next((name for name, titles in self.titles.items() if titles[1] == "New Pope"), "")

    def scenario_card(self) -> Scenario:
        """The scenario being played."""
        return self.pack.scenarios[self.scenario]

    def stormy(self, at: int) -> bool:
        """Whether an ionic storm reaches a hex (rule 11.1.7)."""
        return any(self.pack.grid.distance(storm, at) <= 1 for storm in self.storms)

    def garrison(self, faction: str, at: int) -> Unit | None:
        """The garrison of a faction in a hex."""
        return self.units.get(garrison_name(faction, self.pack.place_of[at]))

    # -- changing it: only for appliers of events, on a copy ------------------------------------------------

    def put(self, unit: Unit) -> None:
        """Put a unit on the map, or in place of what it was; at strength 0 it is gone."""
        units = dict(self.units)
        if unit.strength > 0:
            units[unit.name] = unit
        else:
            units.pop(unit.name, None)
            self.turned = self.turned - {unit.name}
        self.units = units

    def remove(self, name: str) -> None:
        """Take a unit off the map."""
        units = dict(self.units)
        del units[name]
        self.units = units
        self.turned = self.turned - {name}

    def put_leader(self, leader: Leader) -> None:
        """Put a leader in place of what he was."""
        leaders = dict(self.leaders)
        leaders[leader.name] = leader
        self.leaders = leaders

    def put_thrall(self, planet: str, thrall: Thrall) -> None:
        """Put a Thrall Race in place of what it was."""
        thralls = dict(self.thralls)
        thralls[planet] = thrall
        self.thralls = thralls

    def add_garrison(self, faction: str, at: int, strength: int) -> None:
        """Add points to the garrison of a faction in a hex, making one where there is none."""
        name = garrison_name(faction, self.pack.place_of[at])
        present = self.units.get(name)
        total = strength + (present.strength if present else 0)
        self.put(Unit(name, faction, GARRISON, at, total))


GROUND = (ARMY, GARRISON)
KINDS = (Unit, Leader, Thrall, Work, Grail, Attack, Battle, Leg, Ask, Attempt)
"""The named tuples a position is made of."""
