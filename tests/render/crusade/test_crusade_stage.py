"""The board to click on."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from engine.crusade.names import SQUARES
from engine.crusade.orders import GRAMMAR
from engine.crusade.view import View
from render import stage
from tests.render.crusade.samples import armies, middle, turn, view

MAP = stage("crusade")
VIEWS = {
    "placing": view(armies(), "white"),
    "turns": view(middle()),
    "gripped": turn("spell")[1],
    "marked up": replace(view(middle()), layout="<b>&'\\"),
}


def parsed(inside: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>')


@pytest.mark.parametrize("seen", VIEWS.values(), ids=list(VIEWS))
def test_drawings_are_sound(seen: View) -> None:
    """Well-formed, with no script, no style and no address in them, and all their colours defined."""
    wide, high = MAP.size(seen)
    assert wide == high > 0
    for inside in (MAP.ground(seen), MAP.pieces(seen)):
        for node in parsed(inside).iter():
            assert node.tag.rpartition("}")[2] in ("svg", "g", "rect", "path", "circle", "text")
            assert not {"style", "href", "onclick"} & set(node.attrib)
            for name in node.get("class", "").split():
                if name[:2] in ("f-", "l-"):
                    assert MAP.css.count(f".{name}{{") == 2, name


def test_every_square_can_be_clicked() -> None:
    """On the ground once each, and whatever stands there belongs to it."""
    seen = view(middle())
    ground = [place for node in parsed(MAP.ground(seen)).iter() if (place := node.get("data-place"))]
    assert sorted(ground) == sorted(SQUARES)
    pieces = {node.get("data-place") for node in parsed(MAP.pieces(seen)).iter() if node.get("data-place")}
    assert pieces == {unit.square for unit in seen.units} | {it.square for it in seen.treasures}


def test_the_ground_is_one() -> None:
    """For every viewer and position, under one name."""
    assert len({MAP.ground(seen) for seen in VIEWS.values()}) == 1
    assert len({MAP.edition(seen) for seen in VIEWS.values()}) == 1


def test_places_say_what_is_there() -> None:
    """All squares in reading order, with unit and treasure."""
    seen = view(middle())
    places = {place.id: place for place in MAP.places(seen)}
    assert next(iter(places)) == "A8"
    assert set(places) == set(SQUARES)
    assert places["B6"].words == ("Black's Warrior facing west", "Black's Supply")
    assert places["A5"].words == ()


def test_names_are_what_orders_say() -> None:
    """What a click puts into an order is understood there."""
    seen = view(middle())
    for place in SQUARES:
        for name in MAP.names_at(seen, place, "white"):
            assert GRAMMAR.parse(f"move {name} to {name}").unit == place  # type: ignore[attr-defined]
    assert MAP.names_at(seen, "Z9", "white") == []
