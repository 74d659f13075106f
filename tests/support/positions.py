"""Positions of The High Crusade put together by hand: the reference set of picture tests and benches.

They depend on no rule, only on the pack: their pictures change when the drawing changes and not before.
"""

from collections.abc import Callable
from typing import Final

from engine.high_crusade.names import CRUSADER, PHASE_SEAT, WERSGORIX, garrison_name
from engine.high_crusade.pack import Pack
from engine.high_crusade.state import Grail, Leader, State, Thrall, Unit, Work
from engine.high_crusade.view import View, Waiting, view
from engine.kernel.game import Outcome
from engine.kernel.seats import Viewer
from tests.support.board import game


class _Table:
    """A position being laid out."""

    def __init__(self, turn: int, phase: str, scenario: str = "basic") -> None:
        self.pack: Pack = game().pack
        self.state = State(self.pack, scenario)
        self.state.turn, self.state.phase = turn, phase
        boxes = [planet.name for planet in self.pack.planets.values() if planet.thrall_box]
        faces = list(self.pack.faces)
        self.state.thralls = {
            planet: Thrall(face) for planet, face in zip(boxes[: len(faces)], faces, strict=True)
        }

    def put(self, name: str, place: str, strength: int) -> None:
        """A unit by its full name; "<faction> garrison" for a garrison."""
        faction, kind = next(
            (faction, name.removeprefix(f"{faction} ").split()[0])
            for faction in ("Crusader", "Wersgorix", "Thrall", "Jair", "P'thing'gung", "Ashenk'goli")
            if name.startswith(f"{faction} ")
        )
        at = self.pack.hex_of[place]
        full = garrison_name(faction, self.pack.place_of[at]) if kind == "garrison" else name
        self.state.units = {**self.state.units, full: Unit(full, faction, kind, at, strength)}

    def lead(self, name: str, place: str, **how: bool | str) -> None:
        """A leader; no place for one who is off the map."""
        at = self.pack.hex_of[place] if place else 0
        card = self.pack.leaders[name]
        leader = Leader(name, card.faction, at)._replace(**how)  # type: ignore[arg-type]
        self.state.leaders = {**self.state.leaders, name: leader}

    def race(self, planet: str, **how: bool | str | int) -> None:
        """What is known of a race, and what became of it."""
        changed = self.state.thralls.get(planet, Thrall(next(iter(self.pack.faces))))._replace(**how)  # type: ignore[arg-type]
        self.state.thralls = {**self.state.thralls, planet: changed}

    def at(self, *places: str) -> frozenset[int]:
        """The hexes of places."""
        return frozenset(self.pack.hex_of[place] for place in places)


def _home(table: _Table) -> None:
    """The Crusaders' foothold."""
    state = table.state
    state.castles = table.at("Thraxian 1")
    state.churches = {table.pack.hex_of["Thraxian 2"]: "church"}
    state.satellites = frozenset({"Thraxian"})
    state.titles = {
        "Sir Roger": ("Baron", ""),
        "Sir Owain": ("Knight", ""),
        "Sir Brian Fitz-William": ("Knight", ""),
    }
    state.home_fief = "Sir Roger"


def empty() -> State:
    """The bare map before anything is on it."""
    return game().start({})


def opening() -> State:
    """The first turn: the Crusaders at Thraxian, the empire in its zones."""
    table = _Table(1, "crusader_movement")
    _home(table)
    table.put("Crusader fleet A", "Thraxian 1", 10)
    table.put("Crusader fleet B", "Thraxian 1", 8)
    table.put("Crusader army C", "Thraxian 1", 10)
    table.put("Crusader army D", "Thraxian 3", 9)
    table.put("Crusader garrison", "Thraxian 1", 3)
    for leader, place in (
        ("Sir Roger", "Thraxian 1"), ("Sir Owain", "Thraxian 1"), ("Sir Brian Fitz-William", "Thraxian 3"),
        ("Red John", "Thraxian 3"), ("Brother Parvus", "Thraxian 2"),
    ):  # fmt: skip
        table.lead(leader, place)
    table.put("Wersgorix garrison", "Eskar 1", 3)
    letters = iter("ABCDEFGHIJKLMN")
    names = iter(("Vorgash", "Drusk", "Hesmar", "Onuvar", "Krelig", "Tabrun", "Pulgor"))
    for zone in table.pack.zones.values():
        if zone.name == "Thraxian":
            next(names)
            continue
        table.put(f"Wersgorix fleet {next(letters)}", f"{zone.capital} 2", zone.fleet)
        table.put(f"Wersgorix army {next(letters)}", f"{zone.capital} 1", zone.army)
        table.lead(next(names), f"{zone.capital} 1")
    table.lead("Vorgash", "Eskar 1")
    return table.state


def midgame() -> State:
    """Turn 8 of a lively game."""
    table = _Table(8, "crusader_combat")
    _home(table)
    state = table.state
    state.equipment, state.iq = 7, 5
    table.put("Crusader garrison", "Thraxian 1", 5)
    table.put("Crusader fleet A", "Lothmar 2", 9)
    table.put("Crusader army C", "Lothmar 2", 8)
    table.put("Crusader army E", "Lothmar 4", 6)
    table.put("Crusader fleet B", "Ganth 1", 4)
    table.put("Crusader army D", "Ganth 1", 5)
    table.put("Crusader garrison", "Ilvane 1", 2)
    table.put("Crusader fleet F", "Haddon 2", 6)
    table.put("Crusader army G", "Haddon 1", 7)
    table.put("Thrall army A", "Haddon 1", 3)
    table.put("Jair fleet A", "Yarrow 1", 5)
    table.put("Jair army A", "Jair 1", 6)
    table.put("Jair army B", "Yarrow 2", 3)
    table.put("P'thing'gung army A", "P'thing'gung 1", 4)
    table.lead("Sir Roger", "Lothmar 2")
    table.lead("Brother Parvus", "Haddon 1")
    table.lead("Sir Owain", "Ganth 1", wounded=True)
    table.lead("Sir Brian Fitz-William", "Lothmar 4")
    table.lead("Red John", "Rhoveg 1", captor="wersgorix")
    table.lead("Thrall leader A", "Haddon 1")
    table.lead("Elissir", "Yarrow 1")
    table.put("Wersgorix army H", "Lothmar 1", 8)
    table.put("Wersgorix fleet G", "Lothmar 3", 6)
    table.put("Wersgorix army B", "Rhoveg 1", 9)
    table.put("Wersgorix fleet A", "Rhoveg 2", 10)
    table.put("Wersgorix fleet C", "Ombrey 2", 5)
    table.put("Wersgorix army D", "Ombrey 1", 5)
    table.put("Wersgorix fleet K", "Mordane 2", 10)
    table.put("Wersgorix army L", "Mordane 1", 7)
    table.put("Wersgorix fleet M", "Wersgorix 2", 10)
    table.put("Wersgorix army N", "Wersgorix 1", 10)
    table.put("Wersgorix fleet P", "Wersgorix 7", 8)
    table.put("Wersgorix garrison", "Dromel 1", 5)
    table.put("Wersgorix garrison", "Zethra 1", 3)
    table.put("Wersgorix garrison", "Tarn 1", 2)
    table.put("Wersgorix fleet Q", "Quill 1", 7)
    table.lead("Vorgash", "Lothmar 1")
    table.lead("Drusk", "Rhoveg 1")
    table.lead("Hesmar", "Wersgorix 1")
    table.lead("Onuvar", "Mordane 1")
    table.lead("Krelig", "Quill 1")
    table.lead("Tabrun", "", dead=True)
    table.lead("Pulgor", "Ombrey 1")
    state.castles |= table.at("Ganth 1", "Haddon 1")
    state.churches = {
        **state.churches,
        table.pack.hex_of["Ilvane 2"]: "church",
        table.pack.hex_of["Thraxian 2"]: "cathedral",
    }
    state.satellites |= {"Orange", "Green"}
    state.alerted = frozenset({"Rhoveg", "Yarrow", "Jair", "Sillow"})
    state.sieges = {table.pack.hex_of["Lothmar 1"]: CRUSADER}
    state.inside = table.at("Lothmar 1")
    state.alliances = {**state.alliances, "Jair": "permanent"}
    state.storms = (2009,)
    state.grail = Grail(table.pack.hex_of["Umbral 2"])
    state.works = (Work("Ganth", "church", "Sir Owain", table.pack.hex_of["Ganth 1"], 1),)
    state.titles = {
        "Sir Roger": ("Duke", ""), "Sir Owain": ("Baron", ""), "Sir Brian Fitz-William": ("Knight", ""),
        "Brother Parvus": ("", "Archbishop"),
    }  # fmt: skip
    state.uncollected = {"Wersgorix": 4}
    state.cup = state.cup[2:]
    for planet, lord in (
        ("Borrum", "Sir Roger"),
        ("Cindle", "Sir Roger"),
        ("Ilvane", "Sir Owain"),
        ("Haddon", "Brother Parvus"),
    ):
        table.race(planet, converted=True, shown=True, known=True, fief=lord, paid=True)
    table.race("Cindle", heresy=True)
    table.race("Haddon", waiting=3)
    table.race("Ganth", known=True)
    table.race("Lothmar", known=True)
    return state


def all_markers() -> State:
    """Every marker at once, several in one hex."""
    table = _Table(14, "wersgorix_combat")
    _home(table)
    state, pack = table.state, table.pack
    state.equipment, state.iq = 30, 15
    capitals = [pack.planets[name].hexes[0] for name in pack.capitals]
    state.castles = frozenset((*capitals[:4], pack.hex_of["Fennow 1"], pack.hex_of["Umbral 1"]))
    state.churches = {at: "cathedral" if k % 2 else "church" for k, at in enumerate(capitals[:6])}
    state.sieges = dict.fromkeys(capitals[1:4], WERSGORIX)
    state.inside = frozenset(capitals[1:4])
    state.destroyed = frozenset((pack.hex_of["Haddon 1"], pack.hex_of["Zethra 1"]))
    state.grail = Grail(capitals[1], "Crusader army A", True)
    state.storms = (1010, 2516, 3003)
    state.satellites = frozenset(pack.zones)
    state.alliances = {"Jair": "permanent", "P'thing'gung": "allied", "Ashenk'goli": "neutral"}
    for k, capital in enumerate(pack.capitals):
        table.put(f"Crusader army {'ABCDEFG'[k]}", f"{capital} 1", 9 - k)
        table.put(f"Wersgorix army {'ABCDEFG'[k]}", f"{capital} 1", 3 + k)
        table.put(f"Wersgorix fleet {'HIJKLMN'[k]}", f"{capital} 1", 10)
    table.put("Ashenk'goli fleet B", "Ashenk'goli 1", 7)
    table.put("P'thing'gung fleet A", "P'thing'gung 1", 5)
    table.put("Jair fleet A", "Nujair 1", 3)
    table.put("Thrall fleet B", "Quill 1", 4)
    leaders = ("Sir Roger", "Sir Owain", "Sir Brian Fitz-William", "Red John", "Brother Parvus")
    for k, name in enumerate(leaders):
        table.lead(name, f"{pack.capitals[k]} 1", wounded=k % 2 == 0, captor="wersgorix" if k > 2 else "")
    table.lead("Vorgash", "Ganth 1")
    table.lead("Shakk'ulan", "Ashenk'goli 1")
    table.lead("Gong'tzar", "P'thing'gung 1")
    table.lead("Elissir", "", dead=True)
    table.lead("Thrall leader B", "Quill 1")
    state.titles = {
        "Sir Roger": ("King", ""),
        "Brother Parvus": ("", "New Pope"),
        "Sir Owain": ("Duke", "Archbishop"),
    }
    for k, planet in enumerate(state.thralls):
        table.race(
            planet,
            converted=k % 3 != 2,
            shown=k % 3 != 2,
            known=k % 2 == 0,
            heresy=k % 6 == 1,
            fief=leaders[k % 5] if k % 3 != 2 else "",
            waiting=k % 4 if k % 3 != 2 else 0,
        )
    state.works = tuple(
        Work(planet, kind, "Sir Brian Fitz-William", pack.planets[planet].hexes[0], 2)
        for planet, kind in (("Borrum", "castle"), ("Borrum", "church"), ("Verrin", "cathedral"))
    )
    state.fervor = state.ambassador = state.initiative = state.empire_earth = state.earth_toll = True
    state.traitor = "Red John"
    state.uncollected = dict.fromkeys(("Crusader", "Wersgorix", "Jair"), 10)
    return state


def crowded_capital() -> State:
    """Everybody at Wersgorix for the last battle."""
    table = _Table(15, "crusader_combat")
    _home(table)
    hexes = len(table.pack.planets["Wersgorix"].hexes)
    for k, letter in enumerate("ABCDEFGHI"):
        table.put(
            f"Crusader {'fleet' if k % 2 else 'army'} {letter}", f"Wersgorix {2 + k % (hexes - 1)}", 10 - k
        )
    for k, letter in enumerate("ABCDEFGHIJKLMNOPQRST"):
        table.put(f"Wersgorix {'fleet' if k % 3 else 'army'} {letter}", f"Wersgorix {1 + k % 3}", 10)
    table.put("Wersgorix garrison", "Wersgorix 1", 26)
    for race in ("Jair", "P'thing'gung", "Ashenk'goli"):
        table.put(f"{race} fleet A", "Wersgorix 5", 5)
        table.put(f"{race} army B", "Wersgorix 6", 5)
    for name in table.pack.leaders:
        side = 1 if table.pack.leaders[name].faction == "Wersgorix" else 4
        table.lead(name, f"Wersgorix {side}")
    table.state.alliances = dict.fromkeys(table.state.alliances, "allied")
    table.state.sieges = {table.pack.hex_of["Wersgorix 1"]: CRUSADER}
    table.state.satellites |= {"Wersgorix"}
    return table.state


def thirty_units() -> State:
    """Thirty units on one small planet in the middle, and some on its neighbours."""
    table = _Table(9, "crusader_movement", "campaign")
    _home(table)
    for letter in "ABCDEFGHI":
        table.put(f"Crusader army {letter}", "Lothmar 1", 10)
    for k, letter in enumerate("ABCDEFGHIJKLMNOPQRST"):
        table.put(f"Wersgorix fleet {letter}", f"Lothmar {2 + k % 2}", 10)
    table.put("Thrall army A", "Lothmar 1", 3)
    table.put("Thrall fleet A", "Verrin 1", 3)
    table.put("Jair fleet B", "Haddon 1", 8)
    table.put("Jair army B", "Haddon 1", 8)
    table.put("Wersgorix garrison", "Quill 2", 7)
    table.lead("Krelig", "Quill 2")
    table.lead("Sir Brian Fitz-William", "Lothmar 1")
    table.lead("Brother Parvus", "Verrin 1")
    table.state.alliances = {**table.state.alliances, "Jair": "allied"}
    return table.state


def longest_names() -> State:
    """The longest names where there is least room: in the corners of the map."""
    table = _Table(12, "alliance")
    _home(table)
    for planet in ("P'thing'gung", "Ashenk'goli", "Wersgorix", "Ganth", "Eskar", "Zethra"):
        table.put("Crusader garrison", f"{planet} 1", 5)
        table.put("P'thing'gung garrison", f"{planet} 1", 4)
        table.put("Ashenk'goli garrison", f"{planet} 1", 3)
    table.lead("Sir Brian Fitz-William", "Ashenk'goli 1", wounded=True, captor="wersgorix")
    table.lead("Thrall leader A", "Ashenk'goli 1")
    table.lead("Brother Parvus", "Zethra 1")
    table.lead("Gong'tzar", "Ganth 1")
    table.lead("Shakk'ulan", "Eskar 1", wounded=True)
    table.state.titles = {
        "Sir Brian Fitz-William": ("King", "Archbishop"), "Brother Parvus": ("", "New Pope"),
        "Thrall leader A": ("Knight", ""),
    }  # fmt: skip
    table.state.alliances = dict.fromkeys(table.state.alliances, "permanent")
    table.race("Eskar", converted=True, shown=True, fief="Sir Brian Fitz-William", waiting=9)
    longest = max(table.pack.faces.values(), key=lambda face: len(face.name))
    table.race("Zethra", face=longest.id, known=True)
    return table.state


def after_midgame() -> State:
    """The middle of the game one phase later: moves, a battle, a conversion, a capture, an alarm."""
    state = midgame().copy()
    pack = state.pack
    state.phase = "alliance"
    units = dict(state.units)
    units["Crusader fleet F"] = units["Crusader fleet F"]._replace(hex=pack.hex_of["Quill 2"])
    units["Jair fleet A"] = units["Jair fleet A"]._replace(hex=pack.hex_of["Rhoveg 3"])
    units["Wersgorix fleet K"] = units["Wersgorix fleet K"]._replace(hex=pack.hex_of["Umbral 1"])
    units["Crusader army C"] = units["Crusader army C"]._replace(strength=5, hex=pack.hex_of["Lothmar 1"])
    del units["Wersgorix army H"]
    state.units = units
    leaders = dict(state.leaders)
    leaders["Sir Roger"] = leaders["Sir Roger"]._replace(hex=pack.hex_of["Lothmar 1"])
    leaders["Elissir"] = leaders["Elissir"]._replace(hex=pack.hex_of["Rhoveg 3"])
    leaders["Vorgash"] = leaders["Vorgash"]._replace(captor="crusader")
    state.leaders = leaders
    state.castles |= {pack.hex_of["Lothmar 1"]}
    state.sieges, state.inside = {}, frozenset()
    state.alerted |= {"Verrin", "Tarn", "Nujair"}
    state.thralls = {**state.thralls, "Ganth": state.thralls["Ganth"]._replace(converted=True, shown=True)}
    state.equipment += 1
    return state


def finished() -> State:
    """The end: everything is open."""
    state = after_midgame().copy()
    state.turn, state.phase = 15, "record"
    state.result = Outcome("crusader_capitals", CRUSADER, "they hold 4 capitals, 4 are needed.")
    pack = state.pack
    state.castles |= {pack.hex_of["Rhoveg 1"], pack.hex_of["Ombrey 1"]}
    return state


SAMPLES: Final[dict[str, Callable[[], State]]] = {
    "empty": empty,
    "opening": opening,
    "midgame": midgame,
    "after-midgame": after_midgame,
    "all-markers": all_markers,
    "crowded-capital": crowded_capital,
    "thirty-units": thirty_units,
    "longest-names": longest_names,
    "finished": finished,
}
"""The reference set, by name."""

BEFORE: Final = {"after-midgame": "midgame"}
"""Samples that show what changed since another."""


def sample_view(name: str, viewer: str = "spectator") -> View:
    """A reference position as a viewer sees it."""
    state = SAMPLES[name]()
    seat = None if state.result is not None else PHASE_SEAT.get(state.phase)
    waiting = (
        () if seat is None else (Waiting(seat, state.phase, "Give your orders, or say that you are done."),)
    )
    return view(state, Viewer(viewer), waiting)
