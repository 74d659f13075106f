"""A picture shows what its viewer may know and nothing else; equal Views make equal pictures."""

from dataclasses import replace

import pytest

from engine.high_crusade.state import State
from engine.high_crusade.view import View
from engine.kernel.dice import CommittedDice
from engine.kernel.seats import Viewer
from render import Drawn, artist
from render.high_crusade.artist import HighCrusadeArtist
from tests.support.board import Board, game
from tests.support.positions import midgame, sample_view

SIZES = ("full", "feed", "phone", "frame")


def shuffled(view: View) -> View:
    """An equal View whose containers were filled in another order."""
    return replace(
        view,
        units=dict(reversed(view.units.items())),
        leaders=dict(reversed(view.leaders.items())),
        thralls=dict(reversed(view.thralls.items())),
        churches=dict(reversed(view.churches.items())),
        titles=dict(reversed(view.titles.items())),
        alliances=dict(reversed(view.alliances.items())),
    )


@pytest.mark.parametrize("size", SIZES)
def test_equal_views_make_identical_bytes(size: str) -> None:
    """Whatever the order in which things came to be."""
    view = sample_view("midgame", "crusader")
    before = sample_view("opening", "crusader")
    other = shuffled(view)
    assert other == view
    drawn = [
        HighCrusadeArtist().board(it, theme="dark", size=size, since=since)
        for it, since in ((view, before), (other, shuffled(before)))
    ]
    assert drawn[0] == drawn[1]


def dealt_again(state: State, viewer: str, seed: int) -> State:
    """The position with everything dealt anew that this viewer cannot know."""
    return game().redeal(state, Viewer(viewer), CommittedDice(seed.to_bytes(32, "big")))


def everything(view: View, before: View) -> list[Drawn | str | None]:
    """All that can be made of a View."""
    who = artist("high_crusade")
    made: list[Drawn | str | None] = [
        who.board(view, theme="dark", size=size, since=before) for size in ("full", "feed")
    ]
    made += [who.card(view, planet, theme="light") for planet in sorted(view.thralls)]
    made += [who.summary(view, theme="dark", since=before), who.closeup(view, theme="dark", since=before)]
    made += [who.poster([before, view], theme="dark"), who.alt(view, before), who.text(view)]
    return made


@pytest.mark.parametrize("viewer", ["spectator", "crusader"])
def test_what_is_hidden_changes_no_byte(viewer: str) -> None:
    """Non-interference: hidden faces dealt again change no picture, no card, no description."""
    state = midgame()
    earlier = midgame().copy()
    earlier.phase = "fiefs"
    views = []
    for seed in range(3):
        now = state if seed == 0 else dealt_again(state, viewer, seed)
        was = earlier if seed == 0 else earlier.copy()
        was.thralls = now.thralls
        assert seed == 0 or now.thralls != state.thralls
        views.append((game().view(now, Viewer(viewer)), game().view(was, Viewer(viewer))))
    first = everything(*views[0])
    for other in views[1:]:
        assert everything(*other) == first


def test_each_viewer_sees_his_own_knowledge() -> None:
    """The dossier is the Crusader's, all faces are the empire's, and everybody else sees backs."""
    who = artist("high_crusade")
    boards = {
        viewer: who.board(sample_view("midgame", viewer), theme="light", size="full").data
        for viewer in ("spectator", "crusader", "wersgorix")
    }
    assert len(set(boards.values())) == 3
    lothmar = sample_view("midgame", "crusader").thralls["Lothmar"]
    assert lothmar.face is not None
    assert lothmar.private
    texts = {viewer: who.text(sample_view("midgame", viewer)) for viewer in boards}
    assert f"{lothmar.face.name} (" in texts["crusader"]
    assert "not public" in texts["crusader"]
    assert lothmar.face.name not in texts["spectator"]
    assert "not public" not in texts["spectator"]
    assert texts["wersgorix"].count("not public") > texts["crusader"].count("not public")


def test_a_position_of_the_rules_can_be_drawn() -> None:
    """A board of the rule tests goes through the same door."""
    board = Board()
    board.unit("Crusader army A", "Thraxian 1", 5)
    board.leader("Sir Roger", "Thraxian 1")
    board.phase("conversion")
    view = board.game.view(board.state, Viewer("spectator"))
    assert artist("high_crusade").board(view, theme="dark", size="frame").data.startswith(b"\x89PNG")
