"""The reference set looks as it did when somebody last looked at it (`python -m tests.render.golden`)."""

import hashlib
from dataclasses import dataclass

import pytest

from render import Drawn
from tests.render.golden import SETS, GoldenSet, platform_tag, small, unlike

TOLERANCE = 12
"""Of 255, at the worst place of a picture."""
MOST_BYTES = 500 * 1024


@dataclass(frozen=True, slots=True)
class Made:
    """The reference set of a game as it is drawn now, beside the one that was kept."""

    golden: GoldenSet
    pictures: dict[str, Drawn]


@pytest.fixture(scope="module", params=SETS)
def made(request: pytest.FixtureRequest) -> Made:
    """Every game in turn."""
    golden = SETS[request.param]
    return Made(golden, golden.make())


def test_pictures_look_as_they_did(made: Made) -> None:
    """Compared as eyes do: a counter missing shows, a pixel off does not."""
    assert made.golden.names() == set(made.pictures)
    for name, drawn in made.pictures.items():
        apart = unlike(small(drawn.data), made.golden.kept(name))
        assert apart <= TOLERANCE, f"{name} looks different ({apart:.0f}); look at it, then write it anew"


def test_pictures_are_the_same_to_the_byte(made: Made) -> None:
    """Where Pillow, FreeType and zlib are those of the golden set."""
    kept = made.golden.hashes()
    if kept["platform"] != platform_tag():
        pytest.skip(f"golden bytes were written with {kept['platform']}")
    digests = {name: hashlib.sha256(drawn.data).hexdigest() for name, drawn in made.pictures.items()}
    assert digests == kept["pictures"]


def test_pictures_are_small(made: Made) -> None:
    """At most 500 KB each, and described in at most 1,000 characters."""
    for name, drawn in made.pictures.items():
        assert len(drawn.data) <= MOST_BYTES, name
        assert 0 < len(drawn.alt) <= 1000, name


def test_the_comparison_sees_what_matters(made: Made) -> None:
    """A counter that is missing, and not a pixel of rounding."""
    image = small(next(iter(made.pictures.values())).data)
    moved = image.copy()
    moved.paste(image.crop((0, 0, 300, 300)), (1, 0))
    assert unlike(image, image) == 0
    worse = image.copy()
    worse.paste((20, 60, 20), (240, 180, 255, 192))
    assert unlike(image, worse) > TOLERANCE
