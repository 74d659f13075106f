"""The words of the game: seats, factions, phases, and how pieces are called.

A piece has one full name, which is its id: "Crusader fleet A", "Wersgorix garrison at Ganth 2".
In his own orders a player may leave out the name of his main faction.
"""

from typing import Final

from engine.kernel.seats import Seat, Viewer

CRUSADER: Final = Seat("crusader")
WERSGORIX: Final = Seat("wersgorix")
SEATS: Final = (CRUSADER, WERSGORIX)

FACTION: Final = {CRUSADER: "Crusader", WERSGORIX: "Wersgorix"}
"""The main faction of each seat."""

ALLIES: Final = ("Jair", "P'thing'gung", "Ashenk'goli")
"""The Independent Races."""

FACTIONS: Final = ("Crusader", "Wersgorix", "Thrall", *ALLIES)

FLEET, ARMY, GARRISON = "fleet", "army", "garrison"

PARVUS: Final = "Brother Parvus"
ROGER: Final = "Sir Roger"

SETUP: Final = "setup"
REINFORCEMENT: Final = "reinforcement"
CONVERSION: Final = "conversion"
FIEFS: Final = "fiefs"
CRUSADER_MOVEMENT: Final = "crusader_movement"
CRUSADER_COMBAT: Final = "crusader_combat"
ALLIANCE: Final = "alliance"
ALERT: Final = "alert"
WERSGORIX_MOVEMENT: Final = "wersgorix_movement"
WERSGORIX_COMBAT: Final = "wersgorix_combat"
DISRUPTION: Final = "disruption"
RECORD: Final = "record"

PHASES: Final = (
    REINFORCEMENT,
    CONVERSION,
    FIEFS,
    CRUSADER_MOVEMENT,
    CRUSADER_COMBAT,
    ALLIANCE,
    ALERT,
    WERSGORIX_MOVEMENT,
    WERSGORIX_COMBAT,
    DISRUPTION,
    RECORD,
)
"""The phases of a game turn, in order (rule 4)."""

PHASE_TITLE: Final = {
    SETUP: "Set-up",
    REINFORCEMENT: "Reinforcement and Random Events",
    CONVERSION: "Crusader Conversion",
    FIEFS: "Fiefs and Titles",
    CRUSADER_MOVEMENT: "Crusader Movement",
    CRUSADER_COMBAT: "Crusader Combat",
    ALLIANCE: "Crusader Alliance",
    ALERT: "Wersgorix Alert",
    WERSGORIX_MOVEMENT: "Wersgorix Movement",
    WERSGORIX_COMBAT: "Wersgorix Combat",
    DISRUPTION: "Alliance Disruption",
    RECORD: "Game Turn Record",
}

PHASE_SEAT: Final = {
    CONVERSION: CRUSADER,
    FIEFS: CRUSADER,
    CRUSADER_MOVEMENT: CRUSADER,
    CRUSADER_COMBAT: CRUSADER,
    ALLIANCE: CRUSADER,
    ALERT: WERSGORIX,
    WERSGORIX_MOVEMENT: WERSGORIX,
    WERSGORIX_COMBAT: WERSGORIX,
    DISRUPTION: WERSGORIX,
}
"""Whose phase it is, where it is one player's."""

MOVEMENT_OF: Final = {CRUSADER: CRUSADER_MOVEMENT, WERSGORIX: WERSGORIX_MOVEMENT}
COMBAT_OF: Final = {CRUSADER: CRUSADER_COMBAT, WERSGORIX: WERSGORIX_COMBAT}


def other(seat: Seat) -> Seat:
    """The opponent."""
    return WERSGORIX if seat == CRUSADER else CRUSADER


def unit_name(faction: str, kind: str, letter: str) -> str:
    """The full name of a fleet or an army."""
    return f"{faction} {kind} {letter}"


def garrison_name(faction: str, place: str) -> str:
    """The full name of the garrison of a faction in a land hex."""
    return f"{faction} garrison at {place}"


_FULL = tuple(f"{faction} " for faction in FACTIONS)
_OWN = {seat: f"{faction} " for seat, faction in FACTION.items()}


def full(seat: Seat, name: str) -> str:
    """The full name of what a seat calls by a short one."""
    return name if name.startswith(_FULL) else _OWN[seat] + name


def short(seat: Seat, name: str) -> str:
    """What a seat calls a piece in its orders."""
    return name.removeprefix(_OWN[seat])


def seat_name(seat: Seat | Viewer) -> str:
    """A side in a sentence."""
    return "the Crusaders" if seat == CRUSADER else "the Wersgorix"


def listed(names: "tuple[str, ...] | list[str]") -> str:
    """Names in a sentence: "a, b and c"."""
    if len(names) < 2:
        return names[0] if names else "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def points(count: int) -> str:
    """So many strength points, in words."""
    return "1 point" if count == 1 else f"{count} points"
