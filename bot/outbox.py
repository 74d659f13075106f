"""The outbox: every message owed is a row, delivered at least once, in order for each address.

One process delivers for a door at a time. Each address has a lane of its own while something is owed to it,
so one that is slow, failing or gone holds up nobody else. A message's nonce was fixed when it was written:
whatever happens in between, it is never sent under two.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Final, Protocol

import structlog
from sqlalchemy import delete, or_, update
from sqlmodel import col, select

from bot.clock import Alarm
from bot.letters import Letter, render
from bot.looking import Looking
from bot.parking import park, unpark
from bot.store.change import Change
from bot.store.exclusive import Claim, claim
from bot.store.faults import Conflict, NotRecorded
from bot.store.tables import DONE, DUE, LOST, Destination, Message, Receipt
from engine.kernel.errors import BrokenLog

LANES: Final = 32
"""How many addresses are served at once."""

BATCH: Final = 20
"""How many rows a lane reads at a time."""

POLL: Final = 5.0
"""Seconds after which the table is looked at again in any case: another process may have written to it."""

LONGEST_BACKOFF: Final = 900.0
PATIENCE: Final = 24 * 3600.0
"""Seconds of failing after which an address is taken for gone."""

KEEP: Final = 7 * 24 * 3600.0
"""Seconds that delivered messages are kept for looking things up."""
KEEP_RECEIPTS: Final = 30 * 24 * 3600.0
"""Seconds that answers are kept to be given again; no interaction of any door lives nearly as long."""

_log = structlog.get_logger(__name__)


class Gone(Exception):
    """The address will not come back by itself: deleted, closed, forbidden. Its messages are parked."""


class Later(Exception):
    """Not now. `after` is how many seconds to wait, where the other side said so."""

    def __init__(self, reason: str, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after


class Courier(Protocol):
    """A door's way of delivering."""

    async def deliver(self, letter: Letter) -> None:
        """Return once it is delivered. Raises `Gone`, or `Later` or anything else to be tried again."""
        ...


class Outbox:
    """Delivers for the doors given: the part of an address before its first colon names the door."""

    def __init__(self, referee: Looking, couriers: Mapping[str, Courier]) -> None:
        self._referee = referee
        self._store = referee.store
        self._clock = referee.clock
        self._couriers = dict(couriers)
        self._alarm = Alarm(referee.clock)
        self._claims: dict[str, Claim] = {}
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._task: asyncio.Task[None] | None = None
        self._tidied = float("-inf")

    def ring(self) -> None:
        """Say that something was written."""
        self._alarm.ring()

    def start(self) -> None:
        """Begin to deliver, and be told by the referee when there is something."""
        self._referee.clerk.on_messages = self.ring
        self._task = asyncio.create_task(self._watch(), name="outbox")

    async def close(self) -> None:
        """Stop; what is still owed is delivered after the next start."""
        tasks = [*self._lanes.values(), *([self._task] if self._task else [])]
        self._task = None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for held in self._claims.values():
            await held.release()
        self._claims.clear()

    async def resume(self, address: str) -> None:
        """The address is there again: deliver what was parked, oldest first."""
        await self._store.write(unpark(address))
        self.ring()

    async def drain(self) -> None:
        """Deliver all that can be delivered now, and return."""
        while True:
            await self._look()
            if not self._lanes:
                return
            await asyncio.gather(*self._lanes.values(), return_exceptions=True)

    # -- watching ----------------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            wait = POLL
            try:
                wait = min(POLL, await self._look())
                await self._tidy()
            except (NotRecorded, Conflict) as fault:
                _log.warning("the outbox waits for the database", reason=str(fault))
            except Exception:
                _log.exception("the outbox stumbled")
            await self._alarm.sleep(wait)

    async def _look(self) -> float:
        """Open a lane for each address that can be served now; seconds until another can."""
        doors = await self._doors()
        if not doors:
            return POLL
        now = self._clock.now()
        mine = or_(*(col(Message.address).startswith(f"{door}:", autoescape=True) for door in doors))
        wanted = (
            select(Message.address, Destination.next_try, Destination.parked)
            .join(Destination, col(Destination.address) == col(Message.address), isouter=True)
            .where(Message.state == DUE, mine)
            .distinct()
        )
        rows = await self._store.read(lambda session: session.exec(wanted).all())
        wait = POLL
        for address, next_try, parked in rows:
            if parked is not None:
                await self._store.write(park(address, parked, ()))
            elif next_try is not None and next_try > now:
                wait = min(wait, next_try - now)
            elif address not in self._lanes and len(self._lanes) < LANES:
                serving = self._serve(address, failing=next_try is not None)
                self._lanes[address] = asyncio.create_task(serving, name=f"lane {address}")
        return wait

    async def _doors(self) -> list[str]:
        """The doors that this process delivers for, at present."""
        for door in self._couriers:
            held = self._claims.get(door)
            if held is not None and not await held.held():
                del self._claims[door]
                await held.release()
                held = None
            if held is None and (won := await claim(self._store, f"outbox-{door}")) is not None:
                self._claims[door] = won
        return list(self._claims)

    async def _tidy(self) -> None:
        """Once a day, throw away what nobody will ask for again."""
        now = self._clock.now()
        if now - self._tidied < 24 * 3600:
            return
        self._tidied = now
        old = (col(Message.state) == DONE) & (col(Message.at) < now - KEEP)
        change = Change().run(delete(Message).where(old))
        await self._store.write(change.run(delete(Receipt).where(col(Receipt.at) < now - KEEP_RECEIPTS)))

    # -- one lane ----------------------------------------------------------------------------------------

    async def _serve(self, address: str, *, failing: bool) -> None:
        """Deliver what is owed to one address, in order, until there is nothing left or it fails."""
        courier = self._couriers[address.split(":", 1)[0]]
        mine = select(Message).where(Message.state == DUE, Message.address == address)
        next_few = mine.order_by(col(Message.id)).limit(BATCH)
        try:
            while True:
                rows = await self._store.read(lambda session: session.exec(next_few).all())
                if not rows:
                    return
                for message in rows:
                    if not await self._deliver(courier, message):
                        return
                    if failing:
                        await self._store.write(unpark(address))  # it is well again
                        failing = False
        except (NotRecorded, Conflict) as fault:
            _log.warning("a lane waits for the database", address=address, reason=str(fault))
            await self._clock.sleep(POLL)
        except Exception:
            _log.exception("a lane stumbled", address=address)
            await self._clock.sleep(POLL)
        finally:
            self._lanes.pop(address, None)
            self.ring()  # rows may have come after the last look, or others may have waited for a place

    async def _deliver(self, courier: Courier, message: Message) -> bool:
        """Deliver one message; whether the lane can go on."""
        try:
            letter = await render(self._referee, message)
        except BrokenLog as broken:
            _log.error("a message cannot be rendered", game=message.game, seq=message.seq, reason=str(broken))
            await self._mark(message, LOST)
            return True
        try:
            if letter is not None:
                await courier.deliver(letter)
        except Gone as gone:
            await self._park(message.address, str(gone))
            return False
        except Exception as error:
            await self._failed(message.address, error)
            return False
        await self._mark(message, DONE)
        return True

    async def _mark(self, message: Message, state: str) -> None:
        row = update(Message).where(col(Message.id) == message.id).values(state=state, at=self._clock.now())
        await self._store.write(Change().run(row))

    async def _failed(self, address: str, error: Exception) -> None:
        """Note a failure; the next try comes later each time, and after long enough not at all."""
        now = self._clock.now()
        known = await self._store.read(lambda session: session.get(Destination, address))
        failures = 1 if known is None else known.failures + 1
        since = now if known is None else known.failing_since
        if now - since >= PATIENCE:
            await self._park(address, f"it has failed for a day ({error})")
            return
        wait = error.after if isinstance(error, Later) and error.after is not None else None
        wait = min(LONGEST_BACKOFF, 2.0**failures) if wait is None else wait
        _log.info("a delivery is put off", address=address, seconds=wait, reason=str(error))
        row: dict[str, Any] = {"address": address, "parked": None, "failures": failures}
        change = Change().run(delete(Destination).where(col(Destination.address) == address))
        change.insert(Destination, {**row, "failing_since": since, "next_try": now + wait})
        await self._store.write(change)

    async def _park(self, address: str, reason: str) -> None:
        """Send nothing there any more, and say so to those who look after the games concerned."""
        _log.warning("an address is parked", address=address, reason=reason)
        wanted = select(Message.game).where(Message.state == DUE, Message.address == address).distinct()
        games = await self._store.read(lambda session: session.exec(wanted).all())
        told = []
        for game in games:
            live = await self._referee.live.latest(game) if game else None
            if live is not None and live.info.admins and live.info.admins != address:
                told.append((game, live.info.admins))
        await self._store.write(park(address, reason, told, now=self._clock.now()))
        self.ring()
