"""Colours: mixing, contrast, and how they look to people who see fewer of them."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

DEFICIENCIES: Final = ("protanopia", "deuteranopia", "tritanopia")

# Machado, Oliveira and Fernandes (2009), severity 1, on linear light.
_SIMULATION: Final[dict[str, tuple[tuple[float, float, float], ...]]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def rgb(text: str) -> RGB:
    """The colour written "#rrggbb"."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def hexcode(colour: RGB) -> str:
    """The colour as "#rrggbb"."""
    return f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


@lru_cache(maxsize=4096)
def mix(a: RGB, b: RGB, share: float) -> RGB:
    """From `a` (share 0) to `b` (share 1)."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def _linear(part: float) -> float:
    part /= 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _coded(light: float) -> int:
    light = min(1.0, max(0.0, light))
    return round(255 * (light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


def luminance(colour: RGB) -> float:
    """Relative luminance, 0 to 1 (WCAG)."""
    r, g, b = (_linear(part) for part in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: RGB, b: RGB) -> float:
    """Contrast of two colours, 1 to 21 (WCAG)."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def simulate(colour: RGB, deficiency: str) -> RGB:
    """The colour as somebody with this deficiency sees it."""
    light = [_linear(part) for part in colour]
    rows = _SIMULATION[deficiency]
    r, g, b = (_coded(sum(k * part for k, part in zip(row, light, strict=True))) for row in rows)
    return r, g, b


def _oklab(colour: RGB) -> tuple[float, float, float]:
    r, g, b = (_linear(part) for part in colour)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def difference(a: RGB, b: RGB) -> float:
    """How different two colours look, in hundredths of the way from black to white (OKLab)."""
    return 100 * sqrt(sum((x - y) ** 2 for x, y in zip(_oklab(a), _oklab(b), strict=True)))


def legible(on: RGB, dark: RGB, light: RGB) -> RGB:
    """The one of two inks that is easier to read on a colour."""
    return dark if contrast(on, dark) >= contrast(on, light) else light
