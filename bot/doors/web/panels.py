"""What stands beside the map: fragments of HTML made from a View and from what a viewer was told."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from bot.doors.web.pages import Html, joined, tag
from bot.looking import Told
from engine.kernel.box import Odds
from engine.kernel.rulebook import Rule
from render.kinds import FAINT, HEADING, LOUD, Meter, Notes, Place, Scribe, Table


def rule_link(key: str, rule: str) -> Html:
    """A rule's number that opens the rule."""
    if not rule:
        return Html("")
    return tag("a", f"rule {rule}", href=f"/rules?game={key}&q={rule}", class_="rule", data_rule=rule)


# -- what was told -------------------------------------------------------------------------------------------


def entries(scribe: Scribe, seats: Sequence[str], told: Sequence[Told]) -> Html:
    """Entries as the channel shows them; whose they are is marked by the number of the seat."""
    rows = []
    for one in told:
        if not one.lines:
            continue
        by = f"by-{seats.index(one.by)}" if one.by in seats else "by-referee"
        lines = (_line(line, scribe.tone(line)) for line in one.lines)
        rows.append(tag("li", *lines, data_seq=one.seq, class_=f"entry {by}"))
    return joined(*rows)


def _line(line: str, tone: str) -> Html:
    if tone == HEADING:
        return tag("h3", line)
    return tag("p", line, class_={LOUD: "loud", FAINT: "faint"}.get(tone))


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


# -- tables --------------------------------------------------------------------------------------------------


def _cell(cell: str | Meter, name: str) -> Html:
    if isinstance(cell, Meter):
        meter = tag("meter", str(cell.value), min=0, max=cell.most, value=cell.value, aria_label=name)
        return tag("td", tag("span", str(cell.value), class_="value"), " ", meter)
    return tag("td", cell)


def _row(cells: Sequence[str | Meter]) -> Html:
    name = str(cells[0]) if cells else ""
    return tag("tr", tag("th", name, scope="row"), *(_cell(cell, name) for cell in cells[1:]))


def _table(table: Table) -> Html:
    head = tag("thead", tag("tr", *(tag("th", it, scope="col") for it in table.head))) if table.head else ""
    return tag("table", tag("caption", table.title), head, tag("tbody", *(_row(row) for row in table.rows)))


def _notes(notes: Notes) -> Html:
    if not notes.title:
        return joined(*(tag("p", line, class_="faint") for line in notes.lines))
    return joined(tag("h3", notes.title), tag("ul", *(tag("li", line) for line in notes.lines)))


def tables(parts: Iterable[Table | Notes]) -> Html:
    """Tables and notes below one another."""
    return joined(*(_table(part) if isinstance(part, Table) else _notes(part) for part in parts))


def odds(found: Sequence[Odds]) -> Html:
    """What an order is likely to lead to."""
    return tables(Table(one.title, one.rows) for one in found)


def places(found: Sequence[Place]) -> Html:
    """The map in words, group by group; each place is a button that does what a click on it does."""
    parts = []
    for group, members in groupby(found, key=lambda place: place.group):
        kept = list(members)
        rows = [
            tag(
                "li",
                tag("button", place.name, type="button", data_place=place.id),
                " ",
                tag("span", "; ".join(place.words) or "empty"),
            )
            for place in kept
        ]
        held = any(place.words for place in kept[1:]) or len(kept) == 1
        parts.append(tag("details", tag("summary", group), tag("ul", *rows), open=held or None))
    return joined(*parts)


def rules(key: str, found: Sequence[Rule], note: str = "") -> Html:
    """Rules as the reference has them."""
    parts: list[Any] = [tag("p", note, class_="faint")] if note else []
    for rule in found:
        see = [joined(" ", rule_link(key, number)) for number in rule.see]
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
