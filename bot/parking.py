"""Addresses that are gone: their messages wait, and whoever looks after the games hears of it once."""

import json
import secrets
from collections.abc import Sequence

from sqlalchemy import delete, update
from sqlmodel import col, select

from bot.store.change import Change
from bot.store.store import Store
from bot.store.tables import DUE, PARKED, Destination, Message
from engine.kernel.seats import SPECTATOR


def park(address: str, reason: str, told: Sequence[tuple[str, str]], *, now: float = 0.0) -> Change:
    """Park an address; `told` are the games concerned and the addresses of those who look after them."""
    owed = (col(Message.address) == address) & (col(Message.state) == DUE)
    change = Change().run(delete(Destination).where(col(Destination.address) == address))
    row = {"address": address, "parked": reason, "failures": 0, "failing_since": 0.0, "next_try": 0.0}
    change.insert(Destination, row).run(update(Message).where(owed).values(state=PARKED))
    return change.insert(
        Message,
        *(
            {
                "game": game,
                "seq": -1,
                "address": admins,
                "viewer": SPECTATOR,
                "topic": "parked",
                "data": json.dumps({"address": address, "reason": reason}, ensure_ascii=False),
                "nonce": secrets.token_hex(8),
                "state": DUE,
                "at": now,
            }
            for game, admins in told
        ),
    )


async def parked(store: Store, addresses: Sequence[str] | None = None) -> dict[str, str]:
    """The addresses that nothing is sent to, of all or of these, and why."""
    wanted = select(Destination).where(col(Destination.parked).is_not(None))
    if addresses is not None:
        wanted = wanted.where(col(Destination.address).in_(addresses))
    rows = await store.read(lambda session: session.exec(wanted).all())
    return {row.address: row.parked for row in rows if row.parked is not None}


def moved(game: str, old: str, new: str) -> Change:
    """Whatever is owed to an address because of a game goes to another, and so does what waits there."""
    owed = (col(Message.game) == game) & (col(Message.address) == old)
    waiting = owed & col(Message.state).in_((DUE, PARKED))
    change = Change().run(update(Message).where(waiting).values(address=new, state=DUE))
    return change.run(delete(Destination).where(col(Destination.address) == old))


def unpark(address: str) -> Change:
    """Take an address up again, with everything that waited for it."""
    waiting = (col(Message.address) == address) & (col(Message.state) == PARKED)
    change = Change().run(delete(Destination).where(col(Destination.address) == address))
    return change.run(update(Message).where(waiting).values(state=DUE))
