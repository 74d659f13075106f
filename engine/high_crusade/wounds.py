"""Recovery of wounded leaders (rules 4.4.1, 4.4.3 and 4.8.1)."""

from dataclasses import dataclass

from engine.high_crusade.draft import Draft
from engine.high_crusade.names import CRUSADER, WERSGORIX
from engine.high_crusade.pieces import LeaderDied
from engine.high_crusade.registry import applies, tells
from engine.high_crusade.state import Leader, State
from engine.kernel.game import Event
from engine.kernel.seats import Seat, Viewer

DIES = 2
RECOVERS = 9
"""Totals of two dice: on this one he dies, from that one on he recovers."""


@dataclass(frozen=True, slots=True)
class RecoveryRolled(Event):
    """The dice are thrown for a wounded leader."""

    leader: str
    rolled: tuple[int, ...]
    recovers: bool


@applies(RecoveryRolled)
def _rolled(state: State, event: RecoveryRolled) -> None:
    if event.recovers:
        state.put_leader(state.leaders[event.leader]._replace(wounded=False))


@tells(RecoveryRolled)
def _tell_rolled(event: RecoveryRolled, viewer: Viewer) -> str | None:
    dice = f"{event.leader} fights his wounds ({sum(event.rolled)} on two dice)"
    if event.recovers:
        return f"{dice} and recovers."
    return f"{dice} and loses." if sum(event.rolled) == DIES else f"{dice}; he is still wounded."


def _rolls_with(leader: Leader) -> Seat:
    """In whose movement phase he rolls: a captive with his own side, a defector with his new one."""
    empire = (leader.faction == "Wersgorix") != leader.defected
    return WERSGORIX if empire else CRUSADER


def recover(draft: Draft, seat: Seat) -> bool:
    """Roll for every wounded leader of this side who is on the map."""
    wounded = [
        leader.name
        for leader in draft.state.leaders.values()
        if leader.wounded and leader.hex and _rolls_with(leader) == seat
    ]
    for name in wounded:
        rolled = draft.roll(2)
        total = sum(rolled)
        draft.emit(RecoveryRolled(name, rolled, total >= RECOVERS))
        if total == DIES:
            draft.emit(LeaderDied(name, "his wounds"))
    return bool(wounded)
