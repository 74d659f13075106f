"""Where a fleet can fly (rules 6.2 and 11.1.7)."""

from functools import lru_cache

from engine.high_crusade.alert import confined
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import CRUSADER, WERSGORIX, other
from engine.high_crusade.pack import Pack
from engine.high_crusade.state import State, Unit
from engine.kernel.seats import Seat


@remembered
def closed_to(state: State, seat: Seat) -> int:
    """The hexes no fleet of this seat may enter, as a mask of the grid.

    They are those with enemy pieces or forts, and those in reach of a storm (rules 6.2.3, 6.2.6, 11.1.7).
    """
    grid = state.pack.grid
    closed = grid.mask(state.index.held[other(seat)])
    if seat == WERSGORIX:
        forts = state.pack.fort_at
        closed |= grid.mask(at for at in state.castles if at in forts and at not in state.destroyed)
        if state.opened:
            closed &= ~grid.mask(state.opened)
    for storm in state.storms:
        closed |= grid.mask(grid.within(storm, 1))
    return closed


@lru_cache(maxsize=8)
def _land(pack: Pack) -> int:
    """All land hexes, as a mask of the grid."""
    return pack.grid.mask(pack.planet_of)


@lru_cache(maxsize=8192)
def landings(pack: Pack, start: int, span: int, closed: int) -> dict[int, int]:
    """The land hexes a fleet can reach with so many hexes to fly, and how many each costs."""
    grid, land = pack.grid, _land(pack)
    found: dict[int, int] = {}
    for flown, ring in enumerate(grid.flood(start, span, closed), 1):
        if shore := ring & land:
            for at in grid.unmask(shore):
                found[at] = flown
    return found


@lru_cache(maxsize=8)
def land_neighbours(pack: Pack) -> dict[int, tuple[int, ...]]:
    """The land hexes of its planet next to each land hex."""
    planet_of = pack.planet_of
    return {
        at: tuple(to for to in pack.grid.neighbours[at] if planet_of.get(to) == planet)
        for at, planet in planet_of.items()
    }


def destinations(state: State, seat: Seat, fleet: Unit) -> dict[int, int]:
    """The land hexes this fleet can still reach in this phase, and how many hexes each costs."""
    if fleet.name in state.moved or (state.storms and state.stormy(fleet.hex)):
        return {}
    left = state.pack.fleet_range(fleet.name) - state.flown.get(fleet.name, 0)
    if left <= 0:
        return {}
    found = landings(state.pack, fleet.hex, left, closed_to(state, seat))
    if fleet.faction == "Wersgorix":
        home = confined_to(state, fleet)
        if home:
            pack = state.pack
            return {at: cost for at, cost in found.items() if pack.zone_of[pack.planet_of[at]] == home}
    return found


def can_fly(state: State, seat: Seat, fleet: Unit) -> bool:
    """Whether a fleet can reach anything at all: mostly the next hex of its planet will do."""
    if fleet.name in state.moved or (state.storms and state.stormy(fleet.hex)):
        return False
    if state.flown.get(fleet.name, 0) >= state.pack.fleet_range(fleet.name):
        return False
    bits, closed = state.pack.grid.bits, closed_to(state, seat)
    if any(not bits[at] & closed for at in land_neighbours(state.pack)[fleet.hex]):
        return True
    return bool(destinations(state, seat, fleet))


def confined_to(state: State, fleet: Unit) -> str:
    """The zone a Wersgorix fleet may not leave, or "" when it is free to (rules 6.6.1, 6.6.10)."""
    start = state.origins.get(fleet.name, fleet.hex)
    return state.pack.zone_of[state.pack.planet_of[start]] if confined(state, start) else ""


def _overland(state: State, seat: Seat, start: int, to: int, span: int) -> bool:
    """Whether a fleet gets there in so many hexes without leaving its planet."""
    pack = state.pack
    if pack.planet_of[to] != pack.planet_of[start]:
        return False
    closed = closed_to(state, seat)
    reached, edge = {start}, {start}
    for _ in range(span):
        edge = {
            beside
            for at in edge
            for beside in land_neighbours(pack)[at]
            if beside not in reached and not pack.grid.bits[beside] & closed
        }
        reached |= edge
    return to in reached


def firing_fort(state: State, fleet: Unit, to: int, cost: int) -> int:
    """The hex of the fort that may fire when this fleet flies there, or 0 (rules 7.4.2 and 7.4.17)."""
    pack = state.pack
    at = pack.planets[pack.planet_of[fleet.hex]].hexes[0]
    owner = WERSGORIX if state.seat_of(fleet) == CRUSADER else CRUSADER
    if not state.fort(at) or state.besieged(at) or (at, fleet.name) in state.fired:
        return 0
    if state.fort_holder(at) != owner or not state.occupied(owner, at):
        return 0
    return 0 if _overland(state, other(owner), fleet.hex, to, cost) else at
