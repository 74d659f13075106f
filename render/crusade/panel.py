"""The panel beside the board: whose turn it is, what each side has taken, what has just happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from engine.crusade.names import FORWARD, KINDS, NOBLES, OTHER, SEATS
from engine.crusade.view import View
from render.canvas import Canvas
from render.colour import RGB, mix
from render.column import Block, Column, backing, pill
from render.crusade.changes import Changes
from render.crusade.facts import (
    SIDE,
    captured_by,
    dealt_words,
    facing_words,
    many,
    needed_by,
    offers,
    phase_words,
    placing,
    secret,
    special_words,
    taken_by,
    turn_words,
    units_of,
    waiting,
    winner_words,
)
from render.crusade.look import PAINT
from render.crusade.reach import Reach, unit_at
from render.crusade.signs import TREASURE_SHARE
from render.crusade.tokens import grip_token, treasure_token, unit_token
from render.fonts import (
    SANS,
    SANS_BOLD,
    SANS_ITALIC,
    SANS_MEDIUM,
    SERIF_BOLD,
    SERIF_ITALIC,
    clipped,
    fitted,
    width,
    wrapped,
)
from render.glyphs import glyph
from render.theme import Theme

MOST_LINES: Final = 7
"""Lines about the last turn."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a picture is about: a position, what is new in it, and what one of its units can do."""

    view: View
    new: Changes
    reach: Reach | None = None


Desk = Column[Scene]


def header(desk: Desk, y: float) -> float:
    """The game and its layout."""
    k, view, theme = desk.k, desk.view.view, desk.theme
    middle = desk.width / 2
    desk.text(middle, y + 20 * k, "Crusade", SERIF_BOLD, 42, anchor="mm", room=desk.width)
    words = f"Treasures: {view.layout}"
    desk.text(middle, y + 49 * k, words, SERIF_ITALIC, 20, theme.faint, "mm", room=desk.width)
    return y + 66 * k


def seal(desk: Desk, y: float) -> float:
    """Whose eyes a picture is for, while armies are placed in secret."""
    k, view = desk.k, desk.view.view
    if not secret(view):
        return y
    paint = PAINT[view.viewer]
    words = f"{SIDE[view.viewer]}'s eyes only"
    wide = width(words, SANS_MEDIUM, 16 * k) + 38 * k
    desk.canvas.put(pill(wide + 4, 26 * k + 4, paint["accent"]), desk.x - 2, y - 2)
    desk.canvas.put(pill(wide, 26 * k, paint["body"]), desk.x, y)
    desk.canvas.put(glyph("lock", 13 * k, paint["sign"], paint["body"]), desk.x + 10 * k, y + 6 * k)
    desk.canvas.text((desk.x + 28 * k, y + 13.5 * k), words, SANS_MEDIUM, 16 * k, paint["sign"], "lm")
    return y + 38 * k


def status(desk: Desk, y: float) -> float:
    """The turn, and who has to do what."""
    k, view = desk.k, desk.view.view
    desk.text(0, y + 16 * k, turn_words(view), SANS_BOLD, 32, room=desk.width)
    y += 38 * k
    lines = wrapped(winner_words(view) or phase_words(view), SANS_MEDIUM, 22 * k, desk.width)
    for line in lines[:3]:
        desk.text(0, y + 12 * k, line, SANS_MEDIUM, 22, room=desk.width)
        y += 27 * k
    return y + 6 * k


def _plate(desk: Desk, y: float, seat: str) -> float:
    """A side's name in its colours, and what it has to do."""
    k, view, theme = desk.k, desk.view.view, desk.theme
    paint = PAINT[seat]
    high = 34 * k
    box = [desk.x, y, desk.x + desk.width - 1, y + high]
    desk.canvas.draw.rounded_rectangle(
        box, 6 * k, fill=paint["body"], outline=paint["accent"], width=max(2, round(2.5 * k))
    )
    name = desk.text(12 * k, y + high / 2 + 3 * k, SIDE[seat], SERIF_BOLD, 25, paint["sign"])
    words = ""
    if view.ending:
        words = "wins" if view.winner == seat else ""
    elif placing(view):
        words = "ready" if seat in view.ready else "placing"
    elif view.mover == seat:
        words = "recruits" if view.due else "to move"
    if words:
        desk.text(
            desk.width - 12 * k, y + high / 2, words, SANS_BOLD, 18, paint["accent"] if seat == "black" else
            paint["sign"], "rm", room=desk.width - name - 44 * k,
        )  # fmt: skip
        if not view.ending and seat in waiting(view):
            desk.canvas.draw.rounded_rectangle(
                [box[0] - 4, box[1] - 4, box[2] + 4, box[3] + 4], 8 * k, outline=theme.gold, width=2
            )
    return y + high + 8 * k


def _tokens(
    desk: Desk, x: float, y: float, kinds: list[str], seat: str, room: float, size: float, rows: int = 3
) -> float:
    """Units in small, equal ones counted, in as few rows as hold them; how high they are."""
    k = desk.k
    counts = Counter(kinds)
    shown = [kind for kind in KINDS if counts[kind]]

    def wide(kind: str) -> float:
        return (size + (20 if counts[kind] > 1 else 3)) * k

    lines: list[list[str]] = [[]]
    for kind in shown:
        if lines[-1] and len(lines) < rows and sum(map(wide, (*lines[-1], kind))) > room:
            lines.append([])
        lines[-1].append(kind)
    high = (size + 4) * k
    for number, line in enumerate(lines):
        share = min(1.0, room / max(1.0, sum(map(wide, line))))
        each, left, middle = size * k * share, x, y + (number + 0.5) * high
        for kind in line:
            facing = "" if kind in NOBLES else FORWARD[seat]
            desk.canvas.put(unit_token(kind, seat, facing, each), desk.x + left, middle - each / 2)
            if counts[kind] > 1:
                desk.text(left + each + k, middle, f"×{counts[kind]}", SANS_BOLD, 15 * share)
            left += wide(kind) * share
    return len(lines) * high


def _side(desk: Desk, y: float, seat: str) -> float:
    """What a side has left, has captured, and has taken."""
    k, view, theme = desk.k, desk.view.view, desk.theme
    y = _plate(desk, y, seat)
    label = 76 * k
    if placing(view):
        return _army(desk, y, seat, label)
    needed = needed_by(view, seat)
    taken = taken_by(view, seat)
    each = max(12 * k, min(36 * k, (desk.width - label - 52 * k) / max(1, needed) - 5 * k))
    desk.text(0, y + each / 2, "Treasures", SANS, 16, theme.faint)
    for place in range(needed):
        x = desk.x + label + place * (each + 5 * k)
        if place < len(taken):
            desk.canvas.put(treasure_token(taken[place], OTHER[seat], each), x, y)
        else:
            desk.canvas.draw.rounded_rectangle(
                [x + 3 * k, y + 3 * k, x + each - 4 * k, y + each - 4 * k],
                4 * k,
                fill=theme.inset,
                outline=theme.edge,
                width=1,
            )
    desk.text(desk.width, y + each / 2, f"{len(taken)}/{needed}", SANS_BOLD, 21, anchor="rm")
    y += each + 5 * k
    lost = captured_by(view, seat)
    desk.text(0, y + 18 * k, "Captured", SANS, 16, theme.faint)
    if lost:
        y += _tokens(desk, label, y, lost, OTHER[seat], desk.width - label, 32)
    else:
        desk.text(label, y + 18 * k, "nothing yet", SANS_ITALIC, 16, theme.faint)
        y += 36 * k
    standing = units_of(view, seat)
    desk.text(0, y + 9 * k, "On board", SANS, 16, theme.faint)
    nobles = sum(unit.kind in NOBLES for unit in standing)
    words = f"{many(len(standing) - nobles, 'Pawn')}, {many(nobles, 'Noble')}"
    desk.text(label, y + 9 * k, words, SANS_MEDIUM, 17, room=desk.width - label)
    return y + 30 * k


def _army(desk: Desk, y: float, seat: str, label: float) -> float:
    """While armies are placed: what is left to place for who sees it, and nothing of the other."""
    k, view, theme = desk.k, desk.view.view, desk.theme
    if view.viewer != seat:
        desk.text(0, y + 10 * k, "Its placement is sealed.", SANS_ITALIC, 17, theme.faint, room=desk.width)
        return y + 30 * k
    desk.text(0, y + 18 * k, "To place", SANS, 16, theme.faint)
    if view.to_place:
        kinds = [kind for kind, count in view.to_place.items() for _ in range(count)]
        y += _tokens(desk, label, y, kinds, seat, desk.width - label, 34)
        if view.dealt.free_pawns or view.dealt.free_nobles:
            words = "Choices count for every kind they could become."
            desk.text(0, y + 8 * k, words, SANS_ITALIC, 14.5, theme.faint, room=desk.width)
            y += 22 * k
        return y
    desk.text(label, y + 18 * k, "all placed", SANS_ITALIC, 16, theme.faint)
    return y + 36 * k


def black(desk: Desk, y: float) -> float:
    """Black's side of the panel, on top as on the board."""
    return _side(desk, y, SEATS[1])


def white(desk: Desk, y: float) -> float:
    """White's side of the panel."""
    return _side(desk, y, SEATS[0])


def _paragraph(desk: Desk, y: float, words: str, most: int, bullet: bool = False) -> float:
    k = desk.k
    indent = 14 * k if bullet else 0
    for number, line in enumerate(clipped(words, SANS, 16.5 * k, desk.width - indent, most)):
        if bullet and number == 0:
            desk.canvas.put(glyph("star", 9 * k, desk.theme.gold, desk.theme.card), desk.x, y + 4.5 * k)
        desk.text(indent, y + 9 * k, line, SANS, 16.5)
        y += 20 * k
    return y


def news(desk: Desk, y: float) -> float:
    """What has just happened, or what the selected unit can do."""
    k, scene = desk.k, desk.view
    if scene.reach is not None:
        return _selected(desk, y, scene.reach)
    said = scene.new.said
    if not said:
        return y
    y = desk.heading(y, "Last turn")
    left = MOST_LINES
    for sentence in said:
        if left <= 0:
            break
        sentence = sentence[0].upper() + sentence[1:] + ("" if sentence.endswith((".", "!")) else ".")
        start = y
        y = _paragraph(desk, y, sentence, left, bullet=True)
        left -= round((y - start) / (20 * k))
    return y + 6 * k


def _selected(desk: Desk, y: float, reach: Reach) -> float:
    unit = unit_at(desk.view.view, reach.square)
    if unit is None:
        return y
    y = desk.heading(y, f"{SIDE[unit.seat]} on {reach.square}")
    y = _paragraph(desk, y, f"{facing_words(unit)}.", 2)
    for line in reach.words() or ["It has nowhere to go."]:
        y = _paragraph(desk, y, line, 3, bullet=True)
    return y + 6 * desk.k


def affairs(desk: Desk, y: float) -> float:
    """Offers, passes, quiet turns; before the game, what the dice gave."""
    k, view, theme = desk.k, desk.view.view, desk.theme
    if placing(view):
        y = desk.heading(y, "The dice")
        for line in (f"Each army: {dealt_words(view)}.", *special_words(view)):
            y = _paragraph(desk, y, line, 4)
        return y + 6 * k
    if view.phase != "turns" or view.ending:
        return y
    y = desk.heading(y, "Affairs")
    for line in offers(view):
        y = _paragraph(desk, y, line, 2, bullet=True)
    for line in special_words(view)[1:]:
        y = _paragraph(desk, y, line, 2, bullet=True)
    y += 3 * k
    desk.text(0, y + 9 * k, "Quiet turns", SANS, 16, theme.faint)
    desk.text(desk.width, y + 9 * k, f"{view.quiet} of {view.quiet_limit}", SANS_BOLD, 16, anchor="rm")
    left, right = desk.x + 84 * k, desk.x + desk.width - 70 * k
    share = min(1.0, view.quiet / max(1, view.quiet_limit))
    desk.canvas.draw.rectangle([left, y + 4 * k, right, y + 14 * k], fill=theme.inset)
    if share:
        ink = theme.alarm if share > 0.7 else theme.calm
        desk.canvas.draw.rectangle([left, y + 4 * k, left + (right - left) * share, y + 14 * k], fill=ink)
    return y + 26 * k


def legend(desk: Desk, y: float) -> float:
    """What the pieces are."""
    k, view, theme = desk.k, desk.view.view, desk.theme
    y = desk.heading(y, "Pieces")
    shown = [kind for kind in KINDS if kind not in view.dealt.removed]
    room = desk.width / 3
    signs = [
        (unit_token(kind, "white", "" if kind in NOBLES else "north", 26 * k), kind.title()) for kind in shown
    ]
    signs += [
        (treasure_token(kind, "white", 26 * k * TREASURE_SHARE), kind.title()) for kind in ("supply", "relic")
    ]
    signs.append((grip_token(44 * k).crop((0, 0, round(14 * k), round(14 * k))), "gripped"))
    for place, (token, words) in enumerate(signs):
        x = (place % 3) * room
        top = y + (place // 3) * 31 * k
        desk.canvas.centre(token, desk.x + x + 14 * k, top + 14 * k)
        desk.text(x + 32 * k, top + 14 * k, words, SANS, 15.5, theme.faint, room=room - 34 * k)
    y += 31 * k * -(-len(signs) // 3)
    words = "A Pawn's beak shows where it faces; Nobles are round."
    desk.text(0, y + 9 * k, words, SANS_ITALIC, 14.5, theme.faint, room=desk.width)
    return y + 20 * k


COLUMN: Final[tuple[Block[Scene], ...]] = (header, seal, status, black, white, news, affairs)
"""The panel as one column; the key to the pieces comes below where there is room."""
BRIEF: Final[tuple[Block[Scene], ...]] = (seal, status, black, white, news, affairs)
"""The panel in a feed."""
BELOW: Final[tuple[tuple[Block[Scene], ...], ...]] = ((seal, white, affairs), (black, news))
"""The panel of a picture in portrait."""


def draw_strips(canvas: Canvas, scene: Scene, theme: Theme, wide: int, high: int, bottom: int) -> None:
    """A line for each side above and below the board: treasures, captures, whose turn it is."""
    view = scene.view
    for seat, top in ((SEATS[1], 0), (SEATS[0], bottom)):
        backing(canvas, theme, (0, top, wide, top + high))
        paint = PAINT[seat]
        middle = top + high / 2
        name = width(SIDE[seat], SERIF_BOLD, high * 0.5) + high * 0.5
        canvas.draw.rounded_rectangle(
            [8, top + high * 0.16, 8 + name, top + high * 0.84], 5, fill=paint["body"],
            outline=theme.gold if seat in waiting(view) else paint["accent"], width=3,
        )  # fmt: skip
        canvas.text((8 + name / 2, middle + 2), SIDE[seat], SERIF_BOLD, high * 0.5, paint["sign"], "mm")
        x = 20 + name
        each = high * 0.62
        for kind in taken_by(view, seat):
            canvas.put(treasure_token(kind, OTHER[seat], each), x, middle - each / 2)
            x += each + 3
        desk = Column(canvas, scene, theme, 0, wide, 1.0)
        room = wide * 0.76 - x - 16
        _tokens(desk, x + 8, middle - each / 2 - 2, captured_by(view, seat), OTHER[seat], room, each, 1)
        words = turn_words(view) if seat == SEATS[1] else _short(view)
        ink: RGB = theme.ink if seat == SEATS[1] else mix(theme.ink, theme.gold, 0.4)
        text, size = fitted(words, SANS_BOLD, high * 0.38, wide * 0.2)
        canvas.text((wide - 12, middle), text, SANS_BOLD, size, ink, "rm")


def _short(view: View) -> str:
    if view.ending:
        return f"{SIDE[view.winner]} wins" if view.winner else "A draw"
    if placing(view):
        return "Placing"
    return f"{SIDE[view.mover]} {'recruits' if view.due else 'to move'}"
