"""Pictures of Crusade: every viewer, size and theme, what they show, and what they cost."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from time import process_time

import pytest
from PIL import Image, ImageChops

from engine.crusade.names import FACINGS, KINDS, NOBLES, PAWNS, SEATS
from engine.crusade.state import State
from render import NoPicture, artist
from render.colour import DEFICIENCIES, RGB, contrast, difference, simulate
from render.column import PAD, measure
from render.crusade.board import draw
from render.crusade.changes import BEAM, GRIP, MOVE, SHOT, SWAP, Changes, changes
from render.crusade.look import GROUNDS, PAINT, SIZES, square_colour
from render.crusade.palettes import colours
from render.crusade.panel import BRIEF, COLUMN, Scene
from render.crusade.tokens import treasure_token, unit_token
from render.encode import png
from render.theme import THEMES
from tests.render.crusade.samples import TURNS, armies, course, crowded, middle, revealed, turn, view
from tests.support.crusade import play

WHO = artist("crusade")
PHONE_CELL = 41
"""Pixels of a square where the picture for a phone is 360 wide."""


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("viewer", ["spectator", "white", "black"])
def test_every_way_to_draw(viewer: str, size: str, theme: str) -> None:
    """Before the game and in it, small enough to post, with a description."""
    for state in (armies(), middle()):
        drawn = WHO.board(view(state, viewer), theme=theme, size=size)
        assert opened(drawn.data).size == (drawn.width, drawn.height)
        assert len(drawn.data) < 300 * 1024
        assert 0 < len(drawn.alt) <= 1000


@pytest.mark.parametrize("make", [armies, middle, crowded])
def test_the_panel_holds_its_words(make: Callable[[], State]) -> None:
    """Scaled until all of it fits, and never below what can be read in a feed."""
    for viewer in ("spectator", "white"):
        scene = Scene(view(make(), viewer), Changes())
        for name, blocks, least in (("full", COLUMN, 0.8), ("feed", BRIEF, 1.0)):
            size = SIZES[name]
            high = size.board + size.caption - 2 * PAD
            assert measure(scene, THEMES["dark"], size.panel_width - 2 * PAD, least, blocks) <= high


def test_what_there_is_not() -> None:
    """Unknown themes, sizes, cards; empty squares; no closeup of a small board."""
    seen = view(middle())
    for wrong in ({"theme": "pink", "size": "full"}, {"theme": "dark", "size": "huge"}):
        with pytest.raises(NoPicture):
            WHO.board(seen, **wrong)
    for name in ("dragon", "E5", "Z9", ""):
        with pytest.raises(NoPicture):
            WHO.card(seen, name, theme="dark")
    before, after, events = turn("capture")
    assert WHO.closeup(after, theme="dark", since=before, events=events) is None


def apart(a: Image.Image, b: Image.Image) -> float:
    """The share of a square in which two pieces look different, on a board."""
    grounds = [Image.new("RGB", it.size, GROUNDS["dark"].light) for it in (a, b)]
    for ground, piece in zip(grounds, (a, b), strict=True):
        ground.paste(piece, (0, 0), piece)
    gap = ImageChops.difference(*grounds).convert("L").point(lambda value: 255 if value > 60 else 0)
    return sum(gap.histogram()[255:]) / (a.width * a.height)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("kind", PAWNS)
def test_facing_is_unmistakable(kind: str, seat: str) -> None:
    """On a phone a sixth of the square at least looks different for any two facings."""
    tokens = [unit_token(kind, seat, facing, PHONE_CELL) for facing in FACINGS]
    for one, other in combinations(tokens, 2):
        assert apart(one, other) > 0.16


def test_kinds_and_owners_are_unmistakable() -> None:
    """On a phone, without colour: kinds by their signs, owners by their lightness."""
    grey = {
        (kind, seat): unit_token(kind, seat, "" if kind in NOBLES else "north", PHONE_CELL)
        .convert("LA")
        .convert("RGBA")
        for kind in KINDS
        for seat in SEATS
    }
    for seat in SEATS:
        for one, other in combinations(KINDS, 2):
            assert apart(grey[one, seat], grey[other, seat]) > 0.03, (one, other)
    for kind in KINDS:
        assert apart(*(grey[kind, seat] for seat in SEATS)) > 0.4, kind
    for owner in SEATS:
        assert apart(treasure_token("supply", owner, 30), treasure_token("relic", owner, 30)) > 0.1


@pytest.mark.parametrize("eyes", [None, *DEFICIENCIES])
@pytest.mark.parametrize("theme", list(THEMES))
def test_colours_can_be_told_apart(theme: str, eyes: str | None) -> None:
    """Signs on pieces, pieces on squares, beaks on bodies, marks on squares, whoever looks."""

    def seen(colour: RGB) -> RGB:
        return colour if eyes is None else simulate(colour, eyes)

    look = THEMES[theme]
    squares = [seen(square_colour(look, at, lit)) for at in ("A1", "A2") for lit in (False, True)]
    for paint in PAINT.values():
        body = seen(paint["body"])
        assert contrast(seen(paint["sign"]), body) > 7
        assert contrast(seen(paint["edge"]), body) > 7
        assert difference(seen(paint["accent"]), body) > 25
        for square in squares:
            assert max(contrast(body, square), contrast(seen(paint["edge"]), square)) > 2.8
    ground = GROUNDS[theme]
    for square in squares[::2]:
        assert contrast(seen(ground.step), square) > 2.8
        assert difference(seen(ground.hit), square) > 15
    assert contrast(seen(ground.frame_ink), seen(ground.frame)) > 4.5


def test_the_change_of_a_turn() -> None:
    """Ways, shots, captures, grips, swaps and turns are read from events."""

    def ways(name: str) -> set[tuple[str, str]]:
        before, after, events = turn(name)
        return {(way.how, " ".join(way.squares)) for way in changes(before, after, events).ways}

    assert ways("capture") == {(MOVE, "E4 F5")}
    assert ways("shot") == {(SHOT, "C3 C5")}
    assert ways("spell") == {(MOVE, "D3 D4"), (BEAM, "D4 D5"), (GRIP, "D5 C5")}
    assert ways("swap") == {(SWAP, "F3 E4")}
    assert ways("counter") == {(MOVE, "F3 D5")}
    assert ways("command") == {(MOVE, "D1 D2"), (MOVE, "D3 D4 C4")}
    before, after, events = turn("counter")
    assert {square for square, _, _ in changes(before, after, events).fallen} == {"D5", "F3"}
    before, after, events = turn("plunder")
    assert changes(before, after, events).plundered == [("F8", "white", "relic")]


@pytest.mark.parametrize("name", list(TURNS))
def test_two_views_tell_most_of_it(name: str) -> None:
    """Without events: who fell, what was plundered, and who went where."""
    before, after, events = turn(name)
    told, seen = changes(before, after, events), changes(before, after)
    assert sorted(seen.fallen) == sorted(told.fallen)
    assert seen.plundered == told.plundered
    ends = {(way.squares[0], way.squares[-1]) for way in told.ways if way.how in (MOVE, GRIP)}
    if name != "counter":
        assert ends <= {(way.squares[0], way.squares[-1]) for way in seen.ways}
    assert changes(after, after).said == []
    assert changes(None, after).ways == []


def test_cards_for_what_happened() -> None:
    """The armies when they are revealed, and each treasure."""
    before, after, events = revealed()
    (card,) = WHO.cards(after, theme="light", events=events)
    assert "White: 3 Archers" in card.alt
    assert "Both armies are revealed" in changes(before, after, events).said[-1]
    assert changes(before, after).said == ["both armies are revealed"]
    before, after, events = turn("plunder")
    (card,) = WHO.cards(after, theme="light", events=events)
    assert card.alt == "White captures the Relic on F8."
    _, after, events = turn("shot")
    assert WHO.cards(after, theme="light", events=events) == []


@pytest.mark.parametrize("kind", [*KINDS, "supply", "relic"])
def test_every_kind_has_a_card(kind: str) -> None:
    """With what it can do, in words too."""
    drawn = WHO.card(view(armies()), kind, theme="light")
    assert drawn.alt.startswith(kind.title())
    assert opened(drawn.data).size == (drawn.width, drawn.height)


def test_a_unit_shows_its_reach() -> None:
    """Steps, captures, shots and what it would cost, in picture and words."""
    seen = view(middle())
    plain = WHO.board(seen, theme="dark", size="feed")
    drawn = WHO.card(seen, "e4", theme="dark")
    assert drawn.data != plain.data
    for words in ("Steps to E5.", "Captures on D5, F5.", "Falls itself", "Shoots at E6."):
        assert words in drawn.alt
    held = view(play(middle(), "move D3 to D4 casting on D5 to C5"))
    assert "Captures" not in WHO.card(held, "C5", theme="dark").alt


def test_replays_move_and_keep_to_their_limit() -> None:
    """A whole game; fewer and coarser frames rather than a file nobody can post."""
    views = course()[:12]
    whole = WHO.replay(views, theme="dark")
    assert getattr(opened(whole.data), "n_frames", 1) == 12
    tight = WHO.replay(views, theme="dark", limit=len(whole.data) // 2)
    assert len(tight.data) <= len(whole.data) // 2
    with pytest.raises(NoPicture):
        WHO.replay([], theme="dark")
    with pytest.raises(NoPicture):
        WHO.replay(views, theme="dark", form="avi")


def test_posters_of_every_ending() -> None:
    """Won, drawn, and still under way."""
    views = course()
    words = {
        WHO.poster(it, theme="light").alt.partition(" Board of")[0]
        for it in (views, [*views[:-1], replace(views[-1], winner=None, reason="It is a draw.")], views[:9])
    }
    assert len(words) == 3


def test_a_board_costs_little_more_than_its_encoding() -> None:
    """At most three times as much, once the pieces are drawn; measured in processor time."""
    before, after, events = turn("capture")
    WHO.board(after, theme="dark", size="full", since=before, events=events)
    image = draw(after, THEMES["dark"], SIZES["full"], changes(before, after, events)).image

    def best(work: Callable[[], object]) -> float:
        found = []
        for _ in range(5):
            start = process_time()
            work()
            found.append(process_time() - start)
        return min(found)

    whole = best(lambda: WHO.board(after, theme="dark", size="full", since=before, events=events))
    assert whole <= 3 * best(lambda: png(image, colours("dark")))
