"""Nothing overlaps and nothing is cut, in the worst positions too."""

from functools import cache
from itertools import combinations

import pytest

from render import fonts
from render.column import measure
from render.fonts import SANS, SANS_BOLD, SERIF_BOLD, fitted, width, wrapped
from render.high_crusade.artist import HighCrusadeArtist, _window
from render.high_crusade.board import Picture, board
from render.high_crusade.changes import changes
from render.high_crusade.look import SIZES
from render.high_crusade.panel import COLUMN, TWO
from render.placing import around, grown, overlap
from render.theme import DARK
from tests.support.positions import BEFORE, SAMPLES, sample_view

CASES = [(name, size) for name in SAMPLES for size in ("full", "phone")]


@cache
def drawn(name: str, size: str) -> Picture:
    since = sample_view(BEFORE[name]) if name in BEFORE else None
    return board(sample_view(name), theme="dark", size=size, since=since)


@pytest.mark.parametrize(("name", "size"), CASES)
def test_labels_and_trays_keep_clear(name: str, size: str) -> None:
    """No tray or label covers another, nor a land hex, and all of them lie on the map."""
    picture = drawn(name, size)
    sheet = picture.sheet
    pack = sample_view(name).pack
    land = [
        (planet.name, grown(sheet.geometry.box(at), -sheet.geometry.side * 0.26))
        for planet in pack.planets.values()
        for at in planet.hexes
    ]
    labels = [(plate.planet, plate.box) for plate in sheet.plates.values()]
    trays = [(f"tray of {tray.planet}", tray.box) for tray in picture.trays]
    for (one, a), (other, b) in combinations([*labels, *trays], 2):
        assert not overlap(a, b), f"{one} covers {other}"
    for label, box in [*labels, *trays]:
        for planet, hex_ in land:
            assert not overlap(box, hex_), f"{label} covers {planet}"
        assert around([picture.map, box]) == picture.map, f"{label} is cut"


@pytest.mark.parametrize(("name", "size"), CASES)
def test_everything_in_a_tray_lies_in_it(name: str, size: str) -> None:
    """Every counter of a crowded hex is in a tray, and none sticks out of it."""
    picture = drawn(name, size)
    view = sample_view(name)
    for tray in picture.trays:
        wide, high = tray.box[2] - tray.box[0], tray.box[3] - tray.box[1]
        boxes = [(x, y, x + item.width, y + item.height) for x, y, item in tray.items]
        for box in boxes:
            assert around([(0, 0, wide + 0.5, high + 0.5), box]) == (0, 0, wide + 0.5, high + 0.5)
        for a, b in combinations(boxes, 2):
            assert not overlap(grown(a, -0.5), grown(b, -0.5))
    crowded = {
        unit.hex
        for unit in view.units.values()
        if sum(other.hex == unit.hex for other in view.units.values()) > 1
    }
    shown = {view.pack.hex_of[tray.planet] // 1 for tray in picture.trays}
    planets = {view.pack.planet_of[at] for at in crowded}
    assert planets <= {view.pack.planet_of[at] for at in shown}


@pytest.mark.parametrize("name", list(SAMPLES))
def test_the_panel_holds_its_words(name: str) -> None:
    """The panel is scaled until all of it fits, and never below what can be read."""
    view = sample_view(name)
    high = board(view, theme="dark", size="full").image.height - 36
    assert measure(view, DARK, SIZES["full"].panel_width - 36, 0.8, COLUMN) <= high
    assert all(measure(view, DARK, 500, 1.0, blocks) > 0 for blocks in TWO)


def test_labels_of_zones_are_all_there() -> None:
    """Each zone's name finds a place in its own land at every size."""
    view = sample_view("empty")
    for size in SIZES:
        picture = board(view, theme="dark", size=size)
        assert len(picture.sheet.names) == len(view.pack.zones), size


def test_text_fits_its_room() -> None:
    """Shrunk first, shortened last, and never wider than its room."""
    for text in (
        "A",
        "Sir Brian Fitz-William",
        "P'thing'gung-Ashenk",
        "W" * 80,
        "Wersgorix garrison at P'thing'gung 4",
    ):
        for face in (SANS, SANS_BOLD, SERIF_BOLD):
            for room in (24, 60, 150, 400):
                short, size = fitted(text, face, 24, room)
                assert width(short, face, size) <= room
                assert size >= 8
            for line in wrapped(text + " and " + text, face, 18, 120):
                assert width(line, face, 18) <= 120


def test_a_closeup_cuts_no_label() -> None:
    """The window of a closeup runs around labels, never through them."""
    from tests.support.pictured import one_move_ago

    who = HighCrusadeArtist()
    view = sample_view("after-midgame")
    part = who.closeup(view, theme="dark", since=one_move_ago(view))
    assert part is not None
    assert part.width < 900
    since = one_move_ago(view)
    picture = who.picture(view, theme="dark", size="full", since=since)
    window = _window(picture, changes(since, view), view)
    assert window is not None
    labels = [plate.box for plate in picture.sheet.plates.values()] + [tray.box for tray in picture.trays]
    for box in [*labels, *picture.sheet.planets.values(), *picture.sheet.names]:
        assert not overlap(box, window) or around([box, window]) == window
    assert who.closeup(view, theme="dark", since=view) is None
    everywhere = who.closeup(sample_view("opening"), theme="dark", since=sample_view("midgame"))
    assert everywhere is None


def test_clipped_text_keeps_within_its_lines() -> None:
    """At most so many lines, none wider than the room, cut between words, and the ellipsis says so."""
    text = "White's Rogue goes from F2 to E2, turning east, and everybody else looks on"
    room = 180.0
    for most in (1, 2, 9):
        lines = fonts.clipped(text, fonts.SANS, 16.5, room, most)
        assert len(lines) <= most
        assert all(fonts.width(line, fonts.SANS, 16.5) <= room for line in lines)
        whole = " ".join(lines)
        assert whole == text if most == 9 else text.startswith(whole.removesuffix(" …"))
        assert whole.endswith("…") is (most < 9)
