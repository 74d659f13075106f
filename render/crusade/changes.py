"""What happened between two pictures: ways, captures, turns, grips, recruits.

Events tell it exactly; only public ones are looked at. Without them it is made out from the two Views.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.crusade.events import (
    Captured,
    Countered,
    Gripped,
    Moved,
    Recruited,
    Revealed,
    Swapped,
    TreasureTaken,
    Turned,
    tell,
)
from engine.crusade.names import CASTER, DIRECTION, FILES, OTHER, STEP, a
from engine.crusade.view import UnitView, View
from engine.kernel.game import Event
from engine.kernel.seats import SPECTATOR
from render.crusade.facts import PLACING, SIDE, standing
from render.studio import caption_line

MOVE, SHOT, GRIP, BEAM, SWAP = "move", "shot", "grip", "beam", "swap"


@dataclass(slots=True)
class Way:
    """A line on the board: who went, shot or was moved from where to where."""

    how: str
    seat: str
    kind: str
    squares: list[str]


@dataclass(slots=True)
class Changes:
    """What is new in a View."""

    ways: list[Way] = field(default_factory=list)
    fallen: list[tuple[str, str, str]] = field(default_factory=list)
    """Units captured: square, whose, kind."""
    turned: list[str] = field(default_factory=list)
    recruited: list[str] = field(default_factory=list)
    plundered: list[tuple[str, str, str]] = field(default_factory=list)
    """Treasures captured: square, by whom, kind."""
    said: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.said)


def changes(before: View | None, after: View, events: Sequence[Event] = ()) -> Changes:
    """What is new in `after`. Both are Views of one viewer."""
    told = [event for event in events if type(event) in _TOLD]
    if told and after.phase != PLACING:
        return _from_events(after, events)
    if before is None or PLACING in (before.phase, after.phase) or before.phase != after.phase:
        found = Changes()
        if before is not None and before.phase == PLACING and after.phase == "turns":
            found.said.append("both armies are revealed")
        return found
    return _from_views(before, after)


# -- from events ---------------------------------------------------------------------------------------------


def _moved(found: Changes, event: Moved) -> None:
    last = found.ways[-1] if found.ways else None
    if (
        last is not None
        and last.how == MOVE
        and last.squares[-1] == event.start
        and (last.seat, last.kind) == (event.seat, event.kind)
    ):
        last.squares.append(event.end)
    else:
        found.ways.append(Way(MOVE, event.seat, event.kind, [event.start, event.end]))


def _captured(found: Changes, event: Captured) -> None:
    found.fallen.append((event.square, event.seat, event.kind))
    found.ways.append(Way(SHOT, OTHER[event.seat], event.by_kind, [event.by, event.square]))


def _gripped(found: Changes, event: Gripped) -> None:
    for way in reversed(found.ways):
        if way.how == MOVE and way.squares[-1] == event.square and len(way.squares) == 2:
            way.how = GRIP
            return
    found.ways.append(Way(GRIP, event.seat, event.kind, [event.square]))


def _countered(found: Changes, event: Countered) -> None:
    found.fallen.append((event.square, event.seat, event.kind))


_READERS: Final[dict[type[Event], Callable[[Changes, Any], None]]] = {
    Moved: _moved,
    Captured: _captured,
    Countered: _countered,
    Turned: lambda found, event: found.turned.append(event.square),
    Swapped: lambda found, event: found.ways.append(
        Way(SWAP, event.seat, "rogue", [event.rogue, event.other])
    ),
    Gripped: _gripped,
    TreasureTaken: lambda found, event: found.plundered.append((event.square, event.seat, event.kind)),
    Recruited: lambda found, event: found.recruited.append(event.square),
}


_TOLD: Final = (*_READERS, Revealed)
"""Events that tell what is new on the board."""


def _from_events(after: View, events: Sequence[Event]) -> Changes:
    found = Changes()
    for event in events:
        if event.SEALED:
            continue
        read = _READERS.get(type(event))
        if read is not None:
            read(found, event)
    _settle(found, after)
    found.said = _told(events)
    return found


def _told(events: Sequence[Event]) -> list[str]:
    """What happened in sentences: those about one unit going, capturing and turning are one."""
    said: list[str] = []
    by = at = ""
    """Where the unit began and ended that the last sentence is about."""
    for event in events:
        if event.SEALED:
            continue
        if isinstance(event, Captured):
            by, at = event.by, event.square
            captor = f"{SIDE[OTHER[event.seat]]}'s {event.by_kind.title()} on {event.by}"
            said.append(f"{captor} captures the {event.kind.title()} on {event.square}")
        elif isinstance(event, Moved) and said and (event.start, event.end) == (by, at):
            continue
        elif isinstance(event, Moved) and said and at == event.start:
            said[-1] += f" and on to {event.end}"
            at = event.end
        elif isinstance(event, Moved):
            by, at = event.start, event.end
            said.append(f"{SIDE[event.seat]}'s {event.kind.title()} goes from {by} to {at}")
        elif isinstance(event, Turned) and said and at == event.square:
            said[-1] += f", turning {event.facing}"
        elif isinstance(event, Turned):
            by = at = event.square
            said.append(f"{SIDE[event.seat]}'s {event.kind.title()} on {at} turns {event.facing}")
        elif isinstance(event, Gripped) and said and at == event.square:
            said[-1] += ", gripped by telekinesis"
        else:
            words = tell(event, SPECTATOR)
            if words:
                said.append(words)
    return said


def _settle(found: Changes, after: View) -> None:
    """A capture by moving is one way, not a shot and a way; telekinesis gets its beam."""
    moves = {(way.squares[0], way.squares[1]) for way in found.ways if way.how == MOVE}
    fallen = {square for square, _, _ in found.fallen}
    kept = []
    for way in found.ways:
        if way.how == SHOT and tuple(way.squares) in moves:
            continue
        if way.how == SHOT and way.squares[0] in fallen and way.kind != "archer":
            way.how = MOVE
        if way.how == GRIP:
            kept += _beam(after, way)
        kept.append(way)
    found.ways = kept


def _beam(after: View, grip: Way) -> list[Way]:
    """From the Caster to the unit it gripped, where it can only have been one."""
    start = grip.squares[0]
    found = []
    for unit in after.units:
        if unit.kind == CASTER and unit.square != grip.squares[-1]:
            first = STEP[unit.square][DIRECTION[unit.facing]]
            second = STEP[first][DIRECTION[unit.facing]] if first else ""
            if start in (first, second):
                found.append(Way(BEAM, unit.seat, CASTER, [unit.square, start]))
    mover = [way for way in found if way.seat != after.mover] or found
    return mover if len(mover) == 1 else []


# -- from two Views ------------------------------------------------------------------------------------------


def _apart(one: str, other: str) -> int:
    return max(abs(FILES.index(one[0]) - FILES.index(other[0])), abs(int(one[1]) - int(other[1])))


def _from_views(before: View, after: View) -> Changes:
    found = Changes()
    was = {unit.square: unit for unit in before.units}
    now = {unit.square: unit for unit in after.units}
    gone = [unit for at, unit in was.items() if not _same(unit, now.get(at))]
    come = [unit for at, unit in now.items() if not _same(unit, was.get(at))]
    _pair(found, gone, come, set(after.touched))
    for unit in gone:
        found.fallen.append((unit.square, unit.seat, unit.kind))
        found.said.append(f"{SIDE[unit.seat]}'s {unit.kind.title()} on {unit.square} is captured")
    for unit in come:
        found.recruited.append(unit.square)
        found.said.append(f"{SIDE[unit.seat]} recruits {a(unit.kind)} on {unit.square}")
    for at, unit in now.items():
        old = was.get(at)
        if _same(unit, old) and old is not None and old.facing != unit.facing:
            found.turned.append(at)
            found.said.append(f"{SIDE[unit.seat]}'s {unit.kind.title()} on {at} turns to face {unit.facing}")
        if unit.gripped and not (old is not None and old.gripped):
            for way in found.ways:
                if way.squares[-1] == at:
                    way.how = GRIP
            found.said.append(f"{SIDE[unit.seat]}'s {unit.kind.title()} on {at} is gripped by telekinesis")
    for seat, kind, square in after.taken[len(before.taken) :]:
        found.plundered.append((square, seat, kind))
        found.said.insert(0, f"{SIDE[seat]} captures the {kind.title()} on {square}")
    if after.offer and after.offer != before.offer:
        found.said.append(f"{SIDE[after.offer]} offers a draw")
    if after.ending and not before.ending:
        found.said.insert(0, after.reason)
    return found


def _same(one: UnitView, other: UnitView | None) -> bool:
    return other is not None and (one.seat, one.kind) == (other.seat, other.kind)


def _pair(found: Changes, gone: list[UnitView], come: list[UnitView], touched: set[str]) -> None:
    """Units that are gone here and come there have moved: those of the last turn first, then the nearest."""
    pairs = sorted(
        (
            (2 - (old.square in touched) - (new.square in touched), _apart(old.square, new.square), i, j)
            for i, old in enumerate(gone)
            for j, new in enumerate(come)
            if _same(old, new)
        )
    )
    left, right = set(range(len(gone))), set(range(len(come)))
    for _, _, i, j in pairs:
        if i in left and j in right:
            left.discard(i)
            right.discard(j)
            old, new = gone[i], come[j]
            found.ways.append(Way(MOVE, old.seat, old.kind, [old.square, new.square]))
            found.said.append(f"{SIDE[old.seat]}'s {old.kind.title()} goes from {old.square} to {new.square}")
    gone[:] = [unit for i, unit in enumerate(gone) if i in left]
    come[:] = [unit for j, unit in enumerate(come) if j in right]


def caption(view: View, found: Changes, limit: int = 400) -> str:
    """One line for under the picture, captures first."""
    said = sorted(found.said, key=lambda words: "captures" not in words)
    return caption_line(standing(view), said, limit)
