"""What happened between two pictures: moves, battles, conversions and the rest, from two Views.

Events may be given too. Only public events are looked at, and they only make more exact what the Views show:
which battles were fought, and by which way a fleet flew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.high_crusade.battle_events import BattleEnded
from engine.high_crusade.conversion import ConversionRolled
from engine.high_crusade.movement import FleetMoved, LandMoved
from engine.high_crusade.names import CRUSADER, FACTIONS, PHASE_TITLE, listed
from engine.high_crusade.view import View
from engine.kernel.game import Event
from render.high_crusade.facts import place
from render.high_crusade.look import brief
from render.studio import caption_line

LONGEST: Final = 6
"""So many lines of news a planet has at most."""


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces of one faction that went the same way."""

    start: int
    to: int
    faction: str
    pieces: tuple[str, ...]


@dataclass(slots=True)
class Changes:
    """What is new in a View."""

    moves: list[Move] = field(default_factory=list)
    news: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Sign and words by planet, for its tray."""
    battles: set[int] = field(default_factory=set)
    marked: set[int] = field(default_factory=set)
    """Hexes where something changed hands."""
    alerted: set[str] = field(default_factory=set)
    """Planets whose alarm is new."""
    said: list[tuple[int, str]] = field(default_factory=list)
    """Sentences with their weight, for the caption and the description."""
    focus: set[int] = field(default_factory=set)
    """Hexes where anything happened."""

    def tell(self, planet: str, sign: str, words: str) -> None:
        """News for a planet's tray."""
        lines = self.news.setdefault(planet, [])
        if (sign, words) not in lines and len(lines) < LONGEST:
            lines.append((sign, words))

    def sentences(self) -> list[str]:
        """The sentences, what weighs most first."""
        ordered = sorted(enumerate(self.said), key=lambda it: (-it[1][0], it[0]))
        kept: list[str] = []
        for _, (_, words) in ordered:
            if words not in kept:
                kept.append(words)
        return kept


def short(unit: str) -> str:
    """A unit's name in a caption."""
    for faction in FACTIONS:
        if unit.startswith(f"{faction} "):
            return unit if faction != "Crusader" else unit.removeprefix("Crusader ")
    return brief(unit)


def changes(before: View | None, after: View, events: Sequence[Event] = ()) -> Changes:
    """What is new in `after`. Both are Views of one viewer."""
    found = Changes()
    if before is None or before.edition != after.edition:
        return found
    _moves(found, before, after, events)
    _battles(found, before, after, events)
    _leaders(found, before, after)
    _races(found, before, after, events)
    _marks(found, before, after)
    _alarms(found, before, after)
    _affairs(found, before, after)
    return found


def _moves(found: Changes, before: View, after: View, events: Sequence[Event]) -> None:
    legs: dict[tuple[int, int, str], list[str]] = {}
    covered: set[str] = set()
    for event in events:
        if isinstance(event, FleetMoved):
            owner = after.units.get(event.unit) or before.units.get(event.unit)
            if owner is not None:
                legs.setdefault((event.start, event.to, owner.faction), []).append(event.unit)
            covered.update((event.unit, *event.cargo))
        elif isinstance(event, LandMoved):
            unit = after.units.get(event.piece) or before.units.get(event.piece)
            leader = after.leaders.get(event.piece)
            faction = unit.faction if unit else leader.faction if leader else ""
            if faction:
                legs.setdefault((event.start, event.to, faction), []).append(event.piece)
            covered.add(event.piece)
    for name, now in sorted(after.units.items()):
        was = before.units.get(name)
        if was is not None and was.hex != now.hex and name not in covered and now.kind != "garrison":
            legs.setdefault((was.hex, now.hex, now.faction), []).append(name)
    ways = {key[:2] for key in legs}
    for name, lead in sorted(after.leaders.items()):
        old = before.leaders.get(name)
        if old is None or not (old.hex and lead.hex) or old.hex == lead.hex or name in covered:
            continue
        if (old.hex, lead.hex) in ways:
            for key, pieces in legs.items():
                if key[:2] == (old.hex, lead.hex):
                    pieces.append(name)
                    break
        else:
            legs.setdefault((old.hex, lead.hex, lead.faction), []).append(name)
    for (start, to, faction), pieces in sorted(legs.items()):
        if start and to and start != to:
            found.moves.append(Move(start, to, faction, tuple(pieces)))
            found.focus |= {start, to}
            names = listed([short(piece) for piece in pieces])
            homes = after.pack.planet_of
            where = place(after, to) if homes.get(to) in (None, homes.get(start)) else homes[to]
            found.said.append((3, f"{names} to {where}"))


def _totals(view: View) -> dict[str, int]:
    totals: dict[str, int] = {}
    for unit in view.units.values():
        totals[unit.faction] = totals.get(unit.faction, 0) + unit.strength
    return totals


def _battles(found: Changes, before: View, after: View, events: Sequence[Event]) -> None:
    fought = False
    for event in events:
        if isinstance(event, BattleEnded):
            fought = True
            attacker = "Crusader" if event.seat == CRUSADER else "Wersgorix"
            defender = "Wersgorix" if event.seat == CRUSADER else "Crusader"
            found.battles.add(event.hex)
            found.focus.add(event.hex)
            planet = after.pack.planet_of.get(event.hex, "")
            sides = ((attacker, event.attacker_lost), (defender, event.defender_lost))
            losses = ", ".join(f"{side} −{lost}" for side, lost in sides if lost) or "no losses"
            if planet:
                found.tell(planet, "battle", losses)
            kind = {"fleet": "fleet battle", "ground": "battle"}.get(event.kind, event.kind.replace("_", " "))
            found.said.append((9, f"{kind.capitalize()} at {event.place} ({losses})"))
    if events and fought:
        return
    old, new = _totals(before), _totals(after)
    for faction in FACTIONS:
        if new.get(faction, 0) >= old.get(faction, 0):
            continue
        for name, was in sorted(before.units.items()):
            if was.faction != faction:
                continue
            now = after.units.get(name)
            lost = was.strength - (now.strength if now else 0)
            if lost <= 0:
                continue
            at = now.hex if now else was.hex
            found.focus.add(at)
            planet = after.pack.planet_of.get(at, "")
            words = f"{short(name)} −{lost}" if now else f"{short(name)} lost"
            if planet:
                found.tell(planet, "battle" if not events else "gone", words)
            if not events:
                found.battles.add(at)
            found.said.append((7, f"{short(name)} loses {lost}" if now else f"{short(name)} is lost"))


def _leaders(found: Changes, before: View, after: View) -> None:
    for name, now in sorted(after.leaders.items()):
        was = before.leaders.get(name)
        if was is None:
            continue
        at = now.hex or was.hex
        planet = after.pack.planet_of.get(at, "")
        said: list[tuple[str, str]] = []
        if now.dead and not was.dead:
            said.append(("gone", f"{brief(name)} dies"))
        if now.captor and not was.captor:
            said.append(("chain", f"{brief(name)} taken captive"))
        if was.captor and not now.captor and not now.dead:
            said.append(("star", f"{brief(name)} is free"))
        if now.wounded and not was.wounded:
            said.append(("wound", f"{brief(name)} wounded"))
        for sign, words in said:
            found.said.append((8, words))
            if planet:
                found.tell(planet, sign, words)
                found.focus.add(at)


def _races(found: Changes, before: View, after: View, events: Sequence[Event]) -> None:
    for event in events:
        if isinstance(event, ConversionRolled) and not event.success:
            found.tell(event.planet, "gone", f"{brief(event.leader)} converts nobody")
            found.said.append((5, f"{event.leader} fails to convert {event.planet}"))
            found.focus.add(after.pack.planets[event.planet].hexes[0])
    for planet, now in sorted(after.thralls.items()):
        was = before.thralls.get(planet)
        if was is None:
            continue
        at = after.pack.planets[planet].hexes[0]
        said = []
        if now.converted and not was.converted:
            said.append(("cross", "converted", f"{planet} is converted"))
        elif was.converted and not now.converted:
            said.append(("gone", "reconquered", f"{planet} is reconquered"))
        if now.heresy and not was.heresy:
            said.append(("heresy", "heresy", f"heresy on {planet}"))
        elif was.heresy and not now.heresy:
            said.append(("cross", "heresy ended", f"the heresy on {planet} is over"))
        for sign, words, sentence in said:
            found.tell(planet, sign, words.capitalize())
            found.said.append((9, sentence))
            found.focus.add(at)


def _marks(found: Changes, before: View, after: View) -> None:
    def note(at: int, sign: str, words: str, sentence: str, weight: int) -> None:
        found.marked.add(at)
        found.focus.add(at)
        planet = after.pack.planet_of.get(at, "")
        if planet:
            found.tell(planet, sign, words)
        found.said.append((weight, sentence.format(place=place(after, at))))

    for at in sorted(after.castles - before.castles):
        fort = at in after.pack.fort_at
        words = (
            ("fort taken", "the Crusaders take {place}")
            if fort
            else ("castle built", "a castle stands on {place}")
        )
        note(at, "castle", words[0].capitalize(), words[1], 10)
    for at in sorted(before.castles - after.castles):
        note(at, "garrison", "Castle lost", "the Crusaders lose {place}", 10)
    for at in sorted(after.destroyed - before.destroyed):
        note(at, "ruin", "Fort destroyed", "the fort of {place} is destroyed", 10)
    for at in sorted(after.churches):
        if before.churches.get(at) != after.churches[at]:
            kind = after.churches[at]
            note(at, kind, f"New {kind}", f"a {kind} stands on {{place}}", 6)
    for at in sorted(set(before.churches) - set(after.churches)):
        note(at, "gone", "Church lost", "the church of {place} is lost", 6)
    for at in sorted(after.sieges.keys() - before.sieges.keys()):
        note(at, "siege", "Siege laid", "siege is laid to {place}", 8)
    for at in sorted(before.sieges.keys() - after.sieges.keys()):
        note(at, "siege", "Siege over", "the siege of {place} is over", 7)
    grail, old = after.grail, before.grail
    if grail is not None and grail.hex and (old is None or (old.hex, old.true) != (grail.hex, grail.true)):
        called = "The True Grail" if grail.true else "The Grail"
        note(grail.hex, "grail", called, f"{called[0].lower()}{called[1:]} is at {{place}}", 8)


def _alarms(found: Changes, before: View, after: View) -> None:
    from render.high_crusade.pieces import is_alerted

    fresh = [
        planet
        for planet in sorted(after.pack.planets)
        if is_alerted(after, planet) and not is_alerted(before, planet)
    ]
    found.alerted = set(fresh)
    for zone in sorted(after.satellites - before.satellites):
        found.said.append((6, f"the satellite of {zone} is on"))
        found.focus.add(after.pack.planets[after.pack.zones[zone].capital].hexes[0])
    alone = [
        planet for planet in fresh if after.pack.zone_of[planet] not in after.satellites - before.satellites
    ]
    for planet in alone:
        found.focus.add(after.pack.planets[planet].hexes[0])
    if alone:
        found.said.append((4, f"{listed(alone)} alerted"))
    old = set(before.storms)
    for storm in sorted(set(after.storms) - old):
        found.said.append((5, f"an ionic storm at {storm:04d}"))
        found.focus.add(storm)


def _affairs(found: Changes, before: View, after: View) -> None:
    for race, state in sorted(after.alliances.items()):
        was = before.alliances.get(race, "neutral")
        if was != state:
            words = (
                "is neutral again"
                if state == "neutral"
                else "is an ally"
                if was == "neutral"
                else f"is {state}"
            )
            found.said.append((9, f"{race} {words}"))
            for home in after.pack.alliances[race].homes:
                found.tell(home, "banner", f"{race} {words}")
    for name, titles in sorted(after.titles.items()):
        for title, old in zip(titles, before.titles.get(name, ("", "")), strict=False):
            if title and title != old:
                found.said.append((7, f"{name} becomes {title}"))
    if after.equipment != before.equipment:
        found.said.append((2, f"Equipment {after.equipment}"))
    if after.iq != before.iq:
        found.said.append((2, f"I.Q. {after.iq}"))
    if after.result is not None and before.result is None:
        winner = "the Crusaders win" if after.result.winner == CRUSADER else "the Wersgorix win"
        found.said.append((12, winner))


def caption(view: View, found: Changes, limit: int = 400) -> str:
    """One line for under the picture."""
    head = f"Turn {view.turn}, {PHASE_TITLE.get(view.phase, view.phase)}" if view.turn else "Set-up"
    return caption_line(head, found.sentences(), limit)
