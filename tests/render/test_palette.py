"""Colours: readable, and told apart by people who see fewer of them."""

from itertools import combinations

import pytest

from render.colour import DEFICIENCIES, RGB, contrast, difference, mix, rgb, simulate
from render.high_crusade.look import FROZEN, LIVERIES, zone_colours
from render.theme import THEMES, Theme
from tests.support.board import game

EYES = (None, *DEFICIENCIES)
SIDES = {**LIVERIES, "frozen": FROZEN}


def seen(colour: RGB, eyes: str | None) -> RGB:
    return colour if eyes is None else simulate(colour, eyes)


@pytest.mark.parametrize("eyes", EYES)
def test_sides_are_told_apart(eyes: str | None) -> None:
    """Counters of any two sides differ by their ground for every kind of eye."""
    for (one, a), (other, b) in combinations(SIDES.items(), 2):
        apart = difference(seen(a.fill, eyes), seen(b.fill, eyes))
        assert apart > 12, f"{one} and {other} look alike with {eyes}"


@pytest.mark.parametrize("eyes", EYES)
def test_the_two_main_sides_differ_in_lightness(eyes: str | None) -> None:
    """Crusader and Wersgorix counters are apart in black and white too."""
    a, b = (seen(LIVERIES[side].fill, eyes) for side in ("Crusader", "Wersgorix"))
    assert contrast(a, b) > 7
    assert LIVERIES["Crusader"].corners != LIVERIES["Wersgorix"].corners


@pytest.mark.parametrize("eyes", EYES)
def test_counters_can_be_read(eyes: str | None) -> None:
    """Figures on counters have the contrast of running text."""
    for side, livery in SIDES.items():
        assert contrast(seen(livery.ink, eyes), seen(livery.fill, eyes)) >= 4.5, side
        assert contrast(seen(livery.band_ink, eyes), seen(livery.band, eyes)) >= 4.5, side


@pytest.mark.parametrize("theme", THEMES.values(), ids=str)
@pytest.mark.parametrize("eyes", EYES)
def test_words_can_be_read(theme: Theme, eyes: str | None) -> None:
    """Ink on paper and cards, headings in gold, alarms."""
    for ground in (theme.paper, theme.card, theme.inset):
        assert contrast(seen(theme.ink, eyes), seen(ground, eyes)) >= 7
        assert contrast(seen(theme.faint, eyes), seen(ground, eyes)) >= 4.5
    assert contrast(seen(theme.gold, eyes), seen(theme.card, eyes)) >= 4.5
    assert contrast(seen(theme.alarm, eyes), seen(theme.card, eyes)) >= 3
    for zone in game().pack.zones.values():
        middle = zone_colours(zone.colour, theme)[0]
        assert contrast(seen(theme.ink, eyes), seen(middle, eyes)) >= 7, zone.name
        gold = 4.5 if theme.dark else 3
        assert contrast(seen(theme.gold, eyes), seen(middle, eyes)) >= gold, zone.name


@pytest.mark.parametrize("theme", THEMES.values(), ids=str)
@pytest.mark.parametrize("eyes", EYES)
def test_borders_of_zones_can_be_seen(theme: Theme, eyes: str | None) -> None:
    """A border line stands out from the land on both its sides, whatever the colours."""
    pack = game().pack
    neighbours = {
        tuple(sorted((a, pack.territory[to])))
        for at, a in pack.territory.items()
        for to in pack.grid.neighbours[at]
        if to in pack.territory and pack.territory[to] != a
    }
    assert neighbours
    for one, other in neighbours:
        line = zone_colours(pack.zones[one].colour, theme)[1]
        line = mix(line, (255, 255, 255), 0.18) if theme.dark else mix(line, theme.ink, 0.18)
        for ground in (one, other):
            middle = zone_colours(pack.zones[ground].colour, theme)[0]
            assert difference(seen(line, eyes), seen(middle, eyes)) > 10, f"{one} beside {ground}"


def test_the_simulation_itself() -> None:
    """Grey stays grey, and red and green come near each other for those who confuse them."""
    for eyes in DEFICIENCIES:
        grey = simulate((128, 128, 128), eyes)
        assert max(grey) - min(grey) <= 2
    red, green = rgb("#c02020"), rgb("#208020")
    assert (
        difference(simulate(red, "deuteranopia"), simulate(green, "deuteranopia"))
        < difference(red, green) / 2
    )
