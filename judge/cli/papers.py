"""Commands that write something of a game for other programs, or to be read on paper; and `judge zine`: the issues that
are out, the next one, and the letters that wait for its column."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.frame import Frame, command, counted, output
from judge.core.errors import InputError
from judge.optional import wanted
from judge.tasks.games import game_of

FILE, FOLDER = click.Path(dir_okay=False, path_type=Path), click.Path(file_okay=False, path_type=Path)


@command("archive", "judge archive -o /var/www/judge")
@output(FOLDER, "Write into this folder: a new one, or an earlier archive (default: the setting archive).", "DIR")
@click.option("--fresh", is_flag=True, help="Make every page anew; files are still written only where they differ.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def archive_(frame: Frame, output: Path | None, fresh: bool, as_json: bool) -> None:
    """Write or update a static site of all public results. Safe while the daemon runs."""
    folder = output or frame.config.archive
    if folder is None:
        raise InputError("Where to?", hint='Give -o DIR, or set archive = "DIR" in judge.toml.')
    with frame.app(lock=False) as app, counted("writing", len(app.services.files.games())) as step:
        done = wanted("site").Archive(app.services, folder).refresh(fresh=fresh, enough=step)
    click.echo(json.dumps(done.document()) if as_json else f"{folder / 'index.html'}: {done.line()}")
    for name in done.failed:
        click.echo(f"{name} could not be shown; its pages are as they were. The log tells why.", err=True)
    if done.failed:
        sys.exit(1)


@command("calendar", "judge calendar lira7 -o lira7.ics")
@click.argument("game")
@output(click.Path(path_type=Path), "Write to this file instead of the screen.")
def calendar_(frame: Frame, game: str, output: Path | None) -> None:
    """Write the next deadline of a game as an iCalendar file. Its letters carry the same."""
    calendar = wanted("calendar")
    with frame.app(lock=False) as app:
        found, renderer = game_of(app, game), app.services.renderer
        made = calendar.deadline(app.config, renderer, found, app.services.variant(found).info, app.clock.now())
    if not made:
        raise InputError(f"{found.key} has no deadline yet.", hint=f"Start it first: judge start {found.key}")
    if output is None:
        click.echo(made, nl=False)
    else:
        output.write_bytes(made)


SUFFIXES = (".svg", ".png", ".jpg", ".jpeg")


@command("map", "judge map lira7 F1903M -o autumn.jpg")
@click.argument("game")
@click.argument("phase", default="")
@output(FILE, "Where to write; .svg, .png or .jpg (default: SVG to standard output).", "FILE")
@click.option(
    "--width", type=click.IntRange(200, 4400), default=1100, show_default=True, help="Pixels, of .png and .jpg."
)
@click.option("--words", is_flag=True, help="The same in words, instead of a picture.")
def map_(frame: Frame, game: str, phase: str, output: Path | None, width: int, words: bool) -> None:
    """Draw the board of a game. As it stands now, or the orders of PHASE and what became of them.

    Only what is public is drawn.
    """
    from judge.desk.news.pictures import board_of
    from judge.render.board import in_words, jpeg, png, svg

    suffix = output.suffix.lower() if output else ".svg"
    if suffix not in SUFFIXES:
        raise InputError(f"{output} has no suffix I can draw.", hint=f"Use one of {', '.join(SUFFIXES)}.")
    with frame.app(lock=False) as app:
        board = board_of(app.services, game_of(app, game), phase or None)
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


if TYPE_CHECKING:
    from judge.app import App

ISSUE_SUFFIXES = (".html", ".txt", ".pdf")


@command("zine", "judge zine --preview next.html")
@click.argument("number", type=click.IntRange(1), required=False)
@output(FILE, "Write issue NUMBER there: .html, .txt or .pdf.", "FILE")
@click.option("--preview", type=FILE, metavar="FILE", help="Write the next issue as it would be now; nothing is sent.")
@click.option("--make", is_flag=True, help="Make and send an issue now. The schedule stays as it is.")
@click.option("--letters", is_flag=True, help="List the letters that wait for the column.")
@click.option("--print", "print_", type=int, metavar="LETTER", help="Let this letter into the next issue.")
@click.option("--refuse", type=int, metavar="LETTER", help="Keep this letter out of the zine.")
@click.option("--reason", default="", help="Why: its writer is told.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable list of issues.")
def zine_(frame: Frame, make: bool, print_: int | None, refuse: int | None, reason: str, **look: Any) -> None:
    """List, write or make issues of the zine. Write one or the next one to a file, make one now, look after
    its letters."""
    if make:
        frame.have("zine")
    elif print_ is not None:
        frame.have("letter_in", number=print_)
    elif refuse is not None:
        frame.have("letter_out", number=refuse, reason=reason)
    else:
        with frame.app(lock=False) as app:
            _look(app, **look)


def _look(
    app: App, number: int | None, output: Path | None, preview: Path | None, letters: bool, as_json: bool
) -> None:
    issues = wanted("zine.issues")

    if preview is not None:
        issue = issues.upcoming(app.services, app.clock.now()).issue
        _write(app, issue, preview)
    elif number is not None:
        if output is None:
            raise InputError("Where to?", hint=f"Give -o FILE: judge zine {number} -o {number}.html")
        _write(app, issues.issue(app.services, number), output)
    elif letters:
        _letters(app)
    else:
        _list(app, as_json)


def _write(app: App, issue: Any, target: Path) -> None:
    letter, page, paper = (wanted(f"zine.{name}") for name in ("letter", "page", "paper"))

    suffix = target.suffix.lower()
    if suffix not in ISSUE_SUFFIXES:
        raise InputError(f"{target} has no suffix I can write.", hint=f"Use one of {', '.join(ISSUE_SUFFIXES)}.")
    if suffix == ".txt":
        content = letter.words(app.services, issue).encode()
    elif suffix == ".html":
        content = page.alone(app.services, issue).encode()
    else:
        content = paper.pdf(app.services, issue)
    target.write_bytes(content)
    click.echo(f"{target}: {issue.name}, No. {issue.number}, {len(content) // 1000} kB")


def _letters(app: App) -> None:
    reader_letters = wanted("zine.reader_letters")
    waiting, standing = reader_letters.waiting(app.services.store), reader_letters.let_in(app.services.store)
    if not waiting:
        click.echo("No letter waits.")
    for title, found in (("waits", waiting), ("stands in the next issue", standing)):
        for one in found:
            click.echo(f"{one.number} {title}, signed {one.signed}:")
            for line in one.text.split("\n"):
                click.echo(f"  | {line}".rstrip())


def _list(app: App, as_json: bool) -> None:
    issues = wanted("zine.issues")
    rows: list[dict[str, Any]] = []
    for number in range(1, issues.last_number(app.services) + 1):
        issue = issues.issue(app.services, number)
        games, letters = [story.game for story in issue.stories], len(issue.letters)
        rows.append({"number": number, "name": issue.name, "at": issue.at, "games": games, "letters": letters})
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    for row in rows:
        told = f"; {row['letters']} letters" if row["letters"] else ""
        click.echo(f"{row['number']:>4}  {row['at'][:10]}  {', '.join(row['games']) or 'quiet'}{told}")
    if not rows:
        click.echo("No issue is out yet.")
