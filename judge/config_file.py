"""`judge.toml` written: as a new home begins with it, and a setting changed without touching the rest."""

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path

from judge import durable
from judge.share import share


def template() -> str:
    """The settings of a new home, with names in braces where its own stand."""
    return (share() / "templates" / "judge.toml.in").read_text("utf-8")


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
    text = template().format(**{**defaults, **values})
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
