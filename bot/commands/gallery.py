"""`farspeaker gallery`: everything that can be drawn of a game in a folder, with a page to look at them."""

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.errors import UserError

if TYPE_CHECKING:
    from render import Drawn


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("gallery")
    def gallery(
        folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to put the pictures.")],
        game: Annotated[str, typer.Option("--game", metavar="KEY", help="Of which game.")] = "",
        seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 0,
    ) -> None:
        """Play a game between computers and draw it in every theme and size, for every viewer."""
        from bot.gallery import draw_all
        from bot.games import default
        from render import NoPicture

        try:
            folder.mkdir(parents=True, exist_ok=True)
            made = []
            for group, title, drawn in draw_all(game or default(), seed):
                (folder / drawn.name).write_bytes(drawn.data)
                made.append((group, title, drawn))
            (folder / "index.html").write_text(page(made), encoding="utf-8")
        except NoPicture as missing:
            raise UserError(str(missing)) from None
        except OSError as error:
            raise UserError(f"{folder} cannot be written: {error.strerror}.") from None
        typer.echo(f"{len(made)} pictures: {folder / 'index.html'}")


def page(made: list[tuple[str, str, "Drawn"]]) -> str:
    """The page: every picture as wide as its channel would show it, and a click away from its full size."""
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><title>Farspeaker: gallery</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"><style>',
        "body{margin:2rem auto;max-width:1180px;padding:0 1rem;font:16px/1.5 sans-serif}",
        "body{background:#1b1d23;color:#eee}",
        "figure{display:inline-block;width:550px;max-width:100%;margin:0 8px 24px 0;vertical-align:top}",
        "img{width:100%;height:auto;border-radius:4px}figcaption{font-size:14px;color:#bbb}",
        "details{font-size:13px}a{color:#9cf}h2{border-bottom:1px solid #555}</style></head><body>",
        "<h1>Farspeaker: gallery</h1>",
    ]
    last = ""
    for group, title, drawn in made:
        if group != last:
            lines.append(f"<h2>{escape(group)}</h2>")
            last = group
        alt, name = escape(drawn.alt, quote=True), escape(drawn.name, quote=True)
        kilobytes = len(drawn.data) // 1024
        lines.append(
            f'<figure><a href="{name}"><img src="{name}" alt="{alt}" loading="lazy"></a><figcaption>'
            f"{escape(title)}, {drawn.width} × {drawn.height}, {kilobytes} KB"
            f"<details><summary>In words</summary>{alt}</details></figcaption></figure>"
        )
    lines.append("</body></html>\n")
    return "\n".join(lines)
