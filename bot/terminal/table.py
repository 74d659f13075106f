"""A game at one keyboard: what happened is told, what is wanted is asked, orders go to the referee."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from bot.answers import ASKED, Answer
from bot.commands.rules import answer as look_up
from bot.company import Company
from bot.desk.counter import seat_title
from bot.desk.showing import phase_words
from bot.errors import UserError
from bot.live import GameInfo
from bot.looking import Asked, Position
from bot.referee import Referee
from bot.terminal.helping import COMMANDS, about, overview
from bot.terminal.keyboard import Left, Lines
from engine.kernel.completion import Completion
from engine.kernel.seats import Seat, viewer_of
from render import scribe
from render.kinds import FAINT, HEADING
from render.prose import hanging

HISTORY: Final = 30
"""Lines that `history` shows when nobody says how many."""

LATELY: Final = 6
"""Lines that are told again to a player who comes back."""

_ALSO: Final = {
    "?": "help",
    "exit": "quit",
    "bye": "quit",
    "q": "quit",
    "map": "board",
    "rule": "rules",
    "log": "history",
}


class TerminalTable:
    """One game, the people at the keyboard, and the computer if it plays."""

    def __init__(
        self,
        referee: Referee,
        info: GameInfo,
        humans: Sequence[Seat],
        company: Company,
        console: Console,
        lines: Lines,
        kept: str,
    ) -> None:
        self._referee = referee
        self._game = info.id
        self._key = info.key
        self._scribe = scribe(info.key)
        self._humans = tuple(humans)
        self._computers = tuple(one.seat for one in info.seats if one.seat not in humans)
        self._company = company
        self._console = console
        self._lines = lines
        self._kept = kept
        self._seat = self._humans[0]
        self._at_keyboard: Seat | None = self._humans[0] if len(self._humans) == 1 else None
        self._told = dict.fromkeys(self._humans, -1)
        self._shown: tuple[object, ...] = ()
        self._busy = ""
        """The kind of decision in which the last order was given."""
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "help": self._help,
            "board": self._board,
            "where": self._where,
            "dossier": self._dossier,
            "rules": self._rules,
            "history": self._history,
            "default": self._default,
            "undo": self._undo,
            "word": self._word,
            "save": self._save,
            "quit": self._quit,
        }

    # -- playing -----------------------------------------------------------------------------------------

    async def play(self, *, fresh: bool) -> None:
        """Play until the game is over. Raises `Left`."""
        if not fresh:
            count = (await self._look()).seq
            self._told = dict.fromkeys(self._humans, count)
            self._say("The last things that happened:", "dim")
            await self._tell_past(LATELY)
        while True:
            await self._company.play(self._game)
            position = await self._look()
            if position.outcome is not None:
                await self._end(position)
                return
            wanted = [one for one in position.pending if one.seat in self._humans]
            if not wanted:
                raise UserError("The game waits for somebody who is not here.")
            asked = next((one for one in wanted if one.seat == self._seat), wanted[0])
            await self._turn_to(asked.seat)
            await self._tell_news()
            await self._ask(asked.seat)

    async def _look(self) -> Position:
        return await self._referee.position(self._game, viewer_of(self._seat))

    async def _turn_to(self, seat: Seat) -> None:
        """Give the keyboard to a seat; what the other sees is taken off the screen first."""
        if self._at_keyboard == seat:
            return
        name = seat_title(seat)
        if self._at_keyboard is not None:
            await self._tell_news()
        if self._lines.live:
            if self._at_keyboard is not None:
                self._say("")
                await self._lines.read("Your part is done. Press Enter, and the screen is wiped. ")
            self._wipe()
            await self._lines.read(f"The {name} player is wanted. Press Enter when you sit here. ")
            self._wipe()
        else:
            self._say(f"-- The {name} player is wanted. --", "bold")
        self._seat = self._at_keyboard = seat
        self._shown = ()

    def _wipe(self) -> None:
        self._console.clear()
        if self._console.is_terminal:
            self._console.file.write("\x1b[3J")  # what has scrolled away too

    async def _tell_news(self) -> None:
        """Tell the seat at the keyboard what it has not been told yet."""
        seat = self._seat
        entries = await self._referee.history(self._game, viewer_of(seat), self._told[seat])
        if not entries:
            return
        self._told[seat] = entries[-1].seq
        position = await self._look()
        other = [entry for entry in entries if entry.by != seat and entry.kind == "order"]
        if position.round == 0 and other and not any(entry.by == seat for entry in entries):
            self._say("The other side has set up its forces; “board” shows what you may see.")
            return
        for entry in entries:
            if entry.kind != "created":
                self._print_lines(entry.lines, entry.by)

    def _print_lines(self, lines: Sequence[str], by: str) -> None:
        for line in lines:
            tone = self._scribe.tone(line)
            if tone == HEADING:
                self._console.print()
                self._console.print(Rule(Text(line.rstrip("."), style="bold"), characters="="))
                continue
            bullet = "  " if by == self._seat else "· "
            style = "dim" if tone == FAINT else ""
            self._console.print(hanging(bullet, Text(line, style=style), 2))

    async def _ask(self, seat: Seat) -> None:
        """Ask for one line and do what it says."""
        position = await self._look()
        asked = next((one for one in position.pending if one.seat == seat), None)
        if asked is None:
            return
        self._show_question(position, asked)
        line = await self._lines.read(f"{seat_title(seat)}> ", self._complete)
        try:
            await self._obey(line, asked)
        except UserError as error:
            self._say(str(error), "yellow")

    def _show_question(self, position: Position, asked: Asked) -> None:
        shown = (position.round, asked.kind, asked.prompt)
        if shown == self._shown:
            return
        if self._shown[:2] != shown[:2]:
            title = phase_words(self._key, position.view, position.round)
            self._console.print()
            self._console.print(Rule(Text(title, style="bold"), align="left", characters="-"))
        self._shown = shown
        rule = f" (rule {asked.rule})" if asked.rule else ""
        self._console.print(Text.assemble((asked.prompt, "bold"), (rule, "dim")))
        if asked.default and asked.default != "done":
            self._say(f"Type default for: {asked.default}", "dim")

    async def _complete(self, typed: str) -> Sequence[Completion]:
        """How a line can go on: commands by their first word, orders slot by slot."""
        words = typed.strip().casefold()
        ways = list(await self._referee.complete(self._game, self._seat, typed))
        if " " not in typed.lstrip() and words:
            known = {way.label for way in ways}
            ways += [
                Completion(name, f"{name} (command)", True)
                for name, _ in COMMANDS
                if name.startswith(words) and name not in known
            ]
            begun = [way for way in ways if way.line.casefold().startswith(words)]
            return begun or ways
        return ways

    async def _obey(self, line: str, asked: Asked) -> None:
        if not line:
            verbs = [way.label for way in await self._referee.complete(self._game, self._seat, "", limit=40)]
            self._say(f"You can: {', '.join(verbs)}. “help” says more, “default” is {asked.default}.", "dim")
            return
        first, _, rest = line.partition(" ")
        name = _ALSO.get(first.casefold(), first.casefold())
        is_order = name in asked.options or (name == "save" and rest)
        command = None if is_order else self._commands.get(name)
        if command is not None:
            await command(rest.strip())
            return
        if name == "done" and not rest and not await self._sure(asked):
            return
        answer = await self._referee.submit(self._game, self._seat, line)
        if answer.ok:
            self._busy = asked.kind
        self._answer(answer)

    async def _sure(self, asked: Asked) -> bool:
        """Whether movement is meant to end before anything has moved: that cannot be taken back."""
        if not self._lines.live or "move" not in asked.options or self._busy == asked.kind:
            return True
        said = await self._lines.read("Nothing has moved yet. End your movement? [y/N] ")
        return said.casefold() in ("y", "yes")

    def _answer(self, answer: Answer) -> None:
        """Say why something was not done; what was done is told with the news."""
        if answer.ok:
            return
        rule = f" (rule {answer.rule})" if answer.rule else ""
        self._console.print(Text.assemble(("No. ", "bold red"), answer.reason, (rule, "dim")))
        for place, line in enumerate(answer.nearest):
            self._console.print(Text.assemble("  Try: " if place == 0 else "       ", (line, "cyan")))

    async def _end(self, position: Position) -> None:
        outcome = position.outcome
        assert outcome is not None
        self._at_keyboard = self._seat
        await self._tell_news()
        self._console.print()
        self._console.print(Rule(Text("The game is over", style="bold"), characters="="))
        self._console.print(self._scribe.board(position.view, self._seat))
        self._say("")
        side = seat_title(outcome.winner) if outcome.winner else "Nobody"
        self._say(f"{side} wins: {outcome.reason}", "bold")
        self._say(
            f"“farspeaker export {self._game}” writes the whole game; “farspeaker verify” checks it.", "dim"
        )

    def _say(self, words: str, style: str = "") -> None:
        self._console.print(Text(words, style=style))

    # -- commands ----------------------------------------------------------------------------------------

    async def _help(self, words: str) -> None:
        grammar = self._referee.rules(self._key).grammar(self._seat)
        if not words:
            self._console.print(await overview(self._referee, self._game, self._seat, grammar))
            return
        found = await about(self._referee, self._game, self._seat, grammar, words)
        if found is None:
            raise UserError(f"There is no order or command “{words}”. Type help for those you can use now.")
        self._console.print(found)

    async def _board(self, words: str) -> None:
        if words:
            await self._where(words)
        else:
            self._console.print(self._scribe.board((await self._look()).view, self._seat))

    async def _where(self, words: str) -> None:
        found = self._scribe.about((await self._look()).view, words, self._seat)
        if found is None:
            raise UserError(f"Nothing here is called “{words}”.")
        self._console.print(found)

    async def _dossier(self, words: str) -> None:
        self._console.print(self._scribe.dossier((await self._look()).view, self._seat))

    async def _rules(self, words: str) -> None:
        look_up(self._key, words, self._console)

    async def _history(self, words: str) -> None:
        wanted = int(words) if words.isdigit() else 10_000 if words == "all" else HISTORY
        await self._tell_past(wanted)

    async def _tell_past(self, wanted: int) -> None:
        """Tell the last so many lines again."""
        entries = await self._referee.history(self._game, viewer_of(self._seat))
        lines = [(line, entry.by) for entry in entries for line in entry.lines]
        for line, by in lines[-wanted:]:
            self._print_lines((line,), by)

    async def _default(self, words: str) -> None:
        position = await self._look()
        asked = next(one for one in position.pending if one.seat == self._seat)
        self._say(asked.default, "cyan")
        self._answer(await self._referee.submit(self._game, self._seat, asked.default))

    async def _undo(self, words: str) -> None:
        answer = await self._referee.undo(self._game, self._seat)
        if answer.kind == ASKED:
            answer = await self._consent()
        if answer.ok:
            self._told[self._seat] = answer.seq or 0
            self._say("Taken back.")
            self._shown = ()
        else:
            self._answer(answer)

    async def _consent(self) -> Answer:
        """Ask the other side whether it minds."""
        others = [seat for seat in self._humans if seat != self._seat]
        agreed = False
        if others and self._lines.live:
            who = seat_title(others[0])
            said = await self._lines.read(f"A die lies between. Does the {who} player agree? [y/N] ")
            agreed = said.casefold() in ("y", "yes")
        elif not others:
            self._say("A die was rolled or the computer has moved since: it does not agree.", "yellow")
        seat = others[0] if others else self._computers[0]
        return await self._referee.answer_undo(self._game, seat, agreed)

    async def _word(self, words: str) -> None:
        if not words:
            raise UserError("Say which word: word swordfish. It goes into every die from now on.")
        self._answer(await self._referee.word(self._game, self._seat, words))

    async def _save(self, words: str) -> None:
        self._say(f"Game {self._game} is kept after every order, in {self._kept}.")

    async def _quit(self, words: str) -> None:
        raise Left


__all__ = ["TerminalTable"]
