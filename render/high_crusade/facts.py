"""What a View adds up to: the figures that panels, posters and descriptions share."""

from __future__ import annotations

from dataclasses import dataclass

from engine.high_crusade.names import CRUSADER, FACTIONS, PHASE_TITLE, WERSGORIX, other
from engine.high_crusade.pack import Face
from engine.high_crusade.view import SeenThrall, View
from engine.kernel.seats import Seat
from render.high_crusade.look import ATTITUDE, ORDER, Leader, Unit

SEAT_NAME = {"crusader": "Crusader", "wersgorix": "Wersgorix", "spectator": "Spectator"}


@dataclass(frozen=True, slots=True)
class Muster:
    """Strength points of one faction."""

    faction: str
    fleets: int
    armies: int
    garrisons: int
    uncollected: int
    frozen: bool

    @property
    def total(self) -> int:
        """All that is on the map."""
        return self.fleets + self.armies + self.garrisons


def musters(view: View) -> list[Muster]:
    """The strength of each faction that has any, the two main ones always."""
    found = []
    for faction in sorted(FACTIONS, key=ORDER.__getitem__):
        points = {"fleet": 0, "army": 0, "garrison": 0}
        for unit in view.units.values():
            if unit.faction == faction:
                points[unit.kind] += unit.strength
        waiting = view.uncollected.get(faction, 0)
        if faction in ("Crusader", "Wersgorix") or any(points.values()) or waiting:
            frozen = view.alliances.get(faction) == "neutral"
            found.append(
                Muster(faction, points["fleet"], points["army"], points["garrison"], waiting, frozen)
            )
    return found


def seat_of_faction(view: View, faction: str) -> Seat | None:
    """Who commands a faction; None while it is neutral."""
    if faction == "Wersgorix":
        return WERSGORIX
    if faction in ("Crusader", "Thrall") or view.alliances.get(faction, "neutral") != "neutral":
        return CRUSADER
    return None


def seat_of(view: View, unit: Unit) -> Seat | None:
    """Who commands a unit, as everybody can see; None while it is frozen."""
    return WERSGORIX if unit.name in view.turned else seat_of_faction(view, unit.faction)


def seat_of_leader(view: View, leader: Leader) -> Seat | None:
    """Whom a leader serves; None for a prisoner."""
    side = seat_of_faction(view, leader.faction)
    if leader.captor or side is None:
        return None
    return other(side) if leader.defected else side


def ratings(view: View, leader: Leader) -> tuple[int, int]:
    """Combat and political rating, wounds counted."""
    card = view.pack.leaders[leader.name]
    if leader.wounded:
        return card.wounded_combat, card.wounded_political
    return card.combat, card.political


def races(view: View) -> list[tuple[str, SeenThrall]]:
    """The Thrall Races with their planets, in the order of the map."""
    return [(planet, view.thralls[planet]) for planet in view.pack.planets if planet in view.thralls]


def fiefs_of(view: View, leader: str) -> list[str]:
    """The planets a leader holds."""
    fiefs = [planet for planet, seen in races(view) if seen.fief == leader]
    return [view.pack.crusader_home, *fiefs] if view.home_fief == leader else fiefs


def held_capitals(view: View) -> list[str]:
    """Capitals in Crusader hands."""
    planets = view.pack.planets
    return [capital for capital in view.pack.capitals if planets[capital].hexes[0] in view.castles]


def counted_capitals(view: View) -> list[str]:
    """Those that count towards the number the scenario asks for."""
    scenario = view.pack.scenarios[view.scenario]
    return [
        capital
        for capital in view.pack.capitals
        if scenario.capitals_with_imperial or capital != view.pack.imperial_capital
    ]


def converted(view: View) -> list[str]:
    """Planets whose race is converted and not heretical."""
    return sorted(planet for planet, seen in view.thralls.items() if seen.converted and not seen.heresy)


def king(view: View) -> str:
    """The King, if there is one at liberty."""
    for name, titles in sorted(view.titles.items()):
        leader = view.leaders.get(name)
        if titles[0] == "King" and leader and not (leader.dead or leader.captor or leader.defected):
            return name
    return ""


def phase_words(view: View) -> str:
    """The phase, or how the game ended."""
    if view.result is not None:
        return "The game is over"
    return PHASE_TITLE.get(view.phase, view.phase)


def turn_words(view: View) -> str:
    """The turn: "Turn 5 of 15"."""
    return f"Turn {view.turn} of {view.turns}" if view.turn else "Before the first turn"


def place(view: View, at: int) -> str:
    """A hex in words: the name of a land hex, else its number."""
    return view.pack.place_of.get(at) or f"hex {at:04d}"


def whereabouts(view: View, leader: Leader) -> str:
    """Where a leader is, or what became of him."""
    if leader.dead:
        return "dead"
    if leader.name == view.earth_leader:
        return "gone to Earth"
    if not leader.hex:
        return "off the map"
    where = place(view, leader.hex)
    if leader.captor:
        return f"captive, {where}"
    return where


def title_words(view: View, leader: str) -> str:
    """A leader's titles."""
    return ", ".join(title for title in view.titles.get(leader, ("", "")) if title)


def conditions(view: View) -> list[str]:
    """What lasts for this turn or longer and is not on the map."""
    said = []
    if view.fervor:
        said.append("Crusading fervor")
    if view.ambassador:
        said.append("An ambassador is here")
    if view.initiative:
        said.append("Wersgorix initiative")
    if view.empire_earth:
        said.append("The empire may seek Earth")
    if view.earth_due:
        said.append("A leader must leave for Earth")
    if view.earth_leader:
        said.append(f"{view.earth_leader} is away to Earth")
    if view.earth_toll:
        said.append("The way to Earth takes its toll")
    if view.traitor:
        said.append(f"{view.traitor} is a traitor")
    if view.grail is not None and view.grail.true:
        said.append("The True Grail is found")
    for faction, points in sorted(view.owed.items()):
        if points:
            said.append(f"{faction}: {points} to place")
    return said


def leader_rows(view: View) -> list[Leader]:
    """All leaders in play, those of the Crusade first."""
    return sorted(view.leaders.values(), key=lambda it: (ORDER[it.faction], it.dead, it.name))


def winner_words(view: View) -> str:
    """Who won and why."""
    if view.result is None:
        return ""
    side = "The Crusaders win" if view.result.winner == CRUSADER else "The Wersgorix win"
    return f"{side}: {view.result.reason}"


def face_words(face: Face) -> str:
    """A race's face."""
    star = ", brings a fleet and an army" if face.asterisk else ""
    kind = ATTITUDE[face.attitude]
    return f"{face.name}: {kind}, converts on {face.conversion} or less, strength {face.strength}{star}"
