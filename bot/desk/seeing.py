"""Seeing: the public card, one's own board and dossier, what an attack would probably do."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from bot.desk.counter import called, headed, refused_error, seat_title, sitter
from bot.desk.missed import missed_key, missed_lines
from bot.desk.ordering import waits_for
from bot.desk.reply import (
    CODE,
    DIM,
    ITEM,
    PRIMARY,
    STRONG,
    TABLE,
    Action,
    Block,
    Line,
    Person,
    Picture,
    Reply,
    plain,
    say,
)
from bot.desk.setting_up import SettingUp
from bot.desk.showing import dossier_lines, phase_words, progress_lines
from bot.desk.texts import Texts
from bot.errors import UserError
from bot.live import GameInfo
from bot.looking import Position
from bot.odds import odds
from engine.kernel.errors import IllegalOrder
from engine.kernel.seats import SPECTATOR


class Seeing(SettingUp):
    """What can be seen, each with his own eyes."""

    @cached_property
    def _texts(self) -> Texts:
        return Texts()

    async def card(self, game: str, since: Mapping[str, float] | None = None) -> Reply:
        """The public card of a game: turn, phase, whose decision and why, since when, how victory stands.

        `since` says of a sentence on the card since when it stands there: while it is the same, so is the
        moment, whatever else happens that may be nobody's business.
        """
        info = await self.referee.info(game)
        blocks: list[Block] = []
        seats = [Line(f"{seat_title(one.seat)}: {sitter(info, one.seat)}", ITEM) for one in info.seats]
        if info.stage == "gathering":
            blocks.append(say("Seats are open.", *seats, title=headed(info)))
        elif info.frozen is not None:
            blocks.append(say(f"Frozen: {info.frozen}", *seats, title=called(info), tone="bad"))
        else:
            position = await self.referee.position(game, SPECTATOR)
            where = phase_words(info.key, position.view, position.round)
            lines: list[Line | str] = [Line(where, STRONG)]
            ending = await self.referee.ending(game)
            if ending:
                lines.append(Line(f"The game is over: {ending}", STRONG))
            else:
                now = await self._since(game, position.seq) if position.outcome is None else None
                waits = waits_for(position)
                lines.append(Line(waits, "", since.get(waits, now) if since else now))
            blocks.append(say(*lines, *seats, title=headed(info)))
            progress = progress_lines(info.key, position.view)
            if progress:
                blocks.append(say(*progress, title="How it stands", tone="quiet"))
        blocks.append(say(Line(f"Seed of the dice (SHA-256): {info.commitment}", DIM), tone="quiet"))
        return Reply(tuple(blocks), self.card_actions(info), data={"game": game, "stage": info.stage})

    async def _since(self, game: str, seq: int) -> float | None:
        from datetime import datetime

        at = (await self.referee.entry(game, seq)).at
        try:
            return datetime.fromisoformat(at).timestamp() if at else None
        except ValueError:
            return None

    async def board(self, person: Person, game: str, about: str = "") -> Reply:
        """The map with this person's eyes, drawn and in words; of a part of it, the card if there is one."""
        info, viewer = await self.eyes_of(game, person)
        position = await self.referee.position(game, viewer)
        rows = self._texts.board(position, about)
        if rows is None:
            raise UserError(f"Nothing here is called “{about}”.")
        picture = await self.picture(info, position, person)
        if about:
            picture = replace(picture, kind="card", caption=about)
        where = phase_words(info.key, position.view, position.round)
        text = [Line(row, TABLE) for row in rows]
        return Reply(
            (say(*text, title=f"{called(info)} · {where}"),), pictures=(picture,), data={"game": game}
        )

    async def picture(self, info: GameInfo, position: Position, person: Person | None = None) -> Picture:
        """The map of a position; sized and coloured as the person likes it."""
        likes: dict[str, str] = {}
        if person is not None:
            likes = await self.referee.preferences(await self.player_id(person))
        where = phase_words(info.key, position.view, position.round)
        size, theme = likes.get("size", ""), likes.get("theme", "")
        return Picture("map", info.key, position.view, "", f"{info.name} · {where}", size, theme)

    async def dossier(self, person: Person, game: str) -> Reply:
        """What this person knows and others may not."""
        info, viewer = await self.eyes_of(game, person)
        if viewer == SPECTATOR:
            return plain(
                "You look on: you know what everybody knows, and the map shows it.",
                actions=(Action("board", (game,), "Map"),),
                data={"game": game},
            )
        position = await self.referee.position(game, viewer)
        rows = [Line(row, TABLE) for row in dossier_lines(info.key, position.view, viewer)]
        blocks = [say(*rows, title=f"{called(info)} · only you see this")]
        key = missed_key(game, viewer)
        missed = await self.referee.store.note(key)
        if missed is None:
            return Reply(tuple(blocks), data={"game": game})
        told = [Line(line, ITEM) for line in missed_lines(missed)]
        blocks.insert(0, say(*told, title="What could not be sent to you"))
        return Reply(tuple(blocks), data={"game": game, "missed": (key, missed)})

    async def seen(self, reply: Reply) -> None:
        """A door has really shown a reply: what could not be sent before need not be kept any longer."""
        key, missed = reply.data.get("missed", ("", ""))
        if key and await self.referee.store.note(key) == missed:
            await self.referee.store.keep_note(key, None)

    async def odds(self, person: Person, game: str, line: str) -> Reply:
        """What an order would probably do, from what everybody can see."""
        _, seat = await self.seat_of(game, person)
        try:
            await self.referee.weigh(game, seat, line)
        except IllegalOrder as error:
            return refused_error(game, error, (), line)
        found = await odds(self.referee, game, seat, line)
        if not found:
            return plain("Nothing is left to chance in that order: there are no odds to tell.", tone="bad")
        give = Action("panel", (game,), "Give orders", PRIMARY)
        first = say(Line(line, CODE), Line("Counted exactly, from what everybody can see:", DIM))
        told = (
            say(*(Line(f"{name}: {figure}", ITEM) for name, figure in one.rows), title=one.title)
            for one in found
        )
        return Reply((first, *told), (give,), data={"game": game})
