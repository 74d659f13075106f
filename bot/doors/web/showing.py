"""A game as a page receives it: one value for each viewer, made from his View and from what he was told."""

from typing import Any

from bot.doors.web import board, ordering, panels
from bot.doors.web.pages import Html, joined, tag
from bot.looking import Position, Told
from bot.referee import Referee
from engine.high_crusade.view import View
from engine.kernel.seats import SPECTATOR, Viewer, viewer_of
from render.high_crusade.words import alt_text


async def told(referee: Referee, game: str, viewer: Viewer, after: int) -> dict[str, Any]:
    """The channel as everybody sees it, and what only this seat was told, from an entry on."""
    public = await referee.history(game, SPECTATOR, after)
    own: list[Told] = []
    if viewer != SPECTATOR:
        own = panels.private(await referee.history(game, viewer, after), public)
    return {"channel": panels.entries(public), "private": panels.entries(own)}


def shown(position: Position) -> dict[str, Any]:
    """Map, tracks and dossier."""
    view = position.view
    if not isinstance(view, View):
        return {"board": None, "alt": "", "tracks": "", "dossier": "", "places": ""}
    data = board.board(view)
    return {
        "board": data,
        "alt": alt_text(view),
        "tracks": panels.tracks(view),
        "dossier": panels.dossier(view),
        "places": panels.places(view, data["words"]),
    }


async def questions(referee: Referee, position: Position, path: str) -> Html:
    """What this viewer is asked, as forms; what others are asked, in words."""
    parts: list[Html] = []
    grammar = referee.rules(position.info.key).grammar
    for asked in position.pending:
        if viewer_of(asked.seat) != position.viewer:
            continue
        few = await ordering.answers(referee, position.info.id, asked)
        ways = await referee.complete(position.info.id, asked.seat, "", limit=60)
        verbs = [(way.line, grammar(asked.seat).orders[way.line].GIST) for way in ways]
        parts.append(panels.question(path, asked, few, verbs))
    return joined(*parts) if parts else panels.waiting(position)


async def undo_question(referee: Referee, position: Position, path: str) -> Html:
    """Another's wish to go back, where this seat has to answer it."""
    request = await referee.store.undo_request(position.info.id)
    if request is None or request.head != position.seq:
        return Html("")
    who = panels.SEAT_TITLE.get(request.seat, request.seat)
    if request.seat == position.viewer or position.viewer == SPECTATOR:
        return tag("p", f"The {who} player asks to go back to entry {request.to}.", class_="asked")
    buttons = [
        tag("button", word, type="submit", name="agree", value=value)
        for word, value in (("Agree", "yes"), ("Decline", "no"))
    ]
    form = tag("form", *buttons, method="post", action=f"{path}/consent", class_="give")
    return tag(
        "section",
        tag("p", f"The {who} player asks to go back to the position after entry {request.to}."),
        form,
        class_="question asked",
        aria_label="A wish to go back",
    )
