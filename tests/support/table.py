"""Two people at a table of the tiny game, and couriers that remember what they were given."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.letters import Letter
from bot.referee import Referee
from engine.kernel.seats import Viewer, viewer_of

AL, BO = "left", "right"


async def seated(
    referee: Referee, *, key: str = "tiny", name: str = "", admins: str = "", listeners: bool = True
) -> str:
    """A game that has begun, with Al and Bo in its seats and a public channel."""
    channels = ["test:channel"] if listeners else []
    made = await referee.create("tiny", name=name, admins=admins, channels=channels)
    assert made.ok, made
    for handle, seat in (("al", AL), ("bo", BO)):
        player = await referee.player("test", handle, handle.title())
        address = f"test:{handle}" if listeners else ""
        joined = await referee.join(made.game, seat, player.id, address=address)
        assert joined.ok, joined
    begun = await referee.begin(made.game)
    assert begun.ok, begun
    return made.game


async def finish(referee: Referee, game: str, tag: str = "f") -> None:
    """Play a tiny game to its end by default orders."""
    number = 0
    while True:
        position = await referee.position(game, Viewer(AL))
        if position.outcome is not None:
            return
        seat = position.pending[0].seat
        own = await referee.position(game, viewer_of(seat))
        asked = next(one for one in own.pending if one.seat == seat)
        answer = await referee.submit(game, seat, asked.default, ref=f"{tag}{number}")
        assert answer.ok, answer
        number += 1


@dataclass
class Pigeonhole:
    """A courier that keeps everything, and fails as it is told to."""

    letters: dict[str, list[Letter]] = field(default_factory=lambda: defaultdict(list))
    fail: Callable[[Letter], Exception | None] = lambda _: None

    async def deliver(self, letter: Letter) -> None:
        error = self.fail(letter)
        if error is not None:
            raise error
        self.letters[letter.address].append(letter)

    def lines(self, address: str) -> list[str]:
        return [line for letter in self.letters[address] for line in letter.lines]
