"""`judge map`: a game's board as a picture."""

import sys
from pathlib import Path

import click

from judge.cli.frame import Frame, pass_frame
from judge.core.errors import InputError
from judge.tasks.games import game_of

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
