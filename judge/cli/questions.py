"""The few questions of `judge init --ask`."""

from __future__ import annotations

import click


def ask_all() -> dict[str, str]:
    """Settings for a real mailbox, asked for one by one; an empty server keeps the embedded mailbox."""
    values = {
        "name": click.prompt("A short name for this judge, used in subjects", default="DEMO"),
        "address": click.prompt("The address players write to", default="judge@localhost"),
        "zone": click.prompt("Its time zone", default="Europe/London"),
        "keeper": click.prompt("Your own address, as its keeper", default="root@localhost"),
    }
    values["list"] = click.prompt("Where the weekly digest and results go", default="results@localhost")
    host = click.prompt("Your IMAP server (empty: the embedded mailbox)", default="", show_default=False)
    if not host:
        return values
    user = click.prompt("The mailbox's user name", default=values["address"]).replace("@", "%40")
    relay = click.prompt("Your SMTP server for sending", default=host)
    return {
        **values,
        "inbox": f"imaps://{user}@{host}:993/INBOX",
        "outbox": f"smtps://{user}@{relay}:465",
        "settle": "10m",
        "door": "# no door: letters come by IMAP",
    }
