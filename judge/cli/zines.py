"""`judge zine`: the issues that are out, the next one, and the letters that wait for its column."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.frame import Frame, pass_frame
from judge.core.errors import InputError
from judge.house.extras import wanted

if TYPE_CHECKING:
    from judge.house import House

FILE = click.Path(dir_okay=False, path_type=Path)
SUFFIXES = (".html", ".txt", ".pdf")


@click.command("zine", epilog="Example:  judge zine --preview next.html")
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("-o", "--output", type=FILE, metavar="FILE", help="Write issue NUMBER there: .html, .txt or .pdf.")
@click.option("--preview", type=FILE, metavar="FILE", help="Write the next issue as it would be now; nothing is sent.")
@click.option("--make", is_flag=True, help="Make and send an issue now. The schedule stays as it is.")
@click.option("--letters", is_flag=True, help="List the letters that wait for the column.")
@click.option("--print", "print_", type=int, metavar="LETTER", help="Let this letter into the next issue.")
@click.option("--refuse", type=int, metavar="LETTER", help="Keep this letter out of the zine.")
@click.option("--reason", default="", help="Why: its writer is told.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable list of issues.")
@pass_frame
def zine_(
    frame: Frame,
    number: int | None,
    output: Path | None,
    preview: Path | None,
    make: bool,
    letters: bool,
    print_: int | None,
    refuse: int | None,
    reason: str,
    as_json: bool,
) -> None:
    """List, write or make issues of the zine. Write one or the next one to a file, make one now, look after
    its letters."""
    if make:
        frame.have("zine")
    elif print_ is not None:
        frame.have("letter_in", number=print_)
    elif refuse is not None:
        frame.have("letter_out", number=refuse, reason=reason)
    else:
        with frame.house(lock=False) as house:
            _look(house, number, output, preview, letters, as_json)


def _look(
    house: House, number: int | None, output: Path | None, preview: Path | None, letters: bool, as_json: bool
) -> None:
    issues = wanted("zine.issues")

    if preview is not None:
        issue = issues.upcoming(house.office, house.clock.now()).issue
        _write(house, issue, preview)
    elif number is not None:
        if output is None:
            raise InputError("Where to?", hint=f"Give -o FILE: judge zine {number} -o {number}.html")
        _write(house, issues.issue(house.office, number), output)
    elif letters:
        _letters(house)
    else:
        _list(house, as_json)


def _write(house: House, issue: Any, target: Path) -> None:
    letter, page, paper = (wanted(f"zine.{name}") for name in ("letter", "page", "paper"))

    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"{target} has no suffix I can write.", hint=f"Use one of {', '.join(SUFFIXES)}.")
    if suffix == ".txt":
        content = letter.words(house.office, issue).encode()
    elif suffix == ".html":
        content = page.alone(house.office, issue).encode()
    else:
        content = paper.pdf(house.office, issue)
    target.write_bytes(content)
    click.echo(f"{target}: {issue.name}, No. {issue.number}, {len(content) // 1000} kB")


def _letters(house: House) -> None:
    from judge.desk.cabinet import column

    waiting, standing = column.waiting(house.office.store), column.let_in(house.office.store)
    if not waiting:
        click.echo("No letter waits.")
    for title, found in (("waits", waiting), ("stands in the next issue", standing)):
        for one in found:
            click.echo(f"{one.number} {title}, signed {one.signed}:")
            for line in one.text.split("\n"):
                click.echo(f"  | {line}".rstrip())


def _list(house: House, as_json: bool) -> None:
    import json

    issues = wanted("zine.issues")

    rows = []
    for number in range(1, issues.last_number(house.office) + 1):
        issue = issues.issue(house.office, number)
        rows.append(
            {
                "number": number,
                "name": issue.name,
                "at": issue.at,
                "games": [story.game for story in issue.stories],
                "letters": len(issue.letters),
            }
        )
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    for row in rows:
        games = ", ".join(row["games"]) if isinstance(row["games"], list) else ""
        letters = f"; {row['letters']} letters" if row["letters"] else ""
        click.echo(f"{row['number']:>4}  {str(row['at'])[:10]}  {games or 'quiet'}{letters}")
    if not rows:
        click.echo("No issue is out yet.")
