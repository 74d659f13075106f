"""Looking at games, always with somebody's eyes."""

from dataclasses import dataclass
from typing import Any

from bot.errors import UserError
from bot.live import GameInfo, Live, read_entries
from bot.office import Office
from bot.store.tables import PLAYING
from bot.telling import told
from engine.kernel.completion import Completion, complete
from engine.kernel.errors import BrokenLog, Forgotten
from engine.kernel.game import Game, Outcome
from engine.kernel.log import Entry
from engine.kernel.record import Record
from engine.kernel.seats import Seat, Viewer, viewer_of


class UnknownGame(UserError):
    """There is no game of that name here."""


def no_such_game(game: str) -> str:
    """The one way to say that a game is not there, so that it does not tell whether it is elsewhere."""
    return f"There is no game called {game!r} here."


class GameFrozen(UserError):
    """The record of this game does not hold together, so nothing of it can be shown."""


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as one viewer is told of it."""

    seq: int
    kind: str
    by: str
    at: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision the game waits for, as one viewer may know it: whose it is and why, and the rest if it is
    his."""

    seat: Seat
    kind: str
    prompt: str
    rule: str
    options: tuple[str, ...] = ()
    default: str = ""


def asked(game: Game[Any], state: Any, viewer: Viewer) -> tuple[Asked, ...]:
    """What the game waits for, with nothing of it that would tell this viewer another's secrets."""
    return tuple(
        Asked(one.seat, one.kind, one.prompt, one.rule, one.options, one.default.text())
        if viewer_of(one.seat) == viewer
        else Asked(one.seat, one.kind, one.prompt, one.rule)
        for one in game.pending(state)
    )


@dataclass(frozen=True, slots=True)
class Position:
    """A game as one viewer sees it."""

    info: GameInfo
    viewer: Viewer
    seq: int
    view: Any
    pending: tuple[Asked, ...]
    outcome: Outcome | None
    round: int


class Looking(Office):
    """What can be seen."""

    async def info(self, game: str) -> GameInfo:
        """What is known of a game besides its position. Raises `UnknownGame` or `NotRecorded`."""
        return (await self._fresh(game)).info

    async def position(self, game: str, viewer: Viewer, *, at: int | None = None) -> Position:
        """The game as this viewer sees it now, or saw it after entry `at`."""
        live, record = await self._readable(game)
        seq = record.count - 1 if at is None else at
        if not 0 <= seq < record.count:
            raise UserError(f"This game has no entry {seq}; its newest is {record.count - 1}.")
        state = record.state if at is None else await self.state_at(game, record, seq)
        rules = live.game
        return Position(
            live.info,
            viewer,
            seq,
            rules.view(state, viewer),
            asked(rules, state, viewer),
            rules.outcome(state),
            rules.round(state),
        )

    async def complete(self, game: str, seat: str, line: str, limit: int = 25) -> tuple[Completion, ...]:
        """How an order line can go on. Perhaps a moment old where another process serves the game too."""
        live = self.live.peek(game) or await self._fresh(game)
        if live.record is None or live.info.frozen is not None or live.info.stage != PLAYING:
            return ()
        return complete(live.game, live.record.state, Seat(seat), line, limit)

    async def history(self, game: str, viewer: Viewer, after: int = -1) -> list[Told]:
        """What this viewer was told of the game so far."""
        live, _ = await self._readable(game)
        entries = read_entries(tuple(await self.store.bodies(game, after)), after + 1)
        return [Told(e.seq, e.kind, e.by, e.at, told(live.game, e, viewer)) for e in entries]

    async def entry(self, game: str, seq: int) -> Entry:
        """One entry of a log; what it says must not be shown as it is. Raises `BrokenLog`."""
        live = self.live.peek(game)
        if live is not None and live.record is not None and live.record.base <= seq < live.record.count:
            return live.record.entries[seq - live.record.base]
        body = await self.store.body(game, seq)
        if body is None:
            raise BrokenLog(seq, "is missing")
        return read_entries((body,), seq)[0]

    async def state_at(self, game: str, record: Record[Any], seq: int) -> Any:
        """The position after an entry. For the referee's own use: what is shown is always a view of it."""
        try:
            return record.at(seq)
        except Forgotten:
            whole = await self.live.replay(game, seq)
            if whole is None:
                raise BrokenLog(seq, "is missing") from None
            return whole.at(seq)

    async def _fresh(self, game: str) -> Live:
        live = await self.live.fresh(game)
        if live is None:
            raise UnknownGame(no_such_game(game))
        return live

    async def readable(self, game: str) -> Live:
        """The game itself, if it has begun and holds together; for the house's own use, never for a door."""
        return (await self._readable(game))[0]

    async def _readable(self, game: str) -> tuple[Live, Record[Any]]:
        live = await self._fresh(game)
        if live.broken is not None:
            if live.info.frozen is None:
                await self.clerk.freeze_broken(live)
            raise GameFrozen(f"This game is frozen: its record does not hold together ({live.broken}).")
        if live.record is None:
            raise UserError("This game has not begun.")
        return live, live.record
