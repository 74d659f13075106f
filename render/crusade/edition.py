"""What an edition of Crusade holds: the dice tables and the layouts of the treasures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from engine.crusade.pack import Pack
from engine.kernel.figures import origins
from render.kinds import Notes, Table


class CrusadeEdition:
    """Reads the pack of a game."""

    def summary(self, game: Any) -> tuple[str, ...]:
        """The dice, the stock, and where the figures come from."""
        pack: Pack = game.pack
        return (
            f"{pack.setup_dice} setup dice, {pack.pawn_dice} dice for Pawns, {pack.noble_dice} for Nobles; "
            f"{pack.pawn_stock} of each Pawn, {pack.noble_stock} of each Noble a player; "
            f"{len(pack.layouts)} layouts of the treasures.",
            origins(pack.provenance),
        )

    def tables(self, game: Any) -> tuple[Table | Notes, ...]:
        """What each die gives, and where White's treasures lie."""
        pack: Pack = game.pack
        layouts = tuple((it.name, ", ".join(it.supplies), ", ".join(it.relics)) for it in pack.layouts)
        return (
            _faces("Setup dice, twenty-sided", pack.setup),
            _faces("Pawn dice", pack.pawns),
            _faces("Noble dice", pack.nobles),
            Table("Layouts", layouts, ("layout", "White's Supplies", "White's Relics")),
            Notes("", ("Black's treasures lie the same way, turned about the middle.",)),
        )


def _faces(title: str, results: Sequence[str]) -> Table:
    """What each face of a die means; equal neighbours in one row."""
    rows, first = [], 1
    for result, run in groupby(results):
        last = first + len(list(run)) - 1
        rows.append((f"{first} to {last}" if last > first else str(first), result))
        first = last + 1
    return Table(title, tuple(rows), ("die", "gives"))


EDITION: Final = CrusadeEdition()
