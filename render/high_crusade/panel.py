"""The panel beside the map: turn, phase, tracks, strengths, titles, and how near anybody is to winning."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.high_crusade.names import PHASES
from engine.high_crusade.pack import Track
from engine.high_crusade.view import View
from render.canvas import Box, Canvas, Pen, sprite
from render.colour import RGB, mix
from render.column import Block, Column, backing, pill
from render.counters import counter
from render.fonts import (
    SANS,
    SANS_BOLD,
    SANS_ITALIC,
    SANS_MEDIUM,
    SERIF,
    SERIF_BOLD,
    SERIF_ITALIC,
    clipped,
    fitted,
    width,
    wrapped,
)
from render.glyphs import badge, glyph
from render.high_crusade.facts import (
    SEAT_NAME,
    conditions,
    converted,
    counted_capitals,
    held_capitals,
    king,
    leader_rows,
    musters,
    phase_words,
    ratings,
    title_words,
    turn_words,
    whereabouts,
    winner_words,
)
from render.high_crusade.look import CREAM, CRIMSON, FROZEN, LIVERIES, brief
from render.theme import Theme

Desk = Column[View]


def header(desk: Desk, y: float) -> float:
    """The game, its scenario and the viewer."""
    k, view, theme = desk.k, desk.view, desk.theme
    middle = desk.width / 2
    desk.text(middle, y + 20 * k, "The High Crusade", SERIF_BOLD, 40, anchor="mm", room=desk.width)
    scenario = view.pack.scenarios[view.scenario].title
    desk.text(middle, y + 49 * k, scenario, SERIF_ITALIC, 21, theme.faint, "mm", room=desk.width)
    secret = view.viewer != "spectator" and view.result is None
    seen = f"As the {SEAT_NAME[view.viewer]} player sees it" if secret else "As everybody sees it"
    wide = width(seen, SANS_MEDIUM, 14 * k) + (30 if secret else 18) * k
    left = desk.x + middle - wide / 2
    fill = LIVERIES[SEAT_NAME[view.viewer]].band if secret else theme.inset
    ink = LIVERIES[SEAT_NAME[view.viewer]].band_ink if secret else theme.ink
    desk.canvas.put(pill(wide, 22 * k, fill), left, y + 64 * k)
    if secret:
        desk.canvas.put(glyph("lock", 12 * k, ink, fill), left + 9 * k, y + 69 * k)
    desk.canvas.text((left + (25 if secret else 9) * k, y + 75.5 * k), seen, SANS_MEDIUM, 14 * k, ink, "lm")
    return y + 96 * k


def turn(desk: Desk, y: float) -> float:
    """Turn and phase with their tracks."""
    k, view, theme = desk.k, desk.view, desk.theme
    words = turn_words(view)
    desk.text(0, y + 15 * k, words, SANS_BOLD, 28, room=desk.width)
    y += 34 * k
    cells = max(1, view.turns)
    rows = 1 if cells <= 16 else 2
    a_row = -(-cells // rows)
    gap = 2 * k
    side = (desk.width - gap * (a_row - 1)) / a_row
    high = 17 * k
    for cell in range(cells):
        x = desk.x + (cell % a_row) * (side + gap)
        top = y + (cell // a_row) * (high + gap)
        now = cell + 1 == view.turn
        fill = (
            theme.gold if now else mix(theme.inset, theme.gold, 0.35) if cell + 1 < view.turn else theme.inset
        )
        desk.canvas.draw.rectangle([x, top, x + side - 1, top + high - 1], fill=fill)
        ink = theme.card if now else theme.faint if cell + 1 > view.turn else theme.ink
        face = SANS_BOLD if now else SANS
        desk.canvas.text((x + side / 2, top + high / 2), str(cell + 1), face, 12.5 * k, ink, "mm")
    y += rows * (high + gap) + 6 * k
    desk.text(0, y + 13 * k, phase_words(view), SANS_BOLD, 21, theme.ink, room=desk.width)
    y += 30 * k
    place = PHASES.index(view.phase) if view.phase in PHASES else -1
    if view.result is None:
        gap = 3 * k
        side = (desk.width - gap * (len(PHASES) - 1)) / len(PHASES)
        for cell, name in enumerate(PHASES):
            x = desk.x + cell * (side + gap)
            colour = (
                LIVERIES["Crusader"].band
                if name in ("conversion", "fiefs", "crusader_movement", "crusader_combat", "alliance")
                else LIVERIES["Wersgorix"].band
                if name in ("alert", "wersgorix_movement", "wersgorix_combat", "disruption")
                else theme.edge
            )
            fill = colour if cell == place else mix(theme.inset, colour, 0.28)
            high = 9 * k if cell == place else 5 * k
            desk.canvas.draw.rectangle(
                [x, y + 5 * k - high / 2, x + side - 1, y + 5 * k + high / 2], fill=fill
            )
        y += 16 * k
    return y + 4 * k


def waiting(desk: Desk, y: float) -> float:
    """Whom the game waits for, and with what."""
    k, view, theme = desk.k, desk.view, desk.theme
    if view.result is not None:
        y = desk.heading(y, "The end")
        for line in wrapped(winner_words(view), SERIF, 20 * k, desk.width)[:5]:
            desk.text(0, y + 11 * k, line, SERIF, 20)
            y += 24 * k
        return y + 4 * k
    if not view.waiting:
        return y
    y = desk.heading(y, "Waiting for")
    for one in view.waiting:
        livery = LIVERIES[SEAT_NAME[one.seat]]
        name = SEAT_NAME[one.seat]
        wide = width(name, SANS_BOLD, 16 * k) + 18 * k
        desk.canvas.put(pill(wide, 23 * k, livery.band), desk.x, y)
        desk.canvas.text((desk.x + wide / 2, y + 12 * k), name, SANS_BOLD, 16 * k, livery.band_ink, "mm")
        y += 28 * k
        for line in clipped(one.prompt, SANS, 15.5 * k, desk.width, 3):
            desk.text(0, y + 8 * k, line, SANS, 15.5, theme.ink, room=desk.width)
            y += 19 * k
        y += 3 * k
    return y + 3 * k


def tracks(desk: Desk, y: float) -> float:
    """Equipment and I.Q. with what they are worth."""
    view = desk.view
    y = desk.heading(y, "Tracks")
    y = _track(desk, y, "Equipment", view.equipment, view.pack.equipment, LIVERIES["Crusader"].band)
    return _track(desk, y, "I.Q.", view.iq, view.pack.iq, LIVERIES["Wersgorix"].band) + 2 * desk.k


def _track(desk: Desk, y: float, name: str, points: int, track: Track, colour: RGB) -> float:
    k, theme = desk.k, desk.theme
    worth = track.modifier(points)
    desk.text(0, y + 9 * k, name, SANS_MEDIUM, 17)
    shift = f"shift {worth:+d}" if worth else "no shift"
    desk.text(desk.width, y + 9 * k, f"{points} points, {shift}", SANS_BOLD, 16, anchor="rm")
    y += 20 * k
    cells = track.maximum + 1
    gap = 1.5 * k
    side = (desk.width - gap * (cells - 1)) / cells
    high = 18 * k
    steps = dict(track.steps)
    for cell in range(cells):
        x = desk.x + cell * (side + gap)
        now = cell == points
        fill = colour if now else mix(theme.inset, colour, 0.30) if cell < points else theme.inset
        desk.canvas.draw.rectangle([x, y, x + side - 1, y + high - 1], fill=fill)
        if now:
            desk.canvas.draw.rectangle(
                [x - 1, y - 2, x + side, y + high + 1], outline=theme.ink, width=max(1, round(1.6 * k))
            )
        ink = (255, 255, 255) if now and colour == CRIMSON else (17, 21, 47) if now else theme.faint
        if cells <= 26 or cell % 5 == 0 or now:
            size = min(12.5 * k, max(8, side * 0.78))
            desk.canvas.text(
                (x + side / 2, y + high / 2), str(cell), SANS_BOLD if now else SANS, size, ink, "mm"
            )
        if steps.get(cell):
            desk.canvas.text(
                (x + side / 2, y + high + 8 * k), f"{steps[cell]:+d}", SANS_BOLD, 12 * k, theme.gold, "mm"
            )
    return y + high + 18 * k


def strengths(desk: Desk, y: float) -> float:
    """Strength points of every faction."""
    k, theme, view = desk.k, desk.theme, desk.view
    y = desk.heading(y, "Strength")
    columns = (0.50, 0.64, 0.78, 0.90, 1.0)
    for share, sign in zip(columns, ("fleet", "army", "garrison"), strict=False):
        desk.canvas.centre(
            glyph(sign, 15 * k, theme.faint, theme.card), desk.x + desk.width * share - 8 * k, y + 7 * k
        )
    desk.text(desk.width * columns[3], y + 7 * k, "in all", SANS_ITALIC, 13.5, theme.faint, "rm")
    desk.text(desk.width, y + 7 * k, "due", SANS_ITALIC, 13.5, theme.faint, "rm")
    y += 18 * k
    for row in musters(view):
        livery = FROZEN if row.frozen else LIVERIES[row.faction]
        swatch = counter(livery, 26 * k, 18 * k, sign="leader", letter="", figure="")
        desk.canvas.put(swatch, desk.x, y + 1 * k)
        name = f"{row.faction} (frozen)" if row.frozen else row.faction
        desk.text(32 * k, y + 11 * k, name, SANS_MEDIUM, 16.5, room=desk.width * columns[0] - 52 * k)
        for share, figure in zip(columns, (row.fleets, row.armies, row.garrisons), strict=False):
            desk.text(desk.width * share, y + 11 * k, str(figure) if figure else "–", SANS, 16.5, anchor="rm")
        desk.text(desk.width * columns[3], y + 11 * k, str(row.total), SANS_BOLD, 17.5, anchor="rm")
        due = str(row.uncollected) if row.uncollected else "–"
        desk.text(desk.width, y + 11 * k, due, SANS, 16.5, anchor="rm")
        y += 22.5 * k
    return y + 5 * k


def victory(desk: Desk, y: float) -> float:
    """How far the Crusade has come, for each way to win."""
    k, theme, view = desk.k, desk.theme, desk.view
    scenario = view.pack.scenarios[view.scenario]
    y = desk.heading(y, "The Crusade so far")
    held, counted = set(held_capitals(view)), counted_capitals(view)
    have = len([capital for capital in counted if capital in held])
    desk.text(0, y + 9 * k, "Capitals", SANS_MEDIUM, 17)
    desk.text(desk.width, y + 9 * k, f"{have} of {scenario.capitals_needed}", SANS_BOLD, 17, anchor="rm")
    y += 21 * k
    capitals = list(view.pack.capitals)
    gap = 4 * k
    a_row = 4
    side = (desk.width - gap * (a_row - 1)) / a_row
    for place, capital in enumerate(capitals):
        x = desk.x + (place % a_row) * (side + gap)
        top = y + (place // a_row) * 25 * k
        mine = capital in held
        livery = LIVERIES["Crusader" if mine else "Wersgorix"]
        desk.canvas.draw.rectangle(
            [x, top, x + side - 1, top + 21 * k],
            fill=livery.fill,
            outline=livery.edge,
            width=max(1, round(k)),
        )
        sign = 13 * k
        desk.canvas.put(
            glyph("castle" if mine else "garrison", sign, livery.ink, livery.fill), x + 4 * k, top + 4.5 * k
        )
        text, size = fitted(capital, SANS_MEDIUM, 14 * k, side - sign - 10 * k)
        desk.canvas.text((x + sign + 7 * k, top + 11 * k), text, SANS_MEDIUM, size, livery.ink, "lm")
    y += 25 * k * -(-len(capitals) // a_row) + 6 * k
    races = converted(view)
    desk.text(0, y + 9 * k, "Thrall Races converted", SANS_MEDIUM, 17)
    desk.text(desk.width, y + 9 * k, f"{len(races)} of {scenario.thralls_needed}", SANS_BOLD, 17, anchor="rm")
    y += 21 * k
    total = max(1, len(view.thralls), scenario.thralls_needed)
    gap = 2 * k
    side = (desk.width - gap * (total - 1)) / total
    for place in range(total):
        x = desk.x + place * (side + gap)
        done = place < len(races)
        fill = CRIMSON if done else theme.inset
        desk.canvas.draw.rectangle([x, y, x + side - 1, y + 14 * k], fill=fill)
        if done:
            mark = min(side, 14 * k) * 0.8
            desk.canvas.centre(glyph("cross", mark, CREAM, fill), x + side / 2, y + 7 * k)
        if place + 1 == scenario.thralls_needed:
            desk.canvas.draw.line(
                [(x + side, y - 3 * k), (x + side, y + 17 * k)], fill=theme.gold, width=max(2, round(2 * k))
            )
    y += 22 * k
    crowned = king(view)
    words = (
        f"King: {crowned}"
        if crowned
        else "No King" + (" (needed for the races)" if scenario.king_needed else "")
    )
    desk.canvas.put(
        glyph("crown", 16 * k, theme.gold if crowned else theme.faint, theme.card), desk.x, y + 1 * k
    )
    desk.text(24 * k, y + 9 * k, words, SANS, 16, room=desk.width - 24 * k)
    return y + 26 * k


def leaders(desk: Desk, y: float) -> float:
    """Every leader: title, ratings, where he is."""
    k, theme, view = desk.k, desk.theme, desk.view
    rows = leader_rows(view)
    if not rows:
        return y
    y = desk.heading(y, "Leaders")
    for leader in rows:
        livery = LIVERIES[leader.faction]
        ink = theme.faint if leader.dead else theme.ink
        desk.canvas.put(_dot(12 * k, livery.fill, livery.band), desk.x, y + 3 * k)
        title = title_words(view, leader.name)
        name = brief(leader.name)
        wide = desk.text(19 * k, y + 9 * k, name, SANS_MEDIUM, 15.5, ink, room=desk.width * 0.36)
        if leader.dead:
            desk.canvas.draw.line(
                [(desk.x + 19 * k, y + 9 * k), (desk.x + 19 * k + wide, y + 9 * k)], fill=ink, width=1
            )
        if title:
            room = desk.width * 0.55 - 19 * k - wide - 8 * k
            desk.text(25 * k + wide, y + 9 * k, title, SANS_ITALIC, 14.5, theme.gold, room=room)
        combat, political = ratings(view, leader)
        rate = f"{combat}·{political}"
        desk.text(desk.width * 0.635, y + 9 * k, rate, SANS_BOLD, 15.5, ink, "rm")
        if leader.wounded:
            desk.canvas.put(
                glyph("wound", 12 * k, theme.alarm, theme.card), desk.x + desk.width * 0.65, y + 3 * k
            )
        where = whereabouts(view, leader)
        desk.text(desk.width, y + 9 * k, where, SANS, 15, ink, "rm", room=desk.width * 0.305)
        y += 18.6 * k
    return y + 6 * k


def _dot(side: float, fill: RGB, line: RGB) -> Image.Image:
    s = round(side)

    def paint(pen: Pen) -> None:
        pen.circle((s / 2, s / 2), s / 2, fill=line)
        pen.circle((s / 2, s / 2), s / 2 - 2, fill=fill)

    return sprite(("dot", s, fill, line), s, s, paint)


def remarks(desk: Desk, y: float) -> float:
    """Alliances, what lasts this turn, and what is in the cup."""
    k, view, theme = desk.k, desk.view, desk.theme
    y = desk.heading(y, "Affairs")
    allied = [f"{race}: {state}" for race, state in sorted(view.alliances.items())]
    lines = list(wrapped(" · ".join(allied), SANS, 15 * k, desk.width))
    for said in conditions(view):
        lines += wrapped(said, SANS, 15 * k, desk.width)
    cup = ", ".join(map(str, sorted(view.cup))) or "empty"
    lines += wrapped(f"Strength cup: {cup}", SANS, 15 * k, desk.width)
    for line in lines:
        desk.text(0, y + 8 * k, line, SANS, 15, theme.ink)
        y += 18.5 * k
    return y + 5 * k


def legend(desk: Desk, y: float) -> float:
    """What the signs mean."""
    k, theme = desk.k, desk.theme
    y = desk.heading(y, "Signs")
    signs: tuple[tuple[str, str], ...] = (
        ("fleet", "fleet"), ("army", "army, ground"), ("garrison", "garrison"), ("castle", "castle"),
        ("church", "church"), ("cathedral", "cathedral"), ("siege", "siege"), ("wall", "inside the walls"),
        ("grail", "Grail"), ("ruin", "fort destroyed"), ("alert", "alerted"), ("signal", "satellite on"),
        ("heresy", "heresy"), ("lock", "not public"), ("wound", "wounded"), ("chain", "captive"),
        ("banner", "fief"), ("hourglass", "being built"),
    )  # fmt: skip
    columns = 3
    room = desk.width / columns
    for place, (sign, words) in enumerate(signs):
        x = (place % columns) * room
        top = y + (place // columns) * 20 * k
        if sign in ("castle", "church", "cathedral"):
            desk.canvas.put(badge(sign, 17 * k, CRIMSON, CREAM, CRIMSON), desk.x + x, top)
        else:
            ink = theme.alarm if sign in ("alert", "signal") else theme.ink
            desk.canvas.put(glyph(sign, 15 * k, ink, theme.card), desk.x + x + k, top + k)
        desk.text(x + 22 * k, top + 9 * k, words, SANS, 14, theme.faint, room=room - 26 * k)
    y += 20 * k * -(-len(signs) // columns)
    desk.text(
        0, y + 9 * k,
        "Thrall box: conversion, attitude (A S W), strength.  Leader: combat·political.", SANS_ITALIC, 13.5,
        theme.faint, room=desk.width,
    )  # fmt: skip
    return y + 20 * k


COLUMN: Final[tuple[Block[View], ...]] = (
    header, turn, waiting, tracks, strengths, victory, leaders, remarks,
)  # fmt: skip
"""The panel as one column; the key to the signs comes below where there is room."""

TWO: Final[tuple[tuple[Block[View], ...], ...]] = (
    (header, turn, waiting, tracks, strengths),
    (victory, leaders, remarks, legend),
)
"""The panel in two columns."""


def draw_strip(canvas: Canvas, view: View, theme: Theme, box: Box) -> None:
    """The least one must know, in a line large enough for a narrow feed."""
    x0, y0, x1, y1 = box
    high = y1 - y0
    backing(canvas, theme, box)
    k = high / 96
    left = x0 + 16 * k
    wide = x1 - x0
    room = wide * 0.56
    text, size = fitted(f"{turn_words(view)}", SANS_BOLD, 40 * k, room)
    canvas.text((left, y0 + 30 * k), text, SANS_BOLD, size, theme.ink)
    if view.result is not None:
        words = winner_words(view)
    else:
        who = " and ".join(SEAT_NAME[one.seat] for one in view.waiting) or "nobody"
        words = f"{phase_words(view)} – waiting for {who}"
    text, size = fitted(words, SANS_MEDIUM, 27 * k, room)
    canvas.text((left, y0 + 70 * k), text, SANS_MEDIUM, size, theme.ink)
    if view.viewer != "spectator" and view.result is None:
        livery = LIVERIES[SEAT_NAME[view.viewer]]
        name = width(turn_words(view), SANS_BOLD, fitted(turn_words(view), SANS_BOLD, 40 * k, room)[1])
        x = left + name + 18 * k
        words = f"{SEAT_NAME[view.viewer]}'s eyes only"
        room = width(words, SANS_MEDIUM, 21 * k) + 24 * k
        if x + room < x0 + wide * 0.62:
            canvas.put(pill(room, 30 * k, livery.band), x, y0 + 16 * k)
            canvas.text((x + 12 * k, y0 + 32 * k), words, SANS_MEDIUM, 21 * k, livery.band_ink)
    scenario = view.pack.scenarios[view.scenario]
    capitals = len([capital for capital in counted_capitals(view) if capital in set(held_capitals(view))])
    cells = (
        ("castle", f"{capitals}/{scenario.capitals_needed}", "capitals"),
        ("cross", f"{len(converted(view))}/{scenario.thralls_needed}", "races"),
        ("wall", f"{view.equipment}", "equip."),
        ("star", f"{view.iq}", "I.Q."),
    )
    each = wide * 0.40 / len(cells)
    for place, (sign, figure, words) in enumerate(cells):
        x = x0 + wide * 0.59 + place * each
        canvas.put(glyph(sign, 30 * k, theme.gold, theme.card), x, y0 + 15 * k)
        text, size = fitted(figure, SANS_BOLD, 36 * k, each - 40 * k)
        canvas.text((x + 38 * k, y0 + 31 * k), text, SANS_BOLD, size, theme.ink)
        canvas.text((x, y0 + 70 * k), words, SANS_MEDIUM, 24 * k, theme.faint)
