"""The style sheet of the map on a page: the colours of themes and sides, then the shapes of `stage.css`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Final

from render.colour import RGB, hexcode, mix
from render.counters import Livery
from render.high_crusade.look import (
    CREAM,
    CRIMSON,
    FROZEN,
    HERESY,
    LIVERIES,
    THRALL_BACK,
    THRALL_EDGE,
    THRALL_INK,
)
from render.high_crusade.stage_pieces import faction_class
from render.svg import SIGN_CSS
from render.theme import THEMES, Theme


def _named(colours: Mapping[str, RGB]) -> str:
    return "".join(f"--hc-{name}:{hexcode(colour)};" for name, colour in colours.items())


def _theme(theme: Theme) -> str:
    calm = mix(theme.calm, (255, 255, 255), 0.35) if theme.dark else mix(theme.calm, (20, 40, 90), 0.4)
    colours = {
        "deep": theme.paper,
        "card": theme.card,
        "ink": theme.ink,
        "faint": theme.faint,
        "gold": theme.gold,
        "alarm": theme.alarm,
        "land": theme.land,
        "coast": theme.coast,
        "star": theme.ink if theme.dark else theme.shade,
        "halo": mix(theme.paper, theme.land, 0.7) if theme.dark else theme.card,
        "glow": (255, 255, 255) if theme.dark else theme.ink,
        "storm": calm,
    }
    line = hexcode(theme.ink if theme.dark else theme.shade) + ("2b" if theme.dark else "50")
    return f'[data-theme="{theme.name}"]{{{_named(colours)}--hc-line:{line};--hc-tint:{theme.territory}}}\n'


def _livery(name: str, livery: Livery) -> str:
    colours = {
        "c-fill": livery.fill,
        "c-ink": livery.ink,
        "c-band": livery.band,
        "c-bandink": livery.band_ink,
        "c-edge": livery.edge,
    }
    return f".hc .{name}{{{_named(colours)}}}\n"


_PIECES: Final = {
    "cream": CREAM,
    "crimson": CRIMSON,
    "heresy": HERESY,
    "wild": THRALL_BACK,
    "wildedge": THRALL_EDGE,
    "wildink": THRALL_INK,
}

CSS: Final = "".join(
    (
        SIGN_CSS,
        *map(_theme, THEMES.values()),
        f".hc{{{_named(_PIECES)}}}\n",
        *(_livery(faction_class(faction), livery) for faction, livery in LIVERIES.items()),
        _livery("frozen", FROZEN),
        resources.files(__package__).joinpath("stage.css").read_text(encoding="utf-8"),
    )
)
