"""`judge write` and `judge letters`: a mail program's two buttons, for the embedded mailbox."""

import email
import os
import sys
from datetime import datetime
from email.header import decode_header, make_header
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TextIO

import click

from judge.cli.frame import Frame, command
from judge.core.errors import SetupError
from judge.mail.disk import make_maildir


@command("write", "echo 'HELP' | judge write ann@localhost")
@click.argument("sender", metavar="ADDR")
@click.option("--subject", default="orders", help="The letter's subject.")
@click.option("--to", default="", help="The address the letter goes to, if not the judge's own.")
@click.argument("text", type=click.File("r", encoding="utf-8"), default="-")
def write_(frame: Frame, sender: str, subject: str, to: str, text: TextIO) -> None:
    """Put a letter from ADDR into the judge's embedded mailbox."""
    folder = _maildir(frame, frame.config.mail.inbox, "inbox")
    to = to or frame.config.judge.address
    body = text.read()
    stamp = frame.now or datetime.now().astimezone()
    head = [
        f"Delivered-To: {to}",
        f"From: {sender}",
        f"To: {to}",
        f"Subject: {subject}",
        f"Date: {stamp:%a, %d %b %Y %H:%M:%S %z}",
        f"Message-ID: <{os.urandom(12).hex()}@localhost>",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    ]
    letter = "\n".join([*head, "", body])
    name = f"{stamp.timestamp():.6f}.{os.getpid()}.{os.urandom(4).hex()}"
    make_maildir(folder)
    (folder / "tmp" / name).write_text(letter, "utf-8")
    if frame.now:
        os.utime(folder / "tmp" / name, (frame.now.timestamp(),) * 2)
    (folder / "tmp" / name).rename(folder / "new" / name)
    click.echo(f"Put into {folder / 'new'}.")


@command("letters", "judge letters lupus@localhost --last 3")
@click.argument("address", metavar="ADDR", default="")
@click.option("--last", default=1, help="How many letters, newest last.")
def letters_(frame: Frame, address: str, last: int) -> None:
    """Read what the judge wrote to ADDR. Without ADDR, to everybody. From the embedded mailbox."""
    from judge.mail.outbound import words_of

    folder = _maildir(frame, frame.config.mail.outbox, "outbox")
    found = []
    for path in (folder / "new").glob("*"):
        message = email.message_from_bytes(path.read_bytes())
        if not address or str(message["Delivered-To"]).lower() == address.lower():
            found.append((path.stat().st_mtime_ns, parsedate_to_datetime(str(message["Date"])), message))
    # Files of one batch may share a tick of the file system's clock: then by the time they were written.
    found.sort(key=lambda sent: sent[:2])
    if not found:
        click.echo(f"No letters{' for ' + address if address else ''} in {folder / 'new'}.")
        sys.exit(1)
    for *_, message in found[-last:]:
        click.echo(f"To: {message['Delivered-To']}\nSubject: {make_header(decode_header(str(message['Subject'])))}\n")
        click.echo(words_of(message))


def _maildir(frame: Frame, url: str, what: str) -> Path:
    folder = frame.config.folder_of(url)
    if folder is None:
        raise SetupError(f"The {what} of this judge is {url}.", "Use your own mail program.")
    return folder
