"""Commands that write something of a game for other programs."""

import sys
from pathlib import Path

import click

from judge.cli.frame import Frame, pass_frame
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
    with frame.house(lock=False) as house:
        done = wanted("site").Archive(house.office, folder).refresh(fresh=fresh)
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


SUFFIXES = (".svg", ".png", ".jpg", ".jpeg")


@click.command("map", epilog="Example:  judge map lira7 F1903M -o autumn.jpg")
@click.argument("game")
@click.argument("phase", default="")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to write; .svg, .png or .jpg (default: SVG to standard output).",
)
@click.option(
    "--width", type=click.IntRange(200, 4400), default=1100, show_default=True, help="Pixels, of .png and .jpg."
)
@click.option("--words", is_flag=True, help="The same in words, instead of a picture.")
@pass_frame
def map_(frame: Frame, game: str, phase: str, output: Path | None, width: int, words: bool) -> None:
    """Draw the board of a game. As it stands now, or the orders of PHASE and what became of them.

    Only what is public is drawn.
    """
    from judge.desk.news.pictures import board_of
    from judge.render.board import in_words, jpeg, png, svg

    suffix = output.suffix.lower() if output else ".svg"
    if suffix not in SUFFIXES:
        raise InputError(f"{output} has no suffix I can draw.", hint=f"Use one of {', '.join(SUFFIXES)}.")
    with frame.house(lock=False) as house:
        board = board_of(house.office, game_of(house, game), phase or None)
    if board is None:
        raise InputError(f"Nothing of a board of {game} is public.", hint="Is the game started, and not in the fog?")
    if words:
        drawn = (in_words(board) + "\n").encode()
    elif suffix == ".svg":
        drawn = (svg(board) + "\n").encode()
    else:
        drawn = png(board, width=width) if suffix == ".png" else jpeg(board, width=width)
    if output is None:
        sys.stdout.buffer.write(drawn)
    else:
        output.write_bytes(drawn)
        click.echo(f"{output}: {board.title}, {len(drawn) // 1000} kB")
