"""The High Crusade as the shelf finds it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from engine.high_crusade.forecast import Forecast, forecasts
from engine.high_crusade.game import HighCrusade
from engine.high_crusade.invariants import Invariants
from engine.high_crusade.pack import FILES, load
from engine.high_crusade.raider import Raider
from engine.high_crusade.squire import Squire
from engine.high_crusade.state import State
from engine.kernel.box import Odds
from engine.kernel.orders import Order
from engine.kernel.players import Factory
from engine.kernel.seats import Seat

__all__ = ["FILES", "PLAYERS", "choices", "game", "odds", "watch"]

PLAYERS: Final[Mapping[str, Factory]] = {"squire": Squire, "raider": Raider}


def game(texts: Mapping[str, str]) -> HighCrusade:
    """The game that plays by these files. Raises `PackError`."""
    return HighCrusade(load(texts))


def choices(game: HighCrusade) -> dict[str, dict[str, str]]:
    """The scenarios of the edition."""
    return {"scenario": {key: f"{one.title}, {one.turns} turns" for key, one in game.pack.scenarios.items()}}


def odds(state: State, seat: Seat, order: Order) -> tuple[Odds, ...]:
    """What an attack would probably do: counted exactly, from what everybody can see."""
    found = forecasts(state, seat, order)
    return tuple(_words(one, len(found) > 1) for one in found)


def _words(one: Forecast, open_or_inside: bool) -> Odds:
    table = one.odds
    case = " if the defenders stay inside the walls" if one.inside else ""
    if open_or_inside and not one.inside:
        case = " if they come out"
    walls = f" + {table.walls} walls" if table.walls else ""
    shifts = (*table.attacker, *((name, -worth) for name, worth in table.defender))
    attacker, defender = float(one.attacker_expects), float(one.defender_expects)
    return Odds(
        f"Odds at {one.place}{case}",
        (
            ("strength", f"{table.attack} against {table.defend}{walls}, column {table.label}"),
            ("shifts", ", ".join(f"{name} {worth:+d}" for name, worth in shifts) or "none"),
            ("losses on average", f"attacker {attacker:.1f}, defender {defender:.1f}"),
            ("defender loses more", _percent(one.attacker_better)),
            ("attacker loses more", _percent(one.defender_better)),
            ("defender wiped out", _percent(one.defender_destroyed)),
            ("attacker wiped out", _percent(one.attacker_destroyed)),
        ),
    )


def _percent(share: Fraction) -> str:
    """A probability for people; never 0 or 100 unless it is."""
    value = float(share) * 100
    if 0 < value < 1:
        return "under 1 %"
    if 99 < value < 100:
        return "over 99 %"
    return f"{value:.0f} %"


def watch() -> Invariants:
    """The invariants, for one game that is played."""
    return Invariants()
