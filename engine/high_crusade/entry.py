"""Where strength points can enter (rules 4.1.4 to 4.1.7, 4.1.14, 4.1.15 and 11.2.10)."""

from engine.high_crusade.draft import ask_of
from engine.high_crusade.garrisons import addable
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import ALLIES, ARMY, FLEET, other
from engine.high_crusade.pieces import free_letters
from engine.high_crusade.state import State, Unit
from engine.kernel.seats import Seat

UNCOLLECTED_MOST = 10
"""Where the strength track ends."""


def limit(state: State, seat: Seat) -> str:
    """The planet a seat's question is limited to, or ""."""
    asked = ask_of(state, seat)
    return str(asked.about[0]) if asked is not None and asked.kind == "placing" else ""


@remembered
def owed_to(state: State, seat: Seat) -> dict[str, int]:
    return {faction: count for faction, count in state.owed.items() if state.seat_of_faction(faction) == seat}


@remembered
def sites(state: State, seat: Seat, faction: str, only: str = "") -> list[int]:
    """Rules 4.1.4, 4.1.7, 4.1.14 and 11.2.10: the hexes where points of a faction can enter."""
    pack = state.pack
    hexes: list[int]
    if only:
        hexes = list(pack.planets[only].hexes)
    elif faction in ALLIES:
        hexes = [at for home in pack.alliances[faction].homes for at in pack.planets[home].hexes]
    else:
        hexes = [pack.planets[name].hexes[0] for name in pack.capitals if state.capital_holder(name) == seat]
    enemy = state.index.held[other(seat)]
    return [at for at in hexes if at not in enemy and not state.besieged(at)]


def room(state: State, unit: Unit) -> int:
    return state.pack.setup.max_unit_strength - unit.strength


@remembered
def takers(state: State, seat: Seat, faction: str, kind: str, only: str) -> list[Unit]:
    """The fleets or armies of a faction that can take points."""
    return [
        unit
        for at in sites(state, seat, faction, only)
        for unit in state.units_at(at)
        if unit.faction == faction and unit.kind == kind and room(state, unit) > 0
    ]


def may_man(state: State, seat: Seat, faction: str, only: str) -> bool:
    """Rule 4.1.7: an ally's army points become a garrison only where no army can take them or be made."""
    return faction not in ALLIES or not (
        takers(state, seat, faction, ARMY, only) or free_letters(state, faction, ARMY)
    )


@remembered
def mannable(state: State, seat: Seat, only: str) -> dict[int, tuple[str, list[int]]]:
    """Hexes where a garrison can take points: the faction, and how many points it can be."""
    found = {}
    for faction, owed in owed_to(state, seat).items():
        if may_man(state, seat, faction, only):
            for at in sites(state, seat, faction, only):
                sizes = addable(state, faction, at, owed)
                if sizes:
                    found[at] = (faction, sizes)
    return found


def bankable(state: State, seat: Seat, faction: str, only: str) -> int:
    """Rule 4.1.15: how many fleet points of a faction can be noted as uncollected now."""
    owed = state.owed.get(faction, 0)
    free = UNCOLLECTED_MOST - state.uncollected.get(faction, 0)
    if not owed or free <= 0 or free_letters(state, faction, FLEET):
        return 0
    return 0 if takers(state, seat, faction, FLEET, only) else min(owed, free)


@remembered
def banks(state: State, seat: Seat) -> dict[str, int]:
    only = limit(state, seat)
    banks = {faction: bankable(state, seat, faction, only) for faction in owed_to(state, seat)}
    return {faction: most for faction, most in banks.items() if most}


@remembered
def raisable(state: State, seat: Seat) -> list[tuple[str, str, int]]:
    """Kind, faction and most points of every sort of unit that can be made."""
    found: list[tuple[str, str, int]] = []
    only = limit(state, seat)
    most = state.pack.setup.max_unit_strength
    for faction, owed in owed_to(state, seat).items():
        if sites(state, seat, faction, only):
            for kind in (ARMY, FLEET):
                if free_letters(state, faction, kind):
                    found.append((kind, faction, min(owed, most)))
    return found


@remembered
def reinforceable(state: State, seat: Seat) -> list[Unit]:
    only = limit(state, seat)
    return [
        unit
        for faction in owed_to(state, seat)
        for kind in (ARMY, FLEET)
        for unit in takers(state, seat, faction, kind, only)
    ]


def placeable(state: State, seat: Seat) -> bool:
    """Whether any point of this seat can be placed anywhere."""
    return bool(
        raisable(state, seat)
        or reinforceable(state, seat)
        or mannable(state, seat, limit(state, seat))
        or banks(state, seat)
    )


def letter_for(state: State, faction: str, kind: str) -> str:
    """The letter a new unit gets when nobody says: an army leaves the long-range counter to a fleet."""
    letters = free_letters(state, faction, kind)
    if kind == ARMY:
        plain = [letter for letter in letters if f"{faction} fleet {letter}" not in state.pack.ranges]
        return (plain or letters)[0]
    return letters[0]
