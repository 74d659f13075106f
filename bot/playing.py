"""Orders, and the players' words for the dice."""

from typing import Final

from sqlalchemy import update
from sqlmodel import col

from bot.answers import ACCEPTED, Answer
from bot.clerk import Plan, authorise, record_of
from bot.clock import stamp
from bot.gathering import checked_word
from bot.live import Live
from bot.office import Office
from bot.store.change import Change
from bot.store.tables import GATHERING, OVER, PLAYING, GameRow, SeatRow
from engine.kernel.errors import IllegalOrder
from engine.kernel.seats import Seat, viewer_of

MOST_WORDS: Final = 16
"""How many words the dice of one game take."""


class Playing(Office):
    """Games under way."""

    async def submit(
        self, game: str, seat: str, line: str, *, ref: str = "", player: str | None = None
    ) -> Answer:
        """An order. `ref` names the interaction that brought it; `player`, where given, must hold the
        seat."""

        async def plan(live: Live) -> Plan:
            authorise(live.info, seat, player)
            record, at = record_of(live), stamp(self.clock.now())
            proposal = record.propose(Seat(seat), line, at=at, ref=ref)
            proposals = [proposal]
            change, revised = Change(), False
            if live.game.outcome(proposal.after) is not None:
                proposals.append(record.after(proposal).propose_seed(at=at))
                change.run(update(GameRow).where(col(GameRow.id) == game).values(stage=OVER))
                revised = True
            words = (live.game.tell(event, viewer_of(Seat(seat))) for event in proposal.events)
            lines = tuple(said for said in words if said is not None)
            answer = Answer(ACCEPTED, game, proposal.entry.seq, lines)
            return Plan(answer, proposals, change, revised=revised)

        return await self.clerk.act(game, ref, plan)

    async def word(
        self, game: str, seat: str, word: str, *, ref: str = "", player: str | None = None
    ) -> Answer:
        """A player's own word for the dice."""

        async def plan(live: Live) -> Plan:
            authorise(live.info, seat, player)
            if live.info.stage == GATHERING:
                mine = (col(SeatRow.game) == game) & (col(SeatRow.seat) == seat)
                change = Change().run(update(SeatRow).where(mine).values(word=checked_word(word)))
                answer = Answer(ACCEPTED, game, lines=("Your word is in the dice from the first deal on.",))
                return Plan(answer, change=change, revised=True)
            record = record_of(live)
            if len(record.words) >= MOST_WORDS:
                raise IllegalOrder(
                    f"The dice of this game have {MOST_WORDS} words in them, and take no more."
                )
            proposal = record.propose_word(Seat(seat), word, at=stamp(self.clock.now()), ref=ref)
            answer = Answer(ACCEPTED, game, proposal.entry.seq, ("Your word is in every die from now on.",))
            return Plan(answer, [proposal])

        return await self.clerk.act(game, ref, plan, stages=(GATHERING, PLAYING))
