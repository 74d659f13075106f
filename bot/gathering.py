"""Before the first deal: a new game, who sits where, who looks on."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import delete, update
from sqlmodel import col

from bot import answers
from bot import games as registry
from bot.answers import ACCEPTED, REFUSED, Answer
from bot.clerk import TRIES, Plan, seat_of
from bot.clock import stamp
from bot.live import Live
from bot.office import Office
from bot.parking import moved
from bot.store.change import Change
from bot.store.faults import Conflict, NotRecorded
from bot.store.tables import (
    DUE,
    GATHERING,
    OVER,
    PLAYING,
    GameRow,
    Listener,
    Message,
    SeatRow,
    SeedRow,
)
from bot.telling import told
from engine.kernel.codec import canonical
from engine.kernel.dice import commitment
from engine.kernel.errors import IllegalOrder
from engine.kernel.record import Record, dice_word
from engine.kernel.seats import SPECTATOR

LETTERS: Final = "abcdefghjkmnpqrstvwxyz23456789"
"""What the names of games are made of: nothing that is easily taken for something else."""


def new_name() -> str:
    """A name for a game that people can say and type."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


class Gathering(Office):
    """Games that are being set up."""

    async def create(
        self,
        key: str,
        *,
        name: str = "",
        options: Mapping[str, str] | None = None,
        server: str = "",
        admins: str = "",
        channels: Sequence[str] = (),
        ref: str = "",
    ) -> Answer:
        """A new game, open for players; its seed is committed to now. The answer's `game` is its name.

        `channels` are addresses that see it with a spectator's eyes, `admins` the one that hears of trouble.
        """
        try:
            game = self.rules(key)
            game.start(options or {})
        except (registry.NoSuchGame, ValueError) as wrong:
            return Answer(REFUSED, reason=str(wrong))
        seed = self._seeds(32)
        for _ in range(TRIES):
            given = await self.clerk.given(ref)
            if given is not None:
                return given
            identity = new_name()
            row = {
                "id": identity,
                "key": key,
                "name": name or game.title,
                "content": game.content,
                "commitment": commitment(seed),
                "options": canonical(dict(options or {})),
                "stage": GATHERING,
                "frozen": None,
                "server": server,
                "admins": admins,
                "begun": self.clock.now(),
                "version": 0,
            }
            lines = (f"The seed of the dice is fixed; its SHA-256 is {row['commitment']}.",)
            answer = Answer(ACCEPTED, identity, lines=lines, data={"commitment": row["commitment"]})
            change = Change().insert(GameRow, row)
            change.insert(SeedRow, {"game": identity, "seed": seed.hex()})
            change.insert(
                SeatRow, *({"game": identity, "seat": s, "player": None, "word": ""} for s in game.seats)
            )
            heard = [(address, SPECTATOR) for address in dict.fromkeys(channels)]
            change.insert(Listener, *({"game": identity, "address": a, "viewer": v} for a, v in heard))
            data = {"commitment": row["commitment"]}
            self.clerk.notify(change, identity, heard, [("created", -1, data)])
            self.clerk.receipt(change, ref, answer)
            try:
                await self.store.write(change)
            except Conflict:
                continue
            except NotRecorded as fault:
                return answers.not_recorded("", fault.reason, sure=fault.sure)
            self.clerk.on_messages()
            return answer
        return answers.not_recorded("", "too many others write to the same place")

    async def join(
        self, game: str, seat: str, player: str, *, address: str = "", word: str = "", ref: str = ""
    ) -> Answer:
        """Sit down. From now on `address` sees the game with this seat's eyes."""

        async def plan(live: Live) -> Plan:
            info = seat_of(live.info, seat)
            if info.player is not None and info.player != player:
                raise IllegalOrder("Somebody sits there already.")
            if info.player == player:
                raise IllegalOrder("You sit there already.")
            if word and live.info.stage != GATHERING:
                raise IllegalOrder("The game has begun; give your word for the dice by itself.")
            mine = (col(SeatRow.game) == game) & (col(SeatRow.seat) == seat)
            change = Change().require(SeatRow, game=game, seat=seat, player=None)
            change.run(update(SeatRow).where(mine).values(player=player, word=checked_word(word)))
            if address:
                change.insert(Listener, {"game": game, "address": address, "viewer": seat})
            answer = Answer(ACCEPTED, game, lines=(f"You sit in the seat {seat}.",))
            return Plan(answer, change=change, notices=[("joined", {"seat": seat})], revised=True)

        return await self.clerk.act(game, ref, plan, stages=(GATHERING, PLAYING))

    async def leave(self, game: str, seat: str, *, ref: str = "") -> Answer:
        """Get up; the seat is free for somebody else, and what it is told no longer goes to whoever left."""

        async def plan(live: Live) -> Plan:
            info = seat_of(live.info, seat)
            if info.player is None:
                raise IllegalOrder("Nobody sits there.")
            mine = (col(SeatRow.game) == game) & (col(SeatRow.seat) == seat)
            ears = (col(Listener.game) == game) & (col(Listener.viewer) == seat)
            owed = (col(Message.game) == game) & (col(Message.viewer) == seat) & (col(Message.state) == DUE)
            change = Change().require(SeatRow, game=game, seat=seat, player=info.player)
            change.run(update(SeatRow).where(mine).values(player=None, word=""))
            change.run(delete(Listener).where(ears)).run(delete(Message).where(owed))
            answer = Answer(ACCEPTED, game, lines=(f"The seat {seat} is free.",))
            return Plan(answer, change=change, notices=[("left", {"seat": seat})], revised=True)

        return await self.clerk.act(game, ref, plan, stages=(GATHERING, PLAYING))

    async def listen(self, game: str, address: str, *, ref: str = "") -> Answer:
        """From now on this address sees the game with a spectator's eyes."""

        async def plan(live: Live) -> Plan:
            if (address, SPECTATOR) in live.info.listeners:
                raise IllegalOrder("This place hears of the game already.")
            change = Change().insert(Listener, {"game": game, "address": address, "viewer": SPECTATOR})
            return Plan(Answer(ACCEPTED, game), change=change, revised=True)

        return await self.clerk.act(game, ref, plan, stages=(GATHERING, PLAYING, OVER))

    async def rehouse(self, game: str, old: str, new: str, *, ref: str = "") -> Answer:
        """What onlookers are told at one address they are told at another from now on, with all that could
        not be delivered at the first."""

        async def plan(live: Live) -> Plan:
            if (old, SPECTATOR) not in live.info.listeners:
                raise IllegalOrder("That place does not hear of this game.")
            change = moved(game, old, new)
            ears = (col(Listener.game) == game) & (col(Listener.address) == old)
            change.run(update(Listener).where(ears).values(address=new))
            return Plan(Answer(ACCEPTED, game), change=change, revised=True)

        return await self.clerk.act(game, ref, plan, stages=(GATHERING, PLAYING, OVER), even_frozen=True)

    async def begin(self, game: str, *, ref: str = "") -> Answer:
        """Deal and start. The players' words so far are in the dice from the first deal on."""

        async def plan(live: Live) -> Plan:
            stored = await self.store.load(game)
            if stored is None or stored.seed is None:
                raise IllegalOrder("The seed of this game is missing; it cannot be begun.")
            words = {info.seat: info.word for info in live.info.seats if info.word}
            record = Record(live.game, stored.seed)
            first = record.propose_creation(live.info.options, words=words, at=stamp(self.clock.now()))
            change = Change().run(update(GameRow).where(col(GameRow.id) == game).values(stage=PLAYING))
            answer = Answer(ACCEPTED, game, 0, told(live.game, first.entry, SPECTATOR))
            live.record = record
            return Plan(answer, [first], change, revised=True)

        return await self.clerk.act(game, ref, plan, stages=(GATHERING,))


def checked_word(word: str) -> str:
    """A word for the dice; what the kernel would refuse at the start is refused when it is given."""
    if not word:
        return ""
    return dice_word(word)
