"""The High Crusade in words: complete, readable at 72 columns, and nobody else's secrets."""

from dataclasses import replace
from typing import Any

import pytest

from bot.desk.showing import WIDTH, lines_of
from bot.sheets import sheets
from engine.high_crusade.state import Battle, State
from engine.high_crusade.view import View
from engine.kernel.dice import CommittedDice
from engine.kernel.seats import Viewer
from render.high_crusade.scribe import SCRIBE
from render.kinds import FAINT, HEADING, LOUD, Meter, Notes, Table
from tests.render.test_honesty import shuffled
from tests.support.board import game
from tests.support.positions import SAMPLES, midgame, sample_view

VIEWERS = ("spectator", "crusader", "wersgorix")


def everything(view: View, seat: str) -> list[Any]:
    """All that a scribe says of a View."""
    lines = [f"Something is told of {planet}." for planet in view.pack.planets]
    said: list[Any] = [
        SCRIBE.aim(view), SCRIBE.phase(view), SCRIBE.mark(view), SCRIBE.episode(view), SCRIBE.result(view),
        SCRIBE.progress(view), SCRIBE.tracks(view), SCRIBE.knowledge(view), SCRIBE.faces(view, lines),
    ]  # fmt: skip
    drawn = [SCRIBE.board(view, seat), SCRIBE.dossier(view, seat), SCRIBE.about(view, "", seat)]
    drawn += [SCRIBE.about(view, name, seat) for name in (*view.pack.planets, "army", "Sir Roger", "Orange")]
    return [*said, *(lines_of(one) for one in drawn if one is not None)]


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("seat", VIEWERS)
def test_every_reference_position_fits_a_narrow_screen(name: str, seat: str) -> None:
    view = sample_view(name, seat)
    for part in everything(view, seat)[9:]:
        assert max(map(len, part)) <= WIDTH
    for table in (*SCRIBE.tracks(view), *SCRIBE.knowledge(view)):
        if isinstance(table, Table) and table.head:
            assert {len(row) for row in table.rows} <= {len(table.head)}
    assert lines_of(sheets((*SCRIBE.tracks(view), *SCRIBE.knowledge(view))), 100)


@pytest.mark.parametrize("seat", VIEWERS)
def test_equal_views_are_told_in_the_same_words(seat: str) -> None:
    """Whatever the order in which things came to be."""
    view = sample_view("midgame", seat)
    assert everything(shuffled(view), seat) == everything(view, seat)


@pytest.mark.parametrize("viewer", ["spectator", "crusader"])
def test_what_a_viewer_cannot_know_changes_no_word(viewer: str) -> None:
    """All races dealt anew that he has not seen."""

    def told(state: State) -> list[Any]:
        return everything(game().view(state, Viewer(viewer)), viewer)

    here = midgame()
    for seed in range(5):
        there = game().redeal(here, Viewer(viewer), CommittedDice(seed.to_bytes(32, "big")))
        assert there.thralls != here.thralls
        assert told(there) == told(here)


def test_where_the_game_stands() -> None:
    view = sample_view("midgame")
    assert SCRIBE.phase(view).startswith(f"Turn {view.turn} of 15 · ")
    assert SCRIBE.mark(view) == f"{view.turn}:{view.phase}"
    assert SCRIBE.result(view) == ""
    over = sample_view("finished")
    assert SCRIBE.result(over).startswith("The Crusaders win: ")
    assert "over" in SCRIBE.phase(over)
    assert any("converted" in line for line in SCRIBE.progress(view))


def test_the_aim_is_that_of_the_scenario() -> None:
    view = sample_view("opening")
    basic, campaign = (" ".join(SCRIBE.aim(replace(view, scenario=name))) for name in ("basic", "campaign"))
    assert (
        "after 15 turns they hold the planet Wersgorix, or hold 4 other capitals, or have converted" in basic
    )
    assert "after 30 turns they hold all 7 capitals" in campaign


def test_a_battle_is_an_episode() -> None:
    view = sample_view("midgame")
    assert SCRIBE.episode(view) == ""
    at = view.pack.hex_of["Ganth 1"]
    battle = Battle(view.waiting[0].seat, "ground", at, (), (), (), "roll")
    assert SCRIBE.episode(replace(view, battle=battle)) == "Battle at Ganth 1"


def test_tones() -> None:
    assert SCRIBE.tone("Game Turn 4 begins.") == HEADING
    assert SCRIBE.tone("The Wersgorix Alert passes: there is nothing to decide.") == FAINT
    assert SCRIBE.tone("Battle at Ganth 1: Crusader army A against Wersgorix army B.") == LOUD
    assert SCRIBE.tone("Crusader army A marches.") == ""


def test_tracks_are_figures() -> None:
    view = sample_view("midgame")
    parts = {part.title: part for part in SCRIBE.tracks(view)}
    points = parts["Tracks"]
    assert isinstance(points, Table)
    assert points.rows[0] == ("Turn", Meter(view.turn, view.turns), f"of {view.turns}")
    needed = parts["What the Crusaders need"]
    assert isinstance(needed, Notes)
    assert needed.lines[0].startswith("Capitals: ")


def test_cards_go_with_what_one_alone_knows() -> None:
    """A face that everybody has seen needs no letter."""
    view = sample_view("midgame", "crusader")
    private = [planet for planet, seen in view.thralls.items() if seen.private]
    public = [planet for planet, seen in view.thralls.items() if seen.face and not seen.private]
    assert private
    lines = [f"You see the race of {planet}." for planet in (private[0], *public)]
    assert SCRIBE.faces(view, lines) == (private[0],)
    assert SCRIBE.faces(sample_view("midgame"), lines) == ()
