"""Maps to click on, of every game that has one: sound SVG, places with words, nothing from elsewhere."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import groupby
from random import Random
from typing import Any

import pytest

from bot import games
from engine.kernel.dice import CommittedDice
from engine.kernel.game import Game
from engine.kernel.players import RandomPlayer, SeatOptions
from engine.kernel.seats import SPECTATOR, viewer_of
from engine.kernel.soundness import ChanceDice
from render import has_stage, stage

KEYS = [key for key in games.keys() if has_stage(key)]  # noqa: SIM118
ORDERS = 60


@cache
def positions(key: str) -> tuple[tuple[Game[Any], Any], ...]:
    """Some positions of a game that random players play."""
    rules = games.game(key)
    dice, chance = CommittedDice(b"stage"), Random(7)
    state = rules.open(rules.start({}), dice).after
    found, player = [(rules, state)], RandomPlayer(chance)
    for number in range(ORDERS):
        asked = rules.pending(state)
        if not asked:
            break
        one = asked[0]
        order = player.choose(
            rules.view(state, viewer_of(one.seat)), one, SeatOptions(rules, state, one.seat)
        )
        state = rules.decide(state, one.seat, order, dice).after
        if number % 12 == 0:
            found.append((rules, state))
    return tuple(found)


def drawings(key: str) -> list[tuple[Any, ET.Element, ET.Element]]:
    """Every position with everybody's eyes: the View and both drawings, read as XML."""
    found = []
    for rules, state in positions(key):
        for viewer in (*map(viewer_of, rules.seats), SPECTATOR):
            view = rules.view(state, viewer)
            ground, pieces = (
                ET.fromstring(f"<svg>{part}</svg>")
                for part in (stage(key).ground(view), stage(key).pieces(view))
            )
            found.append((view, ground, pieces))
    return found


@pytest.mark.parametrize("key", KEYS)
def test_a_drawing_holds_nothing_but_shapes(key: str) -> None:
    """No script, no style, no handler, no address but those of its own parts, which are all there."""
    for _, ground, pieces in drawings(key):
        ids = {node.get("id") for node in ground.iter()} | {node.get("id") for node in pieces.iter()}
        for node in (*ground.iter(), *pieces.iter()):
            assert node.tag not in ("script", "style", "foreignObject", "image", "a"), node.tag
            for name, value in node.attrib.items():
                assert not name.startswith("on"), name
                assert name != "style"
                for reference in re.findall(r"url\((.*?)\)", value) + ([value] if name == "href" else []):
                    assert reference.startswith("#"), reference
                    assert reference[1:] in ids, reference


@pytest.mark.parametrize("key", KEYS)
def test_places_are_drawn_named_and_in_words(key: str) -> None:
    """Each place can be pointed at once, and an order can name it; what can be pointed at is a place."""
    for view, ground, pieces in drawings(key):
        places = stage(key).places(view)
        ids = [place.id for place in places]
        assert len(ids) == len(set(ids))
        assert len({place.name for place in places}) == len(ids)
        drawn = {node.get("data-place") for node in (*ground.iter(), *pieces.iter())} - {None}
        assert drawn == set(ids)
        groups = [place.group for place in places]
        assert len(list(groupby(groups))) == len(set(groups))
        for seat in games.game(key).seats:
            for place in places:
                assert all(isinstance(word, str) and word for word in place.words)
                assert len(names := stage(key).names_at(view, place.id, seat)) == len(set(names))
        assert stage(key).names_at(view, "nowhere", games.game(key).seats[0]) == []


@pytest.mark.parametrize("key", KEYS)
def test_the_ground_depends_on_the_edition_alone(key: str) -> None:
    grounds: dict[str, set[str]] = {}
    for rules, state in positions(key):
        for viewer in (*map(viewer_of, rules.seats), SPECTATOR):
            view = rules.view(state, viewer)
            edition = stage(key).edition(view)
            assert re.fullmatch(r"[A-Za-z0-9_.-]+", edition)
            grounds.setdefault(edition, set()).add(stage(key).ground(view))
            wide, high = stage(key).size(view)
            assert wide > 0
            assert high > 0
    assert all(len(drawn) == 1 for drawn in grounds.values())


@pytest.mark.parametrize("key", KEYS)
def test_what_is_hidden_is_not_drawn(key: str) -> None:
    """Dealt again as far as a viewer cannot know: the same drawing, the same words."""
    for rules, state in positions(key):
        for viewer in (*map(viewer_of, rules.seats), SPECTATOR):
            other = rules.redeal(state, viewer, ChanceDice(Random(3)))
            one, two = rules.view(state, viewer), rules.view(other, viewer)
            assert stage(key).pieces(one) == stage(key).pieces(two)
            assert stage(key).places(one) == stage(key).places(two)


@pytest.mark.parametrize("key", KEYS)
def test_both_themes_are_coloured(key: str) -> None:
    css = stage(key).css
    for theme in ("dark", "light"):
        assert f'[data-theme="{theme}"]' in css
    assert "url(http" not in css
    assert "@import" not in css
