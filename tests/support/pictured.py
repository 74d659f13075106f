"""A battle, a course of a game and a single move, to be drawn by tests."""

from dataclasses import replace

from engine.high_crusade.battle_events import BattleJoined, BattleRolled
from engine.high_crusade.view import View
from tests.support.positions import sample_view

BATTLE = (
    BattleJoined(
        "crusader", "ground", 1712, "Lothmar 1", ("Crusader army C", "Crusader army E"), ("Sir Roger",),
        ("Wersgorix army H",), 0,
    ),
    BattleRolled(
        "crusader", "ground", "Lothmar 1", 14, 8, 6, (("Sir Roger", 3), ("equipment", 1)),
        (("Vorgash", 2), ("terrain D1", 1)), 1, "0 to +1", (4, 5), "C", (3,), 3, 8, "",
    ),
)  # fmt: skip
"""A battle to show on a card."""


def course() -> list[View]:
    """A game in a few positions, for posters and replays."""
    first, middle, after, last = (
        sample_view(name) for name in ("opening", "midgame", "after-midgame", "finished")
    )
    return [
        first,
        replace(first, turn=3, equipment=5),
        replace(middle, turn=6, equipment=6, iq=3),
        middle,
        after,
        replace(after, turn=11, iq=7),
        last,
    ]


def one_move_ago(view: View) -> View:
    """The same position before one fleet moved, so that what changed is in one place."""
    units = dict(view.units)
    fleet = units["Crusader fleet A"]
    units[fleet.name] = fleet._replace(hex=view.pack.hex_of["Verrin 1"])
    return replace(view, units=units, phase="crusader_movement")
