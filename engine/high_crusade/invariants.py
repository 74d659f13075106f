"""What holds in every position of The High Crusade, whatever happened: for simulations and tests.

After every event: what must hold of the pieces and markers it touched, and that every strength point that
came or went was accounted for by the event. After every order, when the game waits: what only holds once
everything has followed that must follow.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from engine.high_crusade import building, conversion, entry, titles
from engine.high_crusade.fief_limits import fief_limit, fiefs_of
from engine.high_crusade.garrisons import composable
from engine.high_crusade.names import (
    ALLIES,
    ARMY,
    CRUSADER,
    FACTION,
    FACTIONS,
    FLEET,
    GARRISON,
    PHASES,
    SEATS,
    SETUP,
    WERSGORIX,
    garrison_name,
    other,
    unit_name,
)
from engine.high_crusade.registry import questions
from engine.high_crusade.state import Leader, State, Unit
from engine.kernel.game import Event
from engine.kernel.seats import Seat
from engine.kernel.soundness import Unsound, claim


def _is(event: Event, *names: str) -> bool:
    """Whether an event is of one of these kinds. By name: the chapters may move their facts about."""
    return type(event).__name__ in names


# -- pieces and markers: after every event, when they have changed -------------------------------------------


def _units(before: State, after: State) -> None:
    """Rules 2.1 and 2.2.1, for every unit that is new or has changed."""
    if after.units is before.units:
        return
    pack = after.pack
    most = pack.setup.max_unit_strength
    for name, unit in after.units.items():
        if before.units.get(name) is unit:
            continue
        claim(unit.name == name, f"{name} is filed under another name: {unit}")
        claim(unit.faction in FACTIONS, f"{name} belongs to nobody")
        claim(unit.hex in pack.planet_of, f"{name} is in hex {unit.hex:04}, off every planet")
        claim(unit.strength >= 1, f"{name} has strength {unit.strength}")
        if unit.kind == GARRISON:
            claim(name == garrison_name(unit.faction, pack.place_of[unit.hex]), f"{name} is at {unit.hex:04}")
            continue
        claim(unit.kind in (FLEET, ARMY), f"{name} is a {unit.kind}")
        claim(unit.strength <= most, f"{name} has strength {unit.strength}, more than {most}")
        letter = name[-1]
        claim(
            name == unit_name(unit.faction, unit.kind, letter), f"{name} is a {unit.kind} of {unit.faction}"
        )
        claim(letter in pack.letters.get(unit.faction, "AB"), f"{name} has a letter that there is not")
        if unit.faction in FACTION.values():
            reverse = ARMY if unit.kind == FLEET else FLEET
            back = unit_name(unit.faction, reverse, letter)
            claim(back not in after.units, f"{name} is {'an army' if reverse == ARMY else 'a fleet'} as well")


def _leaders(state: State) -> None:
    """Rules 2.3, 6.4 and 11.1.14."""
    pack = state.pack
    for name, leader in state.leaders.items():
        card = pack.leaders.get(name)
        claim(card is not None and leader.name == name, f"{name} is no leader of this game")
        claim(card is None or leader.faction == card.faction, f"{name} belongs to {leader.faction}")
        claim(
            not leader.hex or leader.hex in pack.planet_of,
            f"{name} is in hex {leader.hex:04}, off every planet",
        )
        claim(not (leader.dead and leader.hex), f"{name} is dead and on the map")
        claim(not (leader.dead and leader.captor), f"{name} is dead and a prisoner")
        claim(leader.captor in ("", *SEATS), f"{name} is a prisoner of {leader.captor}")
        claim(not (leader.captor and not leader.hex), f"{name} is a prisoner nowhere")


def _thralls(state: State) -> None:
    """Rules 2.4, 8.2 to 8.4 and 11.1.24."""
    if not state.thralls:
        return
    pack = state.pack
    faces = {thrall.face for thrall in state.thralls.values()}
    claim(
        len(state.thralls) == len(pack.faces) and faces == set(pack.faces),
        "the Thrall Races are not those dealt",
    )
    for planet, thrall in state.thralls.items():
        claim(pack.planets[planet].thrall_box, f"a Thrall Race is on {planet}, which has no box")
        claim(not thrall.heresy or thrall.converted, f"the race of {planet} is heretical and not converted")
        claim(not thrall.converted or (thrall.known and thrall.shown), f"{planet} is converted and face down")
        claim(not thrall.shown or thrall.converted, f"the race of {planet} lies open and is not converted")
        claim(thrall.waiting >= 0, f"{thrall.waiting} points wait on {planet}")
        claim(not thrall.waiting or thrall.paid, f"points wait on {planet} that were never given")
        if thrall.fief:
            claim(pack.leaders[thrall.fief].faction == "Crusader", f"{thrall.fief} is lord of {planet}")


def _titles(state: State) -> None:
    """Rules 8.5.1, 8.5.13 and 8.5.15."""
    pack, limits = state.pack, state.pack.limits
    nobles = [held[0] for held in state.titles.values()]
    church = [held[1] for held in state.titles.values()]
    claim(nobles.count(titles.KING) <= 1, "there is more than one King")
    claim(church.count(titles.POPE) <= limits.titles[titles.POPE], "there is more than one New Pope")
    claim(
        church.count(titles.ARCHBISHOP) <= limits.titles[titles.ARCHBISHOP], "there are too many Archbishops"
    )
    marked = []
    for name, (noble, ecclesiastical) in state.titles.items():
        claim(pack.leaders[name].faction == "Crusader", f"{name} has a title")
        claim(noble in ("", titles.KNIGHT, titles.BARON, titles.DUKE, titles.KING), f"{name} is {noble}")
        claim(ecclesiastical in ("", titles.ARCHBISHOP, titles.POPE), f"{name} is {ecclesiastical}")
        claim(noble != titles.KING or not ecclesiastical, f"{name} is King and {ecclesiastical}")
        if noble and noble != titles.KING and noble != pack.leaders[name].title:
            marked.append(noble)
    claim(marked.count(titles.DUKE) <= 1, "there are too many Dukes")
    claim(marked.count(titles.KNIGHT) <= 2, "there are too many Knights")
    claim(len(marked) <= 3, f"there are no markers for {marked}")


def _tracks(state: State) -> None:
    """Rules 2.1.4, 2.1.6 and 4.1.15."""
    pack = state.pack
    claim(0 <= state.equipment <= pack.equipment.maximum, f"Equipment stands at {state.equipment}")
    claim(0 <= state.iq <= pack.iq.maximum, f"I.Q. stands at {state.iq}")
    claim(0 <= state.turn <= pack.scenarios[state.scenario].turns, f"it is turn {state.turn}")
    claim(state.phase in PHASES or state.phase == SETUP, f"it is the phase {state.phase}")


def _points(state: State) -> None:
    for faction, count in state.uncollected.items():
        claim(0 <= count <= entry.UNCOLLECTED_MOST, f"{count} points of {faction} are uncollected")
    for faction, count in state.owed.items():
        claim(count > 0, f"{count} points are owed to {faction}")
    for zone, due in state.muster.items():
        claim(min(due) >= 0, f"{due} points are to be set up in {zone}")


def _cup(state: State) -> None:
    drawn = Counter(state.pack.unknown_strengths)
    drawn.subtract(state.cup)
    claim(min(drawn.values()) >= 0, f"the cup holds {state.cup}")


def _alerts(state: State) -> None:
    """Rules 4.7.4 and 6.6.8."""
    pack = state.pack
    claim(state.satellites <= set(pack.zones), f"satellites {state.satellites}")
    for planet in state.alerted:
        claim(planet in pack.planets, f"{planet} is alerted")
        claim(pack.zone_of[planet] not in state.satellites, f"{planet} bears a marker under its satellite")


def _buildings(state: State) -> None:
    """Rules 7.4.16, 8.1.15 and 8.1.17."""
    pack = state.pack
    planets = [pack.planet_of[at] for at in state.churches]
    claim(len(set(planets)) == len(planets), "two churches stand on one planet")
    claim(set(state.churches.values()) <= {"church", "cathedral"}, f"churches {state.churches}")
    standing = set(planets)
    rising = {work.planet for work in state.works if work.kind != building.CASTLE} - standing
    claim(len(standing) + len(rising) <= pack.limits.churches, "there are too many churches")
    built = [pack.planet_of[at] for at in state.castles if at not in pack.fort_at]
    claim(len(set(built)) == len(built), "two castles stand on one planet")
    for at in state.destroyed:
        planet = pack.planets[pack.planet_of[at]]
        claim(planet.fort == "fort" and planet.hexes[0] == at, f"{at:04} was destroyed and is no fort")
    builders = [work.builder for work in state.works]
    claim(len(set(builders)) == len(builders), "a piece builds two things at once")
    sites = [(work.planet, work.kind == building.CASTLE) for work in state.works]
    claim(len(set(sites)) == len(sites), "two works of a kind rise on one planet")
    for work in state.works:
        claim(pack.planet_of[work.hex] == work.planet, f"the {work.kind} of {work.planet} rises elsewhere")
        claim(1 <= work.turns <= 2, f"the {work.kind} of {work.planet} takes {work.turns} turns")


def _sieges(state: State) -> None:
    """Rules 7.4.6 and 7.4.20."""
    for at, seat in state.sieges.items():
        claim(seat in SEATS, f"{at:04} is besieged by {seat}")
        claim(at in state.pack.fort_at, f"{at:04} is besieged and has no fort")
        claim(at in state.inside, f"the besieged of {at:04} are not inside")
    for at in state.inside:
        claim(at in state.pack.fort_at, f"somebody is inside at {at:04}, where no fort is")


def _storms(state: State) -> None:
    for at in state.storms:
        claim(at in state.pack.grid.neighbours, f"a storm is off the map, at {at}")


def _alliances(state: State) -> None:
    claim(set(state.alliances) == set(ALLIES), f"alliances {state.alliances}")
    claim(set(state.alliances.values()) <= {"neutral", "allied", "permanent"}, f"alliances {state.alliances}")


_CHECKS: Final[tuple[tuple[tuple[str, ...], Callable[[State], None]], ...]] = (
    (("leaders",), _leaders),
    (("thralls",), _thralls),
    (("titles",), _titles),
    (("equipment", "iq", "turn", "phase"), _tracks),
    (("uncollected", "owed", "muster"), _points),
    (("cup",), _cup),
    (("alerted", "satellites"), _alerts),
    (("churches", "castles", "works", "destroyed"), _buildings),
    (("sieges", "inside"), _sieges),
    (("storms",), _storms),
    (("alliances",), _alliances),
)
"""What to check when one of these fields is another object than before."""


# -- strength points: every change is what the event says ----------------------------------------------------


_Change = Callable[[Any], int]

_LEDGER: Final[dict[str, tuple[tuple[str, _Change], ...]]] = {
    "UnitRaised": (("units", lambda event: event.strength),),
    "StrengthGained": (("units", lambda event: event.points),),
    "StrengthLost": (("units", lambda event: -event.points),),
    "Collected": (("units", lambda event: event.points), ("uncollected", lambda event: -event.points)),
    "PointsCame": (("owed", lambda event: sum(event.points)),),
    "PointsPlaced": (("owed", lambda event: -event.points),),
    "PointsBanked": (("owed", lambda event: -event.points), ("uncollected", lambda event: event.points)),
    "PointsLost": (("owed", lambda event: -event.points),),
    "FiefPaid": (("thralls", lambda event: event.waiting),),
    "WaitingCollected": (("thralls", lambda event: -event.points),),
    "MusterBegan": (("muster", lambda event: sum(event.armies) + sum(event.fleets)),),
    "MusterWent": (("muster", lambda event: -event.points),),
}
"""By how much each kind of event changes the points on the map, to be placed, uncollected, waiting."""

_ACCOUNTS: Final[dict[str, Callable[[State], int]]] = {
    "units": lambda state: sum(unit.strength for unit in state.units.values()),
    "owed": lambda state: sum(state.owed.values()),
    "uncollected": lambda state: sum(state.uncollected.values()),
    "thralls": lambda state: sum(thrall.waiting for thrall in state.thralls.values()),
    "muster": lambda state: sum(map(sum, state.muster.values())),
}
"""The accounts, by the field they are in."""


def _by_faction(state: State) -> Counter[str]:
    found: Counter[str] = Counter()
    for unit in state.units.values():
        found[unit.faction] += unit.strength
    return found


def _conserved(before: State, event: Any, after: State) -> None:
    """Rule 2.1: no point comes or goes but by a fact that says so, and none changes its faction."""
    name = type(event).__name__
    says = dict(_LEDGER.get(name, ()))
    for account, count in _ACCOUNTS.items():
        if account not in says and getattr(before, account) is getattr(after, account):
            continue
        change = says[account](event) if account in says else 0
        counted = count(after) - count(before)
        claim(counted == change, f"{name}: points in {account} change by {counted}, not by {change}")
    if after.units is not before.units and "units" not in says:
        was, now = _by_faction(before), _by_faction(after)
        claim(was == now, f"{name}: the factions had {dict(was)} and have {dict(now)}")


# -- movement and building: what an event may do -----------------------------------------------------------


def _moved_by(before: State, event: Any) -> tuple[Seat | None, tuple[str, ...], int]:
    """Who moves what where."""
    if _is(event, "FleetMoved"):
        return before.seat_of(before.units[event.unit]), (event.unit, *event.cargo), event.to
    if _is(event, "LandMoved"):
        piece = before.units.get(event.piece) or before.leaders[event.piece]
        if isinstance(piece, Unit):
            return before.seat_of(piece), (event.piece,), event.to
        return Seat(piece.captor) if piece.captor else before.seat_of_leader(piece), (event.piece,), event.to
    return None, (), 0


def _movement(before: State, event: Any, after: State) -> None:
    """Rules 6.1 to 6.5 and 7.4.7."""
    seat, names, to = _moved_by(before, event)
    if not names:
        return
    pack = before.pack
    claim(seat is not None, f"{names[0]} moves and is nobody's")
    assert seat is not None
    enemies = before.holds(other(seat), to) and to not in before.opened
    fleet = _is(event, "FleetMoved")
    if _is(event, "FleetMoved"):
        unit = before.units[event.unit]
        claim(not enemies, f"{unit.name} flies to {event.place}, where enemies are")
        span = pack.fleet_range(unit.name)
        claim(
            after.flown[unit.name] <= span, f"{unit.name} has flown {after.flown[unit.name]} of {span} hexes"
        )
        claim(event.flown >= pack.grid.distance(unit.hex, to), f"{unit.name} flies too far for its hexes")
        weight = sum(before.units[name].strength for name in event.cargo if name in before.units)
        claim(weight <= unit.strength, f"{unit.name} ({unit.strength}) carries {weight} points")
        claim(not before.stormy(unit.hex) and not before.stormy(to), f"{unit.name} flies through a storm")
        names = event.cargo
    elif enemies:
        allowed = before.sieges.get(to) == seat or names[0] == before.traitor
        claim(allowed, f"{names[0]} enters {pack.place_of[to]}, where enemies are")
    for name in names:
        piece: Unit | Leader = before.units.get(name) or before.leaders[name]
        besieger = before.sieges.get(piece.hex)
        claim(besieger in (None, seat), f"{name} leaves {pack.place_of[piece.hex]} under siege")
        claim(name not in before.moved, f"{name} has moved already")
        if not fleet:
            claim(pack.grid.distance(piece.hex, to) == 1, f"{name} walks more than a hex")
            claim(pack.planet_of[piece.hex] == pack.planet_of[to], f"{name} walks to another planet")


def _building(before: State, event: Any, after: State) -> None:
    """Rule 8.1.17: the limit of castles holds for building."""
    if _is(event, "WorkBegun") and event.kind == building.CASTLE:
        count = len(after.castles) + sum(work.kind == building.CASTLE for work in after.works)
        claim(count <= after.pack.limits.castles, f"{count} castles stand or rise")


def _garrisoning(before: State, event: Any, after: State) -> None:
    """Rule 2.2.2: what a player leaves as a garrison by choice can be shown with his markers."""
    if not _is(event, "PointsDropped"):
        return
    faction = before.units[event.army].faction
    side = [faction] if faction == "Wersgorix" else [name for name in FACTIONS if name != "Wersgorix"]
    sizes = [unit.strength for unit in after.units.values() if unit.kind == GARRISON and unit.faction in side]
    markers = tuple(sorted(after.pack.limits.garrisons, reverse=True))
    claim(composable(tuple(sorted(sizes, reverse=True)), markers), f"no markers show garrisons of {sizes}")


def _entering(before: State, event: Any, after: State) -> None:
    """Rules 4.1.14 and 12.1.12: nothing new appears beside an enemy."""
    if _is(event, "UnitRaised") and event.cause == "reinforcements":
        seat = before.seat_of_faction(event.faction)
        claim(
            seat is not None and not before.holds(other(seat), event.hex),
            f"{event.unit} is raised among enemies",
        )
        claim(not before.besieged(event.hex), f"{event.unit} is raised under siege")
    if _is(event, "FleetStrayed"):
        seat = before.seat_of(before.units[event.unit])
        claim(
            seat is not None and not before.holds(other(seat), event.to), f"{event.unit} strays among enemies"
        )


def _converting(before: State, event: Any, after: State) -> None:
    """Rules 8.1.6, 8.2.7 and 8.2.10."""
    if _is(event, "AttemptAnnounced"):
        price = sum(conversion.price(after.face(made.planet)) + made.extra for made in after.attempts)
        claim(
            price <= after.equipment, f"attempts for {price} points of Equipment, {after.equipment} are there"
        )
        planets = [made.planet for made in after.attempts]
        claim(len(set(planets)) == len(planets), "two attempts on one planet")
    if _is(event, "SiegeLaid"):
        strength = sum(before.units[name].strength for name in event.units)
        claim(strength >= after.fort(event.hex), f"{strength} points besiege {event.place}")


# -- when the game waits -----------------------------------------------------------------------------------


def _prisoners(state: State) -> Iterator[str]:
    """Rules 6.4.4 to 6.4.8."""
    for leader in state.leaders.values():
        if not leader.captor:
            continue
        if state.battle is None and not state.units_of(Seat(leader.captor), leader.hex):
            yield f"{leader.name} is a prisoner of {leader.captor} without a guard"
        own = WERSGORIX if (leader.faction == "Wersgorix") != leader.defected else CRUSADER
        if own == leader.captor:
            yield f"{leader.name} is a prisoner of his own side"


def _away(state: State) -> Iterator[str]:
    """Rule 11.1.14: a living leader is on the map unless he has gone to Earth."""
    for leader in state.leaders.values():
        gone = not leader.hex and not leader.dead
        if gone != (leader.name == state.earth_leader):
            where = "neither on the map nor on Earth" if gone else "on Earth and not away"
            yield f"{leader.name} is {where}"


def _lords(state: State) -> Iterator[str]:
    """Rules 6.4.8, 8.3.2 and 8.5.16."""
    for name in (name for name, card in state.pack.leaders.items() if card.faction == "Crusader"):
        held = fiefs_of(state, name)
        leader = state.leaders.get(name)
        if leader is not None and (leader.dead or leader.defected) and (held or name in state.titles):
            yield f"{name} is gone and holds {held} and {state.titles.get(name)}"
        limit = fief_limit(state, name)
        if limit is not None and len(held) > limit:
            yield f"{name} holds {len(held)} fiefs and may hold {limit}"


def _besiegers(state: State) -> Iterator[str]:
    """Rules 7.4.8, 7.4.25 and 7.4.31."""
    if state.battle is not None:
        return
    for at, seat in state.sieges.items():
        strength = sum(unit.strength for unit in state.ground_of(seat, at))
        if strength < state.fort(at):
            yield f"{strength} points besiege {state.pack.place_of[at]}"
        if not state.ground_of(other(seat), at):
            yield f"{state.pack.place_of[at]} is besieged and empty"


def _walls(state: State) -> Iterator[str]:
    """Rule 7.4.18: whoever stands alone within walls holds them."""
    if state.battle is not None:
        return
    for at in state.pack.fort_at:
        if at not in state.index.units or at in state.opened or not state.fort(at):
            continue
        manned = {seat for seat in SEATS if state.ground_of(seat, at)}
        if manned == {CRUSADER} and at not in state.castles:
            yield f"the Crusaders alone are at {state.pack.place_of[at]} and it bears no castle"
        if manned == {WERSGORIX} and at in state.castles and not state.turned:
            yield f"the Wersgorix alone are at {state.pack.place_of[at]} and it bears a castle"


def _grail(state: State) -> Iterator[str]:
    """Rules 11.1.15 and 11.1.21."""
    grail = state.grail
    if grail is None:
        return
    if grail.hex not in state.pack.planet_of:
        yield f"the Grail is in hex {grail.hex:04}"
    if grail.carrier:
        holder = state.units.get(grail.carrier)
        if holder is None or holder.hex != grail.hex or holder.kind == GARRISON:
            yield f"the Grail is with {grail.carrier}: {holder}"
        elif state.seat_of(holder) is None:
            yield f"the Grail is with {grail.carrier}, who is frozen"


def _works(state: State) -> Iterator[str]:
    """Rule 8.1.14."""
    for work in state.works:
        piece: Unit | Leader | None = state.units.get(work.builder) or state.leaders.get(work.builder)
        if piece is None or not piece.hex or state.pack.planet_of[piece.hex] != work.planet:
            yield f"{work.builder} builds a {work.kind} on {work.planet} and is not there"


def _treason(state: State) -> Iterator[str]:
    """Rules 11.1.26 to 11.1.30."""
    if state.traitor and state.traitor not in state.leaders:
        yield f"{state.traitor} is a traitor and unknown"
    for name in state.turned:
        if name not in state.units:
            yield f"{name} follows the traitor and is not on the map"
    acts = ("wersgorix_movement", "wersgorix_combat", "disruption")
    if (state.turned or state.treason) and state.phase not in acts:
        yield f"treachery goes on in the {state.phase} phase"


def _asked(state: State) -> Iterator[str]:
    for ask in state.asks:
        if ask.kind not in questions or ask.seat not in SEATS:
            yield f"nobody can answer {ask}"
    if state.result is None and not state.asks and (state.battle is not None or state.leg is not None):
        yield "a battle or a leg waits for nobody"
    if state.owed and not state.asks and state.result is None:
        yield f"{state.owed} points are to be placed and nobody is asked"


_AT_REST: Final[tuple[Callable[[State], Iterable[str]], ...]] = (
    _prisoners,
    _away,
    _lords,
    _besiegers,
    _walls,
    _grail,
    _works,
    _treason,
    _asked,
)


class Books:
    """Where the points that come onto the map come from, faction by faction, order by order."""

    def __init__(self) -> None:
        self._gained: Counter[str] = Counter()
        self._given: Counter[str] = Counter()
        self._drawn: dict[str, int] = {}
        self._on_the_way = 0

    def note(self, before: State, event: Any) -> None:
        """After every event."""
        if before.phase == SETUP:
            return
        if _is(event, "UnitRaised"):
            self._gained[event.faction] += event.strength
            if event.faction == "Thrall":  # a fleet and an army as strong as the marker drawn (rule 8.3.9)
                self._given["Thrall"] += max(self._drawn.values(), default=0)
        elif _is(event, "StrengthGained"):
            self._gained[before.units[event.unit].faction] += event.points
        elif _is(event, "PointsPlaced"):
            self._given[event.faction] += event.points
        elif _is(event, "CupDrawn"):
            self._drawn = {event.planet: event.strength}
        elif _is(event, "WaitingCollected"):
            self._given["Crusader"] += event.points
        elif _is(event, "FiefPaid") and not event.waiting and not event.lost:
            face = before.face(event.planet)
            barren = face.asterisk and event.planet not in self._drawn  # rule 8.3.15
            self._given["Crusader"] += 0 if barren else face.strength

    def balance(self, state: State) -> None:
        """After every order: nothing was gained that nobody gave. Fighters may still look for their army."""
        waiting = sum(ask.about[2] for ask in state.asks if ask.kind == "fief_army")
        self._given["Crusader"] += self._on_the_way - waiting
        gained, given = dict(self._gained), dict(self._given)
        self._on_the_way = waiting
        self._gained.clear()
        self._given.clear()
        self._drawn = {}
        for faction in FACTIONS:
            got, due = gained.get(faction, 0), given.get(faction, 0)
            claim(got == due, f"{faction} gained {got} points and was given {due}")


class Invariants:
    """The invariants of The High Crusade, as a `Watch` over one game."""

    def __init__(self) -> None:
        self._books = Books()

    def step(self, before: State, event: Event, after: State) -> None:
        """After every event."""
        self._books.note(before, event)
        was: dict[str, Any] = before.__dict__
        now: dict[str, Any] = after.__dict__
        for fields, check in _CHECKS:
            for field in fields:
                if now[field] is not was[field]:
                    check(after)
                    break
        _units(before, after)
        _conserved(before, event, after)
        _movement(before, event, after)
        _building(before, event, after)
        _garrisoning(before, event, after)
        _entering(before, event, after)
        _converting(before, event, after)

    def rest(self, state: State) -> None:
        """After every order."""
        if state.phase == SETUP:
            return
        self._books.balance(state)
        for check in _AT_REST:
            for broken in check(state):
                raise Unsound(broken)
