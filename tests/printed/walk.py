"""Somebody who does what is printed: types command lines, sends letters, and looks for the answers."""

import email
import os
import re
import shlex
import subprocess
import time
from datetime import datetime
from email.message import Message
from pathlib import Path

from click.testing import CliRunner

from judge.cli.frame import _group
from tests.harness import share_cache

SECONDS = 120.0


class Walk:
    """A person's folder, the judge's programs in his path, and a judge that runs when he has started it."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder / "somebody"
        self.folder.mkdir()
        self.programs = programs
        self.judge_home = self.folder / "judge"
        self.running: list[subprocess.Popen[bytes]] = []
        self.environ = {
            "HOME": str(self.folder),
            "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "PYTHONSAFEPATH": "1",
            "PYTHONUNBUFFERED": "1",
        }

    def shell(self, line: str, text: str = "", cwd: Path | None = None) -> str:
        """The line, literally, as bash takes it; it must end well."""
        done = subprocess.run(
            ["bash", "-c", line],
            input=text,
            text=True,
            capture_output=True,
            env=self.environ,
            cwd=cwd or self.folder,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def beforehand(self, at: datetime, *lines: str) -> None:
        """Commands that no page prints, for what it takes for granted: they need no process of their own."""
        for line in lines:
            words = ["--home", str(self.judge_home), "--now", at.isoformat(), *shlex.split(line)]
            done = CliRunner().invoke(_group, words)
            assert done.exit_code in (0, 75), f"{line}\n{done.output}"

    def start(self, line: str, home: Path) -> None:
        """A command that stays: until its hatch is open."""
        log = open(self.folder / "log", "ab")  # noqa: SIM115
        self.running.append(
            subprocess.Popen(["bash", "-c", f"exec {line}"], env=self.environ, cwd=self.folder, stdout=log, stderr=log)
        )
        self.until(lambda: (home / "var/judge.sock").exists(), "the judge has not started")

    def end(self) -> None:
        for process in self.running:
            process.terminate()
            process.wait(60)

    def until(self, true: object, what: str) -> None:
        end = time.monotonic() + SECONDS
        while not true():  # type: ignore[operator]
            log = self.folder / "log"
            assert time.monotonic() < end, f"{what}\n{log.read_text() if log.exists() else ''}"
            time.sleep(0.05)

    def begin(self) -> None:
        """Make the home. Its grammars and templates are those that other tests have built: only the sample game of
        README builds its own."""
        self.shell("judge init ~/judge")
        share_cache(self.judge_home)

    def no_door(self, home: Path) -> None:
        """Tests run side by side, and the door's port is one."""
        path = home / "judge.toml"
        path.write_text(re.sub(r"(?m)^door .*$", "# no door", path.read_text("utf-8")), "utf-8")

    # ---- letters

    def send(self, sender: str, text: str, to: str = "judge@localhost", at: float | None = None) -> None:
        box = self.judge_home / "var/mail/in"
        name = os.urandom(8).hex()
        path = box / "tmp" / name
        head = f"From: {sender}\nTo: {to}\nDelivered-To: {to}\nSubject: hello\nMessage-ID: <{name}@players.test>"
        path.write_text(f"{head}\n\n{text}\n", "utf-8")
        if at is not None:
            os.utime(path, (at, at))
        path.rename(box / "new" / name)

    def letters(self, address: str) -> list[Message]:
        paths = sorted((self.judge_home / "var/mail/out/new").glob("*"), key=lambda path: path.stat().st_mtime_ns)
        found = [email.message_from_bytes(path.read_bytes()) for path in paths]
        return [letter for letter in found if letter["Delivered-To"] == address]

    def letter(self, address: str, words: str) -> Message:
        """Wait for a letter to somebody with these words in its subject or text; the newest of them."""
        found: list[Message] = []

        def there() -> bool:
            found[:] = [one for one in self.letters(address) if re.search(words, f"{one['Subject']}\n{said(one)}")]
            return bool(found)

        self.until(there, f"no letter to {address} says {words}")
        return found[-1]


def said(letter: Message) -> str:
    part = next(part for part in letter.walk() if part.get_content_type() == "text/plain")
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode("utf-8")
