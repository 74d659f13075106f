"""The High Crusade in plain text, from a View: readable at 72 columns and without colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from engine.high_crusade.names import (
    ALLIES,
    CRUSADER,
    FACTION,
    FACTIONS,
    PHASE_TITLE,
    WERSGORIX,
    listed,
    points,
)
from engine.high_crusade.pack import Face, Planet
from engine.high_crusade.view import SeenThrall, View
from engine.kernel.seats import Seat
from render.high_crusade.facts import (
    converted,
    face_words,
    fiefs_of,
    held_capitals,
    king,
    leader_rows,
    races,
    ratings,
    seat_of,
    seat_of_faction,
    seat_of_leader,
    title_words,
)
from render.high_crusade.look import Leader, Unit
from render.prose import hanging

STYLE: Final[dict[Seat | None, str]] = {CRUSADER: "bold blue", WERSGORIX: "bold red", None: "bold yellow"}
_KINDS: Final = (("fleet", "fleets"), ("army", "armies"))


class Board:
    """What one viewer can see, put into words."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.pack = view.pack

    # -- the whole map -----------------------------------------------------------------------------------

    def whole(self, only: str = "") -> RenderableType:
        """The map by zones, or one zone of it."""
        parts: list[RenderableType] = list(self.tracks()) if not only else []
        for name, zone in self.pack.zones.items():
            if only and name != only:
                continue
            alert = "satellite on, all alerted" if name in self.view.satellites else "satellite off"
            parts.append(Text(""))
            parts.append(Text.assemble((f"{name} zone", "bold underline"), (f"  {alert}", "dim")))
            for planet in zone.planets:
                parts += self._planet(self.pack.planets[planet])
        if not only:
            parts += [Text(""), Text("* capital   ! alerted   1: the hex of that number", style="dim")]
        return Group(*parts)

    def tracks(self) -> Iterable[Text]:
        """Turn, tracks, what counts for winning."""
        view, pack = self.view, self.pack
        scenario = pack.scenarios[view.scenario]
        turn = f"Turn {view.turn} of {view.turns}" if view.turn else "Set-up"
        yield Text.assemble((f"{turn} · {PHASE_TITLE[view.phase]}", "bold"), (f"   {scenario.title}", "dim"))
        equipment = pack.equipment.modifier(view.equipment)
        iq = pack.iq.modifier(view.iq)
        yield Text(
            f"Equipment {view.equipment} ({equipment:+d} in battle)   I.Q. {view.iq} ({iq:+d} in battle)"
        )
        yield Text(
            f"Crusader capitals: {listed(held_capitals(view))}   Thrall Races converted: "
            f"{len(converted(view))} of {scenario.thralls_needed}   King: {king(view) or 'none'}",
        )
        yield Text("Allies: " + "   ".join(f"{race} {view.alliances[race]}" for race in ALLIES))
        waiting = [f"{name} {view.uncollected[name]}" for name in FACTIONS if view.uncollected.get(name)]
        if waiting:
            yield Text(f"Uncollected: {', '.join(waiting)}")
        if view.storms:
            yield Text("Ionic storms: " + ", ".join(f"{at:04d}" for at in view.storms))
        if view.grail is not None:
            kind = "the true Grail" if view.grail.true else "the Grail, men say"
            yield Text(
                f"{kind[0].upper()}{kind[1:]}: {self.place(view.grail.hex)} {view.grail.carrier}".rstrip()
            )

    def _planet(self, planet: Planet) -> list[RenderableType]:
        view = self.view
        alerted = planet.name in view.alerted and planet.zone not in view.satellites
        name = f"{planet.name}{'*' if planet.capital else ''}{' !' if alerted else ''}"
        marks, race = ", ".join(self._marks(planet)), self._race(planet)
        gap = " " * max(1, 33 - len(marks)) if marks and race else " " * 33 if race else ""
        lines = [hanging(f"  {name:<15}", Text.assemble(marks, gap, race), 17, "bold")]
        for number, at in enumerate(planet.hexes, start=1):
            lines += [hanging(f"     {number}: ", force, 8) for force in self._forces(at)]
        return lines

    def _marks(self, planet: Planet) -> list[str]:
        """What is printed or built on a planet."""
        view = self.view
        first = planet.hexes[0]
        marks = []
        if planet.fort:
            value = self.pack.fort_at[first]
            marks.append(f"ruined {planet.fort}" if first in view.destroyed else f"{planet.fort} {value}")
        if planet.terrain:
            marks.append(f"terrain {planet.terrain_label}")
        if planet.home_of:
            marks.append(f"home of the {planet.home_of}")
        for number, at in enumerate(planet.hexes, start=1):
            if at in view.castles:
                fort = planet.fort and at == first and at not in view.destroyed
                marks.append("Crusader castle" if fort else f"castle at {number}")
            if at in view.churches:
                marks.append(f"{view.churches[at]} at {number}")
            if at in view.sieges:
                side = "Crusaders" if view.sieges[at] == CRUSADER else "Wersgorix"
                marks.append(f"besieged by the {side}")
            elif at in view.inside:
                marks.append("defenders inside")
        marks += [f"{work.kind} being built" for work in view.works if work.planet == planet.name]
        return marks

    def _race(self, planet: Planet) -> Text:
        if planet.name == self.pack.crusader_home and self.view.home_fief:
            return Text(f"fief of {self.view.home_fief}")
        seen = self.view.thralls.get(planet.name)
        if seen is None:
            return Text("no race", style="dim") if planet.thrall_box and self.view.thralls else Text("")
        if not seen.converted:
            return Text(f"race: {brief(seen.face)}" if seen.face else "race: unknown", style="dim")
        fief = f", fief of {seen.fief}" if seen.fief else ", no lord"
        fallen = ", HERESY" if seen.heresy else ""
        waits = f", {points(seen.waiting)} waiting" if seen.waiting else ""
        who = seen.face.name if seen.face else "race"
        return Text(f"{who} converted{fallen}{fief}{waits}", style="green")

    # -- pieces ------------------------------------------------------------------------------------------

    def _forces(self, at: int) -> list[Text]:
        """The pieces in a hex, one line a faction."""
        units = [self.view.units[name] for name in sorted(self.view.units) if self.view.units[name].hex == at]
        leaders = [leader for leader in leader_rows(self.view) if leader.hex == at]
        lines = []
        present = {unit.faction for unit in units} | {leader.faction for leader in leaders}
        for faction in (name for name in FACTIONS if name in present):
            own = [unit for unit in units if unit.faction == faction]
            parts = [group for kind, many in _KINDS if (group := _group(own, kind, many))]
            parts += [f"garrison {unit.strength}" for unit in own if unit.kind == "garrison"]
            parts += [self.leader_label(leader) for leader in leaders if leader.faction == faction]
            style = STYLE[seat_of_faction(self.view, faction)]
            lines.append(Text.assemble((faction, style), f" {', '.join(parts)}"))
        return lines

    def leader_label(self, leader: Leader) -> str:
        """A leader with what has befallen him."""
        fate = [
            word
            for word, told in (
                ("wounded", leader.wounded),
                ("prisoner", bool(leader.captor)),
                ("defected", leader.defected),
                ("traitor", leader.name == self.view.traitor),
            )
            if told
        ]
        return f"{leader.name} ({', '.join(fate)})" if fate else leader.name

    def place(self, at: int) -> str:
        """The name of a hex."""
        return self.pack.place_of.get(at, f"hex {at:04d}") if at else "off the map"

    # -- one thing ---------------------------------------------------------------------------------------

    def where(self, words: str, seat: str) -> RenderableType | None:
        """A planet, a zone or a piece; None when the words name nothing."""
        wanted = words.casefold()
        for name, planet in self.pack.planets.items():
            if wanted == name.casefold() or wanted in (f"{name} {n}".casefold() for n in range(1, 8)):
                return self._planet_card(planet, seat)
        for name in self.pack.zones:
            if wanted in (name.casefold(), f"{name} zone".casefold()):
                return self.whole(name)
        return self._piece_card(wanted, seat)

    def _planet_card(self, planet: Planet, seat: str) -> RenderableType:
        places = ", ".join(f"{number} is {at:04d}" for number, at in enumerate(planet.hexes, start=1))
        lines = [*self._planet(planet), hanging("  ", Text(f"{planet.zone} zone; hexes {places}", "dim"), 2)]
        seen = self.view.thralls.get(planet.name)
        if seen is not None and seen.face is not None:
            lines.append(Text(f"  {face_words(seen.face)}", style="dim"))
        ways = []
        for unit in self.view.units.values():
            if unit.kind == "fleet" and seat_of(self.view, unit) == seat:
                far = self.pack.hex_planet_distance(unit.hex, planet.name)
                reach = self.pack.fleet_range(unit.name)
                if far:
                    ways.append((far, f"{unit.name} {far} hexes{'' if far <= reach else ' (too far)'}"))
        if ways:
            near = ", ".join(way for _, way in sorted(ways)[:5])
            lines.append(hanging("  ", Text(f"As the crow flies: {near}", "dim"), 2))
        return Group(*lines)

    def _piece_card(self, wanted: str, seat: str) -> RenderableType | None:
        own = FACTION.get(Seat(seat), "")
        names = [*sorted(self.view.units), *sorted(self.view.leaders)]
        exact = [name for name in names if name.casefold() in (wanted, f"{own} {wanted}".casefold())]
        found = exact or [name for name in names if wanted in name.casefold()]
        return Group(*(self._card(name) for name in found[:12])) if found else None

    def _card(self, name: str) -> Text:
        unit = self.view.units.get(name)
        return self._unit_card(unit) if unit is not None else self._leader_card(self.view.leaders[name])

    def _unit_card(self, unit: Unit) -> Text:
        reach = f", range {self.pack.fleet_range(unit.name)}" if unit.kind == "fleet" else ""
        moved = ", has moved" if unit.name in self.view.moved else ""
        flown = self.view.flown.get(unit.name, 0)
        moved = f", has flown {flown}" if flown else moved
        style = STYLE[seat_of(self.view, unit)]
        return Text.assemble(
            "  ", (unit.name, style), f" ({unit.strength}{reach}{moved}) at {self.place(unit.hex)}"
        )

    def _leader_card(self, leader: Leader) -> Text:
        combat, political = ratings(self.view, leader)
        titles = title_words(self.view, leader.name)
        place = "is dead" if leader.dead else f"at {self.place(leader.hex)}"
        return Text.assemble(
            "  ",
            (self.leader_label(leader), STYLE[seat_of_leader(self.view, leader)]),
            f"{f', {titles},' if titles else ''} {place}; combat {combat}, political {political}",
        )

    def own(self, seat: str) -> RenderableType:
        """Where everything of a seat is."""
        view = self.view
        units = [unit for unit in view.units.values() if seat_of(view, unit) == seat]
        leaders = [one for one in view.leaders.values() if seat_of_leader(view, one) == seat and one.hex]
        places = {(unit.hex, 0, unit.name) for unit in units} | {(one.hex, 1, one.name) for one in leaders}
        return Group(*(self._card(name) for _, _, name in sorted(places)))

    def dossier(self, seat: str) -> RenderableType:
        """The races whose face this seat knows, and its leaders with titles and fiefs."""
        known = [(name, seen) for name, seen in races(self.view) if seen.face is not None]
        lines = [Text("Thrall Races you know", style="bold underline")]
        lines += [self._race_card(name, seen) for name, seen in known]
        hidden = len(self.view.thralls) - len(known)
        if hidden:
            lines.append(Text(f"  {hidden} more are unknown to you; a leader who visits sees.", style="dim"))
        lines += [Text(""), Text("Your leaders", style="bold underline")]
        for leader in leader_rows(self.view):
            if seat_of_leader(self.view, leader) == seat or leader.captor:
                lines.append(self._leader_card(leader))
                fiefs = fiefs_of(self.view, leader.name)
                if fiefs:
                    lines.append(Text(f"    holds {listed(fiefs)}", style="dim"))
        return Group(*lines)

    def _race_card(self, name: str, seen: SeenThrall) -> Text:
        assert seen.face is not None
        state = "converted" if seen.converted else "only you know" if seen.private else "seen by all"
        return Text.assemble(f"  {name:<10}", f"{face_words(seen.face)}  ", (state, "dim"))


def _group(units: Sequence[Unit], kind: str, many: str) -> str:
    found = [f"{unit.name.rsplit(' ', 1)[-1]} ({unit.strength})" for unit in units if unit.kind == kind]
    return f"{kind if len(found) == 1 else many} {' '.join(found)}" if found else ""


def brief(face: Face) -> str:
    """A race in a few characters."""
    return f"{face.name} {face.attitude}{face.conversion}"
