"""Homes on disk for the keeper's tests: by the command line, with a driven clock."""

import os
from datetime import datetime
from pathlib import Path

from click.testing import CliRunner, Result

from judge.cli.frame import _group
from tests.once import once, until_the_end
from tests.stores import copy_home

START = "2026-11-21T10:00:00+00:00"
DEADLINE = "2026-11-27T18:00:00+00:00"


def run(home: Path, *words: str, now: str = START, text: str | None = None) -> Result:
    return CliRunner().invoke(_group, ["--home", str(home), "--now", now, *words], input=text)


def good(home: Path, *words: str, now: str = START, text: str | None = None) -> str:
    result = run(home, *words, now=now, text=text)
    assert result.exit_code == 0, result.output
    return result.output


def setting(home: Path, old: str, new: str) -> None:
    path = home / "judge.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def begun(home: Path, game: str = "lira7", now: str = START) -> Path:
    """In this home, a started Bourse of two."""
    words = "--variant bourse --master gm@example.test --master-password gm-secret --list list@example.test"
    good(home, "new", game, *words.split(), "--schedule", "FRI 18:00 Europe/London", "--option", "rules=later", now=now)
    for seat, who in (("Lupus", "ann"), ("Grey Wolf", "bob")):
        good(home, "join", game, seat, "--address", f"{who}@example.test", "--password", f"{who}-pass", now=now)
    good(home, "start", game, now=now)
    return home


def bourse_home(folder: Path, game: str = "lira7", now: str = START) -> Path:
    """A home with a started Bourse of two, no door. A judge that runs by the clock on the wall needs that `now`; other
    homes are copies of one."""
    if now != START:
        return begun(fresh(folder), game, now)
    copy_home(once(f"home.{game}", lambda: begun(fresh(until_the_end() / "home"), game)), folder)
    return folder


def fresh(folder: Path) -> Path:
    """A home without games and without a door."""
    assert CliRunner().invoke(_group, ["init", str(folder)]).exit_code == 0
    setting(folder, 'door   = "127.0.0.1:8025"', "# no door")
    return folder


def letter(home: Path, name: str, text: str, at: str, sender: str = "ann@example.test", to: str = "") -> None:
    path = home / "var/mail/in/new" / name
    path.write_text(
        f"From: {sender}\nTo: {to or 'judge@localhost'}\nSubject: x\nMessage-ID: <{name}@example.test>\n\n{text}\n"
    )
    stamp = datetime.fromisoformat(at).timestamp()
    os.utime(path, (stamp, stamp))


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, but caches and the store's scratch files."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "cache" not in path.parts and not path.name.endswith(("-wal", "-shm", ".lock"))
    }
