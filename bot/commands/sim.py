"""`farspeaker sim`: whole games between computer players, with everything checked on the way."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from bot.sim import Report

LOGS = Path("failures")
"""Where logs of broken games go when nothing else is said."""


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command("sim")
    def sim(
        game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which game.")] = "",
        scenario: Annotated[
            str, typer.Option("--scenario", help="Which scenario, in a game that has several.")
        ] = "",
        games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 20,
        seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 0,
        players: Annotated[
            str, typer.Option("--players", metavar="A[:B]", help="Who plays: a name, or one a seat.")
        ] = "random",
        jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes; 0 for all cores.")] = 1,
        as_json: Annotated[bool, typer.Option("--json", help="Write the numbers as JSON.")] = False,
        unchecked: Annotated[bool, typer.Option("--unchecked", help="Only play, check nothing.")] = False,
        logs: Annotated[
            Path, typer.Option("--logs", metavar="DIR", help="Where logs of broken games go.")
        ] = LOGS,
        replay: Annotated[
            Path | None, typer.Option("--replay", metavar="FILE", help="Run the log of a broken game again.")
        ] = None,
    ) -> None:
        """Play whole games between computer players and check every position on the way."""
        from bot.games import default

        if replay is not None:
            _again(replay)
        else:
            options = [("scenario", scenario)] if scenario else []
            _many(game or default(), options, games, seed, players, jobs, as_json, not unchecked, logs)


def _many(
    game: str,
    options: list[tuple[str, str]],
    count: int,
    seed: int,
    who: str,
    jobs: int,
    as_json: bool,
    checked: bool,
    logs: Path,
) -> None:
    from bot import sim
    from bot.commands.common import progress_bar

    todo = sim.plans(game, options, who, count, seed)
    jobs = jobs or sim.processors()
    if sys.stderr.isatty():
        with progress_bar() as bar:
            task = bar.add_task(f"{game} {dict(options).get('scenario', '')}".strip(), total=count)
            report = sim.run(todo, jobs=jobs, checked=checked, progress=lambda more: bar.advance(task, more))
    else:
        report = sim.run(todo, jobs=jobs, checked=checked)
    head = {"game": game, **dict(options), "players": who, "seed": seed, "checked": checked}
    files = [failure.write(logs) for failure in report.failures]
    plain: dict[str, Any] = {**head, **report.plain()}
    for failure, file in zip(plain["failures"], files, strict=True):
        failure["log"] = str(file)
    if as_json:
        typer.echo(json.dumps(plain, ensure_ascii=False, indent=2))
    else:
        from rich.console import Console

        _show(plain, report, Console(highlight=False))
    if report.failures:
        raise UserError(
            f"{len(report.failures)} of {count} games broke; run one again with: "
            f"farspeaker sim --replay {files[0]}"
        )


def _show(plain: dict[str, Any], report: "Report", console: "Console") -> None:
    tally = report.tally
    endings = ", ".join(f"{kind} {count}" for kind, count in tally.endings.most_common())
    winners = ", ".join(f"{seat} {count}" for seat, count in tally.winners.most_common())
    lines = (
        ("games", f"{tally.games}  ({endings or 'none came to an end'})"),
        ("won by", winners or "nobody"),
        ("turns", f"{tally.turns}  ({plain['turns_per_game']} a game)"),
        (
            "orders",
            f"{tally.orders}  ({plain['orders_per_turn']} a turn, {plain['orders_per_second']} a second)",
        ),
        ("events", f"{tally.events}  (of {len(tally.kinds)} kinds)"),
        ("dice", str(tally.dice)),
        ("hand-offs", f"{plain['handoffs_per_turn']} a turn"),
    )
    for name, value in lines:
        console.print(f"{name:<10} {value}", markup=False)
    for failure in plain["failures"]:
        console.print(f"broken     game {failure['game']}: {failure['reason']}", markup=False)


def _again(path: Path) -> None:
    """Run a broken game again, and say whether it breaks as it did."""
    from bot import sim

    was = sim.Failure.read(path)
    now = sim.replay(was)
    if now is None:
        typer.echo(
            f"Nothing breaks any more: {len(was.orders)} orders were given again. It was: {was.reason}"
        )
        return
    typer.echo(f"After {len(now.orders)} of {len(was.orders)} orders:")
    for seat, line in now.orders[-3:]:
        typer.echo(f"  {seat}: {line}")
    if now.reason == was.reason and len(now.orders) == len(was.orders):
        raise UserError(f"The same failure: {now.reason}")
    raise UserError(f"Another failure: {now.reason}\nIt was: {was.reason}")
