"""Set-up (rule 3): first the Wersgorix player, then the Crusader player; turn 1 begins with conversion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.high_crusade.draft import Draft, refuse
from engine.high_crusade.flow import StepTaken, TurnBegan, answered, ask, begin
from engine.high_crusade.lookups import land, own_leader
from engine.high_crusade.muster import Deploy, Muster, MusterBegan, muster_prompt, muster_sites
from engine.high_crusade.names import (
    CONVERSION,
    CRUSADER,
    ROGER,
    SETUP,
    WERSGORIX,
    listed,
)
from engine.high_crusade.pieces import place_leader
from engine.high_crusade.registry import applies, judges, offering, phase, question, tells
from engine.high_crusade.state import Ask, State, Thrall
from engine.kernel.dice import shuffled
from engine.kernel.game import END, Event
from engine.kernel.orders import Order, Slot
from engine.kernel.seats import Seat, Viewer, viewer_of


@dataclass(frozen=True, slots=True)
class Empty(Order):
    """Say which Thrall boxes stay empty (rule 3.1.7)."""

    VERB: ClassVar[str] = "empty"
    GIST: ClassVar[str] = "say which Thrall boxes stay empty"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("planets", "planet", many=True),)
    planets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Post(Order):
    """Say where on Thraxian a leader stands (rule 3.2.6)."""

    VERB: ClassVar[str] = "post"
    GIST: ClassVar[str] = "say where on Thraxian a leader stands"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("leader", "leader"), Slot("place", "place", "at"))
    leader: str
    place: str


@dataclass(frozen=True, slots=True)
class Hallow(Order):
    """Say where on Thraxian the church stands (rule 3.2.6)."""

    VERB: ClassVar[str] = "hallow"
    GIST: ClassVar[str] = "say where on Thraxian the church stands"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("place", "place"),)
    place: str


@dataclass(frozen=True, slots=True)
class Endow(Order):
    """Say who holds Thraxian as his fief (rule 3.2.4)."""

    VERB: ClassVar[str] = "endow"
    GIST: ClassVar[str] = "say who holds Thraxian as his fief"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("leader", "leader"),)
    leader: str


@dataclass(frozen=True, slots=True)
class BoxesEmptied(Event):
    """These Thrall boxes stay empty."""

    planets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThrallsDealt(Event):
    """The Thrall Races lie face down on their planets; the Wersgorix player may look at them."""

    REVEALS: ClassVar[bool] = True
    SEALED: ClassVar[bool] = True
    planets: tuple[str, ...]
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MapMarked(Event):
    """The markers of the beginning: satellites, the castle and the church of Thraxian, printed titles."""

    satellites: tuple[str, ...]
    castle: int
    church: int
    leaders: tuple[str, ...]
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeaderPosted(Event):
    """A leader stands elsewhere on Thraxian."""

    leader: str
    hex: int
    place: str


@dataclass(frozen=True, slots=True)
class ChurchMoved(Event):
    """The church of Thraxian stands in this hex."""

    hex: int
    place: str


@dataclass(frozen=True, slots=True)
class HomeGranted(Event):
    """Thraxian is this leader's fief."""

    leader: str
    planet: str


@applies(BoxesEmptied)
def _emptied(state: State, event: BoxesEmptied) -> None:
    """The boxes are those without a race once the races are dealt."""


@applies(ThrallsDealt)
def _dealt(state: State, event: ThrallsDealt) -> None:
    state.thralls = {planet: Thrall(face) for planet, face in zip(event.planets, event.faces, strict=True)}


@applies(MapMarked)
def _marked(state: State, event: MapMarked) -> None:
    state.satellites = frozenset(event.satellites)
    state.castles = state.castles | {event.castle}
    state.churches = {**state.churches, event.church: "church"}
    state.titles = {leader: (title, "") for leader, title in zip(event.leaders, event.titles, strict=True)}


@applies(LeaderPosted)
def _posted(state: State, event: LeaderPosted) -> None:
    state.put_leader(state.leaders[event.leader]._replace(hex=event.hex))


@applies(ChurchMoved)
def _church_moved(state: State, event: ChurchMoved) -> None:
    state.churches = {event.hex: "church"}


@applies(HomeGranted)
def _granted(state: State, event: HomeGranted) -> None:
    state.home_fief = event.leader


@tells(BoxesEmptied)
def _tell_emptied(event: BoxesEmptied, viewer: Viewer) -> str | None:
    return f"No Thrall Race lives on {listed(event.planets)}."


@tells(ThrallsDealt)
def _tell_dealt(event: ThrallsDealt, viewer: Viewer) -> str | None:
    yours = " You may look at them all." if viewer == viewer_of(WERSGORIX) else ""
    return f"{len(event.planets)} Thrall Races are dealt face down.{yours}"


@tells(MapMarked)
def _tell_marked(event: MapMarked, viewer: Viewer) -> str | None:
    zones = "zone" if len(event.satellites) == 1 else "zones"
    where = f"The alert satellite of the {listed(event.satellites)} {zones} is ON"
    return f"{where}; a castle and a church stand on Thraxian."


@tells(LeaderPosted)
def _tell_posted(event: LeaderPosted, viewer: Viewer) -> str | None:
    return f"{event.leader} is at {event.place}."


@tells(ChurchMoved)
def _tell_church(event: ChurchMoved, viewer: Viewer) -> str | None:
    return f"The church stands at {event.place}."


@tells(HomeGranted)
def _tell_granted(event: HomeGranted, viewer: Viewer) -> str | None:
    return f"{event.leader} holds {event.planet} as his fief."


# -- the empty boxes (rules 3.1.1 and 3.1.7) -----------------------------------------------------------------


def _boxes(state: State) -> list[str]:
    return [planet.name for planet in state.pack.planets.values() if planet.thrall_box]


def _spare_boxes(state: State) -> int:
    """How many boxes stay empty: there are fewer races than boxes."""
    return len(_boxes(state)) - len(state.pack.faces)


def _empty_default(state: State, asked: Ask) -> Order:
    """The boxes the Crusaders would reach first, capitals apart."""
    pack = state.pack
    near = sorted(
        _boxes(state),
        key=lambda name: (pack.planets[name].capital, pack.planet_distance(pack.crusader_home, name)),
    )
    return Empty(tuple(near[: _spare_boxes(state)]))


question(
    "empty_boxes",
    (Empty.VERB,),
    lambda state, asked: f"Name the {_spare_boxes(state)} planets whose Thrall box stays empty.",
    _empty_default,
    "3.1.7",
)


@judges(Empty)
def _empty(draft: Draft, seat: Seat, order: Empty) -> None:
    """Rules 3.1.1 and 3.1.7: two boxes by choice, the faces by lot."""
    state = draft.state
    boxes, wanted = _boxes(state), _spare_boxes(state)
    for planet in order.planets:
        if planet not in boxes:
            raise refuse("3.1.7", f"{planet} has no Thrall box.")
    if len(set(order.planets)) != wanted or len(order.planets) != wanted:
        raise refuse("3.1.7", f"{wanted} different boxes stay empty, not {len(set(order.planets))}.")
    answered(draft, seat)
    draft.emit(BoxesEmptied(order.planets))
    planets = tuple(planet for planet in boxes if planet not in order.planets)
    draft.emit(ThrallsDealt(planets, tuple(shuffled(draft.dice, state.pack.faces))))


@offering(Empty, "planets")
def _offer_empty(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    named = filled.get("planets", ())
    if len(named) == _spare_boxes(state):
        return (END,)
    return [planet for planet in _boxes(state) if planet not in named]


# -- Thraxian (rules 3.2.2, 3.2.4 and 3.2.6) -----------------------------------------------------------------


def _on_home(state: State, place: str) -> int:
    at = land(state, place)
    if state.pack.planet_of[at] != state.pack.crusader_home:
        raise refuse("3.2.6", f"{place} is not on {state.pack.crusader_home}.")
    return at


def _home_places(state: State) -> list[str]:
    return [state.pack.place_of[at] for at in state.pack.planets[state.pack.crusader_home].hexes]


def _holders(state: State) -> list[str]:
    """Leaders who may hold Thraxian: those with a Noble title."""
    return [leader for leader, titles in state.titles.items() if titles[0]]


@judges(Post)
def _post(draft: Draft, seat: Seat, order: Post) -> None:
    """Rule 3.2.6."""
    leader = own_leader(draft.state, seat, order.leader)
    at = _on_home(draft.state, order.place)
    if at == leader.hex:
        raise refuse("3.2.6", f"{leader.name} is at {order.place} already.")
    draft.emit(LeaderPosted(leader.name, at, order.place))


@offering(Post, "leader")
def _offer_leader(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [leader.name for leader in state.own_leaders(seat)]


@offering(Post, "place")
def _offer_post(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    at = state.pack.place_of[state.leaders[filled["leader"]].hex]
    return [place for place in _home_places(state) if place != at]


@judges(Hallow)
def _hallow(draft: Draft, seat: Seat, order: Hallow) -> None:
    """Rule 3.2.6."""
    at = _on_home(draft.state, order.place)
    if at in draft.state.churches:
        raise refuse("3.2.6", f"The church is at {order.place} already.")
    draft.emit(ChurchMoved(at, order.place))


@offering(Hallow, "place")
def _offer_church(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [place for place in _home_places(state) if state.pack.hex_of[place] not in state.churches]


@judges(Endow)
def _endow(draft: Draft, seat: Seat, order: Endow) -> None:
    """Rules 3.2.4 and 3.2.6."""
    if order.leader not in _holders(draft.state):
        raise refuse("3.2.6", f"{order.leader} has no Noble title and cannot hold a fief.")
    if order.leader == draft.state.home_fief:
        raise refuse("3.2.4", f"{order.leader} holds {draft.state.pack.crusader_home} already.")
    draft.emit(HomeGranted(order.leader, draft.state.pack.crusader_home))


@offering(Endow, "leader")
def _offer_endow(state: State, seat: Seat, filled: Mapping[str, Any]) -> Sequence[Any]:
    return [leader for leader in _holders(state) if leader != state.home_fief]


# -- one step after the other --------------------------------------------------------------------------------


question(
    "muster_wersgorix", (Deploy.VERB, Muster.VERB), muster_prompt, lambda state, asked: Muster(), "3.1.3"
)
question(
    "muster_crusader",
    (Deploy.VERB, Post.VERB, Hallow.VERB, Endow.VERB, Muster.VERB),
    muster_prompt,
    lambda state, asked: Muster(),
    "3.2.1",
)


def _deal_leaders(draft: Draft) -> None:
    """Rule 3.1.5: one to each force, by lot."""
    pack = draft.state.pack
    names = shuffled(draft.dice, [name for name, card in pack.leaders.items() if card.faction == "Wersgorix"])
    for zone, name in zip(pack.zones, names, strict=False):
        place_leader(draft, name, muster_sites(draft.state, WERSGORIX, zone)[0])


def _mark_map(draft: Draft) -> None:
    """Rules 3.1.6, 3.2.1, 3.2.2 and 3.2.4: markers, and the Crusader leaders in the capital hex."""
    pack = draft.state.pack
    home = pack.planets[pack.crusader_home].hexes[0]
    crusaders = [name for name, card in pack.leaders.items() if card.faction == "Crusader"]
    titled = {name: pack.leaders[name].title or "" for name in crusaders if pack.leaders[name].title}
    on = tuple(name for name, zone in pack.zones.items() if zone.satellite_on)
    draft.emit(MapMarked(on, home, home, tuple(titled), tuple(titled.values())))
    for name in crusaders:
        place_leader(draft, name, home)
    holder = ROGER if ROGER in titled else next(iter(titled), "")
    draft.emit(HomeGranted(holder, pack.crusader_home))


def _run(draft: Draft) -> bool:
    """Rule 3: the Wersgorix player sets up first, then the Crusader player."""
    pack = draft.state.pack
    step = draft.state.step
    draft.emit(StepTaken(step + 1))
    if step == 0:
        ask(draft, "empty_boxes", WERSGORIX)
    elif step == 1:
        zones = pack.zones
        draft.emit(
            MusterBegan(
                tuple(zones),
                tuple(zone.army for zone in zones.values()),
                tuple(zone.fleet for zone in zones.values()),
            )
        )
        ask(draft, "muster_wersgorix", WERSGORIX)
    elif step == 2:
        _deal_leaders(draft)
        _mark_map(draft)
        start = pack.setup
        home = pack.zone_of[pack.crusader_home]
        draft.emit(MusterBegan((home,), (start.crusader_army,), (start.crusader_fleet,)))
        ask(draft, "muster_crusader", CRUSADER)
    else:
        draft.emit(TurnBegan(1))
        begin(draft, CONVERSION)
    return True


phase(SETUP, run=_run, rule="3.1.1")
