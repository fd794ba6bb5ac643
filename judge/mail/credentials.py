"""Passwords and tokens, from wherever the keeper keeps them: environment, systemd, a file, or a command's answer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from judge.core.errors import MailFault, SetupError

PATIENCE = 30.0  # seconds for a command to answer
CREDENTIALS = {"JUDGE_IMAP_PASSWORD": "imap-password", "JUDGE_SMTP_PASSWORD": "smtp-password"}
SHARED = "mail-password"
"""Names of systemd credentials (LoadCredential=mail-password:/etc/judge/password)."""


def password_from(
    environ: Mapping[str, str], variable: str, password_file: Path | None = None, command: str = ""
) -> str:
    """The password in the environment, else systemd's credential, else the first line of the file, else of what the
    command prints, else ""; SetupError if that cannot be had."""
    if environ.get(variable):
        return environ[variable]
    folder = environ.get("CREDENTIALS_DIRECTORY")
    for name in (CREDENTIALS.get(variable, ""), SHARED) if folder else ():
        path = Path(str(folder)) / name
        if name and path.is_file():
            return _first_line(path, f"Correct the credential {name}, or set {variable}.")
    if password_file is not None:
        return _first_line(password_file, f"Correct [mail] password_file, or set {variable}.")
    if not command:
        return ""
    try:
        return said_by(command, "password_command")
    except MailFault as fault:
        raise SetupError(f"{fault}.", f"Run it by hand as the judge's user, or set {variable}.") from None


def said_by(command: str, setting: str) -> str:
    """The first line that a command prints; MailFault where it prints none. No shell reads it."""
    import shlex
    import subprocess

    try:
        done = subprocess.run(
            shlex.split(command), capture_output=True, timeout=PATIENCE, check=False, encoding="utf-8"
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise MailFault(f"[mail] {setting} cannot be run: {type(error).__name__}") from None
    line = done.stdout.partition("\n")[0].strip("\r")
    if done.returncode or not line:
        told = done.stderr.strip().partition("\n")[0][:200] or "it printed nothing"
        raise MailFault(f"[mail] {setting} failed with {done.returncode}: {told}")
    return line


def _first_line(path: Path, remedy: str) -> str:
    try:
        return path.read_text("utf-8").partition("\n")[0].strip("\r")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no UTF-8 text"
        raise SetupError(f"the password file {path} cannot be read: {reason}.", remedy) from None
