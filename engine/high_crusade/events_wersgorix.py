"""The six random events of the Wersgorix (rules 11.2.1 to 11.2.6) and what they ask for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade import placing
from engine.high_crusade.alert import is_alerted
from engine.high_crusade.conversion import convert_race
from engine.high_crusade.draft import Draft, ask_of, refuse
from engine.high_crusade.flow import answered, ask
from engine.high_crusade.lookups import own_unit
from engine.high_crusade.names import CRUSADER, FLEET, WERSGORIX, points, short
from engine.high_crusade.pieces import change_iq, lose
from engine.high_crusade.registry import applies, judges, offering, question, tells
from engine.high_crusade.state import Ask, State, Unit
from engine.kernel.game import END, Event
from engine.kernel.orders import Order, Slot, read_share
from engine.kernel.seats import Seat, Viewer

EMPIRE_EARTH = "empire earth"
"""What the search for Earth is called among the events that happen once only."""

LIES = 3
LOT = 5
"""Fleet points that bring one point of I.Q."""


@dataclass(frozen=True, slots=True)
class Withdraw(Order):
    """Say which strength points the Empire calls away (rule 11.2.1)."""

    VERB: ClassVar[str] = "withdraw"
    GIST: ClassVar[str] = "say which strength points are called away"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("losses", "loss", many=True),)
    losses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rebel(Order):
    """Say which Thrall Race rebels (rule 11.2.3)."""

    VERB: ClassVar[str] = "rebel"
    GIST: ClassVar[str] = "say which Thrall Race rises against the Empire"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("planet", "planet", "on"),)
    planet: str


@dataclass(frozen=True, slots=True)
class Scout(Order):
    """Send fleet points to look for Earth (rule 11.2.6)."""

    VERB: ClassVar[str] = "scout"
    GIST: ClassVar[str] = "send fleet points to look for Earth, 5 for each I.Q. point"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("losses", "loss", many=True),)
    losses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WithdrawalRolled(Event):
    """The Empire calls so many points away."""

    rolled: int
    points: int


@dataclass(frozen=True, slots=True)
class InitiativeTaken(Event):
    """One more alert marker this turn."""


@dataclass(frozen=True, slots=True)
class EarthLocated(Event):
    """The Empire may look for Earth in this turn's movement."""


@applies(WithdrawalRolled)
def _rolled(state: State, event: WithdrawalRolled) -> None:
    """The losses are facts of their own."""


@applies(InitiativeTaken)
def _taken(state: State, event: InitiativeTaken) -> None:
    state.initiative = True


@applies(EarthLocated)
def _located(state: State, event: EarthLocated) -> None:
    state.empire_earth = True
    state.past_events = state.past_events | {EMPIRE_EARTH}


@tells(WithdrawalRolled)
def _tell_rolled(event: WithdrawalRolled, viewer: Viewer) -> str | None:
    return f"Withdrawal: the Empire calls {points(event.points)} away from this war (rolled {event.rolled})."


@tells(InitiativeTaken)
def _tell_taken(event: InitiativeTaken, viewer: Viewer) -> str | None:
    return "The Emperor takes the war seriously: one more alert marker this turn."


@tells(EarthLocated)
def _tell_located(event: EarthLocated, viewer: Viewer) -> str | None:
    return "The Empire has learned where Earth lies: this turn it may send fleet points there to study it."


# -- the events that need no answer --------------------------------------------------------------------------


def _reinforcements(draft: Draft) -> bool:
    """Rules 11.2.2 and 11.2.10."""
    home = draft.state.pack.imperial_capital
    placing.points_come(draft, {"Wersgorix": draft.die()}, "troops from other parts of the Empire", home)
    return True


def _lies(draft: Draft) -> bool:
    """Rule 11.2.4."""
    change_iq(draft, -LIES, "lies about the Crusaders")
    return True


def _initiative(draft: Draft) -> bool:
    """Rule 11.2.5."""
    state = draft.state
    if all(is_alerted(state, planet) for planet in state.pack.planets):
        return False
    draft.emit(InitiativeTaken())
    return True


def _earth(draft: Draft) -> bool:
    """Rule 11.2.6: once a game."""
    if EMPIRE_EARTH in draft.state.past_events:
        return False
    draft.emit(EarthLocated())
    return True


# -- points that are given up --------------------------------------------------------------------------------


def _read(state: State, losses: Sequence[str], units: Sequence[Unit], rule: str) -> dict[str, int]:
    """What a list like "2 from fleet C, 1 from army D" takes from which of these units."""
    possible = {unit.name for unit in units}
    taken: dict[str, int] = {}
    for loss in losses:
        count, name = read_share(loss)
        unit = own_unit(state, WERSGORIX, name)
        if unit.name not in possible:
            raise refuse(rule, f"{unit.name} cannot give up points for this.")
        if unit.name in taken:
            raise refuse(rule, f"{unit.name} is named twice.")
        if not 1 <= count <= unit.strength:
            raise refuse(rule, f"{unit.name} has {points(unit.strength)}; {count} cannot be taken from it.")
        taken[unit.name] = count
    return taken


def _spare(units: Sequence[Unit], losses: Sequence[str]) -> tuple[list[Unit], int]:
    """The units not named yet, and how many points have been named."""
    named = [read_share(loss) for loss in losses]
    used = {name for _, name in named}
    left = [unit for unit in units if short(WERSGORIX, unit.name) not in used]
    return left, sum(count for count, _ in named)


def _share(unit: Unit, count: int) -> str:
    return f"{count} from {short(WERSGORIX, unit.name)}"


# -- Withdrawal ----------------------------------------------------------------------------------------------


def _imperial(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.faction == "Wersgorix"]


def _withdrawal(draft: Draft) -> bool:
    """Rules 11.2.1 and 11.2.7."""
    units = _imperial(draft.state)
    rolled = draft.die()
    due = min(rolled, sum(unit.strength for unit in units))
    draft.emit(WithdrawalRolled(rolled, due))
    if due == sum(unit.strength for unit in units) or len(units) == 1:
        for unit in units:
            lose(draft, unit.name, due, "withdrawal")
    else:
        ask(draft, "withdrawal", WERSGORIX, due)
    return True


def _due(state: State) -> int:
    asked = ask_of(state, WERSGORIX)
    due = int(asked.about[0]) if asked is not None else 0
    return min(due, sum(unit.strength for unit in _imperial(state)))


def _withdrawal_default(state: State, asked: Ask) -> Order:
    """From those farthest from the Crusaders, the strong before the weak."""
    enemies = state.index.held[CRUSADER]
    distance = state.pack.grid.distance

    def use(unit: Unit) -> tuple[int, int]:
        return -min((distance(unit.hex, at) for at in enemies), default=0), -unit.strength

    left, losses = _due(state), []
    for unit in sorted(_imperial(state), key=use):
        if left:
            losses.append(_share(unit, min(left, unit.strength)))
            left -= min(left, unit.strength)
    return Withdraw(tuple(losses))


question(
    "withdrawal",
    (Withdraw.VERB,),
    lambda state, asked: f"The Empire calls {points(asked.about[0])} away. From which units?",
    _withdrawal_default,
    "11.2.1",
)


@judges(Withdraw)
def _withdraw(draft: Draft, seat: Seat, order: Withdraw) -> None:
    """Rules 11.2.1 and 11.2.7."""
    due = _due(draft.state)
    taken = _read(draft.state, order.losses, _imperial(draft.state), "11.2.1")
    if sum(taken.values()) != due:
        raise refuse("11.2.1", f"{points(due)} must go; the order names {sum(taken.values())}.")
    answered(draft, seat)
    for name, count in taken.items():
        lose(draft, name, count, "withdrawal")


@offering(Withdraw, "losses")
def _offer_withdraw(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    units, named = _spare(_imperial(state), filled.get("losses", ()))
    left = _due(state) - named
    if not left:
        return (END,)
    total = sum(unit.strength for unit in units)
    # What is left after this must still be found among the units not named.
    return [
        _share(unit, count)
        for unit in units
        for count in range(max(1, left - (total - unit.strength)), min(left, unit.strength) + 1)
    ]


# -- Rebellion -----------------------------------------------------------------------------------------------


def _enslaved(state: State) -> list[str]:
    """Rule 11.2.9: planets with a race that is not Converted."""
    return [planet for planet, thrall in state.thralls.items() if not thrall.converted]


def _rebellion(draft: Draft) -> bool:
    """Rules 11.2.3 and 11.2.9."""
    possible = _enslaved(draft.state)
    if len(possible) > 1:
        ask(draft, "rebellion", CRUSADER)
    elif possible:
        convert_race(draft, possible[0])
    return bool(possible)


def _rebellion_default(state: State, asked: Ask) -> Order:
    """The one nearest to a Crusader leader who could claim it."""
    distance = state.pack.hex_planet_distance
    hexes = [leader.hex for leader in state.own_leaders(CRUSADER) if leader.faction == "Crusader"]

    def far(planet: str) -> int:
        return min((distance(at, planet) for at in hexes), default=0)

    return Rebel(min(_enslaved(state), key=far))


question(
    "rebellion",
    (Rebel.VERB,),
    lambda state, asked: "A Thrall Race rises against the Empire and joins you. On which planet?",
    _rebellion_default,
    "11.2.3",
)


@judges(Rebel)
def _rebel(draft: Draft, seat: Seat, order: Rebel) -> None:
    """Rules 11.2.3 and 11.2.9."""
    if order.planet not in _enslaved(draft.state):
        raise refuse("11.2.9", f"There is no Thrall Race on {order.planet} that is not Converted.")
    answered(draft, seat)
    convert_race(draft, order.planet)


@offering(Rebel, "planet")
def _offer_rebel(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return _enslaved(state)


# -- Earth ---------------------------------------------------------------------------------------------------


def _fleets(state: State) -> list[Unit]:
    return [unit for unit in _imperial(state) if unit.kind == FLEET]


def _can_scout(state: State, seat: Seat) -> bool:
    return state.empire_earth and sum(unit.strength for unit in _fleets(state)) >= LOT


@judges(Scout, when=_can_scout)
def _scout(draft: Draft, seat: Seat, order: Scout) -> None:
    """Rules 11.2.6 and 11.2.11."""
    state = draft.state
    if not state.empire_earth:
        raise refuse("11.2.6", "The Empire has learned nothing of Earth this turn.")
    taken = _read(state, order.losses, _fleets(state), "11.2.6")
    total = sum(taken.values())
    if total % LOT:
        raise refuse("11.2.11", f"Fleet points go in lots of {LOT}; the order names {total}.")
    for name, count in taken.items():
        lose(draft, name, count, "they leave to study Earth")
    change_iq(draft, total // LOT, "what was learned on Earth")


@offering(Scout, "losses")
def _offer_scout(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    fleets, named = _spare(_fleets(state), filled.get("losses", ()))
    total = sum(unit.strength for unit in fleets)
    offers: list[Any] = [END] if named and named % LOT == 0 else []
    for unit in fleets:
        for count in range(1, unit.strength + 1):
            missing = -(named + count) % LOT
            if missing <= total - unit.strength:
                offers.append(_share(unit, count))
    return offers


MOVEMENT_VERBS: dict[Seat, tuple[str, ...]] = {WERSGORIX: (Scout.VERB,)}

EVENTS: dict[str, Callable[[Draft], bool]] = {
    "withdrawal": _withdrawal,
    "reinforcements": _reinforcements,
    "rebellion": _rebellion,
    "lies": _lies,
    "initiative": _initiative,
    "earth": _earth,
}
"""What each event does; False when it is No Event."""
