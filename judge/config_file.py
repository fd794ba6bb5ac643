"""`judge.toml` written: as a new home begins with it, and a setting changed without touching the rest."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path

from judge import durable

TEMPLATE = """\
# Settings of this judge. A line with a # in front shows the default.
[judge]
name = "{name}"                        # short code used in subjects
address = "{address}"        # where players write to
list = "{list}"         # the weekly digest goes here; default list for results
zone = "{zone}"                 # the judge's own time zone
# trusted_authserv = "mx.judge.test"   # whose Authentication-Results are believed (your own mail server's name)
authentication = "warn"              # off | warn | require: a right password or reply token is enough under warn
keeper = "{keeper}"            # who looks after this judge
create = "keeper"                    # who may CREATE games by mail: keeper | registered
# store = "var/judge.db"
# digest = "MON 08:00"                 # when the weekly digest goes out; "" for never
# zine = ""                            # issues of a zine of all public play: "MON 08:00"; a time zone may follow
# zine_name = ""                       # what stands on its front; "" for The ... Gazette
# zine_list = ""                       # an address of a mailing list that gets it too
# zine_letters = "keeper"              # who lets letters into its column: keeper | all (without a look) | none
# zine_empty = "short"                 # a week without play: short issue | skip
# dkim = "off"                         # verify: check the sender's signature where your mail server says nothing
# replies_per_hour = 30                # answers to an address without a sign-on in an hour before they are bundled
# answers_per_day = 2000               # answers to addresses that are not known, all together in a day
# press_per_day = 20000                # letters of press, all games together in a day
# letters_per_hour = 1000              # confirmations to one seat in an hour before they are bundled
# bounce_limit = 3                     # days on which an address may bounce for good before mail to it is held back
# health = ""                          # a letter to the keeper on the judge's state: "DAILY 07:00"; "" for none
# metrics = ""                         # figures for Prometheus: "127.0.0.1:9464", or a file such as "var/judge.prom"
# keep_letters = ""                    # handled letters are removed from the mailbox after "90d"; "" keeps them
# archive = ""                         # a folder for the web: a static site of all public results is kept there
# archive_url = ""                     # where the web shows that folder; results letters then name their page
# html = true                          # results also as pages with charts; false: plain text letters only
# pictures = "1m"                      # so long results wait for their pictures, then they go without; "0m": none

[mail]
inbox  = "{inbox}"       # or "imaps://user@host:993/INBOX", "imap+starttls://..."
{door}
settle = "{settle}"                        # wait after a deadline before resolving; "10m" is usual with IMAP
outbox = "{outbox}"      # or "smtps://user@host", "smtp+starttls://...", "smtp://127.0.0.1:25"
# password_file = "var/secrets/mail"   # or JUDGE_IMAP_PASSWORD and JUDGE_SMTP_PASSWORD in the environment
# password_command = "pass show judge" # a command whose first line is the password
# token_command = ""                   # a command whose first line is an OAuth2 access token
# reply = "plus"                       # plus | references | catch-all: where answers bring their key (docs/mail.md)
# plus = "+"                           # what stands between our name and the key: + - = or _
# per_hour = 0                         # recipients in an hour that your provider allows; 0: no limit
# per_day = 0                          # the same in a day
# ca_file = ""                         # your mail server's own CA, in PEM

# [mail.oauth]                         # where the provider takes no passwords; then: judge authorize
# provider = "microsoft"               # microsoft | google | custom
# client_id = ""                       # docs/providers.md says where you get one
# client_secret_file = ""              # where the provider gives a secret with it

# [notify]                             # public news of games, posted where people already are
# webhook = ""                         # a web address that takes JSON: "https://hooks.example.org/judge"
# inside = false                       # true: the webhook may be an address of this machine or its own network
# apprise = []                         # Discord, Matrix, ntfy ...: ["ntfy://topic"] (docs/operating.md)
# apprise_file = ""                    # the same, one a line: "var/secrets/apprise"
# games = "all"                        # or the names of some
"""


def write_default(home: Path, password: str = "", /, **values: str) -> bool:
    """Make `home` with a commented judge.toml and var/. False when a judge.toml was there: it is never touched.

    A `password` of the mailbox goes into var/secrets/mail (0600), and the settings name that file.
    """
    home.mkdir(parents=True, exist_ok=True)
    folders = [f"var/mail/{box}/{sub}" for box in ("in", "out") for sub in ("tmp", "new", "cur")]
    for folder in ("var", "var/cache", *folders):
        (home / folder).mkdir(parents=True, exist_ok=True)
    secrets = home / "var" / "secrets"
    secrets.mkdir(mode=0o700, exist_ok=True)
    path = home / "judge.toml"
    if path.exists():
        return False
    defaults = {
        "name": "DEMO",
        "address": "judge@localhost",
        "list": "results@localhost",
        "zone": "Europe/London",
        "keeper": "root@localhost",
        "inbox": "maildir:var/mail/in",
        "outbox": "maildir:var/mail/out",
        "settle": "0m",
        "door": 'door   = "127.0.0.1:8025"            # small SMTP door of the embedded mailbox; omit for none',
    }
    text = TEMPLATE.format(**{**defaults, **values})
    if password:
        handle = os.open(secrets / "mail", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{password}\n")
        text = text.replace('# password_file = "var/secrets/mail"', 'password_file = "var/secrets/mail"  ')
    path.write_text(text, "utf-8")
    return True


def set_mail(home: Path, settings: Mapping[str, str]) -> None:
    """Write lines of [mail] into judge.toml, where they stand (behind a # too) or below the section's head; those of
    [mail.oauth] are named `oauth.NAME`. The file's other lines stay as they are."""
    path = (home / "judge.toml").resolve()  # it may be a link into /etc
    text, was = path.read_text("utf-8"), path.stat()
    for name, value in settings.items():
        section, _, key = name.rpartition(".")
        head = f"mail.{section}" if section else "mail"
        line = f"{key} = {value}" if value.isdecimal() else f'{key} = "{value}"'
        start = re.search(rf"(?m)^(?:# )?(\[{re.escape(head)}\]).*\n", text)
        if start is None:
            text = f"{text.rstrip()}\n\n[{head}]\n{line}\n"
            continue
        body = text[start.end() :]
        stop = re.search(r"(?m)^(?:# )?\[", body)
        own = body[: stop.start()] if stop else body
        changed, done = re.subn(rf"(?m)^(?:# )?{key} *=.*$", line.replace("\\", r"\\"), own, count=1)
        own = changed if done else f"{line}\n{own}"
        text = text[: start.start()] + start[0].removeprefix("# ") + own + (body[stop.start() :] if stop else "")
    durable.write(path, text)
    with contextlib.suppress(PermissionError):  # whose it is can be said by root alone
        os.chown(path, was.st_uid, was.st_gid)
    path.chmod(was.st_mode)
