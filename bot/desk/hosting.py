"""For those who look after a server: its games, their health, and the keys to them."""

from bot.desk.counter import answered, called, seat_title, sitter
from bot.desk.reply import DANGER, DIM, ITEM, Action, Line, Person, Reply, plain
from bot.desk.setting_up import SettingUp
from bot.errors import UserError
from bot.health import undelivered
from bot.live import GameInfo
from bot.looking import UnknownGame, no_such_game


class Hosting(SettingUp):
    """What `/referee` can do; every way in checks first that the person looks after the server."""

    def _keeper(self, person: Person) -> None:
        if not person.manages:
            raise UserError("That is for members who may manage this server.")

    async def _here(self, person: Person, game: str) -> GameInfo:
        self._keeper(person)
        info = await self.referee.info(game)
        if info.server != person.server:
            raise UnknownGame(no_such_game(game))
        return info

    async def host_games(self, person: Person) -> Reply:
        """Every game of the server with what ails it."""
        self._keeper(person)
        rows = await self.referee.store.games(server=person.server)
        lines = []
        for row in rows[:40]:
            owed = len(await self.referee.store.owed(row.id))
            ails = f", frozen: {row.frozen}" if row.frozen else ""
            waits = f", {owed} messages waiting" if owed else ""
            lines.append(Line(f"{row.name} ({row.id}): {row.stage}{ails}{waits}", ITEM))
        limit = await self.limit(person.server)
        lines.append(Line(f"At most {limit} games may be open here.", DIM))
        return plain(*lines, title="Games on this server")

    async def host_health(self, person: Person, latency: float | None = None) -> Reply:
        """How the referee is."""
        self._keeper(person)
        healthy = await self.referee.store.healthy()
        lines = [Line(f"The database {'answers' if healthy else 'does not answer'}.", ITEM)]
        if latency is not None:
            lines.append(Line(f"Discord answers in {round(latency * 1000)} ms.", ITEM))
        lines += [Line(f"{note}.", ITEM) for note in await undelivered(self.referee.store)]
        return plain(*lines, title="Health", tone="good" if healthy else "bad")

    async def host_freeze(self, person: Person, game: str, reason: str, *, thaw: bool = False) -> Reply:
        """Stop a game, or let it go on."""
        info = await self._here(person, game)
        if thaw:
            return answered(await self.referee.unfreeze(game), f"{called(info)} goes on")
        return answered(
            await self.referee.freeze(game, reason or "by whoever looks after this server."),
            f"{called(info)} is frozen",
        )

    async def host_close(
        self, person: Person, game: str, reason: str, *, ref: str = "", sure: bool = False
    ) -> Reply:
        """End a game that nobody goes on with, once it is confirmed; the reason is shown to everybody."""
        info = await self._here(person, game)
        if not sure:
            return plain(
                f"Do you end {called(info)}, with no winner? That cannot be taken back.",
                actions=(Action("close", (game,), "Yes, end it", DANGER),),
                draft=reason,
                data={"game": game},
            )
        return answered(await self.referee.close(game, reason, ref=ref), f"{called(info)} is over")

    async def host_rewind(self, person: Person, game: str, to: int, reason: str, *, ref: str = "") -> Reply:
        """Go back to the position after an entry; the reason is shown to everybody."""
        await self._here(person, game)
        return answered(await self.referee.rewind(game, to, reason, ref=ref), "Rewound")

    async def host_reassign(
        self, person: Person, game: str, seat: str, whom: Person | None, *, address: str = ""
    ) -> Reply:
        """Give a seat to somebody else, or open it."""
        info = await self._here(person, game)
        held = info.seat(seat)
        if held is None:
            raise UserError(
                f"There is no seat {seat!r}; there are: {', '.join(one.seat for one in info.seats)}."
            )
        if held.player is not None:
            left = await self.referee.leave(game, seat)
            if not left.ok:
                return answered(left)
        if whom is None:
            return plain(f"The seat of the {seat_title(seat)} is open.", tone="good", data={"game": game})
        player = await self.player_id(whom)
        joined = await self.referee.join(game, seat, player, address=address)
        if not joined.ok:
            return answered(joined)
        await self.begin_if_full(game)
        fresh = await self.referee.info(game)
        return plain(
            f"The {seat_title(seat)} player is now {sitter(fresh, seat)}.", tone="good", data={"game": game}
        )

    async def host_limit(self, person: Person, most: int) -> Reply:
        """How many games may be open here."""
        self._keeper(person)
        if not 1 <= most <= 1000:
            raise UserError("A limit is between 1 and 1000.")
        await self.referee.store.keep_note(f"limit:{person.server}", str(most))
        return plain(f"At most {most} games may be open on this server.", tone="good")

    async def host_channel(self, person: Person, channel: str) -> Reply:
        """Where games are opened; "" for wherever somebody asks."""
        self._keeper(person)
        await self.referee.store.keep_note(f"channel:{person.server}", channel or None)
        return plain(
            "Noted: new games are opened there."
            if channel
            else "New games are opened where they are asked for.",
            tone="good",
        )
