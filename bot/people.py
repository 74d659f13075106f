"""Who plays, and how they like things."""

import secrets

from sqlalchemy import delete, update
from sqlmodel import col

from bot.clerk import TRIES
from bot.office import Office
from bot.store.change import Change
from bot.store.faults import Conflict, NotRecorded
from bot.store.tables import Player, Preference


class People(Office):
    """Players and their preferences."""

    async def player(self, door: str, handle: str, name: str) -> Player:
        """The person behind a door's name, met for the first time or again. Raises `NotRecorded`."""
        for _ in range(TRIES):
            known = await self.store.player(door, handle)
            if known is not None and known.name == name:
                return known
            change = Change()
            if known is None:
                row = {"id": secrets.token_hex(8), "door": door, "handle": handle, "name": name}
                change.insert(Player, {**row, "joined": self.clock.now()})
            else:
                change.run(update(Player).where(col(Player.id) == known.id).values(name=name))
            try:
                await self.store.write(change)
            except Conflict:
                continue
        raise NotRecorded("too many others write to the same place")

    async def preferences(self, player: str) -> dict[str, str]:
        """How a player likes things."""
        return await self.store.preferences(player)

    async def prefer(self, player: str, key: str, value: str) -> None:
        """Note how a player likes something. Raises `NotRecorded`."""
        mine = (col(Preference.player) == player) & (col(Preference.key) == key)
        change = Change().run(delete(Preference).where(mine))
        await self.store.write(change.insert(Preference, {"player": player, "key": key, "value": value}))
