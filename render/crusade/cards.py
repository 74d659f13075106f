"""Cards: a kind of unit with its reach, a treasure, both armies, a turn, and the poster at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from engine.crusade.events import Revealed, TreasureTaken
from engine.crusade.names import FILES, KINDS, NOBLES, OTHER, PAWNS, RECRUIT, SEATS
from engine.crusade.view import View
from engine.kernel.game import Event
from render.canvas import Canvas
from render.crusade.board import draw_position, draw_reach, ground
from render.crusade.changes import Changes, changes
from render.crusade.facts import (
    SIDE,
    captured_by,
    counted,
    dealt_words,
    needed_by,
    phase_words,
    taken_by,
    turn_words,
    units_of,
    winner_words,
)
from render.crusade.look import GROUNDS, PAINT, Geometry, square_colour
from render.crusade.lore import BASICS, TREASURES, UNITS, example
from render.crusade.panel import Scene
from render.crusade.reach import reach_on
from render.crusade.tokens import treasure_token, unit_token
from render.fonts import SANS, SANS_BOLD, SANS_ITALIC, SERIF_BOLD, SERIF_ITALIC, wrapped
from render.glyphs import glyph
from render.sheet import Sheet, graph, strip
from render.theme import Theme

WIDE, HIGH = 900, 520


def _bullets(sheet: Sheet, x: float, y: float, lines: Sequence[str], room: float) -> float:
    for words in lines:
        sheet.canvas.put(glyph("star", 13, sheet.theme.gold, sheet.theme.card), x, y - 7)
        y = sheet.lines(x + 22, y, words, SANS, 21, room - 22, 4) + 5
    return y


def diagram(kind: str, theme: Theme, room: int) -> Image.Image:
    """The example of a kind: what it can do from where it stands."""
    lore = UNITS[kind]
    lower, upper = lore.corners
    low, high = int(lower[1]), int(upper[1])
    first, cells = FILES.index(lower[0]), high - low + 1
    side = room // cells
    image = Image.new("RGB", (side * cells + 6, side * cells + 6), GROUNDS[theme.name].frame)
    canvas = Canvas(image)
    geometry = Geometry(3 - first * side, 3 - (8 - high) * side, side)
    for file in FILES[first : first + cells]:
        for row in range(low, high + 1):
            square = f"{file}{row}"
            x0, y0, x1, y1 = geometry.box(square)
            fill = square_colour(theme, square, square == lore.square)
            canvas.draw.rectangle([x0, y0, x1 - 1, y1 - 1], fill=fill)
    board = example(kind)
    draw_reach(canvas, reach_on(board, lore.square), theme, geometry)
    for square, piece in board.items():
        canvas.centre(unit_token(piece.kind, piece.seat, piece.facing, side), *geometry.at(square))
    return image


def unit_card(kind: str, theme: Theme) -> Image.Image:
    """A kind of unit: both its coats, what it does, and an example."""
    sheet = Sheet(WIDE, HIGH, theme, PAINT["white"]["accent"])
    pawn = kind in PAWNS
    sheet.text(36, 66, kind.title(), SERIF_BOLD, 54, room=238)
    sheet.text(38, 106, "Pawn" if pawn else "Noble", SERIF_ITALIC, 24, theme.gold)
    for place, (seat, facing) in enumerate((("white", "north"), ("black", "south"))):
        sheet.canvas.put(unit_token(kind, seat, facing if pawn else "", 84), 292 + place * 92, 32)
    y = _bullets(sheet, 38, 150, UNITS[kind].words, 455)
    if pawn:
        sheet.canvas.draw.line([(38, y), (478, y)], fill=theme.edge, width=1)
        y = _bullets(sheet, 38, y + 22, BASICS, 455)
    picture = diagram(kind, theme, 350)
    sheet.image.paste(picture, (868 - picture.width, 40))
    _key(sheet, kind, 868 - picture.width, 40 + picture.height + 24, picture.width)
    return sheet.image


def _key(sheet: Sheet, kind: str, x: float, y: float, room: float) -> None:
    """What the marks of an example mean."""
    reach = reach_on(example(kind), UNITS[kind].square)
    said = [
        words
        for words, squares in (
            ("dot: a step", reach.steps),
            ("small ring: a side-step", reach.asides),
            ("red frame: a capture", reach.captures),
            ("dashed red: a shot", reach.shots),
            ("violet: telekinesis", reach.grips),
            ("dark frame: a swap", reach.swaps),
            ("gold frame: a command", reach.commands),
        )
        if squares
    ]
    for line in wrapped("; ".join(said) + ".", SANS_ITALIC, 18, room)[:3]:
        sheet.text(x, y, line, SANS_ITALIC, 18, sheet.theme.faint)
        y += 23


def treasure_card(kind: str, theme: Theme) -> Image.Image:
    """A kind of treasure."""
    sheet = Sheet(740, 360, theme, PAINT["black"]["accent"])
    sheet.text(36, 66, kind.title(), SERIF_BOLD, 54, room=300)
    sheet.text(38, 106, "Treasure", SERIF_ITALIC, 24, theme.gold)
    for place, seat in enumerate(SEATS):
        sheet.canvas.put(treasure_token(kind, seat, 96), 500 + place * 104, 36)
    _bullets(sheet, 38, 160, TREASURES[kind], 660)
    return sheet.image


def taken_card(view: View, event: TreasureTaken, theme: Theme) -> Image.Image:
    """A treasure captured: by whom, how many it makes, and what it pays for."""
    paint = PAINT[event.seat]
    sheet = Sheet(740, 250, theme, paint["accent"])
    sheet.canvas.put(treasure_token(event.kind, OTHER[event.seat], 140), 40, 55)
    sheet.text(206, 70, taken_words(event), SERIF_BOLD, 36, room=500)
    taken, needed = taken_by(view, event.seat), needed_by(view, event.seat)
    words = f"{len(taken)} of {needed} treasures; it pays for a {RECRUIT[event.kind].title()}."
    sheet.text(206, 112, words, SANS, 22, room=500)
    for place in range(needed):
        x = 206 + place * 74
        if place < len(taken):
            sheet.canvas.put(treasure_token(taken[place], OTHER[event.seat], 64), x, 142)
        else:
            sheet.cell(x + 6, 148, 52, 52, 6)
    return sheet.image


def taken_words(event: TreasureTaken) -> str:
    """A captured treasure in words."""
    return f"{SIDE[event.seat]} captures the {event.kind.title()} on {event.square}"


def armies_card(event: Revealed, theme: Theme) -> Image.Image:
    """Both armies as they were revealed, side against side."""
    sheet = Sheet(860, 330, theme, theme.gold)
    sheet.text(430, 56, "The armies are revealed", SERIF_BOLD, 40, anchor="mm", room=780)
    for row, (seat, units) in enumerate(zip(SEATS, (event.white, event.black), strict=True)):
        y = 100 + row * 106
        counts = Counter(kind for kind, _ in units)
        sheet.cell(36, y, 788, 94, 10)
        sheet.text(56, y + 47, SIDE[seat], SERIF_BOLD, 30)
        shown = [kind for kind in KINDS if counts[kind]]
        for place, kind in enumerate(shown):
            x = 150 + place * 84
            facing = "" if kind in NOBLES else ("north" if seat == "white" else "south")
            sheet.canvas.put(unit_token(kind, seat, facing, 62), x, y + 6)
            sheet.text(x + 31, y + 80, f"{counts[kind]}", SANS_BOLD, 18, anchor="mm")
    return sheet.image


def armies_words(event: Revealed) -> str:
    """Both armies in words."""
    sides = (
        f"{SIDE[seat]}: {counted(kind for kind, _ in units)}"
        for seat, units in zip(SEATS, (event.white, event.black), strict=True)
    )
    return f"The armies are revealed. {'. '.join(sides)}."


def summary_strip(view: View, since: View | None, theme: Theme, events: Sequence[Event] = ()) -> Image.Image:
    """What happened, in one strip."""
    told = changes(since, view, events).said[:8] or ["Nothing has changed on the board."]
    old = since or view
    figures: list[tuple[str, int, int]] = []
    for seat in SEATS:
        figures.append((f"{SIDE[seat]} treasures", len(taken_by(view, seat)), len(taken_by(old, seat))))
    for seat in SEATS:
        figures.append((f"{SIDE[seat]} units", len(units_of(view, seat)), len(units_of(old, seat))))
    figures.append(("Quiet turns", view.quiet, old.quiet))
    return strip(turn_words(view), phase_words(view), told, figures, theme)


def poster(views: Sequence[View], theme: Theme, result: str = "") -> Image.Image:
    """The result, the last position, and the course of the game; the last View is the end."""
    last = views[-1]
    side = last.winner if last.winner in PAINT else ""
    accent = PAINT[side]["accent"] if side else theme.gold
    sheet = Sheet(1200, 1500, theme, accent)
    sheet.text(600, 96, "Crusade", SERIF_BOLD, 92, anchor="mm")
    fill, ink, edge = (
        (PAINT[side]["body"], PAINT[side]["sign"], accent) if side else (theme.inset, theme.ink, theme.gold)
    )
    sheet.canvas.draw.rounded_rectangle([60, 156, 1140, 280], 14, fill=fill, outline=edge, width=4)
    by_word, _, why = ("", "", "") if last.ending else result.rstrip(".").partition(": ")
    head = f"{SIDE[side]} wins" if side else "A draw" if last.ending else by_word or turn_words(last)
    sheet.text(600, 200, head, SERIF_BOLD, 56, ink, "mm", room=1040)
    words = winner_words(last) or why or (turn_words(last) if by_word else phase_words(last))
    sheet.text(600, 250, words, SANS, 25, ink, "mm", room=1040)
    board = ground(theme, 62, 24).copy()
    draw_position(Canvas(board), Scene(last, Changes()), theme, Geometry(24, 24, 62))
    sheet.image.paste(board, (62, 316))
    _tally(sheet, last, 640, 316, 500)
    played = [view for view in views if view.phase == "turns"] or [last]
    by_turn = {view.turn: view for view in played}
    turns = sorted(by_turn)
    inks = {
        "White": (235, 96, 110) if theme.dark else PAINT["white"]["accent"],
        "Black": PAINT["black"]["accent"] if theme.dark else PAINT["black"]["body"],
    }
    units = {SIDE[seat]: [len(units_of(by_turn[turn], seat)) for turn in turns] for seat in SEATS}
    graph(sheet, (80, 906, 1120, 1166), "Units on the board", turns, units, inks, marks=len(turns) < 30)
    taken = {SIDE[seat]: [len(taken_by(by_turn[turn], seat)) for turn in turns] for seat in SEATS}
    graph(sheet, (80, 1190, 1120, 1450), "Treasures captured", turns, taken, inks, marks=len(turns) < 30)
    return sheet.image


def _tally(sheet: Sheet, last: View, x: float, y: float, room: float) -> None:
    """What each side has taken, captured and left."""
    theme = sheet.theme
    for seat in (SEATS[1], SEATS[0]):
        sheet.cell(x, y, room, 206, 10)
        sheet.text(x + 20, y + 34, SIDE[seat], SERIF_BOLD, 34)
        left = units_of(last, seat)
        sheet.text(x + room - 20, y + 32, f"{len(left)} units left", SANS, 22, theme.faint, "rm")
        taken = taken_by(last, seat)
        for place in range(needed_by(last, seat)):
            at = x + 20 + place * 66
            if place < len(taken):
                sheet.canvas.put(treasure_token(taken[place], OTHER[seat], 58), at, y + 62)
            else:
                sheet.canvas.draw.rounded_rectangle(
                    [at + 5, y + 67, at + 53, y + 115], 6, outline=theme.edge, width=2
                )
        words = f"{len(taken)} of {needed_by(last, seat)} treasures"
        sheet.text(x + room - 20, y + 92, words, SANS, 22, theme.faint, "rm")
        counts = Counter(captured_by(last, seat))
        each = min(52.0, (room - 40) / max(1, len(counts)) - 26)
        at = x + 20
        for kind, count in counts.items():
            facing = "" if kind in NOBLES else ("south" if seat == "white" else "north")
            sheet.canvas.put(unit_token(kind, OTHER[seat], facing, each), at, y + 136)
            sheet.text(at + each + 2, y + 136 + each / 2, f"×{count}", SANS_BOLD, 19)
            at += each + 30
        if not counts:
            sheet.text(x + 20, y + 162, "Nothing captured", SANS_ITALIC, 22, theme.faint)
        y += 220
    quiet = f"Quiet turns at the end: {last.quiet}."
    sheet.lines(x, y + 14, f"{last.turn} turns; treasures “{last.layout}”. {quiet}", SANS, 22, room, 2)
    sheet.lines(x, y + 70, f"Each army: {dealt_words(last)}.", SANS, 20, room, 3)
