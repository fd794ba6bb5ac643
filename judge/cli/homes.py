"""`judge init`, `doctor`, `backup`, `export`, `import`, `selftest`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TextIO

import click

from judge.cli.frame import Frame, pass_frame
from judge.core.errors import InputError


@click.command("init", epilog="Example:  judge init ~/judge --ask")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--ask", is_flag=True, help="Ask the few questions a real mailbox needs.")
def init_(folder: Path, ask: bool) -> None:
    """Make a home: a commented judge.toml and var/. An existing judge.toml is never touched; no game is made."""
    from judge.cli.questions import ask_all
    from judge.config import write_default

    values = ask_all() if ask and not (folder / "judge.toml").exists() else {}
    made = write_default(folder, **values)
    click.echo(f"{folder / 'judge.toml'} {'is written' if made else 'was there and is left as it is'}.")
    click.echo(f"Next:  judge --home {folder} doctor    then    judge --home {folder} run")


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@pass_frame
def doctor_(frame: Frame, as_json: bool) -> None:
    """Check settings, folders, mail connections, clock and disk. Exit 1 with remedies when something is wrong."""
    from judge.doctor import examine

    findings = examine(frame.folder)
    if as_json:
        click.echo(json.dumps([finding.__dict__ for finding in findings], indent=1))
    else:
        for finding in findings:
            mark = click.style("ok  ", fg="green") if finding.good else click.style("FAIL", fg="red")
            click.echo(f"{mark} {finding.what}" + (f"\n     {finding.remedy}" if finding.remedy else ""))
    if not all(finding.good for finding in findings):
        sys.exit(1)


@click.command("backup")
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@pass_frame
def backup_(frame: Frame, target: Path) -> None:
    """Copy the store while the daemon runs. Keep var/secrets as well: tokens and dice chains stand there."""
    with frame.house(lock=False) as house:
        house.store.backup(target)
    click.echo(f"{target} holds every game up to the last commit.")


@click.command("export", epilog="Example:  judge export lira7 > lira7.jsonl")
@click.argument("game")
@click.option("-o", "--output", type=click.File("w", encoding="utf-8"), default="-")
@pass_frame
def export_(frame: Frame, game: str, output: TextIO) -> None:
    """Write a game as JSON lines, for people, back-ups and other judges."""
    from judge.exchange import export_game

    with frame.house(lock=False) as house:
        count = 0
        for line in export_game(house.office, game):
            click.echo(line, file=output)
            count += 1
    click.echo(f"{count} rows.", err=True)


@click.command("import")
@click.argument("source", type=click.File("r", encoding="utf-8"))
@pass_frame
def import_(frame: Frame, source: TextIO) -> None:
    """Read a game that `judge export` wrote. A game of that name must not be here."""
    from judge.exchange import import_game

    with frame.house() as house:
        name, count = import_game(house.office, source)
    click.echo(f"{name}: {count} rows.")


@click.command("selftest")
def selftest_() -> None:
    """Prove an installation: a short game by letters in a throw-away home."""
    from judge.demo import selftest

    problems = selftest()
    for problem in problems:
        click.echo(problem, err=True)
    if problems:
        raise InputError("The self-test failed.")
    click.echo("The self-test passed: grammars, templates, store and letters work.")
