"""What is known of a battle while it is fought (rule 7.3), and how it is told."""

from dataclasses import dataclass

from engine.high_crusade.names import listed, other, points, seat_name
from engine.high_crusade.registry import applies, tells
from engine.high_crusade.results import TOLD
from engine.high_crusade.shifts import (
    best_leader,
    defending_leaders,
)
from engine.high_crusade.state import Battle, State
from engine.kernel.game import Event
from engine.kernel.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class BattleJoined(Event):
    """An attack comes to be resolved."""

    seat: str
    kind: str
    hex: int
    place: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    targets: tuple[str, ...]
    source: int


@dataclass(frozen=True, slots=True)
class StageReached(Event):
    """A battle goes on with this stage."""

    stage: str


@dataclass(frozen=True, slots=True)
class WallsChosen(Event):
    """The defender is inside his fort, or outside (rule 7.4.5)."""

    inside: bool
    place: str


@dataclass(frozen=True, slots=True)
class BattleRolled(Event):
    """The dice of a battle and all they were read with."""

    seat: str
    kind: str
    place: str
    attack: int
    defend: int
    walls: int
    attacker_shifts: tuple[tuple[str, int], ...]
    defender_shifts: tuple[tuple[str, int], ...]
    net: int
    column: str
    rolled: tuple[int, ...]
    result: str
    """"1" to "10" or "A" to "J" on the Crusader table, "" on the other."""
    extra: tuple[int, ...]
    """Further dice the result asked for."""
    attacker_loses: int
    defender_loses: int
    special: str


@dataclass(frozen=True, slots=True)
class LossesBorne(Event):
    """A side has taken its losses of a battle."""

    attacker: bool
    points: int


@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    """A battle is over."""

    seat: str
    kind: str
    hex: int
    place: str
    attacker_lost: int
    defender_lost: int


def fort_key(at: int) -> str:
    """How a fort is called among the pieces that have attacked."""
    return f"fort {at:04d}"


def race_key(planet: str) -> str:
    """How a race is called among the pieces that have been attacked."""
    return f"race {planet}"


@applies(BattleJoined)
def _joined(state: State, event: BattleJoined) -> None:
    planet = state.pack.planet_of[event.hex]
    state.battle = Battle(
        Seat(event.seat),
        event.kind,
        event.hex,
        event.units,
        event.leaders,
        event.targets,
        "walls",
        inside=event.kind == "ground" and event.hex in state.sieges and state.sieges[event.hex] == event.seat,
        source=event.source,
        stood=tuple((name, state.units[name].hex) for name in event.units),
    )
    state.attacks = tuple(
        attack for attack in state.attacks if not (attack.kind == event.kind and attack.hex == event.hex)
    )
    if event.kind == "fort_fire":
        state.fired = state.fired | {(event.source, event.targets[0])}
    else:
        fought = {*event.units, *event.leaders}
        if event.source:
            fought.add(fort_key(event.source))
        struck = {race_key(planet)} if event.kind == "heresy" else set(event.targets)
        state.fought = state.fought | fought
        state.struck = state.struck | struck
        if event.kind == "nuclear":
            state.nuked = True
        else:
            state.closed = state.closed | {planet}
    state.engaged = state.engaged | {*event.units, *event.leaders, *event.targets}


@applies(StageReached)
def _stage(state: State, event: StageReached) -> None:
    assert state.battle is not None
    state.battle = state.battle._replace(stage=event.stage)


@applies(WallsChosen)
def _walls(state: State, event: WallsChosen) -> None:
    assert state.battle is not None
    state.battle = state.battle._replace(inside=event.inside, stage="siege" if event.inside else "roll")
    if event.inside:
        state.inside = state.inside | {state.battle.hex}


@applies(BattleRolled)
def _rolled(state: State, event: BattleRolled) -> None:
    assert state.battle is not None
    best = None
    if event.special == "wound":
        best = best_leader(state, defending_leaders(state, state.battle))
    state.battle = state.battle._replace(
        losses=(event.attacker_loses, event.defender_loses),
        stage="saves",
        spares=event.result == "J",
        wedge="" if best is None else best.name,
    )


@applies(LossesBorne)
def _borne(state: State, event: LossesBorne) -> None:
    assert state.battle is not None
    losses, lost = list(state.battle.losses), list(state.battle.lost)
    side = 0 if event.attacker else 1
    losses[side] = 0
    lost[side] += event.points
    state.battle = state.battle._replace(losses=(losses[0], losses[1]), lost=(lost[0], lost[1]))


@applies(BattleEnded)
def _ended(state: State, event: BattleEnded) -> None:
    state.battle = None


@tells(BattleJoined)
def _tell_joined(event: BattleJoined, viewer: Viewer) -> str | None:
    who = listed((*event.units, *event.leaders)) if event.units else "The fort"
    alone = len((*event.units, *event.leaders)) == 1
    if event.kind == "capture":
        verb = "rides" if alone else "ride"
        return f"{who} {verb} down the unguarded leaders at {event.place}."
    if event.kind == "heresy":
        return f"{who} {'marches' if alone else 'march'} against the heretics of {event.place}."
    return f"Battle at {event.place}: {who if event.units else 'the fort'} against {listed(event.targets)}."


@tells(WallsChosen)
def _tell_walls(event: WallsChosen, viewer: Viewer) -> str | None:
    what = "withdraw inside the walls" if event.inside else "come out to fight"
    return f"The defenders of {event.place} {what}."


@tells(BattleRolled)
def _tell_rolled(event: BattleRolled, viewer: Viewer) -> str | None:
    walls = f" + {event.walls} for the walls" if event.walls else ""
    shift = "no shift" if not event.net else f"{abs(event.net)} {'right' if event.net > 0 else 'left'}"
    told = f" {TOLD[event.result]}" if event.result else ""
    dice = "+".join(map(str, event.rolled))
    code = f", result {event.result}" if event.result else ""
    extra = f" Further dice: {', '.join(map(str, event.extra))}." if event.extra else ""
    losses = f" Attacker loses {event.attacker_loses}, defender {event.defender_loses}."
    return (
        f"{event.attack} against {event.defend}{walls}, {shift}, column {event.column}; "
        f"rolled {dice} = {sum(event.rolled)}{code}.{told}{extra}{losses}"
    )


@tells(BattleEnded)
def _tell_ended(event: BattleEnded, viewer: Viewer) -> str | None:
    if event.kind in ("capture", "heresy") or not (event.attacker_lost or event.defender_lost):
        return None
    side, foe = seat_name(Seat(event.seat)), seat_name(other(Seat(event.seat)))
    return (
        f"The battle at {event.place} is over: {side} lost {points(event.attacker_lost)}, "
        f"{foe} {points(event.defender_lost)}."
    )
