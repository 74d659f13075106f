"""The words that orders take, by kind, for each seat."""

from collections.abc import Mapping
from functools import lru_cache

from engine.high_crusade.names import (
    ALLIES,
    ARMY,
    FACTION,
    FACTIONS,
    FLEET,
    SEATS,
    garrison_name,
    short,
    unit_name,
)
from engine.high_crusade.pack import Pack
from engine.high_crusade.registry import orders
from engine.kernel.orders import Grammar, number, phrases, share
from engine.kernel.seats import Seat

BUILDINGS = ("church", "cathedral", "castle")


def unit_names(pack: Pack) -> list[str]:
    """Every name a unit can have."""
    names = []
    for faction in FACTIONS:
        for letter in pack.letters.get(faction, "AB"):
            names += [unit_name(faction, FLEET, letter), unit_name(faction, ARMY, letter)]
        names += [garrison_name(faction, place) for place in pack.place_of.values()]
    return names


def _called(seat: Seat, names: list[str]) -> dict[str, str]:
    """What one may type for a piece, and what this seat calls it."""
    words = {name: short(seat, name) for name in names}
    words.update({short(seat, name): short(seat, name) for name in names})
    return words


def _places(pack: Pack) -> dict[str, str]:
    places = {place: place for place in pack.place_of.values()}
    places.update({name: f"{name} 1" for name in pack.planets})
    return places


def _shorter(names: list[str]) -> dict[str, str]:
    """Leaders may be called by the last part of their name too, where that is one leader's only."""
    words = {name: name for name in names}
    ends = [name.split()[-1] for name in names]
    for name in names:
        if ends.count(name.split()[-1]) == 1:
            words.setdefault(name.split()[-1], name)
    return words


def _garrisons_by_planet(pack: Pack, seat: Seat) -> dict[str, str]:
    def called(place: str) -> str:
        return short(seat, garrison_name(FACTION[seat], place))

    return {called(name): called(f"{name} 1") for name in pack.planets}


def _grammar(pack: Pack, seat: Seat) -> Grammar:
    units = {**_garrisons_by_planet(pack, seat), **_called(seat, unit_names(pack))}
    leaders = _shorter(list(pack.leaders))
    places = _places(pack)
    planets = list(pack.planets)
    words: Mapping[str, dict[str, str]] = {
        "unit": units,
        "leader": leaders,
        "piece": {**units, **leaders},
        "place": places,
        "planet": {name: name for name in planets},
        "race": {race: race for race in ALLIES},
        "zone": {zone: zone for zone in pack.zones},
        "building": {building: building for building in BUILDINGS},
        "faction": {faction: faction for faction in FACTIONS},
        "arm": {FLEET: FLEET, ARMY: ARMY, "fleets": FLEET, "ground": ARMY, "army": ARMY},
        "assault": {
            **{kind: kind for kind in ("fleet", "ground", "fort", "heresy", "capture")},
            "army": "ground",
            "armies": "ground",
            "fleets": "fleet",
        },
        "letter": {letter: letter for letter in pack.letters[FACTION[seat]]},
    }
    vocabulary = {kind: phrases(known) for kind, known in words.items()}
    vocabulary["number"] = number
    vocabulary["loss"] = share(vocabulary["unit"])
    return Grammar(orders, vocabulary, {kind: known.keys() for kind, known in words.items()})


@lru_cache(maxsize=8)
def grammars(pack: Pack) -> dict[Seat, Grammar]:
    """The grammar of each seat, made once for a pack."""
    return {seat: _grammar(pack, seat) for seat in SEATS}
