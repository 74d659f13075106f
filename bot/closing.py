"""Weighing an order before it is given, and ending a game by word instead of by the rules."""

import json
from dataclasses import dataclass

from sqlalchemy import delete, update
from sqlmodel import col

from bot.answers import ACCEPTED, ASKED, Answer
from bot.clerk import Plan, authorise, record_of
from bot.clock import stamp
from bot.live import Live
from bot.office import Office
from bot.store.change import Change
from bot.store.tables import OVER, GameRow, Note
from engine.kernel.errors import IllegalOrder
from engine.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Weighed:
    """What an order would be: its line as the referee reads it, and whether it could be taken back freely."""

    line: str
    final: bool


def ending_key(game: str) -> str:
    """Where it is noted how a game ended by word."""
    return f"ending:{game}"


def _draw_key(game: str) -> str:
    return f"draw:{game}"


class Closing(Office):
    """Resigning, agreeing on a draw, and knowing beforehand what cannot be undone."""

    async def weigh(self, game: str, seat: str, line: str) -> Weighed:
        """Judge an order without giving it; nothing of what it would lead to is told. Raises
        `IllegalOrder`."""
        live = self.live.peek(game) or await self.live.fresh(game)
        if live is None or live.record is None:
            raise IllegalOrder("The game has not begun.")
        entry = live.record.propose(Seat(seat), line).entry
        return Weighed(str(entry.said()["line"]), entry.final)

    async def resign(self, game: str, seat: str, *, ref: str = "", player: str | None = None) -> Answer:
        """Give up: the game is over, and the others have won."""

        async def plan(live: Live) -> Plan:
            authorise(live.info, seat, player)
            who = seat.replace("_", " ").capitalize()
            return await self._ended(live, "resigned", seat, f"The {who} player resigns.", ref)

        return await self.clerk.act(game, ref, plan)

    async def draw(self, game: str, seat: str, *, ref: str = "", player: str | None = None) -> Answer:
        """Offer a draw, or agree to one that another seat offered on this very position."""

        async def plan(live: Live) -> Plan:
            authorise(live.info, seat, player)
            head = record_of(live).count - 1
            agreed = {*await self.draw_offered(game, head), seat}
            needed = {one.seat for one in live.info.seats if one.player is not None}
            if agreed >= needed:
                return await self._ended(live, "drawn", "", "The players agree on a draw.", ref)
            change = Change().run(delete(Note).where(col(Note.key) == _draw_key(game)))
            value = json.dumps({"head": head, "seats": sorted(agreed)})
            change.insert(Note, {"key": _draw_key(game), "value": value})
            lines = ("A draw is offered; it stands until the next order.",)
            notice = ("draw offered", {"seat": seat})
            return Plan(Answer(ASKED, game, lines=lines), change=change, notices=[notice])

        return await self.clerk.act(game, ref, plan)

    async def draw_offered(self, game: str, head: int) -> tuple[str, ...]:
        """The seats that offer a draw on the position after this entry."""
        offered = json.loads(await self.store.note(_draw_key(game)) or "{}")
        return tuple(offered.get("seats", ())) if offered.get("head") == head else ()

    async def close(self, game: str, reason: str, *, ref: str = "") -> Answer:
        """Whoever looks after the game ends it, with no winner: it was abandoned, or ought not to go on."""

        async def plan(live: Live) -> Plan:
            why = f"The referee closes the game: {reason}" if reason else "The referee closes the game."
            return await self._ended(live, "closed", "", why, ref)

        return await self.clerk.act(game, ref, plan, even_frozen=True)

    async def ending(self, game: str) -> str:
        """How a game ended by word; "" for one that did not."""
        noted = await self.store.note(ending_key(game))
        return "" if noted is None else str(json.loads(noted)["reason"])

    async def _ended(self, live: Live, kind: str, seat: str, reason: str, ref: str) -> Plan:
        """The end goes into the log, and the seed with it, so that every die can be checked like any
        other's."""
        game, record, at = live.info.id, record_of(live), stamp(self.clock.now())
        end = record.propose_end(kind, reason, by=seat, at=at, ref=ref)
        seed = record.after(end).propose_seed(at=at)
        data = {"kind": kind, "seat": seat, "reason": reason, "seed": seed.entry.said()["seed"]}
        change = Change().run(update(GameRow).where(col(GameRow.id) == game).values(stage=OVER))
        change.run(delete(Note).where(col(Note.key).in_([ending_key(game), _draw_key(game)])))
        change.insert(Note, {"key": ending_key(game), "value": json.dumps(data, ensure_ascii=False)})
        answer = Answer(ACCEPTED, game, end.entry.seq, lines=(reason,), data=data)
        return Plan(answer, [end, seed], change, notices=[("ended", data)], revised=True, quiet=True)
