"""`judge replay`, `verify-dice`, `adjudicate`, `read`: things anybody may check."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO

import click

from judge.cli.frame import EX_USAGE, Frame, command, replaying
from judge.core.errors import InputError, SetupError


@command("replay", "judge replay --all")
@click.argument("game", default="")
@click.option("--all", "every", is_flag=True, help="Every game.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def replay_(frame: Frame, game: str, every: bool, as_json: bool) -> None:
    """Recompute a game from its journal and compare. Exit 1 on any difference."""
    from judge.audit import replay_game

    with frame.app(lock=False) as app:
        if not game and not every:
            raise InputError("Which game?", hint="Name one, or give --all.")
        known = app.services.files.games()
        chosen = [g for g in known if every or g.key == game.lower()]
        if not chosen and not every:
            raise InputError(f"There is no game called {game!r} here.")
        found = {record.key: replay_game(app.services, record) for record in replaying(chosen)}
        if as_json:
            click.echo(json.dumps({name: asdict(result) for name, result in found.items()}))
        else:
            for name, result in found.items():
                click.echo(result.line(name))
    if any(result.differences for result in found.values()):
        sys.exit(1)


@click.command("verify-dice", epilog="Example:  judge verify-dice start.eml results-*.eml")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def verify_dice_(files: tuple[Path, ...], as_json: bool) -> None:
    """Check the dice of letters. Machine parts may also stand in files of their own. They are checked against the
    anchor, and against that of the start letter where it is among them; every draw is computed again, and the orders
    drawn are printed. Exit 1 on any difference."""
    from judge.proofs import verify_letters

    checks = list(zip(files, verify_letters([path.read_bytes() for path in files]), strict=True))
    if as_json:
        click.echo(json.dumps([{"file": str(path), **asdict(check)} for path, check in checks]))
    else:
        for path, check in checks:
            click.echo(f"{path}: {check.words()}")
            for order in check.orders if check.good else ():
                click.echo(f"  {order}")
    if not all(check.good for _, check in checks) or not any(check.link for _, check in checks):
        sys.exit(1)


@click.command("adjudicate", epilog='Example:  echo \'{"id":"x","phase":"movement",...}\' | judge adjudicate')
@click.argument("source", type=click.File("rb"), default="-")
@click.option("--variant", default="diplomacy", help="Default variant of a line.")
@click.option("--rules", default="2023", help="Default rule edition of a line: 2023 or 2000.")
def adjudicate_(source: BinaryIO, variant: str, rules: str) -> None:
    """Positions in, outcomes out, one JSON object a line. Exit 2 on unreadable input, naming line and field."""
    from judge.adjudicate import adjudicate_lines

    try:
        for line in adjudicate_lines(source, variant, rules):
            sys.stdout.write(line + "\n")
    except InputError as fault:
        sys.stdout.flush()
        click.echo(f"judge adjudicate: {fault}", err=True)
        sys.exit(EX_USAGE)


@command("read", "judge read letter.eml --json")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One object a line.")
def read_(frame: Frame, files: tuple[Path, ...], as_json: bool) -> None:
    """Show what would be read in letters; nothing is stored."""
    from judge.mail.reading import read_message, report
    from judge.post import ReadingRules

    try:
        rules = frame.config.reading
    except SetupError:
        if frame.home:
            raise
        rules = ReadingRules("judge@localhost")  # there need be no home
    for path in files:
        found = report(read_message(path.read_bytes(), rules))
        if as_json:
            click.echo(json.dumps({"file": str(path), **found}, ensure_ascii=False))
        else:
            click.echo(f"{path}: {found['action']}")
            for text in found["lines"]:
                click.echo(f"  {text}")
            for text in found["warnings"]:
                click.echo(f"  ! {text}")
