"""Every place of the map in words, and what orders call things there."""

from __future__ import annotations

from collections.abc import Iterator

from engine.high_crusade.names import CRUSADER, points, short
from engine.high_crusade.pack import Planet
from engine.high_crusade.view import View
from engine.kernel.seats import Seat
from render.high_crusade.facts import face_words
from render.kinds import Place


def place_id(at: int) -> str:
    """A hex as a place: its printed number."""
    return f"{at:04d}"


def places(view: View) -> Iterator[Place]:
    """Every land hex, planet by planet in the order of the zones; then storms in open space."""
    held = _held(view)
    for zone in view.pack.zones.values():
        for name in zone.planets:
            planet = view.pack.planets[name]
            group = f"{name}, capital" if planet.capital else name
            for at in planet.hexes:
                words = (*_marks(view, planet, at), *held.get(at, ()))
                yield Place(place_id(at), view.pack.place_of[at], group, words)
    for at in sorted(set(view.storms) - view.pack.planet_of.keys()):
        yield Place(place_id(at), f"Space {at:04d}", "Open space", ("an ionic storm",))


def names_at(view: View, place: str, seat: str) -> list[str]:
    """What an order may call things in a hex: the pieces there, the place, its planet."""
    at = int(place) if place.isascii() and place.isdigit() else 0
    name = view.pack.place_of.get(at)
    if name is None:
        return []
    pieces = [short(Seat(seat), name) for name, unit in view.units.items() if unit.hex == at]
    leaders = [name for name, leader in view.leaders.items() if leader.hex == at]
    return [*pieces, *leaders, name, view.pack.planet_of[at]]


def _held(view: View) -> dict[int, list[str]]:
    """Units and leaders by hex."""
    held: dict[int, list[str]] = {}
    for name in sorted(view.units):
        unit = view.units[name]
        reach = f", range {view.pack.fleet_range(name)}" if unit.kind == "fleet" else ""
        done = ", has moved" if name in view.moved else ""
        if view.flown.get(name):
            done = f", has flown {view.flown[name]}"
        what = name if unit.kind != "garrison" else f"{unit.faction} garrison"
        held.setdefault(unit.hex, []).append(f"{what}, strength {unit.strength}{reach}{done}")
    for name in sorted(view.leaders):
        leader = view.leaders[name]
        if leader.hex:
            fate = [
                word
                for word, so in (
                    ("wounded", leader.wounded),
                    ("prisoner", bool(leader.captor)),
                    ("defected", leader.defected),
                    ("traitor", view.treason and name == view.traitor),
                )
                if so
            ]
            held.setdefault(leader.hex, []).append(f"{name} ({', '.join(fate)})" if fate else name)
    return held


def _planet_words(view: View, planet: Planet) -> list[str]:
    """What is to be said of a planet as a whole."""
    said = [f"{planet.zone} zone{', capital' if planet.capital else ''}, terrain {planet.terrain_label}"]
    if planet.home_of:
        said.append(f"home of the {planet.home_of}: {view.alliances[planet.home_of]}")
    if planet.name in view.alerted:
        said.append("alerted")
    elif planet.zone in view.satellites:
        said.append("the alert satellite of the zone is on")
    if planet.name == view.pack.crusader_home and view.home_fief:
        said.append(f"fief of {view.home_fief}")
    seen = view.thralls.get(planet.name)
    if seen is not None:
        who = face_words(seen.face) if seen.face else "a Thrall Race nobody here has seen"
        state = ""
        if seen.converted:
            state = f"; converted{', in heresy' if seen.heresy else ''}"
            state += f", fief of {seen.fief}" if seen.fief else ", without a lord"
            state += f", {points(seen.waiting)} waiting" if seen.waiting else ""
        secret = " (only you know this)" if seen.private else ""
        said.append(f"{who}{state}{secret}")
    said += [
        f"{work.kind} being built by {work.builder}" for work in view.works if work.planet == planet.name
    ]
    return said


def _marks(view: View, planet: Planet, at: int) -> list[str]:
    """The planet itself in its first hex, and the markers in a hex."""
    said = []
    if at == planet.hexes[0]:
        said += _planet_words(view, planet)
        if planet.fort:
            state = "in ruins" if at in view.destroyed else f"worth {view.pack.fort_at[at]}"
            held = ", in Crusader hands" if at in view.castles else ""
            said.append(f"{planet.fort} {state}{held}")
    elif at in view.castles:
        said.append("castle")
    if at in view.churches:
        said.append(view.churches[at])
    if at in view.sieges:
        said.append(f"besieged by the {'Crusaders' if view.sieges[at] == CRUSADER else 'Wersgorix'}")
    elif at in view.inside:
        said.append("the defenders are inside the walls")
    if view.grail is not None and view.grail.hex == at:
        said.append("the True Grail" if view.grail.true else "the Grail")
    if at in view.storms:
        said.append("an ionic storm")
    said += [f"attack announced ({attack.kind})" for attack in view.attacks if attack.hex == at]
    return said
