"""A message that is owed, put into a view and words for the one it goes to."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.live import GameInfo
from bot.looking import Asked, Looking, asked
from bot.store.tables import Message
from bot.telling import Telling, tellings, told
from engine.kernel.errors import BrokenLog
from engine.kernel.game import Outcome
from engine.kernel.seats import SPECTATOR, Seat, Viewer


@dataclass(frozen=True, slots=True)
class Letter:
    """What a door has to deliver. All of it is meant for the eyes of `viewer`, and holds nothing else.

    `topic` says what it is about: "entry" (something happened; `lines` tell it, `view` is the position after
    it and `asks` the seats that are to act now and were not before), "created", "joined", "left", "undo
    asked", "undo declined", "frozen", "unfrozen", "parked" or what a timer wrote. A door that sends it twice
    uses the same `nonce` twice.
    """

    address: str
    nonce: str
    topic: str
    viewer: Viewer
    game: GameInfo | None = None
    seq: int = -1
    kind: str = ""
    by: str = ""
    at: str = ""
    lines: tuple[str, ...] = ()
    tellings: tuple[Telling, ...] = ()
    """The lines once more, with the public events among which they belong."""
    public: tuple[str, ...] = ()
    """Those of the lines that everybody is told; what is missing here is for this viewer alone."""
    view: Any = None
    before: Any = None
    """The position before the entry, with the same eyes; None for the first."""
    pending: tuple[Asked, ...] = ()
    asks: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
    round: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)


async def render(referee: Looking, message: Message) -> Letter | None:
    """The letter, or None when there is nothing to tell this viewer. Raises `BrokenLog` or `NotRecorded`.

    The position is the one after the entry it tells of, not the newest: a letter that is sent again after a
    crash says the same again. Onlookers get a letter for every entry: a phase may end without a word, and
    whoever keeps an account of the game has to know.
    """
    data = json.loads(message.data)
    viewer = Viewer(message.viewer)
    live = await referee.live.latest(message.game) if message.game else None
    info = None if live is None else live.info
    if message.topic != "entry":
        return Letter(message.address, message.nonce, message.topic, viewer, info, data=data)
    if live is None or live.record is None:
        raise live.broken if live is not None and live.broken else BrokenLog(message.seq, "is missing")
    entry = await referee.entry(message.game, message.seq)
    telling = tellings(live.game, entry, viewer)
    lines = tuple(line for _, line in telling if line)
    asks = tuple(Seat(seat) for seat in data.get("asks", ()))
    if not lines and not asks and viewer != SPECTATOR:
        return None
    state = await referee.state_at(message.game, live.record, message.seq)
    before = await referee.state_at(message.game, live.record, message.seq - 1) if message.seq else None
    return Letter(
        address=message.address,
        nonce=message.nonce,
        topic=message.topic,
        viewer=viewer,
        game=info,
        seq=message.seq,
        kind=entry.kind,
        by=entry.by,
        at=entry.at,
        lines=lines,
        tellings=telling,
        public=told(live.game, entry, SPECTATOR),
        view=live.game.view(state, viewer),
        before=None if before is None else live.game.view(before, viewer),
        pending=asked(live.game, state, viewer),
        asks=asks,
        outcome=live.game.outcome(state),
        round=live.game.round(state),
        data=data,
    )
