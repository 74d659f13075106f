"""While armies are placed a picture shows its viewer's own and nothing else."""

import pytest

from engine.crusade.state import State
from engine.crusade.view import View
from engine.kernel.dice import CommittedDice
from engine.kernel.seats import Viewer
from render import artist, scribe, stage
from tests.render.crusade.samples import armies, middle, view
from tests.support.crusade import crusade

WHO, WORDS, MAP = artist("crusade"), scribe("crusade"), stage("crusade")


def everything(seen: View, viewer: str) -> list[object]:
    """All that can be made of a View."""
    made: list[object] = [WHO.board(seen, theme="dark", size=size) for size in WHO.sizes]
    made += [WHO.summary(seen, theme="light", since=seen), WHO.poster([seen], theme="dark")]
    made += [WHO.card(seen, "archer", theme="dark"), WHO.alt(seen), WHO.text(seen)]
    told = (WORDS.board(seen, viewer), WORDS.dossier(seen, viewer), WORDS.about(seen, "black"))
    made += map(str, told)
    made += [WORDS.tracks(seen), WORDS.knowledge(seen), WORDS.progress(seen), WORDS.mark(seen)]
    return [*made, MAP.pieces(seen), MAP.places(seen)]


def dealt_again(state: State, viewer: str, seed: int) -> State:
    """The position with everything placed anew that this viewer cannot know."""
    return crusade().redeal(state, Viewer(viewer), CommittedDice(seed.to_bytes(32, "big")))


@pytest.mark.parametrize("viewer", ["spectator", "white"])
def test_what_is_sealed_changes_no_byte(viewer: str) -> None:
    """Non-interference: other placements change no picture and no word."""
    state = armies()
    first = everything(view(state, viewer), viewer)
    for seed in range(1, 3):
        other = dealt_again(state, viewer, seed)
        assert other.placed["black"] != state.placed["black"]
        assert everything(view(other, viewer), viewer) == first


def test_each_player_sees_his_own_army() -> None:
    """And nobody the other's."""
    state = armies()
    texts = {viewer: WHO.text(view(state, viewer)) for viewer in ("spectator", "white", "black")}
    assert "Archers D3 north, E3 north" in texts["white"]
    assert "Warrior D6 south" in texts["black"]
    assert "stands" not in texts["spectator"]
    assert "D6" not in texts["white"]
    pictures = {
        viewer: WHO.board(view(state, viewer), theme="light", size="feed").data
        for viewer in ("spectator", "white", "black")
    }
    assert len(set(pictures.values())) == 3


def test_in_the_game_all_see_the_same_board() -> None:
    """Once the armies stand there is nothing to hide."""
    pictures = {
        WHO.board(view(middle(), viewer), theme="light", size="feed").data
        for viewer in ("spectator", "white", "black")
    }
    assert len(pictures) == 1
