"""What can happen in a game of Crusade, and how it is put into words."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.crusade.names import a
from engine.kernel.game import Event
from engine.kernel.seats import Viewer


@dataclass(frozen=True, slots=True)
class SetupRolled(Event):
    """The setup dice, and what they make of the rules of this game (rule 2.1)."""

    dice: tuple[int, ...]
    layout: str
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArmyRolled(Event):
    """The army dice, and what each player gets for them (rules 2.2 and 2.3)."""

    pawn_dice: tuple[int, ...]
    noble_dice: tuple[int, ...]
    units: tuple[str, ...]
    free_pawns: int
    free_nobles: int


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A unit put on the board in secret (rule 2.5)."""

    SEALED: ClassVar[bool] = True
    seat: str
    kind: str
    square: str


@dataclass(frozen=True, slots=True)
class Lifted(Event):
    """A unit taken back from the board in secret (rule 2.5)."""

    SEALED: ClassVar[bool] = True
    seat: str
    kind: str
    square: str


@dataclass(frozen=True, slots=True)
class Readied(Event):
    """A player is done with placing."""

    seat: str


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """Both armies, shown together; the first turn begins."""

    REVEALS: ClassVar[bool] = True
    white: tuple[tuple[str, str], ...]
    black: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit changed its square."""

    seat: str
    kind: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A unit of `seat` was captured by the unit on `by`."""

    seat: str
    kind: str
    square: str
    by_kind: str
    by: str


@dataclass(frozen=True, slots=True)
class Countered(Event):
    """The capturing unit of `seat` fell to the Warrior it captured (rule 4.6)."""

    seat: str
    kind: str
    square: str


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A Pawn faces another way."""

    seat: str
    kind: str
    square: str
    facing: str


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A Rogue and a Pawn of its side changed places."""

    seat: str
    kind: str
    rogue: str
    other: str


@dataclass(frozen=True, slots=True)
class Gripped(Event):
    """A unit was hit by telekinesis: it may not move up to and with turn `until` (rule 4.4)."""

    seat: str
    kind: str
    square: str
    until: int


@dataclass(frozen=True, slots=True)
class TreasureTaken(Event):
    """A treasure of the other side was captured (rule 6.1)."""

    seat: str
    kind: str
    square: str


@dataclass(frozen=True, slots=True)
class Recruited(Event):
    """The unit that a treasure paid for (rule 6.2)."""

    seat: str
    kind: str
    square: str


@dataclass(frozen=True, slots=True)
class RecruitLost(Event):
    """A treasure paid for a unit, but there was none, or no square for it (rule 6.2)."""

    seat: str
    rank: str


@dataclass(frozen=True, slots=True)
class DrawOffered(Event):
    """A draw was offered, by word or by passing twice (rule 3.2)."""

    seat: str
    by_passing: bool


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A turn is over; `passed` when nothing was done with it."""

    seat: str
    passed: bool


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    kind: str
    winner: str | None
    reason: str


def _counted(units: Iterable[str]) -> str:
    counts = Counter(units)
    return ", ".join(f"{count} {kind.title()}{'s' if count > 1 else ''}" for kind, count in counts.items())


def _setup(event: SetupRolled, viewer: Viewer) -> str:
    faces = " and ".join(map(str, event.dice))
    changes = [f"The treasures lie in the layout “{event.layout}”."]
    if event.removed:
        changes.append(f"There are no {' and no '.join(kind.title() + 's' for kind in event.removed)}.")
    return f"The setup dice show {faces}. {' '.join(changes)}"


def _army(event: ArmyRolled, viewer: Viewer) -> str:
    choices = [
        f"{count} {rank}{'s' if count > 1 else ''} of choice"
        for count, rank in ((event.free_pawns, "Pawn"), (event.free_nobles, "Noble"))
        if count
    ]
    army = ", ".join(filter(None, (_counted(event.units), *choices)))
    pawns, nobles = (" ".join(map(str, dice)) for dice in (event.pawn_dice, event.noble_dice))
    return f"The army dice show {pawns} for Pawns and {nobles} for Nobles. Each army: {army}."


def _revealed(event: Revealed, viewer: Viewer) -> str:
    return f"Both armies are revealed: {len(event.white)} white units, {len(event.black)} black ones."


def _mine(text: Callable[[Any], str]) -> Callable[[Any, Viewer], str | None]:
    return lambda event, viewer: text(event) if event.seat == viewer else None


def _all(text: Callable[[Any], str]) -> Callable[[Any, Viewer], str | None]:
    return lambda event, viewer: text(event)


TELLERS: Final[dict[type[Event], Callable[[Any, Viewer], str | None]]] = {
    SetupRolled: _setup,
    ArmyRolled: _army,
    Placed: _mine(lambda it: f"You place {a(it.kind)} on {it.square}."),
    Lifted: _mine(lambda it: f"You lift the {it.kind.title()} from {it.square}."),
    Readied: _all(lambda it: f"{it.seat.title()} is ready."),
    Revealed: _revealed,
    Moved: _all(lambda it: f"{it.seat.title()}'s {it.kind.title()} goes from {it.start} to {it.end}."),
    Captured: _all(
        lambda it: (
            f"{it.seat.title()}'s {it.kind.title()} on {it.square} is captured by the {it.by_kind.title()} "
            f"from {it.by}."
        )
    ),
    Countered: _all(lambda it: f"The Warrior takes {it.seat.title()}'s {it.kind.title()} with it."),
    Turned: _all(
        lambda it: f"{it.seat.title()}'s {it.kind.title()} on {it.square} turns to face {it.facing}."
    ),
    Swapped: _all(
        lambda it: (
            f"{it.seat.title()}'s Rogue on {it.rogue} changes places with the {it.kind.title()} "
            f"on {it.other}."
        )
    ),
    Gripped: _all(
        lambda it: (
            f"{it.seat.title()}'s {it.kind.title()} on {it.square} is gripped by telekinesis and may not "
            "move in its next turn."
        )
    ),
    TreasureTaken: _all(lambda it: f"{it.seat.title()} captures the {it.kind.title()} on {it.square}!"),
    Recruited: _all(lambda it: f"{it.seat.title()} recruits {a(it.kind)} on {it.square}."),
    RecruitLost: _all(lambda it: f"{it.seat.title()} can recruit no {it.rank.title()}: the reward is lost."),
    DrawOffered: _all(
        lambda it: f"{it.seat.title()} offers a draw{' by passing twice in a row' if it.by_passing else ''}."
    ),
    TurnEnded: _all(lambda it: f"{it.seat.title()} passes." if it.passed else ""),
    Ended: _all(lambda it: it.reason),
}

EVENTS: Final[dict[str, type]] = {kind.__name__: kind for kind in TELLERS}


def tell(event: Event, viewer: Viewer) -> str | None:
    """The event in words for this viewer, or None."""
    teller = TELLERS.get(type(event))
    return (teller(event, viewer) or None) if teller is not None else None
