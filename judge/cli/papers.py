"""Commands that write something of a game for other programs."""

import sys
from pathlib import Path

import click

from judge.cli.frame import Frame, counted, pass_frame
from judge.cli.games import moment
from judge.core.errors import InputError
from judge.tasks.games import game_of


@click.command("archive", epilog="Example:  judge archive -o /var/www/judge")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    metavar="DIR",
    help="Write into this folder: a new one, or an earlier archive (default: the setting archive).",
)
@click.option("--fresh", is_flag=True, help="Make every page anew; files are still written only where they differ.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@pass_frame
def archive_(frame: Frame, output: Path | None, fresh: bool, as_json: bool) -> None:
    """Write or update a static site of all public results. Safe while the daemon runs."""
    import json

    from judge.house.extras import wanted

    folder = output or frame.config.archive
    if folder is None:
        raise InputError("Where to?", hint='Give -o DIR, or set archive = "DIR" in judge.toml.')
    with frame.house(lock=False) as house, counted("writing", len(house.office.files.games())) as step:
        done = wanted("site").Archive(house.office, folder).refresh(fresh=fresh, enough=step)
    click.echo(json.dumps(done.document()) if as_json else f"{folder / 'index.html'}: {done.line()}")
    for name in done.failed:
        click.echo(f"{name} could not be shown; its pages are as they were. The log tells why.", err=True)
    if done.failed:
        sys.exit(1)


@click.command("calendar", epilog="Example:  judge calendar lira7 -o lira7.ics")
@click.argument("game")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=None, help="Write to this file instead of the screen."
)
@pass_frame
def calendar_(frame: Frame, game: str, output: Path | None) -> None:
    """Write the next deadline of a game as an iCalendar file. Its letters carry the same."""
    from judge.desk.writing import calendar

    with frame.house(lock=False) as house:
        found = game_of(house, game)
        made = calendar.deadline(house.config, found, house.office.variant(found).card, moment(house))
    if not made:
        raise InputError(f"{found.key} has no deadline yet.", hint=f"Start it first: judge start {found.key}")
    if output is None:
        click.echo(made, nl=False)
    else:
        output.write_bytes(made)
