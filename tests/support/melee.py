"""Positions in the thick of it: both sides strewn over a few planets, and some turns played from there.

Random games from the set-up see few sieges, captives and traitors, because the armies are far apart.
"""

from collections import Counter
from random import Random

from engine.high_crusade.draft import Draft
from engine.high_crusade.flow import advance, begin
from engine.high_crusade.game import HighCrusade
from engine.high_crusade.invariants import Invariants
from engine.high_crusade.names import ALLIES, ARMY, FLEET, GARRISON, PHASE_SEAT, WERSGORIX, garrison_name
from engine.high_crusade.state import Grail, Leader, State, Thrall, Unit
from engine.kernel.completion import Walk
from engine.kernel.orders import Order
from engine.kernel.seats import Seat
from engine.kernel.soundness import (
    ChanceDice,
    Unsound,
    check_codec,
    check_defaults,
    check_events,
    check_keeping,
    check_memory,
    check_offers,
    check_text,
    check_waiting,
)
from tests.support.board import game

_SIDES = ("Crusader", "Wersgorix", "Thrall", *ALLIES)


def strewn(rng: Random) -> State:
    """A position of the middle of a game that could have come about."""
    rules = game()
    pack = rules.pack
    state = State(pack, rng.choice(list(pack.scenarios)))
    state.turn = rng.randint(1, 12)
    planets = rng.sample(list(pack.planets), rng.randint(2, 4))
    forts = [name for name in pack.planets if pack.planets[name].fort]
    planets.append(rng.choice([name for name in forts if name not in planets]))
    hexes = [at for name in planets for at in pack.planets[name].hexes]
    held = {at: rng.choice(("Crusader", "Wersgorix")) for at in hexes}
    state.alliances = {race: rng.choice(("neutral", "allied", "allied", "permanent")) for race in ALLIES}
    state.joined = frozenset(
        race for race in ALLIES if state.alliances[race] != "neutral" or rng.random() < 0.5
    )
    _put_units(state, rng, hexes, held)
    _put_leaders(state, rng, hexes, held)
    for at in hexes:
        walls = pack.fort_at.get(at, 0)
        if held[at] == "Crusader" and walls and (rng.random() < 0.8 or state.units_at(at)):
            state.castles = state.castles | {at}
        sisters = pack.planets[pack.planet_of[at]].hexes
        if (
            not walls
            and held[at] == "Crusader"
            and rng.random() < 0.15
            and not any(sister in state.castles for sister in sisters)
        ):
            state.castles = state.castles | {at}
    for name in planets[:3]:
        state.churches = {
            **state.churches,
            rng.choice(pack.planets[name].hexes): rng.choice(("church", "cathedral")),
        }
    _deal(state, rng)
    state.equipment, state.iq = rng.randint(0, 9), rng.randint(0, 9)
    for zone in pack.zones:
        if rng.random() < 0.4:
            state.satellites = state.satellites | {zone}
    if rng.random() < 0.5:
        state.grail = Grail(rng.choice(hexes))
    if rng.random() < 0.3:
        state.storms = (rng.choice(hexes),)
    state.fervor, state.empire_earth = rng.random() < 0.2, rng.random() < 0.2
    traitors = [
        it.name for it in state.leaders.values() if it.faction == "Crusader" and it.hex and not it.captor
    ]
    traitors = [name for name in traitors if name not in ("Sir Roger", "Brother Parvus")]
    if traitors and rng.random() < 0.4:
        state.traitor = rng.choice(traitors)
    return state


def _put_units(state: State, rng: Random, hexes: list[int], held: dict[int, str]) -> None:
    pack = state.pack
    for faction in _SIDES:
        side = "Wersgorix" if faction == "Wersgorix" else "Crusader"
        own = [at for at in hexes if held[at] == side]
        if not own or (faction in ALLIES and faction not in state.joined):
            continue
        for letter in pack.letters.get(faction, "AB"):
            for kind in (
                (FLEET, ARMY) if faction not in ("Crusader", "Wersgorix") else (rng.choice((FLEET, ARMY)),)
            ):
                if rng.random() < 0.6:
                    strength = rng.choice((1, 1, 2, 3, 5, 8, 10))
                    state.put(Unit(f"{faction} {kind} {letter}", faction, kind, rng.choice(own), strength))
        for at in rng.sample(own, min(2, len(own))):
            if rng.random() < 0.5:
                name = garrison_name(faction, pack.place_of[at])
                state.put(Unit(name, faction, GARRISON, at, rng.choice((1, 2, 3))))


def _put_leaders(state: State, rng: Random, hexes: list[int], held: dict[int, str]) -> None:
    for name, card in state.pack.leaders.items():
        side = "Wersgorix" if card.faction == "Wersgorix" else "Crusader"
        own = [at for at in hexes if held[at] == side]
        other = [
            at
            for at in hexes
            if at not in own and any(state.units_of(seat, at) for seat in PHASE_SEAT.values())
        ]
        if card.faction in ALLIES and card.faction not in state.joined:
            continue
        if card.faction == "Thrall" and not any(unit.faction == "Thrall" for unit in state.units.values()):
            continue
        guarded = [
            at for at in other if state.units_of(Seat("wersgorix" if side == "Crusader" else "crusader"), at)
        ]
        if guarded and rng.random() < 0.15:
            captor = "wersgorix" if side == "Crusader" else "crusader"
            state.put_leader(Leader(name, card.faction, rng.choice(guarded), captor=captor))
        elif own and rng.random() < 0.7:
            state.put_leader(Leader(name, card.faction, rng.choice(own), wounded=rng.random() < 0.2))
        if card.faction == "Crusader" and name in state.leaders and card.title:
            state.titles = {**state.titles, name: (card.title, "")}


def _deal(state: State, rng: Random) -> None:
    boxes = [planet.name for planet in state.pack.planets.values() if planet.thrall_box]
    faces = rng.sample(list(state.pack.faces), len(state.pack.faces))
    for planet, face in zip(rng.sample(boxes, len(faces)), faces, strict=True):
        state.put_thrall(planet, Thrall(face))
        if rng.random() < 0.3:
            open_ = Thrall(face, converted=True, paid=True, known=True, shown=True, tried=True)
            state.put_thrall(planet, open_._replace(heresy=rng.random() < 0.3))


class Brawl:
    """A few orders played by chance from a position, with everything checked."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.game: HighCrusade = game()
        self.dice = ChanceDice(self.rng)
        self.watch = Invariants()
        self.said: list[str] = []
        self.kinds: Counter[str] = Counter()
        self.state = strewn(self.rng)

    def begin(self) -> None:
        """Begin some phase that is somebody's."""
        draft = Draft(self.state, self.dice)
        begin(draft, self.rng.choice(list(PHASE_SEAT)))
        advance(draft)
        self.state = draft.state

    def play(self, orders: int = 60) -> int:
        """Give so many orders, or as many as the game lasts; how many there were."""
        self.begin()
        for count in range(orders):
            pending = self.game.pending(self.state)
            if not pending:
                return count
            seat = self.rng.choice(pending).seat
            check_waiting(self.game, self.state)
            order = self._order(seat)
            self.said.append(f"{self.state.phase} {seat}: {order.text()}")
            check_text(self.game, seat, order)
            judged = self.game.decide(self.state, seat, order, self.dice)
            check_events(self.game, self.state, judged, self.watch)
            self.state = judged.after
            self.kinds.update(type(event).__name__ for event in judged.events)
            check_codec(self.game, judged.events)
            if count % 5 == 0:
                check_defaults(self.game, self.state, self.rng)
                check_offers(self.game, self.state, self.rng)
            if count % 20 == 0:
                check_keeping(self.game, self.state)
                check_memory(self.game, self.state, count)
        return orders

    def _order(self, seat: Seat) -> Order:
        verbs = list(self.game.verbs(self.state, seat))
        if "attack" in verbs and self.rng.random() < 0.5:
            verbs = ["attack"]
        if "done" in verbs and len(verbs) > 1 and self.rng.random() < 0.7:
            verbs.remove("done")
        walk = Walk(self.game, self.state, seat, self.rng.choice(verbs))
        order = walk.finish(self.rng.choice)
        if order is None:
            raise Unsound(f"“{walk.line()}” is a dead end")
        return order


__all__ = ["WERSGORIX", "Brawl", "strewn"]
