"""Golden pictures: what the reference set looked like when somebody last looked at it.

`python -m tests.render.golden` draws them anew; look at them before committing.
"""

import hashlib
import json
import platform
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageFilter, ImageStat, features

from render import Drawn, artist
from tests.support.pictured import BATTLE, course
from tests.support.positions import BEFORE, SAMPLES, sample_view

FOLDER = Path(__file__).parent / "golden"
HASHES = FOLDER / "hashes.json"
WIDTH = 620
"""Golden pictures are kept this wide: enough to see a counter in the wrong place."""


def platform_tag() -> str:
    """What the exact bytes depend on."""
    import PIL

    parts = (PIL.__version__, features.version("freetype2"), features.version("zlib"), platform.machine())
    return " ".join(map(str, parts))


def pictures() -> dict[str, Drawn]:
    """The reference set, by name."""
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


def hashes() -> dict[str, Any]:
    """Platform and hash of each picture's bytes, as last written."""
    found: dict[str, Any] = json.loads(HASHES.read_text())
    return found


def write() -> None:
    """Draw all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    made = pictures()
    for name, drawn in made.items():
        small(drawn.data).save(FOLDER / f"{name}.webp", quality=90, method=6)
    digests = {name: hashlib.sha256(drawn.data).hexdigest() for name, drawn in made.items()}
    HASHES.write_text(json.dumps({"platform": platform_tag(), "pictures": digests}, indent=1) + "\n")


if __name__ == "__main__":
    write()
