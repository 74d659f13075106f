"""New games, seats, and everything else that is about a game and not in it."""

from dataclasses import dataclass, field
from typing import Final

from bot import games as registry
from bot.answers import Answer
from bot.company import best_known
from bot.desk.counter import (
    COMPUTER,
    Counter,
    answered,
    called,
    headed,
    refused,
    reserved_key,
    seat_title,
    sitter,
)
from bot.desk.ordering import waits_for
from bot.desk.reply import (
    CODE,
    DANGER,
    DIM,
    ITEM,
    PRIMARY,
    SUCCESS,
    Action,
    File,
    Line,
    Person,
    Reply,
    plain,
    say,
)
from bot.errors import UserError
from bot.live import GameInfo
from bot.parking import parked
from engine.kernel.errors import BrokenLog
from engine.kernel.seats import SPECTATOR

LISTED: Final = 15
OPEN_GAMES: Final = 50
"""Games that may be under way on one server unless its keepers say otherwise."""
LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants of a new game. `opponent` is "anyone", "computer" or a handle of the same door."""

    key: str = field(default_factory=registry.default)
    name: str = ""
    seat: str = ""
    opponent: str = "anyone"
    word: str = ""
    options: dict[str, str] = field(default_factory=dict)


class SettingUp(Counter):
    """Games as such."""

    async def may_open(self, person: Person, wish: Wish) -> None:
        """Refuse a wish that cannot be granted, before anything is made for it. Raises `UserError`."""
        rules = self.referee.rules(wish.key)
        try:
            rules.start(wish.options)
        except ValueError as wrong:
            raise UserError(str(wrong)) from None
        if wish.seat and wish.seat not in rules.seats:
            raise UserError(f"{rules.title} has no seat {wish.seat!r}; there are: {', '.join(rules.seats)}.")
        if wish.opponent == person.handle:
            raise UserError("You cannot be your own opponent; choose somebody, anyone or the computer.")
        limit = await self.limit(person.server)
        open_now = [
            row
            for row in await self.referee.store.games(server=person.server)
            if row.stage in ("gathering", "playing")
        ]
        if person.server and len(open_now) >= limit:
            raise UserError(f"This server has {len(open_now)} games open, and its limit is {limit}.")

    async def limit(self, server: str) -> int:
        """How many games may be open on a server."""
        said = await self.referee.store.note(f"limit:{server}")
        return int(said) if said else OPEN_GAMES

    async def new(
        self, person: Person, wish: Wish, *, channels: tuple[str, ...] = (), address: str = "", ref: str = ""
    ) -> Reply:
        """A new game with this person in a seat, told of at `address`; everybody is told at `channels`."""
        await self.may_open(person, wish)
        rules = self.referee.rules(wish.key)
        made = await self.referee.create(
            wish.key,
            name=tidy_name(wish.name),
            options=wish.options,
            server=person.server,
            admins=address,
            channels=channels,
            ref=ref,
        )
        if not made.ok:
            return refused(made)
        game = made.game
        seat = wish.seat or rules.seats[0]
        others = [one for one in rules.seats if one != seat]
        if wish.opponent not in ("anyone", COMPUTER):
            for one in others:
                await self.referee.store.keep_note(reserved_key(game, one), wish.opponent)
        joined = await self.join(
            person, game, seat, address=address, word=wish.word, ref=f"{ref}:j" if ref else ""
        )
        if wish.opponent == COMPUTER:
            for one in others:
                await self.seat_computer(game, one)
            await self.begin_if_full(game)
        info = await self.referee.info(game)
        begun = info.stage == "playing"
        lines: list[Line | str] = [
            f"You are the {seat_title(seat)} player.",
            Line(f"The dice are fixed; the SHA-256 of their seed is {info.commitment}.", DIM),
        ]
        if not begun:
            whom = "anyone" if wish.opponent == "anyone" else "your opponent"
            lines.append(f"The game begins when {whom} takes the other seat.")
        actions = (
            (Action("panel", (game,), "Give orders", PRIMARY), Action("tour", (game, "0"), "Show me how"))
            if begun
            else ()
        )
        return plain(
            *lines,
            title=f"{called(info)} is set up",
            tone="good",
            actions=actions,
            data={"game": game, "begun": begun, "joined": joined.data},
        )

    async def seat_computer(self, game: str, seat: str, kind: str = "") -> Answer:
        """Let the computer play a seat."""
        kind = kind or best_known((await self.referee.info(game)).key)
        player = await self.referee.player(COMPUTER, kind, f"Computer ({kind})")
        return await self.referee.join(game, seat, player.id)

    async def join(
        self, person: Person, game: str, seat: str = "", *, address: str = "", word: str = "", ref: str = ""
    ) -> Reply:
        """Take a seat; the game begins with the last one."""
        info = await self.known(game, person)
        if self.seats_of(info, person):
            return plain(f"You play in {called(info)} already.", tone="bad", data={"game": game})
        free = [one.seat for one in info.seats if one.player is None]
        if not free:
            return plain(f"Every seat of {called(info)} is taken.", tone="bad", data={"game": game})
        wanted = seat or await self._own_or_first(game, list(free), person)
        reserved = await self.referee.store.note(reserved_key(game, wanted))
        if reserved is not None and reserved != person.handle:
            return plain("That seat is kept for somebody else.", tone="bad", data={"game": game})
        player = await self.player_id(person)
        answer = await self.referee.join(game, wanted, player, address=address, word=word, ref=ref)
        if not answer.ok:
            return refused(answer)
        if reserved is not None:
            await self.referee.store.keep_note(reserved_key(game, wanted), None)
        await self.begin_if_full(game)
        info = await self.referee.info(game)
        begun = info.stage == "playing"
        more = "The game has begun." if begun else "It begins when every seat is taken."
        actions = (
            Action("panel", (game,), "Give orders", PRIMARY),
            Action("tour", (game, "0"), "Show me how"),
        )
        return plain(
            f"You are the {seat_title(wanted)} player in {called(info)}. {more}",
            tone="good",
            actions=actions if begun else (),
            data={"game": game, "begun": begun},
        )

    async def _own_or_first(self, game: str, free: list[str], person: Person) -> str:
        for seat in free:
            if await self.referee.store.note(reserved_key(game, seat)) == person.handle:
                return seat
        return free[0]

    async def begin_if_full(self, game: str) -> None:
        """Deal, once nobody is missing."""
        info = await self.referee.info(game)
        if info.stage == "gathering" and all(seat.player for seat in info.seats):
            await self.referee.begin(game)

    async def leave(self, person: Person, game: str, *, ref: str = "") -> Reply:
        """Get up."""
        info, seat = await self.seat_of(game, person)
        answer = await self.referee.leave(game, seat, ref=ref)
        if not answer.ok:
            return refused(answer)
        return plain(
            f"You have left {called(info)}; the {seat_title(seat)} seat is open.",
            tone="good",
            data={"game": game},
        )

    async def substitute(self, person: Person, game: str, handle: str, *, ref: str = "") -> Reply:
        """Hand one's seat over: it is kept for that person, or open to anyone where nobody is named."""
        info, seat = await self.seat_of(game, person)
        answer = await self.referee.leave(game, seat, ref=ref)
        if not answer.ok:
            return refused(answer)
        await self.referee.store.keep_note(reserved_key(game, seat), handle or None)
        whom = "your substitute" if handle else "anyone"
        return plain(
            f"The {seat_title(seat)} seat in {called(info)} waits for {whom}.",
            tone="good",
            data={"game": game, "seat": seat, "invite": handle},
        )

    async def games(self, person: Person, *, mine: bool = False) -> Reply:
        """The games of a server, or those a person plays in."""
        store = self.referee.store
        player = await self.player_id(person) if mine else None
        rows = await store.games(server=None if mine else person.server, player=player)
        if not rows:
            return plain("There are no games here yet. /game new begins one.", tone="quiet")
        lines = []
        for row in rows[:LISTED]:
            info = await self.referee.info(row.id)
            seats = ", ".join(f"{seat_title(one.seat)}: {sitter(info, one.seat)}" for one in info.seats)
            state = (
                "frozen"
                if info.frozen
                else {"gathering": "open", "playing": "under way"}.get(info.stage, info.stage)
            )
            lines.append(Line(f"{called(info)}: {state}. {seats}", ITEM))
        if len(rows) > LISTED:
            lines.append(Line(f"and {len(rows) - LISTED} more.", DIM))
        return plain(*lines, title="Games")

    # -- ending, stopping --------------------------------------------------------------------------------

    async def resign(self, person: Person, game: str, *, ref: str = "", sure: bool = False) -> Reply:
        """Give up, once it is confirmed."""
        info, seat = await self.seat_of(game, person)
        if not sure:
            confirm = Action("resign", (game,), "Yes, I resign", DANGER)
            return plain(
                f"Do you give up {called(info)}? That cannot be taken back.",
                actions=(confirm,),
                data={"game": game},
            )
        player = await self.player_id(person)
        return answered(await self.referee.resign(game, seat, ref=ref, player=player))

    async def draw(self, person: Person, game: str, *, ref: str = "") -> Reply:
        """Offer a draw or agree to one."""
        _, seat = await self.seat_of(game, person)
        player = await self.player_id(person)
        return answered(await self.referee.draw(game, seat, ref=ref, player=player))

    async def pause(self, person: Person, game: str, *, resume: bool = False) -> Reply:
        """Stop taking orders, or take them again; for the players of the game."""
        info, _ = await self.seat_of(game, person)
        if resume:
            if info.frozen is None:
                return plain("The game is not paused.", data={"game": game})
            if not info.frozen.startswith(PAUSED):
                return plain(
                    f"Only whoever looks after this server can go on: {info.frozen}",
                    tone="bad",
                    data={"game": game},
                )
            return answered(await self.referee.unfreeze(game), "The game goes on")
        return answered(
            await self.referee.freeze(game, f"{PAUSED} {person.name}; /game pause resume:True goes on."),
            "Paused",
        )

    # -- looking back ------------------------------------------------------------------------------------

    async def show(self, person: Person, game: str) -> Reply:
        """What is known of a game: seats, stage, commitment, whom it waits for."""
        info = await self.known(game, person)
        lines: list[Line | str] = [
            Line(f"{seat_title(one.seat)}: {sitter(info, one.seat)}", ITEM) for one in info.seats
        ]
        if info.stage in ("playing", "over") and info.frozen is None:
            lines.append(waits_for(await self.referee.position(game, SPECTATOR)))
        ending = await self.referee.ending(game)
        if ending:
            lines.append(ending)
        if info.frozen:
            lines.append(f"Frozen: {info.frozen}")
        actions = self.card_actions(info)
        if self._may_reopen(info, person) and await self.lost(info):
            lines.append(
                "Messages do not reach the place where it is played: it was deleted, or closed to me."
            )
            actions = (Action("reopen", (game,), "Open a new thread", SUCCESS), *actions)
        lines.append(Line(f"Seed of the dice (SHA-256): {info.commitment}", DIM))
        return plain(*lines, title=headed(info), actions=actions, data={"game": game})

    async def lost(self, info: GameInfo) -> list[str]:
        """The places where everybody is told of a game and nothing can be delivered."""
        heard = [address for address, viewer in info.listeners if viewer == SPECTATOR]
        return list(await parked(self.referee.store, heard))

    async def may_reopen(self, person: Person, game: str) -> GameInfo:
        """A game for which this person may ask for a new place: he plays in it, or looks after its server.
        Raises `UserError`."""
        info = await self.known(game, person)
        if not self._may_reopen(info, person):
            raise UserError("That is for the players of the game, and for those who may manage this server.")
        return info

    def _may_reopen(self, info: GameInfo, person: Person) -> bool:
        return bool(self.seats_of(info, person)) or (person.manages and person.server == info.server)

    def card_actions(self, info: GameInfo) -> tuple[Action, ...]:
        """The buttons that everybody sees: the same for all, so that they tell nothing."""
        if info.stage == "gathering":
            free = [one.seat for one in info.seats if one.player is None]
            return tuple(
                Action("join", (info.id, seat), f"Play {seat_title(seat)}", SUCCESS) for seat in free
            )
        looks = (
            Action("board", (info.id,), "Map"),
            Action("dossier", (info.id,), "What I know"),
            Action("help", (info.id,), "Help"),
        )
        if info.stage != "playing":
            return (Action("board", (info.id,), "Map"), Action("export", (info.id,), "The whole log"))
        free = [one.seat for one in info.seats if one.player is None]
        seats = tuple(Action("join", (info.id, seat), f"Play {seat_title(seat)}", SUCCESS) for seat in free)
        link = self.watching(info)
        watch = (Action("watch", (info.id,), "Watch", url=link),) if link else ()
        return (Action("panel", (info.id,), "Give orders", PRIMARY), *looks, *seats, *watch)

    async def history(self, person: Person, game: str, count: int = 15) -> Reply:
        """What this person was told, newest last."""
        info, viewer = await self.eyes_of(game, person)
        told = [one for one in await self.referee.history(game, viewer) if one.lines][
            -max(1, min(count, 100)) :
        ]
        lines = [Line(f"{one.seq}. {line}", "") for one in told for line in one.lines]
        return plain(
            *(lines or [Line("Nothing has happened yet.")]),
            title=f"{called(info)}: what happened",
            data={"game": game},
        )

    async def replay(self, person: Person, game: str, seq: int) -> Reply:
        """The position after an entry, as this person saw it."""
        from bot.desk.showing import board_lines, phase_words

        info, viewer = await self.eyes_of(game, person)
        position = await self.referee.position(game, viewer, at=seq)
        told = await self.referee.history(game, viewer, seq - 1)
        lines = [Line(line, ITEM) for line in (told[0].lines if told else ())]
        board = board_lines(info.key, position.view, "", viewer) or []
        where = phase_words(info.key, position.view, position.round)
        steps = (
            Action("replay", (game, str(max(0, seq - 1))), "Before"),
            Action("replay", (game, str(seq + 1)), "After"),
        )
        blocks = (
            say(*lines, title=f"{called(info)} · entry {seq} · {where}"),
            say(*(Line(row, "table") for row in board)),
        )
        return Reply(blocks, steps, data={"game": game})

    async def export(self, person: Person, game: str) -> Reply:
        """The log as a file anybody can check; what is secret in a game under way is sealed."""
        from bot.archive import export_game

        info = await self.known(game, person)
        content = await export_game(self.referee, game)
        note = (
            "Whole."
            if info.stage == "over"
            else "What is still secret is sealed; the hashes hold all the same."
        )
        return plain(
            note,
            Line("farspeaker verify FILE", CODE),
            title=f"The log of {called(info)}",
            files=(File(f"{game}.jsonl", content),),
            data={"game": game},
        )

    async def verify(self, person: Person, game: str) -> Reply:
        """Check the whole log: hashes, dice, every order judged again."""
        from bot.health import check_game

        info = await self.known(game, person)
        row = next((row for row in await self.referee.store.games() if row.id == game), None)
        if row is None:
            raise UserError(f"There is no game called {game!r} here.")
        try:
            found = await check_game(self.referee.store, self.referee.rules, row)
        except BrokenLog as broken:
            return plain(f"The record does not hold: {broken}.", tone="bad", data={"game": game})
        wrong = [one.what for one in found if not one.what.startswith("it is frozen")]
        if wrong:
            return plain(*(Line(what, ITEM) for what in wrong), title="The record does not hold", tone="bad")
        head = await self.referee.store.head(game)
        count = (head[1] + 1) if head else 0
        return plain(
            f"{called(info)}: {count} entries. Every hash, every die and every order holds.",
            tone="good",
            data={"game": game},
        )


PAUSED: Final = "paused by"


def tidy_name(name: str) -> str:
    """A name for a game: one line, not too long."""
    return " ".join(name.split())[:LONGEST_NAME]


def known_games() -> list[tuple[str, str]]:
    """Key and title of every game."""
    names = registry.keys()
    return [(key, registry.game(key).title) for key in names]
