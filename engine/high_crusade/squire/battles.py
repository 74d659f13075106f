"""How the squire fights, on either side: he attacks when the odds are good."""

from collections.abc import Callable, Sequence

from engine.high_crusade.names import CRUSADER, FLEET, PARVUS, WERSGORIX, full, short
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.squire.odds import Outlook, led_by, outlook
from engine.high_crusade.state import Unit
from engine.kernel.orders import Order
from engine.kernel.players import Options
from engine.kernel.saying import Pick, say

Idea = Callable[[Eyes, Options], Order | None]

DEAR = {CRUSADER: 1.25, WERSGORIX: 0.9}
"""What an own point is worth, in points of the enemy: the Empire has more of them, and more come to it."""

SHIPS_DEAR = 2.5
"""And our ships: without them the troops go nowhere."""

SIEGE_RESERVE = 1
"""Points above the value of a fort that a siege should begin with; below the value it ends."""

HUNGER = {CRUSADER: 0.5, WERSGORIX: 1 / 6}
"""How likely the besieged fall to hunger in a turn, by besieger."""

FAIR = 0.3
"""The chance to take a besieged fort by storm from which one does not wait for hunger."""

PRIZE = 4.0
"""What it is worth to destroy the last defender in a hex, in points: a fort falls, a way is open."""

BRAVE = 0.7
"""The Empire's men come out of a fort when that costs the attackers this share of what it costs them."""

NUKE_FROM, NUKE_WORTH = 5, 5
"""Equipment from which the bomb is used, and the troops it is used on."""


def _in_reach(eyes: Eyes, options: Options, place: str) -> list[Unit]:
    """Own units that are offered for an attack on a place."""
    line = options.begin("attack")
    line.take(place)
    return [
        unit
        for called in line.offers()
        if called is not None and (unit := eyes.view.units.get(full(eyes.seat, called))) is not None
    ]


def attack(eyes: Eyes, options: Options) -> Order | None:
    """The best attack that can be announced, if any is good; otherwise no more."""
    if "attack" not in options.verbs:
        return None
    best: tuple[bool, float, str, list[Unit]] | None = None
    for place in options.begin("attack").offers():
        at = eyes.pack.hex_of[place]
        if provokes(eyes, eyes.planet(at)):
            continue
        units = _in_reach(eyes, options, place)
        for afloat in (True, False):
            force = [unit for unit in units if (unit.kind == FLEET) == afloat]
            if not force:
                continue
            good = _worth(eyes, force, at)
            # Ground attacks first: they take capitals, so they get the best leader.
            if good > 0 and (best is None or (not afloat, good) > best[:2]):
                best = (not afloat, good, place, force)
    if best is None:
        return None
    ashore, _, place, force = best
    names = [short(eyes.seat, unit.name) for unit in force]
    return say(options, "attack", target=place, pieces=names + _leading(eyes, force, ashore=ashore))


def provokes(eyes: Eyes, planet: str) -> bool:
    """Whether an attack there would drive an Independent Race into the Crusaders' arms for good."""
    home = eyes.pack.planets[planet].home_of
    return eyes.seat == WERSGORIX and home is not None and eyes.view.alliances[home] == "neutral"


def _worth(eyes: Eyes, force: list[Unit], at: int) -> float:
    """How good an attack on a hex would be, sieges considered; in points."""
    if not eyes.at(eyes.foe, at):
        return 99.0  # leaders alone
    if force[0].kind == FLEET:
        return _at_sea(eyes, force, at)
    if not _manned(eyes, at):
        return _gain(eyes, outlook(eyes, force, at))
    storm = outlook(eyes, force, at, walls=True)
    if at in eyes.view.sieges:
        return _gain(eyes, storm) if _storms(eyes, force, at, storm) else -99.0
    if not _besieges(eyes, force, at):
        return _gain(eyes, storm)
    field = _gain(eyes, outlook(eyes, force, at))
    starved = PRIZE + eyes.strength(eyes.foe, at, fleets=False) / 4  # if they stay inside
    return max(_gain(eyes, storm), min(field, 0) + HUNGER[eyes.seat] * starved)


def _gain(eyes: Eyes, expected: Outlook) -> float:
    """What an attack on troops brings, in points."""
    return expected.foe + expected.wins * PRIZE - expected.own * DEAR[eyes.seat]


def _at_sea(eyes: Eyes, force: list[Unit], at: int) -> float:
    """What an attack on ships brings: much where they stand in the way, little elsewhere."""
    expected = outlook(eyes, force, at)
    blocked = at in eyes.pack.fort_at and not eyes.strength(eyes.foe, at, fleets=False)
    dear = SHIPS_DEAR if eyes.seat == CRUSADER else DEAR[eyes.seat]
    return expected.foe + expected.wins * PRIZE * (1 + blocked) - expected.own * dear


def _besieges(eyes: Eyes, force: list[Unit], at: int) -> bool:
    """Whether a force is strong enough to lay siege to a fort."""
    return sum(unit.strength for unit in force) > eyes.walls(at) + SIEGE_RESERVE


def _storms(eyes: Eyes, force: list[Unit], at: int, storm: Outlook) -> bool:
    """Whether storming is better than waiting: the fort may well fall, and the siege outlasts a failure."""
    left = sum(unit.strength for unit in force) - storm.own
    last = eyes.view.turn >= eyes.view.turns
    return _gain(eyes, storm) > 0 and storm.wins >= (FAIR if left > eyes.walls(at) or last else 2 * FAIR)


def _leading(eyes: Eyes, force: list[Unit], *, ashore: bool) -> list[str]:
    """The best leader and the priest go ashore; whoever is left leads the fleets."""
    leaders = led_by(eyes, eyes.seat, {unit.hex for unit in force})
    leaders.sort(key=lambda leader: -eyes.rating([leader]))
    fighters = [leader.name for leader in leaders if leader.name != PARVUS]
    if not ashore:
        return [leader.name for leader in leaders]
    return [*fighters[:1], PARVUS]


def _manned(eyes: Eyes, at: int) -> bool:
    holder = CRUSADER if at in eyes.view.castles else WERSGORIX
    return bool(eyes.walls(at)) and holder == eyes.foe


def bombard(eyes: Eyes, options: Options) -> Order | None:
    """A fort risks nothing."""
    return say(options, "bombard")


def storm_or_besiege(eyes: Eyes, options: Options) -> Order | None:
    """Storm when the odds are good with the walls counted, starve them out otherwise."""
    battle = eyes.view.battle
    if battle is None:
        return None
    units = [eyes.view.units[name] for name in battle.units if name in eyes.view.units]
    storm = outlook(eyes, units, battle.hex, walls=True)
    if _besieges(eyes, units, battle.hex) and not _storms(eyes, units, battle.hex, storm):
        return say(options, "besiege")
    return say(options, "storm")


def walls(eyes: Eyes, options: Options) -> Order | None:
    """The Empire's men come out while they are many: inside hunger takes them, and nobody can join them.

    Castles of the Crusaders seldom fall to hunger, so their men stay inside.
    """
    battle = eyes.view.battle
    if battle is None or eyes.seat == CRUSADER:
        return say(options, "inside")
    units = [eyes.view.units[name] for name in battle.units if name in eyes.view.units]
    field = outlook(Eyes(eyes.view, eyes.foe), units, battle.hex)
    return say(options, "outside" if field.own >= BRAVE * field.foe else "inside")


def nuke(eyes: Eyes, options: Options) -> Order | None:
    """The bomb, where many enemies stand in one hex without a fort and it can hardly fail."""
    if "nuke" not in options.verbs or eyes.view.equipment < NUKE_FROM:
        return None
    targets = options.begin("nuke").offers()
    worth = {place: eyes.strength(eyes.foe, eyes.pack.hex_of[place], fleets=False) for place in targets}
    best = max(worth, key=lambda place: (worth[place], place), default="")
    if not best or worth[best] < NUKE_WORTH or _manned(eyes, eyes.pack.hex_of[best]):
        return None
    weakest: Pick = lambda offers, line: min(  # noqa: E731
        offers, key=lambda name: eyes.view.units[full(eyes.seat, name)].strength
    )
    return say(options, "nuke", target=best, unit=weakest)


def save(eyes: Eyes, options: Options) -> Order | None:
    """A leader risks himself when his force would be lost to the last man; he would die with it."""
    battle = eyes.view.battle
    if battle is None:
        return None
    attacks = battle.seat == eyes.seat
    names = battle.units if attacks else battle.targets
    force = sum(eyes.view.units[name].strength for name in names if name in eyes.view.units)
    due = battle.losses[0 if attacks else 1]
    if due < force:
        return say(options, "accept")
    return say(options, "save", points=1, leader=lambda offers, line: _least(eyes, offers))


def _least(eyes: Eyes, names: Sequence[str]) -> str:
    """The leader whose wound would hurt least."""
    return min(names, key=lambda name: (eyes.view.leaders[name].wounded, eyes.pack.leaders[name].combat))


def fight(eyes: Eyes, options: Options) -> Order | None:
    """A combat phase: attack while anything is worth it."""
    return nuke(eyes, options) or attack(eyes, options) or bombard(eyes, options) or say(options, "done")


IDEAS: dict[str, Idea] = {"walls": walls, "siege": storm_or_besiege, "save": save}
