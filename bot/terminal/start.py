"""Sitting down: the game one was at, or a new one."""

import contextlib
import hashlib
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from bot import games, players
from bot.commands.common import address_of
from bot.company import DOOR as COMPUTER
from bot.company import Company, best_known
from bot.desk.counter import seat_title
from bot.errors import UserError
from bot.live import GameInfo
from bot.referee import Answer, Referee
from bot.store.address import shown, sqlite_file
from bot.store.store import Store
from bot.store.tables import PLAYING
from bot.terminal.keyboard import Left, Lines, lines
from bot.terminal.table import TerminalTable
from engine.kernel.seats import SPECTATOR, Seat
from render import scribe

DOOR: Final = "terminal"
HUMAN: Final = "human"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line; "" where nothing was said."""

    key: str = ""
    seat: str = ""
    opponent: str = ""
    scenario: str = ""
    new: bool = False
    resume: str = ""
    word: str = ""
    seed: str = ""
    database: str = ""

    def check(self) -> None:
        """Refuse what the game does not know. Raises `UserError`."""
        key = self.key or games.default()
        rules = games.game(key)
        scenarios = tuple(games.box(key).choices(rules).get("scenario", {}))
        for name, value, known in (
            ("--seat", self.seat, rules.seats),
            ("--opponent", self.opponent, (COMPUTER, HUMAN, *players.names(key))),
            ("--scenario", self.scenario, scenarios),
        ):
            if value and not known:
                raise UserError(f"{rules.title} can be played in one way only: leave out {name}.")
            if value and value not in known:
                raise UserError(f"{name} is one of {', '.join(known)}, not {value!r}.")

    @property
    def particular(self) -> bool:
        """Whether anything was said that only a new game can have."""
        return any((self.seat, self.opponent, self.scenario, self.seed, self.word))


async def start(wishes: Wishes) -> None:
    """Play until the game is over or the player leaves."""
    console = Console(highlight=False)
    address = address_of(wishes.database)
    file = sqlite_file(address)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(wishes.seed.encode()).digest()
    chance = random.Random(wishes.seed or None)

    def seeds(size: int) -> bytes:
        return digest[:size] if wishes.seed else secrets.token_bytes(size)

    async with await Store.open(address) as store:
        await _sit(Referee(store, seeds=seeds), wishes, console, chance, _where(file, address))


def _where(file: Path | None, address: str) -> str:
    return str(file) if file is not None else shown(address)


async def _sit(referee: Referee, wishes: Wishes, console: Console, chance: random.Random, kept: str) -> None:
    reading = lines(console)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            known = await _known(referee, wishes, reading)
            info = known or await _new(referee, wishes, console, reading)
            you = await referee.player(DOOR, "you", "You")
            humans = [one.seat for one in info.seats if one.door == DOOR]
            if not humans:
                raise UserError(f"Nobody at this terminal plays in game {info.id}.")
            humans.sort(key=lambda seat: seat not in info.seats_of(you.id))
            table = TerminalTable(referee, info, humans, Company(referee, chance), console, reading, kept)
            await _welcome(referee, console, info, humans, fresh=known is None)
            await table.play(fresh=known is None)
            return
    except Left:
        pass
    console.print(Text("\nSee you. The game is kept; “farspeaker play” carries on from here.", style="bold"))


async def _known(referee: Referee, wishes: Wishes, reading: Lines) -> GameInfo | None:
    """The game to carry on, if there is one and it is wanted."""
    if wishes.resume:
        info = await referee.info(wishes.resume)
        if info.stage != PLAYING:
            raise UserError(f"Game {info.id} is not under way: it is {info.stage}.")
        return info
    if wishes.new or wishes.particular:
        return None
    keys = [wishes.key] if wishes.key else games.keys()
    for row in sorted(await referee.store.games(stage=PLAYING), key=lambda row: -row.begun):
        if row.key not in keys:
            continue
        info = await referee.info(row.id)
        if not any(one.door == DOOR for one in info.seats) or info.frozen:
            continue
        if not reading.live:
            return info
        said = await reading.read(f"Carry on with your game {info.id} of {info.title}? [Y/n] ")
        return None if said.casefold() in ("n", "no") else info
    return None


async def _choice(reading: Lines, wish: str, words: str, known: Sequence[str]) -> str:
    """What was wished, or what is answered; the first by default."""
    if wish or not reading.live or len(known) < 2:
        return wish or known[0]
    while True:
        said = (await reading.read(f"{words} [{'/'.join(known)}] ")).casefold()
        found = [one for one in known if one.startswith(said)]
        if found:
            return found[0]


async def _new(referee: Referee, wishes: Wishes, console: Console, reading: Lines) -> GameInfo:
    if reading.live and not wishes.particular:
        console.print(Text("A new game. Press Enter for the first of each choice."))
    key = await _choice(reading, wishes.key, "Which game?", games.keys())
    rules = games.game(key)
    opponent = await _choice(
        reading, wishes.opponent, "Against the computer, or a human here?", (COMPUTER, HUMAN)
    )
    seat = Seat(await _choice(reading, wishes.seat, "Your side:", rules.seats))
    wished = {"scenario": wishes.scenario}
    options = {
        name: await _choice(reading, wished.get(name, ""), f"{name.capitalize()}:", tuple(values))
        for name, values in games.box(key).choices(rules).items()
    }
    made = await referee.create(key, options=options)
    _must(made)
    you = await referee.player(DOOR, "you", "You")
    _must(await referee.join(made.game, seat, you.id, word=wishes.word))
    name = best_known(key) if opponent == COMPUTER else opponent
    foe = (
        await referee.player(DOOR, "friend", "Your friend")
        if opponent == HUMAN
        else await referee.player(COMPUTER, name, f"Computer ({name})")
    )
    for other in rules.seats:
        if other != seat:
            _must(await referee.join(made.game, other, foe.id))
    _must(await referee.begin(made.game))
    return await referee.info(made.game)


def _must(answer: Answer) -> None:
    if not answer.ok:
        raise UserError(answer.reason)


async def _welcome(
    referee: Referee, console: Console, info: GameInfo, humans: list[Seat], *, fresh: bool
) -> None:
    side = "every side in turn" if len(humans) > 1 else f"the {seat_title(humans[0])} side"
    if not fresh:
        console.print(Text(f"Game {info.id}. You play {side}.", style="bold"))
        return
    view = (await referee.position(info.id, SPECTATOR)).view
    body = Text.assemble(
        "".join(f"{line}\n" for line in (*scribe(info.key).aim(view), f"You play {side}.")),
        ("Type ", "dim"),
        ("help", "bold"),
        (" to see what you can do, ", "dim"),
        ("board", "bold"),
        (" for the board, ", "dim"),
        ("default", "bold"),
        (" for the plain answer, ", "dim"),
        ("quit", "bold"),
        (" to stop.", "dim"),
    )
    console.print(Panel(body, title=f"{info.title} · game {info.id}", width=min(80, console.width)))
    console.print(
        Text(f"The dice are fixed; their seed's SHA-256 begins {info.commitment[:16]}.", style="dim")
    )
