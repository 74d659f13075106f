"""The reference set: positions put together by hand, drawn in every way there is."""

from collections.abc import Iterator
from dataclasses import replace

from bot.samples import BEFORE, SAMPLES, sample_view
from engine.high_crusade.battle_events import BattleJoined, BattleRolled
from engine.high_crusade.view import View
from render import Drawn, artist

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


def _named(drawn: Drawn, name: str) -> Drawn:
    return Drawn(name, drawn.data, drawn.width, drawn.height, drawn.alt)


def draw_all() -> Iterator[tuple[str, str, Drawn]]:
    """Every picture with its group and title."""
    who = artist("high_crusade")
    for name in SAMPLES:
        ways = [("full", theme, "spectator") for theme in who.themes]
        if name in ("after-midgame", "crowded-capital", "all-markers"):
            ways += [(size, theme, "spectator") for size in ("feed", "phone") for theme in who.themes]
        if name in ("midgame", "after-midgame"):
            ways += [("full", "dark", "crusader"), ("full", "light", "wersgorix")]
        for size, theme, viewer in ways:
            since = sample_view(BEFORE[name], viewer) if name in BEFORE else None
            drawn = who.board(sample_view(name, viewer), theme=theme, size=size, since=since)
            yield (
                f"Position: {name}",
                f"{size}, {theme}, {viewer}",
                _named(drawn, f"{name}-{size}-{theme}-{viewer}.png"),
            )
    view = sample_view("after-midgame", "crusader")
    for theme in who.themes:
        for drawn in who.cards(view, theme=theme, events=BATTLE):
            yield "Cards", f"battle, {theme}", _named(drawn, f"card-battle-{theme}.png")
        for name in ("Lothmar", "Cindle", "Kaldis", "Tarn", "Sir Brian Fitz-William", "Vorgash"):
            drawn = who.card(view, name, theme=theme)
            yield "Cards", f"{name}, {theme}", _named(drawn, f"{theme}-{drawn.name}")
        strip = who.summary(view, theme=theme, since=sample_view("midgame", "crusader"))
        yield "Cards", f"summary, {theme}", _named(strip, f"summary-{theme}.png")
        poster = who.poster(course(), theme=theme)
        yield "Cards", f"result, {theme}", _named(poster, f"result-{theme}.png")
    near = replace(view, castles=view.castles)
    part = who.closeup(near, theme="dark", since=_one_move_ago(view))
    if part is not None:
        yield "Cards", "closeup", part
    replay = who.replay(course(), theme="dark")
    yield "Replays", "a whole game", replay


def _one_move_ago(view: View) -> View:
    """The same position before one fleet moved, so that what changed is in one place."""
    units = dict(view.units)
    fleet = units["Crusader fleet A"]
    units[fleet.name] = fleet._replace(hex=view.pack.hex_of["Verrin 1"])
    return replace(view, units=units, phase="crusader_movement")
