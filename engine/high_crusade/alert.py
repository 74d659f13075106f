"""Alerts (rules 4.7 and 6.6): which planets of the Empire know that there is a war.

A planet is alerted when it has a marker of its own (`state.alerted`) or the satellite of its zone is on;
a zone whose satellite is on needs no single markers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import StepTaken
from engine.high_crusade.lookups import planet_named
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import ALERT, CRUSADER, listed
from engine.high_crusade.registry import applies, judges, offering, phase, tells
from engine.high_crusade.state import State
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Alert(Order):
    """Put an alert marker on a planet (rule 4.7)."""

    VERB: ClassVar[str] = "alert"
    GIST: ClassVar[str] = "put an alert marker on a planet"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("planet", "planet"),)

    planet: str


@dataclass(frozen=True, slots=True)
class AlertsCounted(Event):
    """So many alert markers may be placed this turn, on these planets."""

    markers: int
    planets: tuple[str, ...]
    forced: bool


@dataclass(frozen=True, slots=True)
class AlertPlaced(Event):
    """One of this turn's alert markers is used up."""

    planet: str


@dataclass(frozen=True, slots=True)
class PlanetsAlerted(Event):
    """Planets have learned of the war."""

    planets: tuple[str, ...]
    cause: str


@dataclass(frozen=True, slots=True)
class SatelliteTurned(Event):
    """The alert satellite of a zone is turned over."""

    zone: str
    on: bool


@applies(AlertsCounted)
def _counted(state: State, event: AlertsCounted) -> None:
    state.alerts_left = event.markers
    state.alertable = frozenset(event.planets)
    state.alert_forced = event.forced


@applies(AlertPlaced)
def _placed(state: State, event: AlertPlaced) -> None:
    state.alerts_left = 0 if state.alert_forced else state.alerts_left - 1
    state.alertable = state.alertable - {event.planet}


@applies(PlanetsAlerted)
def _alerted(state: State, event: PlanetsAlerted) -> None:
    state.alerted = state.alerted | frozenset(event.planets)


@applies(SatelliteTurned)
def _turned(state: State, event: SatelliteTurned) -> None:
    state.satellites = state.satellites | {event.zone} if event.on else state.satellites - {event.zone}
    state.alerted = state.alerted - frozenset(state.pack.zones[event.zone].planets)


@tells(AlertsCounted)
def _tell_counted(event: AlertsCounted, viewer: Viewer) -> str | None:
    if event.forced:
        return "Every sleeping planet is far away: the Wersgorix can wake only the one nearest to the war."
    markers = "1 alert marker" if event.markers == 1 else f"{event.markers or 'no'} alert markers"
    return f"The Wersgorix have {markers} this turn."


@tells(PlanetsAlerted)
def _tell_alerted(event: PlanetsAlerted, viewer: Viewer) -> str | None:
    return f"{listed(event.planets)} {'is' if len(event.planets) == 1 else 'are'} alerted: {event.cause}."


@tells(SatelliteTurned)
def _tell_turned(event: SatelliteTurned, viewer: Viewer) -> str | None:
    if event.on:
        return f"The alert satellite of the {event.zone} zone is ON: the whole zone is alerted."
    return f"The alert satellite of the {event.zone} zone is OFF: no planet of the zone is alerted any more."


# -- asking --------------------------------------------------------------------------------------------


def is_alerted(state: State, planet: str) -> bool:
    """Whether a planet is alerted, by its own marker or by the satellite of its zone."""
    return planet in state.alerted or state.pack.zone_of[planet] in state.satellites


def confined(state: State, at: int) -> bool:
    """Whether a Wersgorix piece that starts in this hex must stay in its zone (rules 6.6.1 and 6.6.10)."""
    return not is_alerted(state, state.pack.planet_of[at])


# -- alerting ------------------------------------------------------------------------------------------


def alert_planets(draft: Draft, planets: Iterable[str], cause: str) -> bool:
    """Alert planets that are not yet; a zone that is complete turns its satellite on (rule 6.6.8)."""
    asleep = tuple(planet for planet in planets if not is_alerted(draft.state, planet))
    if not asleep:
        return False
    draft.emit(PlanetsAlerted(asleep, cause))
    state = draft.state
    for zone in dict.fromkeys(state.pack.zone_of[planet] for planet in asleep):
        if state.alerted.issuperset(state.pack.zones[zone].planets):
            draft.emit(SatelliteTurned(zone, True))
    return True


def alert_zone(draft: Draft, zone: str, cause: str) -> bool:
    """Alert all planets of a zone."""
    return alert_planets(draft, draft.state.pack.zones[zone].planets, cause)


def capital_attacked(draft: Draft, planet: str) -> bool:
    """Alert the zone when its capital is attacked (rules 6.6.6 and 6.6.13)."""
    world = draft.state.pack.planets[planet]
    return world.capital and alert_zone(draft, world.zone, f"the capital {planet} is attacked")


def toggle_satellite(draft: Draft, zone: str) -> None:
    """Turn the alert satellite of a zone over, and all its planets with it (rule 12.1.5)."""
    draft.emit(SatelliteTurned(zone, zone not in draft.state.satellites))


def automatic_alerts(draft: Draft) -> bool:
    """Alerts as the Wersgorix movement phase starts: contact and panic (rules 6.6.4, 6.6.7, 6.6.12)."""
    state = draft.state
    pack = state.pack
    held = state.index.held[CRUSADER]
    row = pack.planet_rows[pack.imperial_capital]
    if any(row[at] <= pack.panic_range for at in held):
        return alert_planets(draft, pack.planets, f"Crusader pieces are near {pack.imperial_capital}")
    touched = {pack.planet_of[at] for at in held}
    touched.update(planet for planet, thrall in state.thralls.items() if thrall.converted)
    return alert_planets(
        draft, [planet for planet in pack.planets if planet in touched], "the Crusaders are there"
    )


# -- the phase -----------------------------------------------------------------------------------------


def _near(state: State) -> tuple[list[str], bool]:
    """Planets that may be alerted, and whether only one by rule 4.7.3 (rules 4.7.2, 4.7.3, 4.7.7)."""
    pack = state.pack
    asleep = [planet for planet in pack.planets if not is_alerted(state, planet)]
    visited = {pack.planet_of[unit.hex] for unit in state.units.values() if state.seat_of(unit) == CRUSADER}
    sources = [planet for planet in pack.planets if planet in visited or is_alerted(state, planet)]
    if not sources or not asleep:
        return [], False
    distances = pack.planet_distances
    near = [
        planet
        for planet in asleep
        if any(distances[planet, source] <= pack.alert_range for source in sources)
    ]
    if near:
        return near, False
    nearest: set[str] = set()
    for source in sources:
        least = min(distances[planet, source] for planet in asleep)
        nearest.update(planet for planet in asleep if distances[planet, source] == least)
    return [planet for planet in asleep if planet in nearest], True


def _left(state: State) -> int:
    """Markers that can still be placed: those of this turn that are in the box (rule 4.7.5)."""
    return min(state.alerts_left, state.pack.limits.alert_markers - len(state.alerted))


@remembered
def _open(state: State) -> list[str]:
    return [
        planet for planet in state.pack.planets if planet in state.alertable and not is_alerted(state, planet)
    ]


def _able(state: State, seat: Seat) -> bool:
    return _left(state) > 0 and bool(state.alertable) and bool(_open(state))


def _place(draft: Draft, planet: str) -> None:
    draft.emit(AlertPlaced(planet))
    alert_planets(draft, (planet,), "the Empire sends word")


def _run(draft: Draft) -> bool:
    state = draft.state
    if state.step == 0:
        markers = state.iq + (1 if state.initiative else 0)
        planets, forced = _near(state)
        draft.emit(AlertsCounted(markers, tuple(planets), forced))
        draft.emit(StepTaken(1))
        return True
    if state.alert_forced and _able(state, CRUSADER):
        candidates = _open(state)
        if len(candidates) == 1 or state.done:
            _place(draft, candidates[0])
            return True
    return False


phase(
    ALERT,
    verbs=(Alert.VERB, "done"),
    prompt="Put alert markers on planets near the Crusaders, then say done.",
    run=_run,
    idle=lambda state: not _able(state, CRUSADER),
    rule="4.7.1",
)


@judges(Alert, when=_able)
def _alert(draft: Draft, seat: Seat, order: Alert) -> None:
    """Rules 4.7.1 to 4.7.5."""
    state = draft.state
    planet = planet_named(state, order.planet)
    if is_alerted(state, planet):
        raise refuse("4.7.1", f"{planet} is alerted already.")
    if state.alerts_left < 1:
        raise refuse("4.7.1", "You have placed all alert markers of this turn.")
    if _left(state) < 1:
        raise refuse("4.7.5", f"All {state.pack.limits.alert_markers} alert markers are on the map.")
    if planet not in state.alertable:
        if state.alert_forced:
            raise refuse("4.7.3", f"Only a nearest planet can be alerted: {listed(_open(state))}.")
        raise refuse(
            "4.7.2",
            f"{planet} is more than {state.pack.alert_range} hexes from every planet that was alerted or had "
            "Crusader units when the phase began.",
        )
    _place(draft, planet)


@offering(Alert, "planet")
def _offer_planet(state: State, seat: Seat, filled: Any) -> list[str]:
    return _open(state) if _left(state) > 0 else []
