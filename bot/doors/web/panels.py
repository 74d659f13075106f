"""What stands beside the map: fragments of HTML made from a View and from what a viewer was told."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from bot.doors.web.board import face_words, planet_words
from bot.doors.web.pages import Html, joined, tag
from bot.looking import Asked, Position, Told
from engine.high_crusade.names import PHASE_TITLE
from engine.high_crusade.view import View
from engine.kernel.box import Odds
from engine.kernel.rulebook import Rule
from engine.kernel.seats import SPECTATOR, viewer_of
from render.high_crusade import facts

SEAT_TITLE: Final = {"crusader": "Crusader", "wersgorix": "Wersgorix", SPECTATOR: "Spectator"}


def status(position: Position) -> Html:
    """Turn, phase, and who is waited for."""
    view = position.view
    if not isinstance(view, View):
        return tag("span", f"Turn {position.round}", class_="turn")
    if position.outcome is not None:
        return tag("strong", facts.winner_words(view), class_="won")
    asked = dict.fromkeys(one.seat for one in position.pending)
    waits = ", ".join(
        "you" if viewer_of(seat) == position.viewer else f"the {SEAT_TITLE.get(seat, seat)} player"
        for seat in asked
    )
    return joined(
        tag("span", facts.turn_words(view), class_="turn"),
        tag("span", PHASE_TITLE.get(view.phase, view.phase), class_="phase"),
        tag("span", f"waits for {waits}", class_="waits") if waits else "",
    )


# -- what is asked -------------------------------------------------------------------------------------------


def rule_link(rule: str) -> Html:
    """A rule's number that opens the rule."""
    return (
        tag("a", f"rule {rule}", href=f"/rules?q={rule}", class_="rule", data_rule=rule) if rule else Html("")
    )


def order_form(path: str, line: str, words: str, *, look: str = "") -> Html:
    """A button that gives an order."""
    return tag(
        "form",
        tag("input", type="hidden", name="line", value=line),
        tag("button", words, type="submit", class_=look or None),
        method="post",
        action=f"{path}/order",
        class_="give",
    )


def question(
    path: str, asked: Asked, answers: Sequence[str] | None, verbs: Sequence[tuple[str, str]]
) -> Html:
    """One decision of this seat, as a form."""
    parts: list[Any] = [tag("p", asked.prompt, " ", rule_link(asked.rule), class_="prompt")]
    if answers:
        choices = [
            tag(
                "label",
                tag("input", type="radio", name="line", value=line, checked=line == asked.default),
                " ",
                line,
            )
            for line in answers
        ]
        parts.append(
            tag(
                "form",
                tag("fieldset", tag("legend", "Your answer"), *choices),
                tag("button", "Answer", type="submit", class_="primary"),
                method="post",
                action=f"{path}/order",
                class_="give answer",
            )
        )
        return tag("section", *parts, class_="question", aria_label="Your decision")
    if verbs:
        chips = [
            tag("li", tag("button", verb, type="button", class_="chip", data_line=verb, title=gist))
            for verb, gist in verbs
            if verb != asked.default
        ]
        parts.append(tag("ul", *chips, class_="chips", aria_label="Orders you can give"))
    if asked.default:
        words = "Done with this phase" if asked.default == "done" else f"As proposed: {asked.default}"
        parts.append(order_form(path, asked.default, words, look="default"))
    return tag("section", *parts, class_="question", aria_label="Your decision")


def waiting(position: Position) -> Html:
    """What the game waits for, for those who are not asked."""
    if position.outcome is not None:
        return tag("p", "The game is over. The history shows every moment of it again.", class_="prompt")
    rows = [
        tag(
            "p", tag("strong", f"The {SEAT_TITLE.get(one.seat, one.seat)} player"), f" is asked: {one.prompt}"
        )
        for one in position.pending
    ]
    return tag("section", *rows, class_="question quiet")


# -- what was told -------------------------------------------------------------------------------------------


def entries(told: Sequence[Told]) -> Html:
    """Entries as the channel shows them."""
    rows = []
    for one in told:
        if not one.lines:
            continue
        lines = [
            tag("h3", line.removesuffix(" begins."))
            if line.startswith("Game Turn") and line.endswith(" begins.")
            else tag("p", line, class_=_tone(line))
            for line in one.lines
        ]
        rows.append(tag("li", *lines, data_seq=one.seq, class_=f"entry by-{one.by or 'referee'}"))
    return joined(*rows)


def _tone(line: str) -> str | None:
    if line.endswith(" passes: there is nothing to decide."):
        return "faint"
    return "battle" if line.startswith("Battle at") else None


def private(own: Sequence[Told], public: Sequence[Told]) -> list[Told]:
    """What a seat was told beyond what everybody was."""
    shown = {one.seq: Counter(one.lines) for one in public}
    kept = []
    for one in own:
        left = Counter(shown.get(one.seq, Counter()))
        lines = []
        for line in one.lines:
            if left[line]:
                left[line] -= 1
            else:
                lines.append(line)
        if lines:
            kept.append(Told(one.seq, one.kind, one.by, one.at, tuple(lines)))
    return kept


# -- the sides -----------------------------------------------------------------------------------------------


def _row(name: str, *cells: Any) -> Html:
    return tag("tr", tag("th", name, scope="row"), *(tag("td", cell) for cell in cells))


def _track(name: str, value: int, most: int, worth: int) -> Html:
    shift = f"shift {worth:+d}" if worth else "no shift"
    meter = tag("meter", str(value), min=0, max=most, value=value, aria_label=name)
    return _row(name, tag("span", str(value), class_="figure"), meter, shift)


def tracks(view: View) -> Html:
    """Tracks, strength, and how near the end is."""
    pack, scenario = view.pack, view.pack.scenarios[view.scenario]
    points = tag(
        "table",
        tag("caption", "Tracks"),
        _row(
            "Turn",
            tag("span", f"{view.turn}", class_="figure"),
            tag("meter", str(view.turn), min=0, max=view.turns, value=view.turn, aria_label="Turn"),
            f"of {view.turns}",
        ),
        _track("Equipment", view.equipment, pack.equipment.maximum, pack.equipment.modifier(view.equipment)),
        _track("I.Q.", view.iq, pack.iq.maximum, pack.iq.modifier(view.iq)),
    )
    head = tag(
        "tr",
        *(tag("th", word, scope="col") for word in ("Side", "fleets", "armies", "garrisons", "uncollected")),
    )
    strength = tag(
        "table",
        tag("caption", "Strength"),
        tag("thead", head),
        tag(
            "tbody",
            *(
                _row(
                    f"{it.faction}{' (neutral)' if it.frozen else ''}",
                    it.fleets,
                    it.armies,
                    it.garrisons,
                    it.uncollected,
                )
                for it in facts.musters(view)
            ),
        ),
    )
    counted = facts.counted_capitals(view)
    held = [capital for capital in facts.held_capitals(view) if capital in counted]
    done = facts.converted(view)
    king = facts.king(view)
    aims = [
        f"Capitals: {len(held)} of {scenario.capitals_needed}{_named(held)}",
        f"Converted races: {len(done)} of {scenario.thralls_needed}{_named(done)}",
        f"King: {king or 'none yet'}",
    ]
    allies = [f"{race}: {state}" for race, state in view.alliances.items()]
    notes = facts.conditions(view)
    cup = ", ".join(map(str, view.cup))
    return joined(
        points,
        strength,
        tag("h3", "What the Crusaders need"),
        _list(aims),
        tag("h3", "Independent Races"),
        _list(allies),
        tag("h3", "In force now") if notes else "",
        _list(notes) if notes else "",
        tag("p", f"Strength markers left in the cup: {cup or 'none'}.", class_="faint"),
    )


def _named(names: Sequence[str]) -> str:
    return f" ({', '.join(names)})" if names else ""


def _list(lines: Sequence[str]) -> Html:
    return tag("ul", *(tag("li", line) for line in lines))


def dossier(view: View) -> Html:
    """The races whose faces this viewer knows, and the leaders."""
    known = [(name, seen) for name, seen in view.thralls.items() if seen.face is not None]
    races = []
    for name, seen in known:
        assert seen.face is not None
        state = "converted" if seen.converted else "only you know" if seen.private else "seen by all"
        races.append(_row(name, face_words(seen.face), state))
    hidden = len(view.thralls) - len(known)
    leaders = []
    for leader in facts.leader_rows(view):
        card = view.pack.leaders[leader.name]
        combat, political = (
            (card.wounded_combat, card.wounded_political) if leader.wounded else (card.combat, card.political)
        )
        fiefs = [name for name, seen in view.thralls.items() if seen.fief == leader.name]
        if view.home_fief == leader.name:
            fiefs.insert(0, view.pack.crusader_home)
        leaders.append(
            _row(
                leader.name,
                facts.title_words(view, leader.name),
                facts.whereabouts(view, leader),
                f"{combat}/{political}",
                ", ".join(fiefs),
            )
        )
    head = tag(
        "tr",
        *(tag("th", it, scope="col") for it in ("Leader", "title", "where", "combat/political", "fiefs")),
    )
    return joined(
        tag("table", tag("caption", "Thrall Races whose face you know"), tag("tbody", *races))
        if races
        else tag("p", "You know the face of no Thrall Race yet."),
        tag("p", f"{hidden} more are hidden from you.", class_="faint") if hidden else "",
        tag("table", tag("caption", "Leaders"), tag("thead", head), tag("tbody", *leaders)),
    )


def places(view: View, words: dict[str, list[str]]) -> Html:
    """The map in words: every planet and land hex, each hex a button that does what a click on it does."""
    parts = []
    for zone in view.pack.zones.values():
        planets = []
        for name in zone.planets:
            planet = view.pack.planets[name]
            rows = []
            for at in planet.hexes:
                place, *held = words[str(at)]
                about = set(planet_words(view, planet)) if at == planet.hexes[0] else set()
                said = "; ".join(line for line in held if line not in about) or "empty"
                rows.append(
                    tag("li", tag("button", place, type="button", data_hex=at), " ", tag("span", said))
                )
            title = f"{name}{' (capital)' if planet.capital else ''}"
            planets.append(
                tag(
                    "details",
                    tag("summary", title),
                    tag("p", "; ".join(planet_words(view, planet)), class_="faint"),
                    tag("ul", *rows),
                    open=any(len(words[str(at)]) > 1 for at in planet.hexes[1:]) or None,
                )
            )
        parts.append(tag("section", tag("h3", f"{zone.name} zone"), *planets))
    return joined(*parts)


# -- odds and rules ------------------------------------------------------------------------------------------


def odds(found: Sequence[Odds]) -> Html:
    """What an order is likely to lead to."""
    return joined(
        *(
            tag("table", tag("caption", one.title), tag("tbody", *(_row(*row) for row in one.rows)))
            for one in found
        )
    )


def rules(found: Sequence[Rule], note: str = "") -> Html:
    """Rules as the reference has them."""
    parts: list[Any] = [tag("p", note, class_="faint")] if note else []
    for rule in found:
        see = [joined(" ", rule_link(number)) for number in rule.see]
        ruling = tag("em", " our ruling", class_="faint") if rule.kind == "ruling" else ""
        parts.append(
            tag(
                "article",
                tag("h3", f"{rule.number} {rule.title}", ruling),
                tag("p", rule.text, *see),
                id=f"r{rule.number}",
            )
        )
    return joined(*parts)
