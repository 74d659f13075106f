"""The High Crusade in words, as the doors ask for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.high_crusade.battle_events import BattleEnded, BattleJoined
from engine.high_crusade.view import View
from engine.kernel.game import Event
from render.high_crusade import sheets
from render.high_crusade.facts import phase_words, place, races, turn_words, winner_words
from render.high_crusade.text import Board
from render.kinds import FAINT, HEADING, LOUD, Notes, Table

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_FACES: Final = 4
"""Cards that go with one letter."""


def _battle(where: str) -> str:
    return f"Battle at {where}"


class HighCrusadeScribe:
    """Puts Views of The High Crusade into words."""

    def aim(self, view: View) -> tuple[str, ...]:
        """How it begins, and what the scenario asks for."""
        pack, scenario = view.pack, view.pack.scenarios[view.scenario]
        ways = [f"hold the planet {pack.imperial_capital}"] if scenario.imperial_wins else []
        every = scenario.capitals_needed == len(pack.capitals)
        others = "" if scenario.capitals_with_imperial else "other "
        ways.append(
            f"hold {'all' if every else ''} {scenario.capitals_needed} {others}capitals".replace("  ", " ")
        )
        crowned = " and crowned a King" if scenario.king_needed else ""
        ways.append(f"have converted {scenario.thralls_needed} Thrall Races{crowned}")
        return (
            "Sir Roger has taken one planet of an empire, and a ship that flies.",
            f"The Crusaders win if after {scenario.turns} turns they {', or '.join(ways)}.",
        )

    def phase(self, view: View) -> str:
        """Turn and phase."""
        return f"{turn_words(view)} · {phase_words(view)}" if view.turn else phase_words(view)

    def mark(self, view: View) -> str:
        """A report ends with every phase."""
        return f"{view.turn}:{view.phase}"

    def episode(self, view: View) -> str:
        """The battle under way."""
        return _battle(place(view, view.battle.hex)) if view.battle is not None else ""

    def scene(self, event: Event, now: str) -> str:
        """A battle lasts from when it is joined until it is over."""
        match event:
            case BattleJoined(place=where):
                return _battle(where)
            case BattleEnded():
                return ""
        return now

    def result(self, view: View) -> str:
        """Who won and why."""
        return winner_words(view)

    def progress(self, view: View) -> list[str]:
        """Tracks, and what counts for winning."""
        return [str(line).strip() for line in list(Board(view).tracks())[1:]]

    def board(self, view: View, seat: str = "") -> RenderableType:
        """The map by zones."""
        return Board(view).whole()

    def about(self, view: View, words: str, seat: str = "") -> RenderableType | None:
        """A planet, a zone or a piece; without words, where everything of the seat is."""
        return Board(view).where(words, seat) if words else Board(view).own(seat)

    def dossier(self, view: View, seat: str) -> RenderableType:
        """The races whose face this seat knows, and its leaders."""
        return Board(view).dossier(seat)

    def tracks(self, view: View) -> tuple[Table | Notes, ...]:
        """Tracks, strengths, aims, allies."""
        return sheets.tracks(view)

    def knowledge(self, view: View) -> tuple[Table | Notes, ...]:
        """Faces and leaders."""
        return sheets.knowledge(view)

    def faces(self, view: View, lines: Sequence[str]) -> tuple[str, ...]:
        """The races whose face this viewer alone knows and of which these lines speak."""
        named = [
            planet for planet, seen in races(view) if seen.private and any(planet in line for line in lines)
        ]
        return tuple(named[:MOST_FACES])

    def tone(self, line: str) -> str:
        """A new turn is a heading, a battle is loud, a phase in which nobody decides is faint."""
        if line.startswith("Game Turn") and line.endswith(" begins."):
            return HEADING
        if line.endswith(" passes: there is nothing to decide."):
            return FAINT
        return LOUD if line.startswith("Battle at") else ""


SCRIBE: Final = HighCrusadeScribe()
