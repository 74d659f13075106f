"""The High Crusade as a game module: looks up what the chapters registered."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.high_crusade import (
    advancing,
    alert,
    alliances,
    battle,
    battle_events,
    combat,
    conversion,
    fiefs,
    flow,
    fort_fire,
    movement,
    nuclear,
    parley,
    random_events,
    reconquest,
    reinforcement,
    results,
    saving,
    setup,
    sharing,
    siege,
    titles,
    treachery,
    victory,
    walls,
    wounds,
)
from engine.high_crusade.draft import Draft, ask_of
from engine.high_crusade.flow import Done, advance
from engine.high_crusade.names import CRUSADER, PHASE_SEAT, PHASE_TITLE, SEATS, WERSGORIX
from engine.high_crusade.pack import Pack
from engine.high_crusade.registry import able, events, offers, orders, phases, questions, tellers
from engine.high_crusade.secrets import redealt
from engine.high_crusade.state import KINDS, State
from engine.high_crusade.view import View, Waiting, view
from engine.high_crusade.vocabulary import grammars
from engine.kernel.decisions import Decision
from engine.kernel.dice import Dice
from engine.kernel.errors import GameOver, NotNow, NotYourDecision, UnknownWords
from engine.kernel.folding import FoldingGame
from engine.kernel.freezer import Freezer
from engine.kernel.game import Event, Judgement
from engine.kernel.orders import Grammar, Order
from engine.kernel.seats import Seat, Viewer

CHAPTERS: Final = (
    flow,
    setup,
    reinforcement,
    random_events,
    treachery,
    conversion,
    titles,
    wounds,
    fiefs,
    movement,
    fort_fire,
    combat,
    battle,
    battle_events,
    walls,
    saving,
    sharing,
    advancing,
    results,
    siege,
    nuclear,
    alliances,
    parley,
    alert,
    reconquest,
    victory,
)
"""The modules of the rules; importing them registers what they do."""

_WHERE: Final = {
    (PHASE_SEAT[name], verb): PHASE_TITLE[name]
    for name, phase in phases.items()
    for verb in phase.verbs
    if name in PHASE_SEAT and verb != Done.VERB
}
"""The phase in which a seat gives an order."""


class HighCrusade(FoldingGame[State]):
    """The referee's brain for one edition of The High Crusade."""

    key = "high_crusade"
    title = "The High Crusade"
    seats: tuple[Seat, ...] = SEATS
    pack: Pack
    FREEZER = Freezer(KINDS)

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.events: Mapping[str, type] = events
        self._grammars = grammars(pack)

    # -- beginning ---------------------------------------------------------------------------------------

    def start(self, options: Mapping[str, str]) -> State:
        """The bare map. The one option is `scenario`."""
        unknown = set(options) - {"scenario"}
        if unknown:
            raise ValueError(f"The High Crusade has no option {', '.join(sorted(unknown))}.")
        scenario = options.get("scenario", "basic")
        if scenario not in self.pack.scenarios:
            raise ValueError(
                f"There is no scenario {scenario!r}; there are {', '.join(self.pack.scenarios)}."
            )
        return State(self.pack, scenario)

    def open(self, state: State, dice: Dice) -> Judgement[State]:
        """Everything up to the first decision."""
        draft = Draft(state, dice)
        advance(draft)
        return draft.judged()

    def grammar(self, seat: Seat) -> Grammar:
        """The orders of a seat. Raises `NotYourDecision` for a seat the game does not have."""
        grammar = self._grammars.get(seat)
        if grammar is None:
            raise NotYourDecision("The High Crusade has two seats: crusader and wersgorix.")
        return grammar

    # -- judging -----------------------------------------------------------------------------------------

    def decide(self, state: State, seat: Seat, order: Order, dice: Dice) -> Judgement[State]:
        """Judge an order. Raises `IllegalOrder`; changes nothing."""
        judge = orders.get(type(order))
        if judge is None or not self.grammar(seat).knows(order):
            raise UnknownWords("That is not an order of The High Crusade.")
        if state.result is not None:
            raise GameOver("This game is over; no more orders can be given.")
        asked = ask_of(state, seat)
        if asked is None and (state.asks or PHASE_SEAT.get(state.phase) != seat):
            raise NotYourDecision("The game is not waiting for you just now; you will be told when it is.")
        verbs = questions[asked.kind].verbs if asked else phases[state.phase].verbs
        if order.VERB not in verbs:
            raise NotNow(
                self._not_now(state, seat, order), rule=questions[asked.kind].rule if asked else "4.1.1"
            )
        draft = Draft(state, dice)
        judge(draft, seat, order)
        advance(draft)
        return draft.judged()

    def _not_now(self, state: State, seat: Seat, order: Order) -> str:
        asked = ask_of(state, seat)
        if asked is not None:
            wanted = questions[asked.kind].prompt(state, asked)
            return f"“{order.VERB}” does not answer what you are asked now: {wanted}"
        where = _WHERE.get((seat, order.VERB))
        now = PHASE_TITLE[state.phase]
        if where is None:
            return f"“{order.VERB}” answers a question that is not open now; it is the {now} Phase."
        return f"“{order.VERB}” is an order of the {where} Phase; it is the {now} Phase now."

    # -- waiting -----------------------------------------------------------------------------------------

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Every decision the game waits for: the first question of each seat, or the orders of a phase."""
        if state.result is not None:
            return ()
        if not state.asks:
            phase = phases[state.phase]
            seat = PHASE_SEAT[state.phase]
            return (Decision(seat, state.phase, phase.prompt, phase.verbs, Done(), phase.rule),)
        waiting = []
        for seat in SEATS:
            asked = ask_of(state, seat)
            if asked is not None:
                kind = questions[asked.kind]
                prompt, default = kind.prompt(state, asked), kind.default(state, asked)
                waiting.append(Decision(seat, asked.kind, prompt, kind.verbs, default, kind.rule))
        return tuple(waiting)

    def verbs(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The verbs with which this seat can begin a legal order now."""
        if state.result is not None:
            return ()
        asked = ask_of(state, seat)
        if asked is not None:
            possible = questions[asked.kind].verbs
        elif state.asks or PHASE_SEAT.get(state.phase) != seat:
            return ()
        else:
            possible = phases[state.phase].verbs
        return tuple([verb for verb in possible if verb not in able or able[verb](state, seat)])

    def offer(
        self, state: State, seat: Seat, order: type[Order], slot: str, filled: Mapping[str, Any]
    ) -> Sequence[Any]:
        """The values a slot can take."""
        return offers[order.VERB, slot](state, seat, filled)

    # -- showing -----------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Viewer) -> View:
        """All that this viewer may know."""
        return view(state, viewer, self._waiting(state))

    def _waiting(self, state: State) -> tuple[Waiting, ...]:
        if state.result is not None:
            return ()
        if not state.asks:
            return (Waiting(PHASE_SEAT[state.phase], state.phase, phases[state.phase].prompt),)
        return tuple(
            Waiting(seat, asked.kind, questions[asked.kind].prompt(state, asked))
            for seat in SEATS
            if (asked := ask_of(state, seat)) is not None
        )

    def tell(self, event: Event, viewer: Viewer) -> str | None:
        """The event in words for this viewer, or None."""
        teller = tellers.get(type(event))
        return None if teller is None else teller(event, viewer)

    def round(self, state: State) -> int:
        """The game turn."""
        return state.turn

    # -- keeping -----------------------------------------------------------------------------------------

    def bare(self, facts: Mapping[str, Any]) -> State:
        """The bare map of the scenario that these facts are of."""
        if facts.get("scenario") not in self.pack.scenarios:
            raise ValueError("this is not a position of The High Crusade")
        return State(self.pack, facts["scenario"])

    def redeal(self, state: State, viewer: Viewer, dice: Dice) -> State:
        """The same position with every face dealt again that this viewer cannot know."""
        return redealt(state, viewer, dice)


__all__ = ["CRUSADER", "WERSGORIX", "HighCrusade"]
