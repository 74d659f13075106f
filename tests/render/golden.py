"""Golden pictures: what the reference set looked like when somebody last looked at it.

`python -m tests.render.golden` draws them anew, or those of the games that are named; look at them before
committing.
"""

import hashlib
import json
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageFilter, ImageStat, features

from render import Drawn, artist
from tests.render.crusade.pictures import pictures as crusade
from tests.support.pictured import BATTLE, course
from tests.support.positions import BEFORE, SAMPLES, sample_view

WIDTH = 620
"""Golden pictures are kept this wide: enough to see a counter in the wrong place."""


def platform_tag() -> str:
    """What the exact bytes depend on."""
    import PIL

    parts = (PIL.__version__, features.version("freetype2"), features.version("zlib"), platform.machine())
    return " ".join(map(str, parts))


def high_crusade() -> dict[str, Drawn]:
    """The reference set of The High Crusade, by name."""
    who = artist("high_crusade")
    made = {}
    for place, name in enumerate(SAMPLES):
        since = sample_view(BEFORE[name]) if name in BEFORE else None
        theme = ("dark", "light")[place % 2]
        made[name] = who.board(sample_view(name), theme=theme, size="full", since=since)
    for size in ("feed", "phone"):
        view, since = sample_view("after-midgame", "crusader"), sample_view("midgame", "crusader")
        made[f"after-midgame-{size}"] = who.board(view, theme="light", size=size, since=since)
    view = sample_view("after-midgame", "crusader")
    made["battle"] = who.cards(view, theme="dark", events=BATTLE)[0]
    made["face"] = who.card(view, "Lothmar", theme="light")
    made["leader"] = who.card(view, "Sir Brian Fitz-William", theme="dark")
    made["summary"] = who.summary(view, theme="light", since=sample_view("midgame", "crusader"))
    made["result"] = who.poster(course(), theme="light")
    return made


def small(data: bytes) -> Image.Image:
    """A picture at the size in which it is kept."""
    image = Image.open(BytesIO(data)).convert("RGB")
    high = round(image.height * WIDTH / image.width)
    return image.resize((WIDTH, high), Image.Resampling.BOX)


def unlike(a: Image.Image, b: Image.Image) -> float:
    """How different two pictures look, 0 to 255: the worst place after a slight blur, so that a shifted pixel
    counts little and a missing counter much."""
    if a.size != b.size:
        return 255.0
    soft = [it.filter(ImageFilter.GaussianBlur(2.5)) for it in (a, b)]
    apart = ImageChops.difference(*soft).convert("L")
    return float(max(ImageStat.Stat(apart).extrema[0]))


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """The pictures of one game, and where they are kept."""

    folder: Path
    make: Callable[[], dict[str, Drawn]]

    @property
    def _hashes(self) -> Path:
        return self.folder / "hashes.json"

    def names(self) -> set[str]:
        """What is kept."""
        return {path.stem for path in self.folder.glob("*.webp")}

    def kept(self, name: str) -> Image.Image:
        """A picture as it was last written."""
        return Image.open(self.folder / f"{name}.webp").convert("RGB")

    def hashes(self) -> dict[str, Any]:
        """Platform and hash of each picture's bytes, as last written."""
        found: dict[str, Any] = json.loads(self._hashes.read_text())
        return found

    def write(self) -> None:
        """Draw all of them anew."""
        self.folder.mkdir(exist_ok=True)
        made = self.make()
        for name, drawn in made.items():
            small(drawn.data).save(self.folder / f"{name}.webp", quality=90, method=6)
        digests = {name: hashlib.sha256(drawn.data).hexdigest() for name, drawn in made.items()}
        kept = {"platform": platform_tag(), "pictures": digests}
        self._hashes.write_text(json.dumps(kept, indent=1) + "\n")


HERE = Path(__file__).parent
SETS = {
    "high_crusade": GoldenSet(HERE / "golden", high_crusade),
    "crusade": GoldenSet(HERE / "crusade" / "golden", crusade),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or SETS:
        SETS[name].write()
