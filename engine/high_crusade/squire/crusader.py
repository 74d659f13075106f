"""The squire as Sir Roger: one great host that takes capital after capital, and the Church behind it."""

from collections.abc import Sequence
from typing import Any

from engine.high_crusade.names import (
    ALLIANCE,
    CONVERSION,
    CRUSADER_COMBAT,
    CRUSADER_MOVEMENT,
    FIEFS,
    FLEET,
    GARRISON,
    PARVUS,
    ROGER,
)
from engine.high_crusade.squire.battles import Idea, fight
from engine.high_crusade.squire.court import BOAT, LONG, in_session
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.levy import place
from engine.high_crusade.squire.marching import move
from engine.kernel.game import END
from engine.kernel.orders import Order
from engine.kernel.players import Line, Options
from engine.kernel.saying import NOTHING, Pick, say

FAIR_CHANCE = 3
"""The modified conversion number from which an attempt is made."""

CERTAIN = 5
"""The modified conversion number up to which extra Equipment is spent."""

RESERVE = 1
"""Equipment without which nobody is converted."""

KEPT = 8
"""Equipment kept when extra points are given: it shifts every battle by two columns."""


def muster(eyes: Eyes, options: Options) -> Order | None:
    """A single ship of the longest range for the embassy; the rest as strong as can be."""
    ships = len(eyes.units[eyes.seat])
    if not ships:
        swift = max(eyes.pack.ranges, key=lambda name: eyes.pack.ranges[name], default="")
        return say(options, "deploy", arm=FLEET, points=1, letter=swift.rpartition(" ")[2])
    if ships == 1 and eyes.view.turns >= LONG:  # the court's own
        return say(options, "deploy", arm=FLEET, points=BOAT)
    return None


# -- the Church ----------------------------------------------------------------------------------------------


def convert(eyes: Eyes, options: Options) -> Order | None:
    """Convert whom there is a fair chance to convert; build what a race asks for."""
    if "convert" in options.verbs and eyes.view.equipment > RESERVE:
        for planet in options.begin("convert").offers():
            chance = _chance(eyes, planet)
            extra = min(CERTAIN - chance, _to_spare(eyes, planet))
            if chance + max(0, extra) >= FAIR_CHANCE:
                return say(options, "convert", planet=planet, extra=_gift(extra))
    return _build(eyes, options) or say(options, "done")


def _chance(eyes: Eyes, planet: str) -> int:
    """The highest number on the die that converts a race; 0 for one we have not seen."""
    thrall = eyes.view.thralls[planet]
    if thrall.face is None:
        return 0
    heresy = any(it.heresy for it in eyes.view.thralls.values())
    foes = any(eyes.at(eyes.foe, at) for at in eyes.pack.planets[planet].hexes)
    cathedral = thrall.face.attitude != "S" and _has_cathedral(eyes, planet)
    return thrall.face.conversion - 2 * foes - heresy + cathedral


def _to_spare(eyes: Eyes, planet: str) -> int:
    """Equipment that can be given away beyond the price and still leave what helps in battle."""
    thrall = eyes.view.thralls[planet]
    price = 2 if thrall.face is not None and thrall.face.attitude == "W" else 1
    return eyes.view.equipment - price - KEPT


def _gift(most: int) -> Pick:
    """As many extra points as are wanted and offered."""

    def pick(offers: Sequence[Any], line: Line) -> Any:
        return max((count for count in offers if count is not END and 0 < count <= most), default=END)

    return pick


def _build(eyes: Eyes, options: Options) -> Order | None:
    if "build" not in options.verbs:
        return None
    home = eyes.pack.crusader_home
    for building in options.begin("build").offers():
        line = options.begin("build")
        line.take(building)
        for site in line.offers():
            planet = eyes.planet(eyes.pack.hex_of[site])
            thrall = eyes.view.thralls.get(planet)
            face = thrall.face if thrall is not None and not thrall.converted else None
            wanted = {"S": "church", "W": "castle"}.get(face.attitude, "") if face is not None else ""
            cathedral = building == "cathedral" and planet == home and not _has_cathedral(eyes, home)
            castle = any(at in eyes.view.castles for at in eyes.pack.planets[planet].hexes)
            if (wanted != building or (castle and wanted == "castle")) and not cathedral:
                continue
            builder = PARVUS if cathedral and in_session(eyes) else _builder
            order = say(options, "build", building=building, place=site, builder=builder)
            if order is not None:
                return order
    return None


def _builder(offers: list[str], line: object) -> object:
    """Those who stay anyway; the host moves on and would leave the work undone."""
    return next((name for name in offers if GARRISON in name), NOTHING)


def _has_cathedral(eyes: Eyes, planet: str) -> bool:
    hexes = eyes.pack.planets[planet].hexes
    return any(eyes.view.churches.get(at) == "cathedral" for at in hexes)


def crown(eyes: Eyes, options: Options) -> Order | None:
    """The Church first, so that there is a Pope to crown the King."""
    first: Pick = lambda offers, line: ROGER if ROGER in offers else offers[0]  # noqa: E731
    least: Pick = lambda offers, line: min(offers, key=lambda name: _rank(eyes, name))  # noqa: E731
    priest: Pick = lambda offers, line: PARVUS if PARVUS in offers else offers[0]  # noqa: E731
    whom = {"crown": first, "pope": priest, "archbishop": least}
    for verb in ("crown", "pope", "archbishop", "duke", "baron", "knight", "assign"):
        order = say(options, verb, leader=whom[verb]) if verb in whom else say(options, verb)
        if order is not None:
            return order
    return say(options, "done")


def _rank(eyes: Eyes, name: str) -> tuple[int, str]:
    """How much a leader is worth: the least of them may as well be a bishop."""
    card = eyes.pack.leaders[name]
    return card.combat + card.political, name


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


def stay_on_earth(eyes: Eyes, options: Options) -> Order | None:
    """Whoever returns from Earth costs a fleet point a turn for the rest of the game."""
    return say(options, "await")


IDEAS: dict[str, Idea] = {
    "earth_return": stay_on_earth,
    "muster_crusader": muster,
    "placing": place,
    CONVERSION: convert,
    FIEFS: crown,
    CRUSADER_MOVEMENT: move,
    CRUSADER_COMBAT: fight,
    ALLIANCE: negotiate,
}
