"""The High Crusade as a map to click on."""

from __future__ import annotations

from typing import Final

from engine.high_crusade.view import View
from render.high_crusade import places, stage_pieces
from render.high_crusade.stage_ground import chart
from render.high_crusade.stage_style import CSS
from render.kinds import Place


class HighCrusadeStage:
    """The map of the stars as SVG."""

    css = CSS

    def size(self, view: View) -> tuple[int, int]:
        """Width and height of the drawings."""
        _, _, wide, high = chart(view.pack).geometry.map
        return round(wide), round(high)

    def edition(self, view: View) -> str:
        """The pack: what is printed depends on nothing else."""
        return view.pack.hash[:16]

    def ground(self, view: View) -> str:
        """The printed map."""
        return chart(view.pack).svg

    def pieces(self, view: View) -> str:
        """What lies on it."""
        return stage_pieces.draw(view, chart(view.pack))

    def places(self, view: View) -> tuple[Place, ...]:
        """Every land hex, and storms in open space."""
        return tuple(places.places(view))

    def names_at(self, view: View, place: str, seat: str) -> list[str]:
        """What an order may call things in a hex."""
        return places.names_at(view, place, seat)


STAGE: Final = HighCrusadeStage()
