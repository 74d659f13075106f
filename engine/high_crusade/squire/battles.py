"""How the squire fights, on either side: he attacks when the odds are good."""

from collections.abc import Callable, Sequence

from engine.high_crusade.names import CRUSADER, FLEET, PARVUS, WERSGORIX, full, short
from engine.high_crusade.squire.eyes import Eyes
from engine.high_crusade.state import Leader, Unit
from engine.kernel.orders import Order
from engine.kernel.players import Options
from engine.kernel.saying import Pick, say

Idea = Callable[[Eyes, Options], Order | None]

WORTH_IT = 1
"""The difference in points, shifts counted as two each, from which an attack is good."""

SIEGE_RESERVE = 1
"""Points above the value of a fort that a siege should begin with; below the value it ends."""

HUNGER = 4
"""What a siege is worth to the Crusaders: a fort of the Empire falls in one turn out of two."""

HANDFUL = 3
"""Defenders that one storm may well destroy."""

SURE = 8
"""The margin from which a handful of the Empire's men is stormed and not starved."""

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


def _with(eyes: Eyes, units: list[Unit]) -> list[Leader]:
    hexes = {unit.hex for unit in units}
    return [leader for leader in eyes.leaders[eyes.seat] if leader.hex in hexes]


def margin(eyes: Eyes, units: list[Unit], at: int, *, walls: bool) -> int:
    """How good an attack would be: points against points, every column of shift counted as two."""
    afloat = units[0].kind == FLEET
    defend = eyes.strength(eyes.foe, at, fleets=afloat)
    own, foes = _with(eyes, units), [leader for leader in eyes.leaders[eyes.foe] if leader.hex == at]
    shift = eyes.rating([leader for leader in own if leader.name != PARVUS])
    shift -= eyes.rating([leader for leader in foes if leader.name != PARVUS])
    shift += any(leader.name == PARVUS for leader in own) - any(leader.name == PARVUS for leader in foes)
    shift += eyes.track(eyes.seat) - eyes.track(eyes.foe)
    if not afloat:
        shift += eyes.pack.planets[eyes.planet(at)].terrain
        if walls:
            defend += eyes.walls(at)
    return sum(unit.strength for unit in units) - defend + 2 * max(-3, min(3, shift))


def attack(eyes: Eyes, options: Options) -> Order | None:
    """The best attack that can be announced, if any is good; otherwise no more."""
    if "attack" not in options.verbs:
        return None
    best: tuple[bool, int, str, list[Unit]] | None = None
    for place in options.begin("attack").offers():
        at = eyes.pack.hex_of[place]
        units = _in_reach(eyes, options, place)
        for afloat in (True, False):
            force = [unit for unit in units if (unit.kind == FLEET) == afloat]
            if not force:
                continue
            good = _worth(eyes, force, at)
            # Ground attacks first: they take capitals, so they get the best leader.
            if good >= WORTH_IT and (best is None or (not afloat, good) > best[:2]):
                best = (not afloat, good, place, force)
    if best is None:
        return None
    ashore, _, place, force = best
    names = [short(eyes.seat, unit.name) for unit in force]
    return say(options, "attack", target=place, pieces=names + _leading(eyes, force, ashore=ashore))


def _worth(eyes: Eyes, force: list[Unit], at: int) -> int:
    """How good an attack on a hex would be, sieges considered."""
    if not eyes.at(eyes.foe, at):
        return 99  # leaders alone
    if force[0].kind == FLEET or not _manned(eyes, at):
        return margin(eyes, force, at, walls=False)
    stormed = margin(eyes, force, at, walls=True)
    if at in eyes.view.sieges:
        return stormed if _can_storm(eyes, at, stormed) else -99
    if sum(unit.strength for unit in force) > eyes.walls(at) + SIEGE_RESERVE:
        return max(stormed, margin(eyes, force, at, walls=False) + _hunger(eyes))
    return stormed


def _hunger(eyes: Eyes) -> int:
    """What a siege adds to the worth of an attack: castles of the Crusaders seldom fall to hunger."""
    return -HUNGER if eyes.seat == WERSGORIX else HUNGER


def _can_storm(eyes: Eyes, at: int, stormed: int) -> bool:
    """Whether storming is better than waiting: the garrison may fall at once, or hunger is slow."""
    if eyes.seat == WERSGORIX:  # castles of the Crusaders seldom fall to hunger
        return stormed >= WORTH_IT
    return stormed >= SURE and eyes.strength(eyes.foe, at, fleets=False) <= HANDFUL


def _leading(eyes: Eyes, force: list[Unit], *, ashore: bool) -> list[str]:
    """The best leader and the priest go ashore; whoever is left leads the fleets."""
    leaders = sorted(_with(eyes, force), key=lambda leader: -eyes.rating([leader]))
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
    enough = sum(unit.strength for unit in units) > eyes.walls(battle.hex) + SIEGE_RESERVE
    stormed = margin(eyes, units, battle.hex, walls=True)
    if stormed < WORTH_IT or (enough and not _can_storm(eyes, battle.hex, stormed)):
        return say(options, "besiege")
    return say(options, "storm")


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


IDEAS: dict[str, Idea] = {"siege": storm_or_besiege, "save": save}
