"""The High Crusade in tables: tracks and strengths for everybody, and what one viewer knows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.high_crusade.names import ALLIES
from engine.high_crusade.pack import Track
from engine.high_crusade.view import View
from render.high_crusade.facts import (
    conditions,
    converted,
    counted_capitals,
    face_words,
    fiefs_of,
    held_capitals,
    king,
    leader_rows,
    musters,
    races,
    ratings,
    title_words,
    whereabouts,
)
from render.kinds import Meter, Notes, Table


def tracks(view: View) -> tuple[Table | Notes, ...]:
    """Tracks, strength, and how near the end is."""
    pack = view.pack
    strength = tuple(
        (
            f"{it.faction}{' (neutral)' if it.frozen else ''}",
            *map(str, (it.fleets, it.armies, it.garrisons, it.uncollected)),
        )
        for it in musters(view)
    )
    notes = conditions(view)
    cup = ", ".join(map(str, view.cup))
    return (
        Table(
            "Tracks",
            (
                ("Turn", Meter(view.turn, view.turns), f"of {view.turns}"),
                ("Equipment", *_track(pack.equipment, view.equipment)),
                ("I.Q.", *_track(pack.iq, view.iq)),
            ),
        ),
        Table("Strength", strength, ("Side", "fleets", "armies", "garrisons", "uncollected")),
        Notes("What the Crusaders need", tuple(aims(view))),
        Notes("Independent Races", tuple(f"{race}: {view.alliances[race]}" for race in ALLIES)),
        *([Notes("In force now", tuple(notes))] if notes else []),
        Notes("", (f"Strength markers left in the cup: {cup or 'none'}.",)),
    )


def _track(track: Track, value: int) -> tuple[Meter, str]:
    worth = track.modifier(value)
    return Meter(value, track.maximum), f"shift {worth:+d}" if worth else "no shift"


def aims(view: View) -> list[str]:
    """What counts for winning, and how much of it there is."""
    scenario = view.pack.scenarios[view.scenario]
    counted = counted_capitals(view)
    held = [capital for capital in held_capitals(view) if capital in counted]
    done = converted(view)
    return [
        f"Capitals: {len(held)} of {scenario.capitals_needed}{_named(held)}",
        f"Converted races: {len(done)} of {scenario.thralls_needed}{_named(done)}",
        f"King: {king(view) or 'none yet'}",
    ]


def _named(names: Sequence[str]) -> str:
    return f" ({', '.join(names)})" if names else ""


def knowledge(view: View) -> tuple[Table | Notes, ...]:
    """The races whose faces this viewer knows, and the leaders."""
    known = [(name, seen) for name, seen in races(view) if seen.face is not None]
    faces = []
    for name, seen in known:
        assert seen.face is not None
        state = "converted" if seen.converted else "only you know" if seen.private else "seen by all"
        faces.append((name, face_words(seen.face), state))
    hidden = len(view.thralls) - len(known)
    leaders = []
    for leader in leader_rows(view):
        combat, political = ratings(view, leader)
        title, fiefs = title_words(view, leader.name), ", ".join(fiefs_of(view, leader.name))
        leaders.append((leader.name, title, whereabouts(view, leader), f"{combat}/{political}", fiefs))
    return (
        Table("Thrall Races whose face you know", tuple(faces), ("Planet", "race", "known"))
        if faces
        else Notes("", ("You know the face of no Thrall Race yet.",)),
        *([Notes("", (f"{hidden} more are hidden from you.",))] if hidden else []),
        Table("Leaders", tuple(leaders), ("Leader", "title", "where", "combat/political", "fiefs")),
    )
