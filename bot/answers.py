"""What the referee answers: one value for every door, and the same again for the same interaction."""

import json
from dataclasses import dataclass, field, fields
from typing import Any, Final

from engine.kernel.errors import IllegalOrder

ACCEPTED: Final = "accepted"
"""Done, and on disk."""
REFUSED: Final = "refused"
"""The rules, or the state of the game, do not allow it; `reason` says why, `nearest` what would be legal."""
ASKED: Final = "asked"
"""The others have to agree first, and have been asked."""
NOT_RECORDED: Final = "not recorded"
"""The disk did not take it; nothing has changed, and trying again is right."""
FROZEN: Final = "frozen"
"""The record of this game does not hold together; nobody's orders are taken."""
STUMBLED: Final = "stumbled"
"""A fault of ours. Nothing has changed."""

KEPT: Final = frozenset({ACCEPTED, REFUSED, ASKED})
"""The kinds of answer that are given again when an interaction is repeated; the others may be tried again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a request. `lines` say what happened, in words for the one who asked."""

    kind: str
    game: str = ""
    seq: int | None = None
    lines: tuple[str, ...] = ()
    reason: str = ""
    rule: str = ""
    nearest: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether it was done."""
        return self.kind == ACCEPTED

    def to_text(self) -> str:
        """The answer as it is kept."""
        plain = {name: getattr(self, name) for name in _FIELDS}
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> "Answer":
        """The answer that `to_text` made this of."""
        plain = json.loads(text)
        return cls(**{**plain, "lines": tuple(plain["lines"]), "nearest": tuple(plain["nearest"])})


_FIELDS: Final = tuple(field.name for field in fields(Answer))


def refusal(game: str, error: IllegalOrder) -> Answer:
    """The answer to an order that the rules refuse."""
    return Answer(REFUSED, game, reason=error.reason, rule=error.rule, nearest=error.nearest)


def not_recorded(game: str, why: str, *, sure: bool = True) -> Answer:
    """The answer when the disk did not take an order."""
    if sure:
        reason = f"Not recorded, try again: {why}."
    else:
        reason = f"It could not be confirmed that this was recorded ({why}); look before you try again."
    return Answer(NOT_RECORDED, game, reason=reason)
