"""Cards: a race's face, a leader, a battle, a turn in one strip, and the poster at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.high_crusade.battle_events import BattleJoined, BattleRolled
from engine.high_crusade.pack import Face
from engine.high_crusade.results import TOLD
from engine.high_crusade.view import View
from engine.kernel.game import Event
from render.canvas import Pen, Point, smooth
from render.colour import RGB, mix
from render.counters import counter
from render.fonts import (
    SANS,
    SANS_BOLD,
    SANS_ITALIC,
    SANS_MEDIUM,
    SERIF,
    SERIF_BOLD,
    SERIF_ITALIC,
    wrapped,
)
from render.glyphs import badge, glyph
from render.high_crusade.changes import changes, short
from render.high_crusade.facts import (
    converted,
    counted_capitals,
    held_capitals,
    king,
    musters,
    ratings,
    title_words,
    whereabouts,
    winner_words,
)
from render.high_crusade.look import (
    ATTITUDE,
    CREAM,
    CRIMSON,
    LIVERIES,
    zone_colours,
)
from render.sheet import Sheet, facts_grid, graph, strip
from render.theme import Theme

ATTITUDE_SIGN = {"A": "banner", "S": "church", "W": "castle"}
NEEDS = {
    "A": "Agrarian: it asks for nothing first.",
    "S": "Spiritual: it wants a church first.",
    "W": "Warlike: it wants a castle first.",
}


def face_card(view: View, planet: str, theme: Theme, face: Face | None = None) -> Image.Image:
    """The face of a Thrall Race for whoever may see it. Without a face in the View: its back."""
    seen = view.thralls.get(planet)
    face = face or (seen.face if seen is not None else None)
    zone = view.pack.zones[view.pack.zone_of[planet]]
    sheet = Sheet(540, 360, theme, zone_colours(zone.colour, theme)[1])
    sheet.text(36, 52, planet, SERIF_BOLD, 40, room=330)
    where = f"{zone.name} zone, terrain {view.pack.planets[planet].terrain_label}"
    sheet.text(36, 86, where, SANS_ITALIC, 20, theme.faint, room=330)
    if face is None:
        empty = seen is None
        sheet.text(270, 200, "–" if empty else "?", SERIF_BOLD, 120, theme.faint, "mm")
        words = "No Thrall Race lives here." if empty else "Nobody who looks at this card has seen the face."
        sheet.text(270, 290, words, SERIF_ITALIC, 22, anchor="mm", room=470)
        return sheet.image
    sheet.canvas.put(badge(ATTITUDE_SIGN[face.attitude], 96, CRIMSON, CREAM, CRIMSON), 412, 34)
    sheet.text(36, 140, face.name, SERIF_BOLD, 54, theme.gold, room=360)
    cells = (
        (str(face.conversion), "converts on this or less"),
        (face.attitude, ATTITUDE[face.attitude]),
        (f"{face.strength}{'*' if face.asterisk else ''}", "combat strength"),
    )
    for place, (figure, words) in enumerate(cells):
        x = 36 + place * 158
        sheet.canvas.draw.rounded_rectangle([x, 178, x + 150, 252], 8, fill=theme.inset)
        sheet.text(x + 75, 206, figure, SANS_BOLD, 42, anchor="mm")
        sheet.text(x + 75, 240, words, SANS, 16, theme.faint, "mm", room=142)
    note = NEEDS[face.attitude]
    if face.asterisk:
        note += " It sends a fleet, an army and a leader of its own."
    sheet.lines(36, 276, note, SANS, 19, 460, 2)
    if seen is not None and seen.private:
        sheet.canvas.put(glyph("lock", 18, theme.gold, theme.card), 36, 318)
        sheet.text(60, 327, "Known to you; it is not public", SANS_MEDIUM, 16, theme.gold)
    elif seen is not None and seen.converted:
        words = "Converted, but heretical" if seen.heresy else "Converted"
        sheet.canvas.put(glyph("heresy" if seen.heresy else "cross", 18, theme.gold, theme.card), 36, 318)
        sheet.text(60, 327, words, SANS_MEDIUM, 16, theme.gold)
    return sheet.image


def leader_card(view: View, name: str, theme: Theme) -> Image.Image:
    """A leader: ratings, titles, fiefs, where he is."""
    card = view.pack.leaders[name]
    livery = LIVERIES[card.faction]
    sheet = Sheet(540, 320, theme, livery.band)
    leader = view.leaders.get(name)
    sheet.canvas.put(badge("leader", 92, livery.band_ink, livery.band, livery.edge), 412, 36)
    sheet.text(36, 54, name, SERIF_BOLD, 44, room=360)
    title = title_words(view, name) or card.title or ""
    sheet.text(
        36, 92, f"{title}, {card.faction}" if title else card.faction, SERIF_ITALIC, 24, theme.gold, room=360
    )
    wounded = leader is not None and leader.wounded
    combat, political = ratings(view, leader) if leader is not None else (card.combat, card.political)
    for place, (figure, words, other) in enumerate(
        (
            (combat, "combat", card.combat if wounded else card.wounded_combat),
            (political, "political", card.political if wounded else card.wounded_political),
        )
    ):
        x = 36 + place * 180
        sheet.canvas.draw.rounded_rectangle([x, 124, x + 168, 204], 8, fill=theme.inset)
        sheet.text(x + 40, 164, str(figure), SANS_BOLD, 54, anchor="mm")
        sheet.text(x + 78, 152, words, SANS_MEDIUM, 20)
        sheet.text(
            x + 78, 180, f"{'healthy' if wounded else 'wounded'} {other}", SANS, 16, theme.faint, room=86
        )
    where = "Not in play yet" if leader is None else whereabouts(view, leader)
    y = sheet.lines(
        36,
        230,
        f"{where[0].upper()}{where[1:]}" + (", wounded." if wounded else "."),
        SANS_MEDIUM,
        21,
        460,
        1,
    )
    fiefs = sorted(planet for planet, seen in view.thralls.items() if seen.fief == name)
    if view.home_fief == name:
        fiefs.insert(0, view.pack.crusader_home)
    words = f"Fiefs: {', '.join(fiefs)}." if fiefs else "No fief."
    sheet.lines(36, y + 2, words, SANS, 19, 460, 2)
    return sheet.image


def _die(pen: Pen, at: Point, side: float, value: int, ink: RGB, fill: RGB) -> None:
    x, y = at
    pen.box((x, y, x + side, y + side), fill=ink, radius=side * 0.18)
    pen.box((x + 2, y + 2, x + side - 2, y + side - 2), fill=fill, radius=side * 0.16)
    spots = {
        1: ((0.5, 0.5),),
        2: ((0.27, 0.27), (0.73, 0.73)),
        3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
        4: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
        5: ((0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)),
        6: ((0.28, 0.24), (0.28, 0.5), (0.28, 0.76), (0.72, 0.24), (0.72, 0.5), (0.72, 0.76)),
    }
    for dx, dy in spots.get(value, ()):
        pen.circle((x + side * dx, y + side * dy), side * 0.085, fill=ink)


KIND_WORDS = {
    "fleet": "Fleet battle",
    "ground": "Battle",
    "heresy": "Against the heretics",
    "fort": "The fort attacks",
    "fort_fire": "Fort fire",
    "capture": "Capture",
}


def combat_card(event: BattleRolled, theme: Theme, joined: BattleJoined | None = None) -> Image.Image:
    """A battle: forces, shifts, column, dice, and the result in words. Everything on it is public."""
    attacker = "Crusader" if event.seat == "crusader" else "Wersgorix"
    defender = "Wersgorix" if attacker == "Crusader" else "Crusader"
    told = TOLD.get(event.result, "") if event.result else ""
    story = wrapped(told, SERIF, 22, 656)
    high = 470 + max(0, len(story)) * 28
    sheet = Sheet(740, high, theme, theme.alarm)
    title = f"{KIND_WORDS.get(event.kind, 'Battle')} at {event.place}"
    sheet.canvas.put(badge("battle", 52, theme.alarm, CREAM, theme.alarm), 34, 30)
    sheet.text(98, 57, title, SANS_BOLD, 34, room=600)
    for place, (side, strength, shifts, pieces) in enumerate(
        (
            (attacker, event.attack, event.attacker_shifts, joined.units + joined.leaders if joined else ()),
            (defender, event.defend, event.defender_shifts, joined.targets if joined else ()),
        )
    ):
        x = 34 + place * 342
        livery = LIVERIES[side]
        sheet.canvas.draw.rounded_rectangle([x, 98, x + 330, 290], 10, fill=theme.inset)
        sign = "fleet" if event.kind == "fleet" else "army"
        sheet.canvas.put(
            counter(livery, 92, 64, sign=sign, letter="", figure=str(strength)),
            x + 14, 112,
        )  # fmt: skip
        sheet.text(x + 120, 130, side, SERIF_BOLD, 28, room=200)
        role = "attacks" if place == 0 else "defends"
        if place == 1 and event.walls:
            role += f", +{event.walls} for the walls"
        sheet.text(x + 120, 160, role, SANS, 18, theme.faint, room=200)
        names = ", ".join(short(piece) for piece in pieces)
        y = 196.0
        if names:
            for line in wrapped(names, SANS, 16, 304)[:2]:
                sheet.text(x + 14, y, line, SANS, 16, room=304)
                y += 19
        listed = [f"{name} {value:+d}" for name, value in shifts if value] or ["no shift"]
        for line in wrapped(", ".join(listed), SANS_MEDIUM, 17, 304)[:3]:
            sheet.text(x + 14, y + 4, line, SANS_MEDIUM, 17, theme.gold, room=304)
            y += 21
    many = "s" if abs(event.net) > 1 else ""
    way = "right" if event.net > 0 else "left"
    net = f"{abs(event.net)} column{many} to the {way}" if event.net else "none"
    sheet.text(34, 322, f"Shift: {net}", SANS_MEDIUM, 21, room=320)
    sheet.text(34, 352, f"Column: {event.column}", SANS_MEDIUM, 21, room=320)

    def dice(pen: Pen) -> None:
        for k, value in enumerate((*event.rolled, *event.extra)[:6]):
            fill = CREAM if k < len(event.rolled) else mix(CREAM, theme.gold, 0.5)
            _die(
                pen,
                (k * 58, 0),
                50,
                value,
                CRIMSON if attacker == "Crusader" else LIVERIES["Wersgorix"].fill,
                fill,
            )

    sheet.canvas.put(smooth(348, 52, dice), 376, 312)
    total = f"total {sum(event.rolled)}" + (f", result {event.result}" if event.result else "")
    sheet.text(376, 382, total, SANS_BOLD, 20, room=320)
    y = 408.0
    for line in story:
        sheet.text(34, y, line, SERIF, 22, room=664)
        y += 28
    losses = f"{attacker} loses {event.attacker_loses}, {defender} loses {event.defender_loses}."
    sheet.canvas.draw.line([(34, y - 8), (706, y - 8)], fill=theme.edge, width=1)
    sheet.text(34, y + 14, losses, SANS_BOLD, 24, room=664)
    return sheet.image


def combat_words(event: BattleRolled) -> str:
    """The card of a battle in words."""
    attacker = "Crusader" if event.seat == "crusader" else "Wersgorix"
    defender = "Wersgorix" if attacker == "Crusader" else "Crusader"
    walls = f" and {event.walls} for the walls" if event.walls else ""
    told = f" {TOLD.get(event.result, '')}" if event.result else ""
    return (
        f"{KIND_WORDS.get(event.kind, 'Battle')} at {event.place}: {attacker} {event.attack} against "
        f"{defender} {event.defend}{walls}, net shift {event.net:+d}, column {event.column}, rolled "
        f"{'+'.join(map(str, event.rolled))}.{told} {attacker} loses {event.attacker_loses}, {defender} "
        f"{event.defender_loses}."
    )


def summary_strip(view: View, since: View | None, theme: Theme, events: Sequence[Event] = ()) -> Image.Image:
    """A turn in one strip: what happened, and the figures with how they changed."""
    held = set(held_capitals(view))
    old = since or view
    rows = [
        ("Capitals", len([c for c in counted_capitals(view) if c in held]),
         len([c for c in counted_capitals(old) if c in set(held_capitals(old))])),
        ("Races converted", len(converted(view)), len(converted(old))),
        ("Equipment", view.equipment, old.equipment),
        ("I.Q.", view.iq, old.iq),
    ]  # fmt: skip
    before = {row.faction: row.total for row in musters(old)}
    rows += [(f"{row.faction} strength", row.total, before.get(row.faction, 0)) for row in musters(view)][:4]
    told = changes(since, view, events).sentences()[:8] or ["Nothing has changed on the map."]
    title = f"Turn {view.turn}" if view.turn else "Set-up"
    return strip(title, view.pack.scenarios[view.scenario].title, told, rows, theme)


def poster(views: Sequence[View], theme: Theme, result: str = "") -> Image.Image:
    """The result of a game with its strengths and conversions turn by turn; the last View is the end."""
    last = views[-1]
    by_turn: dict[int, View] = {}
    for view in views:
        by_turn[view.turn] = view
    turns = sorted(by_turn)
    livery = LIVERIES[
        "Crusader" if last.result is not None and last.result.winner == "crusader" else "Wersgorix"
    ]
    sheet = Sheet(1200, 1500, theme, livery.band if last.result is not None else theme.gold)
    sheet.text(600, 92, "The High Crusade", SERIF_BOLD, 82, anchor="mm", room=1080)
    scenario = last.pack.scenarios[last.scenario]
    sheet.text(600, 158, scenario.title, SERIF_ITALIC, 38, theme.faint, "mm", room=1080)
    played = f"After turn {last.turn} of {last.turns}" if last.turn else "Before the first turn"
    head, _, rest = (winner_words(last) or result.rstrip(".") or played).partition(": ")
    if last.result is None and result:
        rest = f"{rest}. {played}." if rest else f"{played}."
    fill, ink, edge = (
        (theme.inset, theme.ink, theme.gold)
        if last.result is None
        else (livery.fill, livery.ink, livery.edge)
    )
    sheet.canvas.draw.rounded_rectangle([60, 200, 1140, 350], 14, fill=fill, outline=edge, width=3)
    sheet.text(600, 244 if rest else 275, head, SERIF_BOLD, 58, ink, "mm", room=1040)
    y = 296.0
    for line in wrapped(rest[:1].upper() + rest[1:], SANS, 25, 1030)[:2]:
        sheet.text(600, y, line, SANS, 25, ink, "mm", room=1040)
        y += 31
    totals: dict[str, list[int]] = {}
    for faction in ("Crusader", "Wersgorix", "Thrall", "Jair", "P'thing'gung", "Ashenk'goli"):
        series = [sum(u.strength for u in by_turn[t].units.values() if u.faction == faction) for t in turns]
        if any(series):
            totals[faction] = series
    graph(sheet, (80, 400, 1120, 790), "Strength on the map", turns, totals, {
        name: ((232, 92, 104) if theme.dark else LIVERIES[name].band)
        if name == "Crusader"
        else (LIVERIES[name].fill if theme.dark != (name == "Wersgorix") else LIVERIES[name].band)
        for name in totals
    })  # fmt: skip
    souls = {
        "Races converted": [len(converted(by_turn[t])) for t in turns],
        "Capitals held": [len(held_capitals(by_turn[t])) for t in turns],
        "Equipment": [by_turn[t].equipment for t in turns],
        "I.Q.": [by_turn[t].iq for t in turns],
    }
    graph(sheet, (80, 850, 1120, 1170), "Souls, capitals and tracks", turns, souls, {
        "Races converted": theme.gold, "Capitals held": (232, 92, 104) if theme.dark else CRIMSON,
        "Equipment": theme.calm, "I.Q.": (143, 162, 239) if theme.dark else LIVERIES["Wersgorix"].fill,
    })  # fmt: skip
    counted = set(counted_capitals(last)) & set(held_capitals(last))
    facts = [
        ("Capitals", f"{len(counted)} of {scenario.capitals_needed}"),
        ("Races converted", f"{len(converted(last))} of {scenario.thralls_needed}"),
        ("King", king(last) or "none"),
        ("Turns played", f"{last.turn} of {last.turns}"),
        ("Fallen leaders", str(sum(leader.dead for leader in last.leaders.values()))),
        ("Equipment, I.Q.", f"{last.equipment}, {last.iq}"),
    ]
    facts_grid(sheet, 80, 1226, facts)
    return sheet.image


__all__ = ["combat_card", "combat_words", "face_card", "leader_card", "poster", "summary_strip"]
