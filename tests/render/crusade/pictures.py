"""The reference set of Crusade."""

from render import Drawn, artist
from tests.render.crusade.samples import armies, course, crowded, middle, revealed, turn, view

BOARDS = {
    "capture": ("dark", "full"),
    "spell": ("light", "full"),
    "shot": ("dark", "feed"),
    "counter": ("light", "feed"),
    "command": ("dark", "phone"),
    "knight": ("light", "phone"),
    "swap": ("light", "frame"),
}
"""Turns by the theme and size in which they are drawn."""


def pictures() -> dict[str, Drawn]:
    """All of them, by name."""
    who = artist("crusade")
    made = {}
    for name, (theme, size) in BOARDS.items():
        before, after, events = turn(name)
        made[name] = who.board(after, theme=theme, size=size, since=before, events=events)
    made["placing-white"] = who.board(view(armies(), "white"), theme="dark", size="feed")
    made["placing-seen-by-all"] = who.board(view(armies()), theme="light", size="phone")
    made["crowded"] = who.board(view(crowded()), theme="dark", size="feed")
    made["selected"] = who.card(view(middle()), "E4", theme="light")
    made["archer"] = who.card(view(middle()), "archer", theme="dark")
    made["commander"] = who.card(view(middle()), "commander", theme="light")
    before, after, events = turn("plunder")
    made["plunder"] = who.cards(after, theme="dark", events=events)[0]
    made["summary"] = who.summary(after, theme="light", since=before, events=events)
    _, after, events = revealed()
    made["armies"] = who.cards(after, theme="dark", events=events)[0]
    made["result"] = who.poster(course(), theme="dark")
    return made
