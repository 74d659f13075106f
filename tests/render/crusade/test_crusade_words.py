"""Crusade in words: descriptions, the board of letters, and what the doors ask a scribe for."""

from itertools import pairwise

import pytest
from rich.console import Console

from engine.crusade.names import PAWNS, SQUARES
from engine.crusade.view import View
from render import artist, scribe
from render.crusade.words import COLUMNS
from render.kinds import Meter, Table
from tests.render.crusade.samples import TURNS, armies, course, middle, turn, view
from tests.support.crusade import play, position

WHO, WORDS = artist("crusade"), scribe("crusade")


def shown(what: object) -> str:
    """As a terminal of 72 columns without colour shows it."""
    console = Console(width=COLUMNS, no_color=True, color_system=None)
    with console.capture() as caught:
        console.print(what)
    return caught.get()


@pytest.mark.parametrize("name", list(TURNS))
def test_words_say_what_the_picture_shows(name: str) -> None:
    """Every unit and treasure of the position, within the limits."""
    before, after, events = turn(name)
    alt, board = WHO.alt(after, before, events), WHO.text(after)
    assert len(alt) <= 1000
    assert max(map(len, board.splitlines())) <= COLUMNS
    for unit in after.units:
        assert unit.square in alt
        assert unit.square in board.partition("stands:")[2]
    assert "New:" in alt


def test_the_longest_description_is_short() -> None:
    """Two full armies."""
    units = [
        f"{seat} {kind} {square}"
        for seat, squares in (("white", SQUARES[:24]), ("black", SQUARES[40:]))
        for kind, square in zip((*PAWNS, "knight", "commander") * 4, squares, strict=True)
    ]
    seen = view(position(*units))
    assert len(WHO.alt(seen)) <= 1000
    assert max(map(len, WHO.text(seen).splitlines())) <= COLUMNS


def test_letters_show_facing_owner_grip_and_treasure() -> None:
    """Each by a sign of its own."""
    seen = view(play(middle(), "move D3 to D4 casting on D5 to C5"))
    lines = WHO.text(seen).splitlines()
    rows = {line.split()[0]: line for line in lines if line.startswith(" ") and "|" in line}
    assert "wv*" in rows["5"]
    assert "w< $" in rows["6"]
    assert "R>" in rows["2"]
    assert "P  +" in rows["1"]
    assert rows["1"].count("+") == 2


def test_a_square_can_be_asked_about() -> None:
    """With the reach of its unit marked on the board."""
    seen = view(middle())
    told = shown(WORDS.about(seen, "e4", "white"))
    for mark in ("@A^", "o.", "xk", "!wv", "srv", "White's Archer facing north", "s shot: E6"):
        assert mark in told
    assert "White's Supply" in shown(WORDS.about(seen, "B3"))
    assert "Nothing can be seen here" in shown(WORDS.about(seen, "A5"))
    assert "F3" in shown(WORDS.about(seen, "rogues"))
    assert "C8" in shown(WORDS.about(seen, "relics"))
    assert "Archers C3" in shown(WORDS.about(seen, "White"))
    assert "E4 Archer facing north: capture D5 F5" in shown(WORDS.about(seen, "", "white"))
    assert WORDS.about(seen, "dragon") is None


STANDS = {"placing": view(armies()), "turns": view(middle()), "over": course()[-1]}


@pytest.mark.parametrize("seen", STANDS.values(), ids=list(STANDS))
def test_everything_fits_a_terminal(seen: View) -> None:
    """Board, dossier and what is told of squares, at 72 columns and without colour."""
    for what in (WORDS.board(seen, "white"), WORDS.dossier(seen, "white"), WORDS.about(seen, "D1")):
        assert max(map(len, shown(what).splitlines())) <= COLUMNS


def test_where_the_game_stands() -> None:
    """Phase, progress and result."""
    assert WORDS.phase(view(armies())) == "Placing the armies"
    assert WORDS.phase(view(middle())) == "Turn 11 · White to move"
    assert WORDS.phase(turn("plunder")[1]) == "Turn 11 · White recruits a Noble"
    assert "White: 1 of 4 treasures, 10 units left" in WORDS.progress(view(middle()))
    last = course()[-1]
    assert WORDS.result(last) == last.reason
    assert not WORDS.result(view(middle()))
    assert not WORDS.episode(last)
    offered = view(play(middle(), "pass", "pass", "pass"))
    assert "White offers a draw." in WORDS.progress(offered)
    assert "White has passed 2 times in a row." in WORDS.progress(offered)


def test_a_report_is_due_after_each_turn() -> None:
    """The mark changes with every turn and while armies are placed not at all."""
    marks = [WORDS.mark(seen) for seen in course() if not seen.ending]
    assert all(one != other for one, other in pairwise(marks))
    placing = armies()
    assert WORDS.mark(view(placing)) == WORDS.mark(view(play(placing, "place archer at F3")))


def test_tables_for_a_page() -> None:
    """Treasures on a track; units with what they can do; while placing, what only this player knows."""
    taken, *_ = WORDS.tracks(view(middle()))
    assert isinstance(taken, Table)
    assert taken.rows[0] == ("White", Meter(1, 4), "1 Supply")
    (own,) = WORDS.knowledge(view(middle(), "white"))
    assert isinstance(own, Table)
    assert len(own.rows) == 10
    placed, left = WORDS.knowledge(view(armies(), "white"))
    assert "only you know this" in placed.title
    assert isinstance(left, Table)
    assert ("Rogue", "2") in left.rows
    assert WORDS.knowledge(view(armies())) == ()
    assert WORDS.faces(view(armies(), "white"), ["You place an Archer on D3."]) == ()
