"""What somebody is asked, as forms that work without scripts: decisions, wishes to go back, draws."""

from collections.abc import Sequence
from typing import Any

from bot.desk.counter import seat_title
from bot.desk.ordering import waits_for
from bot.desk.showing import phase_words
from bot.doors.web import ordering
from bot.doors.web.house import Eyes, House
from bot.doors.web.pages import Html, joined, tag
from bot.doors.web.panels import rule_link
from bot.looking import Asked, Position
from bot.store.tables import OVER
from engine.kernel.seats import SPECTATOR, viewer_of
from render import scribe


def is_asked(position: Position) -> bool:
    """Whether the game waits for this viewer."""
    return any(viewer_of(one.seat) == position.viewer for one in position.pending)


async def status(house: House, position: Position, *, now: bool) -> Html:
    """Turn, phase, and who is waited for, or was at an earlier entry; in the end, who won."""
    info = position.info
    if position.outcome is not None:
        return tag("strong", scribe(info.key).result(position.view) or waits_for(position), class_="won")
    where = tag("span", phase_words(info.key, position.view, position.round), class_="turn")
    ending = await house.referee.ending(info.id) if now and info.stage == OVER else ""
    if ending:
        return joined(where, tag("strong", ending, class_="won"))
    seats = dict.fromkeys(one.seat for one in position.pending)
    waits = ", ".join(
        "you" if viewer_of(seat) == position.viewer else f"the {seat_title(seat)} player" for seat in seats
    )
    return joined(where, tag("span", f"waits for {waits}", class_="waits") if waits else "")


async def questions(house: House, eyes: Eyes, position: Position) -> Html:
    """What this viewer is asked, as forms; what others are asked, in words."""
    referee, info = house.referee, position.info
    if info.stage == OVER:
        return tag("p", "The game is over. The history shows every moment of it again.", class_="prompt")
    parts: list[Html] = []
    for asked in position.pending:
        if viewer_of(asked.seat) != position.viewer:
            continue
        few = await ordering.answers(referee, info.id, asked)
        ways = await referee.complete(info.id, asked.seat, "", limit=60)
        orders = referee.rules(info.key).grammar(asked.seat).orders
        parts.append(_question(eyes, asked, few, [(way.line, orders[way.line].GIST) for way in ways]))
    if parts:
        aim = scribe(info.key).aim(position.view) if position.round == 0 else ()
        return joined(*(tag("p", line, class_="faint") for line in aim), *parts)
    rows = (
        tag("p", tag("strong", f"The {seat_title(one.seat)} player"), f" is asked: {one.prompt}")
        for one in position.pending
    )
    waiting = tag("section", *rows, class_="question quiet")
    if not eyes.hot:
        return waiting
    link = tag(
        "a", "Hand over to the other player", href=house.links.both(eyes.game), class_="button primary"
    )
    return joined(tag("p", link, class_="handover"), waiting)


def _question(
    eyes: Eyes, asked: Asked, answers: Sequence[str] | None, verbs: Sequence[tuple[str, str]]
) -> Html:
    """One decision of this seat, as a form."""
    where = f"{eyes.path}/order"
    parts: list[Any] = [tag("p", asked.prompt, " ", rule_link(eyes.info.key, asked.rule), class_="prompt")]
    if answers:
        choices = [
            tag(
                "label",
                tag("input", type="radio", name="line", value=it, checked=it == asked.default),
                " ",
                it,
            )
            for it in answers
        ]
        parts.append(
            form(
                where,
                tag("fieldset", tag("legend", "Your answer"), *choices),
                tag("button", "Answer", type="submit", class_="primary"),
                look="answer",
            )
        )
        return tag("section", *parts, class_="question", aria_label="Your decision")
    chips = [
        tag("li", tag("button", verb, type="button", class_="chip", data_line=verb, title=gist))
        for verb, gist in verbs
        if verb != asked.default
    ]
    if chips:
        parts.append(tag("ul", *chips, class_="chips", aria_label="Orders you can give"))
    if asked.default:
        words = "Done with this phase" if asked.default == "done" else f"Default: {asked.default}"
        button = tag("button", words, type="submit", class_="default")
        gist = dict(verbs).get(asked.default, "")
        parts.append(form(where, button, " ", tag("small", gist), line=asked.default))
    return tag("section", *parts, class_="question", aria_label="Your decision")


def form(where: str, *inside: Any, look: str = "", **said: str) -> Html:
    """A form that is sent by our script where there is one; `said` goes along unseen."""
    hidden = (tag("input", type="hidden", name=name, value=value) for name, value in said.items())
    return tag("form", *hidden, *inside, method="post", action=where, class_=f"give {look}".strip())


async def consent(house: House, eyes: Eyes, position: Position) -> Html:
    """What others wish for beside the game: to go back, to call it a draw."""
    parts: list[Html] = []
    request = await house.referee.store.undo_request(eyes.game)
    if request is not None and request.head == position.seq:
        who = (
            f"The {seat_title(request.seat)} player asks to go back to the position after entry {request.to}."
        )
        if request.seat == eyes.viewer or eyes.viewer == SPECTATOR:
            parts.append(tag("p", who, class_="asked"))
        else:
            buttons = [
                tag("button", word, type="submit", name="agree", value=value)
                for word, value in (("Agree", "yes"), ("Decline", "no"))
            ]
            parts.append(_wish("A wish to go back", who, form(f"{eyes.path}/consent", *buttons)))
    for seat in await house.referee.draw_offered(eyes.game, position.seq):
        who = f"The {seat_title(seat)} player offers a draw; it stands until the next order."
        if seat == eyes.viewer or eyes.viewer == SPECTATOR:
            parts.append(tag("p", who, class_="asked"))
        else:
            agree = form(f"{eyes.path}/draw", tag("button", "Agree on a draw", type="submit"))
            parts.append(_wish("An offer of a draw", who, agree))
    return joined(*parts)


def _wish(title: str, words: str, answer: Html) -> Html:
    return tag("section", tag("p", words), answer, class_="question asked", aria_label=title)
