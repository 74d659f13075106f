"""How everything is done: hold a game, plan, write all of it or nothing, and only then take it in.

Whoever loses a race for the next entry, in this process or another, is judged again on the new position. An
interaction that was answered before gets the same answer again.
"""

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import structlog
from sqlalchemy import delete, update
from sqlmodel import col

from bot import answers
from bot.answers import FROZEN, KEPT, REFUSED, STUMBLED, Answer
from bot.clock import Clock
from bot.live import KEPT_ENTRIES, GameInfo, Live, LiveGames, SeatInfo, read_entries, snapshot_row
from bot.store.change import Change
from bot.store.faults import Conflict, NotRecorded
from bot.store.store import Store
from bot.store.tables import DUE, PLAYING, EntryRow, GameRow, Message, Receipt, Snapshot, Timer
from engine.kernel.codec import canonical
from engine.kernel.decisions import Decision
from engine.kernel.errors import Forgotten, GameOver, IllegalOrder
from engine.kernel.game import Game
from engine.kernel.log import Entry
from engine.kernel.record import Proposal, Record
from engine.kernel.seats import SPECTATOR, Seat, Viewer

SNAPSHOT_EVERY: Final = 16
"""Entries between two snapshots: what opening a game may have to replay."""

TRIES: Final = 50
"""How often a request is judged again because others were faster; each time one of the others got on."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Planned:
    """A timer to be set: `due` in seconds since 1970."""

    kind: str
    due: float
    data: Mapping[str, Any] = field(default_factory=dict)


class Timing(Protocol):
    """Decides what the clock has to do with a game; called whenever other seats are asked than before."""

    def timers(self, info: GameInfo, waiting: Sequence[Decision], now: float) -> Sequence[Planned]:
        """The timers of this game from now on; they take the place of those it had."""
        ...


@dataclass(slots=True)
class Plan:
    """What a request would lead to."""

    answer: Answer
    proposals: Sequence[Proposal[Any]] = ()
    change: Change = field(default_factory=Change)
    notices: Sequence[tuple[str, Mapping[str, Any]]] = ()
    """Messages to every listener that are not about an entry: topic and data."""
    revised: bool = False
    """Whether the game's row, seats or listeners change."""
    quiet: bool = False
    """Whether the notices tell all there is to tell of the entries."""


def _nothing() -> None:
    return None


class Clerk:
    """Carries plans out."""

    def __init__(self, store: Store, live: LiveGames, clock: Clock, timing: Timing | None = None) -> None:
        self._store = store
        self._live = live
        self._clock = clock
        self._timing = timing
        self.on_messages: Callable[[], None] = _nothing
        """Called when messages were written."""
        self.on_timers: Callable[[], None] = _nothing
        """Called when timers were set or cancelled."""

    async def act(
        self,
        game: str,
        ref: str,
        plan: Callable[[Live], Awaitable[Plan]],
        *,
        stages: Sequence[str] = (PLAYING,),
        even_frozen: bool = False,
    ) -> Answer:
        try:
            for _ in range(TRIES):
                async with self._live.held(game) as live:
                    if live is None:
                        return Answer(REFUSED, game, reason=f"There is no game called {game!r} here.")
                    answer = await self._attempt(live, ref, plan, stages, even_frozen)
                    if answer is not None:
                        return answer
            return answers.not_recorded(game, "too many others write to the same game")
        except NotRecorded as fault:
            self._live.drop(game)
            return answers.not_recorded(game, fault.reason, sure=fault.sure)
        except Exception:
            self._live.drop(game)
            _log.exception("the referee stumbled", game=game, ref=ref)
            reason = (
                "The referee stumbled over this; nothing was recorded, and the host can read why in the log."
            )
            return Answer(STUMBLED, game, reason=reason)

    async def _attempt(
        self,
        live: Live,
        ref: str,
        plan: Callable[[Live], Awaitable[Plan]],
        stages: Sequence[str],
        even_frozen: bool,
    ) -> Answer | None:
        """One try; None when others were faster and it has to be judged again."""
        game = live.info.id
        try:
            if live.broken is not None and live.info.frozen is None:
                return await self.freeze_broken(live)
            if live.info.frozen is not None and not even_frozen:
                return Answer(FROZEN, game, reason=f"This game is frozen: {live.info.frozen}")
            if live.info.stage not in stages:
                raise _wrong_stage(live.info.stage)
            try:
                made = await plan(live)
            except Forgotten:
                live.record = await self._whole(live)
                made = await plan(live)
        except IllegalOrder as error:
            return await self._refuse(live, ref, answers.refusal(game, error))
        change = self._change(live, ref, made)
        try:
            await self._store.write(change)
        except Conflict:
            self._live.drop(game)
            return await self.given(ref)
        except NotRecorded as fault:
            self._live.drop(game)
            given = None if fault.sure else await self.given(ref)
            return given or answers.not_recorded(game, fault.reason, sure=fault.sure)
        self._take_in(live, made)
        return made.answer

    def _change(self, live: Live, ref: str, made: Plan) -> Change:
        """Everything a plan writes, as one change."""
        info, record = live.info, live.record
        change = Change().require(GameRow, id=info.id, version=info.version)
        rows = [_entry_row(info.id, proposal.entry) for proposal in made.proposals]
        change.insert(EntryRow, *rows)
        self.receipt(change, ref, made.answer)
        change.steps.extend(made.change.steps)
        if made.revised:
            bumped = update(GameRow).where(col(GameRow.id) == info.id).values(version=info.version + 1)
            change.run(bumped)
        notices = [(topic, -1, data) for topic, data in made.notices]
        if made.proposals:
            before = set() if record is None or not record.count else _waiting(live.game, record.state)
            after = live.game.pending(made.proposals[-1].after)
            seats = {decision.seat for decision in after}
            asks = sorted(seats - before)
            for proposal in () if made.quiet else made.proposals:
                last = proposal is made.proposals[-1]
                notices.append(("entry", proposal.entry.seq, {"asks": asks} if asks and last else {}))
            if self._timing is not None and seats != before:
                self._set_timers(change, self._timing, info, after)
        self.notify(change, info.id, info.listeners, notices)
        if record is not None and record.count and live.unsaved >= SNAPSHOT_EVERY:
            change.run(delete(Snapshot).where(col(Snapshot.game) == info.id))
            change.insert(Snapshot, snapshot_row(live.game, record.bookmark(), info.id))
        return change

    def _take_in(self, live: Live, made: Plan) -> None:
        """Make the game in memory what it now is on disk, and wake those who have work."""
        if live.record is not None and made.proposals:
            live.unsaved = 0 if live.unsaved >= SNAPSHOT_EVERY else live.unsaved
            for proposal in made.proposals:
                live.record.accept(proposal)
                live.unsaved += 1
            live.record.forget(KEPT_ENTRIES)
        if made.revised:
            self._live.drop(live.info.id)
        if live.info.listeners and (made.proposals or made.notices):
            self.on_messages()
        if self._timing is not None:
            self.on_timers()

    async def _refuse(self, live: Live, ref: str, answer: Answer) -> Answer | None:
        """A refusal, unless it was judged on an old position or this interaction was answered before."""
        if not await self._live.is_current(live):
            self._live.drop(live.info.id)
            return None
        if not ref:
            return answer
        try:
            await self._store.write(self.receipt(Change(), ref, answer))
        except Conflict:
            return await self.given(ref)
        return answer

    async def freeze_broken(self, live: Live) -> Answer | None:
        """Freeze a game whose log does not hold, and tell its players; no other game is touched."""
        reason = f"its record does not hold together ({live.broken}). The host has to look at it."
        _log.error("a game is frozen", game=live.info.id, reason=str(live.broken))
        change = Change().require(GameRow, id=live.info.id, version=live.info.version)
        row = update(GameRow).where(col(GameRow.id) == live.info.id)
        change.run(row.values(frozen=reason, version=live.info.version + 1))
        notice: list[tuple[str, int, Mapping[str, Any]]] = [("frozen", -1, {"reason": reason})]
        heard = [*live.info.listeners]
        if live.info.admins:
            heard.append((live.info.admins, SPECTATOR))
        self.notify(change, live.info.id, heard, notice)
        try:
            await self._store.write(change)
        except Conflict:
            return None
        self.on_messages()
        return Answer(FROZEN, live.info.id, reason=f"This game is frozen: {reason}")

    async def given(self, ref: str) -> Answer | None:
        """The answer that this interaction got before."""
        receipt = await self._store.receipt(ref) if ref else None
        return None if receipt is None else Answer.from_text(receipt.answer)

    async def _whole(self, live: Live) -> Record[Any]:
        """The game with its whole log, for going far back."""
        stored = await self._store.load(live.info.id, whole=True)
        if stored is None or stored.seed is None:
            raise IllegalOrder("The seed of this game is not here; it can only be looked at.")
        return Record.resume(live.game, stored.seed, read_entries(stored.bodies))

    # -- rows --------------------------------------------------------------------------------------------

    def receipt(self, change: Change, ref: str, answer: Answer) -> Change:
        if ref and answer.kind in KEPT:
            row = {"ref": ref, "game": answer.game, "at": self._clock.now(), "answer": answer.to_text()}
            change.insert(Receipt, row)
        return change

    def notify(
        self,
        change: Change,
        game: str,
        heard: Sequence[tuple[str, Viewer]],
        notices: Sequence[tuple[str, int, Mapping[str, Any]]],
    ) -> None:
        """A row for everybody who is owed a message. Its nonce is fixed here, before it is ever sent."""
        now = self._clock.now()
        change.insert(
            Message,
            *(
                {
                    "game": game,
                    "seq": seq,
                    "address": address,
                    "viewer": viewer,
                    "topic": topic,
                    "data": json.dumps(data, ensure_ascii=False) if data else "{}",
                    "nonce": secrets.token_hex(8),
                    "state": DUE,
                    "at": now,
                }
                for topic, seq, data in notices
                for address, viewer in heard
            ),
        )

    def _set_timers(
        self, change: Change, timing: Timing, info: GameInfo, waiting: Sequence[Decision]
    ) -> None:
        change.run(delete(Timer).where(col(Timer.game) == info.id))
        change.insert(
            Timer,
            *(
                {
                    "id": secrets.token_hex(8),
                    "due": planned.due,
                    "kind": planned.kind,
                    "game": info.id,
                    "data": canonical(dict(planned.data)),
                }
                for planned in timing.timers(info, waiting, self._clock.now())
            ),
        )


def record_of(live: Live) -> Record[Any]:
    if live.record is None:
        raise IllegalOrder("The game has not begun.")
    return live.record


def seat_of(info: GameInfo, seat: str) -> SeatInfo:
    found = info.seat(seat)
    if found is None:
        raise IllegalOrder(
            f"There is no seat called {seat!r}; there are: {', '.join(s.seat for s in info.seats)}."
        )
    return found


def authorise(info: GameInfo, seat: str, player: str | None) -> None:
    """Refuse whoever does not hold the seat; a door that has checked that itself names no player."""
    if seat_of(info, seat).player != player and player is not None:
        raise IllegalOrder("You do not sit in that seat.")


def _waiting(game: Game[Any], state: Any) -> set[Seat]:
    return {decision.seat for decision in game.pending(state)}


def _entry_row(game: str, entry: Entry) -> dict[str, Any]:
    return {"game": game, "seq": entry.seq, "kind": entry.kind, "body": canonical(entry.to_plain())}


def _wrong_stage(stage: str) -> IllegalOrder:
    match stage:
        case "gathering":
            return IllegalOrder("The game has not begun.")
        case "over":
            return GameOver("This game is over; no more orders can be given.")
        case "archive":
            return GameOver("This game was imported to be read; it cannot be gone on with.")
    return IllegalOrder("The game has begun already.")
