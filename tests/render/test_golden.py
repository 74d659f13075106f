"""The reference set looks as it did when somebody last looked at it (`python -m tests.render.golden`)."""

import hashlib

import pytest
from PIL import Image

from render import Drawn
from tests.render.golden import FOLDER, hashes, pictures, platform_tag, small, unlike

TOLERANCE = 12
"""Of 255, at the worst place of a picture."""
MOST_BYTES = 500 * 1024


@pytest.fixture(scope="module")
def made() -> dict[str, Drawn]:
    """The reference set as it is drawn now."""
    return pictures()


def test_pictures_look_as_they_did(made: dict[str, Drawn]) -> None:
    """Compared as eyes do: a counter missing shows, a pixel off does not."""
    kept = {path.stem for path in FOLDER.glob("*.webp")}
    assert kept == set(made)
    for name, drawn in made.items():
        golden = Image.open(FOLDER / f"{name}.webp").convert("RGB")
        apart = unlike(small(drawn.data), golden)
        assert apart <= TOLERANCE, f"{name} looks different ({apart:.0f}); look at it, then write it anew"


def test_pictures_are_the_same_to_the_byte(made: dict[str, Drawn]) -> None:
    """Where Pillow, FreeType and zlib are those of the golden set."""
    kept = hashes()
    if kept["platform"] != platform_tag():
        pytest.skip(f"golden bytes were written with {kept['platform']}")
    assert {name: hashlib.sha256(drawn.data).hexdigest() for name, drawn in made.items()} == kept["pictures"]


def test_pictures_are_small(made: dict[str, Drawn]) -> None:
    """At most 500 KB each, and described in at most 1,000 characters."""
    for name, drawn in made.items():
        assert len(drawn.data) <= MOST_BYTES, name
        assert 0 < len(drawn.alt) <= 1000, name


def test_the_comparison_sees_what_matters(made: dict[str, Drawn]) -> None:
    """A counter that is missing, and not a pixel of rounding."""
    image = small(made["midgame"].data)
    moved = image.copy()
    moved.paste(image.crop((0, 0, 300, 300)), (1, 0))
    assert unlike(image, image) == 0
    worse = image.copy()
    worse.paste((20, 60, 20), (240, 180, 255, 192))
    assert unlike(image, worse) > TOLERANCE
