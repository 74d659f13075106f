"""The High Crusade for a page that draws its own map: plain data from a View, and nothing else.

`ground` is what is printed; `board` is what lies on it, as one viewer sees it.
"""

from collections.abc import Iterator
from typing import Any

from engine.high_crusade.names import CRUSADER, WERSGORIX, points, short
from engine.high_crusade.pack import Face, Pack, Planet
from engine.high_crusade.view import View
from engine.kernel.seats import Seat

ATTITUDE = {"A": "agrarian", "S": "spiritual", "W": "warlike"}


def ground(pack: Pack) -> dict[str, Any]:
    """The map as it is printed; the same for everybody."""
    return {
        "cols": pack.grid.cols,
        "rows": pack.grid.rows,
        "zones": {name: zone.colour for name, zone in pack.zones.items()},
        "territory": {str(at): zone for at, zone in sorted(pack.territory.items())},
        "planets": [
            {
                "name": planet.name,
                "zone": planet.zone,
                "hexes": list(planet.hexes),
                "terrain": planet.terrain_label,
                "capital": planet.capital,
                "fort": planet.fort or "",
                "home": planet.home_of or "",
            }
            for planet in pack.planets.values()
        ],
    }


def side_of(view: View, faction: str) -> str:
    """Who commands a faction; "" for nobody."""
    if faction == "Wersgorix":
        return WERSGORIX
    if faction in ("Crusader", "Thrall") or view.alliances.get(faction, "neutral") != "neutral":
        return CRUSADER
    return ""


def board(view: View) -> dict[str, Any]:
    """What lies on the map."""
    return {
        "turn": view.turn,
        "pieces": [_unit(view, name) for name in sorted(view.units)],
        "leaders": [_leader(view, name) for name in sorted(view.leaders) if view.leaders[name].hex],
        "planets": {name: _planet(view, planet) for name, planet in view.pack.planets.items()},
        "storms": list(view.storms),
        "castles": sorted(view.castles),
        "churches": {str(at): kind for at, kind in sorted(view.churches.items())},
        "ruins": sorted(view.destroyed),
        "sieges": {str(at): seat for at, seat in sorted(view.sieges.items())},
        "grail": view.grail.hex if view.grail is not None else 0,
        "attacks": [attack.hex for attack in view.attacks],
        "battle": view.battle.hex if view.battle is not None else 0,
        "words": {str(at): words for at, words in hex_words(view)},
    }


def _unit(view: View, name: str) -> dict[str, Any]:
    unit = view.units[name]
    side = WERSGORIX if name in view.turned else side_of(view, unit.faction)
    return {
        "name": name,
        "faction": unit.faction,
        "side": side,
        "kind": unit.kind,
        "hex": unit.hex,
        "n": unit.strength,
    }


def _leader_side(view: View, name: str) -> str:
    leader = view.leaders[name]
    if leader.captor:
        return ""
    side = side_of(view, leader.faction)
    if leader.defected:
        return CRUSADER if side == WERSGORIX else WERSGORIX
    return side


def _leader(view: View, name: str) -> dict[str, Any]:
    leader = view.leaders[name]
    return {"name": name, "side": _leader_side(view, name), "hex": leader.hex, "wounded": leader.wounded}


def _planet(view: View, planet: Planet) -> dict[str, Any]:
    seen = view.thralls.get(planet.name)
    return {
        "alert": planet.name in view.alerted or planet.zone in view.satellites,
        "race": ""
        if seen is None
        else "heresy"
        if seen.heresy
        else "converted"
        if seen.converted
        else "known"
        if seen.face
        else "hidden",
        "work": [work.kind for work in view.works if work.planet == planet.name],
    }


# -- words ---------------------------------------------------------------------------------------------------


def face_words(face: Face) -> str:
    """A race's face."""
    star = ", brings a fleet and an army" if face.asterisk else ""
    kind = ATTITUDE[face.attitude]
    return f"{face.name}: {kind}, converts on {face.conversion} or less, strength {face.strength}{star}"


def planet_words(view: View, planet: Planet) -> list[str]:
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


def hex_words(view: View) -> Iterator[tuple[int, list[str]]]:
    """For every land hex, what it holds, a line each; the first line is its name."""
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
            told = f"{name} ({', '.join(fate)})" if fate else name
            held.setdefault(leader.hex, []).append(told)
    for planet in view.pack.planets.values():
        for place, at in enumerate(planet.hexes, start=1):
            yield at, [f"{planet.name} {place}", *_hex_marks(view, planet, at), *held.get(at, [])]
    for at in sorted(view.storms):
        if at not in view.pack.planet_of:
            yield at, [f"Space {at:04d}", "an ionic storm"]


def _hex_marks(view: View, planet: Planet, at: int) -> list[str]:
    said = []
    if at == planet.hexes[0]:
        said += planet_words(view, planet)
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


def names_at(view: View, at: int, seat: Seat) -> list[str]:
    """What an order of this seat may call things in a hex: its place, its planet, the pieces there."""
    pack = view.pack
    place = pack.place_of.get(at)
    if place is None:
        return []
    pieces = [short(seat, name) for name, unit in view.units.items() if unit.hex == at]
    leaders = [name for name, leader in view.leaders.items() if leader.hex == at]
    return [*pieces, *leaders, place, pack.planet_of[at]]
