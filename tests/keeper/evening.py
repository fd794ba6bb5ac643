"""A keeper's first evening, step by step: from nothing to a game with friends, its first results, and a back-up.

The same walk is taken with the embedded mailbox and with real servers; what differs is how letters travel.
"""

import email
import json
import os
import re
import shlex
from datetime import datetime, timedelta
from email.message import Message as Mime
from pathlib import Path
from typing import Protocol

from tests.keeper.homes import good, run
from tests.printed.pages import of

FRIENDS = {"Lupus": ("Ann Archer", "ann@players.test"), "Ursus": ("Bob Bowman", "bob@players.test")}
MASTER = "keeper@players.test"


class Post(Protocol):
    """How letters get to the judge and back."""

    judge: str
    answers: str
    """What the keeper types at `judge init --ask`."""

    def prepare(self, home: Path) -> None:
        """What a keeper still writes into judge.toml himself."""

    def write(self, home: Path, sender: str, text: str, to: str, at: datetime) -> None: ...
    def letters(self, home: Path, address: str) -> list[Mime]: ...
    def clock(self, at: datetime) -> datetime:
        """The judge's clock when the players' stands at `at`: never behind the stamp of a letter on its way."""


class Folders:
    """The embedded mailbox."""

    judge = "judge@localhost"
    answers = "\n".join(["HOME", "judge@localhost", "Europe/London", MASTER, "-", "-"]) + "\n"

    def __init__(self) -> None:
        self.count = 0
        self.opened: dict[Path, Mime] = {}  # a letter that lies there does not change, and is looked at often

    def prepare(self, home: Path) -> None:
        path = home / "judge.toml"
        path.write_text(path.read_text("utf-8").replace('door   = "127.0.0.1:8025"', "# no door"), "utf-8")

    def write(self, home: Path, sender: str, text: str, to: str, at: datetime) -> None:
        self.count += 1
        path = home / f"var/mail/in/new/{self.count:04d}"
        path.write_text(
            f"From: {sender}\nTo: {to}\nSubject: hello\nMessage-ID: <{self.count}@players.test>\n\n{text}\n"
        )
        os.utime(path, (at.timestamp(), at.timestamp()))

    def letters(self, home: Path, address: str) -> list[Mime]:
        found = []
        for path in sorted((home / "var/mail/out/new").iterdir(), key=lambda p: (p.stat().st_mtime_ns, p.name)):
            if path not in self.opened:
                self.opened[path] = email.message_from_bytes(path.read_bytes())
            if self.opened[path]["Delivered-To"] == address:
                found.append(self.opened[path])
        return found

    def clock(self, at: datetime) -> datetime:
        return at


def text(letter: Mime) -> str:
    part = next(part for part in letter.walk() if part.get_content_type() == "text/plain")
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode("utf-8").replace("\r\n", "\n")


def tick(home: Path, at: datetime) -> None:
    result = run(home, "once", now=at.isoformat())
    assert result.exit_code in (0, 75), result.output


def spend(folder: Path, post: Post, now: datetime) -> None:
    """The whole evening. `now` is the time by the players' clocks."""
    home = folder / "judge"
    # the home
    good(home, "init", str(home), "--ask", text=post.answers)
    post.prepare(home)
    told = run(home, "doctor")
    assert told.exit_code == 0, told.output
    # the game, by the line that README prints
    (line,) = (one for block in of("README.md", "sh") for one in block.commands if " new lira7 " in one)
    words = shlex.split(line.replace("you@example.org", MASTER))
    assert "runs by itself" in good(home, *words[words.index("new") :], now=now.isoformat())
    # the friends come in by the letter that README prints: one letter, one answer back, seated
    join, start, report = (block.text for block in of("README.md", "letter"))
    passwords = {}
    for seat, (name, address) in FRIENDS.items():
        _come_in(home, post, address, join.replace("Lupus", seat).replace("Ann Archer", name), now)
        passwords[seat] = _password(_until(home, post, address, now, "your seat")[-1])
    # the master starts it by the letter that README prints, with the password of the letter about his game in it
    made = _until(home, post, MASTER, now, "your new game")[-1]
    post.write(home, MASTER, start.replace("password", _password(made)), post.judge, now)
    _until(home, post, "ann@players.test", now, "anchor")
    assert len(json.loads(good(home, "show", "lira7", "--json"))["market"]["prices"]) == 7
    traders = [one for one in json.loads(good(home, "show", "lira7", "--json"))["seats"] if one["role"] == "trader"]
    assert len(traders) == 4  # two friends and two robots
    # orders, the deadline, results
    post.write(
        home,
        "ann@players.test",
        f"SIGNON Lupus@lira7 {passwords['Lupus']}\nSELL 300 LIRA\nBUY MARKS WITH REST\nSIGNOFF",
        post.judge,
        now,
    )
    assert "SELL 300 LIRA" in text(_until(home, post, "ann@players.test", now, "ON FILE for S1901M")[-1])
    deadline = datetime.fromisoformat(_shown(home)["deadline"])
    tick(home, deadline + timedelta(minutes=11))
    for _, address in FRIENDS.values():
        _until(home, post, address, deadline + timedelta(minutes=12), "PRICES")
    assert _shown(home)["phase"] > "F"
    # the back-up, proved, and restored elsewhere
    later = (deadline + timedelta(hours=1)).isoformat()
    assert "The back-up is good" in good(home, "backup", "--check", str(folder / "judge.tar"), now=later)
    other = folder / "restored"
    good(other, "restore", str(folder / "judge.tar"), now=later)
    assert _shown(other) == _shown(home)
    assert "1 phases, all equal" in good(other, "replay", "--all")
    _reported(home, post, report, now)


def _reported(home: Path, post: Post, report: str, now: datetime) -> None:
    """The second step: a board that is played elsewhere, and reported by the letter that README prints."""
    at = now.isoformat()
    good(home, "new", "mark2", "--variant", "bourse", "--master", MASTER, "--master-password", "gm-secret", now=at)
    for number, seat in enumerate(("Corvus", "Vulpes")):
        good(home, "join", "mark2", seat, "--address", f"n{number}@players.test", "--password", "some-word", now=at)
    good(home, "start", "mark2", now=at)
    shown = json.loads(good(home, "show", "mark2", "--json"))
    for _ in range(2):
        tick(home, datetime.fromisoformat(shown["deadline"]) + timedelta(minutes=11))
        shown = json.loads(good(home, "show", "mark2", "--json"))
    closed = datetime.fromisoformat(shown["deadline"])
    assert shown["phase"] == "F1901M" and "awaited" in text(
        _until(home, post, MASTER, closed, "mark2 F1901M report")[-1]
    )
    letter = report.replace("lira7 password", "mark2 gm-secret")
    post.write(home, MASTER, letter, post.judge, closed + timedelta(hours=1))
    tick(home, closed + timedelta(hours=2))
    assert json.loads(good(home, "show", "mark2", "--json"))["phase"] != "F1901M"


def _come_in(home: Path, post: Post, address: str, letter: str, now: datetime) -> None:
    """The first letter of an address, and a yes to the question that comes back."""
    post.write(home, address, letter, post.judge, now)
    asking = _until(home, post, address, now, r"\[CONFIRM\]")[-1]
    post.write(home, address, "yes", str(asking["Reply-To"]), now)


def _password(letter: Mime) -> str:
    """The one a letter tells."""
    found = re.search(r"^  Password +(\S+)$", text(letter), re.MULTILINE)
    assert found, text(letter)
    return found[1]


def _shown(home: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(good(home, "show", "lira7", "--json"))
    return found


_PATIENCE = 90  # seconds


def _until(home: Path, post: Post, address: str, at: datetime, pattern: str) -> list[Mime]:
    """Tick until somebody has a letter that says it; gives all letters, that one last. Real servers on a busy machine
    may take long to deliver it."""
    import time

    last, turn = time.monotonic() + _PATIENCE, 0
    while turn < 200 or time.monotonic() < last:
        tick(home, post.clock(at + timedelta(seconds=min(turn, 200))))
        turn += 1
        found = post.letters(home, address)
        hits = [letter for letter in found if re.search(pattern, f"{letter['Subject']}\n{text(letter)}", re.IGNORECASE)]
        if hits:
            return [*(letter for letter in found if letter is not hits[-1]), hits[-1]]
        time.sleep(min(0.02 * turn, 0.2))
    raise AssertionError(
        f"{address} never read {pattern!r}: {[str(m['Subject']) for m in post.letters(home, address)]}"
    )
