"""Going back: freely, with the others' consent, or on the host's word."""

from typing import Any

from sqlalchemy import delete
from sqlmodel import col

from bot.answers import ACCEPTED, ASKED, Answer
from bot.clerk import Plan, authorise, record_of
from bot.clock import stamp
from bot.live import GameInfo, Live
from bot.office import Office
from bot.store.change import Change
from bot.store.tables import UndoRequest
from engine.kernel.errors import IllegalOrder
from engine.kernel.record import Record
from engine.kernel.seats import Seat


class Undoing(Office):
    """Taking back."""

    async def undo(
        self, game: str, seat: str, *, to: int | None = None, ref: str = "", player: str | None = None
    ) -> Answer:
        """Take back the last order where that is free; otherwise ask the others. `to` names an entry."""

        async def plan(live: Live) -> Plan:
            authorise(live.info, seat, player)
            record, at = record_of(live), stamp(self.clock.now())
            free = record.free_undo(Seat(seat))
            if free is not None and to in (None, free):
                proposal = record.propose_undo(free, by=seat, at=at, ref=ref)
                return Plan(Answer(ACCEPTED, game, proposal.entry.seq, ("Taken back.",)), [proposal])
            target = _before_last(record, seat) if to is None else to
            proposal = record.propose_undo(target, by=seat, at=at, ref=ref)  # or it is refused here and now
            if not _others(live.info, seat):
                return Plan(Answer(ACCEPTED, game, proposal.entry.seq, ("Taken back.",)), [proposal])
            request = {"game": game, "seat": seat, "to": target, "head": record.count - 1, "agreed": ""}
            change = Change().run(delete(UndoRequest).where(col(UndoRequest.game) == game))
            change.insert(UndoRequest, request)
            lines = ("A die, a revelation or another's turn lies between: the others have been asked.",)
            notice = ("undo asked", {"seat": seat, "to": target})
            return Plan(Answer(ASKED, game, lines=lines), change=change, notices=[notice])

        return await self.clerk.act(game, ref, plan)

    async def answer_undo(
        self, game: str, seat: str, agree: bool, *, ref: str = "", player: str | None = None
    ) -> Answer:
        """Agree to the other's wish to go back, or decline it."""

        async def plan(live: Live) -> Plan:
            authorise(live.info, seat, player)
            record = record_of(live)
            request = await self.store.undo_request(game)
            if request is None or request.head != record.count - 1:
                raise IllegalOrder("Nobody asks to go back, or the game has gone on since.")
            if seat not in _others(live.info, request.seat):
                raise IllegalOrder("That is for the others to answer.")
            change = Change().require(UndoRequest, game=game, head=request.head, agreed=request.agreed)
            change.run(delete(UndoRequest).where(col(UndoRequest.game) == game))
            if not agree:
                notice = ("undo declined", {"seat": request.seat, "by": seat})
                return Plan(Answer(ACCEPTED, game, lines=("Declined.",)), change=change, notices=[notice])
            agreed = {*request.agreed.split("\n"), seat} - {""}
            missing = [other for other in _others(live.info, request.seat) if other not in agreed]
            if missing:
                row = {"game": game, "seat": request.seat, "to": request.to, "head": request.head}
                change.insert(UndoRequest, {**row, "agreed": "\n".join(sorted(agreed))})
                return Plan(Answer(ACCEPTED, game, lines=("Agreed; others are still asked.",)), change=change)
            reason = f"With the consent of {', '.join(sorted(agreed))}."
            at = stamp(self.clock.now())
            proposal = record.propose_undo(request.to, by=request.seat, reason=reason, at=at, ref=ref)
            answer = Answer(ACCEPTED, game, proposal.entry.seq, ("Agreed; taken back.",))
            return Plan(answer, [proposal], change)

        return await self.clerk.act(game, ref, plan)

    async def rewind(self, game: str, to: int, reason: str, *, ref: str = "") -> Answer:
        """Go back on the host's authority. The reason is in the log and shown to everybody."""

        async def plan(live: Live) -> Plan:
            if not reason.strip():
                raise IllegalOrder("A rewind needs a reason; it is shown to everybody.")
            why = f"On the host's word: {reason.strip()}"
            proposal = record_of(live).propose_undo(to, reason=why, at=stamp(self.clock.now()), ref=ref)
            answer = Answer(ACCEPTED, game, proposal.entry.seq, (f"Back to the position after entry {to}.",))
            return Plan(answer, [proposal])

        return await self.clerk.act(game, ref, plan)


def _others(info: GameInfo, seat: str) -> list[str]:
    """The seats that somebody else sits in, and that must be asked."""
    mine = info.seat(seat)
    me = mine.player if mine else None
    return [other.seat for other in info.seats if other.player is not None and other.player != me]


def _before_last(record: Record[Any], seat: str) -> int:
    """The entry before the last order of a seat."""
    for place in range(len(record.marks) - 1, 0, -1):
        if record.marks[place].by == seat:
            return record.marks[place - 1].seq
    raise IllegalOrder("You have given no order that could be taken back.")
