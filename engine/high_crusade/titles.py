"""Titles (rules 4.3.2 and 8.5), and the phase in which fiefs and titles are given."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.building import church_at, has_cathedral
from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.fief_limits import crusader_leaders
from engine.high_crusade.fiefs import Assign, assign_new, vacant
from engine.high_crusade.lookups import own_leader
from engine.high_crusade.memory import remembered
from engine.high_crusade.names import CRUSADER, FIEFS, PARVUS, ROGER, listed
from engine.high_crusade.registry import applies, judges, offering, phase, tells
from engine.high_crusade.state import Leader, State
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer

KNIGHT, BARON, DUKE, KING = "Knight", "Baron", "Duke", "King"
ARCHBISHOP, POPE = "Archbishop", "New Pope"
_SLOTS = (Slot("leader", "leader"), Slot("granter", "leader", "by"))


@dataclass(frozen=True, slots=True)
class Grant(Order):
    """What all orders that give a title have in common."""

    SLOTS: ClassVar[tuple[Slot, ...]] = _SLOTS
    TITLE: ClassVar[str] = ""
    leader: str
    granter: str


@dataclass(frozen=True, slots=True)
class Knight(Grant):
    """Make a leader a Knight (rule 8.5.6)."""

    VERB: ClassVar[str] = "knight"
    GIST: ClassVar[str] = "make a leader a Knight"
    TITLE: ClassVar[str] = KNIGHT


@dataclass(frozen=True, slots=True)
class Baron(Grant):
    """Make a Knight a Baron (rule 8.5.7)."""

    VERB: ClassVar[str] = "baron"
    GIST: ClassVar[str] = "make a Knight a Baron"
    TITLE: ClassVar[str] = BARON


@dataclass(frozen=True, slots=True)
class Duke(Grant):
    """Make a Baron a Duke (rule 8.5.8)."""

    VERB: ClassVar[str] = "duke"
    GIST: ClassVar[str] = "make a Baron a Duke"
    TITLE: ClassVar[str] = DUKE


@dataclass(frozen=True, slots=True)
class Crown(Grant):
    """Crown a leader King (rule 8.5.9)."""

    VERB: ClassVar[str] = "crown"
    GIST: ClassVar[str] = "crown a leader King"
    TITLE: ClassVar[str] = KING


@dataclass(frozen=True, slots=True)
class Archbishop(Grant):
    """Make a leader Archbishop (rule 8.5.10)."""

    VERB: ClassVar[str] = "archbishop"
    GIST: ClassVar[str] = "make a leader Archbishop"
    TITLE: ClassVar[str] = ARCHBISHOP


@dataclass(frozen=True, slots=True)
class Pope(Grant):
    """Make an Archbishop or Brother Parvus New Pope (rule 8.5.11)."""

    VERB: ClassVar[str] = "pope"
    GIST: ClassVar[str] = "make an Archbishop or Brother Parvus New Pope"
    TITLE: ClassVar[str] = POPE


GRANTS: tuple[type[Grant], ...] = (Knight, Baron, Duke, Crown, Archbishop, Pope)
_RULE = {KNIGHT: "8.5.6", BARON: "8.5.7", DUKE: "8.5.8", KING: "8.5.9", ARCHBISHOP: "8.5.10", POPE: "8.5.11"}


@dataclass(frozen=True, slots=True)
class TitleGranted(Event):
    """A leader receives a title."""

    leader: str
    title: str
    granter: str


@applies(TitleGranted)
def _granted(state: State, event: TitleGranted) -> None:
    noble, church = state.titles.get(event.leader, ("", ""))
    if event.title == KING:
        held = (KING, "")
    elif event.title in (ARCHBISHOP, POPE):
        held = (noble, event.title)
    else:
        held = (event.title, church)
    state.titles = {**state.titles, event.leader: held}
    state.granting = state.granting | {event.granter}
    state.granted = state.granted | {event.leader}


@tells(TitleGranted)
def _tell_granted(event: TitleGranted, viewer: Viewer) -> str | None:
    if event.title == KING:
        return f"{event.granter} crowns {event.leader} King!"
    article = "" if event.title == POPE else "an " if event.title == ARCHBISHOP else "a "
    return f"{event.granter} makes {event.leader} {article}{event.title}."


# -- who gives, who gets -------------------------------------------------------------------------------


def _titles(state: State, leader: str) -> tuple[str, str]:
    return state.titles.get(leader, ("", ""))


def _granter_objection(state: State, title: str, granter: str) -> IllegalOrder | None:
    """Whether this leader may give this title at all (rules 8.5.5 to 8.5.12 and 8.5.16)."""
    king, pope = state.king(), state.pope()
    rule = _RULE[title]
    if granter == ROGER and king and king != ROGER:
        return refuse("8.5.12", f"{ROGER} grants no titles any more: {king} is King.")
    if granter == PARVUS and pope and pope != PARVUS:
        return refuse("8.5.12", f"{PARVUS} grants no titles any more: {pope} is New Pope.")
    if title in (KNIGHT, BARON) and granter != (king or ROGER):
        return refuse(rule, f"Only {king or ROGER} can make a {title} now.")
    if title == DUKE and granter != king:
        return refuse(rule, f"Only {king or 'a King'} can make a Duke.")
    if title == KING and granter != pope:
        return refuse(rule, f"Only {pope or 'a New Pope'} can crown a King.")
    if title == ARCHBISHOP and granter != (pope or PARVUS):
        return refuse(rule, f"Only {pope or PARVUS} can make an Archbishop now.")
    if title == POPE and _titles(state, granter)[1] != ARCHBISHOP:
        return refuse(rule, f"Only an Archbishop can make a New Pope; {granter} is none.")
    if granter in state.granting:
        return refuse("8.5.5", f"{granter} has given a title this turn.")
    if granter in state.granted:
        return refuse("8.5.5", f"{granter} has received a title this turn and gives none in it.")
    return None


def _receiver_objection(state: State, title: str, leader: str) -> IllegalOrder | None:
    """Whether this leader may get this title at all."""
    rule = _RULE[title]
    noble, church = _titles(state, leader)
    if state.pack.leaders[leader].faction != "Crusader":
        return refuse("8.5.12", f"{leader} is no Crusader leader and holds no titles.")
    if title == KING and state.king():
        return refuse("8.5.15", f"{state.king()} is King, and there is only one.")
    if title == POPE and state.pope():
        return refuse("8.5.15", f"{state.pope()} is New Pope, and there is only one.")
    if noble == KING:
        return refuse("8.5.1", f"{leader} is King and holds no other title.")
    if title == KNIGHT and noble:
        return refuse(rule, f"{leader} is a {noble} already.")
    if title == BARON and noble != KNIGHT:
        return refuse(rule, f"Only a Knight becomes Baron; {leader} is {noble or 'none'}.")
    if title == DUKE and noble != BARON:
        return refuse(rule, f"Only a Baron becomes Duke; {leader} is {noble or 'none'}.")
    if title == KING and not (noble or church):
        return refuse(rule, f"{leader} has no title, and only a titled leader is crowned.")
    if title == ARCHBISHOP and church:
        return refuse(rule, f"{leader} is {church} already.")
    if title == POPE and church != ARCHBISHOP and leader != PARVUS:
        return refuse(rule, f"{leader} is neither an Archbishop nor {PARVUS}.")
    if leader in state.granted:
        return refuse("8.5.5", f"{leader} has received a title this turn.")
    if leader in state.granting:
        return refuse("8.5.5", f"{leader} has given a title this turn and receives none in it.")
    if not _marker(state, title, leader):
        return refuse("8.5.13", f"There is no marker left for another {title}.")
    return None


def _marker(state: State, title: str, leader: str) -> bool:
    """Whether the markers suffice once he has this title (rule 8.5.13)."""
    limits = state.pack.limits
    if title in (ARCHBISHOP, POPE):
        holders = sum(titles[1] == title for titles in state.titles.values())
        return holders < limits.titles[title]
    if title == KING:
        return limits.titles[KING] > 0
    nobles = {name: titles[0] for name, titles in state.titles.items()}
    nobles[leader] = title
    needed = [
        noble
        for name, noble in nobles.items()
        if noble in (KNIGHT, BARON, DUKE) and noble != state.pack.leaders[name].title
    ]
    markers = [
        (front, limits.title_backs.get(front, ""))
        for front in (KNIGHT, BARON, DUKE)
        for _ in range(limits.titles.get(front, 0))
    ]
    return _covered(needed, markers)


def _covered(needed: list[str], markers: list[tuple[str, str]]) -> bool:
    """Whether each title can be shown by a marker of its own."""
    if not needed:
        return True
    return any(
        needed[0] in marker and _covered(needed[1:], markers[:place] + markers[place + 1 :])
        for place, marker in enumerate(markers)
    )


def _place_objection(state: State, title: str, leader: Leader, granter: Leader) -> IllegalOrder | None:
    """Whether they are where the title is given (rules 8.5.14 and 8.5.15)."""
    rule = _RULE[title]
    planet = state.pack.planet_of[granter.hex]
    if title in (DUKE, KING):
        if state.churches.get(granter.hex) != "cathedral":
            return refuse(
                rule, f"There is no cathedral at {state.pack.place_of[granter.hex]}, where {granter.name} is."
            )
        if title == DUKE:
            absent = [] if leader.hex == granter.hex else [leader.name]
        else:
            absent = [other.name for other in crusader_leaders(state) if other.hex != granter.hex]
        if absent:
            return refuse(rule, f"{listed(absent)} must be at {state.pack.place_of[granter.hex]} too.")
        return None
    if state.pack.planet_of[leader.hex] != planet:
        return refuse(rule, f"{leader.name} and {granter.name} must be on the same planet.")
    if title in (KNIGHT, BARON):
        return None if church_at(state, planet) else refuse(rule, f"There is no church on {planet}.")
    return None if has_cathedral(state, planet) else refuse(rule, f"There is no cathedral on {planet}.")


@remembered
@remembered
def _pairs(state: State, title: str) -> list[tuple[str, str]]:
    """Everybody who can get this title now, with the leader who gives it."""
    if not state.churches:
        return []
    leaders = crusader_leaders(state)
    granters = [leader for leader in leaders if _granter_objection(state, title, leader.name) is None]
    if not granters:
        return []
    return [
        (leader.name, granter.name)
        for leader in leaders
        if _receiver_objection(state, title, leader.name) is None
        for granter in granters
        if granter is not leader and _place_objection(state, title, leader, granter) is None
    ]


def _judge(draft: Draft, seat: Seat, order: Grant) -> None:
    """Rules 8.5.1 to 8.5.16."""
    state = draft.state
    title = order.TITLE
    leader = own_leader(state, seat, order.leader)
    granter = own_leader(state, seat, order.granter)
    if leader.name == granter.name:
        raise refuse("8.5.15", f"{leader.name} cannot grant himself a title.")
    objection = (
        _receiver_objection(state, title, leader.name)
        or _granter_objection(state, title, granter.name)
        or _place_objection(state, title, leader, granter)
    )
    if objection is not None:
        raise objection
    draft.emit(TitleGranted(leader.name, title, granter.name))


def _register(order: type[Grant]) -> None:
    title = order.TITLE
    judges(order, when=lambda state, seat: bool(_pairs(state, title)))(_judge)

    @offering(order, "leader")
    def _offer_leader(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
        return list(dict.fromkeys(leader for leader, _ in _pairs(state, title)))

    @offering(order, "granter")
    def _offer_granter(state: State, seat: Seat, filled: Mapping[str, Any]) -> list[str]:
        return [granter for leader, granter in _pairs(state, title) if leader == filled["leader"]]


for _order in GRANTS:
    _register(_order)


def _idle(state: State) -> bool:
    return not vacant(state) and not any(_pairs(state, order.TITLE) for order in GRANTS)


phase(
    FIEFS,
    verbs=(*(order.VERB for order in GRANTS), Assign.VERB, "done"),
    prompt="Give titles, and fiefs that have lost their lord to others, then say done.",
    run=assign_new,
    idle=_idle,
    rule="4.3.1",
)

__all__ = ["CRUSADER", "GRANTS", "TitleGranted"]
