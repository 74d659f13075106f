"""The squire as Sir Roger: one great host that takes capital after capital, and the Church behind it."""

from engine.high_crusade.names import (
    ALLIANCE,
    CONVERSION,
    CRUSADER_COMBAT,
    CRUSADER_MOVEMENT,
    FIEFS,
    FLEET,
    PARVUS,
    full,
    short,
)
from engine.high_crusade.squire.battles import Idea, fight
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.saying import say
from engine.high_crusade.state import Unit
from engine.kernel.game import END
from engine.kernel.orders import Order
from engine.kernel.players import Options

HOME_GUARD = 2
"""Points left in a capital we hold when the host goes on."""

FAIR_CHANCE = 3
"""The modified conversion number from which an attempt is made."""

RESERVE = 1
"""Equipment kept back from conversions."""


# -- where to go ---------------------------------------------------------------------------------------------


def _defence(eyes: Eyes, capital: str) -> int:
    at = eyes.pack.planets[capital].hexes[0]
    return eyes.walls(at) + eyes.ashore(eyes.foe, capital) + eyes.afloat(eyes.foe, capital) // 2


def _host(eyes: Eyes) -> list[Unit]:
    return [unit for unit in eyes.units[eyes.seat] if unit.kind == FLEET]


def _centre(eyes: Eyes) -> int:
    """Where most of the host's ships are; 0 without any."""
    ships: dict[int, int] = {}
    for fleet in _host(eyes):
        ships[fleet.hex] = ships.get(fleet.hex, 0) + fleet.strength
    return max(ships, key=lambda at: ships[at], default=0)


def goal(eyes: Eyes) -> str:
    """The capital to take next: near, and not too well held."""
    centre = _centre(eyes)
    if not centre:
        return ""
    open_goals = [capital for capital in eyes.pack.capitals if not eyes.ours(capital)]
    return min(
        open_goals,
        key=lambda capital: eyes.pack.hex_planet_distance(centre, capital) + _defence(eyes, capital),
        default="",
    )


def _beside_walls(eyes: Eyes, capital: str, at: int) -> bool:
    walls = eyes.pack.planets[capital].hexes[0]
    return eyes.planet(at) == capital and (at == walls or at in eyes.pack.grid.neighbours[walls])


def _landing(eyes: Eyes, capital: str, at: int) -> int:
    """How far a landing hex is from where the host wants to be; 0 is there."""
    if _beside_walls(eyes, capital, at):
        return 0
    return 1 + eyes.pack.hex_planet_distance(at, capital)


# -- movement ------------------------------------------------------------------------------------------------


def move(eyes: Eyes, options: Options) -> Order | None:
    """Guard what is held, then bring fleet after fleet, fully loaded, nearer to the goal."""
    ideas = (_leave_guard, _take_in, _trim, _sail, _walk)
    return next((order for idea in ideas if (order := idea(eyes, options)) is not None), say(options, "done"))


def _leave_guard(eyes: Eyes, options: Options) -> Order | None:
    """A capital we hold keeps a small garrison."""
    for capital in eyes.pack.capitals:
        at = eyes.pack.planets[capital].hexes[0]
        armies = [
            unit for unit in eyes.at(eyes.seat, at) if unit.kind == "army" and unit.faction == "Crusader"
        ]
        held = sum(unit.strength for unit in eyes.at(eyes.seat, at) if unit.kind == "garrison")
        if eyes.ours(capital) and held < HOME_GUARD and armies:
            strongest = max(armies, key=lambda unit: unit.strength)
            if strongest.strength > HOME_GUARD:
                order = say(options, "drop", points=HOME_GUARD - held, army=short(eyes.seat, strongest.name))
                if order is not None:
                    return order
    return None


def _armies(eyes: Eyes, at: int) -> list[Unit]:
    return [
        unit for unit in eyes.at(eyes.seat, at) if unit.kind == "army" and unit.name not in eyes.view.moved
    ]


def _take_in(eyes: Eyes, options: Options) -> Order | None:
    """Men who guard nothing march with the host."""
    at = _centre(eyes)
    walls = eyes.pack.planets[eyes.planet(at)].hexes[0] if at else 0
    spare = sum(unit.strength for unit in eyes.at(eyes.seat, at) if unit.kind == "garrison")
    if at == walls and eyes.pack.planets[eyes.planet(at)].capital:
        spare -= HOME_GUARD
    room = _berths(eyes, at)
    for army, berth in zip(sorted(_armies(eyes, at), key=lambda unit: -unit.strength), room, strict=False):
        wanted = min(spare, berth - army.strength)
        if wanted > 0:
            order = say(options, "take", points=wanted, army=short(eyes.seat, army.name))
            if order is not None:
                return order
    return None


def _berths(eyes: Eyes, at: int) -> list[int]:
    fleets = [
        unit for unit in eyes.at(eyes.seat, at) if unit.kind == FLEET and unit.name not in eyes.view.flown
    ]
    return sorted((unit.strength for unit in fleets), reverse=True)


def _trim(eyes: Eyes, options: Options) -> Order | None:
    """An army that no fleet can carry leaves behind what does not fit."""
    at = _centre(eyes)
    if not at or _landing(eyes, goal(eyes) or eyes.pack.crusader_home, at) == 0:
        return None
    armies = sorted(_armies(eyes, at), key=lambda unit: -unit.strength)
    for army, berth in zip(armies, _berths(eyes, at), strict=False):
        if army.strength > berth:
            order = say(options, "drop", points=army.strength - berth, army=short(eyes.seat, army.name))
            if order is not None:
                return order
    return None


def _sail(eyes: Eyes, options: Options) -> Order | None:
    target = goal(eyes)
    if not target or "move" not in options.verbs:
        return None
    offered = set(options.begin("move").offers())
    flown = eyes.view.flown
    rally = [eyes.view.units[name].hex for name in flown if name in eyes.view.units]
    near = {_centre(eyes), *rally}
    fleets = [
        unit
        for unit in _host(eyes)
        if short(eyes.seat, unit.name) in offered and unit.name not in flown and _belongs(eyes, unit, near)
    ]
    # The slowest first, so that nobody runs ahead of the host.
    fleets.sort(key=lambda unit: (eyes.pack.fleet_range(unit.name), -unit.strength, unit.name))
    for fleet in fleets:
        order = _sail_fleet(eyes, options, fleet, target, rally)
        if order is not None:
            return order
    return None


def _belongs(eyes: Eyes, fleet: Unit, near: set[int]) -> bool:
    """Ships that are not with the host wait until they are a force of their own or it is near."""
    if fleet.hex in near or fleet.strength >= 2 * HOME_GUARD + 1:
        return True
    span = eyes.pack.fleet_range(fleet.name)
    return any(at and eyes.pack.grid.distance(fleet.hex, at) <= span for at in near)


def _sail_fleet(eyes: Eyes, options: Options, fleet: Unit, target: str, rally: list[int]) -> Order | None:
    line = options.begin("move")
    line.take(short(eyes.seat, fleet.name))
    here = _landing(eyes, target, fleet.hex)
    hexes = [eyes.pack.hex_of[place] for place in line.offers()]
    if rally:  # the host stays together
        hexes = [at for at in hexes if at in rally] or hexes
    best = min(hexes, key=lambda at: (_landing(eyes, target, at), at), default=0)
    if not best or _landing(eyes, target, best) >= here:
        return None
    if eyes.planet(fleet.hex) == eyes.planet(best) and here == 0:
        return None
    line.take(eyes.pack.place_of[best])
    while line.slot is not None:
        line.take(_cargo(eyes, list(line.offers())))
    return line.built()


def _cargo(eyes: Eyes, offers: list[str | None]) -> str | None:
    """Leaders first, then the strongest army; garrisons stay."""
    named = [name for name in offers if name is not END and "garrison" not in name]
    leaders = [name for name in named if name in eyes.view.leaders]
    if leaders:
        return leaders[0]
    armies = [name for name in named if full(eyes.seat, name) in eyes.view.units]
    return max(armies, key=lambda name: eyes.view.units[full(eyes.seat, name)].strength, default=END)


def _walk(eyes: Eyes, options: Options) -> Order | None:
    """Armies on the goal's planet close up to its walls."""
    target = goal(eyes)
    if not target or "move" not in options.verbs:
        return None
    for called in options.begin("move").offers():
        unit = eyes.view.units.get(full(eyes.seat, called))
        if unit is None or unit.kind != "army" or eyes.planet(unit.hex) != target:
            continue
        line = options.begin("move")
        line.take(called)
        here = _landing(eyes, target, unit.hex)
        walls = eyes.pack.planets[target].hexes[0]
        for place in line.offers():
            at = eyes.pack.hex_of[place]
            if at == walls or _landing(eyes, target, at) < here:
                return say(options, "move", piece=called, to=place)
    return None


# -- the Church ----------------------------------------------------------------------------------------------


def convert(eyes: Eyes, options: Options) -> Order | None:
    """Convert whom there is a fair chance to convert; build what a race asks for."""
    view = eyes.view
    if "convert" in options.verbs and view.equipment > RESERVE:
        for planet in options.begin("convert").offers():
            face = view.thralls[planet].face
            heresy = any(thrall.heresy for thrall in view.thralls.values())
            foes = any(eyes.at(eyes.foe, at) for at in eyes.pack.planets[planet].hexes)
            if face is not None and face.conversion - 2 * foes - heresy >= FAIR_CHANCE:
                return say(options, "convert", planet=planet)
    return _build(eyes, options) or say(options, "done")


def _build(eyes: Eyes, options: Options) -> Order | None:
    if "build" not in options.verbs:
        return None
    home = eyes.pack.crusader_home
    for building in options.begin("build").offers():
        line = options.begin("build")
        line.take(building)
        for place in line.offers():
            planet = eyes.planet(eyes.pack.hex_of[place])
            thrall = eyes.view.thralls.get(planet)
            face = thrall.face if thrall is not None and not thrall.converted else None
            wanted = {"S": "church", "W": "castle"}.get(face.attitude, "") if face is not None else ""
            cathedral = building == "cathedral" and planet == home and not _has_cathedral(eyes, home)
            if wanted != building and not cathedral:
                continue
            order = say(options, "build", building=building, place=place, builder=_builder)
            if order is not None:
                return order
    return None


def _builder(offers: list[str], line: object) -> str:
    """Rather those who stay anyway."""
    stays = [name for name in offers if "garrison" in name or name == PARVUS]
    return (stays or list(offers))[0]


def _has_cathedral(eyes: Eyes, planet: str) -> bool:
    hexes = eyes.pack.planets[planet].hexes
    return any(eyes.view.churches.get(at) == "cathedral" for at in hexes)


def crown(eyes: Eyes, options: Options) -> Order | None:
    """The Church first, so that there is a Pope to crown the King."""
    for verb in ("crown", "pope", "archbishop", "duke", "baron", "knight", "assign"):
        order = say(options, verb)
        if order is not None:
            return order
    return say(options, "done")


def negotiate(eyes: Eyes, options: Options) -> Order | None:
    """Whoever can be asked is asked; the easiest first."""
    for verb in ("ally", "receive"):
        order = say(
            options,
            verb,
            race=lambda offers, line: min(offers, key=lambda race: eyes.pack.alliances[race].range),
            leader=lambda offers, line: max(offers, key=lambda name: eyes.pack.leaders[name].political),
        )
        if order is not None:
            return order
    return say(options, "done")


IDEAS: dict[str, Idea] = {
    CONVERSION: convert,
    FIEFS: crown,
    CRUSADER_MOVEMENT: move,
    CRUSADER_COMBAT: fight,
    ALLIANCE: negotiate,
}
