"""Sitting down: the game one was at, or a new one."""

import contextlib
import hashlib
import random
import secrets
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from bot.commands.common import address_of
from bot.errors import UserError
from bot.live import GameInfo
from bot.referee import Answer, Referee
from bot.store.address import shown, sqlite_file
from bot.store.store import Store
from bot.store.tables import PLAYING
from bot.terminal.computer import Computer
from bot.terminal.keyboard import Left, Lines, lines
from bot.terminal.table import NAMES, TerminalTable
from engine.high_crusade.names import SEATS, other
from engine.kernel.seats import Seat

DOOR = "terminal"
COMPUTER = "computer"
KEY = "high_crusade"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line; "" where nothing was said."""

    seat: str = ""
    opponent: str = ""
    scenario: str = ""
    new: bool = False
    game: str = ""
    word: str = ""
    seed: str = ""
    database: str = ""


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
            known = await _known(referee, wishes, console, reading)
            info = known or await _new(referee, wishes, console, reading)
            you = await referee.player(DOOR, "you", "You")
            humans = [one.seat for one in info.seats if one.door == DOOR]
            if not humans:
                raise UserError(f"Nobody at this terminal plays in game {info.id}.")
            humans.sort(key=lambda seat: seat not in info.seats_of(you.id))
            computers = [
                Computer(referee, info.id, one.seat, one.handle or "random", chance)
                for one in info.seats
                if one.door == COMPUTER
            ]
            table = TerminalTable(referee, info.id, humans, computers, console, reading, kept)
            _welcome(console, info, humans, fresh=known is None)
            await table.play(fresh=known is None)
            return
    except Left:
        pass
    console.print(Text("\nSee you. The game is kept; “farspeaker play” carries on from here.", style="bold"))


async def _known(referee: Referee, wishes: Wishes, console: Console, reading: Lines) -> GameInfo | None:
    """The game to carry on, if there is one and it is wanted."""
    if wishes.game:
        info = await referee.info(wishes.game)
        if info.stage != PLAYING:
            raise UserError(f"Game {info.id} is not under way: it is {info.stage}.")
        return info
    if wishes.new:
        return None
    for row in sorted(await referee.store.games(stage=PLAYING), key=lambda row: -row.begun):
        if row.key != KEY:
            continue
        info = await referee.info(row.id)
        if not any(one.door == DOOR for one in info.seats) or info.frozen:
            continue
        if any((wishes.seat, wishes.opponent, wishes.scenario, wishes.seed, wishes.word)):
            return None
        if not reading.live:
            return info
        said = await reading.read(f"Carry on with your game {info.id}? [Y/n] ")
        return None if said.casefold() in ("n", "no") else info
    return None


async def _choice(reading: Lines, wish: str, words: str, known: tuple[str, ...]) -> str:
    """What was wished, or what is answered; the first by default."""
    if wish or not reading.live:
        return wish or known[0]
    while True:
        said = (await reading.read(f"{words} [{known[0]}/{known[1]}] ")).casefold()
        found = [one for one in known if one.startswith(said)]
        if found:
            return found[0]


async def _new(referee: Referee, wishes: Wishes, console: Console, reading: Lines) -> GameInfo:
    if reading.live and not (wishes.seat and wishes.opponent and wishes.scenario):
        console.print(Text("A new game of The High Crusade. Press Enter for the first of each choice."))
    foes = ("computer", "human")
    opponent = wishes.opponent or await _choice(reading, "", "Against the computer, or a human here?", foes)
    seat = Seat(await _choice(reading, wishes.seat, "Your side:", SEATS))
    scenario = await _choice(reading, wishes.scenario, "Scenario:", ("basic", "campaign"))
    made = await referee.create(KEY, options={"scenario": scenario})
    _must(made)
    you = await referee.player(DOOR, "you", "You")
    foe = (
        await referee.player(DOOR, "friend", "Your friend")
        if opponent == "human"
        else await referee.player(COMPUTER, "random", "The random player")
    )
    _must(await referee.join(made.game, seat, you.id, word=wishes.word))
    _must(await referee.join(made.game, other(seat), foe.id))
    _must(await referee.begin(made.game))
    return await referee.info(made.game)


def _must(answer: Answer) -> None:
    if not answer.ok:
        raise UserError(answer.reason)


def _welcome(console: Console, info: GameInfo, humans: list[Seat], *, fresh: bool) -> None:
    both = len(humans) > 1
    side = (
        "both sides, in turn"
        if both
        else f"the {NAMES[humans[0]]}s"
        if humans[0] == SEATS[0]
        else "the Wersgorix"
    )
    if not fresh:
        console.print(Text(f"Game {info.id}. You play {side}.", style="bold"))
        return
    goals = (
        "after 15 turns they hold the planet Wersgorix, or four other capitals,\n"
        "or have converted nine Thrall Races and crowned a King"
        if info.options.get("scenario", "basic") == "basic"
        else "after 30 turns they hold all seven capitals,\n"
        "or have converted fourteen Thrall Races and crowned a King"
    )
    body = Text.assemble(
        ("Sir Roger has taken one planet of an empire, and a ship that flies. \n", ""),
        (f"You play {side}. The Crusaders win if {goals}.\n", ""),
        ("Type ", "dim"),
        ("help", "bold"),
        (" to see what you can do, ", "dim"),
        ("board", "bold"),
        (" for the map, ", "dim"),
        ("default", "bold"),
        (" for the plain answer, ", "dim"),
        ("quit", "bold"),
        (" to stop.", "dim"),
    )
    console.print(Panel(body, title=f"The High Crusade · game {info.id}", width=min(80, console.width)))
    console.print(
        Text(f"The dice are fixed; their seed's SHA-256 begins {info.commitment[:16]}.", style="dim")
    )
