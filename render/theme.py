"""Light and dark: the colours of paper, ink and signs. What belongs to one game is in that game's room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from render.colour import RGB, rgb


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. Equal themes have equal names."""

    name: str
    dark: bool
    paper: RGB
    """Behind everything."""
    grid: RGB
    ink: RGB
    faint: RGB
    """Ink of what matters less; still readable on paper and card."""
    card: RGB
    """Behind text beside or on the map."""
    inset: RGB
    """Behind figures on a card."""
    edge: RGB
    """Lines around cards."""
    gold: RGB
    alarm: RGB
    calm: RGB
    land: RGB
    coast: RGB
    shade: RGB
    """Shadows."""
    territory: float
    """How strongly a territory's colour shows in its middle."""
    rim: float
    """How strongly it shows at its border."""


DARK: Final = Theme(
    name="dark",
    dark=True,
    paper=rgb("#0e1424"),
    grid=rgb("#28314a"),
    ink=rgb("#f3ead6"),
    faint=rgb("#b3ab9b"),
    card=rgb("#171e31"),
    inset=rgb("#232c44"),
    edge=rgb("#5d6784"),
    gold=rgb("#e8c15a"),
    alarm=rgb("#ff7a59"),
    calm=rgb("#6fc3b8"),
    land=rgb("#cbb994"),
    coast=rgb("#2a2418"),
    shade=rgb("#05070d"),
    territory=0.26,
    rim=0.62,
)

LIGHT: Final = Theme(
    name="light",
    dark=False,
    paper=rgb("#f3ead5"),
    grid=rgb("#d9ccae"),
    ink=rgb("#2b2118"),
    faint=rgb("#695b47"),
    card=rgb("#fbf6e9"),
    inset=rgb("#ece1c8"),
    edge=rgb("#9a8763"),
    gold=rgb("#8a6410"),
    alarm=rgb("#b3260f"),
    calm=rgb("#0f6b62"),
    land=rgb("#e2cf9f"),
    coast=rgb("#3a2c17"),
    shade=rgb("#7d6a4a"),
    territory=0.20,
    rim=0.55,
)

THEMES: Final = {theme.name: theme for theme in (DARK, LIGHT)}


def theme_of(name: str) -> Theme:
    """The theme of that name. Raises KeyError."""
    return THEMES[name]
