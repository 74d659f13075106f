"""Cards, posters, replays, words, and what changed."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engine.high_crusade.battle_events import BattleEnded
from engine.high_crusade.movement import FleetMoved
from engine.high_crusade.pack import TITLES
from render import NoPicture, artist, has_artist
from render.high_crusade.changes import changes
from tests.support.pictured import BATTLE, course
from tests.support.positions import SAMPLES, sample_view

WHO = artist("high_crusade")


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def test_the_registry_says_what_can_be_drawn() -> None:
    """Games without an artist are no error until a picture is asked for."""
    assert has_artist("high_crusade")
    assert not has_artist("chess")
    with pytest.raises(NoPicture, match="chess"):
        artist("chess")
    view = sample_view("empty")
    for wrong in ({"theme": "pink", "size": "full"}, {"theme": "dark", "size": "huge"}):
        with pytest.raises(NoPicture):
            WHO.board(view, **wrong)
    with pytest.raises(NoPicture, match="Nobody"):
        WHO.card(view, "Nobody", theme="dark")


def test_every_leader_and_planet_has_a_card() -> None:
    """Also those that are not in play."""
    view = sample_view("all-markers", "wersgorix")
    for name in (*view.pack.leaders, *view.pack.planets):
        drawn = WHO.card(view, name, theme="light")
        assert opened(drawn.data).size == (drawn.width, drawn.height)
        assert drawn.alt.startswith(name)


def test_battles_get_a_card_each() -> None:
    """With forces, shifts and result in words."""
    (card,) = WHO.cards(sample_view("midgame"), theme="dark", events=BATTLE)
    assert "Lothmar 1" in card.alt
    assert "14 against" in card.alt
    assert card.alt.endswith("Crusader loses 3, Wersgorix 8.")


@pytest.mark.parametrize(("form", "frames"), [("webp", 7), ("png", 7), ("gif", 7)])
def test_replays_move(form: str, frames: int) -> None:
    """In each form, with the last position shown longest."""
    drawn = WHO.replay(course(), theme="dark", form=form)
    image = opened(drawn.data)
    assert getattr(image, "n_frames", 1) == frames
    assert image.size == (drawn.width, drawn.height)


def test_replays_keep_to_their_limit() -> None:
    """Fewer and coarser frames rather than a file nobody can post."""
    few = course()[-4:]
    whole = WHO.replay(few, theme="dark")
    tight = WHO.replay(few, theme="dark", limit=len(whole.data) * 2 // 3)
    assert len(tight.data) <= len(whole.data) * 2 // 3
    with pytest.raises(NoPicture):
        WHO.replay([], theme="dark")
    with pytest.raises(NoPicture):
        WHO.replay(course(), theme="dark", form="avi")


def test_the_change_of_two_views() -> None:
    """Moves, losses, conversions, captures and alarms are found without any event."""
    before, after = sample_view("midgame"), sample_view("after-midgame")
    new = changes(before, after)
    ways = {
        (move.faction, after.pack.place_of[move.start], after.pack.place_of[move.to]) for move in new.moves
    }
    assert ("Crusader", "Haddon 2", "Quill 2") in ways
    assert ("Jair", "Yarrow 1", "Rhoveg 3") in ways
    assert after.pack.hex_of["Lothmar 1"] in new.marked | new.battles
    assert new.alerted == {"Tarn", "Nujair"}
    assert ("cross", "Converted") in new.news["Ganth"]
    said = " ".join(new.sentences())
    for words in ("the Crusaders take Lothmar 1", "Ganth is converted", "Vorgash taken captive", "alerted"):
        assert words in said
    assert changes(after, after).sentences() == []
    assert changes(None, after).moves == []


def test_events_make_a_change_exact() -> None:
    """Legs as they were flown, battles as they were fought."""
    before, after = sample_view("midgame"), sample_view("after-midgame")
    at = after.pack.hex_of
    legs = (
        FleetMoved("Crusader fleet F", at["Haddon 2"], at["Verrin 1"], 3, "Verrin 1", ()),
        FleetMoved("Crusader fleet F", at["Verrin 1"], at["Quill 2"], 8, "Quill 2", ()),
        BattleEnded("crusader", "ground", at["Lothmar 1"], "Lothmar 1", 3, 8),
    )
    new = changes(before, after, legs)
    ways = {(move.start, move.to) for move in new.moves if "Crusader fleet F" in move.pieces}
    assert ways == {(at["Haddon 2"], at["Verrin 1"]), (at["Verrin 1"], at["Quill 2"])}
    assert new.battles == {at["Lothmar 1"]}
    assert ("battle", "Crusader −3, Wersgorix −8") in new.news["Lothmar"]


@pytest.mark.parametrize("name", list(SAMPLES))
def test_words_say_what_the_picture_shows(name: str) -> None:
    """The text board names every unit, leader and marker of the position; the description is short."""
    view = sample_view(name, "crusader")
    board, alt = WHO.text(view), WHO.alt(view)
    assert len(alt) <= 1000
    assert f"turn {view.turn} of" in alt or not view.turn
    for unit in view.units.values():
        assert (
            unit.name if unit.kind != "garrison" else f"{unit.faction} garrison ({unit.strength})"
        ) in board
    for leader in view.leaders.values():
        assert leader.name in board
    for planet in view.pack.planets:
        assert planet in board
    assert board.count("besieged by") == len(view.sieges)
    assert board.count("cathedral") >= sum(kind == "cathedral" for kind in view.churches.values())
    assert board.count("Ionic storm") == len(view.storms)
    assert ("Grail" in board) == (view.grail is not None)
    assert board.isprintable() or all(line.isprintable() for line in board.splitlines())


def test_titles_and_misfortunes_are_in_words() -> None:
    """Nothing is said by a sign or a colour alone."""
    board = WHO.text(sample_view("all-markers"))
    for word in (
        "King",
        "New Pope",
        "Archbishop",
        "wounded",
        "captive",
        "heretical",
        "destroyed",
        "frozen",
        "traitor",
    ):
        assert word in board
    assert {"King", "Archbishop"} <= set(TITLES)


def test_a_long_caption_ends_well() -> None:
    """It stops between sentences and says that there is more."""
    from render.high_crusade.changes import caption

    view = sample_view("after-midgame")
    new = changes(sample_view("opening"), view)
    line = caption(view, new, 120)
    assert len(line) <= 132
    assert line.endswith("and more.")
    assert caption(replace(view, turn=0), changes(view, view)) == "Set-up."
