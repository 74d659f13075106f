"""Inside the walls or outside, storm or siege (rules 7.4.5, 7.4.6 and 7.4.10)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.high_crusade.battle import battle_on, end_battle, place_asked
from engine.high_crusade.battle_events import WallsChosen
from engine.high_crusade.draft import Draft
from engine.high_crusade.flow import answered
from engine.high_crusade.registry import judges, question
from engine.high_crusade.shifts import attackers, attacking_leaders
from engine.high_crusade.siege import SiegeLaid, wards
from engine.kernel.orders import Order
from engine.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Inside(Order):
    """Put the defenders of a fort inside its walls."""

    VERB: ClassVar[str] = "inside"
    GIST: ClassVar[str] = "defend from inside the walls"


@dataclass(frozen=True, slots=True)
class Outside(Order):
    """Let the defenders of a fort fight outside its walls."""

    VERB: ClassVar[str] = "outside"
    GIST: ClassVar[str] = "come out and fight"


@dataclass(frozen=True, slots=True)
class Storm(Order):
    """Attack defenders who are inside their walls."""

    VERB: ClassVar[str] = "storm"
    GIST: ClassVar[str] = "storm the walls"


@dataclass(frozen=True, slots=True)
class Besiege(Order):
    """Lay siege instead of attacking."""

    VERB: ClassVar[str] = "besiege"
    GIST: ClassVar[str] = "move in and lay siege instead"


question(
    "walls",
    (Inside.VERB, Outside.VERB),
    lambda state, asked: (
        f"{place_asked(state, asked)} is attacked. Are your troops inside the walls or outside?"
    ),
    lambda state, asked: Inside(),
    "7.4.5",
)


question(
    "siege",
    (Storm.VERB, Besiege.VERB),
    lambda state, asked: (
        f"The defenders of {place_asked(state, asked)} are inside. Do you storm the walls or lay siege?"
    ),
    lambda state, asked: Storm(),
    "7.4.6",
)


@judges(Inside)
def _inside(draft: Draft, seat: Seat, order: Inside) -> None:
    """Rule 7.4.5."""
    at = answered(draft, seat).about[0]
    draft.emit(WallsChosen(True, draft.state.pack.place_of[at]))


@judges(Outside)
def _outside(draft: Draft, seat: Seat, order: Outside) -> None:
    """Rule 7.4.5."""
    at = answered(draft, seat).about[0]
    draft.emit(WallsChosen(False, draft.state.pack.place_of[at]))


@judges(Storm)
def _storm(draft: Draft, seat: Seat, order: Storm) -> None:
    """Rule 7.4.10."""
    answered(draft, seat)


@judges(Besiege)
def _besiege(draft: Draft, seat: Seat, order: Besiege) -> None:
    """Rules 7.4.6 and 7.4.23: the attackers move in, no dice are thrown."""
    answered(draft, seat)
    battle = battle_on(draft.state)
    units = tuple(unit.name for unit in attackers(draft.state, battle))
    named = tuple(leader.name for leader in attacking_leaders(draft.state, battle))
    leaders = (*named, *wards(draft.state, seat, units, battle.hex))
    draft.emit(SiegeLaid(battle.hex, draft.state.pack.place_of[battle.hex], seat, units, leaders))
    end_battle(draft, battle)
