"""What an edition of The High Crusade holds: planets, who reaches whom, what the combat tables are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.high_crusade import pack_stats
from engine.high_crusade.pack import Column, Pack
from engine.high_crusade.pack_stats import Losses, reach
from engine.kernel.figures import origins
from render.kinds import Notes, Table


class HighCrusadeEdition:
    """Reads the pack of a game."""

    def summary(self, game: Any) -> tuple[str, ...]:
        """What there is, and where the figures come from."""
        pack: Pack = game.pack
        boxes = sum(planet.thrall_box for planet in pack.planets.values())
        return (
            f"{pack.name}, {pack.edition}.",
            f"{pack.grid.cols} by {pack.grid.rows} hexes, {len(pack.zones)} zones, "
            f"{len(pack.planets)} planets, {boxes} Thrall boxes, {len(pack.faces)} Thrall Races, "
            f"{len(pack.leaders)} leaders.",
            origins(pack.provenance),
        )

    def tables(self, game: Any) -> tuple[Table | Notes, ...]:
        """Planets, reach and the combat tables."""
        pack: Pack = game.pack
        columns = pack.crusader_table.columns
        return (
            _planets(pack),
            *_reach(pack),
            _worth("Crusader fleets", columns, pack_stats.crusader_fleet_column),
            _worth("Crusader armies, ten against ten", columns, pack_stats.crusader_ground_column),
            _worth("Wersgorix, allies, forts", pack.wersgorix_table.columns, pack_stats.wersgorix_column),
        )


def _planets(pack: Pack) -> Table:
    rows = []
    for zone in pack.zones.values():
        for name in zone.planets:
            planet = pack.planets[name]
            land = " ".join(pack.grid.name(at) for at in planet.hexes)
            box = "yes" if planet.thrall_box else ""
            rows.append(
                (
                    f"{name}{' (capital)' if planet.capital else ''}",
                    zone.name,
                    land,
                    planet.terrain_label,
                    str(planet.fort or ""),
                    box,
                    planet.home_of or "",
                )
            )
    return Table("Planets", tuple(rows), ("planet", "zone", "land", "terrain", "fort", "box", "home of"))


def _reach(pack: Pack) -> tuple[Table, Notes]:
    """Who reaches whom in one move, and how far everything is from the Crusaders' home."""
    ranges = sorted({pack.default_range, *pack.ranges.values()})
    reaches = [reach(pack, range_) for range_ in ranges]
    rows = []
    for name in pack.planets:
        near = ", ".join(f"{other} {pack.planet_distance(name, other)}" for other in reaches[0].links[name])
        rows.append((name, *(str(found.hops.get(name, "-")) for found in reaches), near))
    moves = (f"moves at {found.range}" for found in reaches)
    table = Table("In reach", tuple(rows), ("planet", *moves, f"in one move of {ranges[0]} hexes"))
    said = (
        f"Range {found.range}: {found.degree:.1f} planets in reach on the average; "
        f"{pack.imperial_capital} is {found.hops.get(pack.imperial_capital, '-')} moves "
        f"from {pack.crusader_home}."
        for found in reaches
    )
    return table, Notes("", tuple(said))


def _worth(title: str, columns: Iterable[Column[Any]], worth: Callable[[Column[Any]], Losses]) -> Table:
    """What each column of a combat table costs both sides on the average."""
    rows = []
    for column in columns:
        attacker, defender = worth(column)
        rows.append((column.label, f"{float(attacker):.1f}", f"{float(defender):.1f}"))
    head = ("attacker less defender", "attacker", "defender")
    return Table(f"Expected losses: {title}", tuple(rows), head)


EDITION: Final = HighCrusadeEdition()
