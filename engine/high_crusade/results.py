"""The results of the Crusader combat table (rule 12): what each costs either side."""

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.high_crusade.draft import Draft


class Result(NamedTuple):
    """Losses of the attacker and the defender before they are cut to what is there."""

    attacker: int = 0
    defender: int = 0
    rolled: tuple[int, ...] = ()
    """The dice thrown besides the two that were read on the table."""
    special: str = ""
    """"lost", "satellite", "storm" or "wound" for what else happens; "truce" when nothing does."""


Find = Callable[[Draft, int, int], Result]
"""Works a result out from the points attacking and defending (without walls)."""


def _lost_in_space(draft: Draft, attack: int, defend: int) -> Result:
    """12.1.1: no combat, the fleets stray."""
    return Result(rolled=draft.roll(), special="lost")


def _too_fast(draft: Draft, attack: int, defend: int) -> Result:
    """12.1.2."""
    return Result(2, 1)


def _asteroids(draft: Draft, attack: int, defend: int) -> Result:
    """12.1.3: 1 to 3 the Wersgorix (defender), 4 to 6 the Crusaders (attacker); a die plus 2."""
    who, harm = draft.roll(2)
    return Result(0, harm + 2, (who, harm)) if who <= 3 else Result(harm + 2, 0, (who, harm))


def _two_dice_from_defender(draft: Draft, attack: int, defend: int) -> Result:
    """12.1.4 and 12.1.10."""
    rolled = draft.roll(2)
    return Result(0, sum(rolled), rolled)


def _standoff(draft: Draft, attack: int, defend: int) -> Result:
    """12.1.5."""
    return Result(1, 1, special="satellite")


def _ramming(draft: Draft, attack: int, defend: int) -> Result:
    """12.1.6: each rolls his own losses, the attacker first."""
    own, others = draft.roll(2)
    return Result(own, others, (own, others))


def _trap(draft: Draft, attack: int, defend: int) -> Result:
    """12.1.7."""
    escaped = draft.die()
    if escaped <= 3:
        rolled = draft.roll(2)
        return Result(sum(rolled), 0, (escaped, *rolled))
    harm = draft.die()
    return Result(0, harm, (escaped, harm))


def _die_from_attacker(draft: Draft, attack: int, defend: int) -> Result:
    """12.1.8 and 12.2.6."""
    rolled = draft.roll()
    return Result(rolled[0], 0, rolled)


def _ionic_storm(draft: Draft, attack: int, defend: int) -> Result:
    """12.1.9: no combat."""
    return Result(special="storm")


def _preaching(draft: Draft, attack: int, defend: int) -> Result:
    """12.2.1."""
    return Result(0, attack // 2)


def _bomb(draft: Draft, attack: int, defend: int) -> Result:
    """12.2.2: 1 to 3 among the attackers, 4 to 6 among the defenders."""
    where = draft.die()
    rolled = draft.roll(2)
    harm = sum(rolled)
    return Result(harm, 0, (where, *rolled)) if where <= 3 else Result(0, harm, (where, *rolled))


def _out_of_power(draft: Draft, attack: int, defend: int) -> Result:
    """12.2.3."""
    return Result(defend // 3, 0)


def _truce(draft: Draft, attack: int, defend: int) -> Result:
    """12.2.4."""
    return Result(special="truce")


def _archers(draft: Draft, attack: int, defend: int) -> Result:
    """12.2.5."""
    rolled = draft.roll()
    return Result(0, rolled[0], rolled)


def _courage(draft: Draft, attack: int, defend: int) -> Result:
    """12.2.7."""
    return Result(0, attack // 3)


def _barricades(draft: Draft, attack: int, defend: int) -> Result:
    """12.2.8."""
    rolled = draft.roll()
    return Result(0, rolled[0] + 3, rolled)


def _knights(draft: Draft, attack: int, defend: int) -> Result:
    """12.2.9."""
    who, harm = draft.roll(2)
    return Result(harm, 0, (who, harm)) if who <= 3 else Result(0, harm, (who, harm))


def _wedge(draft: Draft, attack: int, defend: int) -> Result:
    """12.2.10 and 12.2.12: a 4 or more also wounds the leader whose rating counted."""
    rolled = draft.roll()
    return Result(3, rolled[0], rolled, "wound" if rolled[0] > 3 else "")


FLEET_RESULTS: Final[dict[int, Find]] = {
    1: _lost_in_space,
    2: _too_fast,
    3: _asteroids,
    4: _two_dice_from_defender,
    5: _standoff,
    6: _ramming,
    7: _trap,
    8: _die_from_attacker,
    9: _ionic_storm,
    10: _two_dice_from_defender,
}

GROUND_RESULTS: Final[dict[str, Find]] = {
    "A": _preaching,
    "B": _bomb,
    "C": _out_of_power,
    "D": _truce,
    "E": _archers,
    "F": _die_from_attacker,
    "G": _courage,
    "H": _barricades,
    "I": _knights,
    "J": _wedge,
}

TOLD: Final = {
    "1": "The fleet loses its way and never finds the enemy.",
    "2": "The fleet comes in too fast and overshoots the enemy line.",
    "3": "The fight drifts into a field of asteroids.",
    "4": "Men in space suits board the enemy ships, sword in hand.",
    "5": "Neither side gives way, and somebody meddles with the alert satellite.",
    "6": "Captains order their ships to ram.",
    "7": "It was a trap.",
    "8": "The ships arrive scattered, one by one.",
    "9": "An ionic storm breaks over the fleet before a shot is fired.",
    "10": "A tale of death weapons told over the farspeaker takes the heart out of the enemy.",
    "A": "The priests preach the men into a holy fury.",
    "B": "A captured bomb goes off in a great ball of fire.",
    "C": "The captured weapons run dry, and the enemy strikes back.",
    "D": "The captains parley and agree on a truce.",
    "E": "Arrows darken the sky over troops without armour.",
    "F": "The engines in the enemy camp frighten the men all night long.",
    "G": "A show of brazen courage breaks the enemy's nerve.",
    "H": "The enemy is goaded into pits and barricades.",
    "I": "Bored knights charge without orders.",
    "J": "A wedge of men is driven at the enemy's leader.",
}
"""Each result in a sentence of our own."""
