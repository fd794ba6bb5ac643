"""`judge run`, `judge once`, `judge demo`."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import click

from judge.cli.frame import EX_TEMPFAIL, Frame, pass_frame


@click.command("run")
@click.option("--sample", is_flag=True, help="In an empty home, open a sample Bourse that anybody may join.")
@click.option("--quiet", is_flag=True, help="Log warnings only.")
@pass_frame
def run_(frame: Frame, sample: bool, quiet: bool) -> None:
    """Run the daemon until SIGTERM. SIGHUP re-reads the settings."""
    from judge import sample as samples
    from judge.daemon import Daemon, open_house

    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, stream=sys.stderr,
                        format="%(asctime)s %(levelname)s %(message)s")  # fmt: skip
    house = open_house(frame.config, now=frame.now)
    if sample:
        samples.open_sample(house)
    daemon = Daemon(house, click.echo)
    for line in samples.greeting(house):
        click.echo(line)
    sys.stdout.flush()
    daemon.run()


@click.command("once")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@pass_frame
def once_(frame: Frame, as_json: bool) -> None:
    """One tick as the daemon would: fetch, handle in order of time, send. Exit 75 when something is to be retried."""
    import json

    with frame.house() as house:
        tally, sent = house.once()
        words = {"letters": tally.letters, "shunted": tally.shunted, "resolved": tally.resolved,
                 "reminders": tally.reminders, "sent": sent.sent, "waiting": sent.waiting, "failed": sent.failed,
                 "fault": tally.fault}  # fmt: skip
        click.echo(json.dumps(words) if as_json else f"{tally.line()}; {sent.sent} sent, {sent.waiting} waiting")
        if tally.fault:
            click.echo(f"mailbox: {tally.fault}", err=True)
    if tally.fault or sent.waiting:
        sys.exit(EX_TEMPFAIL)


@click.command("demo", epilog="Example:  judge demo bourse --keep /tmp/demo")
@click.argument("variant", default="bourse")
@click.option("--keep", type=click.Path(path_type=Path), default=None, help="Home of the demo (default: var/demo).")
@pass_frame
def demo_(frame: Frame, variant: str, keep: Path | None) -> None:
    """A whole game by letters in fast-forward, through the real daemon code; leaves a mailbox to read."""
    from judge import demo

    folder = keep or frame.folder / "var" / "demo"
    demo.play(variant, folder, click.echo, progress=sys.stderr.isatty())
