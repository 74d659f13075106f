"""The colours of a picture, chosen once for a pack and a theme."""

from __future__ import annotations

from PIL import Image

from engine.high_crusade.pack import Pack
from render.colour import RGB
from render.encode import palette
from render.high_crusade.ground import sheet
from render.high_crusade.look import (
    CREAM,
    CRIMSON,
    FROZEN,
    HERESY,
    LIVERIES,
    SIZES,
    THRALL_BACK,
    THRALL_EDGE,
    THRALL_INK,
)
from render.theme import Theme

_kept: dict[tuple[str, str], Image.Image] = {}


def colours(pack: Pack, theme: Theme) -> Image.Image:
    """The palette of every picture of this pack in this theme."""
    key = (pack.hash, theme.name)
    found = _kept.get(key)
    if found is None:
        liveries = [*LIVERIES.values(), FROZEN]
        exact: list[RGB] = [
            theme.paper, theme.card, theme.inset, theme.ink, theme.faint, theme.edge, theme.gold, theme.alarm,
            theme.calm, theme.land, theme.coast, theme.shade, CREAM, CRIMSON, (255, 224, 130),
            (255, 255, 255), THRALL_BACK, THRALL_EDGE, THRALL_INK, HERESY,
        ]  # fmt: skip
        for livery in liveries:
            exact += [livery.fill, livery.ink, livery.band, livery.band_ink, livery.edge]
        pairs: list[tuple[RGB, RGB]] = [
            (theme.card, theme.ink), (theme.card, theme.gold), (theme.card, theme.faint),
            (theme.paper, theme.ink), (theme.land, theme.coast), (theme.inset, theme.ink),
            (theme.card, theme.alarm), (theme.paper, theme.gold),
            (THRALL_BACK, THRALL_INK), (CREAM, THRALL_INK),
        ]  # fmt: skip
        for livery in liveries:
            pairs += [(livery.fill, livery.ink), (livery.band, livery.band_ink), (livery.fill, livery.band)]
        ground = sheet(pack, theme, SIZES["frame"]).image
        found = _kept[key] = palette([ground], exact, pairs)
    return found
