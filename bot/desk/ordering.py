"""Orders: by the line, by the sheet, by the button."""

from dataclasses import replace
from typing import Final

from bot.answers import ASKED, REFUSED, Answer
from bot.desk.counter import COMPUTER, Counter, called, refused, refused_error, seat_title, sitter
from bot.desk.missed import missed_key, show_me
from bot.desk.reply import (
    CODE,
    DANGER,
    DIM,
    ITEM,
    PRIMARY,
    STRONG,
    SUCCESS,
    Action,
    Choice,
    Line,
    Menu,
    Person,
    Reply,
    plain,
    say,
)
from bot.desk.showing import phase_words
from bot.live import GameInfo
from bot.looking import Asked, Position
from engine.kernel.completion import Completion
from engine.kernel.errors import IllegalOrder
from engine.kernel.seats import Seat, viewer_of

PAGE: Final = 75
"""Choices of a menu at a time."""
EVERY: Final = 2000
"""More ways than any order has to go on."""
MOST_LINES: Final = 40
"""Lines of an order sheet."""


class Ordering(Counter):
    """Everything that gives an order."""

    # -- lines -------------------------------------------------------------------------------------------

    async def order(
        self, person: Person, game: str, line: str, *, ref: str = "", sure: bool = False
    ) -> Reply:
        """One order. A line that ends with “!” is meant, even where it cannot be undone."""
        return await self.sheet(person, game, line, ref=ref, sure=sure)

    async def sheet(
        self, person: Person, game: str, text: str, *, ref: str = "", sure: bool = False
    ) -> Reply:
        """Many orders, one a line, each answered for. The first that is refused, or has to be confirmed,
        stops the sheet: what follows it was meant for another position."""
        _, seat = await self.seat_of(game, person)
        player = await self.player_id(person)
        careful = (await self.referee.preferences(player)).get("confirm", "on") != "off"
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if not lines:
            return plain(
                "That is an empty line. Say what you want to do, or press the button.",
                actions=(_panel(game),),
            )
        if len(lines) > MOST_LINES:
            return plain(f"That is {len(lines)} lines; {MOST_LINES} at a time are enough.", tone="bad")
        told: list[Line] = []
        for place, raw in enumerate(lines):
            line, meant = (raw[:-1].rstrip(), True) if raw.endswith("!") else (raw, sure and place == 0)
            given = await self.referee.clerk.given(f"{ref}:{place}") if ref else None
            if careful and not meant and given is None:
                try:
                    weighed = await self.referee.weigh(game, seat, line)
                except IllegalOrder as error:
                    return self._stopped(
                        game, told, lines[place + 1 :], refused_error(game, error, (_panel(game),), line)
                    )
                if weighed.final:
                    rest = "\n".join([weighed.line, *lines[place + 1 :]])
                    return await self._confirm(game, seat, told, rest)
            answer = await self.referee.submit(
                game, seat, line, ref=f"{ref}:{place}" if ref else "", player=player
            )
            if not answer.ok:
                return self._stopped(game, told, lines[place + 1 :], refused(answer, (_panel(game),), line))
            told += self._told(line, answer, len(lines) > 1)
        return await self._done(game, seat, told)

    def _told(self, line: str, answer: Answer, many: bool) -> list[Line]:
        head = [Line(line, CODE)] if many else []
        return head + ([Line(said, ITEM) for said in answer.lines] or [Line("Done.", ITEM)])

    def _stopped(self, game: str, told: list[Line], rest: list[str], reply: Reply) -> Reply:
        """A refusal after some lines that were taken and before some that were not tried."""
        blocks = [say(*told, title="Given", tone="good")] if told else []
        left = [say(*(Line(line, CODE) for line in rest), title="Not tried", tone="quiet")] if rest else []
        return replace(reply, blocks=(*blocks, *reply.blocks, *left), draft="\n".join(rest))

    async def _confirm(self, game: str, seat: Seat, told: list[Line], rest: str) -> Reply:
        position = await self.referee.position(game, viewer_of(seat))
        mark = (game, str(seat), str(position.seq))
        blocks = [say(*told, title="Given", tone="good")] if told else []
        ask = say(
            "This cannot be taken back once it is given: a die, a revelation or the end of your part follows."
        )
        return Reply(
            (*blocks, ask),
            actions=(Action("confirm", mark, "Give it", DANGER), Action("panel", (game,), "Not yet")),
            draft=rest,
            data={"game": game},
        )

    async def _done(self, game: str, seat: Seat, told: list[Line]) -> Reply:
        """What was done, and what is wanted next."""
        position = await self.referee.position(game, viewer_of(seat))
        blocks = [say(*told, title="Done", tone="good")]
        actions: list[Action] = []
        asked = _asked_of(position, seat)
        if position.outcome is not None:
            blocks.append(say(f"The game is over: {position.outcome.reason}"))
        elif asked is not None:
            blocks.append(say(_why(asked)))
            actions.append(_panel(game, PRIMARY))
        else:
            blocks.append(say(Line(waits_for(position), DIM)))
        actions += [Action("undo", (game, str(position.seq)), "Take back"), Action("board", (game,), "Map")]
        return Reply(tuple(blocks), tuple(actions), data={"game": game})

    # -- completions -------------------------------------------------------------------------------------

    async def complete(self, person: Person, game: str, typed: str, limit: int = 25) -> list[Completion]:
        """How a line can go on, for the seat of this person; nothing for anybody else. Reads no disk for a
        game that is in memory."""
        live = self.referee.live.peek(game)
        info = live.info if live is not None else await self.referee.info(game)
        for seat in self.seats_of(info, person):
            ways = await self.referee.complete(game, seat, typed, limit)
            if ways:
                return list(ways)
        return []

    # -- the panel ---------------------------------------------------------------------------------------

    async def panel(self, person: Person, game: str, line: str = "", page: int = 0) -> Reply:
        """Buttons and menus for what this person is asked, slot by slot."""
        info, seat = await self.seat_of(game, person)
        reply = await self._offer(info, seat, line, page)
        if line or await self.referee.store.note(missed_key(game, viewer_of(seat))) is None:
            return reply
        reply = replace(reply, actions=(show_me(game), *reply.actions))
        return reply.led_by(say("Something for your eyes alone could not be sent to you.", tone="good"))

    async def _offer(self, info: GameInfo, seat: Seat, line: str, page: int) -> Reply:
        game = info.id
        if info.stage != "playing":
            return plain(f"{called(info)} is not under way.", data={"game": game})
        position = await self.referee.position(game, viewer_of(seat))
        asked = _asked_of(position, seat)
        where = phase_words(info.key, position.view, position.round)
        title = f"{called(info)} · {where}"
        if asked is None:
            look = (Action("board", (game,), "Map"), Action("dossier", (game,), "What I know"))
            undo = Action("undo", (game, str(position.seq)), "Take back")
            return plain(
                waits_for(position), title=title, tone="quiet", actions=(*look, undo), data={"game": game}
            )
        line, whole, ways = await self._ways(game, seat, line)
        mark = (game, str(seat), str(position.seq))
        first = page * PAGE
        shown = ways[first : first + PAGE]
        grammar = self.referee.rules(info.key).grammar(seat)
        menu = None
        if shown:
            about = {verb: order.GIST for verb, order in grammar.orders.items()} if not line else {}
            choices = tuple(
                Choice(str(first + place), way.label, about.get(way.label, ""))
                for place, way in enumerate(shown)
            )
            menu = Menu("add", mark, "What do you do?" if not line else "Go on with", choices)
        actions = []
        if whole:
            actions.append(Action("give", mark, "Give this order", SUCCESS))
        if line:
            actions.append(Action("back", mark, "Back"))
        if len(ways) > PAGE:
            actions.append(Action("page", (*mark, str((page + 1) * (first + PAGE < len(ways)))), "More"))
        if not line:
            if asked.default:
                actions.append(Action("default", mark, f"Default: {asked.default}"[:80]))
            actions += [
                Action("sheet", (game,), "Order sheet", form=True),
                Action("undo", (game, str(position.seq)), "Take back"),
                Action("help", (game,), "Help"),
            ]
        lines = [Line(_why(asked), STRONG)]
        return plain(*lines, title=title, menu=menu, actions=tuple(actions), draft=line, data={"game": game})

    async def _ways(self, game: str, seat: Seat, line: str) -> tuple[str, bool, list[Completion]]:
        """Where a half-built order stands; what is forced is filled in."""
        while True:
            found = await self.referee.complete(game, seat, line, EVERY)
            whole = any(way.line == line and way.done for way in found) and bool(line)
            ways = [way for way in found if way.line != line]
            if line and len(ways) == 1 and not whole and ways[0].line.startswith(line):
                line = ways[0].line
                continue
            return line, whole, ways

    async def press_panel(
        self, person: Person, name: str, mark: tuple[str, ...], value: str, draft: str, ref: str
    ) -> Reply:
        """A button or menu of the panel. Raises `UserError`."""
        game, seat = mark[0], Seat(mark[1])
        info, own = await self.seat_of(game, person)
        if seat not in self.seats_of(info, person):
            return plain("These buttons are another player's.", tone="bad", data={"game": game})
        position = await self.referee.position(game, viewer_of(own))
        if str(position.seq) != mark[2]:
            return (await self.panel(person, game)).led_by(say(STALE, tone="quiet"))
        match name:
            case "add":
                _, _, ways = await self._ways(game, seat, draft)
                if not value.isdigit() or int(value) >= len(ways):
                    return (await self.panel(person, game)).led_by(say(STALE, tone="quiet"))
                line, whole, further = await self._ways(game, seat, ways[int(value)].line)
                if whole and not further:
                    return await self.order(person, game, line, ref=ref)
                return await self.panel(person, game, line)
            case "back":
                return await self.panel(person, game, await self._back(game, seat, draft))
            case "page":
                return await self.panel(person, game, draft, int(mark[3]))
            case "give":
                return await self.order(person, game, draft, ref=ref)
            case "confirm":
                return await self.sheet(person, game, draft, ref=ref, sure=True)
            case _:
                asked = _asked_of(position, seat)
                return await self.order(person, game, asked.default if asked else "", ref=ref)

    async def _back(self, game: str, seat: Seat, line: str) -> str:
        """The line one choice before this one."""
        before, now = "", ""
        while now != line:
            ways = [way for way in await self.referee.complete(game, seat, now, EVERY) if way.line != now]
            fits = [
                way.line
                for way in ways
                if line == way.line or (line.startswith(way.line) and line[len(way.line)] in " ,")
            ]
            if not fits:
                return ""
            if len(ways) > 1:
                before = now
            now = max(fits, key=len)
        return before

    # -- taking back -------------------------------------------------------------------------------------

    async def undo(self, person: Person, game: str, *, ref: str = "") -> Reply:
        """Take back the last order, or ask the others. A computer never agrees."""
        info, seat = await self.seat_of(game, person)
        answer = await self.referee.undo(game, seat, ref=ref, player=await self.player_id(person))
        if answer.kind == ASKED:
            for one in info.seats:
                if one.door == COMPUTER:
                    await self.referee.answer_undo(game, one.seat, agree=False)
                    answer = Answer(REFUSED, game, reason=NO_WAY_BACK)
        if not answer.ok and not answer.lines:
            return refused(answer, (_panel(game),))
        return plain(*answer.lines, tone="good", actions=(_panel(game),), data={"game": game})

    async def answer_undo(self, person: Person, game: str, agree: bool, *, ref: str = "") -> Reply:
        """Say yes or no to another's wish to go back."""
        _, seat = await self.seat_of(game, person)
        player = await self.player_id(person)
        answer = await self.referee.answer_undo(game, seat, agree, ref=ref, player=player)
        return refused(answer) if not answer.ok else plain(*answer.lines, tone="good", data={"game": game})


NO_WAY_BACK: Final = (
    "A die, a revelation or the turn of the computer lies between, and the computer does not agree."
)
STALE: Final = "The game has gone on since those buttons were made; here is how it stands now."


def _panel(game: str, look: str = PRIMARY) -> Action:
    return Action("panel", (game,), "Give orders", look)


def _asked_of(position: Position, seat: Seat) -> Asked | None:
    return next((one for one in position.pending if one.seat == seat), None)


def _why(asked: Asked) -> str:
    return f"{asked.prompt} (rule {asked.rule})" if asked.rule else asked.prompt


def waits_for(position: Position) -> str:
    """Whom the game waits for, and why, in words for everybody."""
    if position.outcome is not None:
        return f"The game is over: {position.outcome.reason}"
    asked: dict[str, list[str]] = {}
    for one in position.pending:
        asked.setdefault(one.prompt, []).append(f"{seat_title(one.seat)} ({sitter(position.info, one.seat)})")
    parts = [f"The game waits for {' and '.join(who)}: {prompt}" for prompt, who in asked.items()]
    return " ".join(parts) or "The game waits for nobody."
