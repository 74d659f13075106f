"""What all of the desk's work is done with: who is who, which game is meant, how a refusal is put."""

from collections.abc import Callable
from typing import Final

from bot.answers import ASKED, NOT_RECORDED, Answer
from bot.company import DOOR
from bot.desk.reply import CODE, DIM, ITEM, Action, Line, Person, Reply, plain
from bot.errors import UserError
from bot.live import GameInfo
from bot.looking import UnknownGame, no_such_game
from bot.referee import Referee
from engine.kernel.errors import IllegalOrder
from engine.kernel.seats import SPECTATOR, Seat, Viewer, viewer_of

COMPUTER: Final = DOOR
"""The door of seats that a computer plays; also how one asks for it as an opponent."""


class Counter:
    """The referee behind the desk."""

    def __init__(self, referee: Referee, watching: Callable[[GameInfo], str] = lambda info: "") -> None:
        self.referee = referee
        self.watching = watching
        """Where onlookers can watch a game in a browser; "" where they cannot."""

    async def player_id(self, person: Person) -> str:
        """The referee's name for a person."""
        return (await self.referee.player(person.door, person.handle, person.name)).id

    def seats_of(self, info: GameInfo, person: Person) -> tuple[Seat, ...]:
        """The seats this person sits in; nothing is read for it."""
        return tuple(
            seat.seat for seat in info.seats if (seat.door, seat.handle) == (person.door, person.handle)
        )

    async def known(self, game: str, person: Person) -> GameInfo:
        """A game that this person may know of: one of the server he speaks on, one he plays in, or one that
        keeps a seat for him. Any other is not there for him. Raises `UnknownGame`."""
        info = await self.referee.info(game)
        if info.server == person.server or self.seats_of(info, person):
            return info
        for seat in info.seats:
            if await self.referee.store.note(reserved_key(game, seat.seat)) == person.handle:
                return info
        raise UnknownGame(no_such_game(game))

    async def seat_of(self, game: str, person: Person) -> tuple[GameInfo, Seat]:
        """The seat he acts for: one that is asked something, or his first. Raises `UserError`."""
        info = await self.known(game, person)
        seats = self.seats_of(info, person)
        if not seats:
            raise UserError(f"You do not play in {called(info)}; you see what every onlooker sees.")
        if len(seats) > 1 and info.stage == "playing":
            position = await self.referee.position(game, SPECTATOR)
            asked = [one.seat for one in position.pending if one.seat in seats]
            return info, (asked or list(seats))[0]
        return info, seats[0]

    async def eyes_of(self, game: str, person: Person) -> tuple[GameInfo, Viewer]:
        """With whose eyes he sees the game: his seat's, or a spectator's."""
        info = await self.known(game, person)
        seats = self.seats_of(info, person)
        return info, viewer_of(seats[0]) if seats else SPECTATOR


def seat_title(seat: str) -> str:
    """A seat as people call it."""
    return seat.replace("_", " ").capitalize()


def reserved_key(game: str, seat: str) -> str:
    """Where it is noted for whom a seat is kept."""
    return f"reserved:{game}:{seat}"


def called(info: GameInfo) -> str:
    """A game as people find it again: its name and its id."""
    return f"{info.name} ({info.id})"


def headed(info: GameInfo) -> str:
    """The same with what is played, where the name does not say it."""
    return called(info) if info.title in info.name else f"{called(info)}: {info.title}"


def sitter(info: GameInfo, seat: str) -> str:
    """Who sits in a seat."""
    found = info.seat(seat)
    if found is None or found.player is None:
        return "nobody"
    return "the computer" if found.door == COMPUTER else found.name or "somebody"


def refused(answer: Answer, actions: tuple[Action, ...] = (), draft: str = "") -> Reply:
    """A refusal: the rule, the reason and what would be legal, for one pair of eyes."""
    lines: list[Line | str] = []
    if draft:
        lines.append(Line(draft, CODE))
    rule = f" (rule {answer.rule})" if answer.rule else ""
    lines.append(f"{answer.reason}{rule}")
    if answer.nearest:
        lines.append(Line("What would be legal:", DIM))
        lines += [Line(near, CODE) for near in answer.nearest]
    title = "Not recorded" if answer.kind == NOT_RECORDED else "No"
    looked_up = (Action("rules", (answer.game, answer.rule), f"Rule {answer.rule}"),) if answer.rule else ()
    return plain(*lines, title=title, tone="bad", actions=(*looked_up, *actions), data={"game": answer.game})


def refused_error(game: str, error: IllegalOrder, actions: tuple[Action, ...] = (), draft: str = "") -> Reply:
    """The same for a refusal that was raised."""
    answer = Answer("refused", game, reason=error.reason, rule=error.rule, nearest=error.nearest)
    return refused(answer, actions, draft)


def answered(answer: Answer, title: str = "", actions: tuple[Action, ...] = ()) -> Reply:
    """Any answer of the referee as a reply."""
    if not answer.ok and answer.kind != ASKED:
        return refused(answer, actions)
    lines = [Line(line, ITEM) for line in answer.lines] or [Line("Done.")]
    return plain(*lines, title=title, tone="good", actions=actions, data={"game": answer.game})


__all__ = [
    "COMPUTER",
    "Counter",
    "answered",
    "called",
    "headed",
    "refused",
    "refused_error",
    "seat_title",
    "sitter",
]
