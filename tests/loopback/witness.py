"""Three people at one game: after every step, what each client received is held against what he may see."""

import json
from collections.abc import Iterable, Iterator

from bot.desk.showing import phase_words
from bot.doors.discord.buttons import read_id
from engine.kernel.seats import SPECTATOR, Viewer
from tests.loopback.people import House, Member, text_of
from tests.loopback.server import Heard, Json

PUBLIC_BUTTONS = {
    "panel",
    "board",
    "dossier",
    "help",
    "export",
    "join",
    "agree",
    "decline",
    "draw",
    "replay",
    "verify",
}
"""What buttons that everybody sees may do; they name the game, a seat, an entry, and nothing else."""


def words(heard: Iterable[Heard]) -> str:
    """Everything one can read in what was received, without the marks that keep text plain."""
    said = "\n".join(text_of(one.body) for one in heard)
    return said.replace("\\", "").replace("\u200b", "")


def everything(heard: Iterable[Heard]) -> str:
    """Every byte of it but the pictures': words, labels, custom ids, file names, alt texts."""
    return "\n".join(json.dumps(one.body, ensure_ascii=False) for one in heard)


def parts_of(body: Json) -> Iterator[Json]:
    """The buttons and menus of a message."""
    for row in body.get("components") or ():
        yield from row["components"]


class Witness:
    """Watches a game of Alice (the Crusader) and Bob (the Wersgorix), at which Carol looks on."""

    def __init__(self, here: House, game: str) -> None:
        self.here, self.game = here, game
        self.seats: dict[Member, Viewer] = {
            here.alice: Viewer("crusader"),
            here.bob: Viewer("wersgorix"),
            here.carol: SPECTATOR,
        }
        self.mark = 0
        self.seq = -1
        self.pings = 0
        self.secrets = 0
        """Lines that only one of them was told, so far."""

    async def look(self) -> list[Heard]:
        """Hold what came since the last look against the Views; what came in public."""
        here = self.here
        await here.quiet()
        new = here.discord.heard[self.mark :]
        self.mark += len(new)
        for one in new:
            assert one.lane != "answer" or one.to is not None, ("an answer that everybody sees", one)
        public = [one for one in new if one.to is None]
        for member in self.seats:
            mine = [one for one in new if one.to is None or member.id in one.to]
            await self._knows_no_more(member, mine)
        await self._told(new, public)
        self._buttons(public)
        await self._card()
        await self._pinged()
        return public

    async def _knows_no_more(self, member: Member, mine: list[Heard]) -> None:
        """No race is named to him whose face his View does not show."""
        view = (await self.here.desk.referee.position(self.game, self.seats[member])).view
        known = {seen.face.name for seen in view.thralls.values() if seen.face is not None}
        text = everything(mine)
        for face in view.pack.faces.values():
            assert face.name in known or face.name not in text, (member.name, face.name)

    async def _told(self, new: list[Heard], public: list[Heard]) -> None:
        """Everybody reads what everybody is told; what one is told alone is in his messages and nowhere
        else."""
        referee = self.here.desk.referee
        told = await referee.history(self.game, SPECTATOR, self.seq)
        said = words(public)
        for one in told:
            for line in one.lines:
                assert line in said or one.kind == "created", (line, said)
        for member, viewer in self.seats.items():
            if viewer == SPECTATOR:
                continue
            letters = words(one for one in new if one.to == frozenset({member.id}) and one.lane != "answer")
            others = words(one for one in new if one.to is None or member.id not in one.to)
            for own, everybody in zip(await referee.history(self.game, viewer, self.seq), told, strict=True):
                for line in own.lines:
                    if line not in everybody.lines:
                        self.secrets += 1
                        assert line in letters, (member.name, line)
                        assert line not in others, (member.name, line)
        self.seq += len(told)

    def _buttons(self, public: list[Heard]) -> None:
        """What everybody can press is the same whatever is hidden: the game, a seat, an entry."""
        allowed = {self.game, *self.seats.values(), ""}
        for one in public:
            for part in parts_of(one.body):
                assert part["type"] == 2, part
                read = read_id(part["custom_id"])
                assert read is not None
                assert read[0] in PUBLIC_BUTTONS, part
                assert all(arg in allowed or arg.isdigit() for arg in read[1]), part

    async def _card(self) -> None:
        """The card says where the game is, whom it waits for and why."""
        position = await self.here.desk.referee.position(self.game, SPECTATOR)
        card = text_of(self.here.card()).replace("\\", "").replace("\u200b", "")
        assert phase_words(position.info.key, position.view, position.round) in card
        if position.outcome is None:
            for asked in position.pending:
                assert asked.prompt in card, (asked.prompt, card)

    async def _pinged(self) -> None:
        """Only those who are asked were pinged, the onlooker never, and nobody without the reason."""
        pings = self.here.discord.pings
        assert not pings.get(self.here.carol.id)
        for said in (one for many in pings.values() for one in many):
            assert self.game in said
        self.pings = sum(map(len, pings.values()))

    async def ask(self) -> None:
        """Each of the three looks for himself: he is shown all that his View knows, and no more."""
        for member, viewer in self.seats.items():
            view = (await self.here.desk.referee.position(self.game, viewer)).view
            known = {seen.face.name for seen in view.thralls.values() if seen.face is not None}
            own = {seen.face.name for seen in view.thralls.values() if seen.face is not None and seen.private}
            board = (await member.runs("board")).text
            assert all(name in board for name in known), (member.name, known)
            dossier = await member.presses(self.here.card(), "What I know", where=self.here.thread)
            assert all(name in dossier.text for name in own), (member.name, own)
            assert (viewer == SPECTATOR) == ("everybody knows" in dossier.text)
            history = await member.runs("game history", count=100)
            assert history.private
        refused = await self.here.carol.runs("order", line="done")
        assert "do not play" in refused.text
