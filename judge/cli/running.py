"""`judge run`, `judge once`, `judge demo`."""

import logging
import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TextIO

import click

from judge.cli.frame import Frame, command, counted
from judge.core.errors import InputError


@command("run", "judge --home ~/judge run    (rehearse it:  judge run --dry-run)")
@click.option("--sample", is_flag=True, help="In an empty home, open a sample Bourse that anybody may join.")
@click.option("-q", "--quiet", is_flag=True, help="Log warnings only.")
@click.option("--dry-run", is_flag=True, help="Handle letters on a throw-away copy; send and move nothing.")
@click.option("--new", is_flag=True, help="Begin anew where the store of this home is lost.")
def run_(frame: Frame, sample: bool, quiet: bool, dry_run: bool, new: bool) -> None:
    """Run the daemon until SIGTERM. SIGHUP re-reads the settings."""
    from judge import sample as samples
    from judge.app import open_app
    from judge.daemon import Daemon

    log_to_stderr(logging.WARNING if quiet else logging.INFO)
    if dry_run:
        from judge.keeper.rehearsal import rehearsing

        with rehearsing(frame.config, frame.now, click.echo) as app:
            click.echo("A rehearsal on a throw-away copy: what would be sent is told, and nothing is sent or moved.")
            click.echo("Where nothing follows, nothing waits; Ctrl-C ends it.")
            sys.stdout.flush()
            Daemon(app, click.echo, hatch=False).run()
        return
    app = open_app(frame.config, now=frame.now, new=new)
    if sample:
        samples.open_sample(app)
    daemon = Daemon(app, click.echo)
    for line in samples.greeting(app):
        click.echo(line)
    sys.stdout.flush()
    daemon.run()


def log_to_stderr(level: int) -> None:
    """One line a fact, secrets masked; under systemd its journal adds the time."""
    from judge.loglines import OneLine
    from judge.signon import mask

    handler = logging.StreamHandler(sys.stderr)
    time = "" if "JOURNAL_STREAM" in os.environ else "%(asctime)s "
    handler.setFormatter(OneLine(f"{time}%(levelname)s %(message)s", mask))
    logging.basicConfig(level=level, handlers=[handler])


@command("once", "judge once --dry-run --text")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@click.option("--dry-run", is_flag=True, help="Handle letters on a throw-away copy; send and move nothing.")
@click.option("--text", is_flag=True, help="With --dry-run: show the letters whole.")
@click.option("--yes", is_flag=True, help="At a terminal: really with a --now of more than a day ahead.")
def once_(frame: Frame, as_json: bool, dry_run: bool, text: bool, yes: bool) -> None:
    """Do one turn of the daemon's work. Fetch, handle in order of time, send. Exit 75 if something is to be retried."""
    if not dry_run:
        ahead(frame.now, datetime.now(UTC), yes, sys.stdin)
        frame.have("once", as_json=as_json)
        return
    from judge.keeper.rehearsal import rehearsing
    from judge.tasks.turns import tick

    with rehearsing(frame.config, frame.now, lambda words: click.echo(words, err=True), whole=text) as app:
        said, fault, code = tick(app, as_json)
    click.echo(said)
    if fault:
        click.echo(fault, err=True)
    sys.exit(code)


def ahead(moment: datetime | None, now: datetime, yes: bool, typed: TextIO) -> None:
    """InputError where somebody at a terminal sets the clock more than a day ahead and does not say `yes`: deadlines up
    to then are resolved for good. A script says what it means."""
    if moment is not None and moment - now > timedelta(days=1) and not yes and typed.isatty():
        raise InputError(
            f"--now is {(moment - now).days} days ahead: every deadline until then is resolved. Say --yes."
        )


@command("metrics", "judge metrics > /var/lib/prometheus/node-exporter/judge.prom")
def metrics_(frame: Frame) -> None:
    """Print the judge's figures in Prometheus' text format. Works beside a running daemon; its
    counters are the daemon's own."""
    from judge.keeper.figures import figures
    from judge.optional import wanted

    metrics = wanted("metrics")
    with frame.app(lock=False) as app:
        gauge, now = metrics.Gauge(), app.clock.now()
        gauge.set(figures(app.services, now), metrics.Counts(), now, True)
        click.echo(metrics.text_of(gauge), nl=False)


@command("demo", "judge demo bourse --keep /tmp/demo")
@click.argument("variant", default="bourse")
@click.option("--keep", type=click.Path(path_type=Path), default=None, help="Home of the demo (default: var/demo).")
@click.option("--pages", is_flag=True, help="Results with HTML pages and charts too, which takes longer.")
def demo_(frame: Frame, variant: str, keep: Path | None, pages: bool) -> None:
    """Play a whole game by letters in fast-forward. It runs the real daemon code and leaves a mailbox to read."""
    from judge.optional import wanted

    folder, demo, told = keep or frame.folder / "var" / "demo", wanted("demo"), list[str]()
    with counted(f"playing {variant}", demo.MOST_TURNS, show_eta=False) as step:
        demo.play(variant, folder, told.append, step=step, pages=pages)
    click.echo("\n".join(told))
