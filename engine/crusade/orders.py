"""The orders of Crusade, one line each.

place archer at B2, C2           lift C2           muster           ready
move B2 to B3 aside C3 facing east casting on E3 to E4 followed by A2 to B2
rotate B2 facing east            shoot from B2 at B4
cast from B2 on B4 facing west   swap B2 with C3 facing east
command D1 to D2 turning C3 facing east then C3 to D3, E3 to F4 followed by C2 to C3 facing east
recruit knight at D1             pass              offer draw       accept draw      resign
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.crusade.names import FACINGS, KINDS, SQUARES
from engine.kernel.orders import Grammar, Matcher, Order, Slot, after_word, phrases


@dataclass(frozen=True, slots=True)
class Place(Order):
    """Put units of one kind on the board before the game."""

    VERB: ClassVar[str] = "place"
    GIST: ClassVar[str] = "put units of your army on your first rows, unseen by the other side"
    SEALED: ClassVar[bool] = True
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("kind", "kind"), Slot("squares", "square", "at", many=True))
    kind: str
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lift(Order):
    """Take units back off the board before the game."""

    VERB: ClassVar[str] = "lift"
    GIST: ClassVar[str] = "take units you placed off the board again"
    SEALED: ClassVar[bool] = True
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("squares", "square", "from", many=True),)
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Muster(Order):
    """Have what is left placed in the usual way, and be ready."""

    VERB: ClassVar[str] = "muster"
    GIST: ClassVar[str] = "have the rest of your army placed for you, and be ready"
    SEALED: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Ready(Order):
    """Be done with placing."""

    VERB: ClassVar[str] = "ready"
    GIST: ClassVar[str] = "say that your army stands as you want it"


@dataclass(frozen=True, slots=True)
class Move(Order):
    """Step, or capture by moving, with any unit but a Commander."""

    VERB: ClassVar[str] = "move"
    GIST: ClassVar[str] = "step with a unit, or capture the enemy it lands on"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("unit", "square"),
        Slot("to", "square", "to"),
        Slot("aside", "square", "aside", optional=True),
        Slot("facing", "facing", "facing", optional=True),
        Slot("spell", "spell", "casting on", optional=True),
        Slot("followers", "follower", "followed by", many=True, optional=True),
    )
    unit: str
    to: str
    aside: str | None = None
    facing: str | None = None
    spell: str | None = None
    followers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rotate(Order):
    """Turn a Pawn."""

    VERB: ClassVar[str] = "rotate"
    GIST: ClassVar[str] = "turn a Pawn by a quarter"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("unit", "square"),
        Slot("facing", "facing", "facing"),
        Slot("spell", "spell", "casting on", optional=True),
        Slot("followers", "follower", "followed by", many=True, optional=True),
    )
    unit: str
    facing: str
    spell: str | None = None
    followers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shoot(Order):
    """Capture with an Archer from where it stands."""

    VERB: ClassVar[str] = "shoot"
    GIST: ClassVar[str] = "capture with an Archer without moving"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("unit", "square", "from"), Slot("target", "square", "at"))
    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class Cast(Order):
    """Use a Caster's telekinesis, and nothing else."""

    VERB: ClassVar[str] = "cast"
    GIST: ClassVar[str] = "move or turn a unit by a Caster's telekinesis"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("unit", "square", "from"),
        Slot("spell", "spell", "on"),
        Slot("followers", "follower", "followed by", many=True, optional=True),
    )
    unit: str
    spell: str
    followers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Swap(Order):
    """Let a Rogue change places with a Pawn of its own side."""

    VERB: ClassVar[str] = "swap"
    GIST: ClassVar[str] = "let a Rogue change places with a Pawn beside it"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("unit", "square"),
        Slot("other", "square", "with"),
        Slot("facing", "facing", "facing", optional=True),
    )
    unit: str
    other: str
    facing: str | None = None


@dataclass(frozen=True, slots=True)
class Command(Order):
    """Act with a Commander: a step, a Rotate for a Pawn beside it, basic actions for two."""

    VERB: ClassVar[str] = "command"
    GIST: ClassVar[str] = "step with a Commander and give the Pawns beside it basic actions"
    SLOTS: ClassVar[tuple[Slot, ...]] = (
        Slot("unit", "square"),
        Slot("to", "square", "to", optional=True),
        Slot("turning", "turn", "turning", optional=True),
        Slot("deeds", "deed", "then", many=True, optional=True),
        Slot("followers", "follower", "followed by", many=True, optional=True),
    )
    unit: str
    to: str | None = None
    turning: str | None = None
    deeds: tuple[str, ...] = ()
    followers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recruit(Order):
    """Bring in the unit that a treasure pays for."""

    VERB: ClassVar[str] = "recruit"
    GIST: ClassVar[str] = "bring in the unit a treasure pays for"
    SLOTS: ClassVar[tuple[Slot, ...]] = (Slot("kind", "kind"), Slot("square", "square", "at"))
    kind: str
    square: str


@dataclass(frozen=True, slots=True)
class Pass(Order):
    """Give up the turn."""

    VERB: ClassVar[str] = "pass"
    GIST: ClassVar[str] = "do nothing this turn; the second time in a row offers a draw"


@dataclass(frozen=True, slots=True)
class OfferDraw(Order):
    """Offer a draw with this turn."""

    VERB: ClassVar[str] = "offer draw"
    GIST: ClassVar[str] = "offer a draw, then take your turn"


@dataclass(frozen=True, slots=True)
class AcceptDraw(Order):
    """Take the draw that was offered."""

    VERB: ClassVar[str] = "accept draw"
    GIST: ClassVar[str] = "end the game without a winner, as the other side offered"
    GIVES_UP: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Resign(Order):
    """Give up the match."""

    VERB: ClassVar[str] = "resign"
    GIST: ClassVar[str] = "give up the match"
    GIVES_UP: ClassVar[bool] = True


PLACEMENT: Final = (Place, Lift, Muster, Ready, Resign)
TURN: Final = (Move, Rotate, Shoot, Cast, Swap, Command, Pass, OfferDraw, AcceptDraw, Resign)
RECRUITING: Final = (Recruit, Resign)
ORDERS: Final[tuple[type[Order], ...]] = (
    *PLACEMENT[:-1],
    *TURN[:6],
    Recruit,
    *TURN[6:],
)

square: Final[Matcher] = phrases(SQUARES)
facing: Final[Matcher] = phrases({**{it: it for it in FACINGS}, **{it[0]: it for it in FACINGS}})
kind: Final[Matcher] = phrases({**{it: it for it in KINDS}, **{f"{it}s": it for it in KINDS}})

TO, ASIDE, FACING = "to", "aside", "facing"


def clause(*parts: tuple[str, Matcher], least: int) -> Matcher:
    """A matcher for a square and some of these parts, each behind its word: `C3 to C4 facing east`."""

    def match(line: str) -> tuple[Any, int] | None:
        found = square(line)
        if found is None:
            return None
        value, at = found
        count = 0
        for word, matcher in parts:
            rest = after_word(word, line[at:].lstrip())
            inner = None if rest is None else matcher(rest)
            if rest is not None and inner is not None:
                value = f"{value} {word} {inner[0]}"
                at = len(line) - len(rest) + inner[1]
                count += 1
        return (value, at) if count >= least else None

    return match


def read_clause(value: str) -> dict[str, str]:
    """The parts of what a clause matched, by their words; the square it begins with under ""."""
    first, *rest = value.split(" ")
    return {"": first, **dict(zip(rest[::2], rest[1::2], strict=True))}


VOCABULARY: Final[dict[str, Matcher]] = {
    "square": square,
    "facing": facing,
    "kind": kind,
    "spell": clause((TO, square), (FACING, facing), least=1),
    "turn": clause((FACING, facing), least=1),
    "deed": clause((TO, square), (ASIDE, square), (FACING, facing), least=1),
    "follower": clause((TO, square), (FACING, facing), least=1),
}

GRAMMAR: Final = Grammar(ORDERS, VOCABULARY, {"square": SQUARES, "facing": FACINGS, "kind": KINDS})
