"""`farspeaker render`: a picture, an animation or a plain text board out of a log."""

from pathlib import Path
from typing import Annotated

import typer

from bot.errors import UserError

KINDS = ("board", "closeup", "summary", "poster", "replay", "text", "alt")


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("render")
    def render(
        file: Annotated[
            Path, typer.Argument(metavar="FILE", help="What `farspeaker export` wrote, or a log.")
        ],
        at: Annotated[
            int | None, typer.Option(help="The position after this entry; else the newest.")
        ] = None,
        viewer: Annotated[str, typer.Option(help="With whose eyes: a seat, or spectator.")] = "spectator",
        theme: Annotated[str, typer.Option(help="dark or light.")] = "dark",
        size: Annotated[str, typer.Option(help="full, feed, phone or frame.")] = "full",
        since: Annotated[int | None, typer.Option(help="Mark what changed since this entry.")] = None,
        kind: Annotated[str, typer.Option(help=f"What: {', '.join(KINDS)}.")] = "board",
        card: Annotated[str, typer.Option(metavar="NAME", help="The card of a piece or a place.")] = "",
        turn: Annotated[int | None, typer.Option(help="Replay this turn only.")] = None,
        form: Annotated[str, typer.Option(help="Of a replay: webp, png (animated) or gif.")] = "webp",
        out: Annotated[Path | None, typer.Option("-o", "--out", help="Where to write it.")] = None,
    ) -> None:
        """Draw a position out of a log."""
        from bot.pictures import open_film
        from render import NoPicture, artist

        if kind not in KINDS:
            raise UserError(f"There is no kind {kind!r}; there are: {', '.join(KINDS)}.")
        film = open_film(file, viewer)
        try:
            who = artist(film.key)
            if kind == "replay":
                steps = list(film.steps(at)) if turn is not None else film.phases(at)
                views = [step.view for step in steps if turn is None or step.round == turn]
                drawn = who.replay(views, theme=theme, form=form)
            elif kind == "poster":
                drawn = who.poster([step.view for step in film.phases(at)], theme=theme)
            else:
                step = film.at(at)
                if kind == "text":
                    typer.echo(who.text(step.view), nl=False)
                    return
                before = None if since is None else film.at(since).view
                first = -1 if since is None else since
                events = [event for one in film.steps(at) if one.seq > first for event in one.events]
                news = events if since is not None else ()
                if kind == "alt":
                    typer.echo(who.alt(step.view, before, news))
                    return
                if card:
                    drawn = who.card(step.view, card, theme=theme)
                elif kind == "summary":
                    drawn = who.summary(step.view, theme=theme, since=before, events=news)
                elif kind == "closeup":
                    if before is None:
                        raise UserError("A closeup shows what changed: say --since which entry.")
                    part = who.closeup(step.view, theme=theme, since=before, events=news)
                    if part is None:
                        raise UserError("What changed is not in one place, so there is no closeup of it.")
                    drawn = part
                else:
                    drawn = who.board(step.view, theme=theme, size=size, since=before, events=news)
        except NoPicture as missing:
            raise UserError(str(missing.args[0])) from None
        target = out or Path(drawn.name)
        try:
            target.write_bytes(drawn.data)
        except OSError as error:
            raise UserError(f"{target} cannot be written: {error.strerror}.") from None
        typer.echo(f"{target}: {drawn.width} × {drawn.height}, {len(drawn.data) / 1024:.0f} KB")
