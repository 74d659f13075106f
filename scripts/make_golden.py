"""Play the golden games of The High Crusade: one for every ending of every scenario.

    .venv/bin/python -m scripts.make_golden            # all of them
    .venv/bin/python -m scripts.make_golden basic      # those of which the name contains a word

Each is a whole legal game from set-up to victory, written as the referee's own export (a line of facts, a
line an entry; gzipped where that is long). The players see what a person in their seat sees: a View and the
question they are asked. They propose order lines, best first; what the rules refuse is left, and silence is
the default. They are purposeful rather than clever, and the losing side is helpful: a golden game is there
to reach an ending by real rules, not to be well played. Nothing here depends on a clock or on chance: the
seed of a game is made of its name and a number, and the first number that leads to the ending wins. When
rules or data change, run this again and commit what it writes.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

from bot.games import game as game_of
from engine.high_crusade.names import CRUSADER, WERSGORIX, short
from engine.high_crusade.pack import Pack
from engine.high_crusade.state import Leader, Unit
from engine.high_crusade.view import View
from engine.kernel.decisions import Decision
from engine.kernel.errors import IllegalOrder
from engine.kernel.players import RandomPlayer, SeatOptions
from engine.kernel.record import Record
from engine.kernel.seats import Seat, viewer_of
from tests.support.golden_logs import write

TRIES = 60
"""Seeds tried for one ending before we give up."""
MOST_ORDERS = 6000
PATIENCE = 5
"""Orders to one decision after which the random player takes the default, to keep logs short."""


@lru_cache(maxsize=4096)
def landings(pack: Pack, start: int, span: int, closed: frozenset[int]) -> tuple[int, ...]:
    """The land hexes a fleet can reach with so many hexes to fly, nearest first."""
    seen, edge, found = {start}, [start], []
    for _ in range(span):
        edge = [to for at in edge for to in pack.grid.neighbours[at] if to not in closed]
        edge = [to for to in dict.fromkeys(edge) if to not in seen]
        seen.update(edge)
        found += [to for to in edge if to in pack.planet_of]
    return tuple(found)


def beside(pack: Pack, at: int) -> list[int]:
    """The land hexes next to a land hex."""
    return [to for to in pack.grid.neighbours[at] if to in pack.planet_of]


class Eyes:
    """A View with the questions that purposeful players ask of it."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.pack: Pack = view.pack
        self.seat = seat

    def seat_of(self, piece: Unit | Leader) -> str:
        if isinstance(piece, Leader) and piece.captor:
            return ""
        if piece.faction == "Wersgorix" or (isinstance(piece, Unit) and piece.name in self.view.turned):
            return WERSGORIX
        if piece.faction in ("Crusader", "Thrall") or self.view.alliances[piece.faction] != "neutral":
            return WERSGORIX if isinstance(piece, Leader) and piece.defected else CRUSADER
        return ""

    def units(self, seat: str, kind: str = "") -> list[Unit]:
        return [
            unit
            for unit in self.view.units.values()
            if self.seat_of(unit) == seat and (not kind or unit.kind == kind)
        ]

    def leaders(self, seat: str) -> list[Leader]:
        return [
            leader for leader in self.view.leaders.values() if leader.hex and self.seat_of(leader) == seat
        ]

    def held(self, seat: str) -> frozenset[int]:
        """Hexes with a piece of a seat."""
        return frozenset(
            [unit.hex for unit in self.units(seat)] + [leader.hex for leader in self.leaders(seat)]
        )

    @property
    def foe(self) -> Seat:
        return WERSGORIX if self.seat == CRUSADER else CRUSADER

    def closed(self) -> frozenset[int]:
        """Hexes a fleet of ours may not enter."""
        closed = set(self.held(self.foe))
        if self.seat == WERSGORIX:
            closed |= {at for at in self.view.castles if at in self.pack.fort_at}
        for storm in self.view.storms:
            closed |= self.pack.grid.within(storm, 1)
        return frozenset(closed)

    def hop(self, fleet: Unit, goals: Iterable[int]) -> int:
        """The land hex to fly to now on the way to the nearest goal, 0 when there is no way."""
        wanted = set(goals) - {fleet.hex}
        reach, closed = self.pack.fleet_range(fleet.name), self.closed()
        first: dict[int, int] = {}
        edge = [fleet.hex]
        span = reach - self.view.flown.get(fleet.name, 0)
        for turn in range(12):
            further: list[int] = []
            for at in edge:
                for to in landings(self.pack, at, span if turn == 0 else reach, closed):
                    if to not in first:
                        first[to] = first.get(at, to)
                        further.append(to)
            found = [to for to in further if to in wanted]
            if found:
                return first[found[0]]
            edge = further
        return 0

    def place(self, at: int) -> str:
        return self.pack.place_of[at]

    def planet(self, at: int) -> str:
        return self.pack.planet_of[at]

    def hexes(self, planet: str) -> tuple[int, ...]:
        return self.pack.planets[planet].hexes

    def name(self, piece: Unit | Leader) -> str:
        return short(self.seat, piece.name)

    def fresh(self, piece: Unit | Leader) -> bool:
        return piece.name not in self.view.moved and piece.name not in self.view.flown


class Somebody:
    """A player who proposes order lines; this one is silent and takes every default."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def lines(self, eyes: Eyes, decision: Decision) -> Iterator[str]:
        method = getattr(self, decision.kind, None)
        return iter(()) if method is None else method(eyes)


# -- the helpful Empire -------------------------------------------------------------------------------------


class Generous(Somebody):
    """A Wersgorix player who leaves his capitals, wakes nobody, holds his fire and never attacks."""

    def __init__(self, wanted: frozenset[str], haven: str) -> None:
        super().__init__(WERSGORIX)
        self.wanted = wanted
        """Capitals the Crusaders are after."""
        self.haven = haven
        """Where reinforcements go; "" for the one furthest from the Crusaders."""

    def placing(self, eyes: Eyes) -> Iterator[str]:
        haven = self.haven
        if not haven:
            held = eyes.held(CRUSADER)
            left = [name for name in eyes.pack.capitals if eyes.hexes(name)[0] not in eyes.view.castles]
            left.sort(key=lambda name: -min(eyes.pack.hex_planet_distance(at, name) for at in held))
            if not left:
                return
            haven = left[0]
        owed = eyes.view.owed.get("Wersgorix", 0)
        for size in range(min(owed, 10), 0, -1):
            for unit in eyes.units(WERSGORIX):
                if unit.kind != "garrison" and unit.hex == eyes.hexes(haven)[0]:
                    yield f"reinforce {eyes.name(unit)} with {size}"
            yield f"raise army {size} at {haven} 1"
            yield f"raise fleet {size} at {haven} 1"
            yield f"man {haven} 1 with {size}"

    def wersgorix_movement(self, eyes: Eyes) -> Iterator[str]:
        enemies = eyes.held(CRUSADER)
        for capital in self.wanted:
            heart, *others = eyes.hexes(capital)
            free = [at for at in others if at not in enemies]
            pieces: list[Unit | Leader] = [*eyes.units(WERSGORIX), *eyes.leaders(WERSGORIX)]
            for piece in pieces:
                if piece.hex == heart and eyes.fresh(piece):
                    for at in free:
                        yield f"move {eyes.name(piece)} to {eyes.place(at)}"

    def fort_fire(self, eyes: Eyes) -> Iterator[str]:
        yield "hold"

    def walls(self, eyes: Eyes) -> Iterator[str]:
        yield "inside"


class Martyrs(Generous):
    """A Wersgorix player who feeds his ships one by one to the guns of Thraxian."""

    def __init__(self) -> None:
        super().__init__(frozenset(), "Ganth")

    def empty_boxes(self, eyes: Eyes) -> Iterator[str]:
        yield "empty Mordane, Rhoveg"

    def muster_wersgorix(self, eyes: Eyes) -> Iterator[str]:
        if len(eyes.units(WERSGORIX)) < 5:
            yield "deploy fleet 1 in Thraxian at Cindle 1"

    def placing(self, eyes: Eyes) -> Iterator[str]:
        yield "raise fleet 1 at Ganth 1"
        yield from super().placing(eyes)

    def alert(self, eyes: Eyes) -> Iterator[str]:
        for planet in ("Ganth", "Fennow", "Ilvane"):
            yield f"alert {planet}"

    def wersgorix_movement(self, eyes: Eyes) -> Iterator[str]:
        home = eyes.pack.crusader_home
        span = 8
        for fleet in eyes.units(WERSGORIX, "fleet"):
            zone = eyes.pack.zone_of[eyes.planet(fleet.hex)]
            if zone not in ("Thraxian", "Orange") or fleet.strength > 5 or fleet.name in eyes.view.moved:
                continue
            if eyes.planet(fleet.hex) == home:
                away = [at for name in ("Cindle", "Borrum", "Fennow") for at in eyes.hexes(name)]
                away.sort(key=lambda at: eyes.pack.grid.distance(fleet.hex, at))
                for at in away:
                    if eyes.pack.grid.distance(fleet.hex, at) <= span - eyes.view.flown.get(fleet.name, 0):
                        yield f"move {eyes.name(fleet)} to {eyes.place(at)}"
            elif fleet.name not in eyes.view.flown:
                to = eyes.hop(fleet, [at for at in eyes.hexes(home)[1:] if at not in eyes.held(CRUSADER)])
                if to:
                    yield f"move {eyes.name(fleet)} to {eyes.place(to)}"


# -- the conquerors -----------------------------------------------------------------------------------------


class Conqueror(Somebody):
    """A Crusader player with two hosts that go from capital to capital and besiege what is not open."""

    HOSTS = (("fleet A", "army D"), ("fleet B", "army E"))

    def __init__(self, wanted: frozenset[str]) -> None:
        super().__init__(CRUSADER)
        self.wanted = wanted

    def _targets(self, eyes: Eyes) -> list[str]:
        return [
            name
            for name in eyes.pack.capitals
            if name in self.wanted and eyes.hexes(name)[0] not in eyes.view.castles
        ]

    def crusader_movement(self, eyes: Eyes) -> Iterator[str]:
        taken: set[str] = set()
        besieged = {eyes.planet(at) for at in eyes.view.sieges}
        for ship, host in self.HOSTS:
            fleet = eyes.view.units.get(f"Crusader {ship}")
            army = eyes.view.units.get(f"Crusader {host}")
            if army is None:
                continue
            here = eyes.planet(army.hex)
            if here in besieged and army.hex in eyes.view.sieges:
                continue
            targets = self._targets(eyes)
            targets.sort(key=lambda name: eyes.pack.hex_planet_distance(army.hex, name))
            apart = [name for name in targets if name not in taken and name not in besieged] or targets
            if not apart:
                return
            target = apart[0]
            taken.add(target)
            heart = eyes.hexes(target)[0]
            open_gate = heart not in eyes.held(WERSGORIX)
            if here == target:
                if open_gate and eyes.fresh(army):
                    yield f"move {host} to {eyes.place(heart)}"
                if heart in beside(eyes.pack, army.hex):
                    continue
            if fleet is None or fleet.name in eyes.view.flown or not eyes.fresh(army):
                continue
            near = (fleet.hex, *beside(eyes.pack, fleet.hex))
            goals = [heart] if open_gate else list(beside(eyes.pack, heart))
            if army.hex not in near:
                to = eyes.hop(fleet, [army.hex, *beside(eyes.pack, army.hex)])
                if to:
                    yield f"move {ship} to {eyes.place(to)}"
                continue
            to = eyes.hop(fleet, goals)
            riders = [leader.name for leader in eyes.leaders(CRUSADER) if leader.hex in near][:2]
            if to:
                yield f"move {ship} to {eyes.place(to)} carrying {', '.join([host, *riders])}"
                yield f"move {ship} to {eyes.place(to)} carrying {host}"

    def crusader_combat(self, eyes: Eyes) -> Iterator[str]:
        for target in self._targets(eyes):
            heart = eyes.hexes(target)[0]
            if eyes.view.sieges.get(heart) == CRUSADER:
                continue
            near = beside(eyes.pack, heart)
            hosts = [unit for unit in eyes.units(CRUSADER, "army") if unit.hex in near]
            if hosts and sum(unit.strength for unit in hosts) >= 7:
                stands = {unit.hex for unit in hosts}
                leaders = [leader.name for leader in eyes.leaders(CRUSADER) if leader.hex in stands]
                pieces = [*(eyes.name(unit) for unit in hosts), *leaders]
                yield f"attack {eyes.place(heart)} with {', '.join(pieces)}"

    def siege(self, eyes: Eyes) -> Iterator[str]:
        yield "besiege"


# -- the missionaries ---------------------------------------------------------------------------------------


class Missionary(Somebody):
    """A Crusader player who makes a Pope and a King at home, then sends four leaders out to preach."""

    PARISH = (
        ("Sir Roger", "fleet A"),
        ("Brother Parvus", "fleet D"),
        ("Sir Owain", "fleet B"),
        ("Sir Brian Fitz-William", "fleet C"),
    )

    def __init__(self) -> None:
        super().__init__(CRUSADER)

    def muster_crusader(self, eyes: Eyes) -> Iterator[str]:
        for letter, size in (("A", 4), ("B", 4), ("C", 4), ("D", 3), ("E", 10)):
            yield f"deploy fleet {size} as {letter}"

    def placing(self, eyes: Eyes) -> Iterator[str]:
        owed = eyes.view.owed.get("Crusader", 0)
        for size in range(owed, 0, -1):
            yield f"man Thraxian 1 with {size}"

    def fort_fire(self, eyes: Eyes) -> Iterator[str]:
        yield "fire"

    def crusader_combat(self, eyes: Eyes) -> Iterator[str]:
        for fleet in eyes.units(WERSGORIX, "fleet"):
            yield f"bombard {fleet.name}"

    def crusader_movement(self, eyes: Eyes) -> Iterator[str]:
        if not any(titles[0] == "King" for titles in eyes.view.titles.values()):
            return
        spoken: set[str] = set()
        for name, ship in self.PARISH:
            leader = eyes.view.leaders.get(name)
            fleet = eyes.view.units.get(f"Crusader {ship}")
            if leader is None or fleet is None or not leader.hex or leader.captor:
                continue
            here = eyes.planet(leader.hex)
            if self._worth(eyes, name, here) and here not in spoken:
                spoken.add(here)
                continue
            targets = [
                planet
                for planet in eyes.view.thralls
                if planet not in spoken and self._worth(eyes, name, planet)
            ]
            others = {eyes.planet(one.hex) for one in eyes.leaders(CRUSADER) if one.name != name}
            targets = [planet for planet in targets if planet not in others] or targets
            targets.sort(key=lambda planet: eyes.pack.hex_planet_distance(fleet.hex, planet))
            if not targets:
                continue
            spoken.add(targets[0])
            if fleet.name in eyes.view.flown or not eyes.fresh(leader):
                continue
            near = (fleet.hex, *beside(eyes.pack, fleet.hex))
            if leader.hex not in near:
                to = eyes.hop(fleet, [leader.hex, *beside(eyes.pack, leader.hex)])
                if to:
                    yield f"move {ship} to {eyes.place(to)}"
                continue
            for planet in targets[:3]:
                to = eyes.hop(fleet, [at for at in eyes.hexes(planet) if at not in eyes.held(WERSGORIX)])
                if to:
                    yield f"move {ship} to {eyes.place(to)} carrying {name}"

    def _room(self, eyes: Eyes, name: str) -> bool:
        title = eyes.view.titles.get(name, ("", ""))[0]
        if name == "Brother Parvus" or title == "King":
            return True
        limit = eyes.pack.limits.fief_limits.get(title, 0) if title else 0
        return limit is None or sum(seen.fief == name for seen in eyes.view.thralls.values()) < limit

    def _worth(self, eyes: Eyes, name: str, planet: str) -> bool:
        """Whether this leader should be on this planet."""
        seen = eyes.view.thralls.get(planet)
        if seen is None or seen.converted or not self._room(eyes, name):
            return False
        return name != "Brother Parvus" or seen.face is None or seen.face.attitude == "S"

    def conversion(self, eyes: Eyes) -> Iterator[str]:
        if eyes.view.turn == 1:
            yield "build cathedral at Thraxian 1 with army F"
        view = eyes.view
        heresy = any(seen.heresy for seen in view.thralls.values())
        for leader in eyes.leaders(CRUSADER):
            planet = eyes.planet(leader.hex)
            seen = view.thralls.get(planet)
            if seen is None or seen.converted or seen.face is None:
                continue
            if any(made.planet == planet for made in view.attempts):
                continue
            face = seen.face
            spoken = sum(
                made.extra + (2 if (other := view.thralls[made.planet].face) and other.attitude == "W" else 1)
                for made in view.attempts
            )
            crowd = 2 if any(eyes.planet(at) == planet for at in eyes.held(WERSGORIX)) else 0
            need = max(0, 6 + crowd + heresy - face.conversion)
            spare = view.equipment - spoken - (2 if face.attitude == "W" else 1)
            for extra in range(min(need, spare), -1, -1):
                if need - extra > 3:
                    break
                adding = f" adding {extra}" if extra else ""
                yield f"convert {planet} with {leader.name}{adding}"
            kind = {"S": "church", "W": "castle"}.get(face.attitude)
            if kind:
                builders = [
                    eyes.name(unit) for unit in eyes.units(CRUSADER) if eyes.planet(unit.hex) == planet
                ]
                at = leader.hex
                for site in (at, *eyes.hexes(planet)):
                    for builder in builders:
                        yield f"build {kind} at {eyes.place(site)} with {builder}"

    def fiefs(self, eyes: Eyes) -> Iterator[str]:
        yield "crown Sir Roger by Brother Parvus"
        yield "pope Brother Parvus by Red John"
        yield "archbishop Red John by Brother Parvus"
        yield "baron Sir Owain by Sir Roger"
        yield "baron Sir Brian Fitz-William by Sir Roger"

    def earth(self, eyes: Eyes) -> Iterator[str]:
        yield "sail Red John"

    def rebellion(self, eyes: Eyes) -> Iterator[str]:
        for planet, seen in eyes.view.thralls.items():
            if not seen.converted:
                yield f"rebel on {planet}"


# -- the doomed and their hunters ---------------------------------------------------------------------------

DOOM = "Lothmar"
"""Where the Crusade ends."""


class Doomed(Somebody):
    """A Crusader player who leaves Thraxian with everything and throws it piecemeal at a fortress."""

    def __init__(self) -> None:
        super().__init__(CRUSADER)

    def muster_crusader(self, eyes: Eyes) -> Iterator[str]:
        for letter in "ABCDE":
            yield f"deploy fleet 5 as {letter}"
        for letter in "FGHI":
            yield f"deploy army 5 as {letter}"

    def placing(self, eyes: Eyes) -> Iterator[str]:
        yield "raise fleet 1 at Thraxian 1"

    def crusader_movement(self, eyes: Eyes) -> Iterator[str]:
        around = eyes.hexes(DOOM)[1:]
        free = [at for at in around if at not in eyes.held(WERSGORIX)]
        for number, fleet in enumerate(eyes.units(CRUSADER, "fleet")):
            if fleet.name in eyes.view.flown or eyes.planet(fleet.hex) == DOOM or not free:
                continue
            goal = free[number % len(free)]
            to = eyes.hop(fleet, [goal]) or eyes.hop(fleet, free)
            if not to:
                continue
            armies = [
                eyes.name(unit)
                for unit in eyes.units(CRUSADER)
                if unit.kind != "fleet"
                and unit.hex == fleet.hex
                and unit.strength <= fleet.strength
                and eyes.fresh(unit)
            ][:1]
            leaders = [one.name for one in eyes.leaders(CRUSADER) if one.hex == fleet.hex and eyes.fresh(one)]
            many = len([one for one in eyes.units(CRUSADER, "fleet") if one.hex == fleet.hex])
            leaders = leaders if many == 1 else leaders[:1]
            cargo = [*armies, *leaders]
            tail = f" carrying {', '.join(cargo)}" if cargo else ""
            yield f"move {eyes.name(fleet)} to {eyes.place(to)}{tail}"
            yield f"move {eyes.name(fleet)} to {eyes.place(to)}"
        for unit in eyes.units(CRUSADER, "army"):
            if eyes.planet(unit.hex) != DOOM and eyes.fresh(unit):
                for at in beside(eyes.pack, unit.hex):
                    if any(one.hex == at for one in eyes.units(CRUSADER, "fleet")):
                        yield f"move {eyes.name(unit)} to {eyes.place(at)}"

    def crusader_combat(self, eyes: Eyes) -> Iterator[str]:
        heart = eyes.hexes(DOOM)[0]
        for unit in sorted(eyes.units(CRUSADER), key=lambda unit: unit.strength):
            if heart in beside(eyes.pack, unit.hex):
                yield f"attack {eyes.place(heart)} with {eyes.name(unit)}"

    def siege(self, eyes: Eyes) -> Iterator[str]:
        yield "storm"


class Hunters(Somebody):
    """A Wersgorix player who takes Thraxian behind the Crusaders' backs and meets them with all he has."""

    def __init__(self) -> None:
        super().__init__(WERSGORIX)

    def muster_wersgorix(self, eyes: Eyes) -> Iterator[str]:
        yield "deploy fleet 5 in Thraxian at Cindle 1"
        yield "deploy army 5 in Thraxian at Cindle 1"

    def placing(self, eyes: Eyes) -> Iterator[str]:
        owed = eyes.view.owed.get("Wersgorix", 0)
        heart = eyes.hexes(DOOM)[0]
        for size in range((owed + 1) // 2, 0, -1):
            units = [unit for unit in eyes.units(WERSGORIX) if unit.hex == heart and unit.kind != "garrison"]
            units.sort(key=lambda unit: sum(one.strength for one in units if one.kind == unit.kind))
            for unit in units:
                yield f"reinforce {eyes.name(unit)} with {size}"
            yield f"raise fleet {size} at {DOOM} 1"
            yield f"raise army {size} at {DOOM} 1"

    def wersgorix_movement(self, eyes: Eyes) -> Iterator[str]:
        home = eyes.hexes(eyes.pack.crusader_home)
        enemies = eyes.held(CRUSADER)
        if home[0] not in eyes.view.castles:
            return
        for army in eyes.units(WERSGORIX, "army"):
            if not eyes.fresh(army) or eyes.pack.zone_of[eyes.planet(army.hex)] != "Thraxian":
                continue
            if army.hex in home:
                if home[0] not in enemies:
                    yield f"move {eyes.name(army)} to {eyes.place(home[0])}"
                continue
            for fleet in eyes.units(WERSGORIX, "fleet"):
                if fleet.hex == army.hex and fleet.name not in eyes.view.flown:
                    to = eyes.hop(fleet, [at for at in home[1:] if at not in enemies])
                    if to:
                        yield f"move {eyes.name(fleet)} to {eyes.place(to)} carrying {eyes.name(army)}"

    def wersgorix_combat(self, eyes: Eyes) -> Iterator[str]:
        committed = {name for attack in eyes.view.attacks for name in attack.units}
        held = sorted(
            eyes.held(CRUSADER), key=lambda at: sum(u.strength for u in eyes.units(CRUSADER) if u.hex == at)
        )
        for at in held:
            near = (at, *beside(eyes.pack, at))
            mine = [unit for unit in eyes.units(WERSGORIX) if unit.hex in near and unit.name not in committed]
            targets = {
                "fleet" if unit.kind == "fleet" else "ground": True
                for unit in eyes.units(CRUSADER)
                if unit.hex == at
            }
            for kind in ("fleet", "ground"):
                host = [unit for unit in mine if (unit.kind == "fleet") == (kind == "fleet")]
                if targets and kind not in targets:
                    continue
                leaders = [one.name for one in eyes.leaders(WERSGORIX) if any(one.hex == u.hex for u in host)]
                if host:
                    names = ", ".join(map(eyes.name, host))
                    if leaders:
                        yield f"attack {eyes.place(at)} with {names}, {', '.join(leaders)}"
                    yield f"attack {eyes.place(at)} with {names}"
        for fleet in eyes.units(CRUSADER, "fleet"):
            yield f"bombard {fleet.name}"


# -- playing ------------------------------------------------------------------------------------------------

Pair = tuple[Somebody | None, Somebody | None]
"""Crusader and Wersgorix; None plays at random."""

_NEAR = frozenset({"Ganth", "Ombrey", "Lothmar", "Rhoveg", "Mordane"})
_ALL = _NEAR | {"Wersgorix"}


def players(kind: str, scenario: str) -> Pair:
    """Who plays for this ending."""
    match kind, scenario:
        case "crusader_imperial", _:
            return Conqueror(frozenset({"Wersgorix"})), Generous(frozenset({"Wersgorix"}), "Ganth")
        case "crusader_capitals", "basic":
            return Conqueror(_NEAR), Generous(_NEAR, "Wersgorix")
        case "crusader_capitals", _:
            return Conqueror(_ALL), Generous(_ALL, "")
        case "crusader_thralls", _:
            return Missionary(), Martyrs()
        case "wersgorix_elimination", _:
            return Doomed(), Hunters()
    return None, None


ENDINGS = (
    ("basic", "crusader_imperial"),
    ("basic", "crusader_capitals"),
    ("basic", "crusader_thralls"),
    ("basic", "wersgorix_time"),
    ("basic", "wersgorix_elimination"),
    ("campaign", "crusader_capitals"),
    ("campaign", "crusader_thralls"),
    ("campaign", "wersgorix_time"),
    ("campaign", "wersgorix_elimination"),
)
"""Every ending there is. In the campaign the imperial capital alone wins nothing (rule 10.2)."""


def give(record: Record[Any], decision: Decision, player: Somebody) -> None:
    """Let a player answer: the first of his lines that the rules take, or the default."""
    view = record.game.view(record.state, viewer_of(decision.seat))
    for line in player.lines(Eyes(view, decision.seat), decision):
        try:
            record.submit(decision.seat, line)
            return
        except IllegalOrder:
            continue
    record.submit(decision.seat, decision.default)


def play(scenario: str, kind: str, number: int, *, loud: bool = False) -> Record[Any]:
    """One whole game."""
    name = f"golden {scenario} {kind} {number}"
    game = game_of("high_crusade")
    record = Record.create(game, hashlib.sha256(name.encode()).digest(), {"scenario": scenario})
    pair = dict(zip((CRUSADER, WERSGORIX), players(kind, scenario), strict=True))
    chance = RandomPlayer(Random(name))
    orders: Counter[tuple[int, str, str]] = Counter()
    while not record.over:
        decision = game.pending(record.state)[0]
        player = pair[decision.seat]
        about = (game.round(record.state), decision.seat, decision.kind)
        orders[about] += 1
        if player is None and orders[about] > PATIENCE:
            record.submit(decision.seat, decision.default)
        elif player is None:
            view = game.view(record.state, viewer_of(decision.seat))
            order = chance.choose(view, decision, SeatOptions(game, record.state, decision.seat))
            record.submit(decision.seat, order)
        else:
            give(record, decision, player)
        if loud:
            _tell(record)
        if record.count > MOST_ORDERS:
            raise RuntimeError(f"{name} does not end")
    record.accept(record.propose_seed())
    return record


def _tell(record: Record[Any]) -> None:
    from bot.telling import told

    entry = record.last
    print(f"{entry.by}: {entry.said()['line']}")
    for line in told(record.game, entry, viewer_of(CRUSADER)):
        print(f"    {line}")


def make(scenario: str, kind: str) -> None:
    """Find a seed that leads to this ending, and write the game."""
    for number in range(TRIES):
        record = play(scenario, kind, number)
        outcome = record.game.outcome(record.state)
        assert outcome is not None
        if outcome.kind == kind:
            break
        print(
            f"{scenario} {kind}: number {number} ends otherwise: {outcome.kind}, {outcome.reason}",
            file=sys.stderr,
        )
    else:
        raise SystemExit(f"{scenario}: no game ended with {kind} in {TRIES} tries")
    path = write("high_crusade", f"{scenario}_{kind}", record)
    size = path.stat().st_size
    print(f"{path.name}: number {number}, {record.count} entries, {size:,} bytes; {outcome.reason}")


def main() -> None:
    """Make those golden games whose name contains a word of the command line, or all."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    for scenario, kind in ENDINGS:
        if all(word in f"{scenario}_{kind}" for word in words):
            if "--loud" in sys.argv:
                play(scenario, kind, 0, loud=True)
            else:
                make(scenario, kind)


if __name__ == "__main__":
    main()
