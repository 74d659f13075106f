"""A position put together by hand, for tests of the rules.

    board = Board()
    board.unit("Crusader army A", "Thraxian 1", 5)
    board.leader("Sir Roger", "Thraxian 1")
    board.phase("conversion")
    events = board.give("crusader", "convert ...", dice=[3])

Every order given is checked on the way: all its dice are used, the events alone lead to the same position,
and the verb was among those offered.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar, cast

from bot import games
from engine.high_crusade import flow
from engine.high_crusade.draft import Draft
from engine.high_crusade.game import HighCrusade
from engine.high_crusade.names import FACTIONS, GARRISON, garrison_name
from engine.high_crusade.pack import Face, Pack
from engine.high_crusade.state import Leader, State, Thrall, Unit
from engine.high_crusade.victory import eliminated
from engine.kernel.completion import Walk, complete
from engine.kernel.dice import ScriptedDice
from engine.kernel.errors import IllegalOrder
from engine.kernel.game import Event
from engine.kernel.seats import Seat, Viewer
from tests.support.refusals import refusal_of

E = TypeVar("E", bound=Event)

_HEXES = frozenset({"castles", "churches", "destroyed", "sieges", "inside", "storms"})


@lru_cache(maxsize=1)
def game() -> HighCrusade:
    """The game of the built-in edition: the very one that the shelf has."""
    return cast(HighCrusade, games.game("high_crusade"))


def pack() -> Pack:
    """The built-in edition."""
    return game().pack


def found(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def one(events: Iterable[Event], kind: type[E]) -> E:
    """The only event of one kind."""
    matching = found(events, kind)
    assert len(matching) == 1, f"{len(matching)} events of {kind.__name__} instead of 1"
    return matching[0]


class Board:
    """An empty map in turn 1 to put pieces on. A phase must be begun before orders are given."""

    def __init__(self, scenario: str = "basic", turn: int = 1, edition: Pack | None = None) -> None:
        self.pack = edition or pack()
        self.game = HighCrusade(edition) if edition else game()
        self.state = State(self.pack, scenario)
        self.state.turn = turn
        self.events: list[Event] = []
        """What came of the last order, or of beginning the phase."""

    @property
    def state(self) -> State:
        """The position. What was worked out about it is forgotten, because tests change it by hand."""
        self._state.memo = {}
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state

    # -- putting it together -----------------------------------------------------------------------------

    def hex(self, place: str | int) -> int:
        """The hex of a place: "Thraxian 2", a bare planet for its first hex, or the hex itself."""
        return place if isinstance(place, int) else self.pack.hex_of[place]

    def unit(self, name: str, place: str | int, strength: int = 1) -> str:
        """Put a fleet or an army on the map, or (any "<Faction> garrison ...") a garrison; its name."""
        faction = next(known for known in FACTIONS if name.startswith(f"{known} "))
        kind = name.removeprefix(f"{faction} ").split(" ", 1)[0]
        at = self.hex(place)
        if kind == GARRISON:
            name = garrison_name(faction, self.pack.place_of[at])
        self.state.put(Unit(name, faction, kind, at, strength))
        return name

    def leader(
        self,
        name: str,
        place: str | int,
        *,
        wounded: bool = False,
        captor: str = "",
        defected: bool = False,
        title: str | None = None,
    ) -> str:
        """Put a leader on the map with his printed title, or another Noble or Royal one; his name."""
        card = self.pack.leaders[name]
        self.state.put_leader(Leader(name, card.faction, self.hex(place), wounded, captor, defected))
        noble = card.title if title is None else title
        if noble:
            self.state.titles = {**self.state.titles, name: (noble, self.state.titles.get(name, ("", ""))[1])}
        return name

    def church_title(self, name: str, title: str) -> None:
        """Give a leader a title of the Church."""
        self.state.titles = {**self.state.titles, name: (self.state.titles.get(name, ("", ""))[0], title)}

    def thrall(self, planet: str, face: str = "", **fields: Any) -> Face:
        """Put a Thrall Race on a planet (any face not used yet when none is said); its face."""
        used = {thrall.face for thrall in self.state.thralls.values()}
        face = face or next(known for known in self.pack.faces if known not in used)
        if fields.get("converted"):
            fields = {"known": True, "shown": True, "paid": True, **fields}
        self.state.put_thrall(planet, Thrall(face, **fields))
        return self.pack.faces[face]

    def race(self, planet: str, attitude: str = "A", asterisk: bool = False, **fields: Any) -> Face:
        """Put a Thrall Race of one attitude, with or without an asterisk, on a planet; its face."""
        used = {thrall.face for thrall in self.state.thralls.values()}
        return self.thrall(
            planet,
            next(
                face.id
                for face in self.pack.faces.values()
                if face.id not in used and face.attitude == attitude and face.asterisk == asterisk
            ),
            **fields,
        )

    def set(self, **fields: Any) -> "Board":
        """Set fields of the position; hexes may be named as places."""
        for name, value in fields.items():
            if not hasattr(self.state, name):
                raise AttributeError(f"the position has no {name}")
            if name in _HEXES:
                value = self._hexes(value)
            setattr(self.state, name, value)
        return self

    def _hexes(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {self.hex(place): item for place, item in value.items()}
        if isinstance(value, tuple):
            return tuple(self.hex(place) for place in value)
        return frozenset(self.hex(place) for place in value)

    def ally(self, *races: str, permanent: bool = False) -> "Board":
        """Make Independent Races allies (their pieces are not placed)."""
        kind = "permanent" if permanent else "allied"
        self.state.alliances = {**self.state.alliances, **dict.fromkeys(races, kind)}
        self.state.joined = self.state.joined | frozenset(races)
        return self

    def phase(self, name: str, dice: Sequence[int] = ()) -> list[Event]:
        """Begin a phase and let the game run until it waits; what happened. Open questions are dropped.

        A Crusader garrison of 1 is put on the last hex of Thraxian when the Crusaders have nothing at all,
        because the game would be over.
        """
        self.state = self.state.copy()
        self.state.asks = ()
        self.state.owed = {}
        if eliminated(self.state):
            self.unit("Crusader garrison", self.pack.planets[self.pack.crusader_home].hexes[-1])
        return self._run(name, dice)

    def _run(self, phase: str, dice: Sequence[int]) -> list[Event]:
        before = self.state
        scripted = ScriptedDice(dice)
        draft = Draft(before, scripted)
        flow.begin(draft, phase)
        flow.advance(draft)
        assert not scripted.left, f"dice not used: {scripted.left}"
        assert self.game.fold(before, draft.events) == draft.state, "the events do not lead to the position"
        self.state = draft.state
        self.events = list(draft.events)
        return self.events

    # -- playing -----------------------------------------------------------------------------------------

    def give(self, seat: str, line: str, dice: Sequence[int] = ()) -> list[Event]:
        """Give an order that must be accepted; what came of it."""
        who = Seat(seat)
        order = self.game.grammar(who).parse(line)
        assert self.game.grammar(who).parse(order.text()) == order, "the order does not read back"
        possible = self.game.verbs(self.state, who)
        scripted = ScriptedDice(dice)
        before = self.state
        judged = self.game.decide(before, who, order, scripted)
        assert not scripted.left, f"dice not used: {scripted.left}"
        assert order.VERB in possible, f"“{order.VERB}” was accepted but not offered among {possible}"
        assert self.game.fold(before, judged.events) == judged.after, "the events do not lead to the position"
        assert self.game.thaw(self.game.freeze(judged.after)) == judged.after, "the position does not keep"
        self.state = judged.after
        self.events = list(judged.events)
        return self.events

    def refused(self, seat: str, line: str, rule: str = "") -> IllegalOrder:
        """Give an order that must be refused (by this rule, when one is named); the refusal."""
        who = Seat(seat)
        before = self.state.copy()
        order = self.game.grammar(who).parse(line)
        refusal = refusal_of(lambda: self.game.decide(self.state, who, order, ScriptedDice()))
        assert refusal is not None, f"“{line}” was not refused"
        assert self.state == before, "a refused order changed the position"
        assert not rule or refusal.rule == rule, f"refused by {refusal}, not by rule {rule}"
        return refusal

    # -- asking ------------------------------------------------------------------------------------------

    def verbs(self, seat: str) -> tuple[str, ...]:
        """The verbs with which a seat can begin an order now."""
        return self.game.verbs(self.state, Seat(seat))

    def offers(self, seat: str, line: str) -> list[str]:
        """The whole lines a line can go on to."""
        return [way.line for way in complete(self.game, self.state, Seat(seat), line, limit=1000)]

    def values(self, seat: str, verb: str, **filled: Any) -> list[Any]:
        """What is offered for the first slot of a verb that is not filled."""
        walk = Walk(self.game, self.state, Seat(seat), verb)
        while (slot := walk.slot) is not None and slot.name in filled:
            walk.take(filled[slot.name])
        return list(walk.offers())

    def waits(self) -> list[tuple[str, str]]:
        """Seat and kind of every decision the game waits for."""
        return [(str(decision.seat), decision.kind) for decision in self.game.pending(self.state)]

    def told(self, viewer: str, events: Iterable[Event] | None = None) -> list[str]:
        """What a viewer is told of the last events, or of these."""
        sentences = (self.game.tell(event, Viewer(viewer)) for event in (events or self.events))
        return [sentence for sentence in sentences if sentence]

    def strength(self, name: str) -> int:
        """The strength of a unit, 0 when it is not on the map."""
        unit = self.state.units.get(name)
        return unit.strength if unit else 0

    def where(self, name: str) -> str:
        """The place of a unit or leader, "" when it is not on the map."""
        piece = self.state.units.get(name) or self.state.leaders.get(name)
        return self.pack.place_of[piece.hex] if piece and piece.hex else ""


__all__ = ["Board", "found", "game", "one", "pack"]
